/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zone_mark.h: the marks of a zone, from two sysctls. Follows mm/page_alloc.c of Linux 6.12:
 * __setup_per_zone_wmarks(). Numbers are pages; `managed` is what the allocator has of the zone.
 */
#ifndef MMS_ZONE_MARK_H
#define MMS_ZONE_MARK_H

#include "mms/types.h"

#define MMS_WATERMARK_SCALE 10000u /* vm.watermark_scale_factor is in parts of so many */

/* What of vm.min_free_kbytes falls to a zone: of the `all` pages that share it, by its part. `all` is not 0. */
u64 mms_zone_wmark_share(u64 pages_min, u64 managed, u64 all);

/* Min of a zone that has no part of that: high memory, and since 6.6 Movable. */
u64 mms_zone_wmark_capped(u64 managed);

/* From each mark to the next. `share`: as above, of a zone that is capped too. */
u64 mms_zone_wmark_gap(u64 share, u64 managed, u64 scale);

/* Mark `mark`: 0 min, 1 low, 2 high, 3 promo. */
u64 mms_zone_wmark(u32 mark, u64 min, u64 gap);

#endif
