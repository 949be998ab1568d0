/* SPDX-License-Identifier: Apache-2.0 */
/* A record against itself: every bundled capture balances, and a lie just outside the slack of each balance is noticed. What files lack: test_balance_forms.c. */
#include "suite.h"
#include "captures.h"
#include "fixture_balances.h"
#include "host.h"
#include "policy/zone_flags.h"
#include "tables/tables.h"

static unsigned accounts, unknown, balanced[MMS_COUNT(((struct mms_session *)0)->now.balance)];

static void balances(const char *path, const char *text, size_t len)
{
	const struct mms_balance *row;
	int n;

	CHECK(host_read(text, len, 0) == 0, "%s: %s", path, host_error());
	row = balance_rows(&n);
	CHECK(n > 8, "%s has %d accounts", path, n);
	for (int i = 0; i < n; i++) {
		CHECK(row[i].state != MMS_balance_off, "%s: %s, part %u: %llu and %llu, more than %llu apart", path, balance_names[row[i].balance],
		      row[i].part, (unsigned long long)row[i].left, (unsigned long long)row[i].right,
		      (unsigned long long)row[i].slack);
		accounts++;
		unknown += row[i].state == MMS_balance_unknown;
		balanced[row[i].balance] += row[i].state == MMS_balance_holds;
	}
}

static void captures_balance(void)
{
	accounts = unknown = 0;
	every_capture(balances);
	note("%u accounts, %u of them unknown", accounts, unknown);
}

/* The same counter, the time before. */
static struct mms_event *time_before(struct mms_event *e)
{
	const char *text = e->stat.text;

	while (e-- > balance_log()->event)
		if (e->kind == MMS_KIND_stat && !strcmp(e->stat.text, text))
			return e;
	abort();
}

/* A number of a manifest, the one behind `key` at its last place, `by` more; as many digits as before. */
static void add_to(const char *key, s64 by)
{
	const struct mms_report *report = host_report();
	char *text = host_at(report->end_at), *at = NULL, digits[32];
	size_t n, len = strlen(key);

	for (u32 i = 0; i + len < report->end_len; i++)
		if (!memcmp(text + i, key, len))
			at = text + i + len;
	if (!at)
		abort();
	n = strspn(at, "0123456789");
	snprintf(digits, sizeof(digits), "%0*llu", (int)n, strtoull(at, NULL, 10) + (unsigned long long)by);
	CHECK(strlen(digits) == n, "%s has more digits", digits);
	memcpy(at, digits, n);
}

/* What follows a key of a manifest has another first byte. */
static void put_in(u32 manifest_at, u32 manifest_len, const char *key, char byte)
{
	char *text = host_at(manifest_at);
	size_t len = strlen(key);

	for (u32 i = 0; i + len < manifest_len; i++)
		if (!memcmp(text + i, key, len)) {
			text[i + len] = byte;
			return;
		}
	abort();
}

static void put_in_start(const char *key, char byte)
{
	put_in(host_report()->manifest_at, host_report()->manifest_len, key, byte);
}

static void put_in_end(const char *key, char byte)
{
	put_in(host_report()->end_at, host_report()->end_len, key, byte);
}

#define IS(name, condition) \
	static bool name(const struct mms_event *e) \
	{ \
		return condition; \
	}
IS(is_took, e->kind == MMS_KIND_zone_select && e->zone_select.zone >= 0 && e->ts > 14000000000)
IS(is_requeue, e->kind == MMS_KIND_swap_list && e->swap_list.op == MMS_list_op_requeue)
IS(is_swapon, e->kind == MMS_KIND_swap_list && e->swap_list.op == MMS_list_op_add)
IS(is_polled, e->kind == MMS_KIND_swap_in_done && e->swap_in_done.how == MMS_swap_how_hybrid && e->swap_in_done.slept)
IS(is_wake, e->kind == MMS_KIND_kswapd_wake)
IS(is_asked, e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.gfp & MMS_GFP_DIRECT_RECLAIM && !strcmp(e->comm, "reader"))
IS(is_balanced, e->kind == MMS_KIND_kswapd_wake && e->kswapd_wake.verdict == MMS_wake_verdict_balanced)
IS(is_walk, e->kind == MMS_KIND_swap_select && e->swap_select.type == 0)

/* Each lie makes the left sum of its account larger by `n`, or the right one smaller: where they count events, by one. */
#define LIES(L) \
	L(nodes, "two-nodes-node", first(MMS_KIND_node)->node.pages += (u64)n) \
	L(node_cpus, "two-nodes-node", first(MMS_KIND_node)->node.cpus ^= 1 << 9) \
	L(cpus, "two-nodes-node", last(MMS_KIND_swap_free)->cpu = 4) \
	L(zonelists, "zones-fair", first(MMS_KIND_zonelist)->zonelist.zone[0] = 10) \
	L(managed, "two-nodes-node", first(MMS_KIND_zone)->zone.managed += (u64)n) \
	L(marks, "two-nodes-node", first(MMS_KIND_zone)->zone.min += (u64)n) \
	L(all_marks, "two-nodes-node", first(MMS_KIND_zone)->zone.min += (u64)n) \
	L(steps, "two-nodes-node", first(MMS_KIND_zone)->zone.high += (u64)n) \
	L(last_marks, "wake-high", last_marks(row->part)->min += (u64)n) \
	L(last_steps, "wake-high", last_marks(row->part)->low += (u64)n) \
	L(lines, "two-nodes-node", first(MMS_KIND_zone)->zone.boost = 1) \
	L(clock, "two-nodes-node", first(MMS_KIND_swap_select)->ts = 1) \
	L(once, "zones-preferred", repeat()) \
	L(order, "two-nodes-node", last(MMS_KIND_swap_free)->ts -= 20000000000) \
	L(names, "interleave-1", first(MMS_KIND_interleave)[1].comm[0] ^= 1) \
	L(tasks, "zones-fair", first(MMS_KIND_zone_select)->comm[0] ^= 1) \
	L(counters, "zones-fair", stat_of("vmstat/pgalloc_dma")->stat.value = 0) \
	L(limits, "interleave-1", first(MMS_KIND_queue_limits)->queue_limits.max_segments++) \
	L(disks, "two-nodes-node", put_in_start("\"zram", 'x')) \
	L(requests, "interleave-1", first(MMS_KIND_block_rq)->block_rq.dev++) \
	L(all_zonelists, "two-nodes-node", first(MMS_KIND_zonelist)->kind = MMS_KIND_mark) \
	L(numbers, "two-nodes-node", mms_session()->now.report.missing = (u64)n) \
	L(passes, "contended", last(MMS_KIND_swap_select)->swap_select.pass++) \
	L(ended, "swap-in-hybrid", first(MMS_KIND_swap_in_done)->kind = MMS_KIND_mark) \
	L(windows, "swap-in-hybrid", last(MMS_KIND_swap_in_done)->swap_in_done.window_n--) \
	L(settings, "two-nodes-node", last(MMS_KIND_swap_select)->swap_select.mode += (u8)n) \
	L(switches, "zones-fair", walk_between()->mode ^= 1) \
	L(slots, "four-nodes-node-nocache", first_free(row->part)->n -= (u32)n) \
	L(used, "four-nodes-node-nocache", first_free(row->part)->used += 64 * 4 + 1) \
	L(course, "four-nodes-node-nocache", free_of(row->part, true)->used++) \
	L(size, "two-nodes-node-nocache", balance_event(is_walk)->swap_select.ret += (u16)n) \
	L(full, "contended", first_full(row->part)->pages += 64 * 4 + 1) \
	L(goals, "two-nodes-node", balance_event(is_walk)->swap_select.goal = 2) \
	L(avail, "two-nodes-node-nocache", first(MMS_KIND_swap_select)->swap_select.avail += 64 * 4 + 1) \
	L(sizes, "two-nodes-node", balance_event(is_swapon)->swap_list.pages += (u64)n) \
	L(disk_names, "two-nodes-node", name_last('x')) \
	L(disk_nodes, "two-nodes-node", balance_event(is_swapon)->swap_list.node_id = (s16)(row->right + (u64)n)) \
	L(swaps, "two-nodes-node", last_free(row->part)->n -= (u32)n) \
	L(swapout, "two-nodes-node", add_to("\"pswpout\":", n)) \
	L(least, "four-nodes-node", first(MMS_KIND_swap_list)->swap_list.least--) \
	L(requeues, "contended", balance_event(is_requeue)->pid++) \
	L(reads, "swap-in-hybrid", first(MMS_KIND_swap_in)->swap_in.order = 0, add_to("\"pswpin\":", -n)) \
	L(hits, "swap-in-cluster", first(MMS_KIND_swap_ra)->swap_ra.hits += (u32)n) \
	L(faults, "swap-in-hybrid", add_to("\"pgmajfault\":", -n)) \
	L(done, "swap-in-hybrid", balance_event(is_polled)->swap_in_done.how = MMS_swap_how_interrupt) \
	L(begun, "swap-in-hybrid", first_read_but_one()->kind = MMS_KIND_lost) \
	L(latency, "swap-in-interrupt", last(MMS_KIND_swap_in_done)->swap_in_done.lat += 1000000000) \
	L(latencies, "swap-in-hybrid", shorten((u32)(n + 1) / 2 + (u32)(row->left - row->right / 2))) \
	L(slept, "swap-in-hybrid", balance_event(is_polled)->swap_in_done.slept = 0) \
	L(zone_pages, "zones-fair", stat_of("vmstat/pgalloc_dma")->stat.value -= (u64)n) \
	L(hits_of_node, "zones-fair", stat_of("node0/zoneinfo/Normal/numa_hit")->stat.value -= (u64)n) \
	L(misses_of_node, "zones-four-nodes", stat_of("node0/numastat/numa_miss")->stat.value -= (u64)n) \
	L(misses, "zones-fair", stat_of("vmstat/pgalloc_normal")->stat.value -= (u64)n) \
	L(free, "zones-fair", *lowest_free(row) -= (s32)n) \
	L(lists, "zones-fair", first(MMS_KIND_zone_select)->zone_select.list = 9) \
	L(zone_passes, "zones-fair", walk_between()->pass++) \
	L(asked, "zones-fair", last_wake(is_asked, ~0u)->gfp ^= 0x1000) \
	L(failures, "wake-high", last_wake(is_wake, row->part)->failures += 1000) \
	L(boosts, "wake-high", last_wake(is_balanced, row->part)->boosted ^= 1) \
	L(batches, "zones-fair", *last_batch(row->part) += 100000) \
	L(unusable, "zones-preferred", first(MMS_KIND_zone_select)->zone_select.visit_unusable[0]++) \
	L(served, "zones-everyone", page_of(row->part)->visit_verdict[0] = MMS_zone_verdict_empty) \
	L(frames, "zones-fair", balance_event(is_took)->zone_select.zone ^= 1) \
	L(waits, "wake-high", wake((u32)n)) \
	L(wait_ends, "wake-high", drop_ends((u32)n)) \
	L(interleaved, "interleave-1", stat_of("node0/numastat/interleave_hit")->stat.value -= (u64)n) \
	L(interleave_done, "interleave-1", first(MMS_KIND_interleave_page)->interleave_page.nid ^= 1) \
	L(probes, "two-nodes-node", first(MMS_KIND_swap_free)->kind = MMS_KIND_block_rq) \
	L(between, "swap-in-poll", stat_of("vmstat/pswpin")->stat.value -= (u64)n) \
	L(beyond, "swap-in-poll", read_before((u32)n)) \
	L(totals, "swap-in-poll", stat_of("vmstat/pswpin")->stat.value += (u64)n) \
	L(ahead, "swap-in-readahead", add_to("\"swap_ra\":", n)) \
	L(read_ahead, "swap-in-cluster", add_to("\"swap_ra\":", -n)) \
	L(places, "swap-in-cluster", first(MMS_KIND_swap_ra)->swap_ra.hi += 638) \
	L(reclaimed, "cache-fair", stat_of("vmstat/pgsteal_kswapd")->stat.value += (u64)n) \
	L(weights, "interleave-weighted", leave_out(MMS_KIND_mark), last_weight(row->part)->g += (u32)n) \
	L(changes, "wake-high", last_marks(row->part)->boost += (u64)n) \
	L(taken, "zones-preferred", *highest_before(row) += (s32)n) \
	L(scanned, "wake-high", stat_of("vmstat/pgscan_kswapd")->stat.value += (u64)n) \
	L(local, "interleave-1", stat_of("node0/numastat/numa_hit")->stat.value += (u64)n) \
	L(foreign, "zones-orders", time_before(stat_of("node0/numastat/numa_miss"))->stat.value += (u64)n) \
	L(queues, "swap-in-no-queues", first(MMS_KIND_swap_in)->swap_in.can_poll = 1) \
	L(interrupts, "swap-in-interrupt", stat_of("interrupts/disk-q4")->stat.value -= (u64)n) \
	L(quickly, "wake-high", stat_of("vmstat/kswapd_low_wmark_hit_quickly")->stat.value += (u64)n)

/* So many reads were decided long before the first mark. */
static void read_before(u32 n)
{
	for (u32 i = 0; i < balance_log()->count && n; i++)
		if (balance_log()->event[i].kind == MMS_KIND_swap_in) {
			balance_log()->event[i].ts = 1;
			n--;
		}
}

static void leave_out(enum mms_kind_id kind)
{
	for (u32 i = 0; i < balance_log()->count; i++)
		if (balance_log()->event[i].kind == kind)
			balance_log()->event[i].kind = MMS_KIND_lost;
}

/* So many reads took no time, of those that took longer than 200 us. */
static void shorten(u32 n)
{
	for (u32 i = 0; i < balance_log()->count && n; i++)
		if (balance_log()->event[i].kind == MMS_KIND_swap_in_done && balance_log()->event[i].swap_in_done.lat > 200000) {
			balance_log()->event[i].swap_in_done.lat = 0;
			n--;
		}
	CHECK(!n, "%u reads more are needed", n);
}

/* Each change of a list says that the device has another priority. */
static void raise_prio(void)
{
	for (u32 i = 0; i < balance_log()->count; i++)
		if (balance_log()->event[i].kind == MMS_KIND_swap_list)
			balance_log()->event[i].swap_list.prio++;
}

/* What the walk read from which on the free pages of the zone fell most, half a second behind the first reading. */
static s32 *highest_before(const struct mms_balance *row)
{
	u64 from = time_before(stat_of("vmstat/pgalloc_normal"))->ts + 500000000;
	s32 *highest = NULL;

	for (u32 i = 0; i < balance_log()->count; i++) {
		struct mms_ev_zone_select *e = &balance_log()->event[i].zone_select;

		if (balance_log()->event[i].kind != MMS_KIND_zone_select || balance_log()->event[i].ts < from)
			continue;
		for (u32 v = 0; v < MMS_MIN(e->visits, MMS_VISIT_LANES); v++) {
			if (e->visit_zone[v] != row->part || e->visit_free[v] <= 0)
				continue;
			if (!highest || e->visit_free[v] > *highest)
				highest = &e->visit_free[v];
			if ((u64)(*highest - e->visit_free[v]) == row->left)
				return highest;
		}
	}
	abort();
}

static struct mms_ev_interleave *last_weight(u32 nid)
{
	for (u32 i = balance_log()->count; i--;) {
		struct mms_ev_interleave *e = &balance_log()->event[i].interleave;

		if (balance_log()->event[i].kind == MMS_KIND_interleave && e->mode == MMS_mpol_weighted_interleave && e->g && e->nid == (s32)nid)
			return e;
	}
	abort();
}

static struct mms_ev_zone_marks *last_marks(u32 zone)
{
	for (u32 i = balance_log()->count; i--;)
		if (balance_log()->event[i].kind == MMS_KIND_zone_marks && balance_log()->event[i].zone_marks.zone == zone)
			return &balance_log()->event[i].zone_marks;
	abort();
}

static struct mms_ev_swap_free *free_of(u32 type, bool at_end)
{
	for (u32 k = 0; k < balance_log()->count; k++) {
		struct mms_event *e = &balance_log()->event[at_end ? balance_log()->count - 1 - k : k];

		if (e->kind == MMS_KIND_swap_free && e->swap_free.type == (s32)type)
			return &e->swap_free;
	}
	abort();
}

static struct mms_ev_swap_free *first_free(u32 type)
{
	return free_of(type, false);
}

static struct mms_ev_swap_free *last_free(u32 type)
{
	return free_of(type, true);
}

static struct mms_ev_swap_list *first_full(u32 type)
{
	for (u32 i = 0; i < balance_log()->count; i++) {
		struct mms_ev_swap_list *e = &balance_log()->event[i].swap_list;

		if (balance_log()->event[i].kind == MMS_KIND_swap_list && e->type == (s32)type && e->op == MMS_list_op_del &&
		    e->reason == MMS_list_reason_full)
			return e;
	}
	abort();
}

/* A walk for one page that got it from the zone, the first it looked at, by the low mark. */
static struct mms_ev_zone_select *page_of(u32 zone)
{
	for (u32 i = 0; i < balance_log()->count; i++) {
		struct mms_ev_zone_select *e = &balance_log()->event[i].zone_select;

		if (balance_log()->event[i].kind == MMS_KIND_zone_select && e->visits == 1 && !e->order && e->zone == (s32)zone &&
		    mms_zone_path_of(e->flags) == MMS_ZONE_FAST && !(e->flags & MMS_alloc_flag_nofragment))
			return e;
	}
	abort();
}

/* What the walk that found fewest free pages read. */
static s32 *lowest_free(const struct mms_balance *row)
{
	for (u32 i = 0; i < balance_log()->count; i++) {
		struct mms_ev_zone_select *e = &balance_log()->event[i].zone_select;

		for (u32 v = 0; balance_log()->event[i].kind == MMS_KIND_zone_select && v < MMS_MIN(e->visits, MMS_VISIT_LANES); v++)
			if (e->visit_zone[v] == row->part && e->visit_free[v] > 0 && (u64)e->visit_free[v] == row->right)
				return &e->visit_free[v];
	}
	abort();
}

/* The last such wake-up, of this node or, all ones, of any. */
static struct mms_ev_kswapd_wake *last_wake(bool (*is)(const struct mms_event *e), u32 nid)
{
	for (u32 i = balance_log()->count; i--;)
		if (is(&balance_log()->event[i]) && (nid == ~0u || balance_log()->event[i].kswapd_wake.nid == (s32)nid))
			return &balance_log()->event[i].kswapd_wake;
	abort();
}

/* A walk of a task that walked just before, and walks again at once. */
static struct mms_ev_zone_select *walk_between(void)
{
	for (u32 i = balance_log()->count - 1; --i;) {
		struct mms_event *e = &balance_log()->event[i];

		if (e[-1].kind == MMS_KIND_zone_select && e->kind == MMS_KIND_zone_select && e[1].kind == MMS_KIND_zone_select &&
		    e[-1].pid == e->pid && e[1].pid == e->pid && e[1].ts - e[-1].ts < 1000000 &&
		    e->zone_select.gfp & e[-1].zone_select.gfp & MMS_GFP_DIRECT_RECLAIM)
			return &e->zone_select;
	}
	abort();
}

/* The batch of the zone as it was last read. */
static s32 *last_batch(u32 zone)
{
	for (u32 i = balance_log()->count; i--;) {
		struct mms_ev_zone_select *e = &balance_log()->event[i].zone_select;

		for (u32 v = 0; balance_log()->event[i].kind == MMS_KIND_zone_select && v < MMS_MIN(e->visits, MMS_VISIT_LANES); v++)
			if (e->visit_zone[v] == zone && e->visit_batch[v])
				return &e->visit_batch[v];
	}
	abort();
}

/* Device 0 is another disk. */
static void name_last(char letter)
{
	for (u32 i = 0; i < balance_log()->count; i++)
		if (balance_log()->event[i].kind == MMS_KIND_swap_list && !balance_log()->event[i].swap_list.type)
			balance_log()->event[i].swap_list.name[0] = letter;
}

/* An event is written twice. */
static void repeat(void)
{
	struct mms_event *e = first(MMS_KIND_zone_select);

	CHECK(e[1].kind == e->kind, "another kind follows");
	e[1].ts = e->ts;
	e[1].cpu = e->cpu;
}

static struct mms_event *first_read_but_one(void)
{
	struct mms_event *e = first(MMS_KIND_swap_in) + 1;

	while (e->kind != MMS_KIND_swap_in)
		e++;
	return e;
}

/* So many wake-ups of kswapd on node 0 that it slept through. */
static void wake(u32 n)
{
	for (u32 i = 0; i < balance_log()->count && n; i++)
		if (balance_log()->event[i].kind == MMS_KIND_kswapd_wake && !balance_log()->event[i].kswapd_wake.nid &&
		    balance_log()->event[i].kswapd_wake.verdict != MMS_wake_verdict_woken) {
			balance_log()->event[i].kswapd_wake.verdict = MMS_wake_verdict_woken;
			n--;
		}
	CHECK(!n, "there are %u fewer", n);
}

static void drop_ends(u32 n)
{
	for (u32 i = 0; i < balance_log()->count && n; i++)
		if (balance_log()->event[i].kind == MMS_KIND_kswapd_wait && !balance_log()->event[i].kswapd_wait.nid &&
		    !balance_log()->event[i].kswapd_wait.waiting) {
			balance_log()->event[i].kind = MMS_KIND_lost;
			n--;
		}
}

#define L(name, capture, ...) \
	static void lie_of_##name(s64 n, const struct mms_balance *row) \
	{ \
		(void)n, (void)row; \
		__VA_ARGS__; \
	}
LIES(L)
#undef L

static const struct {
	const char *capture;
	void (*apply)(s64 n, const struct mms_balance *row);
} lies[] = {
#define L(name, capture, ...) [MMS_BALANCE_##name] = {capture, lie_of_##name},
	LIES(L)
#undef L
};

/* The account behind a lie that moves its sums `n` further apart. */
static struct mms_balance lied(unsigned id, s64 n, struct mms_balance row, const char *text, size_t len)
{
	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	lies[id].apply(n, &row);
	return account(id, (s32)row.part);
}

/*
 * Accounts of what the tracer says since it has witnesses: later_forms() lies about them; and of lines of settings:
 * test_balance_settings.c does.
 */
static const bool later[MMS_COUNT(balanced)] = {
	[MMS_BALANCE_marks_again] = true, [MMS_BALANCE_stats_again] = true,
	[MMS_BALANCE_counted] = true, [MMS_BALANCE_free_pages] = true, [MMS_BALANCE_zone_frames] = true,
	[MMS_BALANCE_zonelist_lines] = true, [MMS_BALANCE_reserves] = true, [MMS_BALANCE_hidden] = true, [MMS_BALANCE_witnesses] = true,
	[MMS_BALANCE_settings_again] = true, [MMS_BALANCE_switched] = true, [MMS_BALANCE_weighed] = true,
};

static void lies_are_noticed(void)
{
	unsigned exact = 0;

	for (unsigned id = 0; id < MMS_COUNT(lies); id++) {
		size_t len;
		char *text;
		struct mms_balance was, inside, outside;
		s64 room;

		if (!balance_names[id] || later[id])
			continue;
		CHECK(lies[id].apply, "no lie about %s", balance_names[id]);
		if (!lies[id].apply)
			continue;
		text = host_capture(lies[id].capture, &len);
		CHECK(host_read(text, len, 0) == 0, "%s: %s", lies[id].capture, host_error());
		was = account(id, -1);
		CHECK(was.state == MMS_balance_holds, "%s does not hold", balance_names[id]);
		room = (s64)(was.slack + was.right - was.left);
		outside = lied(id, room + 1, was, text, len);
		CHECK(outside.state == MMS_balance_off, "%s: a lie is not noticed: %llu and %llu, slack %llu", balance_names[id],
		      (unsigned long long)outside.left, (unsigned long long)outside.right, (unsigned long long)outside.slack);
		inside = room ? lied(id, room, was, text, len) : was;
		if (room && outside.left - outside.right == outside.slack + 1) {
			exact++;
			CHECK(inside.state == MMS_balance_holds, "%s: off within its slack: %llu and %llu", balance_names[id],
			      (unsigned long long)inside.left, (unsigned long long)inside.right);
		}
		free(text);
	}
	note("%u of them at the very edge of a slack", exact);
}

/* Other lies that an account notices. */
#define MORE(M) \
	M(zonelists, "zones-fair", first(MMS_KIND_zonelist)->zonelist.zone[0] = 3) \
	M(lines, "zones-fair", first(MMS_KIND_zone)->zone.free = first(MMS_KIND_zone)->zone.managed + 1) \
	M(lines, "zones-fair", first(MMS_KIND_zone)->zone.reserve[3]++) \
	M(lines, "zones-fair", first(MMS_KIND_zone)->zone.low++) \
	M(changes, "zones-refused", balance_event(is_set)->zone_marks.high++) \
	M(lines, "zones-fair", first(MMS_KIND_zone)->zone.reserve[0]++) \
	M(names, "wake-high", first(MMS_KIND_kswapd_wait)->pid++) \
	M(names, "wake-high", last(MMS_KIND_kswapd_wait)->comm[6] ^= 1) \
	M(frames, "interleave-1", unaligned(&first(MMS_KIND_interleave_page)->interleave_page)) \
	M(done, "swap-in-hybrid", balance_event(is_polled)->pid++) \
	M(done, "swap-in-hybrid", balance_event(is_polled)->swap_in_done.status = 1) \
	M(slept, "swap-in-hybrid", balance_event(is_polled)->swap_in_done.yields += 1 << 30) \
	M(interleave_done, "interleave-1", last(MMS_KIND_interleave_page)->pid++) \
	M(zonelists, "zones-fair", no_zones()) \
	M(asked, "zones-fair", last_wake(is_asked, ~0u)->order ^= 1) \
	M(asked, "zones-fair", balance_event(is_asked)->kind = MMS_KIND_lost) \
	M(course, "four-nodes-node", balance_event(is_walk)->swap_select.ret--) \
	M(avail, "four-nodes-node", balance_event(is_walk)->swap_select.avail--) \
	M(avail, "four-nodes-node", balance_event(is_walk)->swap_select.ret--) \
	M(unusable, "zones-fair", balance_event(is_wake)->kswapd_wake.visit_unusable[0]++) \
	M(failures, "cache-fair", asleep_still()->failures++) \
	M(course, "four-nodes-node", balance_event(is_walk)->swap_select.list_used[0] += 500) \
	M(disk_names, "two-nodes-node", raise_prio()) \
	M(settings, "two-nodes-node", put_in_end("\"vm.swap_slots_cache\":\"", '0')) \
	M(waits, "wake-high", leave_out(MMS_KIND_kswapd_wait)) \
	M(quickly, "wake-high", leave_out(MMS_KIND_kswapd_wait)) \
	M(swapout, "two-nodes-node", leave_out(MMS_KIND_swap_select), leave_out(MMS_KIND_swap_list), leave_out(MMS_KIND_swap_free)) \
	M(hits_of_node, "interleave-1", stat_of("node1/numastat/numa_hit")->stat.value -= 20000) \
	M(interrupts, "swap-in-poll", stat_of("interrupts/disk-q3")->stat.value++) \
	M(changes, "wake-high", balance_event(is_raised)->zone_marks.reason = MMS_marks_reason_reclaimed) \
	M(changes, "wake-high", balance_event(is_lowered)->zone_marks.reason = MMS_marks_reason_boost) \
	M(changes, "wake-high", balance_event(is_lowered)->comm[0] = 'x') \
	M(changes, "wake-high", balance_event(is_lowered)->zone_marks.boost = 1) \
	M(changes, "wake-high", balance_event(is_raised)->zone_marks.low++) \
	M(changes, "wake-high", balance_event(is_raised)->zone_marks.zone = 99) \
	M(changes, "wake-high", first(MMS_KIND_zone_marks)->zone_marks.boost++) \
	M(changes, "wake-high", balance_event(is_raised)->kind = MMS_KIND_lost) \
	M(changes, "wake-high", first(MMS_KIND_zone)[1].zone.managed = 2047) \
	M(changes, "zones-refused", balance_event(is_set)->zone_marks.boost = 512) \
	M(changes, "zones-refused", balance_event(is_set)->zone_marks.zone = 18) \
	M(changes, "zones-refused", balance_event(is_set)->pid++) \
	M(changes, "zones-refused", last_set()->kind = MMS_KIND_lost) \
	M(places, "swap-in-cluster", last(MMS_KIND_swap_ra)->swap_ra.lo = 0) \
	M(places, "swap-in-poll", last(MMS_KIND_swap_ra)->swap_ra.prev = 1) \
	M(local, "zones-four-nodes", time_before(stat_of("node1/numastat/numa_hit"))->stat.value += 10000) \
	M(foreign, "zones-orders", time_before(stat_of("node0/numastat/numa_foreign"))->stat.value *= 10) \
	M(foreign, "zones-four-nodes", stat_of("node0/numastat/numa_miss")->stat.value = 0) \
	M(taken, "zones-overflow", one_frame()) \
	M(clock, "two-nodes-node", last(MMS_KIND_swap_free)->ts += 60000000000)

IS(is_raised, e->kind == MMS_KIND_zone_marks && e->zone_marks.reason == MMS_marks_reason_boost && e->ts > 33120000000)
IS(is_lowered, e->kind == MMS_KIND_zone_marks && e->zone_marks.reason == MMS_marks_reason_reclaimed && e->ts > 33000000000)
IS(is_set, e->kind == MMS_KIND_zone_marks && e->zone_marks.reason == MMS_marks_reason_set)

static struct mms_event *last_set(void)
{
	for (u32 i = balance_log()->count; i--;)
		if (is_set(&balance_log()->event[i]))
			return &balance_log()->event[i];
	abort();
}

/* All walks get the same page of a zone. */
static void one_frame(void)
{
	u64 frame[128] = {0};

	for (u32 i = 0; i < balance_log()->count; i++) {
		struct mms_ev_zone_select *e = &balance_log()->event[i].zone_select;

		if (balance_log()->event[i].kind != MMS_KIND_zone_select || e->zone < 0)
			continue;
		frame[e->zone] = frame[e->zone] ? frame[e->zone] : e->pfn;
		e->pfn = frame[e->zone];
	}
}

/* The second wake-up that finds the kswapd of node 0 asleep, which has not run since. */
static struct mms_ev_kswapd_wake *asleep_still(void)
{
	unsigned n = 0;

	for (u32 i = 0; i < balance_log()->count && balance_log()->event[i].kind != MMS_KIND_kswapd_wait; i++)
		if (is_wake(&balance_log()->event[i]) && !balance_log()->event[i].kswapd_wake.nid && balance_log()->event[i].kswapd_wake.asleep && n++)
			return &balance_log()->event[i].kswapd_wake;
	abort();
}

static void no_zones(void)
{
	for (u32 i = 0; i < balance_log()->count; i++)
		if (balance_log()->event[i].kind == MMS_KIND_zone)
			balance_log()->event[i].kind = MMS_KIND_lost;
}

static void unaligned(struct mms_ev_interleave_page *e)
{
	e->order = 1;
	e->pfn |= 1;
}

static void apply_more(unsigned n)
{
	unsigned at = 0;

#define M(name, capture, ...) \
	if (at++ == n) \
		__VA_ARGS__;
	MORE(M)
#undef M
}

static void more_lies_are_noticed(void)
{
	static const struct {
		unsigned id;
		const char *capture;
	} more[] = {
#define M(name, capture, ...) {MMS_BALANCE_##name, capture},
		MORE(M)
#undef M
	};

	for (unsigned n = 0; n < MMS_COUNT(more); n++) {
		size_t len;
		char *text;

		text = host_capture(more[n].capture, &len);
		CHECK(host_read(text, len, 0) == 0, "%s: %s", more[n].capture, host_error());
		apply_more(n);
		CHECK(balance_is_off(more[n].id), "lie %u is not noticed by %s", n, balance_names[more[n].id]);
		free(text);
	}
}

SUITE(balances)
{
	static const struct test tests[] = {
		{"balances: the bundled captures balance", captures_balance},
		{"balances: a lie just outside the slack of each is noticed", lies_are_noticed},
		{"balances: other lies are noticed", more_lies_are_noticed},
	};

	RUN(tests);
}
