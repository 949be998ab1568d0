/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which CPUs a node has: `numactl -H` (`node 0 cpus: 0 1 2`) and lscpu (`NUMA node0 CPU(s): 0-2,8`). The line of a node
 * becomes an event `stat` of its number, with the CPUs as they are written: cpus/0-2,8.
 */
#include "snapshot.h"

#define NODES 1024 /* of any kernel: its CONFIG_NODES_SHIFT is at most 10 */

/* Behind the node's number, and what stands there; NULL: the line gives no node's CPUs. */
static const char *cpus_of(const char *line, const char *end, u64 *node)
{
	const char *at;

	line = mms_skip_space(line, end);
	if (mms_begins(line, end, "NUMA node", &at))
		return mms_decimal_long(&at, node) && mms_begins(at, end, " CPU(s):", &at) ? at : NULL;
	if (mms_begins(line, end, "node ", &at))
		return mms_decimal_long(&at, node) && mms_begins(at, end, " cpus:", &at) ? at : NULL;
	return NULL;
}

/* Numbers and ranges, with commas or blanks between them. */
static bool is_list(const char *at, const char *end)
{
	while (at < end) {
		u64 first, last;

		if (!mms_decimal_long(&at, &first))
			return false;
		last = first;
		if (at < end && *at == '-' && (at++, !mms_decimal_long(&at, &last)))
			return false;
		if (last < first || last >= MMS_TRACE_CPUS || (at < end && *at != ',' && !mms_is_blank(*at)))
			return false;
		at = mms_skip_space(at + (at < end && *at == ','), end);
	}
	return true;
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	const char *end = mms_trimmed(line, line + len), *at;
	u64 node;

	at = cpus_of(line, end, &node);
	if (!at)
		return mms_trace_other(t);
	at = mms_skip_space(at, end);
	if (node >= NODES)
		return mms_trace_bad(t, MMS_trace_why_field, line, NULL, "has a number no node has");
	if (!is_list(at, end))
		return mms_trace_bad(t, MMS_trace_why_field, at, NULL, "is not a list of CPUs");
	mms_snapshot_stat(t, "cpus", at, (u32)(end - at), node);
}

static u32 fits(const char *line, u32 len)
{
	u64 node;

	return cpus_of(line, line + len, &node) ? MMS_TRACE_SURE : 0;
}

const struct mms_format mms_format_cpus = {.fits = fits, .line = line, .id = MMS_trace_format_cpus};
