/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk of another policy along the same zonelist, with what this walk read of each zone: its batch, where
 * batches were read; its marks, where they were checked. The check itself is the same under every policy. And
 * another mark for kswapd, with the pages that this check read; and resets.
 */
#include "internal.h"
#include "alternatives.h"
#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"

/* A zone that was not checked in this walk gives a page all the same if it had FAR times as much as it needs when it
 * was read last, and that is not long ago. */
#define FAR 2
#define FAR_NS 1000000000ull

/* What the recorded walk learnt of a zone. */
struct look {
	u8 i; /* its visit */
	bool denied, batch, checked;
};

struct looks {
	const struct mms_ev_zone_select *e;
	u64 ts;
	u8 n;
	bool to_the_end;  /* of the zonelist */
	u16 dirty_known, dirty; /* bit n: of node n */
	struct look at[MMS_VISIT_LANES];
};

static bool bit(const struct mms_ev_zone_select *e, u8 i, u8 bits)
{
	return e->visit_flags[i] & bits;
}

/* ALLOC_FAIR comes with the policy, on the fast path; the rest of the flags does not depend on it. */
static u64 flags_under(const struct mms_ev_zone_select *e, u8 policy)
{
	u64 without = mms_zone_flags_again(e->flags, MMS_zone_walk_end_fair);

	if (policy == e->mode || mms_zone_path_of(e->flags) != MMS_ZONE_FAST)
		return e->flags;
	return without | (mms_zone_fast_flags(e->gfp, policy, false, false, false) & MMS_alloc_flag_fair);
}

static struct mms_zone_request request_of(const struct mms_ev_zone_select *e, u8 policy)
{
	return (struct mms_zone_request){
		.policy = policy, .order = e->order, .highest = e->highest, .pref = e->pref, .spread = e->spread,
		.reclaim = e->reclaim, .flags = flags_under(e, policy), .nodes = e->nodes,
	};
}

/* The recorded walk once more, to know what it looked at. */
static void look_back(struct looks *l, const struct mms_ev_zone_select *e)
{
	struct mms_zone_request request = request_of(e, e->mode);
	bool answers = e->charged != UINT64_MAX;
	struct mms_zone_walk w;

	mms_zone_walk_begin(&w, &request, NULL);
	for (u8 i = 0; i < e->visits; i++) {
		struct look *at = &l->at[l->n++];
		u8 nid = mms_zone_nid(e->visit_zone[i]), verdict = e->visit_verdict[i];

		at->i = i;
		at->denied = answers ? bit(e, i, MMS_zone_bit_denied) : verdict == MMS_zone_verdict_cpuset;
		at->batch = mms_zone_reads_batch(&w) && !at->denied;
		mms_zone_walk_at(&w, e->visit_zone[i]);
		at->checked = mms_zone_skips(&w, at->denied, e->visit_batch[i], bit(e, i, MMS_zone_bit_local),
					     answers ? bit(e, i, MMS_zone_bit_dirtied)
						     : verdict == MMS_zone_verdict_dirty) == MMS_ZONE_TRY;
		if (w.dirty == nid && nid < MMS_NODES) {
			l->dirty_known |= (u16)(1u << nid);
			l->dirty |= (u16)(w.over_limit << nid);
		}
		mms_zone_walk_verdict(&w, verdict);
	}
	l->to_the_end = !w.over;
}

static const struct look *look_at(const struct looks *l, u8 zone)
{
	for (u8 k = 0; k < l->n; k++)
		if (l->e->visit_zone[l->at[k].i] == zone)
			return &l->at[k];
	return NULL;
}

/* Local for this policy? Only where that can matter must it be known. */
static bool local_is_known(const struct looks *l, const struct look *seen, u8 policy, u8 zone, bool *local)
{
	const struct mms_ev_zone_select *e = l->e;
	bool same = mms_zone_nid(zone) == mms_zone_nid(e->pref);

	*local = mms_zone_local(policy, e->pref, zone, same ? MMS_LOCAL_DISTANCE : 0);
	if (*local || policy == MMS_zone_policy_fair_local || !(e->reclaim & MMS_RECLAIM_BITS))
		return true;
	*local = seen && bit(e, seen->i, MMS_zone_bit_local);
	return seen && e->mode != MMS_zone_policy_fair_local;
}

/* From the numbers of the check that was made; what came of rmqueue() and node_reclaim() is taken as it was. */
static u8 checked_verdict(const struct mms_zone_walk *w, const struct mms_ev_zone_select *e, u8 i)
{
	bool ok = mms_zone_watermark_ok(e->order, e->visit_mark[i], e->visit_reserve[i], e->visit_free[i],
					e->visit_unusable[i], (u32)e->flags, bit(e, i, MMS_zone_bit_has_block));
	u8 verdict = ok ? MMS_ZONE_TRY : mms_zone_below(w, bit(e, i, MMS_zone_bit_near)), was = e->visit_verdict[i];

	if (verdict == MMS_ZONE_TRY)
		return was == MMS_zone_verdict_empty ? MMS_zone_verdict_empty : MMS_zone_verdict_took;
	if (verdict == MMS_ZONE_RECLAIM)
		return was == MMS_zone_verdict_noscan || was == MMS_zone_verdict_unreclaimable ? was : MMS_zone_verdict_low;
	return verdict;
}

static bool is_far_above(const struct mms_state *st, const struct looks *l, u8 zone)
{
	const struct mms_zone *z = zone < MMS_COUNT(st->zone) ? &st->zone[zone] : NULL;
	const struct mms_ev_zone_select *e = l->e;
	s64 half = INT32_MAX / FAR;

	if (!z || !z->known || e->order || e->highest >= MMS_COUNT(z->reserve) || z->reserve[e->highest] == UINT32_MAX ||
	    !z->free_ts || l->ts > z->free_ts + FAR_NS)
		return false;
	return mms_zone_watermark_ok(0, FAR * (s32)MMS_MIN(z->high, (u64)half),
				     FAR * (s32)MMS_MIN(z->reserve[e->highest], (u64)half),
				     (s32)MMS_MIN(z->free, (s64)INT32_MAX), mms_zone_unusable_least(0), (u32)e->flags, false);
}

/* What comes of one zone in the other walk; enum mms_alternative_why_id where it is not recorded. */
static u8 judge(const struct mms_state *st, const struct looks *l, struct mms_zone_walk *w, u8 zone, u8 *verdict)
{
	const struct look *seen = look_at(l, zone);
	u8 nid = mms_zone_nid(zone);
	bool denied = seen && seen->denied, local;
	bool asks_dirty = mms_zone_reads_dirty(w), dirty = nid < MMS_NODES && l->dirty >> nid & 1;

	if (!seen && w->asked.flags & MMS_alloc_flag_cpuset)
		return MMS_alternative_why_answer;
	if (!denied && mms_zone_reads_batch(w) && !(seen && seen->batch))
		return MMS_alternative_why_batch;
	if (!local_is_known(l, seen, w->asked.policy, zone, &local) && mms_zone_reads_batch(w))
		return MMS_alternative_why_answer;
	*verdict = mms_zone_skips(w, denied, seen ? l->e->visit_batch[seen->i] : 0, local, dirty);
	if (*verdict == MMS_zone_verdict_cpuset || *verdict == MMS_zone_verdict_batch || *verdict == MMS_zone_verdict_remote)
		return MMS_alternative_why_ok;
	if (asks_dirty && !(nid < MMS_NODES && l->dirty_known >> nid & 1))
		return MMS_alternative_why_answer;
	if (*verdict != MMS_ZONE_TRY)
		return MMS_alternative_why_ok;
	if (seen && seen->checked) {
		*verdict = checked_verdict(w, l->e, seen->i);
		return MMS_alternative_why_ok;
	}
	*verdict = MMS_zone_verdict_took;
	return is_far_above(st, l, zone) ? MMS_alternative_why_ok : MMS_alternative_why_free;
}

/* The zonelist as recorded; else the zones that were visited. */
static struct mms_zonelist zonelist_of(const struct mms_state *st, const struct mms_ev_zone_select *e, bool *whole)
{
	struct mms_zonelist list = {0};

	*whole = e->list >= 0 && e->list < MMS_NODES && st->zonelist[e->list].n;
	if (*whole)
		return mms_zonelist_walked(st->zonelist[e->list].zone, st->zonelist[e->list].n, (u8)e->list, e->gfp);
	for (u8 i = 0; i < e->visits; i++)
		list.zone[list.n++] = e->visit_zone[i];
	return list;
}

struct mms_alternative mms_alternative_zone(const struct mms_state *before, const struct mms_event *event, u8 policy)
{
	const struct mms_ev_zone_select *e = &event->zone_select;
	struct mms_zone_request request = request_of(e, policy);
	struct looks looks = {.e = e, .ts = event->ts};
	struct mms_zone_walk w;
	struct mms_zonelist list;
	bool whole, ended = false;
	int zone;

	if (e->visits > MMS_VISIT_LANES)
		return mms_alternative_unknown(MMS_alternative_why_lanes);
	look_back(&looks, e);
	list = zonelist_of(before, e, &whole);
	mms_zone_walk_begin(&w, &request, &list);
	while ((zone = mms_zone_walk_next(&w)) >= 0) {
		u8 verdict, why = judge(before, &looks, &w, (u8)zone, &verdict);

		if (why)
			return mms_alternative_unknown(why);
		mms_zone_walk_verdict(&w, verdict);
		ended = w.over;
	}
	if (!ended && !whole && !looks.to_the_end)
		return mms_alternative_unknown(MMS_alternative_why_zonelist);
	return mms_alternative_found(w.zone == e->zone && (w.zone >= 0 || w.end == e->end), w.zone, w.end);
}

/* -1: this policy does not set the batch now. */
struct mms_alternative mms_alternative_batch(const struct mms_ev_zone_batch *e, u8 policy)
{
	s32 batch = mms_zone_batch(e->low, e->high);

	if (!mms_zone_batch_reason_fits(policy, e->reason))
		return mms_alternative_found(false, -1, 0);
	return mms_alternative_found(batch == e->new, MMS_MIN(batch, INT16_MAX), 0);
}

/* ---- kswapd ------------------------------------------------------------------------------------------- */

/* A zone's marks as recorded, and the boost that the recorded check had added. False: not recorded. */
static bool marks_of(const struct mms_state *st, const struct mms_ev_kswapd_wake *e, u8 i, struct mms_zone_pages *pages)
{
	const struct mms_zone *z = e->visit_zone[i] < MMS_COUNT(st->zone) ? &st->zone[e->visit_zone[i]] : NULL;

	if (!z || !z->known || z->high > INT32_MAX / 2)
		return false;
	pages->mark[MMS_alloc_flag_wmark_low] = (s32)z->low;
	pages->mark[MMS_alloc_flag_wmark_high] = (s32)z->high;
	pages->boost = 0;
	pages->boost = e->visit_mark[i] - mms_kswapd_zone_mark(e->mark, pages);
	return pages->boost >= 0;
}

static int visit_of(const struct mms_ev_kswapd_wake *e, u8 zone)
{
	for (u8 i = 0; i < e->visits; i++)
		if (e->visit_zone[i] == zone)
			return i;
	return -1;
}

/* Is the zone of visit `i` above what this mark compares with? */
static u8 is_above(const struct mms_state *st, const struct mms_ev_kswapd_wake *e, u8 i, u8 mark, bool *above)
{
	u8 idx = mms_kswapd_reserve_idx(mark, e->highest), zone = e->visit_zone[i];
	bool block = e->visit_flags[i] & MMS_zone_bit_has_block, was;
	struct mms_zone_pages pages = {0};
	s32 reserve = e->visit_reserve[i], value = e->visit_mark[i];

	if (mark != e->mark) {
		if (!marks_of(st, e, i, &pages))
			return MMS_alternative_why_marks;
		value = mms_kswapd_zone_mark(mark, &pages);
	}
	if (idx != mms_kswapd_reserve_idx(e->mark, e->highest)) {
		u32 known = idx < MMS_COUNT(st->zone->reserve) ? st->zone[zone].reserve[idx] : UINT32_MAX;

		if (known > INT32_MAX)
			return MMS_alternative_why_marks;
		reserve = (s32)known;
	}
	was = mms_zone_above(e->visit_mark[i], e->visit_reserve[i], e->visit_free[i], e->visit_unusable[i], 0);
	*above = mms_zone_watermark_ok(e->order, value, reserve, e->visit_free[i], e->visit_unusable[i], 0, block);
	/* free blocks are looked for only above the mark */
	if (e->order && !was && mms_zone_above(value, reserve, e->visit_free[i], e->visit_unusable[i], 0))
		return MMS_alternative_why_free;
	return MMS_alternative_why_ok;
}

/* pgdat_balanced(): any zone of the node up to the highest will do. */
static u8 is_node_balanced(const struct mms_state *st, const struct mms_ev_kswapd_wake *e, bool *balanced)
{
	bool all = e->mark == MMS_wake_mark_high;

	*balanced = all && !e->visits;
	for (u8 i = 0; i < e->visits && !*balanced; i++) {
		u8 why = is_above(st, e, i, MMS_wake_mark_high, balanced);

		if (why)
			return why;
	}
	if (*balanced || all)
		return MMS_alternative_why_ok;
	for (u32 idx = 0; idx <= e->highest && idx < MMS_MAX_NR_ZONES; idx++) {
		u8 zone = (u8)((u32)e->nid * MMS_ZONES_PER_NODE + idx);

		if (st->zone[zone].known && visit_of(e, zone) < 0)
			return MMS_alternative_why_free;
	}
	return st->zone[e->zone].known ? MMS_alternative_why_ok : MMS_alternative_why_free;
}

/* pgdat_watermark_boosted(): read in a balanced node only; else by the marks of its zones, if all were checked. */
static u8 is_boosted(const struct mms_state *st, const struct mms_ev_kswapd_wake *e, bool *boosted)
{
	bool all = true;

	*boosted = e->boosted;
	if (e->boosted || e->verdict == MMS_wake_verdict_balanced)
		return MMS_alternative_why_ok;
	for (u32 idx = 0; idx <= e->highest && idx < MMS_MAX_NR_ZONES; idx++) {
		u8 zone = (u8)((u32)e->nid * MMS_ZONES_PER_NODE + idx);
		struct mms_zone_pages pages = {0};
		int i = visit_of(e, zone);

		if (i >= 0 && marks_of(st, e, (u8)i, &pages))
			*boosted |= pages.boost > 0;
		else
			all &= i < 0 && !st->zone[zone].known;
	}
	return *boosted || (all && st->zone[e->zone].known) ? MMS_alternative_why_ok : MMS_alternative_why_boost;
}

struct mms_alternative mms_alternative_wake(const struct mms_state *before, const struct mms_ev_kswapd_wake *e, u8 mark)
{
	u8 verdict = mms_kswapd_asks(e->asleep, e->failures), why;
	bool balanced = false, boosted = false;
	int i = visit_of(e, e->zone);

	if (verdict == MMS_KSWAPD_CHECK) {
		if (e->visits > MMS_COUNT(e->visit_free) || e->nid < 0 || e->nid >= MMS_NODES ||
		    e->zone >= MMS_COUNT(before->zone))
			return mms_alternative_unknown(MMS_alternative_why_lanes);
		if (!mms_kswapd_by_zone(mark))
			why = is_node_balanced(before, e, &balanced);
		else
			why = i < 0 ? MMS_alternative_why_free : is_above(before, e, (u8)i, mark, &balanced);
		if (!why && balanced)
			why = is_boosted(before, e, &boosted);
		if (why)
			return mms_alternative_unknown(why);
		verdict = mms_kswapd_verdict(balanced, boosted);
	}
	return mms_alternative_found(verdict == e->verdict, verdict, 0);
}
