/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about the choice of a zone, and about the marks of zones. */
#include "forgery.h"
#include "mms/enums.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_watermark.h"

#define PAGEBLOCK 512

static struct mms_ev_zone_select *walk(struct mms_log *log, u32 i)
{
	struct mms_ev_zone_select *e = &log->event[i].zone_select;

	return log->event[i].kind == MMS_KIND_zone_select && e->visits && e->visits <= MMS_VISIT_LANES ? e : NULL;
}

/* One that took a page. */
static struct mms_ev_zone_select *took(struct mms_log *log, u32 i)
{
	struct mms_ev_zone_select *e = walk(log, i);

	return e && e->end == MMS_zone_walk_end_took ? e : NULL;
}

/* The same, where batches count. */
static struct mms_ev_zone_select *charged(struct mms_log *log, u32 i)
{
	struct mms_ev_zone_select *e = took(log, i);

	return e && e->mode != MMS_zone_policy_preferred && e->visit_batch[e->visits - 1] > 0 ? e : NULL;
}

static bool compared(const struct mms_ev_zone_select *e, u8 at)
{
	return e->visit_mark[at] && !(e->flags & MMS_alloc_flag_no_watermarks);
}

static bool met(const struct mms_ev_zone_select *e, u8 at)
{
	return compared(e, at) && (e->visit_verdict[at] == MMS_zone_verdict_took || e->visit_verdict[at] == MMS_zone_verdict_empty);
}

static s64 to_spare(const struct mms_ev_zone_select *e, u8 at)
{
	return e->visit_free[at] - e->visit_unusable[at] - e->visit_reserve[at] -
	       mms_zone_reduced_mark(e->visit_mark[at], (u32)e->flags);
}

/* What the capture tells of a zone, at its beginning. */
static const struct mms_ev_zone *told(const struct mms_log *log, u8 zone)
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

	for (u8 at = 0; e && at < e->visits; at++)
		if (met(e, at))
			changed = change(e, at) || changed;
	return changed;
}

static bool one_page(struct mms_ev_zone_select *e, u8 at)
{
	e->visit_mark[at] = 1;
	return true;
}

static bool marks_one(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	return each_met(walk(log, i), one_page);
}

static bool page_less(struct mms_ev_zone_select *e, u8 at)
{
	e->visit_mark[at]--;
	return true;
}

static bool marks_one_less(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	return each_met(walk(log, i), page_less);
}

/* As if a pageblock had been stolen since. */
static bool boost(struct mms_ev_zone_select *e, u8 at)
{
	if (to_spare(e, at) <= 2 * PAGEBLOCK || e->visit_flags[at] & MMS_zone_bit_unboosted)
		return false;
	e->visit_mark[at] += PAGEBLOCK;
	return true;
}

static bool boosted(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	return each_met(walk(log, i), boost);
}

static bool fewer_free(struct mms_ev_zone_select *e, u8 at)
{
	e->visit_free[at] -= (s32)MMS_MIN(to_spare(e, at) - 1, 100);
	return to_spare(e, at) > 0;
}

static bool free_same_side(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	return each_met(walk(log, i), fewer_free);
}

static bool unusable_more(struct mms_ev_zone_select *e, u8 at)
{
	if (to_spare(e, at) < 2 || mms_zone_unusable_exact((u32)e->flags))
		return false;
	e->visit_unusable[at]++;
	return true;
}

static bool unusable_same_side(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	return each_met(walk(log, i), unusable_more);
}

/* A zone that a cpuset or the dirty limit forbids: nothing is read of it. */
static bool forbid(struct mms_ev_zone_select *e, u8 at, u8 verdict)
{
	e->visit_verdict[at] = verdict;
	e->visit_batch[at] = verdict == MMS_zone_verdict_cpuset ? 0 : e->visit_batch[at];
	e->visit_free[at] = e->visit_unusable[at] = e->visit_mark[at] = e->visit_reserve[at] = 0;
	e->visit_flags[at] &= MMS_zone_bit_local | MMS_zone_bit_near;
	return true;
}

static bool forbidden(struct mms_log *log, u32 i, u8 verdict)
{
	struct mms_ev_zone_select *e = walk(log, i);

	for (u8 at = 0; e && at + 1 < e->visits; at++)
		if (e->visit_verdict[at] >= MMS_zone_verdict_wmark)
			return forbid(e, at, verdict);
	return false;
}

static bool cpuset(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!forbidden(log, i, MMS_zone_verdict_cpuset))
		return false;
	log->event[i].zone_select.flags |= MMS_alloc_flag_cpuset;
	return true;
}

static bool dirty(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	return walk(log, i) && walk(log, i)->spread && forbidden(log, i, MMS_zone_verdict_dirty);
}

/* A zone that was short of pages had enough, but none could be taken. */
static bool empty(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	(void)r;
	for (u8 at = 0; e && !e->order && at < e->visits; at++)
		if (e->visit_verdict[at] == MMS_zone_verdict_wmark && compared(e, at)) {
			e->visit_verdict[at] = MMS_zone_verdict_empty;
			e->visit_free[at] += (s32)(1 - to_spare(e, at));
			return true;
		}
	return false;
}

/* The first zone had too few pages: the one behind it served, as it did. */
static bool too_few(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	(void)r;
	for (u8 at = 0; e && at + 1 < e->visits; at++)
		if (e->visit_verdict[at] == MMS_zone_verdict_empty && compared(e, at)) {
			e->visit_verdict[at] = MMS_zone_verdict_wmark;
			e->visit_free[at] -= (s32)to_spare(e, at);
			return true;
		}
	return false;
}

/* A zone that was passed over because its batch was used up is said to have had some left, and to have served. */
static bool batch_left(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = took(log, i);
	const struct mms_ev_zone *zone = e ? told(log, e->visit_zone[0]) : NULL;

	(void)r;
	if (!zone || e->order || e->visits < 2 || e->visit_verdict[0] != MMS_zone_verdict_batch)
		return false;
	e->visit_verdict[0] = MMS_zone_verdict_took;
	e->visit_batch[0] = 7;
	e->visit_mark[0] = (s32)zone->low;
	e->visit_reserve[0] = (s32)zone->reserve[e->highest];
	e->visit_free[0] = (s32)(zone->low + zone->reserve[e->highest] + 50);
	e->visit_unusable[0] = 0;
	e->visit_flags[0] |= MMS_zone_bit_below_high;
	for (u8 at = 1; at < e->visits; at++) {
		e->visit_zone[at] = e->visit_verdict[at] = e->visit_flags[at] = UINT8_MAX;
		e->visit_batch[at] = e->visit_free[at] = e->visit_unusable[at] = e->visit_mark[at] =
			e->visit_reserve[at] = -1;
	}
	e->visits = 1;
	e->zone = e->visit_zone[0];
	e->batch = 6;
	return true;
}

static bool one_page_more(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = charged(log, i);

	(void)r;
	if (!e)
		return false;
	e->batch--;
	return true;
}

static bool charged_twice(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = charged(log, i);

	(void)r;
	if (!e)
		return false;
	e->batch -= 1 << e->order;
	return true;
}

static bool charges_nothing(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = charged(log, i);

	(void)r;
	if (!e || e->batch == e->visit_batch[e->visits - 1])
		return false;
	e->batch = e->visit_batch[e->visits - 1];
	return true;
}

/* The batch that was read, and with it what the charge left. */
static bool batch_read(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = charged(log, i);

	if (!e)
		return false;
	e->visit_batch[e->visits - 1] += (s32)(1 + mms_random_below(r, 1000));
	return true;
}

static bool batch_of_used_up(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	for (u8 at = 0; e && at < e->visits; at++)
		if (e->visit_verdict[at] == MMS_zone_verdict_batch) {
			e->visit_batch[at] -= (s32)(1 + mms_random_below(r, 1000));
			return true;
		}
	return false;
}

static bool frame(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = took(log, i);

	if (!e)
		return false;
	e->pfn += (u64)(1 + mms_random_below(r, 1000)) << e->order;
	return true;
}

/* The allowed nodes are said to be those whose zones were looked at. */
static bool nodemask(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = took(log, i);
	u64 nodes = 0;

	(void)r;
	if (!e || ~e->nodes)
		return false;
	for (u8 at = 0; at < e->visits; at++)
		nodes |= 1ull << mms_zone_nid(e->visit_zone[at]);
	e->nodes = nodes;
	return true;
}

/* The allocation is said to be for the zone that served, and none above it. */
static bool lower_zone(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = took(log, i);
	u8 last = e ? (u8)(e->visits - 1) : 0;

	(void)r;
	if (!e || !last || mms_zone_idx(e->visit_zone[last]) >= e->highest)
		return false;
	e->visit_zone[0] = e->visit_zone[last];
	e->visit_verdict[0] = e->visit_verdict[last];
	e->visit_flags[0] = e->visit_flags[last];
	e->visit_batch[0] = e->visit_batch[last];
	e->visit_free[0] = e->visit_free[last];
	e->visit_unusable[0] = e->visit_unusable[last];
	e->visit_mark[0] = e->visit_mark[last];
	e->visit_reserve[0] = 0;
	for (u8 at = 1; at < e->visits; at++) {
		e->visit_zone[at] = e->visit_verdict[at] = e->visit_flags[at] = UINT8_MAX;
		e->visit_batch[at] = e->visit_free[at] = e->visit_unusable[at] = e->visit_mark[at] =
			e->visit_reserve[at] = -1;
	}
	e->visits = 1;
	e->pref = e->visit_zone[0];
	e->list = mms_zone_nid(e->pref);
	e->highest = mms_zone_idx(e->pref);
	e->visit_flags[0] |= MMS_zone_bit_local | MMS_zone_bit_near;
	return true;
}

/* Another preferred node: the one whose zone served. */
static bool other_node(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = took(log, i);

	(void)r;
	if (!e || e->visits != 1 || e->highest != mms_zone_idx(e->pref))
		return false;
	e->pref = (u8)(e->pref < 8 ? e->pref + 8 : e->pref - 8);
	e->list = mms_zone_nid(e->pref);
	e->visit_zone[0] = e->pref;
	e->zone = e->pref;
	return true;
}

/* As under `preferred`: batches were neither read nor charged. */
static bool preferred(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = took(log, i);

	(void)r;
	if (!e || e->visits != 1 || e->mode == MMS_zone_policy_preferred)
		return false;
	e->mode = MMS_zone_policy_preferred;
	e->flags &= ~(u64)MMS_alloc_flag_fair;
	e->visit_batch[0] = 0;
	e->batch = 0;
	return true;
}

/* As under `fair`, where a batch was read and charged. */
static bool fair(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = took(log, i);

	(void)r;
	if (!e || e->visits != 1 || e->mode != MMS_zone_policy_preferred || mms_zone_path_of(e->flags) != MMS_ZONE_FAST)
		return false;
	e->mode = MMS_zone_policy_fair;
	e->flags |= MMS_alloc_flag_fair;
	e->visit_batch[0] = 100;
	e->batch = 100 - (1 << e->order);
	return true;
}

static bool walk_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!walk(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

static bool task(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!walk(log, i))
		return false;
	log->event[i].pid += (s32)(1 + mms_random_below(r, 100));
	return true;
}

static bool zone_marks(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	(void)r;
	if (e->kind != MMS_KIND_zone || !e->zone.low)
		return false;
	e->zone.low++;
	e->zone.high++;
	return true;
}

static bool zone_size(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	(void)r;
	if (e->kind != MMS_KIND_zone)
		return false;
	e->zone.managed *= 2;
	return true;
}

static bool zone_free(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	(void)r;
	if (e->kind != MMS_KIND_zone)
		return false;
	e->zone.free /= 2;
	return true;
}

static bool zonelist(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];
	u8 first;

	(void)r;
	if (e->kind != MMS_KIND_zonelist || e->zonelist.n < 2)
		return false;
	first = e->zonelist.zone[0];
	e->zonelist.zone[0] = e->zonelist.zone[1];
	e->zonelist.zone[1] = first;
	return true;
}

const struct mutation forgery_zone[] = {
	{"every watermark of the walk is 1", marks_one, NULL},
	{"every watermark of the walk is a page lower", marks_one_less, NULL},
	{"every watermark of the walk is boosted", boosted, NULL},
	{"free pages on the same side of the mark", free_same_side, NULL},
	{"unusable pages on the same side of the mark", unusable_same_side, NULL},
	{"a cpuset forbade a zone that was short of pages", cpuset, NULL},
	{"a zone that was short of pages was over its dirty limit", dirty, NULL},
	{"a zone that was short of pages had none to take", empty, NULL},
	{"a zone with no page to take was short of them", too_few, NULL},
	{"a zone whose batch was used up served", batch_left, NULL},
	{"one page too many charged", one_page_more, NULL},
	{"every page charged twice", charged_twice, NULL},
	{"nothing charged", charges_nothing, NULL},
	{"larger batch read", batch_read, NULL},
	{"batch of a zone that is used up", batch_of_used_up, NULL},
	{"another page frame", frame, NULL},
	{"only the nodes that were looked at are allowed", nodemask, NULL},
	{"the allocation was for the zone that served", lower_zone, NULL},
	{"the allocation preferred another node, and got it", other_node, NULL},
	{"fair walk told as a preferred one", preferred, NULL},
	{"preferred walk told as a fair one", fair, NULL},
	{"walk never told", walk_dropped, NULL},
	{"another task walked", task, NULL},
	{"marks in the line of a zone", zone_marks, NULL},
	{"size in the line of a zone", zone_size, NULL},
	{"free pages in the line of a zone", zone_free, NULL},
	{"order of a zonelist", zonelist, NULL},
};
const unsigned forgery_n_zone = MMS_COUNT(forgery_zone);
