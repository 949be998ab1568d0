/* SPDX-License-Identifier: Apache-2.0 */
/*
 * perf script: tools/perf/builtin-script.c:perf_sample__fprintf_start() and process_event().
 *
 *     [comm] [pid/]tid [cpu] seconds.fraction: [period] system:event: text
 *
 * Any of them may be left out with -F; comm may hold blanks, colons and brackets. So the line is taken
 * apart from its time on, to the left and to the right, and where it has none, from the event's name on.
 * Lines of call chains are an address and a symbol behind blanks.
 */
#include "trace/text/bytes.h"
#include "formats.h"
#include "trace/text/number.h"
#include "trace/text/times.h"

/* Of events where -F left out `event`; text that is passed on has 32 bytes behind it. */
static const char unnamed[64] = "unnamed";

#define CHAIN_DIGITS 8u /* of an address at least */

struct sample {
	struct mms_head head;
	const char *name, *args;
	u32 name_len;
};

/* Where the number that ends before `end` begins. */
static const char *digits_before(const char *begin, const char *end)
{
	while (end > begin && mms_is_digit(end[-1]))
		end--;
	return end;
}

/* Is `colon` the end of a time? Its first digit; NULL: no. */
static const char *time_before(const char *begin, const char *colon)
{
	const char *fraction = digits_before(begin, colon), *seconds;

	if (fraction == colon || colon - fraction > 9 || fraction == begin || (fraction[-1] != '.' && fraction[-1] != ','))
		return NULL;
	seconds = digits_before(begin, fraction - 1);
	if (seconds == fraction - 1 || (seconds > begin && seconds[-1] != ' '))
		return NULL;
	return seconds;
}

/* Where the word that ends before `end` begins. */
static const char *word_before(const char *begin, const char *end)
{
	while (end > begin && end[-1] != ' ')
		end--;
	return end;
}

/* `[003]` that ends before `end`: where it begins, NULL: there is none. */
static const char *cpu_before(const char *begin, const char *end, u16 *cpu)
{
	const char *digits, *at;
	u64 number;

	if (end == begin || end[-1] != ']')
		return NULL;
	digits = at = digits_before(begin, end - 1);
	if (digits == end - 1 || digits == begin || digits[-1] != '[' || !mms_decimal(&at, &number) || number >= MMS_NO_CPU)
		return NULL;
	*cpu = (u16)number;
	return digits - 1;
}

/* `tid` or `pid/tid`, as one word. */
static bool tid_word(const char *at, const char *end, s32 *tid)
{
	const char *slash = mms_find(at, end, '/');
	bool minus;
	u64 number;

	if (slash < end)
		at = slash + 1;
	minus = at < end && *at == '-';
	at += minus;
	if (at == end || !mms_decimal(&at, &number) || at != end || number > INT32_MAX)
		return false;
	*tid = minus ? -(s32)number : (s32)number;
	return true;
}

/* What stands before the time: comm, tid, cpu, and letters of -F misc or flags. */
static void before_time(const char *begin, const char *end, struct mms_head *head)
{
	const char *word, *cpu;

	begin = mms_skip_blanks(begin, end);
	end = mms_trimmed(begin, end);
	cpu = cpu_before(begin, end, &head->cpu);
	if (!cpu) { /* a word may stand between */
		word = mms_trimmed(begin, word_before(begin, end));
		cpu = cpu_before(begin, word, &head->cpu);
	}
	if (cpu)
		end = mms_trimmed(begin, cpu);
	word = word_before(begin, end);
	if (tid_word(word, end, &head->pid))
		end = mms_trimmed(begin, word);
	if (end > begin) {
		head->comm = begin;
		head->comm_len = (u32)(end - begin);
	}
}

/* The event's name, a word that ends with a colon, behind a period or not. */
static bool name_at(const char *at, const char *end, struct sample *s)
{
	const char *word;
	u64 period;

	at = mms_skip_blanks(at, end);
	word = at;
	if (word < end && mms_is_digit(*word) && mms_decimal(&word, &period) && word < end && *word == ' ')
		at = mms_skip_blanks(word, end);
	word = mms_find(at, end, ' ');
	if (word == at || word[-1] != ':' || word - at < 2)
		return false;
	s->name = at;
	s->name_len = (u32)(word - at) - 1;
	s->args = mms_skip_blanks(word, end);
	return true;
}

static bool is_word(const char *at, const char *end)
{
	for (; at < end; at++)
		if (!mms_is_word(*at) && *at != '-')
			return false;
	return true;
}

/* `system:event:`, the name of a tracepoint, wherever it stands. */
static bool tracepoint_in(const char *line, const char *end, struct sample *s)
{
	for (const char *colon = mms_find(line, end, ':'); colon < end; colon = mms_find(colon + 1, end, ':')) {
		const char *word = word_before(line, colon), *last;

		if (word == colon || (colon + 1 < end && colon[1] == ' '))
			continue;
		last = mms_find(colon + 1, end, ':');
		if (last == colon + 1 || last == end || (last + 1 < end && last[1] != ' ') ||
		    !is_word(word, colon) || !is_word(colon + 1, last))
			continue;
		s->name = word;
		s->name_len = (u32)(last - word);
		s->args = mms_skip_blanks(last + 1, end);
		return true;
	}
	return false;
}

/* Seconds and their fraction, to ns. False: there is no such time. */
static bool read_time(const char *at, const char *colon, u64 *ts)
{
	const char *sign;
	u64 seconds, fraction;

	if (!mms_decimal(&at, &seconds))
		return false;
	sign = at++;
	if (!mms_decimal(&at, &fraction))
		return false;
	for (u32 digits = (u32)(colon - sign) - 1; digits < 9; digits++)
		fraction *= 10;
	return !__builtin_mul_overflow(seconds, 1000000000ull, ts) && !__builtin_add_overflow(*ts, fraction, ts);
}

enum found { NOTHING, SAMPLE, UNNAMED, BAD_TIME };

static enum found take_apart(const char *line, const char *end, struct sample *s)
{
	s->head = (struct mms_head){.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	for (const char *colon = mms_find(line, end, ':'); colon < end; colon = mms_find(colon + 1, end, ':')) {
		const char *time;

		if (colon + 1 < end && colon[1] != ' ')
			continue;
		time = time_before(line, colon);
		if (!time)
			continue;
		before_time(line, time, &s->head);
		s->args = mms_skip_blanks(MMS_MIN(colon + 1, end), end);
		if (!read_time(time, colon, &s->head.ts))
			return BAD_TIME;
		return name_at(s->args, end, s) ? SAMPLE : UNNAMED;
	}
	if (!tracepoint_in(line, end, s))
		return NOTHING;
	before_time(line, s->name, &s->head);
	return SAMPLE;
}

/* An address and a symbol, and most often the file in brackets. */
static bool is_chain(const char *line, const char *end)
{
	bool tab = *line == '\t'; /* perf's own mark of a chain; the rest is for texts that went through other hands */
	const char *at;
	u64 address;

	line = at = mms_skip_space(line, end);
	if (!mms_hex(&at, &address))
		return false;
	if (!tab && (u32)(at - line) < CHAIN_DIGITS && !(end > line && end[-1] == ')'))
		return false;
	line = mms_skip_blanks(at, end);
	return line == end || (line > at && !mms_is_digit(*line)); /* a number: this was a task's name */
}

/* Lines of perf script --header. */
static void comment(struct mms_trace *t, const char *line, const char *end)
{
	const char *value;

	if (mms_begins(line, end, "# os release : ", &value))
		mms_trace_release(t, value, (u32)(end - value));
	else if (mms_begins(line, end, "# perf version : ", &value))
		mms_trace_version(t, value, (u32)(end - value));
	mms_trace_other(t);
}

/* `PERF_RECORD_LOST lost 12`, and records that are no events. */
static bool record(struct mms_trace *t, const char *at, const char *end)
{
	const char *n;
	u64 lost = 0;

	if (!mms_begins(at, end, "PERF_RECORD_", &n))
		return false;
	if (!mms_begins(at, end, "PERF_RECORD_LOST", &n)) {
		mms_trace_other(t);
		return true;
	}
	while (n < end && !mms_is_digit(*n))
		n++;
	if (n == end || !mms_decimal(&n, &lost))
		lost = 0;
	mms_trace_lost(t, MMS_NO_CPU, lost);
	return true;
}

/* `LOST 12 events!` */
static bool lost_line(struct mms_trace *t, const char *line, const char *end)
{
	const char *at = mms_skip_blanks(line, end);
	u64 lost;

	if (!mms_begins(at, end, "LOST ", &at) || !mms_decimal(&at, &lost))
		return false;
	mms_trace_lost(t, MMS_NO_CPU, lost);
	return true;
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len);
	struct sample s;

	if (line == end)
		return mms_trace_other(t);
	if (*line == '#')
		return comment(t, line, end);
	if (mms_is_blank(*line) && is_chain(line, end))
		return mms_trace_other(t);
	switch (take_apart(line, end, &s)) {
	case BAD_TIME:
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL, "has a time that is too large");
	case NOTHING:
		if (lost_line(t, line, end) || record(t, line, end))
			return;
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL,
				     "has neither a time nor the name of an event as `perf script` writes them");
	case UNNAMED:
		if (record(t, s.args, end))
			return;
		s.name = unnamed;
		s.name_len = sizeof("unnamed") - 1;
		break;
	case SAMPLE:
		if (record(t, s.name, end))
			return;
		break;
	}
	mms_head_clock(t, &s.head, MMS_trace_clock_mono);
	mms_trace_event(t, &s.head, s.name, s.name_len, s.args, (u32)(end - s.args));
}

static u32 fits(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *value;
	struct sample s;

	if (mms_begins(line, end, "# ========", &value) || mms_begins(line, end, "# perf version", &value))
		return MMS_TRACE_SURE;
	if (line == end || *line == '#')
		return 0;
	if (mms_is_blank(*line) && is_chain(line, end))
		return 1;
	switch (take_apart(line, end, &s)) {
	case SAMPLE: /* others write `event:` without its system, and `task-pid` */
		if (mms_find(s.name, s.name + s.name_len, ':') < s.name + s.name_len)
			return 8;
		return s.head.pid != MMS_NO_PID ? 2 : 0;
	default:
		return 0;
	}
}

const struct mms_format mms_format_perf = {.fits = fits, .line = line, .apart = true, .id = MMS_trace_format_perf};
