/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a file of /proc: vmstat, zoneinfo, swaps or partitions, or the CPUs of nodes, by the last byte. See host_trace.h; none of their events
 * has a time, and there are no kinds but those of the machine. */
#include "host_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t formats[] = {MMS_trace_format_vmstat, MMS_trace_format_zoneinfo, MMS_trace_format_swaps,
					  MMS_trace_format_partitions, MMS_trace_format_cpus};
	static struct result r;
	uint32_t last = size ? data[size - 1] : 0, format = formats[last % MMS_COUNT(formats)];

	read_all(&r, data, size, format, last % 2 ? 1 + last / 8 : 1u << 20);
	if (r.status == MMS_status_format) /* packed */
		return 0;
	MUST(r.status == MMS_status_ok && r.report.format == format && !r.report.generic);
	MUST(!r.report.events || r.report.clock == MMS_trace_clock_none);
	for (uint32_t kind = 0; kind < 256; kind++)
		MUST(!r.rows[kind] || kind == MMS_TRACE_stat || kind == MMS_TRACE_zone || kind == MMS_TRACE_swap_list);
	if (size % 4 == 1)
		as_capture(data, size, format);
	return 0;
}
