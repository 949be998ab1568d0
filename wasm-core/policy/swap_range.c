/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_range.h"

bool mms_range_alloc_leaves(u64 used_after, u64 pages)
{
	return used_after == pages;
}

bool mms_range_free_joins(u64 used_before, u64 pages, bool writeok)
{
	return used_before == pages && writeok;
}
