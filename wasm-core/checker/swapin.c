/* SPDX-License-Identifier: Apache-2.0 */
/* Swap-in: the readahead window and what it reads, and how a folio is read. */
#include "internal.h"

#include "policy/swapin.h"

struct mms_finding mms_check_swap_ra(const struct mms_ev_swap_ra *e)
{
	u32 win = e->max_win > 1 ? mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win) : 1;
	struct mms_ra_range range = {0, 0};

	if (e->ra == MMS_ra_kind_vma && e->max_win > 1u << SWAP_RA_ORDER_CEILING)
		return mms_found(MMS_check_why_window, 0, 1 << SWAP_RA_ORDER_CEILING);
	if (e->win != win)
		return mms_found(MMS_check_why_window, 0, win);
	if (win > 1)
		range = e->ra == MMS_ra_kind_vma ? mms_swap_vma_ra_win(e->prev, e->cur, win, e->lo, e->hi)
						 : mms_swap_cluster_ra(e->cur, win, e->hi);
	return e->start == range.start && e->end == range.end ? mms_found_same() : mms_found(MMS_check_why_window, 0, win);
}

/* zswap_load() is asked after the zero map only; its answer is taken from the event. */
struct mms_finding mms_check_swap_in(const struct mms_ev_swap_in *e)
{
	struct mms_swap_read read = {
		.zero = e->zero, .zswap = e->how == MMS_swap_how_zswap, .fs = e->fs, .sync = e->sync,
		.single = e->single, .can_poll = e->can_poll, .order = e->order, .mode = e->mode,
	};
	u8 how = mms_swap_read_how(&read);

	if (e->how != how)
		return mms_found(MMS_check_why_how, 0, how);
	return e->sleep == mms_swap_poll_nsecs(how, e->delay, e->mean) ? mms_found_same()
									: mms_found(MMS_check_why_sleep, 0, how);
}
