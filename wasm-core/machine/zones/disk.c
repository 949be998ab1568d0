/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The disk that files are written to and pages are swapped to: one queue. The flusher writes the oldest dirty
 * pages while there are more than the background limit, while reclaim asks for it, and when a copy is at its
 * end (fsync). A swap-in goes before what is queued, but not before the request under way.
 */
#include "internal.h"

#define CHUNK 256 /* pages the flusher submits at a time */

/* global_dirtyable_memory(), zone_dirtyable_memory(); before a1c3bfb2f67e (3.14) with anonymous pages. */
static u64 dirtyable(const struct zones_machine *m, u32 from, u32 to)
{
	u64 pages = 0;

	for (u32 i = from; i < to; i++)
		pages += (u64)m->zone[i].pages.free + m->zone[i].lru_pages[LRU_INACTIVE_FILE] +
			 m->zone[i].lru_pages[LRU_ACTIVE_FILE];
	for (u32 i = from; i < to && m->p.dirtyable == MMS_dirtyable_all && m->swap_free; i++)
		pages += m->zone[i].lru_pages[LRU_INACTIVE_ANON] + m->zone[i].lru_pages[LRU_ACTIVE_ANON];
	return pages;
}

static bool above_share(const struct zones_machine *m, s64 percent)
{
	return m->dirty_pages * 100 > dirtyable(m, 0, m->nodes * MMS_ZONES_PER_NODE) * (u64)percent;
}

/* Percent of what is dirtyable at which who writes is held: since 3.2 the setpoint of balance_dirty_pages(),
 * halfway between the mean of both ratios, up to which it is free to write, and dirty_ratio. */
static s64 held_at(const struct zones_machine *m)
{
	return m->p.dirty_paced ? (3 * m->p.dirty_ratio + m->p.dirty_background_ratio) / 4 : m->p.dirty_ratio;
}

/* Also when the ring of dirty pages is full, which takes many thousand turns from zone to zone. */
bool over_dirty_limit(const struct zones_machine *m)
{
	return above_share(m, held_at(m)) || m->dirty_n + 1 >= DIRTY_RING;
}

/* Pages that can be dirtied before who writes must wait or the flusher begins; one at least, which may do so. */
u32 dirty_room(const struct zones_machine *m)
{
	u64 pages = dirtyable(m, 0, m->nodes * MMS_ZONES_PER_NODE), limit = pages * (u64)held_at(m) / 100;

	if (!m->in_flight)
		limit = m->flush ? 0 : MMS_MIN(limit, pages * (u64)m->p.dirty_background_ratio / 100);
	return limit > m->dirty_pages ? (u32)MMS_MIN(limit - m->dirty_pages, UINT32_MAX) : 1;
}

/* node_dirty_ok(), after `more` pages are dirtied. */
bool node_over_dirty_limit(const struct zones_machine *m, u8 nid, u32 more)
{
	u32 first = nid * MMS_ZONES_PER_NODE;
	u64 dirty = more;

	for (u32 i = 0; i < MMS_MAX_NR_ZONES; i++)
		dirty += m->zone[first + i].dirty;
	return dirty * 100 > dirtyable(m, first, first + MMS_MAX_NR_ZONES) * (u64)m->p.dirty_ratio;
}

void dirty_add(struct zones_machine *m, u8 task, u8 zone, u32 n)
{
	struct dirty *last = &m->dirty[(m->dirty_head + m->dirty_n - 1) % DIRTY_RING];

	m->zone[zone].dirty += n;
	m->dirty_pages += n;
	if (m->dirty_n && last->task == task && last->zone == zone) {
		last->count += n;
		return;
	}
	last = &m->dirty[(m->dirty_head + m->dirty_n++) % DIRTY_RING];
	*last = (struct dirty){n, task, zone};
}

/* The oldest are on the disk. */
static void clean(struct zones_machine *m, u64 n)
{
	while (n) {
		struct dirty *d = &m->dirty[m->dirty_head];
		struct task *t = &m->task[d->task];
		u32 done = (u32)MMS_MIN(n, d->count);

		n -= done;
		t->cleaned += done;
		m->zone[d->zone].dirty -= done;
		m->dirty_pages -= done;
		if (t->cleaned == t->pages)
			t->ended = m->now;
		d->count -= done;
		if (d->count)
			continue;
		m->dirty_head = (m->dirty_head + 1) % DIRTY_RING;
		m->dirty_n--;
	}
}

static bool syncs(const struct zones_machine *m)
{
	for (u32 i = 0; i < m->loads; i++)
		if (m->task[i].load == MMS_load_copy && m->task[i].over && m->task[i].cleaned < m->task[i].at)
			return true;
	return false;
}

void disk_queue(struct zones_machine *m, u64 ns)
{
	m->disk_busy = MMS_MAX(m->disk_busy, m->now) + ns;
}

/* What a read waits for: the request under way. */
u64 disk_wait_ns(const struct zones_machine *m)
{
	u64 ahead = m->disk_busy > m->now ? m->disk_busy - m->now : 0;

	if (m->p.disk_request)
		return ahead % ((u64)m->p.disk_request * (u64)m->p.disk_write_ns);
	return MMS_MIN(ahead, CHUNK * (u64)m->p.disk_write_ns);
}

bool disk_congested(const struct zones_machine *m)
{
	return m->disk_busy > m->now + CONGESTION_NS;
}

void zones_disk_look(struct zones_machine *m)
{
	if (m->in_flight || !m->dirty_pages)
		return;
	if (!m->flush && !above_share(m, m->p.dirty_background_ratio) && !syncs(m))
		return;
	m->in_flight = MMS_MIN(m->dirty_pages, CHUNK);
	m->flush -= MMS_MIN(m->flush, m->in_flight);
	disk_queue(m, m->in_flight * (u64)m->p.disk_write_ns);
	m->clock[AGENT_DISK] = m->disk_busy;
}

void zones_disk_turn(struct zones_machine *m)
{
	u64 early = MMS_MIN(m->early, m->dirty_pages - m->in_flight);

	m->vm.pgpgout += m->in_flight * 4;
	clean(m, m->in_flight + early);
	m->early = 0;
	m->in_flight = 0;
	m->clock[AGENT_DISK] = NEVER;
	zones_disk_look(m);
}

/* Pages that kswapd writes out of turn: so many fewer for the flusher, at the price of a seek. */
void write_early(struct zones_machine *m, u32 n)
{
	if (disk_congested(m))
		return;
	m->early += n;
	m->vm.nr_vmscan_write += n;
	m->vm.nr_vmscan_write_file += n;
	m->vm.pgpgout += n * 4ull;
	disk_queue(m, (u64)m->p.disk_seek_ns + n * (u64)m->p.disk_write_ns);
}
