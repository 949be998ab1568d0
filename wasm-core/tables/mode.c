/* SPDX-License-Identifier: Apache-2.0 */
/* Which mode of deciding an event belongs to. */
#include "tables.h"

static int by_zone_policy(u8 policy)
{
	switch (policy) {
	case MMS_zone_policy_fair: return MMS_mode_fair;
	case MMS_zone_policy_fair_local: return MMS_mode_fair_local;
	default: return MMS_mode_preferred;
	}
}

static int by_rule(u8 rule)
{
	switch (rule) {
	case MMS_rule_global: return MMS_mode_global;
	case MMS_rule_roundrobin: return MMS_mode_roundrobin;
	default: return MMS_mode_node;
	}
}

static int by_wake_mark(u8 mark)
{
	switch (mark) {
	case MMS_wake_mark_low: return MMS_mode_wake_low;
	case MMS_wake_mark_zone: return MMS_mode_wake_zone;
	default: return MMS_mode_wake_high;
	}
}

static int by_swap_poll(u8 mode)
{
	switch (mode) {
	case MMS_swap_poll_poll: return MMS_mode_poll;
	case MMS_swap_poll_hybrid: return MMS_mode_hybrid;
	default: return MMS_mode_interrupt;
	}
}

static int by_granularity(const struct mms_ev_interleave *e)
{
	if (e->mode == MMS_mpol_weighted_interleave)
		return MMS_mode_weighted;
	return e->g > 1 ? MMS_mode_granular : MMS_mode_each;
}

/* Of an unpatched kernel, which has no granularity. */
static int of_unpatched(const struct mms_ev_mms_il *e)
{
	if (e->by_place)
		return MMS_mode_mapping;
	return e->mode == MMS_mpol_weighted_interleave ? MMS_mode_weighted : MMS_mode_each;
}

int mms_mode_of(const struct mms_event *e)
{
	switch (e->kind) {
	case MMS_KIND_swap_select: return by_rule(e->swap_select.mode);
	case MMS_KIND_mms_slot: return e->mms_slot.nid < 0 ? MMS_mode_roundrobin : MMS_mode_node; /* one list: 7.3 */
	case MMS_KIND_mms_kswapd: return MMS_mode_wake_high;
	case MMS_KIND_mms_il: return of_unpatched(&e->mms_il);
	case MMS_KIND_mms_ra: return e->mms_ra.by_vma && !e->mms_ra.rotating ? MMS_mode_ra_vma : MMS_mode_ra_cluster;
	case MMS_KIND_swap_ra: return e->swap_ra.ra == MMS_ra_kind_vma ? MMS_mode_ra_vma : MMS_mode_ra_cluster;
	case MMS_KIND_swap_in: return by_swap_poll(e->swap_in.mode);
	case MMS_KIND_zone_select: return by_zone_policy(e->zone_select.mode);
	case MMS_KIND_zone_batch: return by_zone_policy(e->zone_batch.mode);
	case MMS_KIND_kswapd_wake: return by_wake_mark(e->kswapd_wake.mark);
	case MMS_KIND_interleave: return by_granularity(&e->interleave);
	case MMS_KIND_interleave_vma: return MMS_mode_mapping;
	default: return -1;
	}
}
