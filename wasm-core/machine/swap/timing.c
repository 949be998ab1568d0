/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What things cost when the clock is to mean something: locks that one CPU at a time can hold, disks with a
 * queue, pages on another node, the memory of a task that ends.
 *
 * A task that waits for a lock spins: its CPU is busy. One that waits for a disk sleeps. What is waited for has
 * one number, the time from which it is free, so who comes first must be asked first: with timing a turn is one
 * batch of reclaim, one lock, one read, and tasks take turns in order of their clocks.
 */
#include "internal.h"

#define EXIT_TURN 64 /* slots given back at a time: mm/swap_slots.c and free_swap_and_cache_nr() do it in batches */

static void spend(struct swap_machine *m, u64 ns)
{
	m->now += ns;
}

/* One CPU at a time, in the order they come. */
static void hold(struct swap_machine *m, u64 *free, u64 ns)
{
	u64 start = MMS_MAX(m->now, *free);

	if (!ns)
		return;
	m->times.spun += start - m->now;
	m->now = *free = start + ns;
}

static u64 distance(const struct swap_machine *m, const struct swap_dev *dev)
{
	return dev->node_id >= 0 && dev->node_id != node_of_cpu(m, m->cpu) ? (u64)m->p.remote_ns : 0;
}

static void sleep_until(struct swap_machine *m, u64 when)
{
	m->turn_over = true;
	if (when <= m->now)
		return;
	if (!m->asleep_from)
		m->asleep_from = m->now;
	m->now = when;
}

/* n pages are swapped out, all to one device: work for this CPU alone. Locks and disks come in the
 * turns behind it, each in its own. */
void pay_swap_out(struct swap_machine *m, u8 type, u32 n)
{
	struct task *t = m->current;

	m->times.outs += n;
	m->turn_over = true;
	spend(m, n * (u64)(m->p.swapout_ns + m->p.compress_ns));
	if (!m->p.dev_write_ns)
		spend(m, n * distance(m, &m->dev[type]));
	if (!t)
		return;
	t->owed[type].lock += n;
	t->owes |= 1u << type;
	t->owed_lru += n;
}

/* One page is read; `ns` where the CPU does it. */
void pay_swap_in(struct swap_machine *m, u8 type, u64 ns)
{
	struct swap_dev *dev = &m->dev[type];

	m->times.ins++;
	if (!m->p.dev_read_ns) {
		spend(m, ns + distance(m, dev));
		m->turn_over = true;
		return;
	}
	spend(m, (u64)m->p.fault_ns);
	dev->idle_from = MMS_MAX(dev->idle_from, m->now) + (u64)m->p.dev_read_ns;
	m->times.reads_ns += dev->idle_from - m->now + (u64)m->p.dev_wait_ns + distance(m, dev);
	sleep_until(m, dev->idle_from + (u64)m->p.dev_wait_ns + distance(m, dev));
}

/* Slots are given back. */
void pay_free(struct swap_machine *m, u8 type, u32 n)
{
	if (!m->current)
		return;
	m->current->owed[type].free += n;
	m->current->owes |= 1u << type;
}

static u32 take(u32 *debt)
{
	u32 n = *debt;

	*debt = 0;
	return n;
}

/* Pages go to a disk; who is too far ahead of it waits. */
static void write_pages(struct swap_machine *m, struct swap_dev *dev, u32 n)
{
	u64 queue = (u64)m->p.dev_queue * (u64)m->p.dev_write_ns;

	dev->idle_from = MMS_MAX(dev->idle_from, m->now) + n * (u64)m->p.dev_write_ns;
	if (dev->idle_from > queue)
		sleep_until(m, dev->idle_from - queue);
}

bool pay_debt(struct swap_machine *m, struct task *t)
{
	u32 n = take(&t->owed_lru);

	if (n && m->p.lru_lock_ns) {
		hold(m, &m->lru_free[node_of_cpu(m, m->cpu)], n * (u64)m->p.lru_lock_ns);
		return true;
	}
	for (; t->owes; t->owes &= t->owes - 1) {
		u32 i = (u32)__builtin_ctz(t->owes);
		struct swap_dev *dev = &m->dev[i];
		struct debt *owed = &t->owed[i];

		if (owed->lock) {
			owed->write = owed->lock;
			hold(m, &dev->lock_free, take(&owed->lock) * (u64)m->p.dev_lock_ns);
			return true;
		}
		n = take(&owed->write);
		if (n && m->p.dev_write_ns) {
			write_pages(m, dev, n);
			return true;
		}
		if (owed->free) {
			hold(m, &dev->lock_free, take(&owed->free) * (u64)m->p.dev_free_ns);
			return true;
		}
	}
	return false;
}

/* A task ends: its pages go, and slots of one device after another, a batch a turn. */
void exit_turn(struct swap_machine *m, struct task *t)
{
	u32 pages = (u32)m->p.task_pages, slots = 0, resident = 0, from;
	u8 type = PAGE_NONE;

	if (t->exit_at == pages) {
		t->freed = m->now;
		return;
	}
	if (!t->exit_at)
		forget(m, t->base, pages);
	for (from = t->exit_at; t->exit_at < pages && slots < EXIT_TURN; t->exit_at++) {
		u8 *state = &m->page[t->base + t->exit_at];

		if (*state >= PAGE_SWAPPED) {
			if (slots && *state != type)
				break;
			type = *state;
			slots++;
		}
		resident += *state == PAGE_RESIDENT;
		*state = PAGE_NONE;
	}
	spend(m, (t->exit_at - from) * (u64)m->p.exit_ns);
	m->resident -= resident;
	m->touched -= resident + slots;
	m->swapped -= slots;
	if (slots)
		swap_range_free(m, (u8)(type - PAGE_SWAPPED), slots);
}

static void stat(struct swap_machine *m, const char *name, u64 value)
{
	struct mms_event *e = emit(m, MMS_KIND_stat);
	struct mms_text text;

	if (!e)
		return;
	text = mms_text(e->stat.text, sizeof(e->stat.text));
	mms_put(&text, name);
	e->stat.value = value;
}

static u64 per_second(u64 n, u64 ns)
{
	return ns ? n * 1000000u / MMS_MAX(ns / 1000, 1) : 0;
}

/* Counters that a kernel has under the name it has there; times as model/…. Throughput of usemem: of each task
 * its memory by the time until all was written; of random writers the pages they wrote. */
void emit_stats(struct swap_machine *m)
{
	u64 elapsed = 0, sum = 0, latency = 0, done = 0;

	for (u32 i = 0; i < (u64)m->p.tasks; i++) {
		const struct task *t = &m->task[i];

		elapsed = MMS_MAX(elapsed, t->clock);
		if (!t->freed)
			continue;
		done++;
		sum += per_second((u64)m->p.task_pages * 4, t->ended);
		latency += t->freed - t->exit_from;
	}
	if (m->p.pattern == MMS_pattern_random)
		sum = per_second(m->times.touches * 4, elapsed);
	stat(m, "vmstat/pswpout", m->times.outs);
	stat(m, "vmstat/pswpin", m->times.ins);
	stat(m, "model/elapsed_ns", elapsed);
	stat(m, "model/system_ns", m->times.busy - m->times.user);
	stat(m, "model/lock_wait_ns", m->times.spun);
	stat(m, "model/swap_outs_per_s", per_second(m->times.outs, elapsed));
	stat(m, "model/swap_ins_per_s", per_second(m->times.ins, elapsed));
	stat(m, "model/throughput_kb_per_s", sum);
	if (done)
		stat(m, "model/single_kb_per_s", sum / done);
	stat(m, "model/free_latency_us", latency / 1000);
}
