/* SPDX-License-Identifier: Apache-2.0 */
/* Zone selection in worlds at random: shares, no page lost, and the checker finds nothing. */
#include "checker/internal.h"
#include "suite.h"
#include "host.h"
#include "policy/zone_flags.h"
#include "zone_world.h"

static struct zone_world world;

static void by_policy(u8 policy, u32 pages_wanted)
{
	for (u64 number = 0; number < 12 && !test_failed(); number++) {
		s64 got[ZONE_WORLD_ZONES] = {0}, before = 0, after = 0, taken = 0, from[ZONE_WORLD_ZONES];
		u32 resets = 0;

		zone_world_begin(&world, number, policy, MMS_wake_mark_high);
		world.quiet = true;
		world.reclaim = 0;
		for (u8 zone = 0; zone < ZONE_WORLD_ZONES; zone++) {
			world.zone[zone].free += 1000000;
			before += world.zone[zone].free;
		}
		for (u32 i = 0; i < pages_wanted; i++) {
			int zone = zone_world_alloc(&world, MMS_GFP_DIRECT_RECLAIM | MMS_GFP_KSWAPD_RECLAIM, 0, 0,
						    3, ~0ull);

			CHECK(zone >= 0, "no page of millions");
			if (zone < 0)
				return;
			got[zone]++;
			world.n = 0;
		}
		for (u8 zone = 0; zone < ZONE_WORLD_ZONES; zone++) {
			after += world.zone[zone].free;
			taken += world.taken[zone];
			from[zone] = world.taken[zone];
			CHECK_EQ(got[zone], from[zone], "pages of a zone");
		}
		CHECK_EQ(before - after, taken, "pages gone");
		CHECK_EQ(taken, pages_wanted, "pages given");
		resets = world.resets;
		for (u8 i = 0; i < world.list[0].n; i++) {
			u8 zone = world.list[0].zone[i];
			s64 batch = mms_zone_batch((u32)world.zone[zone].mark[1], (u32)world.zone[zone].mark[2]);

			if (policy == MMS_zone_policy_preferred)
				CHECK_EQ(got[zone], zone == world.list[0].zone[0] ? pages_wanted : 0,
					 "only the first zone gives");
			else if (policy == MMS_zone_policy_fair)
				CHECK(got[zone] >= resets * batch && got[zone] <= (resets + 1) * batch,
				      "zone %u gave %lld in %u rounds of %lld", zone, (long long)got[zone], resets,
				      (long long)batch);
			else if (mms_zone_nid(zone))
				CHECK_EQ(got[zone], 0, "fair_local keeps to the node");
		}
	}
}

static void preferred_uses_one(void)
{
	by_policy(MMS_zone_policy_preferred, 3000);
}

static void fair_shares(void)
{
	by_policy(MMS_zone_policy_fair, 20000);
}

/* Under fair_local no zone of the node gets ahead of its share by more than a batch in each round. */
static void fair_local_shares(void)
{
	by_policy(MMS_zone_policy_fair_local, 20000);
	for (u64 number = 0; number < 12; number++) {
		s64 rounds[ZONE_WORLD_ZONES], least = INT64_MAX, most = 0;

		zone_world_begin(&world, number, MMS_zone_policy_fair_local, MMS_wake_mark_high);
		world.quiet = true;
		for (u8 zone = 0; zone < ZONE_WORLD_ZONES; zone++)
			world.zone[zone].free += 1000000;
		for (u32 i = 0; i < 20000; i++) {
			zone_world_alloc(&world, MMS_GFP_DIRECT_RECLAIM, 0, 0, 3, ~0ull);
			world.n = 0;
		}
		for (u8 i = 0; i < world.list[0].n && mms_zone_nid(world.list[0].zone[i]) == 0; i++) {
			u8 zone = world.list[0].zone[i];

			rounds[i] = world.taken[zone] /
				    mms_zone_batch((u32)world.zone[zone].mark[1], (u32)world.zone[zone].mark[2]);
			least = MMS_MIN(least, rounds[i]);
			most = MMS_MAX(most, rounds[i]);
		}
		CHECK(least > 10 && most - least <= 1, "%lld to %lld batches of each zone", (long long)least,
		      (long long)most);
	}
}

static const struct mms_totals *read_world(const struct zone_world *w)
{
	size_t len, again_len;
	char *text = zone_world_write(w, &len), *again;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	again = host_write(&again_len);
	CHECK(len == again_len && !memcmp(text, again, len), "read otherwise than written");
	free(text);
	free(again);
	return host_check();
}

static void all_checked(void)
{
	u64 decisions = 0, ends[4] = {0}, verdicts[MMS_zone_verdict_empty + 1] = {0};

	for (u64 number = 0; number < 60 && !test_failed(); number++) {
		const struct mms_totals *t;

		zone_world_begin(&world, number, (u8)(number % 3), (u8)(number / 3 % 3));
		for (u32 i = 0; i < 400; i++)
			zone_world_step(&world);
		t = read_world(&world);
		decisions += t->decisions;
		CHECK(t->decisions > 200, "%llu decisions only", (unsigned long long)t->decisions);
		for (u32 i = 0; i < mms_event_count() && !test_failed(); i++) {
			const struct mms_event *e = host_event(i);
			const struct mms_verdict *v = host_verdict(i);

			if (e->kind == MMS_KIND_zone_select && e->zone_select.visits > MMS_VISIT_LANES) {
				CHECK_EQ(v->check, MMS_check_incomplete,
					 "verdict on a walk of more zones than lanes");
				continue;
			}
			CHECK(host_fine(v),
			      "world %llu event %u kind %u: %u %u, %u %u, visit %u, expected %d",
			      (unsigned long long)number, i, e->kind, v->check, v->why, v->replay_check,
			      v->replay_why, v->visit, v->expected);
			if (e->kind != MMS_KIND_zone_select)
				continue;
			ends[e->zone_select.end]++;
			for (u8 k = 0; k < e->zone_select.visits && k < MMS_VISIT_LANES; k++)
				verdicts[e->zone_select.visit_verdict[k]]++;
		}
	}
	for (u32 i = 0; i < MMS_COUNT(ends); i++)
		CHECK(ends[i] > 20, "end %u came %llu times", i, (unsigned long long)ends[i]);
	for (u32 i = 0; i < MMS_COUNT(verdicts); i++)
		CHECK(verdicts[i] > 20, "verdict %u came %llu times", i, (unsigned long long)verdicts[i]);
	note("%llu decisions", (unsigned long long)decisions);
}

static void what_is_not_known(void)
{
	const struct mms_totals *t;
	u32 i;

	/* without zonelists the replayed check cannot say */
	zone_world_begin(&world, 1, MMS_zone_policy_fair, MMS_wake_mark_high);
	world.n = 0;
	world.quiet = true;
	zone_world_alloc(&world, MMS_GFP_DIRECT_RECLAIM, 0, 0, 3, ~0ull);
	t = read_world(&world);
	CHECK(t->decisions && t->same == t->decisions && t->replay_incomplete == t->decisions, "zonelist unknown");

	/* nine zones looked at: the event holds eight */
	zone_world_begin(&world, 1, MMS_zone_policy_preferred, MMS_wake_mark_high);
	zone_world_alloc(&world, MMS_GFP_DIRECT_RECLAIM, 0, 0, 3, ~0ull);
	for (i = 0; world.event[i].kind != MMS_KIND_zone_select; i++)
		continue;
	for (u8 k = 0; k < MMS_VISIT_LANES; k++) {
		world.event[i].zone_select.visit_zone[k] = (u8)(2 + MMS_ZONES_PER_NODE * k);
		world.event[i].zone_select.visit_verdict[k] = MMS_zone_verdict_wmark;
	}
	world.event[i].zone_select.visits = 9;
	CHECK_EQ(mms_check_zone_select(&world.event[i].zone_select, MMS_arch_x86_64).check, MMS_check_incomplete, "nine visits");
}

/* Numbers at the ends of their types, as a stranger's capture may hold. */
static void nonsense(void)
{
	static const u8 extremes[] = {0, 1, 0x7f, 0x80, 0xff};
	struct mms_random r = mms_random(23);
	u32 believed = 0, rounds = 50000;

	for (u32 n = 0; n < rounds; n++) {
		struct mms_event e;

		for (u32 i = 0; i < sizeof(e); i++)
			((u8 *)&e)[i] = mms_random_below(&r, 2) ? extremes[mms_random_below(&r, sizeof(extremes))]
								: (u8)mms_random_u32(&r);
		/* what the reader lets in */
		e.zone_select.order %= 21;
		believed += mms_check_zone_select(&e.zone_select, MMS_arch_x86_64).check == MMS_check_same;
		e.zone_batch.mode %= 3;
		believed += mms_check_zone_batch(&e.zone_batch).check == MMS_check_same;
		e.kswapd_wake.order %= 21;
		e.kswapd_wake.asleep = 1;
		e.kswapd_wake.failures %= 16;
		e.kswapd_wake.visits = (u8)(1 + mms_random_below(&r, 5));
		believed += mms_check_kswapd_wake(&e.kswapd_wake, MMS_arch_x86_64).check == MMS_check_same;
	}
	CHECK(believed < rounds / 1000, "%u of %u are believed", believed, 3 * rounds);
	note("%u of %u events of nonsense are believed", believed, 3 * rounds);
}

SUITE(zone_world)
{
	static const struct test tests[] = {
		{"zone: preferred leaves the lower zones unused, no page is lost", preferred_uses_one},
		{"zone: fair shares are the batches, no page is lost", fair_shares},
		{"zone: fair_local shares are the batches of the node, no page is lost", fair_local_shares},
		{"zone: worlds at random are all the same to the checker", all_checked},
		{"zone: what an event does not record is incomplete", what_is_not_known},
		{"zone: nonsense is not believed", nonsense},
	};

	RUN(tests);
}
