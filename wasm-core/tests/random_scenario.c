/* SPDX-License-Identifier: Apache-2.0 */
#include "random_scenario.h"

#include "host.h"

struct mms_random drawn;

long long between(long long low, long long high)
{
	return low + mms_random_below(&drawn, (u32)(high - low + 1));
}

bool one_in(u32 n)
{
	return mms_random_below(&drawn, n) == 0;
}

static void devices(long long nodes)
{
	long long n = one_in(20) ? between(0, 16) : between(1, 6);

	host_set("devices", 0, n);
	for (unsigned i = 0; i < n; i++) {
		host_set("dev_pages", i, one_in(3) ? between(64, 300) : between(300, 3000));
		host_set("dev_node", i, between(-1, nodes - 1));
		host_set("dev_prio", i, one_in(4) ? between(0, 3) : -1);
	}
}

static void clock_counts(void)
{
	host_set("timing", 0, 1);
	host_set("compress_ns", 0, between(0, 9000));
	host_set("dev_lock_ns", 0, between(0, 3000));
	host_set("dev_free_ns", 0, between(0, 3000));
	host_set("lru_lock_ns", 0, between(0, 3000));
	host_set("exit_ns", 0, between(0, 300));
	host_set("dev_read_ns", 0, one_in(2) ? between(0, 9000) : 0);
	host_set("dev_write_ns", 0, one_in(2) ? between(0, 9000) : 0);
	host_set("dev_queue", 0, between(1, 300));
	host_set("remote_ns", 0, between(0, 3000));
}

static void script(long long n_devices)
{
	long long at = 0, steps = one_in(2) ? 0 : between(1, 6);

	for (unsigned i = 0; i < steps; i++) {
		long long action = between(MMS_action_none, MMS_action_slots_cache);

		if (!n_devices && action >= MMS_action_swapoff && action <= MMS_action_swapon)
			action = MMS_action_none;
		host_set("step_at", i, at += between(0, 60));
		host_set("step_do", i, action);
		host_set("step_arg", i, action == MMS_action_rule ? between(0, 2)
				: action == MMS_action_slots_cache ? between(0, 1)
				: n_devices ? between(0, n_devices - 1) : 0);
	}
}

void random_scenario(u64 number)
{
	long long nodes;

	drawn = mms_random(number);
	host_reset();
	nodes = one_in(10) ? between(1, 16) : between(1, 4);
	host_set("rule", 0, between(0, 2));
	host_set("seed", 0, (long long)mms_random_u32(&drawn));
	host_set("nodes", 0, nodes);
	host_set("cpus_per_node", 0, between(1, 4));
	devices(nodes);
	host_set("tasks", 0, between(1, 8));
	host_set("task_pages", 0, between(64, 2000));
	host_set("pattern", 0, between(0, 1));
	host_set("memcg_pages", 0, one_in(4) ? between(64, 200) : between(200, 4000));
	for (unsigned i = 0; i < nodes; i++)
		host_set("demand", i, one_in(5) ? 1 : between(1, 9));
	host_set("migrate_every", 0, one_in(3) ? 0 : between(1, 300));
	host_set("slots_cache", 0, !one_in(3));
	if (one_in(3)) {
		host_set("large_order", 0, between(1, 5));
		host_set("large_percent", 0, between(1, 100));
		host_set("large_fail", 0, between(0, 100));
	}
	host_set("reclaim_batch", 0, one_in(3) ? between(1, 64) : 32);
	host_set("stop_decisions", 0, between(1, 300));
	script(mms_session()->now.params.devices);
	if (one_in(4))
		clock_counts();
	host_set("turn", 0, one_in(4) ? MMS_turn_cluster : MMS_turn_call);
}
