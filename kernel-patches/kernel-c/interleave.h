/* SPDX-License-Identifier: GPL-2.0-only */
/* interleave.h: the kernel's interleaving (interleave.c.in), as the tests call it. */
#ifndef KC_INTERLEAVE_H
#define KC_INTERLEAVE_H

#include <stdbool.h>
#include <stdint.h>

#define KC_HERE 99         /* node of the CPU: no node of a policy */
#define KC_MAX_NUMNODES 64 /* what the kernel returns for no node */

/* What mm_interleave and mm_interleave_vma report. */
struct kc_turn {
	uint64_t nodes;
	uint32_t cnt, g, cnt_after;
	int16_t prev, nid;
	uint8_t caller, mode;
	bool traced;
	uint8_t weight[16];
};

/* `rebound`: the policy's nodes after its cpuset has changed in the middle of it; `nodes` where it has not. `prev`,
 * `cnt` and `weight` are the task's counters, before and after; `weights` one per node, or NULL. */
int kc_interleave_nodes(uint64_t nodes, uint64_t rebound, int16_t *prev, uint32_t *cnt, int caller, int granularity, bool trace,
			struct kc_turn *turn);
int kc_weighted_interleave_nodes(uint64_t nodes, uint64_t rebound, int16_t *prev, uint8_t *weight, uint8_t *weights, bool trace,
				 struct kc_turn *turn);
int kc_interleave_nid(uint64_t nodes, uint64_t ilx, bool trace, struct kc_turn *turn);
int kc_weighted_interleave_nid(uint64_t nodes, uint64_t ilx, uint8_t *weights, bool trace, struct kc_turn *turn);

#endif
