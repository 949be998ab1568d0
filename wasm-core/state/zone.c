/* SPDX-License-Identifier: Apache-2.0 */
/* What events of the page allocator and of reclaim do to the visible state. */
#include "internal.h"

#define ZONES MMS_COUNT(((struct mms_state *)0)->zone)

static struct mms_zone *zone_of(struct mms_state *st, s64 zone)
{
	if (zone < 0 || zone >= (s64)ZONES)
		return NULL;
	st->zone[zone].present = 1;
	return &st->zone[zone];
}

static struct mms_kswapd *kswapd_of(struct mms_state *st, s64 nid)
{
	if (nid < 0 || nid >= MMS_NODES)
		return NULL;
	if (!st->kswapd[nid].present)
		st->kswapd[nid].zone = -1;
	st->kswapd[nid].present = 1;
	return &st->kswapd[nid];
}

static void set_free(struct mms_zone *zone, u64 ts, s64 free)
{
	zone->free = free;
	zone->free_ts = ts;
}

static void set_batch(struct mms_zone *zone, s32 batch)
{
	zone->batch = batch;
	zone->has_batch = 1;
}

void mms_apply_zone(struct mms_state *st, u64 ts, const struct mms_ev_zone *e)
{
	struct mms_zone *zone = zone_of(st, e->zone);

	if (!zone)
		return;
	zone->known = 1;
	zone->managed = e->managed;
	zone->min = e->min;
	zone->low = e->low;
	zone->high = e->high;
	mms_copy(zone->reserve, e->reserve, sizeof(zone->reserve));
	if (e->free != UINT64_MAX)
		set_free(zone, ts, (s64)e->free);
	else if (!zone->free_ts)
		zone->free = -1;
}

void mms_apply_zonelist(struct mms_state *st, const struct mms_ev_zonelist *e)
{
	if (e->nid < 0 || e->nid >= MMS_NODES)
		return;
	st->zonelist[e->nid].n = e->n;
	mms_copy(st->zonelist[e->nid].zone, e->zone, sizeof(e->zone));
}

void mms_apply_zone_select(struct mms_state *st, u64 ts, const struct mms_ev_zone_select *e)
{
	struct mms_zone *chosen = zone_of(st, e->zone);
	u32 visits = MMS_MIN(e->visits, MMS_COUNT(e->visit_zone));

	for (u32 i = 0; i < visits; i++) {
		struct mms_zone *zone = zone_of(st, e->visit_zone[i]);

		if (!zone)
			continue;
		zone->asked++;
		zone->skipped += e->visit_verdict[i] != MMS_zone_verdict_took;
		/* A check of the marks never passes over a mark of 0, so a mark says that one was made. */
		if (e->visit_mark[i] > 0)
			set_free(zone, ts, e->visit_free[i]);
		if (e->visit_verdict[i] == MMS_zone_verdict_batch)
			set_batch(zone, e->visit_batch[i]);
	}
	if (!chosen || e->end != MMS_zone_walk_end_took)
		return;
	chosen->taken += 1ull << (e->order & 31);
	if (e->mode != MMS_zone_policy_preferred)
		set_batch(chosen, e->batch);
}

void mms_apply_zone_batch(struct mms_state *st, const struct mms_ev_zone_batch *e)
{
	struct mms_zone *zone = zone_of(st, e->zone);

	if (!zone)
		return;
	set_batch(zone, e->new);
	zone->batch_full = e->new;
	zone->resets++;
}

void mms_apply_zone_marks(struct mms_state *st, const struct mms_ev_zone_marks *e)
{
	struct mms_zone *zone = zone_of(st, e->zone);

	if (!zone)
		return;
	zone->min = e->min;
	zone->low = e->low;
	zone->high = e->high;
}

void mms_apply_zone_hidden(struct mms_state *st, const struct mms_ev_zone_hidden *e)
{
	struct mms_zone *zone = zone_of(st, e->zone);

	if (zone)
		zone->taken += e->pages;
}

void mms_apply_zone_level(struct mms_state *st, u64 ts, const struct mms_ev_zone_level *e)
{
	u32 n = MMS_MIN(e->n, MMS_COUNT(e->zone));

	for (u32 i = 0; i < n; i++) {
		struct mms_zone *zone = zone_of(st, e->zone[i]);

		if (!zone)
			continue;
		set_free(zone, ts, e->free[i]);
		zone->batch = e->batch[i];
		zone->taken += e->taken[i];
		zone->reclaimed += e->reclaimed[i];
		zone->scanned += e->scanned[i];
	}
}

void mms_apply_zone_age(struct mms_state *st, const struct mms_ev_zone_age *e)
{
	struct mms_zone_age *row;

	if (!zone_of(st, e->zone))
		return;
	row = &st->zone_age[e->zone];
	row->present = 1;
	for (u32 i = 0; i < MMS_COUNT(e->age); i++) {
		row->age[i] += e->age[i];
		row->n += e->age[i];
	}
}

static void set_awake(struct mms_kswapd *kswapd, u64 ts, u8 awake)
{
	if (kswapd->awake != awake || !kswapd->since)
		kswapd->since = ts;
	kswapd->awake = awake;
}

void mms_apply_kswapd_wake(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_wake *e)
{
	struct mms_kswapd *kswapd = kswapd_of(st, e->nid);
	u32 checks = MMS_MIN(e->visits, MMS_COUNT(e->visit_free));

	if (!kswapd)
		return;
	kswapd->mark = e->mark;
	kswapd->verdict = e->verdict;
	kswapd->zone = e->zone;
	kswapd->highest = e->highest;
	kswapd->asked++;
	kswapd->woken += e->verdict == MMS_wake_verdict_woken;
	kswapd->declined += e->verdict == MMS_wake_verdict_balanced;
	set_awake(kswapd, ts, !e->asleep || e->verdict == MMS_wake_verdict_woken);
	for (u32 i = 0; i < checks; i++) {
		struct mms_zone *zone = zone_of(st, e->visit_zone[i]);

		if (zone)
			set_free(zone, ts, e->visit_free[i]);
	}
}

/* The zones; the rest is as that of a wake-up. */
void mms_apply_mms_kswapd(struct mms_state *st, u64 ts, const struct mms_ev_mms_kswapd *e)
{
	for (u32 i = 0; i < MMS_COUNT(e->managed); i++) {
		struct mms_zone *zone = e->managed[i] > 0 ? zone_of(st, e->nid * 8 + (s64)i) : NULL;

		if (!zone)
			continue;
		zone->known = 1;
		zone->managed = (u64)e->managed[i];
		zone->min = (u64)e->min[i];
		zone->low = (u64)e->low[i];
		zone->high = (u64)e->high[i];
		if (e->highest < MMS_COUNT(zone->reserve))
			zone->reserve[e->highest] = (u32)e->reserve[i];
		set_free(zone, ts, e->free[i]);
	}
}

void mms_apply_kswapd_sleep(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_sleep *e)
{
	struct mms_kswapd *kswapd = kswapd_of(st, e->nid);

	if (!kswapd)
		return;
	set_awake(kswapd, ts, 0);
	kswapd->reclaimed += e->reclaimed;
	kswapd->scanned += e->scanned;
}

void mms_apply_kswapd_woke(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_woke *e)
{
	struct mms_kswapd *kswapd = kswapd_of(st, e->nid);

	if (kswapd)
		set_awake(kswapd, ts, 1);
}

/* That kswapd runs, and since when, it reports itself. */
void mms_apply_kswapd_waker(struct mms_state *st, const struct mms_ev_kswapd_waker *e)
{
	struct mms_kswapd *kswapd = kswapd_of(st, e->nid);

	if (kswapd)
		kswapd->woken++;
}

void mms_apply_kswapd_wait(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_wait *e)
{
	struct mms_kswapd *kswapd = kswapd_of(st, e->nid);

	if (kswapd)
		set_awake(kswapd, ts, !e->waiting);
}

void mms_apply_direct_reclaim(struct mms_state *st, const struct mms_ev_direct_reclaim *e)
{
	struct mms_kswapd *kswapd = kswapd_of(st, e->nid);

	if (kswapd)
		kswapd->direct += e->reclaimed;
}
