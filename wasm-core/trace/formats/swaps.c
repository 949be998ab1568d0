/* SPDX-License-Identifier: Apache-2.0 */
/*
 * /proc/swaps (mm/swapfile.c:swap_show()): a heading, and a line for each device that is swapped on. Each
 * becomes an event `swap_list`: a device that joined. Which number and node it has is not said; sizes are KiB,
 * and a page is taken for 4 KiB.
 */
#include "snapshot.h"

#define PAGE_KIB 4u

/* Words of a line from its end: Priority, Used, Size, Type. The name comes before them and may hold blanks. */
static const char *last_word(const char *begin, const char **end)
{
	const char *at = *end = mms_trimmed(begin, *end);

	while (at > begin && !mms_is_blank(at[-1]))
		at--;
	return at;
}

static bool last_number(const char *begin, const char **end, u64 *value)
{
	const char *at = last_word(begin, end), *word = at;
	bool ok = at < *end && mms_decimal(&at, value) && at == *end;

	*end = word;
	return ok;
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	struct mms_text text = mms_text(mms_trace_scratch(t), MMS_TRACE_SCRATCH);
	const char *end = mms_trimmed(line, line + len), *at, *prio;
	bool *heading = mms_trace_state(t);
	u64 used, size;

	if (mms_begins(line, end, "Filename", &at))
		*heading = true;
	if (end == line || !*heading || mms_begins(line, end, "Filename", &at))
		return mms_trace_other(t); /* above the heading: the command that wrote it */
	prio = last_word(line, &end);
	at = prio + (*prio == '-');
	if (at == end || !mms_is_digit(*at))
		return mms_trace_bad(t, MMS_trace_why_field, prio, "Priority", "is not a number");
	mms_put_pair(&text, "op", MMS_list_op_add);
	mms_put_pair(&text, "reason", MMS_list_reason_swapon);
	mms_put(&text, "list=-1 prio=");
	mms_put_bytes(&text, prio, (u32)(end - prio));
	end = prio;
	if (!last_number(line, &end, &used) || !last_number(line, &end, &size))
		return mms_trace_bad(t, MMS_trace_why_field, end, "Used", "or Size is not a number");
	mms_put_char(&text, ' ');
	mms_put_pair(&text, "pages", size / PAGE_KIB);
	mms_put_pair(&text, "used", used / PAGE_KIB);
	last_word(line, &end); /* Type */
	end = mms_trimmed(line, last_word(line, &end));
	for (at = end; at > line && at[-1] != '/';)
		at--;
	mms_put(&text, "name=");
	mms_put_bytes(&text, at, (u32)(end - at));
	mms_snapshot_event(t, MMS_KIND_swap_list, &text);
}

static u32 fits(const char *line, u32 len)
{
	const char *end = line + len, *behind;

	return mms_begins(line, end, "Filename", &behind) && mms_holds(behind, end, "Priority") ? MMS_TRACE_SURE : 0;
}

const struct mms_format mms_format_swaps = {.fits = fits, .line = line, .id = MMS_trace_format_swaps};
