/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about interleaving. */
#include "forgery.h"
#include "mms/enums.h"
#include "policy/interleave.h"

static struct mms_ev_interleave *turn(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_interleave ? &log->event[i].interleave : NULL;
}

static struct mms_ev_interleave_vma *place(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_interleave_vma ? &log->event[i].interleave_vma : NULL;
}

/* The task's next allocation, unless it sets a policy before. */
static struct mms_ev_interleave *next_turn(struct mms_log *log, u32 i)
{
	for (u32 k = i + 1; k < log->count; k++)
		if (log->event[k].pid == log->event[i].pid) {
			if (turn(log, k))
				return turn(log, k);
			if (log->event[k].kind == MMS_KIND_mempolicy)
				return NULL;
		}
	return NULL;
}

static bool granularity_less(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	(void)r;
	if (!e || e->mode != MMS_mpol_interleave || e->g < 2)
		return false;
	e->g--;
	return true;
}

/* A row ends here that would have gone on; the next allocation finds it so. */
static bool row_ends(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i), *next = e ? next_turn(log, i) : NULL;

	(void)r;
	if (!next || e->mode != MMS_mpol_interleave || !e->cnt_after)
		return false;
	e->g = e->cnt_after;
	e->cnt_after = 0;
	next->cnt = 0;
	return true;
}

/* A node is left out of the turn, and out of the policy's nodes. */
static bool node_left_out(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i), *next = e ? next_turn(log, i) : NULL;
	struct mms_il il;

	(void)r;
	if (!next || e->mode != MMS_mpol_interleave || __builtin_popcountll(e->nodes) < 2 || e->caller == MMS_il_caller_bulk)
		return false;
	e->nodes &= ~(1ull << e->nid);
	il = (struct mms_il){e->prev, e->cnt};
	e->nid = mms_interleave_nodes(&il, e->nodes, e->g);
	e->cnt_after = il.cnt;
	next->prev = e->nid;
	next->cnt = e->cnt_after;
	return true;
}

/* Nodes that are passed over anyway belong to the policy no more. */
static bool fewer_nodes(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);
	u64 nodes;

	(void)r;
	if (!e)
		return false;
	nodes = 1ull << e->nid | (e->prev < MMS_NODES ? e->nodes & 1ull << e->prev : 0);
	if (nodes == e->nodes)
		return false;
	e->nodes = nodes;
	return true;
}

/* The task's counter, and the turn from it: two nodes further. */
static bool counter_on(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i), *next = e ? next_turn(log, i) : NULL;
	struct mms_il il;

	(void)r;
	if (!next || e->mode != MMS_mpol_interleave || e->prev >= MMS_NODES || e->caller == MMS_il_caller_bulk)
		return false;
	e->prev = mms_next_node_in(e->prev, e->nodes);
	il = (struct mms_il){e->prev, e->cnt};
	e->nid = mms_interleave_nodes(&il, e->nodes, e->g);
	e->cnt_after = il.cnt;
	next->prev = e->nid;
	return true;
}

static bool turn_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!turn(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

static bool place_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!place(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

static bool policy_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (log->event[i].kind != MMS_KIND_mempolicy)
		return false;
	forgery_drop(log, i);
	return true;
}

static bool policy_nodes(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_mempolicy *e = &log->event[i].mempolicy;

	(void)r;
	if (log->event[i].kind != MMS_KIND_mempolicy || !(e->nodes & (e->nodes - 1)))
		return false;
	e->nodes &= e->nodes - 1;
	return true;
}

static bool caller(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	(void)r;
	if (!e || e->caller == MMS_il_caller_bulk)
		return false;
	e->caller = e->caller == MMS_il_caller_alloc ? MMS_il_caller_slab : MMS_il_caller_alloc;
	return true;
}

static bool task(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!turn(log, i))
		return false;
	log->event[i].pid += (s32)(1 + mms_random_below(r, 100));
	return true;
}

/* A weight larger by one where it is read, and so much more left for the next. */
static bool weight(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i), *next = e ? next_turn(log, i) : NULL;

	(void)r;
	if (!next || e->mode != MMS_mpol_weighted_interleave || !e->g || e->g == UINT8_MAX)
		return false;
	e->g++;
	e->cnt_after++;
	next->cnt++;
	return true;
}

/* A place as many pages further as there are nodes: the same node. */
static bool round_further(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	(void)r;
	if (!e || e->mode != MMS_mpol_interleave)
		return false;
	e->ilx += (u64)__builtin_popcountll(e->nodes);
	return true;
}

/* The page behind it, and the node that belongs to that. */
static bool page_behind(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	(void)r;
	if (!e || __builtin_popcountll(e->nodes) < 2)
		return false;
	e->ilx++;
	e->nid = e->mode == MMS_mpol_weighted_interleave ? mms_weighted_interleave_nid(e->nodes, e->ilx, e->weight)
							 : mms_interleave_nid(e->nodes, e->ilx);
	return true;
}

/* One node more, and the node that belongs to the place then. */
static bool nodes_of_mapping(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	(void)r;
	if (!e || e->mode != MMS_mpol_interleave || __builtin_popcountll(e->nodes) < 2)
		return false;
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		e->weight[nid] = nid == (u32)e->nid ? 1 : UINT8_MAX;
	e->nodes = 1ull << e->nid;
	return true;
}

static bool weights_of_mapping(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	(void)r;
	if (!e || e->mode != MMS_mpol_weighted_interleave || e->weight[e->nid] == UINT8_MAX - 1)
		return false;
	e->weight[e->nid]++;
	e->nid = mms_weighted_interleave_nid(e->nodes, e->ilx, e->weight);
	return true;
}

const struct mutation forgery_interleave[] = {
	{"granularity less by one", granularity_less, NULL},
	{"granularity less, and the row ends", row_ends, NULL},
	{"a node left out of the turn and of the policy", node_left_out, NULL},
	{"fewer nodes, and the same turn", fewer_nodes, NULL},
	{"counter and turn a node further", counter_on, NULL},
	{"allocation never told", turn_dropped, NULL},
	{"page of a mapping never told", place_dropped, NULL},
	{"policy never told", policy_dropped, NULL},
	{"nodes of the policy that is set", policy_nodes, NULL},
	{"slab page told as a page, and the other way round", caller, NULL},
	{"another task allocates", task, NULL},
	{"weight larger, and more left of it", weight, NULL},
	{"place a round further", round_further, NULL},
	{"place and node of the next page", page_behind, NULL},
	{"a mapping's policy of one node", nodes_of_mapping, NULL},
	{"weights and node of a mapping", weights_of_mapping, NULL},
};
const unsigned forgery_n_interleave = MMS_COUNT(forgery_interleave);
