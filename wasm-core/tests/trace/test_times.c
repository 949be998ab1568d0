/* SPDX-License-Identifier: Apache-2.0 */
/* Events whose line has no time, among others and alone. */
#include "host.h"

#define SLEEP "vmscan:mm_vmscan_kswapd_sleep: nid=1"
#define WAKE "vmscan:mm_vmscan_kswapd_wake: nid=1 order=0"

/* They have that of the event before them, of whatever kind; those before the first time have that one. */
static void among_others(void)
{
	static const char text[] = "kswapd1 73 [000] " SLEEP "\n"
				   "LOST 5 events!\n"
				   "LOST 6 events!\n"
				   "kswapd1 73 [000] my:own_event: a=1\n"
				   "kswapd1 73 [000] 9.000000500: " WAKE "\n"
				   "kswapd1 73 [000] " SLEEP "\n"
				   "kswapd1 73 [000] 9.000000700: my:own_event: a=1\n"
				   "kswapd1 73 [000] " WAKE "\n"
				   "LOST 7 events!\n"
				   "kswapd1 73 [000] " SLEEP "\n";

	for (size_t chunk = 1; chunk < 100; chunk += 33) {
		struct host_text r = read_trace(text, strlen(text), chunk);

		CHECK(!strcmp(r.rows, "mm_vmscan_kswapd_sleep 9000000500 0 73 kswapd1 1 nid=1\n"
				      "lost 9000000500 65535 -2147483648  2 seq=18446744073709551615 n=5\n"
				      "lost 9000000500 65535 -2147483648  3 seq=18446744073709551615 n=6\n"
				      "other_event 9000000500 0 73 kswapd1 4 name=my:own_event text=a=1\n"
				      "mm_vmscan_kswapd_wake 9000000500 0 73 kswapd1 5 nid=1 order=0\n"
				      "mm_vmscan_kswapd_sleep 9000000500 0 73 kswapd1 6 nid=1\n"
				      "other_event 9000000700 0 73 kswapd1 7 name=my:own_event text=a=1\n"
				      "mm_vmscan_kswapd_wake 9000000700 0 73 kswapd1 8 nid=1 order=0\n"
				      "lost 9000000700 65535 -2147483648  9 seq=18446744073709551615 n=7\n"
				      "mm_vmscan_kswapd_sleep 9000000700 0 73 kswapd1 10 nid=1\n"), "%s", r.rows);
		CHECK_EQ(r.report.untimed, 5, "events without a time");
		CHECK_EQ(r.report.ts_first, 9000000500, "the earliest time");
		CHECK_EQ(r.report.ts_last, 9000000700, "the latest time");
		CHECK_EQ(r.report.clock, MMS_trace_clock_mono, "clock");
		CHECK_EQ(r.report.sorted, 1, "sorted");
		host_text_free(&r);
	}
}

/* No line of `untimed` has a time; then comes one that has. */
static struct host_text late(unsigned untimed)
{
	char *text = malloc((untimed + 2) * 100), *to = text;
	struct host_text r;

	for (unsigned i = 0; i < untimed; i++)
		to += sprintf(to, "kswapd1 73 [000] " SLEEP "\n");
	to += sprintf(to, "kswapd1 73 [000] 9.000000500: " SLEEP "\nkswapd1 73 [000] " SLEEP "\n");
	r = read_trace(text, (size_t)(to - text), 0);
	free(text);
	return r;
}

/* Rows that the host has keep the numbers of their lines, and then all do. */
static void too_late(void)
{
	struct host_text r = late(MMS_TRACE_ROWS - 1);

	CHECK_EQ(r.report.clock, MMS_trace_clock_mono, "clock");
	CHECK_EQ(r.report.ts_first, 9000000500, "the earliest time");
	CHECK_EQ(r.report.untimed, MMS_TRACE_ROWS, "events without a time");
	host_text_free(&r);
	r = late(MMS_TRACE_ROWS);
	CHECK_EQ(r.report.clock, MMS_trace_clock_none, "clock");
	CHECK_EQ(r.report.ts_first, 1, "the first line");
	CHECK_EQ(r.report.ts_last, MMS_TRACE_ROWS + 2, "the last line");
	CHECK_EQ(r.report.untimed, MMS_TRACE_ROWS + 1, "events without a time");
	CHECK_EQ(r.report.sorted, 1, "sorted");
	host_text_free(&r);
}

SUITE(times)
{
	static const struct test tests[] = {
		{"times: events without one among others", among_others},
		{"times: the first one comes late, or too late", too_late},
	};

	RUN(tests);
}
