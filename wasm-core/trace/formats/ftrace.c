/* SPDX-License-Identifier: Apache-2.0 */
/* tracefs: `trace` and `trace_pipe`. Lines of events: task_line.h; the others:
 *
 *     "# …" headings                                      kernel/trace/trace.c: print_trace_header() and others
 *     "# entries-in-buffer/entries-written: %lu/%lu"      print_event_info()
 *     "# latency: %lu us, #%lu/%lu, CPU#%d | …"           print_trace_header()
 *     "##### CPU %u buffer started ####"                  test_cpu_buff_start()
 *     "CPU:%d [LOST %lu EVENTS]", "CPU:%d [LOST EVENTS]"  print_trace_line()
 *     " => symbol"                                        kernel/trace/trace_output.c: trace_stack_print()
 *     " 0)   1.234 us    |  function();"                  function_graph.c
 */
#include "trace/text/number.h"
#include "function_graph.h"
#include "task_line.h"

static bool is_frame(const char *line, const char *end)
{
	return mms_starts(mms_skip_blanks(line, end), end, "=> ");
}

static MMS_SMALL bool explains(const char *line, u32 len)
{
	const char *end = line + len;

	return *line == '#' || is_frame(line, end) || mms_starts(line, end, "CPU:") || mms_graph_switch(line, end);
}

static MMS_SMALL u32 fits(const char *line, u32 len)
{
	const char *end = line + len;
	struct mms_task_line l;

	if (mms_starts(line, end, "# tracer: "))
		return MMS_TRACE_SURE;
	if (!mms_task_line(&l, line, end, NULL))
		return mms_is_graph(line, end);
	return l.wide ? 2 : 1;
}

/* "# clock: mono", or the file trace_clock, which has the one in use in brackets. */
static MMS_SMALL void read_clock(struct mms_trace *t, const char *at, const char *end)
{
	static const struct {
		const char *name;
		u8 clock;
	} clocks[] = {
		{"local", MMS_trace_clock_local},     {"global", MMS_trace_clock_mono},  {"counter", MMS_trace_clock_counter},
		{"uptime", MMS_trace_clock_uptime},   {"perf", MMS_trace_clock_mono},    {"mono", MMS_trace_clock_mono},
		{"boot", MMS_trace_clock_mono},       {"tai", MMS_trace_clock_mono},     {"x86-tsc", MMS_trace_clock_cycles},
	};
	const char *bracket = mms_find(at, end, '[');

	at = mms_skip_blanks(bracket < end ? bracket + 1 : at, end);
	for (u32 i = 0; i < MMS_COUNT(clocks); i++)
		if (mms_starts(at, end, clocks[i].name))
			mms_trace_clock(t, (enum mms_trace_clock_id)clocks[i].clock);
}

/* "124519/345313": so many are in the buffers of so many that were written to them. */
static MMS_SMALL void read_entries(struct mms_trace *t, const char *at, const char *end)
{
	u64 held, written;

	if (mms_decimal(&at, &held) && at < end && *at++ == '/' && mms_decimal(&at, &written) && written > held)
		t->now.report.overwritten += written - held;
}

static MMS_SMALL void read_comment(struct mms_trace *t, const char *line, const char *end)
{
	static const char entries[] = "# entries-in-buffer/entries-written: ", delay[] = "# latency: ";
	static const char clock[] = "# clock:", latency[] = " latency trace v", cpu[] = "##### CPU ", started[] = " buffer started ";
	const char *on = end;

	mms_trace_other(t);
	if (mms_starts(line, end, clock))
		read_clock(t, line + sizeof(clock) - 1, end);
	if (mms_starts(line, end, entries))
		read_entries(t, line + sizeof(entries) - 1, end);
	if (mms_starts(line, end, delay)) {
		const char *number = mms_find(line + 1, end, '#');

		read_entries(t, MMS_MIN(number + 1, end), end);
	}
	for (const char *at = line; (at = mms_find(at, end, ' ')) < end; at++) {
		if (mms_starts(at, end, latency))
			on = at + sizeof(latency) - 1;
		if (mms_starts(at, end, started) && mms_starts(line, end, cpu))
			t->now.report.buffers_started++;
	}
	on = mms_find(on, end, ' '); /* "1.1.5 on 6.1.0" */
	if (mms_starts(on, end, " on "))
		mms_trace_release(t, on + 4, (u32)(end - on - 4));
}

static MMS_SMALL bool read_lost(struct mms_trace *t, const char *line, const char *end)
{
	u64 cpu, n = 0;

	if (!mms_starts(line, end, "CPU:"))
		return false;
	line += 4;
	if (!mms_decimal(&line, &cpu) || !mms_starts(line, end, " [LOST "))
		return false;
	line += 7;
	mms_decimal(&line, &n);
	mms_trace_lost(t, cpu < MMS_NO_CPU ? (u16)cpu : MMS_NO_CPU, n);
	return true;
}

static void read_line(struct mms_trace *t, const char *line, u32 len)
{
	const char *end = line + len;
	struct mms_task_line l;

	if (mms_task_line(&l, line, end, mms_trace_state(t)))
		mms_task_event(t, &l, end);
	else if (mms_skip_blanks(line, end) == end || is_frame(line, end) || mms_graph_switch(line, end))
		mms_trace_other(t);
	else if (*line == '#')
		read_comment(t, line, end);
	else if (!mms_graph_line(t, line, end) && !read_lost(t, line, end))
		mms_trace_bad(t, MMS_trace_why_head, line, NULL, "no task, CPU and time at the beginning");
}

const struct mms_format mms_format_ftrace = {
	.fits = fits, .begin = mms_task_begin, .line = read_line, .explains = explains, .begins = mms_task_begins,
	.accepts = mms_task_accepts, .share = 25, .apart = true,
	.id = MMS_trace_format_ftrace};
