/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about chains of events: each event holds in itself, and does not fit those before and after it. */
#include "lie.h"
#include "mms/enums.h"

#define COUNTED_NS 1000000000ull /* as in checker/charge.c */
#define NEAR 64 /* events that may be late, as in checker/kswapd.c */

/* A walk that charged a zone, and says how much was charged to it by then. */
static bool charges(const struct mms_ev_zone_select *e)
{
	return e->end == MMS_zone_walk_end_took && e->visits <= MMS_VISIT_LANES && e->mode != MMS_zone_policy_preferred &&
	       e->charged != UINT64_MAX;
}

static u64 before(const struct mms_ev_zone_select *e)
{
	return e->charged - (1u << e->order);
}

/* Is there a charge to this zone that begins at what was charged then, and one that ends where this one begins? */
static bool adjoins(const struct mms_log *log, const struct mms_ev_zone_select *e, bool begins)
{
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_ev_zone_select *other = &log->event[i].zone_select;

		if (log->event[i].kind == MMS_KIND_zone_select && charges(other) && other->zone == e->zone &&
		    (begins ? (u32)before(other) == (u32)e->charged : (u32)other->charged == (u32)before(e)))
			return true;
	}
	return false;
}

static const struct mms_ev_zone_batch *reset_at(const struct mms_log *log, u32 i)
{
	const struct mms_ev_zone_batch *e = &log->event[i].zone_batch;

	return log->event[i].kind == MMS_KIND_zone_batch && e->charged != UINT64_MAX ? e : NULL;
}

/* The reset that begins, or ends, a round of this zone at this limit; NULL: not in the log, or the round is empty. */
static const struct mms_event *reset_with(const struct mms_log *log, u8 zone, u32 limit, bool begins)
{
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_ev_zone_batch *e = reset_at(log, i);

		if (e && e->zone == zone && e->new != e->old &&
		    (u32)((begins ? e->new : e->old) + (s64)e->charged) == limit)
			return &log->event[i];
	}
	return NULL;
}

/* One that says how much was charged, at the end of a round whose beginning is recorded. */
static bool ends_round(const struct mms_log *log, const struct mms_ev_zone_batch *e)
{
	return e->charged != UINT64_MAX && reset_with(log, e->zone, (u32)(e->old + (s64)e->charged), true);
}

static bool is_reset_with(const struct mms_log *log, u8 zone, u64 charged)
{
	for (u32 i = 0; i < log->count; i++)
		if (reset_at(log, i) && reset_at(log, i)->zone == zone && reset_at(log, i)->charged == charged)
			return true;
	return false;
}

/* Is the round recorded in full? */
static bool round_known(const struct mms_log *log, const struct mms_ev_zone_hidden *e)
{
	const struct mms_event *end = reset_with(log, e->zone, (u32)e->limit, false);

	return reset_with(log, e->zone, (u32)e->limit, true) && end && end->ts + COUNTED_NS <= log->event[log->count - 1].ts;
}

/* Somebody has found kswapd asleep since it began to wait, nobody has woken it, and it goes on waiting. */
static bool sleeps_on(const struct mms_log *log, u32 i, s16 nid)
{
	bool seen = false, waits = false;

	for (u32 k = i; k-- && !waits;) {
		const struct mms_event *e = &log->event[k];

		waits = e->kind == MMS_KIND_kswapd_wait && e->kswapd_wait.nid == nid;
		if (waits && !e->kswapd_wait.waiting)
			return false;
		seen |= e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.nid == nid && e->kswapd_wake.asleep;
	}
	for (u32 k = i + 1; k < log->count && k < i + NEAR; k++) {
		const struct mms_event *e = &log->event[k];

		if ((e->kind == MMS_KIND_kswapd_wait && e->kswapd_wait.nid == nid) ||
		    (e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.nid == nid && e->kswapd_wake.verdict == MMS_wake_verdict_woken))
			return false;
	}
	return waits && seen;
}

/* Were the zone's marks recorded before event i, and never one that is this mark? */
static bool other_marks_known(const struct mms_log *log, u32 i, u8 zone, s64 mark)
{
	bool known = false;

	for (u32 k = 0; k < log->count; k++) {
		const struct mms_ev_zone_marks *m = &log->event[k].zone_marks;

		if (log->event[k].kind != MMS_KIND_zone_marks || m->zone != zone)
			continue;
		known |= k < i;
		if (mark == (s64)(m->min + m->boost) || mark == (s64)(m->low + m->boost) || mark == (s64)(m->high + m->boost))
			return false;
	}
	return known;
}

#define LIES "charge.def"
#define FILE_OF_LIES lies_charge
#include "rows.h"
