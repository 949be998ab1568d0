/* SPDX-License-Identifier: Apache-2.0 */
/* Falsified batches and wake-ups of kswapd. */
#include "mutation_wake.h"

#include "mms/enums.h"
#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"

static struct mms_ev_zone_batch *batch_at(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_zone_batch ? &log->event[i].zone_batch : NULL;
}

static struct mms_ev_kswapd_wake *wake_at(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_kswapd_wake ? &log->event[i].kswapd_wake : NULL;
}

bool mutate_batch_set(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_batch *e = batch_at(log, i);
	u32 off = 1 + mms_random_below(r, 50);

	if (!e)
		return false;
	switch (mms_random_below(r, 3)) {
	case 0: e->new += (s32)off; break;
	case 1: e->low += off; break;
	default: e->high += off; break;
	}
	return true;
}

bool mutate_batch_reason(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_batch *e = batch_at(log, i);

	(void)r;
	if (!e)
		return false;
	e->reason = e->mode == MMS_zone_policy_fair ? MMS_batch_reason_depleted : MMS_batch_reason_slowpath;
	return true;
}

bool mutate_wake_woken(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);
	u32 n = MMS_wake_verdict_balanced + 1;

	if (!e)
		return false;
	e->verdict = (u8)((e->verdict + 1 + mms_random_below(r, n - 1)) % n);
	return true;
}

bool mutate_wake_asleep(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	(void)r;
	if (!e)
		return false;
	e->asleep ^= 1;
	return true;
}

bool mutate_wake_failures(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	if (!e || !e->asleep)
		return false;
	e->failures = e->failures < 16 ? 16 + mms_random_below(r, 9) : mms_random_below(r, 16);
	return true;
}

bool mutate_wake_boosted(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	(void)r;
	if (!e)
		return false;
	e->boosted ^= 1;
	return true;
}

/* Free pages across the limit. */
bool mutate_wake_free(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);
	s32 limit;
	u32 at;

	if (!e || !e->visits || e->visits > MMS_COUNT(e->visit_free))
		return false;
	at = mms_random_below(r, e->visits);
	limit = e->visit_unusable[at] + e->visit_mark[at] + e->visit_reserve[at];
	/* more pages do not help without a block that is large enough */
	if (e->order && !(e->visit_flags[at] & MMS_zone_bit_has_block))
		return false;
	e->visit_free[at] = e->visit_free[at] > limit ? limit : limit + 1;
	return true;
}

bool mutate_wake_zone(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);
	u32 at;

	if (!e || !e->visits || e->visits > MMS_COUNT(e->visit_free))
		return false;
	at = mms_random_below(r, e->visits);
	e->visit_zone[at] = (u8)(e->visit_zone[at] < 8 ? e->visit_zone[at] + 8 : e->visit_zone[at] - 8);
	return true;
}

bool mutate_wake_reserve(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);
	u32 at;

	if (!e || !e->visits || e->visits > MMS_COUNT(e->visit_free))
		return false;
	at = mms_random_below(r, e->visits);
	if (e->mark == MMS_wake_mark_high && mms_zone_idx(e->visit_zone[at]) < e->highest)
		return false;
	e->visit_reserve[at] += (s32)(1 + mms_random_below(r, 9));
	return true;
}

bool mutate_wake_order(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);
	u8 first;

	(void)r;
	if (!e || e->visits < 2 || e->visits > MMS_COUNT(e->visit_free))
		return false;
	first = e->visit_zone[0];
	e->visit_zone[0] = e->visit_zone[1];
	e->visit_zone[1] = first;
	return true;
}

/* In itself the event still holds: a mark that is met just the same. */
bool mutate_wake_mark(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);
	u32 at;

	(void)r;
	if (!e || !e->visits || e->visits > MMS_COUNT(e->visit_free) || e->order)
		return false;
	at = (u32)(e->visits - 1);
	if (e->visit_mark[at] < 2 || e->visit_free[at] <= e->visit_mark[at] + e->visit_reserve[at] + e->visit_unusable[at])
		return false;
	e->visit_mark[at] = 1;
	return true;
}

/* A batch that follows from marks that are not the zone's. */
bool mutate_batch_marks(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_zone_batch *e = &log->event[i].zone_batch;

	(void)r;
	if (log->event[i].kind != MMS_KIND_zone_batch)
		return false;
	e->low = 1;
	e->high = 5001;
	e->new = 5000;
	return true;
}
