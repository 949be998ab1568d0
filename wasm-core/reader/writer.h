/* SPDX-License-Identifier: Apache-2.0 */
/* writer.h: events to the text of a capture. What it writes, the reader reads back to the same events. */
#ifndef MMS_WRITER_H
#define MMS_WRITER_H

#include "base/log.h"
#include "base/text.h"

struct mms_writer {
	const struct mms_log *log;
	const char *manifest, *end; /* JSON texts of the first and the last line */
	u32 manifest_len, end_len;
	u32 next;   /* 0: format, 1: manifest, 2 + i: event i, then the end line */
	u64 lost;
};

/* Appends the line of one event. */
void mms_write_event(struct mms_text *text, const struct mms_event *e);

/* Appends the next lines that fit as a whole. False when there was something to write and nothing fits. */
bool mms_write(struct mms_writer *w, struct mms_text *text);

#endif
