/* SPDX-License-Identifier: Apache-2.0 */
#include "times.h"

#include "base/bytes.h"
#include "number.h"

#define SECOND 1000000000ull
#define HOUR (3600 * SECOND)

/* The digits behind a point or comma, at most nine of them, as parts of 10^9; *at moves behind them. */
static u64 billionths(const char **at, const char *end)
{
	u64 sum = 0, weight = SECOND / 10;

	for (; *at < end && mms_is_digit(**at); ++*at, weight /= 10)
		sum += (u64)(**at - '0') * weight;
	return sum;
}

static bool two_digits(const char *at, u32 below, u64 *value)
{
	if (!mms_is_digit(at[0]) || !mms_is_digit(at[1]))
		return false;
	*value = (u64)(at[0] - '0') * 10 + (u64)(at[1] - '0');
	return *value < below;
}

/* ` AM`, ` PM`: twelve is the first hour of each. False: there is no such hour. */
static bool half_day(const char **at, const char *end, u64 *hours)
{
	const char *half = *at < end && **at == ' ' ? *at + 1 : *at;

	if (end - half < 2 || half[1] != 'M' || (half[0] != 'A' && half[0] != 'P') || (end - half > 2 && !mms_is_blank(half[2])))
		return true;
	if (!*hours || *hours > 12)
		return false;
	*hours = *hours % 12 + (half[0] == 'P' ? 12 : 0);
	*at = half + 2;
	return true;
}

bool mms_time_of_day(const char **at, const char *end, u64 *ns)
{
	const char *from = *at;
	u64 hours, minutes, seconds, fraction = 0;

	if (end - from < 8 || from[2] != ':' || from[5] != ':' || !two_digits(from, 24, &hours) ||
	    !two_digits(from + 3, 60, &minutes) || !two_digits(from + 6, 61, &seconds))
		return false;
	from += 8;
	if (end - from > 1 && (*from == '.' || *from == ',') && mms_is_digit(from[1])) {
		from++;
		fraction = billionths(&from, end);
	}
	if (!half_day(&from, end, &hours) || (from < end && !mms_is_blank(*from)))
		return false;
	*ns = ((hours * 60 + minutes) * 60 + seconds) * SECOND + fraction;
	*at = from;
	return true;
}

bool mms_time_in(const char *at, const char *end, u64 unit, u64 *ns)
{
	u64 whole, fraction = 0;

	if (at == end || !mms_decimal(&at, &whole) || at > end)
		return false;
	if (at < end && (*at == '.' || *at == ',')) {
		at++;
		fraction = billionths(&at, end);
	}
	if (at != end || __builtin_mul_overflow(whole, unit, ns))
		return false;
	return !__builtin_add_overflow(*ns, fraction / (SECOND / unit), ns);
}

void mms_head_clock(struct mms_trace *t, struct mms_head *head, enum mms_trace_clock_id clock)
{
	struct mms_event_times *times = &t->now.times;

	if (head->ts == MMS_NO_TS)
		return;
	mms_trace_clock(t, clock);
	if (clock != MMS_trace_clock_wall)
		return;
	if (head->ts + 12 * HOUR < times->of_day)
		times->midnight += 24 * HOUR;
	times->of_day = head->ts;
	head->ts += times->midnight;
}

/* The first time that a line has: the rows of the events before it wait for it. */
static void give_to_all(struct mms_trace *t, u64 ts)
{
	for (u32 i = 0; i < MMS_COUNT(t->now.builder); i++) {
		struct mms_builder *b = t->now.builder[i];

		if (!b || !b->rows)
			continue;
		for (u32 row = 0; row < b->rows; row++)
			b->ts[row] = ts;
		b->last_ts = ts;
	}
	t->now.report.ts_first = t->now.report.ts_last = ts;
}

/* Until then an event's time is the number of its line, which is what it keeps when that time never comes, or comes
 * when rows are with the host already: a text whose lines have no time for so long has none. */
u64 mms_row_time(struct mms_trace *t, u64 ts)
{
	struct mms_event_times *times = &t->now.times;
	bool timed = ts != MMS_NO_TS;

	t->now.report.untimed += !timed;
	if (times->before) {
		times->before = false;
		times->timed = true;
		t->now.carry.asked_ts = !timed;
	}
	if (!times->timed && (!timed || times->settled))
		return t->now.line;
	if (!times->timed)
		give_to_all(t, ts);
	times->timed = true;
	return times->ts = timed ? ts : times->ts;
}
