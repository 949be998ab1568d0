/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks: where they run, what they touch, and whose turn it is. */
#include "internal.h"

#define TURN 32 /* touches of a task before the next one may run */

/* Demand as a pack of cards, one per share, dealt to the end and shuffled again: so the shares hold over
 * a short run too. */
static s16 deal_node(struct swap_machine *m)
{
	if (m->dealt == m->cards) {
		for (u32 i = m->cards - 1; i > 0; i--) {
			u32 other = mms_random_below(&m->random, i + 1);
			u8 card = m->card[i];

			m->card[i] = m->card[other];
			m->card[other] = card;
		}
		m->dealt = 0;
	}
	return m->card[m->dealt++];
}

static void place(struct swap_machine *m, struct task *t, s16 nid)
{
	u8 nth = m->next_cpu[nid];

	m->next_cpu[nid] = (u8)((nth + 1) % m->p.cpus_per_node);
	t->cpu = (u16)(nid * m->p.cpus_per_node + nth);
	t->until_migration = (u64)m->p.migrate_every;
}

/* The node furthest below its share of the tasks placed so far; the lowest of equals. */
static s16 fairest_node(const struct swap_machine *m, const u32 *placed, u32 total)
{
	s64 best = INT64_MIN;
	s16 nid = 0;

	for (u32 i = 0; i < m->p.nodes; i++) {
		s64 behind = m->p.demand[i] * (s64)(total + 1) - (s64)m->cards * placed[i];

		if (m->p.demand[i] && behind > best) {
			best = behind;
			nid = (s16)i;
		}
	}
	return nid;
}

void tasks_begin(struct swap_machine *m)
{
	u32 placed[MMS_NODES] = {0};

	for (u32 i = 0; i < m->p.nodes; i++)
		for (s64 k = 0; k < m->p.demand[i]; k++)
			m->card[m->cards++] = (u8)i;
	m->dealt = m->cards;
	for (u32 i = 0; i < m->p.tasks; i++) {
		struct task *t = &m->task[i];
		s16 nid = fairest_node(m, placed, i);

		placed[nid]++;
		t->pid = (s32)(1000 + i);
		t->base = i * (u32)m->p.task_pages;
		place(m, t, nid);
		heap_push(m, (u16)i);
	}
}

/* Who runs first: by clock, then by number. */
static MMS_INLINE bool earlier(struct turn a, struct turn b)
{
	return a.clock < b.clock || (a.clock == b.clock && a.task < b.task);
}

void heap_push(struct swap_machine *m, u16 task)
{
	struct turn turn = {m->task[task].clock, task};
	u32 at = m->heap_n++;

	for (; at && earlier(turn, m->heap[(at - 1) / 2]); at = (at - 1) / 2)
		m->heap[at] = m->heap[(at - 1) / 2];
	m->heap[at] = turn;
}

/* The first goes; `turn` takes its place, or one further back. */
static void heap_replace(struct swap_machine *m, struct turn turn)
{
	u32 at = 0, child;

	while ((child = 2 * at + 1) < m->heap_n) {
		if (child + 1 < m->heap_n && earlier(m->heap[child + 1], m->heap[child]))
			child++;
		if (!earlier(m->heap[child], turn))
			break;
		m->heap[at] = m->heap[child];
		at = child;
	}
	m->heap[at] = turn;
}

static void heap_pop(struct swap_machine *m)
{
	m->heap_n--;
	if (m->heap_n)
		heap_replace(m, m->heap[m->heap_n]);
}

static bool wrote_all(const struct swap_machine *m, const struct task *t)
{
	return m->p.pattern == MMS_pattern_sequential && t->next == (u32)m->p.task_pages;
}

/* Without timing a task leaves its memory behind; with it, it waits for the others, and goes on to free it. */
static bool done(const struct swap_machine *m, const struct task *t)
{
	return m->p.timing ? t->freed || (t->ended && !t->exiting) : wrote_all(m, t);
}

/* mms_machine_run() ends a run in which nobody can go on. */
static void out_of_memory(struct swap_machine *m)
{
	if (!m->stop)
		emit_mark(m, "out of memory: no swap slot is left", "");
	m->stop = true;
}

/* The scheduler leaves no CPU idle while another has two tasks: whoever was there takes this one's place. */
static void trade_places(struct swap_machine *m, struct task *t, s16 nid)
{
	u16 from = t->cpu;

	place(m, t, nid);
	for (u32 i = 0; i < (u64)m->p.tasks; i++)
		if (&m->task[i] != t && m->task[i].cpu == t->cpu) {
			m->task[i].cpu = from;
			return;
		}
}

/* A fault more; false when the task is moved to another CPU. */
static bool stays(struct swap_machine *m, struct task *t)
{
	if (!t->until_migration || --t->until_migration)
		return true;
	if (m->p.timing)
		trade_places(m, t, deal_node(m));
	else
		place(m, t, deal_node(m));
	return false;
}

/* Touches from `t->next` on that are first touches for sure, and make the task neither stop nor move. */
static u32 write_fresh(struct swap_machine *m, struct task *t, u32 most)
{
	u32 n = 0;

	if (t->until_migration)
		most = (u32)MMS_MIN((u64)most, t->until_migration - 1);
	if (!m->large_share && most)
		n = touch_fresh(m, t, t->next, most);
	if (t->until_migration)
		t->until_migration -= n;
	t->next += n;
	return n;
}

static u32 write_pages(struct swap_machine *m, struct task *t)
{
	bool sequential = m->p.pattern == MMS_pattern_sequential;
	u32 pages = (u32)m->p.task_pages, touches = 0, at;
	bool runs = true;

	while (runs && touches < TURN && (!sequential || t->next < pages)) {
		u32 fresh = sequential ? write_fresh(m, t, MMS_MIN(TURN - touches, pages - t->next)) : 0;
		enum touched what;

		touches += fresh;
		if (fresh)
			continue;
		at = sequential ? t->next : t->again ? t->again - 1 : mms_random_below(&m->random, pages);
		t->again = 0;
		if (m->p.timing && m->page[t->base + at] != PAGE_RESIDENT && m->resident >= (u64)m->p.memcg_pages) {
			t->again = at + 1; /* room is made in a turn of its own */
			what = make_room(m) ? TOUCH_HIT : TOUCH_OUT_OF_MEMORY;
		} else {
			what = touch(m, t, at);
			m->times.touches++;
		}
		touches++;
		if (what == TOUCH_OUT_OF_MEMORY) {
			out_of_memory(m);
			break;
		}
		if (t->again)
			break;
		t->next += sequential;
		runs = !m->stop && !m->turn_over && (what == TOUCH_HIT || stays(m, t));
	}
	m->idle += touches;
	return touches;
}

/* usemem -x: tasks free their memory together, when the last has written its own. */
static void wait_for_all(struct swap_machine *m, struct task *t)
{
	t->ended = m->now;
	if (++m->written < (u32)m->p.tasks)
		return;
	for (u32 i = 0; i < (u64)m->p.tasks; i++) {
		m->task[i].exiting = true;
		m->task[i].exit_from = m->now;
		m->task[i].clock = m->now;
		if (&m->task[i] != t)
			heap_push(m, (u16)i);
	}
}

static u32 timed_turn(struct swap_machine *m, struct task *t)
{
	u64 from = m->now;
	u32 touches = 1;

	m->current = t;
	m->turn_over = false;
	if (!pay_debt(m, t)) {
		if (t->exiting)
			exit_turn(m, t);
		else if (wrote_all(m, t))
			wait_for_all(m, t);
		else
			touches = write_pages(m, t);
	}
	m->times.busy += (m->asleep_from ? m->asleep_from : m->now) - from;
	return touches;
}

/* The task whose clock is earliest runs on its CPU for a turn. */
u32 task_turn(struct swap_machine *m)
{
	u16 index = m->heap[0].task;
	struct task *t = &m->task[index];
	u16 cpu = t->cpu;
	u32 touches;

	if (m->p.timing && t->clock < m->cpu_free[cpu]) { /* others come first meanwhile */
		t->clock = m->cpu_free[cpu];
		heap_replace(m, (struct turn){t->clock, index});
		return 1;
	}
	m->heap[0] = (struct turn){0, 0}; /* while it runs nobody comes before it */
	m->cpu = cpu;
	m->pid = t->pid;
	m->now = MMS_MAX(t->clock, m->cpu_free[cpu]);
	if (index == MAX_TASKS) {
		m->program = PROGRAM_SWAPOFF;
		touches = unuse_turn(m);
		if (m->unuse_type < 0) {
			heap_pop(m);
			return touches;
		}
	} else {
		m->program = m->p.pattern == MMS_pattern_sequential ? PROGRAM_USEMEM : PROGRAM_WRITER;
		touches = m->p.timing ? timed_turn(m, t) : write_pages(m, t);
	}
	t->clock = m->now + (m->p.timing != 0); /* behind those that wait for this CPU */
	m->cpu_free[cpu] = m->asleep_from ? m->asleep_from : m->now;
	m->asleep_from = 0;
	if (index == MAX_TASKS || !done(m, t))
		heap_replace(m, (struct turn){t->clock, index});
	else
		heap_pop(m);
	return touches;
}
