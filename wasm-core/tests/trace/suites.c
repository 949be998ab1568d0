/* SPDX-License-Identifier: Apache-2.0 */
/* The suites of mms-trace-tests; a new test file is one more name here. */
#include "tests/suite.h"

#define SUITES(S) S(trace_description) S(lines) S(parts) S(bounds) S(ftrace) S(perf) S(bpftrace) S(json_scan) \
	S(times) S(repairs) S(maps) S(mmscope) S(snapshot) S(samples) S(capture) S(corruption)

#define S(name) suite name##_suite;
SUITES(S)
#undef S

suite *const suites[] = {
#define S(name) name##_suite,
	SUITES(S)
#undef S
	NULL,
};
