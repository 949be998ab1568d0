/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Captures of mmscope-trace (docs/capture-format.md), as columns. mmscope.wasm reads them too, to replay and
 * check them; here every line stands for itself, and a line that cannot be read is counted.
 *
 *     <kind> [ts=… cpu=… pid=…] <the kind's fields> [comm=<rest of the line>]
 */
#include "base/bytes.h"
#include "formats.h"
#include "base/json_scan.h"
#include "trace/text/number.h"

/* `name=number ` at *at. True: it was there; *at moves behind it. */
static bool number(const char **at, const char *end, const char *name, u64 *value, bool *minus)
{
	const char *from;

	if (!mms_begins(*at, end, name, &from))
		return false;
	*minus = from < end && *from == '-';
	from += *minus;
	if (!mms_decimal(&from, value) || (from < end && *from != ' '))
		return false;
	*at = mms_skip_blanks(from, end);
	return true;
}

/* The last ` comm=`: where it begins; `end`: there is none. A task may be called ` comm=` too, so it is the first
 * behind the kind's own fields, none of which holds a blank. */
static const char *comm_at(const char *at, const char *end)
{
	const char *behind;

	for (const char *blank = at - 1; blank < end; blank = mms_find(blank + 1, end, ' '))
		if (mms_begins(blank + 1, end, "comm=", &behind))
			return blank + 1;
	return end;
}

static bool is_kind(const char *at, const char *end)
{
	for (; at < end; at++)
		if (!mms_is_word(*at))
			return false;
	return true;
}

static void event(struct mms_trace *t, const char *line, const char *end)
{
	const char *word = mms_word_end(line, end), *at = mms_skip_blanks(word, end), *to;
	struct mms_head head = {.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	bool minus, ignored;
	u64 value;

	if (word == line || !is_kind(line, word))
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL, "a line begins with the name of an event");
	if (number(&at, end, "ts=", &value, &ignored))
		head.ts = value;
	if (number(&at, end, "cpu=", &value, &ignored) && value < MMS_NO_CPU)
		head.cpu = (u16)value;
	if (number(&at, end, "pid=", &value, &minus) && value <= INT32_MAX)
		head.pid = minus ? -(s32)value : (s32)value;
	to = comm_at(at, end);
	if (to < end) {
		head.comm = to + 5;
		head.comm_len = (u32)(mms_trimmed(head.comm, end) - head.comm);
		to = mms_trimmed(at, to);
	}
	mms_trace_event(t, &head, line, (u32)(word - line), at, (u32)(to - at));
}

/* The kernel and the recorder, for the report. */
static void manifest(struct mms_trace *t, const char *at, const char *end)
{
	static const char *const top[] = {"kernel", "bpftrace"}, *const kernel[] = {"release"};
	struct mms_json_span span[MMS_COUNT(top)], release;
	const char *wrong = mms_json_object(at, end, top, span, MMS_COUNT(span));

	if (wrong)
		return mms_trace_bad(t, MMS_trace_why_json, wrong, "manifest", "is not JSON from here on");
	if (span[0].at && !mms_json_object(span[0].at, span[0].end, kernel, &release, 1) && release.at && *release.at == '"')
		mms_trace_release(t, release.at + 1, (u32)(release.end - release.at) - 2);
	if (span[1].at && *span[1].at == '"')
		mms_trace_version(t, span[1].at + 1, (u32)(span[1].end - span[1].at) - 2);
	mms_trace_other(t);
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	const char *end = line + len, *at;
	u64 n;

	if (!len || mms_begins(line, end, "mmscope-capture ", &at) || mms_begins(line, end, "end events=", &at))
		return mms_trace_other(t);
	if (mms_begins(line, end, "manifest ", &at))
		return manifest(t, at, end);
	mms_trace_clock(t, MMS_trace_clock_mono);
	if (mms_begins(line, end, "lost ", &at)) {
		for (n = 0; at < end && !mms_begins(at, end, "n=", &at);)
			at = mms_skip_space(mms_word_end(at, end), end);
		if (at < end && mms_decimal(&at, &n))
			return mms_trace_lost(t, MMS_NO_CPU, n);
		return mms_trace_bad(t, MMS_trace_why_field, line, "n", "is not a number");
	}
	event(t, line, end);
}

static u32 fits(const char *line, u32 len)
{
	const char *behind;

	return mms_begins(line, line + len, "mmscope-capture ", &behind) ? MMS_TRACE_SURE * 1000 : 0;
}

const struct mms_format mms_format_mmscope = {.fits = fits, .line = line, .apart = true, .id = MMS_trace_format_mmscope};
