/* SPDX-License-Identifier: Apache-2.0 */
/* The machine as a whole: what happens next, from the first fault to the end. */
#include "internal.h"

#define STEPS_PER_RUN (1u << 18)  /* a call of run() is never longer */
#ifndef IDLE_MAX
#define IDLE_MAX (1ull << 26)     /* touches without a fault after which none will come */
#endif

static enum mms_status_id check_params(const struct mms_params *p, struct mms_error *error)
{
	if (p->resident_pages > p->threads * p->area_pages / 2)
		return mms_fail(error, MMS_status_range, "resident_pages is more than half of all memory: threads times area_pages");
	return MMS_status_ok;
}

u64 si_cpu_time(const struct swap_in_machine *m)
{
	u64 busy = 0;

	for (u32 i = 0; i < (u64)m->p.cores; i++) {
		const struct cpu *cpu = &m->cpu[i];

		busy += cpu->busy;
		if (cpu->act != ACT_IDLE && m->now > cpu->begin)
			busy += m->now - cpu->begin;
	}
	return busy;
}

static void boot(struct swap_in_machine *m)
{
	m->lock_cpu = m->lock_last = -1;
	m->cluster_hits = 4; /* mm/swap_state.c: swapin_readahead_hits */
	for (u32 i = 0; i < (u64)m->p.cores; i++)
		m->cpu[i] = (struct cpu){.end = FOREVER, .task = -1, .to = -1};
	for (u32 i = 0; i < (u64)m->p.threads; i++) {
		u64 seed = (u64)m->p.seed + i * 0x9e3779b97f4a7c15ull;

		/* two streams: what is touched does not depend on how the disk behaves */
		m->task[i] = (struct task){
			.access = mms_random(seed), .device = mms_random(~seed), .timer = FOREVER, .request = -1,
			.cpu = (u16)(i % MMS_MAX((u64)m->p.cores, 1)), .goes = GO_NEXT,
			.ra_hits = 4, /* mm/swap_state.c: GET_SWAP_RA_VAL() of a mapping without faults */
			.page = (u32)m->p.area_pages - 1,
		};
	}
	if (!m->p.warm_faults)
		m->recording = true;
	si_emit_boot(m);
	for (u32 i = 0; i < (u64)m->p.threads; i++)
		si_cpu_wake(m, &m->task[i]);
}

static void *begin(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		   struct mms_error *error)
{
	struct swap_in_machine *m;

	if (check_params(params, error) < 0)
		return NULL;
	m = mms_arena_alloc(arena, sizeof(*m));
	if (m)
		m->p = *params;
	if (!m || !si_memory_begin(m, arena) || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is too low for so many pages");
		return NULL;
	}
	m->out.log = log;
	boot(m);
	return m;
}

/* What happens next; false when nothing will: every task has left. Of what happens at the same time, the disk
 * comes first, then timers, then CPUs by number. */
static bool step(struct swap_in_machine *m)
{
	struct request *r = NULL;
	struct task *t = NULL;
	struct cpu *cpu = NULL;
	u64 next = FOREVER;

	for (u32 i = 0; i < m->request_end; i++)
		if (m->request[i].active && m->request[i].at < next)
			next = (r = &m->request[i])->at;
	for (u32 i = 0; i < (u64)m->p.threads; i++)
		if (m->task[i].timer < next)
			next = (t = &m->task[i])->timer;
	for (u32 i = 0; i < (u64)m->p.cores; i++)
		if (m->cpu[i].end < next)
			next = (cpu = &m->cpu[i])->end;
	if (next == FOREVER)
		return false;
	m->now = next;
	if (cpu)
		si_act_ends(m, cpu);
	else if (t)
		si_timer_next(m, t);
	else
		si_request_next(m, r);
	if (m->idle > IDLE_MAX)
		m->stop = true;
	return true;
}

static enum mms_status_id run(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct swap_in_machine *m = machine;
	u64 until = m->decisions + max_decisions;

	for (u32 steps = 0; m->out.log->status >= 0 && !m->over; steps++) {
		if (m->decisions >= until || steps >= STEPS_PER_RUN)
			return MMS_status_more;
		m->over = !step(m);
	}
	if (m->out.log->status >= 0)
		si_emit_stats(m);
	return mms_emit_status(&m->out, error);
}

const struct mms_machine_type mms_swap_in_machine = {begin, run, si_drive, si_run_asif};
