/* SPDX-License-Identifier: Apache-2.0 */
/* recognition.h: from the first bytes of a text to its format, or to the first line that no format explains. */
#ifndef MMS_TRACE_RECOGNITION_H
#define MMS_TRACE_RECOGNITION_H

#include "trace/internal.h"

struct mms_recognition {
	const struct mms_format *format; /* NULL: none explains enough of the text */
	u32 lines, explained, events;    /* lines that are not empty; of these, of the format; of these, with an event */
	const char *odd;                 /* the first line that no format explains; NULL: none. In the text. */
	u32 odd_len, odd_line;           /* from 1 */
};

/* `text` has MMS_TRACE_PAD bytes behind its end. */
void mms_recognise(const char *text, u32 len, struct mms_recognition *found);
const struct mms_format *mms_format_of(u32 id); /* NULL: there is no such format */
const struct mms_format *mms_format_nth(u32 n); /* NULL: there are no more */

/* Stops the reading: says what the text is, or the line that no format explains. */
void mms_refuse_text(struct mms_trace *t, const struct mms_recognition *found);

#endif
