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

#endif
