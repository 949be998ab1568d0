/* SPDX-License-Identifier: Apache-2.0 */
#include "property.h"

#include "checker/alternatives.h"
#include "suite.h"
#include "host.h"
#include "tables/tables.h"

static u64 hash_log(void)
{
	u64 hash = 14695981039346656037ull;
	const u8 *at = host_at(mms_event_at(0));
	size_t bytes = mms_event_count() * sizeof(struct mms_event);

	for (size_t i = 0; at && i < bytes; i++)
		hash = (hash ^ at[i]) * 1099511628211ull;
	return hash;
}

void property_every(const struct property *p, void (*look)(const struct property *p, u64 number), const char *what)
{
	u64 decisions = 0, numbers = 0, n = share_of(p->scenarios, 100);

	for (u64 i = 0; i < n && !test_failed(); i++, numbers++) {
		p->scenario(i);
		CHECK(host_run(1000) == 0, "scenario %llu: %s", (unsigned long long)i, host_error());
		decisions += mms_decision_count();
		look(p, i);
		CHECK(!test_failed(), "in scenario %llu", (unsigned long long)i);
	}
	note("%llu scenarios, %llu decisions%s", (unsigned long long)numbers, (unsigned long long)decisions, what);
}

void look_checked(const struct property *p, u64 number)
{
	const struct mms_totals *t = host_check();

	(void)p, (void)number;
	CHECK(all_same(t), "%llu decisions, %llu and %llu same; %llu keys, %llu same", (unsigned long long)t->decisions,
	      (unsigned long long)t->same, (unsigned long long)t->replay_same, (unsigned long long)t->keys,
	      (unsigned long long)t->keys_same);
	CHECK_EQ(t->decisions, mms_decision_count(), "decisions");
	for (u32 i = 0; i < mms_event_count() && test_failed(); i++) {
		const struct mms_verdict *v = host_verdict(i);

		CHECK(host_fine(v), "event %u kind %u: %u %u / %u %u visit %u expected %d", i,
		      host_event(i)->kind, v->check, v->why, v->replay_check, v->replay_why, v->visit, v->expected);
	}
}

void look_round_trip(const struct property *p, u64 number)
{
	size_t len, again_len, bytes = mms_event_count() * sizeof(struct mms_event);
	struct mms_event *events = malloc(bytes + 1);
	char *text = host_write(&len), *again;
	u32 n = mms_event_count();

	(void)p;
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

void look_alternatives(const struct property *p, u64 number)
{
	(void)p, (void)number;
	for (u32 i = 0; i < mms_event_count(); i++) {
		const struct mms_event *e = host_event(i);
		int mode = mms_mode_of(e);
		struct mms_alternative own = mode < 0 ? (struct mms_alternative){0} : mms_alternative_of(host_seek(i), e, (u8)mode);

		CHECK(mode < 0 || own.answer == MMS_alternative_same || own.answer == MMS_alternative_unknown,
		      "event %u: %s gives %d by itself", i, mms_modes[mode].name, own.choice);
	}
}

void look_seek(const struct property *p, u64 number)
{
	struct mms_random r = mms_random(number);
	u32 n = mms_event_count();
	struct mms_state state = {0};

	(void)p;
	for (u32 k = 0; k < 8; k++) {
		u32 to = k ? mms_random_below(&r, n + 1) : n;

		memset(&state, 0, sizeof(state));
		for (u32 i = 0; i < to; i++)
			mms_apply(&state, host_event(i));
		CHECK(!memcmp(&state, host_seek(to), sizeof(state)), "seek(%u) differs", to);
	}
	CHECK(!host_seek(n + 1), "a state behind the end");
}

void look_again(const struct property *p, u64 number)
{
	u64 hash = hash_log();
	u32 n = mms_event_count();

	p->scenario(number);
	CHECK_EQ(host_run(1 + (unsigned)(number % 40)), 0, "status");
	CHECK(n == mms_event_count() && hash == hash_log(), "another run came of it");
}

void look_unkept(const struct property *p, u64 number)
{
	static struct mms_measured kept[MMS_MEASURED_MAX];
	s32 rows = mms_measure();

	CHECK(rows >= 0, "%s", host_error());
	memcpy(kept, host_at(mms_measured()), (size_t)rows * sizeof(kept[0]));
	p->scenario(number);
	CHECK_EQ(mms_model_keep(0), 0, "status");
	CHECK_EQ(host_run(1 + (unsigned)(number % 40)), 0, "status");
	CHECK_EQ(mms_measure(), rows, "rows");
	CHECK(!memcmp(kept, host_at(mms_measured()), (size_t)rows * sizeof(kept[0])), "other measures came of it");
	CHECK(!mms_event_count() && !mms_event_at(0) && !mms_decision_count() && !mms_seek(1), "it kept events");
	CHECK(mms_measure_part(0, 1) == MMS_status_call && mms_spread_part(0, UINT32_MAX) == MMS_status_call, "events were measured that are gone");
}
