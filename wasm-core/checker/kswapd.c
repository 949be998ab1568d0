/* SPDX-License-Identifier: Apache-2.0 */
/* Waking kswapd: one wakeup_kswapd() against the policy, from what it carries alone; its marks against those of the
 * zones; whether kswapd sleeps, and a zone is boosted, against the events that record waits and boosts. How often
 * kswapd failed is taken from the event, and in older captures so are these two. */
#include "internal.h"
#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"

static bool meets_mark(const struct mms_ev_kswapd_wake *e, u8 i)
{
	return mms_zone_watermark_ok(e->order, e->visit_mark[i], e->visit_reserve[i], e->visit_free[i],
				     e->visit_unusable[i], 0, e->visit_flags[i] & MMS_zone_bit_has_block);
}

/* Numbers and flags that no watermark check can have read. */
static bool is_odd_check(const struct mms_ev_kswapd_wake *e, u8 i)
{
	bool above = mms_zone_above(e->visit_mark[i], e->visit_reserve[i], e->visit_free[i], e->visit_unusable[i], 0);

	if (e->visit_free[i] < 0 || e->visit_mark[i] < 0 || e->visit_reserve[i] < 0 ||
	    e->visit_unusable[i] < mms_zone_unusable_least(e->order))
		return true;
	/* lowmem_reserve[] of a zone is 0 up to its own index */
	if (mms_zone_idx(e->visit_zone[i]) >= mms_kswapd_reserve_idx(e->mark, e->highest) && e->visit_reserve[i])
		return true;
	if (e->visit_flags[i] & ~MMS_zone_bit_has_block)
		return true;
	return e->visit_flags[i] && (!e->order || !above);
}

/* From the lowest zone of the node upwards; under `low` and `zone` the one that was passed, alone. */
static bool out_of_order(const struct mms_ev_kswapd_wake *e, u8 i)
{
	u8 zone = e->visit_zone[i];

	if (mms_kswapd_by_zone(e->mark))
		return i || zone != e->zone;
	return mms_zone_nid(zone) != e->nid || mms_zone_idx(zone) > e->highest || (i && zone <= e->visit_zone[i - 1]);
}

/* The zone that was passed has pages, so a check that found no zone above its mark came past it. */
static bool passed_by(const struct mms_ev_kswapd_wake *e)
{
	if (mms_zone_idx(e->zone) > e->highest)
		return false;
	for (u8 i = 0; i < e->visits; i++)
		if (e->visit_zone[i] == e->zone)
			return false;
	return true;
}

static struct mms_finding check_marks(const struct mms_ev_kswapd_wake *e)
{
	bool balanced = false;
	u8 verdict;

	for (u8 i = 0; i < e->visits; i++) {
		if (balanced)
			return mms_found(MMS_check_why_end, i, -1);
		if (out_of_order(e, i))
			return mms_found(MMS_check_why_visit, i, mms_kswapd_by_zone(e->mark) ? e->zone : -1);
		if (is_odd_check(e, i))
			return mms_found(MMS_check_why_watermark, i, e->visit_zone[i]);
		balanced = meets_mark(e, i);
	}
	if (!balanced && passed_by(e))
		return mms_found(MMS_check_why_visit, e->visits, e->zone);
	if (!e->visits) {
		if (mms_kswapd_by_zone(e->mark))
			return mms_found(MMS_check_why_visit, 0, e->zone);
		balanced = true; /* pgdat_balanced(): no zone, nothing to balance */
	}
	if (!balanced && e->boosted) /* not looked at */
		return mms_found(MMS_check_why_wake, 0, 0);
	verdict = mms_kswapd_verdict(balanced, e->boosted);
	return e->verdict == verdict ? mms_found_same() : mms_found(MMS_check_why_wake, 0, verdict);
}

struct mms_finding mms_check_kswapd_wake(const struct mms_ev_kswapd_wake *e, enum mms_arch_id arch)
{
	u8 verdict = mms_kswapd_asks(e->asleep, e->failures);

	if (e->gfp && mms_gfp_zone(e->gfp, arch) != (s32)e->highest)
		return mms_found(MMS_check_why_flags, 0, mms_gfp_zone(e->gfp, arch));
	if (verdict == MMS_KSWAPD_CHECK)
		return e->visits > MMS_COUNT(e->visit_free) ? mms_found_incomplete(MMS_check_why_lanes)
							    : check_marks(e);
	if (e->verdict != verdict)
		return mms_found(MMS_check_why_wake, 0, verdict);
	return e->visits || e->boosted ? mms_found(MMS_check_why_visit, 0, -1) : mms_found_same();
}

/* ---- replayed ---------------------------------------------------------------------------------------- */

/* How long a task may take from what it reads or does to the event that records it. */
#define LATE_NS 500000000ull
/* kswapd_try_to_sleep() waits for HZ / 10 at first, then until it is woken. Once the first is over kswapd is to run, but
 * stays on its queue until it does: who finds it there wakes it again, and again in vain. Less some ticks. */
#define SHORT_WAIT_NS 80000000ull
/* A wait that ends sooner was none: kswapd looked once more and stayed awake. */
#define NO_WAIT_NS 2000000ull
/* The short wait is over by then, even where the kernel has ticks of 10 ms. */
#define FULL_WAIT_NS 130000000ull
/* A kswapd that runs while its node has enough comes to kswapd_try_to_sleep() sooner than this. */
#define RUNS_ON_NS 2000000000ull
/* A task that has looked may be held up before it reports: an emulated CPU waits for one of the host's. */
#define HELD_UP_NS 20000000ull
#define AROUND 4096 /* events around a wait, among which its wake-up is looked for */
#define BEHIND 64 /* events behind a check, among which another's wake-up is looked for */

/* kswapd's next wait or end of a wait; NULL: there is none. */
static const struct mms_event *next_wait(const struct mms_checker *c, s16 nid, u32 to)
{
	for (u32 i = c->at + 1; i < MMS_MIN(to, c->log->count); i++)
		if (c->log->event[i].kind == MMS_KIND_kswapd_wait && c->log->event[i].kswapd_wait.nid == nid)
			return &c->log->event[i];
	return NULL;
}

void mms_note_kswapd(struct mms_checker *c, const struct mms_event *e)
{
	c->wait[e->kswapd_wait.nid] = (struct mms_wait){
		.looked = true, .known = true, .waiting = e->kswapd_wait.waiting, .event = c->at + 1, .since = e->ts, .began = e->ts,
	};
}

/* Free pages of each zone at a moment: does it have what kswapd stops at? */
void mms_note_free(struct mms_checker *c, const struct mms_event *e)
{
	for (u32 i = 0; i < MMS_MIN(e->zone_select.visits, MMS_COUNT(e->zone_select.visit_free)); i++) {
		u32 zone = e->zone_select.visit_zone[i];
		const struct mms_zone *z = &c->state.zone[zone % MMS_COUNT(c->state.zone)];
		s64 reserve = 0;

		if (!mms_zone_is_known(&c->state, zone) || e->zone_select.visit_mark[i] <= 0)
			continue;
		for (u32 idx = 0; idx < MMS_COUNT(z->reserve); idx++)
			if (z->reserve[idx] != UINT32_MAX)
				reserve = MMS_MAX(reserve, (s64)z->reserve[idx]);
		if (e->zone_select.visit_free[i] <= (s64)z->high + (s64)c->boosts[zone].boost + reserve)
			c->scarce[zone / 8] |= (u8)(1u << zone % 8);
	}
}

/* Was some zone of the node above its high mark whenever it was read, and has just been? */
static bool has_enough(const struct mms_checker *c, s16 nid, u64 ts)
{
	for (u32 idx = 0; idx < 8; idx++) {
		const struct mms_zone *z = &c->state.zone[(u32)nid * 8 + idx];

		if (z->known && !(c->scarce[nid] >> idx & 1) && z->free_ts + RUNS_ON_NS / 2 >= ts)
			return true;
	}
	return false;
}

static bool is_wake_up(const struct mms_event *e, s16 nid)
{
	return e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.nid == nid &&
	       e->kswapd_wake.verdict == MMS_wake_verdict_woken;
}

/* kswapd waits, and its wait ends before it is over: somebody woke it. Does nobody say so? */
static bool woken_by_nobody(const struct mms_checker *c, const struct mms_wait *w, s16 nid)
{
	const struct mms_event *end = next_wait(c, nid, c->at + AROUND), *at;
	u64 length;

	if (!w->began || !end || end->kswapd_wait.waiting)
		return false;
	length = end->ts - w->began;
	if (length < NO_WAIT_NS || (length >= SHORT_WAIT_NS && length <= FULL_WAIT_NS))
		return false;
	for (u32 i = c->at; i && i + AROUND > c->at && c->log->event[i - 1].ts + LATE_NS >= w->began; i--)
		if (is_wake_up(&c->log->event[i - 1], nid))
			return false;
	for (u32 i = c->at; i < c->log->count; i++) {
		at = &c->log->event[i];
		if (at > end && at->ts > end->ts + LATE_NS)
			return true;
		if (is_wake_up(at, nid) || i > c->at + AROUND)
			return false;
	}
	return true;
}

/* What it does where the capture begins: the opposite of what its first event begins. Where it has none it goes on
 * as the first check finds it, if the capture would record such events. */
static void look(struct mms_checker *c, struct mms_wait *w, const struct mms_ev_kswapd_wake *e)
{
	const struct mms_event *next = next_wait(c, e->nid, UINT32_MAX);

	w->looked = true;
	w->since = c->log->event[c->at].ts;
	w->known = next || c->boosts[e->zone].known;
	w->waiting = next ? !next->kswapd_wait.waiting : e->asleep;
	w->silent = !next;
}

/* Was what this event records done before the task that is reporting now looked? Not for sure while that task has not been
 * heard of since, as it may have looked before; nor while the waker has not, as it reports before it wakes kswapd. */
static bool settled(const struct mms_checker *c, u32 event)
{
	const struct mms_event *now = &c->log->event[c->at], *then;
	bool looker, doer;

	if (!event)
		return false;
	then = &c->log->event[event - 1];
	if (now->ts > then->ts + LATE_NS)
		return true;
	looker = then->pid == now->pid;
	doer = looker || then->kind == MMS_KIND_kswapd_wait;
	for (u32 i = event; i < c->at; i++) {
		if (mms_kind_bare(c->log->event[i].kind))
			continue;
		looker |= c->log->event[i].pid == now->pid;
		doer |= c->log->event[i].pid == then->pid;
	}
	return looker && doer;
}

/* Does another task report just afterwards that it woke kswapd, or kswapd that it waits no longer? */
static bool reports_late(const struct mms_checker *c, s16 nid)
{
	u32 to = (u32)MMS_MIN((u64)c->log->count, (u64)c->at + BEHIND);
	const struct mms_event *now = &c->log->event[c->at];

	for (u32 i = c->at + 1; i < to && c->log->event[i].ts <= now->ts + LATE_NS; i++) {
		const struct mms_event *e = &c->log->event[i];

		if (e->kind == MMS_KIND_kswapd_wait && e->kswapd_wait.nid == nid)
			return !e->kswapd_wait.waiting;
		if (e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.nid == nid &&
		    e->kswapd_wake.verdict == MMS_wake_verdict_woken)
			return e->pid != now->pid;
	}
	return false;
}

/* Nothing was heard of the task since kswapd said that it is about to wait: it may have looked before. */
static bool held_up(const struct mms_checker *c, const struct mms_wait *w)
{
	const struct mms_event *now = &c->log->event[c->at];

	if (!w->event || now->ts > w->since + HELD_UP_NS)
		return false;
	for (u32 i = w->event; i < c->at; i++)
		if (c->log->event[i].pid == now->pid && !mms_kind_bare(c->log->event[i].kind))
			return false;
	return true;
}

/* waitqueue_active() against kswapd's own events and the wake-ups of all tasks. */
static struct mms_finding replay_asleep(struct mms_checker *c, const struct mms_ev_kswapd_wake *e)
{
	struct mms_wait *w = &c->wait[e->nid];
	u64 ts = c->log->event[c->at].ts;
	bool fits = true;

	if (!w->looked)
		look(c, w, e);
	if (!w->known)
		return mms_found_nothing_else();
	if (e->asleep)
		fits = w->waiting || w->queued || (w->event && !settled(c, w->event));
	else if (w->waiting) /* it says that it is about to wait before it queues up */
		fits = ((!w->asleep && ts <= w->since + LATE_NS) || reports_late(c, e->nid) || held_up(c, w)) &&
		       !woken_by_nobody(c, w, e->nid);
	else
		fits = !w->silent || ts < c->began + RUNS_ON_NS || !has_enough(c, e->nid, ts);
	w->asleep |= e->asleep && w->waiting;
	if (fits && e->verdict == MMS_wake_verdict_woken && w->waiting)
		*w = (struct mms_wait){
			.looked = true, .known = true, .event = c->at + 1, .since = ts, .queued = ts >= w->began + SHORT_WAIT_NS};
	return fits ? mms_found_same() : mms_found(MMS_check_why_asleep, 0, w->waiting);
}

static struct mms_finding replay_marks(struct mms_checker *c, const struct mms_ev_kswapd_wake *e)
{
	u32 visits = MMS_MIN(e->visits, MMS_COUNT(e->visit_free)), node = (u32)e->nid * 8;
	bool high = e->mark == MMS_wake_mark_high;

	if (!c->state.zone[e->zone].known || !visits)
		return mms_found_nothing_else();
	for (u8 i = 0; i < visits; i++) {
		const struct mms_zone *known = &c->state.zone[e->visit_zone[i]];
		struct mms_zone_read read = {
			.mark = e->visit_mark[i], .reserve = e->visit_reserve[i], .free = e->visit_free[i],
			.wmark = e->mark == MMS_wake_mark_low ? MMS_alloc_flag_wmark_low : MMS_alloc_flag_wmark_high,
			.reserve_idx = mms_kswapd_reserve_idx(e->mark, e->highest),
		};
		s16 zone = high ? mms_nth_known(&c->state, node, node + MMS_MIN(e->highest, 7u) + 1, i) : (s16)e->zone;

		if (zone != e->visit_zone[i])
			return mms_found(MMS_check_why_visit, i, zone);
		if (!mms_fits_zone(c, e->visit_zone[i], &read))
			return mms_found(MMS_check_why_mark, i, mms_zone_known_mark(known, read.wmark));
	}
	return mms_found_same();
}

/* pgdat_watermark_boosted(): is some zone of the node boosted? Asked only of a node that is balanced. */
static struct mms_finding replay_boosted(const struct mms_checker *c, const struct mms_ev_kswapd_wake *e)
{
	bool some = false, all = true, known = false;

	if (!e->boosted && e->verdict != MMS_wake_verdict_balanced)
		return mms_found_nothing_else();
	for (u32 zone = (u32)e->nid * 8; zone <= (u32)e->nid * 8 + MMS_MIN(e->highest, 7u); zone++) {
		if (!mms_zone_is_known(&c->state, zone))
			continue;
		if (!c->boosts[zone].known)
			return mms_found_nothing_else();
		known = true;
		some |= mms_may_have_boost(c, zone, true);
		all &= mms_may_have_boost(c, zone, false);
	}
	if (!known)
		return mms_found_nothing_else();
	return (e->boosted ? some : all) ? mms_found_same() : mms_found(MMS_check_why_boost, 0, !e->boosted);
}

struct mms_finding mms_replay_kswapd_wake(struct mms_checker *c, const struct mms_event *event)
{
	const struct mms_ev_kswapd_wake *e = &event->kswapd_wake;
	struct mms_finding asleep, marks;

	if (e->nid < 0 || e->nid >= MMS_NODES)
		return mms_found_nothing_else();
	asleep = replay_asleep(c, e);
	marks = mms_both(replay_marks(c, e), replay_boosted(c, e));
	return mms_both(marks, asleep);
}
