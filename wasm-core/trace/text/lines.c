/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chunks to lines. What is left of a chunk is moved before the staging buffer, against its end, so that with
 * the next chunk it is one piece again and no line is ever put together elsewhere.
 */
#include "trace/capture/capture.h"
#include "trace/formats/recognition.h"
#include "trace/formats/wrong_file.h"
#include "trace/rows/map_value.h"

static s32 hold(struct mms_trace *t, const char *at)
{
	struct mms_trace_part *now = &t->now;

	now->held = (u32)(now->end - at);
	mms_move(t->before + (sizeof(t->before) - now->held), at, now->held);
	now->at = now->end = NULL;
	return MMS_status_ok;
}

void mms_take_repaired(struct mms_trace *t, const char *line, const char *end)
{
	t->now.line_at = line;
	t->now.line_end = end;
	t->now.format->line(t, line, (u32)(end - line));
}

static void take_line(struct mms_trace *t, const char *at, const char *end)
{
	struct mms_trace_part *now = &t->now;

	now->line++;
	now->report.lines++;
	if ((size_t)(end - at) > MMS_TRACE_LINE_MAX) {
		now->line_at = at;
		now->line_end = end;
		mms_trace_bad(t, MMS_trace_why_long_line, at, NULL, "the line is longer than 16384 bytes");
		return;
	}
	if (end > at && end[-1] == '\r')
		end--;
	if (now->repair.any)
		mms_repair_line(t, at, end);
	else
		mms_take_repaired(t, at, end);
}

/* The rest of a line whose beginning was too long already. Where the next one begins; NULL: not yet. */
static const char *skip(struct mms_trace *t, const char *at)
{
	const char *newline = mms_find(at, t->now.end, '\n');

	if (newline == t->now.end)
		return NULL;
	t->now.skipping = false;
	return newline + 1;
}

/* Does a batch, or the text, wait for the host to take it? */
static bool waits(const struct mms_trace_part *now)
{
	if (now->text_len > MMS_TRACE_STAGING)
		return true;
	for (u32 i = 0; i < MMS_COUNT(now->builder); i++)
		if (now->builder[i] && now->builder[i]->full)
			return true;
	return false;
}

static s32 lines(struct mms_trace *t)
{
	struct mms_trace_part *now = &t->now;
	const char *at = now->at;

	if (now->phase == TRACE_MORE && waits(now))
		return MMS_status_more;
	now->full = false;
	if (now->skipping && !(at = skip(t, at)))
		return hold(t, now->end);
	while (at < now->end) {
		const char *newline = mms_find(at, now->end, '\n');

		if (newline == now->end) {
			if ((size_t)(now->end - at) <= MMS_TRACE_LINE_MAX)
				break;
			take_line(t, at, newline);
			now->skipping = true;
			at = newline;
			break;
		}
		take_line(t, at, newline);
		at = newline + 1;
		if (now->phase == TRACE_FAILED)
			return now->error.status;
		if (now->full) {
			now->at = at;
			now->phase = TRACE_MORE;
			return MMS_status_more;
		}
	}
	now->phase = TRACE_READING;
	return hold(t, at);
}

static s32 recognise(struct mms_trace *t)
{
	struct mms_trace_part *now = &t->now;
	u32 len = (u32)MMS_MIN(now->end - now->at, (ptrdiff_t)MMS_TRACE_HEAD);
	const char *wrong = mms_wrong_file(now->at, len);

	if (wrong)
		return mms_trace_stop(t, MMS_status_format, wrong);
	if (mms_starts(now->at, now->end, "\xef\xbb\xbf")) /* the byte order mark that Windows programs write */
		now->at += 3;
	len = (u32)MMS_MIN(now->end - now->at, (ptrdiff_t)MMS_TRACE_HEAD);
	if (now->format) {
		if (now->format->begin)
			now->format->begin(t, now->at, len);
	} else if (!mms_repair_begin(t, now->at, len)) {
		return mms_trace_stop(t, MMS_status_no_memory, "the memory limit is below what a reader needs");
	}
	if (now->phase == TRACE_FAILED)
		return now->error.status;
	now->report.format = now->format->id;
	return MMS_status_ok;
}

/* The first bytes are kept together until there are enough of them to recognize the format, so that it does not
 * matter how the text was cut into chunks. */
s32 mms_lines_feed(struct mms_trace *t, u32 bytes)
{
	struct mms_trace_part *now = &t->now;
	bool first = !now->report.format;
	s32 status;

	if (now->phase != TRACE_MORE) {
		now->at = t->before + (sizeof(t->before) - now->held);
		now->end = t->staging + bytes;
		now->report.bytes += bytes;
	}
	if (first && (size_t)(now->end - now->at) < MMS_TRACE_HEAD)
		return hold(t, now->at);
	if (first && (status = recognise(t)) < 0)
		return status;
	return lines(t);
}

s32 mms_lines_end(struct mms_trace *t)
{
	struct mms_trace_part *now = &t->now;
	s32 status;

	if (now->phase != TRACE_MORE) {
		now->at = t->before + (sizeof(t->before) - now->held);
		now->end = t->staging;
		t->staging[0] = '\n';
	}
	if (!now->report.format && (status = recognise(t)) < 0)
		return status;
	status = lines(t);
	if (status)
		return status;
	if (now->held) {
		now->last = true;
		take_line(t, t->before + (sizeof(t->before) - now->held), t->staging);
		now->held = 0;
	}
	if (now->repair.any)
		mms_repair_end(t);
	now->last = false;
	if (now->phase != TRACE_FAILED && now->format->end)
		now->format->end(t);
	if (now->phase != TRACE_FAILED && now->lost.waits)
		mms_lost_row(t, mms_carry_last(t));
	mms_map_end(t);
	if (now->phase == TRACE_FAILED)
		return now->error.status;
	if (now->report.events && !now->times.timed)
		mms_trace_clock(t, MMS_trace_clock_none);
	if (now->flags & MMS_TRACE_CAPTURE)
		mms_capture_end(t);
	now->phase = TRACE_ENDED;
	return MMS_status_ok;
}

/* All of its lines have their ends, so no more of it is to be read. */
s32 mms_lines_part(struct mms_trace *t)
{
	s32 status = t->now.phase == TRACE_MORE ? lines(t) : MMS_status_ok;

	if (status)
		return status;
	if (!t->now.report.format || t->now.held || t->now.skipping)
		return mms_trace_stop(t, MMS_status_call, "a part of a text has 64 KiB at least and ends behind the end of a line");
	t->now.phase = TRACE_ENDED;
	return MMS_status_ok;
}
