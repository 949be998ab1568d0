/* SPDX-License-Identifier: Apache-2.0 */
/* Who an event is of. */
#include "internal.h"
#include "policy/zone_flags.h"

bool mms_same_task(const struct mms_event *a, const struct mms_event *b)
{
	return a->pid == b->pid && (a->pid || a->cpu == b->cpu);
}

bool mms_may_interrupt(const struct mms_event *e)
{
	return e->kind == MMS_KIND_zone_select && !(e->zone_select.gfp & MMS_GFP_DIRECT_RECLAIM);
}
