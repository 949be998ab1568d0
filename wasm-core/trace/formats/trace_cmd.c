/* SPDX-License-Identifier: Apache-2.0 */
/* `trace-cmd report`. Lines of events: task_line.h; the others, from trace-cmd's tracecmd/trace-read.c:
 *
 *     "cpus=%d", "version = %d", "CPU %d is empty", "file: …", "# …"
 *     "CPU:%d [%lld EVENTS DROPPED]", "CPU:%d [EVENTS DROPPED]"
 */
#include "trace/text/number.h"
#include "task_line.h"

static bool is_heading(const char *line, const char *end)
{
	static const char *const words[] = {"cpus=", "version = ", "CPU ", "file: ", "trace-cmd: ", "#", "=> "};

	line = mms_skip_blanks(line, end);
	for (u32 i = 0; i < MMS_COUNT(words); i++)
		if (mms_starts(line, end, words[i]))
			return true;
	return line == end;
}

static bool explains(const char *line, u32 len)
{
	return is_heading(line, line + len);
}

static u32 fits(const char *line, u32 len)
{
	const char *end = line + len;
	struct mms_task_line l;

	if (mms_starts(line, end, "cpus="))
		return MMS_TRACE_SURE;
	if (!mms_task_line(&l, line, end, NULL))
		return 0;
	return l.wide ? 1 : 2;
}

static bool read_lost(struct mms_trace *t, const char *line, const char *end)
{
	u64 cpu, n = 0;

	if (!mms_starts(line, end, "CPU:"))
		return false;
	line += 4;
	if (!mms_decimal(&line, &cpu) || !mms_starts(line, end, " ["))
		return false;
	line += 2;
	line += mms_starts(line, end, "LOST ") ? 5 : 0;
	if (mms_decimal(&line, &n))
		line++;
	if (!mms_starts(line, end, "EVENTS"))
		return false;
	mms_trace_lost(t, cpu < MMS_NO_CPU ? (u16)cpu : MMS_NO_CPU, n);
	return true;
}

static void read_line(struct mms_trace *t, const char *line, u32 len)
{
	const char *end = line + len;
	struct mms_task_line l;

	if (mms_task_line(&l, line, end, mms_trace_state(t))) {
		mms_task_event(t, &l, end);
		return;
	}
	if (read_lost(t, line, end))
		return;
	if (!is_heading(line, end))
		mms_trace_bad(t, MMS_trace_why_head, line, NULL, "no task, CPU and time at the beginning");
	else
		mms_trace_other(t);
	if (mms_starts(line, end, "version = "))
		mms_trace_version(t, line + 10, len - 10);
}

const struct mms_format mms_format_trace_cmd = {
	.fits = fits, .begin = mms_task_begin, .line = read_line, .explains = explains, .begins = mms_task_begins,
	.accepts = mms_task_accepts, .share = 25, .apart = true,
	.id = MMS_trace_format_trace_cmd};
