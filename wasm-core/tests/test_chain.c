/* SPDX-License-Identifier: Apache-2.0 */
/* Chains of events, by hand: resets and what is hidden between them, kswapd's waits, boosts. Falsified ones are in
 * mutate_chain.c. */
#include "harness.h"
#include "made.h"

#define SECOND 1000000000ull
#define LOW 20
#define HIGH 120
#define BATCH (HIGH - LOW)

static void zone(void)
{
	struct mms_ev_zone *e = &made_add(MMS_KIND_zone, 0, "")->zone;

	memset(e->reserve, 0, sizeof(e->reserve));
	e->zone = 2;
	e->managed = 10000;
	e->min = 10;
	e->low = LOW;
	e->high = HIGH;
}

static void reset(s32 old, u64 charged)
{
	struct mms_ev_zone_batch *e = &made_add(MMS_KIND_zone_batch, 1, "a")->zone_batch;

	e->mode = MMS_zone_policy_fair;
	e->reason = MMS_batch_reason_wmarks;
	e->zone = 2;
	e->old = old;
	e->new = BATCH;
	e->charged = charged;
	e->low = LOW;
	e->high = HIGH;
}

static void hidden(u64 limit, u64 pages)
{
	struct mms_ev_zone_hidden *e = &made_add(MMS_KIND_zone_hidden, 9, "b")->zone_hidden;

	e->zone = 2;
	e->limit = limit;
	e->pages = pages;
}

static void marks(u64 boost)
{
	struct mms_ev_zone_marks *e = &made_add(MMS_KIND_zone_marks, 9, "b")->zone_marks;

	*e = (struct mms_ev_zone_marks){.zone = 2, .min = 10, .low = LOW, .high = HIGH, .boost = boost};
}

static void waits(u8 waiting)
{
	struct mms_ev_kswapd_wait *e = &made_add(MMS_KIND_kswapd_wait, 40, "kswapd0")->kswapd_wait;

	e->nid = 0;
	e->waiting = waiting;
}

/* A check by the zone's high mark plus `boost`, with a page more than that or none. */
static void wake(s32 pid, u8 verdict, s32 boost, bool boosted)
{
	struct mms_ev_kswapd_wake *e = &made_add(MMS_KIND_kswapd_wake, pid, "a")->kswapd_wake;

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

/* The verdicts of the replayed check, as in test_modes.c. */
static void expect(const char *want, const char *what)
{
	size_t len;
	char got[32] = "", *text = made_text(&len);

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	host_check();
	for (u32 i = 0; i < mms_event_count() && i < sizeof(got) - 1; i++)
		got[i] = "-sdie"[host_verdict(i)->replay_check];
	CHECK(!strcmp(got, want), "%s: %s, not %s", what, got, want);
	free(text);
}

static void rounds(void)
{
	made_begin();
	zone();
	reset(7, 0);
	hidden(BATCH, BATCH);
	reset(0, 100);
	made_pause(2 * SECOND);
	marks(0);
	expect("-s-s-", "all that was charged is counted");

	made_begin();
	zone();
	reset(7, 0);
	hidden(BATCH, 84);
	reset(0, 100);
	hidden(200, 83);
	reset(0, 200);
	hidden(300, 101);
	reset(0, 300);
	made_pause(2 * SECOND);
	marks(0);
	expect("-s-s-d-d-", "16 pages may be missing, 17 not, and none be too many");

	made_begin();
	zone();
	reset(7, 0);
	reset(0, 100);
	expect("-ss", "of the last second not all is told");

	made_begin();
	zone();
	reset(7, 0);
	reset(60, 60);
	reset(100, 60);
	reset(100, 61);
	expect("-sdsd", "what a reset finds is what the last one has set, less the charges since");

	made_begin();
	zone();
	reset(7, UINT32_MAX - 9);
	hidden(90, 30);
	reset(70, 20);
	made_pause(2 * SECOND);
	marks(0);
	expect("-s-s-", "the count starts again at 2^32");
}

static void waiting(void)
{
	made_begin();
	zone();
	waits(1);
	wake(1, MMS_wake_verdict_balanced, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(2, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	expect("--ssssd", "awake just before it is told that somebody else woke it, but not asleep after one's own wake-up");

	made_begin();
	zone();
	waits(1);
	wake(1, MMS_wake_verdict_balanced, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	expect("--sd", "asleep as long as nobody wakes it");

	made_begin();
	zone();
	waits(1);
	wake(1, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	expect("--sssd", "a task that was not heard of may have looked before the wake-up");

	made_begin();
	zone();
	waits(1);
	made_pause(SECOND / 10);
	wake(1, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_woken, 0, false);
	wake(1, MMS_wake_verdict_awake, 0, false);
	waits(0);
	wake(1, MMS_wake_verdict_awake, 0, false);
	made_pause(SECOND);
	wake(1, MMS_wake_verdict_woken, 0, false);
	expect("--sss-sd", "whose short wait is over stays on its queue until it runs");

	made_begin();
	zone();
	wake(1, MMS_wake_verdict_balanced, 0, false);
	made_pause(SECOND);
	wake(1, MMS_wake_verdict_awake, 0, false);
	made_pause(SECOND);
	waits(0);
	wake(1, MMS_wake_verdict_awake, 0, false);
	made_pause(SECOND);
	wake(2, MMS_wake_verdict_balanced, 0, false);
	expect("-sd-sd", "it was waiting when the capture began, and is no more");
}

/* Of two nodes, so that place 0 is node 0. */
static void place(s32 pid, u64 ilx)
{
	struct mms_ev_interleave_vma *e = &made_add(MMS_KIND_interleave_vma, pid, "a")->interleave_vma;

	*e = (struct mms_ev_interleave_vma){.mode = MMS_mpol_interleave, .nodes = 3, .ilx = ilx, .nid = (s16)(ilx % 2)};
	memset(e->weight, 0xff, sizeof(e->weight));
	e->weight[0] = e->weight[1] = 1;
}

static void frame(s32 pid, bool by_place, s16 nid)
{
	struct mms_ev_interleave_page *e = &made_add(MMS_KIND_interleave_page, pid, "a")->interleave_page;

	*e = (struct mms_ev_interleave_page){
		.mode = MMS_mpol_interleave, .by_place = by_place, .nid = nid, .page_nid = nid, .pfn = 7};
}

static void frames(void)
{
	made_begin();
	place(1, 0);
	frame(1, true, 0);
	place(1, 1);
	frame(1, true, 0);
	expect("s-d-", "a frame of the node asked for, and one of another");
	made_begin();
	place(1, 0);
	frame(1, true, 0);
	place(1, 1);
	made_add(MMS_KIND_interleave_page, 1, "a")->interleave_page =
		(struct mms_ev_interleave_page){.mode = MMS_mpol_weighted_interleave, .by_place = 1, .nid = 1};
	expect("s-d-", "another policy");
	made_begin();
	place(1, 0);
	place(2, 1);
	frame(1, false, 1);
	frame(2, true, 1);
	frame(1, true, 0);
	expect("ss---", "tasks by turns, and a page by counter in between");
	made_begin();
	place(1, 0);
	place(1, 1);
	frame(1, true, 1);
	frame(1, true, 1);
	expect("es--", "a page that got no frame");
	made_begin();
	place(1, 0);
	place(1 + 1024, 1);
	frame(1, true, 0);
	frame(1 + 1024, true, 1);
	expect("es--", "two tasks in one place: only the later one is known");
}

static void boosts(void)
{
	made_begin();
	zone();
	waits(1);
	marks(0);
	wake(1, MMS_wake_verdict_balanced, 0, false);
	wake(1, MMS_wake_verdict_balanced, 1024, false);
	wake(1, MMS_wake_verdict_balanced, 512, false);
	marks(512);
	wake(1, MMS_wake_verdict_woken, 512, true);
	expect("---sds-s", "a boost that is told, before or just after");

	made_begin();
	zone();
	waits(1);
	marks(0);
	wake(1, MMS_wake_verdict_woken, 0, true);
	expect("---d", "no zone of the node is boosted");
}

SUITE(chain)
{
	static const struct test tests[] = {
		{"chain: resets, charges and what is hidden close", rounds},
		{"chain: kswapd sleeps by its own events and the wake-ups of all", waiting},
		{"chain: boosts as they are told", boosts},
		{"chain: a page by place, and the event of its frame", frames},
	};

	RUN(tests);
}
