/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of the group: which pages are in it, a queue of folios from oldest to newest, and reclaim when
 * the limit (memory.max) is reached: direct, on the CPU that faults, as mm/vmscan.c does for a memcg.
 *
 * Who writes its memory from one end to the other makes neighbours in the queue of neighbours in memory, and slots come
 * from one device by the batch: so pages are queued, reclaimed and swapped out by runs.
 */
#include "internal.h"

enum mms_status_id memory_begin(struct swap_machine *m, struct mms_arena *arena)
{
	u64 pages = (u64)m->p.tasks * (u64)m->p.task_pages;
	u64 folios = MMS_MIN(pages, (u64)m->p.memcg_pages);
	u64 size = 1ull << m->p.large_order;
	u64 percent = (u64)m->p.large_percent;

	if (pages >= FOLIO_LARGE || pages + folios * sizeof(*m->queue) > SIZE_MAX / 2)
		return MMS_status_no_memory;
	m->pages = (u32)pages;
	m->queue_cap = (u32)folios;
	m->page = mms_arena_alloc(arena, m->pages);
	m->queue = mms_arena_alloc(arena, m->queue_cap * sizeof(*m->queue));
	/* One large folio stands for 2^order small ones that are not made, so of the groups more than
	 * `large_percent` must become one for that share of the folios. */
	if (m->p.large_order && percent)
		m->large_share = (u32)(65536 * percent * size / (100 - percent + percent * size));
	return m->page && m->queue ? MMS_status_ok : MMS_status_no_memory;
}

/* A few pages are the rule, and a call to fill bytes costs more than all the rest of their faults. */
static void set_state(struct swap_machine *m, u32 page, u32 pages, u8 state)
{
	u64 eight = 0x0101010101010101ull * state;
	u8 *at = m->page + page, *end = at + pages;

	for (; end - at >= (ptrdiff_t)sizeof(eight); at += sizeof(eight))
		mms_copy(at, &eight, sizeof(eight));
	while (at < end)
		*at++ = state;
}

static u32 ring(const struct swap_machine *m, u32 at)
{
	return at < m->queue_cap ? at : at - m->queue_cap;
}

/* A run of its own. */
static void queue_add(struct swap_machine *m, u32 folio, u32 n)
{
	m->queue_n += n;
	m->queue[ring(m, m->queue_head + m->queue_runs++)] = (struct folios){folio, n};
}

/* `n` folios of one page from `folio` on, or a large one. */
static void queue_push(struct swap_machine *m, u32 folio, u32 n)
{
	struct folios *last = &m->queue[ring(m, m->queue_head + m->queue_runs - !!m->queue_runs)];

	if (m->queue_runs && last->first + last->n == folio && !(last->first & FOLIO_LARGE)) {
		m->queue_n += n;
		last->n += n;
		return;
	}
	queue_add(m, folio, n);
}

/* The `n` oldest, which are of one run; the first of them. */
static u32 queue_pop(struct swap_machine *m, u32 n)
{
	struct folios *run = &m->queue[m->queue_head];
	u32 folio = run->first;

	m->queue_n -= n;
	run->first += n;
	run->n -= n;
	if (!run->n) {
		m->queue_head = ring(m, m->queue_head + 1);
		m->queue_runs--;
	}
	return folio;
}

/* One folio of `pages` pages to a device. False: it stays. */
static bool swap_out(struct swap_machine *m, u32 page, u8 order)
{
	u32 pages = 1u << order;
	u8 type = 0;

	if (!folio_alloc_swap(m, order, &type))
		return false;
	set_state(m, page, pages, (u8)(PAGE_SWAPPED + type));
	m->resident -= pages;
	m->swapped += pages;
	if (m->p.timing)
		pay_swap_out(m, type, pages);
	else
		m->now += (u64)m->p.swapout_ns * pages;
	return true;
}

/* shrink_folio_list(): a large folio that finds no room is split and tried page by page. */
static void reclaim_folio(struct swap_machine *m, u32 folio)
{
	u32 page = folio & ~FOLIO_LARGE;
	u32 pages = folio & FOLIO_LARGE ? 1u << m->p.large_order : 1;

	if (pages > 1 && swap_out(m, page, (u8)m->p.large_order))
		return;
	for (u32 i = 0; i < pages; i++)
		if (m->stop || !swap_out(m, page + i, 0))
			queue_push(m, page + i, 1);
}

/* Single pages from the oldest end, as long as this CPU has slots at hand: until they are used up nothing
 * is asked and nothing is decided. How many went out; at most `most`. */
static u32 swap_out_singles(struct swap_machine *m, u32 most)
{
	u32 n = slots_at_hand(m), out = 0;
	struct slots_cache *cache = &m->cache[m->cpu];

	/* the decision that ends the run gives its slot to the page it was made for */
	most = m->stop ? MMS_MIN(n, 1) : MMS_MIN(n, most);
	while (out < most && !(m->queue[m->queue_head].first & FOLIO_LARGE)) {
		u32 pages = MMS_MIN(m->queue[m->queue_head].n, most - out);

		set_state(m, queue_pop(m, pages), pages, (u8)(PAGE_SWAPPED + cache->type));
		out += pages;
	}
	cache->nr = (u8)(cache->nr - out);
	m->resident -= out;
	m->swapped += out;
	if (m->p.timing)
		pay_swap_out(m, cache->type, out);
	else
		m->now += (u64)m->p.swapout_ns * out;
	return out;
}

/* One batch from the oldest end. False when nothing came of it. */
static bool reclaim(struct swap_machine *m)
{
	u32 before = m->resident;
	u32 folios = m->queue_n;

	/* can_reclaim_anon_pages(): without free swap nothing is tried */
	while (!m->stop && m->nr_swap_pages > 0 && folios && before - m->resident < (u32)m->p.reclaim_batch) {
		u32 left = (u32)m->p.reclaim_batch - (before - m->resident);
		bool large = m->queue[m->queue_head].first & FOLIO_LARGE;
		u32 out = large ? 0 : swap_out_singles(m, MMS_MIN(left, folios));

		if (!out && !m->stop)
			reclaim_folio(m, queue_pop(m, 1));
		folios -= MMS_MAX(out, 1);
	}
	return m->resident < before;
}

static bool charge(struct swap_machine *m, u32 pages)
{
	while (m->resident + pages > (u64)m->p.memcg_pages)
		if (!reclaim(m))
			return false;
	return true;
}

bool make_room(struct swap_machine *m)
{
	return m->resident < (u64)m->p.memcg_pages || reclaim(m);
}

/* A run that lies across the border of these pages is cut. */
void forget(struct swap_machine *m, u32 first, u32 pages)
{
	u64 end = (u64)first + pages;

	for (u32 runs = m->queue_runs; runs--;) {
		u32 n = m->queue[m->queue_head].n, folio = queue_pop(m, n), page = folio & ~FOLIO_LARGE;
		u32 before = page < first ? MMS_MIN(n, first - page) : 0;
		u32 behind = (u64)page + n > end ? (u32)MMS_MIN(n, page + n - end) : 0;

		if (before)
			queue_add(m, folio, before);
		if (behind)
			queue_add(m, folio + (n - behind), behind);
	}
}

static void fill_in(struct swap_machine *m, u32 page, u32 pages)
{
	set_state(m, page, pages, PAGE_RESIDENT);
	m->resident += pages;
	queue_push(m, pages > 1 ? page | FOLIO_LARGE : page, 1);
}

/* The page comes in, after so long a wait, and its slot is given back. */
bool swap_in(struct swap_machine *m, u32 page, u64 ns)
{
	u8 type = (u8)(m->page[page] - PAGE_SWAPPED);

	if (!charge(m, 1))
		return false;
	if (m->p.timing)
		pay_swap_in(m, type, ns);
	else
		m->now += ns;
	m->swapped--;
	fill_in(m, page, 1);
	free_swap_slot(m, type);
	return true;
}

/* First page and size of the folio that a first touch of `page` makes. */
static u32 new_folio(struct swap_machine *m, const struct task *t, u32 *page)
{
	u32 size = 1u << m->p.large_order;
	u32 offset = (*page - t->base) & ~(size - 1);

	if (offset + size > (u64)m->p.task_pages || size > (u64)m->p.memcg_pages / 2)
		return 1;
	for (u32 i = 0; i < size; i++)
		if (m->page[t->base + offset + i] != PAGE_NONE)
			return 1;
	if (mms_random_below(&m->random, 65536) >= m->large_share)
		return 1;
	*page = t->base + offset;
	return size;
}

/* First touches of `n` single pages in a row, or of as many as fit before the next one must reclaim. */
u32 touch_fresh(struct swap_machine *m, const struct task *t, u32 offset, u32 n)
{
	u32 page = t->base + offset;

	n = (u32)MMS_MIN((u64)n, (u64)m->p.memcg_pages - m->resident);
	if (!n)
		return 0;
	set_state(m, page, n, PAGE_RESIDENT);
	queue_push(m, page, n);
	m->resident += n;
	m->touched += n;
	m->now += (u64)m->p.fault_ns * n;
	return n;
}

#define HIT_NS 100 /* a touch of memory that is there */

enum touched touch(struct swap_machine *m, const struct task *t, u32 offset)
{
	u32 page = t->base + offset;
	u32 size = 1;

	if (m->page[page] == PAGE_RESIDENT) {
		m->now += HIT_NS;
		m->times.user += HIT_NS;
		return TOUCH_HIT;
	}
	if (m->page[page] != PAGE_NONE) /* do_swap_page() for writing */
		return swap_in(m, page, (u64)m->p.swapin_ns) ? TOUCH_FAULT : TOUCH_OUT_OF_MEMORY;
	if (m->large_share)
		size = new_folio(m, t, &page);
	if (!charge(m, size))
		return TOUCH_OUT_OF_MEMORY;
	m->now += (u64)m->p.fault_ns;
	m->touched += size;
	fill_in(m, page, size);
	return TOUCH_FAULT;
}
