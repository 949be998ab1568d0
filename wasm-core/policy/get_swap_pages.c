/* SPDX-License-Identifier: Apache-2.0 */
#include "get_swap_pages.h"

s16 mms_swap_select_nid(u8 rule, s16 nid, s16 first)
{
	return rule == MMS_rule_node ? nid : first;
}

s64 mms_swap_avail(s64 nr_swap_pages, u8 order)
{
	return (s64)((u64)nr_swap_pages >> order);
}

u16 mms_swap_batch(u16 goal, s64 avail)
{
	s64 batch = MMS_MIN(goal, SWAP_BATCH);

	return (u16)MMS_MAX(MMS_MIN(batch, avail), 0);
}

bool mms_walk_begin(struct mms_walk *w, struct mms_list *list, u16 goal, s64 avail, u8 order)
{
	*w = (struct mms_walk){
		.list = list,
		.batch = mms_swap_batch(goal, avail),
		.type = -1,
		.order = order,
		.cur = MMS_NO_TYPE,
		.next = mms_plist_at(list, 0),
	};
	if (avail <= 0)
		w->end = MMS_walk_end_noswap;
	else if (w->next == MMS_NO_TYPE)
		w->end = MMS_walk_end_none;
	else
		return true;
	w->over = true;
	return avail > 0;
}

int mms_walk_next(struct mms_walk *w)
{
	if (w->over)
		return -1;
	w->cur = w->next;
	w->next = mms_plist_at(w->list, mms_plist_find(w->list, w->cur) + 1);
	mms_plist_requeue(w->list, w->cur);
	return w->cur;
}

bool mms_walk_ends(u8 verdict, u8 order, u8 next, bool left, u8 *end)
{
	if (verdict == MMS_verdict_took)
		*end = MMS_walk_end_took;
	else if (verdict == MMS_verdict_zero && order > 0)
		*end = MMS_walk_end_order;
	else if (left)
		*end = MMS_walk_end_restart;
	else if (next == MMS_NO_TYPE)
		*end = MMS_walk_end_none;
	else
		return false;
	return true;
}

void mms_walk_verdict(struct mms_walk *w, u8 verdict, u16 ret)
{
	bool left;

	if (verdict == MMS_verdict_full || verdict == MMS_verdict_notwritable)
		mms_plist_del(w->list, w->cur);
	left = w->next == MMS_NO_TYPE ? w->list->n == 0 : mms_plist_find(w->list, w->next) < 0;
	w->over = mms_walk_ends(verdict, w->order, w->next, left, &w->end);
	if (verdict == MMS_verdict_took) {
		w->type = w->cur;
		w->ret = ret;
	}
}
