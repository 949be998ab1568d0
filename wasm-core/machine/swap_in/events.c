/* SPDX-License-Identifier: Apache-2.0 */
/* The events a patched kernel would write, and those only a model can. */
#include "internal.h"

#include "policy/swap_prio.h"
#include "policy/swapin.h"

#define NO_STEP UINT32_MAX

/* Without a CPU: before anything runs. */
struct mms_event *si_emit(struct swap_in_machine *m, enum mms_kind_id kind, const struct cpu *cpu)
{
	struct mms_who who = {.pid = 900, .comm = "swapon"};
	char idle[16] = {0};
	struct mms_text text = mms_text(idle, sizeof(idle) - 1);
	struct mms_event *e;

	if (cpu) {
		who.cpu = (u16)(cpu - m->cpu);
		who.pid = cpu->task >= 0 ? 1000 + cpu->task : 0;
		who.comm = cpu->task >= 0 ? "writer" : idle;
		mms_put(&text, "swapper/");
		mms_put_u64(&text, who.cpu);
	}
	e = mms_emit(&m->out, kind, m->now - m->zero, &who);
	m->stop |= !e;
	return e;
}

/* One node, one device. */
void si_emit_boot(struct swap_in_machine *m)
{
	struct mms_event *event = si_emit(m, MMS_KIND_node, NULL);
	struct mms_ev_swap_list *e;

	if (!event)
		return;
	event->node.cpus = UINT64_MAX >> (64 - m->p.cores);
	event = si_emit(m, MMS_KIND_swap_list, NULL);
	if (!event)
		return;
	e = &event->swap_list;
	e->op = MMS_list_op_add;
	e->reason = MMS_list_reason_swapon;
	e->list = -1;
	e->node_id = -1;
	e->mode = MMS_rule_node;
	e->prio = mms_setup_prio(e->mode, -1, 0);
	e->least = mms_least_priority(e->mode, 1);
	e->pages = m->slots - 1;
	e->used = m->slots - 1;
	for (u32 i = 0; i < MMS_NODES; i++)
		e->list_prio[i] = i ? MMS_NO_LIST : mms_avail_key(e->mode, e->prio, -1, 0);
	mms_copy(e->name, "nvme0n1", sizeof("nvme0n1"));
}

/* `polled`: the task that polled; NULL: an interrupt came. */
void si_emit_done(struct swap_in_machine *m, const struct cpu *cpu, u32 slot, u64 lat, const struct task *polled)
{
	struct mms_event *event = si_emit(m, MMS_KIND_swap_in_done, cpu);
	struct mms_ev_swap_in_done *e;

	if (!event)
		return;
	e = &event->swap_in_done;
	e->offset = slot;
	e->how = MMS_swap_how_interrupt;
	e->lat = lat;
	e->window = UINT64_MAX;
	e->window_n = UINT64_MAX;
	if (!polled)
		return;
	e->how = polled->how;
	e->slept = polled->sleep ? polled->at[BACK] - polled->at[SUBMITTED] : 0;
	e->polls = polled->polls;
	e->yields = polled->yields;
}

static u32 lane(u64 at, u64 from)
{
	return at == FOREVER ? NO_STEP : (u32)MMS_MIN(at - from, (u64)NO_STEP - 1);
}

static void fill_mode(struct mms_ev_swap_in_time *e, u8 mode, const u64 at[STEPS], u64 from, u64 on_cpu)
{
	for (u32 i = 0; i < STEPS; i++)
		e->at[mode * STEPS + i] = lane(at[i], from);
	e->on_cpu[mode] = lane(on_cpu, 0);
}

/* The mode in force as it was; the two others as they would have been for the same time of the disk. A mean
 * that no polled read gave is the one that polling would have given. */
void si_emit_time(struct swap_in_machine *m, const struct task *t)
{
	struct mms_ev_swap_in_time time = {
		.offset = si_slot_of(m, t, t->page), .how = t->how, .thread = (u16)si_task_index(m, t),
		.queued = lane(t->queued, 0), .device = lane(t->device_ns, 0),
	};
	u64 mean = si_swap_poll_mean(m->p.swap_poll == MMS_swap_poll_interrupt ? &m->would : &m->poll, m->now);
	u64 sleep = mms_swap_poll_nsecs(MMS_swap_how_hybrid, (u64)m->p.swap_poll_delay, mean);
	struct mms_event *event;

	for (u8 mode = 0; mode < MODES; mode++) {
		u64 at[STEPS], on_cpu;

		si_steps_alone(&m->p, mode, t->device_ns, sleep, t->before, at, &on_cpu);
		if (mode == MMS_swap_poll_poll)
			si_swap_poll_account(&m->would, m->now, at[KNOWN] - at[SUBMITTED]);
		if (mode == m->p.swap_poll)
			fill_mode(&time, mode, t->at, t->began, t->on_cpu);
		else
			fill_mode(&time, mode, at, 0, on_cpu);
	}
	event = t->recorded ? si_emit(m, MMS_KIND_swap_in_time, &m->cpu[t->cpu]) : NULL;
	if (event)
		event->swap_in_time = time;
}

static void emit_stat(struct swap_in_machine *m, const char *name, u64 value)
{
	struct mms_event *e = si_emit(m, MMS_KIND_stat, NULL);
	struct mms_text text;

	if (!e)
		return;
	text = mms_text(e->stat.text, sizeof(e->stat.text));
	mms_put(&text, name);
	e->stat.value = value;
}

/* Counters that a kernel has under the name it has there; times as model/…. */
void si_emit_stats(struct swap_in_machine *m)
{
	u64 elapsed = m->now - m->zero, faults = m->count.faults;

	emit_stat(m, "vmstat/pgmajfault", faults);
	emit_stat(m, "vmstat/pswpin", m->count.reads);
	emit_stat(m, "vmstat/swap_ra", m->count.ahead);
	emit_stat(m, "vmstat/swap_ra_hit", m->count.hits);
	emit_stat(m, "model/elapsed_ns", elapsed);
	emit_stat(m, "model/cpu_ns", si_cpu_time(m) - m->count.busy);
	emit_stat(m, "model/faults_per_s", elapsed ? faults * 1000000000u / elapsed : 0);
	emit_stat(m, "model/context_switches", m->count.switches);
	emit_stat(m, "model/interrupts", m->count.irqs);
	emit_stat(m, "model/timers", m->count.timers);
}
