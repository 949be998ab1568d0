/* SPDX-License-Identifier: Apache-2.0 */
/* Swap-in: windows by hand and page by page, and how a folio is read against all that can be. */
#include "suite.h"
#include "machine/random.h"
#include "policy/swapin.h"

static void windows_by_hand(void)
{
	CHECK_EQ(mms_swapin_nr_pages(100, 101, 0, 8, 0), 2, "no hits, the next page");
	CHECK_EQ(mms_swapin_nr_pages(101, 100, 0, 8, 0), 2, "no hits, the page before");
	CHECK_EQ(mms_swapin_nr_pages(100, 102, 0, 8, 0), 1, "no hits, elsewhere");
	CHECK_EQ(mms_swapin_nr_pages(100, 100, 0, 8, 0), 1, "no hits, the same page");
	CHECK_EQ(mms_swapin_nr_pages(0, UINT64_MAX, 0, 8, 0), 2, "the page before 0 in 64 bits");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 1, 8, 0), 4, "1 hit");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 2, 8, 0), 4, "2 hits");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 3, 8, 0), 8, "3 hits");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 4, 8, 0), 8, "the 4 that every mapping begins with");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 7, 8, 0), 8, "the limit");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 7, 32, 0), 16, "7 hits");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 1, 2, 0), 2, "page_cluster 1");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 0, 8, 8), 4, "half of the window before");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 0, 8, 3), 1, "half of 3");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, 0, 4, 32), 16, "half of one from before page_cluster was lowered");
	CHECK_EQ(mms_swapin_nr_pages(100, 500, UINT32_MAX - 2, 32, 0), 32, "hits without end");
}

static void expect_range(struct mms_ra_range got, u64 start, u64 end, const char *what)
{
	CHECK(got.start == start && got.end == end, "%s: %llu to %llu, not %llu to %llu", what, (unsigned long long)got.start,
	      (unsigned long long)got.end, (unsigned long long)start, (unsigned long long)end);
}

static void ranges_by_hand(void)
{
	expect_range(mms_swap_vma_ra_win(99, 100, 8, 0, 1000), 100, 108, "forward");
	expect_range(mms_swap_vma_ra_win(101, 100, 8, 0, 1000), 93, 101, "backward");
	expect_range(mms_swap_vma_ra_win(500, 100, 8, 0, 1000), 97, 105, "around, 8");
	expect_range(mms_swap_vma_ra_win(500, 100, 2, 0, 1000), 100, 102, "around, 2");
	expect_range(mms_swap_vma_ra_win(500, 100, 8, 99, 102), 99, 102, "a short mapping");
	expect_range(mms_swap_vma_ra_win(500, 1, 8, 0, 1000), 0, 6, "left of 0, right keeps its place");
	expect_range(mms_swap_vma_ra_win(2, 1, 8, 0, 1000), 0, 2, "backward, left of 0");
	expect_range(mms_swap_vma_ra_win(509, 510, 8, 0, 2000), 510, 512, "to the end of the page table");
	expect_range(mms_swap_vma_ra_win(9, 512, 8, 0, 2000), 512, 517, "from the start of the page table");
	expect_range(mms_swap_cluster_ra(13, 8, 1000), 8, 16, "aligned");
	expect_range(mms_swap_cluster_ra(3, 8, 1000), 1, 8, "slot 0 is the header");
	expect_range(mms_swap_cluster_ra(998, 8, 1000), 992, 1000, "to the end of the device");
	expect_range(mms_swap_cluster_ra(998, 8, 999), 992, 999, "a device that ends early");
}

/* Is page `p` read? Each of the reasons by itself. */
static bool in_window(s64 p, s64 prev, s64 cur, s64 win, s64 lo, s64 hi)
{
	s64 behind = cur - prev == 1 ? 0 : prev - cur == 1 ? win - 1 : (win - 1) / 2;
	bool of_window = p >= cur - behind && p < cur - behind + win;
	bool of_mapping = p >= lo && p < hi;
	bool of_table = p / PMD_PAGES == cur / PMD_PAGES;

	return p >= 0 && of_window && of_mapping && of_table;
}

static void page_by_page(void)
{
	struct mms_random r = mms_random(21);
	unsigned pages = 0;

	for (unsigned round = 0; round < 20000 && !test_failed(); round++) {
		s64 base = round % 3 ? (s64)mms_random_below(&r, 4) * PMD_PAGES : 0;
		s64 cur = base + mms_random_below(&r, 40) - (base ? 20 : 0), win = 2ll << mms_random_below(&r, 5);
		s64 before = mms_random_below(&r, 50), near = cur + (s64)mms_random_below(&r, 3) - 1;
		s64 lo = MMS_MAX(cur - before, 0), hi = cur + 1 + mms_random_below(&r, 50);
		s64 prev = mms_random_below(&r, 3) && near >= 0 ? near : 7777;
		struct mms_ra_range got = mms_swap_vma_ra_win((u64)prev, (u64)cur, (u32)win, (u64)lo, (u64)hi);

		CHECK(got.start <= (u64)cur && (u64)cur < got.end && got.end - got.start <= (u64)win, "the page itself");
		for (s64 p = MMS_MAX(cur - 70, 0); p < cur + 70; p++, pages++)
			CHECK(in_window(p, prev, cur, win, lo, hi) == ((u64)p >= got.start && (u64)p < got.end),
			      "page %lld of %lld to %lld, fault %lld after %lld, window %lld", (long long)p, (long long)got.start,
			      (long long)got.end, (long long)cur, (long long)prev, (long long)win);
	}
	note("%u pages", pages);
}

static void bounds(void)
{
	struct mms_random r = mms_random(22);

	for (unsigned round = 0; round < 100000 && !test_failed(); round++) {
		u32 max = 1u << mms_random_below(&r, 8), prev_win = 1u << mms_random_below(&r, 6);
		u32 hits = mms_random_below(&r, 2) ? mms_random_below(&r, 40) : 0;
		u64 prev = mms_random_below(&r, 20), cur = mms_random_below(&r, 20);
		u32 win = mms_swapin_nr_pages(prev, cur, hits, max, prev_win);

		CHECK(win >= 1 && win <= MMS_MAX(max, prev_win / 2), "window %u", win);
		CHECK(win >= prev_win / 2, "shrinks too fast");
		CHECK(!(win & (win - 1)), "%u is no power of two", win);
		CHECK(win >= MMS_MIN(hits + 2, max) || !hits, "fewer than by the hits");
		CHECK(win >= mms_swapin_nr_pages(prev, cur, hits ? hits - 1 : 0, max, prev_win) || hits == 1,
		      "more hits, a smaller window");
	}
}

/* All that swap_read_folio() can meet: the answer is the first of its tests that holds. */
static void how(void)
{
	unsigned n = 0;

	for (u32 bits = 0; bits < 64; bits++)
		for (u8 order = 0; order < 3; order++)
			for (u8 mode = 0; mode < 3; mode++, n++) {
				struct mms_swap_read r = {
					.zero = bits & 1, .zswap = bits & 2, .fs = bits & 4, .sync = bits & 8,
					.single = bits & 16, .can_poll = bits & 32, .order = order, .mode = mode,
				};
				u8 got = mms_swap_read_how(&r);
				bool eligible = bits >= 48 && order == 0 && mode != MMS_swap_poll_interrupt;

				CHECK_EQ(got, bits & 1 ? MMS_swap_how_zero : bits & 2 ? MMS_swap_how_zswap
					     : bits & 4 ? MMS_swap_how_fs : bits & 8 ? MMS_swap_how_sync
					     : !eligible ? MMS_swap_how_interrupt
					     : mode == MMS_swap_poll_poll ? MMS_swap_how_poll : MMS_swap_how_hybrid, "how");
			}
	note("%u ways", n);
}

static void sleeps(void)
{
	CHECK_EQ(mms_swap_poll_nsecs(MMS_swap_how_hybrid, 0, 0), 0, "no mean yet");
	CHECK_EQ(mms_swap_poll_nsecs(MMS_swap_how_hybrid, 0, 1), 1, "half of 1 ns, rounded up");
	CHECK_EQ(mms_swap_poll_nsecs(MMS_swap_how_hybrid, 0, 80001), 40001, "half of the mean");
	CHECK_EQ(mms_swap_poll_nsecs(MMS_swap_how_hybrid, 7000, 80001), 7000, "a fixed delay");
	CHECK_EQ(mms_swap_poll_nsecs(MMS_swap_how_hybrid, 0, 200000001), 100000000, "at most 100 ms: the folio is locked");
	CHECK_EQ(mms_swap_poll_nsecs(MMS_swap_how_hybrid, 300000000, 0), 300000000, "vm.swap_poll_delay_ns has a bound of its own");
	CHECK_EQ(mms_swap_poll_nsecs(MMS_swap_how_hybrid, 0, UINT64_MAX), 0, "as the kernel's u64 does");
	for (u8 other = 0; other < MMS_swap_how_hybrid; other++)
		CHECK_EQ(mms_swap_poll_nsecs(other, 7000, 80001), 0, "only hybrid sleeps");
}

SUITE(swapin)
{
	static const struct test tests[] = {
		{"swapin: windows as computed by hand", windows_by_hand},
		{"swapin: ranges as computed by hand", ranges_by_hand},
		{"swapin: ranges page by page", page_by_page},
		{"swapin: a window keeps to its bounds and grows with its hits", bounds},
		{"swapin: how a folio is read, all cases", how},
		{"swapin: the sleep before polling", sleeps},
	};

	RUN(tests);
}
