/* SPDX-License-Identifier: Apache-2.0 */
/* Waking kswapd: one wakeup_kswapd() against the policy, from what it carries alone, and its marks against those of
 * the zones. That kswapd sleeps, how often it failed and that a zone is boosted are taken from the event. */
#include "internal.h"
#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"

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

struct mms_finding mms_check_kswapd_wake(const struct mms_ev_kswapd_wake *e)
{
	u8 verdict = mms_kswapd_asks(e->asleep, e->failures);

	if (verdict == MMS_KSWAPD_CHECK)
		return e->visits > MMS_COUNT(e->visit_free) ? mms_found_incomplete(MMS_check_why_lanes)
							    : check_marks(e);
	if (e->verdict != verdict)
		return mms_found(MMS_check_why_wake, 0, verdict);
	return e->visits || e->boosted ? mms_found(MMS_check_why_visit, 0, -1) : mms_found_same();
}

struct mms_finding mms_replay_kswapd_wake(const struct mms_checker *c, const struct mms_ev_kswapd_wake *e)
{
	bool high = e->mark == MMS_wake_mark_high;
	u32 visits = MMS_MIN(e->visits, MMS_COUNT(e->visit_free));
	u32 node = (u32)e->nid * 8;

	if (e->nid < 0 || e->nid >= MMS_NODES || !c->state.zone[e->zone].told || !visits)
		return mms_found_nothing_else();
	for (u8 i = 0; i < visits; i++) {
		const struct mms_zone *told = &c->state.zone[e->visit_zone[i]];
		struct mms_zone_read read = {
			.mark = e->visit_mark[i], .reserve = e->visit_reserve[i], .free = e->visit_free[i],
			.wmark = high ? MMS_alloc_flag_wmark_high : MMS_alloc_flag_wmark_low,
			.reserve_idx = mms_kswapd_reserve_idx(e->mark, e->highest),
		};

		s16 zone = high ? mms_nth_told(&c->state, node, node + MMS_MIN(e->highest, 7u) + 1, i) : (s16)e->zone;

		if (zone != e->visit_zone[i])
			return mms_found(MMS_check_why_visit, i, zone);
		if (!mms_fits_zone(&c->state, told, &read))
			return mms_found(MMS_check_why_mark, i, mms_zone_told_mark(told, read.wmark));
	}
	return mms_found_same();
}
