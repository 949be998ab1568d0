/* SPDX-License-Identifier: Apache-2.0 */
/* What must hold for every scenario of the machine of swap devices. */
#include "suite.h"
#include "host.h"
#include "machine/swap/internal.h"
#include "property.h"
#include "random_scenario.h"

static const struct property swap = {random_scenario, 2000};

static const struct swap_machine *machine(void)
{
	return mms_session()->now.machine.self;
}

static void lists_hold(const struct swap_machine *m)
{
	for (u32 nid = 0; nid < m->p.nodes; nid++) {
		const struct mms_list *list = &m->avail[nid];

		for (int i = 0; i < list->n; i++) {
			const struct swap_dev *dev = &m->dev[list->type[i]];

			CHECK(!i || list->prio[i - 1] <= list->prio[i], "list %u is not sorted", nid);
			CHECK(dev->exists && dev->listed && dev->writeok, "list %u holds a device that is off", nid);
			CHECK(dev->used < dev->pages, "list %u holds a full device", nid);
			CHECK_EQ(list->prio[i], dev->key[nid], "key");
		}
		for (u8 type = 0; type < MMS_DEVS; type++)
			CHECK(!m->dev[type].exists || (mms_plist_find(list, type) >= 0) == m->dev[type].listed,
			      "device %u is not where it says", type);
	}
}

/* Every slot in use is held by one page or by one cache entry. */
static void pages_conserved(const struct swap_machine *m)
{
	u64 held[MMS_DEVS] = {0}, all = 0, resident = 0, swapped = 0, queued = 0, folios = 0;
	s64 free = 0;

	for (u32 i = 0; i < m->pages; i++) {
		resident += m->page[i] == PAGE_RESIDENT;
		swapped += m->page[i] >= PAGE_SWAPPED;
		if (m->page[i] >= PAGE_SWAPPED)
			held[m->page[i] - PAGE_SWAPPED]++;
	}
	for (u32 c = 0; c < m->cpus; c++) {
		held[m->cache[c].type] += m->cache[c].nr;
		for (u32 i = 0; i < m->cache[c].n_ret; i++)
			held[m->cache[c].ret[i]]++;
	}
	for (u32 i = 0; i < m->queue_runs; i++) {
		const struct folios *run = &m->queue[(m->queue_head + i) % m->queue_cap];

		queued += run->first & FOLIO_LARGE ? 1u << m->p.large_order : run->n;
		folios += run->n;
	}
	CHECK_EQ(m->queue_n, folios, "folios in the reclaim queue");
	for (u32 i = 0; i < MMS_DEVS; i++) {
		const struct swap_dev *dev = &m->dev[i];

		if (!dev->exists) {
			CHECK(!held[i], "device %u is off and holds %llu pages", i, (unsigned long long)held[i]);
			continue;
		}
		CHECK(dev->used <= dev->pages, "device %u uses more than it has", i);
		CHECK_EQ(dev->used, held[i], "slots in use");
		all += dev->used;
		free += (dev->writeok ? (s64)dev->pages : 0) - (s64)dev->used;
	}
	CHECK_EQ(m->used, all, "slots in use on all devices");
	CHECK_EQ(m->nr_swap_pages, free, "nr_swap_pages");
	CHECK_EQ(m->resident, resident, "pages in memory");
	CHECK_EQ(m->swapped, swapped, "pages swapped out");
	CHECK_EQ(m->queue_n ? queued : 0, resident, "pages in the reclaim queue");
	CHECK(resident <= (u64)m->p.memcg_pages, "more in memory than the limit");
	CHECK_EQ(m->touched, resident + swapped, "pages touched");
}

/* What apply() made of the events is what the machine holds. */
static void replay_agrees(const struct swap_machine *m)
{
	const struct mms_state *st = host_seek(mms_event_count());
	u64 used = 0, pages = 0, devices = 0;

	for (u32 nid = 0; nid < m->p.nodes; nid++) {
		struct mms_list a = m->avail[nid], b = st->list[nid];

		a.known = b.known;
		CHECK(!memcmp(&a, &b, sizeof(a)), "list %u differs", nid);
	}
	for (u32 i = 0; i < MMS_DEVS; i++) {
		const struct swap_dev *dev = &m->dev[i];

		if (!dev->exists)
			continue;
		CHECK_EQ(st->dev[i].present, dev->writeok, "present");
		CHECK_EQ(st->dev[i].listed, dev->listed, "listed");
		if (m->p.turn == MMS_turn_call) /* in the middle of a cluster nothing shows slots */
			CHECK_EQ(st->dev[i].used, dev->used, "used");
		CHECK_EQ(st->dev[i].prio, dev->prio, "prio");
		CHECK(!memcmp(st->dev[i].list_prio, dev->key, sizeof(dev->key)), "keys of device %u", i);
		if (dev->writeok)
			CHECK_EQ(st->dev[i].rank, mms_plist_find(&m->active, (u8)i), "rank");
	}
	CHECK(st->swap.mode == m->rule || !st->swap.mode_known, "rule is %u, not %u", st->swap.mode, m->rule);
	CHECK_EQ(st->swap.decisions, m->decisions, "decisions");
	for (u32 i = 0; i < MMS_DEVS; i++) {
		devices += st->dev[i].present;
		used += st->dev[i].present ? st->dev[i].used : 0;
		pages += st->dev[i].present ? st->dev[i].pages : 0;
	}
	CHECK(st->swap.devices == devices && st->swap.used == used && st->swap.pages == pages, "sums over all devices");
	CHECK(st->swap.least == mms_least_priority(m->rule, m->autos) || !st->swap.mode_known, "least_priority is %d",
	      st->swap.least);
}

static void look_invariants(const struct property *p, u64 number)
{
	(void)p, (void)number;
	lists_hold(machine());
	pages_conserved(machine());
	replay_agrees(machine());
}

PROPERTY(invariants, swap, look_invariants, "")
PROPERTY(checked, swap, look_checked, ", all same in both checks")
PROPERTY(round_trip, swap, look_round_trip, ", written and read back")
PROPERTY(seek, swap, look_seek, ", 8 places each")
PROPERTY(again, swap, look_again, ", run again in other pieces")
PROPERTY(unkept, swap, look_unkept, ", measured without keeping events")
PROPERTY(others, swap, look_alternatives, ", own rule asked as another")

SUITE(property)
{
	static const struct test tests[] = {
		{"property: lists are sorted, pages and slots conserved, apply() agrees with the machine", invariants},
		{"property: the checker finds every decision of a model the same", checked},
		{"property: what is written is read back the same, in chunks of any size", round_trip},
		{"property: seek finds the state that apply() builds", seek},
		{"property: the same seed gives the same bytes, however it is run", again},
		{"property: a run that keeps no events comes to the same measures", unkept},
		{"property: asked as another, the rule in force decides no otherwise", others},
	};

	RUN(tests);
}
