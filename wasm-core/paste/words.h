/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words.h: a pasted text as words. Mails break lines, terminals cut them, forums take the blanks at their beginning
 * away, so only words count, with the line that each is on. Colours of terminals, marks of quotations, the time, host
 * and name that a log has before a line, and blanks that are not in ASCII are no part of words.
 */
#ifndef MMS_PASTE_WORDS_H
#define MMS_PASTE_WORDS_H

#include "mms/types.h"

struct word {
	const char *at, *end;
	u32 line;   /* from 1 */
	bool first; /* on its line, but for marks of quotations and what a log has before it */
};

struct words {
	const char *at, *end;
	u32 line;
	bool first;
};

/* The next word. False: there is none. The text has eight bytes more than `end` says. */
bool mms_word(struct words *words, struct word *word);

/* The next one, which stays there. */
bool mms_word_ahead(const struct words *words, struct word *word);

bool mms_word_is(const struct word *word, const char *text);
bool mms_word_begins(const struct word *word, const char *text, const char **behind);

#define MMS_PASTE_END '\x1c' /* behind each of several texts */

/* Does something follow it? The last word of a text may be cut off. */
bool mms_word_ends(const struct words *words, const struct word *word);

/* Digits, and nothing but `tail` behind them. */
bool mms_word_number(const struct word *word, const char *tail, s64 *value);

/* The same in part of a word. */
bool mms_digits_till(const char *at, const char *end, const char *tail, s64 *value);

#endif
