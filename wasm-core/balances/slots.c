/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Slots in use of a device, and free swap, wherever they are recorded: what is sure to have happened by then, and what may have.
 * Slots are given back, and the free swap grows, under one hold of the device's lock, which ends with the event (mm/swapfile.c:
 * swap_range_free()): at any time one return of each device may be done and not recorded yet, the next one.
 */
#include "internal.h"

#define UNDER_WAY 256 /* walks that may be, at a time */
#define AROUND 4096 /* events, among which the next return of a device is looked for */
#define LATE 10000000ull /* ns between a change of the free swap and the one of the lists, by swapon and swapoff */

/* Slots in use by what is sure to have happened, and the walks that may or may not have taken theirs. */
struct course {
	const struct mms_log *log;
	u64 sure[MMS_DEVS];
	bool whole[MMS_DEVS];
	bool switched_on; /* a device was, in the capture, */
	bool strange;     /* and one is known that was not */
	s64 free;     /* free swap, what walks under way have reserved taken off */
	u64 off_pages, off; /* of the device switched off last: its size, and when it left the lists; 0: none did */
	u64 asked, asked_fit;
	u64 times[MMS_DEVS], fit[MMS_DEVS];
	u32 way[UNDER_WAY]; /* places in the log */
	u32 ways;
};

/* What may have changed since what is sure. */
struct way {
	u64 more[MMS_DEVS]; /* slots that walks took, of each device */
	u64 back;           /* that walks had reserved and do not need */
};

/* Of what a walk has reserved of the free swap, the part that its call does not need, which it gives back as it ends. */
static u64 unneeded(const struct mms_ev_swap_select *e)
{
	u64 reserved = (u64)e->batch << MMS_MIN(e->order, 20), given = mms_slots_of(e);

	return e->end == MMS_walk_end_restart || given > reserved ? 0 : reserved - given;
}

/* What walks did that ended before `ts` is sure; the others may have. */
static void settle(struct course *c, u64 ts, struct way *way)
{
	u32 kept = 0;

	mms_fill(way, 0, sizeof(*way));
	for (u32 k = 0; k < c->ways; k++) {
		const struct mms_event *walk = &c->log->event[c->way[k]];
		u32 type = (u32)walk->swap_select.type;

		if (walk->ts < ts)
			c->free += (s64)unneeded(&walk->swap_select);
		else
			way->back += unneeded(&walk->swap_select);
		if (type < MMS_DEVS)
			*(walk->ts < ts ? &c->sure[type] : &way->more[type]) += mms_slots_of(&walk->swap_select);
		if (walk->ts >= ts)
			c->way[kept++] = c->way[k];
	}
	c->ways = kept;
}

/* `late`: that may have been given back, and are not recorded yet. */
static void check_left(struct course *c, u32 type, u64 used, u64 more, u64 late)
{
	if (type >= MMS_DEVS || !c->whole[type])
		return;
	c->times[type]++;
	c->fit[type] += (s64)(used - c->sure[type]) <= (s64)more && (s64)(c->sure[type] - used) <= (s64)late;
}

/* Slots of the device that are recorded as given back from event i on, up to `until`, and those that may be under way then. */
static u64 late_of(const struct course *c, u32 i, u32 type, u64 until)
{
	u64 slots = 0;

	for (u32 behind = 0; i < c->log->count && behind < AROUND; i++) {
		const struct mms_event *e = &c->log->event[i];

		behind += e->ts > until;
		if (e->kind != MMS_KIND_swap_free || e->swap_free.type != (s32)type)
			continue;
		slots += e->swap_free.n;
		if (e->ts > until)
			break;
	}
	return slots;
}

/* As a walk or a change of a list reads it, which holds another lock. */
static void check_read(struct course *c, u32 type, u64 used, u64 more, u32 next, u64 by)
{
	if (type < MMS_DEVS && c->whole[type])
		check_left(c, type, used, more, (s64)(c->sure[type] - used) > 0 ? late_of(c, next, type, by) : 0);
	c->strange |= type >= MMS_DEVS || !c->whole[type];
}

/* Pages of a device that is about to come, which counts as free swap before it is on the lists. */
static u64 coming(const struct course *c, u32 i, u64 by)
{
	for (u32 k = i + 1; k < c->log->count && k - i < AROUND; k++) {
		const struct mms_event *e = &c->log->event[k];

		if (e->kind == MMS_KIND_swap_list && e->swap_list.reason == MMS_list_reason_swapon)
			return e->ts < by + LATE ? e->swap_list.pages : 0;
	}
	return 0;
}

/* Free swap as walk i read it, when it took its number: mm/swapfile.c:get_swap_pages(). */
static void check_free(struct course *c, u32 i, const struct way *way, u32 next, u64 from, u64 by)
{
	const struct mms_ev_swap_select *e = &c->log->event[i].swap_select;
	s64 size = (s64)1 << MMS_MIN(e->order, 20), most = c->free + (s64)way->back;

	c->asked++;
	if (e->avail > INT64_MAX / size - 1 || e->avail < INT64_MIN / size || (e->avail + 1) * size <= c->free)
		return;
	for (u32 type = 0; type < MMS_DEVS && e->avail * size > most; type++)
		most += c->whole[type] ? (s64)late_of(c, next, type, by) : 0;
	if (c->off && from < c->off + LATE)
		most += (s64)c->off_pages;
	c->asked_fit += e->avail * size <= most || e->avail * size <= most + (s64)coming(c, i, by);
}

/* A change of a list: it says what slots of the device are in use; a swapon, and a swapoff, change the free swap. */
static void at_change(struct course *c, const struct mms_event *event, const struct way *way, u32 next, u64 by)
{
	const struct mms_ev_swap_list *e = &event->swap_list;
	u32 type = (u32)e->type;

	if (type >= MMS_DEVS)
		return;
	if (e->reason == MMS_list_reason_swapon) {
		c->sure[type] = e->used;
		c->whole[type] = c->switched_on = true;
		c->free += (s64)(e->pages - e->used);
	} else {
		check_read(c, type, e->used, way->more[type], next, by);
	}
	if (e->reason == MMS_list_reason_reinsert)
		c->free += (s64)e->pages;
	if (e->reason == MMS_list_reason_swapoff && e->op == MMS_list_op_del) {
		c->free -= (s64)e->pages;
		c->off_pages = e->pages;
		c->off = event->ts;
	}
}

/*
 * A walk, or a change of a list, at the earliest time it can be of. Those with a higher number come behind it, and so does
 * what they take. `next`: the first return that is not recorded yet; `by`: when it was done at the latest.
 */
static void begin(struct course *c, u32 i, u64 from, u64 by, u32 next)
{
	const struct mms_event *e = &c->log->event[i];
	const struct mms_ev_swap_select *walk = &e->swap_select;
	struct way way;

	if (!mms_kind_ordered(e->kind))
		return;
	settle(c, from, &way);
	if (e->kind == MMS_KIND_swap_list) {
		at_change(c, e, &way, next, by);
		return;
	}
	for (u32 k = 0; walk->end != MMS_walk_end_noswap && k < MMS_MIN(walk->list_n, MMS_LIST_LANES); k++) {
		u32 type = walk->list_type[k];

		check_read(c, type, walk->list_used[k], type < MMS_DEVS ? way.more[type] : 0, next, by);
	}
	if (!walk->pass) {
		if (!c->strange && c->switched_on)
			check_free(c, i, &way, next, from, by);
		if (walk->end != MMS_walk_end_noswap)
			c->free -= (s64)((u64)walk->batch << MMS_MIN(walk->order, 20));
	}
	if (((u32)walk->type >= MMS_DEVS || !walk->ret) && !unneeded(walk))
		return;
	if (c->ways == UNDER_WAY) { /* too many: nothing is sure any more */
		mms_fill(c->whole, 0, sizeof(c->whole));
		c->strange = true;
		c->ways = 0;
	}
	c->way[c->ways++] = i;
}

/* The event of a return is recorded under the device's lock, and a walk takes its slots under it, too. */
static void give_back(struct course *c, const struct mms_event *e)
{
	u32 type = (u32)e->swap_free.type;
	struct way way;

	settle(c, e->ts, &way);
	if (type >= MMS_DEVS)
		return;
	c->strange |= !c->whole[type];
	c->sure[type] -= e->swap_free.n;
	c->free += e->swap_free.n;
	check_left(c, type, e->swap_free.used, way.more[type], 0);
}

/*
 * When each walk can have taken slots at the earliest: behind what its task recorded before, and what has a lower number.
 * `last`: by task, when it recorded something; 0: not yet.
 */
static void earliest(const struct books *b, const u64 *by, u64 *from, u64 *last)
{
	const struct mms_log *log = b->log;
	u64 least = 0;

	for (u32 i = 0; i < log->count; i++) {
		const struct mms_event *e = &log->event[i];
		u64 *before = &last[b->task[i]];

		/* the log is in the order of numbers: what is recorded later may stand before */
		if (e->kind == MMS_KIND_swap_list || (e->kind == MMS_KIND_swap_select && *before < e->ts))
			least = MMS_MAX(least, e->kind == MMS_KIND_swap_list ? by[i] : MMS_MIN(*before, by[i]));
		if (mms_kind_ordered(e->kind) || e->kind == MMS_KIND_swap_free)
			*before = e->ts;
		from[i] = least;
	}
}

void mms_balance_slots(struct books *b, const u64 *by)
{
	const struct mms_log *log = b->log;
	struct course *c = mms_arena_alloc(b->arena, sizeof(*c));
	u64 *from = mms_arena_alloc(b->arena, log->count * sizeof(*from));
	u64 *last = mms_arena_alloc(b->arena, b->tasks * sizeof(*last));

	if (!c || !from || !last) {
		b->full = true;
		return;
	}
	earliest(b, by, from, last);
	c->log = log;
	for (u32 i = 0, begun = 0; i <= log->count; i++) {
		if (i < log->count && log->event[i].kind != MMS_KIND_swap_free)
			continue;
		for (; begun < log->count && (i == log->count || from[begun] < log->event[i].ts); begun++)
			begin(c, begun, from[begun], by[begun], i);
		if (i < log->count)
			give_back(c, &log->event[i]);
	}
	for (u32 t = 0; t < MMS_DEVS; t++)
		if (c->times[t])
			mms_balance_add(b, MMS_BALANCE_course, t, c->times[t], c->fit[t], 0);
	if (c->asked)
		mms_balance_add(b, MMS_BALANCE_avail, 0, c->asked, c->asked_fit, 0);
}
