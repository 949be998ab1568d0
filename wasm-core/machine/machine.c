/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include "interleave/interleave.h"
#include "swap/swap.h"
#include "swap_in/swap_in.h"
#include "zones/zones.h"

static const struct mms_machine_type *const types[] = {
	[MMS_machine_swap] = &mms_swap_machine,
	[MMS_machine_zones] = &mms_zones_machine,
	[MMS_machine_interleave] = &mms_interleave_machine,
	[MMS_machine_swap_in] = &mms_swap_in_machine,
};

enum mms_status_id mms_machine_begin(struct mms_machine *machine, struct mms_arena *arena, struct mms_log *log,
				     u32 max_events, const struct mms_params *params, struct mms_error *error)
{
	machine->type = types[params->machine];
	machine->self = machine->type->begin(arena, log, max_events, params, error);
	return machine->self ? MMS_status_ok : error->status;
}

enum mms_status_id mms_machine_drive(struct mms_machine *machine, struct mms_arena *arena, struct mms_log *log,
				     u32 max_events, const struct mms_params *params, const struct mms_asif *asif,
				     struct mms_error *error)
{
	machine->type = types[params->machine];
	machine->driven = true;
	machine->self = machine->type->drive(arena, log, max_events, params, asif, error);
	return machine->self ? MMS_status_ok : error->status;
}

enum mms_status_id mms_machine_run(struct mms_machine *machine, u32 max_decisions, struct mms_error *error)
{
	return (machine->driven ? machine->type->run_asif : machine->type->run)(machine->self, max_decisions, error);
}
