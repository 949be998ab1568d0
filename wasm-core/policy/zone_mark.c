/* SPDX-License-Identifier: Apache-2.0 */
#include "zone_mark.h"

#define CAPPED_PART 1024u
#define CAPPED_LEAST 32u /* SWAP_CLUSTER_MAX */
#define CAPPED_MOST 128u

/* mult_frac(): what is left of a whole part is shared on its own, so that only that product can be large. */
static u64 part_of(u64 n, u64 share, u64 all)
{
	return n / all * share + (u64)((unsigned __int128)(n % all) * share / all);
}

u64 mms_zone_wmark_share(u64 pages_min, u64 managed, u64 all)
{
	return part_of(managed, pages_min, all);
}

u64 mms_zone_wmark_capped(u64 managed)
{
	return MMS_MIN(MMS_MAX(managed / CAPPED_PART, CAPPED_LEAST), CAPPED_MOST);
}

u64 mms_zone_wmark_gap(u64 share, u64 managed, u64 scale)
{
	return MMS_MAX(share / 4, part_of(managed, scale, MMS_WATERMARK_SCALE));
}

u64 mms_zone_wmark(u32 mark, u64 min, u64 gap)
{
	return min + mark * gap;
}
