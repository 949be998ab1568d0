/* SPDX-License-Identifier: Apache-2.0 */
/* Falsified chains: each event holds in itself, and does not fit those before and after it. */
#include "mutation_wake.h"

#include "mms/enums.h"

#define COUNTED_NS 1000000000ull /* as in checker/charge.c */
#define NEAR 64 /* events that may be late, as in checker/kswapd.c */

static struct mms_ev_zone_select *charge_at(struct mms_log *log, u32 i)
{
	struct mms_ev_zone_select *e = &log->event[i].zone_select;

	return log->event[i].kind == MMS_KIND_zone_select && e->end == MMS_zone_walk_end_took && e->visits <= MMS_VISIT_LANES &&
		       e->mode != MMS_zone_policy_preferred && e->charged != UINT64_MAX ? e : NULL;
}

static struct mms_ev_zone_batch *reset_at(struct mms_log *log, u32 i)
{
	struct mms_ev_zone_batch *e = &log->event[i].zone_batch;

	return log->event[i].kind == MMS_KIND_zone_batch && e->charged != UINT64_MAX ? e : NULL;
}

/* Is there a charge to this zone that begins, or ends, at this count? */
static bool adjoins(struct mms_log *log, s16 zone, u64 charged, bool begins)
{
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_ev_zone_select *e = charge_at(log, i);

		if (e && e->zone == zone && (u32)(e->charged - (begins ? 1u << e->order : 0)) == (u32)charged)
			return true;
	}
	return false;
}

bool mutate_charge_more(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = charge_at(log, i);

	(void)r;
	if (!e || !adjoins(log, e->zone, e->charged, true))
		return false;
	e->charged++;
	e->batch--;
	return true;
}

bool mutate_charge_nothing(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = charge_at(log, i);

	(void)r;
	if (!e || !adjoins(log, e->zone, e->charged - (1u << e->order), false))
		return false;
	e->charged -= 1u << e->order;
	e->batch += 1 << e->order;
	return true;
}

bool mutate_charge_batch(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = charge_at(log, i);

	if (!e || !(adjoins(log, e->zone, e->charged, true) || adjoins(log, e->zone, e->charged - (1u << e->order), false)))
		return false;
	e->batch -= 1 + (s32)mms_random_below(r, 3);
	return true;
}

/* Both resets of a round of this zone; NULL: not in the log, or the round is empty. */
static const struct mms_event *reset_with(struct mms_log *log, u8 zone, u32 limit, bool begins)
{
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_ev_zone_batch *e = reset_at(log, i);

		if (e && e->zone == zone && e->new != e->old &&
		    (u32)((begins ? e->new : e->old) + (s64)e->charged) == limit)
			return &log->event[i];
	}
	return NULL;
}

bool mutate_reset_charged(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_batch *e = reset_at(log, i);
	u64 charged;

	if (!e || !reset_with(log, e->zone, (u32)(e->old + (s64)e->charged), true))
		return false;
	charged = e->charged + 1 + mms_random_below(r, 9);
	for (u32 k = 0; k < log->count; k++) /* there it may be what it says */
		if (reset_at(log, k) && reset_at(log, k)->zone == e->zone && reset_at(log, k)->charged == charged)
			return false;
	e->charged = charged;
	return true;
}

bool mutate_reset_old(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_batch *e = reset_at(log, i);

	if (!e || !reset_with(log, e->zone, (u32)(e->old + (s64)e->charged), true))
		return false;
	e->old += 1 + (s32)mms_random_below(r, 9);
	return true;
}

/* More than were charged, where the round is told in full. */
bool mutate_hidden(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_hidden *e = &log->event[i].zone_hidden;
	const struct mms_event *end;

	if (log->event[i].kind != MMS_KIND_zone_hidden || !reset_with(log, e->zone, (u32)e->limit, true))
		return false;
	end = reset_with(log, e->zone, (u32)e->limit, false);
	if (!end || end->ts + COUNTED_NS > log->event[log->count - 1].ts)
		return false;
	e->pages += 1 + mms_random_below(r, 100);
	return true;
}

/* Somebody has found kswapd asleep since it began to wait, nobody has woken it, and it goes on waiting. */
static bool sleeps_on(struct mms_log *log, u32 i, s16 nid)
{
	bool seen = false, waits = false;

	for (u32 k = i; k-- && !waits;) {
		const struct mms_event *e = &log->event[k];

		waits = e->kind == MMS_KIND_kswapd_wait && e->kswapd_wait.nid == nid;
		if (waits && !e->kswapd_wait.waiting)
			return false;
		seen |= e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.nid == nid && e->kswapd_wake.asleep;
	}
	for (u32 k = i + 1; k < log->count && k < i + NEAR; k++)
		if (log->event[k].kind == MMS_KIND_kswapd_wait && log->event[k].kswapd_wait.nid == nid)
			return false;
		else if (log->event[k].kind == MMS_KIND_kswapd_wake && log->event[k].kswapd_wake.nid == nid &&
			 log->event[k].kswapd_wake.verdict == MMS_wake_verdict_woken)
			return false;
	return waits && seen;
}

bool mutate_wake_never(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = &log->event[i].kswapd_wake;

	(void)r;
	if (log->event[i].kind != MMS_KIND_kswapd_wake || !e->asleep || !sleeps_on(log, i, e->nid))
		return false;
	e->asleep = e->boosted = e->visits = 0;
	e->verdict = MMS_wake_verdict_awake;
	mms_fill(e->visit_zone, 0xff, sizeof(e->visit_zone));
	mms_fill(e->visit_flags, 0xff, sizeof(e->visit_flags));
	mms_fill(e->visit_free, 0xff, sizeof(e->visit_free));
	mms_fill(e->visit_unusable, 0xff, sizeof(e->visit_unusable));
	mms_fill(e->visit_mark, 0xff, sizeof(e->visit_mark));
	mms_fill(e->visit_reserve, 0xff, sizeof(e->visit_reserve));
	return true;
}

/* A mark as if the zone were boosted by a pageblock more, which it never was. */
bool mutate_boost(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = &log->event[i].zone_select;
	bool told = false;
	u8 at;

	if (log->event[i].kind != MMS_KIND_zone_select || !e->visits || e->visits > MMS_VISIT_LANES)
		return false;
	at = (u8)mms_random_below(r, e->visits);
	if (e->visit_mark[at] <= 0 || e->visit_flags[at] & MMS_zone_bit_unboosted || e->visit_verdict[at] != MMS_zone_verdict_wmark)
		return false;
	for (u32 k = 0; k < log->count; k++) {
		const struct mms_ev_zone_marks *m = &log->event[k].zone_marks;

		if (log->event[k].kind != MMS_KIND_zone_marks || m->zone != e->visit_zone[at])
			continue;
		told |= k < i;
		if (e->visit_mark[at] + 512 == (s64)(m->min + m->boost) || e->visit_mark[at] + 512 == (s64)(m->low + m->boost) ||
		    e->visit_mark[at] + 512 == (s64)(m->high + m->boost))
			return false;
	}
	e->visit_mark[at] += 512;
	return told;
}
