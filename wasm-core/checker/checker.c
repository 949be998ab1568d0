/* SPDX-License-Identifier: Apache-2.0 */
#include "checker.h"

#include "internal.h"

enum mms_status_id mms_checker_begin(struct mms_checker *c, struct mms_arena *arena, const struct mms_log *log,
				     struct mms_totals *totals, u64 lost)
{
	mms_fill(c, 0, sizeof(*c));
	mms_fill(totals, 0, sizeof(*totals));
	c->log = log;
	c->totals = totals;
	totals->lost = lost;
	c->verdict = mms_arena_alloc(arena, log->count * sizeof(*c->verdict));
	return c->verdict ? MMS_status_ok : MMS_status_no_memory;
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
	bool first = stateless.check != MMS_check_same || replayed.check == MMS_check_same;

	return (struct mms_verdict){
		.check = stateless.check, .why = stateless.why,
		.replay_check = replayed.check, .replay_why = replayed.why,
		.visit = first ? stateless.visit : replayed.visit,
		.expected = first ? stateless.expected : replayed.expected,
	};
}

static void count(u8 check, u64 *same, u64 *different, u64 *incomplete)
{
	*same += check == MMS_check_same;
	*different += check == MMS_check_different;
	*incomplete += check == MMS_check_incomplete;
}

static struct mms_verdict check_select(struct mms_checker *c, const struct mms_event *e)
{
	struct mms_finding stateless = mms_check_select(&e->swap_select, first_node(&c->state));
	struct mms_finding replayed = mms_replay_select(c, &e->swap_select);
	struct mms_totals *t = c->totals;
	u16 list = (u16)(1u << e->swap_select.list);

	if (c->lost) {
		stateless = mms_found_incomplete(MMS_check_why_lost);
		replayed = stateless;
	}
	if (e->swap_select.end != MMS_walk_end_noswap) {
		c->seen |= list;
		c->doubt &= (u16)~list; /* apply() adopts the snapshot */
	}
	mms_note_walker(c, e);
	t->decisions++;
	count(stateless.check, &t->same, &t->different, &t->incomplete);
	count(replayed.check, &t->replay_same, &t->replay_different, &t->replay_incomplete);
	return verdict_of(stateless, replayed);
}

static struct mms_verdict check_list(struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_swap_list *list = &e->swap_list;
	struct mms_finding stateless, replayed;
	struct mms_totals *t = c->totals;
	u8 worst;

	stateless = mms_check_keys(list);
	replayed = mms_replay_keys(c, list);
	if (list->op == MMS_list_op_requeue && replayed.check == MMS_check_same)
		replayed = mms_replay_requeue(c, e);
	if (c->lost) {
		stateless = mms_found_incomplete(MMS_check_why_lost);
		replayed = stateless;
	}
	worst = stateless.check == MMS_check_same || replayed.check == MMS_check_different ? replayed.check : stateless.check;
	t->keys++;
	count(worst, &t->keys_same, &t->keys_different, &t->keys_incomplete);
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

static void check_one(struct mms_checker *c, const struct mms_event *e)
{
	if (mms_kind_ordered(e->kind))
		note_gap(c, e);
	if (e->kind == MMS_KIND_lost)
		c->lost = true;
	else if (e->kind == MMS_KIND_swap_select)
		c->verdict[c->at] = check_select(c, e);
	else if (e->kind == MMS_KIND_swap_list && e->swap_list.type >= 0)
		c->verdict[c->at] = check_list(c, e);
	mms_apply(&c->state, e);
}

enum mms_status_id mms_checker_run(struct mms_checker *c, u32 max_events)
{
	for (; c->at < c->log->count; c->at++, max_events--) {
		if (!max_events)
			return MMS_status_more;
		check_one(c, &c->log->event[c->at]);
	}
	return MMS_status_ok;
}
