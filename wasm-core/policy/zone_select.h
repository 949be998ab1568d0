/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zone_select.h: the walk along the zonelist that chooses a zone, step by step.
 *
 * Follows mm/page_alloc.c:get_page_from_freelist() of Linux 6.12; for `fair` with the test of v2 of the
 * series of August 2013, for `fair_local` with that of Linux 4.7 (kernel-patches/). A caller looks at what
 * it must, when it must:
 *
 *     mms_zone_walk_begin(&w, &request, &list);
 *     while ((zone = mms_zone_walk_next(&w)) >= 0) {
 *             verdict = mms_zone_skips(&w, …cpuset, batch, local, dirty…);
 *             if (verdict == MMS_ZONE_TRY && !…the marks (zone_watermark.h)…)
 *                     verdict = mms_zone_below(&w, near);
 *             if (verdict == MMS_ZONE_RECLAIM)
 *                     verdict = …what came of node_reclaim(): noscan, unreclaimable, low or MMS_ZONE_TRY…;
 *             if (verdict == MMS_ZONE_TRY)
 *                     verdict = …rmqueue() gave pages: took, or none: empty…;
 *             mms_zone_walk_verdict(&w, verdict);
 *     }
 *
 * then w.end says how it ended and w.zone which zone was chosen. After `fragment` and `fair` the call starts
 * over: mms_zone_walk_again(). Zones are numbered node * 8 + index.
 */
#ifndef MMS_ZONE_SELECT_H
#define MMS_ZONE_SELECT_H

#include "mms/enums.h"
#include "mms/state.h" /* struct mms_zonelist */
#include "mms/types.h"

#define MMS_ZONELIST_MAX 16
#define MMS_ZONE_TRY 254     /* as a verdict: go on, nothing speaks against this zone yet */
#define MMS_ZONE_RECLAIM 255 /* as a verdict: node_reclaim() shall try */

/* What a walk is given. */
struct mms_zone_request {
	u8 policy;   /* enum mms_zone_policy_id */
	u8 order;    /* log2 of pages asked for */
	u8 highest;  /* highest_zoneidx */
	u8 pref;     /* preferred zone: where the walk begins */
	bool spread; /* spread_dirty_pages */
	u32 reclaim; /* vm.zone_reclaim_mode */
	u64 flags;   /* ALLOC_ flags */
	u64 nodes;   /* nodes allowed, bit n: node n */
};

struct mms_zone_walk {
	struct mms_zone_request asked;
	const struct mms_zonelist *list; /* NULL: the zones come from elsewhere, by mms_zone_walk_at() */
	u8 at;        /* where on the list comes next */
	u8 pass;      /* 0, one more each time the call starts over */
	u8 cur;       /* the zone looked at */
	s16 zone;     /* the one chosen; -1: none */
	s16 dirty;    /* node whose dirty limit was looked at last; -1: none */
	bool over_limit; /* that node is over it */
	bool fair;    /* batches count (apply_fair) */
	bool skipped; /* a batch was used up (fair_skipped) */
	u8 end;       /* enum mms_zone_walk_end_id, once `over` */
	bool over;
};

/* next_zones_zonelist(): the first place from `at` on whose zone has an index up to `highest` and an allowed
 * node; list->n when there is none. */
u8 mms_next_zones_zonelist(const struct mms_zonelist *list, u8 at, u8 highest, u64 nodes);

/* The zonelist of a node as an allocation with these gfp flags walks it: __GFP_THISNODE walks the list of the node
 * alone (ZONELIST_NOFALLBACK). `zone`: the `n` zones of the other, ZONELIST_FALLBACK, of
 * which the first 16 count. */
struct mms_zonelist mms_zonelist_walked(const u8 *zone, u8 n, u8 nid, u64 gfp);

/* May `zone` be looked at after `before` in any zonelist (ZONELIST_ORDER_NODE: node after node, from the
 * highest zone of each to the lowest)? The caller sees to it that no node comes twice. */
bool mms_zone_follows(u8 before, u8 zone);

/* May an allocation with these limits look at this zone at all? */
bool mms_zone_eligible(u8 zone, u8 highest, u64 nodes);

void mms_zone_walk_begin(struct mms_zone_walk *w, const struct mms_zone_request *request,
			 const struct mms_zonelist *list);

/* Starts over after the ends `fragment` and `fair`: the same request with a flag less. */
void mms_zone_walk_again(struct mms_zone_walk *w);

/* The next zone to look at, or -1 when the walk is over; the end of the list ends it. */
int mms_zone_walk_next(struct mms_zone_walk *w);

/* The same where the zones come from elsewhere; and its end of the list. */
void mms_zone_walk_at(struct mms_zone_walk *w, u8 zone);
void mms_zone_walk_list_end(struct mms_zone_walk *w);

/* Does this walk read the batch of the zone that is looked at? */
bool mms_zone_reads_batch(const struct mms_zone_walk *w);

/* Is the dirty limit of the zone's node looked at, if nothing before it speaks against the zone? Once per
 * node in a row: otherwise w->over_limit is the answer already. */
bool mms_zone_reads_dirty(const struct mms_zone_walk *w);

/* What speaks against the zone before its pages are counted: cpuset, batch, remote, dirty, retry, or
 * MMS_ZONE_TRY. `denied`: not in the task's cpuset; `batch`: alloc_batch; `local`: mms_zone_local();
 * `dirty`: the node is over its dirty limit. */
u8 mms_zone_skips(struct mms_zone_walk *w, bool denied, s32 batch, bool local, bool dirty);

/* The zone misses its mark: MMS_ZONE_TRY without watermarks, MMS_ZONE_RECLAIM, or `wmark`.
 * `near`: zone_allows_reclaim(). */
u8 mms_zone_below(const struct mms_zone_walk *w, bool near);

/* What came of the zone: enum mms_zone_verdict_id. */
void mms_zone_walk_verdict(struct mms_zone_walk *w, u8 verdict);

#endif
