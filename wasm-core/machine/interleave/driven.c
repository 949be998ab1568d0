/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interleaving driven by a capture: each allocation of each task, with the nodes of its policy, decided under another
 * granularity by the task's own counter. By place and by weight no granularity matters, and allocations in bulk move
 * on whatever it is. A task is taken over with the counter of its first event. Which frame a page would have had on
 * another node nothing tells, so that frames and requests are left out but under the record's own granularity.
 */
#include "internal.h"

#define TASKS 1024
#define EVENTS_PER_RUN 65536 /* of the record, looked at in one mms_machine_run() */

struct taken_over { /* a task of the record */
	s32 pid;
	bool used;
	u32 at; /* its last event */
	struct mms_il il;
};

struct driven {
	struct mms_asif by;
	struct mms_out out;
	u32 granularity, at;
	u64 decisions;
	struct taken_over task[TASKS];
};

static struct taken_over *task_of(struct driven *d, s32 pid)
{
	struct taken_over *oldest = &d->task[0];

	for (u32 i = 0; i < TASKS; i++) {
		struct taken_over *task = &d->task[i];

		if (!task->used || task->pid == pid)
			return task; /* places are taken from the first on and never given up */
		if (task->at < oldest->at)
			oldest = task;
	}
	oldest->used = false;
	return oldest;
}

static void decide(struct driven *d, struct mms_ev_interleave *e, s32 pid)
{
	struct taken_over *task = task_of(d, pid);

	if (!task->used)
		*task = (struct taken_over){.pid = pid, .used = true, .il = {e->prev, e->cnt}};
	task->at = d->at;
	d->decisions++;
	if (e->mode == MMS_mpol_weighted_interleave) {
		/* a bulk allocation by weight has no event, so that the counter is taken as it is found */
		task->il = (struct mms_il){e->nid, e->cnt_after};
		return;
	}
	e->prev = task->il.prev;
	e->cnt = task->il.cnt;
	if (e->caller == MMS_il_caller_bulk) {
		e->nid = mms_interleave_bulk(&task->il, e->nodes);
	} else {
		if (!d->by.own)
			e->g = d->granularity;
		e->nid = mms_interleave_nodes(&task->il, e->nodes, e->g);
	}
	e->cnt_after = task->il.cnt;
}

static bool goes_along(const struct driven *d, const struct mms_event *e)
{
	switch (e->kind) {
	case MMS_KIND_node:
	case MMS_KIND_mark:
	case MMS_KIND_lost:
	case MMS_KIND_mempolicy:
	case MMS_KIND_interleave:
	case MMS_KIND_interleave_vma: return true;
	case MMS_KIND_interleave_page:
	case MMS_KIND_block_rq: return d->by.own;
	default: return false;
	}
}

/* False: the log is full. */
static bool play(struct driven *d, const struct mms_event *by)
{
	const struct mms_who who = {by->cpu, by->pid, by->comm};
	struct mms_event *e;
	u64 ts;

	if (!goes_along(d, by))
		return true;
	e = mms_emit(&d->out, (enum mms_kind_id)by->kind, by->ts, &who);
	if (!e)
		return false;
	ts = e->ts;
	*e = *by;
	e->ts = ts;
	if (by->kind == MMS_KIND_mempolicy)
		task_of(d, by->pid)->used = false; /* its next allocation tells the counter it begins with */
	else if (by->kind == MMS_KIND_interleave)
		decide(d, &e->interleave, by->pid);
	else if (by->kind == MMS_KIND_interleave_vma)
		d->decisions++;
	return true;
}

static bool has_turns(const struct mms_log *from)
{
	for (u32 i = 0; i < from->count; i++)
		if (from->event[i].kind == MMS_KIND_interleave)
			return true;
	return false;
}

void *il_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
	       const struct mms_asif *asif, struct mms_error *error)
{
	static const char no_turns[] = "this capture tells of no allocation under interleave, so that there is nothing to decide otherwise";
	struct driven *d = has_turns(asif->from) ? mms_arena_alloc(arena, sizeof(*d)) : NULL;

	if (!has_turns(asif->from)) {
		mms_fail(error, MMS_status_range, no_turns);
		return NULL;
	}
	if (!d || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is reached");
		return NULL;
	}
	d->by = *asif;
	d->out.log = log;
	d->granularity = (u32)params->granularity;
	return d;
}

enum mms_status_id il_run_driven(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct driven *d = machine;
	u64 until = d->decisions + max_decisions;

	for (u32 n = 0; d->at < d->by.from->count; n++) {
		if (d->decisions >= until || n >= EVENTS_PER_RUN)
			return MMS_status_more;
		if (!play(d, &d->by.from->event[d->at++]))
			break;
	}
	return mms_emit_status(&d->out, error);
}
