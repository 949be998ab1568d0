/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#define GROW 1024u /* records added at a time */

void mms_log_hand(struct mms_log *log, mms_log_taker take, void *by)
{
	log->take = take;
	log->by = by;
}

enum mms_status_id mms_log_begin(struct mms_log *log, struct mms_arena *arena, u32 max)
{
	*log = (struct mms_log){.arena = arena, .max = max, .take = log->take, .by = log->by};
	log->event = mms_arena_alloc(arena, log->take ? MMS_LOG_OPEN * sizeof(*log->event) : 0);
	log->status = log->event ? MMS_status_ok : MMS_status_no_memory;
	return log->status;
}

static struct mms_event *next(struct mms_log *log)
{
	if (log->count == log->cap) {
		if (!mms_arena_extend(log->arena, GROW * sizeof(*log->event)))
			return NULL;
		log->cap += GROW;
	}
	return &log->event[log->count];
}

/* The place of the oldest event that is open, which is handed over. */
static struct mms_event *reuse(struct mms_log *log)
{
	struct mms_event *event = &log->event[log->count % MMS_LOG_OPEN];

	if (log->count >= MMS_LOG_OPEN) {
		if (!log->take(log->by, event))
			return NULL;
		mms_fill(event, 0, sizeof(*event));
	}
	return event;
}

struct mms_event *mms_log_add(struct mms_log *log, enum mms_kind_id kind)
{
	struct mms_event *event;

	if (log->count == log->max) {
		log->status = MMS_status_too_many;
		return NULL;
	}
	event = log->take ? reuse(log) : next(log);
	if (!event) {
		log->status = MMS_status_no_memory;
		return NULL;
	}
	log->count++;
	event->kind = (u8)kind;
	return event;
}

struct mms_event *mms_log_newest(const struct mms_log *log)
{
	u32 at = log->count - 1;

	return &log->event[log->take ? at % MMS_LOG_OPEN : at];
}

enum mms_status_id mms_log_close(struct mms_log *log)
{
	u32 open = MMS_MIN(log->count, MMS_LOG_OPEN);

	for (u32 at = log->count - open; at < log->count; at++)
		if (!log->take(log->by, &log->event[at % MMS_LOG_OPEN]))
			log->status = MMS_status_no_memory;
	log->count = 0;
	return log->status;
}
