/* SPDX-License-Identifier: Apache-2.0 */
/* Pages by zone and node beside the counters of both; kswapd beside its own events. */
#include "internal.h"

#include "base/text.h"

#define INDEXES 4 /* of zones in a node */
#define SHORT_WAIT 100000000ull /* ns: mm/vmscan.c:kswapd_try_to_sleep(), HZ / 10 */
#define BULK 512 /* pages that one call asks for at once, at most: a page of pointers */
#define AT_ONCE 1000000ull /* ns: so soon behind it, at most, the long wait begins */

static const char *const index_names[INDEXES] = {"dma", "dma32", "normal", "movable"};
static const char *const zone_names[INDEXES] = {"DMA", "DMA32", "Normal", "Movable"};

/* The text of a `stat` line: `before`, a node's number where it is not negative, `after`. */
static const char *text_of(char *out, u32 size, const char *before, s32 nid, const char *between, const char *after)
{
	struct mms_text text = mms_text(out, size - 1);

	mms_put(&text, before);
	if (nid >= 0)
		mms_put_u64(&text, (u64)nid);
	mms_put(&text, between);
	mms_put(&text, after);
	out[text.len] = 0;
	return out;
}

static bool took(const struct mms_event *e, const struct counted *c)
{
	return e->kind == MMS_KIND_zone_select && e->zone_select.end == MMS_zone_walk_end_took && e->zone_select.zone >= 0 &&
	       e->ts >= c->from && e->ts <= c->to;
}

static bool counted_of_index(const struct books *b, u32 index, struct counted *c)
{
	char text[64];

	return mms_counted(b, text_of(text, sizeof(text), "vmstat/pgalloc_", -1, "", index_names[index]), c);
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

	return mms_counted(b, text_of(text, sizeof(text), "node", (s32)nid, "/numastat/", name), c);
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

		text_of(between, sizeof(between), "/zoneinfo/", -1, zone_names[index], "/");
		if (!mms_counted(b, text_of(text, sizeof(text), "node", (s32)nid, between, name), &one))
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
		text_of(between, sizeof(between), "/zoneinfo/", -1, zone_names[z % 8], "/");
		known = mms_counted_from(b, text_of(text, sizeof(text), "node", (s32)z / 8, between, "nr_free_pages"), &pages) &&
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

/* mm/page_alloc.c:zone_statistics() counts each allocation twice. */
static void balance_local(struct books *b)
{
	static const char *const names[] = {"numa_hit", "numa_miss", "local_node", "other_node"};

	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		u64 sum[2] = {0};
		u32 n = 0;

		for (; n < MMS_COUNT(names); n++) {
			struct counted c;

			if (!mms_counted_of_node(b, nid, names[n], &c))
				break;
			sum[n / 2] += 2 * c.first + c.more;
		}
		if (n == MMS_COUNT(names))
			mms_balance_add(b, MMS_BALANCE_local, nid, sum[0], sum[1], 2 * BULK * b->cpus);
	}
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
	}
	if (b->kinds[MMS_KIND_kswapd_wait] || (b->kinds[MMS_KIND_kswapd_wake] && mms_has_boosts(b)))
		balance_waits(b);
	if (mms_has_probe(b, "zones") && mms_has_boosts(b))
		balance_quickly(b);
	balance_local(b);
	balance_hidden(b);
}
