/* SPDX-License-Identifier: Apache-2.0 */
/* What must hold for every scenario of the machine of zones. */
#include "suite.h"
#include "host.h"
#include "machine/zones/internal.h"
#include "property.h"
#include "random_scenario.h"

static const struct property zones = {random_zones, 10000};
static const struct property fewer = {random_zones, 1000};

static struct zones_machine *machine(void)
{
	return mms_session()->now.machine.self;
}

static void marks_in_order(const struct zones_machine *m, u8 number)
{
	const struct zone *z = &m->zone[number];
	const s32 *mark = z->pages.mark;

	CHECK(mark[0] >= 0 && mark[0] <= mark[1] && mark[1] <= mark[2] && (u64)mark[2] < z->managed,
	      "zone %u has marks %d %d %d of %llu pages", number, mark[0], mark[1], mark[2],
	      (unsigned long long)z->managed);
	CHECK(z->pages.free >= 0 && (u64)z->pages.free <= z->managed, "zone %u has %d free pages", number, z->pages.free);
}

static void batch_in_bounds(const struct zones_machine *m, u8 number)
{
	const struct zone *z = &m->zone[number];
	bool all_reset = m->p.zone_alloc_policy == MMS_zone_policy_fair && !m->p.zone_reclaim_mode;

	CHECK(z->batch <= z->batch_full, "zone %u has a batch of %d, more than %d", number, z->batch, z->batch_full);
	CHECK(!all_reset || z->batch >= 0 || z->batch_full <= 0, "zone %u has a batch of %d", number, z->batch);
}

/* Each page is free or on one list once. */
static void pages_conserved(const struct zones_machine *m)
{
	u64 of_task[MAX_LOADS] = {0}, dirty = 0, in_ring = 0;

	for (u32 i = 0; i < m->n_zones; i++) {
		const struct zone *z = &m->zone[m->zones[i]];
		u64 on_lists = 0;

		for (u32 list = 0; list < NR_LRU_LISTS; list++) {
			u64 pages = 0;

			for (u32 t = 0; t < m->loads; t++)
				for (u32 at = z->lru[t][list].oldest; at; at = m->run[at].next) {
					pages += m->run[at].count;
					of_task[t] += m->run[at].count;
					CHECK(m->run[at].count, "an empty run");
					CHECK(m->run[at].next || z->lru[t][list].newest == at, "the newest is not the last");
				}
			CHECK_EQ(pages, z->lru_pages[list], "pages on a list");
			on_lists += pages;
		}
		CHECK_EQ(z->pages.free + (s64)on_lists, z->managed, "free pages and those on lists");
		dirty += z->dirty;
		marks_in_order(m, m->zones[i]);
		batch_in_bounds(m, m->zones[i]);
	}
	for (u32 i = 0; i < m->dirty_n; i++)
		in_ring += m->dirty[(m->dirty_head + i) % DIRTY_RING].count;
	CHECK(dirty == m->dirty_pages && in_ring == dirty, "dirty pages: %llu in zones, %llu in the ring, %llu in all",
	      (unsigned long long)dirty, (unsigned long long)in_ring, (unsigned long long)m->dirty_pages);
	for (u32 t = 0; t < m->loads; t++) {
		u64 resident = 0;

		for (u64 i = 0; m->task[t].page && i < m->task[t].pages; i++)
			resident += m->task[t].page[i] != PAGE_NEVER && m->task[t].page[i] != PAGE_EVICTED;
		CHECK(!m->task[t].page || resident == of_task[t], "task %u has %llu pages in memory and %llu on lists", t,
		      (unsigned long long)resident, (unsigned long long)of_task[t]);
	}
}

/* What apply() made of the events is what the machine holds. */
static void replay_agrees(void)
{
	const struct mms_state *st = host_seek(mms_event_count());
	const struct zones_machine *m = machine();

	for (u32 i = 0; i < m->n_zones; i++) {
		const struct mms_zone *shown = &st->zone[m->zones[i]];
		const struct zone *z = &m->zone[m->zones[i]];

		CHECK_EQ(shown->free, z->pages.free, "free pages");
		CHECK_EQ(shown->taken, z->allocated, "pages taken");
		CHECK_EQ(shown->reclaimed, z->reclaimed, "pages reclaimed");
		CHECK_EQ(shown->scanned, z->scanned, "pages scanned");
		CHECK_EQ(st->zone_age[m->zones[i]].n, z->reclaimed, "pages whose age was recorded");
		CHECK_EQ(shown->batch, m->p.zone_alloc_policy == MMS_zone_policy_preferred ? 0 : z->batch, "batch");
		CHECK_EQ(shown->managed, z->managed, "managed pages");
	}
	for (u32 nid = 0; nid < m->nodes; nid++) {
		const struct kswapd *k = &m->kswapd[nid];

		CHECK(k->is != KSWAPD_ASLEEP || !st->kswapd[nid].awake, "kswapd%u sleeps and is shown awake", nid);
		CHECK(k->is != KSWAPD_RUNS || st->kswapd[nid].present, "kswapd%u was woken unseen", nid);
	}
	CHECK_EQ(mms_decision_count(), m->decisions, "decisions");
}

/* Stops again and again to look; then at what the events say of the whole run. */
static void look_at_pauses(const struct property *p, u64 number)
{
	s32 status;

	p->scenario(number);
	CHECK_EQ(mms_model_begin(), 0, "status");
	do {
		status = mms_model_run(1 + (u32)(number * 7 % 200));
		CHECK(status >= 0, "%s", host_error());
		pages_conserved(machine());
	} while (status == MMS_status_more && !test_failed());
	for (u32 i = 1; i < mms_event_count(); i++)
		CHECK(host_event(i)->ts >= host_event(i - 1)->ts, "event %u goes back in time", i);
	replay_agrees();
	look_checked(p, number);
}

PROPERTY(invariants, zones, look_at_pauses, ", all same in both checks")

/* The same run with one allocation at a time, never in bulk. */
static void look_singly(const struct property *p, u64 number)
{
	u32 n = mms_event_count();
	size_t bytes = n * sizeof(struct mms_event);
	struct mms_event *bulk = malloc(bytes + 1);
	s32 status;

	memcpy(bulk, host_event(0), bytes);
	p->scenario(number);
	CHECK_EQ(mms_model_begin(), 0, "status");
	machine()->singly = true;
	while ((status = mms_model_run(100)) == MMS_status_more)
		continue;
	CHECK_EQ(status, 0, "status");
	CHECK_EQ(mms_event_count(), n, "events");
	for (u32 i = 0; i < MMS_MIN(n, mms_event_count()) && !test_failed(); i++)
		CHECK(!memcmp(host_event(i), &bulk[i], sizeof(*bulk)), "event %u of kind %u is another", i, bulk[i].kind);
	free(bulk);
}

PROPERTY(singly, fewer, look_singly, ", one allocation at a time")
PROPERTY(round_trip, fewer, look_round_trip, ", written and read back")
PROPERTY(seek, fewer, look_seek, ", 8 places each")
PROPERTY(again, fewer, look_again, ", run again in other pieces")
PROPERTY(unkept, fewer, look_unkept, ", measured without keeping events")

static void refused(void)
{
	static const struct { const char *name; unsigned lane; long long value; const char *says; } bad[] = {
		{"dma32_pages", 0, 300000, "dma_pages + dma32_pages"}, {"dirty_background_ratio", 0, 90, "dirty_background_ratio"},
		{"min_free_kbytes", 0, 1 << 24, "min_free_kbytes"}, {"load_node", 1, 9, "load_node[1]"},
		{"cpus_per_node", 0, 8, "cpus_per_node"}, {"node_pages", 0, 2000, "dma_pages"},
	};

	for (u32 i = 0; i < MMS_COUNT(bad); i++) {
		host_reset();
		host_set("machine", 0, MMS_machine_zones);
		host_set("nodes", 0, i == 4 ? 16 : 2);
		host_set("dma32_pages", 0, 1000);
		host_set("node_pages", 0, 5000);
		host_set("load", 1, MMS_load_stream);
		host_set(bad[i].name, bad[i].lane, bad[i].value);
		CHECK(host_run(10) == MMS_status_range && strstr(host_error(), bad[i].says), "%s: %s", bad[i].name, host_error());
	}
}

/* A hash that ends at 50 ms beside a file that is read or copied, in 400 ms. */
static void ends_of(enum mms_load_id beside, s64 pages, s64 write_ns)
{
	host_reset();
	host_set("machine", 0, MMS_machine_zones);
	host_set("nodes", 0, 1);
	host_set("load", 0, MMS_load_hash);
	host_set("load_pages", 0, 100);
	host_set("load_end", 0, 50);
	host_set("load", 1, beside);
	host_set("load_pages", 1, pages);
	host_set("load_rate", 1, 0);
	host_set("disk_write_ns", 0, write_ns);
	host_set("run_ms", 0, 400);
	host_set("record_every", 0, 1000000);
	CHECK(host_run(1000000) == MMS_status_ok, "%s", host_error());
}

static void ended(void)
{
	ends_of(MMS_load_none, 100, 40000);
	CHECK_EQ(host_stat("task/ended_ms"), 50, "the hash");
	ends_of(MMS_load_copy, 1000, 100000);
	CHECK_EQ(host_stat("task/ended_ms"), host_stat("io/duration_ms"), "the copy, which began at 0");
	CHECK(host_stat("task/ended_ms") >= 100, "1000 pages of 0.1 ms were on the disk after %llu ms",
	      (unsigned long long)host_stat("task/ended_ms"));
	ends_of(MMS_load_copy, 1000, 1000000);
	CHECK_EQ(host_stat("task/ended_ms"), 400, "a copy that is not on the disk yet");
	ends_of(MMS_load_stream, 1 << 26, 40000);
	CHECK_EQ(host_stat("task/ended_ms"), 400, "a stream that goes on");
	CHECK_EQ(host_stat("elapsed_ms"), 400, "the run");
}

PROPERTY(others, fewer, look_alternatives, ", own rule asked as another")

SUITE(zones_machine)
{
	static const struct test tests[] = {
		{"zones machine: pages conserved, marks and batches in bounds, time goes on, apply() and the checker agree",
		 invariants},
		{"zones machine: allocations in bulk give the bytes of allocations one by one", singly},
		{"zones machine: what is written is read back the same, in chunks of any size", round_trip},
		{"zones machine: seek finds the state that apply() builds", seek},
		{"zones machine: the same seed gives the same bytes, however it is run", again},
		{"zones machine: a run that keeps no events comes to the same measures", unkept},
		{"zones machine: the last task's end is counted, that of a copy when it is on the disk", ended},
		{"zones machine: parameters that contradict each other are refused by name", refused},
		{"zones machine: asked as another, the rule in force decides no otherwise", others},
	};

	RUN(tests);
}
