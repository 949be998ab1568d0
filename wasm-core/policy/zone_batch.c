/* SPDX-License-Identifier: Apache-2.0 */
#include "zone_batch.h"

s32 mms_zone_batch(u32 low, u32 high)
{
	u64 pages = (u64)high - low; /* unsigned, and at most S32_MAX, as reset_alloc_batch() has it */

	return (s32)MMS_MIN(pages, (u64)INT32_MAX);
}

s64 mms_zone_charge(s64 batch, u8 order)
{
	return batch - (s64)(1u << order);
}

bool mms_zone_depleted(s32 batch)
{
	return batch <= 0;
}

bool mms_zone_local(u8 policy, u8 pref, u8 zone, u32 distance)
{
	if (policy == MMS_zone_policy_fair_local)
		return mms_zone_nid(pref) == mms_zone_nid(zone);
	return distance == MMS_LOCAL_DISTANCE;
}

bool mms_zone_slowpath_resets(u8 policy, u32 reclaim, bool local)
{
	return policy == MMS_zone_policy_fair && (!(reclaim & MMS_RECLAIM_BITS) || local);
}

bool mms_zone_depleted_resets(u8 pref, u8 zone)
{
	return mms_zone_nid(pref) == mms_zone_nid(zone) && mms_zone_idx(zone) <= mms_zone_idx(pref);
}

bool mms_zone_batch_reason_fits(u8 policy, u8 reason)
{
	if (reason == MMS_batch_reason_slowpath)
		return policy == MMS_zone_policy_fair;
	if (reason == MMS_batch_reason_depleted)
		return policy == MMS_zone_policy_fair_local;
	return true;
}
