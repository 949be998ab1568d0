/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zone_batch.h: the share of a zone, alloc_batch. Numbers are pages, `policy` is enum mms_zone_policy_id,
 * zones are numbered node * 8 + index.
 *
 * `fair` follows "mm: page_alloc: fair zone allocator policy" v2 of August 2013: every walk that takes pages
 * charges its zone; the slow path sets all zones of the list anew. `fair_local` follows get_page_from_freelist()
 * and reset_alloc_batches() of Linux 4.7: the walk that finds the local batches used up sets those anew.
 */
#ifndef MMS_ZONE_BATCH_H
#define MMS_ZONE_BATCH_H

#include "mms/enums.h"
#include "mms/types.h"

#define MMS_ZONES_PER_NODE 8 /* numbers of a node's zones, four of them in use */
#define MMS_LOCAL_DISTANCE 10 /* LOCAL_DISTANCE, include/linux/topology.h */
#define MMS_RECLAIM_BITS 7u    /* node_reclaim_enabled(): RECLAIM_ZONE, _WRITE, _UNMAP */

static inline u8 mms_zone_nid(u8 zone)
{
	return zone / MMS_ZONES_PER_NODE;
}

static inline u8 mms_zone_idx(u8 zone)
{
	return zone % MMS_ZONES_PER_NODE;
}

/* What a zone's batch is set to, from its marks without boost. */
s32 mms_zone_batch(u32 low, u32 high);

/* What is left after an allocation; less than 0 where one was larger than the rest. */
s64 mms_zone_charge(s64 batch, u8 order);

/* Is the zone passed over until its batch is set anew? */
bool mms_zone_depleted(s32 batch);

/* zone_local(): under `fair_local` by node, else by node_distance from the preferred zone's node. */
bool mms_zone_local(u8 policy, u8 pref, u8 zone, u32 distance);

/* prepare_slowpath() of v2: is a zone of the zonelist, up to highest_zoneidx but of any node, set anew when the
 * fast path found no zone? `reclaim`: vm.zone_reclaim_mode. */
bool mms_zone_slowpath_resets(u8 policy, u32 reclaim, bool local);

/* reset_alloc_batches() of 4.7: is this zone set anew when a walk with this preferred zone ends `fair`? */
bool mms_zone_depleted_resets(u8 pref, u8 zone);

/* Can a batch be set for this reason under this policy? */
bool mms_zone_batch_reason_fits(u8 policy, u8 reason);

#endif
