/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables: a heading such as `TIME(ms) DISK COMM PID LAT(ms)` and lines beneath it, as most of bpftrace's
 * own tools print them. A line becomes an event with the heading as its name, `TIME_ms/DISK/COMM/PID/LAT_ms`,
 * and the columns as fields.
 *
 * A heading may have a second line, which begins with blanks and says more of columns that the first has already:
 * `MAJOR MINOR` beneath `DISK ID` (biosnoop.bt).
 *
 * Columns are told apart by blanks. Where a line has more words than the heading has columns, those too
 * many belong to COMM, or to the last column when that is one of free text.
 */
#include "bpftrace.h"
#include "trace/text/bytes.h"

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

	for (const char *at = mms_skip_space(line, end); at < end; at = mms_skip_space(at, end)) {
		const char *to = mms_word_end(at, end);

		if (mms_is_digit(*at) || *to == ':' || to[-1] == ':')
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

bool mms_heading_read(struct mms_heading *heading, const char *line, const char *end)
{
	if ((u32)(end - line) >= MMS_TABLE_HEADING - 32 || !mms_is_heading(line, end))
		return false;
	if (heading->fresh && mms_is_blank(*line))
		return true;
	heading->columns = heading->bytes = 0;
	for (const char *at = mms_skip_space(line, end); at < end; at = mms_skip_space(at, end)) {
		const char *to = mms_word_end(at, end);

		if (heading->columns)
			heading->text[heading->bytes++] = '/';
		heading->at[heading->columns] = (u16)heading->bytes;
		heading->len[heading->columns] = (u16)mms_clean_name(heading->text + heading->bytes, at, to);
		heading->bytes += heading->len[heading->columns++];
		at = to;
	}
	heading->text[heading->bytes] = '\0';
	heading->fresh = true;
	return true;
}

static bool titled(const struct mms_heading *heading, u32 column, const char *title)
{
	return mms_same(title, heading->text + heading->at[column], heading->len[column]);
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

static u32 count_words(const char *at, const char *end)
{
	u32 words = 0;

	for (at = mms_skip_space(at, end); at < end; at = mms_skip_space(mms_word_end(at, end), end))
		words++;
	return words;
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

static void note(const struct mms_heading *heading, u32 column, const char *at, const char *end, struct mms_head *head)
{
	u64 number;

	if (titled(heading, column, "COMM")) {
		head->comm = at;
		head->comm_len = (u32)(end - at);
	} else if (head->ts == MMS_NO_TS && read_time(heading, column, at, end, head)) {
		return;
	} else if ((titled(heading, column, "PID") || titled(heading, column, "TID")) && mms_time_in(at, end, 1, &number)) {
		head->pid = number <= INT32_MAX ? (s32)number : MMS_NO_PID;
	} else if (titled(heading, column, "CPU") && mms_time_in(at, end, 1, &number)) {
		head->cpu = number < MMS_NO_CPU ? (u16)number : MMS_NO_CPU;
	}
}

/* `TITLE=value ` */
static void put_field(struct mms_text *args, const struct mms_heading *heading, u32 column, const char *at, const char *end)
{
	mms_put_bytes(args, heading->text + heading->at[column], heading->len[column]);
	mms_put_char(args, '=');
	mms_put_bytes(args, at, (u32)(end - at));
	mms_put_char(args, ' ');
}

bool mms_table_row(struct mms_trace *t, const struct mms_heading *heading, const char *line, const char *end)
{
	struct mms_head head = {.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	struct mms_text args = mms_text(mms_trace_scratch(t), MMS_TRACE_SCRATCH);
	u32 words = count_words(line, end), wide = wide_column(heading);
	const char *at = mms_skip_space(line, end);
	u64 ns;

	if (words < 2 || words * 2 < heading->columns)
		return false;
	if (words > heading->columns + WORDS_MORE && !free_text(heading, heading->columns - 1))
		return false;
	if (titled(heading, 0, "TIME") && !mms_is_digit(*at))
		return false;
	for (u32 column = 0; column < heading->columns && at < end; column++) {
		const char *to = mms_word_end(at, end);

		for (u32 more = column == wide && words > heading->columns ? words - heading->columns : 0; more; more--)
			to = mms_word_end(mms_skip_space(to, end), end);
		note(heading, column, at, to, &head);
		put_field(&args, heading, column, at, to);
		at = mms_skip_space(to, end);
	}
	at = mms_skip_space(line, end);
	mms_head_clock(t, &head, mms_time_of_day(&at, end, &ns) ? MMS_trace_clock_wall : MMS_trace_clock_mono);
	args.at[args.len - 1] = '\0';
	mms_trace_event(t, &head, heading->text, heading->bytes, args.at, args.len - 1);
	return true;
}
