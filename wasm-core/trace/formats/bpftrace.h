/* SPDX-License-Identifier: Apache-2.0 */
/* bpftrace.h: what people's bpftrace scripts print: the same lines whether they come as text or as JSON. */
#ifndef MMS_TRACE_BPFTRACE_H
#define MMS_TRACE_BPFTRACE_H

#include "base/json_scan.h"
#include "trace/text/times.h"

#define MMS_TABLE_COLUMNS 24u
#define MMS_TABLE_HEADING 512u /* bytes; a longer line is no heading */

/* The heading that the lines beneath it go by. */
struct mms_heading {
	char text[MMS_TABLE_HEADING];
	u16 at[MMS_TABLE_COLUMNS], len[MMS_TABLE_COLUMNS];
	u16 place[MMS_TABLE_COLUMNS]; /* in the heading's line */
	u32 bytes;   /* of `text`: the columns' names, a slash between them: the event's name */
	u32 columns; /* 0: there was none yet */
	bool fresh;  /* no line has come beneath it */
};

/* What a bpftrace format keeps from line to line. */
struct mms_bpftrace {
	struct mms_heading heading;
	bool attached;     /* bpftrace said that it began, or the text is its JSON: any line may be a script's */
	bool numbers;      /* integers before lines are times in ns */
	bool named;        /* words or a time stand before pairs */
	bool timed;        /* sentences begin with the time of the day */
	bool worded;       /* lines without pairs have words */
	bool all_timed;    /* as good as all lines of pairs have a time */
	bool counted;      /* as good as all lines begin with a time in ns */
	bool cut;          /* the first line is the rest of one */
	bool in_map;       /* behind `@name:` or `@name[`, before an empty line */
	bool in_key;       /* behind `@name[`, before `]` */
	bool in_histogram; /* the map that was named last */
	bool bcc;          /* a histogram of bcc is in the text */
	bool bucket;       /* the line before is a bucket of one */
	bool falling;      /* buckets came in falling order: the text is upside down, and a map's name stands behind them */
	s64 low;           /* where the last bucket begins */
	u32 map_key;       /* of the histogram that is being printed */
	u32 map_name_len, map_text_len; /* of map_text */
	u32 section_len;
	bool newlines;     /* the script ends its lines: JSON only, like what follows */
	bool waiting;      /* the last line only began one */
	u32 pending;       /* bytes of a line whose end has not come */
	char pending_text[2048];
	char map_text[1024]; /* a map's name and as much of its key as has come */
	char section[96];    /* the line before a histogram of bcc: `disk = sda` */
};

_Static_assert(sizeof(struct mms_bpftrace) <= MMS_TRACE_STATE, "a format keeps no more than that");

/* One line of what printf(), time() and the like wrote. True: it was an event or a lost line, or was bad;
 * false: it is neither, and the caller counts it. */
bool mms_bpftrace_line(struct mms_trace *t, const char *line, const char *end);

/* Does it look like one? As mms_format.fits() says. */
u32 mms_bpftrace_fits(const char *line, u32 len);

/* A field that says when, where and of whom an event is. */
bool mms_is_of_head(const char *name, u32 len);

/* table.c */
/* Words as one name: what is no letter, digit or `_` becomes `_`. Bytes written: (end - at) at most. */
u32 mms_clean_name(char *to, const char *at, const char *end);
bool mms_heading_read(struct mms_heading *heading, const char *line, const char *end); /* false: it is none */
bool mms_is_heading(const char *line, const char *end);
/* Does its last column hold whatever the script or the user wrote, `name=value` too? */
bool mms_ends_with_text(const struct mms_heading *heading);
/* A heading that no other program is known to write: it begins with TIME, or names tasks as COMM. */
bool mms_is_trusted(const struct mms_heading *heading);
/* Does the line go by the heading? */
bool mms_table_fits(const struct mms_heading *heading, const char *line, const char *end);
/* Does its task's name stand under COMM? A heading that lost its beginning has other columns than its lines. */
bool mms_table_stands_under(const struct mms_heading *heading, const char *line, const char *end);
/* A line beneath the heading, as an event. False: it does not go by the heading. */
bool mms_table_row(struct mms_trace *t, const struct mms_heading *heading, const char *line, const char *end);

/* map.c: lines that of_map() of bpftrace.c knows. What they hold is kept, and counts as no event. True: it was bad. */
bool mms_map_line(struct mms_trace *t, struct mms_bpftrace *state, const char *line, const char *end);
/* A whole number, with a sign or none, as the whole of [at, end). */
bool mms_map_number(const char *at, const char *end, s64 *value);
/* Of stats(): count, average, total. */
void mms_map_stats(struct mms_trace *t, u32 key, const s64 value[3]);
/* A value behind its key: a number, stats() or text. */
void mms_map_scalar(struct mms_trace *t, u32 key, const char *at, const char *end);
/* A key's number in the dictionary; frames of a stack stand on lines of their own, or have `\n` between them. */
u32 mms_map_key(struct mms_trace *t, const char *at, const char *end);
/* map_json.c: the same of an object. False: it is no map as bpftrace writes one. */
bool mms_map_json(struct mms_trace *t, struct mms_json_span data, bool histograms);
/* `usecs : count distribution`: the unit. */
bool mms_bcc_histogram(const char *line, const char *end, const char **unit, u32 *len);
/* `0 -> 1 : 12 |*** |`. */
bool mms_bcc_bucket(const char *line, const char *end);
/* `disk = sda`. */
bool mms_bcc_section(const char *line, const char *end);

#endif
