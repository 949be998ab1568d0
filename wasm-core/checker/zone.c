/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choosing a zone: one walk of the zonelist against the policy, from what it carries alone; against the
 * zonelists that `zonelist` events recorded; and the batches.
 *
 * Taken from the event, as no rule gives it: what the cpuset, the dirty limit, node_reclaim() and rmqueue()
 * answered, node distances, and all numbers of pages. Captures that record `charged` record the first two answers
 * by bits of their own; in older ones they are in the verdict. Of the batch after the charge only this is certain
 * without `charged`: it is less than the batch that the walk read by what was taken, or by more when others
 * took in between, unless the batch was set anew in between (replayed check). With it charge.c knows all.
 */
#include "internal.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"
#include "policy/zone_watermark.h"

#define AROUND 512 /* events before and after one, among which what belongs to it is looked for */
#define WRITTEN_NS 100000000ull /* the policy is written at most so long before its switch is recorded */
#define ENABLED_NS 1000000000ull /* batches are switched on (static_branch_enable()) at most so long after that */

/* The judgement that pages and marks allow, and what may have come of it. */
#define TAKES (1u << MMS_zone_verdict_took | 1u << MMS_zone_verdict_empty)
#define RECLAIMS (1u << MMS_zone_verdict_noscan | 1u << MMS_zone_verdict_unreclaimable | 1u << MMS_zone_verdict_low)

static struct mms_zone_request request_of(const struct mms_ev_zone_select *e)
{
	return (struct mms_zone_request){
		.policy = e->mode, .order = e->order, .highest = e->highest, .pref = e->pref,
		.spread = e->spread, .reclaim = e->reclaim, .flags = e->flags, .nodes = e->nodes,
	};
}

static bool bit(const struct mms_ev_zone_select *e, u8 i, u8 bits)
{
	return e->visit_flags[i] & bits;
}

/* Not next in any zonelist: not where the walk begins, not allowed, or out of order. */
static bool out_of_order(const struct mms_ev_zone_select *e, u8 i)
{
	u8 zone = e->visit_zone[i];

	if (!mms_zone_eligible(zone, e->highest, e->nodes))
		return true;
	if (i == 0)
		return zone != e->pref;
	if (!mms_zone_follows(e->visit_zone[i - 1], zone))
		return true;
	for (u8 k = 0; k + 1 < i; k++)
		if (mms_zone_nid(e->visit_zone[k]) == mms_zone_nid(zone) &&
		    mms_zone_nid(e->visit_zone[i - 1]) != mms_zone_nid(zone))
			return true;
	return false;
}

#define PLACE_BITS (MMS_zone_bit_local | MMS_zone_bit_near)
#define ANSWER_BITS (MMS_zone_bit_denied | MMS_zone_bit_dirtied)

static bool has_answers(const struct mms_ev_zone_select *e)
{
	return e->charged != UINT64_MAX;
}

/* Without a watermark check nothing of one is recorded. */
static bool is_blank(const struct mms_ev_zone_select *e, u8 i)
{
	return !e->visit_free[i] && !e->visit_unusable[i] && !e->visit_mark[i] && !e->visit_reserve[i] &&
	       !bit(e, i, (u8)~(PLACE_BITS | ANSWER_BITS));
}

static bool meets_mark(const struct mms_ev_zone_select *e, u8 i)
{
	return mms_zone_watermark_ok(e->order, e->visit_mark[i], e->visit_reserve[i], e->visit_free[i],
				     e->visit_unusable[i], (u32)e->flags, bit(e, i, MMS_zone_bit_has_block));
}

/* Numbers and flags that no watermark check can have read. */
static bool is_odd_check(const struct mms_ev_zone_select *e, u8 i)
{
	s32 least = mms_zone_unusable_least(e->order);
	bool above = mms_zone_above(e->visit_mark[i], e->visit_reserve[i], e->visit_free[i], e->visit_unusable[i],
				    (u32)e->flags);

	if (e->visit_free[i] < 0 || e->visit_mark[i] < 0 || e->visit_reserve[i] < 0 || e->visit_unusable[i] < least)
		return true;
	if (mms_zone_unusable_exact((u32)e->flags) && e->visit_unusable[i] != least)
		return true;
	/* a zone keeps nothing back from those who cannot use a higher one */
	if (mms_zone_idx(e->visit_zone[i]) == e->highest && e->visit_reserve[i])
		return true;
	if (bit(e, i, MMS_zone_bit_has_block) && (!e->order || !above))
		return true;
	if (bit(e, i, MMS_zone_bit_unboosted) && !mms_zone_drops_boost(e->order, (u32)e->flags, true))
		return true;
	/* the high mark decides only when it is tried and met */
	return bit(e, i, MMS_zone_bit_at_high) && (bit(e, i, MMS_zone_bit_below_high) || !meets_mark(e, i));
}

/* A zone that nothing spoke against before its pages were counted. */
static struct mms_finding check_pages(const struct mms_zone_walk *w, const struct mms_ev_zone_select *e, u8 i)
{
	u8 expected = MMS_ZONE_TRY;
	u32 may = TAKES;

	if (is_odd_check(e, i))
		return mms_found(MMS_check_why_watermark, i, e->visit_zone[i]);
	if (!meets_mark(e, i))
		expected = mms_zone_below(w, bit(e, i, MMS_zone_bit_near));
	if (expected == MMS_ZONE_RECLAIM)
		may = RECLAIMS;
	else if (expected != MMS_ZONE_TRY)
		may = 1u << expected;
	if (may >> e->visit_verdict[i] & 1)
		return mms_found_same();
	return mms_found(MMS_check_why_watermark, i, may == TAKES    ? (s16)MMS_zone_verdict_took
						     : may == RECLAIMS ? (s16)MMS_zone_verdict_low
								       : (s16)expected);
}

/* A node is local and near to itself; under `fair_local` no other is local. */
static bool is_odd_place(const struct mms_ev_zone_select *e, u8 i)
{
	bool same = mms_zone_nid(e->visit_zone[i]) == mms_zone_nid(e->pref);

	if (same)
		return !bit(e, i, MMS_zone_bit_local) || !bit(e, i, MMS_zone_bit_near);
	return e->mode == MMS_zone_policy_fair_local && bit(e, i, MMS_zone_bit_local);
}

static struct mms_finding check_visit(struct mms_zone_walk *w, const struct mms_ev_zone_select *e, u8 i)
{
	u8 verdict = e->visit_verdict[i];
	bool denied = has_answers(e) ? bit(e, i, MMS_zone_bit_denied) : verdict == MMS_zone_verdict_cpuset;
	bool dirty = has_answers(e) ? bit(e, i, MMS_zone_bit_dirtied) : verdict == MMS_zone_verdict_dirty;
	bool batch = mms_zone_reads_batch(w) && !denied;
	u8 expected;

	if (out_of_order(e, i))
		return mms_found(MMS_check_why_zonelist, i, i ? -1 : e->pref);
	if (!batch && e->visit_batch[i])
		return mms_found(MMS_check_why_batch_charge, i, 0);
	if (is_odd_place(e, i) || (!has_answers(e) && bit(e, i, ANSWER_BITS)))
		return mms_found(MMS_check_why_visit, i, e->visit_zone[i]);
	mms_zone_walk_at(w, e->visit_zone[i]);
	expected = mms_zone_skips(w, denied, e->visit_batch[i], bit(e, i, MMS_zone_bit_local), dirty);
	if (has_answers(e) && (bit(e, i, MMS_zone_bit_denied) != (expected == MMS_zone_verdict_cpuset) ||
				 bit(e, i, MMS_zone_bit_dirtied) != (expected == MMS_zone_verdict_dirty)))
		return mms_found(MMS_check_why_visit, i, expected);
	if (expected == MMS_ZONE_TRY) {
		struct mms_finding finding = check_pages(w, e, i);

		if (finding.check != MMS_check_same)
			return finding;
	} else if (verdict != expected) {
		return mms_found(MMS_check_why_visit, i, expected);
	} else if (!is_blank(e, i)) {
		return mms_found(MMS_check_why_watermark, i, 0);
	}
	mms_zone_walk_verdict(w, verdict);
	return mms_found_same();
}

static struct mms_finding check_result(const struct mms_zone_walk *w, const struct mms_ev_zone_select *e)
{
	bool took = w->zone >= 0;
	u8 last = (u8)(e->visits - took);

	if (e->zone != w->zone)
		return mms_found(MMS_check_why_zone, last, w->zone);
	if (took ? !e->pfn || (e->pfn & ((1u << e->order) - 1) && e->pfn != UINT64_MAX) : !!e->pfn)
		return mms_found(MMS_check_why_zone, last, w->zone);
	if ((!took || e->mode == MMS_zone_policy_preferred) && (e->batch || (has_answers(e) && e->charged)))
		return mms_found(MMS_check_why_batch_charge, last, 0);
	if (has_answers(e) && e->charged > UINT32_MAX)
		return mms_found(MMS_check_why_batch_charge, last, 0);
	return mms_found_same();
}

struct mms_finding mms_check_zone_select(const struct mms_ev_zone_select *e, enum mms_arch_id arch)
{
	struct mms_zone_request request = request_of(e);
	struct mms_zone_walk w;

	if (e->highest != mms_gfp_zone(e->gfp, arch))
		return mms_found(MMS_check_why_flags, 0, mms_gfp_zone(e->gfp, arch));
	if (!mms_zone_flags_fit(e->flags, e->gfp, e->mode, e->order, e->pass, e->spread))
		return mms_found(MMS_check_why_flags, 0, -1);
	if (e->visits > MMS_VISIT_LANES)
		return mms_found_incomplete(MMS_check_why_lanes);
	/* no zone at all only where there is no preferred one */
	if (!e->visits && mms_zone_eligible(e->pref, e->highest, e->nodes))
		return mms_found(MMS_check_why_zonelist, 0, e->pref);
	mms_zone_walk_begin(&w, &request, NULL);
	for (u8 i = 0; i < e->visits; i++) {
		struct mms_finding finding;

		if (w.over)
			return mms_found(MMS_check_why_end, i, w.end);
		finding = check_visit(&w, e, i);
		if (finding.check != MMS_check_same)
			return finding;
	}
	if (!w.over)
		mms_zone_walk_list_end(&w);
	if (e->end != w.end)
		return mms_found(MMS_check_why_end, (u8)(e->visits - !!e->visits), w.end);
	return check_result(&w, e);
}

/* The walk must look at every zone of the list that is allowed, in order, until it ends. */
static struct mms_finding replay_list(const struct mms_ev_zone_select *e, const struct mms_zonelist *list)
{
	u8 at = 0;

	for (u8 i = 0; i < e->visits; i++, at++) {
		at = mms_next_zones_zonelist(list, at, e->highest, e->nodes);
		if (at == list->n || list->zone[at] != e->visit_zone[i])
			return mms_found(MMS_check_why_zonelist, i, at < list->n ? list->zone[at] : -1);
	}
	if (e->end == MMS_zone_walk_end_took ||
	    (e->visits && (e->visit_verdict[e->visits - 1] == MMS_zone_verdict_retry ||
			   (e->end == MMS_zone_walk_end_fair &&
			    e->visit_verdict[e->visits - 1] == MMS_zone_verdict_remote))))
		return mms_found_same();
	at = mms_next_zones_zonelist(list, at, e->highest, e->nodes);
	return at == list->n ? mms_found_same() : mms_found(MMS_check_why_zonelist, e->visits, list->zone[at]);
}

/* More is left than the walk read less what it took: the batch must have been set anew meanwhile. */
static struct mms_finding replay_batch(const struct mms_checker *c, const struct mms_ev_zone_select *e)
{
	u8 last = (u8)(e->visits - 1);
	s64 most = mms_zone_charge(e->visit_batch[last], e->order);
	u32 from = c->at > AROUND ? c->at - AROUND : 0;
	u32 to = (u32)MMS_MIN((u64)c->log->count, (u64)c->at + AROUND);

	/* a batch that the walk read was more than 0, else the zone was passed over */
	if (e->mode == MMS_zone_policy_preferred || e->visit_batch[last] <= 0 || e->batch <= most)
		return mms_found_same();
	for (u32 i = from; i < to; i++) {
		const struct mms_event *other = &c->log->event[i];

		if (other->kind == MMS_KIND_zone_batch && other->zone_batch.zone == e->zone &&
		    e->batch <= mms_zone_charge(other->zone_batch.new, e->order))
			return mms_found_same();
	}
	return mms_found(MMS_check_why_batch_charge, last, most);
}

/* Do two walks belong to calls that ask the same? */
static bool asks_the_same(const struct mms_ev_zone_select *a, const struct mms_ev_zone_select *b)
{
	return a->mode == b->mode && a->gfp == b->gfp && a->order == b->order && a->highest == b->highest &&
	       a->list == b->list && a->pref == b->pref;
}

/* The task's latest walk that asks the same is the one before this in the call, and makes it start over:
 * walks of an interrupt in between ask something else. Where a capture begins nothing may be seen of it. */
static bool lacks_forerunner(const struct mms_checker *c, const struct mms_ev_zone_select *e)
{
	const struct mms_event *now = &c->log->event[c->at];
	bool walked = false;

	for (u32 i = c->at, seen = 0; i-- && seen < AROUND; seen++) {
		const struct mms_event *other = &c->log->event[i];
		const struct mms_ev_zone_select *b = &other->zone_select;

		if (other->kind != MMS_KIND_zone_select || !mms_same_task(other, now))
			continue;
		walked = true;
		if (asks_the_same(b, e))
			return b->pass + 1 != e->pass || mms_zone_flags_again(b->flags, b->end) != e->flags ||
			       (b->end != MMS_zone_walk_end_fragment && b->end != MMS_zone_walk_end_fair);
	}
	return walked;
}

/* What each watermark check read must be this zone's; blank where none was made. */
static struct mms_finding replay_marks(struct mms_checker *c, const struct mms_ev_zone_select *e)
{
	for (u8 i = 0; i < e->visits; i++) {
		const struct mms_zone *zone = &c->state.zone[e->visit_zone[i]];
		struct mms_zone_read read = {
			.mark = e->visit_mark[i], .reserve = e->visit_reserve[i], .free = e->visit_free[i],
			.wmark = (u32)e->flags & MMS_ALLOC_WMARK_MASK, .reserve_idx = e->highest,
			.unboosted = bit(e, i, MMS_zone_bit_unboosted),
		};

		/* zone_watermark_fast() drops the boost from the high mark to min */
		if (bit(e, i, MMS_zone_bit_at_high) && !read.unboosted)
			read.wmark = MMS_alloc_flag_wmark_high;
		if (is_blank(e, i) || !zone->known)
			continue;
		if (!mms_fits_zone(c, e->visit_zone[i], &read))
			return mms_found(MMS_check_why_mark, i, mms_zone_known_mark(zone, read.wmark));
	}
	return mms_found_same();
}

static bool is_switch(const struct mms_event *e)
{
	return e->kind == MMS_KIND_zone_batch && e->zone_batch.reason == MMS_batch_reason_mode;
}

void mms_note_policy(struct mms_checker *c, const struct mms_event *e)
{
	u8 mode = e->kind == MMS_KIND_zone_batch ? e->zone_batch.mode : e->zone_select.mode;
	bool enables = is_switch(e) && mode != MMS_zone_policy_preferred &&
		       (!c->policy.known || c->policy.mode == MMS_zone_policy_preferred);
	u64 since = e->ts + (enables ? ENABLED_NS : 0);

	if (is_switch(e) || !c->policy.known)
		c->policy = (struct mms_policy){true, mode, MMS_MAX(since, c->policy.since)};
}

/* Did the walk begin after the last switch was over? After the task's walk before it, if that was no interrupt's. */
static bool began_since(const struct mms_checker *c)
{
	for (u32 i = c->at, seen = 0; i-- && seen < AROUND; seen++) {
		const struct mms_event *other = &c->log->event[i];

		if (!mms_kind_bare(other->kind) && other->ts < c->policy.since)
			return false;
		if (other->kind == MMS_KIND_zone_select && !mms_may_interrupt(other) &&
		    mms_same_task(other, &c->log->event[c->at]))
			return true;
	}
	return false;
}

/* Each switch of the policy sets all batches anew. It is written before that; from `preferred` it counts after that. */
static bool fits_policy(const struct mms_checker *c, u8 mode)
{
	u64 until = c->log->event[c->at].ts + WRITTEN_NS;

	if (!c->policy.known || mode == c->policy.mode || !began_since(c))
		return true;
	if (c->policy.mode == MMS_zone_policy_preferred)
		return false;
	for (u32 i = c->at + 1; i < c->log->count && c->log->event[i].ts < until; i++)
		if (is_switch(&c->log->event[i]))
			return c->log->event[i].zone_batch.mode == mode;
	return false;
}

struct mms_finding mms_replay_zone_select(struct mms_checker *c, const struct mms_ev_zone_select *e)
{
	bool known = e->list >= 0 && e->list < MMS_NODES && c->zonelists.known >> e->list & 1;
	struct mms_finding finding;
	struct mms_zonelist list;

	if (!fits_policy(c, e->mode))
		return mms_found(MMS_check_why_policy, 0, c->policy.mode);
	if (!known)
		return mms_found_incomplete(MMS_check_why_zonelist);
	if (c->zonelists.of[e->list].n > MMS_ZONELIST_MAX || e->visits > MMS_VISIT_LANES)
		return mms_found_incomplete(MMS_check_why_lanes);
	if (e->pass && lacks_forerunner(c, e))
		return mms_found_incomplete(MMS_check_why_unseen);
	list = mms_zonelist_walked(c->zonelists.of[e->list].zone, c->zonelists.of[e->list].n, (u8)e->list, e->gfp);
	finding = replay_list(e, &list);
	if (finding.check == MMS_check_same)
		finding = replay_marks(c, e);
	if (finding.check != MMS_check_same)
		return finding;
	if (e->visits && e->end == MMS_zone_walk_end_took)
		return mms_both(replay_batch(c, e), mms_replay_context(c, (u8)(e->visits - 1)));
	return mms_replay_walk_resets(c, &c->log->event[c->at]);
}

struct mms_finding mms_check_zone_batch(const struct mms_ev_zone_batch *e)
{
	s32 batch = mms_zone_batch(e->low, e->high);

	if (!mms_zone_batch_reason_fits(e->mode, e->reason))
		return mms_found(MMS_check_why_batch_charge, 0, e->mode);
	return e->new == batch ? mms_found_same() : mms_found(MMS_check_why_batch_charge, 0, batch);
}
