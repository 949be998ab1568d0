/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bpftrace: what scripts print.
 *
 *     Attaching 3 probes...                      other
 *     Lost 12 events                             lost
 *     swap_out ts=123 cpu=1 pid=42 dev=8:0 …     an event, named by the words before the first name=value
 *     ts=123 comm=cc nid=0 …                     an event without a name: `printf`
 *     4312 java nid=0                            the same, called `java`: a number that does not rise as ns do is no time
 *     TIME(ms) COMM PID LAT(ms)                  a heading, and lines beneath it (table.c)
 *     @reads[cc, 42]: 17  and histograms         other; what they hold is kept (map.c)
 *     anything else                              behind `Attaching`, an event, named by its words up to the first number
 *
 * ts, nsecs and time are taken for ns, or what their ending says (ts_us, time_ms), or for seconds where
 * there is a point in them.
 */
#include "bpftrace.h"
#include "trace/rows/map_value.h"
#include "base/bytes.h"
#include "formats.h"
#include "task_line.h"
#include "trace/text/number.h"
#include "trace/text/trial.h"

#define COMM_MAX 15  /* TASK_COMM_LEN without its NUL */
#define TIMED_LEAST 3u /* lines with times before one without has lost something */
#define NS_DIGITS 10 /* of an integer that may be a time in ns */

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

/* By its first two letters. Most names are not. */
static bool may_be_of_head(const char *name, u32 len)
{
	switch (len ? *name : 0) {
	case 't': return len == 1 || name[1] == 's' || name[1] == 'i';
	case 'n': return len > 1 && name[1] == 's';
	case 'c': return len > 1 && (name[1] == 'o' || name[1] == 'p');
	case 'p': return len > 1 && name[1] == 'i';
	default: return false;
	}
}

bool mms_is_of_head(const char *name, u32 len)
{
	if (!may_be_of_head(name, len))
		return false;
	if (mms_same("comm", name, len) || mms_same("cpu", name, len) || mms_same("pid", name, len) || mms_same("tid", name, len))
		return true;
	for (u32 i = 0; i < MMS_COUNT(times); i++)
		if (mms_same(times[i].name, name, len))
			return true;
	return false;
}

/* What of a name=value pair belongs to the head. `end`: of a value without blanks; `rest`: where the next
 * pair begins. */
static void note(struct mms_head *head, const char *name, u32 len, const char *value, const char *end, const char *rest)
{
	u64 number;

	if (!may_be_of_head(name, len))
		return;
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

/* A time at the beginning of the line: of the day, in seconds, or in ns, which have ten digits a second after boot. */
static const char *leading_time(bool numbers, u64 *ts, enum mms_trace_clock_id *clock, const char *line, const char *end)
{
	const char *at = line, *to = mms_word_end(line, end);
	const char *digits = to > line && to[-1] == ':' ? to - 1 : to;
	bool point = mms_find(line, digits, '.') < digits - 1;

	*clock = MMS_trace_clock_wall;
	if (mms_time_of_day(&at, end, ts))
		return mms_skip_space(at, end);
	*clock = MMS_trace_clock_mono;
	if (to < end && (point || (numbers && digits - line >= NS_DIGITS)) &&
	    mms_time_in(line, digits, point ? 1000000000 : 1, ts))
		return mms_skip_space(to, end);
	*ts = MMS_NO_TS;
	return line;
}

/* The event: its name is of one word. */
static void emit(struct mms_trace *t, const struct mms_head *head, const char *name, const char *to, const char *args,
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

/* Behind numbers that are no time: what they count only the script knows. */
static const char *skip_numbers(const char *at, const char *end)
{
	for (const char *to; at < end && mms_is_digit(*at); at = mms_skip_space(to, end)) {
		to = mms_word_end(at, end);
		for (const char *digit = at; digit < to; digit++)
			if (!mms_is_digit(*digit))
				return at;
	}
	return at;
}

/* `Attaching 2 probes...` */
static bool is_attached(const char *line, const char *end)
{
	const char *at;

	return (mms_begins(line, end, "Attaching ", &at) || mms_begins(line, end, "Attached ", &at)) && mms_holds(at, end, "probe");
}

/* The same, `Tracing … Hit Ctrl-C to end.`, and what bpftrace has to say of the script. */
static bool is_banner(const char *line, const char *end)
{
	const char *at;

	return is_attached(line, end) || (end - line == 2 && line[0] == '^' && line[1] == 'C') || mms_begins(line, end, "WARNING: ", &at) ||
	       mms_begins(line, end, "ERROR: ", &at) || mms_begins(line, end, "HINT: ", &at) || mms_begins(line, end, "stdin:", &at) ||
	       (mms_find(line, end, 'C') < end && mms_holds(line, end, "Ctrl-C"));
}

/* `@:`, `@name:`, `@name[key]:`, `@name[` */
static bool is_map(const char *line, const char *end)
{
	const char *at = line + 1;

	while (at < end && mms_is_word(*at))
		at++;
	return at < end && (*at == ':' || *at == '[' || *at == '(');
}

/* Of the kernel's own text, or of perf's. */
static bool is_of_another(const char *line, const char *end)
{
	u32 len = (u32)(end - line);

	if (mms_starts(line, end, "{\"type\"") || mms_starts(line, end, "['") || mms_starts(line, end, "[\""))
		return true; /* JSON of bpftrace; a list of lines that a program printed */
	if (mms_starts(line, end, "cpus="))
		return mms_find(line, end, ' ') == end;
	return mms_find(line, end, '[') < end && (mms_task_begins(line, len) || mms_format_perf.begins(line, len));
}

/* The lines of maps, histograms and stacks. */
static bool of_map(struct mms_bpftrace *state, const char *line, const char *end)
{
	const char *unit;
	u32 len;

	if (mms_bcc_histogram(line, end, &unit, &len))
		return state->bcc = true;
	if (state->bcc && mms_bcc_bucket(line, end))
		return true;
	if (*line == '@' && is_map(line, end)) {
		state->in_key = end[-1] == '[' || end[-1] == ',';
		state->in_map = state->in_key || end[-1] == ':';
		return true;
	}
	if ((*line == '[' || *line == '(') && end[-1] == '|')
		return true;
	if (*line == ']') {
		state->in_map = state->in_key = false;
		return true;
	}
	if (state->in_key && mms_word_end(line, end) == end)
		return true; /* a frame without its leading blanks */
	return state->in_map && (mms_is_blank(*line) || *line == '[' || *line == '(' || *line == ',') && !is_of_another(line, end);
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

/* What a line of pairs is made of. */
struct shape {
	struct mms_head head;
	enum mms_trace_clock_id clock; /* of its time */
	const char *from;          /* behind the time that it begins with */
	const char *key;           /* the first `name=`; NULL: there is none */
	u32 before, behind, pairs; /* words before the first `name=`, words between and behind them, and these */
	u32 digits;                /* of the integer that it begins with */
	u64 keys;                  /* the same where the words before and the names are; only where no state was given */
	bool another;              /* it is a line of the kernel or of perf that lost something */
	bool few;                  /* the words are not more than the pairs can bear */
	bool split;                /* a number stands behind a pair with a number: somebody set its digits apart */
	bool twice;                /* a name stands there twice: two lines became one */
};

static u64 mixed(u64 hash, const char *at, const char *end)
{
	for (; at < end; at++)
		hash = (hash ^ (u8)*at) * 0x100000001b3ull;
	return (hash ^ ' ') * 0x100000001b3ull;
}

static bool is_kind(const char *at, const char *end)
{
	end -= end > at && end[-1] == ':';
	return mms_trace_kind_named(at, (u32)(end - at)) != NULL;
}

/* `kswapd0-32`: a task as the kernel writes it. */
static bool is_task(const char *at, const char *end)
{
	const char *digits = end;

	while (digits > at && mms_is_digit(digits[-1]))
		digits--;
	return digits < end && digits - 1 > at && digits[-1] == '-';
}

/* `mm_vmscan_kswapd_wake:` behind other words, `vmscan:mm_vmscan_kswapd_wake:`: an event as the kernel or perf write it. */
static bool is_event(const char *at, const char *end, bool behind)
{
	if (end - at < 2 || end[-1] != ':')
		return false;
	return (behind && is_kind(at, end)) || mms_find(at, end - 1, ':') < end - 1;
}

/* Has a pair before `at` the same name? */
static bool named_before(const char *begin, const char *at, u32 len)
{
	for (const char *sign = mms_find(begin, at, '='); sign < at; sign = mms_find(sign + 1, at, '='))
		if (sign - begin >= (ptrdiff_t)len && mms_equal(sign - len, at, len) && (sign - len == begin || !mms_is_word(sign[-(ptrdiff_t)len - 1])))
			return true;
	return false;
}

/* Of the integer that the line begins with. */
static u32 digits_of(const char *at, const char *end)
{
	u32 n = 0;

	while (at + n < end && mms_is_digit(at[n]))
		n++;
	return n;
}

/* False: no script is known to print such a line. `state`: NULL before it is known. */
static bool shape_of(struct shape *s, const struct mms_bpftrace *state, const char *line, const char *end)
{
	const char *at = mms_skip_space(line, end), *equals, *key = next_key(at, end, &equals);
	u64 ts, initials = 0;
	bool number_before = false, of_system = false, of_kernel = false;

	*s = (struct shape){.head = no_head(), .keys = 0xcbf29ce484222325ull, .key = key, .another = is_of_another(line, end)};
	if (!key || s->another)
		return false;
	while (at + s->digits < end && mms_is_digit(at[s->digits]))
		s->digits++;
	s->digits = at + s->digits < end && mms_is_blank(at[s->digits]) ? s->digits : 0;
	s->from = leading_time(!state || state->numbers, &ts, &s->clock, at, end);
	at = skip_numbers(s->from, end);
	for (const char *to; at < end; at = mms_skip_space(to, end)) {
		const char *from = at;

		while (at < end && mms_is_word(*at))
			at++;
		to = mms_word_end(at, end);
		s->split |= number_before && digits_of(from, to) == (u32)(to - from);
		number_before = at > from && at < to && *at == '=' && to > at + 1 && digits_of(at + 1, to) == (u32)(to - at) - 1;
		if (at > from && at < to && *at == '=') {
			s->pairs++;
			s->twice |= initials >> (*from & 63) & 1 && named_before(key, from, (u32)(at - from));
			initials |= 1ull << (*from & 63);
			s->keys = state ? 0 : mixed(s->keys, from, at);
		} else if (s->pairs) {
			/* `nr_sector=0x20 (32)`: the kernel's own, with its option fields */
			s->another |= of_kernel && *from == '(' && to[-1] == ')' && digits_of(from + 1, to) == (u32)(to - from) - 2;
			s->behind++;
		} else {
			/* `vmscan:mm_vmscan ... d=0`: perf's, cut in the middle */
			s->another |= of_system && mms_starts(from, to, "...");
			of_kernel |= !s->before && to[-1] == ':' && is_kind(from, to);
			of_system |= mms_find(from, to, ':') < to - 1;
			s->another |= is_task(from, to) || is_event(from, to, s->before > 0 || s->digits) || mms_starts(from, to, "|");
			s->before++;
			s->keys = state ? 0 : mixed(s->keys, from, to);
		}
	}
	read_head(&s->head, key, end);
	if (s->head.ts != MMS_NO_TS)
		s->clock = MMS_trace_clock_mono;
	else
		s->head.ts = ts;
	s->few = s->pairs && !s->another && s->before <= 4 && s->before + s->behind <= 2 * s->pairs + 3;
	return s->few && (s->pairs > 1 || s->before || s->head.ts != MMS_NO_TS);
}

/* What the program that passed the line on has put before it is its time, where it has none of its own. */
static void take_time(struct mms_trace *t, struct mms_head *head, enum mms_trace_clock_id clock)
{
	const struct mms_repair *r = &t->now.repair;

	if (head->ts == MMS_NO_TS && r->prefixes && r->time != MMS_NO_TS) {
		head->ts = r->time;
		clock = r->since_boot ? MMS_trace_clock_mono : MMS_trace_clock_wall;
	}
	mms_head_clock(t, head, clock);
}

/* What closes at its end begins in it, too. */
static bool is_closed(const char *at, const char *end)
{
	static const char closing[] = "\"'}>", opening[] = "\"'{<";

	for (u32 i = 0; i < sizeof(closing) - 1; i++)
		if (end[-1] == closing[i])
			return mms_find(at, end - 1, opening[i]) < end - 1;
	return end[-1] != '$' && end[-1] != '\\' && end[-1] != ';' && *at != '=';
}

static void pairs(struct mms_trace *t, struct shape *s, const char *key, const char *end)
{
	const char *from = MMS_MIN(s->from, key);
	const char *name = skip_numbers(from, key);
	const char *to = mms_trimmed(name, key);

	if (s->head.comm_len && !is_closed(s->head.comm, s->head.comm + s->head.comm_len))
		return mms_trace_bad(t, MMS_trace_why_field, s->head.comm, "comm", "ends with a sign that the line around it has");
	if (s->head.comm_len > COMM_MAX + 2) /* a script may have put it in quotation marks or brackets */
		return mms_trace_bad(t, MMS_trace_why_field, s->head.comm, "comm", "is longer than the name of a task");
	while (to > name && (to[-1] == ':' || to[-1] == ','))
		to--;
	take_time(t, &s->head, s->clock);
	emit(t, &s->head, name, to, name > from ? from : key, end);
}

/* A sentence: `Triggered by PID 3297 ("ntpd"), OOM kill of …` */
static void sentence(struct mms_trace *t, const char *line, const char *end)
{
	const struct mms_bpftrace *state = mms_trace_state(t);
	struct mms_head head = no_head();
	enum mms_trace_clock_id clock;
	const char *from = leading_time(state->numbers, &head.ts, &clock, line, end);
	const char *at = skip_numbers(from, end);
	const char *to = at;

	while (to < end && !mms_is_digit(*to) && *to != '"' && *to != '(' && *to != ':')
		to++;
	to = mms_trimmed(at, to);
	take_time(t, &head, clock);
	emit(t, &head, at, to, at > from ? from : to, end);
}

/* Before the last `name=value` where that is of the head, and before words behind it. */
static const char *without_head(const char *at, const char *end)
{
	const char *equals, *sign, *key = next_key(at, end, &equals), *last = key;

	if (!key)
		return end;

	for (at = key; (at = next_key(at, end, &sign)); at = sign + 1) {
		last = at;
		equals = sign;
	}
	return mms_is_of_head(last, (u32)(equals - last)) ? mms_trimmed(key, last) : end;
}

static bool is_named(const struct shape *s)
{
	return s->before || s->digits || s->head.ts != MMS_NO_TS;
}

/* A sentence with nothing in it that changes from line to line is not one that a script prints of an event. */
static bool varies(const char *at, const char *end)
{
	for (; at < end; at++)
		if (mms_is_digit(*at) || *at == '"')
			return true;
	return false;
}

/* What no script writes as a sentence: a bucket without its bar or with something before it, a map that something stands before, a message that a journal left
 * out, a tab that was spelled out. */
static bool is_spoiled(const char *at, const char *end)
{
	const char *from = at, *comma = mms_find(at, end, ',');

	if ((*at == '[' || *at == '(') && comma < end && mms_find(comma, end, ')') < end)
		for (from++; from < comma && !mms_is_letter(*from);)
			from++;
	if (end[-1] == '|' || (*at == '"' && mms_holds(at, end, "\": "))) /* a pair of JSON */
		return true;
	if (from == comma || mms_holds(at, end, "B blob data]") || mms_holds(at, end, "\\t ") || mms_holds(at, end, "\\t\\t"))
		return true;
	for (const char *map = at; (map = mms_find(map, end, '@')) < end; map++)
		if (map > at && !mms_is_word(map[-1]) && is_map(map, end))
			return true;
	return false;
}

static bool has_letter(const char *at, const char *end)
{
	while (at < end && !mms_is_letter(*at) && !(*at & 0x80))
		at++;
	return at < end;
}

static bool is_timed(const char *at, const char *end)
{
	u64 ns;

	return mms_time_of_day(&at, end, &ns) && at < end;
}

static bool timed(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *at = mms_skip_space(line, end);
	struct shape s;

	return is_timed(at, end) || (shape_of(&s, NULL, line, end) && s.head.ts != MMS_NO_TS);
}

/* An event begins here: words or a time stand before its pairs. */
static bool begins(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *at = mms_skip_space(line, end);
	struct shape s;

	if (at == end || *at == '#' || *at == '@' || is_banner(at, end))
		return at < end;
	return is_timed(at, end) || (shape_of(&s, NULL, line, end) && ((s.before && mms_is_letter(*at)) || s.head.ts != MMS_NO_TS));
}

/* A sentence: its time is not among pairs. */
static bool begins_with_time(const struct mms_bpftrace *state, const char *at, const char *end)
{
	enum mms_trace_clock_id clock;
	u64 ts;

	leading_time(state->numbers, &ts, &clock, at, end);
	return ts != MMS_NO_TS;
}

bool mms_bpftrace_line(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_bpftrace *state = mms_trace_state(t);
	const char *at, *key;
	struct shape shape;
	bool plausible;
	u64 ns;

	end = mms_trimmed(line, end);
	at = mms_skip_space(line, end);
	if (at == end) {
		state->in_map = state->in_key;
		if (!state->in_histogram)
			mms_map_close(t);
		return false;
	}
	if (lost(t, at, end))
		return true;
	if (is_attached(at, end))
		state->attached = true;
	if (of_map(state, *at == '@' ? at : line, end))
		return mms_map_line(t, state, *at == '@' ? at : line, end);
	if (state->bcc && mms_bcc_section(at, end)) {
		state->section_len = (u32)MMS_MIN((size_t)(end - at), sizeof(state->section));
		mms_copy(state->section, at, state->section_len);
		return false;
	}
	mms_map_close(t);
	state->bucket = false;
	state->section_len = state->map_text_len = 0;
	state->in_key = false;
	if (*at == '#' || is_banner(at, end))
		return false;
	if (mms_time_of_day(&at, end, &ns) && at == end)
		return false; /* time() before a map */
	if (mms_heading_read(&state->heading, line, end))
		return false;
	state->heading.fresh = false;
	at = mms_skip_space(line, end);
	if (t->now.last) /* its last value may be half of one: of the head, it counts for nothing */
		end = without_head(at, end);
	plausible = shape_of(&shape, state, at, end) || (state->attached && shape.few);
	if (shape.another) {
		mms_trace_bad(t, MMS_trace_why_nothing, at, NULL, "is a line of another tool");
		return true;
	}
	if (shape.twice) {
		mms_trace_bad(t, MMS_trace_why_cut, at, NULL, "has a name twice: two lines became one");
		return true;
	}
	if (shape.split) {
		mms_trace_bad(t, MMS_trace_why_field, at, NULL, "has a number with a blank in it");
		return true;
	}
	if (mms_is_marred(at, end)) {
		mms_trace_bad(t, MMS_trace_why_cut, at, NULL, "ends as no script's line does: it was cut, or something was added");
		return true;
	}
	key = plausible ? shape.key : NULL;
	if (state->all_timed && shape.head.ts == MMS_NO_TS && !state->heading.columns && !begins_with_time(state, at, end)) {
		mms_trace_bad(t, MMS_trace_why_head, at, NULL, "has no time, as the lines around it have");
		return true;
	}
	if (key && state->named && !is_named(&shape)) {
		mms_trace_bad(t, MMS_trace_why_cut, at, NULL, "is the rest of a line");
		return true;
	}
	if (key && mms_ends_with_text(&state->heading) && mms_table_row(t, &state->heading, at, end))
		return true;
	if (key)
		pairs(t, &shape, key, end);
	else if (state->heading.columns && mms_table_row(t, &state->heading, at, end))
		return true;
	else if (state->attached && varies(at, end) && !is_spoiled(at, end) && !mms_is_trusted(&state->heading) && (!state->worded || has_letter(at, end)) && (!state->timed || is_timed(at, end)) &&
		 (!state->counted || digits_of(at, end) >= NS_DIGITS))
		sentence(t, at, end);
	else
		mms_trace_bad(t, MMS_trace_why_nothing, at, NULL, "is nothing that a script of bpftrace is known to print");
	return true;
}

/* ---- recognition ------------------------------------------------------------------------------------------- */

u32 mms_bpftrace_fits(const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *at = mms_skip_space(line, end), *unit;
	struct shape s;
	u32 unit_len;
	u64 ns;

	if (is_attached(at, end))
		return MMS_TRACE_SURE;
	if (at == end || *at == '#' || *at == '{')
		return 0;
	if ((*at == '@' && is_map(at, end)) || mms_is_heading(at, end) || mms_bcc_histogram(at, end, &unit, &unit_len) ||
	    mms_bcc_bucket(at, end) || mms_time_of_day(&at, end, &ns))
		return 4;
	return shape_of(&s, NULL, line, end) && (s.before || s.head.ts != MMS_NO_TS) ? 1 : 0;
}

/* Is a word before the pairs a kind's name? */
static bool names_kind(const char *at, const char *end)
{
	for (const char *to; at < end; at = mms_skip_space(to, end)) {
		to = mms_word_end(at, end);
		if (mms_find(at, to, '=') < to)
			return false;
		if (is_kind(at, to))
			return true;
	}
	return false;
}

/* Half of the lines are such as scripts print, and something says that a script did: bpftrace itself at the beginning, a
 * heading, a map, times in most lines, or names of tracepoints. */
static bool accepts(const char *text, u32 len)
{
	struct mms_bpftrace state = {0};
	u32 lines = 0, good = 0, pairs = 0, sure = 0, named = 0, sections = 0;
	const char *end = text + len;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *to, *from = mms_skip_space(at, end), *time = from;
		struct shape s;
		u64 ns;

		newline = mms_find(at, end, '\n');
		to = mms_trimmed(at, newline - (newline > at && newline[-1] == '\r'));
		if (from >= to) {
			state.in_map = false;
			continue;
		}
		if (*from == '#')
			continue;
		lines++;
		if (is_attached(from, to) && lines == good + 1)
			state.attached = true;
		if (mms_heading_read(&state.heading, at, to)) {
			sure += mms_is_trusted(&state.heading);
			good += mms_is_trusted(&state.heading);
		} else if (of_map(&state, *from == '@' ? from : at, to)) {
			sure++;
			good++;
		} else if (mms_is_trusted(&state.heading) && mms_ends_with_text(&state.heading) &&
			   mms_table_fits(&state.heading, from, to)) {
			good++;
		} else if (shape_of(&s, NULL, at, to)) {
			pairs++;
			good++;
			named += s.head.ts != MMS_NO_TS || names_kind(from, to);
		} else if (mms_bcc_section(from, to)) {
			sections++;
		} else {
			state.heading.fresh = false;
			good += is_banner(from, to) || (state.attached && !is_of_another(at, to)) ||
				(mms_is_trusted(&state.heading) && mms_table_fits(&state.heading, at, to)) ||
				(mms_time_of_day(&time, to, &ns) && time == to);
		}
	}
	good += state.bcc ? sections : 0;
	return good * 2 >= lines && (state.attached || sure || (pairs && named * 2 >= pairs));
}

/* What a script of ours prints once, before all else. No name of an event ends in it, so nothing is missing before it. */
static bool is_header(const char *at, const char *end)
{
	const struct mms_trace_kind *kind = mms_trace_kind_named(at, (u32)(mms_word_end(at, end) - at));

	return kind && kind->id == MMS_TRACE_mms_begin;
}

/* Are the integers before the lines times: do they rise? And is the first line the rest of one? It is where no other has
 * the same words and names, or more digits stand before all others. */
static void begin(struct mms_trace *t, const char *text, u32 len)
{
	struct mms_bpftrace *state = mms_trace_state(t);
	const char *end = text + len;
	u32 with_time = 0, worded = 0, wordless = 0, named = 0, nameless_lines = 0, timed = 0, untimed = 0, rising = 0, falling = 0, same = 0, others = 0, longer = 0;
	struct mms_heading heading = {0};
	struct shape first = {0}, s;
	bool is_first = true;
	u64 before = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *from = mms_skip_space(at, end), *number = from, *unit;
		u32 unit_len;
		u64 value;

		newline = mms_find(at, end, '\n');
		if (from >= newline)
			continue;
		state->bcc |= mms_bcc_histogram(from, newline, &unit, &unit_len);
		if (heading.columns && mms_table_fits(&heading, from, newline)) {
			state->cut = !mms_table_stands_under(&heading, at, newline);
			heading.columns = 0;
		}
		if (is_first && mms_heading_read(&heading, at, mms_trimmed(at, newline))) {
			is_first = false;
			continue;
		}
		if (!shape_of(&s, NULL, at, mms_trimmed(at, newline))) {
			timed += is_timed(from, newline);
			worded += has_letter(from, newline);
			wordless += !has_letter(from, newline);
			untimed += !is_timed(from, newline) && varies(from, newline) && *from != '@' && *from != '[' && !is_banner(from, newline);
			is_first = false; /* a banner, a comment */
			continue;
		}
		with_time += s.head.ts != MMS_NO_TS;
		named += is_named(&s);
		nameless_lines += !is_named(&s);
		if (s.digits >= NS_DIGITS && mms_decimal(&number, &value)) {
			rising += value >= before;
			falling += value < before;
			before = value;
		}
		if (is_first) {
			if (!is_header(from, newline))
				first = s;
			is_first = false;
			continue;
		}
		others++;
		same += s.keys == first.keys;
		longer += s.digits > first.digits;
	}
	state->named = named && named >= nameless_lines;
	state->timed = timed && timed >= untimed;
	state->worded = worded + named >= wordless;
	state->all_timed = with_time > TIMED_LEAST && with_time * 4 >= (others + untimed + 1) * 3;
	state->numbers = rising > 3 * falling;
	state->counted = state->numbers && rising * 10 >= (others + 1) * 9;
	state->cut |= first.pairs && others && (!same || (first.digits && longer == others));
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	struct mms_bpftrace *state = mms_trace_state(t);

	if (state->cut) {
		state->cut = false;
		mms_trace_bad(t, MMS_trace_why_cut, line, NULL, "the beginning of the line seems to be missing");
		t->now.report.cut_first = 1;
	} else if (!mms_bpftrace_line(t, line, line + len)) {
		mms_trace_other(t);
	}
}

const struct mms_format mms_format_bpftrace = {
	.fits = mms_bpftrace_fits, .begin = begin, .line = line, .begins = begins, .timed = timed, .accepts = accepts, .id = MMS_trace_format_bpftrace};
