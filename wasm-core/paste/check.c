/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a request got no page: each zone of a report as a sum, by mm/page_alloc.c:__zone_watermark_ok() of the release that its
 * flags are of. The marks' arithmetic is policy/zone_watermark.c; what older releases do otherwise is here.
 */
#include "internal.h"

#include "base/bytes.h"
#include "base/json.h"
#include "policy/zone_watermark.h"
#include "request.h"

#define RESERVE_MOST (1ll << 60)

/* The sum of one zone. */
struct sum {
	bool eligible, known, overflown, above_min, above_high, has_block, lists;
	s64 free, unusable, min, high, reserve;
	s64 maybe; /* as many more may be unusable: the text does not have it */
};

/* To 4.3: of each order below, its free pages do not count, and half the mark remains. */
static bool has_block_old(const struct zone *z, u32 order, s64 free, s64 min)
{
	for (u32 o = 0; o < order && o < z->lists; o++) {
		free -= z->blocks[o] << o;
		min >>= 1;
		if (free <= min)
			return false;
	}
	return true;
}

static bool has_block(const struct zone *z, u32 order, u8 letters)
{
	for (u32 o = order; o < z->lists; o++)
		if (z->blocks[o] && z->letters[o] & letters)
			return true;
	return false;
}

/* Is a free block for high orders among its lists? */
static bool has_high(const struct zone *z)
{
	return has_block(z, 0, LIST_H);
}

static bool is_confined(const struct request *asked)
{
	return asked->cpuset || asked->policy;
}

/* Does the request's cpuset or memory policy let it use the zone's node? */
static bool allows(const struct request *asked, const struct zone *z)
{
	return z->node > 63 || asked->nodes >> z->node & 1;
}

static struct sum check(const struct snapshot *s, const struct zone *zones, const struct zone *z, const struct asked *asked)
{
	enum zone_name most = mms_request_highest(s, zones, asked->flags);
	u32 order = s->asked.order, column = s->column[most], usable = asked->flags & ASKS_MOVABLE ? MMS_alloc_flag_cma : 0;
	struct sum sum = {.eligible = z->name <= most && allows(&s->asked, z), .lists = z->lists > order};
	struct span unusable = mms_zone_unusable_slow(z, asked, order, usable);
	s64 left;

	sum.known = mms_known(z, FIELD_free) && mms_known(z, FIELD_min) && (s->columns_known ? column < z->reserves : z->reserves > 0) &&
		z->value[FIELD_free] <= PAGES_MOST && unusable.hi < (s64)INT32_MAX / 4;
	if (!sum.known)
		return sum;
	sum.free = z->value[FIELD_free];
	sum.unusable = unusable.lo;
	sum.maybe = unusable.hi - unusable.lo;
	sum.min = mms_request_min(asked, z, order);
	sum.high = z->value[FIELD_high];
	sum.reserve = MMS_MIN(z->reserve[s->columns_known ? column : z->reserves - 1], RESERVE_MOST);
	sum.overflown = sum.reserve > PAGES_MOST || sum.min > PAGES_MOST;
	left = sum.free - sum.unusable;
	sum.above_min = left > sum.min + sum.reserve;
	sum.above_high = mms_known(z, FIELD_high) && left > sum.high + sum.reserve;
	/* one page comes from a block for high orders since 6.12: mm/page_alloc.c:rmqueue_buddy() (c928807f6f6b) */
	sum.has_block = !order ? !asked->whole || !z->lists || !has_high(z) || has_block(z, 0, LIST_U | (usable ? LIST_C : 0)) : (asked->era == ERA_OLD ? has_block_old(z, order, left, sum.min) :
		has_block(z, order, LIST_U | (usable ? LIST_C : 0) | (mms_request_harder(asked) ? LIST_H : 0)));
	return sum;
}

/* ---- what came of a report -------------------------------------------------------------------------------------- */

struct outcome {
	const char *kind;
	bool explained, high; /* high: that was the mark, not min */
	bool elsewhere; /* no zone of its nodes may be used: the reason is that it was confined to them */
	struct sentence reason;
};

struct tally {
	u32 eligible, known, overflown, above_min, above_high, unlisted, blocks, free;
	const struct zone *passes;
	struct sum sum;
};

/* Above the mark of its last try, which is high before the OOM killer. mm/page_alloc.c:__alloc_pages_may_oom() */
static s64 left_of(const struct snapshot *s, const struct sum *sum)
{
	return sum->free - sum->unusable - (s->asked.event == EVENT_OOM ? sum->high : sum->min) - sum->reserve;
}

static struct tally tally(const struct paste *paste, const struct snapshot *s, const struct asked *asked)
{
	const struct zone *zones = &paste->zone[s->zone];
	struct tally t = {0};

	for (u32 i = 0; i < s->zones; i++) {
		struct sum sum = check(s, zones, &zones[i], asked);
		bool passes = sum.above_min && (sum.has_block || !sum.lists);

		if (zones[i].judged.empty)
			continue;
		t.eligible += sum.eligible;
		if (!sum.eligible || !sum.known)
			continue;
		t.known++;
		t.overflown += sum.overflown;
		t.free += sum.free > sum.unusable && (sum.has_block || !sum.lists);
		t.above_min += sum.above_min;
		t.above_high += sum.above_high && (sum.has_block || !sum.lists);
		t.unlisted += sum.above_min && s->asked.order && !sum.lists;
		t.blocks += sum.above_min && sum.has_block && (!s->asked.order || sum.lists);
		if (passes && (!t.passes || left_of(s, &sum) > left_of(s, &t.sum))) {
			t.passes = &zones[i];
			t.sum = sum;
		}
	}
	return t;
}

/* Are there others than that of the zone? They stand in the order of nodes. */
static bool nodes(const struct zone *zones, u32 n, u32 node)
{
	return n && (zones[0].node != node || zones[n - 1].node != node);
}

static void passed(const struct snapshot *s, const struct zone *zones, bool lost, struct outcome *o, const struct tally *t, const struct asked *asked)
{
	s64 left = left_of(s, &t->sum);
	const char *why = asked->flags & ASKS_THISNODE ? "the request asked one node alone (__GFP_THISNODE), and which is not in the text" :
		left <= t->sum.maybe && asked->either ? "they may be in highatomic blocks, which it may use from 6.3 on and not before; its flags do not tell the release" :
		left <= t->sum.maybe ? "they may be in highatomic blocks, which the text does not count" :
		s->asked.event == EVENT_OOM && !s->asked.constrained && s->asked.nodes == UINT64_MAX && (lost || nodes(zones, s->zones, t->passes->node)) ?
		"a cpuset or a memory policy may have kept it from there, and the line with constraint= is not in the text; or free was printed "
		"after the failure, when others had given pages back" :
		"free was printed after the failure, when others may have given pages back";

	mms_say(&o->reason, "node ");
	mms_say_number(&o->reason, t->passes->node);
	mms_say(&o->reason, " ");
	mms_say(&o->reason, mms_zone_name[t->passes->name]);
	mms_say(&o->reason, " has ");
	mms_say_number(&o->reason, left);
	mms_say(&o->reason, left == 1 ? " page" : " pages");
	mms_say(&o->reason, " more than the check asks for: ");
	mms_say(&o->reason, why);
}

/* Of the zones that it may use, one that manages no pages: such a zone is on no list of zones, mm/page_alloc.c:build_zonerefs_node(). */
static const struct zone *unmanaged(const struct snapshot *s, const struct zone *zones, enum zone_name highest)
{
	for (u32 i = 0; i < s->zones; i++)
		if (zones[i].name <= highest && allows(&s->asked, &zones[i]) && mms_known(&zones[i], FIELD_managed) && !zones[i].value[FIELD_managed])
			return &zones[i];
	return NULL;
}

static void judge_marks(const struct snapshot *s, const struct zone *zones, const struct asked *asked, const struct tally *t, struct outcome *o)
{
	enum zone_name highest = mms_request_highest(s, zones, asked->flags);
	const struct zone *none = unmanaged(s, zones, highest);
	bool lost = s->lost & ((2u << highest) - 1) || mms_zone_missing(s, zones, highest);

	o->kind = "marks";
	if (!t->eligible && none && !is_confined(&s->asked)) {
		o->explained = !mms_zone_missing(s, zones, none->name);
		mms_say(&o->reason, "node ");
		mms_say_number(&o->reason, none->node);
		mms_say(&o->reason, " ");
		mms_say(&o->reason, mms_zone_name[none->name]);
		mms_say(&o->reason, " manages no pages (managed:0kB), and no other zone in the text may be used by this request");
	} else if (!t->eligible) {
		o->explained = o->elsewhere = is_confined(&s->asked);
		o->kind = o->elsewhere ? "cpuset" : "marks";
		mms_say(&o->reason, o->explained ? "no zone of the nodes it was confined to may be used by this request" :
			"no zone that this request may use is in the text");
	} else if (t->known < t->eligible || (lost && (!t->above_min || (!t->unlisted && !t->blocks) || (s->asked.event == EVENT_OOM && !t->above_high)))) {
		mms_say(&o->reason, "not all zones that this request may use are in the text with free, min and reserve");
	} else if (!t->above_min) {
		o->explained = true;
		if (t->overflown)
			mms_say(&o->reason, "a mark or a reserve is beyond all memory, so the kernel's own count of managed pages had gone wrong; ");
		mms_say(&o->reason, "no zone that it may use has enough: what counts of its free pages is not above min and reserve together");
	} else if (t->unlisted) {
		o->explained = asked->era != ERA_OLD; /* nothing else is left of the check there */
		if (o->explained)
			o->kind = "fragmentation";
		mms_say(&o->reason, o->explained ? "zones are above their marks, so what it lacked was a block of this order; the free lists, which would show it, are not in the text" :
			"a zone is above its mark, and whether it had blocks large enough is not given: free lists are not in the text");
	} else if (!t->blocks) {
		o->kind = "fragmentation";
		o->explained = true;
		mms_say(&o->reason, asked->era == ERA_OLD ? "zones are above their marks, but not by blocks that are large enough, as to 4.3 the kernel counts them" :
			"zones are above their marks, but none has a free block of this order that the request may take");
	} else if (s->asked.event == EVENT_OOM && !t->above_high) {
		o->explained = o->high = true;
		mms_say(&o->reason, "no zone is above high: the last try before the OOM killer asks for that, not for min");
	} else {
		o->high = s->asked.event == EVENT_OOM;
		passed(s, zones, lost, o, t, asked);
	}
}

static void judge(const struct paste *paste, const struct snapshot *s, struct outcome *o)
{
	static const char *const lacks[] = {
		[LACK_UNKNOWN] = "vmalloc failed: for want of addresses, by a signal, or at one of its pages; which of them is not in the text",
		[LACK_RANGE] = "vmalloc found no range of addresses, or was asked for more than all memory: no zone was asked for its pages",
		[LACK_PART] = "vmalloc got no page for one of its own, each of which is a request, or for page tables; it had those that its line says it had",
		[LACK_PAGES] = "vmalloc got no page for one of its own, each of which is a request, or, to 6.3, was ended by a signal; how many it had by then is not in the text",
		[LACK_ARRAY] = "vmalloc got no memory for the list of its pages",
		[LACK_TABLES] = "vmalloc got no page for page tables, or the range is mapped already",
		[LACK_MEMORY] = "vmalloc was asked for more than all memory: no zone was asked",
		[LACK_AREA] = "vmalloc found no range of addresses that is free and large enough, or no memory to note it: pages are not what it lacked",
	};
	struct asked asked = mms_request_decoded(&s->asked);
	struct tally t;

	o->kind = "no header";
	if (s->asked.event == EVENT_CGROUP) {
		o->kind = "cgroup";
		mms_say(&o->reason, "a memory cgroup was at its limit: the marks of zones do not count");
	} else if (s->asked.event == EVENT_VMALLOC) {
		o->kind = "vmalloc";
		mms_say(&o->reason, lacks[s->asked.lack]);
	} else if (s->asked.event == EVENT_STALL) {
		o->kind = "stall";
		mms_say(&o->reason, "the request took longer than ten seconds; nothing had failed");
	} else if (s->asked.by_hand) {
		o->kind = "by hand";
		mms_say(&o->reason, s->asked.event == EVENT_NONE ? "somebody asked for it by SysRq m: no page was asked for, and no check failed" :
			"order is -1: somebody called the OOM killer by SysRq f, and no check failed");
	} else if (paste->reversed && !s->asked.mixed) {
		mms_say(&o->reason, "lines of this text come newest first, so its parts are not sorted out: turn it round (tac) and paste it again");
	} else if (s->asked.event == EVENT_NONE || !s->asked.has_gfp || !s->asked.has_order) {
		mms_say(&o->reason, "the line with order and gfp is not in the text: what was asked for is not given");
	} else if (s->asked.by_number && s->asked.unended) { /* 4.6 and later print the names, too */
		mms_say(&o->reason, "the flags of the request are cut off: behind their number stand their names");
	} else if (s->asked.mixed) {
		o->kind = "marks";
		mms_say(&o->reason, "lines of two reports, of two tasks or of two hosts are mixed in the text, so which zones are whose is not sorted out: paste one of them");
	} else if (!s->zones) {
		o->kind = "no zones";
		mms_say(&o->reason, "no zones follow that can be read: a memory cgroup's report has none, or they were cut away, or altered");
	} else if (s->asked.event == EVENT_OOM && !s->asked.gfp) {
		o->kind = "page fault";
		o->explained = true;
		mms_say(&o->reason, "gfp_mask is 0: a page fault failed, mostly at a memory cgroup's limit, and called the OOM killer without asking any zone");
	} else if (s->asked.dropped) {
		o->kind = "marks";
		mms_say(&o->reason, "messages were dropped in it, so its zones may be those of another report");
	} else if (asked.unnamed) {
		o->kind = "marks";
		mms_say(&o->reason, "its flags are a number alone, and what each bit of it meant in this kernel is not in the text");
	} else {
		t = tally(paste, s, &asked);
		if (asked.flags & ASKS_MEMALLOC) {
			o->kind = "marks";
			o->explained = t.known && !t.free;
			mms_say(&o->reason, o->explained ? "it may go below all marks, but no zone has a free page for it" :
				"it may go below all marks, and pages are free: free was printed after the failure");
		} else {
			judge_marks(s, &paste->zone[s->zone], &asked, &t, o);
		}
	}
}

static void check_write(const struct snapshot *s, const struct zone *zones, const struct zone *z, const struct asked *asked, struct mms_text *out)
{
	struct sum sum = check(s, zones, z, asked);

	mms_json_key(out, "check");
	mms_json_open(out);
	mms_json_bool(out, "eligible", sum.eligible);
	if (sum.known) {
		mms_json_number(out, "free", sum.free);
		mms_json_number(out, "unusable", sum.unusable);
		if (sum.maybe)
			mms_json_number(out, "unusable_most", sum.unusable + sum.maybe);
		mms_json_number(out, "mark", sum.min);
		mms_json_number(out, "reserve", sum.reserve);
		mms_json_number(out, "needed", sum.min + sum.reserve);
		mms_json_number(out, "left", sum.free - sum.unusable - sum.min - sum.reserve);
		mms_json_number(out, "left_high", sum.free - sum.unusable - sum.high - sum.reserve);
		mms_json_bool(out, "above", sum.above_min);
		if (s->asked.order && sum.lists)
			mms_json_bool(out, "block", sum.has_block);
	}
	mms_json_close(out);
}

/* Does a number of this zone count for the check? */
static bool counts(const struct snapshot *s, const struct zone *zones, const struct source *source, const struct asked *asked, enum field mark)
{
	const struct zone *z = &zones[source->zone];
	enum zone_name most = mms_request_highest(s, zones, asked->flags);
	u32 column = s->columns_known ? s->column[most] : (u32)MMS_MAX(z->reserves, 1u) - 1;

	if (z->judged.empty || !check(s, zones, z, asked).eligible)
		return false;
	if (source->what >= FIELDS)
		return source->what - FIELDS == column && column < z->reserves;
	return source->what == FIELD_free || source->what == mark || source->what == FIELD_highatomic ||
		source->what == FIELD_free_highatomic || (source->what == FIELD_cma && !(asked->flags & ASKS_MOVABLE));
}

/* Where in the text what the check read stands: bytes from, to. */
static void counted(const struct paste *paste, const struct snapshot *s, const struct asked *asked, enum field mark, struct mms_text *out)
{
	bool checked = s->asked.has_gfp && s->asked.has_order && s->asked.event <= EVENT_OOM, first = true;

	mms_json_array(out, "counted");
	for (u32 i = 0; i < s->sources; i++) {
		const struct source *source = &paste->source[s->source + i];

		if (source->zone != SOURCE_HEAD && (!checked || !counts(s, &paste->zone[s->zone], source, asked, mark)))
			continue;
		mms_put(out, first ? "[" : ",[");
		first = false;
		mms_put_s64(out, source->from);
		mms_put_char(out, ',');
		mms_put_s64(out, source->to);
		mms_put_char(out, ']');
	}
	mms_put_char(out, ']');
}

/* What was left to reclaim, as far as the text has it. */
static void reclaimable(const struct snapshot *s, struct mms_text *out)
{
	static const char *const names[] = {
#define R(name) #name,
		RECLAIM(R)
#undef R
	};

	mms_json_key(out, "reclaim");
	mms_json_open(out);
	for (u32 i = 0; i < RECLAIM_COUNT; i++)
		if (s->reclaims >> i & 1)
			mms_json_number(out, names[i], s->reclaim[i]);
	mms_json_bool(out, "given_up", s->given_up);
	mms_json_close(out);
}

static void report(const struct paste *paste, u32 at, struct mms_text *out)
{
	static const char *const events[] = {"", "allocation failure", "oom", "vmalloc", "cgroup", "stall"};
	const struct snapshot *s = &paste->snapshot[at];
	const struct zone *zones = &paste->zone[s->zone];
	struct asked asked = mms_request_decoded(&s->asked);
	struct outcome o = {0};
	struct sentence gfp = {0};
	bool confined = is_confined(&s->asked);
	s64 free = 0;

	judge(paste, s, &o);
	if (confined && o.explained && !o.elsewhere)
		mms_say(&o.reason, s->asked.cpuset ? "; its cpuset keeps it from other nodes" : "; its memory policy keeps it from other nodes");
	mms_json_number(out, "machine", s->machine);
	mms_json_number(out, "moment", at + 1);
	mms_json_range(out, "lines", s->first, s->last);
	mms_json_number(out, "page", s->unit);
	for (u32 i = 0; i < s->zones; i++)
		free += mms_known(&zones[i], FIELD_free) && zones[i].value[FIELD_free] <= PAGES_MOST && allows(&s->asked, &zones[i]) ?
			zones[i].value[FIELD_free] : 0;
	mms_json_number(out, "free", free);
	mms_json_string(out, "event", events[s->asked.event]);
	mms_json_string(out, "class", o.kind);
	mms_json_string(out, "confined", !confined ? "" : s->asked.cpuset ? "cpuset" : "memory policy");
	if (s->asked.has_order)
		mms_json_number(out, "order", s->asked.order);
	if (s->asked.has_gfp) {
		mms_say(&gfp, "0x");
		mms_put_hex(&gfp.text, s->asked.gfp);
		if (s->asked.names_len && s->asked.names_len < SENTENCE / 2) {
			mms_say(&gfp, "(");
			for (u32 i = 0; i < s->asked.names_len; i++)
				mms_put_char(&gfp.text, mms_is_word(s->asked.names[i]) || s->asked.names[i] == '|' ? s->asked.names[i] : '?');
			mms_say(&gfp, ")");
		}
		mms_json_string(out, "gfp", mms_said(&gfp));
	}
	mms_json_bool(out, "explained", o.explained);
	mms_json_string(out, "mark", o.high ? "high" : "min");
	mms_json_string(out, "reason", mms_said(&o.reason));
	reclaimable(s, out);
	counted(paste, s, &asked, o.high ? FIELD_high : FIELD_min, out);
	mms_json_array(out, "zones");
	for (u32 i = 0; i < s->zones; i++) {
		if (zones[i].judged.empty)
			continue;
		mms_json_open(out);
		mms_zone_write(paste, s, &zones[i], out);
		if (s->asked.has_gfp && s->asked.has_order && s->asked.event <= EVENT_OOM)
			check_write(s, zones, &zones[i], &asked, out);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
}

void mms_reports_write(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "reports");
	for (u32 i = 0; i < paste->snapshots; i++)
		if (paste->snapshot[i].kind == SNAPSHOT_REPORT) {
			mms_json_open(out);
			report(paste, i, out);
			mms_json_close(out);
		}
	mms_put_char(out, ']');
}
