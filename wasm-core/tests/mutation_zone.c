/* SPDX-License-Identifier: Apache-2.0 */
/* Falsified zone selection. What no rule gives is left alone: whether a cpuset, a dirty
 * limit, node_reclaim() or rmqueue() let a zone pass, and numbers on the same side of their limit. */
#include <string.h>

#include "mms/enums.h"
#include "mutation_wake.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"
#include "policy/zone_watermark.h"

#define FAR_OFF (1 << 28)

static struct mms_ev_zone_select *walk(struct mms_log *log, u32 i)
{
	struct mms_ev_zone_select *e = &log->event[i].zone_select;

	return log->event[i].kind == MMS_KIND_zone_select && e->visits && e->visits <= MMS_VISIT_LANES ? e : NULL;
}

static u8 some_visit(const struct mms_ev_zone_select *e, struct mms_random *r)
{
	return (u8)mms_random_below(r, e->visits);
}

static bool marks_decide(const struct mms_ev_zone_select *e, u8 i)
{
	u8 v = e->visit_verdict[i];

	return !(e->flags & MMS_alloc_flag_no_watermarks) &&
	       (v == MMS_zone_verdict_took || v >= MMS_zone_verdict_wmark);
}

static bool met(const struct mms_ev_zone_select *e, u8 i)
{
	return e->visit_verdict[i] == MMS_zone_verdict_took || e->visit_verdict[i] == MMS_zone_verdict_empty;
}

static bool fast(const struct mms_ev_zone_select *e)
{
	return mms_zone_path_of(e->flags) == MMS_ZONE_FAST;
}

static bool chosen(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e)
		return false;
	if (e->zone < 0)
		e->zone = e->visit_zone[0];
	else
		e->zone = mms_random_below(r, 2) ? (s16)-1 : (s16)(e->zone ^ 1);
	return true;
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

static bool verdict(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at, v;

	if (!e)
		return false;
	at = some_visit(e, r);
	v = (u8)mms_random_below(r, MMS_zone_verdict_empty + 1);
	if (same_to_rules(e, at, e->visit_verdict[at], v))
		return false;
	e->visit_verdict[at] = v;
	return true;
}

/* Free pages across the limit. */
static bool free_pages(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	s64 limit;
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	limit = mms_zone_reduced_mark(e->visit_mark[at], (u32)e->flags) + e->visit_reserve[at] +
		e->visit_unusable[at];
	if (!marks_decide(e, at) || (e->order && !met(e, at)))
		return false;
	e->visit_free[at] = (s32)(met(e, at) ? limit : limit + 1);
	return true;
}

static bool mark(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (!marks_decide(e, at) || !met(e, at) || e->visit_free[at] >= FAR_OFF / 16)
		return false;
	e->visit_mark[at] = 16 * (e->visit_free[at] + 1);
	return true;
}

/* In itself the walk still holds: the zone that gave the page is far above this mark, too. */
static bool low_mark(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (!marks_decide(e, at) || !met(e, at) || e->visit_mark[at] < 2)
		return false;
	e->visit_mark[at] = 1;
	return true;
}

static bool reserve(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (!marks_decide(e, at))
		return false;
	if (mms_zone_idx(e->visit_zone[at]) == e->highest)
		e->visit_reserve[at] += (s32)(1 + mms_random_below(r, 9));
	else if (met(e, at))
		e->visit_reserve[at] = e->visit_free[at] + 1;
	else
		return false;
	return true;
}

static bool unusable(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (e->visit_verdict[at] != MMS_zone_verdict_took && e->visit_verdict[at] < MMS_zone_verdict_wmark)
		return false;
	e->visit_unusable[at] = mms_zone_unusable_least(e->order) - 1;
	return true;
}

static bool has_block(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (!marks_decide(e, at))
		return false;
	e->visit_flags[at] ^= MMS_zone_bit_has_block;
	return true;
}

/* Numbers where no watermark was looked at. */
static bool unread(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (e->visit_verdict[at] == MMS_zone_verdict_took || e->visit_verdict[at] >= MMS_zone_verdict_wmark)
		return false;
	e->visit_mark[at] = 1;
	return true;
}

static bool order(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e || e->order || !marks_decide(e, (u8)(e->visits - 1)) || !met(e, (u8)(e->visits - 1)))
		return false;
	e->order = (u8)(1 + mms_random_below(r, 3));
	return true;
}

static bool end(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e)
		return false;
	e->end = (u8)((e->end + 1 + mms_random_below(r, MMS_zone_walk_end_fair)) % (MMS_zone_walk_end_fair + 1));
	return true;
}

/* A flag that this path of the allocator never has. */
static bool flags(struct mms_log *log, u32 i, struct mms_random *r)
{
	static const u64 never_fast[] = {MMS_alloc_flag_no_watermarks, MMS_alloc_flag_oom, MMS_alloc_flag_non_block,
					 MMS_alloc_flag_min_reserve, MMS_alloc_flag_highatomic};
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e)
		return false;
	if (fast(e))
		e->flags |= never_fast[mms_random_below(r, MMS_COUNT(never_fast))];
	else
		e->flags |= mms_random_below(r, 2) ? MMS_alloc_flag_fair : MMS_alloc_flag_nofragment;
	return true;
}

static bool fair_flag(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	(void)r;
	/* a later walk under fair_local may be with or without */
	if (!e || !fast(e) || (e->mode == MMS_zone_policy_fair_local && e->pass))
		return false;
	e->flags ^= MMS_alloc_flag_fair;
	return true;
}

static bool gfp(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e || !fast(e))
		return false;
	e->gfp ^= mms_random_below(r, 2) ? MMS_GFP_KSWAPD_RECLAIM : MMS_GFP_WRITE;
	return true;
}

static bool preferred(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e)
		return false;
	e->pref = (u8)(e->pref ^ (mms_random_below(r, 2) ? 8 : 1));
	return true;
}

static bool highest(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 idx;

	if (!e)
		return false;
	idx = mms_zone_idx(e->visit_zone[some_visit(e, r)]);
	if (!idx)
		return false;
	e->highest = (u8)(idx - 1);
	return true;
}

static bool nodes(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e)
		return false;
	e->nodes &= ~(1ull << mms_zone_nid(e->visit_zone[some_visit(e, r)]));
	return true;
}

/* Another zone, or one that was visited before. */
static bool zone(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	e->visit_zone[at] = at ? e->visit_zone[mms_random_below(r, at)] : (u8)(e->visit_zone[0] ^ 1);
	return true;
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

static bool swapped(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i), was;
	u32 at;

	if (!e || e->visits < 2)
		return false;
	was = *e;
	at = mms_random_below(r, e->visits - 1u);
	copy_visit(e, at, &was, at + 1);
	copy_visit(e, at + 1, &was, at);
	return true;
}

static bool left_out(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i), unused;

	if (!e || e->visits < 2)
		return false;
	memset(&unused, 0xff, sizeof(unused));
	for (u32 at = some_visit(e, r); at + 1 < e->visits; at++)
		copy_visit(e, at, e, at + 1);
	copy_visit(e, --e->visits, &unused, 0);
	return true;
}

/* A batch that was used up has some left, or the other way round. */
static bool batch_read(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (!e->visit_batch[at])
		return false;
	e->visit_batch[at] = -e->visit_batch[at];
	return true;
}

static bool batch_unread(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e || e->flags & MMS_alloc_flag_fair)
		return false;
	e->visit_batch[some_visit(e, r)] = 1;
	return true;
}

static bool batch_after(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	(void)r;
	if (!e)
		return false;
	if (e->mode == MMS_zone_policy_preferred || e->zone < 0)
		e->batch = 1;
	else if (e->visit_batch[e->visits - 1])
		e->batch = FAR_OFF;
	else
		return false;
	return true;
}

static bool page(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e)
		return false;
	if (!e->pfn)
		e->pfn = 1 + mms_random_below(r, 9999);
	else if (e->order && mms_random_below(r, 2))
		e->pfn++;
	else
		e->pfn = 0;
	return true;
}

/* A node that is far from itself. */
static bool place(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 at;

	if (!e)
		return false;
	at = some_visit(e, r);
	if (mms_zone_nid(e->visit_zone[at]) != mms_zone_nid(e->pref))
		return false;
	e->visit_flags[at] ^= mms_random_below(r, 2) ? MMS_zone_bit_local : MMS_zone_bit_near;
	return true;
}

static bool both_marks(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e)
		return false;
	e->visit_flags[some_visit(e, r)] |= MMS_zone_bit_at_high | MMS_zone_bit_below_high;
	return true;
}

static bool reclaim(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);
	u8 v, at;

	if (!e)
		return false;
	at = some_visit(e, r);
	v = e->visit_verdict[at];
	if (v == MMS_zone_verdict_noscan || v == MMS_zone_verdict_unreclaimable || v == MMS_zone_verdict_low)
		e->reclaim = 0;
	else if (v == MMS_zone_verdict_wmark && e->visit_flags[at] & MMS_zone_bit_near)
		e->reclaim = 1;
	else
		return false;
	return true;
}

static bool policy(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	(void)r;
	if (!e || !fast(e))
		return false;
	e->mode = e->mode == MMS_zone_policy_preferred ? MMS_zone_policy_fair : MMS_zone_policy_preferred;
	return true;
}

static bool pass(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	(void)r;
	/* what came before a task's first walk nobody saw */
	for (u32 k = i; e && k--;)
		if (log->event[k].kind == MMS_KIND_zone_select && log->event[k].pid == log->event[i].pid &&
		    log->event[k].cpu == log->event[i].cpu && i - k < 200) {
			e->pass++;
			return true;
		}
	return false;
}

static bool list(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	/* with zones above it out of bounds another list may come to the same */
	if (!e || ~e->nodes || e->highest < 2)
		return false;
	e->list = (s16)((e->list + 1 + (s16)mms_random_below(r, 15)) % MMS_NODES);
	return true;
}

/* An answer that the walk got is turned over, and what came of it is not. */
static bool answer(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_select *e = walk(log, i);

	if (!e || e->charged == UINT64_MAX)
		return false;
	e->visit_flags[some_visit(e, r)] ^= mms_random_below(r, 2) ? MMS_zone_bit_denied : MMS_zone_bit_dirtied;
	return true;
}

const struct mutation zone_mutations[] = {
	{"zone chosen", chosen, NULL},
	{"verdict on a zone", verdict, NULL},
	{"free pages", free_pages, NULL},
	{"watermark", mark, NULL},
	{"watermark of no zone", low_mark, NULL},
	{"reserve", reserve, NULL},
	{"unusable pages", unusable, NULL},
	{"block that is large enough", has_block, NULL},
	{"watermark that was not read", unread, NULL},
	{"order", order, NULL},
	{"end of the walk", end, NULL},
	{"flags", flags, NULL},
	{"ALLOC_FAIR", fair_flag, NULL},
	{"gfp flags", gfp, NULL},
	{"preferred zone", preferred, NULL},
	{"highest zone", highest, NULL},
	{"nodes", nodes, NULL},
	{"zone visited", zone, NULL},
	{"visits swapped", swapped, NULL},
	{"visit left out", left_out, NULL},
	{"batch read", batch_read, NULL},
	{"batch that was not read", batch_unread, NULL},
	{"batch afterwards", batch_after, NULL},
	{"page", page, NULL},
	{"a node far from itself", place, NULL},
	{"high mark met and not tried", both_marks, NULL},
	{"zone_reclaim_mode", reclaim, NULL},
	{"policy", policy, NULL},
	{"walk of the call", pass, NULL},
	{"zonelist", list, NULL},
	{"cpuset or dirty limit", answer, NULL},
	{"charge of a page too many", mutate_charge_more, NULL},
	{"charge of nothing", mutate_charge_nothing, NULL},
	{"batch without its charges", mutate_charge_batch, NULL},
	{"charges at a reset", mutate_reset_charged, NULL},
	{"batch at a reset", mutate_reset_old, NULL},
	{"charges of hidden tasks", mutate_hidden, NULL},
	{"kswapd awake throughout", mutate_wake_never, NULL},
	{"boost of no zone", mutate_boost, NULL},
	{"batch set", mutate_batch_set, NULL},
	{"batch of other marks", mutate_batch_marks, NULL},
	{"reason of a batch", mutate_batch_reason, NULL},
	{"wake-up", mutate_wake_woken, NULL},
	{"kswapd asleep", mutate_wake_asleep, NULL},
	{"kswapd's failures", mutate_wake_failures, NULL},
	{"zone boosted", mutate_wake_boosted, NULL},
	{"free pages of a wake-up", mutate_wake_free, NULL},
	{"zone of a wake-up", mutate_wake_zone, NULL},
	{"watermark of a wake-up", mutate_wake_mark, NULL},
	{"reserve of a wake-up", mutate_wake_reserve, NULL},
	{"zones of a wake-up swapped", mutate_wake_order, NULL},
	{"line dropped", NULL, mutate_line_dropped},
	{"line doubled", NULL, mutate_line_doubled},
	{"field dropped", NULL, mutate_field_dropped},
	{"byte changed", NULL, mutate_byte_changed},
};
const unsigned n_zone_mutations = MMS_COUNT(zone_mutations);
