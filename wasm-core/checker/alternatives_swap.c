/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The walk of another rule over the devices that this one found listed: a device that is full, or being swapped
 * off, is on no list under any rule. Keys follow from priorities and order of swapon; whose turn it is among
 * equals is history of that rule's own, and not recorded.
 */
#include "alternatives.h"
#include "policy/get_swap_pages.h"
#include "policy/swap_prio.h"

/* Automatic devices in front of it in swap_active_head. */
static u32 autos_before(const struct mms_state *st, const struct mms_dev *dev)
{
	u32 n = 0;

	for (u32 i = 0; i < MMS_DEVS; i++)
		n += st->dev[i].present && st->dev[i].prio < 0 && st->dev[i].rank < dev->rank;
	return n;
}

static s16 key_of(const struct mms_state *st, const struct mms_dev *dev, u8 rule, s16 list)
{
	s16 prio = dev->prio < 0 ? mms_auto_prio(rule, autos_before(st, dev)) : dev->prio;

	return mms_avail_key(rule, prio, dev->node_id, list);
}

/* The list as the rule would have it. False: some device was there before the capture began, and is not alone. */
static bool list_under(const struct mms_state *st, const struct mms_ev_swap_select *e, u8 rule, struct mms_list *list)
{
	*list = (struct mms_list){.known = 1};
	for (u32 i = 0; i < e->list_n; i++) {
		const struct mms_dev *dev = e->list_type[i] < MMS_DEVS ? &st->dev[e->list_type[i]] : NULL;

		if (e->list_n > 1 && !(dev && dev->present && dev->seen))
			return false;
		mms_plist_add(list, e->list_type[i], e->list_n > 1 ? key_of(st, dev, rule, e->nid) : 0);
	}
	return true;
}

static bool has_equal(const struct mms_list *list, u8 type)
{
	s16 key = list->prio[mms_plist_find(list, type)];
	u32 n = 0;

	for (u32 i = 0; i < list->n; i++)
		n += list->prio[i] == key;
	return n > 1;
}

/* What came of trying it: as recorded, where the walk came to it; else by its free slots. False: not recorded. */
static bool try_device(const struct mms_state *st, const struct mms_ev_swap_select *e, u8 type, u8 *verdict)
{
	for (u32 i = 0; i < e->visits; i++)
		if (e->visit_type[i] == type) {
			*verdict = e->visit_verdict[i] & (MMS_NEXT_LEFT - 1);
			return true;
		}
	for (u32 i = 0; i < e->list_n; i++)
		if (e->list_type[i] == type && !e->order && type < MMS_DEVS && st->dev[type].pages) {
			*verdict = e->list_used[i] < st->dev[type].pages ? MMS_verdict_took : MMS_verdict_full;
			return true;
		}
	return false; /* a large folio needs slots in a row */
}

/* Did the record come to its devices in the order of the list it saw? Its first it takes while it holds the lock. */
static bool in_order(const struct mms_ev_swap_select *e)
{
	if (e->end == MMS_walk_end_restart)
		return false;
	for (u32 i = 0; i < e->visits; i++)
		if ((i && (i >= e->list_n || e->visit_type[i] != e->list_type[i])) || e->visit_verdict[i] & MMS_NEXT_LEFT)
			return false;
	return e->end != MMS_walk_end_none || e->visits == e->list_n;
}

struct mms_alternative mms_alternative_select(const struct mms_state *before, const struct mms_ev_swap_select *e, u8 rule)
{
	struct mms_list list, sorted;
	struct mms_walk w;
	int type;

	if (e->visits > MMS_VISIT_LANES || e->list_n > MMS_LIST_LANES)
		return mms_alternative_unknown(MMS_alternative_why_lanes);
	if (!in_order(e))
		return mms_alternative_unknown(MMS_alternative_why_race);
	if (!list_under(before, e, rule, &list))
		return mms_alternative_unknown(MMS_alternative_why_unseen);
	sorted = list;
	mms_walk_begin(&w, &list, e->goal, e->avail, e->order);
	while ((type = mms_walk_next(&w)) >= 0) {
		u8 verdict;

		if (has_equal(&sorted, (u8)type))
			return mms_alternative_unknown(MMS_alternative_why_turn);
		if (!try_device(before, e, (u8)type, &verdict))
			return mms_alternative_unknown(MMS_alternative_why_room);
		mms_walk_verdict(&w, verdict, 1);
	}
	return mms_alternative_found(w.type == e->type && (w.type >= 0 || w.end == e->end), w.type, w.end);
}
