/* SPDX-License-Identifier: Apache-2.0 */
/* What is reported of a text besides its events. */
#include "trace/internal.h"

void mms_trace_bad(struct mms_trace *t, enum mms_trace_why_id why, const char *at, const char *field,
		   const char *sentence)
{
	struct mms_trace_part *now = &t->now;
	struct mms_trace_bad *bad;
	struct mms_text text;

	now->report.unreadable++;
	if (why == MMS_trace_why_head && now->line == 1) {
		now->report.cut_first = 1;
		why = MMS_trace_why_cut;
	}
	if (now->last) {
		now->report.cut_last = 1;
		why = MMS_trace_why_cut;
	}
	if (now->bad == MMS_COUNT(now->report.first_bad))
		return;
	if (at < now->line_at || at > now->line_end)
		at = now->line_at; /* of a text that the format put together */
	bad = &now->report.first_bad[now->bad++];
	bad->line = now->line;
	bad->byte = (u32)(at - now->line_at);
	bad->why = (u8)why;
	text = mms_text(bad->text, sizeof(bad->text) - 1);
	if (field) {
		mms_put(&text, field);
		mms_put_char(&text, ' ');
	}
	mms_put(&text, sentence);
	mms_put(&text, ": ");
	mms_put_quoted(&text, at, (size_t)(now->line_end - at));
}

void mms_trace_clock(struct mms_trace *t, enum mms_trace_clock_id clock)
{
	t->now.report.clock = (u8)clock;
}

static void note(char *to, u32 lanes, const char *text, u32 len)
{
	len = MMS_MIN(len, lanes - 1);
	mms_fill(to, 0, lanes);
	for (u32 i = 0; i < len; i++)
		to[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
}

void mms_trace_release(struct mms_trace *t, const char *text, u32 len)
{
	note(t->now.report.release, sizeof(t->now.report.release), text, len);
}

void mms_trace_version(struct mms_trace *t, const char *text, u32 len)
{
	note(t->now.report.version, sizeof(t->now.report.version), text, len);
}

s32 mms_trace_stop(struct mms_trace *t, enum mms_status_id status, const char *sentence)
{
	t->now.phase = TRACE_FAILED;
	return mms_fail(&t->now.error, status, sentence);
}
