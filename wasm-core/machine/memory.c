/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of the group: which pages are in it, a queue of folios from oldest to newest, and reclaim when
 * the limit (memory.max) is reached: direct, on the CPU that faults, as mm/vmscan.c does for a memcg.
 */
#include "internal.h"

enum mms_status_id memory_begin(struct mms_machine *m, struct mms_arena *arena)
{
	u64 pages = (u64)m->p.tasks * (u64)m->p.task_pages;
	u64 folios = MMS_MIN(pages, (u64)m->p.memcg_pages);
	u64 size = 1ull << m->p.large_order;
	u64 percent = (u64)m->p.large_percent;

	if (pages >= FOLIO_LARGE || pages + folios * sizeof(u32) > SIZE_MAX / 2)
		return MMS_status_no_memory;
	m->pages = (u32)pages;
	m->queue_cap = (u32)folios;
	m->page = mms_arena_alloc(arena, m->pages);
	m->queue = mms_arena_alloc(arena, m->queue_cap * sizeof(u32));
	/* One large folio stands for 2^order small ones that are not made, so of the groups more than
	 * `large_percent` must become one for that share of the folios. */
	if (m->p.large_order && percent)
		m->large_share = (u32)(65536 * percent * size / (100 - percent + percent * size));
	return m->page && m->queue ? MMS_status_ok : MMS_status_no_memory;
}

static void queue_push(struct mms_machine *m, u32 folio)
{
	u32 at = m->queue_head + m->queue_n++;

	m->queue[at < m->queue_cap ? at : at - m->queue_cap] = folio;
}

static u32 queue_pop(struct mms_machine *m)
{
	u32 folio = m->queue[m->queue_head];

	m->queue_n--;
	if (++m->queue_head == m->queue_cap)
		m->queue_head = 0;
	return folio;
}

/* One folio of `pages` pages to a device. False: it stays. */
static bool swap_out(struct mms_machine *m, u32 page, u8 order)
{
	u32 pages = 1u << order;
	u8 type = 0;

	if (!folio_alloc_swap(m, order, &type))
		return false;
	mms_fill(m->page + page, PAGE_SWAPPED + type, pages);
	m->resident -= pages;
	m->swapped += pages;
	m->now += (u64)m->p.swapout_ns * pages;
	return true;
}

/* shrink_folio_list(): a large folio that finds no room is split and tried page by page. */
static void reclaim_folio(struct mms_machine *m, u32 folio)
{
	u32 page = folio & ~FOLIO_LARGE;
	u32 pages = folio & FOLIO_LARGE ? 1u << m->p.large_order : 1;

	if (pages > 1 && swap_out(m, page, (u8)m->p.large_order))
		return;
	for (u32 i = 0; i < pages; i++)
		if (m->stop || !swap_out(m, page + i, 0))
			queue_push(m, page + i);
}

/* One batch from the oldest end. False when nothing came of it. */
static bool reclaim(struct mms_machine *m)
{
	u32 before = m->resident;
	u32 folios = m->queue_n;

	/* can_reclaim_anon_pages(): without free swap nothing is tried */
	while (!m->stop && m->nr_swap_pages > 0 && folios-- && before - m->resident < (u32)m->p.reclaim_batch)
		reclaim_folio(m, queue_pop(m));
	return m->resident < before;
}

static bool charge(struct mms_machine *m, u32 pages)
{
	while (m->resident + pages > (u64)m->p.memcg_pages)
		if (!reclaim(m))
			return false;
	return true;
}

static void fill_in(struct mms_machine *m, u32 page, u32 pages)
{
	mms_fill(m->page + page, PAGE_RESIDENT, pages);
	m->resident += pages;
	queue_push(m, pages > 1 ? page | FOLIO_LARGE : page);
}

/* The page comes in, after so long a wait, and its slot is given back. */
bool swap_in(struct mms_machine *m, u32 page, u64 ns)
{
	u8 type = (u8)(m->page[page] - PAGE_SWAPPED);

	if (!charge(m, 1))
		return false;
	m->now += ns;
	m->swapped--;
	fill_in(m, page, 1);
	free_swap_slot(m, type);
	return true;
}

/* First page and size of the folio that a first touch of `page` makes. */
static u32 new_folio(struct mms_machine *m, const struct task *t, u32 *page)
{
	u32 size = 1u << m->p.large_order;
	u32 offset = (*page - t->base) & ~(size - 1);

	if (!m->large_share || offset + size > (u64)m->p.task_pages || size > (u64)m->p.memcg_pages / 2)
		return 1;
	for (u32 i = 0; i < size; i++)
		if (m->page[t->base + offset + i] != PAGE_NONE)
			return 1;
	if (mms_random_below(&m->random, 65536) >= m->large_share)
		return 1;
	*page = t->base + offset;
	return size;
}

#define HIT_NS 100 /* a touch of memory that is there */

bool touch(struct mms_machine *m, const struct task *t, u32 offset)
{
	u32 page = t->base + offset;
	u32 size;

	if (m->page[page] == PAGE_RESIDENT) {
		m->now += HIT_NS;
		return true;
	}
	m->faults++;
	if (m->page[page] != PAGE_NONE)
		return swap_in(m, page, (u64)m->p.swapin_ns); /* do_swap_page() for writing */
	size = new_folio(m, t, &page);
	if (!charge(m, size))
		return false;
	m->now += (u64)m->p.fault_ns;
	m->touched += size;
	fill_in(m, page, size);
	return true;
}
