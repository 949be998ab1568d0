/* SPDX-License-Identifier: Apache-2.0 */
/* Modes of deciding, their totals, and what the replayed check of interleaving knows of tasks. */
#include "suite.h"
#include "fixture.h"
#include "tables/tables.h"

static const struct mms_mode_totals *totals_of(u32 mode)
{
	return host_at(mms_mode_totals(mode));
}

static void sums(void)
{
	u64 seen[MMS_N_MODES] = {0};
	unsigned modes = 0;

	for (u32 i = 0; i < FIXTURES; i++)
		for (u64 number = 0; number < 20; number++) {
			struct mms_mode_totals sum = {0};
			const struct mms_totals *t;
			size_t len;
			char *text = fixtures[i].capture(number, &len);

			if (!text)
				continue;
			CHECK(host_read(text, len, 0) == 0, "%s", host_error());
			t = host_check();
			for (u32 mode = 0; mode < MMS_N_MODES; mode++) {
				const struct mms_mode_totals *m = totals_of(mode);

				CHECK_EQ(m->same + m->different + m->incomplete, m->decisions, "same, different and incomplete");
				CHECK(m->decisions == 0 || !strcmp(fixtures[i].policy,
				      mms_enum_value_name(mms_enum_named("policy"), mms_modes[mode].policy)) ||
				      mode <= MMS_mode_roundrobin, "%s decides in mode %s", fixtures[i].policy, mms_modes[mode].name);
				sum.decisions += m->decisions;
				sum.stateless_same += m->stateless_same;
				sum.replay_same += m->replay_same;
				seen[mode] += m->decisions;
			}
			CHECK_EQ(sum.decisions, t->decisions, "decisions");
			CHECK_EQ(sum.decisions, mms_decision_count(), "decision index");
			CHECK_EQ(sum.stateless_same, t->same, "same");
			CHECK_EQ(sum.replay_same, t->replay_same, "same in the replay");
			CHECK_EQ(host_seek(mms_event_count())->swap.decisions, t->decisions, "decisions of the state");
			free(text);
		}
	for (u32 mode = 0; mode < MMS_N_MODES; mode++) {
		CHECK(seen[mode], "no decision in mode %s", mms_modes[mode].name);
		modes += !!seen[mode];
	}
	CHECK_EQ(mms_mode_totals(MMS_N_MODES), 0, "a mode that is none");
	note("%u modes", modes);
}

static void described(void)
{
	const char *text = host_at(mms_describe());
	char want[256];

	for (u32 i = 0; i < mms_n_modes; i++) {
		snprintf(want, sizeof(want), "{\"name\":\"%s\",\"id\":%u,\"policy\":\"%s\",\"doc\":", mms_modes[i].name, i,
			 mms_enum_value_name(mms_enum_named("policy"), mms_modes[i].policy));
		CHECK(memmem(text, mms_describe_len(), want, strlen(want)), "%s is not described", want);
		CHECK_EQ(mms_modes[i].id, i, "number");
	}
}

static void set_policy(s32 pid, const char *comm, u8 mode)
{
	struct mms_event *e = fixture_add(MMS_KIND_mempolicy, pid, comm);

	e->mempolicy.mode = mode;
	e->mempolicy.nodes = 0x3;
}

static void allocate(s32 pid, const char *comm, s16 prev)
{
	struct mms_ev_interleave *e = &fixture_add(MMS_KIND_interleave, pid, comm)->interleave;

	e->mode = MMS_mpol_interleave;
	e->nodes = 0x3;
	e->g = 1;
	e->prev = prev;
	e->nid = prev & 1 ? 0 : 1;
}

static void tasks(void)
{
	fixture_begin();
	allocate(1, "a", 0);
	allocate(1, "a", 1);
	allocate(1, "a", 1);
	fixture_expect("isd", "a task met on the way");

	fixture_begin();
	set_policy(1, "a", MMS_mpol_interleave);
	allocate(1, "a", 1023);
	allocate(1, "a", 0);
	set_policy(1, "a", MMS_mpol_interleave);
	allocate(1, "a", 1);
	set_policy(1, "a", MMS_mpol_interleave);
	allocate(1, "a", 15);
	fixture_expect("-ss-d-d", "set_mempolicy() starts afresh, of one and the same MAX_NUMNODES");

	fixture_begin();
	set_policy(1, "a", MMS_mpol_interleave);
	allocate(1, "a", 15);
	set_policy(1, "a", MMS_mpol_bind);
	allocate(1, "a", 0);
	fixture_expect("-s-s", "other policies leave the counter alone");

	fixture_begin();
	set_policy(1, "numactl", MMS_mpol_interleave);
	allocate(1, "reader", 15);
	set_policy(2, "numactl", MMS_mpol_interleave);
	allocate(2, "reader", 0);
	allocate(2, "reader", 0);
	fixture_expect("-s-id", "a task that ran another program meanwhile");

	fixture_begin();
	for (s32 pid = 1; pid <= MMS_TASKS + 1; pid++)
		set_policy(pid, "a", MMS_mpol_interleave);
	allocate(2, "a", 15);
	allocate(1, "a", 15);
	{
		size_t len;
		char *text = fixture_text(&len);

		CHECK(host_read(text, len, 0) == 0, "%s", host_error());
		host_check();
		CHECK_EQ(host_verdict(MMS_TASKS + 1)->replay_check, MMS_check_same, "the second of many tasks");
		CHECK_EQ(host_verdict(MMS_TASKS + 2)->replay_why, MMS_check_why_unseen, "the first, which made room");
		free(text);
	}
}

/* A fault that reads its page alone, and that read. */
static void ask_window(s32 pid)
{
	struct mms_ev_swap_ra *e = &fixture_add(MMS_KIND_swap_ra, pid, "a")->swap_ra;

	e->max_win = e->win = 1;
}

static void read_single(s32 pid)
{
	struct mms_ev_swap_in *e = &fixture_add(MMS_KIND_swap_in, pid, "a")->swap_in;

	e->single = 1;
	e->how = MMS_swap_how_interrupt;
}

/* The replayed verdicts of the last events of a long capture. */
static void expect_last(const char *want, const char *what)
{
	size_t len, n = strlen(want);
	char *text = fixture_text(&len);

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	host_check();
	for (size_t i = 0; i < n; i++) {
		char got = "-sdie"[host_verdict((u32)(mms_event_count() - n + i))->replay_check];

		CHECK(got == want[i], "%s: %c, not %c", what, got, want[i]);
	}
	free(text);
}

static void windows(void)
{
	fixture_begin();
	for (s32 pid = 1; pid <= MMS_TASKS; pid++)
		ask_window(pid);
	read_single(MMS_TASKS + 1);
	read_single(1);
	read_single(2);
	read_single(2);
	expect_last("essd", "a stranger's read takes nobody's window");

	fixture_begin();
	for (s32 pid = 1; pid <= MMS_TASKS + 1; pid++)
		ask_window(pid);
	ask_window(2);
	read_single(1);
	read_single(2);
	read_single(MMS_TASKS + 1);
	expect_last("ess", "the first made room for one more");
}

SUITE(modes)
{
	static const struct test tests[] = {
		{"modes: totals of modes add up to those of all, and every mode occurs", sums},
		{"modes: each is described with its policy", described},
		{"modes: what is known of a task that interleaves", tasks},
		{"modes: what is known of a task that reads from swap", windows},
	};

	RUN(tests);
}
