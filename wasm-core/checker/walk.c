/* SPDX-License-Identifier: Apache-2.0 */
/* The stateless check: one swap_select against the policy, from what it carries alone. */
#include "internal.h"

/* Without free swap get_swap_pages() does not look at any list. */
static struct mms_finding check_noswap(const struct mms_ev_swap_select *e)
{
	if (e->end != MMS_walk_end_noswap)
		return mms_found(MMS_check_why_end, 0, MMS_walk_end_noswap);
	if (e->visits)
		return mms_found(MMS_check_why_visit, 0, -1);
	if (e->type != -1)
		return mms_found(MMS_check_why_type, 0, -1);
	return e->ret ? mms_found(MMS_check_why_ret, 0, 0) : mms_found_same();
}

static struct mms_finding check_list(const struct mms_ev_swap_select *e, const struct mms_list *list)
{
	for (u32 i = 0; i < list->n; i++) {
		s16 key = list->prio[i];

		if (i && key < list->prio[i - 1])
			return mms_found(MMS_check_why_order, 0, list->type[i]);
		if (!mms_key_fits(e->mode, key) || (i && key == list->prio[i - 1] && !mms_key_shared(e->mode, key)))
			return mms_found(MMS_check_why_key, 0, list->type[i]);
	}
	return mms_found_same();
}

static struct mms_finding check_result(const struct mms_ev_swap_select *e)
{
	bool took = e->end == MMS_walk_end_took;
	s16 type = took ? e->visit_type[e->visits - 1] : (s16)-1;

	if (e->type != type)
		return mms_found(MMS_check_why_type, (u8)(e->visits - took), type);
	if (took ? !e->ret || e->ret > e->batch : e->ret)
		return mms_found(MMS_check_why_ret, (u8)(e->visits - took), took ? e->batch : 0);
	return mms_found_same();
}

/* The first visit and what is behind it are read in one hold of the lock, so the list decides them; what
 * is behind a later one may have changed since the snapshot, and is taken from the event. */
struct mms_finding mms_check_walk(const struct mms_ev_swap_select *e, const struct mms_list *list)
{
	u8 end = list->n ? MMS_walk_end_took : MMS_walk_end_none;
	u8 next = mms_plist_at(list, 0);
	bool over = !list->n;

	if (e->visits > MMS_VISIT_LANES)
		return mms_found_incomplete(MMS_check_why_lanes);
	for (u8 i = 0; i < e->visits; i++) {
		u8 verdict = e->visit_verdict[i] & (MMS_NEXT_LEFT - 1);
		bool left = e->visit_verdict[i] & MMS_NEXT_LEFT;

		if (over || e->visit_type[i] != next)
			return mms_found(MMS_check_why_visit, i, over ? -1 : next);
		if (i == 0 && e->visit_next[i] != mms_plist_at(list, 1))
			return mms_found(MMS_check_why_visit, i, mms_plist_at(list, 1));
		next = e->visit_next[i];
		over = mms_walk_ends(verdict, e->order, next, left, &end);
		/* whether next had left was not looked at when the walk ends before that */
		if (left && over && end != MMS_walk_end_restart)
			return mms_found(MMS_check_why_end, i, MMS_walk_end_restart);
	}
	if (!over)
		return mms_found(MMS_check_why_visit, e->visits, next);
	return e->end == end ? check_result(e) : mms_found(MMS_check_why_end, (u8)(e->visits - !!e->visits), end);
}

/* Places behind the last device are left as they are: nobody looks there. */
static void snapshot_of(const struct mms_ev_swap_select *e, struct mms_list *list)
{
	list->known = 1;
	list->n = e->list_n;
	for (u32 i = 0; i < e->list_n; i++) {
		list->type[i] = e->list_type[i];
		list->prio[i] = e->list_prio[i];
	}
}

struct mms_finding mms_check_select(const struct mms_ev_swap_select *e, s16 first)
{
	struct mms_list list;
	struct mms_finding finding;
	s16 which = mms_swap_select_nid(e->mode, e->nid, first);

	if (e->batch != mms_swap_batch(e->goal, e->avail))
		return mms_found(MMS_check_why_batch, 0, mms_swap_batch(e->goal, e->avail));
	if (e->list != which)
		return mms_found(MMS_check_why_which_list, 0, which);
	if (e->avail <= 0)
		return check_noswap(e);
	if (e->list_n > MMS_LIST_LANES)
		return mms_found_incomplete(MMS_check_why_lanes);
	snapshot_of(e, &list);
	finding = check_list(e, &list);
	return finding.check == MMS_check_same ? mms_check_walk(e, &list) : finding;
}
