/* SPDX-License-Identifier: Apache-2.0 */
/* What other programs put before each line of a text. */
#include "repair.h"

#include "base/bytes.h"
#include "number.h"
#include "times.h"
#include "trace/formats/task_line.h"

#define SECOND 1000000000ull
#define COMMON_PERCENT 80u /* of the lines have it, or it is none */

static const char *skip_digits(const char *at, const char *end, u32 n)
{
	for (; n; n--, at++)
		if (at >= end || !mms_is_digit(*at))
			return NULL;
	return at;
}

static const char *skip_number(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && mms_is_digit(*at))
		at++;
	return at > from ? at : NULL;
}

/* `Apr 26 ` or `Apr  6 ` */
static const char *month_and_day(const char *at, const char *end)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (u32 i = 0; i < sizeof(months) - 1; i += 3)
		if (end - at > 7 && at[0] == months[i] && at[1] == months[i + 1] && at[2] == months[i + 2] && at[3] == ' ') {
			at = skip_number(mms_skip_blanks(at + 4, end), end);
			return at && at < end && *at == ' ' ? at + 1 : NULL;
		}
	return NULL;
}

/* `20:09:09.123`, and what of it is a time of day. */
static const char *clock(const char *at, const char *end, u64 *ns)
{
	char time[24] = "";
	const char *from = time;
	u32 len = 0;

	while (len < sizeof(time) - 1 && at + len < end && (mms_is_digit(at[len]) || at[len] == ':' || at[len] == '.' || at[len] == ','))
		time[len] = at[len], len++;
	return mms_time_of_day(&from, time + len, ns) ? at + (from - time) : NULL;
}

/* `2026-04-26T20:09:09.123+02:00` */
static const char *iso(const char *at, const char *end, u64 *ns)
{
	at = skip_digits(at, end, 4);
	if (!at || at >= end || *at != '-' || !(at = skip_digits(at + 1, end, 2)) || at >= end || *at != '-' ||
	    !(at = skip_digits(at + 1, end, 2)) || at >= end || (*at != 'T' && *at != ' ') || !(at = clock(at + 1, end, ns)))
		return NULL;
	if (at < end && *at == 'Z')
		return at + 1;
	if (at < end && (*at == '+' || *at == '-')) {
		at = skip_digits(at + 1, end, 2);
		at = at && at < end && *at == ':' ? at + 1 : at;
		at = at ? skip_digits(at, end, 2) : NULL;
	}
	return at;
}

/* `[  123.456789] `, or a date or a time of the day in the brackets; `<6>` before them. */
static const char *dmesg(struct mms_repair *r, const char *at, const char *end)
{
	const char *bracket;

	if (at < end && *at == '<' && (at = skip_number(at + 1, end)) && (at == end || *at++ != '>'))
		return NULL;
	if (!at || at >= end || *at != '[')
		return NULL;
	bracket = mms_find(at, end, ']');
	if (bracket == end || bracket - at > 40)
		return NULL;
	at = mms_skip_blanks(at + 1, bracket);
	if (iso(at, bracket, &r->time) == bracket || clock(at, bracket, &r->time) == bracket) {
		r->since_boot = false;
		return bracket + 1;
	}
	r->since_boot = !mms_is_letter(*at);
	if (!r->since_boot) { /* Sun Apr 26 20:09:09 2026 */
		at = month_and_day(mms_skip_blanks(mms_word_end(at, bracket), bracket), bracket);
		at = at ? clock(at, bracket, &r->time) : NULL;
		at = at ? skip_digits(mms_skip_blanks(at, bracket), bracket, 4) : NULL;
	} else {
		at = mms_time_in(at, bracket, SECOND, &r->time) && mms_find(at, bracket, '.') < bracket ? bracket : NULL;
	}
	return at == bracket ? bracket + 1 : NULL;
}

/* ` host trace[412]:` */
static const char *host_and_program(const char *at, const char *end)
{
	const char *program;

	if (at >= end || *at != ' ')
		return NULL;
	program = mms_word_end(mms_skip_blanks(at, end), end); /* behind the host */
	if (program == end)
		return NULL;
	program = mms_skip_blanks(program, end);
	at = mms_word_end(program, end);
	return at > program + 1 && at[-1] == ':' ? at : NULL;
}

/* One blank belongs to the prefix; more are the line's. */
static const char *one_blank(const char *at, const char *end)
{
	return at && at < end && *at == ' ' ? at + 1 : at;
}

static const char *journal(struct mms_repair *r, const char *line, const char *end)
{
	const char *at = month_and_day(line, end);

	at = at ? clock(at, end, &r->time) : iso(line, end, &r->time);
	if (!at)
		at = dmesg(r, line, end);
	return at ? one_blank(host_and_program(at, end), end) : NULL;
}

/* A date and its time, and what a container's log has behind them: `2026-04-26T20:09:09.123Z stdout F `. */
static const char *date(struct mms_repair *r, const char *line, const char *end)
{
	static const char *const streams[] = {"stdout F ", "stderr F ", "stdout P ", "stderr P "};
	const char *at = iso(line, end, &r->time);

	if (!at && (at = month_and_day(line, end)))
		at = clock(at, end, &r->time);
	if (!at || at == end || *at++ != ' ')
		return NULL;
	for (u32 i = 0; i < MMS_COUNT(streams); i++)
		if (mms_starts(at, end, streams[i]))
			return at + mms_strlen(streams[i]);
	return at;
}

/* `6,1234,567890,-;`: Documentation/networking/netconsole.rst */
static const char *netconsole(const char *at, const char *end)
{
	for (u32 i = 0; i < 3; i++)
		if (!(at = skip_number(at, end)) || at >= end || *at++ != ',')
			return NULL;
	at = mms_find(at, end, ';');
	return at < end ? at + 1 : NULL;
}

/* `trace.txt-12-`, as grep -C writes it. */
static const char *file_beside(const char *line, const char *end)
{
	const char *word = mms_word_end(line, end);

	for (const char *at = line, *behind; (at = mms_find(at, word, '-')) < word; at++)
		if ((behind = skip_number(at + 1, word)) && behind < word && *behind == '-' && mms_find(line, at, '.') < at &&
		    mms_find(line, at, ':') == at)
			return behind + 1;
	return NULL;
}

/* `trace.txt:`, `logs/trace.txt:12:` */
static const char *file(const char *line, const char *end)
{
	const char *at = mms_find(line, mms_word_end(line, end), ':'), *behind = file_beside(line, end);
	u64 ns;

	if (behind)
		return behind;
	if (at == end || *at != ':' || (mms_find(line, at, '.') == at && mms_find(line, at, '/') == at) || mms_is_digit(at[-1]))
		return NULL;
	behind = at + 1;
	if (mms_time_of_day(&behind, end, &ns))
		return at + 1;
	behind = skip_number(at + 1, end);
	return behind && behind < end && *behind == ':' ? behind + 1 : at + 1;
}

static const char *mark(const char *at, const char *end)
{
	if (at < end && (*at == '+' || *at == '`'))
		return at + 1;
	if (mms_starts(at, end, "**"))
		return at + 2;
	return end - at > 1 && (*at == '*' || *at == '-' || *at == '#' || *at == '$' || *at == ':' || *at == '|') && at[1] == ' ' ?
		at + 2 : NULL;
}

static const char *number(const char *at, const char *end)
{
	at = skip_number(mms_skip_blanks(at, end), end);
	if (!at || at == end)
		return NULL;
	if (*at == ':' || *at == '\t' || *at == '-')
		return at + 1;
	at += *at == '.' || *at == ')';
	return at < end && *at == ' ' ? at + 1 : NULL;
}

static const char *bar(const char *line, const char *end)
{
	const char *at = mms_word_end(line, end);

	if (at == line)
		return NULL;
	at = mms_skip_blanks(at, end);
	return at < end && *at == '|' ? one_blank(at + 1, end) : NULL;
}

/* The same bytes but for digits where there are digits. */
static const char *alike(const char *same, u32 len, const char *line, const char *end)
{
	if (end - line < (ptrdiff_t)len)
		return NULL;
	for (u32 i = 0; i < len; i++)
		if (line[i] != same[i] && !(mms_is_digit(line[i]) && mms_is_digit(same[i])))
			return NULL;
	return line + len;
}

const char *mms_prefix_end(struct mms_repair *r, u32 n, const char *line, const char *end)
{
	switch ((enum mms_prefix)r->prefix[n]) {
	case PREFIX_JOURNAL:
		return journal(r, line, end);
	case PREFIX_DATE:
		return date(r, line, end);
	case PREFIX_DMESG:
		return one_blank(dmesg(r, line, end), end);
	case PREFIX_NETCONSOLE:
		return netconsole(line, end);
	case PREFIX_NUMBER:
		return number(line, end);
	case PREFIX_FILE:
		return file(line, end);
	case PREFIX_MARK:
		return mark(line, end);
	case PREFIX_BAR:
		return bar(line, end);
	case PREFIX_SAME:
		return mms_starts(line, end, r->same[n]) ? line + r->prefix_len[n] : NULL;
	case PREFIX_COLUMNS:
		return alike(r->same[n], r->prefix_len[n], line, end);
	case MMS_PREFIXES:
		break;
	}
	return NULL;
}

/* Behind the number: its sign. A blank is one where the first line has number 1, or uniq -c counts the line. */
static bool goes_on(const char *line, const char *digits, const char *sign, u64 value, u64 before, bool first)
{
	if (*sign == ':' || *sign == '-')
		return value > before;
	if (*sign == ' ' && sign - line == 7 && value == 1 && digits > line)
		return true;
	return first ? value <= 1 || *sign == '\t' : value == before + 1;
}

bool mms_prefix_counts(const char *text, const char *end)
{
	u32 lines = 0, on = 0;
	u64 before = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *digits = mms_skip_blanks(at, newline = mms_find(at, end, '\n')), *sign = digits;
		u64 value;

		if (!number(at, newline) || !mms_decimal(&sign, &value))
			continue;
		on += goes_on(at, digits, sign, value, before, !lines++);
		before = value;
	}
	return lines > 1 && on * 100 >= lines * COMMON_PERCENT;
}

static bool keep(struct mms_repair *r, u32 n, const char *line, u32 len)
{
	if (!len || len >= MMS_PREFIX_MAX || mms_starts(line, line + len, "{\"")) /* JSON holds more than one line's text */
		return false;
	mms_fill(r->same[n], 0, MMS_PREFIX_MAX);
	for (u32 i = 0; i < len; i++)
		r->same[n][i] = line[i];
	r->prefix_len[n] = (u8)len;
	return true;
}

/* The bytes that all lines begin with, up to the last sign that stands between a prefix and a text. */
static bool common(struct mms_repair *r, u32 n, const char *text, const char *end)
{
	const char *first = NULL;
	u32 len = MMS_PREFIX_MAX - 1;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (mms_skip_space(at, newline) == newline)
			continue;
		first = first ? first : at;
		len = (u32)MMS_MIN((ptrdiff_t)len, newline - at);
		for (u32 i = 0; i < len; i++)
			if (at[i] != first[i])
				len = i;
	}
	if (!first)
		return false;
	if (len && mms_is_blank(*first)) /* an indent */
		return keep(r, n, first, (u32)(mms_skip_space(first, first + len) - first));
	for (u32 i = 1; i < len; i++)
		if ((first[i] == ' ' && first[i - 1] == ' ') || mms_starts(first + i, first + len, "{\""))
			len = i; /* columns are the line's own, and so is JSON */
	while (len && !(first[len - 1] == '\t' || (len > 1 && first[len - 1] == ' ' && first[len - 2] != ' ' &&
							    !mms_is_word(first[len - 2])) ||
			(len > 2 && mms_starts(first + len - 3, first + len, "\xe2\x94\x82"))))
		len--;
	return keep(r, n, first, len);
}

/* What stands before sixteen columns of a task's name, of the first line that has them; no name of a file is cut in two. */
static bool before_columns(struct mms_repair *r, u32 n, const char *text, const char *end)
{
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		u32 len = mms_task_columns(at, newline = mms_find(at, end, '\n'));

		if (len)
			return !mms_is_word(at[len - 1]) && keep(r, n, at, len);
	}
	return false;
}

/* Several files may be of several machines. */
static bool one_file(const struct mms_repair *r, u32 n, const char *text, const char *end)
{
	const char *name = r->same[n];
	u32 len = (u32)(mms_find(name, name + r->prefix_len[n], ':') - name);

	if (len == r->prefix_len[n]) /* of grep -C: before `-12-` */
		for (len--; len && name[len - 1] != '-';)
			len--;
	len -= len && name[len - 1] == '-';

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (file(at, newline) && ((u32)(newline - at) < len || !mms_equal(at, name, len) || (at[len] != ':' && at[len] != '-')))
			return false;
	}
	return true;
}

/* The sign behind a number that counts lines, whether it seems to or not. */
static bool is_sure(char sign)
{
	return sign == ':' || sign == '\t';
}

bool mms_prefix_of(struct mms_repair *r, u32 n, enum mms_prefix prefix, const char *text, const char *end)
{
	u32 lines = 0, with = 0;

	r->prefix[n] = (u8)prefix;
	if ((prefix == PREFIX_SAME && !common(r, n, text, end)) || (prefix == PREFIX_COLUMNS && !before_columns(r, n, text, end)))
		return false;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *behind;

		newline = mms_find(at, end, '\n');
		if (mms_skip_space(at, newline) == newline)
			continue;
		lines++;
		behind = mms_prefix_end(r, n, at, newline);
		if (behind && !with++ && prefix < PREFIX_SAME && !keep(r, n, at, (u32)(behind - at)))
			return false;
	}
	if (!with || with * 100 < lines * COMMON_PERCENT || (lines < 2 && prefix >= PREFIX_SAME)) /* of one line anything is */
		return false;
	if (prefix == PREFIX_NUMBER && !is_sure(r->same[n][r->prefix_len[n] - 1]) && !mms_prefix_counts(text, end))
		return false;
	return prefix != PREFIX_FILE || one_file(r, n, text, end);
}
