/* SPDX-License-Identifier: GPL-2.0-only */
/* zones.h: the kernel's choice of a zone and its wake-ups (zones.c.in), as the tests call them. Zones go by node * 8 +
 * index, numbers are pages. */
#ifndef KC_ZONES_H
#define KC_ZONES_H

#include <stdbool.h>
#include <stdint.h>

#define KC_NODES 8
#define KC_ZONES 4 /* DMA, DMA32, Normal, Movable */

/* What the machine is like, and what other parts of the kernel answer. */
struct kc_world {
	int policy, reclaim, reclaim_distance, wake_mark, online;
	int distance[KC_NODES][KC_NODES];
	bool cpusets, in_task, rt, trace;
	uint64_t denied; /* bit n: node n is not in the task's cpuset */
	uint64_t dirty;  /* bit n: node n is over its dirty limit */
};

struct kc_zone {
	unsigned long mark[4], boost, highatomic, managed, present, drift;
	long free, snapshot, cma, batch, reserve[KC_ZONES];
	uint16_t blocks, highatomic_blocks, cma_blocks, isolated_blocks;
	bool below_high;
};

struct kc_ask {
	uint32_t gfp, flags, from; /* from: so many allowed zones behind the first is the preferred one */
	int order, highest, list;
	uint64_t nodes;
	bool masked, spread, alone; /* alone: ZONELIST_NOFALLBACK */
};

struct kc_zone_walk {
	uint64_t gfp, flags, nodes, pfn;
	uint32_t reclaim;
	int32_t batch[8], free[8], unusable[8], mark[8], reserve[8], last_batch;
	int16_t list, zone;
	uint8_t mode, order, highest, pref, spread, pass, visits, end;
	uint8_t visit_zone[8], visit_verdict[8], visit_flags[8];
};

struct kc_zone_hooks {
	void *self;
	bool (*rmqueue)(void *self, int zone);
	int (*reclaim)(void *self, int nid); /* NODE_RECLAIM_NOSCAN -2, FULL -1, SOME 0, SUCCESS 1 */
	void (*walk)(void *self, const struct kc_zone_walk *walk);
	void (*batch)(void *self, int policy, int reason, int zone, long old, long set, unsigned long low, unsigned long high);
};

struct kc_check {
	long free, unusable, mark, reserve;
	bool has_block, unboosted, ok, untraced;
};

struct kc_wake {
	uint32_t failures;
	int32_t free[4], unusable[4], mark_of[4], reserve[4];
	uint8_t mark, zone, order, highest, asleep, boosted, visits, verdict;
	uint8_t visit_zone[8], visit_flags[8];
	bool traced;
};

void kc_zones_begin(const struct kc_world *world);
void kc_zone_set(int nr, const struct kc_zone *zone);
void kc_zone_free(int nr, long free);
void kc_zone_get(int nr, bool *below_high, long *batch);
void kc_zonelist(int nid, const uint8_t *zones, int n);
int kc_preferred(const struct kc_ask *ask); /* 255: there is none */
bool kc_get_page(const struct kc_ask *ask, const struct kc_zone_hooks *hooks);
/* Zones that wakeup_kswapd() was called for, where events are on and the zone has pages: bit n is zone n. */
uint64_t kc_reset_batches(const struct kc_ask *ask, bool local, const struct kc_zone_hooks *hooks);
bool kc_alloc_pages(uint32_t gfp, int order, int nid, bool masked, uint64_t nodes, uint64_t mems,
		    const struct kc_zone_hooks *hooks);
unsigned int kc_slow_flags(uint32_t gfp, int order);
void kc_watermark(int nr, int order, unsigned long mark, int highest, unsigned int flags, struct kc_check *out);
void kc_watermark_fast(int nr, int order, unsigned long mark, int highest, unsigned int flags, struct kc_check *out);
bool kc_wakeup_kswapd(int nr, uint32_t gfp, int order, int highest, bool asleep, int failures, struct kc_wake *wake);

#endif
