/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as the text of a trace: see host_trace.h. The last byte says which format it is taken for and how it is
 * cut. */
#include "host_trace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct result whole, cut;
	uint32_t last = size ? data[size - 1] : 0;
	uint32_t format = last <= MMS_trace_format_cpus && last != MMS_trace_format_trace_cmd ? last : 0;

	read_all(&whole, data, size, format, 1u << 20);
	read_all(&cut, data, size, format, 1 + last / 2);
	MUST(!memcmp(&whole, &cut, sizeof(whole)));
	as_capture(data, size, format);
	return 0;
}
