/* SPDX-License-Identifier: Apache-2.0 */
/* What must hold for every scenario, on thousands of random ones. */
#include "harness.h"
#include "host.h"
#include "machine/swap/internal.h"
#include "random_scenario.h"

#define SCENARIOS 2000

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
	u64 held[MMS_DEVS] = {0}, all = 0, resident = 0, swapped = 0, queued = 0;
	s64 free = 0;

	for (u32 i = 0; i < m->pages; i++) {
		resident += m->page[i] == PAGE_RESIDENT;
		swapped += m->page[i] >= PAGE_SWAPPED;
		if (m->page[i] >= PAGE_SWAPPED)
			held[m->page[i] - PAGE_SWAPPED]++;
	}
	for (u32 c = 0; c < m->cpus; c++) {
		for (u32 i = 0; i < m->cache[c].nr; i++)
			held[m->cache[c].slot[m->cache[c].cur + i]]++;
		for (u32 i = 0; i < m->cache[c].n_ret; i++)
			held[m->cache[c].ret[i]]++;
	}
	for (u32 i = 0; i < m->queue_n; i++) {
		u32 at = (m->queue_head + i) % m->queue_cap;

		queued += m->queue[at] & FOLIO_LARGE ? 1u << m->p.large_order : 1;
	}
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

static u64 hash_log(void)
{
	u64 hash = 14695981039346656037ull;
	const u8 *at = host_at(mms_event_at(0));
	size_t bytes = mms_event_count() * sizeof(struct mms_event);

	for (size_t i = 0; at && i < bytes; i++)
		hash = (hash ^ at[i]) * 1099511628211ull;
	return hash;
}

static void every(void (*look)(u64 number), const char *what)
{
	u64 decisions = 0, numbers = 0;

	for (u64 i = 0; i < SCENARIOS && !test_failed(); i++, numbers++) {
		random_scenario(i);
		CHECK(host_run(1000) == 0, "scenario %llu: %s", (unsigned long long)i, host_error());
		decisions += mms_decision_count();
		look(i);
		CHECK(!test_failed(), "in scenario %llu", (unsigned long long)i);
	}
	note("%llu scenarios, %llu decisions%s", (unsigned long long)numbers, (unsigned long long)decisions, what);
}

static void look_invariants(u64 number)
{
	(void)number;
	lists_hold(machine());
	pages_conserved(machine());
	replay_agrees(machine());
}

static void invariants(void)
{
	every(look_invariants, "");
}

static void look_checked(u64 number)
{
	const struct mms_totals *t = host_check();

	(void)number;
	CHECK(all_same(t), "%llu decisions, %llu and %llu same; %llu keys, %llu same", (unsigned long long)t->decisions,
	      (unsigned long long)t->same, (unsigned long long)t->replay_same, (unsigned long long)t->keys,
	      (unsigned long long)t->keys_same);
	CHECK_EQ(t->decisions, mms_decision_count(), "decisions");
	for (u32 i = 0; i < mms_event_count() && test_failed(); i++) {
		const struct mms_verdict *v = host_verdict(i);

		CHECK(v->check < 2 && v->replay_check < 2, "event %u kind %u: %u %u / %u %u visit %u expected %d", i,
		      host_event(i)->kind, v->check, v->why, v->replay_check, v->replay_why, v->visit, v->expected);
	}
}

static void checked(void)
{
	every(look_checked, ", all same in both checks");
}

static void look_round_trip(u64 number)
{
	size_t len, again_len, bytes = mms_event_count() * sizeof(struct mms_event);
	struct mms_event *events = malloc(bytes + 1);
	char *text = host_write(&len), *again;
	u32 n = mms_event_count();

	memcpy(events, host_at(mms_event_at(0)), bytes);
	CHECK(host_read(text, len, 1 + number % 4096) == 0, "%s", host_error());
	CHECK_EQ(mms_event_count(), n, "events");
	CHECK(host_report()->closed && !host_report()->missing && !host_report()->reordered && !host_report()->generic, "report");
	for (u32 i = 0; i < MMS_MIN(n, mms_event_count()); i++) {
		struct mms_event read = *host_event(i);

		CHECK(read.line == i + 3, "event %u is on line %llu", i, (unsigned long long)read.line);
		read.line = 0;
		CHECK(!memcmp(&read, &events[i], sizeof(read)), "event %u came back another", i);
	}
	again = host_write(&again_len);
	CHECK(len == again_len && !memcmp(text, again, len), "the text came back another");
	free(again);
	free(text);
	free(events);
}

static void round_trip(void)
{
	every(look_round_trip, ", written and read back");
}

static void look_seek(u64 number)
{
	struct mms_random r = mms_random(number);
	u32 n = mms_event_count();
	struct mms_state state = {0};

	for (u32 k = 0; k < 8; k++) {
		u32 to = k ? mms_random_below(&r, n + 1) : n;

		memset(&state, 0, sizeof(state));
		for (u32 i = 0; i < to; i++)
			mms_apply(&state, host_event(i));
		CHECK(!memcmp(&state, host_seek(to), sizeof(state)), "seek(%u) differs", to);
	}
	CHECK(!host_seek(n + 1), "a state behind the end");
}

static void seek(void)
{
	every(look_seek, ", 8 places each");
}

static void look_again(u64 number)
{
	u64 hash = hash_log();
	u32 n = mms_event_count();

	random_scenario(number);
	CHECK_EQ(host_run(1 + (unsigned)(number % 40)), 0, "status");
	CHECK(n == mms_event_count() && hash == hash_log(), "another run came of it");
}

static void again(void)
{
	every(look_again, ", run again in other pieces");
}

SUITE(property)
{
	static const struct test tests[] = {
		{"property: lists are sorted, pages and slots conserved, apply() agrees with the machine", invariants},
		{"property: the checker finds every decision of a model the same", checked},
		{"property: what is written is read back the same, in chunks of any size", round_trip},
		{"property: seek finds the state that apply() builds", seek},
		{"property: the same seed gives the same bytes, however it is run", again},
	};

	RUN(tests);
}
