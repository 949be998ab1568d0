/* SPDX-License-Identifier: Apache-2.0 */
/*
 * machine.h: the simulated machine. Tasks in one memory group touch pages; what does not fit under the
 * group's limit is reclaimed oldest first and swapped out through each CPU's slots cache to the device
 * that policy/ chooses; what is touched again comes back and gives its slot back. It writes the events a
 * patched kernel would write. Same parameters, same bytes, on every host.
 */
#ifndef MMS_MACHINE_H
#define MMS_MACHINE_H

#include "base/error.h"
#include "base/log.h"
#include "mms/params.h"

struct mms_machine;

/*
 * Checks the parameters against each other, allocates the machine, starts `log`, and swaps on the
 * devices. Errors: range (parameters that contradict each other), no_memory.
 * NULL after an error, which `error` describes.
 */
struct mms_machine *mms_machine_begin(struct mms_arena *arena, struct mms_log *log, u32 max_events,
				      const struct mms_params *params, struct mms_error *error);

/*
 * Runs for about `max_decisions` more decisions, and never longer than a bounded number of touches: more
 * (call again), ok (the end), or too_many and no_memory when the log is full. Where it pauses changes
 * nothing of what happens.
 */
enum mms_status_id mms_machine_run(struct mms_machine *m, u32 max_decisions, struct mms_error *error);

#endif
