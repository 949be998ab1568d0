/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The events of a capture in their order. `seq` orders what swap_avail_lock orders. What has no seq but a
 * time goes between those by its time, where it stood in the file when its time allows that, and among its
 * like by time. What has neither stays where it stood, `lost` before all that came after it. What describes
 * the machine comes first.
 */
#include "internal.h"

#include "base/sort.h"

struct order {
	struct mms_reader *r;
	struct mms_event *event;
	struct mms_sort_item *a, *b; /* the key of b: 2k + 1 for the k-th ordered event, 2k for those before it */
	u64 *ts;                     /* latest time up to ordered event i */
	u32 n, ordered;
};

static enum mms_status_id seq_twice(struct order *o, u32 i)
{
	const struct mms_event *first = &o->event[o->a[i - 1].index], *second = &o->event[o->a[i].index];
	struct mms_text text = mms_error_begin(o->r->error, MMS_status_sequence, second->line, 0);

	mms_put(&text, "seq ");
	mms_put_u64(&text, second->seq);
	mms_put(&text, " stands on line ");
	mms_put_u64(&text, first->line);
	mms_put(&text, " already");
	return mms_error_end(o->r->error, &text);
}

/* Sorts the ordered events by seq into `a`; counts what is missing, refuses what comes twice. */
static enum mms_status_id by_seq(struct order *o)
{
	u64 latest = 0;

	for (u32 i = 0; i < o->n; i++)
		if (mms_kind_ordered(o->event[i].kind))
			o->a[o->ordered++] = (struct mms_sort_item){o->event[i].seq, i};
	mms_sort(o->a, o->b, o->ordered);
	for (u32 i = 0; i < o->ordered; i++) {
		latest = MMS_MAX(latest, o->event[o->a[i].index].ts);
		o->ts[i] = latest;
		if (!i)
			continue;
		if (o->a[i].key == o->a[i - 1].key)
			return seq_twice(o, i);
		o->r->report->missing += o->a[i].key - o->a[i - 1].key - 1;
	}
	return MMS_status_ok;
}

/* How many ordered events have a seq up to this one. */
static u32 count_to_seq(const struct order *o, u64 seq)
{
	u32 low = 0, high = o->ordered;

	while (low < high) {
		u32 mid = low + (high - low) / 2;

		if (o->a[mid].key <= seq)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static u32 count_to_time(const struct order *o, u64 ts)
{
	u32 low = 0, high = o->ordered;

	while (low < high) {
		u32 mid = low + (high - low) / 2;

		if (o->ts[mid] <= ts)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool describes_machine(u8 kind)
{
	return kind == MMS_KIND_node || kind == MMS_KIND_zone || kind == MMS_KIND_zonelist;
}

/* How many ordered events come before one that has no seq; `seq` is the latest read before it. */
static u32 place_of(const struct order *o, const struct mms_event *e, u64 seq)
{
	u32 stood = count_to_seq(o, seq);

	if (describes_machine(e->kind))
		return 0;
	if (!e->ts)
		return stood;
	if ((!stood || o->ts[stood - 1] <= e->ts) && (stood == o->ordered || o->ts[stood] >= e->ts))
		return stood;
	return count_to_time(o, e->ts);
}

/* One place's events in the order of their times. Those without one take the latest read before them.
 * `lost` does so whatever time it has, or takes the earliest read after it, when that is earlier. All of
 * this place, so that events which are in order already stay so. */
static void by_time(struct order *o, struct mms_sort_item *item, u32 n)
{
	u64 latest = 0, earliest = UINT64_MAX;

	for (u32 i = 0; i < n; i++) {
		const struct mms_event *e = &o->event[item[i].index];

		bool timed = e->ts && e->kind != MMS_KIND_lost;

		item[i].key = 0;
		if (describes_machine(e->kind))
			continue;
		if (timed)
			latest = MMS_MAX(latest, e->ts);
		item[i].key = timed ? e->ts : latest;
	}
	for (u32 i = n; i--;) {
		const struct mms_event *e = &o->event[item[i].index];

		if (e->kind == MMS_KIND_lost)
			item[i].key = MMS_MIN(item[i].key, earliest);
		else if (e->ts && !mms_kind_bare(e->kind))
			earliest = MMS_MIN(earliest, e->ts);
	}
	mms_sort(item, o->a, n);
}

/* Into `b`: the events by place, and by time in one place. An ordered event is the only one of its place. */
static void give_places(struct order *o)
{
	u64 seq = 0;
	u32 to;

	for (u32 i = 0; i < o->ordered; i++)
		o->b[o->a[i].index] = (struct mms_sort_item){2 * (u64)i + 1, o->a[i].index};
	for (u32 i = 0; i < o->n; i++) {
		const struct mms_event *e = &o->event[i];

		if (mms_kind_ordered(e->kind))
			seq = MMS_MAX(seq, e->seq);
		else
			o->b[i] = (struct mms_sort_item){2 * (u64)place_of(o, e, seq), i};
	}
	mms_sort(o->b, o->a, o->n);
	for (u32 from = 0; from < o->n; from = to) {
		for (to = from + 1; to < o->n && o->b[to].key == o->b[from].key;)
			to++;
		if (to - from > 1)
			by_time(o, o->b + from, to - from);
	}
}

/* Moves each record once, along the cycles of the permutation. */
static void move_records(struct order *o)
{
	struct mms_event held;

	for (u32 start = 0; start < o->n; start++) {
		u32 to = start;

		if (o->b[start].index == start)
			continue;
		mms_copy(&held, &o->event[start], sizeof(held));
		for (;;) {
			u32 from = o->b[to].index;

			o->b[to].index = to;
			if (from == start)
				break;
			mms_copy(&o->event[to], &o->event[from], sizeof(held));
			to = from;
		}
		mms_copy(&o->event[to], &held, sizeof(held));
	}
}

/* Devices that a list or a swap_list event names, bit by type; all when a list was too long to hold. */
static u32 known_devices(const struct mms_log *log)
{
	u32 known = 0;

	for (u32 i = 0; i < log->count; i++) {
		const struct mms_event *e = &log->event[i];

		if (e->kind == MMS_KIND_swap_list && e->swap_list.type >= 0)
			known |= 1u << e->swap_list.type;
		if (e->kind != MMS_KIND_swap_select)
			continue;
		if (e->swap_select.list_n > MMS_LIST_LANES)
			return UINT32_MAX;
		for (u32 k = 0; k < e->swap_select.list_n; k++)
			known |= 1u << e->swap_select.list_type[k];
	}
	return known;
}

static bool holds_type(u32 known, s64 type)
{
	return type < 0 || type >= MMS_DEVS || known >> type & 1;
}

static bool devices_exist(const struct mms_event *e, u32 known, struct mms_range_error *bad)
{
	const struct mms_ev_swap_select *s = &e->swap_select;

	bad->must = "no event names such a device";
	if (e->kind != MMS_KIND_swap_select)
		return true;
	for (u32 i = 0; i < MMS_MIN(s->visits, MMS_VISIT_LANES); i++) {
		bad->field = "visit_type";
		bad->holds = s->visit_type[i];
		if (!holds_type(known, bad->holds))
			return false;
		bad->field = "visit_next";
		bad->holds = s->visit_next[i];
		if (!holds_type(known, bad->holds))
			return false;
	}
	bad->field = "type";
	bad->holds = s->type;
	return holds_type(known, bad->holds);
}

static enum mms_status_id check_devices(struct mms_reader *r)
{
	u32 known = known_devices(r->log);

	for (u32 i = 0; i < r->log->count; i++) {
		const struct mms_event *e = &r->log->event[i];
		struct mms_range_error bad;
		struct mms_text text;

		if (devices_exist(e, known, &bad))
			continue;
		text = mms_error_begin(r->error, MMS_status_range, e->line, 0);
		mms_put(&text, mms_kind_of(e->kind)->name);
		mms_put(&text, ": field ");
		mms_put(&text, bad.field);
		mms_put(&text, " holds ");
		mms_put_s64(&text, bad.holds);
		mms_put(&text, ", but ");
		mms_put(&text, bad.must);
		return mms_error_end(r->error, &text);
	}
	return MMS_status_ok;
}

/* The end line counts the kernel's events, not the tracer's own lines. A kind that this reader does not
 * know may be either. */
static enum mms_status_id check_count(struct mms_reader *r, u64 came)
{
	struct mms_report *report = r->report;
	struct mms_text text;

	if (!report->closed)
		return MMS_status_ok;
	if (report->said > came + report->generic)
		report->missing = MMS_MAX(report->missing, report->said - came - report->generic);
	if (report->said >= came)
		return MMS_status_ok;
	text = mms_error_begin(r->error, MMS_status_sequence, r->line - 1, 0);
	mms_put(&text, "the end line counts ");
	mms_put_u64(&text, report->said);
	mms_put(&text, " events, but ");
	mms_put_u64(&text, came);
	mms_put(&text, " came");
	return mms_error_end(r->error, &text);
}

static enum mms_status_id sum_up(struct mms_reader *r)
{
	struct mms_report *report = r->report;
	u64 came = 0;

	report->ts_first = UINT64_MAX;
	for (u32 i = 0; i < r->log->count; i++) {
		const struct mms_event *e = &r->log->event[i];

		if (e->kind == MMS_KIND_lost)
			report->lost += e->lost.n;
		if (mms_kind_bare(e->kind))
			continue;
		came++;
		report->ts_first = MMS_MIN(report->ts_first, e->ts);
		report->ts_last = MMS_MAX(report->ts_last, e->ts);
	}
	report->ts_first = MMS_MIN(report->ts_first, report->ts_last);
	report->events = r->log->count;
	report->lost = MMS_MAX(report->lost, r->end_lost);
	return check_count(r, came);
}

enum mms_status_id mms_order(struct mms_reader *r)
{
	struct order o = {.r = r, .event = r->log->event, .n = r->log->count};
	size_t mark = r->arena->top;
	enum mms_status_id status;

	o.a = mms_arena_alloc_raw(r->arena, o.n * sizeof(*o.a));
	o.b = mms_arena_alloc_raw(r->arena, o.n * sizeof(*o.b));
	o.ts = mms_arena_alloc_raw(r->arena, o.n * sizeof(*o.ts));
	if (!o.a || !o.b || !o.ts)
		return mms_fail(r->error, MMS_status_no_memory, "the memory limit is reached");
	status = by_seq(&o);
	if (status >= 0) {
		give_places(&o);
		move_records(&o);
	}
	mms_arena_rewind(r->arena, mark);
	if (status >= 0)
		status = sum_up(r);
	return status < 0 ? status : check_devices(r);
}
