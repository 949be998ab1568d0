/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far it is to kswapd, and to direct reclaim, by requests of one kind: mm/page_alloc.c:get_page_from_freelist(). A walk asks
 * every zone of every node for more than low; where none has that, kswapd is woken, and zones give down to min. So each
 * distance is a sum over zones, whatever their order; the order is that in which they are drained.
 *
 * Pages on CPUs' own lists, and those reserved for high orders where no text tells them, are not known: a distance is a band.
 */
#include "base/bytes.h"
#include "base/json.h"
#include "policy/zone_watermark.h"
#include "request.h"

#define BLOCK_PAGES 512
#define HIGHATOMIC_PART 100 /* reserve_highatomic_pageblock(): a hundredth of a zone, and a block of it at least */

/* Pages that a zone gives before it is down to `mark`, reserve included: from, to. */
static struct span gives(s64 free, struct span unusable, s64 mark, u32 order)
{
	s64 step = (s64)1 << order, least = free - unusable.hi - mark, most = free - unusable.lo - mark;

	return (struct span){least > 0 ? (least + step - 1) / step * step : 0, most > 0 ? (most + step - 1) / step * step : 0};
}

/* Pages that do not count, with these ALLOC_ flags: from, to. */
static struct span unusable(const struct zone *z, const struct asked *asked, u32 order, u32 flags)
{
	bool told = mms_told(z, FIELD_free_highatomic) || mms_told(z, FIELD_highatomic);
	s64 reserved = z->value[mms_told(z, FIELD_free_highatomic) ? FIELD_free_highatomic : FIELD_highatomic];
	s64 pages = mms_told(z, FIELD_managed) ? z->value[FIELD_managed] : z->value[FIELD_present];
	s32 cma = (s32)MMS_MIN(z->value[FIELD_cma], (s64)INT32_MAX / 4);
	s64 most = told ? reserved : pages / HIGHATOMIC_PART + BLOCK_PAGES;

	if (asked->era == ERA_OLD)
		reserved = most = 0;
	return (struct span){
		mms_zone_unusable_free((s32)MMS_MIN(reserved, (s64)INT32_MAX / 4), cma, (u8)order, flags),
		mms_zone_unusable_free((s32)MMS_MIN(most, (s64)INT32_MAX / 4), cma, (u8)order, flags)};
}

/* Nodes after the first: those behind it, then those before it, as with equal distances. */
static u32 turn(const struct zone *z, u32 node)
{
	return z->node - node; /* wraps */
}

static const struct zone *after(const struct snapshot *s, const struct zone *zones, const struct zone *last, u32 node)
{
	const struct zone *best = NULL;

	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &zones[i];

		if (z->judged.empty)
			continue;
		if (last && (turn(z, node) < turn(last, node) || (z->node == last->node && z->name >= last->name)))
			continue;
		if (!best || turn(z, node) < turn(best, node) || (z->node == best->node && z->name > best->name))
			best = z;
	}
	return best;
}

static const char *refusal(const struct snapshot *s, const struct zone *zones, u32 node)
{
	bool there = false;

	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &zones[i];

		there |= z->node == node;
		if (!z->judged.empty && (z->judged.why == WHY_CUT || z->judged.why == WHY_IMPOSSIBLE || !mms_told(z, FIELD_free)))
			return "a zone is cut off, or its numbers cannot be";
		if (!z->judged.empty && (!s->columns_known || s->column[z->name] >= z->reserves))
			return "the reserves of a zone are not in the text";
	}
	return there ? NULL : "this node is not in the text";
}

static void moment(const struct snapshot *s, const struct zone *zones, const struct request *r, u32 node, struct mms_text *out)
{
	struct asked asked = mms_request_decoded(r);
	enum zone_name highest = mms_request_highest(s, zones, asked.flags);
	struct span low = {0, 0}, min = {0, 0};
	const char *why = refusal(s, zones, node);

	mms_json_string(out, "reason", why ? why : "");
	mms_json_array(out, "zones");
	for (const struct zone *z = why ? NULL : after(s, zones, NULL, node); z; z = after(s, zones, z, node)) {
		u32 flags = asked.flags & ASKS_MOVABLE ? MMS_alloc_flag_cma : 0;
		struct span fast = unusable(z, &asked, r->order, flags), slow = unusable(z, &asked, r->order, flags | mms_request_reserves(&asked));
		struct span to_low, to_min;
		s64 reserve = z->reserve[s->column[highest]];

		if (z->name > highest)
			continue;
		to_low = gives(z->value[FIELD_free], fast, z->value[FIELD_low] + reserve, r->order);
		to_min = gives(z->value[FIELD_free], slow, mms_request_reduced(&asked, z->value[FIELD_min]) + reserve, r->order);
		low = (struct span){low.lo + to_low.lo, low.hi + to_low.hi};
		min = (struct span){min.lo + to_min.lo, min.hi + to_min.hi};
		mms_json_open(out);
		mms_json_number(out, "node", z->node);
		mms_json_string(out, "zone", mms_zone_name[z->name]);
		mms_json_number(out, "reserve", reserve);
		mms_json_range(out, "to_low", to_low.lo, to_low.hi);
		mms_json_range(out, "to_min", to_min.lo, to_min.hi);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
	if (why)
		return;
	mms_json_range(out, "to_kswapd", low.lo, low.hi);
	mms_json_range(out, "to_min", min.lo, min.hi);
	mms_json_string(out, "then", asked.flags & ASKS_RECLAIM ? "the task reclaims for itself" : "the request fails");
}

/* `GFP_KERNEL order=0 node=0`: names, then what is not 0. False: it is no such thing. */
static bool read_request(const char *text, u32 len, struct request *r, s64 *node)
{
	struct words words = {text, text + len, 1, true};
	struct word word;
	const char *at;
	s64 order = 0;

	*r = (struct request){.has_gfp = true, .has_order = true};
	*node = 0;
	if (!mms_word(&words, &word) || !mms_request_known(word.at, word.end))
		return false;
	r->names = word.at;
	r->names_len = (u32)(word.end - word.at);
	while (mms_word(&words, &word))
		if ((!mms_word_begins(&word, "order=", &at) || !mms_digits_till(at, word.end, "", &order) || order > 10) &&
		    (!mms_word_begins(&word, "node=", &at) || !mms_digits_till(at, word.end, "", node) || *node > (s64)UINT32_MAX))
			return false;
	r->order = (u32)order;
	return true;
}

void mms_walk_write(const struct paste *paste, const char *text, u32 len, struct mms_text *out)
{
	struct request r;
	s64 node;
	bool known = read_request(text, len, &r, &node);

	mms_put_char(out, '{');
	mms_json_string(out, "notice", known ? "" : "a request is the names of its flags, then order= and node=: GFP_KERNEL order=0 node=0");
	mms_json_array(out, "moments");
	for (u32 i = 0; known && i < paste->snapshots; i++) {
		const struct snapshot *s = &paste->snapshot[i];

		if (s->kind != SNAPSHOT_ZONEINFO || !s->zones)
			continue;
		mms_json_open(out);
		mms_json_number(out, "moment", i + 1);
		moment(s, &paste->zone[s->zone], &r, (u32)node, out);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
	mms_put_char(out, '}');
}
