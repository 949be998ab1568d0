/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Distances between nodes, as `numactl -H` prints them, and the order in which a node asks others: mm/page_alloc.c:
 * find_next_best_node(), build_zonelists(). Nodes build theirs one after another, and one that came first for a node comes later for
 * the next ones where others are as far: node_load, which since 5.16 counts how often (54d032ced983). From 5.13 on boosts are
 * printed, so 5.13 to 5.15 are taken for those that follow.
 */
#include "internal.h"

#include "base/bytes.h"
#include "base/json.h"

#define DISTANCE_MOST 255
#define LOADS 1024u /* more than any load: it counts between equals alone */

static bool number_on(struct words *at, u32 line, const char *tail, s64 most, s64 *value)
{
	struct word part;

	return mms_word(at, &part) && part.line == line && mms_word_number(&part, tail, value) && *value <= most;
}

/* `node distances:`, `node   0   1   2`, then a row for each: `  0:  10  21  14`. */
static void matrix(struct paste *paste, struct words at)
{
	struct words behind;
	struct word part;
	s64 node, value;

	paste->distance_columns = 0;
	if (!mms_word(&at, &part) || !mms_word_is(&part, "node"))
		return;
	for (u32 line = part.line; behind = at, number_on(&at, line, "", NUMA_NODES - 1, &node) && paste->distance_columns < NUMA_NODES;)
		paste->distance_column[paste->distance_columns++] = (u32)node;
	at = behind;
	while (mms_word(&at, &part) && mms_word_number(&part, ":", &node) && node < (s64)NUMA_NODES) {
		u32 n = 0;

		while (n < paste->distance_columns && number_on(&at, part.line, "", DISTANCE_MOST, &value))
			paste->distance[node][paste->distance_column[n++]] = (u8)value;
		if (n < paste->distance_columns)
			return;
		paste->distances |= 1ull << node;
		mms_piece_add(paste, PIECE_NODES, part.line, part.line);
	}
}

bool mms_distances_word(struct paste *paste, const struct word *word)
{
	struct words at = paste->words;
	struct word part, next;
	const char *behind;
	s64 node;

	if (!mms_word_is(word, "node") || !mms_word(&at, &part))
		return false;
	if (mms_word_begins(&part, "distances:", &behind)) {
		mms_piece_add(paste, PIECE_NODES, word->line, word->line);
		matrix(paste, at);
		return true;
	}
	if (!mms_word_number(&part, "", &node) || node >= (s64)NUMA_NODES || !mms_word(&at, &part))
		return false;
	if (mms_word_is(&part, "size:"))
		return number_on(&at, part.line, "", PAGES_MOST, &paste->mib[node]);
	if (!mms_word_is(&part, "cpus:"))
		return false;
	if (mms_word(&at, &next) && next.line == part.line && mms_is_digit(*next.at))
		paste->with_cpus |= 1ull << node;
	return true;
}

/* Is a node of the zones about as large as `numactl -H` says? Both count managed pages, and hotplug changes them. */
static bool sizes_fit(const struct paste *paste, const struct snapshot *s, const struct zone *zones)
{
	for (u32 i = 0, n; i < s->zones; i = n) {
		u32 node = zones[i].node;
		s64 pages = 0, mib;

		for (n = i; n < s->zones && zones[n].node == node; n++)
			pages += mms_known(&zones[n], FIELD_managed) ? MMS_MIN(zones[n].value[FIELD_managed], PAGES_MOST) : 0;
		mib = pages * (s->unit >> 10) >> 10;
		if (paste->mib[node] && mib && (mib < paste->mib[node] / 2 || mib / 2 > paste->mib[node]))
			return false;
	}
	return true;
}

bool mms_distances_place(struct paste *paste, const struct snapshot *s, struct zone *zones)
{
	u32 load[NUMA_NODES] = {0}, points = 0;
	u64 nodes = 0, left;
	bool summed = false;

	for (u32 i = 0; i < s->zones; i++) {
		if (zones[i].node >= NUMA_NODES)
			return false;
		nodes |= 1ull << zones[i].node;
		summed |= mms_known(&zones[i], FIELD_boost);
	}
	for (u32 i = 0; i < NUMA_NODES; i++)
		points += paste->distances >> i & 1;
	if (paste->machines != 1 || !nodes || nodes & ~paste->distances || !sizes_fit(paste, s, zones))
		return false;
	for (u32 from = 0; from < NUMA_NODES; from++) {
		const u8 *distance = paste->distance[from];
		u32 before = from;

		left = nodes;
		for (u8 turn = 0; left && paste->distances >> from & 1; turn++) {
			u32 best = NUMA_NODES, least = UINT32_MAX;

			for (u32 to = 0; to < NUMA_NODES; to++) {
				u32 cost = to == from ? 0 : (distance[to] + (to < from) + (paste->with_cpus >> to & 1)) * LOADS + load[to];

				if (left >> to & 1 && cost < least) {
					least = cost;
					best = to;
				}
			}
			/* the first of those that are equally far is spared by the nodes that come later */
			if (distance[best] != distance[before])
				load[best] = summed ? load[best] + 1 : points - turn;
			before = best;
			paste->turn[best][from] = turn;
			left &= ~(1ull << best);
		}
	}
	for (u32 i = 0; i < s->zones; i++)
		zones[i].turns = paste->turn[zones[i].node];
	return true;
}

/* The rows whose nodes are columns, too: `to` is by their order. Of two machines in a text nobody says whose they are. */
void mms_distances_write(const struct paste *paste, struct mms_text *out)
{
	u64 nodes = 0;

	for (u32 i = 0; i < paste->distance_columns && paste->machines == 1; i++)
		nodes |= 1ull << paste->distance_column[i] & paste->distances;
	mms_json_array(out, "distances");
	for (u32 from = 0; from < NUMA_NODES; from++) {
		if (!(nodes >> from & 1))
			continue;
		mms_json_open(out);
		mms_json_number(out, "node", from);
		mms_json_bool(out, "cpus", paste->with_cpus >> from & 1);
		mms_json_array(out, "to");
		for (u32 to = 0, written = 0; to < NUMA_NODES; to++) {
			if (!(nodes >> to & 1))
				continue;
			if (written++)
				mms_put_char(out, ',');
			mms_put_s64(out, paste->distance[from][to]);
		}
		mms_put_char(out, ']');
		mms_json_close(out);
	}
	mms_put_char(out, ']');
}
