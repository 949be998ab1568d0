/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of pages that reclaim looks at: mm/vmscan.c:shrink_inactive_list(), shrink_active_list(), and
 * the reclaim that tasks do by themselves. */
#include "internal.h"

#define EMIT_NS (1 * MS)         /* between two direct_reclaim events of a task; those between are one */
#define NODE_RECLAIM_PRIORITY 4 /* mm/vmscan.c */

/* Where pages of one run were found. */
struct found {
	u8 zone, task, list;
};

static void give_back(struct zones_machine *m, struct scan *s, struct found f, struct run pages)
{
	zones_free_pages(m, f.zone, pages.birth, pages.count);
	s->reclaimed += pages.count;
}

static void put_back(struct zones_machine *m, struct found f, u8 list, struct run pages)
{
	pages.entered = now_ms(m);
	if (pages.count)
		lru_add(m, f.zone, f.task, list, pages);
}

/* Pages of a file that is written: those on the disk go. How many did not. */
static u32 judge_copy(struct zones_machine *m, struct scan *s, struct found f, struct run pages)
{
	const struct task *t = &m->task[f.task];
	u64 queued = t->cleaned + (u64)m->p.disk_queue;
	struct run clean = pages;

	clean.count = t->cleaned > pages.first ? (u32)MMS_MIN(t->cleaned - pages.first, pages.count) : 0;
	pages.first += clean.count;
	pages.count -= clean.count;
	if (clean.count)
		give_back(m, s, f, clean);
	if (queued > pages.first)
		s->writeback += (u32)MMS_MIN(queued - pages.first, pages.count);
	put_back(m, f, f.list, pages);
	return pages.count;
}

/* One page that a task may ask for again: activated, swapped out, dropped, or kept. */
static void judge_page(struct zones_machine *m, struct scan *s, struct found f, struct run page)
{
	struct task *t = &m->task[f.task];
	bool anon = is_anon(t->load);

	if (t->page[page.first] == PAGE_TOUCHED) {
		t->page[page.first] = PAGE_RESIDENT;
		s->vec->rotated[!anon]++;
		m->vm.activate[mms_zone_nid(f.zone)]++;
		put_back(m, f, anon ? LRU_ACTIVE_ANON : LRU_ACTIVE_FILE, page);
	} else if (anon && t->page[page.first] != PAGE_AHEAD && !swap_out(m, s, t, page.first)) {
		put_back(m, f, f.list, page);
	} else {
		t->page[page.first] = PAGE_EVICTED;
		give_back(m, s, f, page);
	}
}

static u32 judge(struct zones_machine *m, struct scan *s, struct found f, struct run pages)
{
	switch (m->task[f.task].load) {
	case MMS_load_stream:
		give_back(m, s, f, pages);
		return 0;
	case MMS_load_copy:
		return judge_copy(m, s, f, pages);
	default:
		for (u32 i = 0; i < pages.count; i++) {
			struct run page = pages;

			page.first += i;
			page.count = 1;
			judge_page(m, s, f, page);
		}
		return 0;
	}
}

static void count_scanned(struct zones_machine *m, const struct scan *s, u8 list, u32 scanned, u64 reclaimed)
{
	*(s->kswapd ? &m->vm.pgscan_kswapd : &m->vm.pgscan_direct) += scanned;
	*(s->kswapd ? &m->vm.pgsteal_kswapd : &m->vm.pgsteal_direct) += reclaimed;
	*(list == LRU_INACTIVE_FILE ? &m->vm.pgscan_file : &m->vm.pgscan_anon) += scanned;
}

/*
 * Some of the pages taken are dirty. kswapd before 3.11 wants them written from the third priority on; ext4 leaves
 * pages of delayed allocation dirty, and nr_vmscan_write counts them all the same. With so many of them under
 * write-back, the more the higher the priority, reclaim waits: wait_iff_congested() of shrink_inactive_list().
 */
static void meets_dirty(struct zones_machine *m, struct scan *s, u32 done, u32 dirty)
{
	u32 writeback = s->writeback;

	s->writeback = 0;
	if (m->p.writepage == MMS_writepage_writes) {
		if (dirty == done && s->kswapd) /* all of them dirty: kswapd writes some by itself */
			write_early(m, dirty);
	} else if (s->kswapd && s->priority < DEF_PRIORITY - 2) {
		m->vm.nr_vmscan_write += dirty - writeback;
		m->vm.nr_vmscan_write_file += dirty - writeback;
	}
	if (m->p.reclaim == MMS_reclaim_waits && writeback && writeback >= done >> (DEF_PRIORITY - s->priority) &&
	    m->disk_busy > m->now)
		s->waits = MMS_MAX(s->waits, m->now + CONGESTION_NS);
}

/* How many were looked at. */
u32 shrink_inactive(struct zones_machine *m, struct scan *s, u8 list, u32 most)
{
	u64 before = s->reclaimed;
	u32 done = 0, dirty = 0;
	struct found f = {.list = list};

	most = (u32)MMS_MIN(most, lru_size(m, s->vec, list)); /* what is put back is not looked at again */
	while (done < most && lru_oldest(m, s->vec, list, &f.zone, &f.task)) {
		struct run pages = lru_take(m, f.zone, f.task, list, most - done);

		done += pages.count;
		m->zone[f.zone].scanned += pages.count;
		m->zone[f.zone].level_scanned += pages.count;
		dirty += judge(m, s, f, pages);
	}
	s->scanned += done;
	s->vec->scanned[list == LRU_INACTIVE_FILE] += done;
	count_scanned(m, s, list, done, s->reclaimed - before);
	m->flush += dirty;
	if (dirty) {
		meets_dirty(m, s, done, dirty);
		zones_disk_look(m);
	}
	return done;
}

u32 shrink_active(struct zones_machine *m, struct scan *s, u8 list, u32 most)
{
	struct found f = {.list = list};
	bool file = list == LRU_ACTIVE_FILE;
	u32 done = 0;

	most = (u32)MMS_MIN(most, lru_size(m, s->vec, list));
	while (done < most && lru_oldest(m, s->vec, list, &f.zone, &f.task)) {
		struct run pages = lru_take(m, f.zone, f.task, list, most - done);
		u8 *page = m->task[f.task].page + pages.first;

		done += pages.count;
		for (u32 i = 0; i < pages.count; i++) {
			s->vec->rotated[file] += page[i] == PAGE_TOUCHED;
			if (page[i] == PAGE_TOUCHED)
				page[i] = PAGE_RESIDENT;
		}
		put_back(m, f, file ? LRU_INACTIVE_FILE : LRU_INACTIVE_ANON, pages);
	}
	s->vec->scanned[file] += done;
	return done;
}

/* One go at a lruvec, to its end. */
static void shrink(struct zones_machine *m, struct scan *s, struct lruvec *vec, bool files_only)
{
	s->vec = vec;
	scan_begin(m, s);
	if (files_only)
		s->nr[LRU_INACTIVE_ANON] = s->nr[LRU_ACTIVE_ANON] = 0;
	while (scan_some(m, s) && s->waits <= m->now)
		continue;
}

void emit_direct(struct zones_machine *m, struct task *t, bool now)
{
	struct mms_event *e;

	if (!t->reclaim_scanned || (!now && t->reclaim_reported && m->now < t->reclaim_reported + EMIT_NS))
		return;
	e = zones_emit(m, MMS_KIND_direct_reclaim);
	if (e) {
		e->direct_reclaim.nid = t->nid;
		e->direct_reclaim.order = 0;
		e->direct_reclaim.lat = t->reclaim_lat;
		e->direct_reclaim.reclaimed = t->reclaim_reclaimed;
		e->direct_reclaim.scanned = t->reclaim_scanned;
	}
	t->reclaim_reported = m->now;
	t->reclaim_lat = t->reclaim_scanned = t->reclaim_reclaimed = 0;
}

/* do_try_to_free_pages() before 3.11: who reclaims waits where a disk is busy, and goes on from there. */
static bool is_to_wait(const struct zones_machine *m, const struct scan *s)
{
	if (m->p.reclaim != MMS_reclaim_waits || s->reclaimed || !s->priority)
		return false;
	return s->waits > m->now || (s->priority < DEF_PRIORITY - 2 && m->disk_busy > m->now);
}

/* try_to_free_pages(): pages reclaimed from the zonelist. */
u64 direct_reclaim(struct zones_machine *m, struct task *t, const struct ask *ask)
{
	struct scan s = {.want = SWAP_CLUSTER_MAX};
	u64 begun = m->now;

	m->vm.allocstall++;
	for (s8 priority = t->resumes ? t->resumes : DEF_PRIORITY; priority >= 0 && s.reclaimed < s.want; priority--) {
		s.priority = (u8)priority;
		t->resumes = 0;
		for (u8 i = 0; i < ask->list->n && s.reclaimed < s.want && s.waits <= m->now; i++)
			if (m->vec[ask->list->zone[i]].n)
				shrink(m, &s, &m->vec[ask->list->zone[i]], false);
		if (is_to_wait(m, &s)) {
			t->resumes = (s8)(priority - 1);
			break;
		}
	}
	for (u32 nid = 0; nid < m->nodes && s.reclaimed; nid++)
		m->kswapd[nid].failures = 0;
	t->system += m->now - begun;
	t->reclaim_lat += m->now - begun;
	t->reclaim_scanned += s.scanned;
	t->reclaim_reclaimed += s.reclaimed;
	emit_direct(m, t, false);
	return s.reclaimed;
}

/* node_reclaim(): files only, and not very hard. */
u64 node_reclaim(struct zones_machine *m, u8 nid)
{
	struct scan s = {.want = SWAP_CLUSTER_MAX};

	for (int priority = NODE_RECLAIM_PRIORITY; priority >= 0 && s.reclaimed < s.want; priority--) {
		s.priority = (u8)priority;
		for (u8 idx = 0; idx < MMS_MAX_NR_ZONES && s.reclaimed < s.want; idx++)
			if (m->vec[nid * MMS_ZONES_PER_NODE + idx].n)
				shrink(m, &s, &m->vec[nid * MMS_ZONES_PER_NODE + idx], true);
	}
	return s.reclaimed;
}
