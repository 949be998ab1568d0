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

/* Numbers that have names are printed by name, and were printed as numbers by the series before: both are read. */
static void names(void)
{
#define WORDS "{0x1,0xffffffffffffffff}"
#define SELECT(mode, end) \
	"mm_swap_select: seq=4 mode=" mode " nid=1 list=0 goal=64 batch=64 order=0 avail=98302 pass=0 list_n=2 list_type=" WORDS \
	" visits=1 visit_type=0 visit_verdict=0 visit_next=1 end=" end " type=0 ret=64"
#define LIST(op, reason, mode) \
	"mm_swap_list: seq=1 op=" op " reason=" reason " list=-1 type=0 prio=-2 node_id=0 mode=" mode " least=-2 pages=9 used=1 name=vda"
#define ZONE(mode, end) \
	"mm_zone_select: mode=" mode " gfp=152c4a flags=801 order=0 highest=3 list=0 pref=1 nodes=1 reclaim=0 spread=0 pass=0 " \
	"visits=2 visit_zone=0 visit_verdict=0 visit_flags=0 end=" end " zone=0 batch=0 charged=1 pfn=3054"
#define WAKE(mark, verdict) \
	"mm_kswapd_wake: mark=" mark " nid=0 zone=0 gfp=0 order=0 highest=0 asleep=1 failures=0 boosted=1 visits=1 visit_zone=0 " \
	"visit_flags=0 verdict=" verdict
#define IN(mode, how) \
	"mm_swap_in: type=1 offset=3 order=0 single=0 zero=0 zswap=0 fs=0 sync=0 can_poll=0 mode=" mode " delay=0 mean=0 mean_n=1 " \
	"window=2 how=" how " sleep=0"
	static const struct {
		const char *line, *list;
	} fields[] = {
		{SELECT("%s", "0"), "rule"},
		{SELECT("0", "%s"), "walk_end"},
		{LIST("%s", "0", "0"), "list_op"},
		{LIST("0", "%s", "0"), "list_reason"},
		{LIST("0", "0", "%s"), "rule"},
		{"mm_swap_ra: ra=%s type=1 max_win=8 prev=1 cur=2 hits=3 prev_win=4 win=5 lo=6 hi=7 start=8 end=9", "ra_kind"},
		{IN("%s", "4"), "swap_poll"},
		{IN("0", "%s"), "swap_how"},
		{"mm_swap_in_done: type=1 offset=4 how=%s lat=5 slept=6 polls=7 yields=8 window=1 window_n=2 status=-5", "swap_how"},
		{ZONE("%s", "0"), "zone_policy"},
		{ZONE("0", "%s"), "zone_walk_end"},
		{"mm_zone_batch: mode=%s reason=1 zone=2 old=3 new=4 charged=5 low=6 high=7", "zone_policy"},
		{"mm_zone_batch: mode=1 reason=%s zone=2 old=3 new=4 charged=5 low=6 high=7", "batch_reason"},
		{WAKE("%s", "0"), "wake_mark"},
		{WAKE("0", "%s"), "wake_verdict"},
		{"mm_interleave: caller=%s mode=3 nodes=3 prev=0 cnt=1 g=1 nid=1 cnt_after=0", "il_caller"},
		{"mm_interleave: caller=0 mode=%s nodes=3 prev=0 cnt=1 g=1 nid=1 cnt_after=0", "mpol"},
		{"mm_interleave_vma: mode=%s nodes=f ilx=5 weight=" WORDS " nid=1", "mpol"},
		{"mm_mempolicy: mode=%s nodes=f", "mpol"},
	};
	static const char head[] = "              dd-57      [000] ..... 9.000001: ";
	char line[800], by_number[800], by_name[800];

	for (unsigned f = 0; f < sizeof(fields) / sizeof(fields[0]); f++) {
		const struct mms_enum *list = mms_enum_named(fields[f].list);

		for (u32 v = 0; v < list->values; v++) {
			char name[32], number[8];
			struct host_text r;

			/* As the sysctl has it: fair-local. */
			strcpy(name, list->value[v].name);
			if (!strcmp(name, "fair_local"))
				name[4] = '-';
			sprintf(number, "%d", list->value[v].value);
			sprintf(line, "%s%s\n", head, fields[f].line);
			sprintf(by_number, line, number);
			sprintf(by_name, line, name);
			r = read_trace(by_number, strlen(by_number), 0);
			CHECK(r.rows[0] && !strstr(r.rows, "other_event"), "%s", r.rows);
			check_rows(by_name, r.rows);
			host_text_free(&r);
		}
	}
	/* No other word is a number, and no field has the names of another. */
	sprintf(line, "%smm_mempolicy: mode=inter nodes=f\n%smm_mempolicy: mode=interleaved nodes=f\n%smm_mempolicy: mode=fair nodes=f\n",
		head, head, head);
	check_rows(line, "other_event 9000001000 0 57 dd 1 name=mm_mempolicy text=mode=inter nodes=f\n"
			 "other_event 9000001000 0 57 dd 2 name=mm_mempolicy text=mode=interleaved nodes=f\n"
			 "other_event 9000001000 0 57 dd 3 name=mm_mempolicy text=mode=fair nodes=f\n");
}

SUITE(mmscope)
{
	static const struct test tests[] = {
		{"mmscope: lines of a capture as columns", lines},
		{"mmscope: the patched kernel's tracepoints in ftrace and perf text", tracepoints},
		{"mmscope: the patched kernel's numbers, by name", names},
	};

	RUN(tests);
}
