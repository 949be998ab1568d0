/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reports of the OOM killer and of allocations that failed: a head (mm/oom_kill.c:dump_header(), mm/page_alloc.c:
 * warn_alloc()), and the zones of show_free_areas() (mm/page_alloc.c, later mm/show_mem.c) of 2.6 to 7.x. Amounts are in
 * kB, reserves in pages.
 */
#include "internal.h"

#include "base/bytes.h"

#define JOINED 160u /* bytes of a word that a line's end cut in two */
#define ORDER_MOST 20
#define FIGURES_64 4u  /* so many amounts, all of them multiples of 64 KiB, are no chance with pages of 4 KiB */
#define FIGURES_16 8u

static const struct name {
	const char *text;
	enum field field;
} names[] = {
	{"free", FIELD_free}, {"boost", FIELD_boost}, {"min", FIELD_min}, {"low", FIELD_low}, {"high", FIELD_high},
	{"reserved_highatomic", FIELD_highatomic}, {"free_highatomic", FIELD_free_highatomic}, {"present", FIELD_present},
	{"managed", FIELD_managed}, {"free_cma", FIELD_cma},
};

static struct snapshot *newest(const struct paste *paste)
{
	return paste->snapshots ? &paste->snapshot[paste->snapshots - 1] : NULL;
}

static bool is_open(const struct paste *paste)
{
	return paste->open == OPEN_ZONE || paste->open == OPEN_RESERVES;
}

static s64 gcd(s64 a, s64 b)
{
	while (b) {
		s64 rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static void touch(struct paste *paste, u32 line)
{
	struct snapshot *of = newest(paste);

	of->last = line;
	mms_piece_add(paste, PIECE_REPORT, of->first, line);
}

/* `min:64kB`; a name that nobody asks for has a number, too. */
static bool amount(const char *at, const char *end, const struct name **name, s64 *kib)
{
	const char *colon = at;

	while (colon < end && *colon != ':')
		colon++;
	if (colon == end || (!mms_digits_till(colon + 1, end, "kB", kib) && !mms_digits_till(colon + 1, end, "KB", kib)))
		return false;
	*name = NULL;
	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_same(names[i].text, at, (u32)(colon - at)))
			*name = &names[i];
	return true;
}

/* `147*64kB` */
static bool block(const char *at, const char *end, s64 *count, s64 *kib)
{
	const char *star = at;

	while (star < end && *star != '*')
		star++;
	return star < end && mms_digits_till(at, star, "", count) && mms_digits_till(star + 1, end, "kB", kib);
}

/* The word and the next one, where a line's end cut it: both are then taken. */
static bool joined(struct paste *paste, const struct word *word, char *text, u32 *len)
{
	struct words at = paste->words;
	struct word next;
	u32 a = (u32)(word->end - word->at), b;

	if (!mms_word(&at, &next) || next.index || next.line != word->line + 1)
		return false;
	b = (u32)(next.end - next.at);
	if (a + b > JOINED - 8)
		return false;
	mms_copy(text, word->at, a);
	mms_copy(text + a, next.at, b);
	mms_fill(text + a + b, 0, 8);
	*len = a + b;
	return true;
}

static void skip(struct paste *paste)
{
	struct word word;

	mms_word(&paste->words, &word);
}

/* From `at` to the word that was read last. */
static void put_source(struct paste *paste, u8 what, u32 zone, const char *at)
{
	struct snapshot *of = newest(paste);
	struct source *room = mms_room(paste, paste->source, paste->sources, &paste->source_room, sizeof(*room));
	const char *to = paste->words.at;

	if (!room)
		return;
	while (*to == MMS_PASTE_GAP || *to == MMS_PASTE_FOLD)
		to++;
	paste->source = room;
	if (!of->sources)
		of->source = paste->sources;
	paste->source[paste->sources++] = (struct source){zone, (u32)(at - paste->text), (u32)(to - paste->text), what};
	of->sources++;
}

static void put(struct paste *paste, const struct name *name, s64 kib, const char *at)
{
	struct snapshot *of = newest(paste);
	struct zone *zone = &paste->zone[paste->zones - 1];

	of->gcd = gcd(of->gcd, kib);
	of->figures += kib > 0;
	if (!name)
		return;
	if (!mms_known(zone, name->field))
		put_source(paste, (u8)name->field, of->zones - 1, at);
	mms_zone_put(zone, name->field, kib); /* in pages once the page is known */
}

/* `alpha kernel:` or `[ T1234]` before a line, where another one was before the head. */
static bool is_another(const struct word *now, const struct word *then, u32 line)
{
	return now->line == line && then->at &&
		!mms_same_bytes(now->at, (size_t)(now->end - now->at), then->at, (size_t)(then->end - then->at));
}

static void compare(const struct paste *paste, u32 line)
{
	struct request *asked = &newest(paste)->asked;

	asked->mixed |= is_another(&paste->host, &asked->host, line) || is_another(&paste->caller, &asked->caller, line);
}

/* `T1234]`, `[12.345678][C0]`: the task or the CPU that prints, with CONFIG_PRINTK_CALLER. kernel/printk/printk.c:print_caller() */
static void caller(struct paste *paste, const struct word *word)
{
	struct word tag = *word;
	s64 number;

	for (const char *at = word->at; at < word->end; at++)
		tag.at = *at == '[' ? at + 1 : tag.at;
	if ((*tag.at == 'T' || *tag.at == 'C') && mms_digits_till(tag.at + 1, tag.end, "]", &number))
		paste->caller = tag;
}

static void open_zone(struct paste *paste, u32 node, enum zone_name name, u32 line)
{
	struct zone *zone = mms_zone_add(paste, SNAPSHOT_REPORT, node, name, line);

	paste->headed = false;
	paste->open = zone ? OPEN_ZONE : OPEN_NOTHING;
	if (zone) {
		newest(paste)->headless |= paste->headless;
		paste->headless = false;
		compare(paste, line);
		touch(paste, line);
		paste->chain = true;
	}
}

/* `3*4096kB (UM)`: the free lists of a zone, whose letters come behind each. */
static void lists(struct paste *paste, u32 node, enum zone_name name)
{
	struct snapshot *of = newest(paste);
	struct zone *zone = NULL;
	struct word word;
	char text[JOINED];
	u32 order = 0, len;
	s64 count, kib, unit = 0, sum = 0;
	bool there;

	for (u32 i = 0; of && of->kind == SNAPSHOT_REPORT && i < of->zones; i++)
		if (paste->zone[of->zone + i].node == node && paste->zone[of->zone + i].name == name)
			zone = &paste->zone[of->zone + i];
	there = zone;
	paste->open = OPEN_NOTHING;
	for (;;) {
		struct words before = paste->words;

		if (!mms_word(&paste->words, &word))
			break;
		if (!block(word.at, word.end, &count, &kib)) {
			if (!mms_is_digit(*word.at) || !joined(paste, &word, text, &len) || !block(text, text + len, &count, &kib)) {
				paste->words = before;
				break;
			}
			skip(paste);
		}
		if (!unit)
			unit = kib;
		if (!zone || order == ORDERS || !kib || kib != unit << order) {
			zone = NULL; /* an order is missing: none of it counts */
			continue;
		}
		zone->blocks[order] = count;
		sum += MMS_MIN(count, PAGES_MOST) * kib;
		zone->letters[order] = LIST_U;
		if (mms_word_ahead(&paste->words, &word) && *word.at == '(') {
			u8 bits = 0;

			for (const char *at = word.at; at < word.end; at++)
				bits |= *at == 'H' ? LIST_H : *at == 'C' ? LIST_C : *at == 'I' ? LIST_I : mms_is_upper(*at) ? LIST_U : 0;
			zone->letters[order] = bits;
			skip(paste);
		}
		order++;
		zone->lists = order;
		touch(paste, word.line);
		compare(paste, word.line);
	}
	if (of && of->kind == SNAPSHOT_REPORT && of->zones && unit && !there)
		of->lost |= 1u << name;
	if (of && unit && zone && order > 1) {
		struct words at = paste->words;

		of->unit = unit << 10;
		of->unit_known = true;
		if (mms_word(&at, &word) && mms_word_is(&word, "=") && mms_word(&at, &word) && mms_word_number(&word, "kB", &kib))
			zone->listed = kib;
		zone->row = sum;
	}
}

/* Is a number before it? Which node it is of is told, but the word before that is not `Node`. */
static bool numbered(const struct paste *paste, const struct word *word)
{
	const struct word *number = &paste->before[0];
	s64 node;

	return number->at && number->line == word->line && number->index && mms_word_number(number, "", &node);
}

/* `Node 0 DMA free:15908kB …`, or without its node; `Node 0 DMA: 1*4kB …` */
static bool head(struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct word part = *word;
	const char *behind, *end;
	enum zone_name name;
	s64 node = 0, kib;

	if (mms_word_is(word, "Node")) {
		if (!mms_word(&at, &part) || !mms_word_number(&part, "", &node) || node > (s64)UINT32_MAX || !mms_word(&at, &part))
			return false;
		if (is_open(paste))
			paste->open = OPEN_NOTHING;
	}
	end = part.end - (part.end[-1] == ':');
	name = mms_zone_named(part.at, end);
	if (name == ZONE_NAMES || !mms_word_ahead(&at, &part))
		return false;
	if (*end == ':' && end < at.at) {
		s64 count;

		if (!block(part.at, part.end, &count, &kib))
			return false;
		paste->words = at;
		lists(paste, (u32)node, name);
		return true;
	}
	if (!mms_word_begins(&part, "free:", &behind) || (!mms_word_is(word, "Node") && numbered(paste, word)))
		return false;
	paste->words = at;
	open_zone(paste, (u32)node, name, word->line);
	return true;
}

/* ---- the head of a report ------------------------------------------------------------------------------------ */

static struct snapshot *begin(struct paste *paste, enum event_kind event, u32 line)
{
	struct snapshot *of = mms_snapshot_add(paste, SNAPSHOT_REPORT, line);

	paste->open = OPEN_NOTHING;
	if (!of)
		return NULL;
	of->asked.event = event;
	of->asked.line = line;
	if (paste->host.line == line)
		of->asked.host = paste->host;
	if (paste->caller.line == line)
		of->asked.caller = paste->caller;
	paste->headed = true;
	touch(paste, line);
	return of;
}

u64 mms_node_list(const char *at, const char *end)
{
	u64 bits = 0;

	while (at < end && mms_is_digit(*at)) {
		u64 from, to;

		if (!mms_figures(&at, 10, &from))
			return UINT64_MAX;
		to = from;
		if (at < end && *at == '-' && (at++, !mms_figures(&at, 10, &to)))
			return UINT64_MAX;
		if (from > to || to > 63)
			return UINT64_MAX;
		for (; from <= to; from++)
			bits |= 1ull << from;
		if (at < end && *at == ',')
			at++;
	}
	return bits ? bits : UINT64_MAX;
}

/* `0x40cc0(GFP_KERNEL|__GFP_COMP),` */
static void gfp(struct request *asked, const char *at, const char *end)
{
	const char *from;

	if (!mms_begins(at, end, "0x", &at) || !mms_figures(&at, 16, &asked->gfp))
		return;
	asked->has_gfp = true;
	asked->unended = at >= end;
	if (at >= end || *at != '(')
		return;
	for (from = ++at; at < end && *at != ')'; at++)
		;
	if (at < end) {
		asked->names = from;
		asked->names_len = (u32)(at - from);
	}
}

static void order(struct request *asked, const char *at, const char *end)
{
	s64 value;

	while (end > at && !mms_is_digit(end[-1]))
		end--;
	asked->by_hand |= mms_same("-1", at, (u32)(end - at)); /* mm/oom_kill.c:is_sysrq_oom() */
	if (!asked->has_order && mms_digits_till(at, end, "", &value) && value <= ORDER_MOST) {
		asked->order = (u32)value;
		asked->has_order = true;
	}
}

/* Does the next word begin with it, or the next two, where a line's end cut it in two? */
static bool comes(struct words *at, const char *text)
{
	struct word word, rest;
	struct words further;
	const char *behind;
	u32 n;

	if (!mms_word(at, &word))
		return false;
	if (mms_word_begins(&word, text, &behind))
		return true;
	further = *at;
	n = (u32)(word.end - word.at);
	return n < mms_strlen(text) && mms_same_bytes(text, n, word.at, n) && mms_word(&further, &rest) && !rest.index &&
		rest.line == word.line + 1 && mms_word_begins(&rest, text + n, &behind) && (*at = further, true);
}

static bool says(const struct paste *paste, const char *second, const char *third)
{
	struct words at = paste->words;

	return comes(&at, second) && (!third || comes(&at, third));
}

#define LINES_APART 2u

/* To 4.7 the line of vmalloc and that of a page are of one failure. mm/page_alloc.c:warn_alloc_failed() */
static bool is_warned(const struct paste *paste, u32 line)
{
	const struct snapshot *of = newest(paste);

	return of && of->asked.event == EVENT_VMALLOC && !of->asked.has_gfp && !of->zones && line <= of->asked.line + LINES_APART;
}

/* Words that begin a report. */
static bool begins(struct paste *paste, const struct word *word)
{
	if (mms_word_is(word, "invoked") && says(paste, "oom-killer", NULL))
		return begin(paste, EVENT_OOM, word->line);
	if (mms_word_is(word, "Show") && says(paste, "Memory", NULL) &&
	    (mms_word_is(&paste->before[0], "sysrq:") || mms_word_is(&paste->before[1], "SysRq"))) { /* drivers/tty/sysrq.c:sysrq_showmem_op */
		struct snapshot *of = begin(paste, EVENT_NONE, word->line);

		if (of)
			of->asked.by_hand = true;
		return of;
	}
	if (mms_word_is(word, "page") && says(paste, "allocation", "failure"))
		return is_warned(paste, word->line) || begin(paste, EVENT_FAILURE, word->line);
	if (mms_word_is(word, "page") && says(paste, "allocation", "stalls"))
		return begin(paste, EVENT_STALL, word->line);
	if ((mms_word_is(word, "vmalloc") && (says(paste, "error", NULL) || says(paste, "size", NULL))) ||
	    (mms_word_is(word, "vmalloc:") && says(paste, "allocation", "failure")) || (mms_word_is(word, "vmap") && says(paste, "allocation", NULL)) ||
	    mms_word_is(word, "vmalloc_node_range"))
		return begin(paste, EVENT_VMALLOC, word->line);
	return false;
}

static void put_reclaim(struct snapshot *of, enum reclaim what, s64 value)
{
	if (of->reclaims >> what & 1)
		return;
	of->reclaims |= 1u << what;
	of->reclaim[what] = value;
}

/* `active_file:21` of all memory: not of a node, which has kB. One that ends its line may be cut off. mm/show_mem.c:show_free_areas() */
static bool of_memory(struct paste *paste, const struct word *word)
{
	static const char *const all[] = {
#define R(name) #name ":",
		RECLAIM(R)
#undef R
	};
	struct snapshot *of = newest(paste);
	struct words at = paste->words;
	struct word next;
	const char *digits;
	s64 value;

	for (u32 i = 0; i < RECLAIM_swap_free; i++)
		if (mms_word_begins(word, all[i], &digits) && mms_digits_till(digits, word->end, "", &value)) {
			if (!mms_word(&at, &next) || !mms_is_digit(*next.at))
				put_reclaim(of, i, value);
			return true;
		}
	return false;
}

/* `Free swap  = 0kB`, `Total swap = 2094076kB` */
static bool of_swap(struct paste *paste, const struct word *word)
{
	bool total = mms_word_is(word, "Total");
	struct words at = paste->words;
	struct word next;
	s64 kib;

	if ((!total && !mms_word_is(word, "Free")) || !mms_word(&at, &next) || !mms_word_is(&next, "swap") || !mms_word(&at, &next) ||
	    !mms_word_is(&next, "=") || !mms_word(&at, &next) || !mms_word_number(&next, "kB", &kib))
		return false;
	paste->words = at;
	put_reclaim(newest(paste), total ? RECLAIM_swap_total : RECLAIM_swap_free, kib);
	return true;
}

/* `all_unreclaimable? yes` of a node; before 4.8, and for other reasons, of a zone. */
static bool of_node(struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct word next;

	if (is_open(paste) || !mms_word_is(word, "all_unreclaimable?") || !mms_word(&at, &next))
		return false;
	paste->words = at;
	newest(paste)->given_up |= mms_word_is(&next, "yes");
	return true;
}

/* `Not tainted 6.12.60 #1`, `Tainted: G        W          6.1.0-18-amd64 #1`: the release, as 612. */
static u32 release(const struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct word part;
	u64 major, minor;

	while (mms_word(&at, &part) && part.line == word->line)
		if (mms_is_digit(*part.at)) {
			const char *dot = part.at;

			if (mms_holds(part.at, part.end, ".el")) /* with changes of later ones */
				return 0;
			return mms_figures(&dot, 10, &major) && *dot++ == '.' && mms_figures(&dot, 10, &minor) && major < 100 && minor < 100 ?
				(u32)(major * 100 + minor) : 0;
		}
	return 0;
}

/* Words of a head, and those of an OOM's last lines; `from`: where it stands in the text. */
static bool of_head(struct paste *paste, const struct word *word, const char *from)
{
	struct snapshot *of = newest(paste);
	struct request *asked = of && of->kind == SNAPSHOT_REPORT ? &of->asked : NULL;
	const char *at, *behind;
	bool mask = false;

	if (!asked)
		return false;
	if (mms_word_begins(word, "constraint=", &at) || mms_word_begins(word, "oom-kill:constraint=", &at)) {
		asked->constrained = true;
		if (mms_holds(at, word->end, "CONSTRAINT_MEMCG"))
			asked->event = EVENT_CGROUP;
		asked->cpuset |= mms_holds(at, word->end, "CONSTRAINT_CPUSET");
		asked->policy |= mms_holds(at, word->end, "CONSTRAINT_MEMORY_POLICY");
		for (; at < word->end; at++) /* since 5.0 all of it is one word */
			if (mms_begins(at, word->end, asked->cpuset ? ",mems_allowed=" : ",nodemask=", &behind) && (asked->cpuset || asked->policy))
				asked->nodes &= mms_node_list(behind, word->end);
		return true;
	}
	if (of_swap(paste, word) || of_node(paste, word))
		return true;
	if (mms_word_is(word, "printk") && says(paste, "messages", "dropped"))
		asked->dropped |= paste->headed || is_open(paste);
	if (!paste->headed)
		return false;
	if ((mms_word_is(word, "tainted") || mms_word_is(word, "Tainted:")) && !asked->release)
		asked->release = release(paste, word);
	if (of_memory(paste, word))
		return true;
	if (asked->event == EVENT_VMALLOC)
		asked->lack = mms_word_is(word, "exceeds") && says(paste, "total", NULL) ? LACK_MEMORY :
			mms_word_is(word, "vm_struct") && says(paste, "allocation", NULL) ? LACK_AREA :
			mms_word_is(word, "failed") && says(paste, "to", "map") ? LACK_TABLES :
			mms_word_is(word, "failed") && says(paste, "to", "allocate") ? LACK_PAGES :
			mms_word_is(word, "array") && says(paste, "size", NULL) ? LACK_ARRAY :
			mms_word_is(word, "order") && says(paste, "", "allocation") ? LACK_PAGES : /* 5.13 to 5.15 */
			mms_word_is(word, "failure:") && !asked->lack ? LACK_RANGE : /* to 5.12 */
			mms_word_is(word, "failure,") && says(paste, "allocated", NULL) ? LACK_PART :
			(mms_word_is(word, "Address") && says(paste, "range", "restricted")) || (mms_word_is(word, "use") && says(paste, "vmalloc=", NULL)) ?
			LACK_AREA : asked->lack;
	if (mms_word_begins(word, "gfp_mask=", &at) || mms_word_begins(word, "mode:", &at))
		gfp(asked, at, word->end);
	else if (mms_word_begins(word, "order:", &at) || mms_word_begins(word, "order=", &at))
		order(asked, at, word->end);
	else if ((mask = mms_word_begins(word, "nodemask=", &at)) || mms_word_begins(word, "mems_allowed=", &at))
		asked->nodes &= mms_node_list(at, word->end);
	else if (asked->event == EVENT_OOM && ((mms_word_is(word, "memory:") && says(paste, "usage", NULL)) ||
		 (mms_word_is(word, "Memory") && says(paste, "cgroup", "out")) || (mms_word_is(word, "Memory") && says(paste, "cgroup", "stats"))))
		asked->event = EVENT_CGROUP;
	else
		return false;
	asked->nodemask |= mask;
	if (asked->has_gfp || asked->has_order)
		put_source(paste, FIELDS, SOURCE_HEAD, from);
	touch(paste, word->line);
	return true;
}

/* In a line that was cut where a number is, parts of numbers look like numbers: so many columns as another zone has, or none. */
static bool cut_in_number(const struct snapshot *of, const struct zone *zones, const struct zone *zone)
{
	for (u32 i = 0; i < of->zones; i++)
		if (&zones[i] != zone && zones[i].reserves)
			return zones[i].reserves != zone->reserves;
	return true;
}

static void reserves(struct paste *paste, u32 line)
{
	struct zone *zone = &paste->zone[paste->zones - 1];
	struct word word = {0};
	struct word last = {0};
	bool across = false;
	s64 pages;
	u32 n;

	while (zone->reserves < COLUMNS && mms_word_ahead(&paste->words, &word) && mms_word_number(&word, "", &pages)) {
		zone->reserve[zone->reserves++] = pages;
		across |= word.line != line;
		line = word.line;
		last = word;
		skip(paste);
		put_source(paste, (u8)(FIELDS + zone->reserves - 1), newest(paste)->zones - 1, word.at);
	}
	if (across && cut_in_number(newest(paste), &paste->zone[newest(paste)->zone], zone))
		zone->reserves = 0;
	n = zone->reserves;
	if (n < COLUMNS && word.index && word.end > word.at && mms_is_digit(*word.at))
		zone->reserves = 0; /* `15,930`, `16022;`: a column that is no number */
	if (n > 1 && !mms_word_ends(&paste->words, &last) && (zone->reserve[n - 1] < zone->reserve[n - 2] ||
	    cut_in_number(newest(paste), &paste->zone[newest(paste)->zone], zone)))
		zone->reserves = 0; /* the text ends in a number */
	zone->last = line;
	touch(paste, line);
	paste->open = OPEN_NOTHING;
}

/* `gfp_mask=0x1` and `40cca(GFP_KERNEL),`; `orde` and `r=0,`; `inv` and `oked`: a word of a head that a line's end cut in two. */
static bool of_two(struct paste *paste, const struct word *word)
{
	static const char *const all[] = {"invoked", "gfp_mask=", "mode:", "order=", "order:"};
	struct words before = paste->words;
	struct word both = *word;
	u32 n = (u32)(word->end - word->at), len, i = 0;
	char text[JOINED], *room;

	while (i < MMS_COUNT(all) && !mms_same_bytes(all[i], MMS_MIN(n, mms_strlen(all[i])), word->at, MMS_MIN(n, mms_strlen(all[i]))))
		i++;
	if (i == MMS_COUNT(all) || word->end[-1] == ',' || word->end[-1] == ')' || !joined(paste, word, text, &len) ||
	    !(mms_same(all[0], text, len) || (text[len - 1] == ',' && !mms_same("mode:", text, MMS_MIN(len, 5u))) ||
	      mms_holds(text, text + len, "(G") || mms_holds(text, text + len, "(_")))
		return false;
	room = mms_arena_alloc(&paste->arena, len + 8);
	if (!room)
		return false;
	mms_copy(room, text, len + 8);
	both.at = room;
	both.end = room + len;
	skip(paste);
	if (begins(paste, &both) || of_head(paste, &both, word->at))
		return true;
	paste->words = before;
	return false;
}

bool mms_report_word(struct paste *paste, const struct word *word)
{
	const struct name *name;
	char text[JOINED];
	const char *behind;
	u32 len;
	s64 kib;

	if (mms_word_is(word, "kernel:") && paste->before[0].line == word->line)
		paste->host = paste->before[0];
	if (word->end[-1] == ']')
		caller(paste, word);
	if (of_two(paste, word) || head(paste, word) || begins(paste, word) || of_head(paste, word, word->at))
		return true;
	if (mms_word_begins(word, "lowmem_reserve[]:", &behind)) {
		paste->headless |= !is_open(paste);
		if (!is_open(paste) && newest(paste) && newest(paste)->zones && !is_another(&paste->caller, &newest(paste)->asked.caller, word->line))
			newest(paste)->lost = ~0u;
		if (is_open(paste))
			reserves(paste, word->line);
		return true;
	}
	if (!is_open(paste))
		return false;
	if (amount(word->at, word->end, &name, &kib)) {
		put(paste, name, kib, word->at);
	} else if (joined(paste, word, text, &len) && amount(text, text + len, &name, &kib)) {
		skip(paste);
		put(paste, name, kib, word->at);
	} else {
		return false;
	}
	paste->zone[paste->zones - 1].last = paste->words.line;
	touch(paste, paste->words.line);
	paste->chain = true;
	return true;
}

#define LINES_BETWEEN 100 /* heads of reports that overlap are no further apart: a stack lies between */

/* Two heads, and then the zones of two: which are whose? */
static void overlap(struct paste *paste, struct snapshot *s)
{
	bool heads = s[0].asked.has_gfp && !s[0].zones && s[1].asked.has_gfp && s[1].zones && s[1].first - s[0].first < LINES_BETWEEN;

	if (!heads || s[2].kind != SNAPSHOT_REPORT || s[2].asked.event != EVENT_NONE || !s[2].zones)
		return;
	s[0].asked.mixed = s[1].asked.mixed = true;
	paste->reversed = false;
}

/* All rows of a report have as many columns: one with fewer was cut. */
static void drop_short(const struct snapshot *s, struct zone *zones)
{
	u32 most = 0;

	for (u32 i = 0; i < s->zones; i++)
		most = MMS_MAX(most, zones[i].reserves);
	for (u32 i = 0; i < s->zones; i++)
		zones[i].reserves = zones[i].reserves < most ? 0 : most;
}

void mms_report_units(struct paste *paste)
{
	for (u32 i = 0; i < paste->snapshots; i++) {
		struct snapshot *of = &paste->snapshot[i];
		s64 page = paste->page ? paste->page >> 10 : 4;

		if (i > 1)
			overlap(paste, of - 2);
		drop_short(of, &paste->zone[of->zone]);
		if (of->kind == SNAPSHOT_REPORT && of->unit_known)
			page = of->unit >> 10;
		else if (of->kind == SNAPSHOT_REPORT && of->figures >= FIGURES_64 && of->gcd % 64 == 0)
			page = 64;
		else if (of->kind == SNAPSHOT_REPORT && of->figures >= FIGURES_16 && of->gcd % 16 == 0)
			page = 16;
		of->unit = page << 10;
		for (u32 z = 0; z < of->zones; z++) /* reserved_highatomic is printed since 5.7, and boosts later */
			of->asked.by_number |= mms_known(&paste->zone[of->zone + z], FIELD_highatomic);
		for (u32 z = 0; of->kind == SNAPSHOT_REPORT && z < of->zones; z++)
			for (u32 f = 0; f < FIELDS; f++)
				paste->zone[of->zone + z].value[f] /= page;
	}
}
