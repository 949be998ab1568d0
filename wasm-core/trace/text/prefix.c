/* SPDX-License-Identifier: Apache-2.0 */
/* What other programs put before each line of a text. */
#include "repair.h"

#include "base/bytes.h"
#include "number.h"
#include "times.h"
#include "trace/formats/task_line.h"

#define SECOND 1000000000ull
#define ARROW "\xe2\x86\x92" /* U+2192 */
#define COMMON_PERCENT 80u /* of the lines have it, or it is none */
#define DUE_PERCENT 40u    /* of the lines have what stands before a banner: others are not the tool's */
#define CONTAINER_LEAST 12u /* hexadecimal digits of a container's name */
#define GLUED_LEAST 3u     /* lines whose numbers follow one another */
#define GLUED_DIGITS 8u    /* where digits follow those numbers */

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
	u64 passed;

	if (at < end && *at == '<' && (at = skip_number(at + 1, end)) && (at == end || *at++ != '>'))
		return NULL;
	if (!at || at >= end || *at != '[')
		return NULL;
	bracket = mms_find(at, end, ']');
	if (bracket == end || bracket - at > 40)
		return NULL;
	at = mms_skip_blanks(at + 1, bracket);
	r->time = MMS_NO_TS;
	if (*at == '+' && mms_time_in(at + 1, bracket, SECOND, &passed)) /* dmesg -H: since the line before */
		return bracket + 1;
	if (bracket - at == 11 && mms_is_letter(*at) && at[5] == ' ' && at[8] == ':') /* and `[Apr26 20:09]` */
		return bracket + 1;
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
	const char *level = end - line > 3 && *line == '<' ? skip_number(line + 1, end) : NULL, *at;

	line = level && level < end && *level == '>' && level + 1 < end && mms_is_letter(level[1]) ? level + 1 : line; /* <134>Apr 26 */
	at = month_and_day(line, end);
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

/* The bar that editors, pagers and boxes draw: its bytes. 0: it is none. */
static u32 drawn_bar(const char *at, const char *end)
{
	static const char *const bars[] = {"|", "\xe2\x94\x82", "\xe2\x94\x83", "\xe2\x95\x91", "\xe2\x96\x8f"};

	for (u32 i = 0; i < MMS_COUNT(bars); i++)
		if (mms_starts(at, end, bars[i]))
			return mms_strlen(bars[i]);
	return 0;
}

/* `DEBUG `, `[INFO] `, `3f2a1bc4d5e6 `, `root@host:~# `, `PS> `: a level, a container, a prompt. */
static const char *label(const char *at, const char *end)
{
	static const char *const levels[] = {"TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR"};
	bool bracket = at < end && *at == '[';
	const char *from = at + bracket, *to = from, *word = mms_word_end(at, end);
	u32 hex = 0, letters = 0;

	while (to < end && mms_is_upper(*to))
		to++;
	for (u32 i = 0; i < MMS_COUNT(levels); i++)
		if (mms_same(levels[i], from, (u32)(to - from)) && to < end && (bracket ? *to == ']' : *to == ' ' || *to == ':'))
			return one_blank(to + (bracket || *to == ':'), end);
	for (; at + hex < word && (mms_is_digit(at[hex]) || (at[hex] >= 'a' && at[hex] <= 'f')); hex++)
		letters += !mms_is_digit(at[hex]);
	if (hex >= CONTAINER_LEAST && letters && letters < hex && at + hex == word && word < end)
		return one_blank(word, end);
	if (mms_starts(at, end, "PS> ") || mms_starts(at, end, ">>> "))
		return at + 4;
	if (word - at > 2 && word < end && (word[-1] == '#' || word[-1] == '$') && mms_find(at, word, '@') < word)
		return one_blank(word, end);
	return NULL;
}

static const char *mark(const char *at, const char *end)
{
	const char *behind;

	if (at < end && (*at == '+' || *at == '`'))
		return at + 1;
	if (mms_starts(at, end, "...") || mms_starts(at, end, "\xe2\x80\xa6"))
		return at + 3;
	if ((behind = label(at, end)))
		return behind;
	if (mms_starts(at, end, "**"))
		return at + 2;
	return end - at > 1 && (*at == '*' || *at == '-' || *at == '#' || *at == '$' || *at == ':' || *at == '|') && at[1] == ' ' ?
		at + 2 : NULL;
}

/* What may stand before a number that counts lines: `[12] `, `(12) `, `#12 `, `L12 `. */
static const char *before_number(const char *at, const char *end)
{
	at = mms_skip_blanks(at, end);
	return at + (at < end && (*at == '[' || *at == '(' || *at == '#' || *at == 'L'));
}

static const char *number(const char *at, const char *end)
{
	const char *digits = before_number(at, end);

	at = skip_number(digits, end);
	if (!at || at == end)
		return NULL;
	if (digits[-1] == '[') /* a CPU stands behind a pid */
		return *at == ']' ? one_blank(at + 1, end) : NULL;
	if (*at == ':' || *at == '\t' || *at == '-')
		return at + 1;
	if (mms_starts(at, end, ARROW))
		return at + sizeof(ARROW) - 1;
	if (drawn_bar(mms_skip_blanks(at, end), end)) {
		at = mms_skip_blanks(at, end);
		return one_blank(at + drawn_bar(at, end), end);
	}
	at += *at == '.' || *at == ')';
	return at < end && *at == ' ' ? at + 1 : NULL;
}

static const char *bar(const char *line, const char *end)
{
	const char *at = mms_word_end(line, end);

	if (at == line)
		return NULL;
	at = mms_skip_blanks(drawn_bar(line, end) ? line : at, end);
	return drawn_bar(at, end) ? one_blank(at + drawn_bar(at, end), end) : NULL;
}

/* `+`, `-` or a blank of a patch. */
static const char *patch(const char *at, const char *end)
{
	return at < end && (*at == '+' || *at == '-' || *at == ' ') ? at + 1 : NULL;
}

/* What stands around the lines of a patch. */
static bool is_of_patch(const char *at, const char *end)
{
	return mms_starts(at, end, "@@ ") || mms_starts(at, end, "diff ") || mms_starts(at, end, "index ") || mms_starts(at, end, "\\ No ");
}

/* Bytes of a task's name up to its first digit or blank. */
static u32 letters_of(const char *at, const char *end)
{
	u32 n = 0;

	while (at + n < end && !mms_is_digit(at[n]) && !mms_is_blank(at[n]))
		n++;
	return n;
}

/* Do all lines begin as those of a patch do? Where they all are taken out, `-` may be of the tasks' own names, `-bash`. */
static bool is_patch(const char *text, const char *end)
{
	u32 plus = 0, minus = 0, blank = 0, glued = 0;
	bool differ = false, hunks = false;
	const char *name = NULL;
	u32 name_len = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (mms_skip_space(at, newline) == newline)
			continue;
		if (is_of_patch(at, newline)) {
			hunks = true;
			continue;
		}
		if (!patch(at, newline))
			return false;
		plus += *at == '+';
		minus += *at == '-';
		blank += *at == ' ';
		if (*at == '-') {
			glued += !mms_is_blank(at[1]) || mms_task_columns(at, newline) == 1;
			differ |= name && (name_len != letters_of(at, newline) || !mms_equal(name, at, name_len));
			name = at;
			name_len = letters_of(at, newline);
		}
	}
	if (!minus)
		return plus > 1;
	return hunks || (plus && minus + plus > 2) || (!blank && glued == minus && differ) || (blank && minus > 1 && glued == minus);
}

/* What a tool writes into its first line, and a script never. */
static bool is_banner(const char *at, const char *end)
{
	return mms_starts(at, end, "# tracer: ") || mms_starts(at, end, "{\"type\": \"attached_probes\"") ||
	       ((mms_starts(at, end, "Attaching ") || mms_starts(at, end, "Attached ")) && mms_holds(at, end, "probe"));
}

/* The number that comes next, with nothing behind it: a number of a line that was pasted with it. */
static const char *counted(struct mms_repair *r, const char *line, const char *end)
{
	char digits[32] = ""; /* mms_equal() looks at more than there is */
	struct mms_text text = mms_text(digits, 24);
	const char *at = mms_skip_blanks(line, end);

	mms_put_u64(&text, r->counted);
	if (end - at < (ptrdiff_t)text.len || !mms_equal(at, digits, text.len))
		return NULL;
	r->counted++;
	return at + text.len;
}

/* May a number of a line stand before this? Where one blank or a sign follows, the number is a column's of its own. */
static bool is_glued(const char *at, const char *end, bool digits)
{
	static const char signs[] = ".,:;)-/|\t";

	if (at == end)
		return true;
	if (mms_is_blank(*at))
		return at + 1 < end && mms_is_blank(at[1]);
	for (u32 i = 0; i < sizeof(signs) - 1; i++)
		if (*at == signs[i])
			return false;
	return digits || !mms_is_digit(*at);
}

/* All lines begin with numbers that follow one another: with which? False: they do not. */
static bool counts_lines(struct mms_repair *r, const char *text, const char *end)
{
	const char *first = mms_skip_space(text, end), *to = first;
	u64 from = 0;

	for (; to < end && mms_is_digit(*to) && to - first < (ptrdiff_t)GLUED_DIGITS; to++) {
		u32 lines = 0, with = 0;
		bool digits = false, all = true, sure = false;

		from = from * 10 + (u64)(*to - '0');
		r->counted = from;
		for (const char *at = text, *newline; at < end && all; at = newline + 1) {
			const char *behind;

			newline = mms_find(at, end, '\n');
			if (mms_skip_space(at, newline) == newline)
				continue;
			behind = counted(r, at, newline);
			sure |= !lines && behind && is_banner(behind, newline);
			all = lines++ ? !behind || is_glued(behind, newline, true) : behind != NULL;
			digits |= behind && mms_is_digit(*behind);
			with += behind != NULL;
		}
		r->counted = r->counted_from = from;
		if (all && with >= (digits && !sure ? GLUED_DIGITS : GLUED_LEAST) && with * 100 >= lines * COMMON_PERCENT)
			return true;
	}
	return false;
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

/* The same bytes but for digits, of which there may be more or fewer, with blanks before them to match. */
static const char *alike(const char *same, u32 len, const char *line, const char *end)
{
	const char *to = same + len;

	while (same < to) {
		const char *digits = mms_skip_blanks(same, to);

		if (digits < to && mms_is_digit(*digits)) {
			line = skip_number(mms_skip_blanks(line, end), end);
			same = skip_number(digits, to);
			if (!line)
				return NULL;
		} else if (line == end || *line++ != *same++) {
			return NULL;
		} else if (same[-1] == ' ' && digits < to) { /* as many as there are */
			same = digits;
			line = mms_skip_blanks(line, end);
		}
	}
	return line;
}

/* What stands before that in the first line that has it: no tool wrote it. */
static bool before_banner(struct mms_repair *r, u32 n, const char *text, const char *end)
{
	for (const char *line = text, *newline; line < end; line = newline + 1) {
		newline = mms_find(line, end, '\n');
		for (const char *at = line; at < newline; at++)
			if ((*at == 'A' || *at == '#' || *at == '{') && is_banner(at, newline))
				return at > line && mms_skip_space(line, at) < at && !mms_is_digit(at[-1]) && keep(r, n, line, (u32)(at - line));
	}
	return false;
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
	case PREFIX_COUNT:
		return counted(r, line, end);
	case PREFIX_PATCH:
		return patch(line, end);
	case PREFIX_MARK:
		return mark(line, end);
	case PREFIX_BAR:
		return bar(line, end);
	case PREFIX_SAME:
		return mms_starts(line, end, r->same[n]) ? line + r->prefix_len[n] : NULL;
	case PREFIX_BANNER:
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
	return first ? value <= 1 || *sign == '\t' || *sign & 0x80 : value == before + 1;
}

bool mms_prefix_counts(const char *text, const char *end)
{
	u32 lines = 0, on = 0;
	bool falls = false;
	u64 before = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *digits = before_number(at, newline = mms_find(at, end, '\n')), *sign = digits;
		bool fell = falls;
		u64 value;

		if (!number(at, newline) || !mms_decimal(&sign, &value))
			continue;
		falls = value + 1 == before; /* an editor may count from the line one is on */
		on += goes_on(at, digits, sign, value, before, !lines++) || (falls && fell);
		before = value;
	}
	return lines > 1 && on * 100 >= lines * COMMON_PERCENT;
}

/* A tab, a bar, or a blank behind a sign; a bracket that closes is one of words. */
static bool is_label_end(const char *first, u32 len)
{
	if (first[len - 1] == '\t' || (len > 2 && mms_starts(first + len - 3, first + len, "\xe2\x94\x82")))
		return true;
	return len > 1 && first[len - 1] == ' ' && first[len - 2] != ' ' && first[len - 2] != ')' && !mms_is_word(first[len - 2]);
}

/* `trace.dat `: the name of a file. */
static bool is_file_name(const char *first, u32 len)
{
	const char *end = first + len - 1, *point = mms_find(first, end, '.');

	return end > first && *end == ' ' && point > first && point + 1 < end && mms_is_letter(point[1]) && mms_find(first, end, ' ') == end;
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
	while (len && !is_label_end(first, len) && !is_file_name(first, len))
		len--;
	return keep(r, n, first, len);
}

bool mms_prefix_differs(const char *text, const char *end)
{
	const char *first = NULL;
	u32 len = MMS_PREFIX_MAX;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		u32 i = 0;

		newline = mms_find(at, end, '\n');
		if (mms_skip_space(at, newline) == newline)
			continue;
		first = first ? first : at;
		while (i < len && at + i < newline && at[i] == first[i])
			i++;
		len = i;
	}
	if (!first || len < 2 || mms_is_blank(*first) || mms_find(first, first + len, ' ') < first + len - 1 ||
	    !(is_label_end(first, len) || is_file_name(first, len)))
		return false;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (mms_skip_space(at, newline) < newline && !mms_is_letter(at[len]) && at[len] != '<')
			return false;
	}
	return true;
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
	return sign == ':' || sign == '\t' || sign & 0x80;
}

bool mms_prefix_of(struct mms_repair *r, u32 n, enum mms_prefix prefix, const char *text, const char *end)
{
	u32 lines = 0, with = 0;

	r->prefix[n] = (u8)prefix;
	if ((prefix == PREFIX_PATCH && !is_patch(text, end)) || (prefix == PREFIX_COUNT && !counts_lines(r, text, end)))
		return false;
	if (prefix == PREFIX_BANNER && !before_banner(r, n, text, end))
		return false;
	if ((prefix == PREFIX_SAME && !common(r, n, text, end)) || (prefix == PREFIX_COLUMNS && !before_columns(r, n, text, end)))
		return false;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *behind;

		newline = mms_find(at, end, '\n');
		if (mms_skip_space(at, newline) == newline)
			continue;
		lines++;
		behind = mms_prefix_end(r, n, at, newline);
		if (behind && !with++ && prefix < PREFIX_BANNER && !keep(r, n, at, (u32)(behind - at)))
			return false;
	}
	if (prefix == PREFIX_BANNER) {
		r->due = with * 100 >= lines * DUE_PERCENT;
		return with > 1;
	}
	if (!with || with * 100 < lines * COMMON_PERCENT || (lines < 2 && prefix >= PREFIX_SAME)) /* of one line anything is */
		return false;
	if (prefix == PREFIX_NUMBER && !is_sure(r->same[n][r->prefix_len[n] - 1]) && !mms_prefix_counts(text, end))
		return false;
	return prefix != PREFIX_FILE || one_file(r, n, text, end);
}
