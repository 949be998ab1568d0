/* SPDX-License-Identifier: Apache-2.0 */
/*
 * swapin.h: how many pages a fault reads in from swap, which, and how.
 *
 * Windows follow mm/swap_state.c of Linux 6.12: __swapin_nr_pages(), swap_vma_ra_win(),
 * swap_cluster_readahead(). How a folio is read follows mm/page_io.c:swap_read_folio(), with the polling
 * of 23955622ff8d ("swap: add block io poll in swapin path", 4.14) as the patched 6.12 has it, and the
 * hybrid polling of block/blk-mq.c:blk_mq_poll_nsecs() as it was until 6.3.
 *
 * Addresses and slots are in pages.
 */
#ifndef MMS_SWAPIN_H
#define MMS_SWAPIN_H

#include "mms/enums.h"
#include "mms/types.h"

#define SWAP_RA_ORDER_CEILING 5 /* mm/swap_state.c: 32 pages at most by address */
#define PMD_PAGES 512           /* pages that one table of page table entries maps, on x86-64 */

/* mm/swap_state.c:__swapin_nr_pages(): the window, 1 or more. `hits`: pages read ahead that were used;
 * `max`: a power of two. */
u32 mms_swapin_nr_pages(u64 prev, u64 cur, u32 hits, u32 max, u32 prev_win);

/* vma->swap_readahead_info: where the last fault was, its window, and hits since. */
struct mms_ra_info {
	u64 page;
	u32 win, hits;
};

/* mm/swap_state.c: GET_SWAP_RA_VAL(), SWAP_RA_ADDR(), SWAP_RA_WIN(), SWAP_RA_HITS(). 0, nothing yet, counts as 4 hits. */
struct mms_ra_info mms_swap_ra_info(u64 word);

/* The largest window by address, for vm.page-cluster. */
u32 mms_swap_max_win(u32 page_cluster);

/* Pages from `start` to the one before `end`. */
struct mms_ra_range {
	u64 start, end;
};

/* mm/swap_state.c:swap_vma_ra_win(): what a window of `win` > 1 reads around page `cur` of the mapping
 * [lo, hi). */
struct mms_ra_range mms_swap_vma_ra_win(u64 prev, u64 cur, u32 win, u64 lo, u64 hi);

/* mm/swap_state.c:swap_cluster_readahead(): the aligned block around slot `cur` of a device of `max`
 * slots, header included. `win` is a power of two but where half of the window before was not. */
struct mms_ra_range mms_swap_cluster_ra(u64 cur, u32 win, u64 max);

/* What swap_read_folio() looks at, in the order it does. */
struct mms_swap_read {
	bool zero;     /* swap_read_folio_zeromap() */
	bool zswap;    /* zswap_load() */
	bool fs;       /* SWP_FS_OPS */
	bool sync;     /* SWP_SYNCHRONOUS_IO */
	bool single;   /* the window was this page alone */
	bool can_poll; /* bdev_can_poll() */
	u8 order;
	u8 mode;       /* vm.swap_poll, enum mms_swap_poll_id */
};

/* enum mms_swap_how_id */
u8 mms_swap_read_how(const struct mms_swap_read *r);

/* The folio is locked meanwhile. vm.swap_poll_delay_ns is no larger either, but was before there was this bound. */
#define MMS_SWAP_POLL_SLEEP_MAX 100000000u

/* ns asleep before the polling begins: `delay`, or half of the mean when that is 0. Hybrid only. */
u64 mms_swap_poll_nsecs(u8 how, u64 delay, u64 mean);

#endif
