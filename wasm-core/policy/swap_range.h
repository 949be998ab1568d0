/* SPDX-License-Identifier: Apache-2.0 */
/*
 * swap_range.h: when a device leaves and joins the avail lists by itself. Follows mm/swapfile.c:
 * swap_range_alloc() and swap_range_free() of Linux 6.12. Numbers are pages.
 */
#ifndef MMS_SWAP_RANGE_H
#define MMS_SWAP_RANGE_H

#include "mms/types.h"

/* swap_range_alloc(): with the last slot gone the device leaves every list. */
bool mms_range_alloc_leaves(u64 used_after, u64 pages);

/* swap_range_free(): the first slot given back to a full device (highest_bit 0) brings it back, unless
 * it is being swapped off (`writeok` false). */
bool mms_range_free_joins(u64 used_before, u64 pages, bool writeok);

#endif
