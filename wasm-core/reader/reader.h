/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reader.h: the text of a capture to events. A capture is a stranger's file: whatever its bytes are, the
 * reader stays within its buffers, does work in proportion to what it is fed, and answers with events or
 * with one error that names line, byte, field and reason. docs/capture-format.md says what is refused.
 */
#ifndef MMS_READER_H
#define MMS_READER_H

#include "base/arena.h"
#include "base/error.h"
#include "base/log.h"

struct mms_reader;

/* A reader that writes to `log`, which it starts, and to `report`. NULL: no memory. */
struct mms_reader *mms_reader_new(struct mms_arena *arena, struct mms_log *log, u32 max_events,
				  struct mms_report *report, struct mms_error *error);

/* The next bytes of the file, cut anywhere. After an error every further call gives the same error. */
enum mms_status_id mms_reader_take(struct mms_reader *r, const char *bytes, u32 len);

/* No more bytes: takes a last line without line end, and puts the events in order (order.c). */
enum mms_status_id mms_reader_close(struct mms_reader *r);

/* After mms_reader_close(), where no end line was read: more bytes may come, and it is closed again. */
void mms_reader_reopen(struct mms_reader *r);

/* The JSON texts of first and last line; NULL and 0 where there is none. */
const char *mms_reader_manifest(const struct mms_reader *r, u32 *len);
const char *mms_reader_end_manifest(const struct mms_reader *r, u32 *len);

#endif
