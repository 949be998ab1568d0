/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "base/bytes.h"
#include "base/text.h"
#include "trace/text/number.h"

#define ESCAPE '\033'

/* `ESC [ 1 ; 31 m`: how many bytes, or 0. */
static u32 colour(const char *at, const char *end)
{
	const char *from = at;

	if (end - at < 3 || at[0] != ESCAPE || at[1] != '[')
		return 0;
	for (at += 2; at < end && (mms_is_digit(*at) || *at == ';' || *at == '?'); at++)
		;
	return at < end && mms_is_letter(*at) ? (u32)(at + 1 - from) : 0;
}

/* Bytes that part words, in front of `at`; 0: a word goes on. */
static u32 blank(const char *at, const char *end)
{
	static const char *const wide[] = {"\xc2\xa0", "\xe2\x80\x8b", "\xef\xbb\xbf", "&nbsp;"};
	const char *behind;

	if ((u8)*at <= ' ')
		return *at == ESCAPE ? colour(at, end) : 1;
	if (!((u8)*at & 0x80) && *at != '&')
		return 0;
	for (u32 i = 0; i < MMS_COUNT(wide); i++)
		if (mms_begins(at, end, wide[i], &behind))
			return (u32)(behind - at);
	return 0;
}

/* Marks of a quotation, where a line begins. */
static u32 quotation(const char *at, const char *end)
{
	const char *behind;

	if (*at == '>' || *at == '|')
		return 1;
	return mms_begins(at, end, "&gt;", &behind) ? (u32)(behind - at) : 0;
}

/* ---- what a log has before each line --------------------------------------------------------------------------- */

/* The next word of a line; NULL: it ends. */
static const char *behind_word(const char *at, const char *end)
{
	while (at < end && (u8)*at > ' ')
		at++;
	while (at < end && *at == ' ')
		at++;
	return at < end && (u8)*at > ' ' ? at : NULL;
}

/* Is the word all digits, but for `marks`? */
static bool is_number(const char *at, const char *end, const char *marks)
{
	for (; at < end && (u8)*at > ' '; at++) {
		const char *mark = marks;

		while (*mark && *mark != *at)
			mark++;
		if (!mms_is_digit(*at) && !*mark)
			return false;
	}
	return true;
}

/* What is behind `Nov 27 12:00:01`; NULL: it is no such time. */
static const char *behind_time(const char *at, const char *end)
{
	static const char *const months[] = {"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "};
	const char *day = NULL, *clock;

	for (u32 i = 0; i < MMS_COUNT(months); i++)
		if (mms_begins(at, end, months[i], &day))
			break;
	day = day ? behind_word(at, end) : NULL;
	clock = day && is_number(day, end, "") ? behind_word(day, end) : NULL;
	if (!clock || end - clock < 9 || clock[2] != ':' || clock[5] != ':' || !is_number(clock, end, ":."))
		return NULL;
	return behind_word(clock, end);
}

/* What is behind `2026-11-27T12:00:01.123456Z`; NULL: it is no such time. */
static const char *behind_date(const char *at, const char *end)
{
	if (end - at < 20 || at[4] != '-' || at[7] != '-' || at[10] != 'T' || at[13] != ':' || !is_number(at, end, "-T:.+Z"))
		return NULL;
	return behind_word(at, end);
}

/* Bytes that syslog, a journal or a container's log has before a line: time, host and `program[1]:`, or time, stream and a letter. */
static u32 prefix(const char *at, const char *end)
{
	const char *host = behind_time(at, end), *tag, *text, *behind;

	if (!host)
		host = behind_date(at, end);
	tag = host ? behind_word(host, end) : NULL;
	text = tag ? behind_word(tag, end) : NULL;
	if (!text)
		return 0;
	if (mms_begins(host, end, "stdout ", &behind) || mms_begins(host, end, "stderr ", &behind))
		return (*tag == 'F' || *tag == 'P') && tag[1] == ' ' ? (u32)(text - at) : 0;
	for (behind = text; behind[-1] == ' '; behind--)
		;
	return behind[-1] == ':' ? (u32)(text - at) : 0;
}

bool mms_word(struct words *words, struct word *word)
{
	while (words->at < words->end) {
		u32 n = blank(words->at, words->end);

		if (*words->at == '\n') {
			words->line++;
			words->first = true;
		}
		if (!n && words->first)
			n = quotation(words->at, words->end);
		if (!n && words->first)
			n = prefix(words->at, words->end);
		if (!n)
			break;
		words->at += n;
	}
	*word = (struct word){words->at, words->at, words->line, words->first};
	while (words->at < words->end && !blank(words->at, words->end))
		words->at++;
	word->end = words->at;
	words->first = false;
	return word->end > word->at;
}

bool mms_word_ahead(const struct words *words, struct word *word)
{
	struct words copy = *words;

	return mms_word(&copy, word);
}

bool mms_word_ends(const struct words *words, const struct word *word)
{
	return word->end < words->end && *word->end != MMS_PASTE_END;
}

bool mms_word_is(const struct word *word, const char *text)
{
	return mms_same(text, word->at, (u32)(word->end - word->at));
}

bool mms_word_begins(const struct word *word, const char *text, const char **behind)
{
	return mms_begins(word->at, word->end, text, behind);
}

bool mms_digits_till(const char *at, const char *end, const char *tail, s64 *value)
{
	const char *behind;
	u64 number;

	if (!mms_decimal(&at, &number) || at > end || number > (u64)INT64_MAX || !mms_begins(at, end, tail, &behind) || behind != end)
		return false;
	*value = (s64)number;
	return true;
}

bool mms_word_number(const struct word *word, const char *tail, s64 *value)
{
	return mms_digits_till(word->at, word->end, tail, value);
}
