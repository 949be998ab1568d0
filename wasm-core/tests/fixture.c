/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include <string.h>

#include "mms/enums.h"
#include "random_scenario.h"
#include "suite.h"

static u64 now;

void fixture_begin(void)
{
	static const char head[] = "mmscope-capture 1\nmanifest {}\n";

	host_reset();
	now = 1000;
	CHECK(mms_reader_begin() == 0, "%s", host_error());
	memcpy(host_at(mms_staging(sizeof(head))), head, sizeof(head) - 1);
	CHECK(mms_reader_feed(sizeof(head) - 1) == 0, "%s", host_error());
}

void fixture_pause(u64 ns)
{
	now += ns;
}

struct mms_event *fixture_add(enum mms_kind_id kind, s32 pid, const char *comm)
{
	struct mms_event *e = mms_log_add(&mms_session()->now.log, kind);

	CHECK(e, "no room for an event");
	e->ts = now += 700;
	e->cpu = (u16)(pid % 4);
	e->pid = pid;
	strncpy(e->comm, comm, sizeof(e->comm));
	return e;
}

char *fixture_text(size_t *len)
{
	CHECK(mms_reader_end() == 0, "%s", host_error());
	return host_write(len);
}

/* Of swap devices: a model's run under one of the rules, unless the script changes it. */
static char *model_capture(u64 number, u8 rule, size_t *len)
{
	random_scenario(number);
	host_set("rule", 0, rule);
	CHECK(host_run(1000) == 0, "%s", host_error());
	return mms_decision_count() < 10 ? NULL : host_write(len);
}

static char *by_node(u64 number, size_t *len)
{
	return model_capture(number, number % 2 ? MMS_rule_node : MMS_rule_global, len);
}

static char *round_robin(u64 number, size_t *len)
{
	return model_capture(number, MMS_rule_roundrobin, len);
}

#define FIXTURE(policy, capture) [MMS_policy_##policy] = {#policy, capture}
const struct fixture fixtures[FIXTURES] = {
	FIXTURE(swap_by_node, by_node), FIXTURE(swap_round_robin, round_robin), FIXTURE(zone_fairness, fixture_zone),
	FIXTURE(swap_in, fixture_swap_in), FIXTURE(interleave, fixture_interleave),
};

void fixture_expect(const char *want, const char *what)
{
	size_t len;
	char got[32] = "", *text = fixture_text(&len);

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	host_check();
	for (u32 i = 0; i < mms_event_count() && i < sizeof(got) - 1; i++)
		got[i] = "-sdie"[host_verdict(i)->replay_check];
	CHECK(!strcmp(got, want), "%s: %s, not %s", what, got, want);
	free(text);
}
