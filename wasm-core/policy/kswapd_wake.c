/* SPDX-License-Identifier: Apache-2.0 */
#include "kswapd_wake.h"

u8 mms_kswapd_asks(bool asleep, u32 failures)
{
	if (!asleep)
		return MMS_wake_verdict_awake;
	return failures >= MMS_MAX_RECLAIM_RETRIES ? (u8)MMS_wake_verdict_hopeless : (u8)MMS_KSWAPD_CHECK;
}

u8 mms_kswapd_verdict(bool balanced, bool boosted)
{
	return balanced && !boosted ? MMS_wake_verdict_balanced : MMS_wake_verdict_woken;
}

bool mms_kswapd_by_zone(u8 mark)
{
	return mark != MMS_wake_mark_high;
}

u8 mms_kswapd_reserve_idx(u8 mark, u8 highest)
{
	return mms_kswapd_by_zone(mark) ? 0 : highest;
}

s32 mms_kswapd_zone_mark(u8 mark, const struct mms_zone_pages *zone)
{
	return zone->mark[mark == MMS_wake_mark_low ? MMS_alloc_flag_wmark_low : MMS_alloc_flag_wmark_high] +
	       zone->boost;
}

struct mms_zone_mark mms_kswapd_zone(const struct mms_zone_pages *zone, u8 order, s32 value, u8 reserve_idx)
{
	return mms_zone_compare(zone, order, value, reserve_idx, 0);
}

bool mms_pgdat_balanced(const struct mms_zone_pages zone[MMS_MAX_NR_ZONES], u8 managed, u8 order, u8 highest,
			struct mms_zone_mark check[MMS_MAX_NR_ZONES], u8 *visits)
{
	*visits = 0;
	for (u8 i = 0; i <= highest && i < MMS_MAX_NR_ZONES; i++) {
		struct mms_zone_mark *m = &check[*visits];

		if (!(managed >> i & 1))
			continue;
		*m = mms_kswapd_zone(&zone[i], order, zone[i].mark[MMS_alloc_flag_wmark_high] + zone[i].boost,
				     highest);
		++*visits;
		if (m->ok)
			return true;
	}
	return !*visits;
}

/* Is it above its high mark? What that depends on is added to *unknown. */
static bool is_above(const struct mms_kswapd_node *n, u8 i, u8 *unknown)
{
	bool drifts = n->free[i] < n->drift[i];
	s32 unusable = n->unusable[i] + mms_zone_unusable_least(n->order);

	if (drifts)
		*unknown |= MMS_KSWAPD_DRIFT;
	if (drifts || !mms_zone_above(n->high[i] + n->boost[i], n->reserve[i], n->free[i], unusable, 0))
		return false;
	if (n->order)
		*unknown |= MMS_KSWAPD_LISTS;
	return !n->order;
}

u8 mms_kswapd_decide(const struct mms_kswapd_node *node, u8 *unknown)
{
	u8 verdict = mms_kswapd_asks(node->asleep, node->failures), open = 0;
	bool any = false, boosted = false, balanced = false;

	*unknown = 0;
	if (verdict != MMS_KSWAPD_CHECK)
		return verdict;
	for (u8 i = 0; i <= node->highest && i < MMS_MAX_NR_ZONES; i++) {
		if (!(node->managed >> i & 1))
			continue;
		any = true;
		boosted |= node->boost[i] > 0;
		balanced = balanced || is_above(node, i, &open);
	}
	if (!any || balanced || boosted || !open)
		return mms_kswapd_verdict(balanced || !any, boosted);
	*unknown = open;
	return MMS_KSWAPD_CHECK;
}
