/* SPDX-License-Identifier: Apache-2.0 */
/* trial.h: the first bytes of a text as they would be read now, and what the files that repair it share. */
#ifndef MMS_TRACE_TRIAL_H
#define MMS_TRACE_TRIAL_H

#include "base/bytes.h"
#include "trace/formats/recognition.h"

struct mms_trial {
	struct mms_trace *t;
	const char *text, *end;
	char *to;
	u32 len;
	struct mms_recognition found; /* in these */
};

#define MMS_PANE_BAR "\xe2\x94\x82" /* U+2502 */
#define MMS_TRIAL_BYTES (MMS_TRACE_HEAD * 2 + MMS_TRACE_PAD)

/* repair.c */
/* The trial with what the repair does by now. */
void mms_try(struct mms_trial *trial);
/* A line as its tool wrote it: to the format, or to the trial. */
void mms_repair_give(struct mms_trace *t, const char *line, const char *end, u64 number);
/* A line that is counted with the one it belongs to. */
void mms_repair_pass(struct mms_trace *t);

/* markup.c */
/* From the bytes and from the lines of a text: what of all this is in it? */
void mms_markup_in_bytes(struct mms_repair *r, const char *text, const char *end);
void mms_markup_in_lines(struct mms_repair *r, const char *text, const char *end);
/* `=3D`: its byte; -1: it is none. */
s32 mms_printable_byte(const char *at, const char *end);
/* A line without colours, foreign blanks, tags, entities, and the signs of strings and objects. Bytes written. */
u32 mms_plain(const struct mms_repair *r, char *to, const char *at, const char *end);
const char *mms_unquoted(const char *at, const char *end);
/* Takes the signs of a row of a table away. */
void mms_unrow(const struct mms_repair *r, const char **at, const char **end);
bool mms_is_fence(const char *at, const char *end);
/* Behind a fence, where the first line of what it fences stands on its own line; `end`: there is at most a language. */
const char *mms_behind_fence(const char *at, const char *end);
#define MMS_FENCE 3 /* characters */
/* Has the line a sign that only a cut, a page or a terminal leaves in it? */
bool mms_is_marred(const char *at, const char *end);
/* `<br>`, `</li>`: behind it; NULL: it is no tag of a page. */
const char *mms_tag_end(const char *at, const char *end);

/* suffix.c */
/* Finds what stands behind as good as every line and is of no value. False: nothing. */
bool mms_suffix_of(struct mms_repair *r, const char *text, const char *end);
/* Where the line ends without it. */
const char *mms_unsuffixed(const struct mms_repair *r, const char *line, const char *end);

/* fold.c */
/* Are lines of this text folded? The trial is what it is with them put together. */
void mms_find_folds(struct mms_trial *trial);
/* Has the line lost its end in a way that is seen on many, or in the lines that follow? */
bool mms_is_cut(const struct mms_repair *r, const char *line, const char *end);
void mms_unfold(struct mms_trace *t, const char *line, const char *end);
/* The line that waits for what follows has no more. */
void mms_unfold_end(struct mms_trace *t);

#endif
