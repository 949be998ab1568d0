/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zone_watermark.h: has a zone enough free pages for an allocation?
 *
 * Follows mm/page_alloc.c of Linux 6.12: __zone_watermark_unusable_free(), __zone_watermark_ok(),
 * zone_watermark_fast(), and the part of get_page_from_freelist() that tries the high mark first. Numbers
 * are pages, `order` is log2 of pages asked for, `flags` are ALLOC_ flags (alloc_flag in enums.def),
 * `highest` is highest_zoneidx.
 */
#ifndef MMS_ZONE_WATERMARK_H
#define MMS_ZONE_WATERMARK_H

#include "mms/enums.h"
#include "mms/types.h"

#define MMS_NR_WMARK 3       /* min, low, high: alloc_flag wmark_min, wmark_low, wmark_high index them */
#define MMS_ALLOC_WMARK_MASK (MMS_alloc_flag_no_watermarks - 1)
#define MMS_ALLOC_RESERVES \
	((u32)(MMS_alloc_flag_non_block | MMS_alloc_flag_min_reserve | MMS_alloc_flag_highatomic | \
	       MMS_alloc_flag_oom))
#define MMS_MAX_NR_ZONES 4   /* DMA, DMA32, Normal, Movable */

/* One comparison, with all it read. */
struct mms_zone_mark {
	s32 free;     /* NR_FREE_PAGES */
	s32 unusable; /* of them not for this allocation */
	s32 mark;     /* the watermark, boost included */
	s32 reserve;  /* lowmem_reserve[highest] */
	bool has_block; /* order > 0: a free block that is large enough was seen */
	bool ok;
};

/* A zone as an allocation finds it. */
struct mms_zone_pages {
	s32 free;
	s32 highatomic;             /* free pages in highatomic blocks */
	s32 cma;                    /* free pages in CMA areas */
	s32 mark[MMS_NR_WMARK];     /* _watermark[] without boost */
	s32 boost;                  /* watermark_boost */
	s32 reserve[MMS_MAX_NR_ZONES]; /* lowmem_reserve[] */
	u16 blocks;                 /* bit o: there is a free block of order o in a list for everyone */
	u16 highatomic_blocks;      /* the same in the highatomic lists, and in the CMA lists */
	u16 cma_blocks;
	bool below_high;            /* ZONE_BELOW_HIGH */
};

/* Pages that an allocation of this order cannot use, of `highatomic` and `cma` free ones. */
s32 mms_zone_unusable_free(s32 highatomic, s32 cma, u8 order, u32 flags);

/* The least it can be, whatever is in highatomic blocks and CMA areas; and whether it can be more. */
s32 mms_zone_unusable_least(u8 order);
bool mms_zone_unusable_exact(u32 flags);

/* What is left of a mark for those who may use reserves: __GFP_HIGH half of it, who cannot sleep three
 * quarters of that, an OOM victim half again. */
s64 mms_zone_reduced_mark(s64 mark, u32 flags);

/* Without the order > 0 part: are there more pages than mark and reserve? */
bool mms_zone_above(s32 mark, s32 reserve, s32 free, s32 unusable, u32 flags);

/* __zone_watermark_ok() */
bool mms_zone_watermark_ok(u8 order, s32 mark, s32 reserve, s32 free, s32 unusable, u32 flags, bool has_block);

/* Is there a block of this order or above that the allocation may take? */
bool mms_zone_has_block(const struct mms_zone_pages *zone, u8 order, u32 flags);

/* __zone_watermark_ok() of a zone, with what it read. */
struct mms_zone_mark mms_zone_compare(const struct mms_zone_pages *zone, u8 order, s32 mark, u8 highest, u32 flags);

/* zone_watermark_fast(): the shortcut for one page, the full check, and for __GFP_HIGH at the min mark a
 * last one without boost. `*unboosted`: that last one decided. */
struct mms_zone_mark mms_zone_watermark_fast(const struct mms_zone_pages *zone, u8 order, s32 mark, u8 highest,
					     u32 flags, bool *unboosted);

/* When zone_watermark_fast() drops the boost: order 0, ALLOC_MIN_RESERVE, compared with min, some boost. */
bool mms_zone_drops_boost(u8 order, u32 flags, bool boosted);

/* get_page_from_freelist(): the high mark unless the zone is known to be below it, then the mark of the
 * flags. `*bits`: below_high, at_high, has_block and unboosted of zone_bit. The kernel sets
 * ZONE_BELOW_HIGH when the high mark was tried and missed; here zone->below_high is. */
struct mms_zone_mark mms_zone_check_marks(struct mms_zone_pages *zone, u8 order, u8 highest, u32 flags, u8 *bits);

#endif
