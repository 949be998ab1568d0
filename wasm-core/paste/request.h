/* SPDX-License-Identifier: Apache-2.0 */
/* request.h: what the flags of a request ask of a zone, by the release that they are of. */
#ifndef MMS_PASTE_REQUEST_H
#define MMS_PASTE_REQUEST_H

#include "internal.h"
#include "policy/zone_flags.h"

/* Of include/linux/gfp.h, what a check asks for. */
#define ASKS_DMA MMS_GFP_DMA
#define ASKS_HIGHMEM MMS_GFP_HIGHMEM
#define ASKS_DMA32 MMS_GFP_DMA32
#define ASKS_MOVABLE MMS_GFP_MOVABLE
#define ASKS_HIGH MMS_GFP_HIGH
#define ASKS_RECLAIM MMS_GFP_DIRECT_RECLAIM /* may reclaim for itself */
#define ASKS_KSWAPD MMS_GFP_KSWAPD_RECLAIM  /* wakes kswapd where no zone is above low */
#define ASKS_NOMEMALLOC MMS_GFP_NOMEMALLOC
#define ASKS_HARDWALL MMS_GFP_HARDWALL
#define ASKS_MEMALLOC (1u << 30)
#define ASKS_ATOMIC (1u << 29)   /* __GFP_ATOMIC, 4.4 to 6.2 */
#define ASKS_THISNODE (1u << 28) /* one node, and no other */
#define ZONE_BITS (ASKS_DMA | ASKS_HIGHMEM | ASKS_DMA32 | ASKS_MOVABLE)

/* To 4.3; with a bit for `atomic`, to 6.2; from then on. */
enum era { ERA_OLD, ERA_MIDDLE, ERA_NEW };

struct asked {
	u32 flags;
	enum era era;
	bool whole; /* all pages of highatomic blocks count, whether they are free or not: the report's release is before 6.12 */
	bool unnamed; /* by number alone, and the text does not tell whose bits they are */
	bool takes;   /* its release lets such flags take pages of highatomic blocks: 6.3 and later */
	bool either;  /* 6.3 lets such flags take pages of highatomic blocks, those before do not; the text does not tell which it is */
};

struct asked mms_request_decoded(const struct request *request);

/* Do the number and the names of its flags disagree? False where the text does not tell which release the bits are of. */
bool mms_request_disagrees(const struct request *request);

/* Is every one of the names known? */
bool mms_request_known(const char *names, const char *end);

/* gfp_zone(), with high memory where the text has some. */
enum zone_name mms_request_highest(const struct snapshot *snapshot, const struct zone *zones, u32 flags);

/* A task that cannot wait goes further down: to 4.3 any, to 6.2 with __GFP_ATOMIC, from then on with __GFP_HIGH. gfp_to_alloc_flags() */
bool mms_request_harder(const struct asked *asked);

/* ALLOC_ flags of the slow path that let it take pages reserved for high orders. */
u32 mms_request_reserves(const struct asked *asked);

/*
 * Free pages that do not count with these ALLOC_ flags, from, to: what the text does not print of highatomic blocks makes it a
 * band. mm/page_alloc.c:__zone_watermark_unusable_free(), reserve_highatomic_pageblock().
 */
struct span mms_zone_unusable(const struct zone *z, const struct asked *asked, u32 order, u32 flags);

/* The same in the slow path, with what the request may take of its own there. */
struct span mms_zone_unusable_slow(const struct zone *z, const struct asked *asked, u32 order, u32 flags);

/*
 * What is left of the zone's min. A request that may go below it does not count a boost, where it is for one page: since 5.9,
 * mm/page_alloc.c:zone_watermark_fast() (f80b08fc4453), and boosts are printed since 5.13.
 */
s64 mms_request_min(const struct asked *asked, const struct zone *z, u32 order);

#endif
