/* SPDX-License-Identifier: Apache-2.0 */
/*
 * swap_slots.h: where a slot comes from since there are clusters of a CPU.
 *
 * Follows mm/swapfile.c:folio_alloc_swap(), swap_alloc_fast() and swap_alloc_slow() of Linux 7.3 on x86_64: a CPU goes on in
 * its cluster; where it has none, or that one is used up, it takes the first device of the one list, which is requeued
 * behind its equals first, and a cluster of it.
 */
#ifndef MMS_SWAP_SLOTS_H
#define MMS_SWAP_SLOTS_H

#include "mms/types.h"

#define MMS_SWAPFILE_CLUSTER 512 /* slots: HPAGE_PMD_NR */

/* Has the CPU a cluster to go on in? `device`: percpu_swap_cluster.si, -1: NULL; `at`: percpu_swap_cluster.offset. */
bool mms_swap_has_cluster(s16 device, u64 at);

/* Are two slots of a device of one cluster? */
bool mms_swap_same_cluster(u64 a, u64 b);

#endif
