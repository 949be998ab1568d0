/* SPDX-License-Identifier: Apache-2.0 */
/* The replayed check of decisions: the list that the events before built must be the list the kernel
 * saw, its keys those the rule gives, and the policy must choose the same on it. */
#include "internal.h"

/* Place of the first difference between replayed list and snapshot; -1: none. */
static int differs_at(const struct mms_list *list, const struct mms_ev_swap_select *e)
{
	int n = MMS_MIN(MMS_MIN(list->n, e->list_n), MMS_LIST_LANES);

	for (int i = 0; i < n; i++)
		if (list->type[i] != e->list_type[i] || list->prio[i] != e->list_prio[i])
			return i;
	return list->n == e->list_n ? -1 : n;
}

/* A device whose swapon is not in the log: it may be on lists that no event recorded. */
static bool has_stranger(const struct mms_state *st, const struct mms_ev_swap_select *e)
{
	for (u32 i = 0; i < MMS_MIN(e->list_n, MMS_LIST_LANES); i++)
		if (!st->dev[e->list_type[i]].present || !st->dev[e->list_type[i]].seen)
			return true;
	return false;
}

static struct mms_finding check_keys(const struct mms_state *st, const struct mms_ev_swap_select *e)
{
	const struct mms_list *list = &st->list[e->list];

	for (u32 i = 0; i < list->n; i++) {
		const struct mms_dev *dev = &st->dev[list->type[i]];
		s16 key = mms_avail_key(e->mode, dev->prio, dev->node_id, e->list);

		if (dev->seen && key != list->prio[i])
			return mms_found(MMS_check_why_key, 0, key);
	}
	return mms_found_same();
}

#define AROUND 512 /* events before and after a walk, among which its task's next ones are looked for */
#define MOVE_NS 100000000ull /* in this time no task is moved to another node and back */

/* -1: not recorded */
static s16 node_of_cpu(const struct mms_state *st, u16 cpu)
{
	for (s16 nid = 0; nid < MMS_NODES; nid++)
		if (st->node[nid].present && cpu < 64 && st->node[nid].cpus >> cpu & 1)
			return nid;
	return -1;
}

/* Did the walk's task run there just before (`step` -1) or just after (1)? So, too, where it is not heard of. */
static bool may_be_at(const struct mms_checker *c, u32 step, s16 nid)
{
	const struct mms_event *e = &c->log->event[c->at];

	for (u32 i = c->at + step, seen = 0; i < c->log->count && seen < AROUND; i += step, seen++) {
		const struct mms_event *other = &c->log->event[i];

		if (mms_kind_bare(other->kind) || !mms_same_task(other, e))
			continue;
		return (step == 1 ? other->ts - e->ts : e->ts - other->ts) > MOVE_NS ||
		       node_of_cpu(&c->state, other->cpu) == nid;
	}
	return true;
}

/* The node is read at the start of the walk and recorded at its end: in between the task may be moved, but once. */
static bool fits_cpu(const struct mms_checker *c, const struct mms_ev_swap_select *e)
{
	s16 nid = node_of_cpu(&c->state, c->log->event[c->at].cpu);

	return nid == e->nid || nid < 0 || (may_be_at(c, UINT32_MAX, e->nid) && may_be_at(c, 1, nid));
}

struct mms_finding mms_replay_select(const struct mms_checker *c, const struct mms_ev_swap_select *e)
{
	const struct mms_state *st = &c->state;
	const struct mms_list *list = &st->list[e->list];
	struct mms_finding finding;
	int at;

	if (st->swap.mode_known && e->mode != st->swap.mode)
		return c->doubt ? mms_found_incomplete(MMS_check_why_lost)
				: mms_found(MMS_check_why_which_list, 0, st->swap.mode);
	if (!fits_cpu(c, e))
		return mms_found(MMS_check_why_cpu, 0, node_of_cpu(st, c->log->event[c->at].cpu));
	if (e->end == MMS_walk_end_noswap)
		return mms_found_same();
	if (c->doubt >> e->list & 1)
		return mms_found_incomplete(MMS_check_why_lost);
	at = differs_at(list, e);
	if (at >= 0 && !(c->seen >> e->list & 1) && has_stranger(st, e))
		return mms_found_incomplete(MMS_check_why_unseen);
	if (at >= 0)
		return mms_found(MMS_check_why_replay_list, (u8)at, at < list->n ? list->type[at] : -1);
	if (e->list_n > MMS_LIST_LANES)
		return mms_found_incomplete(MMS_check_why_lanes);
	finding = check_keys(st, e);
	return finding.check == MMS_check_same ? mms_check_walk(e, list) : finding;
}

void mms_note_walker(struct mms_checker *c, const struct mms_event *e)
{
	if (e->swap_select.visits < 2)
		return;
	c->walker[c->next_walker] = (struct mms_walker){c->at + 1, 1};
	c->next_walker = (c->next_walker + 1) % MMS_WALKERS;
}

/* The walk of the same task that comes to this device next. */
static struct mms_walker *walker_of(struct mms_checker *c, const struct mms_event *e)
{
	for (u32 i = 0; i < MMS_WALKERS; i++) {
		struct mms_walker *w = &c->walker[i];
		const struct mms_event *walk = w->event ? &c->log->event[w->event - 1] : NULL;

		if (walk && walk->pid == e->pid && walk->swap_select.list == e->swap_list.list &&
		    w->visit < MMS_MIN(walk->swap_select.visits, MMS_VISIT_LANES) &&
		    walk->swap_select.visit_type[w->visit] == e->swap_list.type)
			return w;
	}
	return NULL;
}

struct mms_finding mms_replay_requeue(struct mms_checker *c, const struct mms_event *e)
{
	struct mms_walker *w = walker_of(c, e);
	s16 nid = e->swap_list.list;
	const struct mms_list *list = nid >= 0 ? &c->state.list[nid] : NULL;
	int place = list ? mms_plist_find(list, (u8)e->swap_list.type) : -1;
	u8 next, visit;

	if (place < 0)
		return mms_found(MMS_check_why_replay_list, 0, -1);
	if (!w)
		return mms_found_same();
	visit = w->visit++;
	next = mms_plist_at(list, place + 1);
	if (c->log->event[w->event - 1].swap_select.visit_next[visit] != next)
		return mms_found(MMS_check_why_visit, visit, next);
	return mms_found_same();
}
