/* SPDX-License-Identifier: Apache-2.0 */
/* get_swap_pages(): the walk, with verdicts that the tests choose. */
#include "suite.h"
#include "policy/get_swap_pages.h"

enum { A, B, C, D };

static struct mms_list make(const s16 *key, u8 n)
{
	struct mms_list list = {0};

	for (u8 i = 0; i < n; i++)
		mms_plist_add(&list, i, key[i]);
	return list;
}

static void takes_turns(void)
{
	struct mms_list list = make((s16[]){1, 1, 5}, 3);
	static const int turn[] = {A, B, A, B};
	struct mms_walk w;

	for (u32 i = 0; i < 4; i++) {
		CHECK(mms_walk_begin(&w, &list, 64, 1000, 0), "no walk");
		CHECK_EQ(mms_walk_next(&w), turn[i], "device");
		mms_walk_verdict(&w, MMS_verdict_took, 64);
		CHECK_EQ(mms_walk_next(&w), -1, "device after the end");
		CHECK(w.end == MMS_walk_end_took && w.type == turn[i] && w.ret == 64, "end %u type %d", w.end, w.type);
	}
}

static void short_batch(void)
{
	struct mms_list list = make((s16[]){1, 2}, 2);
	struct mms_walk w;

	mms_walk_begin(&w, &list, 64, 40, 0);
	CHECK_EQ(w.batch, 40, "batch");
	mms_walk_next(&w);
	mms_walk_verdict(&w, MMS_verdict_took, 3);
	CHECK(w.over && w.ret == 3 && w.type == A, "a short batch goes on");
}

static void batch(void)
{
	CHECK_EQ(mms_swap_batch(64, 1000), 64, "goal 64");
	CHECK_EQ(mms_swap_batch(200, 1000), 64, "goal 200");
	CHECK_EQ(mms_swap_batch(1, 1000), 1, "goal 1");
	CHECK_EQ(mms_swap_batch(64, 7), 7, "7 available");
	CHECK_EQ(mms_swap_batch(64, 0), 0, "0 available");
	CHECK_EQ(mms_swap_batch(64, -5), 0, "-5 available");
	CHECK_EQ(mms_swap_avail(1007, 3), 125, "large folios in 1007 pages");
	CHECK_EQ(mms_swap_avail(-900, 0), -900, "nr_swap_pages below 0");
	CHECK_EQ(mms_swap_avail(-900, 4), (1ll << 60) - 57, "and in large folios");
	CHECK_EQ(mms_swap_batch(1, mms_swap_avail(-900, 4)), 1, "a large folio walks all the same");
}

static void noswap(void)
{
	struct mms_list list = make((s16[]){1}, 1);
	struct mms_list empty = {0};
	struct mms_walk w;

	CHECK(!mms_walk_begin(&w, &list, 64, 0, 0), "walks without free swap");
	CHECK(w.end == MMS_walk_end_noswap && mms_walk_next(&w) == -1, "end %u", w.end);
	CHECK(mms_walk_begin(&w, &empty, 64, 5, 0), "no walk");
	CHECK(mms_walk_next(&w) == -1 && w.end == MMS_walk_end_none && w.type == -1, "end %u", w.end);
}

static void full_goes_on(void)
{
	struct mms_list list = make((s16[]){1, 2, 3}, 3);
	struct mms_walk w;

	mms_walk_begin(&w, &list, 64, 1000, 0);
	CHECK_EQ(mms_walk_next(&w), A, "first");
	mms_walk_verdict(&w, MMS_verdict_full, 0);
	CHECK_EQ(mms_walk_next(&w), B, "second");
	mms_walk_verdict(&w, MMS_verdict_notwritable, 0);
	CHECK_EQ(mms_walk_next(&w), C, "third");
	mms_walk_verdict(&w, MMS_verdict_zero, 0);
	CHECK(w.over && w.end == MMS_walk_end_none, "end %u", w.end);
	CHECK(list.n == 1 && list.type[0] == C, "full devices are still listed");
}

static void last_one_full(void)
{
	struct mms_list list = make((s16[]){1}, 1);
	struct mms_walk w;

	/* next is the list's head, and plist_node_empty() finds an empty list: start over, and end there */
	mms_walk_begin(&w, &list, 64, 1000, 0);
	mms_walk_next(&w);
	mms_walk_verdict(&w, MMS_verdict_full, 0);
	CHECK_EQ(w.end, MMS_walk_end_restart, "end");
	CHECK(mms_walk_begin(&w, &list, 64, 1000, 0) && w.end == MMS_walk_end_none, "the second pass finds a list");
}

static void next_left(void)
{
	struct mms_list list = make((s16[]){1, 2, 3}, 3);
	struct mms_walk w;

	mms_walk_begin(&w, &list, 64, 1000, 0);
	mms_walk_next(&w);
	mms_plist_del(&list, B); /* another CPU filled it */
	mms_walk_verdict(&w, MMS_verdict_zero, 0);
	CHECK(w.over && w.end == MMS_walk_end_restart, "end %u", w.end);
}

static void next_before_requeue(void)
{
	struct mms_list list = make((s16[]){1, 1, 9}, 3);
	struct mms_walk w;
	static const int turn[] = {A, B, A, B, A};

	/* Two equals that both give nothing: the one behind B is A again, C is never reached. */
	mms_walk_begin(&w, &list, 64, 1000, 0);
	for (u32 i = 0; i < 5; i++) {
		CHECK_EQ(mms_walk_next(&w), turn[i], "device");
		mms_walk_verdict(&w, MMS_verdict_zero, 0);
	}
	CHECK(!w.over, "the ping-pong ended");
}

static void one_of_one(void)
{
	struct mms_list list = make((s16[]){1, 1}, 2);
	struct mms_walk w;

	mms_walk_begin(&w, &list, 64, 1000, 0);
	mms_walk_next(&w);
	CHECK_EQ(w.next, B, "next, read before the requeue");
	CHECK(list.type[0] == B && list.type[1] == A, "not requeued before it is tried");
}

static void large(void)
{
	struct mms_list list = make((s16[]){1, 2, 3}, 3);
	struct mms_walk w;

	mms_walk_begin(&w, &list, 1, 1000, 4);
	mms_walk_next(&w);
	mms_walk_verdict(&w, MMS_verdict_zero, 0);
	CHECK(w.over && w.end == MMS_walk_end_order && w.type == -1, "a large folio tried a second device");
	/* but a full one was not asked: get_swap_pages() goes to nextsi for every order */
	mms_walk_begin(&w, &list, 1, 1000, 4);
	mms_walk_next(&w);
	mms_walk_verdict(&w, MMS_verdict_full, 0);
	CHECK_EQ(mms_walk_next(&w), B, "device behind a full one");
	mms_walk_verdict(&w, MMS_verdict_took, 1);
	CHECK(w.end == MMS_walk_end_took && w.type == B, "end %u", w.end);
}

static void which_list(void)
{
	CHECK_EQ(mms_swap_select_nid(MMS_rule_node, 3, 0), 3, "node");
	CHECK_EQ(mms_swap_select_nid(MMS_rule_global, 3, 0), 0, "global");
	CHECK_EQ(mms_swap_select_nid(MMS_rule_roundrobin, 3, 1), 1, "roundrobin, first node 1");
}

SUITE(walk)
{
	static const struct test tests[] = {
		{"walk: equals take turns, each requeued before it is tried", takes_turns},
		{"walk: a short batch is accepted", short_batch},
		{"walk: batch is min(goal, 64, avail)", batch},
		{"walk: no free swap, and an empty list", noswap},
		{"walk: full and not writable devices leave, the walk goes on", full_goes_on},
		{"walk: when the only device leaves it starts over and finds nothing", last_one_full},
		{"walk: starts over when next has left the list", next_left},
		{"walk: equals without slots ping-pong", next_before_requeue},
		{"walk: next is read before the requeue", one_of_one},
		{"walk: a large folio asks one device only", large},
		{"walk: which list each rule walks", which_list},
	};

	RUN(tests);
}
