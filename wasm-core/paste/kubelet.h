/* SPDX-License-Identifier: Apache-2.0 */
/* kubelet.h: whether kubelet evicts a pod before a task of the node has to reclaim for itself. */
#ifndef MMS_PASTE_KUBELET_H
#define MMS_PASTE_KUBELET_H

#include "internal.h"

/* Of the reader: evictionHard of memory.available, and how fast memory is taken. Bytes. */
struct eviction {
	bool has_threshold, has_percent, has_rate;
	s64 threshold, percent, rate;
};

/* `evictionHard=100Mi`, `evictionHard=5%`, `rate=40Mi` (in a second). False: it is neither. */
bool mms_eviction_word(struct eviction *eviction, const struct word *word);

/* `to_low`, `to_min`: pages that a request of a pod takes until kswapd wakes, and until it reclaims for itself. */
void mms_eviction_write(const struct paste *paste, const struct snapshot *snapshot, const struct zone *zones, const struct eviction *eviction,
	struct span to_low, struct span to_min, struct mms_text *out);

#endif
