/* SPDX-License-Identifier: Apache-2.0 */
/* bpftrace.h: what people's bpftrace scripts print: the same lines whether they come as text or as JSON. */
#ifndef MMS_TRACE_BPFTRACE_H
#define MMS_TRACE_BPFTRACE_H

#include "trace/text/times.h"

#define MMS_TABLE_COLUMNS 24u
#define MMS_TABLE_HEADING 512u /* bytes; a longer line is no heading */

/* The heading that the lines beneath it go by. */
struct mms_heading {
	char text[MMS_TABLE_HEADING];
	u16 at[MMS_TABLE_COLUMNS], len[MMS_TABLE_COLUMNS];
	u32 bytes;   /* of `text`: the columns' names, a slash between them: the event's name */
	u32 columns; /* 0: there was none yet */
	bool fresh;  /* no line has come beneath it */
};

/* What a bpftrace format keeps from line to line. */
struct mms_bpftrace {
	struct mms_heading heading;
	bool in_map;       /* behind `@name:` or `@name[`, before an empty line */
	bool newlines;     /* the script ends its lines: JSON only, like what follows */
	bool waiting;      /* the last line only began one */
	u32 pending;       /* bytes of a line whose end has not come */
	char pending_text[2048];
};

_Static_assert(sizeof(struct mms_bpftrace) <= MMS_TRACE_STATE, "a format keeps no more than that");

/* One line of what printf(), time() and the like wrote. True: it was an event or a lost line, or was bad;
 * false: it is neither, and the caller counts it. */
bool mms_bpftrace_line(struct mms_trace *t, const char *line, const char *end);

/* Does it look like one? As mms_format.fits() says. */
u32 mms_bpftrace_fits(const char *line, u32 len);

/* table.c */
/* Words as one name: what is no letter, digit or `_` becomes `_`. Bytes written: (end - at) at most. */
u32 mms_clean_name(char *to, const char *at, const char *end);
bool mms_heading_read(struct mms_heading *heading, const char *line, const char *end); /* false: it is none */
bool mms_is_heading(const char *line, const char *end);
/* A line beneath the heading, as an event. False: it does not go by the heading. */
bool mms_table_row(struct mms_trace *t, const struct mms_heading *heading, const char *line, const char *end);

#endif
