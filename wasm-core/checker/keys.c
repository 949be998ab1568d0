/* SPDX-License-Identifier: Apache-2.0 */
/* Changes of the lists: the priority the rule gives a device, its key on each list, its place on them. */
#include "internal.h"

/* Stateless: keys follow from priority and node, and an automatic priority from least_priority. */
struct mms_finding mms_check_keys(const struct mms_ev_swap_list *e)
{
	bool joins = e->reason == MMS_list_reason_swapon || e->reason == MMS_list_reason_reinsert;

	/* only a requeue is on one list */
	if (e->op == MMS_list_op_requeue ? e->list < 0 : e->list != -1)
		return mms_found(MMS_check_why_replay_list, 0, e->type);
	for (s16 nid = 0; nid < MMS_NODES; nid++) {
		s16 key = mms_avail_key(e->mode, e->prio, e->node_id, nid);

		/* a device that leaves keeps the keys it had, under whatever rule gave them */
		if (e->list_prio[nid] != MMS_NO_LIST && e->list_prio[nid] != key && e->op != MMS_list_op_del)
			return mms_found(MMS_check_why_key, 0, key);
	}
	if ((e->op == MMS_list_op_setup || e->reason == MMS_list_reason_full) && e->used != e->pages)
		return mms_found(MMS_check_why_full, 0, -1);
	if (e->op == MMS_list_op_del || e->prio >= 0)
		return mms_found_same();
	if (e->mode == MMS_rule_roundrobin && e->prio != mms_auto_prio(e->mode, 0))
		return mms_found(MMS_check_why_prio, 0, mms_auto_prio(e->mode, 0));
	if (e->mode != MMS_rule_roundrobin && joins && e->prio != e->least)
		return mms_found(MMS_check_why_prio, 0, e->least);
	return mms_found_same();
}

static bool has_unseen(const struct mms_state *st)
{
	for (u32 i = 0; i < MMS_DEVS; i++)
		if (st->dev[i].present && !st->dev[i].seen)
			return true;
	return false;
}

/* Automatic devices in front of this one in swap_active_head; all, for one that is not on it. */
static u32 autos_before(const struct mms_state *st, const struct mms_dev *dev)
{
	u32 n = 0;

	for (u32 i = 0; i < MMS_DEVS; i++)
		n += st->dev[i].present && st->dev[i].prio < 0 && (!dev->present || st->dev[i].rank < dev->rank);
	return n;
}

static struct mms_finding expect_prio(const struct mms_ev_swap_list *e, s16 prio)
{
	return e->prio == prio ? mms_found_same() : mms_found(MMS_check_why_prio, 0, prio);
}

/* swapon, or a failed swapoff: an automatic device becomes the lowest. */
static struct mms_finding replay_setup(const struct mms_checker *c, const struct mms_ev_swap_list *e)
{
	const struct mms_dev *dev = &c->state.dev[e->type];
	s16 prio;

	if (e->prio >= 0)
		return e->reason == MMS_list_reason_reinsert && dev->seen ? expect_prio(e, dev->prio) : mms_found_same();
	if (e->reason == MMS_list_reason_reinsert && dev->seen && dev->prio >= 0)
		return mms_found(MMS_check_why_prio, 0, dev->prio);
	/* not from least_priority: swapon lowers it under another lock, before this event */
	prio = mms_auto_prio(e->mode, autos_before(&c->state, dev));
	if (e->prio != prio && !c->complete)
		return mms_found_incomplete(c->doubt ? MMS_check_why_lost : MMS_check_why_unseen);
	return expect_prio(e, prio);
}

static struct mms_finding replay_switch(const struct mms_checker *c, const struct mms_ev_swap_list *e)
{
	const struct mms_dev *dev = &c->state.dev[e->type];

	if (!dev->seen)
		return mms_found_incomplete(MMS_check_why_unseen);
	if (dev->prio >= 0)
		return expect_prio(e, dev->prio);
	if (has_unseen(&c->state))
		return mms_found_incomplete(MMS_check_why_unseen);
	return expect_prio(e, mms_auto_prio(e->mode, autos_before(&c->state, dev)));
}

static struct mms_finding replay_renumber(struct mms_checker *c, const struct mms_ev_swap_list *e)
{
	const struct mms_dev *dev = &c->state.dev[e->type];
	bool due = c->renumber >> e->type & 1;

	c->renumber &= ~(1u << e->type);
	if (!dev->seen)
		return mms_found_incomplete(MMS_check_why_unseen);
	if (!due)
		return c->doubt ? mms_found_incomplete(MMS_check_why_lost) : mms_found(MMS_check_why_prio, 0, dev->prio);
	return expect_prio(e, (s16)(dev->prio + 1));
}

/* Which devices swapoff of this one moves up: those behind it in swap_active_head. */
static void note_swapoff(struct mms_checker *c, const struct mms_ev_swap_list *e)
{
	const struct mms_dev *gone = &c->state.dev[e->type];

	c->renumber = 0;
	if (!gone->present || !mms_swapoff_renumbers(e->mode, gone->prio))
		return;
	for (u32 i = 0; i < MMS_DEVS; i++)
		if (c->state.dev[i].present && c->state.dev[i].rank > gone->rank)
			c->renumber |= 1u << i;
}

static struct mms_finding replay_prio(struct mms_checker *c, const struct mms_ev_swap_list *e)
{
	const struct mms_dev *dev = &c->state.dev[e->type];

	if (e->op == MMS_list_op_prio && e->reason == MMS_list_reason_swapoff)
		return replay_renumber(c, e);
	if (c->renumber && e->reason != MMS_list_reason_full && e->reason != MMS_list_reason_freed) {
		c->renumber = 0;
		return mms_found(MMS_check_why_prio, 0, e->prio); /* a device behind kept its priority */
	}
	if (e->op == MMS_list_op_del) {
		if (e->reason == MMS_list_reason_swapoff)
			note_swapoff(c, e);
		return dev->seen ? expect_prio(e, dev->prio) : mms_found_same();
	}
	switch (e->reason) {
	case MMS_list_reason_swapon:
	case MMS_list_reason_reinsert: return replay_setup(c, e);
	case MMS_list_reason_mode: return replay_switch(c, e);
	default: return dev->seen ? expect_prio(e, dev->prio) : mms_found_same();
	}
}

/* Was the device where this change finds it? A switch of the rule takes each listed device off and adds it
 * again, and renumbers the full ones in place. */
static bool place_fits(const struct mms_dev *dev, const struct mms_ev_swap_list *e)
{
	bool joins = e->reason == MMS_list_reason_swapon || e->reason == MMS_list_reason_reinsert;
	bool switching = e->reason == MMS_list_reason_mode;

	switch (e->op) {
	case MMS_list_op_add:
		return joins ? !dev->present
			     : dev->present && !dev->listed && (dev->why_off == MMS_list_reason_mode) == switching;
	case MMS_list_op_del: return dev->present && (dev->listed || e->reason == MMS_list_reason_swapoff);
	case MMS_list_op_prio: return dev->present && (!switching || (!dev->listed && dev->why_off == MMS_list_reason_full));
	case MMS_list_op_setup: return !dev->present;
	default: return true;
	}
}

static bool same_device(const struct mms_dev *dev, const struct mms_ev_swap_list *e)
{
	for (u32 i = 0; i < sizeof(dev->name); i++)
		if (dev->name[i] != e->name[i])
			return false;
	return dev->pages == e->pages && dev->node_id == e->node_id;
}

/* What leaves or is moved has the keys it had. */
static bool same_keys(const struct mms_dev *dev, const struct mms_ev_swap_list *e)
{
	for (u32 i = 0; i < MMS_NODES; i++)
		if (dev->list_prio[i] != e->list_prio[i])
			return e->op != MMS_list_op_del && e->op != MMS_list_op_requeue;
	return true;
}

static struct mms_finding replay_place(const struct mms_checker *c, const struct mms_ev_swap_list *e)
{
	const struct mms_dev *dev = &c->state.dev[e->type];
	bool begins = e->reason == MMS_list_reason_swapon;

	if (c->doubt)
		return mms_found_incomplete(MMS_check_why_lost);
	if (!dev->seen && !begins)
		return mms_found_incomplete(MMS_check_why_unseen);
	if (!place_fits(dev, e))
		return mms_found(MMS_check_why_replay_list, 0, dev->listed ? e->type : -1);
	if (!begins && !same_device(dev, e))
		return mms_found(MMS_check_why_device, 0, e->type);
	return begins || same_keys(dev, e) ? mms_found_same() : mms_found(MMS_check_why_key, 0, dev->prio);
}

struct mms_finding mms_replay_keys(struct mms_checker *c, const struct mms_ev_swap_list *e)
{
	struct mms_finding finding = replay_place(c, e);
	struct mms_finding prio = e->op == MMS_list_op_requeue ? mms_found_same() : replay_prio(c, e);

	if (finding.check != MMS_check_same)
		return finding;
	if (c->state.swap.mode_known && e->mode != c->state.swap.mode)
		return mms_found(MMS_check_why_which_list, 0, c->state.swap.mode);
	return prio;
}
