/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From tracepoints of stock kernels to observations that scenes know:
 *
 *     mm_vmscan_kswapd_wake                          kswapd_woke
 *     mm_vmscan_wakeup_kswapd                        kswapd_waker
 *     mm_vmscan_kswapd_sleep                         kswapd_sleep, with what kswapd did since it woke up
 *     mm_vmscan_direct_reclaim_begin and _end        direct_reclaim, with the time between
 *     mm_vmscan_lru_shrink_inactive                  pages looked at and reclaimed, for these two
 *     block_rq_issue                                 block_rq
 *
 * What no tracepoint says: why kswapd sleeps (`unknown`), the zone indexes asked for (the highest there is),
 * the segments of a request (0), the node that a task reclaims for: recorded is the one whose pages it looked at first.
 * Without a PID nothing is known of what a task did between two of its events.
 */
#include "capture.h"

#include "trace/text/scan.h"

#define ORDER_MAX 20
#define HIGHEST 4 /* include/linux/mmzone.h: Device */

static u8 order_of(const struct mms_builder *b)
{
	s64 order;

	return mms_row_value(b, "order", &order) && order > 0 ? (u8)MMS_MIN(order, (s64)ORDER_MAX) : 0;
}

static struct mms_kswapd_run *kswapd_of(struct mms_trace *t, const struct mms_builder *b, s64 *nid)
{
	if (!mms_row_value(b, "nid", nid) || *nid < 0 || *nid >= MMS_NODES)
		return NULL;
	mms_capture_node(t, *nid);
	return &t->now.capture.kswapd[*nid];
}

static void woke(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	struct mms_event e = mms_capture_event(t, MMS_KIND_kswapd_woke, head);
	s64 nid = 0;
	struct mms_kswapd_run *run = kswapd_of(t, b, &nid);

	if (!run)
		return;
	if (!run->awake)
		*run = (struct mms_kswapd_run){.awake = true, .since = head->ts, .pid = head->pid};
	e.kswapd_woke.nid = (s16)nid;
	e.kswapd_woke.order = order_of(b);
	mms_capture_put(t, &e);
}

static void waked(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	struct mms_event e = mms_capture_event(t, MMS_KIND_kswapd_waker, head);
	s64 nid = 0;

	if (!kswapd_of(t, b, &nid))
		return;
	e.kswapd_waker.nid = (s16)nid;
	e.kswapd_waker.order = order_of(b);
	mms_capture_put(t, &e);
}

static void slept(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	struct mms_event e = mms_capture_event(t, MMS_KIND_kswapd_sleep, head);
	s64 nid = 0;
	struct mms_kswapd_run *run = kswapd_of(t, b, &nid);

	if (!run)
		return;
	e.kswapd_sleep.nid = (s16)nid;
	e.kswapd_sleep.why = MMS_kswapd_why_unknown;
	e.kswapd_sleep.highest = HIGHEST;
	e.kswapd_sleep.zone = -1;
	if (run->awake && head->ts > run->since)
		e.kswapd_sleep.ran = head->ts - run->since;
	e.kswapd_sleep.reclaimed = run->reclaimed;
	e.kswapd_sleep.scanned = MMS_MAX(run->scanned, run->reclaimed);
	*run = (struct mms_kswapd_run){0};
	mms_capture_put(t, &e);
}

/* The reclaim of a task that has begun; NULL: none. */
static struct mms_direct_run *direct_of(struct mms_trace *t, s32 pid)
{
	for (u32 i = 0; i < MMS_CAPTURE_TASKS; i++)
		if (t->now.capture.direct[i].busy && t->now.capture.direct[i].pid == pid)
			return &t->now.capture.direct[i];
	return NULL;
}

/* A free place, or that of the one which began first: its end was lost. */
static struct mms_direct_run *place_for(struct mms_trace *t, s32 pid)
{
	struct mms_direct_run *place = direct_of(t, pid), *oldest = t->now.capture.direct;

	for (u32 i = 0; i < MMS_CAPTURE_TASKS && !place; i++) {
		if (!t->now.capture.direct[i].busy)
			place = &t->now.capture.direct[i];
		else if (t->now.capture.direct[i].since < oldest->since)
			oldest = &t->now.capture.direct[i];
	}
	return place ? place : oldest;
}

static void direct_began(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	if (head->pid == MMS_NO_PID)
		return;
	*place_for(t, head->pid) = (struct mms_direct_run){
		.busy = true, .pid = head->pid, .nid = -1, .since = head->ts, .order = order_of(b)};
}

static void direct_ended(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	struct mms_event e = mms_capture_event(t, MMS_KIND_direct_reclaim, head);
	struct mms_direct_run *run = direct_of(t, head->pid);
	s64 reclaimed;

	if (!run)
		return;
	run->busy = false;
	if (!mms_row_value(b, "nr_reclaimed", &reclaimed) || reclaimed < 0) {
		t->now.capture.left_out++;
		return;
	}
	e.direct_reclaim.nid = run->nid;
	e.direct_reclaim.order = run->order;
	e.direct_reclaim.lat = head->ts > run->since ? head->ts - run->since : 0;
	e.direct_reclaim.reclaimed = (u64)reclaimed;
	/* Pages beyond every shrink event were reclaimed, too: how many were looked at nobody knows. */
	e.direct_reclaim.scanned = run->scanned >= (u64)reclaimed ? run->scanned : 0;
	mms_capture_node(t, run->nid);
	mms_capture_put(t, &e);
}

/* kswapd's wake-up may not be in the text. */
static bool is_kswapd(const struct mms_kswapd_run *run, const struct mms_head *head)
{
	static const char name[] = "kswapd";

	if (head->pid == MMS_NO_PID)
		return false;
	if (run->awake)
		return run->pid == head->pid;
	return head->comm && mms_starts(head->comm, head->comm + head->comm_len, name);
}

static void shrunk(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	struct mms_direct_run *direct = direct_of(t, head->pid);
	s64 nid = 0, scanned = 0, reclaimed = 0;
	struct mms_kswapd_run *run = kswapd_of(t, b, &nid);

	mms_row_value(b, "nr_scanned", &scanned);
	mms_row_value(b, "nr_reclaimed", &reclaimed);
	if (direct) {
		direct->scanned += (u64)MMS_MAX(scanned, (s64)0);
		if (direct->nid < 0 && run)
			direct->nid = (s16)nid;
	} else if (run && is_kswapd(run, head)) {
		run->scanned += (u64)MMS_MAX(scanned, (s64)0);
		run->reclaimed += (u64)MMS_MAX(reclaimed, (s64)0);
	}
}

static void issued(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	struct mms_event e = mms_capture_event(t, MMS_KIND_block_rq, head);
	s64 dev, sector, sectors, rwbs;

	if (!mms_row_value(b, "dev", &dev) || !mms_row_value(b, "sector", &sector) || !mms_row_value(b, "nr_sector", &sectors))
		return;
	e.block_rq.dev = (u32)dev;
	e.block_rq.sector = (u64)sector;
	e.block_rq.sectors = (u32)sectors;
	if (mms_row_value(b, "rwbs", &rwbs)) {
		const struct mms_string *flags = mms_name_at(&t->now.names, (u32)rwbs);

		mms_copy(e.block_rq.rwbs, flags->at, MMS_MIN(flags->len, (u32)sizeof(e.block_rq.rwbs)));
	}
	mms_capture_put(t, &e);
}

void mms_observe(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head)
{
	switch ((enum mms_trace_kind_id)b->kind->id) {
	case MMS_TRACE_mm_vmscan_kswapd_wake: woke(t, b, head); break;
	case MMS_TRACE_mm_vmscan_wakeup_kswapd: waked(t, b, head); break;
	case MMS_TRACE_mm_vmscan_kswapd_sleep: slept(t, b, head); break;
	case MMS_TRACE_mm_vmscan_direct_reclaim_begin: direct_began(t, b, head); break;
	case MMS_TRACE_mm_vmscan_direct_reclaim_end: direct_ended(t, b, head); break;
	case MMS_TRACE_mm_vmscan_lru_shrink_inactive: shrunk(t, b, head); break;
	case MMS_TRACE_block_rq_issue: issued(t, b, head); break;
	default: break;
	}
}
