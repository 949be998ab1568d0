/* SPDX-License-Identifier: Apache-2.0 */
/* events.h: how a machine writes an event: one log, one clock that never goes back, one order. */
#ifndef MMS_MACHINE_EVENTS_H
#define MMS_MACHINE_EVENTS_H

#include "base/error.h"
#include "base/log.h"

/* What a machine has written so far. */
struct mms_out {
	struct mms_log *log;
	u64 last_ts, seq; /* of the newest event; of the newest that swap_avail_lock orders */
};

/* Who runs, of events that record it. */
struct mms_who {
	u16 cpu;
	s32 pid;
	const char *comm;
};

/* A new event with the common fields filled in. NULL when the log is full; then the machine stops. */
struct mms_event *mms_emit(struct mms_out *out, enum mms_kind_id kind, u64 now, const struct mms_who *who);

/* Status ok, or after the log was full: why, in `error` too. */
enum mms_status_id mms_emit_status(const struct mms_out *out, struct mms_error *error);

#endif
