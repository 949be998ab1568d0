/* SPDX-License-Identifier: Apache-2.0 */
/* perf script, with what -F leaves out and puts in. */
#include "host.h"

#define TEXT "vmscan:mm_vmscan_kswapd_wake: nid=0 order=3\n"
#define ROW(head) "mm_vmscan_kswapd_wake " head " nid=0 order=3\n"
#define NONE "18446744073709551615"

static void layouts(void)
{
	check_rows("         kswapd0    57 [001]     9.000001:  " TEXT, ROW("9000001000 1 57 kswapd0 1"));
	check_rows("         kswapd0    57/59    [001]     9.000001234: " TEXT, ROW("9000001234 1 59 kswapd0 1"));
	check_rows("         kswapd0    57     9.000001:          1 " TEXT, ROW("9000001000 65535 57 kswapd0 1"));
	check_rows("   57 [001]     9.000001: " TEXT, ROW("9000001000 1 57  1"));
	check_rows("     9.000001: " TEXT, ROW("9000001000 65535 -2147483648  1"));
	check_rows("         kswapd0    57 [001] U     9.000001: " TEXT, ROW("9000001000 1 57 kswapd0 1"));
	check_rows("         kswapd0    57 [001]     9,000001: " TEXT, ROW("9000001000 1 57 kswapd0 1"));
	check_rows("         kswapd0    57 [001] " TEXT, ROW("1 1 57 kswapd0 1"));
	check_rows(TEXT, ROW("1 65535 -2147483648  1"));
	check_rows("             :-1    -1 [001]     9.000001: " TEXT, ROW("9000001000 1 -1 :-1 1"));
}

static void names_of_tasks(void)
{
	check_rows("      a b) [x]:y   216 [000]    44.980766:  " TEXT, ROW("44980766000 0 216 a b) [x]:y 1"));
	check_rows("     reader 1: x   216 [000]    44.980766:  " TEXT, ROW("44980766000 0 216 reader 1: x 1"));
	check_rows("        deadbeef   216 [000]    44.980766:  " TEXT, ROW("44980766000 0 216 deadbeef 1"));
}

/* Call chains, comments and records are no events, and none is unreadable. */
static void other_lines(void)
{
	static const char text[] =
		"# ========\n# os release : 6.1.0-56-amd64\n# perf version : 6.1.176\n# ========\n#\n"
		"kworker/u8:3-w   217 [003]    44.790961: " TEXT
		"\tffffffffac2a5347 wakeup_kswapd+0x167 ([kernel.kallsyms])\n"
		"            7f1c2a [unknown] (/usr/lib/x.so)\n\n"
		"         swapper     0 [000]     0.000000: PERF_RECORD_COMM: init:1/1\n"
		"         swapper     0 [000]     0.000000: PERF_RECORD_FORK(1:1):(0:0)\n"
		"              dd     1 [003]    49.578523: PERF_RECORD_LOST lost 25\n"
		"LOST 7 events!\n"
		"              dd     1 [003]    49.578523:     250000 cpu-clock:u:  ffffffff81 x+0x8 ([kernel.kallsyms])\n"
		"what is this\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.status, MMS_status_ok, "status");
	CHECK_EQ(r.report.format, MMS_trace_format_perf, "format");
	CHECK_EQ(r.report.understood, 1, "understood");
	CHECK_EQ(r.report.generic, 1, "generic");
	CHECK_EQ(r.report.other, 10, "other");
	CHECK_EQ(r.report.lost, 32, "lost");
	CHECK_EQ(r.report.lost_lines, 2, "lines that say so");
	CHECK_EQ(r.report.unreadable, 1, "unreadable");
	CHECK_EQ(r.report.first_bad[0].line, 15, "the first unreadable line");
	CHECK_EQ(r.report.clock, MMS_trace_clock_mono, "clock");
	CHECK(!strcmp(r.report.release, "6.1.0-56-amd64") && !strcmp(r.report.version, "6.1.176"), "%s, %s", r.report.release,
	      r.report.version);
	host_text_free(&r);
}

static void times(void)
{
	static const char text[] = "   dd     1 [003]    49.578523: " TEXT "   dd     1 [003]    99999999999999.578523: " TEXT;
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.report.unreadable, 1, "unreadable");
	CHECK(strstr(r.report.first_bad[0].text, "has a time that is too large"), "%s", r.report.first_bad[0].text);
	host_text_free(&r);
}

/* libtraceevent of perf 6.1 cannot print every event, and prints some numbers otherwise. */
static void libtraceevent(void)
{
	check_rows("   dd   189 [003]    29.283653: nvme:nvme_setup_cmd: [FAILED TO PARSE] disk=nvme0n1 ctrl_id=0 qid=2 opcode=1 flags=0 "
		   "fctype=1 cid=13120 nsid=1 metadata=0 cdw10=\n",
		   "nvme_setup_cmd 29283653000 3 189 dd 1 ctrl_id=0 disk=nvme0n1 qid=2 cmdid=13120 nsid=1 flags=0 meta=0 opcode=1 "
		   "slba=" NONE " len=4294967295\n");
}

SUITE(perf)
{
	static const struct test tests[] = {
		{"perf: layouts that -F makes", layouts},
		{"perf: tasks are called what they like", names_of_tasks},
		{"perf: comments, call chains, records and lost events", other_lines},
		{"perf: a time that is none", times},
		{"perf: what libtraceevent makes of an event", libtraceevent},
	};

	RUN(tests);
}
