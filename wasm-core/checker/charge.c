/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pages charged to a zone's batch are numbered, whoever was given them (kernel-patches/series/0007), so charges and
 * resets of a zone have an order that no race can touch. Along it, before the first event is checked:
 *
 *   - times follow it;
 *   - no page is charged twice, and none across a reset;
 *   - from one reset to the next, batch + charged is what the first has set, and the next finds that;
 *   - the pages of a round that no event records are as many as `zone_hidden` counts;
 *   - and what `zone_hidden` counts belongs to a batch that a reset has set.
 */
#include "internal.h"

#include "base/sort.h"

/* A probe does not run on a CPU that is inside one, so of what interrupts allocate a little goes uncounted. */
#define UNCOUNTED 16
#define LATE_NS 500000000ull /* how long a task may take from its charge or reset to the event that records it */
#define COUNTED_NS 1000000000ull /* zone_hidden: all is recorded of a round that ended so long before the last event */

#define ZONES MMS_COUNT(((struct mms_state *)0)->zone)

/* Along one zone's charges. */
struct axis {
	const struct mms_log *log;
	struct mms_context *context; /* one per event */
	const struct mms_sort_item *hidden; /* by zone and round */
	u32 n_hidden;
	u64 counted; /* rounds that ended before are recorded in full */
	bool known;  /* what the round's limit is */
	bool whole;  /* the round's reset was seen */
	u32 limit;   /* batch + charged in this round */
	u64 ts;      /* the latest so far */
	s64 covered; /* up to which page charges are recorded */
	s64 gap;     /* pages of this round that no event records */
	/* A round that new marks cut off before its limit, which a later round may have again: what is hidden is recorded of
	 * both together. */
	bool cut;
	u32 cut_limit;
	u32 cut_reset; /* the event that cut it off */
	s64 cut_gap;
};

static bool is_charge(const struct mms_event *e)
{
	const struct mms_ev_zone_select *s = &e->zone_select;

	return e->kind == MMS_KIND_zone_select && s->end == MMS_zone_walk_end_took && s->mode != MMS_zone_policy_preferred &&
	       s->zone >= 0 && s->charged <= UINT32_MAX;
}

static bool is_reset(const struct mms_event *e)
{
	return e->kind == MMS_KIND_zone_batch && e->zone_batch.charged <= UINT32_MAX;
}

static u32 zone_of(const struct mms_event *e)
{
	return e->kind == MMS_KIND_zone_select ? (u32)e->zone_select.zone : e->zone_batch.zone;
}

/* The count before this charge, or at this reset. */
static u32 start_of(const struct mms_event *e)
{
	if (e->kind == MMS_KIND_zone_batch)
		return (u32)e->zone_batch.charged;
	return (u32)e->zone_select.charged - (1u << e->zone_select.order);
}

static s64 place_of(const struct mms_sort_item *item)
{
	return (s64)(item->key >> 1 & UINT32_MAX);
}

static void note(struct axis *a, u32 index, u8 what, s64 expected)
{
	a->context[index] = (struct mms_context){.what = what, .expected = (s16)expected};
}

static void at_charge(struct axis *a, const struct mms_sort_item *item)
{
	const struct mms_ev_zone_select *e = &a->log->event[item->index].zone_select;
	s64 place = place_of(item), pages = (s64)1 << e->order;
	u32 limit = (u32)e->batch + (u32)e->charged;

	if (a->known && limit != a->limit)
		note(a, item->index, MMS_CONTEXT_CHARGES, (s64)(s32)(a->limit - (u32)e->charged));
	else if (place < a->covered)
		note(a, item->index, MMS_CONTEXT_CHARGES, e->batch - (a->covered - place));
	else
		note(a, item->index, MMS_CONTEXT_FITS, 0);
	if (!a->known)
		a->limit = limit;
	a->known = true;
	a->gap += MMS_MAX(place - a->covered, 0);
	a->covered = MMS_MAX(a->covered, place + pages);
}

/* Pages counted for tasks that the capture leaves out, in the round with this limit. */
static s64 hidden_in(const struct axis *a, u32 zone, u32 limit)
{
	u64 key = (u64)zone << 32 | limit;
	u32 from = 0, to = a->n_hidden;
	s64 pages = 0;

	while (from < to) {
		u32 mid = from + (to - from) / 2;

		if (a->hidden[mid].key < key)
			from = mid + 1;
		else
			to = mid;
	}
	for (; from < a->n_hidden && a->hidden[from].key == key; from++)
		pages += (s64)a->log->event[a->hidden[from].index].zone_hidden.pages;
	return pages;
}

/* No round came again with the limit of the one that was cut off: more was hidden there than it has pages. */
static void end_cut(struct axis *a, u32 zone)
{
	if (a->cut)
		note(a, a->cut_reset, MMS_CONTEXT_HIDDEN, a->cut_gap - hidden_in(a, zone, a->cut_limit));
	a->cut = false;
}

static u8 closes(struct axis *a, u32 index, s64 *missing)
{
	const struct mms_event *e = &a->log->event[index];
	const struct mms_ev_zone_batch *b = &e->zone_batch;

	if (a->cut && a->cut_limit == a->limit) {
		a->gap += a->cut_gap;
		a->cut = false;
	}
	if (a->cut && (s32)(a->limit - a->cut_limit) > 0)
		end_cut(a, b->zone);
	*missing = a->gap - hidden_in(a, b->zone, a->limit);
	if (!a->whole || e->ts > a->counted)
		return MMS_CONTEXT_NONE;
	if (*missing < 0 && !a->cut && b->old > 0 && (s32)((u32)b->new + (u32)b->charged - a->limit) < 0) {
		a->cut = true;
		a->cut_limit = a->limit;
		a->cut_reset = index;
		a->cut_gap = a->gap;
		return MMS_CONTEXT_NONE;
	}
	if (*missing < 0 || *missing > UNCOUNTED)
		return MMS_CONTEXT_HIDDEN;
	return *missing ? MMS_CONTEXT_NONE : MMS_CONTEXT_FITS;
}

static void at_reset(struct axis *a, const struct mms_sort_item *item)
{
	const struct mms_event *e = &a->log->event[item->index];
	const struct mms_ev_zone_batch *b = &e->zone_batch;
	u32 limit = (u32)b->new + (u32)b->charged;
	s64 place = place_of(item), missing = 0;
	u8 what = MMS_CONTEXT_FITS;

	a->gap += MMS_MAX(place - a->covered, 0);
	if ((a->known && (u32)b->old + (u32)b->charged != a->limit) || place < a->covered) {
		note(a, item->index, MMS_CONTEXT_CHARGES, (s64)(s32)(a->limit - (u32)b->charged));
	} else {
		if (a->known && limit != a->limit)
			what = closes(a, item->index, &missing);
		note(a, item->index, a->known ? what : MMS_CONTEXT_NONE, missing);
	}
	if (!a->known || limit != a->limit) {
		a->gap = 0;
		a->whole = true;
	}
	a->known = true;
	a->limit = limit;
	a->covered = place;
}

/* Of several resets at one place the one comes next that finds what the last has set. */
static void next_reset(const struct axis *a, struct mms_sort_item *item, u32 n)
{
	for (u32 i = 0; a->known && i < n && item[i].key == item[0].key; i++) {
		const struct mms_ev_zone_batch *b = &a->log->event[item[i].index].zone_batch;
		struct mms_sort_item first = item[0];

		if ((u32)b->old + (u32)b->charged != a->limit)
			continue;
		item[0] = item[i];
		item[i] = first;
		return;
	}
}

static void walk(struct axis *a, struct mms_sort_item *item, u32 n)
{
	u64 zone = UINT64_MAX;

	for (u32 i = 0; i < n; i++) {
		const struct mms_event *e = &a->log->event[item[i].index];
		bool charge = item[i].key & 1;

		if (item[i].key >> 33 != zone) {
			if (i)
				end_cut(a, (u32)zone);
			zone = item[i].key >> 33;
			a->known = a->whole = false;
			a->covered = place_of(&item[i]);
			a->gap = 0;
			a->ts = e->ts;
		}
		if (charge) {
			at_charge(a, &item[i]);
		} else {
			next_reset(a, item + i, n - i);
			at_reset(a, &item[i]);
		}
		e = &a->log->event[item[i].index];
		if (e->ts + LATE_NS < a->ts)
			note(a, item[i].index, MMS_CONTEXT_CHARGES, 0);
		a->ts = MMS_MAX(a->ts, e->ts);
	}
	if (n)
		end_cut(a, (u32)zone);
}

static u32 items_of(const struct mms_log *log, bool hidden)
{
	u32 n = 0;

	for (u32 i = 0; i < log->count; i++)
		n += hidden ? log->event[i].kind == MMS_KIND_zone_hidden : is_charge(&log->event[i]) || is_reset(&log->event[i]);
	return n;
}

/* By zone, then by place: half a turn of the counter before the zone's first event, or after it. Resets before
 * charges, which begin there. */
static void gather(const struct mms_log *log, struct mms_sort_item *item)
{
	u32 base[ZONES];
	u64 seen[ZONES / 64] = {0};

	for (u32 i = 0; i < log->count; i++) {
		const struct mms_event *e = &log->event[i];
		bool charge = is_charge(e);
		u32 zone, start;

		if (!charge && !is_reset(e))
			continue;
		zone = zone_of(e) % ZONES;
		start = start_of(e);
		if (!(seen[zone / 64] >> zone % 64 & 1)) {
			seen[zone / 64] |= 1ull << zone % 64;
			base[zone] = start - (1u << 31);
		}
		item->key = (u64)zone << 33 | (u64)(start - base[zone]) << 1 | charge;
		item++->index = i;
	}
}

static void gather_hidden(const struct mms_log *log, struct mms_sort_item *item)
{
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_event *e = &log->event[i];

		if (e->kind != MMS_KIND_zone_hidden)
			continue;
		item->key = (u64)e->zone_hidden.zone << 32 | (u32)e->zone_hidden.limit;
		item++->index = i;
	}
}

/* By zone and limit, of each charge and reset. */
static void gather_limits(const struct mms_log *log, struct mms_sort_item *item)
{
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_event *e = &log->event[i];
		bool charge = is_charge(e);

		if (!charge && !is_reset(e))
			continue;
		item->key = charge ? (u32)e->zone_select.batch + (u32)e->zone_select.charged
				   : (u32)e->zone_batch.new + (u32)e->zone_batch.charged;
		item->key |= (u64)zone_of(e) << 32;
		item++->index = i;
	}
}

static bool is_zone_decision(const struct mms_event *e)
{
	return e->kind == MMS_KIND_zone_select || e->kind == MMS_KIND_zone_batch || e->kind == MMS_KIND_kswapd_wake;
}

/* The next decision about zones is where a batch without a reset shows. */
static void note_unset(struct axis *a, u32 from)
{
	for (u32 i = from; i < a->log->count; i++) {
		if (!is_zone_decision(&a->log->event[i]))
			continue;
		note(a, i, MMS_CONTEXT_UNSET, -1);
		return;
	}
}

/* Limits of hidden rounds that no charge and no reset records. Two of a zone there may be: the one that was there, and
 * one that was set while the probes were being attached. */
static void check_limits(struct axis *a, const struct mms_sort_item *recorded, u32 n)
{
	u32 at = 0, unset = 0;

	for (u32 i = 0; i < a->n_hidden; i++) {
		u64 key = a->hidden[i].key;

		if (i && key >> 32 != a->hidden[i - 1].key >> 32)
			unset = 0;
		if (i && key == a->hidden[i - 1].key)
			continue;
		while (at < n && recorded[at].key < key)
			at++;
		if ((at == n || recorded[at].key != key) && ++unset == 3)
			note_unset(a, a->hidden[i].index);
	}
}

static u64 last_ts(const struct mms_log *log)
{
	u64 ts = 0;

	for (u32 i = 0; i < log->count; i++)
		ts = MMS_MAX(ts, log->event[i].ts);
	return ts;
}

bool mms_charges_begin(struct mms_checker *c, struct mms_arena *arena)
{
	u32 n = items_of(c->log, false), n_hidden = items_of(c->log, true);
	struct axis a = {.log = c->log, .context = c->context, .n_hidden = n_hidden};
	struct mms_sort_item *item, *hidden, *spare;
	size_t top = arena->top;

	if (!n && !n_hidden)
		return true;
	item = mms_arena_alloc_raw(arena, n * sizeof(*item));
	a.hidden = hidden = mms_arena_alloc_raw(arena, n_hidden * sizeof(*item));
	spare = mms_arena_alloc_raw(arena, MMS_MAX(n, n_hidden) * sizeof(*item));
	if (item && hidden && spare) {
		a.counted = last_ts(c->log);
		a.counted -= MMS_MIN(a.counted, COUNTED_NS);
		gather(c->log, item);
		mms_sort(item, spare, n);
		gather_hidden(c->log, hidden);
		mms_sort(hidden, spare, n_hidden);
		walk(&a, item, n);
		gather_limits(c->log, item);
		mms_sort(item, spare, n);
		check_limits(&a, item, n);
	}
	mms_arena_rewind(arena, top);
	return item && hidden && spare;
}
