/* SPDX-License-Identifier: Apache-2.0 */
/* /proc/vmstat: `name number` lines, each an event `stat`. Several texts of it may follow one another. */
#include "snapshot.h"

static void line(struct mms_trace *t, const char *line, u32 len)
{
	const char *end = line + len, *name;
	u32 name_len;
	u64 value;

	if (mms_trimmed(line, end) == line)
		return mms_trace_other(t);
	if (!mms_name_number(line, end, &name, &name_len, &value))
		return mms_trace_bad(t, MMS_trace_why_head, line, NULL, "is not `name number`");
	mms_snapshot_stat(t, "vmstat", name, name_len, value);
}

static u32 fits(const char *line, u32 len)
{
	const char *name;
	u32 name_len;
	u64 value;

	if (!len || *line < 'a' || *line > 'z' || !mms_name_number(line, line + len, &name, &name_len, &value))
		return 0;
	for (u32 i = 0; i < name_len; i++)
		if (!mms_is_word(name[i]))
			return 0;
	return 2;
}

/* Many programs print names and numbers: some of these must be the kernel's. */
static bool accepts(const char *text, u32 len)
{
	static const char *const names[] = {"nr_", "pg", "pswp", "numa_", "allocstall", "workingset_", "compact_", "thp_", "oom_", "drop_"};
	const char *end = text + len;

	for (const char *at = text; at < end; at = mms_find(at, end, '\n') + 1)
		for (u32 i = 0; i < MMS_COUNT(names); i++)
			if (mms_starts(at, end, names[i]))
				return true;
	return false;
}

const struct mms_format mms_format_vmstat = {.fits = fits, .line = line, .accepts = accepts, .share = 80, .id = MMS_trace_format_vmstat};
