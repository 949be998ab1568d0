/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of the model whose outcome is known. */
#include "suite.h"
#include "host.h"

static void small(int rule)
{
	host_reset();
	host_set("rule", 0, rule);
	host_set("dev_pages", 0, 4096);
	host_set("dev_pages", 1, 4096);
	host_set("dev_node", 0, 0);
	host_set("dev_node", 1, 1);
	host_set("task_pages", 0, 2048);
	host_set("memcg_pages", 0, 4096);
	host_set("stop_decisions", 0, 400);
}

/* usemem of 52f37efc5949, at the published total. */
static void published(int rule, int nodes, bool placed, long long stop)
{
	host_reset();
	host_set("rule", 0, rule);
	host_set("nodes", 0, nodes);
	host_set("cpus_per_node", 0, 4);
	host_set("devices", 0, 4);
	for (unsigned i = 0; i < 4; i++) {
		host_set("dev_pages", i, 4194303);
		host_set("dev_node", i, placed ? (int)i : -1);
	}
	host_set("tasks", 0, 31);
	host_set("task_pages", 0, 524288);
	host_set("pattern", 0, MMS_pattern_sequential);
	host_set("memcg_pages", 0, 1048576);
	host_set("migrate_every", 0, 1024);
	host_set("stop_decisions", 0, 0);
	host_set("stop_used", 0, stop);
	host_set("frees", 0, 0);
	CHECK_EQ(host_run(50000), 0, "status");
}

static u64 used(unsigned type)
{
	return host_seek(mms_event_count())->dev[type].used;
}

static void published_global(void)
{
	published(MMS_rule_global, 8, false, 4441599);
	CHECK_EQ(used(0), 4194303, "first device");
	CHECK_EQ(used(1), 247296, "second device");
	CHECK(used(2) == 0 && used(3) == 0, "third and fourth hold something");
}

static void published_node(void)
{
	double first;

	published(MMS_rule_node, 8, true, 6579814);
	first = (double)used(0) / (15.7 * 262144);
	CHECK(first > 0.97 && first < 1.03, "first device: %.3f of the published 15.7G", first);
	for (unsigned i = 1; i < 4; i++)
		CHECK(used(i) * 100 > used(1) * 99 && used(i) * 99 < used(1) * 100, "device %u: %llu", i,
		      (unsigned long long)used(i));
}

static void published_roundrobin(void)
{
	published(MMS_rule_roundrobin, 8, false, 6920602);
	for (unsigned i = 0; i < 4; i++)
		CHECK(used(i) <= used(0) && used(0) - used(i) <= 64, "device %u: %llu", i, (unsigned long long)used(i));
}

static void without_cache(void)
{
	small(MMS_rule_node);
	host_set("slots_cache", 0, 0);
	CHECK_EQ(host_run(7), 0, "status");
	for (u32 i = 0; i < mms_event_count(); i++)
		if (host_event(i)->kind == MMS_KIND_swap_select)
			CHECK_EQ(host_event(i)->swap_select.batch, 1, "batch");
	CHECK_EQ(mms_decision_count(), 400, "decisions");
}

static void with_cache(void)
{
	unsigned whole = 0;

	small(MMS_rule_node);
	CHECK_EQ(host_run(7), 0, "status");
	for (u32 i = 0; i < mms_event_count(); i++)
		if (host_event(i)->kind == MMS_KIND_swap_select) {
			CHECK_EQ(host_event(i)->swap_select.goal, 64, "goal");
			whole += host_event(i)->swap_select.ret == 64;
		}
	CHECK_EQ(whole, 400, "whole batches");
}

/* One CPU fills two devices, 512 pages of each in turn, without asking in between. */
static void clusters(void)
{
	u32 asked = 0;

	small(MMS_rule_roundrobin);
	host_set("nodes", 0, 1);
	host_set("cpus_per_node", 0, 1);
	host_set("dev_node", 1, 0);
	host_set("tasks", 0, 1);
	host_set("task_pages", 0, 12000);
	host_set("dev_pages", 0, 8192);
	host_set("dev_pages", 1, 8192);
	host_set("pattern", 0, MMS_pattern_sequential);
	host_set("turn", 0, MMS_turn_cluster);
	CHECK_EQ(host_run(7), 0, "status");
	for (u32 i = 0; i < mms_event_count(); i++) {
		const struct mms_ev_swap_select *e = &host_event(i)->swap_select;

		if (host_event(i)->kind != MMS_KIND_swap_select)
			continue;
		CHECK_EQ(e->goal, 1, "goal");
		CHECK_EQ(e->type, asked % 2, "device");
		CHECK_EQ(e->list_used[0] + e->list_used[1], 512 * asked, "slots in use");
		asked++;
	}
	CHECK_EQ(asked, 16, "turns"); /* of 12000 - 4096 pages */
}

static void local(void)
{
	small(MMS_rule_node);
	CHECK_EQ(host_run(1000), 0, "status");
	for (u32 i = 0; i < mms_event_count(); i++)
		if (host_event(i)->kind == MMS_KIND_swap_select)
			CHECK_EQ(host_event(i)->swap_select.type, host_event(i)->swap_select.nid, "device");
}

static const struct mms_event *find(u32 *from, u8 op, u8 reason)
{
	for (; *from < mms_event_count(); ++*from) {
		const struct mms_event *e = host_event(*from);

		if (e->kind == MMS_KIND_swap_list && e->swap_list.op == op && e->swap_list.reason == reason) {
			++*from;
			return e;
		}
	}
	return NULL;
}

static void swapoff_steps(int action)
{
	host_reset();
	host_set("nodes", 0, 3);
	host_set("devices", 0, 3);
	for (unsigned i = 0; i < 3; i++) {
		host_set("dev_pages", i, 8192);
		host_set("dev_node", i, (int)i);
	}
	host_set("task_pages", 0, 2048);
	host_set("memcg_pages", 0, 4096);
	host_set("stop_decisions", 0, 10000); /* while a swapoff is under way one page is one decision */
	host_set("step_at", 0, 50);
	host_set("step_do", 0, action);
	host_set("step_arg", 0, 0);
}

static void swapoff(void)
{
	const struct mms_event *e;
	u32 at = 0;

	swapoff_steps(MMS_action_swapoff);
	host_set("step_at", 1, 60);
	host_set("step_do", 1, MMS_action_swapon);
	host_set("step_arg", 1, 0);
	CHECK_EQ(host_run(1000), 0, "status");
	e = find(&at, MMS_list_op_del, MMS_list_reason_swapoff);
	CHECK(e && e->swap_list.type == 0, "swapA did not leave");
	e = find(&at, MMS_list_op_prio, MMS_list_reason_swapoff);
	CHECK(e && e->swap_list.type == 1 && e->swap_list.prio == -2, "swapB was not renumbered");
	CHECK(e && e->swap_list.list_prio[0] == 2 && e->swap_list.list_prio[1] == 1, "keys of swapB");
	e = find(&at, MMS_list_op_prio, MMS_list_reason_swapoff);
	CHECK(e && e->swap_list.type == 2 && e->swap_list.prio == -3, "swapC was not renumbered");
	e = find(&at, MMS_list_op_add, MMS_list_reason_swapon);
	CHECK(e && e->swap_list.type == 0 && e->swap_list.prio == -4 && !e->swap_list.used,
	      "swapA did not come back as the lowest, empty");
}

static void swapoff_fails(void)
{
	const struct mms_event *e;
	u32 at = 0;

	swapoff_steps(MMS_action_swapoff_fails);
	CHECK_EQ(host_run(1000), 0, "status");
	e = find(&at, MMS_list_op_add, MMS_list_reason_reinsert);
	CHECK(e && e->swap_list.type == 0 && e->swap_list.prio == -4 && e->swap_list.used,
	      "swapA did not come back as the lowest, with what it held");
	CHECK_EQ(host_seek(mms_event_count())->dev[0].rank, 2, "rank of swapA");
}

static void full_and_freed(void)
{
	const struct mms_event *e;
	u32 at = 0;

	small(MMS_rule_roundrobin);
	host_set("dev_pages", 0, 256);
	host_set("slots_cache", 0, 0);
	host_set("stop_decisions", 0, 4000);
	CHECK_EQ(host_run(1000), 0, "status");
	e = find(&at, MMS_list_op_del, MMS_list_reason_full);
	CHECK(e && e->swap_list.type == 0 && e->swap_list.used == 256, "swapA did not fill up");
	CHECK(!host_seek(at)->dev[0].listed && host_seek(at)->dev[0].why_off == MMS_list_reason_full, "still listed");
	e = find(&at, MMS_list_op_add, MMS_list_reason_freed);
	CHECK(e && e->swap_list.type == 0, "swapA did not come back");
	CHECK(host_seek(at)->list[0].n == 2 && host_seek(at)->list[0].type[1] == 0, "not behind its equals");
}

static void large(void)
{
	u32 tried = 0, failed = 0, singles = 0;

	small(MMS_rule_roundrobin);
	host_set("pattern", 0, MMS_pattern_sequential);
	host_set("task_pages", 0, 4096);
	host_set("large_order", 0, 4);
	host_set("large_percent", 0, 25);
	host_set("large_fail", 0, 40);
	CHECK_EQ(host_run(1000), 0, "status");
	for (u32 i = 0; i < mms_event_count(); i++) {
		const struct mms_ev_swap_select *e = &host_event(i)->swap_select;

		if (host_event(i)->kind != MMS_KIND_swap_select)
			continue;
		singles += e->order ? 0 : e->ret;
		if (!e->order)
			continue;
		tried++;
		CHECK(e->visits == 1 && e->goal == 1 && e->ret <= 1, "event %u", i);
		failed += e->end == MMS_walk_end_order;
	}
	CHECK(tried > 100 && failed * 100 > tried * 30 && failed * 100 < tried * 50, "%u of %u failed", failed, tried);
	CHECK(singles > failed * 16, "failed folios were not split");
}

static void contradictions(void)
{
	static const struct { const char *name; unsigned index; long long value; const char *says; } bad[] = {
		{"dev_node", 1, 7, "dev_node[1] is 7"},
		{"cpus_per_node", 0, 8, "64 CPUs"},
		{"step_do", 3, MMS_action_swapoff, "step_arg[3]"},
		{"step_do", 0, MMS_action_rule, "step_arg[0]"},
		{"task_pages", 0, 67108864, "memory limit"},
	};

	for (size_t i = 0; i < MMS_COUNT(bad); i++) {
		small(MMS_rule_node);
		host_set("nodes", 0, 2);
		if (!strcmp(bad[i].name, "cpus_per_node"))
			host_set("nodes", 0, 9);
		if (!strcmp(bad[i].name, "task_pages"))
			host_set("tasks", 0, 256);
		host_set("step_arg", 3, 5);
		host_set("step_arg", 0, 3);
		host_set(bad[i].name, bad[i].index, bad[i].value);
		CHECK(mms_model_begin() < 0, "%s=%lld is taken", bad[i].name, bad[i].value);
		CHECK(strstr(host_error(), bad[i].says), "'%s' does not say '%s'", host_error(), bad[i].says);
	}
	small(MMS_rule_node);
	host_set("demand", 0, 0);
	host_set("demand", 1, 0);
	CHECK(mms_model_begin() == MMS_status_range, "no demand is taken");
}

static void ends(void)
{
	small(MMS_rule_node);
	host_set("memcg_pages", 0, 1 << 20); /* everything fits */
	CHECK_EQ(host_run(1000), 0, "status when everything fits");
	CHECK_EQ(mms_decision_count(), 0, "decisions when everything fits");
	small(MMS_rule_node);
	host_set("devices", 0, 0);
	CHECK_EQ(host_run(1000), 0, "status without swap");
	CHECK(strstr(host_event(mms_event_count() - 1)->mark.text, "out of memory"), "no mark");
}

static void limits(void)
{
	CHECK_EQ(mms_reset(100, 0), 0, "reset");
	CHECK_EQ(host_run(1000), MMS_status_too_many, "status with 100 events");
	CHECK_EQ(mms_event_count(), 100, "events kept");
	CHECK(host_seek(100), "no state");
	CHECK_EQ(mms_reset(0, 1 << 20), MMS_status_no_memory, "reset with 1 MiB");
	CHECK_EQ(mms_reset(0, 2 << 20), 0, "reset with 2 MiB");
	CHECK_EQ(host_run(1000), MMS_status_no_memory, "status with 2 MiB");
	CHECK(host_error()[0], "no sentence");
}

static void order_of_calls(void)
{
	host_reset();
	CHECK_EQ(mms_model_run(1), MMS_status_call, "run before begin");
	CHECK_EQ(mms_reader_feed(0), MMS_status_call, "feed before begin");
	CHECK_EQ(mms_reader_end(), MMS_status_call, "end before begin");
	CHECK_EQ(mms_check_begin(), MMS_status_call, "check of nothing");
	CHECK_EQ(mms_check_run(1), MMS_status_call, "check without begin");
	CHECK_EQ(mms_write_begin(), MMS_status_call, "write of nothing");
	CHECK_EQ(mms_write_next(1), MMS_status_call, "write without begin");
	CHECK(!mms_seek(1) && mms_seek(0), "state of an empty log");
	CHECK(!mms_event_at(0) && !mms_decisions() && !mms_verdicts(), "records of an empty log");
	CHECK(!mms_staging(MMS_STAGING_MAX + 1) && mms_staging(MMS_STAGING_MAX), "staging buffer");
	small(MMS_rule_node);
	CHECK_EQ(mms_model_begin(), 0, "begin");
	CHECK_EQ(mms_model_begin(), MMS_status_call, "begin twice");
	CHECK_EQ(mms_reader_begin(), MMS_status_call, "reader in a model's session");
	CHECK_EQ(mms_check_begin(), MMS_status_call, "check of half a run");
	CHECK(mms_param_set(1, 0, 0) == MMS_status_call, "parameter in the middle of a run");
	CHECK(mms_seek(mms_event_count()), "state in the middle of a run");
}

SUITE(machine)
{
	static const struct test tests[] = {
		{"machine: published experiment, global: 16G, 966M, 0, 0", published_global},
		{"machine: published experiment, node: 15.7G on the first, the others alike", published_node},
		{"machine: published experiment, round robin: four equal shares", published_roundrobin},
		{"machine: without slots cache one page is one decision", without_cache},
		{"machine: with slots cache decisions are of 64", with_cache},
		{"machine: with clusters a turn is 512 pages", clusters},
		{"machine: under node each CPU swaps to its node's device", local},
		{"machine: swapoff renumbers, swapon comes last", swapoff},
		{"machine: a failed swapoff loses its place", swapoff_fails},
		{"machine: a full device leaves and comes back behind its equals", full_and_freed},
		{"machine: large folios ask once, and are split when there is no room", large},
		{"machine: parameters that contradict each other are refused", contradictions},
		{"machine: a run ends when nothing can happen", ends},
		{"machine: limits of events and memory", limits},
		{"abi: calls out of order are refused", order_of_calls},
	};

	RUN(tests);
}
