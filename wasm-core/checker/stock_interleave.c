/* SPDX-License-Identifier: Apache-2.0 */
/* Interleave of an unpatched kernel: mm/mempolicy.c:policy_nodemask() of 6.12 and 7.3, which have no granularity. */
#include "internal.h"

#include "policy/interleave.h"

/* What the rule gives: the node, and the task's counters afterwards. */
struct turn {
	s16 nid;
	struct mms_il il;
};

static struct turn turn_of(const struct mms_ev_mms_il *e, u64 nodes, const u8 weight[MMS_NODES])
{
	struct turn t = {-1, {e->prev, e->cnt}};
	bool weighs = e->mode == MMS_mpol_weighted_interleave;
	s16 next = mms_next_node_in(e->prev, nodes);

	if (e->by_place)
		t.nid = weighs ? mms_weighted_interleave_nid(nodes, e->ilx, weight) : mms_interleave_nid(nodes, e->ilx);
	else if (weighs)
		t.nid = mms_weighted_interleave_nodes(&t.il, nodes, weight[next]);
	else
		t.nid = t.il.prev = next;
	return t;
}

static bool fits(const struct mms_ev_mms_il *e, struct turn t)
{
	return t.nid == e->nid && t.il.prev == e->prev_after && t.il.cnt == e->cnt_after;
}

/* Nobody but the task moves its counters; policy and weights others may set meanwhile. */
struct mms_finding mms_check_stock_il(const struct mms_ev_mms_il *e)
{
	struct turn first = turn_of(e, e->nodes, e->weight);
	bool moved = e->nodes != e->nodes2;

	if (fits(e, first))
		return mms_found_same();
	if (fits(e, turn_of(e, e->nodes2, e->weight2)))
		return mms_found_raced(moved ? MMS_check_why_moved_nodes : MMS_check_why_moved_weight, first.nid);
	if (first.nid != e->nid)
		return mms_found(MMS_check_why_node, 0, first.nid);
	return first.il.prev == e->prev_after ? mms_found(MMS_check_why_counter, 0, (s64)first.il.cnt)
					      : mms_found(MMS_check_why_counter, 0, -1);
}
