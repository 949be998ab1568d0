/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of tasks that interleave: by their counters, in bulk, by place, with granularity and weights that
 * change on the way. */
#include "fixture.h"

#include <string.h>

#include "policy/interleave.h"

#define TASKS_MAX 6
#define HIGHEST 15

struct task {
	s32 pid;
	u8 mode;
	u64 nodes;
	struct mms_il il;
};

static struct mms_random r;
static u8 weight[MMS_NODES];

static u64 some_nodes(void)
{
	u64 nodes = mms_random_u32(&r) & (mms_random_below(&r, 3) ? 0xf : 0xffff);

	return nodes & (nodes - 1) ? nodes : 0x3; /* two at least: with one there is nothing to decide */
}

static void set_policy(struct task *t)
{
	struct mms_event *e = fixture_add(MMS_KIND_mempolicy, t->pid, "hog");

	t->mode = mms_random_below(&r, 3) ? MMS_mpol_interleave : MMS_mpol_weighted_interleave;
	t->nodes = some_nodes();
	mms_set_mempolicy(&t->il, HIGHEST);
	e->mempolicy.mode = t->mode;
	e->mempolicy.nodes = t->nodes;
}

static void allocate(struct task *t, u32 granularity)
{
	struct mms_event *event = fixture_add(MMS_KIND_interleave, t->pid, "hog");
	struct mms_ev_interleave *e = &event->interleave;
	bool weighted = t->mode == MMS_mpol_weighted_interleave;

	e->caller = (u8)mms_random_below(&r, weighted ? 2 : 3);
	e->mode = t->mode;
	e->nodes = t->nodes;
	e->prev = t->il.prev;
	e->cnt = t->il.cnt;
	if (weighted) {
		e->g = mms_interleave_stays(&t->il, t->nodes) ? 0 : weight[mms_next_node_in(t->il.prev, t->nodes)];
		e->nid = mms_weighted_interleave_nodes(&t->il, t->nodes, e->g);
	} else {
		e->g = e->caller == MMS_il_caller_bulk ? 1 : granularity;
		e->nid = e->caller == MMS_il_caller_bulk ? mms_interleave_bulk(&t->il, t->nodes)
							 : mms_interleave_nodes(&t->il, t->nodes, e->g);
	}
	e->cnt_after = t->il.cnt;
}

static void map(const struct task *t)
{
	struct mms_event *event = fixture_add(MMS_KIND_interleave_vma, t->pid, "hog");
	struct mms_ev_interleave_vma *e = &event->interleave_vma;

	e->mode = t->mode;
	e->nodes = t->nodes;
	e->ilx = mms_random_below(&r, 100000);
	memset(e->weight, 0xff, sizeof(e->weight));
	for (unsigned i = 0; i < MMS_NODES; i++)
		if (t->nodes >> i & 1)
			e->weight[i] = t->mode == MMS_mpol_interleave ? 1 : weight[i];
	e->nid = t->mode == MMS_mpol_interleave ? mms_interleave_nid(t->nodes, e->ilx)
						: mms_weighted_interleave_nid(t->nodes, e->ilx, e->weight);
}

char *fixture_interleave(u64 number, size_t *len)
{
	struct task task[TASKS_MAX];
	u32 tasks, steps, granularity = 1;

	r = mms_random(number);
	fixture_begin();
	tasks = 1 + mms_random_below(&r, TASKS_MAX);
	for (unsigned i = 0; i < MMS_NODES; i++)
		weight[i] = (u8)(1 + mms_random_below(&r, mms_random_below(&r, 2) ? 4 : 255));
	for (u32 i = 0; i < tasks; i++) {
		task[i].pid = (s32)(100 + 7 * i);
		set_policy(&task[i]);
	}
	steps = 30 + mms_random_below(&r, 200);
	for (u32 i = 0; i < steps; i++) {
		struct task *t = &task[mms_random_below(&r, tasks)];
		u32 what = mms_random_below(&r, 100);

		if (what < 3)
			granularity = 1 + mms_random_below(&r, 40) / (1 + mms_random_below(&r, 20));
		else if (what < 6)
			weight[mms_random_below(&r, MMS_NODES)] = (u8)(1 + mms_random_below(&r, 8));
		else if (what < 8)
			set_policy(t);
		else if (what < 30)
			map(t);
		else
			allocate(t, granularity);
	}
	return fixture_text(len);
}
