/* SPDX-License-Identifier: Apache-2.0 */
#include "sort.h"

#define BLOCK 16u

static void insertion(struct mms_sort_item *item, u32 n)
{
	for (u32 i = 1; i < n; i++) {
		struct mms_sort_item moved = item[i];
		u32 at = i;

		for (; at && item[at - 1].key > moved.key; at--)
			item[at] = item[at - 1];
		item[at] = moved;
	}
}

static void merge(struct mms_sort_item *item, struct mms_sort_item *spare, u32 left, u32 n)
{
	u32 a = 0, b = left, out = 0;

	if (item[left - 1].key <= item[left].key)
		return;
	mms_copy(spare, item, left * sizeof(*item));
	while (a < left)
		item[out++] = b < n && item[b].key < spare[a].key ? item[b++] : spare[a++];
}

void mms_sort(struct mms_sort_item *item, struct mms_sort_item *spare, u32 n)
{
	for (u64 at = 0; at < n; at += BLOCK)
		insertion(item + at, (u32)MMS_MIN((u64)BLOCK, n - at));
	for (u64 width = BLOCK; width < n; width *= 2)
		for (u64 at = 0; at + width < n; at += 2 * width)
			merge(item + at, spare, (u32)width, (u32)MMS_MIN(2 * width, n - at));
}
