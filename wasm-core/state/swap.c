/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What events of the swap layer do to the visible state. A snapshot in a swap_select is the truth: where it
 * differs from the list held here, it wins (checker/ says so; nothing else may correct the state).
 */
#include "internal.h"

#include "policy/plist.h"
#include "policy/swap_prio.h"

static struct mms_dev *dev_of(struct mms_state *st, s64 type)
{
	return type >= 0 && type < MMS_DEVS ? &st->dev[type] : NULL;
}

static struct mms_list *list_of(struct mms_state *st, s64 nid)
{
	return nid >= 0 && nid < MMS_NODES ? &st->list[nid] : NULL;
}

/* The sums over all devices count those that are swapped on. */
static void set_used(struct mms_state *st, struct mms_dev *dev, u64 used)
{
	if (dev->present)
		st->swap.used += used - dev->used;
	dev->used = used;
}

static void set_pages(struct mms_state *st, struct mms_dev *dev, u64 pages)
{
	if (dev->present)
		st->swap.pages += pages - dev->pages;
	dev->pages = pages;
}

/* swap_active_head is sorted like any plist: a device joins behind those of its priority. */
static void active_add(struct mms_state *st, struct mms_dev *dev)
{
	dev->rank = 0;
	for (u32 i = 0; i < MMS_DEVS; i++)
		if (st->dev[i].present && st->dev[i].prio >= dev->prio)
			dev->rank++;
	for (u32 i = 0; i < MMS_DEVS; i++)
		if (st->dev[i].present && st->dev[i].rank >= dev->rank)
			st->dev[i].rank++;
	dev->present = 1;
	st->swap.devices++;
	st->swap.used += dev->used;
	st->swap.pages += dev->pages;
}

static void active_del(struct mms_state *st, struct mms_dev *dev)
{
	if (!dev->present)
		return;
	dev->present = 0;
	st->swap.devices--;
	st->swap.used -= dev->used;
	st->swap.pages -= dev->pages;
	for (u32 i = 0; i < MMS_DEVS; i++)
		if (st->dev[i].present && st->dev[i].rank > dev->rank)
			st->dev[i].rank--;
	dev->rank = 0;
}

static void leave_lists(struct mms_state *st, u8 type)
{
	for (u32 i = 0; i < MMS_NODES; i++)
		mms_plist_del(&st->list[i], type);
}

static void join_lists(struct mms_state *st, u8 type, const s16 *key)
{
	leave_lists(st, type);
	for (u32 i = 0; i < MMS_NODES; i++) {
		if (key[i] == MMS_NO_LIST)
			continue;
		mms_plist_add(&st->list[i], type, key[i]);
		st->list[i].known = 1;
	}
}

/* Renumbered in place: swapoff() moves the keys behind by one, so no list loses its order. */
static void rekey(struct mms_state *st, u8 type, const s16 *key)
{
	for (u32 i = 0; i < MMS_NODES; i++) {
		int at = mms_plist_find(&st->list[i], type);

		if (at >= 0 && key[i] != MMS_NO_LIST)
			st->list[i].prio[at] = key[i];
	}
}

static void describe_dev(struct mms_state *st, struct mms_dev *dev, const struct mms_ev_swap_list *e)
{
	dev->prio = e->prio;
	dev->node_id = e->node_id;
	set_pages(st, dev, e->pages);
	set_used(st, dev, e->used);
	mms_copy(dev->list_prio, e->list_prio, sizeof(dev->list_prio));
	mms_copy(dev->name, e->name, sizeof(dev->name));
}

static void swapped_on(struct mms_state *st, struct mms_dev *dev, const struct mms_ev_swap_list *e)
{
	if (e->reason == MMS_list_reason_swapon) {
		active_del(st, dev);
		mms_fill(dev, 0, sizeof(*dev));
		dev->seen = 1;
	}
	describe_dev(st, dev, e);
	if (!dev->present)
		active_add(st, dev);
}

static void apply_dev(struct mms_state *st, struct mms_dev *dev, const struct mms_ev_swap_list *e)
{
	u8 type = (u8)e->type;

	switch (e->op) {
	case MMS_list_op_add:
		swapped_on(st, dev, e);
		join_lists(st, type, e->list_prio);
		dev->listed = 1;
		break;
	case MMS_list_op_setup:
		swapped_on(st, dev, e);
		leave_lists(st, type);
		dev->listed = 0;
		dev->why_off = MMS_list_reason_full;
		break;
	case MMS_list_op_del:
		describe_dev(st, dev, e);
		leave_lists(st, type);
		dev->listed = 0;
		dev->why_off = e->reason;
		if (e->reason == MMS_list_reason_swapoff)
			active_del(st, dev);
		break;
	case MMS_list_op_requeue:
		for (u32 i = 0; i < MMS_NODES; i++)
			if (e->list < 0 || e->list == (s16)i)
				mms_plist_requeue(&st->list[i], type);
		break;
	case MMS_list_op_prio:
		describe_dev(st, dev, e);
		rekey(st, type, e->list_prio);
		break;
	default:
		break;
	}
}

void mms_apply_swap_list(struct mms_state *st, const struct mms_ev_swap_list *e)
{
	struct mms_dev *dev = dev_of(st, e->type);

	st->swap.mode = e->mode;
	st->swap.mode_known = 1;
	st->swap.least = e->least;
	if (dev)
		apply_dev(st, dev, e);
}

/* A device met on a list that no event brought there: what a key says of it, and no more. */
static void adopt(struct mms_state *st, struct mms_dev *dev, u8 mode, s16 list, s16 key)
{
	if (!dev->present) {
		mms_fill(dev, 0, sizeof(*dev));
		dev->node_id = -1;
		dev->prio = (s16)-key;
		for (u32 i = 0; i < MMS_NODES; i++)
			dev->list_prio[i] = MMS_NO_LIST;
		active_add(st, dev);
	}
	dev->listed = 1;
	dev->list_prio[list] = key;
	if (dev->seen)
		return;
	if (mode == MMS_rule_node && mms_avail_key(mode, -1, list, list) == key)
		dev->node_id = list;
	else
		dev->prio = (s16)-key;
}

static bool holds_snapshot(const struct mms_list *list, const struct mms_ev_swap_select *e, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (list->type[i] != e->list_type[i] || list->prio[i] != e->list_prio[i])
			return false;
	return list->n == e->list_n;
}

/* More devices than lanes: the first are certain, of the others the list keeps what it had. */
static void take_over(struct mms_list *list, const struct mms_ev_swap_select *e, u32 n)
{
	if (e->list_n <= MMS_LIST_LANES)
		mms_fill(list, 0, sizeof(*list));
	for (u32 i = 0; i < n; i++)
		mms_plist_del(list, e->list_type[i]);
	for (u32 i = 0; i < n; i++)
		mms_plist_add(list, e->list_type[i], e->list_prio[i]);
}

static void apply_snapshot(struct mms_state *st, struct mms_list *list, const struct mms_ev_swap_select *e)
{
	u32 n = MMS_MIN(e->list_n, MMS_LIST_LANES);

	for (u32 i = 0; i < n; i++) {
		struct mms_dev *dev = dev_of(st, e->list_type[i]);

		if (!dev)
			return;
		adopt(st, dev, e->mode, e->list, e->list_prio[i]);
		set_used(st, dev, e->list_used[i]);
	}
	if (!holds_snapshot(list, e, n))
		take_over(list, e, n);
	list->known = 1;
}

void mms_apply_swap_select(struct mms_state *st, const struct mms_ev_swap_select *e)
{
	struct mms_list *list = list_of(st, e->list);
	struct mms_list *asked = list_of(st, e->nid);
	struct mms_dev *dev = dev_of(st, e->type);

	st->swap.mode = e->mode;
	st->swap.mode_known = 1;
	if (asked) {
		st->node[e->nid].asked++;
		st->node[e->nid].slots += e->ret;
	}
	if (list && e->end != MMS_walk_end_noswap) {
		apply_snapshot(st, list, e);
		/* Requeues after the first have events of their own. */
		if (e->visits)
			mms_plist_requeue(list, e->visit_type[0]);
	}
	if (dev) {
		u64 pages = (u64)e->ret << (e->order & 31);

		dev->chosen++;
		dev->given += pages;
		set_used(st, dev, dev->used + pages);
	}
}

/* A probe's reading of a list, which holds it no longer than that: what is on it and in use is its own. */
void mms_apply_mms_slot(struct mms_state *st, const struct mms_ev_mms_slot *e)
{
	u8 rule = e->nid < 0 ? MMS_rule_roundrobin : MMS_rule_node;
	struct mms_list *list = list_of(st, MMS_MAX(e->nid, (s16)0));
	struct mms_dev *chosen = dev_of(st, e->type);

	if (!list || e->list_n > MMS_COUNT(e->list_type))
		return;
	st->swap.mode = rule;
	st->swap.mode_known = 1;
	if (e->nid >= 0) {
		st->node[e->nid].asked++;
		st->node[e->nid].slots += e->ret;
	}
	mms_fill(list, 0, sizeof(*list));
	for (u32 i = 0; i < e->list_n; i++) {
		struct mms_dev *dev = dev_of(st, e->list_type[i]);

		if (!dev)
			return;
		adopt(st, dev, rule, MMS_MAX(e->nid, (s16)0), e->list_key[i]);
		dev->prio = e->list_prio[i];
		dev->node_id = e->list_node[i];
		set_pages(st, dev, e->list_pages[i]);
		set_used(st, dev, e->list_used[i]);
		mms_plist_add(list, e->list_type[i], e->list_key[i]);
	}
	list->known = 1;
	for (u32 i = 0; i < e->tries && i < MMS_COUNT(e->tried); i++)
		mms_plist_requeue(list, e->tried[i]);
	if (chosen) {
		u64 pages = (u64)e->ret << (e->order & 31);

		chosen->chosen++;
		chosen->given += pages;
		set_used(st, chosen, chosen->used + pages);
	}
}

void mms_apply_swap_free(struct mms_state *st, const struct mms_ev_swap_free *e)
{
	struct mms_dev *dev = dev_of(st, e->type);

	if (dev)
		set_used(st, dev, e->used);
}
