/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of machine/swap/ with timing: what locks, disks and the end of tasks cost. */
#include "suite.h"
#include "host.h"

/* `tasks` writers of 2048 pages each, an eighth of them in memory, on `devices` zram. */
static void usemem(int tasks, int devices)
{
	host_reset();
	host_set("timing", 0, 1);
	host_set("rule", 0, MMS_rule_roundrobin);
	host_set("nodes", 0, 1);
	host_set("cpus_per_node", 0, 16);
	host_set("devices", 0, devices);
	host_set("tasks", 0, tasks);
	host_set("task_pages", 0, 2048);
	host_set("memcg_pages", 0, tasks * 256);
	host_set("pattern", 0, MMS_pattern_sequential);
	host_set("stop_decisions", 0, 0);
	host_set("frees", 0, 0);
	host_set("compress_ns", 0, 10000);
	host_set("dev_lock_ns", 0, 0);
	host_set("dev_free_ns", 0, 0);
	host_set("exit_ns", 0, 0);
}

/* One task alone waits for nobody: its time is a sum. */
static void alone(void)
{
	u64 outs;

	usemem(1, 1);
	host_set("dev_lock_ns", 0, 700);
	host_set("dev_free_ns", 0, 30);
	host_set("exit_ns", 0, 200);
	host_set("lru_lock_ns", 0, 90);
	CHECK_EQ(host_run(1000), 0, "status");
	outs = host_stat("vmstat/pswpout");
	CHECK_EQ(outs % 32, 0, "pages of a batch");
	CHECK(outs >= 2048 - 256 && outs < 2048, "%llu pages went out", (unsigned long long)outs);
	CHECK_EQ(host_stat("model/lock_wait_ns"), 0, "waiting");
	CHECK_EQ(host_stat("model/system_ns"),
		 2048 * (2000 + 200) + outs * (4000 + 10000 + 700 + 90 + 30), "system time");
}

static u64 elapsed(int tasks, int devices, int lock)
{
	usemem(tasks, devices);
	host_set("dev_lock_ns", 0, lock);
	CHECK_EQ(host_run(1000), 0, "status");
	CHECK(host_stat("model/system_ns") <= host_stat("model/elapsed_ns") * 16, "more CPU time than there was");
	CHECK(host_stat("model/elapsed_ns") >= host_stat("vmstat/pswpout") * (u64)lock / (u64)devices,
	      "a lock was held by two at a time");
	return host_stat("model/elapsed_ns");
}

/* Eight tasks that contend for one device's lock take turns; on four devices they hardly meet. */
static void contention(void)
{
	u64 one = elapsed(8, 1, 20000), four = elapsed(8, 4, 20000), free = elapsed(8, 1, 0);

	CHECK(one > four * 2 && one < four * 4, "one device %llu, four %llu", (unsigned long long)one,
	      (unsigned long long)four);
	CHECK(free < four, "without lock %llu", (unsigned long long)free);
}

/* Slots are given back together, when the last task has written its memory. */
static void freeing(void)
{
	u64 one, four;

	usemem(8, 1);
	host_set("dev_free_ns", 0, 1000);
	CHECK_EQ(host_run(1000), 0, "status");
	one = host_stat("model/free_latency_us");
	usemem(8, 4);
	host_set("dev_free_ns", 0, 1000);
	CHECK_EQ(host_run(1000), 0, "status");
	four = host_stat("model/free_latency_us");
	CHECK(one > 8 * 1000 && one > four * 3 / 2, "one device %llu us, four %llu us", (unsigned long long)one,
	      (unsigned long long)four);
}

static u64 disks(int tasks, int devices, int remote)
{
	host_reset();
	host_set("timing", 0, 1);
	host_set("rule", 0, MMS_rule_node);
	host_set("devices", 0, devices);
	host_set("dev_node", 0, 0);
	host_set("dev_node", 1, 1);
	host_set("tasks", 0, tasks);
	host_set("cpus_per_node", 0, 16);
	host_set("task_pages", 0, 1000);
	host_set("memcg_pages", 0, tasks * 500);
	host_set("stop_decisions", 0, 2000);
	host_set("dev_read_ns", 0, 3000);
	host_set("dev_write_ns", 0, 3000);
	host_set("dev_wait_ns", 0, 10000);
	host_set("remote_ns", 0, remote);
	CHECK_EQ(host_run(1000), 0, "status");
	return host_stat("model/swap_ins_per_s");
}

/* A disk does no more than it can; two do more; and a disk far away takes longer. */
static void disk(void)
{
	u64 one = disks(32, 1, 0), two = disks(32, 2, 0), near = disks(2, 1, 0), far = disks(2, 1, 100000);

	CHECK(one <= 1000000000 / 6000 * 11 / 10, "%llu pages in a second", (unsigned long long)one);
	CHECK(two > one * 3 / 2, "two disks: %llu, one: %llu", (unsigned long long)two, (unsigned long long)one);
	CHECK(far < near * 3 / 4, "a disk far away: %llu, near: %llu", (unsigned long long)far, (unsigned long long)near);
}

/* Times of their own: the first decisions are the same, only later. */
static void off(void)
{
	usemem(1, 1);
	host_set("timing", 0, 0);
	CHECK_EQ(host_run(1000), 0, "status");
	for (u32 i = 0; i < mms_event_count(); i++)
		CHECK(host_event(i)->kind != MMS_KIND_stat, "a counter without timing");
}

SUITE(swap_timing)
{
	static const struct test tests[] = {
		{"swap timing: the time of one task alone is a sum", alone},
		{"swap timing: tasks contend for one device, hardly for four", contention},
		{"swap timing: slots are given back together, and contended for", freeing},
		{"swap timing: a disk does no more than it can", disk},
		{"swap timing: off by default", off},
	};

	RUN(tests);
}
