/* SPDX-License-Identifier: Apache-2.0 */
/* The readahead window of a fault: mm/swap_state.c's memory of the faults before it. */
#include "internal.h"

#include "policy/swapin.h"

#define SWAP_RA_HITS_MAX 63        /* mm/swap_state.c: what swap_readahead_info has room for */
#define VMA_FIRST 0x7f0000000ull   /* page number of task 0's memory */
#define VMA_APART 0x1000000ull

/* swap_vma_readahead(): the mapping remembers the last fault. */
static void by_address(struct swap_in_machine *m, struct task *t, struct mms_ev_swap_ra *e)
{
	struct mms_ra_range range;

	e->lo = VMA_FIRST + si_task_index(m, t) * VMA_APART;
	e->hi = e->lo + (u64)m->p.area_pages;
	e->cur = e->lo + t->page;
	e->max_win = (u16)(1u << MMS_MIN(m->p.page_cluster, SWAP_RA_ORDER_CEILING));
	e->win = 1;
	if (e->max_win == 1)
		return;
	e->prev = t->ra_prev;
	e->hits = t->ra_hits;
	e->prev_win = (u16)t->ra_win;
	e->win = (u16)mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win);
	t->ra_prev = e->cur;
	t->ra_win = e->win;
	t->ra_hits = 0;
	if (e->win == 1)
		return;
	range = mms_swap_vma_ra_win(e->prev, e->cur, e->win, e->lo, e->hi);
	e->start = range.start;
	e->end = range.end;
}

/* swap_cluster_readahead(): all share one memory of the last fault. */
static void by_slot(struct swap_in_machine *m, struct mms_ev_swap_ra *e, u32 slot)
{
	struct mms_ra_range range;

	e->lo = 1;
	e->hi = m->slots;
	e->cur = slot;
	e->max_win = (u16)(1u << m->p.page_cluster);
	e->win = 1;
	if (e->max_win == 1)
		return;
	e->prev = m->cluster_prev;
	e->hits = m->cluster_hits;
	e->prev_win = (u16)m->cluster_win;
	e->win = (u16)mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win);
	if (!e->hits)
		m->cluster_prev = e->cur;
	m->cluster_win = e->win;
	m->cluster_hits = 0;
	if (e->win == 1)
		return;
	range = mms_swap_cluster_ra(e->cur, e->win, e->hi);
	e->start = range.start;
	e->end = range.end;
}

/* The window; slots from `*first` to the one before `*end`. */
u32 si_swapin_readahead(struct swap_in_machine *m, struct task *t, u32 slot, u32 *first, u32 *end)
{
	struct mms_ev_swap_ra ra = {.ra = (u8)m->p.readahead};
	struct mms_event *event;

	if (ra.ra == MMS_ra_kind_vma)
		by_address(m, t, &ra);
	else
		by_slot(m, &ra, slot);
	*first = slot;
	*end = slot + 1;
	if (ra.win > 1) {
		*first = slot - (u32)(ra.cur - ra.start);
		*end = slot + (u32)(ra.end - ra.cur);
	}
	m->decisions += t->recorded;
	event = t->recorded ? si_emit(m, MMS_KIND_swap_ra, &m->cpu[t->cpu]) : NULL;
	if (event)
		event->swap_ra = ra;
	return ra.win;
}

/* swap_cache_get_folio(): a page that was found in the swap cache is mapped. */
void si_readahead_hit(struct swap_in_machine *m, struct task *t)
{
	m->count.hits++;
	if (m->p.readahead == MMS_ra_kind_cluster) {
		m->cluster_hits++;
		return;
	}
	t->ra_prev = VMA_FIRST + si_task_index(m, t) * VMA_APART + t->page;
	t->ra_hits = MMS_MIN(t->ra_hits + 1, SWAP_RA_HITS_MAX);
}
