/* SPDX-License-Identifier: Apache-2.0 */
#include "task_line.h"

#include "trace/text/number.h"

#define COMM_WIDTH 16
#define COMM_WIDTH_LATENCY 8
#define TSC_LEAST (1ull << 32) /* a TSC passes it within seconds, a counter of events hardly ever */
#define NS_PER_TICK 10000000   /* of the clock uptime: trace_clock_jiffies() gives 1/100 s */

/* comm is right-aligned; `width` columns of it, blanks first. */
static MMS_INLINE void take_comm(struct mms_task_line *l, const char *line, u32 width)
{
	const char *comm = mms_skip_blanks(line, line + width);

	l->head.comm = comm;
	l->head.comm_len = (u32)(line + width - comm);
}

/* A number, then blanks. NULL: there is none. */
static MMS_INLINE const char *take_number(const char *at, const char *end, u64 *value)
{
	return mms_decimal(&at, value) && at < end ? mms_skip_blanks(at, end) : NULL;
}

static MMS_INLINE const char *take_pid(struct mms_task_line *l, const char *at, const char *end)
{
	u64 pid;

	at = take_number(at, end, &pid);
	if (!at || pid > INT32_MAX)
		return NULL;
	l->head.pid = (s32)pid;
	return at;
}

/* Flags: from four letters and points, before lazy preemption, to seven of real-time kernels. */
static MMS_INLINE const char *skip_flags(const char *at, const char *end)
{
	return at < end && (*at < '0' || *at > '9') ? mms_skip_blanks(mms_find(at, end, ' '), end) : at;
}

static MMS_INLINE bool take_seconds(struct mms_task_line *l, const char **at, u64 seconds)
{
	static const u32 to_ns[] = {0, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};
	const char *point = ++*at;
	u64 fraction;

	if (!mms_decimal(at, &fraction) || *at - point > 9 || seconds > UINT64_MAX / 1000000000 - 1)
		return false;
	l->head.ts = seconds * 1000000000 + fraction * to_ns[*at - point];
	l->shape = SHAPE_SECONDS;
	return true;
}

/* Time, colon, blanks. */
static MMS_INLINE bool take_time(struct mms_task_line *l, const char *at, const char *end)
{
	if (!mms_decimal(&at, &l->head.ts))
		return false;
	l->shape = SHAPE_NUMBER;
	if (*at == '.' || *at == ',') { /* a comma where the locale has it so */
		if (!take_seconds(l, &at, l->head.ts))
			return false;
	} else if (at[0] == 'u' && at[1] == 's') {
		if (l->head.ts > UINT64_MAX / 1000)
			return false;
		l->head.ts *= 1000;
		l->shape = SHAPE_MICROS;
		at += 2;
		at += *at != ':'; /* ' ', or how long it took: ! + # * @ $ */
	}
	if (at >= end || *at != ':')
		return false;
	l->event = mms_skip_blanks(at + 1, end);
	return true;
}

/* From the pid to the CPU: "57      (     57) [001]". Behind that; NULL: it does not stand there. */
static MMS_INLINE const char *take_pid_and_cpu(struct mms_task_line *l, const char *at, const char *end)
{
	const char *pid = at;
	u64 cpu;

	at = take_pid(l, at, end);
	if (!at)
		return NULL;
	l->wide = at - pid >= 8;
	if (*at == '(')
		at = mms_skip_blanks(mms_find(at, end, ')') + 1, end);
	if (at >= end || *at++ != '[' || !mms_decimal(&at, &cpu) || cpu >= MMS_NO_CPU || *at != ']')
		return NULL;
	l->head.cpu = (u16)cpu;
	return at + 1;
}

/* From the pid on: "57      (     57) [001] d.h1.   123.456789: ". */
static MMS_INLINE bool take_flags_and_time(struct mms_task_line *l, const char *at, const char *end)
{
	return take_time(l, skip_flags(mms_skip_blanks(at, end), end), end);
}

/* ---- beginnings that were met before ---------------------------------------------------------------------- */

static MMS_INLINE void load_text(u64 *text, const char *line)
{
	text[0] = mms_load8(line);
	text[1] = mms_load8(line + 8);
	text[2] = mms_load8(line + 16);
	text[3] = mms_load8(line + MMS_TASK_HEAD - 8);
}

static MMS_INLINE struct mms_task_head *place_of(struct mms_task_heads *heads, const u64 *text)
{
	u64 hash = (text[1] ^ text[2]) * 0x9e3779b97f4a7c15ull ^ text[3] * 0xff51afd7ed558ccdull;

	return &heads->head[hash >> 40 & (MMS_TASK_HEADS - 1)];
}

static MMS_INLINE bool is_known(const struct mms_task_head *h, const u64 *text)
{
	return h->text[0] == text[0] && h->text[1] == text[1] && h->text[2] == text[2] && h->text[3] == text[3] && h->used;
}

static MMS_INLINE void from_known(struct mms_task_line *l, struct mms_task_head *h, const char *line)
{
	l->head.comm = line + h->blanks;
	l->head.comm_len = (u32)COMM_WIDTH - h->blanks;
	l->head.pid = h->pid;
	l->head.cpu = h->cpu;
	l->head.comm_number = &h->comm_number;
	l->wide = true;
}

static void remember(struct mms_task_head *h, const u64 *text, struct mms_task_line *l, const char *line)
{
	*h = (struct mms_task_head){
		.pid = l->head.pid, .cpu = l->head.cpu, .blanks = (u8)(l->head.comm - line), .used = true};
	mms_copy(h->text, text, sizeof(h->text));
	l->head.comm_number = &h->comm_number;
}

static MMS_INLINE bool as_usual(struct mms_task_line *l, const char *line, const char *end, struct mms_task_heads *heads)
{
	struct mms_task_head *known = NULL;
	const char *at;
	u64 text[4];

	if (end - line <= COMM_WIDTH || line[COMM_WIDTH] != '-')
		return false;
	if (heads && end - line > MMS_TASK_HEAD) {
		load_text(text, line);
		known = place_of(heads, text);
		if (is_known(known, text)) {
			from_known(l, known, line);
			return take_flags_and_time(l, line + MMS_TASK_HEAD, end);
		}
	}
	take_comm(l, line, COMM_WIDTH);
	at = take_pid_and_cpu(l, line + COMM_WIDTH + 1, end);
	if (known && at == line + MMS_TASK_HEAD && l->wide)
		remember(known, text, l, line);
	return at && take_flags_and_time(l, at, end);
}

/* ---- other layouts ---------------------------------------------------------------------------------------- */

/* From the pid on: "59        1d.h1. 12816859us*: ". */
static bool latency_from_pid(struct mms_task_line *l, const char *at, const char *end)
{
	u64 cpu;

	at = take_pid(l, at, end);
	if (!at || !mms_decimal(&at, &cpu) || cpu >= MMS_NO_CPU)
		return false;
	l->head.cpu = (u16)cpu;
	return take_time(l, mms_skip_blanks(skip_flags(at, end), end), end);
}

static bool latency(struct mms_task_line *l, const char *line, const char *end)
{
	if (end - line <= COMM_WIDTH_LATENCY || line[COMM_WIDTH_LATENCY] != '-')
		return false;
	take_comm(l, line, COMM_WIDTH_LATENCY);
	return latency_from_pid(l, line + COMM_WIDTH_LATENCY + 1, end);
}

static bool verbose(struct mms_task_line *l, const char *line, const char *end)
{
	const char *at = line + COMM_WIDTH, *colon;
	u64 cpu, micros;

	if (end - line <= COMM_WIDTH || *at != ' ')
		return false;
	take_comm(l, line, COMM_WIDTH);
	at = take_pid(l, mms_skip_blanks(at, end), end);
	at = at ? take_number(at, end, &cpu) : NULL;
	if (!at || cpu >= MMS_NO_CPU)
		return false;
	l->head.cpu = (u16)cpu;
	at = mms_find(at, end, '[') + 1;
	if (at >= end || !mms_hex(&at, &micros) || *at != ']' || micros > UINT64_MAX / 1000)
		return false;
	colon = mms_find(at, end, ':');
	if (colon == end || (colon[-1] != ')' && colon[-1] != ' '))
		return false;
	l->shape = mms_find(at, colon, 'm') < colon ? SHAPE_MICROS : SHAPE_NUMBER;
	l->head.ts = l->shape == SHAPE_MICROS ? micros * 1000 : micros;
	l->event = mms_skip_blanks(colon + 1, end);
	return true;
}

static bool from_pid(struct mms_task_line *l, const char *at, const char *end)
{
	at = take_pid_and_cpu(l, at, end);
	return at && take_flags_and_time(l, at, end);
}

/* A text whose blanks at the beginning of the lines someone took away: the first `-` with the rest of a head
 * behind it. */
static bool trimmed(struct mms_task_line *l, const char *line, const char *end)
{
	for (const char *at = line; (at = mms_find(at, end, '-')) < end; at++) {
		if (at == line || at[1] < '0' || at[1] > '9')
			continue;
		take_comm(l, line, (u32)(at - line));
		if (from_pid(l, at + 1, end) || latency_from_pid(l, at + 1, end))
			return true;
	}
	return false;
}

bool mms_task_line(struct mms_task_line *l, const char *line, const char *end, struct mms_task_heads *heads)
{
	l->wide = false;
	l->head.comm_number = NULL;
	if (as_usual(l, line, end, heads))
		return true;
	l->head.comm_number = NULL;
	return latency(l, line, end) || verbose(l, line, end) || trimmed(l, line, end);
}

enum mms_trace_clock_id mms_task_clock(const char *text, u32 len)
{
	const char *end = text + len;
	u64 before = UINT64_MAX;

	for (const char *at = text, *newline; (newline = mms_find(at, end, '\n')) < end; at = newline + 1) {
		struct mms_task_line l;

		if (!mms_task_line(&l, at, newline, NULL))
			continue;
		if (l.shape != SHAPE_NUMBER)
			return MMS_trace_clock_unknown;
		if (l.head.ts >= TSC_LEAST)
			return MMS_trace_clock_cycles;
		if (l.head.ts == before)
			return MMS_trace_clock_uptime;
		before = l.head.ts;
	}
	return before == UINT64_MAX ? MMS_trace_clock_unknown : MMS_trace_clock_counter;
}

void mms_task_event(struct mms_trace *t, struct mms_task_line *l, const char *end)
{
	static const char function[16] = "function";
	const char *colon;

	if (l->event < end && *l->event == '(') /* trace-cmd report --ts-diff: (+12) */
		l->event = mms_skip_blanks(mms_find(l->event, end, ' '), end);
	colon = mms_find(l->event, end, ':');
	if (l->shape == SHAPE_NUMBER && t->now.report.clock == MMS_trace_clock_uptime && l->head.ts < UINT64_MAX / NS_PER_TICK)
		l->head.ts *= NS_PER_TICK;
	if (l->event < end && *l->event == '<') /* <stack trace>, <user stack trace>: lines with => follow */
		mms_trace_other(t);
	else if (colon < end)
		mms_trace_event(t, &l->head, l->event, (u32)(colon - l->event), colon + 1, (u32)(end - colon - 1));
	else if (mms_find(l->event, end, '<') < end) /* swap_writepage <-pageout */
		mms_trace_event(t, &l->head, function, 8, end, 0);
	else if (t->now.last)
		mms_trace_bad(t, MMS_trace_why_cut, l->event, NULL, "the line ends before the event's name does");
	else
		mms_trace_event(t, &l->head, l->event, (u32)(end - l->event), end, 0);
}
