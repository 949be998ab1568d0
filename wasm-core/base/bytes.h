/* SPDX-License-Identifier: Apache-2.0 */
/* bytes.h: kinds of bytes, and the ends of text, for formats that take lines apart. */
#ifndef MMS_BYTES_H
#define MMS_BYTES_H

#include "mms/types.h"

static inline bool mms_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool mms_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool mms_is_letter(char c)
{
	return mms_is_upper((char)(c & ~0x20));
}

/* What a hexadecimal digit stands for; negative: it is none. */
static inline int mms_hex_digit(char c)
{
	if (mms_is_digit(c))
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* A byte of a field's name. */
static inline bool mms_is_word(char c)
{
	return mms_is_letter(c) || mms_is_digit(c) || c == '_';
}

static inline bool mms_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline const char *mms_skip_space(const char *at, const char *end)
{
	while (at < end && mms_is_blank(*at))
		at++;
	return at;
}

/* Where text ends without the blanks behind it. */
static inline const char *mms_trimmed(const char *begin, const char *end)
{
	while (end > begin && mms_is_blank(end[-1]))
		end--;
	return end;
}

/* The end of the word at `at`. */
static inline const char *mms_word_end(const char *at, const char *end)
{
	while (at < end && !mms_is_blank(*at))
		at++;
	return at;
}

/* Does the text begin so? `*behind` is what follows. */
static inline bool mms_begins(const char *at, const char *end, const char *what, const char **behind)
{
	for (; *what; what++, at++)
		if (at == end || *at != *what)
			return false;
	*behind = at;
	return true;
}

/* Does the text hold it? */
static inline bool mms_holds(const char *at, const char *end, const char *what)
{
	const char *behind;

	for (; at < end; at++)
		if (mms_begins(at, end, what, &behind))
			return true;
	return false;
}

#endif
