/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tracefs: `trace` and `trace_pipe`, in the kernel's own format.
 *
 *     "%16s-%-7d " comm, pid; "(%7d) " tgid with record-tgid; "[%03d] " CPU; flags with irq-info; " %5lu.%06lu"
 *     or " %12llu" time; ": " and the event     kernel/trace/trace_output.c: trace_print_context()
 */
#include "internal.h"
#include "number.h"

#define COMM_WIDTH 16

/* What could be taken off the beginning of a line. */
struct part {
	struct mms_head head;
	const char *event; /* behind the time's colon and blank */
	enum mms_trace_clock_id clock;
};

/* `comm-pid`: the minus sign stands behind the 16 columns of comm, wherever else comm has one. Returns what
 * follows the pid's blanks; NULL: it is not so. */
static const char *take_task(struct part *part, const char *line, const char *end)
{
	const char *at = line + COMM_WIDTH, *comm = mms_skip_blanks(line, at);
	u64 pid;

	if (end - line < COMM_WIDTH + 2 || *at != '-')
		return NULL;
	part->head.comm = comm;
	part->head.comm_len = (u32)(at - comm);
	at++;
	if (!mms_decimal(&at, &pid) || pid > INT32_MAX || *at != ' ')
		return NULL;
	part->head.pid = (s32)pid;
	return mms_skip_blanks(at, end);
}

static const char *take_cpu(struct part *part, const char *at, const char *end)
{
	u64 cpu;

	if (at < end && *at == '(')
		at = mms_skip_blanks(mms_find(at, end, ')') + 1, end); /* tgid */
	if (at >= end || *at++ != '[' || !mms_decimal(&at, &cpu) || cpu >= MMS_NO_CPU || *at != ']')
		return NULL;
	part->head.cpu = (u16)cpu;
	return at + 1;
}

/* Digits of the fraction to ns. */
static const u32 to_ns[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};

/* Time and its colon. */
static const char *take_time(struct part *part, const char *at, const char *end)
{
	const char *point;
	u64 seconds, fraction;

	at = mms_skip_blanks(at, end);
	if (!mms_decimal(&at, &seconds))
		return NULL;
	part->clock = MMS_trace_clock_counter;
	part->head.ts = seconds;
	if (*at == '.' || *at == ',') {
		point = ++at;
		if (!mms_decimal(&at, &fraction) || at - point > 9 || seconds > UINT64_MAX / 1000000000 - 1)
			return NULL;
		part->clock = MMS_trace_clock_local;
		part->head.ts = seconds * 1000000000 + fraction * to_ns[at - point];
	}
	if (*at != ':' || at >= end)
		return NULL;
	return mms_skip_blanks(at + 1, end);
}

static bool take_head(struct part *part, const char *line, const char *end)
{
	const char *at = take_task(part, line, end);

	at = at ? take_cpu(part, at, end) : NULL;
	if (!at || at + 1 >= end || *at != ' ')
		return false;
	at = mms_skip_blanks(at, end);
	if (*at < '0' || *at > '9') /* flags: the first is a letter or a point */
		at = mms_find(at, end, ' ');
	part->event = take_time(part, at, end);
	return part->event != NULL;
}

static u32 fits(const char *line, u32 len)
{
	struct part part;

	if (mms_starts(line, line + len, "# tracer: "))
		return MMS_TRACE_SURE;
	return take_head(&part, line, line + len);
}

static void read_line(struct mms_trace *t, const char *line, u32 len)
{
	const char *end = line + len, *colon;
	struct part part;

	if (!len || *line == '#') {
		mms_trace_other(t);
		return;
	}
	if (!take_head(&part, line, end)) {
		mms_trace_bad(t, MMS_trace_why_head, line, NULL, "no task, CPU and time at the beginning");
		return;
	}
	if (!t->now.report.clock)
		mms_trace_clock(t, part.clock);
	colon = mms_find(part.event, end, ':');
	mms_trace_event(t, &part.head, part.event, (u32)(colon - part.event), colon < end ? colon + 1 : end,
			colon < end ? (u32)(end - colon - 1) : 0);
}

const struct mms_format mms_format_ftrace = {.fits = fits, .line = read_line, .id = MMS_trace_format_ftrace};
