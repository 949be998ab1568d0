/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a text, one after another, to whoever knows them. */
#include "internal.h"

#define LINES_BETWEEN 2u /* a line and the next, where one of them is empty */

const char *const mms_zone_name[ZONE_NAMES] = {"DMA", "DMA32", "Normal", "HighMem", "Movable", "Device"};

enum zone_name mms_zone_named(const char *at, const char *end)
{
	enum zone_name name = ZONE_DMA;

	while (name < ZONE_NAMES && !mms_same(mms_zone_name[name], at, (u32)(end - at)))
		name++;
	return name;
}

bool mms_first_word(const struct paste *paste, struct words *words, struct word *word)
{
	u32 line = words->line + LINES_BETWEEN;

	while (mms_word(words, word) && word->line <= line)
		if (mms_first(paste, word) || *word->at == '/')
			return true;
	return false;
}

bool mms_zone_empty(const struct zone *zone)
{
	bool sized = mms_known(zone, FIELD_present) || mms_known(zone, FIELD_managed);

	return sized && !zone->value[FIELD_present] && !zone->value[FIELD_managed];
}

void *mms_room(struct paste *paste, void *array, u32 count, u32 *room, size_t size)
{
	u32 more = *room ? *room * 2 : 16;
	u8 *bigger;

	if (count < *room)
		return array;
	bigger = mms_arena_alloc(&paste->arena, more * size);
	if (!bigger) {
		paste->full = true;
		return NULL;
	}
	if (array)
		mms_copy(bigger, array, count * size);
	*room = more;
	return bigger;
}

void mms_piece_add(struct paste *paste, enum piece_kind kind, u32 first, u32 last)
{
	struct piece *before = paste->pieces ? &paste->piece[paste->pieces - 1] : NULL, *room;

	if (before && before->kind == kind && first <= before->last + 1) {
		before->last = MMS_MAX(before->last, last);
		return;
	}
	room = mms_room(paste, paste->piece, paste->pieces, &paste->piece_room, sizeof(*room));
	if (!room)
		return;
	paste->piece = room;
	paste->piece[paste->pieces++] = (struct piece){kind, first, last};
}

struct snapshot *mms_snapshot_add(struct paste *paste, enum snapshot_kind kind, u32 line)
{
	struct snapshot *room = mms_room(paste, paste->snapshot, paste->snapshots, &paste->snapshot_room, sizeof(*room));

	if (!room)
		return NULL;
	paste->snapshot = room;
	room = &paste->snapshot[paste->snapshots++];
	mms_fill(room, 0, sizeof(*room));
	room->kind = kind;
	room->first = room->last = line;
	room->zone = paste->zones;
	room->asked.nodes = UINT64_MAX;
	return room;
}

static bool comes_again(const struct paste *paste, struct snapshot *of, u32 node, enum zone_name name)
{
	u64 place = mms_zone_place(node, name);

	if (place > of->place) {
		of->place = place;
		return false;
	}
	for (u32 i = 0; i < of->zones; i++)
		if (paste->zone[of->zone + i].node == node && paste->zone[of->zone + i].name == name)
			return true;
	of->reversed = of->kind == SNAPSHOT_ZONEINFO;
	return false;
}

struct zone *mms_zone_add(struct paste *paste, enum snapshot_kind kind, u32 node, enum zone_name name, u32 line)
{
	struct snapshot *of = paste->snapshots ? &paste->snapshot[paste->snapshots - 1] : NULL;
	struct zone *room;

	/* the same zone again: another moment, or another machine */
	if (of && (of->kind != kind || of->zones == ZONES_MOST || comes_again(paste, of, node, name)))
		of = NULL;
	if (!of)
		of = mms_snapshot_add(paste, kind, line);
	room = of ? mms_room(paste, paste->zone, paste->zones, &paste->zone_room, sizeof(*room)) : NULL;
	if (!room)
		return NULL;
	paste->zone = room;
	of->zones++;
	of->place = MMS_MAX(of->place, mms_zone_place(node, name));
	of->last = line;
	room = &paste->zone[paste->zones++];
	mms_fill(room, 0, sizeof(*room));
	room->node = node;
	room->name = name;
	room->first = room->last = line;
	return room;
}

void mms_snapshot_cut(struct paste *paste, u32 line)
{
	if (paste->snapshots)
		paste->snapshot[paste->snapshots - 1].cut = line;
}

void mms_zone_put(struct zone *zone, enum field field, s64 value)
{
	if (mms_known(zone, field))
		return;
	zone->known |= 1u << field;
	zone->value[field] = value;
}

/* Lines that come newest first: numbers stand before the head of their zone. A report's first reserve is then of no zone before
 * it, and its last zone has none. */
static void reversed(struct paste *paste, struct snapshot *s)
{
	s->reversed |= s->headless && s->zones && !paste->zone[s->zone + s->zones - 1].reserves;
	for (u32 i = 0; s->reversed && i < s->zones; i++) {
		struct zone *zone = &paste->zone[s->zone + i];

		zone->reserves = 0;
		if (s->kind == SNAPSHOT_ZONEINFO)
			zone->known = 0;
	}
	paste->reversed |= s->reversed;
}

/* `root@web1:~#`, `[root@web1 ~]#`; `web1 | CHANGED | rc=0 >>` of ansible; `kubectl debug node/web1`: the host whose output follows. */
static void prompt(struct paste *paste, const struct word *word)
{
	struct word host = *word;

	if (mms_word_begins(word, "node/", &host.at) && mms_word_is(&paste->before[0], "debug"))
		paste->prompt = host;
	host = *word;
	if ((mms_word_is(word, "CHANGED") || mms_word_is(word, "SUCCESS")) && mms_word_is(&paste->before[0], "|") && !paste->before[1].index &&
	    paste->before[1].line == word->line)
		paste->prompt = paste->before[1];
	if (word->index)
		return;
	while (host.at < host.end && *host.at != '@')
		host.at++;
	if (host.at == host.end || host.at == word->at)
		return;
	for (const char *at = ++host.at; at < host.end; at++)
		if (*at == ':' || *word->at == '[') {
			paste->prompt = host;
			return;
		}
}

void mms_paste_parse(struct paste *paste)
{
	struct word word;

	paste->zone = mms_room(paste, NULL, 0, &paste->zone_room, sizeof(*paste->zone));
	paste->snapshot = mms_room(paste, NULL, 0, &paste->snapshot_room, sizeof(*paste->snapshot));
	paste->swap = mms_room(paste, NULL, 0, &paste->swap_room, sizeof(*paste->swap));
	paste->list = mms_room(paste, NULL, 0, &paste->list_room, sizeof(*paste->list));
	paste->free_list = mms_room(paste, NULL, 0, &paste->free_list_room, sizeof(*paste->free_list));
	paste->series = mms_room(paste, NULL, 0, &paste->series_room, sizeof(*paste->series));
	paste->cell = mms_room(paste, NULL, 0, &paste->cell_room, sizeof(*paste->cell));
	while (!paste->full && mms_word(&paste->words, &word)) {
		prompt(paste, &word);
		paste->chained = paste->chain;
		paste->chain = false;
		if (mms_first(paste, &word) && mms_word_folds(&word)) {
			if (paste->open)
				mms_snapshot_cut(paste, word.line + 1);
			paste->open = OPEN_NOTHING;
		}
		if (!mms_zoneinfo_word(paste, &word) && !mms_report_word(paste, &word) && !mms_swap_word(paste, &word) &&
		    !mms_meminfo_word(paste, &word) && !mms_numastat_word(paste, &word) && !mms_series_word(paste, &word))
			mms_settings_word(paste, &word);
		paste->before[1] = paste->before[0];
		paste->before[0] = word;
	}
	mms_free_lists_place(paste);
	for (u32 i = 0; i < paste->snapshots; i++) {
		paste->snapshot[i].asked.mixed |= paste->hosts_mixed && paste->snapshot[i].prefixed;
		reversed(paste, &paste->snapshot[i]);
	}
	for (u32 i = 0; i < paste->snapshots; i++)
		paste->reversed &= !paste->snapshot[i].asked.mixed;
}
