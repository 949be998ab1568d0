/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about interleaving. */
#include "lie.h"
#include "policy/interleave.h"

static struct mms_ev_interleave *turn(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_interleave ? &log->event[i].interleave : NULL;
}

/* The next allocation of the task, or the policy that it sets; 0: none. */
static u32 next_of_task(const struct mms_log *log, u32 i)
{
	for (u32 k = i + 1; k < log->count; k++)
		if (log->event[k].pid == log->event[i].pid &&
		    (log->event[k].kind == MMS_KIND_interleave || log->event[k].kind == MMS_KIND_mempolicy))
			return k;
	return 0;
}

/* The task's next allocation, unless it sets a policy before. */
static struct mms_ev_interleave *next_turn(struct mms_log *log, u32 i)
{
	u32 next = next_of_task(log, i);

	return next ? turn(log, next) : NULL;
}

/* Has a task allocated after it set its policy, before event i? */
static bool reset_before(struct mms_log *log, u32 i)
{
	for (u32 k = 0; k < i; k++)
		if (log->event[k].kind == MMS_KIND_mempolicy && next_of_task(log, k) && next_of_task(log, k) < i && next_turn(log, k))
			return true;
	return false;
}

static s16 other_node(s16 nid, struct mms_random *r)
{
	return (s16)((nid + 1 + (s16)BELOW(15)) % MMS_NODES);
}

static bool single(u64 nodes)
{
	return !(nodes & (nodes - 1));
}

/* The node and the counter that follow from what the event says; the task's next allocation finds them so. */
static void follow(struct mms_ev_interleave *e, struct mms_ev_interleave *next)
{
	struct mms_il il = {e->prev, e->cnt};

	e->nid = mms_interleave_nodes(&il, e->nodes, e->g);
	e->cnt_after = il.cnt;
	next->prev = e->nid;
	next->cnt = e->cnt_after;
}

static void follow_place(struct mms_ev_interleave_vma *e)
{
	e->nid = e->mode == MMS_mpol_weighted_interleave ? mms_weighted_interleave_nid(e->nodes, e->ilx, e->weight)
							 : mms_interleave_nid(e->nodes, e->ilx);
}

#define BULK "Under weighted interleave a bulk allocation, which has no event, may have moved the counter on: incomplete."
#define SET_BEFORE "The task may have set its policy before the capture began: incomplete."

#define LIES "interleave.def"
#define FILE_OF_LIES lies_interleave
#include "rows.h"
