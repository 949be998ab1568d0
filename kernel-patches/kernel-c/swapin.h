/* SPDX-License-Identifier: GPL-2.0-only */
/* swapin.h: the kernel's reading from swap (swapin.c.in), as the tests call it. */
#ifndef KC_SWAPIN_H
#define KC_SWAPIN_H

#include <stdbool.h>
#include <stdint.h>

#define KC_TYPES 32

/* What mm_swap_ra reports, and the slots that were read: from `first` to `last`, `reads` of them and `cur` again. */
struct kc_ra {
	uint64_t prev, cur, lo, hi, start, end;
	uint32_t hits;
	uint16_t max_win, prev_win, win;
	uint8_t kind;
	bool traced;
	uint64_t first, last, before;
	uint32_t reads, singles, ahead, skips; /* of the reads: alone, marked as read ahead, only if not there */
};

/* There is no memory to read this slot ahead. */
static inline bool kc_no_page(uint64_t slot)
{
	return slot % 5 == 3;
}

/* In and out of swap_read_folio(). */
struct kc_read {
	bool trace, zero, zswap, fs, sync, single, can_poll, polls; /* polls: a queue to poll is still there */
	int mode, delay;
	uint32_t order, type, nr;
	uint64_t now, window_end, sum, old_mean; /* nr, window_end and sum: also afterwards */
	/* out */
	uint64_t sleep, mean, traced_delay;
	uint8_t how, done; /* decided; done at last */
	bool traced;
	uint8_t traced_single, traced_zero, traced_can_poll, traced_fs, traced_sync, traced_order, traced_mode;
};

unsigned int kc_swapin_nr_pages(unsigned long prev, unsigned long cur, int hits, int max, int prev_win);
void kc_cluster_readahead(int cluster, int type, unsigned long offset, unsigned int max, unsigned long *prev, int *hits, int *last,
			  struct kc_ra *ra);
int kc_vma_ra_win(int cluster, unsigned long address, unsigned long from, unsigned long to, long *info, unsigned long *start,
		  unsigned long *end, struct kc_ra *ra);
void kc_read_folio(struct kc_read *read);

#endif
