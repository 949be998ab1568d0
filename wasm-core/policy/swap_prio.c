/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_prio.h"

#define PROMOTED 1       /* swapfile.c: "-1 is reserved as the promoted value" */
#define DEF_SWAP_PRIO -1 /* every automatic device of 52f37efc5949 */

s32 mms_least_priority(u8 rule, u32 autos)
{
	switch (rule) {
	case MMS_rule_node: return -1 - (s32)autos;
	case MMS_rule_global: return 0 - (s32)autos;
	default: return 0; /* not used */
	}
}

s16 mms_auto_prio(u8 rule, u32 before)
{
	return rule == MMS_rule_roundrobin ? (s16)DEF_SWAP_PRIO : (s16)mms_least_priority(rule, before + 1);
}

s16 mms_setup_prio(u8 rule, s16 given, u32 autos)
{
	return given >= 0 ? given : mms_auto_prio(rule, autos);
}

s16 mms_avail_key(u8 rule, s16 prio, s16 node_id, s16 nid)
{
	if (rule == MMS_rule_node && prio < 0 && node_id == nid)
		return PROMOTED;
	return (s16)-prio;
}

bool mms_swapoff_renumbers(u8 rule, s16 prio)
{
	return prio < 0 && rule != MMS_rule_roundrobin;
}

bool mms_key_fits(u8 rule, s16 key)
{
	return key <= 0 || rule != MMS_rule_roundrobin || key == -DEF_SWAP_PRIO;
}

bool mms_key_shared(u8 rule, s16 key)
{
	if (key <= 0)
		return true;
	return rule == MMS_rule_roundrobin || (rule == MMS_rule_node && key == PROMOTED);
}
