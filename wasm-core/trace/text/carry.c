/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A text in parts, each read by an instance of its own: what lines need of those before them, and how much of that a
 * part asked for. A host reads parts side by side with a guess of it, and once more those that a wrong guess changes.
 */
#include "trace/formats/recognition.h"
#include "trace/formats/task_line.h"

bool mms_carry_begin(struct mms_trace *t, const struct mms_trace_carry *carry)
{
	struct mms_trace_part *now = &t->now;
	struct mms_trace_report *report = &now->report;
	struct mms_task_heads *heads = mms_trace_state(t);

	now->format = mms_format_of(carry->format);
	if (!now->format || !now->format->apart || !carry->timed)
		return false;
	if (carry->format == MMS_trace_format_perf) {
		mms_perf_go_on(t, carry->layout);
	} else {
		heads->columns = carry->layout & 1;
		heads->whole = carry->layout >> 1 & 1;
		heads->shape = carry->layout >> 2;
	}
	now->goes_on = true;
	now->carry = *carry;
	now->carry.asked_last = UINT64_MAX;
	now->carry.asked_ts = 0;
	now->line = carry->lines;
	now->lost = (struct mms_lost){
		.n = carry->lost_n, .line = carry->lost_line, .cpu = carry->lost_cpu, .waits = carry->lost_waits != 0};
	now->times = (struct mms_event_times){.ts = carry->ts, .settled = true, .before = true};
	report->format = carry->format;
	report->clock = carry->clock;
	report->ts_last = carry->ts_last;
	mms_copy(report->release, carry->release, sizeof(report->release));
	mms_copy(report->version, carry->version, sizeof(report->version));
	for (u32 cpu = 0; cpu < MMS_TRACE_CPUS; cpu++)
		now->last_ts[cpu] = MMS_NO_TS;
	return true;
}

struct mms_trace_carry mms_carry_of(const struct mms_trace *t)
{
	const struct mms_trace_part *now = &t->now;
	const struct mms_trace_report *report = &now->report;
	const struct mms_task_heads *heads = (const void *)now->state;
	struct mms_trace_carry carry = {
		.lines = now->line,
		.ts = now->times.ts,
		.ts_last = report->ts_last,
		.asked_last = now->goes_on ? now->carry.asked_last : UINT64_MAX,
		.timed = now->times.timed || now->times.before,
		.asked_ts = now->carry.asked_ts,
		.format = report->format,
		.clock = report->clock,
		.apart = now->format && now->format->apart && !now->repair.any,
	};

	if (carry.format == MMS_trace_format_ftrace || carry.format == MMS_trace_format_trace_cmd)
		carry.layout = (u8)(heads->shape << 2 | heads->whole << 1 | heads->columns);
	else if (carry.format == MMS_trace_format_perf)
		carry.layout = mms_perf_layout(t);
	if (now->lost.waits) {
		carry.lost_n = now->lost.n;
		carry.lost_line = now->lost.line;
		carry.lost_cpu = now->lost.cpu;
		carry.lost_waits = 1;
	}
	mms_copy(carry.release, report->release, sizeof(carry.release));
	mms_copy(carry.version, report->version, sizeof(carry.version));
	return carry;
}

u64 mms_carry_last(struct mms_trace *t)
{
	u64 last = t->now.report.ts_last;

	t->now.carry.asked_last = MMS_MIN(t->now.carry.asked_last, last);
	return last;
}
