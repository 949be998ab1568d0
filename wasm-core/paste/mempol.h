/* SPDX-License-Identifier: Apache-2.0 */
/* mempol.h: which nodes a task's memory policy and cpuset leave to a request, and in which turn they give. */
#ifndef MMS_PASTE_MEMPOL_H
#define MMS_PASTE_MEMPOL_H

#include "request.h"

/* Of a task, nodes by bits; 0: not given. */
struct mempol {
	u64 bind, interleave, cpuset;
};

/* `bind=0-1`, `interleave=0,1`, `cpuset=0-3`. False: it is none of them, or names no node. */
bool mms_mempol_word(struct mempol *mempol, const struct word *word);

/* Nodes by bits: that the first walk asks; that a task which reclaims asks surely; and at most. */
struct places {
	u64 first, surely, most;
};

struct places mms_mempol_places(const struct mempol *mempol, const struct snapshot *snapshot, const struct zone *zones, u32 flags);

/* Is the zone on one of these nodes? */
static inline bool mms_on(u64 nodes, const struct zone *zone)
{
	return zone->node > 63 ? nodes == UINT64_MAX : nodes >> zone->node & 1;
}

/* Nodes by their distances; where the text has none, those behind the first and then those before it, as with equal ones; each from
 * its high zone down. */
static inline u64 mms_turn(const struct zone *zone, u32 node)
{
	u32 turn = zone->turns && node < NUMA_NODES ? zone->turns[node] : zone->node - node;

	return (u64)turn << 3 | (ZONE_NAMES - zone->name);
}

/* What a zone gives, at least and at most, and after how many pages of all zones it has given that. `left` begins as the least, `ends`
 * where the axis is. */
struct part {
	const struct zone *zone;
	s64 least, most, left;
	struct span ends;
	s64 after; /* free pages then; what it gives beyond the difference to now is not free now, and goes first */
	s64 told; /* of `left`, what was written last, of the most */
};

/* One request after another, each from the zone whose turn it is: of `node`, or of the nodes of the interleave in turn. `at`: pages
 * given before, and after. Each is written where it has given most of it, as down to `until`. */
void mms_mempol_drain(const struct mempol *mempol, u32 node, u32 order, struct part *parts, u32 n, struct span *at, const char *until,
	struct mms_text *out);

#endif
