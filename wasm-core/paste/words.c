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
