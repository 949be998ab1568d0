/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bpftrace: what scripts print.
 *
 *     Attaching 3 probes...                      other
 *     Lost 12 events                             lost
 *     swap_out ts=123 cpu=1 pid=42 dev=8:0 …     an event, named by the words before the first name=value
 *     ts=123 comm=cc nid=0 …                     an event without a name: `printf`
 *     TIME(ms) COMM PID LAT(ms)                  a heading, and lines beneath it (table.c)
 *     @reads[cc, 42]: 17  and histograms         other
 *     anything else                              an event, named by its words up to the first number
 *
 * ts, nsecs and time are taken for ns, or what their ending says (ts_us, time_ms), or for seconds where
 * there is a point in them.
 */
#include "bpftrace.h"
#include "trace/text/bytes.h"
#include "formats.h"
#include "trace/text/number.h"

/* Of events that have none; text that is passed on has 32 bytes behind it. */
static const char nameless[64] = "printf";

static struct mms_head no_head(void)
{
	return (struct mms_head){.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
}

/* The next `name=` from `at` on: where the name begins, and its sign in *equals. NULL: there is none. */
static const char *next_key(const char *at, const char *end, const char **equals)
{
	const char *begin = at;

	for (const char *sign = mms_find(at, end, '='); sign < end; sign = mms_find(sign + 1, end, '=')) {
		const char *name = sign;

		while (name > begin && mms_is_word(name[-1]))
			name--;
		if (name < sign && !mms_is_digit(*name) && (name == begin || mms_is_blank(name[-1]) || name[-1] == ',')) {
			*equals = sign;
			return name;
		}
	}
	return NULL;
}

static const struct {
	const char *name;
	u64 unit;
} times[] = {
	{"ts", 1},      {"nsecs", 1},      {"time", 1},         {"timestamp", 1},    {"t", 1},        {"ts_ns", 1},
	{"time_ns", 1}, {"ts_us", 1000},   {"time_us", 1000},   {"ts_ms", 1000000},  {"time_ms", 1000000},
	{"ts_s", 1000000000}, {"time_s", 1000000000},
};

/* What of a name=value pair belongs to the head. `end`: of a value without blanks; `rest`: where the next
 * pair begins. */
static void note(struct mms_head *head, const char *name, u32 len, const char *value, const char *end, const char *rest)
{
	u64 number;

	if (mms_same("comm", name, len)) {
		head->comm = value;
		head->comm_len = (u32)(mms_trimmed(value, rest) - value);
	} else if (mms_same("cpu", name, len) && mms_time_in(value, end, 1, &number) && number < MMS_NO_CPU) {
		head->cpu = (u16)number;
	} else if ((mms_same("pid", name, len) || mms_same("tid", name, len)) && mms_time_in(value, end, 1, &number) &&
		   number <= INT32_MAX) {
		head->pid = (s32)number;
	}
	for (u32 i = 0; i < MMS_COUNT(times) && head->ts == MMS_NO_TS; i++)
		if (mms_same(times[i].name, name, len)) {
			bool point = times[i].unit == 1 && (mms_find(value, end, '.') < end);

			mms_time_in(value, end, point ? 1000000000 : times[i].unit, &head->ts);
		}
}

static void read_head(struct mms_head *head, const char *at, const char *end)
{
	const char *equals, *next, *sign;

	for (at = next_key(at, end, &equals); at; at = next, equals = sign) {
		const char *value = equals + 1;
		const char *to = mms_word_end(value, end);

		next = next_key(value, end, &sign);
		while (to > value && to[-1] == ',')
			to--;
		note(head, at, (u32)(equals - at), value, MMS_MIN(to, next ? next : end), next ? next : end);
	}
}

/* A time at the beginning of the line, of the day or as a number. */
static const char *leading_time(struct mms_head *head, enum mms_trace_clock_id *clock, const char *line, const char *end)
{
	const char *at = line, *to = mms_word_end(line, end);
	const char *digits = to > line && to[-1] == ':' ? to - 1 : to;

	*clock = MMS_trace_clock_wall;
	if (mms_time_of_day(&at, end, &head->ts))
		return mms_skip_space(at, end);
	*clock = MMS_trace_clock_mono;
	if (to < end && mms_time_in(line, digits, mms_find(line, digits, '.') < digits ? 1000000000 : 1, &head->ts))
		return mms_skip_space(to, end);
	head->ts = MMS_NO_TS;
	return line;
}

/* The event: its name is of one word. */
static void tell(struct mms_trace *t, const struct mms_head *head, const char *name, const char *to, const char *args,
		 const char *end)
{
	char *clean = mms_trace_scratch(t);
	u32 len;

	if ((u32)(to - name) > MMS_TRACE_NAME_MAX)
		to = name + MMS_TRACE_NAME_MAX;
	len = mms_clean_name(clean, name, to);
	clean[len] = '\0';
	if (len)
		mms_trace_event(t, head, clean, len, args, (u32)(end - args));
	else
		mms_trace_event(t, head, nameless, sizeof("printf") - 1, args, (u32)(end - args));
}

static void pairs(struct mms_trace *t, const char *line, const char *end, const char *key)
{
	struct mms_head head = no_head();
	enum mms_trace_clock_id clock;
	const char *name = leading_time(&head, &clock, line, end);
	const char *to;

	if (name > key)
		name = key;
	to = mms_trimmed(name, key);
	while (to > name && (to[-1] == ':' || to[-1] == ','))
		to--;
	read_head(&head, key, end);
	mms_head_clock(t, &head, clock);
	tell(t, &head, name, to, key, end);
}

/* A sentence: `Triggered by PID 3297 ("ntpd"), OOM kill of …` */
static void sentence(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_head head = no_head();
	enum mms_trace_clock_id clock;
	const char *at = leading_time(&head, &clock, line, end);
	const char *to = at;

	while (to < end && !mms_is_digit(*to) && *to != '"' && *to != '(' && *to != ':')
		to++;
	to = mms_trimmed(at, to);
	mms_head_clock(t, &head, clock);
	tell(t, &head, at, to, to, end);
}

/* `Attaching 2 probes...`, `Tracing … Hit Ctrl-C to end.`, and what bpftrace has to say of the script. */
static bool is_banner(const char *line, const char *end)
{
	const char *at;

	return mms_begins(line, end, "Attaching ", &at) || mms_begins(line, end, "Attached ", &at) ||
	       mms_begins(line, end, "WARNING: ", &at) || mms_begins(line, end, "ERROR: ", &at) ||
	       mms_begins(line, end, "HINT: ", &at) || mms_begins(line, end, "stdin:", &at) || mms_holds(line, end, "Ctrl-C");
}

/* The lines of maps, histograms and stacks. */
static bool of_map(struct mms_bpftrace *state, const char *line, const char *end)
{
	if (*line == '@') {
		state->in_map = end[-1] == ':' || end[-1] == '[' || end[-1] == ',';
		return true;
	}
	if ((*line == '[' || *line == '(') && end[-1] == '|')
		return true;
	if (*line == ']') {
		state->in_map = false;
		return true;
	}
	return state->in_map && (mms_is_blank(*line) || *line == '[' || *line == '(');
}

static bool lost(struct mms_trace *t, const char *line, const char *end)
{
	const char *at;
	u64 n;

	if (!mms_begins(line, end, "Lost ", &at) || !mms_decimal(&at, &n) || !mms_begins(at, end, " events", &at))
		return false;
	mms_trace_lost(t, MMS_NO_CPU, n);
	return true;
}

bool mms_bpftrace_line(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_bpftrace *state = mms_trace_state(t);
	const char *at, *key, *equals;
	u64 ns;

	end = mms_trimmed(line, end);
	if (line == end) {
		state->in_map = false;
		return false;
	}
	if (lost(t, line, end))
		return true;
	if (*line == '#' || of_map(state, line, end) || is_banner(line, end))
		return false;
	at = mms_skip_space(line, end);
	if (mms_time_of_day(&at, end, &ns) && at == end)
		return false; /* time() before a map */
	if (mms_heading_read(&state->heading, line, end))
		return false;
	state->heading.fresh = false;
	at = mms_skip_space(line, end);
	key = next_key(at, end, &equals);
	if (key)
		pairs(t, at, end, key);
	else if (!state->heading.columns || !mms_table_row(t, &state->heading, at, end))
		sentence(t, at, end);
	return true;
}

u32 mms_bpftrace_fits(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *at = mms_skip_space(line, end), *equals;
	u64 ns;

	if (mms_begins(at, end, "Attaching ", &at) && mms_holds(at, end, "probe"))
		return MMS_TRACE_SURE;
	if (at == end || *at == '#' || *at == '{')
		return 0;
	if (*at == '@' || mms_is_heading(at, end) || mms_time_of_day(&at, end, &ns))
		return 4;
	return next_key(at, end, &equals) ? 1 : 0;
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	if (!mms_bpftrace_line(t, line, line + len))
		mms_trace_other(t);
}

const struct mms_format mms_format_bpftrace = {.fits = mms_bpftrace_fits, .line = line, .id = MMS_trace_format_bpftrace};
