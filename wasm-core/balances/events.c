/* SPDX-License-Identifier: Apache-2.0 */
/* Any event: its CPU, its time, and the page frame it names. */
#include "internal.h"

#include "base/text.h"

#define KINDS 64
#define NAMES 4 /* of a task, that are known */
#define RENAMED 10000000ull /* ns: so soon no task takes another name and then its own again */
#define BLOCK 512      /* frames; a power of two that divides where zones begin */
#define BLOCKS 32768u  /* that are followed; frames of others are not compared */
#define AFTER 60000000000ull /* so long, at most, the tracer waits for what is on its way, */
#define STOPPED 1000000000ull /* unless it has its probes stop: it is the tracer's turn by then */

/* `queue_limits` are the tracer's own, read all at once. */
static bool is_kernels(const struct mms_event *e)
{
	return !mms_kind_bare(e->kind) && e->kind != MMS_KIND_queue_limits && e->kind < KINDS;
}

static bool has_cpu(const struct books *b, u16 cpu)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		if (cpu < CPUS && b->node_cpus[nid] >> cpu & 1)
			return true;
	return false;
}

static void balance_each(struct books *b)
{
	u64 (*last)[KINDS] = mms_arena_alloc(b->arena, CPUS * sizeof(*last));
	u64 all = 0, on_cpu = 0, in_time = 0, once = 0, after = mms_member(b->stop, "tasks").at ? STOPPED : AFTER;
	bool heard = true;

	if (!last) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		/* what the workload says when it has ended is heard then, or it goes on */
		if (e->kind == MMS_KIND_mark || e->kind == MMS_KIND_stat)
			heard &= e->ts >= b->began && e->ts - b->began <= b->ended - b->began + STOPPED;
		if (!is_kernels(e))
			continue;
		all++;
		on_cpu += has_cpu(b, e->cpu);
		in_time += e->ts >= b->began && e->ts - b->began <= b->ended - b->began + after;
		once += last[e->cpu % CPUS][e->kind] != e->ts;
		last[e->cpu % CPUS][e->kind] = e->ts;
	}
	if (!all)
		return;
	mms_balance_add(b, MMS_BALANCE_cpus, 0, all, on_cpu, 0);
	if (b->ended == UNKNOWN || !heard)
		mms_balance_unknown(b, MMS_BALANCE_clock, 0);
	else
		mms_balance_add(b, MMS_BALANCE_clock, 0, all, in_time, 0);
	mms_balance_add(b, MMS_BALANCE_once, 0, all, once, 0);
}

/* The names that a task had. */
struct task {
	u8 n;
	struct {
		const char *at;
		u64 last; /* when it was recorded */
	} name[NAMES];
};

static bool same_name(const char *a, const char *b)
{
	return !__builtin_memcmp(a, b, sizeof(((struct mms_event *)NULL)->comm));
}

bool mms_is_thread(const struct mms_event *e, const char *of, u64 number)
{
	char name[24];
	struct mms_text text = mms_text(name, sizeof(name) - 1);

	mms_put(&text, of);
	mms_put_u64(&text, number);
	return mms_strnlen(e->comm, sizeof(e->comm)) == text.len && !__builtin_memcmp(name, e->comm, text.len);
}

/* kswapd of a node is one task, and named after it. `pid`: of each, once it is recorded. Others may take its name. */
static bool fits_kswapd(s32 *pid, const struct mms_event *e)
{
	u32 nid = 0;

	if (e->kind == MMS_KIND_kswapd_wait) {
		nid = (u32)e->kswapd_wait.nid;
		if (!pid[nid])
			pid[nid] = e->pid;
		return pid[nid] == e->pid && mms_is_thread(e, "kswapd", nid);
	}
	while (nid < MMS_NODES && !(e->pid && pid[nid] == e->pid))
		nid++;
	return nid == MMS_NODES || mms_is_thread(e, "kswapd", nid);
}

static bool fits_name(struct task *task, const struct mms_event *e)
{
	if (!e->pid)
		return mms_is_thread(e, "swapper/", e->cpu);
	for (u32 i = task->n; i--;)
		if (same_name(task->name[i].at, e->comm)) {
			bool fits = i + 1u == task->n || task->name[i].last + RENAMED <= e->ts;

			task->n = (u8)(i + 1);
			task->name[i].last = e->ts;
			return fits;
		}
	if (task->n == NAMES)
		task->n = 0;
	task->name[task->n].at = e->comm;
	task->name[task->n++].last = e->ts;
	return true;
}

/* Those that the probe leaves out where the task has another name. */
static bool is_by_name(u8 kind)
{
	return kind == MMS_KIND_swap_ra || kind == MMS_KIND_swap_in || kind == MMS_KIND_zone_select || kind == MMS_KIND_interleave ||
	       kind == MMS_KIND_interleave_vma || kind == MMS_KIND_interleave_page;
}

static void balance_names(struct books *b)
{
	struct task *task = mms_arena_alloc(b->arena, b->tasks * sizeof(*task));
	struct mms_json_span comm = mms_member(b->start, "comm");
	u64 all = 0, fit = 0, by_name = 0, by_name_fit = 0;
	bool plain = b->filtered && comm.at && *comm.at == '"';
	char name[17] = {0};
	s32 kswapd[MMS_NODES] = {0};

	/* a name with an escape is not compared */
	for (const char *at = comm.at; plain && at < comm.end; at++)
		plain = *at != '\\' && (u8)*at < 0x80;
	if (!task) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		if (!is_kernels(e) || e->kind == MMS_KIND_zone_hidden)
			continue;
		all++;
		fit += fits_name(&task[b->task[i]], e) && fits_kswapd(kswapd, e);
		if (!plain || !is_by_name(e->kind))
			continue;
		by_name++;
		mms_copy(name, e->comm, sizeof(e->comm));
		by_name_fit += mms_json_is(comm, name);
	}
	if (all)
		mms_balance_add(b, MMS_BALANCE_names, 0, all, fit, 0);
	if (by_name)
		mms_balance_add(b, MMS_BALANCE_tasks, 0, by_name, by_name_fit, 0);
}

/* A block of frames, and the zone of its first frame; ZONES and its node, while no event tells the zone. */
struct block {
	u64 number; /* plus 1; 0: unused */
	u16 owner;
};

static u32 node_of(u16 owner)
{
	return owner < ZONES ? owner / 8u : owner - (u32)ZONES;
}

/* False: there is no room to follow it. */
static bool fits(struct block *table, u64 frame, u16 owner, bool *fit)
{
	u64 number = frame / BLOCK + 1;

	for (u32 i = 0, at = (u32)(number * 2654435761u); i < 16; i++, at++) {
		struct block *block = &table[at % BLOCKS];

		if (!block->number)
			*block = (struct block){number, owner};
		if (block->number != number)
			continue;
		*fit = block->owner == owner || (MMS_MAX(block->owner, owner) >= ZONES && node_of(block->owner) == node_of(owner));
		if (*fit)
			block->owner = MMS_MIN(block->owner, owner);
		return true;
	}
	return false;
}

static void balance_frames(struct books *b)
{
	struct block *table = mms_arena_alloc(b->arena, BLOCKS * sizeof(*table));
	u64 known = 0, fitting = 0;

	if (!table) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];
		bool fit = false;

		if (e->kind == MMS_KIND_zone_select && e->zone_select.zone >= 0 && e->zone_select.pfn &&
		    e->zone_select.pfn != UNKNOWN)
			known += fits(table, e->zone_select.pfn, (u16)e->zone_select.zone, &fit);
		else if (e->kind == MMS_KIND_interleave_page &&
			 fits(table, e->interleave_page.pfn, (u16)(ZONES + e->interleave_page.page_nid), &fit)) {
			known++;
			fit &= !(e->interleave_page.pfn & ((1ull << MMS_MIN(e->interleave_page.order, 20)) - 1));
		}
		fitting += fit;
	}
	if (known)
		mms_balance_add(b, MMS_BALANCE_frames, 0, known, fitting, 0);
}

/* The frames of each zone, as the tracer read them; of no page: it did not. */
struct spans {
	u64 start[ZONES], pages[ZONES];
};

static bool spans_of(const struct books *b, struct spans *s)
{
	struct mms_json_span rest = mms_member(b->start, "zone_frames"), name, span, none, start, pages;
	bool any = false;

	while (rest.at && mms_json_next(&rest, &name, &span)) {
		u64 zone = mms_number_in(name);

		if (zone >= ZONES || !mms_json_next(&span, &none, &start) || !mms_json_next(&span, &none, &pages) ||
		    mms_number_in(start) == UNKNOWN || mms_number_in(pages) == UNKNOWN)
			continue;
		s->start[zone] = mms_number_in(start);
		s->pages[zone] = mms_number_in(pages);
		any = true;
	}
	return any;
}

/* Is the frame in one of these zones? */
static bool is_spanned(const struct spans *s, u32 zone, u32 end, u64 frame)
{
	for (; zone < end; zone++)
		if (frame - s->start[zone] < s->pages[zone])
			return true;
	return false;
}

static void balance_spans(struct books *b)
{
	struct spans *s = mms_arena_alloc(b->arena, sizeof(*s));
	u64 all = 0, fit = 0;

	bool any;

	b->full |= !s;
	if (!s)
		return;
	any = spans_of(b, s);
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];
		const struct mms_ev_zone_select *walk = &e->zone_select;

		if (e->kind == MMS_KIND_zone_select && walk->zone >= 0 && walk->zone < ZONES && walk->pfn && walk->pfn != UNKNOWN) {
			all++;
			fit += is_spanned(s, (u32)walk->zone, (u32)walk->zone + 1, walk->pfn);
		} else if (e->kind == MMS_KIND_interleave_page && (u32)e->interleave_page.page_nid < MMS_NODES) {
			u32 first = (u32)e->interleave_page.page_nid * 8;

			all++;
			fit += is_spanned(s, first, first + 8, e->interleave_page.pfn);
		}
	}
	if (all && any)
		mms_balance_add(b, MMS_BALANCE_zone_frames, 0, all, fit, 0);
	else if (all)
		mms_balance_unknown(b, MMS_BALANCE_zone_frames, 0);
}

/* Up to its last slash. */
static u32 file_of(const char *text)
{
	u32 len = 0;

	for (u32 i = 0; i < MMS_COUNT(((struct mms_ev_stat *)NULL)->text) && text[i]; i++)
		if (text[i] == '/')
			len = i + 1;
	return len;
}

static bool same_text(const char *a, const char *b)
{
	u32 len = mms_strnlen(a, MMS_COUNT(((struct mms_ev_stat *)NULL)->text));

	return mms_strnlen(b, MMS_COUNT(((struct mms_ev_stat *)NULL)->text)) == len && !__builtin_memcmp(a, b, len);
}

static bool begins(const char *text, u32 len, const char *with)
{
	return len >= mms_strlen(with) && !__builtin_memcmp(text, with, mms_strlen(with));
}

/* The kernel only adds to it: an event counter, not a number of pages there are. */
static bool only_grows(const char *text)
{
	static const char *const of[] = {"vmstat/pg", "vmstat/psw", "vmstat/swap_ra", "vmstat/numa_"};
	u32 len = mms_strnlen(text, MMS_COUNT(((struct mms_ev_stat *)NULL)->text)), file = file_of(text);

	for (u32 i = 0; i < MMS_COUNT(of); i++)
		if (begins(text, len, of[i]))
			return true;
	return begins(text + file, len - file, "numa_") || begins(text + file, len - file, "interleave_hit");
}

static void balance_counters(struct books *b)
{
	u64 known = 0, fit = 0;

	for (u32 i = 0; i < b->stats; i++) {
		const struct mms_ev_stat *e = &b->log->event[b->stat[i]].stat, *before = NULL;

		if (!only_grows(e->text))
			continue;
		for (u32 k = i; k-- && !before;)
			if (same_text(b->log->event[b->stat[k]].stat.text, e->text))
				before = &b->log->event[b->stat[k]].stat;
		known++;
		fit += !before || before->value <= e->value;
	}
	if (known)
		mms_balance_add(b, MMS_BALANCE_counters, 0, known, fit, 0);
}

void mms_balance_events(struct books *b)
{
	size_t top = b->arena->top;

	balance_each(b);
	balance_names(b);
	balance_counters(b);
	balance_frames(b);
	balance_spans(b);
	mms_arena_rewind(b->arena, top);
}
