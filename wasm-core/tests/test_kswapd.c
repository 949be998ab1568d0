/* SPDX-License-Identifier: Apache-2.0 */
/* Waking kswapd: by hand, against brute force, and checked. */
#include "checker/internal.h"
#include "suite.h"
#include "zone_world.h"

static struct zone_world world;

static struct mms_zone_pages pages(s32 free, s32 high)
{
	return (struct mms_zone_pages){.free = free, .mark = {high / 2, high * 3 / 4, high}};
}

static void by_hand(void)
{
	CHECK_EQ(mms_kswapd_asks(false, 99), MMS_wake_verdict_awake, "it runs already");
	CHECK_EQ(mms_kswapd_asks(true, 16), MMS_wake_verdict_hopeless, "16 failures");
	CHECK_EQ(mms_kswapd_asks(true, 15), MMS_KSWAPD_CHECK, "15 failures");
	CHECK_EQ(mms_kswapd_verdict(true, false), MMS_wake_verdict_balanced, "balanced");
	CHECK_EQ(mms_kswapd_verdict(true, true), MMS_wake_verdict_woken, "balanced, but boosted");
	CHECK_EQ(mms_kswapd_verdict(false, false), MMS_wake_verdict_woken, "not balanced");
	CHECK_EQ(mms_kswapd_reserve_idx(MMS_wake_mark_high, 3), 3, "since 3.12");
	CHECK_EQ(mms_kswapd_reserve_idx(MMS_wake_mark_low, 3), 0, "before 3.12");
	CHECK_EQ(mms_kswapd_reserve_idx(MMS_wake_mark_zone, 3), 0, "of one zone");
}

static void first_zone_decides(void)
{
	struct mms_zone_pages zone[MMS_MAX_NR_ZONES] = {pages(10, 10), pages(101, 100), pages(0, 100), pages(0, 100)};
	struct mms_zone_mark check[MMS_MAX_NR_ZONES];
	u8 visits;

	CHECK(mms_pgdat_balanced(zone, 7, 0, 2, check, &visits) && visits == 2 && check[1].free == 101, "%u visits",
	      visits);
	CHECK(!mms_pgdat_balanced(zone, 7, 0, 0, check, &visits) && visits == 1,
	      "DMA alone: 10 pages do not exceed 10");
	CHECK(!mms_pgdat_balanced(zone, 5, 0, 2, check, &visits) && visits == 2, "without DMA32");
	CHECK(mms_pgdat_balanced(zone, 8, 0, 2, check, &visits) && visits == 0, "no zone that could be asked");
	zone[1].boost = 1;
	CHECK(!mms_pgdat_balanced(zone, 7, 0, 2, check, &visits) && check[1].mark == 101, "boost counts");
	zone[1].boost = 0;
	zone[1].reserve[2] = 1;
	CHECK(!mms_pgdat_balanced(zone, 7, 0, 2, check, &visits) && visits == 3,
	      "a reserve against those who could use Normal");
	zone[1].reserve[2] = 0;
	zone[1].free = 200;
	CHECK(!mms_pgdat_balanced(zone, 7, 2, 2, check, &visits) && !check[1].has_block, "no block of order 2");
	zone[1].blocks = 1u << 2;
	CHECK(mms_pgdat_balanced(zone, 7, 2, 2, check, &visits) && check[1].has_block, "a block of order 2");
	zone[1].blocks = 0;
	zone[1].highatomic_blocks = 1u << 2;
	CHECK(!mms_pgdat_balanced(zone, 7, 2, 2, check, &visits), "a highatomic block is for nobody here");
}

/* The wake-up that kernels before 3.12 missed: the zone asked for lies between low and high. */
static void the_missed_wakeup(void)
{
	struct mms_zone_pages zone[MMS_MAX_NR_ZONES] = {pages(90, 100)};
	struct mms_zone_mark check[MMS_MAX_NR_ZONES], low;
	u8 visits;

	low = mms_kswapd_zone(zone, 0, zone->mark[MMS_alloc_flag_wmark_low], 0);
	CHECK_EQ(mms_kswapd_verdict(low.ok, false), MMS_wake_verdict_balanced, "by the low mark");
	CHECK_EQ(mms_kswapd_verdict(mms_pgdat_balanced(zone, 1, 0, 0, check, &visits), false), MMS_wake_verdict_woken,
		 "by the high mark");
}

/* Is some zone above its high mark? Written out, without any of policy/. */
static bool brute_force(const struct mms_zone_pages zone[MMS_MAX_NR_ZONES], u8 managed, u8 order, u8 highest)
{
	bool any = false;

	for (u8 i = 0; i <= highest; i++) {
		const struct mms_zone_pages *z = &zone[i];
		s64 usable = (s64)z->free - z->highatomic - z->cma - ((1 << order) - 1);
		bool block = false;

		if (!(managed & 1 << i))
			continue;
		any = true;
		for (u8 o = order; o < 16; o++)
			block |= z->blocks >> o & 1;
		if (usable > (s64)z->mark[2] + z->boost + z->reserve[highest] && (order == 0 || block))
			return true;
	}
	return !any;
}

static void against_brute_force(void)
{
	struct mms_random r = mms_random(5);
	u32 yes = 0, rounds = 100000;

	for (u32 n = 0; n < rounds; n++) {
		struct mms_zone_pages zone[MMS_MAX_NR_ZONES];
		struct mms_zone_mark check[MMS_MAX_NR_ZONES];
		u8 managed = (u8)mms_random_below(&r, 16), order = (u8)mms_random_below(&r, 4), visits;
		u8 highest = (u8)mms_random_below(&r, 4);
		bool balanced;

		for (u8 i = 0; i < MMS_MAX_NR_ZONES; i++) {
			zone[i] = pages((s32)mms_random_below(&r, 150), 100);
			zone[i].highatomic = (s32)mms_random_below(&r, 10);
			zone[i].cma = (s32)mms_random_below(&r, 3);
			zone[i].boost = (s32)mms_random_below(&r, 20);
			zone[i].blocks = (u16)mms_random_below(&r, 16);
			zone[i].highatomic_blocks = (u16)mms_random_below(&r, 16);
			for (u8 k = (u8)(i + 1); k < MMS_MAX_NR_ZONES; k++)
				zone[i].reserve[k] = (s32)mms_random_below(&r, 10);
		}
		balanced = mms_pgdat_balanced(zone, managed, order, highest, check, &visits);
		CHECK(balanced == brute_force(zone, managed, order, highest), "round %u", n);
		yes += balanced;
	}
	CHECK(yes > rounds / 5 && yes < rounds / 5 * 4, "%u of %u are balanced", yes, rounds);
}

/* A wake-up of one zone of node 0, checked alone. */
static struct mms_ev_kswapd_wake event(u8 mark)
{
	struct mms_ev_kswapd_wake e;

	memset(&e, 0xff, sizeof(e));
	e.mark = mark;
	e.nid = 0;
	e.zone = 2;
	e.gfp = e.failures = 0;
	e.order = e.boosted = 0;
	e.highest = 2;
	e.asleep = e.visits = 1;
	e.visit_zone[0] = 2;
	e.visit_flags[0] = 0;
	e.visit_free[0] = 90;
	e.visit_unusable[0] = e.visit_reserve[0] = 0;
	e.visit_mark[0] = 100;
	e.verdict = MMS_wake_verdict_woken;
	return e;
}

static void checked_by_hand(void)
{
	struct mms_ev_kswapd_wake e = event(MMS_wake_mark_high);

	CHECK_EQ(mms_check_kswapd_wake(&e, MMS_arch_x86_64).check, MMS_check_same, "woken");
	e.verdict = MMS_wake_verdict_balanced;
	CHECK_EQ(mms_check_kswapd_wake(&e, MMS_arch_x86_64).why, MMS_check_why_wake, "not woken");
	e.visit_free[0] = 101;
	CHECK_EQ(mms_check_kswapd_wake(&e, MMS_arch_x86_64).check, MMS_check_same, "balanced");
	e.visit_zone[0] = 1;
	CHECK_EQ(mms_check_kswapd_wake(&e, MMS_arch_x86_64).check, MMS_check_same, "another zone of the node is enough");
	e.mark = MMS_wake_mark_low;
	CHECK_EQ(mms_check_kswapd_wake(&e, MMS_arch_x86_64).why, MMS_check_why_visit, "not before 3.12");
	e.visit_zone[0] = 2;
	e.visit_reserve[0] = 1;
	CHECK_EQ(mms_check_kswapd_wake(&e, MMS_arch_x86_64).why, MMS_check_why_watermark, "no reserve before 3.12");
	e.visits = 5;
	CHECK_EQ(mms_check_kswapd_wake(&e, MMS_arch_x86_64).check, MMS_check_incomplete, "five zones, four lanes");
}

static void worlds(void)
{
	u64 verdicts[MMS_wake_verdict_balanced + 1] = {0}, of_mark[3] = {0};

	for (u64 number = 0; number < 60; number++) {
		zone_world_begin(&world, 1000 + number, (u8)(number % 3), (u8)(number / 3 % 3));
		for (u32 i = 0; i < 400; i++)
			zone_world_step(&world);
		for (u32 i = 0; i < world.n; i++) {
			const struct mms_ev_kswapd_wake *e = &world.event[i].kswapd_wake;
			struct mms_finding finding;

			if (world.event[i].kind != MMS_KIND_kswapd_wake)
				continue;
			finding = mms_check_kswapd_wake(e, MMS_arch_x86_64);
			CHECK(finding.check == MMS_check_same, "world %llu event %u: %u %u, visit %u, expected %d",
			      (unsigned long long)number, i, finding.check, finding.why, finding.visit,
			      finding.expected);
			verdicts[e->verdict]++;
			of_mark[e->mark]++;
		}
	}
	for (u32 i = 0; i < MMS_COUNT(verdicts); i++)
		CHECK(verdicts[i] > 50, "verdict %u came %llu times", i, (unsigned long long)verdicts[i]);
	for (u32 mark = 0; mark < MMS_COUNT(of_mark); mark++)
		CHECK(of_mark[mark] > 400, "mark %u: %llu", mark, (unsigned long long)of_mark[mark]);
	note("%llu wake-ups by the high mark, %llu by the low, %llu by the zone's high", (unsigned long long)of_mark[0],
	     (unsigned long long)of_mark[1], (unsigned long long)of_mark[2]);
}

SUITE(kswapd)
{
	static const struct test tests[] = {
		{"kswapd: what needs no watermark, and what comes of one", by_hand},
		{"kswapd: from the lowest zone, the first above its mark decides", first_zone_decides},
		{"kswapd: the wake-up that was missed before 3.12", the_missed_wakeup},
		{"kswapd: against brute force", against_brute_force},
		{"kswapd: events made by hand", checked_by_hand},
		{"kswapd: worlds at random are all the same to the checker", worlds},
	};

	RUN(tests);
}
