/* SPDX-License-Identifier: Apache-2.0 */
/* Falsified interleaving. */
#include "mutation.h"

#include "mms/enums.h"

static struct mms_ev_interleave *turn(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_interleave ? &log->event[i].interleave : NULL;
}

static struct mms_ev_interleave_vma *place(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_interleave_vma ? &log->event[i].interleave_vma : NULL;
}

/* The next event of these kinds that the same task caused; 0: none. */
static u32 next_of_task(const struct mms_log *log, u32 i)
{
	for (u32 k = i + 1; k < log->count; k++)
		if (log->event[k].pid == log->event[i].pid &&
		    (log->event[k].kind == MMS_KIND_interleave || log->event[k].kind == MMS_KIND_mempolicy))
			return k;
	return 0;
}

static s16 other_node(s16 nid, struct mms_random *r)
{
	return (s16)((nid + 1 + (s16)mms_random_below(r, 15)) % MMS_NODES);
}

static bool node(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e)
		return false;
	e->nid = other_node(e->nid, r);
	return true;
}

static bool prev(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e)
		return false;
	e->prev = other_node(e->prev, r);
	return true;
}

/* Of a fresh counter, too: another kernel's MAX_NUMNODES in the middle of a capture. */
static bool highest(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);
	bool known = false;

	for (u32 k = 0; e && k < i && !known; k++)
		known = log->event[k].kind == MMS_KIND_mempolicy && next_of_task(log, k) && next_of_task(log, k) < i &&
			turn(log, next_of_task(log, k));
	if (!known || e->prev != MMS_NODES - 1)
		return false;
	e->prev = mms_random_below(r, 2) ? 63 : 1023;
	return true;
}

static bool count_before(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e)
		return false;
	e->cnt += 1 + mms_random_below(r, 5);
	return true;
}

static bool count_after(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e)
		return false;
	e->cnt_after = (u32)((s64)e->cnt_after + mutate_off(r));
	return true;
}

/* A row that ends where it would go on, and the other way round; a weight that is another. */
static bool granularity(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e)
		return false;
	if (e->mode == MMS_mpol_weighted_interleave)
		e->g += 1 + mms_random_below(r, 5);
	else if (e->cnt_after)
		e->g = mms_random_below(r, e->cnt_after + 1);
	else
		e->g += 1 + e->cnt + mms_random_below(r, 5);
	return true;
}

static bool nodes(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e)
		return false;
	(void)r;
	e->nodes &= ~(1ull << e->nid);
	return true;
}

static bool policy(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e)
		return false;
	if (mms_random_below(r, 2))
		e->mode = (u8)mms_random_below(r, 3); /* one that gives out no nodes */
	else
		e->mode = e->mode == MMS_mpol_interleave ? MMS_mpol_weighted_interleave : MMS_mpol_interleave;
	return true;
}

static bool bulk(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave *e = turn(log, i);

	if (!e || e->mode != MMS_mpol_interleave || e->g == 1)
		return false;
	(void)r;
	e->caller = MMS_il_caller_bulk;
	return true;
}

/* An allocation that contradicts nothing in itself: as if the task had made one less, or one more. */
static bool forged(struct mms_log *log, u32 i, struct mms_random *r)
{
	u32 next = turn(log, i) ? next_of_task(log, i) : 0;

	if (!next || !turn(log, next) || turn(log, next)->mode != turn(log, i)->mode)
		return false;
	(void)r;
	*turn(log, next) = *turn(log, i);
	return true;
}

static bool swapped(struct mms_log *log, u32 i, struct mms_random *r)
{
	u32 next = turn(log, i) ? next_of_task(log, i) : 0;
	u64 ts = log->event[i].ts;

	if (!next || !turn(log, next))
		return false;
	(void)r;
	log->event[i].ts = log->event[next].ts;
	log->event[next].ts = ts;
	return true;
}

/* A policy that is set at the wrong time, or by another task. */
static bool other_task(struct mms_log *log, u32 i, struct mms_random *r)
{
	u32 next = log->event[i].kind == MMS_KIND_mempolicy ? next_of_task(log, i) : 0;

	if (!next || !turn(log, next))
		return false;
	(void)r;
	log->event[i].pid = 31337;
	return true;
}

static bool no_reset(struct mms_log *log, u32 i, struct mms_random *r)
{
	u32 next = log->event[i].kind == MMS_KIND_mempolicy ? next_of_task(log, i) : 0;

	if (!next || !turn(log, next))
		return false;
	(void)r;
	log->event[i].mempolicy.mode = MMS_mpol_bind;
	return true;
}

static bool node_of_place(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	if (!e)
		return false;
	e->nid = other_node(e->nid, r);
	return true;
}

static bool place_off(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	if (!e || e->mode != MMS_mpol_interleave)
		return false;
	(void)r;
	e->ilx++;
	return true;
}

static bool nodes_of_place(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	if (!e)
		return false;
	if (mms_random_below(r, 2))
		e->nodes &= ~(1ull << e->nid);
	else
		e->nodes |= 1ull << (MMS_NODES + mms_random_below(r, 48));
	return true;
}

static bool weight(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);
	u32 lane = mms_random_below(r, MMS_NODES);

	if (!e || (e->nodes >> lane & 1 && e->mode == MMS_mpol_weighted_interleave))
		return false;
	e->weight[lane] = e->nodes >> lane & 1 ? 2 : 1;
	return true;
}

/* The node that was chosen counts for nothing. */
static bool weightless(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_interleave_vma *e = place(log, i);

	if (!e)
		return false;
	(void)r;
	e->weight[e->nid] = 0;
	return true;
}

const struct mutation interleave_mutations[] = {
	{"node", node, NULL},
	{"node before", prev, NULL},
	{"MAX_NUMNODES", highest, NULL},
	{"counter before", count_before, NULL},
	{"counter after", count_after, NULL},
	{"granularity", granularity, NULL},
	{"nodes", nodes, NULL},
	{"policy", policy, NULL},
	{"caller", bulk, NULL},
	{"allocation told twice", forged, NULL},
	{"two allocations swapped", swapped, NULL},
	{"policy of another task", other_task, NULL},
	{"policy that resets nothing", no_reset, NULL},
	{"node of a place", node_of_place, NULL},
	{"place", place_off, NULL},
	{"nodes of a place", nodes_of_place, NULL},
	{"weight of a place", weight, NULL},
	{"weight 0 of a place", weightless, NULL},
	{"line dropped", NULL, mutate_line_dropped},
	{"line doubled", NULL, mutate_line_doubled},
	{"field dropped", NULL, mutate_field_dropped},
	{"byte changed", NULL, mutate_byte_changed},
};
const unsigned n_interleave_mutations = MMS_COUNT(interleave_mutations);
