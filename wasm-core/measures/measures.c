/* SPDX-License-Identifier: Apache-2.0 */
#include "measures.h"

#include "base/sort.h"
#include "base/text.h"
#include "policy/zone_batch.h"

#define DEVICES 32
#define ZONES 128
#define NODES 16
#define TASKS 64      /* whose rows are followed at the same time; another takes the place of the oldest */
#define AGE_LANES 60
#define GROW 1024u    /* values added at a time */
#define TEXT sizeof(((struct mms_measured *)0)->text)
#define DECIMALS 1000000u
#define LARGEST (UINT64_MAX / DECIMALS) /* of a denominator */

/* Sorted, once they are asked for; `count` is 0 where none is recorded. In thousandths where `milli` is 1000. */
struct values {
	struct mms_sort_item *item;
	u32 count, milli;
};

/* What one pass over the log counts. */
struct mms_tally {
	struct mms_arena *arena;
	struct values latency; /* the newest block of the arena while it grows */
	u32 latency_cap;
	u64 walks, empty, tries, device[DEVICES], slots, home, placed;
	s16 device_node[DEVICES];
	bool device_known[DEVICES], zone_known[ZONES], node_known[NODES];
	u64 zone[ZONES], pages, local, walked, resets, checks, woken, levels, direct;
	u32 age[ZONES][AGE_LANES];
	u64 refaults, refaults_known;
	u64 reads, polled, faults, window, timed, on_cpu;
	u64 node[NODES], interleaved, turns, rows;
	struct { s32 pid; s16 nid; bool used; u32 at; } task[TASKS];
	u64 requests, sectors, segments;
};

static void at_select(struct mms_tally *t, const struct mms_ev_swap_select *e)
{
	u64 pages = (u64)e->ret << MMS_MIN(e->order, 20);
	u32 type = (u32)e->type;

	t->walks++;
	t->tries += e->visits;
	t->empty += e->type < 0;
	if (e->type < 0 || type >= DEVICES)
		return;
	t->device[type] += pages;
	t->slots += pages;
	if (!t->device_known[type])
		return;
	t->placed += pages;
	t->home += t->device_node[type] == e->nid ? pages : 0;
}

static void at_zone(struct mms_tally *t, const struct mms_ev_zone_select *e)
{
	u64 pages = 1ull << MMS_MIN(e->order, 20);

	if (e->end != MMS_zone_walk_end_took || e->zone < 0 || e->zone >= ZONES)
		return;
	t->zone[e->zone] += pages;
	t->pages += pages;
	t->walked += pages;
	t->local += mms_zone_nid((u8)e->zone) == e->list ? pages : 0;
}

static void at_level(struct mms_tally *t, const struct mms_ev_zone_level *e)
{
	t->levels++;
	for (u32 i = 0; i < MMS_MIN(e->n, MMS_COUNT(e->zone)); i++) {
		t->zone[e->zone[i] % ZONES] += e->taken[i];
		t->pages += e->taken[i];
	}
}

static void at_stat(struct mms_tally *t, const struct mms_ev_stat *e)
{
	static const char *const name[] = {"vmstat/workingset_refault_anon", "vmstat/workingset_refault_file"};

	for (u32 i = 0; i < MMS_COUNT(name); i++)
		if (mms_same(name[i], e->text, mms_strnlen(e->text, sizeof(e->text)))) {
			t->refaults += e->value;
			t->refaults_known++;
		}
}

static void at_age(u32 age[ZONES][AGE_LANES], const struct mms_ev_zone_age *e)
{
	for (u32 i = 0; i < AGE_LANES; i++)
		age[e->zone % ZONES][i] += e->age[i];
}

static void at_page(struct mms_tally *t, const struct mms_event *e, s16 nid, bool by_turns)
{
	u32 oldest = 0, i = 0;

	if (nid < 0 || nid >= NODES)
		return;
	t->node[nid]++;
	t->interleaved++;
	if (!by_turns)
		return;
	for (; i < TASKS && t->task[i].used && t->task[i].pid != e->pid; i++)
		oldest = t->task[i].at < t->task[oldest].at ? i : oldest;
	if (i == TASKS) {
		i = oldest;
		t->task[i].used = false;
	}
	t->turns++;
	t->rows += !t->task[i].used || t->task[i].nid != nid;
	t->task[i].used = true;
	t->task[i].pid = e->pid;
	t->task[i].nid = nid;
	t->task[i].at = (u32)t->turns;
}

static u64 cpu_of(const struct mms_ev_swap_in_time *e)
{
	u32 mode = e->how == MMS_swap_how_poll	   ? (u32)MMS_swap_poll_poll
		   : e->how == MMS_swap_how_hybrid ? (u32)MMS_swap_poll_hybrid
						   : (u32)MMS_swap_poll_interrupt;

	return e->on_cpu[mode];
}

static void at_event(struct mms_tally *t, const struct mms_event *e)
{
	switch (e->kind) {
	case MMS_KIND_node:
		if (e->node.nid >= 0 && e->node.nid < NODES)
			t->node_known[e->node.nid] = true;
		break;
	case MMS_KIND_zone: t->zone_known[e->zone.zone % ZONES] = true; break;
	case MMS_KIND_swap_list:
		if (e->swap_list.type >= 0 && e->swap_list.type < DEVICES) {
			t->device_node[e->swap_list.type] = e->swap_list.node_id;
			t->device_known[e->swap_list.type] = true;
		}
		break;
	case MMS_KIND_swap_select: at_select(t, &e->swap_select); break;
	case MMS_KIND_zone_select: at_zone(t, &e->zone_select); break;
	case MMS_KIND_zone_level: at_level(t, &e->zone_level); break;
	case MMS_KIND_zone_batch:
		t->resets += e->zone_batch.reason == MMS_batch_reason_slowpath || e->zone_batch.reason == MMS_batch_reason_depleted;
		break;
	case MMS_KIND_zone_age: at_age(t->age, &e->zone_age); break;
	case MMS_KIND_kswapd_wake:
		t->checks++;
		t->woken += e->kswapd_wake.verdict == MMS_wake_verdict_woken;
		break;
	case MMS_KIND_direct_reclaim: t->direct++; break;
	case MMS_KIND_stat: at_stat(t, &e->stat); break;
	case MMS_KIND_swap_ra:
		t->faults++;
		t->window += e->swap_ra.win;
		break;
	case MMS_KIND_swap_in:
		t->reads++;
		t->polled += e->swap_in.how == MMS_swap_how_poll || e->swap_in.how == MMS_swap_how_hybrid;
		break;
	case MMS_KIND_swap_in_time:
		t->timed++;
		t->on_cpu += cpu_of(&e->swap_in_time);
		break;
	case MMS_KIND_interleave: at_page(t, e, e->interleave.nid, true); break;
	case MMS_KIND_interleave_vma: at_page(t, e, e->interleave_vma.nid, false); break;
	case MMS_KIND_block_rq:
		if (e->block_rq.rwbs[0] != 'R')
			break;
		t->requests++;
		t->sectors += e->block_rq.sectors;
		t->segments += e->block_rq.segments;
		break;
	default: break;
	}
}

/* False: no memory. */
static bool at_done(struct mms_tally *t, const struct mms_ev_swap_in_done *e)
{
	struct values *v = &t->latency;

	if (e->status)
		return true;
	if (v->count == t->latency_cap) {
		if (!v->item)
			v->item = mms_arena_alloc_raw(t->arena, 0);
		if (!v->item || !mms_arena_extend(t->arena, GROW * sizeof(*v->item)))
			return false;
		t->latency_cap += GROW;
	}
	v->item[v->count] = (struct mms_sort_item){e->lat, v->count};
	v->count++;
	return true;
}

bool mms_tally_event(void *tally, const struct mms_event *e)
{
	struct mms_tally *t = tally;

	if (e->kind == MMS_KIND_swap_in_done)
		return at_done(t, &e->swap_in_done);
	at_event(t, e);
	return true;
}

/* ---- rows --------------------------------------------------------------------------------------------- */

struct rows {
	struct mms_measured *at;
	u32 n;
};

static void write_ratio(char out[TEXT], u64 value, u64 of)
{
	struct mms_text into = mms_text(out, TEXT - 1), *text = &into;
	u64 rest, part, unit = DECIMALS / 10;

	while (of > LARGEST) {
		value >>= 1;
		of >>= 1;
	}
	rest = value % of;
	part = (rest * DECIMALS + of / 2) / of;
	mms_put_u64(text, value / of + part / DECIMALS);
	part %= DECIMALS;
	if (part)
		mms_put_char(text, '.');
	for (; part; part %= unit, unit /= 10)
		mms_put_char(text, (char)('0' + part / unit));
}

/* `value` of `of`; nothing where there is nothing to divide by. */
static void row(struct rows *r, u32 measure, u32 part, u64 value, u64 of, u64 made_of)
{
	struct mms_measured *m;

	if (!of || r->n == MMS_MEASURED_MAX)
		return;
	m = &r->at[r->n++];
	mms_fill(m, 0, sizeof(*m));
	m->measure = measure;
	m->part = part;
	m->of = made_of;
	write_ratio(m->text, value, of);
}

static void mean(struct rows *r, u32 measure, u64 sum, u64 n)
{
	row(r, measure, 0, sum, n, n);
}

static void share(struct rows *r, u32 measure, u32 part, u64 some, u64 all)
{
	row(r, measure, part, some * 100, all, all);
}

/* Of each part that is recorded, if it gave nothing too. */
static void shares(struct rows *r, u32 measure, const u64 *some, const bool *known, u32 parts, u64 all)
{
	for (u32 i = 0; i < parts; i++)
		if (some[i] || known[i])
			share(r, measure, i, some[i], all);
}

/* Lower end of the lane in ms; lane 0 holds all that is shorter than the next. */
static u64 age_of(u32 lane)
{
	return (u64)(4 + lane % 4) << (1 + lane / 4);
}

static u64 pages_of(const u32 age[AGE_LANES])
{
	u64 n = 0;

	for (u32 i = 0; i < AGE_LANES; i++)
		n += age[i];
	return n;
}

/* Nearest rank, from 1: the least of n values that `percent` of 100 do not exceed. */
static u64 rank_of(u64 n, u64 percent)
{
	return (n * percent + 99) / 100;
}

static u64 age_percentile(const u32 age[AGE_LANES], u64 n, u64 percent)
{
	u64 rank = rank_of(n, percent), seen = 0;
	u32 lane = 0;

	while (lane + 1 < AGE_LANES && (seen += age[lane]) < rank)
		lane++;
	return age_of(lane);
}

static void ages(struct rows *r, const struct mms_tally *t)
{
	for (u32 zone = 0; zone < ZONES; zone++) {
		u64 n = pages_of(t->age[zone]);

		row(r, MMS_measure_age_p50, zone, n ? age_percentile(t->age[zone], n, 50) : 0, !!n, n);
	}
}

/* ---- values one by one --------------------------------------------------------------------------------- */

/* Whether the event records a value of this spread. */
static bool value_of(enum mms_spread_id spread, const struct mms_event *e, u64 *value)
{
	switch (spread) {
	case MMS_spread_latency: *value = e->swap_in_done.lat; return e->kind == MMS_KIND_swap_in_done && !e->swap_in_done.status;
	case MMS_spread_cpu:
		*value = e->kind == MMS_KIND_swap_in_time ? cpu_of(&e->swap_in_time) : 0;
		return e->kind == MMS_KIND_swap_in_time;
	case MMS_spread_window: *value = e->swap_ra.win; return e->kind == MMS_KIND_swap_ra;
	case MMS_spread_sectors: *value = e->block_rq.sectors; return e->kind == MMS_KIND_block_rq && e->block_rq.rwbs[0] == 'R';
	case MMS_spread_segments: *value = e->block_rq.segments; return e->kind == MMS_KIND_block_rq && e->block_rq.rwbs[0] == 'R';
	case MMS_spread_tries: *value = e->swap_select.visits; return e->kind == MMS_KIND_swap_select;
	default: return false;
	}
}

/* They stay in the arena until it is rewound. */
static bool collect(struct values *v, enum mms_spread_id spread, const struct mms_log *log, u32 first, u32 stop,
		    struct mms_arena *arena)
{
	struct mms_sort_item *spare;
	u64 value;
	u32 n = 0;

	for (u32 i = first; i < stop; i++)
		n += value_of(spread, &log->event[i], &value);
	v->item = mms_arena_alloc_raw(arena, (size_t)MMS_MAX(n, 1u) * sizeof(*spare));
	spare = mms_arena_alloc_raw(arena, (size_t)MMS_MAX(n, 1u) * sizeof(*spare));
	if (!v->item || !spare)
		return false;
	v->count = 0;
	v->milli = spread == MMS_spread_latency || spread == MMS_spread_cpu ? 1000 : 1;
	for (u32 i = first; i < stop; i++)
		if (value_of(spread, &log->event[i], &value))
			v->item[v->count++] = (struct mms_sort_item){value, i};
	mms_sort(v->item, spare, v->count);
	return true;
}

static u64 percentile(const struct values *v, u64 percent)
{
	u64 rank = rank_of(v->count, percent);

	return v->item[rank ? rank - 1 : 0].key;
}

static bool latencies(struct rows *r, struct mms_tally *t)
{
	struct values *v = &t->latency;
	size_t top = t->arena->top;
	struct mms_sort_item *spare;

	if (!v->count)
		return true;
	spare = mms_arena_alloc_raw(t->arena, (size_t)v->count * sizeof(*spare));
	if (!spare)
		return false;
	mms_sort(v->item, spare, v->count);
	mms_arena_rewind(t->arena, top);
	row(r, MMS_measure_latency_p50, 0, percentile(v, 50), v->milli, v->count);
	row(r, MMS_measure_latency_p99, 0, percentile(v, 99), v->milli, v->count);
	return true;
}

static bool is_setup(const struct mms_event *e)
{
	return e->kind == MMS_KIND_node || e->kind == MMS_KIND_zone || e->kind == MMS_KIND_swap_list;
}

struct mms_tally *mms_tally_new(struct mms_arena *arena)
{
	struct mms_tally *t = mms_arena_alloc(arena, sizeof(*t));

	if (t) {
		t->arena = arena;
		t->latency.milli = 1000;
	}
	return t;
}

s32 mms_tally_rows(struct mms_tally *t, struct mms_measured out[MMS_MEASURED_MAX])
{
	struct rows rows = {out, 0};
	bool model = t->levels, fits;

	mean(&rows, MMS_measure_decisions, t->walks, !!t->walks);
	shares(&rows, MMS_measure_device_share, t->device, t->device_known, DEVICES, t->slots);
	share(&rows, MMS_measure_home, 0, t->home, t->placed);
	mean(&rows, MMS_measure_tries, t->tries, t->walks);
	share(&rows, MMS_measure_empty, 0, t->empty, t->walks);
	shares(&rows, MMS_measure_zone_share, t->zone, t->zone_known, ZONES, t->pages);
	share(&rows, MMS_measure_local, 0, t->local, t->walked);
	row(&rows, MMS_measure_resets, 0, t->resets, !!t->pages, t->resets);
	row(&rows, MMS_measure_wakeups, 0, t->woken, t->checks || model, t->checks);
	row(&rows, MMS_measure_direct, 0, t->direct, model, t->direct);
	ages(&rows, t);
	row(&rows, MMS_measure_refaults, 0, t->refaults, model && t->refaults_known, t->refaults);
	fits = latencies(&rows, t);
	row(&rows, MMS_measure_cpu, 0, t->on_cpu, t->timed * 1000, t->timed);
	share(&rows, MMS_measure_polled, 0, t->polled, t->reads);
	mean(&rows, MMS_measure_window, t->window, t->faults);
	shares(&rows, MMS_measure_node_share, t->node, t->node_known, NODES, t->interleaved);
	row(&rows, MMS_measure_row, 0, t->turns, t->rows, t->turns);
	mean(&rows, MMS_measure_sectors, t->sectors, t->requests);
	mean(&rows, MMS_measure_segments, t->segments, t->requests);
	row(&rows, MMS_measure_requests, 0, t->requests, !!t->requests, t->requests);
	return fits ? (s32)rows.n : -1;
}

s32 mms_measure_log(const struct mms_log *log, u32 first, u32 stop, struct mms_arena *arena,
		    struct mms_measured out[MMS_MEASURED_MAX])
{
	size_t top = arena->top;
	struct mms_tally *t = mms_tally_new(arena);
	bool fits = t;
	s32 rows;

	stop = MMS_MIN(stop, log->count);
	for (u32 i = 0; fits && i < stop; i++)
		if (i >= first || is_setup(&log->event[i]))
			fits = mms_tally_event(t, &log->event[i]);
	rows = fits ? mms_tally_rows(t, out) : -1;
	mms_arena_rewind(arena, top);
	return rows;
}

static const u8 quantiles[] = {50, 90, 99, 100};

static void put(struct mms_spread *at, u32 spread, u32 part, u64 of, const u64 value[MMS_COUNT(quantiles)], u32 milli)
{
	mms_fill(at, 0, sizeof(*at));
	at->spread = spread;
	at->part = part;
	at->of = of;
	write_ratio(at->p50, value[0], milli);
	write_ratio(at->p90, value[1], milli);
	write_ratio(at->p99, value[2], milli);
	write_ratio(at->max, value[3], milli);
}

s32 mms_spread_log(const struct mms_log *log, u32 first, u32 stop, struct mms_arena *arena, struct mms_spread out[MMS_SPREAD_MAX])
{
	size_t top = arena->top;
	u32(*age)[AGE_LANES] = mms_arena_alloc(arena, sizeof(u32[ZONES][AGE_LANES]));
	u64 value[MMS_COUNT(quantiles)];
	bool fits = age;
	s32 n = 0;

	stop = MMS_MIN(stop, log->count);
	for (u32 spread = 0; fits && spread < MMS_spread_age; spread++) {
		size_t here = arena->top;
		struct values v;

		fits = collect(&v, spread, log, first, stop, arena);
		if (fits && v.count) {
			for (u32 i = 0; i < MMS_COUNT(quantiles); i++)
				value[i] = percentile(&v, quantiles[i]);
			put(&out[n++], spread, 0, v.count, value, v.milli);
		}
		mms_arena_rewind(arena, here);
	}
	for (u32 i = first; fits && i < stop; i++)
		if (log->event[i].kind == MMS_KIND_zone_age)
			at_age(age, &log->event[i].zone_age);
	for (u32 zone = 0; fits && zone < ZONES; zone++) {
		u64 pages = pages_of(age[zone]);

		for (u32 i = 0; pages && i < MMS_COUNT(quantiles); i++)
			value[i] = age_percentile(age[zone], pages, quantiles[i]);
		if (pages)
			put(&out[n++], MMS_spread_age, zone, pages, value, 1);
	}
	mms_arena_rewind(arena, top);
	return fits ? n : -1;
}
