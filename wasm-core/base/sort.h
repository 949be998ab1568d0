/* SPDX-License-Identifier: Apache-2.0 */
/* sort.h: a stable sort of record numbers by a key, fast where they are nearly in order already. */
#ifndef MMS_SORT_H
#define MMS_SORT_H

#include "mms/types.h"

struct mms_sort_item {
	u64 key;
	u32 index;
};

/* Sorts n items by key, equals in the order given. `spare` has room for n items. O(n log n). */
void mms_sort(struct mms_sort_item *item, struct mms_sort_item *spare, u32 n);

#endif
