/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines that say events were lost: counted, and a row of the tracer's own kind `lost` each, so that a view can
 * show where. Such a line has no time; it stands before the first event that was kept again. Its rows are no
 * events of the report.
 */
#include "trace/capture/capture.h"

static u32 field_n(const struct mms_trace_kind *kind)
{
	u32 field = 0;

	while (!mms_same("n", kind->field[field].name, mms_strlen(kind->field[field].name)))
		field++;
	return field;
}

void mms_lost_row(struct mms_trace *t, u64 ts)
{
	struct mms_lost *lost = &t->now.lost;
	struct mms_builder *b;
	u32 row;

	lost->waits = false;
	if (t->now.flags & MMS_TRACE_CAPTURE) {
		mms_capture_lost(t, ts, lost->n);
		return;
	}
	b = mms_row_begin(t, MMS_TRACE_lost);
	if (!b)
		return;
	if (lost->n)
		mms_row_number(b, field_n(b->kind), lost->n, false);
	row = mms_row_push(t, b, ts);
	b->cpu[row] = lost->cpu;
	b->pid[row] = MMS_NO_PID;
	b->comm[row] = 0;
	b->line[row] = (u32)MMS_MIN(lost->line, (u64)UINT32_MAX);
}

void mms_trace_lost(struct mms_trace *t, u16 cpu, u64 n)
{
	struct mms_trace_report *report = &t->now.report;

	if (t->now.lost.waits)
		mms_lost_row(t, mms_carry_last(t));
	t->now.lost = (struct mms_lost){.n = n, .line = t->now.line, .cpu = cpu, .waits = true};
	report->lost += n;
	report->lost_lines++;
}
