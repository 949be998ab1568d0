/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words.h: a pasted text as words. Mails break lines, terminals cut them, forums take the blanks at their beginning
 * away, so only words count, with the line that each is on and its place there. Colours of terminals, tags, quotes, marks of
 * quotations, numbers that somebody gave the lines, and blanks that are not in ASCII are no part of words.
 */
#ifndef MMS_PASTE_WORDS_H
#define MMS_PASTE_WORDS_H

#include "mms/types.h"

struct word {
	const char *at, *end;
	u32 line;  /* from 1 */
	u32 index; /* on its line, from 0 */
};

struct words {
	const char *at, *end;
	u32 line, index;
	u64 number; /* that the line before has in front; 0: none */
	u32 looked; /* the line whose number has been looked for */
	char mark;  /* behind the number */
	bool row;   /* the line begins with a bar: others part its words, too */
};

/* Bytes that part words, in front of `at`; 0: a word goes on. */
u32 mms_word_blank(const char *at, const char *end);

/* The next word. False: there is none. The text has eight bytes more than `end` says. */
bool mms_word(struct words *words, struct word *word);

/* The next one, which stays there. */
bool mms_word_ahead(const struct words *words, struct word *word);

bool mms_word_is(const struct word *word, const char *text);
bool mms_word_begins(const struct word *word, const char *text, const char **behind);

/* `[...]`, `@@`, `--`: does it stand for lines that were left out? */
bool mms_word_folds(const struct word *word);

#define MMS_PASTE_ESCAPE '\x1b'
#define MMS_PASTE_END '\x1c'  /* behind each of several texts */
#define MMS_PASTE_GAP '\x1d'  /* behind a word that was longer in the mail */
#define MMS_PASTE_FOLD '\x1e' /* the same, where a line ended */

/* Does something follow it? The last word of a text may be cut off. */
bool mms_word_ends(const struct words *words, const struct word *word);

/* A number from `*at` on, which then stands behind it. For a small module: trace/text/number.h has a fast one. */
bool mms_figures(const char **at, u32 base, u64 *value);

/* Digits, and nothing but `tail` behind them. */
bool mms_word_number(const struct word *word, const char *tail, s64 *value);

/* The same in part of a word. */
bool mms_digits_till(const char *at, const char *end, const char *tail, s64 *value);

#endif
