/* SPDX-License-Identifier: Apache-2.0 */
/* Batches that walks read beside the numbers of charges and resets: what was left when it can have been read. */
#include "internal.h"

#include "base/sort.h"
#include "policy/zone_flags.h"

#define AROUND 4096 /* charges among which a walk may have read; of more any */

/* A charge or a reset of a zone, in the order of its count. */
struct step {
	u64 ts, from;         /* recorded; begun at the earliest */
	u64 latest, earliest; /* the largest `ts` up to here, the smallest `from` from here on */
	u32 start, after;     /* pages charged since boot, before and afterwards */
	s64 batch;            /* afterwards */
};

struct zone_steps {
	struct step *at;
	u32 n;
};

struct batches {
	const struct books *b;
	u64 *last; /* by task: when it recorded something */
	u64 *from; /* by event: when its task recorded something before; 0: unknown */
	struct zone_steps zone[ZONES];
	u64 all[ZONES], fit[ZONES];
};

static bool is_charge(const struct mms_event *e)
{
	return e->kind == MMS_KIND_zone_select && e->zone_select.end == MMS_zone_walk_end_took && e->zone_select.zone >= 0 &&
	       e->zone_select.mode != MMS_zone_policy_preferred && e->zone_select.charged != UNKNOWN;
}

static bool is_reset(const struct mms_event *e)
{
	return e->kind == MMS_KIND_zone_batch && e->zone_batch.charged != UNKNOWN;
}

static u32 zone_of(const struct mms_event *e)
{
	return (is_charge(e) ? (u32)e->zone_select.zone : e->zone_batch.zone) % ZONES;
}

static struct step step_of(const struct mms_event *e, u64 from)
{
	struct step step = {.ts = e->ts, .from = MMS_MAX(from, e->ts - MMS_MIN(e->ts, TASK_LATE))};

	if (is_charge(e)) {
		step.after = (u32)e->zone_select.charged;
		step.start = step.after - (1u << MMS_MIN(e->zone_select.order, 20));
		step.batch = e->zone_select.batch;
	} else {
		step.start = step.after = (u32)e->zone_batch.charged;
		step.batch = e->zone_batch.new;
	}
	return step;
}

/* What an interrupt does is in the middle of something else: it says nothing of when that began. */
static bool ends_work(const struct mms_event *e)
{
	return (e->kind == MMS_KIND_zone_select && e->zone_select.gfp & MMS_GFP_DIRECT_RECLAIM) ||
	       (e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.gfp & MMS_GFP_DIRECT_RECLAIM);
}

static void note_begin(struct batches *s)
{
	for (u32 i = 0; i < s->b->log->count; i++) {
		const struct mms_event *e = &s->b->log->event[i];
		u64 *last = &s->last[s->b->task[i]];

		if (!e->pid || mms_kind_bare(e->kind))
			continue;
		s->from[i] = *last;
		if (ends_work(e))
			*last = e->ts;
	}
}

/* By zone, then by the count, half a turn of it before the zone's first event or after it. */
static u32 gather(struct batches *s, struct mms_sort_item *item)
{
	u32 base[ZONES], n = 0;
	bool seen[ZONES] = {0};

	for (u32 i = 0; i < s->b->log->count; i++) {
		const struct mms_event *e = &s->b->log->event[i];
		struct step step;
		u32 zone;

		if (!is_charge(e) && !is_reset(e))
			continue;
		zone = zone_of(e);
		step = step_of(e, 0);
		if (!seen[zone])
			base[zone] = step.start - (1u << 31);
		seen[zone] = true;
		item[n++] = (struct mms_sort_item){(u64)zone << 33 | (u64)(step.start - base[zone]) << 1 | is_charge(e), i};
		s->zone[zone].n++;
	}
	return n;
}

static void put_in_order(struct batches *s, const struct mms_sort_item *item, u32 n, struct step *step)
{
	for (u32 i = 0, zone = 0; zone < ZONES; i += s->zone[zone++].n)
		s->zone[zone].at = step + i;
	for (u32 i = 0; i < n; i++)
		step[i] = step_of(&s->b->log->event[item[i].index], s->from[item[i].index]);
	for (u32 z = 0; z < ZONES; z++) {
		struct zone_steps *zone = &s->zone[z];

		for (u32 i = 0; i < zone->n; i++)
			zone->at[i].latest = i ? MMS_MAX(zone->at[i].ts, zone->at[i - 1].latest) : zone->at[i].ts;
		for (u32 i = zone->n; i--;)
			zone->at[i].earliest =
				i + 1 < zone->n ? MMS_MIN(zone->at[i].from, zone->at[i + 1].earliest) : zone->at[i].from;
	}
}

/* Between step k and the next: what charges that no event records have taken is in the number of the next. */
static bool was_left(const struct zone_steps *zone, u32 k, s64 batch)
{
	s64 hidden = k + 1 < zone->n ? (s32)(zone->at[k + 1].start - zone->at[k].after) : INT32_MAX;

	return batch <= zone->at[k].batch && batch >= zone->at[k].batch - MMS_MAX(hidden, 0);
}

/* Can the zone have had this batch left at some time between these? */
static bool can_be(const struct zone_steps *zone, s64 batch, u64 from, u64 to)
{
	u32 k = 0, end = zone->n, seen = 0;

	/* before the first step nobody knows what is left */
	if (!zone->n || zone->at[0].latest >= from)
		return true;
	while (k < end) {
		u32 mid = k + (end - k) / 2;

		if (zone->at[mid].latest < from)
			k = mid + 1;
		else
			end = mid;
	}
	for (k--; k < zone->n && zone->at[k].earliest <= to; k++) {
		if (++seen > AROUND)
			return true;
		if (was_left(zone, k, batch))
			return true;
	}
	return false;
}

static void check_walk(struct batches *s, u32 i)
{
	const struct mms_event *event = &s->b->log->event[i];
	const struct mms_ev_zone_select *e = &event->zone_select;

	for (u32 v = 0; v < MMS_MIN(e->visits, MMS_VISIT_LANES); v++) {
		u32 zone = e->visit_zone[v] % ZONES;

		if (!e->visit_batch[v])
			continue;
		s->all[zone]++;
		s->fit[zone] += !s->from[i] || can_be(&s->zone[zone], e->visit_batch[v], s->from[i], event->ts);
	}
}

void mms_balance_batches(struct books *b)
{
	size_t top = b->arena->top;
	struct batches *s = mms_arena_alloc(b->arena, sizeof(*s));
	u32 most = b->kinds[MMS_KIND_zone_select] + b->kinds[MMS_KIND_zone_batch], n;
	struct mms_sort_item *item, *spare;
	struct step *step;

	if (!most || !s) {
		b->full |= !s;
		mms_arena_rewind(b->arena, top);
		return;
	}
	s->b = b;
	s->last = mms_arena_alloc(b->arena, b->tasks * sizeof(*s->last));
	s->from = mms_arena_alloc(b->arena, b->log->count * sizeof(*s->from));
	item = mms_arena_alloc(b->arena, most * sizeof(*item));
	spare = mms_arena_alloc(b->arena, most * sizeof(*spare));
	step = mms_arena_alloc(b->arena, most * sizeof(*step));
	b->full |= !s->last || !s->from || !item || !spare || !step;
	if (!b->full) {
		note_begin(s);
		n = gather(s, item);
		mms_sort(item, spare, n);
		put_in_order(s, item, n, step);
		for (u32 i = 0; i < b->log->count && n; i++)
			if (b->log->event[i].kind == MMS_KIND_zone_select)
				check_walk(s, i);
		for (u32 z = 0; z < ZONES; z++)
			if (s->all[z])
				mms_balance_add(b, MMS_BALANCE_batches, z, s->all[z], s->fit[z], 0);
	}
	mms_arena_rewind(b->arena, top);
}
