/* SPDX-License-Identifier: Apache-2.0 */
/*
 * interleave.h: which node an interleaved allocation goes to.
 *
 * By the task's own counter, as mm/mempolicy.c of Linux 6.12 does for page cache, slab and whatever else
 * is allocated without a mapping:
 *
 *     nid = mms_interleave_nodes(&il, nodes, granularity);     MPOL_INTERLEAVE
 *     nid = mms_weighted_interleave_nodes(&il, nodes, weight); MPOL_WEIGHTED_INTERLEAVE
 *
 * and by the place in a mapping (mms_interleave_nid(), mms_weighted_interleave_nid()). The granularity is
 * that of "numa: add a sysctl to control interleave allocation granularity from each node" of 5 December
 * 2011, which was never merged: 1 is the kernel without it.
 */
#ifndef MMS_INTERLEAVE_H
#define MMS_INTERLEAVE_H

#include "mms/enums.h"
#include "mms/types.h"

/* task_struct: il_prev, and il_cnt or, under weighted interleave, il_weight. */
struct mms_il {
	s16 prev; /* node of the allocation before; MAX_NUMNODES - 1 after set_mempolicy() */
	u32 cnt;  /* allocations it has served in a row and may go on; weighted: those it is still due */
};

/* include/linux/nodemask.h: next_node_in(), first_node(). `nodes`: bit n set: node n. -1: no bit is set. */
s16 mms_next_node_in(s16 nid, u64 nodes);
s16 mms_first_node(u64 nodes);

/* mm/mempolicy.c:do_set_mempolicy(), for both interleave policies. `highest`: MAX_NUMNODES - 1. */
void mms_set_mempolicy(struct mms_il *il, s16 highest);

/* Does the node before serve this allocation too? */
bool mms_interleave_stays(const struct mms_il *il, u64 nodes);

/* mm/mempolicy.c:interleave_nodes(): the node, and the counter moved on. `granularity`: allocations each
 * node serves in a row, 1 or more. -1, and nothing moved: no node is in `nodes`. */
s16 mms_interleave_nodes(struct mms_il *il, u64 nodes, u32 granularity);

/* The same for alloc_pages_bulk_array_interleave(), which takes many pages at a time: it moves on whatever the
 * granularity is, also in the middle of a row. */
s16 mms_interleave_bulk(struct mms_il *il, u64 nodes);

/* mm/mempolicy.c:weighted_interleave_nodes(). `weight`: of the node it turns to when it turns, 1 to 255;
 * not looked at when it stays. */
s16 mms_weighted_interleave_nodes(struct mms_il *il, u64 nodes, u32 weight);

/* mm/mempolicy.c:interleave_nid(): the ilx'th node, around and around. -1: no node is in `nodes`. */
s16 mms_interleave_nid(u64 nodes, u64 ilx);

/* mm/mempolicy.c:weighted_interleave_nid(). `weight`: one per node; 0 counts as 1, the default. */
s16 mms_weighted_interleave_nid(u64 nodes, u64 ilx, const u8 weight[MMS_NODES]);

#endif
