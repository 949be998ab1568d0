/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The numbers that a watermark check read, against what `zone` events tell of the zone: its marks, its reserves,
 * how many pages it has at all. Free pages change without any event, so only their bounds are known.
 */
#include "internal.h"
#include "policy/zone_watermark.h"

#define PAGEBLOCK_PAGES   512   /* pageblock_nr_pages where pages have 4 KiB */
#define BOOST_FACTOR      15000 /* watermark_boost_factor by default, in 1/10000 of the high mark */
#define STAT_DRIFT        125   /* MAX_THRESHOLD of mm/vmstat.c: pages that a CPU may not have counted yet */

static u32 cpus_of(const struct mms_state *st)
{
	u32 n = 0;

	for (u32 nid = 0; nid < MMS_NODES; nid++)
		for (u64 cpus = st->node[nid].cpus; cpus; cpus &= cpus - 1)
			n++;
	return n;
}

/* boost_watermark() adds a pageblock up to a limit, kswapd takes away what was there when it began. */
static bool is_boost(s64 boost, u64 high)
{
	s64 most = (s64)MMS_MAX(high * BOOST_FACTOR / 10000, (u64)PAGEBLOCK_PAGES);

	return boost > 0 && boost <= most && (!(boost % PAGEBLOCK_PAGES) || !((most - boost) % PAGEBLOCK_PAGES));
}

bool mms_zone_is_told(const struct mms_state *st, u32 zone)
{
	return zone < MMS_COUNT(st->zone) && st->zone[zone].told;
}

s64 mms_zone_told_mark(const struct mms_zone *zone, u32 wmark)
{
	return (s64)(wmark == MMS_alloc_flag_wmark_min ? zone->min : wmark == MMS_alloc_flag_wmark_low ? zone->low : zone->high);
}

s16 mms_nth_told(const struct mms_state *st, u32 from, u32 to, u32 at)
{
	for (u32 zone = from; zone < to; zone++)
		if (mms_zone_is_told(st, zone) && !at--)
			return (s16)zone;
	return -1;
}

bool mms_fits_zone(const struct mms_state *st, const struct mms_zone *zone, const struct mms_zone_read *read)
{
	s64 boost = read->mark - mms_zone_told_mark(zone, read->wmark);

	if (boost && (read->unboosted || !is_boost(boost, zone->high)))
		return false;
	if (read->reserve != (s64)zone->reserve[read->reserve_idx])
		return false;
	return read->free <= (s64)zone->managed || read->free <= (s64)zone->managed + (s64)cpus_of(st) * STAT_DRIFT;
}
