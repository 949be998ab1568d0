/* SPDX-License-Identifier: Apache-2.0 */
/* Readahead of an unpatched kernel on swap-in: mm/swap_state.c:swap_vma_ra_win() of 6.12 and 7.3. */
#include "internal.h"

#include "policy/swapin.h"

static u32 window_of(const struct mms_ev_mms_ra *e, u32 page_cluster)
{
	struct mms_ra_info info = mms_swap_ra_info(e->info);
	u32 max = mms_swap_max_win(page_cluster);

	return max == 1 ? 1 : mms_swapin_nr_pages(info.page, mms_swap_ra_info(e->addr).page, info.hits, max, info.win);
}

/* Does the fault itself stand in the second reading? */
static bool is_own(const struct mms_ev_mms_ra *e)
{
	return mms_swap_ra_info(e->info2).page == mms_swap_ra_info(e->addr).page;
}

/* Is this window what the second reading has? A largest window of 1 leaves nothing behind. */
static bool fits(const struct mms_ev_mms_ra *e, u32 page_cluster)
{
	u32 win = window_of(e, page_cluster);
	bool left = mms_swap_max_win(page_cluster) == 1 ? e->info2 == e->info : is_own(e) && mms_swap_ra_info(e->info2).win == win;

	return left && e->reads <= win;
}

struct mms_finding mms_check_stock_ra(const struct mms_ev_mms_ra *e)
{
	u32 want = window_of(e, e->page_cluster);

	if (!e->by_vma || e->rotating)
		return mms_found_open(MMS_check_why_on_device);
	if (fits(e, e->page_cluster))
		return mms_found_same();
	if (e->page_cluster != e->page_cluster2 && fits(e, e->page_cluster2))
		return mms_found_raced(MMS_check_why_moved_page_cluster, want);
	if (!e->others)
		return mms_found(MMS_check_why_window, 0, want);
	/* whatever its window was, the other's is what is there */
	return is_own(e) ? mms_found_raced(MMS_check_why_moved_window, want) : mms_found_open(MMS_check_why_overwritten);
}
