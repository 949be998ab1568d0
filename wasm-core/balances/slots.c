/* SPDX-License-Identifier: Apache-2.0 */
/* Slots in use of a device, wherever they are recorded: what is sure to have happened by then, and what may have. */
#include "internal.h"

#define UNDER_WAY 256 /* walks that may be, at a time */

/* Slots in use by what is sure to have happened, and the walks that may or may not have taken theirs. */
struct course {
	const struct mms_log *log;
	u64 slack;
	u64 sure[MMS_DEVS];
	bool whole[MMS_DEVS];
	u64 times[MMS_DEVS], fit[MMS_DEVS];
	u32 way[UNDER_WAY]; /* places in the log */
	u32 ways;
};

/* What walks took that ended before `ts` is sure; `more`: what those under way may have taken, of each device. */
static void settle(struct course *c, u64 ts, u64 more[MMS_DEVS])
{
	u32 kept = 0;

	mms_fill(more, 0, MMS_DEVS * sizeof(*more));
	for (u32 k = 0; k < c->ways; k++) {
		const struct mms_event *walk = &c->log->event[c->way[k]];
		u32 type = (u32)walk->swap_select.type;

		if (walk->ts < ts) {
			c->sure[type] += mms_slots_of(&walk->swap_select);
			continue;
		}
		more[type] += mms_slots_of(&walk->swap_select);
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

/* Slots of the device that are recorded as given back from event i on, up to `until`. */
static u64 late_of(const struct course *c, u32 i, u32 type, u64 until)
{
	u64 slots = c->slack;

	for (; i < c->log->count; i++) {
		const struct mms_event *e = &c->log->event[i];

		if (e->kind == MMS_KIND_swap_free && e->ts > until)
			break;
		if (e->kind == MMS_KIND_swap_free && e->swap_free.type == (s32)type)
			slots += e->swap_free.n;
	}
	return slots;
}

/* As a walk or a change of a list reads it, which holds another lock. */
static void check_read(struct course *c, u32 type, u64 used, u64 more, u32 next, u64 by)
{
	check_left(c, type, used, more, (s64)(c->sure[type] - used) > (s64)c->slack ? late_of(c, next, type, by) : c->slack);
}

/*
 * A walk, or a change of a list, at the earliest time it can be of. Those with a higher number come behind it, and so does
 * what they take. `next`: the first return that is not recorded yet; `by`: when it was done at the latest.
 */
static void begin(struct course *c, u32 i, u64 from, u64 by, u32 next)
{
	const struct mms_event *e = &c->log->event[i];
	u64 more[MMS_DEVS];

	if (!mms_kind_ordered(e->kind))
		return;
	settle(c, from, more);
	if (e->kind == MMS_KIND_swap_list) {
		u32 type = (u32)e->swap_list.type;

		if (type < MMS_DEVS && e->swap_list.reason == MMS_list_reason_swapon) {
			c->sure[type] = e->swap_list.used;
			c->whole[type] = true;
		} else if (type < MMS_DEVS) {
			check_read(c, type, e->swap_list.used, more[type], next, by);
		}
		return;
	}
	for (u32 k = 0; e->swap_select.end != MMS_walk_end_noswap && k < MMS_MIN(e->swap_select.list_n, MMS_LIST_LANES); k++) {
		u32 type = e->swap_select.list_type[k];

		if (type < MMS_DEVS)
			check_read(c, type, e->swap_select.list_used[k], more[type], next, by);
	}
	if ((u32)e->swap_select.type >= MMS_DEVS || !e->swap_select.ret)
		return;
	if (c->ways == UNDER_WAY) { /* too many: nothing is sure any more */
		mms_fill(c->whole, 0, sizeof(c->whole));
		c->ways = 0;
	}
	c->way[c->ways++] = i;
}

/* The event of a return is recorded under the device's lock, and a walk takes its slots under it, too. */
static void give_back(struct course *c, const struct mms_event *e)
{
	u32 type = (u32)e->swap_free.type;
	u64 more[MMS_DEVS];

	settle(c, e->ts, more);
	if (type >= MMS_DEVS)
		return;
	c->sure[type] -= e->swap_free.n;
	check_left(c, type, e->swap_free.used, more[type], 0);
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

void mms_balance_slots(struct books *b, const u64 *by, u64 slack)
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
	c->slack = slack;
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
}
