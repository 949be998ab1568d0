/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slots_cache.h: when each CPU keeps a cache of swap slots. Follows mm/swap_slots.c of Linux 6.12:
 * check_cache_active(), refill_swap_slots_cache(), free_swap_slot(). Asked for every page, hence inline.
 */
#ifndef MMS_SLOTS_CACHE_H
#define MMS_SLOTS_CACHE_H

#include "mms/types.h"

#define SWAP_SLOTS_CACHE_SIZE 64 /* SWAP_BATCH; both of the slots to use and of those given back */
#define THRESHOLD_ACTIVATE_SWAP_SLOTS_CACHE (5 * SWAP_SLOTS_CACHE_SIZE)
#define THRESHOLD_DEACTIVATE_SWAP_SLOTS_CACHE (2 * SWAP_SLOTS_CACHE_SIZE)

/* swap_slot_cache_active after check_cache_active(): with plenty of free slots (`free`: nr_swap_pages)
 * it comes on, with few it goes off, between the two it stays. Unchanged while it is not enabled. */
static inline bool mms_check_cache_active(bool enabled, bool active, s64 free, u32 cpus)
{
	if (!enabled)
		return active;
	if (!active)
		return free > (s64)cpus * THRESHOLD_ACTIVATE_SWAP_SLOTS_CACHE;
	return free >= (s64)cpus * THRESHOLD_DEACTIVATE_SWAP_SLOTS_CACHE;
}

/* free_swap_slot(): must the slots given back go to their devices before one more is kept? */
static inline bool mms_cache_ret_full(u32 n_ret)
{
	return n_ret >= SWAP_SLOTS_CACHE_SIZE;
}

#endif
