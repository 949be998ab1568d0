/* SPDX-License-Identifier: Apache-2.0 */
/*
 * repair.h: a text that went through a mail, a journal, a terminal or a page, as the tool wrote it. What was done to it is
 * decided from its first bytes, once, and only what can be undone without a guess is undone; the report says what was.
 *
 *     kswap=3D1, `=` at the end of a line     RFC 2045, 6.7: quoted-printable
 *     ESC [ 01;31m, [01;31m, ^[[01;31m, \x1b[01;31m   colours of grep and of terminals: ECMA-48, 5.4; and what copying left of them
 *     mm\_vmscan                              escapes of Markdown and TeX, where no such sign stands without one
 *     U+2011, U+201C                          hyphens and quotation marks of a program for texts, where there are no others
 *     &lt;idle&gt;, U+00A0, U+2009             the source of a page, and its blanks
 *     U+200B, U+00AD, U+FEFF                  what a page or a chat puts between characters and nobody sees
 *     > >                                     a quoted mail
 *     Apr 26 20:09:09 host trace[412]:        before every line: enum mms_prefix
 *     "…",                                    every line a string of JSON
 *     b'…\n'                                  or of Python
 *     {"MESSAGE": "…", …}                     every line an object of JSON with the line in it: a journal, a container's log
 *     | … |                                   every line a row of a table of Markdown, or of a box
 *     …<br>, …</li>, …; …` …  # here          behind every line: tags of a page, or the same, of no value
 *     ```                                     a fence of Markdown
 *     a line in two or three                  a mailer folded it: what follows does not begin as an event does
 */
#ifndef MMS_TRACE_REPAIR_H
#define MMS_TRACE_REPAIR_H

#include "base/text.h"
#include "mms/trace_abi.h"

#define MMS_REPAIR_PREFIXES 2u /* one before another */
#define MMS_PREFIX_MAX 96u     /* bytes of a prefix that lines have in common */
#define MMS_MARRED_BYTES 64    /* at the end of a line that its last value is looked for in */
#define MMS_FOLD_WIDTH 132u    /* bytes; a mail's lines are not longer */

struct mms_trace;
struct mms_format;
struct mms_trial;

enum mms_prefix {
	PREFIX_JOURNAL,    /* `Apr 26 20:09:09 host trace[412]: `, or with a date of ISO 8601 */
	PREFIX_DATE,       /* `2026-04-26T20:09:09.123Z ` */
	PREFIX_DMESG,      /* `<6>[  123.456789] `, `[Sun Apr 26 20:09:09 2026] ` */
	PREFIX_NETCONSOLE, /* `6,1234,567890,-;` */
	PREFIX_NUMBER,     /* `12:`, `12<tab>`, `12 |`: grep -n, cat -n, editors */
	PREFIX_COUNT,      /* `12` with nothing behind it, one more in each line */
	PREFIX_FILE,       /* `logs/trace.txt:`, and a number as before: grep of several files */
	PREFIX_PATCH,      /* `+`, `-` or a blank before each line */
	PREFIX_MARK,       /* `* `, `- `, `# `, `$ `, and `+` of a patch */
	PREFIX_BAR,        /* `name  | ` */
	PREFIX_BANNER,     /* what stands before the line with which a tool begins: the same but for digits */
	PREFIX_SAME,       /* the same bytes before each line */
	PREFIX_COLUMNS,    /* before the columns of the kernel's lines: as many bytes, the same but for digits */
	MMS_PREFIXES,
};

/* How the lines of a text become those of its tool, and what is being put together of them. */
struct mms_repair {
	bool printable, controls, colours, spaces, invisible, escapes, tags, entities, strings, objects, rows, quoted, fenced, folded, any;
	bool spelled;                      /* the escape of a colour is lost, or spelled out */
	bool rows_apart;                   /* a blank stands behind the first bar */
	bool timed;                        /* each line of an event begins with its time */
	u16 typeset;                       /* bit n: which signs of a program for texts */
	u8 suffix_len;
	char suffix[MMS_PREFIX_MAX];       /* behind every line */
	bool due;                          /* PREFIX_BANNER: a line without it is another's */
	u8 prefixes;                       /* of `prefix` in use */
	u8 prefix[MMS_REPAIR_PREFIXES];    /* enum mms_prefix */
	u8 prefix_len[MMS_REPAIR_PREFIXES]; /* of the first line's */
	char same[MMS_REPAIR_PREFIXES][MMS_PREFIX_MAX]; /* the first line's */
	u32 width;                         /* what is longer may have been folded */
	u32 cut;                           /* lines of this length lost their ends; 0: none */
	bool cut_bytes;                    /* it is of bytes, not of characters */
	bool panes;                        /* and so did those with a bar between two panes */
	u32 hard;                          /* lines of this length were cut there, and go on in the next; 0: none */
	const struct mms_format *format;   /* that says where a folded line begins */
	struct mms_trial *trial;           /* that the lines are for; NULL: the format */

	char *soft, *clean, *line; /* MMS_REPAIR_BYTES each: of quoted-printable; without colours; that may go on */
	u32 soft_len, line_len, raw_len; /* raw_len: of what came last */
	u64 soft_first, line_first, number; /* of the lines that these begin with; of the one that is read */
	bool soft_waits, line_waits, broken;
	u64 counted_from, counted; /* PREFIX_COUNT: the first line's number, and that of the line which comes next */
	u64 time; /* in ns, that a prefix says: of the day, or since boot; MMS_NO_TS: none */
	bool since_boot;
};
#define MMS_REPAIR_BYTES (MMS_TRACE_LINE_MAX * 2)

/* Decides from the first bytes of a text, and recognises its format. False: no memory. */
bool mms_repair_begin(struct mms_trace *t, const char *text, u32 len);
/* A line of the text; the format's line() gets it when it is complete. */
void mms_repair_line(struct mms_trace *t, const char *line, const char *end);
/* The text is complete. */
void mms_repair_end(struct mms_trace *t);

/* text/prefix.c: behind the prefix that the line has; NULL: it has none. A time in it goes to r->time. */
const char *mms_prefix_end(struct mms_repair *r, u32 n, const char *line, const char *end);
/* Do the numbers before the lines count these? */
bool mms_prefix_counts(const char *text, const char *end);
/* Is what all lines begin with one word, of a label or the name of a file, with names of tasks behind it that differ? */
bool mms_prefix_differs(const char *text, const char *end);
/* The prefix that as good as all of these lines have; false: none of this sort. Fills in what `r` says of its `n`th. */
bool mms_prefix_of(struct mms_repair *r, u32 n, enum mms_prefix prefix, const char *text, const char *end);

#endif
