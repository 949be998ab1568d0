/* SPDX-License-Identifier: Apache-2.0 */
/* What interleaved allocations, and the requests their pages end up in, do to the visible state. */
#include "internal.h"

#define TASKS MMS_COUNT(((struct mms_state *)0)->task)
#define DISKS MMS_COUNT(((struct mms_state *)0)->rq)
#define NOT_BEGUN (-1)
#define PAGE_SECTORS 8

/* The row of a task; the first that is not in use where it is new, NULL where none is left. */
static struct mms_task *task_of(struct mms_state *st, const struct mms_event *common)
{
	for (u32 i = 0; i < TASKS; i++) {
		struct mms_task *task = &st->task[i];

		if (task->present && task->pid != common->pid)
			continue;
		if (!task->present)
			task->prev = NOT_BEGUN;
		task->present = 1;
		task->pid = common->pid;
		mms_copy(task->comm, common->comm, sizeof(task->comm));
		return task;
	}
	return NULL;
}

static struct mms_rq *rq_of(struct mms_state *st, u32 dev)
{
	for (u32 i = 0; i < DISKS; i++) {
		struct mms_rq *rq = &st->rq[i];

		if (rq->present && rq->dev != dev)
			continue;
		rq->present = 1;
		rq->dev = dev;
		return rq;
	}
	return NULL;
}

static void allocated(struct mms_task *task, s16 nid)
{
	u64 least = ~0ULL;

	task->pages++;
	if (nid < 0 || nid >= MMS_NODES)
		return;
	task->on[nid]++;
	for (u32 n = 0; n < MMS_NODES; n++)
		if (task->nodes >> n & 1 && task->on[n] < least)
			least = task->on[n];
	if (task->on[nid] > least && task->on[nid] - least > task->ahead)
		task->ahead = task->on[nid] - least;
}

void mms_apply_mempolicy(struct mms_state *st, const struct mms_event *common, const struct mms_ev_mempolicy *e)
{
	struct mms_task *task = task_of(st, common);

	if (!task)
		return;
	task->mode = e->mode;
	task->nodes = e->nodes;
	task->prev = NOT_BEGUN;
	task->cnt = 0;
}

void mms_apply_interleave(struct mms_state *st, const struct mms_event *common, const struct mms_ev_interleave *e)
{
	struct mms_task *task = task_of(st, common);

	if (!task)
		return;
	task->mode = e->mode;
	task->nodes = e->nodes;
	task->prev = e->nid;
	task->cnt = e->cnt_after;
	if (e->g)
		task->g = e->g;
	allocated(task, e->nid);
}

void mms_apply_interleave_vma(struct mms_state *st, const struct mms_event *common,
			      const struct mms_ev_interleave_vma *e)
{
	struct mms_task *task = task_of(st, common);

	if (!task)
		return;
	task->mode = e->mode;
	task->nodes = e->nodes;
	allocated(task, e->nid);
}

/* Moves the last reads up by one and sets this one before them. */
static void remember(struct mms_rq *rq, const struct mms_ev_block_rq *e)
{
	for (u32 i = MMS_COUNT(rq->past_sectors) - 1; i > 0; i--) {
		rq->past_sectors[i] = rq->past_sectors[i - 1];
		rq->past_segments[i] = rq->past_segments[i - 1];
	}
	rq->past_sectors[0] = e->sectors;
	rq->past_segments[0] = e->segments;
}

/* Reads only: writes go their own way and say nothing of the frames that pages were given. */
void mms_apply_block_rq(struct mms_state *st, const struct mms_ev_block_rq *e)
{
	struct mms_rq *rq = e->rwbs[0] == 'R' ? rq_of(st, e->dev) : NULL;

	if (!rq)
		return;
	rq->requests++;
	rq->sectors += e->sectors;
	rq->segments += e->segments;
	rq->full += rq->max_segments && e->segments >= rq->max_segments;
	rq->last_sectors = e->sectors;
	rq->last_segments = e->segments;
	remember(rq, e);
	if (e->sector / PAGE_SECTORS != rq->open_page)
		return; /* one that waited; what is gathered goes later */
	rq->open_sectors = 0;
	rq->open_segments = 0;
}

void mms_apply_rq_page(struct mms_state *st, const struct mms_ev_rq_page *e)
{
	struct mms_rq *rq = rq_of(st, e->dev);

	if (!rq)
		return;
	if (e->why != MMS_rq_why_joined)
		rq->open_page = e->page;
	rq->open_sectors = e->sectors;
	rq->open_segments = e->segments;
}

void mms_apply_queue_limits(struct mms_state *st, const struct mms_ev_queue_limits *e)
{
	struct mms_rq *rq = rq_of(st, e->dev);

	if (!rq)
		return;
	rq->max_sectors = e->max_sectors;
	rq->max_segments = e->max_segments;
	mms_copy(rq->name, e->name, sizeof(rq->name));
}
