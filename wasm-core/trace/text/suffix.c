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

/* What of these bytes is of no value; `end`: nothing. */
static const char *foreign(const char *at, const char *end)
{
	const char *from = end;

	for (const char *c = at; c + 1 < end; c++)
		if (mms_is_blank(*c) && is_remark(mms_skip_space(c, end), end))
			return c;
	while (from > at && (is_mark(from[-1]) || mms_is_blank(from[-1])))
		from--;
	return from;
}

bool mms_suffix_of(struct mms_repair *r, const char *text, const char *end)
{
	const char *middle = mms_find(text + (end - text) / 2, end, '\n') + 1, *middle_end, *from;
	u32 lines = 0, with[MMS_PREFIX_MAX] = {0}, len = MMS_PREFIX_MAX - 1, n = 0;

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
	r->suffix_len = (u8)(middle_end - from);
	mms_fill(r->suffix, 0, sizeof(r->suffix));
	mms_copy(r->suffix, from, r->suffix_len);
	return r->suffix_len;
}

const char *mms_unsuffixed(const struct mms_repair *r, const char *line, const char *end)
{
	const char *to = mms_trimmed(line, end);

	if (!r->suffix_len || to - line < r->suffix_len || !mms_equal(to - r->suffix_len, r->suffix, r->suffix_len))
		return end;
	return to - r->suffix_len;
}
