/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lies about the choice of a zone, and about the marks of zones. Those that are noticed everywhere leave alone what no
 * rule gives: whether a cpuset, a dirty limit, node_reclaim() or rmqueue() let a zone pass, and numbers on the same
 * side of their limit.
 */
#include <string.h>

#include "lie.h"
#include "mms/enums.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"
#include "policy/zone_watermark.h"

#define FAR_OFF (1 << 28)

/* Says which zones it visited. */
static bool walk(const struct mms_ev_zone_select *e)
{
	return e->visits && e->visits <= MMS_VISIT_LANES;
}

/* One that took a page. */
static bool took(const struct mms_ev_zone_select *e)
{
	return walk(e) && e->end == MMS_zone_walk_end_took;
}

static u8 last(const struct mms_ev_zone_select *e)
{
	return (u8)(e->visits - 1);
}

/* One that took a page where batches count. */
static bool charged(const struct mms_ev_zone_select *e)
{
	return took(e) && e->mode != MMS_zone_policy_preferred && e->visit_batch[last(e)] > 0;
}

static bool fast(const struct mms_ev_zone_select *e)
{
	return mms_zone_path_of(e->flags) == MMS_ZONE_FAST;
}

static bool marks_decide(const struct mms_ev_zone_select *e, u8 at)
{
	u8 v = e->visit_verdict[at];

	return !(e->flags & MMS_alloc_flag_no_watermarks) &&
	       (v == MMS_zone_verdict_took || v >= MMS_zone_verdict_wmark);
}

static bool met(const struct mms_ev_zone_select *e, u8 at)
{
	return e->visit_verdict[at] == MMS_zone_verdict_took || e->visit_verdict[at] == MMS_zone_verdict_empty;
}

static bool compared(const struct mms_ev_zone_select *e, u8 at)
{
	return e->visit_mark[at] && !(e->flags & MMS_alloc_flag_no_watermarks);
}

/* What a zone has to have more than. */
static s64 limit(const struct mms_ev_zone_select *e, u8 at)
{
	return mms_zone_reduced_mark(e->visit_mark[at], (u32)e->flags) + e->visit_reserve[at] + e->visit_unusable[at];
}

static s64 to_spare(const struct mms_ev_zone_select *e, u8 at)
{
	return e->visit_free[at] - limit(e, at);
}

/* The first visit with this verdict of the `n` first ones; -1: none. */
static int visit_with(const struct mms_ev_zone_select *e, u8 verdict, u32 n)
{
	for (u32 at = 0; at < n; at++)
		if (e->visit_verdict[at] == verdict)
			return (int)at;
	return -1;
}

/* Outcomes that no rule tells apart. */
static bool same_to_rules(const struct mms_ev_zone_select *e, u8 i, u8 a, u8 b)
{
	u32 outside = 1u << MMS_zone_verdict_cpuset | 1u << MMS_zone_verdict_dirty;
	u32 reclaimed =
		1u << MMS_zone_verdict_noscan | 1u << MMS_zone_verdict_unreclaimable | 1u << MMS_zone_verdict_low;

	if (a == b || outside >> a & 1)
		return true;
	/* a batch may be 0 by chance, and the last zone may be passed over where the list ends anyway */
	if (outside >> b & 1)
		return a == MMS_zone_verdict_retry || (a == MMS_zone_verdict_batch && !e->visit_batch[i]);
	return reclaimed >> a & reclaimed >> b & 1;
}

/* A flag that this path of the allocator never has. */
static u64 never_on(const struct mms_ev_zone_select *e, struct mms_random *r)
{
	static const u64 never_fast[] = {MMS_alloc_flag_no_watermarks, MMS_alloc_flag_oom, MMS_alloc_flag_non_block,
					 MMS_alloc_flag_min_reserve, MMS_alloc_flag_highatomic};

	if (fast(e))
		return never_fast[BELOW(MMS_COUNT(never_fast))];
	return BELOW(2) ? MMS_alloc_flag_fair : MMS_alloc_flag_nofragment;
}

/* Has the task walked not long ago? What came before its first walk nobody saw. */
static bool walked_before(const struct mms_log *log, u32 i)
{
	for (u32 k = i; k-- && i - k < 200;)
		if (log->event[k].kind == MMS_KIND_zone_select && log->event[k].pid == log->event[i].pid &&
		    log->event[k].cpu == log->event[i].cpu)
			return true;
	return false;
}

static void copy_visit(struct mms_ev_zone_select *to, u32 at, const struct mms_ev_zone_select *from, u32 i)
{
	to->visit_zone[at] = from->visit_zone[i];
	to->visit_verdict[at] = from->visit_verdict[i];
	to->visit_flags[at] = from->visit_flags[i];
	to->visit_batch[at] = from->visit_batch[i];
	to->visit_free[at] = from->visit_free[i];
	to->visit_unusable[at] = from->visit_unusable[i];
	to->visit_mark[at] = from->visit_mark[i];
	to->visit_reserve[at] = from->visit_reserve[i];
}

/* Only the first `n` visits were made. */
static void visits_end(struct mms_ev_zone_select *e, u8 n)
{
	struct mms_ev_zone_select unused;

	memset(&unused, 0xff, sizeof(unused));
	while (e->visits > n)
		copy_visit(e, --e->visits, &unused, 0);
}

/* What the capture says of a zone, at its beginning. */
static const struct mms_ev_zone *zone_of(const struct mms_log *log, u8 zone)
{
	for (u32 i = 0; i < log->count && log->event[i].kind < MMS_KIND_swap_list; i++)
		if (log->event[i].kind == MMS_KIND_zone && log->event[i].zone.zone == zone)
			return &log->event[i].zone;
	return NULL;
}

/* Every visit that met its mark, each by its own change; false: none could be. */
static bool each_met(struct mms_ev_zone_select *e, bool (*change)(struct mms_ev_zone_select *e, u8 at))
{
	bool changed = false;

	for (u8 at = 0; at < e->visits; at++)
		if (compared(e, at) && met(e, at))
			changed = change(e, at) || changed;
	return changed;
}

static bool one_page(struct mms_ev_zone_select *e, u8 at)
{
	e->visit_mark[at] = 1;
	return true;
}

static bool page_less(struct mms_ev_zone_select *e, u8 at)
{
	e->visit_mark[at]--;
	return true;
}

/* As if a pageblock had been stolen since. */
static bool boost(struct mms_ev_zone_select *e, u8 at)
{
	if (to_spare(e, at) <= 2 * PAGEBLOCK || e->visit_flags[at] & MMS_zone_bit_unboosted)
		return false;
	e->visit_mark[at] += PAGEBLOCK;
	return true;
}

static bool fewer_free(struct mms_ev_zone_select *e, u8 at)
{
	e->visit_free[at] -= (s32)MMS_MIN(to_spare(e, at) - 1, 100);
	return to_spare(e, at) > 0;
}

static bool unusable_more(struct mms_ev_zone_select *e, u8 at)
{
	if (to_spare(e, at) < 2 || mms_zone_unusable_exact((u32)e->flags))
		return false;
	e->visit_unusable[at]++;
	return true;
}

/* A zone that was short of pages is one that a cpuset or the dirty limit forbids: nothing is read of it. */
static bool forbid(struct mms_ev_zone_select *e, u8 verdict)
{
	for (u8 at = 0; at < last(e); at++)
		if (e->visit_verdict[at] >= MMS_zone_verdict_wmark) {
			e->visit_verdict[at] = verdict;
			e->visit_batch[at] = verdict == MMS_zone_verdict_cpuset ? 0 : e->visit_batch[at];
			e->visit_free[at] = e->visit_unusable[at] = e->visit_mark[at] = e->visit_reserve[at] = 0;
			e->visit_flags[at] &= MMS_zone_bit_local | MMS_zone_bit_near;
			return true;
		}
	return false;
}

/* The allowed nodes are said to be those whose zones were looked at. */
static u64 nodes_visited(const struct mms_ev_zone_select *e)
{
	u64 nodes = 0;

	for (u8 at = 0; at < e->visits; at++)
		nodes |= 1ull << mms_zone_nid(e->visit_zone[at]);
	return nodes;
}

#define BOUNDS_ALONE "Free pages change without an event; only their bounds are known."
#define CHARGED_MEANWHILE "Tasks outside the capture may have charged so many pages meanwhile."
#define AT u8 at = (u8)BELOW(e->visits) /* some visit */

#define LIES "zone.def"
#define FILE_OF_LIES lies_zone
#include "rows.h"
