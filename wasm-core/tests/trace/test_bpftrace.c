/* SPDX-License-Identifier: Apache-2.0 */
/* What people's bpftrace scripts print, as text and as JSON. */
#include "host.h"

/* Row `i` of the events no table knows: `name {fields} count`. */
static void check_generic(unsigned i, const char *wanted)
{
	const struct mms_trace_generic *g = host_at(mms_trace_generic(i));
	char got[512];

	CHECK(mms_trace_generic(i), "there is no %s", wanted);
	if (!mms_trace_generic(i))
		return;
	snprintf(got, sizeof(got), "%.*s {%.*s} %d", (int)mms_trace_name_len(g->name), (char *)host_at(mms_trace_name(g->name)),
		 (int)g->fields_len, (char *)host_at(g->fields), (int)g->count);
	CHECK(!strcmp(got, wanted), "read '%s', not '%s'", got, wanted);
}

#define WAKES "mm_vmscan_kswapd_wake ts=2 nid=0 order=0\nmm_vmscan_kswapd_wake ts=3 nid=1 order=0\n"

static void check_counts(const struct host_text *r, int events, int other, int lost)
{
	CHECK_EQ(r->status, MMS_status_ok, "status");
	CHECK_EQ(r->report.events, events, "events");
	CHECK_EQ(r->report.other, other, "other lines");
	CHECK_EQ(r->report.lost, lost, "lost");
	CHECK_EQ(r->report.unreadable, 0, r->report.first_bad[0].text);
}

static void pairs(void)
{
	static const char text[] = "Attaching 3 probes...\n"
				   "mm_page_alloc nsecs=99 cpu=1 pid=42 comm=a b) [x]:y order=3 migratetype=1\n"
				   "swap_out: ts_us=7 tid=42 comm=a b\n"
				   "12.5 swap out dev=8:0\n"
				   "ts=5,pid=7\n"
				   "Lost 12 events\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	check_counts(&r, 4, 1, 12);
	CHECK(strstr(r.rows, "mm_page_alloc 99 1 42 a b) [x]:y 2 page=ffffffffffffffff pfn=18446744073709551615 order=3 migratetype=1 "
			      "gfp_flags=\n"), "%s", r.rows);
	check_generic(0, "swap_out {ts_us tid comm} 2");
	check_generic(1, "printf {ts pid} 1");
	CHECK_EQ(r.report.ts_last, 12500000000, "the latest time");
	CHECK_EQ(r.report.ts_first, 5, "the earliest time");
	host_text_free(&r);
}

/* biosnoop.bt, writeback.bt, opensnoop.bt, vmscan.bt. */
static void tables(void)
{
	static const char text[] =
		"Attaching 4 probes...\n"
		"TIME(ms)     DISK    COMM             PID    LAT(ms)\n"
		"611          nvme0n1 bash             4179         10\n"
		"612          nvme0n1 a b              4179          0\n"
		"Tracing writeback... Hit Ctrl-C to end.\n"
		"TIME      DEVICE   PAGES    REASON           ms\n"
		"00:00:01  259:0    3        vmscan           0.123\n"
		"PID    COMM               FD ERR PATH\n"
		"4179   bash                3   0 /tmp/a b c\n"
		"TIME      S-SLABms  D-RECLAIMms  M-RECLAIMms KSWAPD WRITEPAGE\n"
		"21:30:25         0            0            0      0         0\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	check_counts(&r, 5, 6, 0);
	check_generic(0, "TIME_ms/DISK/COMM/PID/LAT_ms {TIME_ms DISK COMM PID LAT_ms} 2");
	check_generic(1, "TIME/DEVICE/PAGES/REASON/ms {TIME DEVICE PAGES REASON ms} 1");
	check_generic(2, "PID/COMM/FD/ERR/PATH {PID COMM FD ERR PATH} 1");
	check_generic(3, "TIME/S_SLABms/D_RECLAIMms/M_RECLAIMms/KSWAPD/WRITEPAGE {TIME S_SLABms D_RECLAIMms M_RECLAIMms KSWAPD "
			 "WRITEPAGE} 1");
	CHECK_EQ(r.report.ts_first, 611000000, "the earliest time");
	host_text_free(&r);
}

/* biosnoop.bt of bpftrace 0.21: the heading's second line is no heading of its own. */
static void heading_of_two_lines(void)
{
	static const char text[] =
		"TIME(ms)     DISK ID        COMM             PID    LAT(ms)\n"
		"             MAJOR MINOR\n"
		"1762         254   16       a b              282          5\n"
		"PID    COMM               FD ERR PATH\n"
		"4179   bash                3   0 /tmp/a\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	check_counts(&r, 2, 3, 0);
	check_generic(0, "TIME_ms/DISK/ID/COMM/PID/LAT_ms {TIME_ms DISK ID COMM PID LAT_ms} 1");
	check_generic(1, "PID/COMM/FD/ERR/PATH {PID COMM FD ERR PATH} 1");
	CHECK_EQ(r.report.ts_first, 1762000000, "the earliest time");
	host_text_free(&r);
}

/* oomkill.bt, swapin.bt, maps, histograms, stacks. */
static void sentences_and_maps(void)
{
	static const char text[] =
		"Attaching 1 probe...\n"
		"21:03:39 Triggered by PID 3297 (\"ntpd\"), OOM kill of PID 22516 (\"perl\"), 3850642 pages, loadavg: 0.99 0.39 3/282 3724\n"
		"13:36:58\n@[chrome, 4536]: 10809\n\n"
		"@usecs:\n[0]                    1 |@            |\n[4, 8)                12 |@@@@@        |\n\n"
		"@stacks[\n    foo+12\n    bar+2\n]: 17\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	check_counts(&r, 1, 12, 0);
	check_generic(0, "Triggered_by_PID {} 1");
	CHECK_EQ(r.report.clock, MMS_trace_clock_wall, "clock");
	CHECK_EQ(r.report.ts_first, ((21 * 60 + 3) * 60 + 39) * 1000000000ll, "time of day");
	host_text_free(&r);
}

static void json(void)
{
	static const char text[] =
		"{\"type\": \"attached_probes\", \"data\": {\"probes\": 3}}\n"
		"{\"type\": \"printf\", \"data\": \"TIME      DEVICE   PAGES    REASON           ms\\n\"}\n"
		"{\"type\": \"time\", \"data\": \"13:04:05  \"}\n"
		"{\"type\": \"printf\", \"data\": \"259:0 12 vmscan 0.123\\n\"}\n"
		"{\"type\": \"printf\", \"data\": \"mm_page_free ts=9 pid=3 order=2 comm=\\u00e9\\\"x\\n\"}\n"
		"{\"type\": \"lost_events\", \"data\": {\"events\": 13}}\n"
		"{\"type\": \"map\", \"data\": {\"@\": {\"a,1\": 5}}}\n"
		"{\"type\": \"hist\", \"data\": {\"@us\": [{\"min\": 0, \"max\": 1, \"count\": 3}]}}\n"
		"{\"type\": \"odd\", \"data\": [[],{},{\"a\":[1,2.5e-3,null,true]}]}\n"
		"{\"type\": \"printf\", \"data\": \"z=1\"}\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	check_counts(&r, 4, 5, 13);
	CHECK_EQ(r.report.format, MMS_trace_format_bpftrace_json, "format");
	CHECK(strstr(r.rows, "mm_page_free 9 65535 3 \xc3\xa9\"x 5 page=ffffffffffffffff pfn=18446744073709551615 order=2\n"), "%s",
	      r.rows);
	check_generic(0, "TIME/DEVICE/PAGES/REASON/ms {TIME DEVICE PAGES REASON ms} 1");
	check_generic(1, "odd {} 1");
	check_generic(2, "printf {z} 1");
	host_text_free(&r);
}

static void bad_json(void)
{
	static const char text[] = "{\"type\": \"printf\", \"data\": \"a x=1\\n\"}\n"
				   "{\"type\": \"printf\", \"data\": \"x\" \n"
				   "{\"type\": \"printf\", \"data\": 5}\n"
				   "{\"data\": \"x\"}\n"
				   "{\"type\": \"printf\", \"data\": \"x=1\\ny=2\\n\"}\n";
	static const char *const says[] = {"is not JSON from here on", "is no text of at most 2048 bytes", "type is missing",
					   "more than one event"};
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.report.unreadable, 4, "unreadable lines");
	for (unsigned i = 0; i < 4; i++) {
		CHECK(strstr(r.report.first_bad[i].text, says[i]), "%s", r.report.first_bad[i].text);
		CHECK_EQ(r.report.first_bad[i].line, i + 2, "line");
	}
	host_text_free(&r);
}

/* A script's own events may be called like a kernel's or like ours: their fields decide. */
static void names_alone(void)
{
	static const char text[] = "Attaching 5 probes...\n"
				   "kswapd_wake nsecs=1 cpu=0 nid=0 order=3\n"
				   "node nsecs=2 nid=x\n"
				   "mm_vmscan_kswapd_sleep nsecs=3\n"
				   "mm_vmscan_kswapd_wake nsecs=4 pages=7\n"
				   "mm_vmscan_kswapd_wake nsecs=5 nid=1 order=0\n"
				   "other_event nsecs=6 name=mm_page_alloc text=x\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	check_counts(&r, 6, 1, 0);
	CHECK(!strcmp(r.rows, "other_event 1 0 -2147483648  2 name=kswapd_wake text=nsecs=1 cpu=0 nid=0 order=3\n"
			      "other_event 2 65535 -2147483648  3 name=node text=nsecs=2 nid=x\n"
			      "other_event 3 65535 -2147483648  4 name=mm_vmscan_kswapd_sleep text=nsecs=3\n"
			      "other_event 4 65535 -2147483648  5 name=mm_vmscan_kswapd_wake text=nsecs=4 pages=7\n"
			      "mm_vmscan_kswapd_wake 5 65535 -2147483648  6 nid=1 order=0\n"
			      "other_event 6 65535 -2147483648  7 name=other_event text=nsecs=6 name=mm_page_alloc text=x\n"),
	      "%s", r.rows);
	host_text_free(&r);
}

/* A script's own first line stands alone, and is whole; what is left of a line, its end or another event's name, is not. */
static void first_lines(void)
{
	static const struct {
		const char *text;
		int events, cut;
	} texts[] = {
		{"mms_begin ts=1 version=1 release=6.12.117\n" WAKES, 3, 0},
		{"mms_begin ts=1 version=1 release=6.12.117\nmms_end ts=2 of=ra asked=0 left_out=0 torn=0\n", 2, 0},
		{"begin ts=1 version=1 release=6.12.117\n" WAKES, 2, 1},
		{"version=1 release=6.12.117\n" WAKES, 2, 1},
		{"kswapd_wake ts=1 nid=0 order=0\n" WAKES, 2, 1},
		{"mm_vmscan_kswapd_wake nid=0 order=0\n" WAKES, 2, 1},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct host_text r = read_trace(texts[i].text, strlen(texts[i].text), 0);

		CHECK_EQ(r.report.events, texts[i].events, texts[i].text);
		CHECK_EQ(r.report.cut_first, texts[i].cut, texts[i].text);
		host_text_free(&r);
	}
}

/* A name of two words and a missing column look the same but for what must be a number. */
static void torn_rows(void)
{
	static const char text[] = "Attaching 1 probe...\n"
				   "TIME(ms)     DISK    COMM             PID    LAT(ms)\n"
				   "611          nvme0n1 bash             4179         10\n"
				   "612          nvme0n1 a                b)        4179\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.report.events, 1, "events");
	CHECK_EQ(r.report.unreadable, 1, "unreadable lines");
	CHECK(strstr(r.report.first_bad[0].text, "PID is no number"), "%s", r.report.first_bad[0].text);
	host_text_free(&r);
}

SUITE(bpftrace)
{
	static const struct test tests[] = {
		{"bpftrace: rows that lost a column", torn_rows},
		{"bpftrace: first lines, whole and cut", first_lines},
		{"bpftrace: name=value lines of scripts", pairs},
		{"bpftrace: tables of its own tools", tables},
		{"bpftrace: a heading of two lines", heading_of_two_lines},
		{"bpftrace: sentences, maps, histograms", sentences_and_maps},
		{"bpftrace: names alone make no kind", names_alone},
		{"bpftrace: JSON says the same as text", json},
		{"bpftrace: JSON that is none", bad_json},
	};

	RUN(tests);
}
