/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include "base/bytes.h"
#include "base/text.h"

#define TAG_MOST 200

/* `ESC [ 1 ; 31 m`: how many bytes, or 0. */
static u32 colour(const char *at, const char *end)
{
	const char *from = at;

	if (end - at < 3 || at[0] != MMS_PASTE_ESCAPE || at[1] != '[')
		return 0;
	for (at += 2; at < end && (mms_is_digit(*at) || *at == ';' || *at == '?'); at++)
		;
	return at < end && mms_is_letter(*at) ? (u32)(at + 1 - from) : 0;
}

/* `<br>`, `</span>`: a tag of a page of the web; 0: it is none, or stands for what was left out. */
static u32 tag(const char *at, const char *end)
{
	const char *from = at++, *behind;

	if (mms_begins(at, end, "snip", &behind))
		return 0;
	at += at < end && *at == '/';
	if (at >= end || !mms_is_letter(*at))
		return 0;
	while (at < end && *at != '>' && *at != '\n' && at - from < TAG_MOST)
		at++;
	return at < end && *at == '>' ? (u32)(at + 1 - from) : 0;
}

u32 mms_word_blank(const char *at, const char *end)
{
	static const char *const others[] = {
		"\xc2\xa0", "\xe2\x80\xaf", "\xe3\x80\x80", "\xef\xbb\xbf", "&nbsp;", "&#160;", /* blanks */
		"\\n", "\\t", "^I", "^M", "#012", "#011", "\"", "`", "&quot;", "\xe2\x94\x82", "\xc2\xb6", "\xe2\x86\xb5", /* line's ends and tabs as they are spelt; quotes; a box */
	};
	const char *behind;

	if ((u8)*at <= ' ')
		return *at == MMS_PASTE_ESCAPE ? colour(at, end) : 1;
	if (*at == '<')
		return tag(at, end);
	if (*at == '\'' || ((*at == '$' || *at == ';') && (at + 1 == end || (u8)at[1] < ' '))) /* of a string; of `cat -A` */
		return 1;
	if (!((u8)*at & 0x80) && *at != '#' && *at != '&' && *at != '\\' && *at != '^' && *at != '"' && *at != '`')
		return 0;
	if (mms_begins(at, end, "\xe2\x80", &behind) && behind < end && (u8)*behind < 0x90) /* of another width, or of none */
		return 3;
	for (u32 i = 0; i < MMS_COUNT(others); i++)
		if (mms_begins(at, end, others[i], &behind))
			return (u32)(behind - at);
	return 0;
}

/* A line's end, as it is or as it is spelt. */
static bool breaks(const char *at, const char *end)
{
	const char *behind;

	return *at == '\n' || *at == '\r' || (mms_begins(at, end, "\\n", &behind) && *behind != '"') || mms_begins(at, end, "<br", &behind) ||
		mms_begins(at, end, "#012", &behind);
}

/* `4,1000,1234560,-;` and `4,1000,1234560,-,caller=T12;`: /dev/kmsg, and extended netconsole. Documentation/ABI/testing/dev-kmsg */
static u32 record(const char *at, const char *end)
{
	const char *from = at, *dot = at;
	u64 number;

	if (mms_figures(&dot, 10, &number) && dot < end && *dot == '.') { /* netconsole puts the release before it, if it is told to */
		while (at < end && *at != ',' && (u8)*at > ' ')
			at++;
		at += at < end;
	}
	for (u32 i = 0; i < 3; i++)
		if (at >= end || !mms_figures(&at, 10, &number) || at >= end || *at++ != ',')
			return 0;
	while (at < end && *at != ';' && (u8)*at > ' ')
		at++;
	return at < end && *at == ';' ? (u32)(at + 1 - from) : 0;
}

/* Marks of a quotation, of a difference, or of the rows of a table, where a line begins; the name of `journalctl -o verbose`. */
static u32 quotation(const char *at, const char *end)
{
	const char *behind;

	for (behind = at; *at == '|' && behind < end && (*behind == '|' || *behind == '-' || *behind == ':' || *behind == ' '); behind++)
		;
	if (*at == '|' && behind - at > 1 && (u8)*behind < ' ') /* below the names of a table's columns */
		return (u32)(behind - at);
	if (*at == '>' || *at == '|' || *at == '+')
		return 1;
	return mms_begins(at, end, "&gt;", &behind) || mms_begins(at, end, "MESSAGE=", &behind) ? (u32)(behind - at) : record(at, end);
}

/* ---- lines that somebody numbered ------------------------------------------------------------------------------- */

/* `12:`, `  12<tab>` where a line begins. */
struct label {
	u64 number;
	char mark;          /* behind it */
	const char *behind; /* the mark */
};

static bool label(const char *at, const char *end, struct label *l)
{
	while (at < end && (mms_is_blank(*at) || quotation(at, end)))
		at++;
	if (at >= end || *at == '0' || !mms_figures(&at, 10, &l->number) || at >= end)
		return false;
	l->mark = *at == '\r' ? '\n' : *at;
	l->behind = at + 1;
	return (u8)*at <= ' ' || *at == ':' || *at == '-' || *at == '.' || *at == ')' || *at == '|';
}

/* grep leaves lines out, and marks those beside what it found with `-`. */
static bool next(u64 number, char mark, const struct label *l)
{
	bool grep = mark == ':' || mark == '-';

	if (grep ? l->mark != ':' && l->mark != '-' : l->mark != mark && l->mark != '\n')
		return false;
	return l->number == number + 1 || (grep && l->number > number);
}

/* The number of a line, where it is one more than that of the line before it; or where two more follow, and a name is behind
 * one of them: a row of numbers may begin with any. */
static u32 numbered(struct words *words)
{
	const char *at = words->at, *end = words->end;
	struct label own, l;
	bool named = false;

	if (words->index || words->looked == words->line)
		return 0;
	words->looked = words->line;
	if (!label(at, end, &own))
		return 0;
	l = own;
	for (u32 i = 0; !(words->number && next(words->number, words->mark, &own)); i++) {
		const char *text = mms_skip_space(l.behind, end);

		named |= text < end && !mms_is_digit(*text);
		if (i == 2) {
			if (!named)
				return 0;
			break;
		}
		for (at = l.behind - 1; at < end && *at != '\n'; at++)
			;
		if (at == end || !label(at + 1, end, &l) || !next(own.number + i, own.mark, &l))
			return 0;
	}
	words->number = own.number;
	words->mark = own.mark == '\n' ? words->mark : own.mark;
	return (u32)(own.behind - (own.mark == '\n') - words->at);
}

bool mms_word(struct words *words, struct word *word)
{
	while (words->at < words->end) {
		u32 n = numbered(words);

		if (!n)
			n = mms_word_blank(words->at, words->end);
		words->line += n && *words->at == MMS_PASTE_FOLD;
		if (n && breaks(words->at, words->end)) {
			words->line += *words->at == '\n';
			words->index = 0;
			words->row = false;
		}
		words->row |= !n && !words->index && *words->at == '|';
		if (!n && !words->index)
			n = quotation(words->at, words->end);
		if (!n && words->row && *words->at == '|')
			n = 1;
		if (!n)
			break;
		words->at += n;
	}
	*word = (struct word){words->at, words->at, words->line, words->index++};
	while (words->at < words->end && !mms_word_blank(words->at, words->end))
		words->at++;
	word->end = words->at;
	return word->end > word->at;
}

bool mms_word_folds(const struct word *word)
{
	static const char *const marks[] = {"\xe2\x80\xa6", "...", "[...", "[\xe2\x80\xa6", "[snip", "<snip", "(...", "@@", "8<"};
	const char *behind;

	for (u32 i = 0; i < MMS_COUNT(marks); i++)
		if (mms_word_begins(word, marks[i], &behind))
			return true;
	return mms_word_is(word, "--");
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

bool mms_figures(const char **at, u32 base, u64 *value)
{
	const char *from = *at;
	u64 sum = 0;

	for (int digit; (digit = mms_hex_digit(*from)) >= 0 && (u32)digit < base; from++) {
		if (sum > (UINT64_MAX - (u32)digit) / base)
			return false;
		sum = sum * base + (u32)digit;
	}
	*value = sum;
	return from > *at && (*at = from);
}

bool mms_digits_till(const char *at, const char *end, const char *tail, s64 *value)
{
	const char *behind;
	u64 number;

	if (!mms_figures(&at, 10, &number) || at > end || number > (u64)INT64_MAX || !mms_begins(at, end, tail, &behind) || behind != end)
		return false;
	*value = (s64)number;
	return true;
}

bool mms_word_number(const struct word *word, const char *tail, s64 *value)
{
	return mms_digits_till(word->at, word->end, tail, value);
}
