/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zone_world.h: a small world of nodes and zones in which memory is allocated and freed at random, by the
 * functions of policy/; it writes the events a patched kernel would. What the number is, the world is.
 */
#ifndef MMS_ZONE_WORLD_H
#define MMS_ZONE_WORLD_H

#include "machine/random.h"
#include "mms/event.h"
#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"
#include "policy/zone_select.h"

#define ZONE_WORLD_NODES 4
#define ZONE_WORLD_ZONES (ZONE_WORLD_NODES * MMS_ZONES_PER_NODE)
#define ZONE_WORLD_EVENTS 8192

struct zone_world {
	struct mms_random r;
	u8 nodes, policy, wake;
	u32 reclaim;
	struct mms_zonelist list[ZONE_WORLD_NODES];
	u8 managed[ZONE_WORLD_NODES]; /* bit i: the node has zone i */
	struct mms_zone_pages zone[ZONE_WORLD_ZONES];
	s32 pages[ZONE_WORLD_ZONES]; /* managed by the buddy allocator */
	s32 batch[ZONE_WORLD_ZONES];
	u32 charged[ZONE_WORLD_ZONES];
	bool full; /* what captures record since charges have numbers */
	bool waiting[ZONE_WORLD_NODES], asleep[ZONE_WORLD_NODES]; /* kswapd, and nobody woke it since */
	u64 began[MMS_NODES]; /* when that began */
	s64 taken[ZONE_WORLD_ZONES]; /* pages that allocations took and nobody gave back */
	u32 resets;                  /* times the slow path set batches anew */
	bool quiet;                  /* nobody interferes, nothing fails but for want of pages */
	u64 ts, pfn;
	s32 pid;
	u32 n;
	struct mms_event event[ZONE_WORLD_EVENTS]; /* when it is full the world goes on without */
};

/* A world of its own size under this policy, with its nodes, zones and zonelists as the first events. */
void zone_world_begin(struct zone_world *w, u64 number, u8 policy, u8 wake);

/* One allocation as __alloc_pages() makes it: fast path, batches, kswapd, slow path, last try. The zone it
 * came from, or -1. */
int zone_world_alloc(struct zone_world *w, u64 gfp, u8 order, u8 nid, u8 highest, u64 nodes);

/* Any allocation, sometimes with other pages freed and marks crossed before it. */
void zone_world_step(struct zone_world *w);

/* The events as the text of a capture; the caller frees it. */
char *zone_world_write(const struct zone_world *w, size_t *len);

#endif
