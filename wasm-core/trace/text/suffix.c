/* SPDX-License-Identifier: Apache-2.0 */
/* What other programs and people put behind each line of a text. */
#include "trial.h"

#define COMMON_PERCENT 90u /* of the lines have it, or it is none */

/* As many bytes at the end of both lines are the same. */
static u32 alike(const char *a, const char *a_end, const char *b, const char *b_end)
{
	u32 n = 0;

	while (n < MMS_PREFIX_MAX - 1 && a_end - n > a && b_end - n > b && a_end[-1 - (ptrdiff_t)n] == b_end[-1 - (ptrdiff_t)n])
		n++;
	return n;
}

/* A value may end with words, brackets and quotation marks, but not with these. */
static bool is_mark(char c)
{
	return c == ';' || c == ',' || c == '`' || c == '*' || c == '$' || c == '\\';
}

/* Does a remark begin here, behind a blank? `# here`, `// here`, `<-- look`, `│ top`. */
static bool is_remark(const char *at, const char *end)
{
	return mms_starts(at, end, "# ") || mms_starts(at, end, "// ") || mms_starts(at, end, "<--") || mms_starts(at, end, "<- ") ||
	       mms_starts(at, end, "\xe2\x86\x90") || mms_starts(at, end, "\xe2\x94") || mms_starts(at, end, "\xe2\x95");
}

/* Bytes before `end` of a sign that shows where a line ends: U+00B6, U+21B5, U+23CE, U+240A; 0: it is none. */
static u32 shown_end(const char *at, const char *end)
{
	static const char *const signs[] = {"\xc2\xb6", "\xe2\x86\xb5", "\xe2\x8f\x8e", "\xe2\x90\x8a"};

	for (u32 i = 0; i < MMS_COUNT(signs); i++) {
		u32 len = mms_strlen(signs[i]);

		if (end - at >= (ptrdiff_t)len && mms_starts(end - len, end, signs[i]))
			return len;
	}
	return 0;
}

/* What of these bytes is of no value; `end`: nothing. */
static const char *foreign(const char *at, const char *end)
{
	const char *from = end;

	for (const char *c = at; c + 1 < end; c++)
		if (mms_is_blank(*c) && is_remark(mms_skip_space(c, end), end))
			return c;
	while (from > at && (is_mark(from[-1]) || mms_is_blank(from[-1]) || shown_end(at, from)))
		from -= MMS_MAX(shown_end(at, from), 1u);
	return from;
}

/* Are all lines that end with `$` as long? */
static bool is_one_length(const char *text, const char *end)
{
	u32 len = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (newline == at || newline[-1] != '$')
			continue;
		if (len && len != (u32)(newline - at))
			return false;
		len = (u32)(newline - at);
	}
	return true;
}

/* Where the bytes that end a line as `form` ends begin: the same but for digits, of which there may be more or fewer. NULL: it
 * does not end so. */
static const char *ending(const char *form, u32 len, const char *line, const char *end)
{
	const char *to = form + len;

	while (to > form) {
		bool digit = mms_is_digit(to[-1]);

		if (end == line || (digit ? !mms_is_digit(end[-1]) : end[-1] != to[-1]))
			return NULL;
		end--;
		to--;
		while (digit && to > form && mms_is_digit(to[-1]))
			to--;
		while (digit && end > line && mms_is_digit(end[-1]))
			end--;
	}
	return end;
}

/* What stands behind the line with which bpftrace begins. */
static bool behind_banner(struct mms_repair *r, const char *text, const char *end)
{
	u32 with = 0, lines = 0;

	r->suffix_len = 0;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *to = mms_trimmed(at, newline = mms_find(at, end, '\n')), *from;

		for (from = at; !r->suffix_len && (from = mms_find(from, to, 'A')) < to && !mms_starts(from, to, "Attaching ");)
			from++;
		if (!r->suffix_len && from < to && mms_begins(from, to, "Attaching ", &from)) {
			from = mms_skip_space(mms_word_end(from, to), to);
			from += mms_starts(from, to, "probe") ? 5 : 0;
			from += from < to && *from == 's';
			while (from < to && *from == '.')
				from++;
			if (from == to || to - from >= (ptrdiff_t)MMS_PREFIX_MAX || mms_is_word(*from) || *from == '>' || *from == '$' ||
			    mms_starts(from, to, "\xe2\x80\xa6")) /* signs of a cut */
				return false;
			r->suffix_len = (u8)(to - from);
			mms_fill(r->suffix, 0, sizeof(r->suffix));
			mms_copy(r->suffix, from, r->suffix_len);
			continue;
		}
		if (!r->suffix_len || to == at)
			continue;
		lines++;
		with += ending(r->suffix, r->suffix_len, at, to) != NULL;
	}
	return r->suffix_len && with * 100 >= lines * COMMON_PERCENT && with;
}

bool mms_suffix_of(struct mms_repair *r, const char *text, const char *end)
{
	const char *middle = mms_find(text + (end - text) / 2, end, '\n') + 1, *middle_end, *from;
	u32 lines = 0, with[MMS_PREFIX_MAX] = {0}, len = MMS_PREFIX_MAX - 1, n = 0;

	if (behind_banner(r, text, end))
		return true;
	r->suffix_len = 0;
	if (middle >= end)
		middle = text;
	while ((middle_end = mms_trimmed(middle, mms_find(middle, end, '\n'))) == middle) {
		middle = mms_find(middle, end, '\n') + 1;
		if (middle >= end)
			return false;
	}
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *to = mms_trimmed(at, newline = mms_find(at, end, '\n'));

		lines += mms_skip_space(at, to) < to;
		with[alike(at, to, middle, middle_end)]++;
	}
	for (; len; len--)
		if ((n += with[len]) * 100 >= lines * COMMON_PERCENT && lines > 1)
			break;
	from = foreign(middle_end - len, middle_end);
	if (middle_end - from == 1 && *from == '$' && is_one_length(text, end)) /* where the line was cut */
		from = middle_end;
	r->suffix_len = (u8)(middle_end - from);
	mms_fill(r->suffix, 0, sizeof(r->suffix));
	mms_copy(r->suffix, from, r->suffix_len);
	return r->suffix_len;
}

const char *mms_unsuffixed(const struct mms_repair *r, const char *line, const char *end)
{
	const char *to = r->suffix_len ? ending(r->suffix, r->suffix_len, line, mms_trimmed(line, end)) : NULL;

	return to ? to : end;
}
