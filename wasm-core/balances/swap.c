/* SPDX-License-Identifier: Apache-2.0 */
/* Slots of swap devices: given, given back, in use; walks and their requeues. */
#include "internal.h"

#include "base/text.h"

#define NO_NODE 99 /* of a disk that is on none */
#define LONGEST 1000000000ull /* ns that a walk may take, its wait for a CPU included */
#define AROUND 4096 /* events, among which they are looked for */
#define WALKS 64 /* the latest, whose requeues are looked for */

struct device {
	bool known;     /* some event recorded it */
	bool on;       /* no swapoff was last */
	bool whole;    /* its swapon is in the capture */
	u64 pages;     /* its size, as first recorded; 0: not recorded */
	u64 other_pages; /* and as recorded otherwise; 0: it never was */
	u64 used;      /* by what was given and given back since it was first recorded */
	u64 last;      /* as last recorded */
	u64 times, fit; /* how often it was recorded, and how often that is `used`, nearly */
	u64 highest;
	u64 full, full_fit; /* how often it left the lists as full, and how often it nearly was */
	s16 node, other_node; /* likewise */
	bool renamed; /* it had two names since its swapon */
	char name[16];
	s16 prio;      /* as recorded before that */
	u64 at_end;    /* `used` when the tracer read /proc/swaps */
};

struct walk {
	s32 pid;
	u32 event; /* plus 1; 0: unused */
	u8 tried;  /* bit v: a requeue was recorded for visit v */
};

struct swap {
	struct books *b;
	struct device device[MMS_DEVS];
	struct walk walk[WALKS];
	u32 walks;
	u64 walks_all, goals_fit, given, requeues, requeues_fit, passes, passes_fit;
	u64 lists, lists_fit;
	u32 early; /* of them, the last in a row whose least_priority is one less */
	bool switching; /* the rule: the devices follow */
	s32 least; /* least_priority by the changes of lists so far */
	u32 freed; /* the event up to which slots were given back */
	u64 slack;
};

/*
 * Slots of a large folio on device `type` that a walk of another task may have taken by event i, and is recorded behind it: the
 * next walk of each.
 */
static u64 under_way(const struct swap *s, u32 i, u32 type)
{
	const struct mms_event *event = &s->b->log->event[i];
	s32 pid[CPUS] = {event->pid};
	u32 pids = 1;
	u64 slots = 0;

	for (u32 k = i + 1; k < s->b->log->count && k - i < AROUND && pids < CPUS; k++) {
		const struct mms_event *e = &s->b->log->event[k];
		u32 p = 0;

		if (e->kind != MMS_KIND_swap_select)
			continue;
		if (e->ts > event->ts + LONGEST)
			break;
		while (p < pids && pid[p] != e->pid)
			p++;
		if (p < pids)
			continue;
		pid[pids++] = e->pid;
		if (e->swap_select.type == (s32)type && mms_slots_of(&e->swap_select) > WALK_SLOTS)
			slots += mms_slots_of(&e->swap_select);
	}
	return slots;
}

/* `late`: slots that may have been given back since, or be taken by then. */
static void note_used(struct swap *s, u32 type, u64 used, u64 late)
{
	struct device *d = &s->device[type];

	if (!d->known)
		*d = (struct device){.known = true, .used = used, .on = true};
	d->last = used;
	d->times++;
	d->fit += used + s->slack >= d->used && used <= d->used + late + s->slack;
}

static void change(struct swap *s, u32 type, u64 more, u64 less)
{
	struct device *d = &s->device[type];

	/* what is given back may be recorded before what was given: then it is below 0 for a moment, as a number that is too large */
	d->used += more - less;
	if ((s64)d->used > (s64)d->highest)
		d->highest = d->used;
}

/* The same where event i recorded it. */
static void note_used_by(struct swap *s, u32 i, u32 type, u64 used)
{
	note_used(s, type, used, used > s->device[type].used + s->slack ? under_way(s, i, type) : 0);
}

static void at_list(struct swap *s, u32 i)
{
	const struct mms_ev_swap_list *e = &s->b->log->event[i].swap_list;
	struct device *d;

	if (e->type < 0 || e->type >= MMS_DEVS)
		return;
	d = &s->device[e->type];
	if (e->reason == MMS_list_reason_swapon && (e->op == MMS_list_op_add || e->op == MMS_list_op_setup)) {
		/* where an earlier device had this number, nothing of it is left: its account goes on */
		if (!d->known)
			d->used = e->used;
		if (d->whole && d->pages != e->pages)
			d->pages = d->other_pages = 0;
		d->known = d->whole = d->on = true;
		d->renamed = false;
		d->name[0] = 0;
	}
	note_used_by(s, i, (u32)e->type, e->used);
	if (!d->pages) {
		d->pages = e->pages;
		d->node = d->other_node = e->node_id;
	}
	if (e->pages != d->pages)
		d->other_pages = e->pages;
	if (e->node_id != d->node)
		d->other_node = e->node_id;
	if (s->b->log->event[i].ts <= s->b->ended)
		d->prio = e->prio;
	d->renamed |= d->name[0] && __builtin_memcmp(d->name, e->name, sizeof(d->name));
	mms_copy(d->name, e->name, sizeof(d->name));
	if (e->op == MMS_list_op_del && e->reason == MMS_list_reason_full) {
		d->full++;
		d->full_fit += d->used + s->slack >= e->pages;
	}
	if (e->reason == MMS_list_reason_swapoff && e->op == MMS_list_op_del)
		d->on = false;
	if (e->reason == MMS_list_reason_reinsert)
		d->on = true;
}

/* Does a walk of the requeue's task say that it tried this device, and recorded no requeue for it yet? */
static bool has_walk(struct swap *s, const struct mms_event *e)
{
	for (u32 i = 0; i < WALKS; i++) {
		struct walk *w = &s->walk[(s->walks - 1 - i) % WALKS];
		const struct mms_ev_swap_select *walk = &s->b->log->event[w->event - 1].swap_select;

		if (!w->event || w->pid != e->pid || walk->list != e->swap_list.list)
			continue;
		if (walk->visits > MMS_VISIT_LANES)
			return true;
		for (u8 v = 1; v < walk->visits; v++)
			if (walk->visit_type[v] == e->swap_list.type && !(w->tried >> v & 1)) {
				w->tried |= (u8)(1u << v);
				return true;
			}
	}
	return false;
}

/*
 * Slots of device `type` that tasks gave back in the time in which walk i may have read: since its task's event before it, and up
 * to where the account of slots is.
 */
static u64 given_back(const struct swap *s, u32 i, s32 type)
{
	const struct mms_event *walk = &s->b->log->event[i];
	u64 slots = 0;

	for (u32 k = s->freed, seen = 0; k-- && seen < AROUND; seen++) {
		const struct mms_event *e = &s->b->log->event[k];

		if (mms_kind_bare(e->kind))
			continue;
		if (e->ts + LONGEST < walk->ts || (e->pid == walk->pid && e->ts < walk->ts && k != i))
			break;
		if (e->kind == MMS_KIND_swap_free && e->swap_free.type == type)
			slots += e->swap_free.n;
	}
	return slots;
}

/* Does the walk start over exactly where the task's walk before it ended so? */
static void note_pass(struct swap *s, const struct mms_event *event)
{
	for (u32 i = 0; i < WALKS; i++) {
		const struct walk *w = &s->walk[(s->walks - 1 - i) % WALKS];
		const struct mms_ev_swap_select *before = &s->b->log->event[w->event - 1].swap_select;

		if (!w->event || w->pid != event->pid)
			continue;
		s->passes++;
		s->passes_fit += event->swap_select.pass == (before->end == MMS_walk_end_restart ? before->pass + 1u : 0);
		return;
	}
}

static void at_select(struct swap *s, u32 i)
{
	const struct mms_event *event = &s->b->log->event[i];
	const struct mms_ev_swap_select *e = &event->swap_select;

	s->walks_all++;
	s->goals_fit += e->goal == 1 || (e->goal == WALK_SLOTS && !e->order);
	if (e->end != MMS_walk_end_noswap)
		for (u32 k = 0; k < MMS_MIN(e->list_n, MMS_LIST_LANES); k++)
			if (e->list_type[k] < MMS_DEVS)
				note_used(s, e->list_type[k], e->list_used[k],
					  e->list_used[k] > s->device[e->list_type[k]].used + s->slack
						  ? given_back(s, i, e->list_type[k])
						  : 0);
	if (e->type >= 0 && e->type < MMS_DEVS) {
		change(s, (u32)e->type, mms_slots_of(e), 0);
		s->given += mms_slots_of(e);
	}
	note_pass(s, event);
	s->walk[s->walks++ % WALKS] = (struct walk){event->pid, i + 1, 0};
}

static void at_free(struct swap *s, u32 i)
{
	const struct mms_ev_swap_free *e = &s->b->log->event[i].swap_free;

	if (e->type < 0 || e->type >= MMS_DEVS)
		return;
	if (s->device[e->type].known)
		change(s, (u32)e->type, 0, e->n);
	note_used_by(s, i, (u32)e->type, e->used);
}

/* mm/swapfile.c: but in round robin, a device without a priority of its own takes the next number, and gives one back. */
static void note_least(struct swap *s, const struct mms_ev_swap_list *e)
{
	u32 comes = 1u << MMS_list_reason_swapon | 1u << MMS_list_reason_reinsert;
	bool numbered = e->prio < 0 && e->mode != MMS_rule_roundrobin, swapon = e->reason == MMS_list_reason_swapon;
	struct mms_json_span before = mms_member(s->b->start, "swaps");
	struct swaps_line line;

	/* the devices follow a switch under one hold of the lock: no other change comes between */
	s->switching = e->op == MMS_list_op_mode || (s->switching && e->reason == MMS_list_reason_mode);
	comes |= (u32)s->switching << MMS_list_reason_mode;
	if (e->op == MMS_list_op_mode || !s->lists)
		s->least = e->mode == MMS_rule_node ? -1 : 0;
	if (numbered)
		s->least += e->op == MMS_list_op_del ? e->reason == MMS_list_reason_swapoff : -(s32)(comes >> e->reason & 1);
	/* of devices that were on before */
	if (!s->lists++ && (!before.at || mms_swaps_next(&before, &line)))
		s->least = e->least;
	/* a swapon takes its number a moment before it is on the lists */
	if (e->least == s->least) {
		s->lists_fit += 1 + (numbered && swapon ? s->early : 0);
		s->early = 0;
	} else {
		s->early += !swapon && e->least == s->least - 1;
	}
}

static void at_ordered(struct swap *s, u32 i)
{
	const struct mms_event *e = &s->b->log->event[i];

	if (e->kind == MMS_KIND_swap_select) {
		at_select(s, i);
		return;
	}
	if (e->swap_list.op == MMS_list_op_requeue) {
		s->requeues++;
		s->requeues_fit += has_walk(s, e);
	}
	note_least(s, &e->swap_list);
	at_list(s, i);
}

/* What happened when the tracer read /proc/swaps. */
static void note_end(struct swap *s, const struct mms_event *e)
{
	if (e->ts <= s->b->ended)
		for (u32 t = 0; t < MMS_DEVS; t++)
			s->device[t].at_end = s->device[t].used;
}

/* The slots that are given back by `until`. */
static void free_until(struct swap *s, u64 until)
{
	for (; s->freed < s->b->log->count; s->freed++) {
		const struct mms_event *e = &s->b->log->event[s->freed];

		if (e->kind != MMS_KIND_swap_free)
			continue;
		if (e->ts > until)
			return;
		at_free(s, s->freed);
		note_end(s, e);
	}
}

/*
 * In the order in which it happened. A walk is recorded at its end, and may have waited for a CPU long before: it took
 * swap_avail_lock before any event was recorded that has a higher number. `by` is that time, for each event.
 */
static void follow(struct swap *s, u64 *by)
{
	const struct mms_log *log = s->b->log;
	u64 least = UINT64_MAX;

	for (u32 i = log->count; i--;) {
		if (mms_kind_ordered(log->event[i].kind))
			least = MMS_MIN(least, log->event[i].ts);
		by[i] = least;
	}
	for (u32 i = 0; i < log->count; i++) {
		if (!mms_kind_ordered(log->event[i].kind))
			continue;
		free_until(s, by[i]);
		at_ordered(s, i);
		note_end(s, &log->event[i]);
	}
	free_until(s, UINT64_MAX);
}

/* The node that /sys/kernel/mm/swap/node_override gives a disk: lines of name and node; UNKNOWN: none. */
static u64 override_of(struct mms_json_span text, const char *name)
{
	u32 len = mms_strnlen(name, 16);

	for (const char *at = text.at ? text.at + 1 : NULL; at && at < text.end; at = mms_behind_escape(at, text.end, 'n'))
		if ((u64)(text.end - at) > len + 1 && at[len] == ' ' && !__builtin_memcmp(at, name, len)) {
			at += len + 1;
			return *at == '-' ? NO_NODE : mms_next_number(&at, text.end);
		}
	return UNKNOWN;
}

/* The node a disk is on, by what the tracer read at the start: its driver's, unless an override gives another. */
static void check_node(struct swap *s, u32 type, const struct device *d)
{
	struct mms_json_span was = mms_member(s->b->start, "node_override"), is = mms_member(s->b->stop, "node_override");
	struct mms_json_span disks = mms_member(s->b->start, "disk_nodes"), disk;
	char name[17] = {0};
	u64 node, known;

	mms_copy(name, d->name, sizeof(d->name));
	disk = mms_member(disks, name);
	node = override_of(is, name);
	if (node != override_of(was, name))
		return;
	if (!disk.at) {
		mms_balance_unknown(s->b, MMS_BALANCE_disk_nodes, type);
		return;
	}
	if (node == UNKNOWN)
		node = *disk.at == '-' ? NO_NODE : mms_number_in(disk);
	known = d->node < 0 ? NO_NODE : (u64)d->node;
	if (known == node)
		known = d->other_node < 0 ? NO_NODE : (u64)d->other_node;
	mms_balance_add(s->b, MMS_BALANCE_disk_nodes, type, known, node, 0);
}

static void check_devices(struct swap *s)
{
	for (u32 t = 0; t < MMS_DEVS; t++) {
		const struct device *d = &s->device[t];

		if (!d->known)
			continue;
		mms_balance_add(s->b, MMS_BALANCE_slots, t, d->used, d->last, s->slack);
		mms_balance_add(s->b, MMS_BALANCE_used, t, d->times, d->fit, 0);
		if (d->full)
			mms_balance_add(s->b, MMS_BALANCE_full, t, d->full, d->full_fit, 0);
		if (d->pages)
			check_node(s, t, d);
		if (d->pages)
			mms_balance_add(s->b, MMS_BALANCE_size, t, d->highest, d->pages, s->slack);
	}
}

/* Is a line of /proc/swaps of a file, or of this disk or a part of it? */
static bool is_named(struct mms_json_span line, const char *disk)
{
	u32 len = mms_strnlen(disk, sizeof(((struct device *)NULL)->name));

	return line.end - line.at < 5 + (s64)len || __builtin_memcmp(line.at, "/dev/", 5) ||
	       (len && !__builtin_memcmp(line.at + 5, disk, len));
}

/* Has the file lines of devices that were on before, whose numbers no event has? Then whose lines they are is not known. */
static bool is_shared(const struct swap *s, struct mms_json_span file)
{
	struct mms_json_span before = mms_member(s->b->start, "swaps");
	struct swaps_line line;
	s32 more = 0;

	for (u32 t = 0; t < MMS_DEVS; t++)
		more -= s->device[t].whole && s->device[t].on;
	while (mms_swaps_next(&file, &line))
		more++;
	return more > 0 && mms_swaps_next(&before, &line);
}

/* /proc/swaps as the tracer read it: a line for each device that is on, by number. */
static void check_file(struct swap *s)
{
	struct mms_json_span file = mms_member(s->b->stop, "swaps");
	u64 page = mms_number_in(mms_member(s->b->start, "page_size"));
	struct mms_json_span rest = file;
	u64 files = 0, named = 0;
	bool missing = !file.at || page == UNKNOWN || !page || is_shared(s, file);

	for (u32 t = 0; t < MMS_DEVS; t++) {
		const struct device *d = &s->device[t];
		struct swaps_line line;
		u64 size;

		if (!d->whole || !d->on)
			continue;
		files++;
		if (missing) {
			mms_balance_unknown(s->b, MMS_BALANCE_swaps, t);
			continue;
		}
		mms_swaps_next(&rest, &line);
		named += !d->renamed && is_named(line.name, d->name) && line.prio == d->prio;
		size = line.size * 1024 / page;
		mms_balance_add(s->b, MMS_BALANCE_sizes, t, d->other_pages && d->pages == size ? d->other_pages : d->pages, size, 0);
		mms_balance_add(s->b, MMS_BALANCE_swaps, t, d->at_end, line.used * 1024 / page, s->slack);
	}
	if (files && missing)
		mms_balance_unknown(s->b, MMS_BALANCE_disk_names, 0);
	else if (files)
		mms_balance_add(s->b, MMS_BALANCE_disk_names, 0, files, named, 0);
}

static void check(struct swap *s)
{
	struct books *b = s->b;
	u64 out = mms_number_in(mms_member(mms_member(b->stop, "vmstat"), "pswpout"));

	check_devices(s);
	if (s->walks_all)
		mms_balance_add(b, MMS_BALANCE_goals, 0, s->walks_all, s->goals_fit, 0);
	check_file(s);
	if (out == UNKNOWN)
		mms_balance_unknown(b, MMS_BALANCE_swapout, 0);
	else
		mms_balance_add(b, MMS_BALANCE_swapout, 0, out, s->given, 2 * s->slack);
	if (s->passes)
		mms_balance_add(b, MMS_BALANCE_passes, 0, s->passes, s->passes_fit, 0);
	if (s->lists)
		mms_balance_add(b, MMS_BALANCE_least, 0, s->lists, s->lists_fit, 0);
	if (s->requeues)
		mms_balance_add(b, MMS_BALANCE_requeues, 0, s->requeues, s->requeues_fit, 0);
}

void mms_balance_swap(struct books *b)
{
	size_t top = b->arena->top;
	struct swap *s;
	u64 *by;

	if (!b->kinds[MMS_KIND_swap_select] && !b->kinds[MMS_KIND_swap_list] && !b->kinds[MMS_KIND_swap_free] &&
	    !mms_has_probe(b, "swap"))
		return;
	s = mms_arena_alloc(b->arena, sizeof(*s));
	by = mms_arena_alloc(b->arena, b->log->count * sizeof(*by));
	b->full |= !s || !by;
	if (s && by) {
		s->b = b;
		s->slack = (u64)WALK_SLOTS * b->cpus;
		follow(s, by);
		check(s);
		mms_balance_slots(b, by);
	}
	mms_arena_rewind(b->arena, top);
}
