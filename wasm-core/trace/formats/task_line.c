/* SPDX-License-Identifier: Apache-2.0 */
#include "task_line.h"

#include "base/bytes.h"
#include "trace/text/number.h"

#define COMM_WIDTH 16
#define COMM_WIDTH_LATENCY 8
#define PID_WIDTH 8 /* of the option verbose, with the blank before it */
#define COMM_MAX 15 /* TASK_COMM_LEN without its NUL */
#define COLUMNS_PERCENT 50u /* of the lines stand in columns, or they do not */
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
	const char *to = at;

	if (at < end && (*at < '0' || *at > '9'))
		to = mms_find(at, end, ' ');
	return to - at == 3 ? at : mms_skip_blanks(to, end); /* `...` is what somebody left out */
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

static bool is_quote(char c)
{
	return c == '"' || c == '\'';
}

/* Quotation marks, marks of lists and patches, escapes of programs, and what chats make of `<...>` begin or stand in no name. */
static __attribute__((noinline)) bool is_named(const char *at, const char *end)
{
	static const char odd[] = "+!'\"`=|#$&*,;?@^~\\{";
	const char *digits = at;

	if (at == end)
		return true;
	for (u32 i = 0; i < sizeof(odd) - 1; i++)
		if (*at == odd[i])
			return false;
	if (mms_starts(at, end, "--") || mms_starts(MMS_MAX(at, end - 2), end, "--"))
		return false;
	if (mms_starts(at, end, "<\xe2\x80\xa6") || mms_holds(at, end, "\xef\xac"))
		return false;
	while (digits < end && mms_is_digit(*digits))
		digits++;
	if (digits > at && digits < end && *digits == ',')
		return false;
	for (const char *sign = at; (sign = mms_find(sign, end, '\\')) < end; sign++)
		if (sign + 1 == end || !mms_is_word(sign[1]))
			return false;
	return end[-1] != '=' && !(end[-1] == '>' && *at != '<') && !(is_quote(end[-1]) && mms_find(at, end, end[-1]) == end - 1);
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

	if (end - line <= COMM_WIDTH || line[COMM_WIDTH] != '-' || *line != ' ') /* a name has at most fifteen */
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
	if ((*l->head.comm == '<' || line[COMM_WIDTH - 1] == '\\') && !is_named(l->head.comm, line + COMM_WIDTH))
		return false;
	at = take_pid_and_cpu(l, line + COMM_WIDTH + 1, end);
	if (known && at == line + MMS_TASK_HEAD && l->wide)
		remember(known, text, l, line);
	return at && take_flags_and_time(l, at, end);
}

/* ---- other layouts ---------------------------------------------------------------------------------------- */

/* `order=0 kswapd0`, `[sh] kswapd0`: the end of another event before it. */
static bool is_of_event(const char *word, const char *end)
{
	const char *equals = mms_find(word, end, '=');

	return (*word == '[' && end[-1] == ']') || (equals > word && equals < end && mms_is_word(equals[-1]));
}

bool mms_is_comm(const char *from, const char *end)
{
	const char *word = mms_word_end(from, end), *letter = from;

	while (letter < word && !mms_is_letter(*letter) && (mms_is_digit(*from) || !(*letter & 0x80)))
		letter++;
	if (word < end && (letter == word || is_of_event(from, word))) /* `(51) kworker`: a number before it */
		return false;
	for (const char *at = from; at < end; at++)
		if ((u8)*at < ' ' || (*at == ' ' && at + 1 < end && at[1] == ' '))
			return false;
	return !mms_starts(from, end, "\\t") && !(end - from > 1 && *from == '[' && end[-1] == ']') && is_named(from, end);
}

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
	if (!is_named(l->head.comm, line + COMM_WIDTH_LATENCY) || mms_word_end(l->head.comm, line + COMM_WIDTH_LATENCY)[-1] == ':')
		return false;
	return latency_from_pid(l, line + COMM_WIDTH_LATENCY + 1, end);
}

static bool verbose(struct mms_task_line *l, const char *line, const char *end)
{
	const char *at = line + COMM_WIDTH, *colon;
	u64 cpu, micros;

	if (end - line <= COMM_WIDTH || *at != ' ' || *line != ' ')
		return false;
	take_comm(l, line, COMM_WIDTH);
	if (!mms_is_comm(l->head.comm, l->head.comm + l->head.comm_len))
		return false;
	at = mms_skip_blanks(at, end);
	if (mms_find(at, end, ' ') - line < COMM_WIDTH + PID_WIDTH) /* columns that somebody joined */
		return false;
	at = take_pid(l, at, end);
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

/* Once, not wherever it is called: it is large, and only texts that went through other hands need it. */
static __attribute__((noinline)) bool from_pid(struct mms_task_line *l, const char *at, const char *end)
{
	at = take_pid_and_cpu(l, at, end);
	return at && take_flags_and_time(l, at, end);
}

/* A text whose blanks at the beginning of the lines someone took away: the first `-` with the rest of a head
 * behind it. */
static bool trimmed(struct mms_task_line *l, const char *line, const char *end)
{
	line = mms_skip_space(line, end);
	for (const char *at = line; (at = mms_find(at, end, '-')) < end && at - line <= COMM_MAX; at++) {
		if (at[1] < '0' || at[1] > '9')
			continue;
		if (!mms_is_comm(line, at) || mms_holds(line, at, ": ")) /* the name of a machine */
			return false;
		take_comm(l, line, (u32)(at - line));
		l->head.comm = at == line ? NULL : l->head.comm; /* a name that was lost, or never known */
		if (from_pid(l, at + 1, end) || (at - line <= COMM_WIDTH_LATENCY && latency_from_pid(l, at + 1, end)))
			return true;
	}
	return false;
}

MMS_SMALL u32 mms_task_columns(const char *line, const char *end)
{
	struct mms_task_line l;

	for (const char *at = line; (at = mms_find(at, end, '-')) < end; at++)
		if (at - line > COMM_WIDTH && at[1] >= '0' && at[1] <= '9' && from_pid(&l, at + 1, end))
			return (u32)(at - line) - COMM_WIDTH;
	return 0;
}

bool mms_task_line(struct mms_task_line *l, const char *line, const char *end, struct mms_task_heads *heads)
{
	l->wide = false;
	l->head.comm_number = NULL;
	if (as_usual(l, line, end, heads))
		return true;
	l->head.comm_number = NULL;
	if (latency(l, line, end) || verbose(l, line, end))
		return true;
	if (!heads || !heads->columns)
		return trimmed(l, line, end);
	if (!heads->first)
		return false;
	heads->first = false;
	return trimmed(l, line, end);
}

bool mms_task_begins(const char *line, u32 len)
{
	struct mms_task_line l;

	return mms_task_line(&l, line, line + len, NULL);
}

/* Of a marker anything may be the text. */
static MMS_SMALL bool is_marker(const char *at, const char *end)
{
	return mms_starts(at, end, "print:") || mms_starts(at, end, "bprint:") || mms_starts(at, end, "bputs:") ||
	       mms_starts(at, end, "tracing_mark_write:");
}

MMS_SMALL bool mms_task_accepts(const char *text, u32 len)
{
	const char *end = text + len;
	struct mms_task_line l;
	u32 lines = 0, joined = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (!mms_task_line(&l, at, newline, NULL))
			continue;
		lines++;
		joined += !is_marker(l.event, newline) && mms_holds_event(l.event, newline);
	}
	return joined * 2 <= lines;
}

/* Is this the task of a line that stands in columns? */
static bool is_task_of(const struct mms_task_line *a, const struct mms_task_line *b)
{
	return a->head.pid == b->head.pid && a->head.comm_len == b->head.comm_len &&
	       mms_equal(a->head.comm, b->head.comm, a->head.comm_len);
}

MMS_SMALL void mms_task_begin(struct mms_trace *t, const char *text, u32 len)
{
	struct mms_task_heads *heads = mms_trace_state(t);
	struct mms_task_line first, l;
	const char *end = text + len;
	u32 lines = 0, columns = 0, whole = 0, shapes[MMS_TIME_SHAPES] = {0};
	bool is_first = true, indented = false, known = false, padded = false;

	for (const char *at = text, *newline; (newline = mms_find(at, end, '\n')) < end; at = newline + 1, is_first = false) {
		if (!mms_task_line(&l, at, newline, NULL))
			continue;
		lines++;
		shapes[l.shape]++;
		whole += mms_find(l.event, newline, ':') < newline || mms_find(l.event, newline, '<') < newline;
		if (is_first)
			first = l;
		if (!as_usual(&l, at, newline, NULL) && !latency(&l, at, newline)) {
			indented |= is_first;
			continue;
		}
		columns++;
		padded |= *at == ' '; /* in columns a short name has blanks before it */
		known |= indented && is_task_of(&first, &l);
	}
	heads->whole = whole * 2 > lines;
	heads->columns = padded && lines > 2 && columns * 100 >= lines * COLUMNS_PERCENT;
	heads->first = heads->columns && known;
	for (u8 shape = 0; shape < MMS_TIME_SHAPES; shape++)
		if (shapes[shape] > (heads->shape ? shapes[heads->shape - 1] : 0))
			heads->shape = shape + 1;
	mms_trace_clock(t, mms_task_clock(text, len));
}

MMS_SMALL enum mms_trace_clock_id mms_task_clock(const char *text, u32 len)
{
	const char *end = text + len, *last = text, *last_end = text; /* a line that stands there twice says nothing */
	u64 before = UINT64_MAX;

	for (const char *at = text, *newline; (newline = mms_find(at, end, '\n')) < end; at = newline + 1) {
		struct mms_task_line l;

		if (!mms_task_line(&l, at, newline, NULL))
			continue;
		if (l.shape != SHAPE_NUMBER)
			return MMS_trace_clock_unknown;
		if (l.head.ts >= TSC_LEAST)
			return MMS_trace_clock_cycles;
		if (l.head.ts == before && !(newline - at == last_end - last && mms_equal(at, last, (u32)(newline - at))))
			return MMS_trace_clock_uptime;
		before = l.head.ts;
		last = at;
		last_end = newline;
	}
	return before == UINT64_MAX ? MMS_trace_clock_unknown : MMS_trace_clock_counter;
}

/* A name of a function, its caller's, and what the compiler puts behind them. */
static void function_event(struct mms_trace *t, struct mms_task_line *l, const char *end)
{
	static const char function[64] = "function"; /* text that is passed on has 32 bytes behind it */

	for (const char *at = l->event; at < end; at++)
		if ((u8)*at >= 0x7f || *at == '\\' || *at == '"' || *at == '\'' || *at == '|' || *at == '=')
			return mms_trace_bad(t, MMS_trace_why_field, at, "function", "has a sign that no function's name has");
	mms_trace_event(t, &l->head, function, 8, l->event, (u32)(end - l->event));
}

/* The first of the name of an event. */
static MMS_SMALL bool begins_kind(const char *at, const char *end)
{
	for (u32 i = 0; i < mms_n_trace_kinds; i++) {
		const char *name = mms_trace_kinds[i].name, *c = at;

		if (!mms_is_tracepoint(&mms_trace_kinds[i]))
			continue;
		while (c < end && *c == *name)
			c++, name++;
		if (c == end && *name)
			return true;
	}
	return false;
}

void mms_task_event(struct mms_trace *t, struct mms_task_line *l, const char *end)
{
	const struct mms_task_heads *heads = mms_trace_state(t);
	const char *colon;

	if (heads->shape && l->shape + 1u != heads->shape)
		return mms_trace_bad(t, MMS_trace_why_head, t->now.line_at, NULL, "has a time of another clock than the lines around it");
	if (*l->event == '\t')
		l->event = mms_skip_space(l->event, end);
	if (l->event < end && *l->event == '(') /* trace-cmd report --ts-diff: (+12) */
		l->event = mms_skip_space(mms_word_end(l->event, end), end);
	if (l->event == end)
		return mms_trace_bad(t, MMS_trace_why_cut, t->now.line_at, NULL, "names no event behind its time");
	colon = mms_find(l->event, end, ':');
	if (l->shape == SHAPE_NUMBER && t->now.report.clock == MMS_trace_clock_uptime && l->head.ts < UINT64_MAX / NS_PER_TICK)
		l->head.ts *= NS_PER_TICK;
	if (l->event < end && *l->event == '<') /* <stack trace>, <user stack trace>: lines with => follow */
		mms_trace_other(t);
	else if (colon < end)
		mms_trace_event(t, &l->head, l->event, (u32)(colon - l->event), colon + 1, (u32)(end - colon - 1));
	else if (mms_find(l->event, end, '<') < end) /* swap_writepage <-pageout */
		function_event(t, l, end);
	else if (t->now.last || end[-1] == '.' || end[-1] == '$' || heads->whole || begins_kind(l->event, end))
		mms_trace_bad(t, MMS_trace_why_cut, l->event, NULL, "the line ends before the event's name does");
	else
		mms_trace_event(t, &l->head, l->event, (u32)(end - l->event), end, 0);
}
