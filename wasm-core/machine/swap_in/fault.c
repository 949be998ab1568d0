/* SPDX-License-Identifier: Apache-2.0 */
/* A task on its CPU, step by step: its own work, the touch, the fault, the wait, the end of the fault. */
#include "internal.h"

#define HIT_NS 100 /* a touch of memory that is there */
#define SWAP_CLUSTER_MAX 32 /* pages reclaimed at a time */

/* What the locks guard is in the cache of the CPU that held them last: another one fetches it, line by line. */
static u64 locked_ns(struct swap_in_machine *m, s32 cpu)
{
	u64 fetch = m->lock_last >= 0 && m->lock_last != cpu ? (u64)m->p.lock_fetch_ns : 0;

	m->lock_cpu = m->lock_last = cpu;
	return (u64)m->p.lock_ns + fetch;
}

static void fault_lock(struct swap_in_machine *m, struct cpu *cpu)
{
	if (!m->p.lock_ns) {
		si_cpu_act(m, cpu, ACT_SUBMIT, (u64)m->p.submit_ns);
	} else if (m->lock_cpu < 0) {
		si_cpu_act(m, cpu, ACT_LOCKED, locked_ns(m, (s32)(cpu - m->cpu)));
	} else {
		m->lock_queue[(m->lock_head + m->lock_waiting++) % MAX_CORES] = (u8)(cpu - m->cpu);
		si_cpu_act(m, cpu, ACT_LOCK, FOREVER);
	}
}

/* The lock goes to the CPU that has waited longest. */
static void fault_unlock(struct swap_in_machine *m)
{
	struct cpu *next;

	m->lock_cpu = -1;
	if (!m->lock_waiting)
		return;
	next = &m->cpu[m->lock_queue[m->lock_head]];
	m->lock_head = (u8)((m->lock_head + 1) % MAX_CORES);
	m->lock_waiting--;
	fault_lock(m, next);
}

static void record_from_here(struct swap_in_machine *m)
{
	m->recording = true;
	m->zero = m->now;
	mms_fill(&m->count, 0, sizeof(m->count));
	m->count.busy = si_cpu_time(m);
}

static void fault_begin(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	si_cpu_act(m, cpu, ACT_WORK, 0); /* what was before is not part of it */
	if (!m->recording && m->begun >= (u64)m->p.warm_faults)
		record_from_here(m);
	m->begun++;
	m->idle = 0;
	t->began = m->now;
	t->recorded = m->recording;
	t->faulting = true;
	t->on_cpu = t->before = t->polls = t->sleep = t->yields = 0;
	for (u32 i = 0; i < STEPS; i++)
		t->at[i] = FOREVER;
	if ((m->p.reclaim_ns || m->p.write_ns) && m->owed >= SWAP_CLUSTER_MAX) {
		m->owed -= SWAP_CLUSTER_MAX;
		t->reclaims = SWAP_CLUSTER_MAX;
		si_cpu_act(m, cpu, ACT_RECLAIM, (u64)m->p.reclaim_ns);
	} else {
		fault_lock(m, cpu);
	}
}

/* One page of those reclaimed: mm/vmscan.c, shrink_page_list() writes each before it looks at the next. */
static void page_is_reclaimed(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	u64 queued;

	if (m->p.write_ns)
		si_disk_submit(m, (u64)m->p.write_ns, &queued);
	if (--t->reclaims)
		si_cpu_act(m, cpu, ACT_RECLAIM, (u64)m->p.reclaim_ns);
	else
		fault_lock(m, cpu);
}

/* A page that is being read is waited for, whoever reads it. */
static void wait_for_page(struct swap_in_machine *m, struct cpu *cpu, struct task *t, u32 slot)
{
	u32 i = 0;

	while (!m->request[i].active || slot - m->request[i].first >= m->request[i].pages)
		i++;
	t->request = (s32)i;
	t->goes = GO_TOUCH;
	si_cpu_leave(m, cpu, false);
}

/* Then a task leaves its CPU, and nothing will wake it. */
static bool enough(const struct swap_in_machine *m)
{
	return m->stop || m->begun >= (u64)(m->p.warm_faults + m->p.faults);
}

static void touch(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	u32 slot = si_slot_of(m, t, t->page);

	switch (m->state[slot]) {
	case PAGE_SWAPPED:
		if (enough(m))
			si_cpu_leave(m, cpu, false);
		else
			fault_begin(m, cpu, t);
		return;
	case PAGE_READING: wait_for_page(m, cpu, t, slot); return;
	case PAGE_AHEAD:
		m->state[slot] = PAGE_MAPPED;
		si_readahead_hit(m, t);
		si_cpu_act(m, cpu, ACT_FINISH, (u64)m->p.finish_ns);
		return;
	default: si_cpu_act(m, cpu, ACT_FINISH, 0);
	}
}

/* Up to the next page that is not mapped. */
static void next(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	u64 ns;

	if (enough(m)) {
		si_cpu_leave(m, cpu, false);
		return;
	}
	ns = (u64)m->p.work_ns + si_touch_pages(m, t) * (u64)HIT_NS;
	si_cpu_act(m, cpu, ACT_WORK, ns);
	t->goes = GO_TOUCH;
}

static void known(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	t->at[KNOWN] = m->now;
	si_cpu_act(m, cpu, ACT_FINISH, (u64)m->p.finish_ns);
}

/* The task has the CPU. */
void si_task_goes_on(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	switch (t->goes) {
	case GO_NEXT: next(m, cpu, t); return;
	case GO_TOUCH: touch(m, cpu, t); return;
	case GO_READ_DONE:
		t->at[BACK] = m->now;
		known(m, cpu, t);
		return;
	default:
		if (t->sleep && t->at[BACK] == FOREVER)
			t->at[BACK] = m->now;
		if (t->at[POLLING] == FOREVER)
			t->at[POLLING] = m->now;
		t->spin_from = m->now;
		si_cpu_act(m, cpu, ACT_SPIN, 0);
		si_cpu_spin(m, cpu, t);
	}
}

static void spin_ends(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	t->polls += (m->now - t->spin_from) / (u64)m->p.poll_ns;
	if (m->now < t->done) {
		t->yields++;
		si_cpu_leave(m, cpu, true);
		return;
	}
	si_page_is_in(m, si_slot_of(m, t, t->page), true);
	si_swap_poll_account(&m->poll, m->now, m->now - t->at[SUBMITTED]);
	if (t->recorded)
		si_emit_done(m, cpu, si_slot_of(m, t, t->page), m->now - t->at[SUBMITTED], t);
	known(m, cpu, t);
}

static void fault_ends(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	si_cpu_act(m, cpu, ACT_WORK, 0);
	t->faulting = false;
	t->at[RETURNED] = m->now;
	m->ended++;
	m->count.faults += t->recorded;
	if (t->single)
		si_emit_time(m, t);
}

/* What the CPU did is over: what comes next. */
void si_act_ends(struct swap_in_machine *m, struct cpu *cpu)
{
	struct task *t = &m->task[MMS_MAX(cpu->task, 0)]; /* none while switching from idle */

	switch (cpu->act) {
	case ACT_SWITCH: si_cpu_arrive(m, cpu); return;
	case ACT_WORK: si_task_goes_on(m, cpu, t); return;
	case ACT_RECLAIM: page_is_reclaimed(m, cpu, t); return;
	case ACT_LOCKED:
		si_cpu_act(m, cpu, ACT_SUBMIT, (u64)m->p.submit_ns);
		fault_unlock(m);
		return;
	case ACT_SUBMIT: si_read_in(m, cpu, t); return;
	case ACT_SPIN: spin_ends(m, cpu, t); return;
	default:
		if (t->faulting)
			fault_ends(m, cpu, t);
		t->goes = GO_NEXT;
		if (si_slice_over(m, cpu))
			si_cpu_leave(m, cpu, true);
		else
			next(m, cpu, t);
	}
}
