/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swap, on the disk that files are written to. Without readahead (swap_cluster 0) only how much of it is free
 * matters; with it each slot has an owner, and a fault reads the slots beside its own: what was swapped out
 * together comes back together. mm/swapfile.c:scan_swap_map(), mm/swap_state.c:swapin_readahead() of 3.10.
 */
#include "internal.h"

#define PAGE_BITS 27 /* of an owner: load_pages is at most 2^26 */

enum mms_status_id zones_swap_begin(struct zones_machine *m, struct mms_arena *arena)
{
	m->swap_free = (u64)m->p.swap_pages;
	if (!m->p.swap_cluster || !m->swap_free)
		return MMS_status_ok;
	m->owner = mms_arena_alloc(arena, (size_t)m->swap_free * sizeof(u32));
	for (u32 i = 0; m->owner && i < m->loads; i++)
		if (is_anon(m->task[i].load) &&
		    !(m->task[i].slot = mms_arena_alloc(arena, (size_t)m->task[i].pages * sizeof(u32))))
			return MMS_status_no_memory;
	return m->owner ? MMS_status_ok : MMS_status_no_memory;
}

/* The next that is free; there is one. */
static void take_slot(struct zones_machine *m, struct task *t, u32 page)
{
	m->swap_free--;
	if (!m->owner)
		return;
	while (m->owner[m->next_slot])
		m->next_slot = (m->next_slot + 1) % (u64)m->p.swap_pages;
	m->owner[m->next_slot] = (u32)t->index << PAGE_BITS | (page + 1);
	t->slot[page] = (u32)m->next_slot;
}

void swap_free_slot(struct zones_machine *m, const struct task *t, u32 page)
{
	m->swap_free++;
	if (m->owner)
		m->owner[t->slot[page]] = 0;
}

/* add_to_swap() and pageout(): may_write_to_queue() lets kswapd write to a queue that is congested, where it
 * waits for a place (get_request()). */
bool swap_out(struct zones_machine *m, struct scan *s, struct task *t, u32 page)
{
	if (!m->swap_free)
		return false;
	if (disk_congested(m)) {
		if (m->p.reclaim != MMS_reclaim_waits || !s->kswapd)
			return false;
		s->waits = m->disk_busy - CONGESTION_NS;
	}
	take_slot(m, t, page);
	m->vm.pswpout++;
	m->vm.nr_vmscan_write++;
	m->vm.pgpgout += 4;
	disk_queue(m, (u64)m->p.disk_write_ns);
	return true;
}

/* What lies in swap around a slot, aligned. How many pages came. */
static u32 read_ahead(struct zones_machine *m, struct task *t, u32 slot)
{
	u32 n = 1u << m->p.swap_cluster, first = slot & ~(n - 1), read = 0;

	for (u32 at = first; at < first + n && at < (u64)m->p.swap_pages; at++) {
		u32 page = (m->owner[at] & ((1u << PAGE_BITS) - 1)) - 1;
		struct task *of = &m->task[m->owner[at] >> PAGE_BITS];
		u8 zone;

		if (!m->owner[at] || of->page[page] != PAGE_EVICTED)
			continue;
		if (!zones_alloc_pages(m, t, 1, &zone))
			break;
		lru_add(m, zone, of->index, LRU_INACTIVE_ANON,
			(struct run){.birth = now_ms(m), .entered = now_ms(m), .count = 1, .first = page});
		of->page[page] = PAGE_AHEAD;
		read++;
	}
	return read;
}

/* The rest of do_swap_page(), after its page was allocated: ns until it is there. */
u64 swap_read(struct zones_machine *m, struct task *t, u32 page)
{
	u32 n = 1;
	u64 own, wait;

	swap_free_slot(m, t, page);
	if (m->owner)
		n += read_ahead(m, t, t->slot[page]);
	own = (u64)m->p.disk_seek_ns + n * (u64)m->p.disk_read_ns;
	wait = disk_wait_ns(m);
	m->vm.pswpin += n;
	m->vm.pgpgin += 4ull * n;
	disk_queue(m, own + (u64)m->p.disk_seek_ns); /* and back to where it was writing */
	return wait + own;
}
