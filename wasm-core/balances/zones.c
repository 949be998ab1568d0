/* SPDX-License-Identifier: Apache-2.0 */
/* Pages by zone and node beside the counters of both; kswapd beside its own events. */
#include "internal.h"

#include "base/sort.h"
#include "base/text.h"

#define INDEXES 4 /* of zones in a node */
#define SHORT_WAIT 100000000ull /* ns: mm/vmscan.c:kswapd_try_to_sleep(), HZ / 10 */
#define AT_A_TIME 1000000000ull /* ns: what was heard in a longer time was not read at once */
#define BULK 512 /* pages that one call asks for at once, at most: a page of pointers */
#define DRIFT 125 /* mm/vmstat.c: pages that a CPU has taken or given back and not told of, at most */
#define AT_ONCE 1000000ull /* ns: so soon behind it, at most, the long wait begins */

static const char *const index_names[INDEXES] = {"dma", "dma32", "normal", "movable"};
static const char *const zone_names[INDEXES] = {"DMA", "DMA32", "Normal", "Movable"};

static bool took(const struct mms_event *e, const struct counted *c)
{
	return e->kind == MMS_KIND_zone_select && e->zone_select.end == MMS_zone_walk_end_took && e->zone_select.zone >= 0 &&
	       e->ts >= c->from && e->ts <= c->to;
}

static bool counted_of_index(const struct books *b, u32 index, struct counted *c)
{
	char text[64];

	return mms_counted(b, mms_name_of(text, sizeof(text), "vmstat/pgalloc_", -1, "", index_names[index]), c);
}

static void balance_indexes(struct books *b)
{
	for (u32 index = 0; index < INDEXES; index++) {
		struct counted c;
		u64 pages = 0;

		if (!counted_of_index(b, index, &c)) {
			if (!index)
				mms_balance_unknown(b, MMS_BALANCE_zone_pages, 0);
			continue;
		}
		for (u32 i = 0; i < b->log->count; i++) {
			const struct mms_event *e = &b->log->event[i];

			if (took(e, &c) && (u32)e->zone_select.zone % 8 == index)
				pages += 1ull << MMS_MIN(e->zone_select.order, 20);
		}
		mms_balance_add(b, MMS_BALANCE_zone_pages, index, pages, c.more, b->cpus);
	}
}

bool mms_counted_of_node(const struct books *b, u32 nid, const char *name, struct counted *c)
{
	char text[64];

	return mms_counted(b, mms_name_of(text, sizeof(text), "node", (s32)nid, "/numastat/", name), c);
}

/* What a node's counter grew by: of the node, or of its zones together. */
static bool counted_of_node(const struct books *b, u32 nid, const char *name, struct counted *c)
{
	char text[64];
	struct counted one;
	bool any = false;

	if (mms_counted_of_node(b, nid, name, c))
		return true;
	*c = (struct counted){0};
	for (u32 index = 0; index < INDEXES; index++) {
		char between[32];

		mms_name_of(between, sizeof(between), "/zoneinfo/", -1, zone_names[index], "/");
		if (!mms_counted(b, mms_name_of(text, sizeof(text), "node", (s32)nid, between, name), &one))
			continue;
		c->more += one.more;
		c->from = any ? MMS_MAX(c->from, one.from) : one.from;
		c->to = any ? MMS_MIN(c->to, one.to) : one.to;
		any = true;
	}
	return any;
}

static void balance_nodes(struct books *b)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		struct counted hit, miss;
		u64 hits = 0, misses = 0;
		bool missed;

		if (!(b->nodes >> nid & 1) || !counted_of_node(b, nid, "numa_hit", &hit))
			continue;
		missed = counted_of_node(b, nid, "numa_miss", &miss);
		for (u32 i = 0; i < b->log->count; i++) {
			const struct mms_event *e = &b->log->event[i];
			bool own = e->zone_select.pref / 8u == nid;

			if (e->kind != MMS_KIND_zone_select || (u32)e->zone_select.zone / 8 != nid)
				continue;
			hits += own && took(e, &hit);
			misses += !own && missed && took(e, &miss);
		}
		mms_balance_add(b, MMS_BALANCE_hits_of_node, nid, hits, hit.more, b->cpus);
		if (missed)
			mms_balance_add(b, MMS_BALANCE_misses_of_node, nid, misses, miss.more, b->cpus);
	}
}

/* Where no node has numa_miss: what was allocated and hit no node's own zones. */
static void balance_misses(struct books *b)
{
	struct counted hit, miss, one, all = {0};
	u64 hits = 0, misses = 0;

	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		if (!(b->nodes >> nid & 1))
			continue;
		if (!counted_of_node(b, nid, "numa_hit", &hit) || counted_of_node(b, nid, "numa_miss", &miss))
			return;
		hits += hit.more;
	}
	for (u32 index = 0; index < INDEXES; index++) {
		if (!counted_of_index(b, index, &one))
			return;
		all.more += one.more;
		all.from = MMS_MAX(all.from, one.from);
		all.to = one.to;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		misses += took(e, &all) && e->zone_select.pref / 8 != e->zone_select.zone / 8;
	}
	if (b->nodes)
		mms_balance_add(b, MMS_BALANCE_misses, 0, misses, all.more > hits ? all.more - hits : 0, b->cpus);
}

static void balance_free(struct books *b)
{
	for (u32 z = 0; z < ZONES; z++) {
		struct counted pages, all;
		char text[64], between[32];
		u64 lowest = UNKNOWN;
		bool known;

		if (!b->zone_known[z] || z % 8 >= INDEXES)
			continue;
		mms_name_of(between, sizeof(between), "/zoneinfo/", -1, zone_names[z % 8], "/");
		known = mms_counted_from(b, mms_name_of(text, sizeof(text), "node", (s32)z / 8, between, "nr_free_pages"), &pages) &&
		       counted_of_index(b, z % 8, &all);
		for (u32 i = 0; i < b->log->count && known; i++) {
			const struct mms_event *event = &b->log->event[i];
			const struct mms_ev_zone_select *e = &event->zone_select;

			if (event->kind != MMS_KIND_zone_select || event->ts < pages.from || event->ts > all.to)
				continue;
			for (u32 v = 0; v < MMS_MIN(e->visits, MMS_VISIT_LANES); v++)
				if (e->visit_zone[v] == z && e->visit_free[v] > 0)
					lowest = MMS_MIN(lowest, (u64)e->visit_free[v]);
		}
		if (lowest != UNKNOWN)
			mms_balance_add(b, MMS_BALANCE_free, z, pages.first > all.more ? pages.first - all.more : 0, lowest,
					 b->zone[z].managed / 8);
	}
}

/* How many page frames walks got of a zone, each once. */
static u64 frames_of(struct books *b, u32 z)
{
	size_t top = b->arena->top;
	struct mms_sort_item *item = mms_arena_alloc_raw(b->arena, b->kinds[MMS_KIND_zone_select] * sizeof(*item));
	struct mms_sort_item *spare = mms_arena_alloc_raw(b->arena, b->kinds[MMS_KIND_zone_select] * sizeof(*spare));
	u64 frames = 0, next = 0;
	u32 n = 0;

	b->full |= !item || !spare;
	for (u32 i = 0; i < b->log->count && !b->full; i++) {
		const struct mms_ev_zone_select *e = &b->log->event[i].zone_select;

		if (b->log->event[i].kind == MMS_KIND_zone_select && e->zone == (s32)z && e->pfn && e->pfn != UNKNOWN)
			item[n++] = (struct mms_sort_item){e->pfn, e->order};
	}
	mms_sort(item, spare, n);
	for (u32 k = 0; k < n; k++) {
		u64 end = item[k].key + (1ull << MMS_MIN(item[k].index, 20));

		frames += end > next ? end - MMS_MAX(item[k].key, next) : 0;
		next = MMS_MAX(next, end);
	}
	mms_arena_rewind(b->arena, top);
	return frames;
}

/*
 * By as much as the free pages of a zone fell, page frames are taken: those of walks, and at most what was allocated without one. A frame
 * that is given back and taken again is one.
 */
static void balance_taken(struct books *b)
{
	for (u32 z = 0; z < ZONES; z++) {
		u64 highest = 0, fall = 0, pages = 0;
		struct counted c;

		if (!b->zone_known[z] || !counted_of_index(b, z % 8, &c))
			continue;
		for (u32 i = 0; i < b->log->count; i++) {
			const struct mms_event *event = &b->log->event[i];
			const struct mms_ev_zone_select *e = &event->zone_select;

			if (event->kind != MMS_KIND_zone_select || event->ts < c.from + TASK_LATE || event->ts + TASK_LATE > c.to)
				continue;
			if (took(event, &c) && (u32)e->zone % 8 == z % 8)
				pages += 1ull << MMS_MIN(e->order, 20);
			for (u32 v = 0; v < MMS_MIN(e->visits, MMS_VISIT_LANES); v++)
				if (e->visit_zone[v] == z && e->visit_free[v] > 0) {
					highest = MMS_MAX(highest, (u64)e->visit_free[v]);
					fall = MMS_MAX(fall, highest - (u64)e->visit_free[v]);
				}
		}
		if (fall)
			mms_balance_add(b, MMS_BALANCE_taken, z, fall, frames_of(b, z) + (c.more > pages ? c.more - pages : 0),
					 b->zone[z].managed / 8 + 2 * DRIFT * b->cpus);
	}
}

/* Where kswapd of a node is in kswapd_try_to_sleep(): it waits for a short time first, then until it is woken. */
struct sleeper {
	bool waits, in_long, woken;
	u64 since;
};

static void turn(struct sleeper *s, bool waits, u64 ts)
{
	s->in_long = waits ? !s->in_long && ts < s->since + AT_ONCE : s->in_long;
	s->waits = waits;
	s->woken = false;
	s->since = ts;
}

/* Who is woken once more: when the time of the short wait is over, it stays on the queue until it runs. */
static bool still_queued(const struct sleeper *s, u64 ts)
{
	return s->waits && !s->in_long && s->woken && ts >= s->since + SHORT_WAIT;
}

static void balance_waits(struct books *b)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		u64 woken = 0, begun = 0, ended = 0;
		struct sleeper s = {.waits = true, .in_long = true};

		for (u32 i = 0; i < b->log->count; i++) {
			const struct mms_event *e = &b->log->event[i];

			if (e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.nid == (s32)nid &&
			    e->kswapd_wake.verdict == MMS_wake_verdict_woken) {
				woken += !still_queued(&s, e->ts);
				s.woken = true;
			}
			if (e->kind == MMS_KIND_kswapd_wait && e->kswapd_wait.nid == (s32)nid) {
				turn(&s, e->kswapd_wait.waiting, e->ts);
				begun += s.waits;
				ended += !s.waits;
			}
		}
		if (!begun && !ended && !woken)
			continue;
		mms_balance_add(b, MMS_BALANCE_waits, nid, woken, begun, 1);
		mms_balance_add(b, MMS_BALANCE_wait_ends, nid, begun, ended, 1);
	}
}

/* Who is woken out of a short wait, which the kernel counts, waits no longer. */
static void balance_quickly(struct books *b)
{
	struct counted c;
	u64 ends = 0;

	if (!mms_counted(b, "vmstat/kswapd_low_wmark_hit_quickly", &c))
		return;
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		ends += e->kind == MMS_KIND_kswapd_wait && !e->kswapd_wait.waiting && e->ts + TASK_LATE >= c.from && e->ts <= c.to;
	}
	mms_balance_add(b, MMS_BALANCE_quickly, 0, c.more, ends, (u64)__builtin_popcount(b->nodes));
}

enum numa_counter { NUMA_HIT, NUMA_MISS, NUMA_LOCAL, NUMA_OTHER, NUMA_FOREIGN, NUMA_COUNTERS };
static const char *const numa_names[] = {"numa_hit", "numa_miss", "local_node", "other_node", "numa_foreign"};

/* Which of them the line is, of this node; as many as there are: none. */
static u32 numa_name(const struct mms_ev_stat *e, u32 nid)
{
	u32 n = 0, len = mms_strnlen(e->text, MMS_COUNT(e->text));
	char text[64];

	while (n < NUMA_COUNTERS &&
	       (mms_strlen(mms_name_of(text, sizeof(text), "node", (s32)nid, "/numastat/", numa_names[n])) != len ||
		!mms_same(text, e->text, len)))
		n++;
	return n;
}

/* mm/page_alloc.c:zone_statistics() counts each allocation twice. Of the times that both are read, the one that fits least. */
static void balance_local(struct books *b)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		u64 left = 0, right = 0, since = 0, value[NUMA_FOREIGN];
		u32 seen = 0;
		bool any = false;

		for (u32 k = 0; k < b->stats && b->nodes >> nid & 1; k++) {
			const struct mms_event *e = &b->log->event[b->stat[k]];
			u32 n = numa_name(&e->stat, nid);
			u64 counted, again;

			if (n >= NUMA_FOREIGN)
				continue;
			if (!seen || e->ts > since + AT_A_TIME) {
				seen = 0;
				since = e->ts;
			}
			value[n] = e->stat.value;
			seen |= 1u << n;
			if (seen != (1u << NUMA_FOREIGN) - 1)
				continue;
			seen = 0;
			counted = value[NUMA_HIT] + value[NUMA_MISS];
			again = value[NUMA_LOCAL] + value[NUMA_OTHER];
			if (!any || mms_apart(counted, again) > mms_apart(left, right)) {
				left = counted;
				right = again;
			}
			any = true;
		}
		if (any)
			mms_balance_add(b, MMS_BALANCE_local, nid, left, right, 2 * BULK * b->cpus);
	}
}

/* numa_miss and numa_foreign of all nodes, as a workload tells of them in one go. */
struct elsewhere {
	u64 sum[2], since;
	u16 told[2]; /* by node */
};

/* Adds a line to it, or begins anew. False: it is of something else. */
static bool add_elsewhere(struct books *b, struct elsewhere *all, const struct mms_event *e)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		u32 n = b->nodes >> nid & 1 ? numa_name(&e->stat, nid) : NUMA_COUNTERS, of = n == NUMA_FOREIGN;

		if (n != NUMA_MISS && n != NUMA_FOREIGN)
			continue;
		if (all->told[of] >> nid & 1 || e->ts > all->since + AT_A_TIME)
			*all = (struct elsewhere){.since = e->ts};
		all->sum[of] += e->stat.value;
		all->told[of] |= (u16)(1u << nid);
		return true;
	}
	return false;
}

/*
 * mm/page_alloc.c:zone_statistics() counts an allocation on another node than the one that was preferred for both: numa_miss of the one,
 * numa_foreign of the other. What was read of either at one mark is at most what was read of the other at the next.
 */
static void balance_foreign(struct books *b)
{
	struct elsewhere all = {0}, before = {0};
	u64 left[2] = {0}, right[2] = {0}, ended = 0;
	bool any = false;

	for (u32 k = 0; k < b->stats; k++) {
		const struct mms_event *e = &b->log->event[b->stat[k]];

		if (!add_elsewhere(b, &all, e) || all.told[0] != b->nodes || all.told[1] != b->nodes)
			continue;
		for (u32 of = 0; of < 2 && ended && all.since > ended + AT_A_TIME; of++) {
			if (!any || (s64)(before.sum[of] - all.sum[!of]) > (s64)(left[of] - right[of])) {
				left[of] = before.sum[of];
				right[of] = all.sum[!of];
			}
			any |= of;
		}
		before = all;
		ended = e->ts;
	}
	for (u32 of = 0; any && of < 2; of++)
		mms_balance_add(b, MMS_BALANCE_foreign, of, left[of], right[of], BULK * b->cpus);
}

/* Pages by zone, each a number or hexadecimal text, are added; never so many as all ones, which stand for neither. */
static void add_pages(struct mms_json_span rest, u64 pages[ZONES], u64 otherwise)
{
	struct mms_json_span name, value;

	while (mms_json_next(&rest, &name, &value)) {
		u64 zone = mms_number_in(name), more;

		if (zone < ZONES)
			pages[zone] = mms_hex_in(value, &more) || mms_json_u64(value, &more) ?
					      pages[zone] + MMS_MIN(more, UNKNOWN - 1 - pages[zone]) : otherwise;
	}
}

/* Pages charged outside the capture, as the probe counted them by zone, and round by round. */
static void balance_hidden(struct books *b)
{
	struct mms_json_span hidden = mms_member(b->stop, "hidden");
	u64 by_round[ZONES] = {0}, by_zone[ZONES] = {0};

	if (!hidden.at) {
		if (b->kinds[MMS_KIND_zone_hidden])
			mms_balance_unknown(b, MMS_BALANCE_hidden, 0);
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_ev_zone_hidden *e = &b->log->event[i].zone_hidden;

		if (b->log->event[i].kind == MMS_KIND_zone_hidden && e->zone < ZONES)
			by_round[e->zone] += MMS_MIN(e->pages, UNKNOWN - 1 - by_round[e->zone]);
	}
	add_pages(mms_member(b->stop, "hidden_left"), by_round, 0);
	add_pages(hidden, by_zone, UNKNOWN);
	for (u32 z = 0; z < ZONES; z++)
		if (by_round[z] || by_zone[z])
			mms_balance_add(b, MMS_BALANCE_hidden, z, by_round[z], by_zone[z], 0);
}

void mms_balance_zones(struct books *b)
{
	if (b->kinds[MMS_KIND_zone_select]) {
		balance_indexes(b);
		balance_nodes(b);
		balance_misses(b);
		balance_free(b);
		balance_taken(b);
	}
	if (b->kinds[MMS_KIND_kswapd_wait] || (b->kinds[MMS_KIND_kswapd_wake] && mms_has_boosts(b)))
		balance_waits(b);
	if (mms_has_probe(b, "zones") && mms_has_boosts(b))
		balance_quickly(b);
	balance_local(b);
	balance_foreign(b);
	balance_hidden(b);
}
