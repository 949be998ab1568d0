/* SPDX-License-Identifier: Apache-2.0 */
/*
 * /proc/zoneinfo (mm/vmstat.c:zoneinfo_show_print()) of 2.6 to 7.x, and a zone as the one command prints it. A zone
 * goes from its head to `pagesets`; each number counts once. Only what stands first on its line, or behind another
 * number of the zone, is taken: prose has such words, too.
 */
#include "internal.h"

#include "base/bytes.h"

static const struct name {
	const char *text;
	enum field field;
} names[] = {
	{"free", FIELD_free}, {"boost", FIELD_boost}, {"min", FIELD_min}, {"low", FIELD_low}, {"high", FIELD_high},
	{"promo", FIELD_promo}, {"spanned", FIELD_spanned}, {"present", FIELD_present}, {"managed", FIELD_managed},
	{"nr_free_cma", FIELD_cma}, {"reserved_highatomic", FIELD_highatomic}, {"nr_reserved_highatomic", FIELD_highatomic},
	{"free_highatomic", FIELD_free_highatomic}, {"nr_free_highatomic", FIELD_free_highatomic}, {"start_pfn:", FIELD_start},
	{"nr_inactive_file", FIELD_inactive_file}, {"nr_anon_pages", FIELD_anon}, {"nr_file_pages", FIELD_file},
	{"node_unreclaimable:", FIELD_unreclaimable},
};

/* Numbers of pages that zoneinfo may have more of, which end no row of them. */
static const char *const others[] = {"cma", "scanned", "nr_free_pages", "nr_free_pages_blocks"};

static bool known(const char *at, const char *end, enum field *field)
{
	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_same(names[i].text, at, (u32)(end - at))) {
			*field = names[i].field;
			return true;
		}
	return false;
}

static struct zone *open_zone(const struct paste *paste)
{
	return paste->open == OPEN_ZONEINFO ? &paste->zone[paste->zones - 1] : NULL;
}

static void touch(struct paste *paste, struct zone *zone, u32 line)
{
	zone->last = line;
	paste->snapshot[paste->snapshots - 1].last = line;
	mms_piece_add(paste, PIECE_ZONEINFO, zone->first, line);
	paste->chain = true;
}

/* `count: 270`, `batch: 63`, `high_max: 2000` of a CPU, and `vm stats threshold: 24`. mm/page_alloc.c:nr_pcp_alloc() takes up to
 * 32 batches since 6.7, and no more than the list holds at most. */
#define BATCHES_MOST 32

static void take_batch(struct pagesets *sets, s64 batch)
{
	sets->batch = batch;
	sets->most = MMS_MAX(sets->most, batch);
}

static void take_most(struct pagesets *sets, s64 high_max)
{
	sets->most = MMS_MAX(sets->most, MMS_MIN(high_max, sets->batch * BATCHES_MOST));
}

static bool pageset(struct paste *paste, struct zone *zone, const struct word *word)
{
	struct words at = paste->words;
	struct pagesets *sets = &zone->pagesets;
	struct word name = *word, value;
	s64 number;

	if (mms_word_is(word, "vm") && (!mms_word(&at, &name) || !mms_word_is(&name, "stats") || !mms_word(&at, &name)))
		return false;
	if (!mms_word(&at, &value) || !mms_word_number(&value, "", &number) || !mms_word_ends(&at, &value) || number > PAGES_MOST)
		return false;
	if (mms_word_is(&name, "cpu:"))
		sets->cpus++;
	else if (mms_word_is(&name, "count:"))
		sets->held += number;
	else if (mms_word_is(&name, "batch:"))
		take_batch(sets, number);
	else if (mms_word_is(&name, "high_max:"))
		take_most(sets, number);
	else if (mms_word_is(&name, "threshold:"))
		sets->threshold = number;
	else if (!mms_word_is(&name, "high:") && !mms_word_is(&name, "high_min:"))
		return false;
	paste->words = at;
	touch(paste, zone, value.line);
	return true;
}

/* `web1:` before a line, as pdsh and the like print it; false: the line has none. */
static bool prefix(const struct paste *paste, const struct word *word, struct word *host)
{
	const struct word *before = &paste->before[0];

	*host = *before;
	return word->index == 1 && before->at && before->line == word->line && before->end - before->at > 1 && before->end[-1] == ':' &&
		(mms_is_letter(*before->at) || before->end - before->at > 4);
}

/* A zone whose line names another host than that of the zones before it is of another moment. Where that host has begun before, and
 * now goes on, lines of two are mixed. */
static void separate(struct paste *paste, const struct word *host, u32 node, enum zone_name name, u32 line)
{
	const struct snapshot *last = paste->snapshots ? &paste->snapshot[paste->snapshots - 1] : NULL;

	if (!last || last->kind != SNAPSHOT_ZONEINFO || !last->asked.host.at || mms_host_same(&last->asked.host, host))
		return;
	for (const struct snapshot *s = paste->snapshot; s < last; s++)
		paste->hosts_mixed |= s->zones && s->asked.host.at && mms_host_same(&s->asked.host, host) &&
			mms_zone_place(node, name) > mms_zone_place(paste->zone[s->zone].node, paste->zone[s->zone].name);
	mms_snapshot_add(paste, SNAPSHOT_ZONEINFO, line);
}

/* A zone of the host whose name stands before its line, or in the newest prompt. */
static struct zone *add_zone(struct paste *paste, const struct word *word, u32 node, enum zone_name name)
{
	struct word host;
	bool prefixed = prefix(paste, word, &host);
	struct zone *zone;
	struct snapshot *s;

	if (prefixed)
		separate(paste, &host, node, name, word->line);
	zone = mms_zone_add(paste, SNAPSHOT_ZONEINFO, node, name, word->line);
	if (!zone)
		return NULL;
	s = &paste->snapshot[paste->snapshots - 1];
	if (s->zones == 1)
		s->asked.host = prefixed ? host : paste->prompt;
	s->prefixed |= prefixed;
	return zone;
}

/* `Node 0, zone DMA    Node 0, zone DMA`: two texts side by side, as `diff -y` prints them. */
static bool beside(struct paste *paste, u32 node, enum zone_name name, const struct word *word)
{
	const struct zone *last = paste->zones && word->index ? &paste->zone[paste->zones - 1] : NULL;

	if (!last || last->known || last->first != word->line || last->node != node || last->name != name)
		return false;
	paste->hosts_mixed = paste->snapshot[paste->snapshots - 1].prefixed = true;
	paste->open = OPEN_ZONEINFO;
	return true;
}

/* `Node 0, zone Normal`, and no number behind it: that is buddyinfo. */
static bool head(struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct word part;
	struct zone *zone;
	enum zone_name name;
	s64 node, count;
	bool comma;

	if (!mms_word_is(word, "Node") || !mms_word(&at, &part) || !mms_word_number(&part, ",", &node) || !mms_word(&at, &part) ||
	    !mms_word_is(&part, "zone") || !mms_word(&at, &part))
		return false;
	comma = part.end[-1] == ',';
	name = mms_zone_named(part.at, part.end - comma);
	paste->open = OPEN_NOTHING;
	if (name == ZONE_NAMES || node > (s64)UINT32_MAX)
		return false;
	if (comma)
		return mms_word(&at, &part) && mms_word_is(&part, "type") && mms_free_list_row(paste, &at, (u32)node, name, true, word->line);
	paste->words = at;
	if (mms_word_ahead(&at, &part) && mms_word_number(&part, "", &count))
		return mms_free_list_row(paste, &at, (u32)node, name, false, word->line);
	if (beside(paste, (u32)node, name, word))
		return true;
	zone = add_zone(paste, word, (u32)node, name);
	if (zone) {
		if (paste->orphan) {
			mms_snapshot_cut(paste, paste->orphan);
			paste->snapshot[paste->snapshots - 1].beheaded = true;
		}
		paste->orphan = 0;
		paste->open = OPEN_ZONEINFO;
		paste->column = word->index;
		touch(paste, zone, word->line);
	}
	return true;
}

/* `(0, 2968, 16022)`, in however many words; false: it is no such row. */
static bool numbers(struct paste *paste, struct zone *zone)
{
	struct words at = paste->words;
	struct word word;
	u32 n = 0, parts = 0;
	bool ends = false;

	for (; !ends && mms_word(&at, &word); parts++) {
		const char *from = word.at + (!n && *word.at == '(');

		while (from < word.end && !ends) {
			const char *till = from;

			while (till < word.end && mms_is_digit(*till))
				till++;
			if (till == from || n == COLUMNS || !mms_digits_till(from, till, "", &zone->reserve[n]))
				return false;
			n++;
			ends = *till == ')';
			if (till == word.end || (*till != ',' && !ends))
				return false;
			from = till + 1;
		}
	}
	if (!ends || (parts > 1 && parts != n)) /* `(0, 15,930)` */
		return false;
	zone->reserves = n;
	paste->words = at;
	touch(paste, zone, word.line);
	return true;
}

static bool other(const struct word *word)
{
	for (u32 i = 0; i < MMS_COUNT(others); i++)
		if (mms_word_is(word, others[i]))
			return true;
	return false;
}

/* `cpus=2 held=270 batch=63 high_max=2000 threshold=24` */
static void compact_pageset(struct pagesets *sets, const char *name, const char *end, s64 value)
{
	u32 len = (u32)(end - name);

	if (mms_same("cpus", name, len))
		sets->cpus = (u32)MMS_MIN(value, (s64)UINT16_MAX);
	else if (mms_same("held", name, len))
		sets->held = value;
	else if (mms_same("batch", name, len))
		take_batch(sets, value);
	else if (mms_same("high_max", name, len))
		take_most(sets, value);
	else if (mms_same("threshold", name, len))
		sets->threshold = value;
}

/* `0,Normal`: a zone, as the one command prints it. */
static bool placed(const struct word *word, s64 *node, enum zone_name *name)
{
	const char *comma = word->at;

	while (comma < word->end && *comma != ',')
		comma++;
	if (comma == word->end || !mms_digits_till(word->at, comma, "", node) || *node > (s64)UINT32_MAX)
		return false;
	*name = mms_zone_named(comma + 1, word->end);
	return *name < ZONE_NAMES;
}

/* `zone 0,Normal free=3977 min=39 … prot=(0,2968,16022)`: a zone of the one command. */
static bool compact(struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct word part;
	struct zone *zone;
	const char *name;
	enum zone_name named;
	enum field field;
	s64 node, value;

	if (!mms_word_is(word, "zone") || !mms_word(&at, &part) || !placed(&part, &node, &named))
		return false;
	zone = add_zone(paste, word, (u32)node, named);
	if (!zone)
		return false;
	paste->words = at;
	paste->open = OPEN_NOTHING;
	while (mms_word_ahead(&paste->words, &part) && part.index) {
		for (name = part.at; part.at < part.end && *part.at != '='; part.at++)
			;
		if (part.at == part.end)
			break;
		if (mms_same("prot", name, (u32)(part.at - name))) {
			paste->words.at = part.at + 1;
			if (!numbers(paste, zone))
				break;
			continue;
		}
		if (mms_word_ends(&paste->words, &part) && mms_digits_till(part.at + 1, part.end, "", &value)) {
			if (known(name, part.at, &field))
				mms_zone_put(zone, field, value);
			else if (value <= PAGES_MOST)
				compact_pageset(&zone->pagesets, name, part.at, value);
		}
		mms_word(&paste->words, &part);
		zone->last = part.line;
	}
	touch(paste, zone, zone->last);
	return true;
}

/* `pages`, and behind it `free 3977`; where it does not stand first on a line, `boost` or `min`, too. */
static bool begins_numbers(const struct paste *paste, bool first)
{
	struct words at = paste->words;
	struct word word;
	s64 number;

	if (!mms_word(&at, &word) || !mms_word_is(&word, "free"))
		return false;
	return first || (mms_word(&at, &word) && mms_word_number(&word, "", &number) && mms_word(&at, &word) &&
		(mms_word_is(&word, "boost") || mms_word_is(&word, "min")));
}

/* The number behind a name: alone on its line, as `28 111` is none. */
static bool number_of(const struct paste *paste, struct word *value, s64 *number)
{
	struct words at = paste->words;
	struct word next;

	return mms_word(&at, value) && mms_word_number(value, "", number) && mms_word_ends(&at, value) &&
		(!mms_word(&at, &next) || next.line != value->line || !mms_is_digit(*next.at));
}

/* A row that only a zone has, and no head before it: the text begins in the middle of a zone. */
static void orphan(struct paste *paste, const struct word *word)
{
	struct word value;
	enum field field;
	s64 number;

	if (mms_word_is(word, "protection:") ||
	    (known(word->at, word->end, &field) && field >= FIELD_spanned && field <= FIELD_managed && number_of(paste, &value, &number)))
		paste->orphan = word->line;
}

/* `-  pages free 3977`, `-zone 0,Normal free=3977`: what a difference takes out. It is read past. */
static bool removed(struct paste *paste, const struct word *word)
{
	const struct zone *zone = open_zone(paste);
	struct words at = paste->words;
	struct removed one = {.line = word->line};
	struct word name, value;
	const char *behind;
	s64 node;

	if (!mms_word(&at, &name))
		return false;
	if (mms_word_is(word, "-zone")) {
		if (!placed(&name, &node, &one.zone) || !mms_word(&at, &value) || !mms_word_begins(&value, "free=", &behind))
			return false;
		one.node = (u32)node;
		value.at = behind;
	} else {
		if (!zone || (!mms_word_is(word, "-") && !mms_word_is(word, "<")) || (mms_word_is(&name, "pages") && !mms_word(&at, &name)) ||
		    !mms_word(&at, &value) || value.line > word->line || !known(name.at, name.end, &one.field))
			return false;
		one.node = zone->node;
		one.zone = zone->name;
	}
	if (!mms_word_number(&value, "", &one.value))
		return false;
	if (!paste->removed.line)
		paste->removed = one;
	paste->words = at;
	return true;
}

bool mms_zoneinfo_word(struct paste *paste, const struct word *word)
{
	struct zone *zone = open_zone(paste);
	struct word value, host;
	const char *behind;
	enum field field;
	s64 number;

	if (head(paste, word) || compact(paste, word) || (mms_first(paste, word) && removed(paste, word)))
		return true;
	if (mms_word_is(word, "pages") && begins_numbers(paste, mms_first(paste, word))) {
		paste->chain = true;
		if (!zone || mms_known(zone, FIELD_free)) { /* its head was cut away */
			mms_snapshot_cut(paste, word->line);
			paste->open = OPEN_NOTHING;
		}
		return true;
	}
	if (!zone && mms_first(paste, word))
		orphan(paste, word);
	if (!zone || (!mms_first(paste, word) && !paste->chained))
		return false;
	if (mms_first(paste, word) && prefix(paste, word, &host) && paste->snapshot[paste->snapshots - 1].prefixed &&
	    !mms_host_same(&host, &paste->snapshot[paste->snapshots - 1].asked.host)) {
		paste->hosts_mixed = true;
		return true;
	}
	zone->of_node |= mms_word_is(word, "per-node");
	paste->snapshot[paste->snapshots - 1].modern |= mms_word_begins(word, "nr_zone_", &behind);
	if (mms_word_is(word, "protection:"))
		return !zone->reserves && numbers(paste, zone);
	if (mms_word_is(word, "pagesets")) {
		touch(paste, zone, word->line);
		return true;
	}
	if (pageset(paste, zone, word))
		return true;
	if (!number_of(paste, &value, &number))
		return false;
	if (known(word->at, word->end, &field))
		mms_zone_put(zone, field, number);
	else if (!other(word))
		return false;
	mms_word(&paste->words, &value);
	touch(paste, zone, value.line);
	if (zone->known >> FIELD_start & 1)
		paste->open = OPEN_NOTHING; /* the last line of a zone */
	return true;
}
