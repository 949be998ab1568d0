/* SPDX-License-Identifier: Apache-2.0 */
/* What must hold for every run of machine/swap_in/, on thousands of random ones. */
#include "suite.h"
#include "host.h"
#include "machine/swap_in/internal.h"
#include "property.h"
#include "random_scenario.h"

#define SCENARIOS 10000
#define ASLEEP UINT32_MAX /* a step that is not taken */

/* Small memory and short runs; every corner of the machine is reached by some number. */
static void scenario(u64 number)
{
	long long threads;

	drawn = mms_random(number);
	threads = one_in(2) ? 1 : one_in(10) ? between(1, 20) : between(2, 6);
	host_reset();
	host_set("machine", 0, MMS_machine_swap_in);
	host_set("seed", 0, (long long)mms_random_u32(&drawn));
	host_set("swap_poll", 0, between(0, 2));
	host_set("swap_poll_delay", 0, one_in(3) ? between(1, 30000) : 0);
	host_set("page_cluster", 0, between(0, 8));
	host_set("readahead", 0, between(0, 1));
	host_set("access", 0, between(0, 3));
	host_set("threads", 0, threads);
	host_set("cores", 0, one_in(3) ? threads : between(1, threads));
	host_set("faults", 0, between(1, 60));
	host_set("warm_faults", 0, one_in(3) ? between(1, 300) : 0);
	host_set("dev_ns", 0, one_in(5) ? between(100, 2000) : between(2000, 40000));
	host_set("dev_spread", 0, between(0, 100));
	host_set("dev_queues", 0, one_in(3) ? 1 : between(1, 16));
	host_set("submit_ns", 0, one_in(8) ? 0 : between(1, 3000));
	host_set("switch_ns", 0, one_in(8) ? 0 : between(1, 3000));
	host_set("irq_ns", 0, one_in(8) ? 0 : between(1, 5000));
	host_set("timer_ns", 0, between(0, 3000));
	host_set("wake_ns", 0, one_in(2) ? between(0, 9000) : 0);
	host_set("poll_ns", 0, between(1, 700));
	host_set("finish_ns", 0, one_in(8) ? 0 : between(1, 2000));
	host_set("work_ns", 0, one_in(4) ? between(0, 5000000) : one_in(2) ? between(0, 3000) : 0);
	host_set("lock_ns", 0, one_in(3) ? between(1, 3000) : 0);
	host_set("dev_page_ns", 0, between(0, 3000));
	host_set("area_pages", 0, 4096);
	host_set("resident_pages", 0, between(1024, 2048));
	host_set("reclaim_ns", 0, one_in(4) ? between(1, 4000) : 0);
	host_set("write_ns", 0, one_in(4) ? between(1, 20000) : 0);
	host_set("lock_fetch_ns", 0, one_in(2) ? between(1, 3000) : 0);
}

static const struct swap_in_machine *machine(void)
{
	return mms_session()->now.machine.self;
}

/* Steps a task takes come in this order; the disk's own is between the first and the one that reports. */
static void steps_ordered(const u32 *at)
{
	static const u8 order[] = {SUBMITTED, AWAY, WAKE, BACK, POLLING, KNOWN, RETURNED};
	u32 last = 0;

	for (u32 i = 0; i < MMS_COUNT(order); i++) {
		if (at[order[i]] == ASLEEP)
			continue;
		CHECK(at[order[i]] >= last, "step %u comes at %u, after %u", order[i], at[order[i]], last);
		last = at[order[i]];
	}
	CHECK(at[DISK_DONE] >= at[SUBMITTED] && at[DISK_DONE] <= at[KNOWN], "the disk is done at %u of %u to %u",
	      at[DISK_DONE], at[SUBMITTED], at[KNOWN]);
	CHECK((at[AWAY] == ASLEEP) == (at[BACK] == ASLEEP), "away and never back");
}

/* Alone on its CPU, a read of a single page goes as steps.c says. */
static void as_alone(const struct swap_in_machine *m, const struct mms_ev_swap_in_time *e, u64 sleep)
{
	const u32 *real = &e->at[m->p.swap_poll * STEPS];
	u64 at[STEPS], on_cpu;

	if (e->queued)
		return;
	si_steps_alone(&m->p, (u8)m->p.swap_poll, e->device, sleep, real[SUBMITTED], at, &on_cpu);
	for (u32 i = 0; i < STEPS; i++)
		CHECK_EQ(real[i], at[i] == FOREVER ? ASLEEP : at[i], "a step of a read that meets nobody");
	CHECK_EQ(e->on_cpu[m->p.swap_poll], on_cpu, "its CPU time");
}

struct seen {
	u64 windows, reads, done, singles, timed, single_ns, sleep;
};

static void look_at(const struct swap_in_machine *m, const struct mms_event *e, u8 *open, struct seen *seen)
{
	bool alone = m->p.threads == 1 && !m->p.page_cluster;

	switch (e->kind) {
	case MMS_KIND_swap_ra:
		seen->windows++;
		CHECK(e->swap_ra.win <= 1u << m->p.page_cluster, "a window of %u pages", e->swap_ra.win);
		break;
	case MMS_KIND_swap_in:
		seen->reads++;
		seen->singles += e->swap_in.single;
		seen->sleep = e->swap_in.sleep;
		CHECK(e->swap_in.single || e->swap_in.how == MMS_swap_how_interrupt, "a page of a window polls");
		CHECK(!open[e->swap_in.offset]++, "slot %llu is read twice at a time", (unsigned long long)e->swap_in.offset);
		break;
	case MMS_KIND_swap_in_done:
		seen->done++;
		CHECK(open[e->swap_in_done.offset]--, "slot %llu was not being read", (unsigned long long)e->swap_in_done.offset);
		CHECK(e->swap_in_done.slept <= e->swap_in_done.lat, "slept longer than it took");
		break;
	case MMS_KIND_swap_in_time:
		seen->timed++;
		for (u32 mode = 0; mode < MODES; mode++)
			steps_ordered(&e->swap_in_time.at[mode * STEPS]);
		seen->single_ns += e->swap_in_time.at[m->p.swap_poll * STEPS + RETURNED];
		if (alone)
			as_alone(m, &e->swap_in_time, seen->sleep);
		break;
	default:
		break;
	}
}

static void look_events(const struct property *p, u64 number)
{
	const struct swap_in_machine *m = machine();
	const struct mms_state *st = host_seek(mms_event_count());
	u8 *open = calloc(m->slots, 1);
	struct seen seen = {0};
	u64 last = 0, elapsed = host_stat("model/elapsed_ns");

	(void)p, (void)number;
	for (u32 i = 0; i < mms_event_count(); i++) {
		CHECK(host_event(i)->ts >= last, "time runs backwards at event %u", i);
		last = host_event(i)->ts;
		look_at(m, host_event(i), open, &seen);
	}
	free(open);
	CHECK_EQ(seen.windows, m->p.faults, "faults");
	CHECK_EQ(host_stat("vmstat/pgmajfault"), m->p.faults, "faults that ended");
	CHECK_EQ(m->begun, m->ended, "faults begun, warm ones included");
	CHECK_EQ(seen.reads, seen.done, "reads begun");
	CHECK_EQ(seen.reads, host_stat("vmstat/pswpin"), "pages read");
	CHECK_EQ(seen.singles, seen.timed, "reads of a single page");
	CHECK(host_stat("model/cpu_ns") <= elapsed * (u64)m->p.cores, "more CPU time than there was");
	for (u32 i = 0; i < (u64)m->p.cores; i++)
		CHECK(m->cpu[i].busy <= m->now && m->cpu[i].act == ACT_IDLE && !m->cpu[i].waiting, "CPU %u at the end", i);
	CHECK(!m->requests && !m->reading && m->lock_cpu < 0, "something is still under way");
	/* what apply() made of it */
	CHECK_EQ(st->ra[m->p.readahead].faults, seen.windows, "windows in the state");
	CHECK_EQ(st->would[m->p.swap_poll].done, seen.timed, "faults of one page in the state");
	CHECK_EQ(st->would[m->p.swap_poll].lat, seen.single_ns, "their time");
}

static const struct property all = {scenario, SCENARIOS};
static const struct property some = {scenario, SCENARIOS / 5};

PROPERTY(events, all, look_events, "")
PROPERTY(checked, some, look_checked, "")
PROPERTY(again, some, look_again, "")
PROPERTY(unkept, some, look_unkept, "")
PROPERTY(round_trip, some, look_round_trip, "")

/* So many tasks on CPUs of their own, a fast disk, half of each fault's CPU time under the lock. */
static u64 ns_under_lock(long long tasks, long long fetch)
{
	host_reset();
	host_set("machine", 0, MMS_machine_swap_in);
	host_set("page_cluster", 0, 0);
	host_set("threads", 0, tasks);
	host_set("cores", 0, tasks);
	host_set("faults", 0, 1000);
	host_set("dev_ns", 0, 100);
	host_set("dev_queues", 0, 64);
	host_set("lock_ns", 0, 3000);
	host_set("lock_fetch_ns", 0, fetch);
	CHECK_EQ(host_run(1000), MMS_status_ok, "the run");
	return host_stat("model/elapsed_ns") / 1000;
}

/* Eight tasks take the lock in turn, so each of 1000 faults takes as long as the lock is held. */
static void lock_moves(void)
{
	CHECK_EQ(ns_under_lock(1, 2000), ns_under_lock(1, 0), "a lock that stays with one CPU");
	CHECK(ns_under_lock(8, 0) - 3000 < 100, "held: %llu ns", (unsigned long long)ns_under_lock(8, 0));
	CHECK(ns_under_lock(8, 2000) - 5000 < 100, "held and fetched: %llu ns", (unsigned long long)ns_under_lock(8, 2000));
}

/* A page is reclaimed no faster than the disk writes, so no read waits for more than the last one's write. */
static void writes_apart(void)
{
	u64 longest = 0;

	host_reset();
	host_set("machine", 0, MMS_machine_swap_in);
	host_set("page_cluster", 0, 0);
	host_set("faults", 0, 1000);
	host_set("dev_queues", 0, 1);
	host_set("reclaim_ns", 0, 5000);
	host_set("write_ns", 0, 5000);
	CHECK_EQ(host_run(1000), MMS_status_ok, "the run");
	for (u32 i = 0; i < mms_event_count(); i++)
		if (host_event(i)->kind == MMS_KIND_swap_in_time)
			longest = MMS_MAX(longest, host_event(i)->swap_in_time.queued);
	CHECK(longest > 0 && longest <= 5000, "a read waited %llu ns for writes", (unsigned long long)longest);
}

PROPERTY(others, some, look_alternatives, ", own rule asked as another")

SUITE(swap_in_machine)
{
	static const struct test tests[] = {
		{"swap-in machine: every fault ends once, in order, within its window and its CPU's time", events},
		{"swap-in machine: the checker finds every decision the same", checked},
		{"swap-in machine: the same seed gives the same bytes, however it is run", again},
		{"swap-in machine: a run that keeps no events comes to the same measures", unkept},
		{"swap-in machine: what is written is read back the same", round_trip},
		{"swap-in machine: a lock costs more where another CPU held it last", lock_moves},
		{"swap-in machine: each page is written as soon as it is reclaimed", writes_apart},
		{"swap-in machine: asked as another, the rule in force decides no otherwise", others},
	};

	RUN(tests);
}
