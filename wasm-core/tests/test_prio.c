/* SPDX-License-Identifier: Apache-2.0 */
/* setup_swap_info() and swapoff(): priorities and keys. */
#include "suite.h"
#include "policy/slots_cache.h"
#include "policy/swap_prio.h"
#include "policy/swap_range.h"

static void automatic(void)
{
	for (u32 i = 0; i < 5; i++) {
		CHECK_EQ(mms_setup_prio(MMS_rule_node, -1, i), -2 - (int)i, "node");
		CHECK_EQ(mms_setup_prio(MMS_rule_global, -1, i), -1 - (int)i, "global");
		CHECK_EQ(mms_setup_prio(MMS_rule_roundrobin, -1, i), -1, "roundrobin");
	}
	CHECK_EQ(mms_least_priority(MMS_rule_node, 0), -1, "least_priority of an empty system");
	CHECK_EQ(mms_least_priority(MMS_rule_node, 3), -4, "least_priority with three");
	CHECK_EQ(mms_least_priority(MMS_rule_global, 3), -3, "least_priority with three, global");
}

static void given(void)
{
	for (u8 rule = MMS_rule_node; rule <= MMS_rule_roundrobin; rule++) {
		CHECK_EQ(mms_setup_prio(rule, 0, 4), 0, "priority 0");
		CHECK_EQ(mms_setup_prio(rule, 32767, 4), 32767, "priority 32767");
		CHECK_EQ(mms_avail_key(rule, 5, 2, 2), -5, "key on its own node");
		CHECK(mms_avail_key(rule, 0, 1, 0) < mms_avail_key(rule, -1, 1, 1), "0 does not come before promoted");
	}
}

static void promoted(void)
{
	CHECK_EQ(mms_avail_key(MMS_rule_node, -4, 2, 2), 1, "own node");
	CHECK_EQ(mms_avail_key(MMS_rule_node, -4, 2, 1), 4, "other node");
	CHECK_EQ(mms_avail_key(MMS_rule_node, -4, -1, 0), 4, "device without a node");
	CHECK_EQ(mms_avail_key(MMS_rule_global, -4, 2, 2), 4, "global");
	CHECK_EQ(mms_avail_key(MMS_rule_roundrobin, -1, 2, 2), 1, "roundrobin");
}

static void renumbering(void)
{
	CHECK(mms_swapoff_renumbers(MMS_rule_node, -2), "node");
	CHECK(mms_swapoff_renumbers(MMS_rule_global, -1), "global");
	CHECK(!mms_swapoff_renumbers(MMS_rule_roundrobin, -1), "roundrobin");
	CHECK(!mms_swapoff_renumbers(MMS_rule_node, 0), "explicit priority");
}

static void shared_keys(void)
{
	CHECK(mms_key_shared(MMS_rule_node, 1) && !mms_key_shared(MMS_rule_node, 2), "node");
	CHECK(!mms_key_shared(MMS_rule_global, 1), "global");
	CHECK(mms_key_shared(MMS_rule_roundrobin, 1) && !mms_key_fits(MMS_rule_roundrobin, 2), "roundrobin");
	CHECK(mms_key_shared(MMS_rule_global, -3), "explicit");
}

static void cache(void)
{
	CHECK(!mms_check_cache_active(true, false, 5 * 64 * 4, 4), "comes on at the threshold itself");
	CHECK(mms_check_cache_active(true, false, 5 * 64 * 4 + 1, 4), "does not come on above it");
	CHECK(mms_check_cache_active(true, true, 2 * 64 * 4, 4), "goes off at the threshold itself");
	CHECK(!mms_check_cache_active(true, true, 2 * 64 * 4 - 1, 4), "does not go off below it");
	CHECK(!mms_check_cache_active(false, false, 1 << 20, 4), "comes on although it is not enabled");
	CHECK(!mms_cache_ret_full(63) && mms_cache_ret_full(64), "return cache of 64");
}

static void membership(void)
{
	CHECK(mms_range_alloc_leaves(100, 100) && !mms_range_alloc_leaves(99, 100), "last slot");
	CHECK(mms_range_free_joins(100, 100, true), "first slot given back");
	CHECK(!mms_range_free_joins(99, 100, true), "second slot given back");
	CHECK(!mms_range_free_joins(100, 100, false), "given back while it is swapped off");
}

SUITE(prio)
{
	static const struct test tests[] = {
		{"prio: automatic priorities of the three rules", automatic},
		{"prio: a given priority is kept, never promoted, and 0 comes before promoted", given},
		{"prio: promotion on the own node's list, and on no other", promoted},
		{"prio: swapoff renumbers automatic priorities, not in round robin", renumbering},
		{"prio: which keys devices can share", shared_keys},
		{"slots cache: thresholds and size", cache},
		{"swap range: a device leaves when full and joins with the first free slot", membership},
	};

	RUN(tests);
}
