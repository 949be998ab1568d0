/* SPDX-License-Identifier: Apache-2.0 */
/*
 * As if. Under its own switch a capture gives back its own decisions; under another one each decision is what the policy
 * decides, and no page is lost on the way.
 */
#include "asif.h"
#include "captures.h"
#include "suite.h"
#include "host.h"
#include "machine/swap/internal.h"
#include "machine/random.h"
#include "random_scenario.h"

#define TASKS 65536

static u64 captures, decisions, same;

/* Swap devices and interleave, each under the switch of the record. */
static void look_identity(const char *path, const char *text, size_t len)
{
	static const struct { enum mms_machine_id machine; const char *name; u8 kind; } by[] = {
		{MMS_machine_swap, "rule", MMS_KIND_swap_select},
		{MMS_machine_interleave, "granularity", MMS_KIND_interleave},
	};

	for (u32 i = 0; i < MMS_COUNT(by); i++) {
		u64 fit = 0, n;

		if (host_asif(text, len, by[i].machine, by[i].name, 1, true) < 0) {
			CHECK(!asif_count(asif_record(), by[i].kind), "%s: %s", path, host_error());
			continue;
		}
		n = asif_compare(by[i].kind, &fit);
		CHECK(fit == n, "%s: %llu of %llu decisions are its own", path, (unsigned long long)fit, (unsigned long long)n);
		captures++;
		decisions += n;
		same += fit;
	}
}

static void identity(void)
{
	captures = decisions = same = 0;
	every_capture(look_identity);
	note("%llu captures, %llu decisions, %llu the same", (unsigned long long)captures, (unsigned long long)decisions,
	     (unsigned long long)same);
}

/* Of each device in use is what the record's pages are here, and nothing is in use beyond the size of a device. */
static void conserved(const char *path)
{
	const struct swap_machine *m = mms_session()->now.machine.self;

	for (u32 here = 0; here < MMS_DEVS; here++) {
		u64 live = 0;

		for (u32 there = 0; there < MMS_DEVS; there++)
			live += m->asif->live[there][here];
		CHECK(!m->dev[here].exists || m->dev[here].used == live, "%s: %llu pages in use on %u, of %llu that were given",
		      path, (unsigned long long)m->dev[here].used, here, (unsigned long long)live);
		CHECK(m->dev[here].used <= m->dev[here].pages, "%s: device %u is more than full", path, here);
	}
}

static void look_other(const char *path, const char *text, size_t len)
{
	for (int rule = MMS_rule_node; rule <= MMS_rule_roundrobin; rule++) {
		const struct mms_totals *t;

		if (host_asif(text, len, MMS_machine_swap, "rule", rule, false) < 0)
			return;
		conserved(path);
		t = host_check();
		CHECK(all_same(t), "%s as rule %d: %llu decisions, %llu and %llu same; %llu keys, %llu same", path, rule,
		      (unsigned long long)t->decisions, (unsigned long long)t->same, (unsigned long long)t->replay_same,
		      (unsigned long long)t->keys, (unsigned long long)t->keys_same);
		captures++;
		decisions += t->decisions;
	}
}

static void others(void)
{
	captures = decisions = 0;
	every_capture(look_other);
	note("%llu runs, %llu decisions", (unsigned long long)captures, (unsigned long long)decisions);
}

static void models(void)
{
	u64 n = 0, fit = 0, disagree = 0;

	for (u64 number = 0; number < 300 && !test_failed(); number++) {
		char *text;
		size_t len;

		random_scenario(number);
		CHECK(host_run(1000) == 0, "scenario %llu: %s", (unsigned long long)number, host_error());
		text = host_write(&len);
		if (host_asif(text, len, MMS_machine_swap, "rule", 0, true) >= 0) {
			u64 before = n - fit;

			n += asif_compare(MMS_KIND_swap_select, &fit);
			CHECK(n - fit == before, "scenario %llu", (unsigned long long)number);
		}
		for (int rule = MMS_rule_node; rule <= MMS_rule_roundrobin && !test_failed(); rule++) {
			u64 agree = 0;

			if (host_asif(text, len, MMS_machine_swap, "rule", rule, false) < 0)
				continue;
			CHECK(all_same(host_check()), "scenario %llu as rule %d is not all the same", (unsigned long long)number, rule);
			conserved("a model");
			disagree += asif_compare(MMS_KIND_swap_select, &agree) - agree;
		}
		free(text);
	}
	CHECK(disagree > n / 4, "other rules decide otherwise in %llu places only", (unsigned long long)disagree);
	note("%llu decisions, %llu the same", (unsigned long long)n, (unsigned long long)fit);
}

/* By 8: eight allocations of a task in a row from each node. */
static void granularity(void)
{
	size_t len;
	char *text = host_capture("interleave-1", &len);
	const struct mms_event *e;
	u32 at = 0;
	u64 other = 0, n = 0;

	CHECK(host_asif(text, len, MMS_machine_interleave, "granularity", 8, false) == 0, "%s", host_error());
	while ((e = asif_next(&mms_session()->now.log, MMS_KIND_interleave, &at))) {
		if (e->interleave.caller != MMS_il_caller_alloc)
			continue;
		n++;
		CHECK_EQ(e->interleave.g, 8, "granularity");
		CHECK_EQ(e->interleave.cnt_after, (e->interleave.cnt + 1) % 8, "allocations in a row");
		if (e->interleave.cnt)
			CHECK_EQ(e->interleave.nid, e->interleave.prev, "node in the middle of a row");
	}
	CHECK(all_same(host_check()), "as if by 8 is not all the same");
	asif_compare(MMS_KIND_interleave, &other);
	CHECK(other < n, "nothing changed");
	free(text);
	note("%llu allocations", (unsigned long long)n);
}

/* One walk in a thousand hidden in the demand, and with it its requeue: the walks behind it find another list. */
static void sensitive(void)
{
	size_t len;
	char *text = host_capture("two-nodes-roundrobin-nocache", &len), *at;
	u64 fit = 0, n, hidden = 0;

	text = realloc(text, len + 1);
	text[len] = 0;
	at = text;
	for (u32 i = 0; (at = asif_find(at, "\nswap_select ")); at++, i++) {
		size_t line = strcspn(at + 1, "\n") + 1;

		if (i % 1000 != 999)
			continue;
		memmove(at, at + line, len - (size_t)(at + line - text) + 1);
		len -= line;
		hidden++;
	}
	CHECK(host_asif(text, len, MMS_machine_swap, "rule", 0, true) == 0, "%s", host_error());
	n = asif_compare(MMS_KIND_swap_select, &fit);
	CHECK(hidden > 10 && fit < n - n / 3, "%llu of %llu are its own, with %llu walks hidden", (unsigned long long)fit,
	      (unsigned long long)n, (unsigned long long)hidden);
	free(text);
	note("%llu of %llu left", (unsigned long long)fit, (unsigned long long)n);
}

/* The text of a run behind its manifest, which says what was asked. */
static bool same_run(const char *a, const char *b)
{
	for (u32 i = 0; i < 2; i++) {
		a += strcspn(a, "\n") + 1;
		b += strcspn(b, "\n") + 1;
	}
	return !strcmp(a, b);
}

static char *run_text(void)
{
	size_t len;
	char *text = host_write(&len);

	text = realloc(text, len + 1);
	text[len] = 0;
	return text;
}

static void again(void)
{
	int status = mms_asif_begin(false);

	while (status >= 0 && (status = mms_model_run(1000)) == MMS_status_more)
		;
	CHECK_EQ(status, MMS_status_ok, "asked again");
}

/* Whichever slots come back: no page is lost, every walk is the policy's; and it matters. What is asked again answers as before. */
static void assumed(void)
{
	static const char *const names[] = {"two-nodes-node", "one-each-node", "contended", "zram-node"};
	u64 runs = 0, differ = 0;

	for (u32 i = 0; i < MMS_COUNT(names); i++) {
		size_t len;
		char *text, *begin, *end;

		text = host_capture(names[i], &len);
		CHECK(host_asif(text, len, MMS_machine_swap, "rule", MMS_rule_global, false) == 0, "%s: %s", names[i], host_error());
		begin = run_text();
		for (int back = MMS_slots_back_random; back <= MMS_slots_back_newest; back++, runs++) {
			char *other;

			host_set("slots_back", 0, back);
			again();
			conserved(names[i]);
			CHECK(all_same(host_check()), "%s: %d: not all the same", names[i], back);
			other = run_text();
			if (back == MMS_slots_back_random)
				CHECK(same_run(begin, other), "%s: drawn by default", names[i]);
			else
				differ += !same_run(begin, other);
			free(other);
		}
		host_set("slots_back", 0, MMS_slots_back_all);
		again();
		end = run_text();
		CHECK(same_run(begin, end), "%s: asked again, it answers otherwise", names[i]);
		free(begin);
		free(end);
		free(text);
	}
	CHECK(differ, "which slots come back makes no difference");
	note("%llu runs", (unsigned long long)runs);
}

/* Requests under the record's own granularity, made anew: as many, as long; every page goes into one. */
static void requests(void)
{
	static const char *const names[] = {"interleave-1", "interleave-2", "interleave-8"};
	static const int by[] = {1, 2, 8};
	u64 made = 0;

	for (u32 i = 0; i < MMS_COUNT(names); i++) {
		for (int next = MMS_frames_next_record; next <= MMS_frames_next_sixteen; next++) {
			u64 sectors[2] = {0}, segments[2] = {0}, count[2] = {0};
			size_t len;
			char *text;

			text = host_capture(names[i], &len);
			CHECK(host_asif(text, len, MMS_machine_interleave, "granularity", by[i], false) == 0, "%s", host_error());
			host_set("frames_next", 0, next);
			again();
			for (u32 k = 0; k < 2; k++) {
				const struct mms_log *log = k ? &mms_session()->now.log : asif_record();
				const struct mms_event *e;
				u32 at = 0;

				while ((e = asif_next(log, MMS_KIND_block_rq, &at))) {
					count[k]++;
					sectors[k] += e->block_rq.sectors;
					segments[k] += e->block_rq.segments;
				}
			}
			CHECK_EQ(sectors[1], sectors[0], "sectors");
			CHECK_EQ(asif_stat("requests_kept"), 0, "windows that are not known");
			if (next == MMS_frames_next_record) {
				CHECK(count[1] * 100 <= count[0] * 101 && count[1] * 101 >= count[0] * 100, "%s: %llu requests, %llu there", names[i],
				      (unsigned long long)count[1], (unsigned long long)count[0]);
				CHECK(segments[1] * 100 <= segments[0] * 105 && segments[1] * 105 >= segments[0] * 100, "%s: segments", names[i]);
			}
			made += count[1];
			free(text);
		}
	}
	note("%llu requests", (unsigned long long)made);
}

/* How many of a kind each task has. */
static void by_task(const struct mms_log *log, u8 kind, u32 *of)
{
	const struct mms_event *e;

	for (u32 at = 0; (e = asif_next(log, kind, &at));)
		of[(u32)e->pid % TASKS]++;
}

/* By whatever granularity: as many allocations of each task, in mappings too, and as many pages read. */
static void look_interleave(const char *path, const char *text, size_t len)
{
	static const int by[] = {1, 3, 8, 1024};
	static const u8 kinds[] = {MMS_KIND_interleave, MMS_KIND_interleave_vma};
	static u32 there[TASKS], here[TASKS];

	for (u32 i = 0; i < MMS_COUNT(by); i++) {
		u64 sectors[2] = {0};

		if (host_asif(text, len, MMS_machine_interleave, "granularity", by[i], false) < 0)
			return;
		for (u32 k = 0; k < MMS_COUNT(kinds); k++) {
			memset(there, 0, sizeof(there));
			memset(here, 0, sizeof(here));
			by_task(asif_record(), kinds[k], there);
			by_task(&mms_session()->now.log, kinds[k], here);
			for (u32 task = 0; task < TASKS; task++) {
				CHECK(here[task] == there[task], "%s by %d: task %u has %u allocations, of %u", path, by[i], task, here[task],
				      there[task]);
				decisions += here[task];
			}
		}
		for (u32 k = 0; k < 2; k++) {
			const struct mms_event *e;

			for (u32 at = 0; (e = asif_next(k ? &mms_session()->now.log : asif_record(), MMS_KIND_block_rq, &at));)
				sectors[k] += e->block_rq.sectors;
		}
		CHECK(asif_stat("requests_kept") || sectors[1] == sectors[0], "%s by %d: %llu sectors, of %llu", path, by[i],
		      (unsigned long long)sectors[1], (unsigned long long)sectors[0]);
		captures++;
	}
}

static void interleave_conserved(void)
{
	captures = decisions = 0;
	every_capture(look_interleave);
	CHECK(captures > share_of(16, 4), "%llu runs only", (unsigned long long)captures);
	note("%llu runs, %llu allocations", (unsigned long long)captures, (unsigned long long)decisions);
}

static void refused(void)
{
	size_t len;
	char *text = host_capture("interleave-1", &len);

	CHECK_EQ(host_asif(text, len, MMS_machine_swap, "rule", 1, false), MMS_status_range, "status");
	CHECK(strstr(host_error(), "no walk along a swap list"), "%s", host_error());
	CHECK_EQ(host_asif(text, len, MMS_machine_zones, "zone_alloc_policy", 1, false), MMS_status_range, "status");
	CHECK(strstr(host_error(), "no walk along a zonelist"), "%s", host_error());
	CHECK_EQ(host_asif(text, len, MMS_machine_swap_in, "swap_poll", 1, false), MMS_status_range, "status");
	CHECK(strstr(host_error(), "no read from swap"), "%s", host_error());
	CHECK_EQ(mms_asif_begin(0), MMS_status_call, "after an error");
	host_reset();
	CHECK_EQ(mms_asif_begin(0), MMS_status_call, "without a capture");
	free(text);
}

SUITE(asif)
{
	static const struct test tests[] = {
		{"as if: under its own switch a capture gives back its own decisions", identity},
		{"as if: under another rule every walk is the policy's, and no page is lost", others},
		{"as if: captures of models, under their own rule and each other", models},
		{"as if: interleave by 8 of what was recorded by 1", granularity},
		{"as if: no allocation of a task and no page is lost by another granularity", interleave_conserved},
		{"as if: a hidden walk shows in those behind it", sensitive},
		{"as if: whatever is assumed, no page is lost, and it can be asked again", assumed},
		{"as if: requests made anew under their own granularity", requests},
		{"as if: what a capture does not record is refused by name", refused},
	};

	RUN(tests);
}
