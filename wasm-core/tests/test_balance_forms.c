/* SPDX-License-Identifier: Apache-2.0 */
/* What a record says twice, what an older one or another tool's has not, and what its manifests may be. */
#include "suite.h"
#include "fixture_balances.h"
#include "host.h"

static void no_lists(void)
{
	for (u32 i = 0; i < balance_log()->count; i++)
		if (balance_log()->event[i].kind == MMS_KIND_zonelist)
			balance_log()->event[i].kind = MMS_KIND_lost;
}

/* The node that is near comes last. */
static void turn_list(struct mms_ev_zonelist *e)
{
	u8 last = e->zone[e->n - 1];

	memmove(e->zone + 1, e->zone, e->n - 1u);
	e->zone[0] = last;
}

/* Each account holds, a lie just outside is noticed, and it is not told in an older capture. */
#define LATER(M) \
	M(marks_again, (void)n, first(MMS_KIND_mark)->mark.text[0] ^= 1) \
	M(marks_again, (void)n, last(MMS_KIND_mark)->kind = MMS_KIND_lost) \
	M(stats_again, (void)n, stat_of("vmstat/pgalloc_dma")->stat.text[0] ^= 1) \
	M(stats_again, (void)n, stat_of("vmstat/pgalloc_dma")->stat.value++) \
	M(stats_again, (void)n, stat_of("vmstat/pgalloc_dma")->kind = MMS_KIND_lost) \
	M(counted, (void)n, last(MMS_KIND_zone_select)->cpu ^= 1) \
	M(counted, (void)n, last(MMS_KIND_zone_select)->pid++) \
	M(counted, (void)n, last(MMS_KIND_zone_batch)->comm[0] ^= 1) \
	M(counted, (void)n, last(MMS_KIND_zone_select)->kind = MMS_KIND_lost) \
	M(free_pages, first(MMS_KIND_zone)->zone.free += (u64)n) \
	M(zone_frames, (void)n, last(MMS_KIND_zone_select)->zone_select.pfn = 4095) \
	M(zonelist_lines, (void)n, first(MMS_KIND_zonelist)->kind = MMS_KIND_lost) \
	M(zonelist_lines, (void)n, first(MMS_KIND_zonelist)->zonelist.n--) \
	M(zonelist_lines, (void)n, turn_list(&last(MMS_KIND_zonelist)->zonelist)) \
	M(zonelist_lines, (void)n, no_lists()) \
	M(reserves, first(MMS_KIND_zone)->zone.reserve[3] += (u32)n) \
	M(reserves, (void)n, last(MMS_KIND_zone)->zone.reserve[3]++) \
	M(hidden, (void)n, first(MMS_KIND_zone_hidden)->zone_hidden.pages++) \
	M(hidden, (void)n, last(MMS_KIND_zone_hidden)->zone_hidden.zone ^= 3) \
	M(hidden, (void)n, last(MMS_KIND_zone_hidden)->kind = MMS_KIND_lost)

static void later_forms(void)
{
	static const char *const names_of[] = {"marks", "stats", "tasks", "free", "zone_frames", "zonelists", "vm.lowmem_reserve_ratio",
					       "hidden", "hidden_left", "witnesses"};
	struct mms_balance was = {0};
	char *text;
	size_t len;

#define M(name, ...) \
	text = host_capture("zones-fair", &len); \
	CHECK(host_read(text, len, 0) == 0, "%s", host_error()); \
	CHECK(has_account(MMS_BALANCE_##name, &was) && was.state == MMS_balance_holds, "%s: %llu and %llu", #name, \
	      (unsigned long long)was.left, (unsigned long long)was.right); \
	{ \
		s64 n = (s64)(was.slack + was.right - was.left) + 1; \
		__VA_ARGS__; \
	} \
	CHECK(balance_is_off(MMS_BALANCE_##name), "a lie about %s is not noticed", #name); \
	for (unsigned k = 0; k < MMS_COUNT(names_of); k++) \
		text_forget(text, len, names_of[k]); \
	CHECK(host_read(text, len, 0) == 0, "%s", host_error()); \
	CHECK(has_account(MMS_BALANCE_##name, &was) && was.state == MMS_balance_unknown, "%s of an older capture", #name); \
	free(text);
	LATER(M)
#undef M
}

/* What a manifest leaves out is not told: it does not take an account away. */
static void left_out(void)
{
	static const struct {
		const char *capture, *name;
		unsigned id;
	} rows[] = {
		{"swap-in-poll", "swaps", MMS_BALANCE_queues},
		{"swap-in-poll", "settings", MMS_BALANCE_queues},
		{"swap-in-poll", "vmstat", MMS_BALANCE_beyond},
		{"swap-in-poll", "vmstat", MMS_BALANCE_ahead},
		{"swap-in-cluster", "swaps", MMS_BALANCE_places},
		{"interleave-weighted", "settings", MMS_BALANCE_weights},
		{"swap-in-poll", "duration_ns", MMS_BALANCE_clock},
		{"two-nodes-node", "disk_nodes", MMS_BALANCE_disk_nodes},
	};
	struct mms_balance was = {0};

	for (unsigned i = 0; i < MMS_COUNT(rows); i++) {
		size_t len;
		char *text;

		text = host_capture(rows[i].capture, &len);
		text_forget(text, len, rows[i].name);
		CHECK(host_read(text, len, 0) == 0, "%s", host_error());
		CHECK(has_account(rows[i].id, &was) && was.state == MMS_balance_unknown, "%s without %s", balance_names[rows[i].id], rows[i].name);
		free(text);
	}
}

/* The workload goes on when the capture has ended, or the capture is said to be shorter than it is. */
static void later_mark(void)
{
	struct mms_balance was = {0};
	size_t len;
	char *text = host_capture("zones-fair", &len);

	for (unsigned late = 0; late < 2; late++) {
		CHECK(host_read(text, len, 0) == 0, "%s", host_error());
		last(MMS_KIND_mark)->ts += late * 2000000000ull;
		CHECK(has_account(MMS_BALANCE_clock, &was), "no clock");
		CHECK_EQ(was.state, late ? MMS_balance_unknown : MMS_balance_holds, "the clock with a late mark");
	}
	free(text);
}

/* Behind a mark a workload may have set a switch that no decision reads any more. */
static void later_phases(void)
{
	const struct mms_balance *row;
	size_t len;
	char *text = host_capture("two-nodes-node", &len);
	unsigned settings = 0;
	int n;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	last(MMS_KIND_swap_select)->swap_select.mode++;
	for (int phase = 0; phase < 2; phase++) {
		balance_log()->event[balance_log()->count - 1].kind = phase ? MMS_KIND_mark : MMS_KIND_lost;
		row = balance_rows(&n);
		for (int i = 0; i < n; i++) {
			if (row[i].balance != MMS_BALANCE_settings || row[i].part != 0)
				continue;
			settings++;
			CHECK_EQ(row[i].state, phase ? MMS_balance_unknown : MMS_balance_off, "a switch, and a mark behind it");
		}
	}
	CHECK_EQ(settings, 2u, "accounts of the switch");
	free(text);
}

static bool is_added(const struct mms_event *e)
{
	return e->kind == MMS_KIND_swap_list && e->swap_list.op == MMS_list_op_add && e->swap_list.reason == MMS_list_reason_swapon;
}

/* A device follows a switch of the rule only where the switch comes before it. */
static void no_switch(void)
{
	size_t len;
	char *text = host_capture("four-nodes-node", &len);

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	balance_event(is_added)->swap_list.reason = MMS_list_reason_mode;
	CHECK(balance_is_off(MMS_BALANCE_least), "a swapon that is told as a switch of the rule is not noticed");
	free(text);
}

static bool is_woken(const struct mms_event *e)
{
	return e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.verdict == MMS_wake_verdict_woken;
}

/* When its short wait is over kswapd stays on the queue until it runs, and who asks meanwhile wakes it once more. */
static void repeated_wakes(void)
{
	size_t len;
	char *text = host_capture("wake-high", &len);
	u64 counted[3];
	u32 begins;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	/* the first that the capture has the beginning of is a short one */
	begins = (u32)(first(MMS_KIND_kswapd_wait) - balance_log()->event);
	while (balance_log()->event[begins].kind != MMS_KIND_kswapd_wait || !balance_log()->event[begins].kswapd_wait.waiting)
		begins++;
	for (u32 k = 1; k < 3; k++) {
		balance_log()->event[begins + k] = *balance_event(is_woken);
		balance_log()->event[begins + k].kswapd_wake.nid = balance_log()->event[begins].kswapd_wait.nid;
		balance_log()->event[begins + k].ts = balance_log()->event[begins].ts + 1000;
	}
	for (u32 k = 0; k < 3; k++) {
		balance_log()->event[begins + 2].ts = balance_log()->event[begins].ts + 99999999 + k;
		counted[k] = account(MMS_BALANCE_waits, balance_log()->event[begins].kswapd_wait.nid).left;
	}
	CHECK(counted[0] == counted[1] + 1 && counted[1] == counted[2], "wake-ups %llu, %llu, %llu", (unsigned long long)counted[0],
	      (unsigned long long)counted[1], (unsigned long long)counted[2]);
	free(text);
}

/* Nothing is said of what has no such lines. */
static void models_have_none(void)
{
	int n;

	host_reset();
	CHECK(host_run(1000) == 0, "%s", host_error());
	balance_rows(&n);
	CHECK_EQ(n, 0, "accounts of a model");
}

/* A device that was on before the capture has a line in /proc/swaps, and no event has its number: the others' lines are behind it. */
static void device_on_before(void)
{
#define LINE(name, size) "/dev/" name "\\tpartition\\t" size "\\t\\t0\\t\\t-2\\n"
	static const char head[] = "Filename\\tType\\tSize\\tUsed\\tPriority\\n";
	static const struct {
		const char *before, *after;
		unsigned state;
	} rows[] = {
		{"", LINE("vdb", "396"), MMS_balance_holds},
		{"", LINE("vdb", "400"), MMS_balance_off},
		{"", LINE("vda", "800") LINE("vdb", "396"), MMS_balance_off},
		{LINE("vda", "800"), LINE("vda", "800") LINE("vdb", "396"), MMS_balance_unknown},
		{LINE("vda", "800"), LINE("vdb", "396"), MMS_balance_holds},
		{LINE("vda", "800"), "", MMS_balance_off},
	};
	struct mms_balance was = {0};

	for (unsigned i = 0; i < MMS_COUNT(rows); i++) {
		char text[2048];
		int len = snprintf(text, sizeof(text),
				   "mmscope-capture 1\nmanifest {\"probes\":[\"swap\"],\"page_size\":4096,\"swaps\":\"%s%s\"}\n"
				   "swap_list ts=5 cpu=0 pid=1 seq=1 op=0 reason=0 list=0 type=1 prio=-2 node_id=0 mode=1 least=-2 "
				   "pages=99 used=0 list_prio=2,7fff7fff7fff7fff,7fff7fff7fff7fff,7fff7fff7fff7fff name=vdb comm=b\n"
				   "end events=1 lost=0 manifest={\"swaps\":\"%s%s\"}\n",
				   head, rows[i].before, head, rows[i].after);

		CHECK(host_read(text, (size_t)len, 0) == 0, "%s", host_error());
		if (rows[i].state == MMS_balance_unknown)
			CHECK(has_account(MMS_BALANCE_swaps, &was) && was.state == rows[i].state, "row %u: whose line it is", i);
		else
			CHECK(has_account(MMS_BALANCE_sizes, &was) && was.state == rows[i].state, "row %u: %llu and %llu pages", i,
			      (unsigned long long)was.left, (unsigned long long)was.right);
	}
#undef LINE
}

/* The accounts of a capture whose manifest, or last line, is something else. */
static void other_manifests(void)
{
	static const char *const start[] = {"{}", "{\"probes\":[]}", "{\"probes\":[", "[]", "{\"probes\":1,\"nodes\":[{\"nid\":0,\"cpus\":[", "\"\\"};
	static const char *const end[] = {"{}", "{\"swaps\":\"\\", "{\"vmstat\":{\"pswpout\":99999999999999999999999}}", "{\"swaps\":\"\\n\\t\\t1\"}"};

	for (unsigned i = 0; i < MMS_COUNT(start); i++)
		for (unsigned k = 0; k < MMS_COUNT(end); k++) {
			static const char lines[] = "swap_list ts=5 cpu=0 pid=1 seq=1 op=0 reason=0 list=-1 type=0 prio=-2 node_id=0 "
						    "mode=0 least=-2 pages=99 used=0 list_prio=1,7fff7fff7fff7fff,7fff7fff7fff7fff,"
						    "7fff7fff7fff7fff name=a comm=b\n";
			char text[1024];
			int n, len = snprintf(text, sizeof(text), "mmscope-capture 1\nmanifest %s\n%send events=1 lost=0 manifest=%s\n",
					      start[i], lines, end[k]);

			if (host_read(text, (size_t)len, 0) == 0)
				balance_rows(&n);
		}
}

/* A node without CPUs is not preferred by lists that were made at boot, when no CPU is up, and is by those made again. */
static void node_without_cpus(void)
{
	size_t len;
	char *text = host_capture("zones-four-nodes", &len);
	u8 *zone;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	for (u32 i = 0; i < balance_log()->count; i++)
		if (balance_log()->event[i].kind == MMS_KIND_node && balance_log()->event[i].node.nid == 3)
			balance_log()->event[i].node.cpus = 0;
	CHECK(!balance_is_off(MMS_BALANCE_zonelists), "a list made at boot is off");
	zone = first(MMS_KIND_zonelist)->zonelist.zone;
	CHECK(zone[3] / 8 == 1 && zone[5] / 8 == 3, "it has zones %u and %u", zone[3], zone[5]);
	zone[5] = zone[4];
	zone[4] = zone[3];
	zone[3] = 3 * 8 + 2;
	CHECK(!balance_is_off(MMS_BALANCE_zonelists), "a list made again is off");
	turn_list(&first(MMS_KIND_zonelist)->zonelist);
	CHECK(balance_is_off(MMS_BALANCE_zonelists), "a list of neither is not off");
	free(text);
}

/* The first read that is complete as `interrupt` says, left out of the record. */
static void lose_read(bool interrupt)
{
	for (u32 i = 0; i < balance_log()->count; i++) {
		struct mms_event *e = &balance_log()->event[i];

		if (e->kind == MMS_KIND_swap_in_done && (e->swap_in_done.how == MMS_swap_how_interrupt) == interrupt) {
			e->kind = MMS_KIND_mark;
			return;
		}
	}
	abort();
}

/* A probe does not run in an interrupt that comes while another one runs: so many reads may have no end. */
static void missed_reads(void)
{
	static const char *const said[] = {"", "\"missed\":0,", "\"missed\":1,"};
	static const u8 state[] = {MMS_balance_unknown, MMS_balance_off, MMS_balance_holds};

	for (unsigned i = 0; i < MMS_COUNT(said); i++) {
		size_t len;
		char *text = host_capture("swap-in-interrupt", &len);

		text_forget(text, len, "missed");
		text = text_insert(text, &len, " manifest={", said[i]);
		CHECK(host_read(text, len, 0) == 0, "%s", host_error());
		CHECK(account(MMS_BALANCE_ended, -1).state == MMS_balance_holds, "no read is missing");
		lose_read(true);
		struct mms_balance found;
		CHECK(has_account(MMS_BALANCE_ended, &found) && found.state == state[i], "%s: it is %u", said[i], found.state);
		lose_read(true);
		CHECK(has_account(MMS_BALANCE_ended, &found) && found.state == (i ? MMS_balance_off : state[i]), "%s: two reads: it is %u",
		      said[i], found.state);
		free(text);
	}
}

/* Of a polled read the task itself tells, which no probe of another keeps from it. */
static void polled_reads(void)
{
	size_t len;
	char *text = text_insert(host_capture("swap-in-poll", &len), &len, " manifest={", "\"missed\":9,");

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	lose_read(false);
	CHECK(balance_is_off(MMS_BALANCE_ended), "a polled read may be missing");
	free(text);
}

/* Another task's poll completes a read before it is to sleep. */
static void read_before_sleep(void)
{
	size_t len;
	char *text = host_capture("swap-in-hybrid", &len);
	struct mms_ev_swap_in_done *done = NULL;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	for (u32 i = 0; i < balance_log()->count && (!done || !done->slept); i++)
		if (balance_log()->event[i].kind == MMS_KIND_swap_in_done)
			done = &balance_log()->event[i].swap_in_done;
	done->slept = done->polls = done->yields = 0;
	CHECK(!balance_is_off(MMS_BALANCE_slept), "a read that is complete before it sleeps is off");
	done->polls = 1;
	CHECK(balance_is_off(MMS_BALANCE_slept), "a read that polls without its sleep is not off");
	free(text);
}

/* One event tells the zone of a frame and another the node of one beside it. */
static void zones_and_nodes(void)
{
	size_t len;
	char *text = host_capture("interleave-1", &len);
	struct mms_event *page, *walk;
	u16 nid;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	page = first(MMS_KIND_interleave_page);
	walk = last(MMS_KIND_interleave);
	nid = (u16)page->interleave_page.page_nid;
	walk->kind = MMS_KIND_zone_select;
	walk->zone_select = (struct mms_ev_zone_select){.zone = (s16)(nid * 8 + 1), .pfn = page->interleave_page.pfn ^ 1};
	CHECK(!balance_is_off(MMS_BALANCE_frames), "a zone of the node is off");
	walk->zone_select.zone = (s16)((nid ^ 1) * 8 + 1);
	CHECK(balance_is_off(MMS_BALANCE_frames), "a zone of another node is not off");
	free(text);
}

SUITE(balance_forms)
{
	static const struct test tests[] = {
		{"balances: what the tracer says twice, and where zones are", later_forms},
		{"balances: what a manifest leaves out is not told", left_out},
		{"balances: a mark behind the end", later_mark},
		{"balances: a switch behind a mark is no evidence", later_phases},
		{"balances: a device follows a switch of the rule", no_switch},
		{"balances: who wakes kswapd once more behind a short wait does not count", repeated_wakes},
		{"balances: a model's run has none", models_have_none},
		{"balances: a device that was on before the capture", device_on_before},
		{"balances: whatever the manifests say", other_manifests},
		{"balances: a node without CPUs", node_without_cpus},
		{"balances: page frames by zone and by node", zones_and_nodes},
		{"balances: reads whose end no probe recorded", missed_reads},
		{"balances: each polled read has an end", polled_reads},
		{"balances: a read that is complete before its sleep", read_before_sleep},
	};

	RUN(tests);
}
