/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: the events of a session, one after another in memory. The log is the newest block of the
 * arena while it grows: whoever writes to it allocates nothing meanwhile. Or it keeps none of them: each goes to
 * whoever takes it (mms_log_hand()), and its record is used again. */
#ifndef MMS_LOG_H
#define MMS_LOG_H

#include "arena.h"
#include "mms/event.h"

/* Events that a log which keeps none still holds: who added one may write to it until so many more have come. */
#define MMS_LOG_OPEN 64u

/* False: there is no memory for what it makes of the event. */
typedef bool (*mms_log_taker)(void *by, const struct mms_event *event);

struct mms_log {
	struct mms_arena *arena;
	struct mms_event *event; /* of a log that keeps none: those open, event i at i % MMS_LOG_OPEN */
	u32 count, cap, max;
	u8 arch; /* of the machine: enum mms_arch_id; 0, x86-64, where nothing says */
	enum mms_status_id status; /* ok, or why mms_log_add() gave NULL */
	mms_log_taker take; /* NULL: events are kept */
	void *by;
};

/* Before mms_log_begin(): keeps no events, `take` gets each of them in order. */
void mms_log_hand(struct mms_log *log, mms_log_taker take, void *by);

enum mms_status_id mms_log_begin(struct mms_log *log, struct mms_arena *arena, u32 max);

/* A zeroed record of this kind at the end; NULL when a limit is reached. */
struct mms_event *mms_log_add(struct mms_log *log, enum mms_kind_id kind);

/* Whether there is anything to read of an event later. */
static inline bool mms_log_keeps(const struct mms_log *log)
{
	return !log->take;
}

/* The newest event of a log that has one. */
struct mms_event *mms_log_newest(const struct mms_log *log);

/* A log that keeps no events hands over those that are open, and is empty from then on. Status ok or no_memory. */
enum mms_status_id mms_log_close(struct mms_log *log);

#endif
