/* SPDX-License-Identifier: Apache-2.0 */
#include "slots_cache.h"

bool mms_check_cache_active(bool enabled, bool active, s64 free, u32 cpus)
{
	if (!enabled)
		return active;
	if (!active)
		return free > (s64)cpus * THRESHOLD_ACTIVATE_SWAP_SLOTS_CACHE;
	return free >= (s64)cpus * THRESHOLD_DEACTIVATE_SWAP_SLOTS_CACHE;
}

bool mms_cache_ret_full(u32 n_ret)
{
	return n_ret >= SWAP_SLOTS_CACHE_SIZE;
}
