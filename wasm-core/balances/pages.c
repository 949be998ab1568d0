/* SPDX-License-Identifier: Apache-2.0 */
/* Free pages that an allocation cannot use, and zones that have none to take, beside what the kernel does with both. */
#include "internal.h"

#include "policy/zone_flags.h"
#include "policy/zone_watermark.h"

#define MOBILITY 0x18u /* of gfp flags: __GFP_RECLAIMABLE and __GFP_MOVABLE */
#define UNTOLD 125 /* pages that a CPU has given back and not told of, at most */

struct pages {
	const struct books *b;
	bool cma;    /* some free pages may be in CMA areas */
	u64 asked;   /* when somebody last asked for a kswapd */
	struct {
		bool known;
		u64 reserved, ts; /* free pages in highatomic blocks, as last recorded, and when */
		u64 read, fit;    /* how often that is recorded, and how often it is possible */
		u64 above, served; /* walks that found the zone above its mark, and those of them that may have ended so */
	} zone[ZONES];
};

/*
 * mm/page_alloc.c:gfp_to_alloc_flags_cma(): where the kernel has CMA areas, a request for a movable page may use them. False: one
 * could not.
 */
static bool has_cma(const struct mms_log *log)
{
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_ev_zone_select *e = &log->event[i].zone_select;

		if (log->event[i].kind == MMS_KIND_zone_select && (e->gfp & MOBILITY) == MMS_GFP_MOVABLE &&
		    mms_zone_path_of(e->flags) == MMS_ZONE_FAST && !(e->flags & MMS_alloc_flag_cma))
			return false;
	}
	return true;
}

/*
 * mm/page_alloc.c:reserve_highatomic_pageblock(): a hundredth of the zone, rounded up to blocks; none where that is less than one.
 */
static u64 most_reserved(const struct mms_ev_zone *zone)
{
	u64 share = zone->managed / 100;

	return share < PAGEBLOCK ? 0 : 2 * share;
}

/* Did somebody ask for a kswapd between the last reading of the zone and now, or at about that time? */
static bool asked_since(const struct pages *s, u32 i, u64 since)
{
	const struct mms_log *log = s->b->log;

	if (s->asked && s->asked + TASK_LATE >= since)
		return true;
	for (u64 until = log->event[i].ts + TASK_LATE; i < log->count && log->event[i].ts <= until; i++)
		if (log->event[i].kind == MMS_KIND_kswapd_wake)
			return true;
	return false;
}

/*
 * Pages leave the highatomic blocks by an allocation with nothing else to take, or by direct reclaim that gets nowhere: mm/page_alloc.c:
 * rmqueue_buddy(), unreserve_highatomic_pageblock(). Both are in __alloc_pages_slowpath(), which first asks for every kswapd.
 */
static void note_unusable(struct pages *s, u32 i, u32 z, u8 order, s32 unusable)
{
	u64 reserved = (u64)((s64)unusable - mms_zone_unusable_least(order)), ts = s->b->log->event[i].ts;

	if (z >= ZONES || !s->b->zone_known[z])
		return;
	s->zone[z].read++;
	s->zone[z].fit += reserved <= most_reserved(&s->b->zone[z]) &&
			  (!s->zone[z].known || reserved >= s->zone[z].reserved || asked_since(s, i, s->zone[z].ts));
	s->zone[z].known = true;
	s->zone[z].reserved = reserved;
	s->zone[z].ts = ts;
}

/* mm/page_alloc.c:zone_batchsize(), nr_pcp_alloc(): what a CPU takes for its list in one go, at most. */
static u64 refill_of(u64 managed)
{
	u64 batch = MMS_MAX(MMS_MIN(managed >> 10, 256) / 4, 1), of = 1;

	while (2 * of <= batch + batch / 2)
		of *= 2;
	return MMS_MAX(of - 1, 1) << 5;
}

/* mm/vmstat.c:calculate_normal_threshold() */
static u64 untold_of(u64 managed, u32 cpus)
{
	u64 threshold = 2;

	for (; cpus; cpus /= 2)
		threshold += 2;
	threshold -= 2;
	for (u64 size = managed >> 15, of = threshold; size; size /= 2)
		threshold += of;
	return MMS_MIN(threshold, UNTOLD);
}

/*
 * A walk for one page that may mix page block types takes any free page that is its to use: mm/page_alloc.c:__rmqueue(). Of a zone
 * above its mark other CPUs may have taken some meanwhile, each for its list, and not told of others.
 */
static bool may_be_empty(const struct pages *s, const struct mms_ev_zone_select *e, u32 v)
{
	u64 managed = s->b->zone[e->visit_zone[v]].managed;

	return (s64)e->visit_free[v] - e->visit_unusable[v] <=
	       (s64)(s->b->cpus * (refill_of(managed) + untold_of(managed, s->b->cpus)));
}

static void at_walk(struct pages *s, u32 i)
{
	const struct mms_ev_zone_select *e = &s->b->log->event[i].zone_select;
	u32 flags = (u32)e->flags;

	if (flags & (MMS_alloc_flag_no_watermarks | MMS_ALLOC_RESERVES))
		return;
	for (u32 v = 0; v < MMS_MIN(e->visits, MMS_VISIT_LANES); v++) {
		u32 z = e->visit_zone[v];
		bool empty = e->visit_verdict[v] == MMS_zone_verdict_empty;

		if (!e->visit_mark[v] || z >= ZONES || !s->b->zone_known[z])
			continue;
		if (!s->cma || flags & MMS_alloc_flag_cma)
			note_unusable(s, i, z, e->order, e->visit_unusable[v]);
		if (e->order || flags & MMS_alloc_flag_nofragment || !(empty || e->visit_verdict[v] == MMS_zone_verdict_took))
			continue;
		s->zone[z].above++;
		s->zone[z].served += !empty || may_be_empty(s, e, v);
	}
}

/* wakeup_kswapd() checks the marks the same way for every caller: no caller may use reserves. */
static void at_wake(struct pages *s, u32 i)
{
	const struct mms_ev_kswapd_wake *e = &s->b->log->event[i].kswapd_wake;

	s->asked = s->b->log->event[i].ts;
	for (u32 v = 0; v < MMS_MIN(e->visits, MMS_COUNT(e->visit_unusable)) && !s->cma; v++)
		note_unusable(s, i, e->visit_zone[v], e->order, e->visit_unusable[v]);
}

void mms_balance_pages(struct books *b)
{
	size_t top = b->arena->top;
	struct pages *s = mms_arena_alloc(b->arena, sizeof(*s));

	b->full |= !s;
	if (!s)
		return;
	s->b = b;
	s->cma = has_cma(b->log);
	for (u32 i = 0; i < b->log->count; i++)
		if (b->log->event[i].kind == MMS_KIND_zone_select)
			at_walk(s, i);
		else if (b->log->event[i].kind == MMS_KIND_kswapd_wake)
			at_wake(s, i);
	for (u32 z = 0; z < ZONES; z++) {
		if (s->zone[z].read)
			mms_balance_add(b, MMS_BALANCE_unusable, z, s->zone[z].read, s->zone[z].fit, 0);
		if (s->zone[z].above)
			mms_balance_add(b, MMS_BALANCE_served, z, s->zone[z].above, s->zone[z].served, 0);
	}
	mms_arena_rewind(b->arena, top);
}
