/* SPDX-License-Identifier: Apache-2.0 */
/* reader.h: a reader of captures without a session, in an arena of its own: for targets that are to be fast, or
 * whose arena is another module's. */
#ifndef MMS_FUZZ_READER_H
#define MMS_FUZZ_READER_H

#include "check.h"
#include "reader/internal.h"

#define LONE_BYTES ((size_t)24 << 20)

struct lone_reader {
	struct mms_arena arena;
	struct mms_log log;
	struct mms_report report;
	struct mms_error error;
	struct mms_reader *reader;
};

/* A fresh one; what an earlier call gave is gone. */
static inline struct lone_reader *lone_reader(u32 max_events)
{
	static struct lone_reader lone;
	static u8 *memory;

	if (!memory) {
		mms_memory_base(); /* reserves the platform's, which the arena asks for room but does not use */
		memory = calloc(1, LONE_BYTES);
		lone.arena = (struct mms_arena){.base = memory, .limit = LONE_BYTES};
	}
	mms_arena_rewind(&lone.arena, 0);
	lone.report = (struct mms_report){0};
	lone.error = (struct mms_error){0};
	lone.reader = mms_reader_new(&lone.arena, &lone.log, max_events, &lone.report, &lone.error);
	MUST(lone.reader);
	return &lone;
}

/* A sentence, and where it belongs. */
static inline void look_at_error(const struct mms_error *error, enum mms_status_id status)
{
	MUST(status < 0 && error->status == status && error->text[0] && !error->text[sizeof(error->text) - 1]);
	for (const char *c = error->text; *c; c++)
		MUST(*c >= ' ' && *c <= '~');
}

#endif
