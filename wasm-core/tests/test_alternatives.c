/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Here: what other modes decide from the same inputs. The rule in force, asked as if it were another, never decides
 * otherwise than the kernel or the model did; that is the only truth there is to hold these answers against, and
 * property.c holds them against it for every machine.
 */

#include "checker/alternatives.h"
#include "captures.h"
#include "suite.h"
#include "host.h"
#include "fixture.h"
#include "property.h"
#include "random_scenario.h"
#include "tables/tables.h"

#define EVERY 7 /* events of a bundled capture: all of them take minutes under the sanitizers */

/* Answers of a session's run: of own modes, of others. */
struct tally {
	u64 own[4], other[4];
};

static void tally_session(struct tally *t, const char *what, u32 every)
{
	for (u32 i = 0; i < mms_event_count() && !test_failed(); i += every) {
		const struct mms_event *e = host_event(i);
		int mode = mms_mode_of(e);
		const struct mms_state *before;
		struct mms_alternative own, out[MMS_ALTERNATIVES];

		if (mode < 0)
			continue;
		before = host_seek(i);
		own = mms_alternative_of(before, e, (u8)mode);
		t->own[own.answer]++;
		CHECK(own.answer == MMS_alternative_same || own.answer == MMS_alternative_unknown,
		      "%s: event %u, line %llu: %s gives %d (end %u) by itself", what, i, (unsigned long long)e->line,
		      mms_modes[mode].name, own.choice, own.end);
		mms_alternatives(before, e, out);
		for (u32 k = 0; k < MMS_ALTERNATIVES; k++) {
			t->other[out[k].answer]++;
			CHECK(out[k].answer == MMS_alternative_none || out[k].mode != mode, "it is its own other");
			CHECK((out[k].answer == MMS_alternative_unknown) <= !!out[k].why, "unknown, and no reason");
		}
	}
}

static void note_tally(const struct tally *t)
{
	note("own: %llu same, %llu unknown; others: %llu same, %llu otherwise, %llu unknown",
	     (unsigned long long)t->own[MMS_alternative_same], (unsigned long long)t->own[MMS_alternative_unknown],
	     (unsigned long long)t->other[MMS_alternative_same], (unsigned long long)t->other[MMS_alternative_otherwise],
	     (unsigned long long)t->other[MMS_alternative_unknown]);
}

static struct tally of_captures;

static void look(const char *path, const char *text, size_t len)
{
	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	tally_session(&of_captures, path, EVERY);
}

static void captures(void)
{
	every_capture(look);
	note_tally(&of_captures);
}

static void made(void)
{
	struct tally t = {0};

	for (u32 i = 0; i < FIXTURES; i++)
		for (u64 number = 0; number < 50 && !test_failed(); number++) {
			size_t len;
			char *text = fixtures[i].capture(number, &len);

			if (!text)
				continue;
			CHECK(host_read(text, len, 0) == 0, "%s", host_error());
			tally_session(&t, fixtures[i].policy, 1);
			free(text);
		}
	note_tally(&t);
}

/* Another answer than the one that was given. */
static bool falsify(struct mms_event *e)
{
	switch (e->kind) {
	case MMS_KIND_swap_select: e->swap_select.type = (s16)(e->swap_select.type < 0 ? 0 : e->swap_select.type + 1); return true;
	case MMS_KIND_swap_ra: e->swap_ra.win++; return true;
	case MMS_KIND_swap_in: e->swap_in.how = (u8)((e->swap_in.how + 1) % 7); return true;
	case MMS_KIND_zone_select: e->zone_select.zone = (s16)(e->zone_select.zone + 1); return true;
	case MMS_KIND_zone_batch: e->zone_batch.new++; return true;
	case MMS_KIND_kswapd_wake: e->kswapd_wake.verdict ^= MMS_wake_verdict_balanced; return true;
	case MMS_KIND_interleave: e->interleave.nid++; return true;
	case MMS_KIND_interleave_vma: e->interleave_vma.nid++; return true;
	default: return false;
	}
}

/* Each decision of which the own mode knows enough, with another end to it. */
static void falsified(void)
{
	u64 seen[MMS_N_MODES] = {0};
	unsigned modes = 0;

	for (u32 i = 0; i < FIXTURES; i++)
		for (u64 number = 0; number < 50 && !test_failed(); number++) {
			size_t len;
			char *text = fixtures[i].capture(number, &len);

			if (!text)
				continue;
			CHECK(host_read(text, len, 0) == 0, "%s", host_error());
			for (u32 k = 0; k < mms_event_count(); k++) {
				struct mms_event e = *host_event(k);
				int mode = mms_mode_of(&e);
				u8 answer;

				if (mode < 0 || mms_alternative_of(host_seek(k), &e, (u8)mode).answer != MMS_alternative_same || !falsify(&e))
					continue;
				answer = mms_alternative_of(host_seek(k), &e, (u8)mode).answer;
				CHECK(answer != MMS_alternative_same, "%s: event %u ends otherwise, and nobody sees it", mms_modes[mode].name, k);
				seen[mode] += answer == MMS_alternative_otherwise;
			}
			free(text);
		}
	for (u32 mode = 0; mode < MMS_N_MODES; mode++) {
		CHECK(seen[mode], "no decision in mode %s", mms_modes[mode].name);
		modes += !!seen[mode];
	}
	note("%u modes", modes);
}

SUITE(alternatives)
{
	static const struct test tests[] = {
		{"alternatives: in every bundled capture no rule decides otherwise than it did", captures},
		{"alternatives: nor in captures that are made", made},
		{"alternatives: a decision with another end to it is seen, in every mode", falsified},
	};

	RUN(tests);
}
