/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Resets of batches come in rounds, one event for each zone, from one task (kernel-patches/series/0007):
 *
 *   slowpath  the zones of a zonelist, whatever the nodemask (reset_zonelist_batches())
 *   depleted  the zones of a node, from the lowest to the preferred one (reset_local_batches())
 *   wmarks    every zone (__setup_per_zone_wmarks()), and so under `mode` (switch_zone_alloc_policy())
 *
 * Which zonelist it was and how far up no event says, so all that are possible are followed at the same time.
 */
#include "internal.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"

#define LATE_NS 500000000ull /* a round over every zone takes no longer, recorded late or not */
#define BEHIND 4096 /* events behind a walk, among which its task's next is looked for */

/* What a round may be: node * 8 + highest * 2 + own for `slowpath`, the preferred zone for `depleted`, else 0. */
#define ROUNDS 128

static s16 nth_of_list(const struct mms_zonelist *list, u8 highest, u32 at)
{
	for (u32 i = 0; i < list->n; i++)
		if (mms_zone_idx(list->zone[i]) <= highest && !at--)
			return list->zone[i];
	return -1;
}

/* Zone number `at` of such a round, or -1: it is over. */
static s16 zone_of_round(const struct mms_checker *c, u8 reason, u32 round, u32 at)
{
	u32 nid = round >> 3;
	struct mms_zonelist list;

	if (reason == MMS_batch_reason_depleted)
		return mms_nth_known(&c->state, round & ~7u, round + 1, at);
	if (reason != MMS_batch_reason_slowpath)
		return mms_nth_known(&c->state, 0, MMS_COUNT(c->state.zone), at);
	list = mms_zonelist_walked(c->zonelists.of[nid].zone, c->zonelists.of[nid].n, (u8)nid, round & 1 ? MMS_GFP_THISNODE : 0);
	return nth_of_list(&list, (u8)(round >> 1 & 3), at);
}

static bool is_round(const struct mms_checker *c, u8 reason, u32 round)
{
	if (reason == MMS_batch_reason_slowpath)
		return c->zonelists.known >> (round >> 3) & 1;
	return reason == MMS_batch_reason_depleted ? mms_zone_is_known(&c->state, round) : !round;
}

/* The task's rounds for this reason; a task that is new takes the place of the one longest not seen. */
static struct mms_rounds *rounds_of(struct mms_checker *c, const struct mms_event *e)
{
	struct mms_rounds *oldest = &c->rounds[0];

	for (u32 i = 0; i < MMS_COUNT(c->rounds); i++) {
		struct mms_rounds *r = &c->rounds[i];

		if (r->event && r->reason == e->zone_batch.reason && mms_same_task(&c->log->event[r->event - 1], e))
			return r;
		if (r->event < oldest->event)
			oldest = r;
	}
	mms_fill(oldest, 0, sizeof(*oldest));
	oldest->reason = e->zone_batch.reason;
	return oldest;
}

/* Of a round over every zone, which one task makes under a lock, the next zone; or -1: it is recorded, or may be yet. */
static s16 missing_next(const struct mms_checker *c, const struct mms_event *e)
{
	bool all = e->zone_batch.reason == MMS_batch_reason_wmarks || e->zone_batch.reason == MMS_batch_reason_mode;
	s16 next = all ? mms_nth_known(&c->state, e->zone_batch.zone + 1u, MMS_COUNT(c->state.zone), 0) : (s16)-1;

	for (u32 i = c->at + 1; next >= 0 && i < c->log->count && i < c->at + BEHIND; i++) {
		const struct mms_event *other = &c->log->event[i];

		if (other->kind == MMS_KIND_zone_batch && other->zone_batch.reason == e->zone_batch.reason &&
		    other->zone_batch.zone == next && mms_same_task(other, e))
			return -1;
		if (other->ts > e->ts + LATE_NS)
			return next;
	}
	return -1;
}

struct mms_finding mms_replay_reset(struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_zone_batch *b = &e->zone_batch;
	struct mms_rounds *r, next = {.event = c->at + 1, .reason = b->reason};
	bool open = false, complete = false;
	s16 expected = -1;

	if (!mms_zone_is_known(&c->state, b->zone) || (b->reason == MMS_batch_reason_slowpath && !c->zonelists.known))
		return mms_found_nothing_else();
	if (b->low != c->state.zone[b->zone].low || b->high != c->state.zone[b->zone].high)
		return mms_found(MMS_check_why_mark, 0, (s64)(c->state.zone[b->zone].high - c->state.zone[b->zone].low));
	r = rounds_of(c, e);
	for (u32 round = 0; round < ROUNDS; round++) {
		if (!is_round(c, b->reason, round))
			continue;
		if (r->event && r->done[round]) {
			s16 zone = zone_of_round(c, b->reason, round, r->done[round]);

			next.done[round] = zone == b->zone ? (u8)(r->done[round] + 1) : 0;
			open = true;
			complete = complete || zone < 0;
			expected = zone;
		}
	}
	/* another round may begin here */
	for (u32 round = 0; round < ROUNDS && (!open || complete); round++)
		if (!next.done[round] && is_round(c, b->reason, round) && zone_of_round(c, b->reason, round, 0) == b->zone)
			next.done[round] = 1;
	*r = next;
	for (u32 round = 0; round < ROUNDS; round++) {
		if (!next.done[round])
			continue;
		expected = missing_next(c, e);
		return expected < 0 ? mms_found_same() : mms_found(MMS_check_why_reset, 0, expected);
	}
	r->event = 0; /* the next one begins afresh */
	return mms_found(MMS_check_why_reset, 0, expected);
}

/* Does this walk's end make its task begin a new round? */
static bool begins_round(const struct mms_ev_zone_select *e)
{
	if (e->pref == UINT8_MAX || mms_zone_path_of(e->flags) != MMS_ZONE_FAST)
		return false;
	return e->mode == MMS_zone_policy_fair ? e->end == MMS_zone_walk_end_none
					       : e->mode == MMS_zone_policy_fair_local && e->end == MMS_zone_walk_end_fair;
}

/* Zone number `at` of the round that this walk begins, or -1: there is none, or no more. */
static s16 zone_of_walks_round(const struct mms_checker *c, const struct mms_ev_zone_select *e, u32 at)
{
	struct mms_zonelist list;

	if (e->mode == MMS_zone_policy_fair_local)
		return mms_nth_known(&c->state, e->pref & ~7u, e->pref + 1u, at);
	list = mms_zonelist_walked(c->zonelists.of[e->list].zone, c->zonelists.of[e->list].n, (u8)e->list, e->gfp);
	for (u8 i = 0; i < list.n; i++)
		if (mms_zone_idx(list.zone[i]) <= e->highest &&
		    mms_zone_slowpath_resets(e->mode, e->reclaim, mms_zone_nid(list.zone[i]) == mms_zone_nid(e->pref)) &&
		    !at--)
			return list.zone[i];
	return -1;
}

/* A fast path that found no zone because of batches: the next thing its task does is to reset them, each of them. */
struct mms_finding mms_replay_walk_resets(const struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_zone_select *walk = &e->zone_select;
	u8 reason = walk->mode == MMS_zone_policy_fair ? MMS_batch_reason_slowpath : MMS_batch_reason_depleted;
	u32 to = (u32)MMS_MIN((u64)c->log->count, (u64)c->at + BEHIND), done = 0;
	s16 zone = begins_round(walk) ? zone_of_walks_round(c, walk, 0) : (s16)-1;

	for (u32 i = c->at + 1; zone >= 0 && i < to; i++) {
		const struct mms_event *other = &c->log->event[i];

		if (other->kind == MMS_KIND_zone_batch && other->zone_batch.reason == MMS_batch_reason_mode)
			return mms_found_same(); /* the switch is turned meanwhile */
		if (!mms_same_task(other, e) || mms_may_interrupt(other))
			continue;
		if (other->kind == MMS_KIND_zone_batch && other->zone_batch.reason == reason && other->zone_batch.zone == zone)
			zone = zone_of_walks_round(c, walk, ++done);
		else if (other->kind == MMS_KIND_zone_batch || other->kind == MMS_KIND_zone_select)
			return mms_found(MMS_check_why_reset, walk->visits, zone);
	}
	return mms_found_same();
}
