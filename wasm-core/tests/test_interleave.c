/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaving: by hand, against the rule of 2011, and against counting on fingers. */
#include "suite.h"
#include "machine/random.h"
#include "policy/interleave.h"

#define HIGHEST 15 /* MAX_NUMNODES - 1 of a kernel for 16 nodes */

/* Nodes as digits, one for each allocation. */
static void expect(const char *what, const char *got, const char *want)
{
	CHECK(!strcmp(got, want), "%s: %s, not %s", what, got, want);
}

static char digit(s16 nid)
{
	return nid < 0 ? '-' : (char)('0' + nid);
}

static const char *run(struct mms_il *il, u64 nodes, u32 g, unsigned n)
{
	static char out[64];

	memset(out, 0, sizeof(out));
	for (unsigned i = 0; i < n; i++)
		out[i] = digit(mms_interleave_nodes(il, nodes, g));
	return out;
}

static void by_hand(void)
{
	struct mms_il il;

	mms_set_mempolicy(&il, HIGHEST);
	expect("two nodes", run(&il, 0x3, 1, 5), "01010");
	mms_set_mempolicy(&il, 1023);
	expect("of a kernel for 1024 nodes", run(&il, 0x3, 1, 5), "01010");
	mms_set_mempolicy(&il, HIGHEST);
	expect("nodes 1, 3, 6", run(&il, 0x4a, 1, 7), "1361361");
	mms_set_mempolicy(&il, HIGHEST);
	expect("granularity 3", run(&il, 0x3, 3, 8), "00011100");
	CHECK(il.prev == 0 && il.cnt == 2, "left at %d, %u", il.prev, il.cnt);
	expect("granularity lowered in a row", run(&il, 0x3, 1, 3), "010");
	expect("and raised again", run(&il, 0x3, 4, 7), "1111000");
	expect("its node leaves the policy", run(&il, 0x6, 4, 5), "11112");
	CHECK(il.prev == 2 && il.cnt == 1, "in the middle of a row of 4: %d, %u", il.prev, il.cnt);
	CHECK_EQ(mms_interleave_bulk(&il, 0x6), 1, "bulk does not stay for the rest of a row");
	CHECK(il.prev == 1 && il.cnt == 0, "nor does what comes behind it: %d, %u", il.prev, il.cnt);
	CHECK_EQ(mms_interleave_bulk(&il, 0), -1, "bulk without a node");
	expect("a row begins after bulk", run(&il, 0x6, 2, 3), "221");
	expect("one node", run(&il, 0x8, 2, 3), "333");
	expect("no node", run(&il, 0, 2, 2), "--");
	CHECK(il.prev == 3 && il.cnt == 1, "nothing moves without a node: %d, %u", il.prev, il.cnt);
	mms_set_mempolicy(&il, HIGHEST);
	CHECK_EQ(mms_interleave_nodes(&il, UINT64_MAX, 1), 16, "node after 15 of 64");
	CHECK_EQ(mms_next_node_in(63, 0x30), 4, "around from the last bit");
	CHECK_EQ(mms_next_node_in(62, 1ull << 63), 63, "the last bit");
}

static void weighted_by_hand(void)
{
	static const u32 weight[] = {3, 1, 2};
	struct mms_il il;
	char got[16] = "";

	mms_set_mempolicy(&il, HIGHEST);
	for (unsigned i = 0; i < 13; i++) {
		s16 turn = mms_next_node_in(il.prev, 0x7);

		got[i] = digit(mms_weighted_interleave_nodes(&il, 0x7, weight[turn]));
	}
	expect("3:1:2", got, "0001220001220");
	CHECK_EQ(il.cnt, 2, "still due");
	CHECK_EQ(mms_weighted_interleave_nodes(&il, 0x6, 1), 1, "its node leaves the policy");
	CHECK_EQ(il.cnt, 0, "what was due is forgotten");
	CHECK_EQ(mms_weighted_interleave_nodes(&il, 0, 9), -1, "no node");
}

static void mapping_by_hand(void)
{
	static const u8 weight[MMS_NODES] = {2, 0, 3, 9};

	CHECK_EQ(mms_interleave_nid(0x15, 0), 0, "first");
	CHECK_EQ(mms_interleave_nid(0x15, 4), 2, "fifth of nodes 0, 2, 4");
	CHECK_EQ(mms_interleave_nid(0x15, UINT64_MAX), 0, "2^64 - 1 is a multiple of 3");
	CHECK_EQ(mms_interleave_nid(0, 7), -1, "no node");
	CHECK_EQ(mms_weighted_interleave_nid(0x7, 1, weight), 0, "0 0 1 2 2 2: place 1");
	CHECK_EQ(mms_weighted_interleave_nid(0x7, 2, weight), 1, "place 2; weight 0 counts as 1");
	CHECK_EQ(mms_weighted_interleave_nid(0x7, 5, weight), 2, "place 5");
	CHECK_EQ(mms_weighted_interleave_nid(0x7, 6, weight), 0, "around");
	CHECK_EQ(mms_weighted_interleave_nid(0, 6, weight), -1, "no node");
}

static u64 some_nodes(struct mms_random *r)
{
	u64 nodes = mms_random_u32(r) & 0xffff;

	return nodes ? nodes : 1;
}

/* interleave_nodes() as the patch of 2011 has it: the node comes first, then it is decided. */
struct patch_of_2011 {
	s16 next;
	u32 count;
};

static s16 old_interleave_nodes(struct patch_of_2011 *p, u64 nodes, u32 granularity)
{
	s16 nid = p->next;

	if (++p->count >= granularity) {
		p->count = 0;
		p->next = mms_next_node_in(nid, nodes);
	}
	return nid;
}

static void as_in_2011(void)
{
	struct mms_random r = mms_random(4);
	unsigned n = 0;

	for (unsigned round = 0; round < 2000 && !test_failed(); round++) {
		u64 nodes = some_nodes(&r);
		struct patch_of_2011 old = {mms_first_node(nodes), 0};
		struct mms_il il;
		u32 g = 1 + mms_random_below(&r, 9);

		mms_set_mempolicy(&il, HIGHEST);
		for (unsigned i = 0; i < 100; i++, n++) {
			s16 want = old_interleave_nodes(&old, nodes, g);

			CHECK_EQ(mms_interleave_nodes(&il, nodes, g), want, "node");
			if (!mms_random_below(&r, 10))
				g = 1 + mms_random_below(&r, 9);
		}
	}
	note("%u allocations, granularity changed on the way", n);
}

/* After whole rounds every node has served exactly its share, and never more than one row ahead. */
static void shares(void)
{
	struct mms_random r = mms_random(5);

	for (unsigned round = 0; round < 500 && !test_failed(); round++) {
		u64 nodes = some_nodes(&r);
		u32 g = 1 + mms_random_below(&r, 70), n = (u32)__builtin_popcountll(nodes), served[MMS_NODES] = {0};
		u32 rounds = 1 + mms_random_below(&r, 3);
		struct mms_il il;

		mms_set_mempolicy(&il, HIGHEST);
		for (u32 i = 1; i <= rounds * n * g; i++) {
			served[mms_interleave_nodes(&il, nodes, g)]++;
			for (s16 a = 0; i % g == 0 && a < MMS_NODES; a++)
				CHECK(!(nodes >> a & 1) || served[a] == i / (n * g) * g || served[a] == (i / (n * g) + 1) * g,
				      "node %d served %u of %u", a, served[a], i);
		}
		for (s16 a = 0; a < MMS_NODES; a++)
			CHECK_EQ(served[a], nodes >> a & 1 ? rounds * g : 0, "share");
	}
}

static void weighted_shares(void)
{
	struct mms_random r = mms_random(6);

	for (unsigned round = 0; round < 500 && !test_failed(); round++) {
		u64 nodes = some_nodes(&r);
		u32 weight[MMS_NODES], served[MMS_NODES] = {0}, total = 0;
		struct mms_il il, same;
		bool equal = round % 2;

		for (u32 i = 0; i < MMS_NODES; i++) {
			weight[i] = equal && i ? weight[0] : 1 + mms_random_below(&r, 255);
			total += nodes >> i & 1 ? weight[i] : 0;
		}
		mms_set_mempolicy(&il, HIGHEST);
		mms_set_mempolicy(&same, HIGHEST);
		for (u32 i = 0; i < 2 * total; i++) {
			s16 nid = mms_weighted_interleave_nodes(&il, nodes, weight[mms_next_node_in(il.prev, nodes)]);

			served[nid]++;
			if (equal)
				CHECK_EQ(nid, mms_interleave_nodes(&same, nodes, weight[0]), "equal weights are granularity");
		}
		for (u32 i = 0; i < MMS_NODES; i++)
			CHECK_EQ(served[i], nodes >> i & 1 ? 2 * weight[i] : 0, "share");
	}
}

static void mapping(void)
{
	struct mms_random r = mms_random(8);
	static s16 plain[MMS_NODES], heavy[MMS_NODES * 255];

	for (unsigned round = 0; round < 300 && !test_failed(); round++) {
		u64 nodes = some_nodes(&r);
		u8 weight[MMS_NODES];
		u32 n = 0, total = 0;

		for (s16 i = 0; i < MMS_NODES; i++) {
			weight[i] = (u8)mms_random_below(&r, round % 3 ? 5 : 256);
			if (!(nodes >> i & 1))
				continue;
			plain[n++] = i;
			for (u32 k = 0; k < MMS_MAX(weight[i], 1u); k++)
				heavy[total++] = i;
		}
		for (unsigned i = 0; i < 200; i++) {
			u64 ilx = i < 100 ? i : (u64)mms_random_u32(&r) << 32 | mms_random_u32(&r);

			CHECK_EQ(mms_interleave_nid(nodes, ilx), plain[ilx % n], "node of the place");
			CHECK_EQ(mms_weighted_interleave_nid(nodes, ilx, weight), heavy[ilx % total], "weighted node of the place");
		}
	}
}

SUITE(interleave)
{
	static const struct test tests[] = {
		{"interleave: by the task's counter, as computed by hand", by_hand},
		{"interleave: weighted, as computed by hand", weighted_by_hand},
		{"interleave: by place, as computed by hand", mapping_by_hand},
		{"interleave: granularity as in the patch of 2011", as_in_2011},
		{"interleave: every node serves its share exactly", shares},
		{"interleave: weighted shares are exact, equal weights are granularity", weighted_shares},
		{"interleave: by place, against the nodes written out", mapping},
	};

	RUN(tests);
}
