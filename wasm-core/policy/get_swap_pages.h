/* SPDX-License-Identifier: Apache-2.0 */
/*
 * get_swap_pages.h: the walk that chooses a swap device, step by step.
 *
 * Follows mm/swapfile.c:get_swap_pages() of Linux 6.12 (all three rules share it; they differ in the
 * list that is walked and in its keys):
 *
 *     if (mms_walk_begin(&w, list, goal, avail, order))
 *             while ((type = mms_walk_next(&w)) >= 0)
 *                     mms_walk_verdict(&w, …what came of trying it…);
 *
 * then w.end says how it ended, w.type and w.ret what it gave. The list is changed as the kernel changes
 * it: each device tried is requeued first, one found full or not writable leaves it.
 */
#ifndef MMS_GET_SWAP_PAGES_H
#define MMS_GET_SWAP_PAGES_H

#include "plist.h"

#define SWAP_BATCH 64 /* mm/swap.h */

struct mms_walk {
	struct mms_list *list;
	u16 batch; /* slots tried for */
	u16 ret;   /* slots given */
	s16 type;  /* device that gave them; -1: none */
	u8 order;
	u8 cur;    /* device last returned */
	u8 next;   /* the one behind it, read before the requeue; MMS_NO_TYPE: end of the list */
	u8 end;    /* enum mms_walk_end_id, once `over` */
	bool over;
};

/* Which list a CPU of node `nid` walks: its own under `node`, else the one there is, `first`. */
s16 mms_swap_select_nid(u8 rule, s16 nid, s16 first);

/* nr_swap_pages in slots of this order. The kernel divides by an unsigned number: where nr_swap_pages is below 0,
 * as it can be while a device in use is swapped off, this is below 0 for a page and huge for a large folio, which
 * thus walks. */
s64 mms_swap_avail(s64 nr_swap_pages, u8 order);

/* Slots a call tries for: min(goal, SWAP_BATCH, avail). */
u16 mms_swap_batch(u16 goal, s64 avail);

/* False when there is no free swap: then there is no walk, and w->end is `noswap`. */
bool mms_walk_begin(struct mms_walk *w, struct mms_list *list, u16 goal, s64 avail, u8 order);

/* The next device to try, or -1 when the walk is over. */
int mms_walk_next(struct mms_walk *w);

/* What came of trying it: enum mms_verdict_id, and the slots it gave. */
void mms_walk_verdict(struct mms_walk *w, u8 verdict, u16 ret);

/* What a verdict does to a walk: ends it (`*end` is set, true is returned) or lets it go on with `next`.
 * `left`: next is on the list no more. A `next` that is the list's own head has left when the list is
 * empty, as plist_node_empty() sees it. */
bool mms_walk_ends(u8 verdict, u8 order, u8 next, bool left, u8 *end);

#endif
