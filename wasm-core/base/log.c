/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#define GROW 1024u /* records added at a time */

enum mms_status_id mms_log_begin(struct mms_log *log, struct mms_arena *arena, u32 max)
{
	*log = (struct mms_log){.arena = arena, .max = max};
	log->event = mms_arena_alloc(arena, 0);
	log->status = log->event ? MMS_status_ok : MMS_status_no_memory;
	return log->status;
}

struct mms_event *mms_log_add(struct mms_log *log, enum mms_kind_id kind)
{
	struct mms_event *event;

	if (log->count == log->max) {
		log->status = MMS_status_too_many;
		return NULL;
	}
	if (log->count == log->cap) {
		if (!mms_arena_extend(log->arena, GROW * sizeof(*event))) {
			log->status = MMS_status_no_memory;
			return NULL;
		}
		log->cap += GROW;
	}
	event = &log->event[log->count++];
	event->kind = (u8)kind;
	return event;
}
