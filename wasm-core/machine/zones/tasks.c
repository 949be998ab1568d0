/* SPDX-License-Identifier: Apache-2.0 */
/* What tasks do: streams and loops read files, hashes look up their own memory, copies write a file. */
#include "internal.h"

#define TURN 4096            /* touches of a task before somebody else may run */
#define PAUSE_NS (10 * MS)   /* balance_dirty_pages() over the limit */
#define HOT_PART 10          /* the hot share of a hash is a tenth of its memory */
#define KIB_PER_PAGE 4

enum mms_status_id zones_tasks_begin(struct zones_machine *m, struct mms_arena *arena)
{
	u8 nth[MMS_NODES] = {0};

	for (u8 i = 0; i < m->loads; i++) {
		struct task *t = &m->task[i];

		t->load = (u8)m->p.load[i];
		t->nid = (u8)m->p.load_node[i];
		t->index = i;
		t->pid = 1000 + i;
		t->cpu = (u16)(t->nid * m->p.cpus_per_node + nth[t->nid]++ % m->p.cpus_per_node);
		t->rate = (u64)m->p.load_rate[i];
		t->pages = (u64)m->p.load_pages[i];
		t->hot = MMS_MAX(t->pages / HOT_PART, 1);
		t->end = t->load == MMS_load_hash ? (u64)m->p.load_end[i] * MS : 0;
		t->begun = (u64)m->p.load_start[i] * MS;
		m->clock[AGENT_TASK + i] = t->load == MMS_load_none ? NEVER : t->begun;
		if (has_identity(t->load) && !(t->page = mms_arena_alloc(arena, (size_t)t->pages)))
			return MMS_status_no_memory;
	}
	return MMS_status_ok;
}

/* ns of a touch where no rate is given. */
static u64 period(const struct zones_machine *m, const struct task *t)
{
	switch (t->load) {
	case MMS_load_hash: return MMS_MAX((u64)m->p.op_ns / (t->at < t->pages ? (u64)m->p.item_pages : 1), 1);
	case MMS_load_copy: return (u64)m->p.page_ns;
	default: return (u64)m->p.disk_read_ns;
	}
}

#define DUE_NS (1000 * MS) /* looked ahead at most */

/* Touches that are due up to this time, or until somebody else runs; one at least. */
static u32 due(const struct zones_machine *m, const struct task *t, u64 limit)
{
	u64 n;

	limit = MMS_MIN(MMS_MIN(m->until, limit), m->now + DUE_NS);
	if (t->rate)
		n = ((limit - m->now + 1) * t->rate - t->rest - 1) / 1000000000ull;
	else
		n = (limit - m->now) / period(m, t);
	return (u32)MMS_MIN(n + 1, TURN);
}

static void advance(struct zones_machine *m, struct task *t, u32 n, u64 ns)
{
	u64 share = n * 1000000000ull + t->rest;

	if (t->rate) {
		m->now += share / t->rate;
		t->rest = share % t->rate;
	} else {
		m->now += n * ns;
	}
}

/* Pages from the allocator; less than `n` where the zone changes, 0 when there are none. */
static u32 allocate(struct zones_machine *m, struct task *t, u32 n, u8 *zone)
{
	n = zones_alloc_pages(m, t, n, zone);
	if (!n && !t->waits && !m->stop) {
		zones_emit_mark(m, "out of memory: nothing can be reclaimed");
		t->over = true;
	}
	return n;
}

/* Onto a list. */
static void arrive(struct zones_machine *m, struct task *t, u64 first, u32 n, u8 zone)
{
	u8 list = LRU_INACTIVE_FILE;

	if (is_anon(t->load)) /* since 5.9 new pages have to earn their place */
		list = m->p.lru == MMS_lru_zone ? LRU_ACTIVE_ANON : LRU_INACTIVE_ANON;
	t->system += n * (u64)m->p.page_ns;
	lru_add(m, zone, t->index, list, (struct run){.birth = now_ms(m), .entered = now_ms(m), .count = n, .first = (u32)first});
}

static u32 bring_in(struct zones_machine *m, struct task *t, u64 first, u32 n, u8 *zone)
{
	n = allocate(m, t, n, zone);
	if (n)
		arrive(m, t, first, n, *zone);
	return n;
}

/* Who reads at a rate asks for all that it comes to in this turn, `most` at most: what it is given does not depend on the
 * millisecond, only how old it will be. */
static u32 stream(struct zones_machine *m, struct task *t, u32 n, u32 most)
{
	if (!t->granted)
		t->granted = allocate(m, t, (u32)MMS_MIN(MMS_MIN(due(m, t, UINT64_MAX), most), t->pages - t->at), &t->granted_zone);
	n = MMS_MIN(n, t->granted);
	if (n)
		arrive(m, t, 0, n, t->granted_zone);
	t->granted -= n;
	m->vm.pgpgin += n * KIB_PER_PAGE;
	t->at += n;
	t->over |= t->at == t->pages;
	return n;
}

static u32 copy(struct zones_machine *m, struct task *t, u32 n)
{
	u64 left = t->pages - t->at;
	u8 zone;

	if (over_dirty_limit(m)) {
		m->now += PAUSE_NS;
		t->waited += PAUSE_NS;
		return 0;
	}
	n = MMS_MIN(n, dirty_room(m));
	n = bring_in(m, t, t->at, left > 1 ? (u32)MMS_MIN(n, left - 1) : 1, &zone); /* the disk begins at the last page */
	if (n)
		dirty_add(m, t->index, zone, n);
	t->at += n;
	t->over |= t->at == t->pages;
	zones_disk_look(m);
	return n;
}

/* Is the page in memory? Then it is touched. */
static bool hit(struct zones_machine *m, struct task *t, u64 page)
{
	u8 is = t->page[page];

	if (is == PAGE_NEVER || is == PAGE_EVICTED)
		return false;
	if (is == PAGE_AHEAD)
		swap_free_slot(m, t, (u32)page);
	t->page[page] = PAGE_TOUCHED;
	return true;
}

/* Pages in a row that are not in memory and came there alike: never, or after they were evicted. */
static u32 missing(const struct task *t, u64 page, u32 most)
{
	u32 n = 1;

	while (n < most && t->page[page + n] == t->page[page])
		n++;
	return n;
}

static u32 loop(struct zones_machine *m, struct task *t, u32 n)
{
	u64 left = t->pages - t->at;
	bool evicted;
	u8 zone;

	if (hit(m, t, t->at)) {
		t->at = left > 1 ? t->at + 1 : 0;
		t->ops++;
		return 1;
	}
	evicted = t->page[t->at] == PAGE_EVICTED;
	n = bring_in(m, t, t->at, missing(t, t->at, (u32)MMS_MIN(n, left)), &zone);
	if (!n)
		return 0;
	mms_fill(t->page + t->at, PAGE_RESIDENT, n);
	m->vm.pgpgin += n * KIB_PER_PAGE;
	m->vm.refault_file[mms_zone_nid(zone)] += evicted ? n : 0;
	t->at = n < left ? t->at + n : 0;
	t->ops += n;
	return n;
}

/* do_swap_page() */
static u32 major_fault(struct zones_machine *m, struct task *t, u32 page)
{
	u64 ns;
	u8 zone;

	if (!bring_in(m, t, page, 1, &zone))
		return 0;
	t->page[page] = PAGE_TOUCHED;
	ns = swap_read(m, t, page);
	m->now += ns;
	t->waited += ns;
	m->vm.pgfault++;
	m->vm.pgmajfault++;
	m->vm.refault_anon[mms_zone_nid(zone)]++;
	return 1;
}

/* Of the item that is looked up, or of the next. */
static u32 next_page(struct zones_machine *m, struct task *t)
{
	u32 pages = (u32)MMS_MIN((u64)m->p.item_pages, t->pages);

	if (!t->left) {
		s64 hot = m->p.load_hot[t->index];
		bool is_hot = hot && mms_random_below(&m->random, 100) < hot;
		u32 items = (u32)(is_hot ? t->hot : t->pages) / pages;

		t->item = mms_random_below(&m->random, MMS_MAX(items, 1)) * pages;
		t->left = pages;
	}
	return t->item + pages - t->left;
}

static u32 hash(struct zones_machine *m, struct task *t, u32 n)
{
	u32 done = 0;
	u8 zone;

	if (t->at < t->pages) { /* memcached is filled first */
		n = bring_in(m, t, t->at, (u32)MMS_MIN(n, t->pages - t->at), &zone);
		mms_fill(t->page + t->at, PAGE_RESIDENT, n);
		m->vm.pgfault += n;
		t->at += n;
		return n;
	}
	while (done < n) {
		u32 page = next_page(m, t);

		if (!hit(m, t, page)) {
			if (!major_fault(m, t, page))
				t->left = 0; /* given up */
			else
				done += !--t->left;
			break;
		}
		done += !--t->left;
	}
	t->ops += done;
	t->user += done * (u64)m->p.op_ns;
	return done;
}

/* exit_mmap() */
static void exits(struct zones_machine *m, struct task *t)
{
	for (u64 i = 0; i < t->pages; i++) {
		if (t->page[i] == PAGE_EVICTED || t->page[i] == PAGE_AHEAD)
			swap_free_slot(m, t, (u32)i);
		t->page[i] = PAGE_NEVER;
	}
	for (u32 i = 0; i < m->n_zones; i++)
		zones_drop_pages(m, m->zones[i], t->index);
	t->over = true;
}

/* `most`: up to the end of the turn. */
static u32 step(struct zones_machine *m, struct task *t, u32 n, u32 most)
{
	switch (t->load) {
	case MMS_load_stream: return stream(m, t, n, most);
	case MMS_load_loop: return loop(m, t, n);
	case MMS_load_hash: return hash(m, t, n);
	default: return copy(m, t, n);
	}
}

static const char *const comms[] = {
	[MMS_load_stream] = "reader", [MMS_load_loop] = "looper", [MMS_load_hash] = "memcached", [MMS_load_copy] = "dd",
};

void zones_task_turn(struct zones_machine *m, struct task *t)
{
	m->comm = comms[t->load];
	m->pid = t->pid;
	m->cpu = t->cpu;
	for (u32 left = TURN; left && !m->stop && !t->over && m->now <= m->until;) {
		u64 ns = period(m, t);
		u32 done;

		if (t->end && m->now >= t->end) {
			exits(m, t);
			break;
		}
		done = step(m, t, MMS_MIN(due(m, t, (m->now / MS + 1) * MS - 1), left), left);
		advance(m, t, done, ns);
		left -= done;
		if (!done)
			break;
	}
	if (t->over && t->load != MMS_load_copy)
		t->ended = m->now;
	m->clock[AGENT_TASK + t->index] = t->over ? NEVER : m->now;
}
