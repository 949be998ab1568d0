/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LRU lists as runs of pages that are alike. Each task has lists of its own in each zone; the oldest page of a
 * zone or node is the oldest of their heads, so several lists behave as the one the kernel has.
 *
 * Runs of streams and copies grow without bound only in theory: when alike_max of them are in use, pages join
 * the newest run of their list though they came a little later. Pages of loops and hashes have a run each at
 * most, and the pool holds as many.
 */
#include "internal.h"

#define ALIKE_RUNS (1u << 18)

enum mms_status_id zones_lru_begin(struct zones_machine *m, struct mms_arena *arena)
{
	u64 singles = 0, pages = 0, lists = (u64)m->n_zones * m->loads * NR_LRU_LISTS, n;

	for (u32 i = 0; i < m->n_zones; i++)
		pages += m->zone[m->zones[i]].managed;
	for (u32 i = 0; i < m->loads; i++)
		singles += has_identity(m->task[i].load) ? m->task[i].pages : 0;
	singles = MMS_MIN(singles, pages);
	n = 1 + singles + MMS_MIN(pages, ALIKE_RUNS) + lists;
	if (n > UINT32_MAX / sizeof(struct run))
		return MMS_status_no_memory;
	m->run = mms_arena_alloc(arena, (size_t)n * sizeof(struct run));
	m->alike_max = ALIKE_RUNS;
	m->free_run = 1;
	return m->run ? MMS_status_ok : MMS_status_no_memory;
}

/* Runs never used follow each other: 0 as `next` of a free run means the one behind it. */
static u32 new_run(struct zones_machine *m)
{
	u32 r = m->free_run;

	m->free_run = m->run[r].next ? m->run[r].next : r + 1;
	return r;
}

static void drop_run(struct zones_machine *m, u32 r)
{
	m->run[r].next = m->free_run;
	m->free_run = r;
}

/* Does `pages` continue the run as if it were one? */
static bool continues(const struct run *run, const struct run *pages, bool identity, bool placed)
{
	if (run->birth != pages->birth || run->entered != pages->entered)
		return false;
	return !(identity || placed) || run->first + run->count == pages->first;
}

/* The pages become the newest of the list. */
void lru_add(struct zones_machine *m, u8 zone, u8 task, u8 list, struct run pages)
{
	struct zone *z = &m->zone[zone];
	struct lru *l = &z->lru[task][list];
	bool identity = has_identity(m->task[task].load), placed = m->task[task].load == MMS_load_copy;
	struct run *newest = &m->run[l->newest];
	u32 r;

	z->lru_pages[list] += pages.count;
	if (l->newest && (continues(newest, &pages, identity, placed) || (!identity && m->alike >= m->alike_max))) {
		newest->count += pages.count;
		if (placed) /* of pages forced together the last one counts */
			newest->first = pages.first + pages.count - newest->count;
		return;
	}
	m->alike += !identity;
	r = new_run(m);
	m->run[r] = pages;
	m->run[r].next = 0;
	if (l->newest)
		m->run[l->newest].next = r;
	else
		l->oldest = r;
	l->newest = r;
}

/* Where the oldest page is; false when there is none. */
bool lru_oldest(const struct zones_machine *m, const struct lruvec *vec, u8 list, u8 *zone, u8 *task)
{
	u32 best = UINT32_MAX;
	bool found = false;

	for (u8 i = 0; i < vec->n; i++) {
		const struct zone *z = &m->zone[vec->zone[i]];

		for (u8 t = 0; z->lru_pages[list] && t < m->loads; t++) {
			u32 r = z->lru[t][list].oldest;

			if (!r || (found && m->run[r].entered >= best))
				continue;
			best = m->run[r].entered;
			*zone = vec->zone[i];
			*task = t;
			found = true;
		}
	}
	return found;
}

/* The oldest of a list that holds some, `most` at most. */
struct run lru_take(struct zones_machine *m, u8 zone, u8 task, u8 list, u32 most)
{
	struct zone *z = &m->zone[zone];
	struct lru *l = &z->lru[task][list];
	struct run *r = &m->run[l->oldest], taken = *r;
	u32 gone = l->oldest;

	taken.count = MMS_MIN(r->count, most);
	z->lru_pages[list] -= taken.count;
	r->count -= taken.count;
	r->first += taken.count;
	if (r->count)
		return taken;
	l->oldest = r->next;
	if (!l->oldest)
		l->newest = 0;
	m->alike -= !has_identity(m->task[task].load);
	drop_run(m, gone);
	return taken;
}

u64 lru_size(const struct zones_machine *m, const struct lruvec *vec, u8 list)
{
	u64 pages = 0;

	for (u8 i = 0; i < vec->n; i++)
		pages += m->zone[vec->zone[i]].lru_pages[list];
	return pages;
}

/* Lane of zone_age: four for each doubling from 8 ms on. */
static u32 age_lane(u32 ms)
{
	u32 log = 3, lane;

	if (ms < 8)
		return 0;
	while (ms >> (log + 1))
		log++;
	lane = (log - 3) * 4 + (ms >> (log - 2) & 3);
	return MMS_MIN(lane, AGE_LANES - 1);
}

/* exit_mmap(): what a task has in a zone is free. */
void zones_drop_pages(struct zones_machine *m, u8 zone, u8 task)
{
	struct zone *z = &m->zone[zone];

	for (u8 list = 0; list < NR_LRU_LISTS; list++)
		while (z->lru[task][list].oldest)
			z->pages.free += (s32)lru_take(m, zone, task, list, UINT32_MAX).count;
	z->pages.below_high = false;
}

/* __free_one_page() of pages that reclaim took, all of one birth. */
void zones_free_pages(struct zones_machine *m, u8 zone, u32 birth, u32 n)
{
	struct zone *z = &m->zone[zone];
	struct mms_zone_pages *p = &z->pages;

	p->free += (s32)n;
	if (p->below_high)
		p->below_high = !mms_zone_compare(p, 0, p->mark[MMS_alloc_flag_wmark_high], ZONE_MOVABLE, 0).ok;
	/* who brought them in may have been ahead of who reclaims, by less than a turn */
	z->age[age_lane(now_ms(m) > birth ? now_ms(m) - birth : 0)] += n;
	z->aged = true;
	z->reclaimed += n;
	z->level_reclaimed += n;
}
