/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#define MAX_CPUS 64         /* bits of node.cpus */
#define WORK_PER_RUN 65536u /* pages and completions: a call of run() is never longer, but for one window */

static enum mms_status_id bad_node(const struct mms_params *p, struct mms_error *error)
{
	struct mms_text text = mms_error_begin(error, MMS_status_range, 0, 0);

	mms_put(&text, "policy_nodes is ");
	mms_put_s64(&text, p->policy_nodes);
	mms_put(&text, ", which names a node that does not exist");
	return mms_error_end(error, &text);
}

/* What params.def cannot say: parameters that depend on each other. */
static enum mms_status_id check_params(const struct mms_params *p, struct mms_error *error)
{
	if (p->nodes * p->cpus_per_node > MAX_CPUS)
		return mms_fail(error, MMS_status_range, "nodes times cpus_per_node is more than 64 CPUs");
	if (p->disks > p->nodes * p->cpus_per_node)
		return mms_fail(error, MMS_status_range, "disks is more than there are CPUs: each is read by a task on a CPU of its own");
	if (p->mempolicy != MMS_mpol_default && p->mempolicy != MMS_mpol_interleave &&
	    p->mempolicy != MMS_mpol_weighted_interleave)
		return mms_fail(error, MMS_status_range, "mempolicy must be default, interleave or weighted_interleave here");
	if (p->mempolicy != MMS_mpol_default && p->policy_nodes >> p->nodes)
		return bad_node(p, error);
	return MMS_status_ok;
}

/* Two windows can be on their way at a time; a request is a page at least. */
static bool allocate(struct interleave_machine *m, struct mms_arena *arena)
{
	struct request *ring;

	m->ring_cap = 2 * (u32)m->p.read_ahead + 2;
	m->window = mms_arena_alloc_raw(arena, (size_t)m->p.read_ahead * sizeof(*m->window));
	ring = mms_arena_alloc_raw(arena, (size_t)m->p.disks * m->ring_cap * sizeof(*ring));
	for (u32 i = 0; ring && i < m->p.disks; i++)
		m->disk[i].ring = ring + (u64)i * m->ring_cap;
	return m->window && ring && il_frames_begin(m, arena);
}

/* Tasks go round the nodes, and on each node round its CPUs. */
static void boot(struct interleave_machine *m)
{
	for (u32 i = 0; i < m->p.disks; i++) {
		u32 nid = i % (u32)m->p.nodes, nth = i / (u32)m->p.nodes;

		m->task[i].nid = (s16)nid;
		m->task[i].cpu = (u16)(nid * (u32)m->p.cpus_per_node + nth);
		mms_set_mempolicy(&m->task[i].il, HIGHEST_NODE);
	}
	il_emit_boot(m);
}

static void *begin(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		   struct mms_error *error)
{
	struct interleave_machine *m;

	if (check_params(params, error) < 0)
		return NULL;
	m = mms_arena_alloc(arena, sizeof(*m));
	if (m)
		m->p = *params;
	if (!m || !allocate(m, arena) || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is too low for such windows and lists");
		return NULL;
	}
	m->out.log = log;
	m->random = mms_random((u64)params->seed);
	boot(m);
	return m;
}

/* The disk whose oldest request is done first, the task that may go on first: a disk before a task of the
 * same time, then by number. False: nothing is left to happen. */
static bool step(struct interleave_machine *m)
{
	u64 first = UINT64_MAX;
	struct disk *disk = NULL;
	struct task *task;

	for (u32 i = 0; i < m->p.disks; i++) {
		struct disk *d = &m->disk[i];

		if (d->issued && d->ring[d->head].done < first) {
			first = d->ring[d->head].done;
			disk = d;
			m->runs = i;
		}
	}
	for (u32 i = 0; i < m->p.disks; i++) {
		task = &m->task[i];
		if (!task->waits && !task->done && task->clock < first) {
			first = task->clock;
			disk = NULL;
			m->runs = i;
		}
	}
	if (first == UINT64_MAX)
		return false;
	if (!disk) {
		il_task_turn(m);
		return true;
	}
	il_disk_complete(m, disk);
	task = &m->task[m->runs];
	if (task->waits && disk->read > task->at) {
		task->waits = false;
		task->clock = MMS_MAX(task->clock, first);
	}
	return true;
}

static enum mms_status_id run(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct interleave_machine *m = machine;
	u64 until = m->decisions + max_decisions, pages = m->pages;
	u32 steps = 0;

	while (!m->stop && !m->reported) {
		if (m->decisions >= until || m->pages - pages + steps++ >= WORK_PER_RUN)
			return MMS_status_more;
		if (!step(m))
			il_emit_stats(m);
	}
	return mms_emit_status(&m->out, error);
}

const struct mms_machine_type mms_interleave_machine = {begin, run, il_drive, il_run_asif};
