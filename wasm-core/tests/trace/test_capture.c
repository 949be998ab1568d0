/* SPDX-License-Identifier: Apache-2.0 */
/* MMS_TRACE_CAPTURE: what scenes can show, as the text of a capture. */
#include "base/arena.h"
#include "host.h"

/* The text that a trace becomes, with `flags`; NUL terminated, to be freed. */
static char *text_of(const char *text, size_t chunk, uint32_t flags)
{
	size_t len = strlen(text), out = 0, cap = 1 << 22;
	char *to = malloc(cap);
	int status = mms_trace_begin(0, flags, 0);

	for (size_t from = 0; from < len || status == MMS_status_more; from += status == MMS_status_more ? 0 : chunk) {
		uint32_t part = status == MMS_status_more ? 0 : (uint32_t)(len - from < chunk ? len - from : chunk);

		memcpy(host_at(mms_trace_staging(part)), text + from, part);
		status = mms_trace_feed(part);
		CHECK(status >= 0 && out + mms_trace_text_len() < cap, "status %d: %s", status, host_error());
		memcpy(to + out, host_at(mms_trace_text()), mms_trace_text_len());
		out += mms_trace_text_len();
		CHECK(!mms_trace_take(), "rows beside the text");
	}
	do {
		status = mms_trace_end();
		memcpy(to + out, host_at(mms_trace_text()), mms_trace_text_len());
		out += mms_trace_text_len();
	} while (status == MMS_status_more);
	CHECK_EQ(status, MMS_status_ok, "status");
	to[out] = 0;
	return to;
}

static char *capture_of(const char *text, size_t chunk)
{
	return text_of(text, chunk, MMS_TRACE_CAPTURE);
}

static void check_capture(const char *text, const char *wanted)
{
	static const size_t chunks[] = {1 << 20, 1, 13};

	for (unsigned i = 0; i < MMS_COUNT(chunks); i++) {
		char *got = capture_of(text, chunks[i]);

		CHECK(!strcmp(got, wanted), "wrote\n%s\nnot\n%s", got, wanted);
		free(got);
	}
}

#define PERF_HEAD "# os release : 6.1.0-56-amd64\n# perf version : 6.1.176\n"

static void derived(void)
{
	check_capture(
		PERF_HEAD
		"        dd   77 [001] 1.000000: vmscan:mm_vmscan_wakeup_kswapd: nid=1 zid=3 order=3 gfp_flags=GFP_ATOMIC\n"
		"   kswapd1   60 [002] 1.000001: vmscan:mm_vmscan_kswapd_wake: nid=1 order=3\n"
		"   kswapd1   60 [002] 1.000002: vmscan:mm_vmscan_lru_shrink_inactive: nid=1 nr_scanned=32 nr_reclaimed=30 priority=12\n"
		"        dd   77 [001] 1.000003: vmscan:mm_vmscan_direct_reclaim_begin: order=9 gfp_flags=GFP_ATOMIC\n"
		"        dd   77 [001] 1.000004: vmscan:mm_vmscan_lru_shrink_inactive: nid=1 nr_scanned=64 nr_reclaimed=1 priority=12\n"
		"        dd   77 [001] 1.000005: vmscan:mm_vmscan_direct_reclaim_end: nr_reclaimed=40\n"
		"   kswapd1   60 [002] 1.000009: vmscan:mm_vmscan_kswapd_sleep: nid=1\n"
		"        dd   77 [001] 1.000010: block:block_rq_issue: 259,0 WS 4096 () 1234 + 8 [dd]\n"
		"        dd   77 [001] 1.000011: PERF_RECORD_LOST lost 25\n"
		"        dd   77 [001] 1.000012: vmscan:mm_vmscan_kswapd_sleep: nid=99\n"
		"        dd   78 [001] 1.000013: vmscan:mm_vmscan_direct_reclaim_end: nr_reclaimed=40\n",
		"mmscope-capture 1\n"
		"manifest {\"derived\":{\"from\":\"perf\",\"clock\":\"mono\",\"recorder\":\"6.1.176\"},"
		"\"kernel\":{\"release\":\"6.1.0-56-amd64\"}}\n"
		"kswapd_waker ts=1000000000 cpu=1 pid=77 seq=0 nid=1 order=3 comm=dd\n"
		"kswapd_woke ts=1000001000 cpu=2 pid=60 seq=0 nid=1 order=3 comm=kswapd1\n"
		"direct_reclaim ts=1000005000 cpu=1 pid=77 seq=0 nid=1 order=9 lat=2000 reclaimed=40 scanned=64 comm=dd\n"
		"kswapd_sleep ts=1000009000 cpu=2 pid=60 seq=0 nid=1 why=2 order=0 highest=4 zone=-1 ran=8000 reclaimed=30 scanned=32 "
		"comm=kswapd1\n"
		"block_rq ts=1000010000 cpu=1 pid=77 seq=0 dev=271581184 sector=1234 sectors=8 segments=0 rwbs=WS comm=dd\n"
		"lost ts=1000012000 n=25\n"
		"node ts=0 nid=1 cpus=0 pages=0\n"
		"end events=5 lost=25 manifest={\"left_out\":0,\"tracepoints\":{\"mm_vmscan_kswapd_sleep\":2,\"mm_vmscan_kswapd_wake\":1,"
		"\"mm_vmscan_wakeup_kswapd\":1,\"mm_vmscan_direct_reclaim_begin\":1,\"mm_vmscan_direct_reclaim_end\":2,"
		"\"mm_vmscan_lru_shrink_inactive\":2,\"block_rq_issue\":1}}\n");
}

/* Whose wake-up is not in the text: what it did is known at its sleep, though not for how long it ran. */
static void awake_before(void)
{
	check_capture(
		PERF_HEAD
		"   kswapd0   60 [002] 1.000002: vmscan:mm_vmscan_lru_shrink_inactive: nid=0 nr_scanned=32 nr_reclaimed=30 priority=12\n"
		"   kswapd0   60 [002] 1.000009: vmscan:mm_vmscan_kswapd_sleep: nid=0\n"
		"   kswapd0   60 [002] 1.000010: vmscan:mm_vmscan_lru_shrink_inactive: nid=0 nr_scanned=7 nr_reclaimed=6 priority=12\n"
		"   kswapd0   60 [002] 1.000011: vmscan:mm_vmscan_kswapd_sleep: nid=0\n",
		"mmscope-capture 1\n"
		"manifest {\"derived\":{\"from\":\"perf\",\"clock\":\"mono\",\"recorder\":\"6.1.176\"},"
		"\"kernel\":{\"release\":\"6.1.0-56-amd64\"}}\n"
		"kswapd_sleep ts=1000009000 cpu=2 pid=60 seq=0 nid=0 why=2 order=0 highest=4 zone=-1 ran=0 reclaimed=30 scanned=32 "
		"comm=kswapd0\n"
		"kswapd_sleep ts=1000011000 cpu=2 pid=60 seq=0 nid=0 why=2 order=0 highest=4 zone=-1 ran=0 reclaimed=6 scanned=7 "
		"comm=kswapd0\n"
		"node ts=0 nid=0 cpus=0 pages=0\n"
		"end events=2 lost=0 manifest={\"left_out\":0,\"tracepoints\":{\"mm_vmscan_kswapd_sleep\":2,"
		"\"mm_vmscan_lru_shrink_inactive\":2}}\n");
}

/* A task's reclaim walks the zonelist from its own node on: that it gets pages of others, too, changes nothing. Where no
 * shrink reports the pages, neither their node nor how many were looked at is known; without a PID nothing is paired. */
static void direct(void)
{
	check_capture(
		PERF_HEAD
		"   cc1   77 [001] 1.000001: vmscan:mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_ATOMIC\n"
		"   cc1   77 [001] 1.000002: vmscan:mm_vmscan_lru_shrink_inactive: nid=0 nr_scanned=900 nr_reclaimed=514 priority=12\n"
		"   cc1   77 [001] 1.000003: vmscan:mm_vmscan_lru_shrink_inactive: nid=1 nr_scanned=9 nr_reclaimed=2 priority=12\n"
		"   cc1   77 [001] 1.000004: vmscan:mm_vmscan_direct_reclaim_end: nr_reclaimed=516\n"
		"   cc1   78 [001] 1.000005: vmscan:mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_ATOMIC\n"
		"   cc1   78 [001] 1.000006: vmscan:mm_vmscan_direct_reclaim_end: nr_reclaimed=40\n",
		"mmscope-capture 1\n"
		"manifest {\"derived\":{\"from\":\"perf\",\"clock\":\"mono\",\"recorder\":\"6.1.176\"},"
		"\"kernel\":{\"release\":\"6.1.0-56-amd64\"}}\n"
		"direct_reclaim ts=1000004000 cpu=1 pid=77 seq=0 nid=0 order=0 lat=3000 reclaimed=516 scanned=909 comm=cc1\n"
		"direct_reclaim ts=1000006000 cpu=1 pid=78 seq=0 nid=-1 order=0 lat=1000 reclaimed=40 scanned=0 comm=cc1\n"
		"node ts=0 nid=0 cpus=0 pages=0\nnode ts=0 nid=1 cpus=0 pages=0\n"
		"end events=2 lost=0 manifest={\"left_out\":0,\"tracepoints\":{\"mm_vmscan_direct_reclaim_begin\":2,"
		"\"mm_vmscan_direct_reclaim_end\":2,\"mm_vmscan_lru_shrink_inactive\":2}}\n");
	check_capture(
		PERF_HEAD
		"[001] 1.000001: vmscan:mm_vmscan_direct_reclaim_begin: order=0 gfp_flags=GFP_ATOMIC\n"
		"[001] 1.000004: vmscan:mm_vmscan_direct_reclaim_end: nr_reclaimed=516\n",
		"mmscope-capture 1\n"
		"manifest {\"derived\":{\"from\":\"perf\",\"clock\":\"mono\",\"recorder\":\"6.1.176\"},"
		"\"kernel\":{\"release\":\"6.1.0-56-amd64\"}}\n"
		"end events=0 lost=0 manifest={\"left_out\":0,\"tracepoints\":{\"mm_vmscan_direct_reclaim_begin\":1,"
		"\"mm_vmscan_direct_reclaim_end\":1}}\n");
}

/* Kinds of the tracer come through as they are, by whatever way; what no capture may hold is left out. */
static void passed_on(void)
{
	check_capture("   dd   57 [000] 9.000001: swap:mm_swap_in_done: type=1 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 status=-5\n"
		      "   dd   57 [000] 9.000002: swap:mm_swap_in_done: type=99 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 status=-5\n",
		      "mmscope-capture 1\n"
		      "manifest {\"derived\":{\"from\":\"perf\",\"clock\":\"mono\",\"recorder\":\"\"},\"kernel\":{\"release\":\"\"}}\n"
		      "swap_in_done ts=9000001000 cpu=0 pid=57 seq=0 type=1 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 status=-5 comm=dd\n"
		      "end events=1 lost=0 manifest={\"left_out\":1,\"tracepoints\":{}}\n");
	check_capture("mmscope-capture 1\nmanifest {}\nmark ts=9 text=a\\x5cb c\n"
		      "zone zone=9 managed=3840 min=1 low=2 high=3 free=4 reserve=5b00000000,11300000113,ffffffffffffffff,ffffffffffffffff\n",
		      "mmscope-capture 1\n"
		      "manifest {\"derived\":{\"from\":\"mmscope\",\"clock\":\"mono\",\"recorder\":\"\"},\"kernel\":{\"release\":\"\"}}\n"
		      "mark ts=9 text=a\\x5cb c\n"
		      "zone ts=9 zone=9 managed=3840 min=1 low=2 high=3 free=4 "
		      "reserve=5b00000000,11300000113,ffffffffffffffff,ffffffffffffffff\n"
		      "node ts=0 nid=1 cpus=0 pages=0\n"
		      "end events=0 lost=0 manifest={\"left_out\":0,\"tracepoints\":{}}\n");
}

/* More text than its buffer holds at a time. */
static void long_texts(void)
{
	static const char line[] = "   dd   57 [000] 9.000001: swap:mm_swap_in_done: type=1 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 status=-5\n";
	const size_t lines = 20000;
	char *text = malloc(sizeof(line) * lines), *got;
	size_t n = 0;

	for (size_t i = 0; i < lines; i++)
		memcpy(text + i * (sizeof(line) - 1), line, sizeof(line));
	got = capture_of(text, 1 << 20);
	for (const char *at = got; (at = strstr(at, "\nswap_in_done ")); at++)
		n++;
	CHECK_EQ(n, lines, "events written");
	note("%zu bytes", strlen(got));
	free(got);
	free(text);
}

#define PERF_LINE "   dd   57 [000] 9.000001: swap:mm_swap_in_done: type=1 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 status=-5\n"
#define PERF_MANIFEST "mmscope-capture 1\n" \
	"manifest {\"derived\":{\"from\":\"perf\",\"clock\":\"mono\",\"recorder\":\"\"},\"kernel\":{\"release\":\"\"}}\n"
#define PERF_EVENT "swap_in_done ts=9000001000 cpu=0 pid=57 seq=0 type=1 offset=4 how=0 lat=5 slept=6 polls=7 yields=8 status=-5 comm=dd\n"

static void give_machine(const char *text, size_t chunk)
{
	char *got = text_of(text, chunk, MMS_TRACE_MACHINE);

	CHECK(!*got, "wrote\n%s", got);
	free(got);
}

static void check_machine(size_t chunk, const char *wanted)
{
	char *got = capture_of(PERF_LINE, chunk);

	CHECK(!strcmp(got, wanted), "wrote\n%s\nnot\n%s", got, wanted);
	free(got);
}

/* Files of /proc: zones and counters behind the head, nothing else of them, and only once. */
static void machine(void)
{
	static const size_t chunks[] = {1 << 20, 1, 13};

	for (unsigned i = 0; i < MMS_COUNT(chunks); i++) {
		give_machine("Node 0, zone   Normal\n  pages free     9\n        min      1\n        low      2\n        high     3\n"
			     "        managed  10\n        protection: (0, 0)\n      nr_free_pages 9\n", chunks[i]);
		give_machine("Filename\tType\tSize\tUsed\tPriority\n/dev/vda partition 1024 0 -2\n", chunks[i]);
		give_machine("nr_dirty 7\nnr_writeback 8\n", chunks[i]);
		check_machine(chunks[i], PERF_MANIFEST
			      "stat ts=0 value=9 text=node0/zoneinfo/Normal/nr_free_pages\n"
			      "zone ts=0 zone=0 managed=10 min=1 low=2 high=3 "
			      "reserve=0,ffffffffffffffff,ffffffffffffffff,ffffffffffffffff\n"
			      "stat ts=0 value=7 text=vmstat/nr_dirty\nstat ts=0 value=8 text=vmstat/nr_writeback\n"
			      PERF_EVENT "end events=1 lost=0 manifest={\"left_out\":0,\"tracepoints\":{}}\n");
		check_machine(chunks[i], PERF_MANIFEST PERF_EVENT "end events=1 lost=0 manifest={\"left_out\":0,\"tracepoints\":{}}\n");
		give_machine("nr_dirty 7\n", chunks[i]);
		CHECK_EQ(mms_trace_begin(0, 0, 0), MMS_status_ok, "status");
		check_machine(chunks[i], PERF_MANIFEST PERF_EVENT "end events=1 lost=0 manifest={\"left_out\":0,\"tracepoints\":{}}\n");
	}
}

/* All zones of a capture have the same fields, also where its own text has some. */
static void two_machines(void)
{
	static const char zoneinfo[] = "Node 0, zone   Normal\n  pages free     9\n        min      1\n        low      2\n        high     3\n"
				       "        managed  10\n        protection: (0, 0)\n";
	static const char line[] = "reserve=0,ffffffffffffffff,ffffffffffffffff,ffffffffffffffff\n";
	char *got;
	unsigned zones = 0;

	give_machine(zoneinfo, 1 << 20);
	got = capture_of(zoneinfo, 1 << 20);
	for (const char *at = got; (at = strstr(at, "zone=0 managed=10 min=1 low=2 high=3 ")); at++, zones++)
		CHECK(!strncmp(at + strlen("zone=0 managed=10 min=1 low=2 high=3 "), line, strlen(line)), "%s", at);
	CHECK_EQ(zones, 2, "zones");
	free(got);
	got = capture_of(zoneinfo, 1 << 20);
	CHECK(strstr(got, " high=3 free=9 reserve="), "%s", got);
	free(got);
}

/* More of a machine than is kept: the first MiB of it, and how many lines were left out. */
static void long_machine(void)
{
	const size_t lines = 40000;
	char *text = malloc(lines * 32), *got, *end;
	size_t n = 0, len = 0;

	for (size_t i = 0; i < lines; i++)
		len += (size_t)sprintf(text + len, "nr_of_some_counter %zu\n", 100000 + i);
	give_machine(text, 1 << 20);
	got = capture_of(PERF_LINE, 1 << 20);
	for (const char *at = got; (at = strstr(at, "\nstat ts=0 value=")); at++)
		n++;
	end = strstr(got, "left_out\":");
	CHECK(n > 16000 && n < lines && end && strtoul(end + 10, NULL, 10) == lines - n, "%zu lines, %s", n, end);
	CHECK(strstr(got, PERF_EVENT), "the event is gone");
	free(got);
	free(text);
}

SUITE(capture)
{
	static const struct test tests[] = {
		{"capture: observations from stock tracepoints", derived},
		{"capture: kswapd, whose wake-up is not in the text", awake_before},
		{"capture: direct reclaim, of the node it began on", direct},
		{"capture: the tracer's own kinds as they are", passed_on},
		{"capture: texts longer than the buffer", long_texts},
		{"capture: what files of /proc say of the machine stands behind the head, once", machine},
		{"capture: zones of a machine and of the text have the same fields", two_machines},
		{"capture: a machine of more lines than are kept", long_machine},
	};

	RUN(tests);
}
