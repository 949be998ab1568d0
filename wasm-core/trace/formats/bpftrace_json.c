/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bpftrace -f json: one object a line, {"type": …, "data": …} (src/output.cpp:JsonOutput). What printf(),
 * time(), cat() and join() wrote is put together again up to the end of a line, and read as text is.
 */
#include "bpftrace.h"
#include "base/bytes.h"
#include "formats.h"
#include "base/json_scan.h"

enum { TYPE, DATA, MEMBERS };
static const char *const members[] = {[TYPE] = "type", [DATA] = "data"};

static bool any_of(struct mms_json_span span, const char *const *texts)
{
	for (; *texts; texts++)
		if (mms_json_is(span, *texts))
			return true;
	return false;
}

/* Types whose data is text that the script wrote. */
static const char *const written[] = {"printf", "time", "cat", "join", "syscall", NULL};

/* Types that hold no events. Of maps is kept what they hold. */
static const char *const maps[] = {"map", "hist", "stats", NULL};
static const char *const known[] = {"attached_probes", "value", "stack", "helper_error", "tseries", "print_map", NULL};

static void lost(struct mms_trace *t, struct mms_json_span data)
{
	static const char *const names[] = {"events"};
	struct mms_json_span events;
	u64 n;

	if (mms_json_object(data.at, data.end, names, &events, 1) || !mms_json_u64(events, &n))
		n = 0;
	mms_trace_lost(t, MMS_NO_CPU, n);
}

/* Lines that one object completes. The first event of them is one; there is no place for another. */
static void complete(struct mms_trace *t, struct mms_bpftrace *state)
{
	const char *at = mms_trace_scratch(t) + MMS_TRACE_SCRATCH / 2, *end = at + state->pending;
	bool found = false;
	const char *newline;

	for (; (newline = mms_find(at, end, '\n')) < end; at = newline + 1) {
		if (!found)
			found = mms_bpftrace_line(t, at, newline);
		else if (mms_trimmed(at, newline) > at)
			mms_trace_bad(t, MMS_trace_why_json, t->now.line_at, NULL, "one printf() wrote more than one event");
	}
	state->pending = (u32)(end - at);
	mms_copy(state->pending_text, at, state->pending);
	state->waiting = !found && state->pending;
	if (!found)
		mms_trace_other(t);
}

static void text(struct mms_trace *t, struct mms_json_span data, bool whole)
{
	struct mms_bpftrace *state = mms_trace_state(t);
	char *to = mms_trace_scratch(t) + MMS_TRACE_SCRATCH / 2; /* the first half is the line reader's */
	u32 room = (u32)sizeof(state->pending_text) - 1 - state->pending, len;

	mms_copy(to, state->pending_text, state->pending);
	len = mms_json_text(data, to + state->pending, room);
	if (len == UINT32_MAX) {
		state->pending = 0;
		return mms_trace_bad(t, MMS_trace_why_json, data.at ? data.at : t->now.line_at, NULL,
				     "is no text of at most 2048 bytes");
	}
	state->pending += len;
	to[state->pending] = '\n';
	state->newlines |= mms_find(to, to + state->pending, '\n') < to + state->pending;
	if (whole && !state->newlines)
		state->pending++; /* a script that ends no line: each printf() is one */
	complete(t, state);
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	const struct mms_head head = {.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	struct mms_bpftrace *state = mms_trace_state(t);
	struct mms_json_span span[MEMBERS];
	const char *end = mms_trimmed(line, line + len), *wrong;

	state->attached = state->numbers = true;
	if (line == end)
		return mms_trace_other(t);
	line = mms_skip_space(line, end);
	wrong = mms_json_object(line, end, members, span, MEMBERS);
	if (wrong)
		return mms_trace_bad(t, MMS_trace_why_json, wrong, NULL, "is not JSON from here on");
	if (!span[TYPE].at || *span[TYPE].at != '"')
		return mms_trace_bad(t, MMS_trace_why_json, line, "type", "is missing: bpftrace writes it in every object");
	if (!span[DATA].at)
		return mms_trace_bad(t, MMS_trace_why_json, line, "data", "is missing: bpftrace writes it in every object");
	if (mms_json_is(span[TYPE], "lost_events"))
		return lost(t, span[DATA]);
	if (any_of(span[TYPE], written))
		return text(t, span[DATA], mms_json_is(span[TYPE], "printf"));
	if (any_of(span[TYPE], maps)) {
		if (mms_map_json(t, span[DATA], mms_json_is(span[TYPE], "hist")))
			return mms_trace_other(t);
		return mms_trace_bad(t, MMS_trace_why_json, span[DATA].at ? span[DATA].at : line, NULL, "is no map as bpftrace writes one");
	}
	if (any_of(span[TYPE], known))
		return mms_trace_other(t);
	mms_trace_event(t, &head, span[TYPE].at + 1, (u32)(span[TYPE].end - span[TYPE].at) - 2, end, 0);
}

/* What the script wrote last has no end of a line. */
static void finish(struct mms_trace *t)
{
	struct mms_bpftrace *state = mms_trace_state(t);
	char *to = mms_trace_scratch(t) + MMS_TRACE_SCRATCH / 2;

	mms_copy(to, state->pending_text, state->pending);
	to[state->pending] = '\n';
	if (state->pending && mms_bpftrace_line(t, to, to + state->pending) && state->waiting)
		t->now.report.other--; /* as which its line was counted */
}

static u32 fits(const char *line, u32 len)
{
	struct mms_json_span span[MEMBERS];

	const char *end = line + len;

	line = mms_skip_space(line, end);
	return line < end && *line == '{' && !mms_json_object(line, end, members, span, MEMBERS) && span[TYPE].at && span[DATA].at ?
		MMS_TRACE_SURE : 0;
}

const struct mms_format mms_format_bpftrace_json = {
	.fits = fits, .line = line, .share = 50, .end = finish, .id = MMS_trace_format_bpftrace_json};
