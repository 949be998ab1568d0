/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_slots.h"

bool mms_swap_has_cluster(s16 device, u64 at)
{
	return device >= 0 && at;
}

bool mms_swap_same_cluster(u64 a, u64 b)
{
	return a / MMS_SWAPFILE_CLUSTER == b / MMS_SWAPFILE_CLUSTER;
}
