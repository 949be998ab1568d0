/* SPDX-License-Identifier: Apache-2.0 */
/*
 * /proc/partitions (block/genhd.c:show_partition()): a heading, an empty line, and a line for each disk and partition.
 * Each becomes an event `stat` of its blocks, KiB, as partitions/259:0/nvme0n1.
 */
#include "snapshot.h"

/* Of the kernel's dev_t (include/linux/kdev_t.h). */
#define MAJOR_MAX ((1u << 12) - 1)
#define MINOR_MAX ((1u << 20) - 1)

static bool number(const char **at, const char *end, u64 *value)
{
	*at = mms_skip_space(*at, end);
	return mms_decimal(at, value) && *at < end && mms_is_blank(**at);
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	struct mms_text text = mms_text(mms_trace_scratch(t), MMS_TRACE_SCRATCH);
	const char *end = mms_trimmed(line, line + len), *at = line;
	u64 major, minor, blocks;

	if (end == line || mms_begins(line, end, "major", &at))
		return mms_trace_other(t);
	at = line;
	if (!number(&at, end, &major) || !number(&at, end, &minor) || !number(&at, end, &blocks))
		return mms_trace_bad(t, MMS_trace_why_head, at, NULL, "is not `major minor #blocks name`");
	if (major > MAJOR_MAX || minor > MINOR_MAX)
		return mms_trace_bad(t, MMS_trace_why_field, line, NULL, "has a number no device has");
	at = mms_skip_space(at, end);
	mms_put_pair(&text, "value", blocks);
	mms_put(&text, "text=partitions/");
	mms_put_u64(&text, major);
	mms_put_char(&text, ':');
	mms_put_u64(&text, minor);
	mms_put_char(&text, '/');
	mms_put_bytes(&text, at, (u32)(end - at));
	mms_snapshot_event(t, MMS_KIND_stat, &text);
}

static u32 fits(const char *line, u32 len)
{
	const char *end = line + len, *behind;

	return mms_begins(line, end, "major minor", &behind) && mms_holds(behind, end, "#blocks") ? MMS_TRACE_SURE : 0;
}

const struct mms_format mms_format_partitions = {.fits = fits, .line = line, .id = MMS_trace_format_partitions};
