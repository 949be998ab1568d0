/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of mmscope-trace as columns, and the patched kernel's tracepoints in other tools' text. */
#include "host.h"

#define HEAD "mmscope-capture 1\nmanifest {\"bpftrace\":\"0.23.2\",\"kernel\":{\"release\":\"6.12.117-mmscope\"}}\n"

static void lines(void)
{
	static const char text[] = HEAD
		"node nid=0 cpus=3 pages=74907\n"
		"zone zone=0 managed=3840 min=190 low=237 high=284 free=3147 "
		"reserve=5b00000000,11300000113,ffffffffffffffff,ffffffffffffffff\n"
		"mark ts=9 text=a=1 begins here\n"
		"mempolicy ts=12 cpu=1 pid=-7 seq=0 mode=3 nodes=f comm=a=b \n"
		"lost ts=12\tn=4\n"
		"later ts=13 cpu=0 pid=1 seq=0 x=1 comm=y\n"
		"mempolicy ts=14 cpu=1 pid=7 seq=0 mode=z nodes=f comm=y\n"
		"end events=2 lost=4 manifest={}\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.report.format, MMS_trace_format_mmscope, "format");
	CHECK(!strcmp(r.rows,
		      "node 9 65535 -2147483648  3 seq=18446744073709551615 nid=0 cpus=3 pages=74907\n"
		      "zone 9 65535 -2147483648  4 seq=18446744073709551615 zone=0 managed=3840 min=190 low=237 "
		      "high=284 boost=18446744073709551615 free=3147 reserve=0,91,275,275,4294967295,4294967295,4294967295,4294967295\n"
		      "mark 9 65535 -2147483648  5 seq=18446744073709551615 text=a=1 begins here\n"
		      "mempolicy 12 1 -7 a=b 6 seq=0 mode=3 nodes=f\n"
		      "lost 13 65535 -2147483648  7 seq=18446744073709551615 n=4\n"
		      "other_event 13 0 1 y 8 name=later text=seq=0 x=1\n"), "%s", r.rows);
	CHECK_EQ(r.report.other, 3, "other lines");
	CHECK_EQ(r.report.lost, 4, "lost");
	CHECK_EQ(r.report.generic, 1, "generic");
	CHECK_EQ(r.report.unreadable, 1, "unreadable");
	CHECK(strstr(r.report.first_bad[0].text, "mode is not a number"), "%s", r.report.first_bad[0].text);
	CHECK(!strcmp(r.report.release, "6.12.117-mmscope"), "%s", r.report.release);
	host_text_free(&r);
}

/* __print_array() writes words in braces. */
static void tracepoints(void)
{
	check_rows("              dd-57      [000] ..... 9.000001: mm_interleave_vma: mode=3 nodes=f ilx=5 weight={0x201,0xffffffffffffffff} nid=1\n",
		   "interleave_vma 9000001000 0 57 dd 1 seq=18446744073709551615 mode=3 nodes=f ilx=5 "
		   "weight=1,2,0,0,0,0,0,0,255,255,255,255,255,255,255,255 nid=1\n");
	check_rows("   dd   57 [000] 9.000001: swap:mm_swap_in_done: type=1 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 status=-5\n",
		   "swap_in_done 9000001000 0 57 dd 1 seq=18446744073709551615 type=1 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 "
		   "window=18446744073709551615 window_n=18446744073709551615 status=-5\n");
}

SUITE(mmscope)
{
	static const struct test tests[] = {
		{"mmscope: lines of a capture as columns", lines},
		{"mmscope: the patched kernel's tracepoints in ftrace and perf text", tracepoints},
	};

	RUN(tests);
}
