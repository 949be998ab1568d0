/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far it is to kswapd, and to direct reclaim, by requests of one kind: mm/page_alloc.c:get_page_from_freelist(). A walk asks
 * every zone of every node for more than low; where none has that, kswapd is woken, and zones give down to min. So each
 * distance is a sum over zones, whatever their order; the order is that in which they are drained.
 *
 * Pages on CPUs' own lists, and those reserved for high orders where no text gives them, are not known: a distance is a band.
 */
#include "asif.h"
#include "kubelet.h"
#include "mempol.h"
#include "base/bytes.h"
#include "base/json.h"
#include "policy/zone_watermark.h"

#define BLOCK_PAGES 512 /* of a page block, where pages have 4 KiB; more where they are larger */
#define HIGHATOMIC_PART 100 /* reserve_highatomic_pageblock(): a hundredth of a zone, and a block of it at least */

/* Pages that a zone gives before it is down to `mark`, reserve included: from, to. */
static struct span gives(s64 free, struct span unusable, s64 mark, u32 order)
{
	s64 step = (s64)1 << order, least = free - unusable.hi - mark, most = free - unusable.lo - mark;

	return (struct span){least > 0 ? (least + step - 1) / step * step : 0, most > 0 ? (most + step - 1) / step * step : 0};
}

/* Pages reserved for high orders, from, to. To 4.3 there are none. 6.12.y does not count those that are free, of which reports print
 * the sum since 6.15: __zone_watermark_unusable_free() (c928807f6f6b). */
static struct span highatomic(const struct zone *z, const struct asked *asked)
{
	s64 pages = mms_known(z, FIELD_managed) ? z->value[FIELD_managed] : z->value[FIELD_present];
	enum field printed = mms_known(z, FIELD_free_highatomic) ? FIELD_free_highatomic : FIELD_highatomic;
	u8 letters = 0;

	if (asked->era == ERA_NEW && !asked->whole && mms_known(z, FIELD_highatomic) && !mms_known(z, FIELD_free_highatomic))
		return (struct span){0, z->value[FIELD_highatomic]};
	if (asked->era == ERA_OLD || mms_known(z, printed)) /* to 4.3 none is printed, and 0 */
		return (struct span){z->value[printed], z->value[printed]};
	for (u32 o = 0; o < z->lists; o++) /* of a report: their blocks' types */
		letters |= z->letters[o];
	return (struct span){letters & LIST_H ? BLOCK_PAGES : 0, pages / HIGHATOMIC_PART + BLOCK_PAGES};
}

struct span mms_zone_unusable(const struct zone *z, const struct asked *asked, u32 order, u32 flags)
{
	struct span reserved = highatomic(z, asked);
	s32 cma = (s32)MMS_MIN(z->value[FIELD_cma], (s64)INT32_MAX / 4);

	return (struct span){
		mms_zone_unusable_free((s32)MMS_MIN(reserved.lo, (s64)INT32_MAX / 4), cma, (u8)order, flags),
		mms_zone_unusable_free((s32)MMS_MIN(reserved.hi, (s64)INT32_MAX / 4), cma, (u8)order, flags)};
}

struct span mms_zone_unusable_slow(const struct zone *z, const struct asked *asked, u32 order, u32 flags)
{
	u32 reserves = asked->takes ? MMS_alloc_flag_min_reserve : mms_request_reserves(asked);

	return (struct span){
		mms_zone_unusable(z, asked, order, flags | (asked->either ? MMS_alloc_flag_min_reserve : reserves)).lo,
		mms_zone_unusable(z, asked, order, flags | (asked->either ? 0 : reserves)).hi};
}

static const struct zone *after(const struct snapshot *s, const struct zone *zones, const struct zone *last, u32 node)
{
	const struct zone *best = NULL;

	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &zones[i];

		if (!z->judged.empty && (!last || mms_turn(z, node) > mms_turn(last, node)) && (!best || mms_turn(z, node) < mms_turn(best, node)))
			best = z;
	}
	return best;
}

/* Is the first populated zone of this node in the text, as far as counters of the node tell? mm/vmstat.c:is_zone_first_populated() */
static bool begun(const struct snapshot *s, const struct zone *zones, u32 i)
{
	bool first = true;

	for (u32 n = 0; n < s->zones; n++)
		first &= zones[n].node != zones[i].node || !zones[n].of_node;
	return !s->modern || !first;
}

static const char *refusal(const struct snapshot *s, const struct zone *zones, u32 node, enum zone_name highest, const struct places *places)
{
	bool there = false, left = false;

	if (s->asked.mixed)
		return "lines of two hosts, or of two texts side by side, are mixed";
	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &zones[i];

		there |= z->node == node;
		if (!z->judged.empty && !begun(s, zones, i))
			return "a zone of this machine is not in the text";
		left |= !z->judged.empty && z->name <= highest && mms_on(places->first, z);
		if (!z->judged.empty && (z->judged.why == WHY_CUT || z->judged.why == WHY_IMPOSSIBLE || !mms_known(z, FIELD_free)))
			return "a zone is cut off, or its numbers cannot be";
		if (!z->judged.empty && (!s->columns_known || s->column[z->name] >= z->reserves))
			return "the reserves of a zone are not in the text";
	}
	if (!there)
		return "this node is not in the text";
	if (s->beheaded || mms_zone_missing(s, zones, highest))
		return "a zone of this machine is not in the text";
	return left ? NULL : "no node of the text is left to this request";
}

/* What a zone gives: down to low, and then down to min. */
struct given {
	struct span low, min, more, unusable; /* more: from low to min */
	s64 reserve, free_low; /* free_low: what is free where it has given most of `low` */
};

/*
 * A CPU takes pages from the zone by the batch, and the check counts what is left there: at its end up to a batch less one is
 * held and not given out; what CPUs hold now may be given out besides. Counters lag by what each CPU keeps to itself.
 */
static void widen(const struct zone *z, struct span *span)
{
	const struct pagesets *sets = &z->pagesets;
	s64 drift = (s64)sets->cpus * sets->threshold;

	if (!mms_pagesets_known(z))
		return;
	span->lo = MMS_MAX(span->lo - drift - MMS_MAX(sets->most - 1, 0), 0);
	if (span->hi)
		span->hi += drift + sets->held;
}

/* Blocks of this order and above, in pages: more than these nobody gets while nothing is freed; none, where free lists are not in the
 * text. */
static void limit(const struct zone *z, u32 order, struct span *span)
{
	s64 pages = 0;

	if (order && !z->lists)
		span->lo = 0;
	if (!order || z->lists <= order)
		return;
	for (u32 o = order; o < z->lists; o++)
		pages += z->blocks[o] << o;
	span->lo = MMS_MIN(span->lo, pages);
	span->hi = MMS_MIN(span->hi, pages);
}

static struct given given(const struct snapshot *s, const struct zone *z, const struct asked *asked, u32 order, enum zone_name highest,
	const struct places *places)
{
	u32 flags = asked->flags & ASKS_MOVABLE ? MMS_alloc_flag_cma : 0;
	struct span fast = mms_zone_unusable(z, asked, order, flags), slow = mms_zone_unusable_slow(z, asked, order, flags);
	struct given g = {.reserve = z->reserve[s->column[highest]], .unusable = fast};
	s64 a, b;

	g.low = gives(z->value[FIELD_free], fast, z->value[FIELD_low] + g.reserve, order);
	g.min = gives(z->value[FIELD_free], slow, mms_request_min(asked, z, order) + g.reserve, order);
	limit(z, order, &g.low);
	limit(z, order, &g.min);
	if (!mms_on(places->first, z))
		g.low = (struct span){0, 0};
	if (!mms_on(places->surely, z))
		g.min.lo = 0;
	a = MMS_MAX(g.min.lo - g.low.lo, 0);
	b = MMS_MAX(g.min.hi - g.low.hi, 0);
	g.more = (struct span){MMS_MIN(a, b), MMS_MAX(a, b)};
	g.free_low = z->value[FIELD_free] - g.low.hi;
	widen(z, &g.low);
	widen(z, &g.min);
	return g;
}

static void add(struct span *sum, struct span more)
{
	*sum = (struct span){sum->lo + more.lo, sum->hi + more.hi};
}

static void put_range(struct mms_text *out, const char *name, struct span span)
{
	mms_json_range(out, name, span.lo, span.hi);
}

/* What somebody asks of all moments. */
struct question {
	struct request request;
	s64 node, before, after; /* before, after: moments to compare; 0: none */
	struct mempol mempol;
	struct change change;
	struct eviction eviction;
};

/* Zones down to low, then zones down to min, in the order in which they end on the axis of pages given out. */
static void put_axis(const struct snapshot *s, const struct zone *zones, const struct question *q, const struct places *places, struct part *parts,
	struct mms_text *out)
{
	struct asked asked = mms_request_decoded(&q->request);
	enum zone_name highest = mms_request_highest(s, zones, asked.flags);
	struct span at = {0, 0};

	mms_json_array(out, "axis");
	for (u32 pass = 0; pass < 2; pass++) {
		u32 n = 0;

		for (u32 i = 0; i < s->zones; i++)
			if (!zones[i].judged.empty && zones[i].name <= highest && mms_on(places->most, &zones[i])) {
				struct given g = given(s, &zones[i], &asked, q->request.order, highest, places);
				struct span pages = pass ? g.more : g.low;

				parts[n++] = (struct part){
					.zone = &zones[i],
					.least = pages.lo,
					.left = pages.lo,
					.most = pages.hi,
					.told = pages.hi,
					.ends = at,
					.after = g.free_low - (pass ? pages.hi : 0),
				};
			}
		mms_mempol_drain(&q->mempol, (u32)q->node, q->request.order, parts, n, &at, pass ? "min" : "low", out);
	}
	mms_put_char(out, ']');
}

/* Of each node, the zone that is furthest above high and reserve, of those that can be, and by how many pages: kswapd sleeps where one
 * is, from 4.8 on.
 * mm/vmscan.c:pgdat_balanced() */
static void balance(const struct snapshot *s, const struct zone *zones, const struct asked *asked, enum zone_name highest, const struct places *places,
	u32 from, struct mms_text *out)
{
	const struct zone *before = NULL, *best = NULL;
	struct span most = {0, 0};

	mms_json_array(out, "balance");
	/* to 4.5 kswapd asked more of a node */
	for (const struct zone *z = s->old_gaps ? NULL : after(s, zones, NULL, from);; z = after(s, zones, z, from)) {
		if (best && (!z || z->node != before->node)) {
			mms_json_open(out);
			mms_json_number(out, "node", best->node);
			mms_json_string(out, "zone", mms_zone_name[best->name]);
			put_range(out, "above", most);
			mms_json_close(out);
			best = NULL;
		}
		if (!z)
			break;
		before = z;
		if (z->name <= highest && mms_on(places->most, z) && mms_known(z, FIELD_high) &&
			 !(mms_known(z, FIELD_managed) && z->value[FIELD_managed] <= z->value[FIELD_high] + z->reserve[s->column[highest]])) {
			struct span unusable = mms_zone_unusable(z, asked, 0, 0);
			s64 above = z->value[FIELD_free] - z->value[FIELD_high] - z->reserve[s->column[highest]];

			if (!best || above - unusable.lo > most.hi) {
				best = z;
				most = (struct span){above - unusable.hi, above - unusable.lo};
			}
		}
	}
	mms_put_char(out, ']');
}

static void moment(const struct paste *paste, const struct snapshot *s, const struct zone *zones, const struct question *q, struct part *parts,
	struct mms_text *out)
{
	const struct request *r = &q->request;
	u32 node = (u32)q->node;
	struct asked asked = mms_request_decoded(r);
	enum zone_name highest = mms_request_highest(s, zones, asked.flags);
	struct span low = {0, 0}, min = {0, 0}, more = {0, 0};
	bool lists = true; /* those of CPUs are in the text */
	bool given_up = true; /* every kswapd has: mm/vmscan.c:wakeup_kswapd(), MAX_RECLAIM_RETRIES */
	struct places places = mms_mempol_places(&q->mempol, s, zones, asked.flags);
	const char *why = refusal(s, zones, node, highest, &places);

	mms_json_string(out, "reason", why ? why : "");
	mms_json_array(out, "zones");
	for (const struct zone *z = why ? NULL : after(s, zones, NULL, node); z; z = after(s, zones, z, node)) {
		s64 boost = z->judged.verdict == MARKS_UNKNOWN ? z->value[FIELD_boost] : z->judged.boost;
		struct given g;

		if (z->name > highest || !mms_on(places.most, z))
			continue;
		g = given(s, z, &asked, r->order, highest, &places);
		add(&low, g.low);
		add(&min, g.min);
		add(&more, g.more);
		lists &= mms_pagesets_known(z);
		mms_json_open(out);
		mms_json_number(out, "node", z->node);
		mms_json_string(out, "zone", mms_zone_name[z->name]);
		mms_json_number(out, "free", z->value[FIELD_free]);
		put_range(out, "unusable", g.unusable);
		given_up &= z->value[FIELD_unreclaimable] == 1;
		if (boost > 0)
			mms_json_number(out, "boost", boost);
		mms_json_number(out, "low", z->value[FIELD_low]);
		mms_json_number(out, "reserve", g.reserve);
		put_range(out, "to_low", g.low);
		put_range(out, "to_min", g.min);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
	if (why)
		return;
	if (given_up) /* it sleeps on until a task that reclaims for itself has freed something: shrink_node() */
		low.hi = MMS_MAX(low.hi, min.hi);
	mms_json_bool(out, "given_up", given_up);
	mms_json_bool(out, "wakes", asked.flags & ASKS_KSWAPD);
	put_range(out, "to_kswapd", low);
	put_range(out, "to_min", min);
	put_range(out, "after_kswapd", more);
	mms_json_string(out, "then", asked.flags & ASKS_RECLAIM ? "the task reclaims for itself" : "the request fails");
	mms_json_bool(out, "lists", lists);
	balance(s, zones, &asked, highest, &places, node, out);
	put_axis(s, zones, q, &places, parts, out);
	mms_eviction_write(paste, s, zones, &q->eviction, low, min, out);
}

/* `before=1` and the like: a number behind a name. */
static bool numbered(const struct word *word, const char *name, s64 most, s64 *value)
{
	const char *at;

	return mms_word_begins(word, name, &at) && mms_digits_till(at, word->end, "", value) && *value <= most;
}

/* `GFP_KERNEL order=0 node=0 bind=0-1`: names, then what is not 0, the task's nodes, and sysctls that are to be others. False: it is
 * no such thing. */
static bool read_question(const char *text, u32 len, struct question *q)
{
	struct words words = {.at = text, .end = text + len, .line = 1};
	struct request *r = &q->request;
	struct word word, names;
	const char *at;
	s64 order = 0;

	*q = (struct question){.request = {.has_gfp = true, .has_order = true}};
	if (!mms_word(&words, &names))
		return false;
	r->by_number = mms_word_begins(&names, "0x", &at) && mms_figures(&at, 16, &r->gfp) && at == names.end;
	/* as C has them, with blanks around `|` */
	for (struct words next = words; !r->by_number && mms_word(&next, &word) && (*word.at == '|' || names.end[-1] == '|'); words = next)
		names.end = word.end;
	if (!r->by_number && !mms_request_known(names.at, names.end))
		return false;
	r->names = names.at;
	r->names_len = r->by_number ? 0 : (u32)(names.end - names.at);
	while (mms_word(&words, &word))
		if (!numbered(&word, "order=", 10, &order) && !numbered(&word, "node=", (s64)UINT32_MAX, &q->node) &&
		    !numbered(&word, "preferred=", (s64)UINT32_MAX, &q->node) && !mms_mempol_word(&q->mempol, &word) &&
		    !numbered(&word, "before=", (s64)UINT32_MAX, &q->before) && !numbered(&word, "after=", (s64)UINT32_MAX, &q->after) &&
		    !mms_eviction_word(&q->eviction, &word) && !mms_change_word(&q->change, &word))
			return false;
	r->order = (u32)order;
	return true;
}

void mms_walk_write(struct paste *paste, const char *text, u32 len, struct mms_text *out)
{
	size_t top = paste->arena.top;
	struct question q;
	bool known = read_question(text, len, &q);

	mms_put_char(out, '{');
	mms_json_string(out, "notice", known ? "" : "a request is the names of its flags, or their number, then order= and node=: GFP_KERNEL order=0 node=0");
	mms_json_array(out, "moments");
	for (u32 i = 0; known && i < paste->snapshots; i++) {
		const struct snapshot *s = &paste->snapshot[i];
		size_t size = s->zones * sizeof(struct zone);
		struct zone *zones;
		struct part *parts;
		const char *why;
		bool apart;

		if (s->kind != SNAPSHOT_ZONEINFO || !s->zones)
			continue;
		mms_arena_rewind(&paste->arena, top); /* those of the moment before */
		zones = mms_arena_alloc_raw(&paste->arena, size);
		parts = mms_arena_alloc_raw(&paste->arena, s->zones * sizeof(*parts));
		if (!zones || !parts)
			break;
		mms_copy(zones, &paste->zone[s->zone], size);
		apart = mms_distances_place(paste, s, zones);
		why = mms_change_apply(paste, s, &q.change, zones);
		mms_json_open(out);
		mms_json_number(out, "moment", i + 1);
		mms_json_bool(out, "distances", apart);
		moment(paste, s, zones, &q, parts, out);
		mms_change_write(paste, s, &q.change, zones, why, out);
		mms_json_close(out);
	}
	mms_arena_rewind(&paste->arena, top);
	mms_put_char(out, ']');
	if (known && q.before && q.after)
		mms_comparison_write(paste, q.before, q.after, out);
	mms_put_char(out, '}');
}
