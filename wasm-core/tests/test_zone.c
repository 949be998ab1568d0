/* SPDX-License-Identifier: Apache-2.0 */
/* Watermarks, batches and the walk of the zonelist: by hand. */
#include "suite.h"
#include "machine/random.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"
#include "policy/zone_watermark.h"

/* Zones of two nodes: node 0 with DMA, DMA32, Normal, node 1 with Normal. */
enum { DMA, DMA32, NORMAL, REMOTE = MMS_ZONES_PER_NODE + NORMAL };

static const struct mms_zonelist two_nodes = {4, {NORMAL, DMA32, DMA, REMOTE}};

static void marks_by_hand(void)
{
	/* free must exceed mark + reserve by one, after what is unusable */
	CHECK(!mms_zone_watermark_ok(0, 100, 20, 120, 0, 0, false), "120 of 120");
	CHECK(mms_zone_watermark_ok(0, 100, 20, 121, 0, 0, false), "121 of 120");
	CHECK(!mms_zone_watermark_ok(0, 100, 20, 125, 5, 0, false), "5 unusable");
	CHECK(!mms_zone_watermark_ok(2, 100, 20, 124, 3, 0, false), "no block");
	CHECK(mms_zone_watermark_ok(2, 100, 20, 124, 3, 0, true), "a block");
	/* reserves: 101 - 50 = 51, 51 - 12 = 39; for an OOM victim 101 - 50 = 51 */
	CHECK_EQ(mms_zone_reduced_mark(101, MMS_alloc_flag_min_reserve), 51, "__GFP_HIGH");
	CHECK_EQ(mms_zone_reduced_mark(101, MMS_alloc_flag_min_reserve | MMS_alloc_flag_non_block), 39, "GFP_ATOMIC");
	CHECK_EQ(mms_zone_reduced_mark(101, MMS_alloc_flag_non_block), 101, "GFP_NOWAIT");
	CHECK_EQ(mms_zone_reduced_mark(101, MMS_alloc_flag_oom), 51, "OOM victim");
	CHECK_EQ(mms_zone_reduced_mark(101, MMS_alloc_flag_oom | MMS_alloc_flag_min_reserve), 26, "both");
	CHECK(mms_zone_watermark_ok(0, 100, 20, 71, 0, MMS_alloc_flag_min_reserve, false),
	      "half of the mark, all of the reserve");
}

static void unusable_by_hand(void)
{
	CHECK_EQ(mms_zone_unusable_free(30, 7, 0, 0), 37, "highatomic and CMA");
	CHECK_EQ(mms_zone_unusable_free(30, 7, 0, MMS_alloc_flag_cma), 30, "may use CMA");
	CHECK_EQ(mms_zone_unusable_free(30, 7, 3, MMS_alloc_flag_highatomic), 14,
		 "may use reserves: 7 of the order, 7 CMA");
	CHECK_EQ(mms_zone_unusable_free(30, 7, 3, MMS_alloc_flag_oom | MMS_alloc_flag_cma), 7, "7 of the order");
}

static struct mms_zone_pages pages(s32 free)
{
	return (struct mms_zone_pages){.free = free, .mark = {40, 50, 60}, .reserve = {0, 0, 0, 10}};
}

static void high_then_low(void)
{
	struct mms_zone_pages z = pages(71);
	struct mms_zone_mark m;
	u8 bits;

	m = mms_zone_check_marks(&z, 0, 3, MMS_alloc_flag_wmark_low, &bits);
	CHECK(m.ok && m.mark == 60 && bits == MMS_zone_bit_at_high && !z.below_high, "above high: mark %d", m.mark);
	z.free = 70;
	m = mms_zone_check_marks(&z, 0, 3, MMS_alloc_flag_wmark_low, &bits);
	CHECK(m.ok && m.mark == 50 && bits == 0 && z.below_high, "high missed, low met: mark %d", m.mark);
	m = mms_zone_check_marks(&z, 0, 3, MMS_alloc_flag_wmark_low, &bits);
	CHECK(m.ok && bits == MMS_zone_bit_below_high, "known to be below high: %u", bits);
	z.free = 60;
	m = mms_zone_check_marks(&z, 0, 3, MMS_alloc_flag_wmark_low, &bits);
	CHECK(!m.ok && m.reserve == 10 && m.mark == 50, "60 pages do not exceed 50 + 10");
	m = mms_zone_check_marks(&z, 0, 2, MMS_alloc_flag_wmark_low, &bits);
	CHECK(m.ok && !m.reserve, "nothing is kept back from those who cannot use a higher zone");
}

static void boost(void)
{
	struct mms_zone_pages z = pages(60);
	struct mms_zone_mark m;
	u8 bits;

	z.boost = 100;
	z.below_high = true;
	m = mms_zone_check_marks(&z, 0, 2, MMS_alloc_flag_wmark_min, &bits);
	CHECK(!m.ok && m.mark == 140, "boost counts: mark %d", m.mark);
	m = mms_zone_check_marks(&z, 0, 2, MMS_alloc_flag_wmark_min | MMS_alloc_flag_min_reserve, &bits);
	CHECK(m.ok && m.mark == 40 && bits & MMS_zone_bit_unboosted, "__GFP_HIGH: once more without boost");
	m = mms_zone_check_marks(&z, 1, 2, MMS_alloc_flag_wmark_min | MMS_alloc_flag_min_reserve, &bits);
	CHECK(!m.ok && !(bits & MMS_zone_bit_unboosted), "not for more than a page");
	z.below_high = false;
	m = mms_zone_check_marks(&z, 0, 2, MMS_alloc_flag_wmark_min | MMS_alloc_flag_min_reserve, &bits);
	CHECK(m.ok && bits == (MMS_zone_bit_unboosted | MMS_zone_bit_at_high), "while the high mark is tried, too");
}

static void blocks(void)
{
	struct mms_zone_pages z = pages(200);

	z.blocks = 1u << 3;
	CHECK(mms_zone_has_block(&z, 3, 0) && mms_zone_has_block(&z, 1, 0) && !mms_zone_has_block(&z, 4, 0),
	      "blocks of order 3");
	z.highatomic_blocks = 1u << 5;
	CHECK(!mms_zone_has_block(&z, 4, 0) && mms_zone_has_block(&z, 4, MMS_alloc_flag_oom), "highatomic");
	CHECK(!mms_zone_has_block(&z, 4, MMS_alloc_flag_min_reserve), "__GFP_HIGH alone may not");
	z.cma_blocks = 1u << 6;
	CHECK(mms_zone_has_block(&z, 6, MMS_alloc_flag_cma) && !mms_zone_has_block(&z, 6, 0), "CMA");
}

/* zone_watermark_fast() step by step as the kernel has it: shortcut, full check, last check. */
static bool fast_as_written(const struct mms_zone_pages *z, u8 order, s64 mark, u8 highest, u32 flags)
{
	s64 unusable = (1 << order) - 1, min = mark, usable;

	if (!(flags & MMS_ALLOC_RESERVES))
		unusable += z->highatomic;
	if (!(flags & MMS_alloc_flag_cma))
		unusable += z->cma;
	usable = z->free - MMS_MIN((s64)z->free, unusable);
	if (!order && usable > mark + z->reserve[highest])
		return true;
	for (u32 last = 0; last < 2; last++) {
		if (flags & MMS_ALLOC_RESERVES) {
			if (flags & MMS_alloc_flag_min_reserve) {
				min -= min / 2;
				if (flags & MMS_alloc_flag_non_block)
					min -= min / 4;
			}
			if (flags & MMS_alloc_flag_oom)
				min -= min / 2;
		}
		if (z->free - unusable > min + z->reserve[highest] && (!order || mms_zone_has_block(z, order, flags)))
			return true;
		if (order || !(flags & MMS_alloc_flag_min_reserve) || !z->boost || flags & MMS_ALLOC_WMARK_MASK)
			return false;
		min = z->mark[0];
	}
	return false;
}

static void fast_is_the_kernels(void)
{
	struct mms_random r = mms_random(3);
	u32 passed = 0, rounds = 200000;

	for (u32 i = 0; i < rounds; i++) {
		struct mms_zone_pages z = pages((s32)mms_random_below(&r, 160));
		u32 flags = mms_random_u32(&r) & 0x3bb;
		u8 order = (u8)(mms_random_below(&r, 2) ? 0 : mms_random_below(&r, 4));
		u8 highest = (u8)mms_random_below(&r, 4);
		s32 mark;
		bool unboosted, ok;

		z.highatomic = (s32)mms_random_below(&r, 40);
		z.cma = (s32)mms_random_below(&r, 3);
		z.boost = (s32)mms_random_below(&r, 3) * 20;
		z.blocks = (u16)mms_random_below(&r, 16);
		z.highatomic_blocks = (u16)mms_random_below(&r, 16);
		z.cma_blocks = (u16)mms_random_below(&r, 16);
		mark = z.mark[mms_random_below(&r, 3)] + z.boost;
		ok = mms_zone_watermark_fast(&z, order, mark, highest, flags, &unboosted).ok;
		CHECK(ok == fast_as_written(&z, order, mark, highest, flags), "round %u", i);
		passed += ok;
	}
	CHECK(passed > rounds / 10 && passed < rounds / 10 * 9, "%u of %u pass", passed, rounds);
}

static void batches_by_hand(void)
{
	CHECK_EQ(mms_zone_batch(5925, 7110), 1185, "high - low");
	CHECK_EQ(mms_zone_charge(1185, 0), 1184, "one page");
	CHECK_EQ(mms_zone_charge(3, 3), -5, "eight pages of three");
	CHECK(mms_zone_depleted(0) && mms_zone_depleted(-5) && !mms_zone_depleted(1), "used up");
	CHECK(mms_zone_local(MMS_zone_policy_fair, NORMAL, REMOTE, 10) &&
		      !mms_zone_local(MMS_zone_policy_fair, NORMAL, REMOTE, 21),
	      "by distance");
	CHECK(!mms_zone_local(MMS_zone_policy_fair_local, NORMAL, REMOTE, 10) &&
		      mms_zone_local(MMS_zone_policy_fair_local, NORMAL, DMA, 10),
	      "by node");
	CHECK(mms_zone_local(MMS_zone_policy_preferred, NORMAL, REMOTE, 10) &&
		      !mms_zone_local(MMS_zone_policy_preferred, NORMAL, REMOTE, 21),
	      "by distance where only an event asks");
	CHECK(mms_zone_slowpath_resets(MMS_zone_policy_fair, 0, false) &&
		      !mms_zone_slowpath_resets(MMS_zone_policy_fair, 1, false) &&
		      mms_zone_slowpath_resets(MMS_zone_policy_fair, 1, true) &&
		      !mms_zone_slowpath_resets(MMS_zone_policy_fair_local, 0, true),
	      "slow path");
	CHECK(mms_zone_depleted_resets(NORMAL, DMA) && mms_zone_depleted_resets(NORMAL, NORMAL) &&
		      !mms_zone_depleted_resets(DMA32, NORMAL) && !mms_zone_depleted_resets(NORMAL, REMOTE),
	      "up to the preferred zone");
}

static struct mms_zone_request asked(u8 policy, u64 flags)
{
	return (struct mms_zone_request){
		.policy = policy,
		.highest = 3,
		.pref = NORMAL,
		.flags = MMS_alloc_flag_wmark_low | flags,
		.nodes = ~0ull,
	};
}

/* Walks two_nodes: batch[] by place on the list, and the verdict `comes` for zones that nothing speaks
 * against. Writes the verdicts. */
static struct mms_zone_walk walk(const struct mms_zone_request *request, const s32 batch[4], u8 comes,
				 u8 verdict[8], u8 *n)
{
	struct mms_zone_walk w;
	int zone;

	*n = 0;
	mms_zone_walk_begin(&w, request, &two_nodes);
	while ((zone = mms_zone_walk_next(&w)) >= 0) {
		u8 place = (u8)(w.at - 1);
		u8 v = mms_zone_skips(&w, false, batch[place], mms_zone_nid((u8)zone) == 0, false);

		v = v == MMS_ZONE_TRY ? comes : v;
		mms_zone_walk_verdict(&w, v);
		verdict[(*n)++] = v;
	}
	return w;
}

static void preferred_walk(void)
{
	struct mms_zone_request request = asked(MMS_zone_policy_preferred, 0);
	s32 batch[4] = {0};
	u8 v[8], n;
	struct mms_zone_walk w = walk(&request, batch, MMS_zone_verdict_took, v, &n);

	CHECK(w.end == MMS_zone_walk_end_took && w.zone == NORMAL && n == 1, "the first zone");
	w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);
	CHECK(w.end == MMS_zone_walk_end_none && w.zone == -1 && n == 4, "all four below their marks");
	request.highest = DMA32;
	request.pref = DMA32;
	w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);
	CHECK(n == 2, "%u zones with an index up to DMA32", n);
	request.highest = 3;
	request.nodes = 2;
	request.pref = REMOTE;
	w = walk(&request, batch, MMS_zone_verdict_took, v, &n);
	CHECK(w.zone == REMOTE && n == 1, "the node allowed");
}

static void nofragment_walk(void)
{
	struct mms_zone_request request = asked(MMS_zone_policy_preferred, MMS_alloc_flag_nofragment);
	s32 batch[4] = {0};
	u8 v[8], n;
	struct mms_zone_walk w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);

	CHECK(w.end == MMS_zone_walk_end_fragment && n == 4 && v[3] == MMS_zone_verdict_retry,
	      "starts over at the remote zone");
	mms_zone_walk_again(&w);
	CHECK(w.pass == 1 && w.asked.flags == MMS_alloc_flag_wmark_low && mms_zone_walk_next(&w) == NORMAL,
	      "without the flag");
	request.nodes = 1;
	w = walk(&request, batch, MMS_zone_verdict_empty, v, &n);
	CHECK(w.end == MMS_zone_walk_end_fragment && n == 3, "starts over at the end of the list");
}

static void fair_walk(void)
{
	struct mms_zone_request request = asked(MMS_zone_policy_fair, MMS_alloc_flag_fair);
	s32 batch[4] = {0, -3, 1, 5};
	u8 v[8], n;
	struct mms_zone_walk w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);

	CHECK(v[0] == MMS_zone_verdict_batch && v[1] == MMS_zone_verdict_batch && v[2] == MMS_zone_verdict_wmark &&
	      v[3] == MMS_zone_verdict_wmark && w.end == MMS_zone_walk_end_none, "batches skip, all nodes take part");
	request.reclaim = 1;
	w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);
	CHECK(v[3] == MMS_zone_verdict_remote && n == 4, "zone_reclaim_mode keeps to the node");
	request.flags = MMS_alloc_flag_wmark_min;
	w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);
	CHECK(v[0] == MMS_zone_verdict_wmark && v[3] == MMS_zone_verdict_wmark,
	      "the slow path does not look at batches");
}

static void fair_local_walk(void)
{
	struct mms_zone_request request = asked(MMS_zone_policy_fair_local, MMS_alloc_flag_fair);
	s32 batch[4] = {0, 5, 5, 5};
	u8 v[8], n;
	struct mms_zone_walk w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);

	CHECK(n == 4 && v[3] == MMS_zone_verdict_remote && w.end == MMS_zone_walk_end_fair,
	      "set anew at the first remote zone");
	mms_zone_walk_again(&w);
	CHECK(w.asked.flags == MMS_alloc_flag_wmark_low && !mms_zone_reads_batch(&w), "without ALLOC_FAIR");
	batch[0] = 5;
	batch[3] = 5;
	w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);
	CHECK(v[3] == MMS_zone_verdict_wmark && w.end == MMS_zone_walk_end_none,
	      "nothing was used up: on to the remote zone");
	batch[3] = 0;
	w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);
	CHECK(v[3] == MMS_zone_verdict_batch && w.end == MMS_zone_walk_end_fair,
	      "a remote batch that is used up counts as well");
	batch[0] = 0;
	request.nodes = 1;
	request.flags |= MMS_alloc_flag_nofragment;
	w = walk(&request, batch, MMS_zone_verdict_wmark, v, &n);
	CHECK(n == 3 && w.end == MMS_zone_walk_end_fair,
	      "at the end of the list, before the other reason to start over");
}

static void dirty_walk(void)
{
	struct mms_zone_request request = asked(MMS_zone_policy_preferred, 0);
	struct mms_zone_walk w;

	request.spread = true;
	mms_zone_walk_begin(&w, &request, &two_nodes);
	mms_zone_walk_next(&w);
	CHECK(mms_zone_reads_dirty(&w), "the limit of a node is looked at");
	CHECK_EQ(mms_zone_skips(&w, false, 0, true, true), MMS_zone_verdict_dirty, "over its limit");
	mms_zone_walk_next(&w);
	CHECK(!mms_zone_reads_dirty(&w), "once");
	CHECK_EQ(mms_zone_skips(&w, false, 0, true, false), MMS_zone_verdict_dirty, "all its zones");
	mms_zone_walk_next(&w);
	mms_zone_walk_next(&w);
	CHECK(w.cur == REMOTE && mms_zone_skips(&w, false, 0, false, false) == MMS_ZONE_TRY, "another node");
}

static void below_mark(void)
{
	struct mms_zone_request request = asked(MMS_zone_policy_preferred, 0);
	struct mms_zone_walk w;

	mms_zone_walk_begin(&w, &request, &two_nodes);
	CHECK_EQ(mms_zone_below(&w, true), MMS_zone_verdict_wmark, "zone_reclaim_mode 0");
	w.asked.reclaim = 1;
	CHECK_EQ(mms_zone_below(&w, true), MMS_ZONE_RECLAIM, "zone_reclaim_mode 1");
	CHECK_EQ(mms_zone_below(&w, false), MMS_zone_verdict_wmark, "too far");
	w.asked.reclaim = 8;
	CHECK(!mms_zone_slowpath_resets(MMS_zone_policy_preferred, 8, false) &&
	      mms_zone_slowpath_resets(MMS_zone_policy_fair, 8, false), "no bit that enables node_reclaim()");
	CHECK_EQ(mms_zone_below(&w, true), MMS_zone_verdict_wmark, "no bit that enables it");
	w.asked.flags = MMS_alloc_flag_no_watermarks;
	CHECK_EQ(mms_zone_below(&w, true), MMS_ZONE_TRY, "without watermarks");
}

static void flags(void)
{
	u64 user = 0x1100cca, atomic = MMS_GFP_HIGH | MMS_GFP_KSWAPD_RECLAIM; /* GFP_HIGHUSER_MOVABLE */
	u8 policy = MMS_zone_policy_preferred;

	CHECK_EQ(mms_zone_fast_flags(user, policy, false, false, true), 0x901, "a page fault, fast");
	CHECK_EQ(mms_zone_fast_flags(user, MMS_zone_policy_fair, false, false, true), 0xd01, "under fair");
	CHECK_EQ(mms_zone_slow_flags(user, 0, false, false), 0x840, "a page fault, slow");
	CHECK_EQ(mms_zone_slow_flags(atomic, 0, false, false), 0x830, "GFP_ATOMIC");
	CHECK_EQ(mms_zone_slow_flags(atomic, 1, false, false), 0xa30, "GFP_ATOMIC, two pages");
	CHECK_EQ(mms_zone_slow_flags(atomic | MMS_GFP_NOMEMALLOC, 1, false, false), 0x820, "with __GFP_NOMEMALLOC");
	CHECK(mms_zone_flags_fit(0x901, user, policy, 0, 0, false), "fast");
	CHECK(!mms_zone_flags_fit(0x901, user, policy, 0, 1, false), "a second walk, and nothing taken away");
	CHECK(mms_zone_flags_fit(0x801, user, policy, 0, 1, false), "a second walk");
	CHECK(!mms_zone_flags_fit(0x801, user, policy, 0, 2, false), "a third walk");
	CHECK(!mms_zone_flags_fit(0xc01, user, policy, 0, 0, false), "no batches under preferred");
	CHECK(!mms_zone_flags_fit(0x801, user, MMS_zone_policy_fair, 0, 1, false),
	      "batches in every walk under fair");
	CHECK(mms_zone_flags_fit(0xd01, user, MMS_zone_policy_fair_local, 0, 0, false) &&
		      mms_zone_flags_fit(0x901, user, MMS_zone_policy_fair_local, 0, 1, false) &&
		      mms_zone_flags_fit(0x801, user, MMS_zone_policy_fair_local, 0, 2, false),
	      "three walks under fair_local");
	CHECK(!mms_zone_flags_fit(0x801, user, MMS_zone_policy_fair_local, 0, 0, false), "the first with batches");
	CHECK(!mms_zone_flags_fit(0x101, user, policy, 0, 0, false), "kswapd may be woken");
	CHECK(!mms_zone_flags_fit(0x901, user, policy, 0, 0, true), "spread without __GFP_WRITE");
	CHECK(!mms_zone_flags_fit(0x921, user, policy, 0, 0, false), "reserves in the fast path");
	CHECK(mms_zone_flags_fit(0x840, user, policy, 0, 0, false) &&
		      !mms_zone_flags_fit(0x830, user, policy, 0, 0, false),
	      "slow");
	CHECK(mms_zone_flags_fit(0x804, user, policy, 0, 0, false) &&
		      mms_zone_flags_fit(0x808, user, policy, 0, 0, false),
	      "reserves");
	CHECK(mms_zone_flags_fit(0x42, user & ~0x400ull, policy, 0, 0, false) &&
		      !mms_zone_flags_fit(0x842, user, policy, 0, 0, false),
	      "the last try");
}

SUITE(zone)
{
	static const struct test tests[] = {
		{"zone: watermarks as computed by hand", marks_by_hand},
		{"zone: pages that are not for everyone", unusable_by_hand},
		{"zone: the high mark first, then that of the flags", high_then_low},
		{"zone: boost, and who is spared it", boost},
		{"zone: who may take which blocks", blocks},
		{"zone: zone_watermark_fast() against the kernel's steps written out", fast_is_the_kernels},
		{"zone: batches as computed by hand", batches_by_hand},
		{"zone: preferred takes the first zone above its mark", preferred_walk},
		{"zone: starts over to mix page block types", nofragment_walk},
		{"zone: fair passes over batches that are used up", fair_walk},
		{"zone: fair_local sets batches anew during the walk", fair_local_walk},
		{"zone: the dirty limit is a node's", dirty_walk},
		{"zone: below the mark", below_mark},
		{"zone: which flags walk", flags},
	};

	RUN(tests);
}
