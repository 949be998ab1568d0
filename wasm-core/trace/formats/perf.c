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
#include "base/bytes.h"
#include "formats.h"
#include "task_line.h"
#include "trace/text/number.h"
#include "trace/text/times.h"
#include "trace/text/trial.h"

/* Of events where -F left out `event`; text that is passed on has 32 bytes behind it. */
static const char unnamed[64] = "unnamed";

#define COMM_MAX 15     /* TASK_COMM_LEN without its NUL */
#define COMM_WIDTH 16   /* columns of it, blanks first, where no call chains follow */
#define PID_MOST (4 << 20) /* PID_MAX_LIMIT */
#define CHAIN_DIGITS 8u /* of an address at least */

#define FIRST_LINES 1000u

struct mms_perf {
	bool cut;    /* the first line is the rest of one */
	bool chains; /* lines have call chains, and names of tasks no columns */
	bool columns; /* names of tasks end in one column: a line where one does not has lost something */
	bool named;   /* events have names: a line without has lost it */
	bool bare;    /* tasks have no names: what stands in the place of one is none */
	bool timed;   /* events have times */
};

struct sample {
	struct mms_head head;
	const char *name, *args;
	u32 name_len;
	bool other; /* what stands there ends with a colon, as the name of a machine does */
	bool loose; /* what stands where a task's name does has no pid behind it, and stands in other columns */
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
	if (seconds == fraction - 1 || (seconds > begin && !mms_is_blank(seconds[-1])))
		return NULL;
	return seconds;
}

/* Where the word that ends before `end` begins. */
static const char *word_before(const char *begin, const char *end)
{
	while (end > begin && !mms_is_blank(end[-1]))
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
	if (at == end || !mms_decimal(&at, &number) || at != end || number > PID_MOST || (minus && number != 1))
		return false;
	*tid = minus ? -(s32)number : (s32)number;
	return true;
}

/* `kswapd0-53`: as the kernel writes a task, and perf does not. */
static bool ends_with_pid(const char *at, const char *end)
{
	const char *digits = digits_before(at, end);

	return digits < end && digits - 1 > at && digits[-1] == '-';
}

static bool has_letter(const char *at, const char *end)
{
	bool digit = at < end && mms_is_digit(*at);

	while (at < end && !mms_is_letter(*at) && (digit || !(*at & 0x80)))
		at++;
	return at < end;
}

/* What stands before the time: comm, tid, cpu, and letters of -F misc or flags. False: more than a task's name does. */
static bool before_time(const char *begin, const char *end, struct mms_head *head)
{
	const char *word, *cpu;

	word = mms_find(begin, end, '\t'); /* one alone: what stands before it is a column of a spreadsheet */
	if (begin < end && !mms_is_blank(*begin) && word < end && mms_find(word + 1, end, '\t') == end)
		return false;
	begin = mms_skip_space(begin, end);
	end = mms_trimmed(begin, end);
	cpu = cpu_before(begin, end, &head->cpu);
	if (!cpu) { /* a word may stand between */
		const char *between = word_before(begin, end);

		word = mms_trimmed(begin, between);
		cpu = cpu_before(begin, word, &head->cpu);
		/* Of a time that somebody grouped, 12 345.678901; the kernel's own flags, `d.h1.`. */
		if (cpu && (digits_before(between, end) == between || mms_find(between, end, '.') < end))
			return false;
	}
	if (cpu)
		end = mms_trimmed(begin, cpu);
	word = word_before(begin, end);
	if (tid_word(word, end, &head->pid))
		end = mms_trimmed(begin, word);
	else if (cpu && ends_with_pid(begin, end))
		return false;
	if (end > begin) {
		head->comm = begin;
		head->comm_len = (u32)(end - begin);
	}
	return end - begin <= COMM_MAX && mms_is_comm(begin, end) && (begin == end || *begin == ':' || has_letter(begin, end)); /* `:312`: perf knows no name */
}

/* The event's name, a word that ends with a colon, behind a period or not. */
static bool name_at(const char *at, const char *end, struct sample *s)
{
	const char *word;
	u64 period;

	at = mms_skip_space(at, end);
	word = at;
	if (word < end && mms_is_digit(*word) && mms_decimal(&word, &period) && word < end && mms_is_blank(*word))
		at = mms_skip_space(word, end);
	word = mms_word_end(at, end);
	if (word == at || word[-1] != ':' || word - at < 2)
		return false;
	s->name = at;
	s->name_len = (u32)(word - at) - 1;
	s->args = mms_skip_space(word, end);
	return true;
}

static bool is_word(const char *at, const char *end)
{
	if (at < end && mms_is_digit(*at)) /* `12:5:`, a line and its column */
		return false;
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

enum found { NOTHING, SAMPLE, UNNAMED, BAD_TIME, BAD_TASK };

static enum found parts_of(const char *line, const char *end, struct sample *s)
{
	const char *line_end;

	s->head = (struct mms_head){.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	for (const char *colon = mms_find(line, end, ':'); colon < end; colon = mms_find(colon + 1, end, ':')) {
		const char *time;

		if (colon + 1 < end && !mms_is_blank(colon[1]))
			continue;
		time = time_before(line, colon);
		if (!time)
			continue;
		if (!before_time(line, time, &s->head))
			return BAD_TASK;
		s->args = mms_skip_space(MMS_MIN(colon + 1, end), end);
		if (!read_time(time, colon, &s->head.ts))
			return BAD_TIME;
		return name_at(s->args, end, s) ? SAMPLE : UNNAMED;
	}
	if (!tracepoint_in(line, end, s))
		return NOTHING;
	line_end = mms_trimmed(line, s->name);
	if (line_end > line && line_end[-1] == ':') /* what is left of a time */
		return BAD_TASK;
	return before_time(line, s->name, &s->head) ? SAMPLE : BAD_TASK;
}

static enum found take_apart(const char *line, const char *end, struct sample *s)
{
	enum found found = parts_of(line, end, s);

	s->loose = s->head.comm && s->head.pid == MMS_NO_PID && s->head.comm + s->head.comm_len - line != COMM_WIDTH;
	s->other = s->head.comm && s->head.comm_len && s->head.comm[s->head.comm_len - 1] == ':';
	return found;
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
static MMS_SMALL void comment(struct mms_trace *t, const char *line, const char *end)
{
	const char *value;

	if (mms_begins(line, end, "# os release : ", &value))
		mms_trace_release(t, value, (u32)(end - value));
	else if (mms_begins(line, end, "# perf version : ", &value))
		mms_trace_version(t, value, (u32)(end - value));
	mms_trace_other(t);
}

/* `PERF_RECORD_LOST lost 12`, and records that are no events. */
static MMS_SMALL bool record(struct mms_trace *t, const char *at, const char *end)
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
static MMS_SMALL bool lost_line(struct mms_trace *t, const char *line, const char *end)
{
	const char *at = mms_skip_blanks(line, end);
	u64 lost;

	if (!mms_begins(at, end, "LOST ", &at) || !mms_decimal(&at, &lost))
		return false;
	mms_trace_lost(t, MMS_NO_CPU, lost);
	return true;
}

/* `vmscan:mm_vmsca…=0`: the beginning of a name, and what was left out behind it. */
static MMS_SMALL bool is_torn(const char *at, const char *end)
{
	const char *word = mms_word_end(at, end), *colon = mms_find(at, word, ':');
	struct sample s;

	for (const char *c = at; c < word; c++)
		if (*c & 0x80)
			return true;
	return tracepoint_in(at, end, &s) || mms_holds(at, end, "\xe2\x80\xa6") || mms_holds(at, end, "..") || (colon < word && !mms_is_digit(colon[1]));
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	const struct mms_perf *state = mms_trace_state(t);
	const char *end = mms_trimmed(line, line + len);
	enum found found;
	struct sample s;

	if (line == end)
		return mms_trace_other(t);
	if (state->cut && t->now.line == 1)
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL, "seems to have lost its beginning");
	if (*line == '#')
		return comment(t, line, end);
	if (mms_is_blank(*line) && is_chain(line, end))
		return mms_trace_other(t);
	found = take_apart(line, end, &s);
	if (state->columns && s.head.comm && s.head.comm + s.head.comm_len - line != COMM_WIDTH && t->now.line > 1)
		s.other = true;
	s.other |= state->bare && s.head.comm;
	switch (s.other || (s.loose && !state->chains) ? BAD_TASK : found) {
	case BAD_TIME:
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL, "has a time that is too large");
	case BAD_TASK:
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL, "has more before its time than a task's name, pid and CPU");
	case NOTHING:
		if (lost_line(t, line, end) || record(t, line, end))
			return;
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL,
				     "has neither a time nor the name of an event as `perf script` writes them");
	case UNNAMED:
		if (record(t, s.args, end))
			return;
		if (end - s.args < 2 || t->now.last || state->named || mms_is_marred(s.args, end) || is_torn(s.args, end))
			return mms_trace_bad(t, MMS_trace_why_cut, line, NULL, "names no event behind its time");
		s.name = unnamed;
		s.name_len = sizeof("unnamed") - 1;
		break;
	case SAMPLE:
		if (state->timed && s.head.ts == MMS_NO_TS && s.head.pid == MMS_NO_PID && t->now.line > 1)
			return mms_trace_bad(t, MMS_trace_why_head, line, NULL, "has neither a time nor a task, as the lines around it have");
		if (record(t, s.name, end))
			return;
		break;
	}
	mms_head_clock(t, &s.head, MMS_trace_clock_mono);
	mms_trace_event(t, &s.head, s.name, s.name_len, s.args, (u32)(end - s.args));
}

static MMS_SMALL bool explains(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *at = mms_skip_blanks(line, end);

	return *line == '#' || (mms_is_blank(*line) && is_chain(line, end)) || mms_starts(at, end, "LOST ") ||
	       mms_holds(at, end, "PERF_RECORD_");
}

/* A head: a time, or a task. */
static bool begins(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len);
	struct sample s;
	enum found found = take_apart(line, end, &s);

	return found == BAD_TIME || found == BAD_TASK || (found != NOTHING && (s.head.ts != MMS_NO_TS || s.head.pid != MMS_NO_PID));
}

/* Do lines of call chains follow events? */
static MMS_SMALL bool has_chains(const char *text, const char *end)
{
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (mms_is_blank(*at) && is_chain(at, newline))
			return true;
	}
	return false;
}

/* What stands in the place of a task's name, in most of the lines, is one: a host or a date would have come there, too. */
static MMS_SMALL bool accepts(const char *text, u32 len)
{
	const char *end = text + len;
	u32 loose = 0, other = 0, samples = 0, joined = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		struct sample s;

		newline = mms_find(at, end, '\n');
		if (*at == '#' || take_apart(at, newline, &s) != SAMPLE)
			continue;
		samples++;
		loose += s.loose;
		other += s.other;
		joined += mms_holds_event(s.args, newline);
	}
	return other * 2 <= samples && joined * 2 <= samples && (loose * 2 < samples || has_chains(text, end));
}

/* Is the first line the rest of one? Its time then stands before that of any other. */
static MMS_SMALL void begin(struct mms_trace *t, const char *text, u32 len)
{
	struct mms_perf *state = mms_trace_state(t);
	const char *end = text + len;
	ptrdiff_t first = 0, least = PTRDIFF_MAX;
	u32 others = 0, named = 0, nameless = 0, tasks = 0, bare = 0, timed = 0, columns = 0, padded = 0;

	state->chains = has_chains(text, end);
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		struct sample s;
		enum found found;

		newline = mms_find(at, end, '\n');
		if (*at == '#' || (mms_is_blank(*at) && is_chain(at, newline)))
			continue;
		found = take_apart(at, newline, &s);
		named += found == SAMPLE;
		nameless += found == UNNAMED;
		bare += found == SAMPLE && !s.head.comm;
		timed += found == SAMPLE && s.head.ts != MMS_NO_TS;
		if (found != SAMPLE || !s.head.comm)
			continue;
		tasks++;
		columns += s.head.comm + s.head.comm_len - at == COMM_WIDTH;
		padded += *at == ' ';
	}
	state->named = named > nameless;
	state->bare = bare * 3 > tasks;
	state->timed = timed * 4 > named * 3;
	state->columns = padded && tasks > 2 && columns * 10 >= tasks * 9;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		struct sample s;
		ptrdiff_t place;

		newline = mms_find(at, end, '\n');
		if (at == text && (*at == '#' || mms_is_blank(*at)))
			return;
		if (take_apart(at, newline, &s) != SAMPLE)
			continue;
		place = s.name - at;
		if (at == text)
			first = place;
		else if (others++ < FIRST_LINES)
			least = MMS_MIN(least, place);
	}
	state->cut = first && others > 1 && first < least;
}

MMS_SMALL u8 mms_perf_layout(const struct mms_trace *t)
{
	const struct mms_perf *state = (const void *)t->now.state;

	return (u8)(state->chains | state->columns << 1 | state->named << 2 | state->bare << 3 | state->timed << 4);
}

MMS_SMALL void mms_perf_go_on(struct mms_trace *t, u8 layout)
{
	*(struct mms_perf *)mms_trace_state(t) = (struct mms_perf){.chains = layout & 1, .columns = layout >> 1 & 1, .named = layout >> 2 & 1,
		.bare = layout >> 3 & 1, .timed = layout >> 4 & 1};
}

static MMS_SMALL u32 fits(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *value;
	struct sample s;

	if (mms_begins(line, end, "# ========", &value) || mms_begins(line, end, "# perf version", &value))
		return MMS_TRACE_SURE;
	if (line == end || *line == '#')
		return 0;
	if (mms_is_blank(*line) && is_chain(line, end))
		return 0;
	switch (take_apart(line, end, &s)) {
	case SAMPLE: /* others write `event:` without its system, and `task-pid` */
		if (mms_find(s.name, s.name + s.name_len, ':') < s.name + s.name_len)
			return 8;
		return s.head.pid != MMS_NO_PID ? 2 : 0;
	default:
		return 0;
	}
}

const struct mms_format mms_format_perf = {.fits = fits, .begin = begin, .line = line, .explains = explains, .begins = begins, .accepts = accepts,
	.share = 25, .apart = true, .id = MMS_trace_format_perf};
