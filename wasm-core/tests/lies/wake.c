/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about batches that are set, and about waking kswapd. */
#include "lie.h"
#include "mms/enums.h"
#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"

/* A round of resets: those of one task for one reason, with nothing of the task's between. */
static bool begins_round(const struct mms_log *log, u32 i)
{
	for (u32 k = i; k--;) {
		const struct mms_event *e = &log->event[k];

		if (lie_same_task(e, &log->event[i]) && e->kind)
			return e->kind != MMS_KIND_zone_batch || e->zone_batch.reason != log->event[i].zone_batch.reason ||
			       e->zone_batch.zone >= log->event[i].zone_batch.zone;
	}
	return true;
}

/* Of the round that begins here only the first zone is reset. False: it has no other. */
static bool only_first(struct mms_log *log, u32 i)
{
	bool dropped = false;

	for (u32 k = i + 1; k < log->count; k++) {
		struct mms_event *e = &log->event[k];

		if (!e->kind || !lie_same_task(e, &log->event[i]))
			continue;
		if (e->kind != MMS_KIND_zone_batch || e->zone_batch.reason != log->event[i].zone_batch.reason ||
		    e->zone_batch.zone == log->event[i].zone_batch.zone)
			break;
		DROP(e);
		dropped = true;
	}
	return dropped;
}

/* Says which zones it looked at. */
static bool looked(const struct mms_ev_kswapd_wake *e)
{
	return e->visits && e->visits <= MMS_COUNT(e->visit_free);
}

/* What a visited zone has to have more than. */
static s32 limit(const struct mms_ev_kswapd_wake *e, u32 at)
{
	return e->visit_mark[at] + e->visit_reserve[at] + e->visit_unusable[at];
}

void lie_awake(struct mms_ev_kswapd_wake *e)
{
	e->asleep = e->boosted = e->visits = 0;
	e->verdict = MMS_wake_verdict_awake;
	mms_fill(e->visit_zone, 0xff, sizeof(e->visit_zone));
	mms_fill(e->visit_flags, 0xff, sizeof(e->visit_flags));
	mms_fill(e->visit_free, 0xff, sizeof(e->visit_free));
	mms_fill(e->visit_unusable, 0xff, sizeof(e->visit_unusable));
	mms_fill(e->visit_mark, 0xff, sizeof(e->visit_mark));
	mms_fill(e->visit_reserve, 0xff, sizeof(e->visit_reserve));
}

#define FITS_IN_PLACES "The charges and resets that are recorded fit without it, or with it, in some places."
#define BOOSTS_NEAR "Boosts are recorded; where one begins or ends about that time the check takes either."
#define BOUNDS_ALONE "Free pages change without an event; only their bounds are known."

#define LIES "wake.def"
#define FILE_OF_LIES lies_wake
#include "rows.h"
