/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kswapd_wake.h: shall kswapd of a node wake up?
 *
 * Follows mm/vmscan.c of Linux 6.12: wakeup_kswapd() and pgdat_balanced() for the wake mark `high`;
 * wakeup_kswapd() of Linux 3.11 for `low`, and that of 3.12 for `zone`, which look at no zone but the one
 * asked for. The high mark came with "mm: vmscan: fix numa reclaim balance problem in kswapd" (August 2013).
 *
 *     verdict = mms_kswapd_asks(asleep, failures);
 *     if (verdict == MMS_KSWAPD_CHECK)
 *             verdict = mms_kswapd_verdict(mms_pgdat_balanced(…) or the one zone's mark, boosted);
 */
#ifndef MMS_KSWAPD_WAKE_H
#define MMS_KSWAPD_WAKE_H

#include "zone_watermark.h"

#define MMS_MAX_RECLAIM_RETRIES 16 /* mm/internal.h */
#define MMS_KSWAPD_CHECK 255       /* as a verdict: look at the watermarks */

/* What is known without looking at a watermark: awake, hopeless, or MMS_KSWAPD_CHECK. */
u8 mms_kswapd_asks(bool asleep, u32 failures);

/* With the watermarks: balanced or woken. `boosted` matters to a balanced node only. */
u8 mms_kswapd_verdict(bool balanced, bool boosted);

/* Is the one zone asked for looked at, and is each zone of the zonelist asked? Otherwise nodes are. */
bool mms_kswapd_by_zone(u8 mark);

/* Where one zone is looked at: the watermark, boost included, that it has to be above. */
s32 mms_kswapd_zone_mark(u8 mark, const struct mms_zone_pages *zone);

/* Which of lowmem_reserve[] a check adds: that of highest_zoneidx; where one zone is looked at, that of the
 * lowest. */
u8 mms_kswapd_reserve_idx(u8 mark, u8 highest);

/* zone_watermark_ok_safe(): the check of one zone, for whoever asks and without any reserves. `value` is the
 * watermark it is compared with, `reserve_idx` as above. */
struct mms_zone_mark mms_kswapd_zone(const struct mms_zone_pages *zone, u8 order, s32 value, u8 reserve_idx);

/*
 * pgdat_balanced(): is one zone of the node, from the lowest to `highest`, above its high mark? `zone` are
 * the node's zones by index; `managed`: bit i: zone i has pages. check[] gets what was read, in order,
 * `*visits` how many. A node without such a zone is balanced.
 */
bool mms_pgdat_balanced(const struct mms_zone_pages zone[MMS_MAX_NR_ZONES], u8 managed, u8 order, u8 highest,
			struct mms_zone_mark check[MMS_MAX_NR_ZONES], u8 *visits);

/*
 * An unpatched node as a probe finds it, before or after wakeup_kswapd() decided. The rule is that of `high`, the same in
 * 6.12 and 7.3 (mm/vmscan.c:wakeup_kswapd(), pgdat_balanced(), pgdat_watermark_boosted()); what the probe cannot read
 * is which blocks there are on the free lists, and pages that CPUs have not told yet.
 */
struct mms_kswapd_node {
	bool asleep;
	u32 failures;
	u8 order, highest;
	u8 managed; /* bit i: zone i of the node has pages */
	s32 free[MMS_MAX_NR_ZONES], unusable[MMS_MAX_NR_ZONES]; /* pages, by index of the zone */
	s32 high[MMS_MAX_NR_ZONES], boost[MMS_MAX_NR_ZONES], reserve[MMS_MAX_NR_ZONES];
	s32 drift[MMS_MAX_NR_ZONES]; /* percpu_drift_mark */
};

/* What else has to be known, as bits. */
#define MMS_KSWAPD_LISTS 1 /* a zone has pages enough; is there a block of this order? */
#define MMS_KSWAPD_DRIFT 2 /* a zone is below its percpu_drift_mark */

/* wakeup_kswapd(): enum mms_wake_verdict_id; MMS_KSWAPD_CHECK where it depends on what is in `*unknown`. */
u8 mms_kswapd_decide(const struct mms_kswapd_node *node, u8 *unknown);

#endif
