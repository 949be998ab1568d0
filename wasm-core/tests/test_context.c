/* SPDX-License-Identifier: Apache-2.0 */
/* Chains of events, by hand: resets and what is hidden between them, kswapd's waits, boosts. Falsified ones are in
 * mutation_context.c. */
#include "suite.h"
#include "fixture.h"
#include "policy/zone_flags.h"

#define SECOND 1000000000ull
#define LOW 20
#define HIGH 120
#define BATCH (HIGH - LOW)

static void zone(void)
{
	struct mms_ev_zone *e = &fixture_add(MMS_KIND_zone, 0, "")->zone;

	memset(e->reserve, 0, sizeof(e->reserve));
	e->zone = 2;
	e->managed = 10000;
	e->min = 10;
	e->low = LOW;
	e->high = HIGH;
}

static void reset_to(s32 old, u64 charged, s32 batch)
{
	struct mms_ev_zone_batch *e = &fixture_add(MMS_KIND_zone_batch, 1, "a")->zone_batch;

	e->mode = MMS_zone_policy_fair;
	e->reason = MMS_batch_reason_wmarks;
	e->zone = 2;
	e->old = old;
	e->new = batch;
	e->charged = charged;
	e->low = LOW;
	e->high = (u32)(LOW + batch);
}

static void reset(s32 old, u64 charged)
{
	reset_to(old, charged, BATCH);
}

static void hidden(u64 limit, u64 pages)
{
	struct mms_ev_zone_hidden *e = &fixture_add(MMS_KIND_zone_hidden, 9, "b")->zone_hidden;

	e->zone = 2;
	e->limit = limit;
	e->pages = pages;
}

static void marks_to(u32 high, u64 boost)
{
	struct mms_ev_zone_marks *e = &fixture_add(MMS_KIND_zone_marks, 9, "b")->zone_marks;

	*e = (struct mms_ev_zone_marks){.zone = 2, .min = 10, .low = LOW, .high = high, .boost = boost};
}

static void marks(u64 boost)
{
	marks_to(HIGH, boost);
}

static void waits(u8 waiting)
{
	struct mms_ev_kswapd_wait *e = &fixture_add(MMS_KIND_kswapd_wait, 40, "kswapd0")->kswapd_wait;

	e->nid = 0;
	e->waiting = waiting;
}

/* A check by the zone's high mark plus `boost`, with a page more than that or none. */
static void wake(s32 pid, u8 verdict, s32 boost, bool boosted)
{
	struct mms_ev_kswapd_wake *e = &fixture_add(MMS_KIND_kswapd_wake, pid, "a")->kswapd_wake;

	memset(e, 0xff, sizeof(*e));
	*e = (struct mms_ev_kswapd_wake){
		.mark = MMS_wake_mark_zone, .nid = 0, .zone = 2, .highest = 2, .boosted = boosted, .verdict = verdict,
		.asleep = verdict != MMS_wake_verdict_awake,
	};
	e->visits = e->asleep;
	memset(e->visit_zone, 0xff, sizeof(e->visit_zone));
	memset(e->visit_flags, 0xff, sizeof(e->visit_flags));
	memset(e->visit_free, 0xff, sizeof(e->visit_free));
	memset(e->visit_unusable, 0xff, sizeof(e->visit_unusable));
	memset(e->visit_mark, 0xff, sizeof(e->visit_mark));
	memset(e->visit_reserve, 0xff, sizeof(e->visit_reserve));
	if (!e->asleep)
		return;
	e->visit_zone[0] = 2;
	e->visit_flags[0] = 0;
	e->visit_mark[0] = HIGH + boost;
	e->visit_free[0] = e->visit_mark[0] + (verdict == MMS_wake_verdict_balanced || boosted);
	e->visit_unusable[0] = e->visit_reserve[0] = 0;
}

/* Marks cut a round off that has a limit of 200; the next but one has it again, and so many hidden pages. */
static void cut_off(u32 again, u64 pages, const char *want, const char *what)
{
	fixture_begin();
	zone();
	reset(7, 0);
	hidden(BATCH, BATCH);
	reset(0, 100);
	marks_to(LOW + 40, 0);
	reset_to(100, 100, 40);
	hidden(140, 40);
	marks_to(LOW + again, 0);
	reset_to(0, 140, (s32)again);
	hidden(200, pages);
	marks(0);
	reset(0, 140 + again);
	fixture_pause(2 * SECOND);
	marks(0);
	fixture_expect(want, what);
}

static void rounds(void)
{
	fixture_begin();
	zone();
	reset(7, 0);
	hidden(BATCH, BATCH);
	reset(0, 100);
	fixture_pause(2 * SECOND);
	marks(0);
	fixture_expect("-s-s-", "all that was charged is counted");

	fixture_begin();
	zone();
	reset(7, 0);
	hidden(BATCH, 84);
	reset(0, 100);
	hidden(200, 83);
	reset(0, 200);
	hidden(300, 101);
	reset(0, 300);
	fixture_pause(2 * SECOND);
	marks(0);
	fixture_expect("-s-s-d-d-", "16 pages may be missing, 17 not, and none be too many");

	fixture_begin();
	zone();
	reset(7, 0);
	reset(0, 100);
	fixture_expect("-ss", "of the last second not all is recorded");

	fixture_begin();
	zone();
	reset(7, 0);
	reset(60, 60);
	reset(100, 60);
	reset(100, 61);
	fixture_expect("-sdsd", "what a reset finds is what the last one has set, less the charges since");

	fixture_begin();
	zone();
	reset(7, UINT32_MAX - 9);
	hidden(90, 30);
	reset(70, 20);
	fixture_pause(2 * SECOND);
	marks(0);
	fixture_expect("-s-s-", "the count starts again at 2^32");

	cut_off(60, 60, "-s-s-s--s--s-", "a limit that marks cut off comes again");
	cut_off(60, 80, "-s-s-s--s--d-", "and all that is hidden belongs to one of both");
	cut_off(50, 60, "-s-s-d--s--d-", "where none comes again, it belongs to the one that was cut off");
}

static void waiting(void)
{
	fixture_begin();
	zone();
	waits(1);
	wake(1, MMS_wake_verdict_balanced, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(2, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	fixture_expect("--ssssd", "awake just before it is recorded that somebody else woke it, but not asleep after one's own wake-up");

	fixture_begin();
	zone();
	waits(1);
	wake(1, MMS_wake_verdict_balanced, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	fixture_expect("--sd", "asleep as long as nobody wakes it");

	fixture_begin();
	zone();
	wake(1, MMS_wake_verdict_awake, 0, false);
	waits(1);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	fixture_pause(5 * SECOND / 1000);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	fixture_expect("-s-ssd", "a task that was held up may have looked before the wait, but not twice");

	fixture_begin();
	zone();
	wake(1, MMS_wake_verdict_awake, 0, false);
	waits(1);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	fixture_pause(SECOND / 50);
	wake(1, MMS_wake_verdict_awake, 0, false);
	fixture_expect("-s-sd", "and not for long");

	fixture_begin();
	zone();
	waits(1);
	wake(1, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	fixture_expect("--sssd", "a task that was not heard of may have looked before the wake-up");

	fixture_begin();
	zone();
	waits(1);
	fixture_pause(SECOND / 10);
	wake(1, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	waits(0);
	wake(1, MMS_wake_verdict_awake, 0, false);
	fixture_pause(SECOND);
	wake(1, MMS_wake_verdict_woken, 0, false);
	fixture_expect("--sss-sd", "whose short wait is over stays on its queue until it runs");

	fixture_begin();
	zone();
	wake(1, MMS_wake_verdict_balanced, 0, false);
	fixture_pause(SECOND);
	wake(1, MMS_wake_verdict_awake, 0, false);
	fixture_pause(SECOND);
	waits(0);
	wake(1, MMS_wake_verdict_awake, 0, false);
	fixture_pause(SECOND);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	fixture_expect("-sd-sd", "it was waiting when the capture began, and is no more");

	fixture_begin();
	zone();
	waits(1);
	fixture_pause(SECOND / 50);
	wake(1, MMS_wake_verdict_awake, 0, false);
	waits(0);
	fixture_expect("--d-", "a wait that ended early, and nobody woke it");

	fixture_begin();
	zone();
	waits(1);
	fixture_pause(SECOND / 50);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(2, MMS_wake_verdict_woken, 0, false);
	waits(0);
	fixture_expect("--ss-", "another woke it");

	fixture_begin();
	zone();
	waits(1);
	fixture_pause(SECOND / 10);
	wake(1, MMS_wake_verdict_awake, 0, false);
	waits(0);
	fixture_expect("--s-", "its short wait was over");
}

/* A walk that found so many free pages in the zone. */
static void walk(s32 free)
{
	struct mms_ev_zone_select *e = &fixture_add(MMS_KIND_zone_select, 1, "a")->zone_select;

	memset(e, 0xff, sizeof(*e));
	e->mode = MMS_zone_policy_preferred;
	e->gfp = MMS_GFP_DIRECT_RECLAIM | MMS_GFP_KSWAPD_RECLAIM;
	e->flags = mms_zone_fast_flags(e->gfp, e->mode, false, false, false);
	e->order = 0;
	e->list = 0;
	e->reclaim = e->spread = e->pass = 0;
	e->highest = e->pref = 2;
	e->visits = 1;
	e->visit_zone[0] = 2;
	e->visit_verdict[0] = MMS_zone_verdict_took;
	e->visit_flags[0] = MMS_zone_bit_local | MMS_zone_bit_near;
	e->visit_batch[0] = e->visit_unusable[0] = e->visit_reserve[0] = 0;
	e->visit_free[0] = free;
	e->visit_mark[0] = LOW;
	e->end = MMS_zone_walk_end_took;
	e->zone = 2;
	e->batch = 0;
	e->pfn = 4096;
}

static void runs_on(void)
{
	for (u32 enough = 0; enough < 2; enough++) {
		fixture_begin();
		zone();
		marks(0);
		walk(enough ? 2 * HIGH : LOW + 1);
		wake(1, MMS_wake_verdict_awake, 0, false);
		fixture_pause(3 * SECOND / 2);
		walk(2 * HIGH);
		wake(1, MMS_wake_verdict_awake, 0, false);
		fixture_pause(3 * SECOND / 4);
		wake(1, MMS_wake_verdict_awake, 0, false);
		fixture_expect(enough ? "--isisd" : "--isiss", "kswapd runs on and says nothing, though its node has enough");
	}
}

/* Of two nodes, so that place 0 is node 0. */
static void place(s32 pid, u64 ilx)
{
	struct mms_ev_interleave_vma *e = &fixture_add(MMS_KIND_interleave_vma, pid, "a")->interleave_vma;

	*e = (struct mms_ev_interleave_vma){.mode = MMS_mpol_interleave, .nodes = 3, .ilx = ilx, .nid = (s16)(ilx % 2)};
	memset(e->weight, 0xff, sizeof(e->weight));
	e->weight[0] = e->weight[1] = 1;
}

static void frame(s32 pid, bool by_place, s16 nid)
{
	struct mms_ev_interleave_page *e = &fixture_add(MMS_KIND_interleave_page, pid, "a")->interleave_page;

	*e = (struct mms_ev_interleave_page){
		.mode = MMS_mpol_interleave, .by_place = by_place, .nid = nid, .page_nid = nid, .pfn = 7};
}

static void frames(void)
{
	fixture_begin();
	place(1, 0);
	frame(1, true, 0);
	place(1, 1);
	frame(1, true, 0);
	fixture_expect("s-d-", "a frame of the node asked for, and one of another");
	fixture_begin();
	place(1, 0);
	frame(1, true, 0);
	place(1, 1);
	fixture_add(MMS_KIND_interleave_page, 1, "a")->interleave_page =
		(struct mms_ev_interleave_page){.mode = MMS_mpol_weighted_interleave, .by_place = 1, .nid = 1};
	fixture_expect("s-d-", "another policy");
	fixture_begin();
	place(1, 0);
	place(2, 1);
	frame(1, false, 1);
	frame(2, true, 1);
	frame(1, true, 0);
	fixture_expect("ss---", "tasks by turns, and a page by counter in between");
	fixture_begin();
	place(1, 0);
	place(1, 1);
	frame(1, true, 1);
	frame(1, true, 1);
	fixture_expect("es--", "a page that got no frame");
	fixture_begin();
	place(1, 0);
	place(1 + 1024, 1);
	frame(1, true, 0);
	frame(1 + 1024, true, 1);
	fixture_expect("es--", "two tasks in one place: only the later one is known");
}

static void boosts(void)
{
	fixture_begin();
	zone();
	waits(1);
	marks(0);
	wake(1, MMS_wake_verdict_balanced, 0, false);
	wake(1, MMS_wake_verdict_balanced, 1024, false);
	wake(1, MMS_wake_verdict_balanced, 512, false);
	marks(512);
	wake(1, MMS_wake_verdict_woken, 512, true);
	fixture_expect("---sds-s", "a boost that is recorded, before or just after");

	fixture_begin();
	zone();
	waits(1);
	marks(0);
	wake(1, MMS_wake_verdict_woken, 0, true);
	fixture_expect("---d", "no zone of the node is boosted");
}

static void policy(u8 mode)
{
	fixture_add(MMS_KIND_mempolicy, 1, "a")->mempolicy = (struct mms_ev_mempolicy){.mode = mode, .nodes = 0x3};
}

/* An allocation on node 0 or 1 by a task whose weights are 3 and 2. */
static void turn(u8 mode, s16 prev, u32 cnt, u32 g, s16 nid, u32 cnt_after)
{
	fixture_add(MMS_KIND_interleave, 1, "a")->interleave = (struct mms_ev_interleave){
		.mode = mode, .nodes = 0x3, .prev = prev, .cnt = cnt, .g = g, .nid = nid, .cnt_after = cnt_after,
	};
}

static void bulk_of_weights(void)
{
	const u8 weighted = MMS_mpol_weighted_interleave, plain = MMS_mpol_interleave;

	fixture_begin();
	policy(weighted);
	turn(weighted, MMS_NODES - 1, 0, 3, 0, 2);
	turn(weighted, 0, 2, 0, 0, 1);
	turn(weighted, 1, 1, 0, 1, 0);
	turn(weighted, 1, 0, 3, 0, 2);
	fixture_expect("-ssis", "two pages in bulk, for which there is no event, leave the task at node 1");

	fixture_begin();
	policy(weighted);
	turn(weighted, 1, 1, 0, 1, 0);
	turn(weighted, 5, 0, 3, 0, 2);
	turn(weighted, 0, 300, 0, 0, 299);
	fixture_expect("-idd", "in bulk before any other, but never at another node, and with no more than a weight");

	fixture_begin();
	policy(plain);
	turn(plain, MMS_NODES - 1, 0, 1, 0, 0);
	turn(plain, 1, 0, 1, 0, 0);
	fixture_expect("-sd", "without weights a turn in bulk has its event");
}

/* A page of swap device 0, which is a disk or, where `sync`, as fast as memory. */
static void reads(u8 sync)
{
	fixture_add(MMS_KIND_swap_in, 1, "a")->swap_in = (struct mms_ev_swap_in){
		.single = 1, .sync = sync, .how = sync ? MMS_swap_how_sync : MMS_swap_how_interrupt,
	};
}

static void swap_on(void)
{
	struct mms_event *event = fixture_add(MMS_KIND_swap_list, 2, "swapon");
	struct mms_ev_swap_list *e = &event->swap_list;

	event->seq = 1;
	*e = (struct mms_ev_swap_list){
		.mode = MMS_rule_global, .list = -1, .prio = -2, .node_id = -1, .least = -2, .pages = 100, .name = "vda",
	};
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		e->list_prio[nid] = nid ? INT16_MAX : 2;
}

/* The verdict of the last event's replayed check. */
static char last_verdict(void)
{
	size_t len;
	char *text = fixture_text(&len), verdict;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	host_check();
	verdict = test_failed() ? '?' : "-sdie"[host_verdict(mms_event_count() - 1)->replay_check];
	free(text);
	return verdict;
}

static void numbers_of_devices(void)
{
	fixture_begin();
	reads(0);
	reads(0);
	reads(1);
	CHECK_EQ(last_verdict(), 'i', "no swapon is recorded: another device may have the number");

	fixture_begin();
	reads(0);
	swap_on();
	reads(1);
	CHECK(last_verdict() != 'd', "another device has the number, and that is recorded");

	fixture_begin();
	swap_on();
	reads(0);
	reads(1);
	CHECK_EQ(last_verdict(), 'd', "swapons are recorded, and there was none");
}

SUITE(context)
{
	static const struct test tests[] = {
		{"context: resets, charges and what is hidden close", rounds},
		{"context: kswapd sleeps by its own events and the wake-ups of all", waiting},
		{"context: kswapd that runs on without need", runs_on},
		{"context: boosts as they are recorded", boosts},
		{"context: a page by place, and the event of its frame", frames},
		{"context: a number of another swap device", numbers_of_devices},
		{"context: weighted interleave in bulk, which is not recorded", bulk_of_weights},
	};

	RUN(tests);
}
