/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting: the same items, in the order of their keys, equals in the order they came in. The first byte says how
 * many bytes each key has. */
#include "base/sort.h"
#include "check.h"
#include "feed.h"

#define MOST 1024u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct mms_sort_item item[MOST], spare[MOST];
	static u64 key[MOST];
	struct feed t = {data, size};
	u32 bytes = 1 + (u32)take(&t, 1) % 8, n = 0;
	u64 seen[MOST / 64] = {0};

	for (; n < MOST && t.left; n++) {
		key[n] = take(&t, bytes);
		item[n] = (struct mms_sort_item){key[n], n};
	}
	mms_sort(item, spare, n);
	for (u32 i = 0; i < n; i++) {
		u32 was = item[i].index;

		MUST(was < n && item[i].key == key[was] && !(seen[was / 64] >> was % 64 & 1));
		seen[was / 64] |= 1ull << was % 64;
		MUST(!i || item[i - 1].key < item[i].key || (item[i - 1].key == item[i].key && item[i - 1].index < was));
	}
	return 0;
}
