/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts of lines that tracefs and trace-cmd write, and lines that are no events. */
#include "host.h"

#define SLEEP "mm_vmscan_kswapd_sleep: nid=0\n"

static void layouts(void)
{
	check_rows("# tracer: nop\n"
		   "          <idle>-0       [001] d.h1.   123.456789: mm_page_free: page=00000000f00d pfn=0x1f order=0\n",
		   "mm_page_free 123456789000 1 0 <idle> 2 page=f00d pfn=31 order=0\n");
	check_rows("         kswapd0-57      [000] ....   9.000001: mm_vmscan_wakeup_kswapd: nid=0 order=2 gfp_flags=GFP_ATOMIC|B\n",
		   "mm_vmscan_wakeup_kswapd 9000001000 0 57 kswapd0 1 nid=0 order=2 gfp_flags=GFP_ATOMIC|B\n");
	check_rows("         kswapd0-57      [000] d..h1..   9.000001: " SLEEP, "mm_vmscan_kswapd_sleep 9000001000 0 57 kswapd0 1 nid=0\n");
	check_rows("         kswapd0-57      [000]     9.000001: " SLEEP, "mm_vmscan_kswapd_sleep 9000001000 0 57 kswapd0 1 nid=0\n");
	check_rows("         kswapd0-57    (     57) [011]   9.000001: " SLEEP, "mm_vmscan_kswapd_sleep 9000001000 11 57 kswapd0 1 nid=0\n");
	check_rows("         kswapd0-57      (-------) [011] ..... 9.000001: " SLEEP, "mm_vmscan_kswapd_sleep 9000001000 11 57 kswapd0 1 nid=0\n");
	check_rows("           <...>-1234567 [129] ..... 1000009.000001: " SLEEP,
		   "mm_vmscan_kswapd_sleep 1000009000001000 129 1234567 <...> 1 nid=0\n");
}

static void latency_layouts(void)
{
	check_rows(" kswapd0-59        1..... 11923571us@: " SLEEP, "mm_vmscan_kswapd_sleep 11923571000 1 59 kswapd0 1 nid=0\n");
	check_rows("a b) [x]-198       0d.h1.      3us : " SLEEP, "mm_vmscan_kswapd_sleep 3000 0 198 a b) [x] 1 nid=0\n");
	check_rows(" kswapd0-59        1.....   12345: " SLEEP, "mm_vmscan_kswapd_sleep 12345 1 59 kswapd0 1 nid=0\n");
	check_rows("         kswapd0      59   1 0 00000000 00000000 [05879cfb] 11923.571ms (+148.246ms): " SLEEP,
		   "mm_vmscan_kswapd_sleep 92773627000 1 59 kswapd0 1 nid=0\n");
	check_rows("      a b) [x]:y     198   0 0 00000000 00000121 [0000000000000010] 16 (+1): " SLEEP,
		   "mm_vmscan_kswapd_sleep 16 0 198 a b) [x]:y 1 nid=0\n");
}

/* comm may hold anything but NUL; its place says where it ends. */
static void odd_comms(void)
{
	static const char *const comms[] = {"a-1 [002] b", "x: y: z", "-", "[000]", "kworker/u8:3-w", "a  b", "<-", "1.5: e: f=1", "# x",
					    "Z\xc3\xbcrich", "\xff\xfe", "CPU:3 [LOST"};
	char text[256], rows[256];

	for (unsigned i = 0; i < sizeof(comms) / sizeof(comms[0]); i++) {
		sprintf(text, "%16s-77      [003] .....     1.000002: " SLEEP, comms[i]);
		sprintf(rows, "mm_vmscan_kswapd_sleep 1000002000 3 77 %s 1 nid=0\n", comms[i]);
		check_rows(text, rows);
	}
	check_rows("a-b-77 2d.h1. 12816859us*: " SLEEP, "mm_vmscan_kswapd_sleep 12816859000 2 77 a-b 1 nid=0\n");
	check_rows("a b-77 [003] ..... 1.000002: " SLEEP, "mm_vmscan_kswapd_sleep 1000002000 3 77 a b 1 nid=0\n");
}

/* The beginning of a line is taken from one before where it is the same, and only there. */
static void known_heads(void)
{
	static const struct {
		const char *head, *task;
	} of[] = {
		{"         kswapd0-57      [000]", "0 57 kswapd0"},   {"         kswapd0-57      [001]", "1 57 kswapd0"},
		{"         kswapd0-58      [000]", "0 58 kswapd0"},   {"         kswapd1-57      [000]", "0 57 kswapd1"},
		{"        kswapd0 -57      [000]", "0 57 kswapd0 "},  {"        xkswapd0-57      [000]", "0 57 xkswapd0"},
	};
	char text[12 * 100], rows[12 * 100];
	size_t to = 0, at = 0;

	for (unsigned i = 0; i < 12; i++) {
		to += (size_t)sprintf(text + to, "%s .....   9.%06u: " SLEEP, of[i % 6].head, i);
		at += (size_t)sprintf(rows + at, "mm_vmscan_kswapd_sleep 90000%02u000 %s %u nid=0\n", i, of[i % 6].task, i + 1);
	}
	check_rows(text, rows);
}

/* More tasks than beginnings are kept of, each twice in a row and all of them again. */
static void many_heads(void)
{
	static char text[1200 * 100], rows[1200 * 100];
	size_t to = 0, at = 0;

	for (unsigned i = 0; i < 1200; i++) {
		unsigned task = i / 2 % 300;

		to += (size_t)sprintf(text + to, "%11s%05u-%-7u [%03u] .....   9.%06u: " SLEEP, "task", task, task + 1, task % 8, i);
		at += (size_t)sprintf(rows + at, "mm_vmscan_kswapd_sleep %llu %u %u task%05u %u nid=0\n", 9000000000ull + i * 1000ull,
				      task % 8, task + 1, task, i + 1);
	}
	check_rows(text, rows);
}

static void edges(void)
{
	check_rows("\xef\xbb\xbf# tracer: nop\r\n         kswapd0-57      [000] .....     9,000001: mm_vmscan_kswapd_sleep: nid=0\r\n",
		   "mm_vmscan_kswapd_sleep 9000001000 0 57 kswapd0 2 nid=0\n");
	check_rows("         kswapd0-57      [000] .....     9.000000001: " SLEEP, "mm_vmscan_kswapd_sleep 9000000001 0 57 kswapd0 1 nid=0\n");
	check_rows("         kswapd0-57      [000] .....     9.000001: mm_vmscan_kswapd_sleep:   nid=0  ",
		   "mm_vmscan_kswapd_sleep 9000001000 0 57 kswapd0 1 nid=0\n");
}

static struct mms_trace_report report_of(const char *text)
{
	struct host_text r = read_trace(text, strlen(text), 0);
	struct mms_trace_report report = r.report;

	CHECK_EQ(r.status, MMS_status_ok, "status");
	host_text_free(&r);
	return report;
}

static void clocks(void)
{
	static const struct {
		const char *first, *second;
		int clock;
	} of[] = {
		{"   12.000001", "   12.000002", MMS_trace_clock_unknown}, {"        9049", "        9049", MMS_trace_clock_uptime},
		{"          10", "          12", MMS_trace_clock_counter}, {"271011235283", "271373777530", MMS_trace_clock_cycles},
	};
	char text[400];

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		sprintf(text, "            bash-1       [002] ..... %s: " SLEEP "            bash-2       [002] ..... %s: " SLEEP,
			of[i].first, of[i].second);
		CHECK_EQ(report_of(text).clock, of[i].clock, of[i].first);
	}
	check_rows("            bash-1       [002] .....   9049: " SLEEP "            bash-2       [002] .....   9049: " SLEEP,
		   "mm_vmscan_kswapd_sleep 90490000000 2 1 bash 1 nid=0\nmm_vmscan_kswapd_sleep 90490000000 2 2 bash 2 nid=0\n");
	/* A line that stands there twice says nothing of the clock. */
	sprintf(text, "            bash-1       [002] ..... 10: " SLEEP "            bash-1       [002] ..... 10: " SLEEP);
	CHECK_EQ(report_of(text).clock, MMS_trace_clock_counter, "a line twice");
	CHECK_EQ(report_of("# clock: boot\n            bash-1       [002] ..... 1.5: " SLEEP).clock, MMS_trace_clock_mono, "boot");
	CHECK_EQ(report_of("# clock: [local] global\n            bash-1       [002] ..... 1.5: " SLEEP).clock, MMS_trace_clock_local,
		 "local");
}

/* What stands between the events. */
static void other_lines(void)
{
	struct mms_trace_report r;

	check_rows("# tracer: nop\n##### CPU 2 buffer started ####\nCPU:3 [LOST 12 EVENTS]\n"
		   "            bash-1       [002] .....     1.500000: " SLEEP "CPU:1 [LOST EVENTS]\n",
		   "lost 1500000000 3 -2147483648  3 seq=18446744073709551615 n=12\n"
		   "mm_vmscan_kswapd_sleep 1500000000 2 1 bash 4 nid=0\n"
		   "lost 1500000000 1 -2147483648  5 seq=18446744073709551615 n=18446744073709551615\n");
	r = report_of("# tracer: function\nCPU:3 [LOST 12 EVENTS]\n"
		      "            bash-1       [002] .....     1.500000: swap_writepage <-pageout\n"
		      "            bash-1       [002] .....     1.500000: <stack trace>\n => kswapd\n => ret_from_fork\n\n"
		      "            bash-1       [002] .....     1.500001: tracing_mark_write: mm_page_free: page=0 pfn=0x1 order=0\n"
		      "            bash-1       [002] .....     1.500002: 0xffffffffc0de: text: more\n"
		      "            bash-1       [002] .....     1.500003: init_module+0x12/0x34 [m]: text\n"
		      " 1)   1.234 us    |  do_it();\n"
		      "CPU:1 [LOST EVENTS]\nthe rest of a mark\n");
	CHECK_EQ(r.events, 5, "events");
	CHECK_EQ(r.generic, 5, "generic");
	CHECK_EQ(r.generics, 4, "kinds of generic events"); /* function, tracing_mark_write, print, function_graph */
	CHECK_EQ(r.other, 5, "other");
	CHECK_EQ(r.lost, 12, "lost");
	CHECK_EQ(r.lost_lines, 2, "lines of lost events");
	CHECK_EQ(r.unreadable, 1, "unreadable");
	CHECK_EQ(r.first_bad[0].line, 13, "which");
	CHECK_EQ(r.format, MMS_trace_format_ftrace, "format");
	CHECK_EQ(r.other + r.events + r.lost_lines + r.unreadable, r.lines, "lines in all");
}

static void overwritten(void)
{
	static const char line[] = "            bash-1       [002] .....     1.500000: " SLEEP;
	static const struct {
		const char *heading;
		u64 lost;
	} of[] = {
		{"# entries-in-buffer/entries-written: 124519/345313   #P:4\n", 220794},
		{"# entries-in-buffer/entries-written: 6295/6295   #P:4\n", 0},
		{"# entries-in-buffer/entries-written: 7/3   #P:4\n", 0},
		{"# entries-in-buffer/entries-written: 7/\n", 0},
		{"# latency: 0 us, #2799/6605, CPU#0 | (M:desktop VP:0, KP:0, SP:0 HP:0 #P:4)\n", 3806},
		{"# latency: 0 us\n", 0},
		{"# latency: 0 us, #", 0},
	};

	for (u32 i = 0; i < MMS_COUNT(of); i++) {
		char text[512];

		snprintf(text, sizeof(text), "# tracer: nop\n%s%s", line, of[i].heading);
		CHECK_EQ(report_of(text).overwritten, of[i].lost, "written over");
	}
}

static void cut_off(void)
{
	struct mms_trace_report r = report_of("order=0 gfp_flags=GFP_KERNEL\n"
					      "            bash-1       [002] .....     1.500000: " SLEEP
					      "            bash-1       [002] .....     1.50");

	CHECK_EQ(r.understood, 1, "understood");
	CHECK_EQ(r.unreadable, 2, "unreadable");
	CHECK(r.cut_first && r.cut_last, "cut at %u %u", r.cut_first, r.cut_last);
	CHECK_EQ(r.first_bad[0].why, MMS_trace_why_cut, "why");
	r = report_of("            bash-1       [002] .....     1.500000: " SLEEP "            bash-1       [002] .....     1.500000: mm_v");
	CHECK(r.cut_last && r.unreadable == 1 && !r.generic, "cut in the name of an event");
}

static void order(void)
{
	struct mms_trace_report r = report_of("            bash-1       [002] .....     1.500000: " SLEEP
					      "            bash-1       [003] .....     1.400000: " SLEEP
					      "            bash-1       [002] .....     1.450000: " SLEEP);

	CHECK_EQ(r.reordered, 1, "before its CPU's last");
	CHECK_EQ(r.sorted, 0, "sorted");
	CHECK_EQ(r.ts_first, 1400000000, "first");
	CHECK_EQ(r.ts_last, 1500000000, "last");
}

static void trace_cmd(void)
{
	struct mms_trace_report r;

	check_rows("cpus=4\n         kswapd0-57    [000]     9.000001: mm_vmscan_kswapd_sleep: nid=0\n"
		   "            bash-12345 [003] d.h1.   9.000002: mm_page_free:         page=0xf00d pfn=0x1f order=0\n"
		   " kswapd0-57      2d.h1. 9.000003: mm_vmscan_kswapd_sleep: nid=1\n",
		   "mm_vmscan_kswapd_sleep 9000001000 0 57 kswapd0 2 nid=0\n"
		   "mm_page_free 9000002000 3 12345 bash 3 page=f00d pfn=31 order=0\n"
		   "mm_vmscan_kswapd_sleep 9000003000 2 57 kswapd0 4 nid=1\n");
	check_rows("         kswapd1-73    [002] .....    89.968935: (+10338) mm_vmscan_kswapd_sleep: nid=1\n",
		   "mm_vmscan_kswapd_sleep 89968935000 2 73 kswapd1 1 nid=1\n");
	check_rows("         kswapd1-73    [002] .....    89.968935: block_rq_issue: dev=271581185 sector=9216 nr_sector=512\n",
		   "block_rq_issue 89968935000 2 73 kswapd1 1 dev=259:1 rwbs= bytes=4294967295 cmd= sector=9216 nr_sector=512 "
		   "ioprio_class= ioprio_hint=65535 ioprio=65535\n");
	r = report_of("version = 7\nCPU 2 is empty\ncpus=4\nCPU:1 [17 EVENTS DROPPED]\nCPU:1 [LOST 3 EVENTS]\nCPU:1 [EVENTS DROPPED]\n"
		      "         kswapd0-57    [000]     9.000001: mm_vmscan_kswapd_sleep: nid=0\n");
	CHECK_EQ(r.format, MMS_trace_format_trace_cmd, "format");
	CHECK_EQ(r.lost, 20, "lost");
	CHECK_EQ(r.lost_lines, 3, "lines of lost events");
	CHECK_EQ(r.other, 3, "other");
	CHECK(!strcmp(r.version, "7"), "version %s", r.version);
	r = report_of("         kswapd0-57    [000]     9.000001: mm_vmscan_kswapd_sleep: nid=0\n");
	CHECK_EQ(r.format, MMS_trace_format_trace_cmd, "by the pid's width");
	r = report_of("         kswapd0-57      [000]     9.000001: mm_vmscan_kswapd_sleep: nid=0\n");
	CHECK_EQ(r.format, MMS_trace_format_ftrace, "by the pid's width");
}

static void block(void)
{
	check_rows("              dd-57      [000] ..... 9.000001: block_rq_issue: 259,0 WS 4096 () 1234 + 8 none,0,1 [kworker/1:2]\n"
		   "              dd-57      [000] ..... 9.000002: block_rq_issue: 8,16 R 4096 () 1234 + 8 [a b]\n",
		   "block_rq_issue 9000001000 0 57 dd 1 dev=259:0 rwbs=WS bytes=4096 cmd= sector=1234 nr_sector=8 "
		   "ioprio_class=none ioprio_hint=0 ioprio=1\n"
		   "block_rq_issue 9000002000 0 57 dd 2 dev=8:16 rwbs=R bytes=4096 cmd= sector=1234 nr_sector=8 "
		   "ioprio_class= ioprio_hint=65535 ioprio=65535\n");
}

#define HEAD "kswapd0-57 [000] ..... 9.000001: "

/* As 7.3 writes them. */
static void later_kernels(void)
{
	check_rows(HEAD "mm_vmscan_balance_pgdat_begin: nid=1 order=0 highest_zoneidx=Normal  \n"
		   HEAD "mm_vmscan_balance_pgdat_end: nid=1 order=0 highest_zoneidx=Normal   nr_reclaimed=96\n"
		   HEAD "mm_vmscan_kswapd_reclaim_fail: nid=1 failures=16\n"
		   HEAD "mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL|__GFP_HIGH pid=57 memcg_id=12 (in-irq)\n"
		   HEAD "mm_vmscan_direct_reclaim_end: nr_reclaimed=32 pid=57 memcg_id=12 \n",
		   "mm_vmscan_balance_pgdat_begin 9000001000 0 57 kswapd0 1 nid=1 order=0 highest_zoneidx=Normal\n"
		   "mm_vmscan_balance_pgdat_end 9000001000 0 57 kswapd0 2 nid=1 order=0 highest_zoneidx=Normal nr_reclaimed=96\n"
		   "mm_vmscan_kswapd_reclaim_fail 9000001000 0 57 kswapd0 3 nid=1 failures=16\n"
		   "mm_vmscan_direct_reclaim_begin 9000001000 0 57 kswapd0 4 order=0 gfp_flags=GFP_KERNEL|__GFP_HIGH\n"
		   "mm_vmscan_direct_reclaim_end 9000001000 0 57 kswapd0 5 nr_reclaimed=32\n");
	check_rows(HEAD "mm_shrink_slab_start: a+0x0/0x30 00000000f00d: nid: 1 pid: 57 memcg_id: 0 objects to shrink 5 gfp_flags GFP_KERNEL "
			"cache items 9 delta 2 total_scan 3 priority 12 \n"
		   HEAD "mm_shrink_slab_end: a+0x0/0x30 00000000f00d: nid: 1 pid: 57 memcg_id: 0 unused scan count 1 new scan count 2 "
			"total_scan 3 last shrinker return val 4 (in-irq)\n",
		   "mm_shrink_slab_start 9000001000 0 57 kswapd0 1 shrink=a+0x0/0x30 shr=f00d nid=1 nr_objects_to_shrink=5 "
		   "gfp_flags=GFP_KERNEL cache_items=9 delta=2 total_scan=3 priority=12\n"
		   "mm_shrink_slab_end 9000001000 0 57 kswapd0 2 shrink=a+0x0/0x30 shr=f00d nid=1 unused_scan=1 new_scan=2 "
		   "total_scan=3 retval=4\n");
	check_rows(HEAD "mm_setup_per_zone_wmarks: node_id=0 zone name=Normal watermark min=1 low=2 high=3 promo=4\n"
		   HEAD "mm_setup_per_zone_lowmem_reserve: node_id=0 zone name=DMA upper_zone name=Normal lowmem_reserve_pages=90\n"
		   HEAD "mm_calculate_totalreserve_pages: totalreserve_pages=700\n"
		   HEAD "block_rq_tag_wait: 8,16 hctx=1 starved on hardware reserved tags (depth=32)\n"
		   HEAD "blkdev_zone_mgmt: 8,16 ZR 64 + 128\n"
		   HEAD "blk_zone_wplug_bio: 8,16 zone 3, BIO 64 + 8\n",
		   "mm_setup_per_zone_wmarks 9000001000 0 57 kswapd0 1 node_id=0 zone=Normal watermark_min=1 watermark_low=2 "
		   "watermark_high=3 watermark_promo=4\n"
		   "mm_setup_per_zone_lowmem_reserve 9000001000 0 57 kswapd0 2 node_id=0 zone=DMA upper_zone=Normal lowmem_reserve_pages=90\n"
		   "mm_calculate_totalreserve_pages 9000001000 0 57 kswapd0 3 totalreserve_pages=700\n"
		   "block_rq_tag_wait 9000001000 0 57 kswapd0 4 dev=8:16 hctx=1 pool=hardware reserved nr_tags=32\n"
		   "blkdev_zone_mgmt 9000001000 0 57 kswapd0 5 dev=8:16 rwbs=ZR sector=64 nr_sectors=128\n"
		   "blk_zone_wplug_bio 9000001000 0 57 kswapd0 6 dev=8:16 zno=3 sector=64 nr_sectors=8\n");
}

#undef HEAD

SUITE(ftrace)
{
	static const struct test tests[] = {
		{"ftrace: layouts of the head of a line", layouts},
		{"ftrace: latency-format, plain and verbose", latency_layouts},
		{"ftrace: names of tasks that look like something else", odd_comms},
		{"ftrace: beginnings of lines that are alike", known_heads},
		{"ftrace: beginnings of lines by the hundred", many_heads},
		{"ftrace: byte order mark, line ends, commas, digits", edges},
		{"ftrace: clocks by the shape of their times", clocks},
		{"ftrace: lines that are no events, and events of no table", other_lines},
		{"ftrace: events written over", overwritten},
		{"ftrace: first and last line cut off", cut_off},
		{"ftrace: times that go backwards", order},
		{"trace-cmd: its lines, and which text is whose", trace_cmd},
		{"ftrace: requests to disks, by pattern", block},
		{"ftrace: kinds and forms that later kernels have", later_kernels},
	};

	RUN(tests);
}
