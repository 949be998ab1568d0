/* SPDX-License-Identifier: Apache-2.0 */
/* formats.h: the list of formats; each lives in a file of its name. Of two that fit alike, the first is taken. */
#ifndef MMS_TRACE_FORMATS_H
#define MMS_TRACE_FORMATS_H

#include "trace/internal.h"

#define MMS_FORMATS(F) \
	F(ftrace) \
	F(trace_cmd) \
	F(perf) \
	F(mmscope) \
	F(bpftrace) \
	F(bpftrace_json) \
	F(zoneinfo) \
	F(vmstat) \
	F(swaps) \
	F(partitions) \
	F(cpus)

#define MMS_F(name) extern const struct mms_format mms_format_##name;
MMS_FORMATS(MMS_F)
#undef MMS_F

#endif
