/* SPDX-License-Identifier: Apache-2.0 */
#include "zone_watermark.h"

s32 mms_zone_unusable_least(u8 order)
{
	return (s32)((1u << order) - 1);
}

bool mms_zone_unusable_exact(u32 flags)
{
	return flags & MMS_ALLOC_RESERVES && flags & MMS_alloc_flag_cma;
}

s32 mms_zone_unusable_free(s32 highatomic, s32 cma, u8 order, u32 flags)
{
	s32 unusable = mms_zone_unusable_least(order);

	if (!(flags & MMS_ALLOC_RESERVES))
		unusable += highatomic;
	if (!(flags & MMS_alloc_flag_cma))
		unusable += cma;
	return unusable;
}

s64 mms_zone_reduced_mark(s64 mark, u32 flags)
{
	s64 min = mark;

	if (flags & MMS_alloc_flag_min_reserve) {
		min -= min / 2;
		if (flags & MMS_alloc_flag_non_block)
			min -= min / 4;
	}
	if (flags & MMS_alloc_flag_oom)
		min -= min / 2;
	return min;
}

bool mms_zone_above(s32 mark, s32 reserve, s32 free, s32 unusable, u32 flags)
{
	return (s64)free - unusable > mms_zone_reduced_mark(mark, flags) + reserve;
}

bool mms_zone_watermark_ok(u8 order, s32 mark, s32 reserve, s32 free, s32 unusable, u32 flags, bool has_block)
{
	return mms_zone_above(mark, reserve, free, unusable, flags) && (!order || has_block);
}

bool mms_zone_has_block(const struct mms_zone_pages *zone, u8 order, u32 flags)
{
	u32 blocks = zone->blocks;

	if (flags & MMS_alloc_flag_cma)
		blocks |= zone->cma_blocks;
	if (flags & (MMS_alloc_flag_highatomic | MMS_alloc_flag_oom))
		blocks |= zone->highatomic_blocks;
	return blocks >> order;
}

struct mms_zone_mark mms_zone_compare(const struct mms_zone_pages *zone, u8 order, s32 mark, u8 highest, u32 flags)
{
	struct mms_zone_mark m = {
		.free = zone->free,
		.unusable = mms_zone_unusable_free(zone->highatomic, zone->cma, order, flags),
		.mark = mark,
		.reserve = zone->reserve[highest],
	};

	/* the free lists are looked at only when there are pages enough */
	m.has_block = order && mms_zone_above(mark, m.reserve, m.free, m.unusable, flags) &&
		      mms_zone_has_block(zone, order, flags);
	m.ok = mms_zone_watermark_ok(order, mark, m.reserve, m.free, m.unusable, flags, m.has_block);
	return m;
}

bool mms_zone_drops_boost(u8 order, u32 flags, bool boosted)
{
	return !order && flags & MMS_alloc_flag_min_reserve && boosted &&
	       (flags & MMS_ALLOC_WMARK_MASK) == MMS_alloc_flag_wmark_min;
}

struct mms_zone_mark mms_zone_watermark_fast(const struct mms_zone_pages *zone, u8 order, s32 mark, u8 highest,
					     u32 flags, bool *unboosted)
{
	/* The kernel's shortcut compares the same numbers with the mark as it is. What passes it passes
	 * the full check too, whose mark is never higher, so one comparison decides as the two do. */
	struct mms_zone_mark m = mms_zone_compare(zone, order, mark, highest, flags);

	*unboosted = !m.ok && mms_zone_drops_boost(order, flags, zone->boost);
	if (*unboosted)
		m = mms_zone_compare(zone, order, zone->mark[MMS_alloc_flag_wmark_min], highest, flags);
	return m;
}

struct mms_zone_mark mms_zone_check_marks(struct mms_zone_pages *zone, u8 order, u8 highest, u32 flags, u8 *bits)
{
	struct mms_zone_mark m;
	bool unboosted;

	*bits = zone->below_high ? MMS_zone_bit_below_high : MMS_zone_bit_at_high;
	if (!zone->below_high) {
		m = mms_zone_watermark_fast(zone, order, zone->mark[MMS_alloc_flag_wmark_high] + zone->boost, highest,
					    flags, &unboosted);
		zone->below_high = !m.ok;
	}
	if (zone->below_high) {
		*bits &= (u8)~MMS_zone_bit_at_high;
		m = mms_zone_watermark_fast(zone, order, zone->mark[flags & MMS_ALLOC_WMARK_MASK] + zone->boost,
					    highest, flags, &unboosted);
	}
	*bits |= (u8)((m.has_block ? MMS_zone_bit_has_block : 0) | (unboosted ? MMS_zone_bit_unboosted : 0));
	return m;
}
