/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: the events of a session, one after another in memory. The log is the newest block of the
 * arena while it grows: whoever writes to it allocates nothing meanwhile. */
#ifndef MMS_LOG_H
#define MMS_LOG_H

#include "arena.h"
#include "mms/event.h"

struct mms_log {
	struct mms_arena *arena;
	struct mms_event *event;
	u32 count, cap, max;
	u8 arch; /* of the machine: enum mms_arch_id; 0, x86-64, where nothing says */
	enum mms_status_id status; /* ok, or why mms_log_add() gave NULL */
};

enum mms_status_id mms_log_begin(struct mms_log *log, struct mms_arena *arena, u32 max);

/* A zeroed record of this kind at the end; NULL when a limit is reached. */
struct mms_event *mms_log_add(struct mms_log *log, enum mms_kind_id kind);

#endif
