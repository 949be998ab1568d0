/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables: a heading such as `TIME(ms) DISK COMM PID LAT(ms)` and lines beneath it, as most of bpftrace's
 * own tools print them. A line becomes an event with the heading as its name, `TIME_ms/DISK/COMM/PID/LAT_ms`,
 * and the columns as fields.
 *
 * A heading may have a second line, which is shorter and says more of columns that the first has already:
 * `MAJOR MINOR` beneath `DISK ID` (biosnoop.bt).
 *
 * `TIME PID TID COMM FUNC -`, of bcc's trace: the event has the name in FUNC, and what follows it are its fields.
 *
 * Columns are told apart by blanks. Where a line has more words than the heading has columns, those too
 * many belong to COMM, or to the last column when that is one of free text.
 */
#include "bpftrace.h"
#include "base/bytes.h"

#define WORDS_MORE 4u /* blanks that a task's name may hold */

/* A word of a heading: it begins with a capital and holds another; digits come later if at all. */
static bool is_title(const char *at, const char *end)
{
	u32 capitals = 0;

	if (!mms_is_upper(*at))
		return false;
	for (; at < end; at++) {
		if (*at == '=' || *at == '|' || *at == '"')
			return false;
		capitals += mms_is_upper(*at);
	}
	return capitals > 1;
}

bool mms_is_heading(const char *line, const char *end)
{
	u32 words = 0, titles = 0;

	if (mms_find(line, end, '=') < end)
		return false;
	for (const char *at = mms_skip_space(line, end); at < end; at = mms_skip_space(at, end)) {
		const char *to = mms_word_end(at, end);

		if (mms_is_digit(*at) || *to == ':' || to[-1] == ':' || mms_starts(at, to, "--") || mms_find(at, to, '\\') < to)
			return false;
		words++;
		titles += is_title(at, to);
		at = to;
	}
	/* TIME DEVICE PAGES REASON ms */
	return words > 1 && words <= MMS_TABLE_COLUMNS && titles * 2 > words;
}

/* `LAT(ms)` is LAT_ms. */
u32 mms_clean_name(char *to, const char *at, const char *end)
{
	u32 len = 0;

	for (; at < end; at++) {
		if (mms_is_word(*at))
			to[len++] = *at;
		else if (len && to[len - 1] != '_')
			to[len++] = '_';
	}
	while (len && to[len - 1] == '_')
		len--;
	return len;
}

static u32 count_words(const char *at, const char *end)
{
	u32 words = 0;

	for (at = mms_skip_space(at, end); at < end; at = mms_skip_space(mms_word_end(at, end), end))
		words++;
	return words;
}

static bool titled(const struct mms_heading *heading, u32 column, const char *title)
{
	return mms_same(title, heading->text + heading->at[column], heading->len[column]);
}

static bool names_task(const struct mms_heading *heading)
{
	for (u32 i = 0; i < heading->columns; i++)
		if (titled(heading, i, "COMM") || titled(heading, i, "PCOMM"))
			return true;
	return false;
}

static bool begins_with_time(const struct mms_heading *heading)
{
	return mms_starts(heading->text, heading->text + heading->len[0], "TIME");
}

bool mms_is_trusted(const struct mms_heading *heading)
{
	return begins_with_time(heading) || names_task(heading);
}

/* Of a line that is a heading. */
static bool trusts(const char *line, const char *end)
{
	for (const char *at = mms_skip_space(line, end); at < end; at = mms_skip_space(mms_word_end(at, end), end))
		if (mms_starts(at, end, "TIME") || mms_starts(at, end, "COMM") || mms_starts(at, end, "PCOMM"))
			return true;
	return false;
}

bool mms_heading_read(struct mms_heading *heading, const char *line, const char *end)
{
	if ((u32)(end - line) >= MMS_TABLE_HEADING - 32 || !mms_is_heading(line, end))
		return false;
	if (count_words(line, end) < heading->columns && (heading->fresh || (mms_is_trusted(heading) && !trusts(line, end))))
		return true;
	heading->columns = heading->bytes = 0;
	for (const char *at = mms_skip_space(line, end); at < end; at = mms_skip_space(at, end)) {
		const char *to = mms_word_end(at, end);

		if (heading->columns)
			heading->text[heading->bytes++] = '/';
		heading->place[heading->columns] = (u16)(at - line);
		heading->at[heading->columns] = (u16)heading->bytes;
		heading->len[heading->columns] = (u16)mms_clean_name(heading->text + heading->bytes, at, to);
		heading->bytes += heading->len[heading->columns++];
		at = to;
	}
	heading->text[heading->bytes] = '\0';
	heading->fresh = true;
	return true;
}

/* Columns that hold whatever people name their files and commands. */
static bool free_text(const struct mms_heading *heading, u32 column)
{
	static const char *const titles[] = {"PATH", "FILE", "ARGS", "CMD", "COMMAND", "FUNC", "LINE", "QUERY", "RET"};

	for (u32 i = 0; i < MMS_COUNT(titles); i++)
		if (titled(heading, column, titles[i]))
			return true;
	return false;
}

/* The column that may hold more than one word. */
static u32 wide_column(const struct mms_heading *heading)
{
	for (u32 i = 0; i < heading->columns && !free_text(heading, heading->columns - 1); i++)
		if (titled(heading, i, "COMM"))
			return i;
	return heading->columns - 1;
}

/* A time as the column's title says; `TIME` alone: of the day, or milliseconds since the script began, as
 * bpftrace's tools have it. */
static bool read_time(const struct mms_heading *heading, u32 column, const char *at, const char *end, struct mms_head *head)
{
	static const struct {
		const char *title;
		u64 unit;
	} titles[] = {{"TIME", 1000000}, {"TIME_ms", 1000000}, {"TIME_s", 1000000000}, {"TIME_us", 1000}, {"TIME_ns", 1}};

	for (u32 i = 0; i < MMS_COUNT(titles); i++)
		if (titled(heading, column, titles[i].title))
			return mms_time_of_day(&at, end, &head->ts) || mms_time_in(at, end, titles[i].unit, &head->ts);
	return false;
}

/* False: the column's value is not what it must be. */
static bool note(const struct mms_heading *heading, u32 column, const char *at, const char *end, struct mms_head *head)
{
	bool pid = titled(heading, column, "PID") || titled(heading, column, "TID");
	u64 number;

	if (titled(heading, column, "COMM")) {
		head->comm = at;
		head->comm_len = (u32)(end - at);
	} else if (head->ts == MMS_NO_TS && read_time(heading, column, at, end, head)) {
		return true;
	} else if (pid && mms_time_in(at, end, 1, &number)) {
		head->pid = number <= INT32_MAX ? (s32)number : MMS_NO_PID;
	} else if (pid) {
		return at < end && *at == '-';
	} else if (titled(heading, column, "CPU") && mms_time_in(at, end, 1, &number)) {
		head->cpu = number < MMS_NO_CPU ? (u16)number : MMS_NO_CPU;
	}
	return true;
}

/* `TITLE=value ` */
static void put_field(struct mms_text *args, const struct mms_heading *heading, u32 column, const char *at, const char *end)
{
	mms_put_bytes(args, heading->text + heading->at[column], heading->len[column]);
	mms_put_char(args, '=');
	mms_put_bytes(args, at, (u32)(end - at));
	mms_put_char(args, ' ');
}

/* Does the line go by the heading? */
static bool goes_by(const struct mms_heading *heading, const char *line, const char *end)
{
	u32 words = count_words(line, end);

	if (words < 2 || words * 2 < heading->columns || *mms_skip_space(line, end) == '|')
		return false;
	if (words > heading->columns + (names_task(heading) ? WORDS_MORE : 0) && !free_text(heading, heading->columns - 1))
		return false;
	return !begins_with_time(heading) || mms_is_digit(*mms_skip_space(line, end));
}

bool mms_table_fits(const struct mms_heading *heading, const char *line, const char *end)
{
	return heading->columns && goes_by(heading, line, end);
}

/* bcc's trace: its last column has no title. */
static bool is_of_bcc(const struct mms_heading *heading)
{
	return heading->columns > 2 && !heading->len[heading->columns - 1] && titled(heading, heading->columns - 2, "FUNC") &&
	       titled(heading, heading->columns - 3, "COMM");
}

bool mms_ends_with_text(const struct mms_heading *heading)
{
	return heading->columns && (is_of_bcc(heading) || free_text(heading, heading->columns - 1));
}

bool mms_table_stands_under(const struct mms_heading *heading, const char *line, const char *end)
{
	for (u32 i = 1; i < heading->columns; i++)
		if ((titled(heading, i, "COMM") || titled(heading, i, "PID")) &&
		    (end - line <= heading->place[i] || !mms_is_blank(line[heading->place[i] - 1]) || mms_is_blank(line[heading->place[i]])))
			return false;
	return true;
}

static bool of_bcc(struct mms_trace *t, const struct mms_heading *heading, const char *line, const char *end)
{
	struct mms_head head = {.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	u32 comm = heading->columns - 3;
	const char *from = line + heading->place[comm], *name = line + heading->place[comm + 1], *to, *at = line;
	bool wall;
	u64 ns;

	if (name >= end || !mms_is_blank(from[-1]) || !mms_is_blank(name[-1]))
		return false;
	for (u32 column = 0; column < comm; column++) {
		to = mms_word_end(at, from);
		note(heading, column, at, to, &head);
		at = mms_skip_space(to, from);
	}
	if (at != from)
		return false;
	note(heading, comm, from, mms_trimmed(from, name), &head);
	at = line;
	wall = mms_time_of_day(&at, end, &ns);
	mms_head_clock(t, &head, wall ? MMS_trace_clock_wall : MMS_trace_clock_mono);
	to = mms_word_end(name, end);
	mms_trace_event(t, &head, name, (u32)(to - name), to, (u32)(end - to));
	return true;
}

/* Has the word a column in common with its title? */
static bool stands_under(const struct mms_heading *heading, u32 column, const char *line, const char *at, const char *to)
{
	const char *title = line + heading->place[column];

	return at < title + heading->len[column] && title < to;
}

bool mms_table_row(struct mms_trace *t, const struct mms_heading *heading, const char *line, const char *end)
{
	struct mms_head head = {.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	struct mms_text args = mms_text(mms_trace_scratch(t), MMS_TRACE_SCRATCH);
	u32 words = count_words(line, end), wide = wide_column(heading);
	const char *at = mms_skip_space(line, end);
	u64 ns;

	if (!goes_by(heading, line, end))
		return false;
	if (is_of_bcc(heading))
		return of_bcc(t, heading, line, end);
	for (u32 column = 0; column < heading->columns && at < end; column++) {
		const char *to = mms_word_end(at, end);

		for (u32 more = column == wide && words > heading->columns ? words - heading->columns : 0; more; more--)
			to = mms_word_end(mms_skip_space(to, end), end);
		if (words > heading->columns && column == wide + 1 && !stands_under(heading, column, line, at, to)) {
			mms_trace_bad(t, MMS_trace_why_field, at, NULL, "stands under no title of the heading");
			return true;
		}
		if (!note(heading, column, at, to, &head)) {
			mms_trace_bad(t, MMS_trace_why_field, at, "PID", "is no number");
			return true;
		}
		put_field(&args, heading, column, at, to);
		at = mms_skip_space(to, end);
	}
	at = mms_skip_space(line, end);
	mms_head_clock(t, &head, mms_time_of_day(&at, end, &ns) ? MMS_trace_clock_wall : MMS_trace_clock_mono);
	args.at[args.len - 1] = '\0';
	mms_trace_event(t, &head, heading->text, heading->bytes, args.at, args.len - 1);
	return true;
}
