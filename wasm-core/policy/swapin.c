/* SPDX-License-Identifier: Apache-2.0 */
#include "swapin.h"

#define PAGE_SHIFT 12
#define ROUNDUP_MIN 4
#define WIN_SHIFT (PAGE_SHIFT / 2)
#define WIN_MASK ((1u << WIN_SHIFT) - 1)
#define HITS_TO_BEGIN 4

u32 mms_swapin_nr_pages(u64 prev, u64 cur, u32 hits, u32 max, u32 prev_win)
{
	u32 pages = hits + 2;

	if (pages == 2) {
		if (cur != prev + 1 && cur != prev - 1)
			pages = 1;
	} else {
		u32 roundup = ROUNDUP_MIN;

		/* what is over max is cut below; the kernel's loop goes on */
		while (roundup < pages && roundup < max)
			roundup <<= 1;
		pages = roundup;
	}
	pages = MMS_MIN(pages, max);
	return MMS_MAX(pages, prev_win / 2);
}

struct mms_ra_info mms_swap_ra_info(u64 word)
{
	u64 v = word ? word : HITS_TO_BEGIN;

	return (struct mms_ra_info){v >> PAGE_SHIFT, (u32)(v >> WIN_SHIFT) & WIN_MASK, (u32)v & WIN_MASK};
}

u32 mms_swap_max_win(u32 page_cluster)
{
	return 1u << MMS_MIN(page_cluster, (u32)SWAP_RA_ORDER_CEILING);
}

struct mms_ra_range mms_swap_vma_ra_win(u64 prev, u64 cur, u32 win, u64 lo, u64 hi)
{
	u64 pmd = cur & ~(u64)(PMD_PAGES - 1);
	u64 left, right;

	if (cur == prev + 1)
		left = cur;
	else if (prev == cur + 1)
		left = cur - win + 1;
	else
		left = cur - (win - 1) / 2;
	right = left + win;
	/* (long)left < 0, of an address in bytes; right keeps its place */
	if ((s64)(left << PAGE_SHIFT) < 0)
		left = 0;
	return (struct mms_ra_range){
		.start = MMS_MAX(MMS_MAX(left, lo), pmd),
		.end = MMS_MIN(MMS_MIN(right, hi), pmd + PMD_PAGES),
	};
}

struct mms_ra_range mms_swap_cluster_ra(u64 cur, u32 win, u64 max)
{
	u64 mask = win - 1;
	u64 start = cur & ~mask, last = cur | mask;

	return (struct mms_ra_range){
		.start = start ? start : 1, /* slot 0 is the swap header */
		.end = MMS_MIN(last, max - 1) + 1,
	};
}

u8 mms_swap_read_how(const struct mms_swap_read *r)
{
	if (r->zero)
		return MMS_swap_how_zero;
	if (r->zswap)
		return MMS_swap_how_zswap;
	if (r->fs)
		return MMS_swap_how_fs;
	if (r->sync)
		return MMS_swap_how_sync;
	if (r->mode == MMS_swap_poll_interrupt || !r->single || r->order || !r->can_poll)
		return MMS_swap_how_interrupt;
	return r->mode == MMS_swap_poll_hybrid ? MMS_swap_how_hybrid : MMS_swap_how_poll;
}

u64 mms_swap_poll_nsecs(u8 how, u64 delay, u64 mean)
{
	if (how != MMS_swap_how_hybrid)
		return 0;
	return delay ? delay : MMS_MIN((mean + 1) / 2, MMS_SWAP_POLL_SLEEP_MAX);
}
