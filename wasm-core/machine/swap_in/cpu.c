/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CPUs: what each does until when, who waits to run, interrupts that take time from whatever runs. A task
 * stays on its CPU; the kernel is not preempted, so another task gets its turn when this one sleeps, or where
 * it may be rescheduled (between faults, and while it polls) once its slice is over.
 */
#include "internal.h"

#define SLICE_NS 3000000u /* kernel/sched/fair.c: sysctl_sched_base_slice on eight CPUs */

/* Time up to now is accounted; the CPU does something else from here on. */
static void settle(struct swap_in_machine *m, struct cpu *cpu)
{
	u64 late = cpu->irq_until > m->now ? cpu->irq_until - m->now : 0;
	u64 took, own;

	if (cpu->act == ACT_IDLE) {
		cpu->begin = MMS_MAX(m->now, cpu->irq_until);
		cpu->stolen = 0;
		return;
	}
	took = m->now - cpu->begin;
	own = took + late - cpu->stolen;
	cpu->busy += took;
	cpu->begin = m->now;
	cpu->stolen = late;
	if (cpu->task >= 0) {
		m->task[cpu->task].on_cpu += own;
		if (cpu->act >= ACT_RECLAIM && cpu->act <= ACT_SUBMIT && cpu->act != ACT_LOCK)
			m->task[cpu->task].before += own;
	} else if (cpu->to >= 0) {
		m->task[cpu->to].on_cpu += own;
	}
}

/* `ns` FOREVER: until something happens. */
void si_cpu_act(struct swap_in_machine *m, struct cpu *cpu, u8 act, u64 ns)
{
	settle(m, cpu);
	cpu->act = act;
	cpu->end = ns == FOREVER ? FOREVER : MMS_MAX(m->now, cpu->irq_until) + ns;
}

bool si_slice_over(const struct swap_in_machine *m, const struct cpu *cpu)
{
	return cpu->waiting && m->now >= cpu->slice_from + SLICE_NS;
}

/* Looks at the queue until the disk is done, or until the slice ends while another task waits. */
void si_cpu_spin(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	u64 until = t->done, look = (u64)m->p.poll_ns;

	if (cpu->waiting)
		until = MMS_MIN(until, cpu->slice_from + SLICE_NS);
	until = until > t->spin_from ? (until - t->spin_from + look - 1) / look : 1;
	cpu->end = t->spin_from + until * look;
}

static void queue(struct cpu *cpu, const struct swap_in_machine *m, const struct task *t)
{
	cpu->queue[(cpu->head + cpu->waiting++) % MAX_THREADS] = (u8)si_task_index(m, t);
}

static s32 dequeue(struct cpu *cpu)
{
	s32 first = -1;

	if (cpu->waiting) {
		first = cpu->queue[cpu->head];
		cpu->head = (u8)((cpu->head + 1) % MAX_THREADS);
		cpu->waiting--;
	}
	return first;
}

void si_cpu_leave(struct swap_in_machine *m, struct cpu *cpu, bool runnable)
{
	if (runnable)
		queue(cpu, m, &m->task[cpu->task]);
	si_cpu_act(m, cpu, ACT_SWITCH, (u64)m->p.switch_ns);
	cpu->to = dequeue(cpu);
}

/* The steps of a read, if it is one that the task waits for: not while it polls. */
static void went_to_sleep(const struct swap_in_machine *m, struct task *t)
{
	if (t->goes != GO_READ_DONE && (t->goes != GO_POLL || !t->sleep || t->at[BACK] != FOREVER))
		return;
	t->at[AWAY] = m->now;
	if (t->at[WAKE] < m->now) /* called in the middle of the switch */
		t->at[WAKE] = m->now;
}

/* The switch is over. */
void si_cpu_arrive(struct swap_in_machine *m, struct cpu *cpu)
{
	m->count.switches++;
	settle(m, cpu);
	if (cpu->task >= 0)
		went_to_sleep(m, &m->task[cpu->task]);
	cpu->task = cpu->to;
	cpu->to = -1;
	if (cpu->task >= 0) {
		cpu->slice_from = m->now;
		si_task_goes_on(m, cpu, &m->task[cpu->task]);
	} else if (cpu->waiting) {
		si_cpu_act(m, cpu, ACT_SWITCH, (u64)m->p.switch_ns);
		cpu->to = dequeue(cpu);
	} else {
		cpu->act = ACT_IDLE;
		cpu->end = FOREVER;
	}
}

/* One comes that takes `ns`; returns when it is handled. An idle CPU must wake up first. */
u64 si_cpu_interrupt(struct swap_in_machine *m, struct cpu *cpu, u64 ns)
{
	bool deep = cpu->act == ACT_IDLE && cpu->irq_until <= m->now;
	struct task *t;

	cpu->irq_until = MMS_MAX(m->now, cpu->irq_until) + (deep ? (u64)m->p.wake_ns : 0) + ns;
	if (cpu->act == ACT_IDLE) {
		cpu->busy += ns;
		return cpu->irq_until;
	}
	cpu->stolen += ns;
	if (cpu->act == ACT_SPIN) {
		t = &m->task[cpu->task];
		if (m->now > t->spin_from)
			t->polls += (m->now - t->spin_from) / (u64)m->p.poll_ns;
		t->spin_from = cpu->irq_until;
		si_cpu_spin(m, cpu, t);
	} else if (cpu->end != FOREVER) {
		cpu->end += ns;
	}
	return cpu->irq_until;
}

void si_cpu_wake(struct swap_in_machine *m, struct task *t)
{
	struct cpu *cpu = &m->cpu[t->cpu];

	queue(cpu, m, t);
	if (cpu->act == ACT_IDLE) {
		cpu->task = -1;
		si_cpu_act(m, cpu, ACT_SWITCH, (u64)m->p.switch_ns);
		cpu->to = dequeue(cpu);
	} else if (cpu->act == ACT_SPIN) {
		si_cpu_spin(m, cpu, &m->task[cpu->task]);
	}
}
