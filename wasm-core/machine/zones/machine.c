/* SPDX-License-Identifier: Apache-2.0 */
#include "zones.h"

static void *begin(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		   struct mms_error *error)
{
	(void)arena, (void)log, (void)max_events, (void)params;
	mms_fail(error, MMS_status_range, "machine=zones is not there yet");
	return NULL;
}

static enum mms_status_id run(void *machine, u32 max_decisions, struct mms_error *error)
{
	(void)machine, (void)max_decisions, (void)error;
	return MMS_status_ok;
}

const struct mms_machine_type mms_zones_machine = {begin, run};
