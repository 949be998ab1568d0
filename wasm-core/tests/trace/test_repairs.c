/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Texts as people paste them, from mail, journals, tutorials and other tools: read right, or refused. Each has the shape of a
 * public one, with words of its own.
 */
#include "host.h"

static struct host_text read_it(const char *text)
{
	return read_trace(text, strlen(text), 0);
}

/* Its rows, and what was undone before. */
static void check_repaired(const char *text, const char *rows, const char *repairs)
{
	struct host_text r = read_it(text);

	CHECK(!strcmp(r.report.repairs, repairs), "repairs: '%s', not '%s'", r.report.repairs, repairs);
	CHECK(!strcmp(r.rows ? r.rows : "", rows), "read\n%snot\n%s", r.rows ? r.rows : "", rows);
	host_text_free(&r);
}

static void check_refused(const char *text, const char *says)
{
	struct host_text r = read_it(text);

	CHECK_EQ(r.status, MMS_status_format, text);
	CHECK(strstr(host_error(), says), "'%s' does not say %s", host_error(), says);
	host_text_free(&r);
}

#define WAKE "         kswapd1-88    [003] .....   812.500001: mm_vmscan_kswapd_wake: nid=1 order=2\n"
#define SLEEP "         kswapd1-88    [003] .....   812.750001: mm_vmscan_kswapd_sleep: nid=1\n"

static void prefixes(void)
{
	static const struct {
		const char *before[2], *repairs;
	} of[] = {
		{{"Jun  3 07:15:01 box perf[77]: ", "Jun  3 07:15:02 box perf[77]: "},
		 "a prefix of 30 bytes was taken off every line: 'Jun  3 07:15:01 box perf[77]: '"},
		{{"2026-06-03T07:15:01+0200 box cat[77]: ", "2026-06-03T07:15:02+0200 box cat[77]: "},
		 "a prefix of 38 bytes was taken off every line: '2026-06-03T07:15:01+0200 box cat[77]: '"},
		{{"<4>[   99.000001] ", "<4>[   99.000002] "}, "a prefix of 18 bytes was taken off every line: '<4>[   99.000001] '"},
		{{"6,301,99000001,-;", "6,302,99000002,-;"}, "a prefix of 17 bytes was taken off every line: '6,301,99000001,-;'"},
		{{"7:", "8:"}, "a prefix of 2 bytes was taken off every line: '7:'"},
		{{"out/t.txt:", "out/t.txt:"}, "a prefix of 10 bytes was taken off every line: 'out/t.txt:'"},
		{{"[node] ", "[node] "}, "a prefix of 7 bytes was taken off every line: '[node] '"},
		{{"> ", "> "}, "the marks of a quoted mail (>) were taken off"},
		{{"> > ", "> > "}, "the marks of a quoted mail (>) were taken off"},
	};
	char text[400];

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		snprintf(text, sizeof(text), "%s" WAKE "%s" SLEEP, of[i].before[0], of[i].before[1]);
		check_repaired(text,
			       "mm_vmscan_kswapd_wake 812500001000 3 88 kswapd1 1 nid=1 order=2\n"
			       "mm_vmscan_kswapd_sleep 812750001000 3 88 kswapd1 2 nid=1\n",
			       of[i].repairs);
	}
}

/* What no task is called: more than fifteen bytes, or a name that a blank mark stands before. */
static void no_names(void)
{
	struct host_text r = read_it(WAKE "and then: kswapd1-88    [003] .....   812.600001: mm_vmscan_kswapd_sleep: nid=1\n" SLEEP);

	CHECK_EQ(r.report.events, 2, "events");
	CHECK_EQ(r.report.unreadable, 1, "unreadable");
	host_text_free(&r);
	check_rows("-88    [003] .....   812.500001: mm_vmscan_kswapd_sleep: nid=1\n"
		   "-88    [003] .....   812.600001: mm_vmscan_kswapd_sleep: nid=1\n",
		   "mm_vmscan_kswapd_sleep 812500001000 3 88  1 nid=1\nmm_vmscan_kswapd_sleep 812600001000 3 88  2 nid=1\n");
}

#define BOTH \
	"mm_vmscan_kswapd_wake 812500001000 3 88 kswapd1 1 nid=1 order=2\n" \
	"mm_vmscan_kswapd_sleep 812750001000 3 88 kswapd1 2 nid=1\n"

static void bytes(void)
{
	check_repaired("         \x1b[1mkswapd1\x1b[m-88    [003] .....   812.500001: mm_vmscan_\x1b[31mkswapd\x1b[m_wake: nid=1 order=2\n",
		       "mm_vmscan_kswapd_wake 812500001000 3 88 kswapd1 1 nid=1 order=2\n", "colours were taken out");
	check_repaired("         kswapd1-88    [003] .....   812.500001: mm_vmscan_kswapd_wake: nid=3D=\n1 order=3D2\n",
		       "mm_vmscan_kswapd_wake 812500001000 3 88 kswapd1 1 nid=1 order=2\n", "quoted-printable was decoded");
	check_repaired("          &lt;idle&gt;-0     [003] .....   812.500001: mm_vmscan_kswapd_sleep: nid=1\n",
		       "mm_vmscan_kswapd_sleep 812500001000 3 0 <idle> 1 nid=1\n", "the entities of a page became characters");
	check_repaired("{\"MESSAGE\": \"         kswapd1-88    [003] .....   812.500001: mm_vmscan_kswapd_wake: nid=1 order=2\", \"_PID\": \"1\"}\n"
		       "{\"_PID\":\"1\",\"MESSAGE\":\"kswapd1-88 [003] ..... 812.750001: mm_vmscan_kswapd_sleep: nid=1\"}\n",
		       BOTH, "the messages of JSON objects became lines");
	check_repaired("{\"log\":\"kswapd1-88    [003] .....   812.500001: mm_vmscan_kswapd_wake: nid=1 order=2\\n\",\"stream\":\"stdout\"}\n"
		       "{\"log\":\"kswapd1-88    [003] .....   812.750001: mm_vmscan_kswapd_sleep: nid=1\\r\\n\",\"stream\":\"stdout\"}\n",
		       BOTH, "the messages of JSON objects became lines");
	check_repaired("|  kswapd1-88    [003] .....   812.500001: mm_vmscan_kswapd_wake: nid=1 order=2 |\n"
		       "|  kswapd1-88    [003] .....   812.750001: mm_vmscan_kswapd_sleep: nid=1 |\n",
		       BOTH, "the rows of a table became lines");
	check_refused("{\"a\": \"cc-88 [003] ..... 812.500001: mm_vmscan_kswapd_sleep: nid=1\"}\n", "line 1");
	check_refused("| cc-88 | [003] | 812.500001: | mm_vmscan_kswapd_sleep: nid=1 |\n", "line 1");
	check_repaired("```         kswapd1-88    [003] .....   812.500001: mm_vmscan_kswapd_wake: nid=1 order=2\n"
		       "         kswapd1-88    [003] .....   812.750001: mm_vmscan_kswapd_sleep: nid=1```\n",
		       BOTH, "the fences of Markdown were passed over");
	check_repaired("```text\n" SLEEP "```\n", "mm_vmscan_kswapd_sleep 812750001000 3 88 kswapd1 2 nid=1\n",
		       "the fences of Markdown were passed over");
	check_repaired("```\n" SLEEP "```\n", "mm_vmscan_kswapd_sleep 812750001000 3 88 kswapd1 2 nid=1\n",
		       "the fences of Markdown were passed over");
}

/* What stands behind every line, or around it, is of no value; what marks one line makes that line unreadable. */
static void suffixes(void)
{
	static const struct {
		const char *before, *behind, *repairs;
	} of[] = {
		{"", ";", "what stood behind every line was taken off: ';'"},
		{"", "   # here", "what stood behind every line was taken off: '   # here'"},
		{"", "  <-- look", "what stood behind every line was taken off: '  <-- look'"},
		{"", "\r\r", "control characters at the ends of lines were taken off"},
		{"\f", "", "control characters at the ends of lines were taken off"},
		{"", "<br>", "the tags of a page were taken out"},
		{"<li>", "</li>", "the tags of a page were taken out"},
		{"\xe2\x94\x82 ", " \xe2\x94\x82", "the rows of a table became lines"},
		{"b'", "\\n'", "strings became lines"},
		{"time=2026-06-03T07:15:01Z level=INFO msg=\"", "\"", "the messages of JSON objects became lines"},
		{"`", "`", "a prefix of 1 byte was taken off every line: '`'; what stood behind every line was taken off: '`'"},
		{"2026-06-03T07:15:01Z stdout F ", "", "a prefix of 30 bytes was taken off every line: '2026-06-03T07:15:01Z stdout F '"},
		{"[07:15:01.250] ", "", "a prefix of 15 bytes was taken off every line: '[07:15:01.250] '"},
	};
	char text[600];

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		snprintf(text, sizeof(text), "%s%.*s%s\n%s%.*s%s\n", of[i].before, (int)strlen(WAKE) - 1, WAKE, of[i].behind, of[i].before,
			 (int)strlen(SLEEP) - 1, SLEEP, of[i].behind);
		check_repaired(text, BOTH, of[i].repairs);
	}
}

#define BEGIN "         cc-9     [001] .....   138.800001: mm_vmscan_direct_reclaim_begin: order=1 gfp_flags=GFP_KERNEL"

static void check_counts(const char *text, unsigned events, unsigned unreadable)
{
	struct host_text r = read_it(text);

	CHECK_EQ(r.report.events, events, text);
	CHECK_EQ(r.report.unreadable, unreadable, text);
	host_text_free(&r);
}

static void marks(void)
{
	static const char *const behind[] = {";", "<br>", "   # here", "  <-- look", " \xe2\x94\x82", "\xe2\x80\xa6", "...", "`"};
	char text[400];

	for (unsigned i = 0; i < sizeof(behind) / sizeof(behind[0]); i++) {
		snprintf(text, sizeof(text), BEGIN "\n" BEGIN "%s\n" BEGIN "\n", behind[i]);
		check_counts(text, 2, 1);
	}
	check_counts(BEGIN "\n         cc-9     [001] .....   138.900001: mm_vmscan_direct_reclaim_end: nr_reclaimed=1,024\n", 1, 1);
	check_counts("Attaching 1 probe...\nwoke nid=0 comm=cc\nwoke nid=0 comm=cc  <-- look\nwoke nid=0 comm=c\xe2\x80\xa6\n", 1, 2);
}

/* Where perf was told to leave the task out, nothing else is one. */
static void no_tasks(void)
{
	static const char *const before[] = {"node17: ", "[host1] out: ", ": ", "| ", "2026-06-03T07:15:01Z stdout F "};
	char text[400];

	for (unsigned i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		struct host_text r;

		snprintf(text, sizeof(text), "%s  122.272793:   vmscan:mm_vmscan_kswapd_wake: nid=1 order=0\n"
					     "%s  122.288043:  vmscan:mm_vmscan_kswapd_sleep: nid=1\n", before[i], before[i]);
		r = read_it(text);
		CHECK(!strcmp(r.rows, "mm_vmscan_kswapd_wake 122272793000 65535 -2147483648  1 nid=1 order=0\n"
				      "mm_vmscan_kswapd_sleep 122288043000 65535 -2147483648  2 nid=1\n"), "%s%s", before[i], r.rows);
		host_text_free(&r);
	}
	check_refused("node0:   122.272793:   vmscan:mm_vmscan_kswapd_wake: nid=1 order=0\n"
		      "node1:   122.288043:  vmscan:mm_vmscan_kswapd_sleep: nid=1\n", "no format");
	check_refused("         KSWAPD1-88    [003] .....   812.500001: MM_VMSCAN_KSWAPD_WAKE: NID=1 ORDER=2\n", "capitals");
	check_refused("cc-9 [003] .....   812.500001: x: a=1\rcc-9 [003] .....   812.500001: x: a=1\r", "newline");
}

/* A mailer breaks lines at blanks; a terminal anywhere, always in the same column. */
static void folded(void)
{
	static const char at_blanks[] =
		"          <...>-9001  [001] .... 5012.000007:\nmm_vmscan_direct_reclaim_begin: order=1\ngfp_flags=GFP_KERNEL|__GFP_COMP\n"
		"          <...>-9001  [001] .... 5012.000010:\nmm_vmscan_direct_reclaim_end: nr_reclaimed=5\n";
	static const char within_a_value[] =
		"          <...>-9001  [001] .... 5012.000007: mm_vmscan_direct_reclaim_end: nr_reclaimed=5\n3\n"
		"          <...>-9001  [001] .... 5012.000008: mm_vmscan_direct_reclaim_begin:\norder=1 gfp_flags=GFP_KERNEL\n"
		"          <...>-9001  [001] .... 5012.000009: mm_vmscan_direct_reclaim_begin:\norder=1 gfp_flags=GFP_KERNEL\n";
	struct host_text r;

	check_repaired(at_blanks,
		       "mm_vmscan_direct_reclaim_begin 5012000007000 1 9001 <...> 1 order=1 gfp_flags=GFP_KERNEL|__GFP_COMP\n"
		       "mm_vmscan_direct_reclaim_end 5012000010000 1 9001 <...> 4 nr_reclaimed=5\n",
		       "folded lines were put together");
	r = read_it(within_a_value);
	CHECK_EQ(r.report.unreadable, 1, "where a value may have been cut");
	CHECK_EQ(r.report.events, 2, "events");
	host_text_free(&r);
}

static void graphs(void)
{
	check_repaired(" 77.000001 |   2)   kswapd1-88   |   0.120 us    |  f();\n"
		       " 77.000002 |   2)   kswapd1-88   |               |  /* mm_vmscan_kswapd_wake: nid=1 order=2 */\n"
		       " ------------------------------------------\n  2)  kswapd1-88  =>  cc-9\n ------------------------------------------\n",
		       "other_event 77000001000 2 88 kswapd1 1 name=function_graph text=0.120 us    |  f();\n"
		       "mm_vmscan_kswapd_wake 77000002000 2 88 kswapd1 2 nid=1 order=2\n",
		       "");
}

/* What a leading number is, and days. */
static void numbers(void)
{
	struct host_text r = read_it("Attaching 1 probe...\n901 cc order=0\n12 ld order=1\n");

	CHECK_EQ(r.report.untimed, 2, "a first column that does not rise is no time");
	CHECK(strstr(r.rows, "name=cc text=901 cc order=0\n"), "%s", r.rows);
	host_text_free(&r);
	r = read_it("Attaching 1 probe...\n23:59:58 woke nid=0\n00:00:03 woke nid=1\n");
	CHECK_EQ(r.report.ts_last - r.report.ts_first, 5000000000ull, "over midnight");
	host_text_free(&r);
	r = read_it("Attaching 1 probe...\n11:59:59 AM woke nid=0\n12:00:01 PM woke nid=1\n");
	CHECK_EQ(r.report.ts_last - r.report.ts_first, 2000000000ull, "noon");
	host_text_free(&r);
	check_counts("Attaching 1 probe...\n07:15:01 woke nid=0\n07:15:02 woke nid=0\n07:15:03 woke nid=0\n07:15:04 woke nid=0\n"
		     "07:15:05 direct reclaim of cc 9 took 12 ms\n", 5, 0);
	r = read_it("TIME     PID     TID     COMM            FUNC             -\n"
		    "07:15:01 88      88      kswapd1         mm_vmscan_kswapd_wake nid=1 order=2\n");
	CHECK(strstr(r.rows, "mm_vmscan_kswapd_wake 26101000000000 65535 88 kswapd1 2 nid=1 order=2\n"), "%s", r.rows);
	host_text_free(&r);
}

#define CC(time) "cc-9     [001] .....   138." time ": mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_KERNEL\n"
#define CC_ROW(time, line) "mm_vmscan_direct_reclaim_begin 138" time "000 1 9 cc " line " order=0 gfp_flags=GFP_KERNEL\n"
#define CC_ROWS CC_ROW("900001", "1") CC_ROW("900002", "2") CC_ROW("900003", "3")

/* What counts lines, with a sign behind it or none, is no part of a task's name. */
static void counts(void)
{
	static const struct {
		const char *before[3], *repairs;
	} of[] = {
		{{"51\xe2\x86\x92", "52\xe2\x86\x92", "53\xe2\x86\x92"}, "a prefix of 5 bytes was taken off every line: '51?\?\?'"},
		{{"9:", "10:", "11:"}, "a prefix of 2 bytes was taken off every line: '9:'"},
		{{"51", "52", "53"}, "a prefix of 2 bytes was taken off every line: '51'"},
		{{"  9", " 10", " 11"}, "a prefix of 3 bytes was taken off every line: '  9'"},
		{{"-", "+", "+"}, "a prefix of 1 byte was taken off every line: '-'"},
	};
	char text[600];

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		snprintf(text, sizeof(text), "%s" CC("900001") "%s" CC("900002") "%s" CC("900003"), of[i].before[0], of[i].before[1],
			 of[i].before[2]);
		check_repaired(text, CC_ROWS, of[i].repairs);
	}
	check_counts("51" CC("900001") "52" CC("900002") "53" CC("900003") CC("900004") "54" CC("900005"), 4, 1);
}

/* What stands around the line with which bpftrace begins stands around all of them. */
static void banners(void)
{
	check_repaired("[ 99.000001][   T77] Attaching 1 probe...\n[ 99.000002][   T77] woke nid=0 order=1\n"
		       "[ 99.000013][  T177] woke nid=0 order=2\n",
		       "other_event 2 65535 -2147483648  2 name=woke text=nid=0 order=1\n"
		       "other_event 3 65535 -2147483648  3 name=woke text=nid=0 order=2\n",
		       "a prefix of 21 bytes was taken off every line: '[ 99.000001][   T77] '");
	check_repaired("TIME(ms)  COMM             PID    LAT(ms)\n12        a \\[x\\]            7         5\n",
		       "other_event 12000000 65535 7 a [x] 2 name=TIME_ms/COMM/PID/LAT_ms text=TIME_ms=12 COMM=a [x] PID=7 LAT_ms=5\n",
		       "escapes of Markdown or TeX were undone");
}

/* The longest lines end in one column, some of them within a name. */
static void cut_columns(void)
{
	static const char line[] = "         kswapd1-88    [003] .....   812.50000%d: mm_vmscan_lru_shrink_inactive: nid=1 nr_scanned=%d nr_reclaimed=%d "
				   "nr_dirty=0 nr_writeback=0 nr_congested=0 nr_immediate=0\n";
	static const unsigned columns[] = {88, 96, 104, 120};

	for (unsigned i = 0; i < sizeof(columns) / sizeof(columns[0]); i++) {
		char text[2000] = "";

		for (int n = 1; n < 6; n++) {
			char one[300];

			snprintf(one, sizeof(one), line, n, n * n * n * n, n * n * n);
			strncat(text, one, columns[i]);
			strcat(text, "\n");
		}
		strcat(text, SLEEP);
		check_counts(text, 1, 5);
	}
}

/* A kind's name in capitals or without its low lines is no other event. */
static void spoiled(void)
{
	check_counts(WAKE SLEEP "         kswapd1-88    [003] .....   812.500001: Mm_vmscan_kswapd_wake: nid=1 order=2\n", 2, 1);
	check_counts(WAKE SLEEP "         kswapd1-88    [003] .....   812.500001: mmvmscankswapdwake: nid=1 order=2\n", 2, 1);
	check_counts(WAKE SLEEP "         kswapd1-88    [003] .....   812.500001: mm-vmscan-kswapd-wake: nid=1 order=2\n", 2, 1);
}

/* Shapes of public threads that no test above has: perf in a mail of a mail, an unnamed task, a copy of a terminal. */
static void pasted(void)
{
	check_repaired("On Tue, A. Person wrote:\n> > \n"
		       "> >          kswapd1    88 [003]   812.500001: mm_vmscan_kswapd_wake: nid=1 order=2\n"
		       "> >          kswapd1    88 [003]   812.500002: shrink_zone:\n> > (ffffffff8100 <- ffffffff8200) priority=12\n"
		       "> >          kswapd1    88 [003]   812.750001: mm_vmscan_kswapd_sleep: nid=1\n"
		       "> >          kswapd1    88 [003]   812.750002: shrink_zone:\n> > (ffffffff8100 <- ffffffff8200) priority=12\n",
		       "mm_vmscan_kswapd_wake 812500001000 3 88 kswapd1 3 nid=1 order=2\n"
		       "other_event 812500002000 3 88 kswapd1 4 name=shrink_zone text=(ffffffff8100 <- ffffffff8200) priority=12\n"
		       "mm_vmscan_kswapd_sleep 812750001000 3 88 kswapd1 6 nid=1\n"
		       "other_event 812750002000 3 88 kswapd1 7 name=shrink_zone text=(ffffffff8100 <- ffffffff8200) priority=12\n",
		       "the marks of a quoted mail (>) were taken off; folded lines were put together");
	check_repaired("-9 [001] .... 138.900001: mm_vmscan_direct_reclaim_end: nr_reclaimed=7   \n",
		       "mm_vmscan_direct_reclaim_end 138900001000 1 9  1 nr_reclaimed=7\n", "");
	check_counts("root@box:~# cat /proc/swaps\nFilename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
		       "/dev/sdb1                               partition\t1024\t\t12\t\t-2\n", 1, 0);
}

/* Lines that somebody joined and wrapped anew: where an event begins nobody knows. */
static void joined(void)
{
	check_refused("cc-9     [001] .....   138.900001: mm_vmscan_kswapd_sleep: nid=0 cc-9     [001] .....   138.900002: mm_vmscan_kswapd_sleep: "
		      "nid=0 cc-9\n[001] .....   138.900003: mm_vmscan_kswapd_sleep: nid=0 cc-9 [001] .....   138.900004: mm_vmscan_kswapd_sleep: nid=0\n",
		      "no format");
	check_counts("cc-9 [001] ..... 138.900001: mm_vmscan_kswapd_wake: nid=0 order=0\norder=0 cc-9 [001] ..... 138.900002: mm_vmscan_kswapd_sleep: nid=0\n"
		     "[dd] cc-9 [001] ..... 138.900003: mm_vmscan_kswapd_sleep: nid=0\n", 1, 2);
	check_counts("cc-9 [001] ..... 138.900001: tracing_mark_write: B|9|at 138.900001: on\n", 1, 0);
}

/* perf without tasks' names: what stands before half of the lines is none. What a cut left of an event's name is no event. */
static void bare(void)
{
	check_counts("[box]    59 [001]   122.272793: vmscan:mm_vmscan_kswapd_sleep: nid=1\n[box]    59 [001]   122.272794: vmscan:mm_vmscan_kswapd_sleep: nid=1\n"
		     "   59 [001]   122.272795: vmscan:mm_vmscan_kswapd_sleep: nid=1\n   59 [001]   122.272796: vmscan:mm_vmscan_kswapd_sleep: nid=1\n", 2, 2);
	check_counts("   59 [001]   122.272795: vmscan:mm_vmscan_kswapd_sleep: nid=1\n   59 [001]   122.272796: vmscan:mm_vm\xe2\x80\xa6" "d=0 nr_x=1\n"
		     "   59 [001]   122.272797: vmscan:mm_vm...d=0 nr_x=1\n", 1, 2);
}

static void fields(void)
{
	struct host_text r = read_it("              cc-9     [001] ....   138.8: mm_vmscan_wakeup_kswapd: nid=0 zid=2 order=3 colour=red\n");

	CHECK_EQ(r.report.unknown_fields, 2, "values of fields that the table does not have");
	CHECK(!strcmp(r.report.unknown_field, "mm_vmscan_wakeup_kswapd.zid"), "%s", r.report.unknown_field);
	host_text_free(&r);
}

static void others(void)
{
	check_refused("[   12.000001] cc invoked oom-killer: gfp_mask=0x0, order=0, oom_score_adj=0\n[   12.000002] Mem-Info:\n", "OOM killer");
	check_refused("procs -----------memory----------\n r  b   swpd   free\n 1  0      0 244892\n", "vmstat");
	check_refused("Linux 6.1.0 (box)  06/03/2026  _x86_64_ (8 CPU)\n\n12:00:01 AM CPU %user\n", "sar, iostat or mpstat");
	check_refused("NAME      TYPE      SIZE USED PRIO\n/dev/sda6 partition   8G   0B   -2\n", "swapon");
	check_refused("{\n  \"systemTraceEvents\": \"# tracer: nop\\n\"\n}\n", "jq -r");
	check_refused("cc-9  mm_vmscan_wakeup_kswapd: nid=0 order=0\nkswapd0-7  mm_vmscan_kswapd_wake: nid=0 order=0\n", "line 1: 'cc-9");
	check_refused("a.dat:       cc-9     [000]   266.1: mm_vmscan_kswapd_sleep: nid=0\n"
		      "b.dat:  kswapd0-7     [001]   266.2: mm_vmscan_kswapd_sleep: nid=0\n",
		      "several recordings");
	check_refused("guest1.dat:      kswapd0-60    [001] .....  49.000003: mm_vmscan_kswapd_sleep: nid=0\n"
		      "guest2.dat:           cc-61    [001] .....  49.000004: mm_vmscan_kswapd_sleep: nid=0\n",
		      "several recordings");
	check_refused("# A tool\n\nRun it with `make run PORT=80`.\nThen open order=3 in the page, which says what it is.\n", "line 3");
	check_refused("NAME=\"Debian\"\nVERSION=12\nID=debian\n", "line 1");
	check_refused("type=SYSCALL msg=audit(1.2:3): arch=c0 syscall=2 success=no exit=-13\n", "line 1");
}

SUITE(repairs)
{
	static const struct test tests[] = {
		{"repairs: what other programs put before each line", prefixes},
		{"repairs: what stands before a pid is not all of it a task's name", no_names},
		{"repairs: colours, quoted-printable, entities, fences", bytes},
		{"repairs: what stands behind every line", suffixes},
		{"repairs: what stands behind one line", marks},
		{"repairs: what is no task", no_tasks},
		{"repairs: folded lines", folded},
		{"repairs: function graphs with events", graphs},
		{"repairs: numbers and times before lines", numbers},
		{"repairs: what counts lines, and patches", counts},
		{"repairs: what stands around a tool's first line", banners},
		{"repairs: lines that were cut in one column", cut_columns},
		{"repairs: names of events in other letters", spoiled},
		{"repairs: pasted shapes", pasted},
		{"repairs: lines that were joined", joined},
		{"repairs: perf without names of tasks", bare},
		{"repairs: fields that no table has", fields},
		{"repairs: what is no trace", others},
	};

	RUN(tests);
}
