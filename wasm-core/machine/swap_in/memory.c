/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the tasks: which pages are in it, a queue of them from oldest to newest, and who touches what. */
#include "internal.h"

#define TOUCHES_MAX 4096u /* of mapped pages before time must pass */
#define STRIDE 8

bool si_memory_begin(struct swap_in_machine *m, struct mms_arena *arena)
{
	u64 slots = 1 + (u64)m->p.threads * (u64)m->p.area_pages;

	if (slots > UINT32_MAX || slots + (u64)m->p.resident_pages * sizeof(u32) > SIZE_MAX / 2)
		return false;
	m->slots = (u32)slots;
	m->ring_cap = (u32)m->p.resident_pages;
	m->state = mms_arena_alloc(arena, m->slots);
	m->ring = mms_arena_alloc_raw(arena, m->ring_cap * sizeof(u32));
	m->unit = mms_arena_alloc(arena, (size_t)m->p.dev_queues * sizeof(u64));
	return m->state && m->ring && m->unit;
}

static void push(struct swap_in_machine *m, u32 slot)
{
	m->ring[((u64)m->ring_head + m->ring_n++) % m->ring_cap] = slot;
}

static u32 pop(struct swap_in_machine *m)
{
	u32 slot = m->ring[m->ring_head];

	m->ring_head = (m->ring_head + 1) % m->ring_cap;
	m->ring_n--;
	return slot;
}

/* Fewer pages are being read than there is room for: si_may_read_ahead() leaves one for each fault. */
static void make_room(struct swap_in_machine *m)
{
	while (m->ring_n == m->ring_cap) {
		u32 slot = pop(m);

		if (m->state[slot] == PAGE_READING)
			push(m, slot);
		else
			m->state[slot] = PAGE_SWAPPED;
	}
}

bool si_may_read_ahead(const struct swap_in_machine *m)
{
	return m->reading + (u64)m->p.threads < m->ring_cap;
}

void si_page_reading(struct swap_in_machine *m, u32 slot)
{
	make_room(m);
	push(m, slot);
	m->state[slot] = PAGE_READING;
	m->reading++;
	m->owed++;
}

void si_page_is_in(struct swap_in_machine *m, u32 slot, bool mapped)
{
	m->state[slot] = mapped ? PAGE_MAPPED : PAGE_AHEAD;
	m->reading--;
}

/* access=mixed: a run of pages in a row, a stretch of pages at random, a run, … */
static u32 mixed(struct task *t, u32 pages)
{
	if (t->run) {
		t->run--;
		return t->in_run && t->page + 1 < pages ? t->page + 1 : mms_random_below(&t->access, pages);
	}
	t->in_run = !t->in_run;
	t->run = t->in_run ? 15 + mms_random_below(&t->access, 48) : 7 + mms_random_below(&t->access, 24);
	return mms_random_below(&t->access, pages);
}

static u32 stride(u32 page, u32 pages)
{
	if (page + STRIDE < pages)
		return page + STRIDE;
	return (page + 1) % STRIDE; /* the next time from one page further on */
}

static u32 touch(const struct swap_in_machine *m, struct task *t)
{
	u32 pages = (u32)m->p.area_pages;

	switch (m->p.access) {
	case MMS_access_sequential: return t->page + 1 < pages ? t->page + 1 : 0;
	case MMS_access_mixed: return mixed(t, pages);
	case MMS_access_stride: return stride(t->page, pages);
	default: return mms_random_below(&t->access, pages);
	}
}

/* Touches pages up to one that is not mapped, `t->page`. How many were mapped; TOUCHES_MAX: the last one is too. */
u32 si_touch_pages(struct swap_in_machine *m, struct task *t)
{
	u32 n = 0;

	do
		t->page = touch(m, t);
	while (m->state[si_slot_of(m, t, t->page)] == PAGE_MAPPED && ++n < TOUCHES_MAX);
	m->idle += n;
	return n;
}
