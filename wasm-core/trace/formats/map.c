/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps as bpftrace prints them, and histograms of bcc. Sources: bpftrace, src/output.cpp (TextOutput::map, ::map_hist,
 * ::map_lhist, ::map_stats; K, M, G, T of buckets are powers of 1,024); bcc, src/cc/table.py (_print_log2_hist,
 * _print_linear_hist).
 *
 *     @name: 17                         a value
 *     @name[java, 42]: 17               the same by key; the last `]: ` ends the key
 *     @name[                            a key of several lines: a stack
 *             wakeup_kswapd+361
 *     , java]: 14
 *     @name[java]: count 3, average 5, total 17
 *     @name:                            a histogram
 *     [64, 128)             12 |@@@     |
 *     (..., 0)               1 |        |
 *     [2000, ...)           90 |@@@@@@@@|
 *
 *          usecs               : count     distribution
 *             0 -> 1          : 12       |***                 |
 */
#include "bpftrace.h"
#include "trace/rows/map_value.h"
#include "base/bytes.h"
#include "trace/text/number.h"

bool mms_map_number(const char *at, const char *end, s64 *value)
{
	bool negative = at < end && *at == '-';
	u64 number;

	at += negative;
	if (at == end || !mms_decimal(&at, &number) || at != end || number > INT64_MAX)
		return false;
	*value = negative ? -(s64)number : (s64)number;
	return true;
}

/* `64`, `2K`, `-1M`; `...` is `open`. */
static bool bound(const char *at, const char *end, s64 open, s64 *value)
{
	static const char units[] = "KMGT";
	const char *behind;
	u32 shift = 0;

	if (mms_begins(at, end, "...", &behind) && behind == end) {
		*value = open;
		return true;
	}
	for (u32 i = 0; end > at && !shift && units[i]; i++)
		shift = end[-1] == units[i] ? 10 * (i + 1) : 0;
	return mms_map_number(at, end - (shift > 0), value) && !__builtin_mul_overflow(*value, (s64)1 << shift, value);
}

/* Behind the range: ` 12 |@@@ |`. */
static bool counted(const char *at, const char *end, s64 *count)
{
	const char *to;

	at = mms_skip_space(at, end);
	to = mms_word_end(at, end);
	return mms_map_number(at, to, count) && mms_skip_space(to, end) < end && *mms_skip_space(to, end) == '|' && end[-1] == '|';
}

/* `[64, 128)`, `(..., 0)`, `[0]` and the count behind them. */
static bool bucket(struct mms_trace_map_value *v, const char *at, const char *end)
{
	const char *comma = mms_find(at, end, ','), *to = mms_find(at, end, ')');

	if (at == end || (*at != '[' && *at != '('))
		return false;
	if (comma < to && to < end) {
		if (!bound(at + 1, comma, MMS_OPEN_LOW, &v->low) || !bound(mms_skip_space(comma + 1, to), to, MMS_OPEN_HIGH, &v->high))
			return false;
	} else {
		to = mms_find(at, end, ']');
		if (to == end || !bound(at + 1, to, MMS_OPEN_LOW, &v->low) || v->low == MMS_OPEN_HIGH)
			return false;
		v->high = v->low + 1;
	}
	v->statistic = MMS_map_statistic_bucket;
	return counted(to + 1, end, &v->value);
}

/* bcc: `0 -> 1 : 12 |*** |`, `3 : 12 |*** |`. */
static bool bucket_of_bcc(struct mms_trace_map_value *v, const char *at, const char *end)
{
	const char *to, *behind;

	at = mms_skip_space(at, end);
	to = mms_word_end(at, end);
	if (!mms_map_number(at, to, &v->low))
		return false;
	v->high = v->low;
	at = mms_skip_space(to, end);
	if (mms_begins(at, end, "-> ", &behind)) {
		at = mms_skip_space(behind, end);
		to = mms_word_end(at, end);
		if (!mms_map_number(at, to, &v->high))
			return false;
		at = mms_skip_space(to, end);
	}
	if (v->high == MMS_OPEN_HIGH || at == end || *at != ':')
		return false;
	v->high++;
	v->statistic = MMS_map_statistic_bucket;
	return counted(at + 1, end, &v->value);
}

static void one(struct mms_trace *t, u32 key, u8 statistic, s64 value)
{
	mms_map_value(t, (struct mms_trace_map_value){.key = key, .statistic = statistic, .value = value});
}

void mms_map_stats(struct mms_trace *t, u32 key, const s64 value[3])
{
	one(t, key, MMS_map_statistic_count, value[0]);
	one(t, key, MMS_map_statistic_average, value[1]);
	one(t, key, MMS_map_statistic_total, value[2]);
}

/* `count 3, average 5, total 17`. */
static bool stats(struct mms_trace *t, u32 key, const char *at, const char *end)
{
	const char *of[3], *to[3];
	s64 value[3];

	if (!mms_begins(at, end, "count ", &of[0]))
		return false;
	to[0] = mms_find(of[0], end, ',');
	if (!mms_begins(to[0], end, ", average ", &of[1]))
		return false;
	to[1] = mms_find(of[1], end, ',');
	if (!mms_begins(to[1], end, ", total ", &of[2]))
		return false;
	to[2] = end;
	for (u32 i = 0; i < 3; i++)
		if (!mms_map_number(of[i], to[i], &value[i]))
			return false;
	mms_map_stats(t, key, value);
	return true;
}

void mms_map_scalar(struct mms_trace *t, u32 key, const char *at, const char *end)
{
	s64 value;

	if (mms_map_number(at, end, &value))
		one(t, key, MMS_map_statistic_value, value);
	else if (!stats(t, key, at, end))
		mms_map_value(t, (struct mms_trace_map_value){
			.key = key, .statistic = MMS_map_statistic_text, .text = mms_map_text(t, at, (u32)(end - at))});
}

/* The words of a key, one frame of a stack behind another. */
static void add_to_key(struct mms_text *to, const char *at, const char *end)
{
	at = mms_skip_space(at, end);
	end = mms_trimmed(at, end);
	while (at < end && (*at == ',' || mms_is_blank(*at)))
		at++;
	while (end > at && (end[-1] == ',' || mms_is_blank(end[-1])))
		end--;
	if (at == end)
		return;
	if (to->len)
		mms_put_char(to, ';');
	mms_put_bytes(to, at, (u32)(end - at));
}

u32 mms_map_key(struct mms_trace *t, const char *at, const char *end)
{
	struct mms_text key = mms_text(mms_trace_scratch(t), MMS_TRACE_SCRATCH / 4);

	for (const char *to, *behind; at < end; at = behind) {
		behind = to = mms_find(at, end, '\n');
		for (const char *mark = mms_find(at, to, '\\'); mark < to; mark = mms_find(mark + 1, to, '\\'))
			if (mark + 1 < to && mark[1] == 'n') {
				to = mark;
				behind = mark + 1;
				break;
			}
		behind += behind < end;
		add_to_key(&key, at, to);
	}
	return mms_map_text(t, key.at, key.len);
}

/* The last `]: ` or the `]:` that ends the line; NULL: there is none. */
static const char *key_end(const char *at, const char *end)
{
	for (const char *mark = end; mark - at >= 2; mark--)
		if (mark[-1] == ':' && mark[-2] == ']' && (mark == end || *mark == ' '))
			return mark - 2;
	return NULL;
}

static void value_of_key(struct mms_trace *t, struct mms_bpftrace *state, const char *name, u32 len, const char *key, const char *key_to,
			 const char *rest, const char *end)
{
	mms_map_go_on(t, name, len);
	state->map_key = mms_map_key(t, key, key_to);
	rest = mms_skip_space(rest, end);
	state->in_histogram = rest == end;
	state->bucket = false;
	if (rest < end)
		mms_map_scalar(t, state->map_key, rest, end);
	else if (!state->falling)
		mms_map_histogram(t, state->map_key);
}

/* A key of several lines: what of it came so far is behind the map's name. */
static void begin_key(struct mms_bpftrace *state, const char *name, u32 len, const char *at, const char *end)
{
	struct mms_text key = mms_text(state->map_text, sizeof(state->map_text));

	state->map_name_len = MMS_MIN(len, 128u);
	mms_put_bytes(&key, name, state->map_name_len);
	mms_put_bytes(&key, at, (u32)MMS_MIN((size_t)(end - at), sizeof(state->map_text) / 2));
	mms_put_char(&key, '\n');
	state->map_text_len = key.len;
}

static void goes_on(struct mms_trace *t, struct mms_bpftrace *state, const char *at, const char *end)
{
	const char *to = *at == ']' || *at == ',' ? key_end(at, end) : NULL, *name = state->map_text;
	struct mms_text key = mms_text(state->map_text, sizeof(state->map_text));
	u32 len = state->map_name_len;

	key.len = state->map_text_len;
	mms_put_bytes(&key, at, (u32)((to ? to : end) - at));
	mms_put_char(&key, '\n');
	state->map_text_len = key.full ? (u32)sizeof(state->map_text) : key.len;
	if (!to)
		return;
	state->map_text_len = 0;
	if (key.full)
		t->now.report.map_values_full++;
	else
		value_of_key(t, state, name, len, name + len, key.at + key.len, to + 2, end);
}

static bool named(struct mms_trace *t, struct mms_bpftrace *state, const char *at, const char *end)
{
	const char *to = at + 1, *behind;
	bool open = false;

	for (const char *quote = at; (quote = mms_find(quote, end, '"')) < end; quote++)
		open = !open;
	if (*at != '@' || open)
		return false;
	while (to < end && mms_is_word(*to))
		to++;
	if (to < end && *to == ':') {
		value_of_key(t, state, at, (u32)(to - at), to, to, to + 1, end);
		return true;
	}
	if (to == end || *to != '[')
		return false;
	behind = key_end(to + 1, end);
	if (behind)
		value_of_key(t, state, at, (u32)(to - at), to + 1, behind, behind + 2, end);
	else
		begin_key(state, at, (u32)(to - at), to + 1, end);
	return true;
}

bool mms_map_line(struct mms_trace *t, struct mms_bpftrace *state, const char *line, const char *end)
{
	const char *at = mms_skip_space(line, end), *unit;
	struct mms_trace_map_value v = {.key = state->map_key};
	u32 len;

	if (t->now.last && end[-1] != '|') { /* a value may be half of one */
		mms_trace_bad(t, MMS_trace_why_cut, at, NULL, "has no end");
		return true;
	}
	if (state->map_text_len && *at != '@') {
		goes_on(t, state, line, end);
		return false;
	}
	state->map_text_len = 0;
	if (mms_bcc_histogram(at, end, &unit, &len)) {
		mms_map_go_on(t, unit, len);
		state->map_key = mms_map_text(t, state->section, state->section_len);
		state->in_histogram = true;
		state->bucket = false;
		mms_map_histogram(t, state->map_key);
	} else if (bucket(&v, at, end) || (state->bcc && bucket_of_bcc(&v, at, end))) {
		state->falling |= state->bucket && v.low < state->low;
		state->bucket = true;
		state->low = v.low;
		if (state->falling) {
			mms_map_drop(t);
			mms_trace_bad(t, MMS_trace_why_nothing, at, NULL, "is of a histogram that stands upside down");
			return true;
		}
		if (t->now.map.open)
			mms_map_value(t, v);
	} else if (!named(t, state, at, end)) {
		mms_map_spoil(t, state->map_key);
		mms_trace_bad(t, MMS_trace_why_nothing, at, NULL, "is no line of a map as bpftrace prints one");
		return true;
	}
	return false;
}

/* ---- histograms of bcc ------------------------------------------------------------------------------------- */

bool mms_bcc_histogram(const char *line, const char *end, const char **unit, u32 *len)
{
	const char *at = mms_skip_space(line, end), *colon = mms_find(at, end, ':'), *to = mms_trimmed(at, colon), *behind;

	if (colon == end || to == at || !mms_begins(mms_skip_space(colon + 1, end), end, "count", &behind) ||
	    !mms_begins(mms_skip_space(behind, end), end, "distribution", &behind) || mms_skip_space(behind, end) != end)
		return false;
	*unit = at;
	*len = (u32)(to - at);
	return true;
}

bool mms_bcc_bucket(const char *line, const char *end)
{
	struct mms_trace_map_value v;

	return bucket_of_bcc(&v, line, end);
}

bool mms_bcc_section(const char *line, const char *end)
{
	const char *at = line;

	while (at < end && (mms_is_word(*at) || *at == ' '))
		at++;
	return at - line > 1 && at + 1 < end && at[-1] == ' ' && *at == '=' && at[1] == ' ';
}
