/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaving: the node and the counter that follow from policy and counter, and whether the counter is
 * what the task's allocation before left. */
#include "internal.h"

#include "policy/interleave.h"

#define BEHIND 4096 /* events behind an allocation, among which its task's next is looked for */
#define REBIND_NS 1000000000ull /* sooner after set_mempolicy() no cpuset changes what it set */

static bool is_weighted(u8 mode)
{
	return mode == MMS_mpol_weighted_interleave;
}

/* A weight is read exactly when the task turns to another node, and is at least 1. */
static bool granularity_fits(const struct mms_ev_interleave *e, const struct mms_il *before)
{
	if (is_weighted(e->mode))
		return mms_interleave_stays(before, e->nodes) ? !e->g : e->g >= 1 && e->g <= UINT8_MAX;
	return e->caller == MMS_il_caller_bulk ? e->g == 1 : e->g >= 1;
}

struct mms_finding mms_check_interleave(const struct mms_ev_interleave *e)
{
	struct mms_il il = {e->prev, e->cnt};
	s16 nid;

	if (!granularity_fits(e, &il))
		return mms_found(MMS_check_why_counter, 0, -1);
	if (is_weighted(e->mode))
		nid = mms_weighted_interleave_nodes(&il, e->nodes, e->g);
	else if (e->caller == MMS_il_caller_bulk)
		nid = mms_interleave_bulk(&il, e->nodes);
	else
		nid = mms_interleave_nodes(&il, e->nodes, e->g);
	if (e->nid != nid)
		return mms_found(MMS_check_why_node, 0, nid);
	return e->cnt_after == il.cnt ? mms_found_same() : mms_found(MMS_check_why_counter, 0, il.cnt);
}

struct mms_finding mms_check_interleave_vma(const struct mms_ev_interleave_vma *e)
{
	s16 nid = is_weighted(e->mode) ? mms_weighted_interleave_nid(e->nodes, e->ilx, e->weight)
				       : mms_interleave_nid(e->nodes, e->ilx);

	return e->nid == nid ? mms_found_same() : mms_found(MMS_check_why_node, 0, nid);
}

static const struct mms_il_task *task_of(const struct mms_checker *c, s32 pid)
{
	for (u32 i = 0; i < MMS_TASKS; i++)
		if (c->task[i].used && c->task[i].pid == pid)
			return &c->task[i];
	return NULL;
}

static bool same_name(const char *a, const char *b)
{
	for (u32 i = 0; i < sizeof(((struct mms_il_task *)NULL)->comm); i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/* MAX_NUMNODES is a power of two, and the same all the time. i386 has page flags for 8 nodes. */
static bool is_highest_node(const struct mms_checker *c, s16 prev)
{
	s16 least = c->log->arch == MMS_arch_i386 ? 7 : MMS_NODES - 1;

	if (c->highest_node)
		return prev == c->highest_node;
	return prev >= least && !(prev & (prev + 1));
}

/* alloc_pages_bulk_array_weighted_interleave() has no event. It leaves a task at a node of the policy, with any
 * part of that node's weight. */
static bool maybe_after_bulk(const struct mms_il_task *task, const struct mms_ev_interleave *e)
{
	return is_weighted(e->mode) && (task->fresh || task->weighted) && e->prev >= 0 && e->prev < MMS_NODES &&
	       e->nodes >> e->prev & 1 && e->cnt <= UINT8_MAX;
}

/* A cpuset that is given other nodes changes those of its tasks' policies without an event, but not there and back:
 * the task's next allocation has them too. */
static bool fits_nodes(const struct mms_checker *c, const struct mms_event *e, const struct mms_il_task *task)
{
	u32 to = (u32)MMS_MIN((u64)c->log->count, (u64)c->at + BEHIND);

	if (e->interleave.nodes == task->nodes)
		return true;
	if (task->fresh && e->ts < c->log->event[task->at].ts + REBIND_NS)
		return false;
	for (u32 i = c->at + 1; i < to; i++) {
		const struct mms_event *other = &c->log->event[i];

		if (other->pid == e->pid && other->kind == MMS_KIND_mempolicy)
			return true;
		if (other->pid == e->pid && other->kind == MMS_KIND_interleave)
			return other->interleave.nodes == e->interleave.nodes;
	}
	return true;
}

struct mms_finding mms_replay_interleave(const struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_interleave *il = &e->interleave;
	const struct mms_il_task *task = task_of(c, e->pid);
	struct mms_finding finding = mms_check_interleave(il);

	if (finding.check != MMS_check_same)
		return finding;
	if (!task)
		return mms_found_incomplete(MMS_check_why_unseen);
	if (il->cnt == task->cnt && is_weighted(il->mode) == task->weighted && fits_nodes(c, e, task) &&
	    (task->fresh ? is_highest_node(c, il->prev) : il->prev == task->prev))
		return finding;
	if (!same_name(task->comm, e->comm))
		return mms_found_incomplete(MMS_check_why_unseen);
	if (!fits_nodes(c, e, task))
		return mms_found(MMS_check_why_nodes, 0, -1);
	if (maybe_after_bulk(task, il))
		return mms_found_incomplete(MMS_check_why_before);
	return mms_found(MMS_check_why_before, 0, task->fresh ? c->highest_node : task->prev);
}

/* Its place in the table; a task that is new there takes a free one, or that of the task longest not seen. */
static struct mms_il_task *place_of(struct mms_checker *c, s32 pid)
{
	struct mms_il_task *oldest = &c->task[0];

	for (u32 i = 0; i < MMS_TASKS; i++) {
		struct mms_il_task *task = &c->task[i];

		if (!task->used || task->pid == pid)
			return task; /* places are taken from the first on and never given up */
		if (task->at < oldest->at)
			oldest = task;
	}
	return oldest;
}

static void note_task(struct mms_checker *c, const struct mms_event *e, struct mms_il_task now)
{
	now.used = true;
	now.pid = e->pid;
	now.at = c->at;
	mms_copy(now.comm, e->comm, sizeof(now.comm));
	*place_of(c, e->pid) = now;
}

void mms_note_interleave(struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_interleave *il = &e->interleave;
	const struct mms_il_task *task = task_of(c, e->pid);

	if (task && task->fresh && is_highest_node(c, il->prev))
		c->highest_node = il->prev;
	note_task(c, e, (struct mms_il_task){.prev = il->nid, .cnt = il->cnt_after, .weighted = is_weighted(il->mode),
						     .nodes = il->nodes});
}

/* Other policies leave the counters alone. */
void mms_note_mempolicy(struct mms_checker *c, const struct mms_event *e)
{
	if (e->mempolicy.mode == MMS_mpol_interleave || is_weighted(e->mempolicy.mode))
		note_task(c, e, (struct mms_il_task){.fresh = true, .weighted = is_weighted(e->mempolicy.mode),
						     .nodes = e->mempolicy.nodes});
}
