/* SPDX-License-Identifier: Apache-2.0 */
#include "checker.h"

#include "internal.h"
#include "tables/tables.h"

enum mms_status_id mms_checker_begin(struct mms_checker *c, struct mms_arena *arena, const struct mms_log *log,
				     struct mms_totals *totals, u64 lost)
{
	mms_fill(c, 0, sizeof(*c));
	mms_fill(totals, 0, sizeof(*totals));
	c->log = log;
	c->totals = totals;
	totals->lost = lost;
	c->verdict = mms_arena_alloc(arena, log->count * sizeof(*c->verdict));
	c->context = mms_arena_alloc(arena, log->count * sizeof(*c->context));
	if (!c->verdict || !c->context)
		return MMS_status_no_memory;
	/* where events are missing, no other can say */
	if (!lost)
		mms_frames_begin(c);
	if (!lost && !(mms_charges_begin(c, arena) && mms_means_begin(c, arena)))
		return MMS_status_no_memory;
	return MMS_status_ok;
}

static s16 first_node(const struct mms_state *st)
{
	for (s16 nid = 0; nid < MMS_NODES; nid++)
		if (st->node[nid].present)
			return nid;
	return 0;
}

static struct mms_verdict verdict_of(struct mms_finding stateless, struct mms_finding replayed)
{
	bool first = stateless.check != MMS_check_same || replayed.check == MMS_check_same ||
		     replayed.check == MMS_check_stateless;

	return (struct mms_verdict){
		.check = stateless.check, .why = stateless.why,
		.replay_check = replayed.check, .replay_why = replayed.why,
		.visit = first ? stateless.visit : replayed.visit,
		.expected = first ? stateless.expected : replayed.expected,
	};
}

/* Different before incomplete before same; a decision that only the stateless check looked at is what that says. */
static u8 worst_of(struct mms_finding stateless, struct mms_finding replayed)
{
	if (replayed.check == MMS_check_different || (stateless.check == MMS_check_same && replayed.check != MMS_check_stateless))
		return replayed.check;
	return stateless.check;
}

static void count(u8 check, u64 *same, u64 *different, u64 *incomplete)
{
	*same += check == MMS_check_same;
	*different += check == MMS_check_different;
	*incomplete += check == MMS_check_incomplete;
}

/* Both checks of one event. */
struct answer {
	struct mms_finding stateless, replayed;
};

static struct answer one_for_both(struct mms_finding finding)
{
	return (struct answer){finding, finding};
}

static void count_decision(struct mms_checker *c, int mode, struct answer a)
{
	struct mms_totals *t = c->totals;
	struct mms_mode_totals *m = &c->mode[mode];
	u8 worst = worst_of(a.stateless, a.replayed);
	bool alone = a.replayed.check == MMS_check_stateless;

	if (worst == MMS_check_not_modelled) {
		t->not_modelled++;
		m->not_modelled++;
		return;
	}
	t->decisions++;
	t->raced += worst == MMS_check_raced;
	m->raced += worst == MMS_check_raced;
	count(a.stateless.check, &t->same, &t->different, &t->incomplete);
	count(a.replayed.check, &t->replay_same, &t->replay_different, &t->replay_incomplete);
	t->stateless_only += alone;
	m->decisions++;
	m->stateless_only += alone && worst == MMS_check_same;
	m->stateless_same += a.stateless.check == MMS_check_same;
	m->replay_same += a.replayed.check == MMS_check_same;
	count(worst, &m->same, &m->different, &m->incomplete);
}

static struct answer check_select(struct mms_checker *c, const struct mms_event *e)
{
	struct answer a = {mms_check_select(&e->swap_select, first_node(&c->state)), mms_replay_select(c, &e->swap_select)};
	u16 list = (u16)(1u << e->swap_select.list);

	if (e->swap_select.end != MMS_walk_end_noswap) {
		c->seen |= list;
		c->doubt &= (u16)~list; /* apply() adopts the snapshot */
	}
	mms_note_walker(c, e);
	return a;
}

static struct answer check_interleave(struct mms_checker *c, const struct mms_event *e)
{
	struct answer a = {mms_check_interleave(&e->interleave), mms_replay_interleave(c, e)};

	mms_note_interleave(c, e);
	return a;
}

/* By kind; events without a mode never come here. */
static struct answer check_decision(struct mms_checker *c, const struct mms_event *e)
{
	if (mms_kind_unpatched(e->kind))
		return (struct answer){mms_check_stock(c, e), mms_found_nothing_else()};
	switch (e->kind) {
	case MMS_KIND_swap_select: return check_select(c, e);
	case MMS_KIND_swap_ra: return (struct answer){mms_check_swap_ra(&e->swap_ra), mms_replay_swap_ra(c, e)};
	case MMS_KIND_swap_in: return (struct answer){mms_check_swap_in(&e->swap_in), mms_replay_swap_in(c, e)};
	case MMS_KIND_zone_select:
		return (struct answer){mms_check_zone_select(&e->zone_select, c->log->arch),
				       mms_replay_zone_select(c, &e->zone_select)};
	case MMS_KIND_zone_batch:
		return (struct answer){mms_check_zone_batch(&e->zone_batch),
				       mms_both(mms_replay_reset(c, e), mms_replay_context(c, 0))};
	case MMS_KIND_kswapd_wake:
		return (struct answer){mms_check_kswapd_wake(&e->kswapd_wake, c->log->arch),
				       mms_both(mms_replay_kswapd_wake(c, e), mms_replay_context(c, 0))};
	case MMS_KIND_interleave: return check_interleave(c, e);
	default: return (struct answer){mms_check_interleave_vma(&e->interleave_vma), mms_replay_context(c, 0)};
	}
}

static struct mms_verdict decide(struct mms_checker *c, const struct mms_event *e, int mode)
{
	struct answer a = check_decision(c, e);

	/* each reading of an unpatched kernel stands alone */
	if (c->lost && !mms_kind_unpatched(e->kind))
		a = one_for_both(mms_found_incomplete(MMS_check_why_lost));
	count_decision(c, mode, a);
	return verdict_of(a.stateless, a.replayed);
}

static struct mms_verdict check_list(struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_swap_list *list = &e->swap_list;
	struct mms_finding stateless, replayed;
	struct mms_totals *t = c->totals;

	c->lists_known = true;
	if (list->op == MMS_list_op_add && list->reason == MMS_list_reason_swapon)
		c->swap_kind[list->type] = (struct mms_swap_kind){0};
	stateless = mms_check_keys(list);
	replayed = mms_replay_keys(c, list);
	if (list->op == MMS_list_op_requeue && replayed.check == MMS_check_same)
		replayed = mms_replay_requeue(c, e);
	if (c->lost) {
		stateless = mms_found_incomplete(MMS_check_why_lost);
		replayed = stateless;
	}
	t->keys++;
	count(worst_of(stateless, replayed), &t->keys_same, &t->keys_different, &t->keys_incomplete);
	return verdict_of(stateless, replayed);
}

/* A gap: until a snapshot shows a list again, nobody knows what is on it. */
static void note_gap(struct mms_checker *c, const struct mms_event *e)
{
	if (e->seq == c->state.swap.seq + 1) {
		c->complete |= e->seq == 1;
		return;
	}
	c->complete = false;
	if (!c->state.swap.seq)
		return; /* not a gap: the capture begins here */
	c->doubt = UINT16_MAX;
	c->renumber = 0;
	mms_fill(c->walker, 0, sizeof(c->walker));
}

static void note_zonelist(struct mms_zonelists *lists, const struct mms_ev_zonelist *e)
{
	lists->of[e->nid] = *e;
	lists->known |= (u16)(1u << e->nid);
}

static void check_one(struct mms_checker *c, const struct mms_event *e)
{
	int mode = mms_mode_of(e);

	if (!c->began)
		c->began = e->ts;
	if (mms_kind_ordered(e->kind))
		note_gap(c, e);
	if (mode >= 0)
		c->verdict[c->at] = decide(c, e, mode);
	else if (e->kind == MMS_KIND_swap_list && e->swap_list.type >= 0)
		c->verdict[c->at] = check_list(c, e);
	else if (e->kind == MMS_KIND_mempolicy)
		mms_note_mempolicy(c, e);
	else if (e->kind == MMS_KIND_zonelist)
		note_zonelist(&c->zonelists, &e->zonelist);
	else if (e->kind == MMS_KIND_zone || e->kind == MMS_KIND_zone_marks)
		mms_note_marks(c, e);
	else if (e->kind == MMS_KIND_kswapd_wait)
		mms_note_kswapd(c, e);
	else if (e->kind == MMS_KIND_mms_begin)
		mms_note_stock(c, &e->mms_begin);
	else if (e->kind == MMS_KIND_mms_end)
		mms_end_stock(c, &e->mms_end);
	else if (e->kind == MMS_KIND_lost)
		c->lost = true;
	if (e->kind == MMS_KIND_zone_select)
		mms_note_free(c, e);
	if (e->kind == MMS_KIND_zone_select || e->kind == MMS_KIND_zone_batch)
		mms_note_policy(c, e);
	mms_apply(&c->state, e);
}

enum mms_status_id mms_checker_run(struct mms_checker *c, u32 max_events)
{
	for (; c->at < c->log->count; c->at++, max_events--) {
		if (!max_events)
			return MMS_status_more;
		check_one(c, &c->log->event[c->at]);
	}
	if (!c->summed)
		mms_sum_stock(c);
	c->summed = true;
	return MMS_status_ok;
}
