/* SPDX-License-Identifier: Apache-2.0 */
/* Measures: of logs made by hand, by hand; of every bundled capture, that parts make up the whole. */
#include <math.h>

#include "asif.h"
#include "captures.h"
#include "suite.h"
#include "host.h"
#include "measures/measures.h"

static struct mms_measured row[MMS_MEASURED_MAX];
static s32 rows;

static struct mms_event made[400];
static u32 n_made;

static struct mms_event *make(enum mms_kind_id kind)
{
	struct mms_event *e = &made[n_made++];

	memset(e, 0, sizeof(*e));
	e->kind = (u8)kind;
	return e;
}

static void measure(void)
{
	struct mms_log log = {.event = made, .count = n_made};

	rows = mms_measure_log(&log, 0, UINT32_MAX, &mms_session()->arena, row);
	n_made = 0;
}

/* The value of a measure as it is written; "unknown". */
static const char *value(u32 measure, u32 part)
{
	for (s32 i = 0; i < rows; i++)
		if (row[i].measure == measure && row[i].part == part)
			return row[i].text;
	return "unknown";
}

static void is(u32 measure, u32 part, const char *expected)
{
	CHECK(!strcmp(value(measure, part), expected), "measure %u of %u is %s, not %s", measure, part, value(measure, part),
	      expected);
}

static void by_hand(void)
{
	static const u16 sectors[] = {320, 320, 317};

	for (u32 i = 0; i < 3; i++) {
		struct mms_event *e = make(MMS_KIND_block_rq);

		e->block_rq.sectors = sectors[i];
		e->block_rq.segments = 40;
		e->block_rq.rwbs[0] = i < 3 ? 'R' : 'W';
	}
	make(MMS_KIND_block_rq)->block_rq.rwbs[0] = 'W';
	for (u32 i = 0; i < 100; i++)
		make(MMS_KIND_swap_in_done)->swap_in_done.lat = (100 - i) * 1000;
	make(MMS_KIND_swap_in_done)->swap_in_done.status = -5; /* a read that failed has no time */
	measure();
	is(MMS_measure_sectors, 0, "319");
	is(MMS_measure_segments, 0, "40");
	is(MMS_measure_requests, 0, "3");
	is(MMS_measure_latency_p50, 0, "50");
	is(MMS_measure_latency_p99, 0, "99");
	is(MMS_measure_home, 0, "unknown");
	is(MMS_measure_cpu, 0, "unknown");
}

static void ratios(void)
{
	static const struct { u32 hits, all; const char *text; } by[] = {
		{1, 3, "33.333333"}, {2, 3, "66.666667"}, {1, 8, "12.5"}, {0, 7, "0"}, {7, 7, "100"}, {1, 300, "0.333333"},
	};

	for (u32 k = 0; k < MMS_COUNT(by); k++) {
		for (u32 i = 0; i < by[k].all; i++)
			make(MMS_KIND_swap_in)->swap_in.how = i < by[k].hits ? MMS_swap_how_poll : MMS_swap_how_interrupt;
		measure();
		is(MMS_measure_polled, 0, by[k].text);
	}
}

/* Rows of two tasks are counted apart. */
static void in_a_row(void)
{
	for (u32 i = 0; i < 12; i++) {
		struct mms_event *e = make(MMS_KIND_interleave);

		e->pid = (s32)(1 + i % 2);
		e->interleave.nid = (s16)(i / 6);
	}
	measure();
	is(MMS_measure_row, 0, "3");
	is(MMS_measure_node_share, 0, "50");
	is(MMS_measure_node_share, 1, "50");
}

static void slots(void)
{
	struct mms_event *e;

	for (s16 type = 0; type < 3; type++) {
		e = make(MMS_KIND_swap_list);
		e->swap_list.type = type;
		e->swap_list.node_id = type;
	}
	for (u32 i = 0; i < 4; i++) {
		e = make(MMS_KIND_swap_select);
		e->swap_select.type = (s16)(i == 3 ? -1 : (s16)(i % 2));
		e->swap_select.ret = i == 3 ? 0 : 64;
		e->swap_select.visits = 2;
	}
	measure();
	is(MMS_measure_decisions, 0, "4");
	is(MMS_measure_empty, 0, "25");
	is(MMS_measure_tries, 0, "2");
	is(MMS_measure_home, 0, "66.666667");
	is(MMS_measure_device_share, 1, "33.333333");
	is(MMS_measure_device_share, 2, "0"); /* it is there, and gave nothing */
}

static void is_spread(const struct mms_spread *s, u32 spread, u32 part, const char *const text[4])
{
	CHECK(s->spread == spread && s->part == part, "spread %u of %u, not %u of %u", s->spread, s->part, spread, part);
	CHECK(!strcmp(s->p50, text[0]) && !strcmp(s->p90, text[1]) && !strcmp(s->p99, text[2]) && !strcmp(s->max, text[3]),
	      "spread %u: %s %s %s %s", spread, s->p50, s->p90, s->p99, s->max);
}

/* What nodes and devices there are is known in the second half, which counts its own events alone. */
static void parts_of_a_log(void)
{
	static struct mms_spread spread[MMS_SPREAD_MAX];
	struct mms_arena *arena = &mms_session()->arena;
	struct mms_log log = {.event = made};
	struct mms_event *e = make(MMS_KIND_swap_list);
	u32 first;

	e->swap_list.node_id = 1;
	for (u32 i = 0; i < 4; i++) {
		e = make(MMS_KIND_swap_select);
		e->swap_select.ret = 1;
		e->swap_select.nid = (s16)(i / 2);
		e->swap_select.visits = (u8)(1 + i);
	}
	first = n_made - 2;
	for (u32 i = 0; i < 200; i++)
		make(MMS_KIND_swap_in_done)->swap_in_done.lat = (200 - i) * 10;
	e = make(MMS_KIND_zone_age);
	e->zone_age.zone = 9;
	e->zone_age.age[0] = 1;
	e->zone_age.age[4] = 9;
	e->zone_age.age[5] = 90;
	log.count = n_made;
	n_made = 0;
	rows = mms_measure_log(&log, first, UINT32_MAX, arena, row);
	is(MMS_measure_decisions, 0, "2");
	is(MMS_measure_home, 0, "100");
	is(MMS_measure_tries, 0, "3.5");
	rows = mms_measure_log(&log, 0, first, arena, row);
	is(MMS_measure_home, 0, "0");
	is(MMS_measure_latency_p50, 0, "unknown");
	rows = mms_spread_log(&log, first, UINT32_MAX, arena, spread);
	CHECK(rows == 3, "%d spreads", rows);
	is_spread(&spread[0], MMS_spread_latency, 0, (const char *const[]){"1", "1.8", "1.98", "2"});
	is_spread(&spread[1], MMS_spread_tries, 0, (const char *const[]){"3", "4", "4", "4"});
	is_spread(&spread[2], MMS_spread_age, 9, (const char *const[]){"20", "20", "20", "20"});
	CHECK(spread[0].of == 200 && spread[2].of == 100, "of %llu", (unsigned long long)spread[0].of);
	CHECK(mms_spread_log(&log, log.count, UINT32_MAX, arena, spread) == 0, "no values, no spreads");
}

static u64 captures;

static void look(const char *path, const char *text, size_t len)
{
	static const u8 shares[] = {MMS_measure_device_share, MMS_measure_zone_share, MMS_measure_node_share};

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	rows = mms_measure_log(&mms_session()->now.log, 0, UINT32_MAX, &mms_session()->arena, row);
	CHECK(rows >= 0, "%s: no memory", path);
	for (u32 k = 0; k < MMS_COUNT(shares); k++) {
		double sum = 0;
		bool some = false;

		for (s32 i = 0; i < rows; i++)
			if (row[i].measure == shares[k]) {
				sum += atof(row[i].text);
				some = true;
			}
		CHECK(!some || fabs(sum - 100) < 0.001, "%s: shares of measure %u sum up to %f", path, shares[k], sum);
	}
	for (s32 i = 1; i < rows; i++)
		CHECK(row[i].measure > row[i - 1].measure || (row[i].measure == row[i - 1].measure && row[i].part > row[i - 1].part),
		      "%s: row %d is out of order", path, i);
	captures += rows > 0;
}

static void sums(void)
{
	captures = 0;
	every_capture(look);
	CHECK(captures > share_of(40, 8), "%llu captures only", (unsigned long long)captures);
	note("%llu captures", (unsigned long long)captures);
}

static u64 asked;

/* One run as if on the session's capture: the rows it comes to. */
static s32 asif_rows(bool keep, struct mms_measured *out)
{
	s32 status = mms_model_keep(keep), n;

	status = status < 0 ? status : mms_asif_begin(0);
	while (status >= 0 && (status = mms_model_run(1000)) == MMS_status_more)
		continue;
	CHECK(status == MMS_status_ok, "%s", host_error());
	CHECK(!mms_event_count() == !keep, "%u events are kept", mms_event_count());
	n = mms_measure();
	memcpy(out, host_at(mms_measured()), (size_t)MMS_MAX(n, 0) * sizeof(*out));
	return n;
}

static void look_asif(const char *path, const char *text, size_t len)
{
	static const struct { enum mms_machine_id machine; const char *name; long long value; } by[] = {
		{MMS_machine_swap, "rule", MMS_rule_global}, {MMS_machine_zones, "zone_alloc_policy", MMS_zone_policy_fair},
		{MMS_machine_interleave, "granularity", 4}, {MMS_machine_swap_in, "swap_poll", MMS_swap_poll_hybrid},
	};
	static struct mms_measured kept[2][MMS_MEASURED_MAX], unkept[MMS_MEASURED_MAX];

	for (u32 i = 0; i < MMS_COUNT(by); i++) {
		s32 n, again;

		if (host_asif_begin(text, len, by[i].machine, by[i].name, by[i].value, false) < 0)
			continue;
		while (mms_model_run(1000) == MMS_status_more)
			continue;
		n = asif_rows(true, kept[0]);
		CHECK_EQ(asif_rows(false, unkept), n, "rows");
		again = asif_rows(true, kept[1]);
		CHECK(again == n && !memcmp(kept[0], unkept, (size_t)n * sizeof(kept[0][0])) &&
		      !memcmp(kept[0], kept[1], (size_t)n * sizeof(kept[0][0])), "%s, %s: other measures", path, by[i].name);
		asked++;
	}
}

static void unkept_asif(void)
{
	asked = 0;
	every_capture(look_asif);
	CHECK(asked > share_of(40, 8), "%llu captures only", (unsigned long long)asked);
	note("%llu times", (unsigned long long)asked);
}

SUITE(measures)
{
	static const struct test tests[] = {
		{"measures: requests and latencies by hand; what failed has no latency", by_hand},
		{"measures: ratios are written with six decimals at most, rounded", ratios},
		{"measures: rows of pages, task by task", in_a_row},
		{"measures: slots at home, and a device that gave none", slots},
		{"measures: a part of a log, and how its values are spread", parts_of_a_log},
		{"measures: in every bundled capture shares sum up to the whole", sums},
		{"measures: a capture as if comes to the same measures where no events are kept", unkept_asif},
	};

	RUN(tests);
}
