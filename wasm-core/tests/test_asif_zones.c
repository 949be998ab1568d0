/* SPDX-License-Identifier: Apache-2.0 */
/* As if, of zones: under its own policy a capture gives back its own walks; under another one no page is lost. */
#include "asif.h"
#include "captures.h"
#include "suite.h"
#include "host.h"
#include "machine/zones/asif.h"
#include "machine/random.h"
#include "random_scenario.h"

static u64 captures, decisions, same, corrected;

static void look_identity(const char *path, const char *text, size_t len)
{
	const struct zones_asif *d;
	u64 fit = 0, n;

	if (host_asif(text, len, MMS_machine_zones, "zone_alloc_policy", 0, true) < 0) {
		CHECK(!asif_count(asif_record(), MMS_KIND_zone_select), "%s: %s", path, host_error());
		return;
	}
	n = asif_compare(MMS_KIND_zone_select, &fit);
	CHECK(fit == n, "%s: %llu of %llu walks are its own", path, (unsigned long long)fit, (unsigned long long)n);
	/* what a batch was read as is taken from the record only where tasks charge that it leaves out */
	d = mms_session()->now.machine.self;
	CHECK(d->corrected * 50 <= n, "%s: %llu walks of %llu read a batch that no recorded charge explains", path,
	      (unsigned long long)d->corrected, (unsigned long long)n);
	CHECK(!d->unasked, "%s: %llu resets that no walk asked for", path, (unsigned long long)d->unasked);
	captures++;
	decisions += n;
	same += fit;
	corrected += d->corrected;
}

static void identity(void)
{
	captures = decisions = same = corrected = 0;
	every_capture(look_identity);
	note("%llu captures, %llu walks, %llu the same, %llu corrected", (unsigned long long)captures,
	     (unsigned long long)decisions, (unsigned long long)same, (unsigned long long)corrected);
}

/* What was given there is given here, or counted as unmet. */
static void zones_conserved(const char *path, int policy)
{
	const struct zones_asif *d = mms_session()->now.machine.self;
	u64 there = 0, here = 0;

	for (u32 i = 0; i < ZONE_ROWS; i++) {
		const struct asif_zone *z = &d->zone[i];

		CHECK_EQ((s64)z->more, (s64)(z->taken_there - z->taken_here), "pages that are elsewhere");
		there += z->taken_there;
		here += z->taken_here;
	}
	CHECK(here + d->unmet == there, "%s under policy %d: %llu pages given and %llu unmet, of %llu given there", path, policy,
	      (unsigned long long)here, (unsigned long long)d->unmet, (unsigned long long)there);
	CHECK(here, "%s under policy %d: nothing was given", path, policy);
}

static void look_zones(const char *path, const char *text, size_t len)
{
	for (int policy = MMS_zone_policy_preferred; policy <= MMS_zone_policy_fair_local; policy++) {
		const struct mms_totals *t;

		if (host_asif(text, len, MMS_machine_zones, "zone_alloc_policy", policy, false) < 0)
			return;
		zones_conserved(path, policy);
		t = host_check();
		CHECK(all_same(t), "%s as policy %d: %llu decisions, %llu and %llu same", path, policy,
		      (unsigned long long)t->decisions, (unsigned long long)t->same, (unsigned long long)t->replay_same);
		captures++;
		decisions += t->decisions;
	}
}

static void others(void)
{
	captures = decisions = 0;
	every_capture(look_zones);
	note("%llu runs, %llu decisions", (unsigned long long)captures, (unsigned long long)decisions);
}

/* What a model recorded: of every so many walks one, so that most of what is charged is not recorded. */
static void models(void)
{
	u64 n = 0, fit = 0;

	captures = decisions = 0;
	for (u64 number = 0; number < 200 && !test_failed(); number++) {
		char *text;
		size_t len;

		random_zones(number);
		CHECK(host_run(1000) == 0, "scenario %llu: %s", (unsigned long long)number, host_error());
		text = host_write(&len);
		if (host_asif(text, len, MMS_machine_zones, "zone_alloc_policy", 0, true) >= 0) {
			u64 before = n - fit;

			n += asif_compare(MMS_KIND_zone_select, &fit);
			CHECK(n - fit == before, "scenario %llu: %llu differ", (unsigned long long)number, (unsigned long long)(n - fit - before));
			look_zones("a model", text, len);
		}
		free(text);
	}
	CHECK(n, "no walks");
	note("%llu walks, %llu the same", (unsigned long long)n, (unsigned long long)fit);
}

/* One reset in a hundred that is not made here: the walks behind it read another batch than the record's. */
static void batches_matter(void)
{
	size_t len;
	char *text = host_capture("zones-fair", &len);
	u64 fit = 0, n, skipped = 0, resets = 0;
	struct zones_asif *d;
	s32 status;

	CHECK(host_asif_begin(text, len, MMS_machine_zones, "zone_alloc_policy", 0, true) == 0, "%s", host_error());
	d = mms_session()->now.machine.self;
	do {
		u32 from = mms_session()->now.log.count;

		status = mms_model_run(1);
		for (u32 i = from; i < mms_session()->now.log.count; i++) {
			const struct mms_event *e = &mms_session()->now.log.event[i];

			if (e->kind != MMS_KIND_zone_batch || ++resets % 100 != 50)
				continue;
			d->zone[e->zone_batch.zone].here.batch = (u32)e->zone_batch.old;
			skipped++;
		}
	} while (status == MMS_status_more);
	CHECK_EQ(status, MMS_status_ok, "status");
	n = asif_compare(MMS_KIND_zone_select, &fit);
	CHECK(skipped && fit < n, "%llu of %llu are its own, with %llu of %llu resets skipped", (unsigned long long)fit,
	      (unsigned long long)n, (unsigned long long)skipped, (unsigned long long)resets);
	free(text);
	note("%llu of %llu left, %llu resets skipped", (unsigned long long)fit, (unsigned long long)n,
	     (unsigned long long)skipped);
}

SUITE(asif_zones)
{
	static const struct test tests[] = {
		{"as if: under its own policy a capture gives back its own walks along zonelists", identity},
		{"as if: under another policy every walk and reset is the policy's, and no page is lost", others},
		{"as if: walks of models, under their own policy and each other", models},
		{"as if: a batch that is not reset shows in the walks behind it", batches_matter},
	};

	RUN(tests);
}
