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
	case MMS_load_hash: return (u64)m->p.op_ns;
	case MMS_load_copy: return (u64)m->p.page_ns;
	default: return (u64)m->p.disk_read_ns;
	}
}

/* Touches that are due up to the end of this millisecond, or until somebody else runs; one at least. */
static u32 due(const struct zones_machine *m, const struct task *t)
{
	u64 limit = MMS_MIN(m->until, (m->now / MS + 1) * MS - 1), n;

	if (t->rate)
		n = ((limit - m->now + 1) * t->rate - t->rest - 1) / 1000000000ull;
	else
		n = (limit - m->now) / period(m, t);
	return (u32)MMS_MIN(n + 1, TURN);
}

static void advance(struct zones_machine *m, struct task *t, u32 n)
{
	u64 share = n * 1000000000ull + t->rest;

	if (t->rate) {
		m->now += share / t->rate;
		t->rest = share % t->rate;
	} else {
		m->now += n * period(m, t);
	}
}

/* Pages from the allocator onto a list; less than `n` where the zone changes, 0 when there are none. */
static u32 bring_in(struct zones_machine *m, struct task *t, u64 first, u32 n, u8 *zone)
{
	u8 list = LRU_INACTIVE_FILE;

	n = zones_alloc_pages(m, t, n, zone);
	if (!n) {
		if (!t->waits && !m->stop) {
			zones_emit_mark(m, "out of memory: nothing can be reclaimed");
			t->over = true;
		}
		return 0;
	}
	if (is_anon(t->load)) /* since 5.9 new pages have to earn their place */
		list = m->p.lru == MMS_lru_zone ? LRU_ACTIVE_ANON : LRU_INACTIVE_ANON;
	t->system += n * (u64)m->p.page_ns;
	lru_add(m, *zone, t->index, list, (struct run){.birth = now_ms(m), .entered = now_ms(m), .count = n, .first = (u32)first});
	return n;
}

static u32 stream(struct zones_machine *m, struct task *t, u32 n)
{
	u8 zone;

	n = bring_in(m, t, 0, (u32)MMS_MIN(n, t->pages - t->at), &zone);
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
static bool hit(struct task *t, u64 page)
{
	if (t->page[page] != PAGE_RESIDENT && t->page[page] != PAGE_TOUCHED)
		return false;
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

	if (hit(t, t->at)) {
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
	ns = swap_in_ns(m);
	m->now += ns;
	t->waited += ns;
	t->page[page] = PAGE_TOUCHED;
	m->vm.pgfault++;
	m->vm.pgmajfault++;
	m->vm.refault_anon[mms_zone_nid(zone)]++;
	return 1;
}

static u32 hash(struct zones_machine *m, struct task *t, u32 n)
{
	s64 hot = m->p.load_hot[t->index];
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
		bool is_hot = hot && mms_random_below(&m->random, 100) < hot;
		u32 page = mms_random_below(&m->random, (u32)(is_hot ? t->hot : t->pages));

		if (!hit(t, page)) {
			done += major_fault(m, t, page);
			break;
		}
		done++;
	}
	t->ops += done;
	t->user += done * (u64)m->p.op_ns;
	return done;
}

static u32 step(struct zones_machine *m, struct task *t, u32 n)
{
	switch (t->load) {
	case MMS_load_stream: return stream(m, t, n);
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
		u32 done = step(m, t, MMS_MIN(due(m, t), left));

		advance(m, t, done);
		left -= done;
		if (!done)
			break;
	}
	m->clock[AGENT_TASK + t->index] = t->over ? NEVER : m->now;
}
