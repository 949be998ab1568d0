/* SPDX-License-Identifier: Apache-2.0 */
/*
 * machine.h: the simulated machines, one for each question. A machine asks policy/ for every decision and
 * writes the events a patched kernel would write. Same parameters, same bytes, on every host.
 */
#ifndef MMS_MACHINE_H
#define MMS_MACHINE_H

#include "base/error.h"
#include "base/log.h"
#include "mms/enums.h"
#include "mms/params.h"

/* What a machine is driven by instead of by a scenario: the demand that a capture records. */
struct mms_asif {
	const struct mms_log *from; /* complete; stays where it is while the machine runs */
	bool own;                   /* decide under the record's own switch, turned where it was turned there */
};

/* One kind of machine: a folder here, a value of the enum `machine`, a row in machine.c. */
struct mms_machine_type {
	/* Checks the parameters against each other, allocates the machine, starts `log` (mms_log_begin() comes
	 * last of all allocations) and writes what is there before the first decision. NULL after an error,
	 * which `error` describes: range (parameters that contradict each other) or no_memory. */
	void *(*begin)(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		       struct mms_error *error);
	/* As mms_machine_run(). */
	enum mms_status_id (*run)(void *machine, u32 max_decisions, struct mms_error *error);
	/* As begin(), for mms_machine_drive(). */
	void *(*drive)(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		       const struct mms_asif *asif, struct mms_error *error);
	enum mms_status_id (*run_asif)(void *machine, u32 max_decisions, struct mms_error *error);
};

struct mms_machine {
	const struct mms_machine_type *type;
	void *self;
	bool driven;
};

/* Begins the machine that params->machine names; `machine` holds it then. Status ok, range or no_memory. */
enum mms_status_id mms_machine_begin(struct mms_machine *machine, struct mms_arena *arena, struct mms_log *log,
				     u32 max_events, const struct mms_params *params, struct mms_error *error);

/*
 * Begins the machine that params->machine names, driven by a capture: each demand that the capture records, in its order
 * and, but for swap-in, at its time, decided under the switch that params hold. Of the parameters only that switch and
 * `seed` count, and for swap-in the CPU's costs. An event of the run has the `line` of the event it stands for. Status
 * ok, range (this capture records no demand for the machine) or no_memory.
 */
enum mms_status_id mms_machine_drive(struct mms_machine *machine, struct mms_arena *arena, struct mms_log *log,
				     u32 max_events, const struct mms_params *params, const struct mms_asif *asif,
				     struct mms_error *error);

/*
 * Runs for about `max_decisions` more recorded decisions, and never longer than a bounded number of steps:
 * more (call again), ok (the end), or too_many and no_memory when the log is full. Where it pauses changes
 * nothing of what happens.
 */
enum mms_status_id mms_machine_run(struct mms_machine *machine, u32 max_decisions, struct mms_error *error);

#endif
