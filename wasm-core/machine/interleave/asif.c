/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interleaving driven by a capture: each allocation of each task, with the nodes of its policy, decided under another
 * granularity by the task's own counter. By place and by weight no granularity matters, and allocations in bulk move
 * on whatever it is. A task is taken over with the counter of its first event. Under the record's own granularity frames
 * and requests are those of the record; under another one they are made in asif_requests.c.
 */
#include "asif.h"

#define EVENTS_PER_RUN 65536 /* of the record, looked at in one mms_machine_run() */

struct takeover *il_task_of(struct il_asif *d, s32 pid)
{
	struct takeover *oldest = &d->task[0];

	for (u32 i = 0; i < TASKS; i++) {
		struct takeover *task = &d->task[i];

		if (!task->used || task->pid == pid)
			return task; /* places are taken from the first on and never given up */
		if (task->at < oldest->at)
			oldest = task;
	}
	oldest->used = false;
	return oldest;
}

static void decide(struct il_asif *d, struct mms_ev_interleave *e, s32 pid)
{
	struct takeover *task = il_task_of(d, pid);

	if (!task->used)
		*task = (struct takeover){.pid = pid, .used = true, .il = {e->prev, e->cnt}};
	task->at = d->at;
	d->decisions++;
	task->nid = e->nid;
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
	task->nid = e->nid;
}

static bool goes_along(const struct il_asif *d, const struct mms_event *e)
{
	switch (e->kind) {
	case MMS_KIND_node:
	case MMS_KIND_mark:
	case MMS_KIND_lost:
	case MMS_KIND_queue_limits:
	case MMS_KIND_mempolicy:
	case MMS_KIND_interleave:
	case MMS_KIND_interleave_vma: return true;
	case MMS_KIND_interleave_page:
	case MMS_KIND_block_rq: return d->by.own;
	default: return false;
	}
}

bool il_again(struct il_asif *d, const struct mms_event *by, struct mms_event **copy)
{
	const struct mms_who who = {by->cpu, by->pid, by->comm};
	struct mms_event *e = mms_emit(&d->out, (enum mms_kind_id)by->kind, by->ts, &who);
	u64 ts;

	*copy = e;
	if (!e)
		return false;
	ts = e->ts;
	*e = *by;
	e->ts = ts;
	return true;
}

/* False: the log is full. */
static bool play(struct il_asif *d, const struct mms_event *by)
{
	struct mms_event *e;

	if (d->requests && by->kind == MMS_KIND_block_rq)
		return il_asif_request(d, by);
	if (d->requests && by->kind == MMS_KIND_interleave_page)
		il_asif_page(d, by);
	if (!goes_along(d, by))
		return true;
	if (!il_again(d, by, &e))
		return false;
	if (by->kind == MMS_KIND_mempolicy)
		il_task_of(d, by->pid)->used = false; /* its next allocation says which counter it begins with */
	else if (by->kind == MMS_KIND_interleave)
		decide(d, &e->interleave, by->pid);
	else if (by->kind == MMS_KIND_interleave_vma)
		d->decisions++;
	return true;
}

static bool has_kind(const struct mms_log *from, u8 kind)
{
	for (u32 i = 0; i < from->count; i++)
		if (from->event[i].kind == kind)
			return true;
	return false;
}

void *il_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
	       const struct mms_asif *asif, struct mms_error *error)
{
	static const char no_turns[] = "this capture has no allocation under interleave, so there is nothing to decide otherwise";
	struct il_asif *d = has_kind(asif->from, MMS_KIND_interleave) ? mms_arena_alloc(arena, sizeof(*d)) : NULL;

	if (!has_kind(asif->from, MMS_KIND_interleave)) {
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
	d->next = params->frames_next == MMS_frames_next_all ? MMS_frames_next_record : (u8)params->frames_next;
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		d->frames[nid].last = (u64)nid << FRAMES_OF_NODE;
	d->requests = !asif->own && has_kind(asif->from, MMS_KIND_queue_limits) && has_kind(asif->from, MMS_KIND_interleave_page);
	return d;
}

static void report_kept(struct il_asif *d)
{
	static const char kept[] = "asif/requests_kept";
	const struct mms_who nobody = {.comm = "mmscope"};
	struct mms_event *e = mms_emit(&d->out, MMS_KIND_stat, d->out.last_ts, &nobody);

	d->reported = true;
	if (!e)
		return;
	mms_copy(e->stat.text, kept, sizeof(kept));
	e->stat.value = d->kept;
}

enum mms_status_id il_run_asif(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct il_asif *d = machine;
	u64 until = d->decisions + max_decisions;

	for (u32 n = 0; d->at < d->by.from->count; n++) {
		if (d->decisions >= until || n >= EVENTS_PER_RUN)
			return MMS_status_more;
		if (!play(d, &d->by.from->event[d->at++]))
			break;
	}
	if (d->requests && !d->reported)
		report_kept(d);
	return mms_emit_status(&d->out, error);
}
