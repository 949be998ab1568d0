/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Free blocks by order: /proc/buddyinfo (mm/vmstat.c:frag_show_print()) and, by type of their page blocks, /proc/pagetypeinfo
 * (pagetypeinfo_showfree_print()). The latter ends with counts of page blocks, which look like rows of the former but are
 * fewer, and say `>100000` where it stopped counting.
 */
#include "internal.h"

#include "base/bytes.h"

#define ORDERS_LEAST 8u /* fewer numbers than this are page blocks by type */
#define ORDERS_USUAL 11u

const char *const mms_type_name[TYPES] = {"Unmovable", "Movable", "Reclaimable", "HighAtomic", "CMA", "Isolate"};

static u32 type_named(const struct word *word)
{
	u32 type = 0;

	while (type < TYPES && !mms_word_is(word, mms_type_name[type]))
		type++;
	return type;
}

static bool count(const struct words *words, const struct word *word, s64 *blocks)
{
	struct word number = *word;

	number.at += *number.at == '>';
	return mms_word_number(&number, "", blocks) && mms_word_ends(words, word) && *blocks <= PAGES_MOST;
}

bool mms_free_list_row(struct paste *paste, const struct words *from, u32 node, enum zone_name name, bool typed, u32 line)
{
	struct free_list row = {.node = node, .line = line, .zone = name, .type = TYPES}, *room;
	struct words at = *from, before;
	struct word word;

	if (typed && (!mms_word(&at, &word) || (row.type = type_named(&word)) == TYPES))
		return false;
	for (before = at; row.orders < ORDERS && mms_word(&at, &word) && count(&at, &word, &row.blocks[row.orders]); before = at)
		row.orders++;
	paste->words = before;
	if (!typed && row.orders < ORDERS_LEAST) {
		mms_piece_add(paste, PIECE_PAGETYPEINFO, line, before.line);
		return true;
	}
	mms_piece_add(paste, typed ? PIECE_PAGETYPEINFO : PIECE_BUDDYINFO, line, before.line);
	if (before.line > line && row.orders != ORDERS_USUAL) /* a line's end may have cut a number in two */
		return true;
	room = mms_room(paste, paste->free_list, paste->free_lists, &paste->free_list_room, sizeof(*room));
	if (!room)
		return true;
	paste->free_list = room;
	paste->free_list[paste->free_lists++] = row;
	return true;
}

/* The zoneinfo that a row stands beside: the last before it, or else the first. */
static struct snapshot *beside(const struct paste *paste, const struct free_list *row)
{
	struct snapshot *found = NULL;

	for (u32 i = 0; i < paste->snapshots; i++) {
		struct snapshot *s = &paste->snapshot[i];

		if (s->kind == SNAPSHOT_ZONEINFO && s->zones && (!found || s->first <= row->line))
			found = s;
	}
	return found;
}

static void place(struct zone *zone, const struct free_list *row)
{
	if (row->type < TYPES) {
		zone->typed = true;
		zone->free_of[row->type] = 0;
		for (u32 o = 0; o < row->orders; o++)
			zone->free_of[row->type] += row->blocks[o] << o;
		return;
	}
	zone->lists = row->orders;
	for (u32 o = 0; o < row->orders; o++) {
		zone->blocks[o] = row->blocks[o];
		zone->letters[o] = LIST_U;
	}
}

void mms_free_lists_place(struct paste *paste)
{
	for (u32 i = 0; i < paste->free_lists; i++) {
		const struct free_list *row = &paste->free_list[i];
		const struct snapshot *s = beside(paste, row);

		for (u32 n = 0; s && n < s->zones; n++) {
			struct zone *zone = &paste->zone[s->zone + n];

			if (zone->node == row->node && zone->name == row->zone)
				place(zone, row);
		}
	}
}
