/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about batches that are set, and about waking kswapd. */
#include "forgery.h"
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

/* A round of resets: those of one task for one reason, with nothing of the task's between. */
static bool begins_round(const struct mms_log *log, u32 i)
{
	for (u32 k = i; k--;) {
		const struct mms_event *e = &log->event[k];

		if (forgery_same_task(e, &log->event[i]) && e->kind)
			return e->kind != MMS_KIND_zone_batch || e->zone_batch.reason != log->event[i].zone_batch.reason ||
			       e->zone_batch.zone >= log->event[i].zone_batch.zone;
	}
	return true;
}

static bool reset_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!batch_at(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

/* Of the round that begins here only the first zone is reset. */
static bool only_first(struct mms_log *log, u32 i, struct mms_random *r)
{
	bool dropped = false;

	(void)r;
	if (!batch_at(log, i) || !begins_round(log, i))
		return false;
	for (u32 k = i + 1; k < log->count; k++) {
		struct mms_event *e = &log->event[k];

		if (!e->kind || !forgery_same_task(e, &log->event[i]))
			continue;
		if (e->kind != MMS_KIND_zone_batch || e->zone_batch.reason != log->event[i].zone_batch.reason ||
		    e->zone_batch.zone == log->event[i].zone_batch.zone)
			break;
		forgery_drop(log, k);
		dropped = true;
	}
	return dropped;
}

static bool batch_5000(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!batch_at(log, i))
		return false;
	log->event[i].zone_batch.low = 1;
	log->event[i].zone_batch.high = 5001;
	log->event[i].zone_batch.new = 5000;
	return true;
}

static bool page_more(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!batch_at(log, i))
		return false;
	log->event[i].zone_batch.high++;
	log->event[i].zone_batch.new++;
	return true;
}

/* Both marks a page higher: the batch is the same. */
static bool both_marks(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!batch_at(log, i))
		return false;
	log->event[i].zone_batch.low++;
	log->event[i].zone_batch.high++;
	return true;
}

static bool batch_before(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!batch_at(log, i))
		return false;
	log->event[i].zone_batch.old += (s32)(1 + mms_random_below(r, 1000));
	return true;
}

static bool reset_task(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!batch_at(log, i))
		return false;
	log->event[i].pid += (s32)(1 + mms_random_below(r, 100));
	return true;
}

static bool twice(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	for (u32 k = i + 1; batch_at(log, i) && k < log->count; k++)
		if (batch_at(log, k) && batch_at(log, k)->zone != batch_at(log, i)->zone) {
			*batch_at(log, k) = *batch_at(log, i);
			return true;
		}
	return false;
}

static void unused(struct mms_ev_kswapd_wake *e, u32 from)
{
	for (u32 k = from; k < MMS_COUNT(e->visit_zone); k++)
		e->visit_zone[k] = e->visit_flags[k] = UINT8_MAX;
	for (u32 k = from; k < MMS_COUNT(e->visit_free); k++)
		e->visit_free[k] = e->visit_unusable[k] = e->visit_mark[k] = e->visit_reserve[k] = -1;
	e->visits = (u8)from;
}

static bool awake(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	(void)r;
	if (!e || e->verdict == MMS_wake_verdict_awake)
		return false;
	unused(e, 0);
	e->asleep = 0;
	e->boosted = 0;
	e->verdict = MMS_wake_verdict_awake;
	return true;
}

static bool hopeless(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	(void)r;
	if (!e || e->verdict == MMS_wake_verdict_hopeless)
		return false;
	unused(e, 0);
	e->asleep = 1;
	e->boosted = 0;
	e->failures = MMS_MAX_RECLAIM_RETRIES;
	e->verdict = MMS_wake_verdict_hopeless;
	return true;
}

static struct mms_ev_kswapd_wake *checked(struct mms_log *log, u32 i, u8 verdict)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	return e && e->visits && e->visits <= MMS_COUNT(e->visit_free) && e->verdict == verdict ? e : NULL;
}

static bool woken_for_boost(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = checked(log, i, MMS_wake_verdict_balanced);

	(void)r;
	if (!e)
		return false;
	e->boosted = 1;
	e->verdict = MMS_wake_verdict_woken;
	return true;
}

/* The last zone is said to have more pages than its mark. */
static bool enough_free(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = checked(log, i, MMS_wake_verdict_woken);
	u32 last;

	(void)r;
	if (!e || e->order || e->boosted)
		return false;
	last = e->visits - 1u;
	e->visit_free[last] = e->visit_mark[last] + e->visit_reserve[last] + e->visit_unusable[last] + 1;
	e->verdict = MMS_wake_verdict_balanced;
	return true;
}

/* The last zone is said to have fewer pages than its mark, where no other comes behind it. */
static bool too_few_free(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = checked(log, i, MMS_wake_verdict_balanced);
	u32 last;

	(void)r;
	if (!e || e->visit_zone[e->visits - 1] != e->zone)
		return false;
	last = e->visits - 1u;
	e->visit_free[last] = e->visit_mark[last] + e->visit_reserve[last];
	e->visit_flags[last] = 0;
	e->verdict = MMS_wake_verdict_woken;
	return true;
}

/* Marks that are met, or missed, just the same. */
static bool absurd_marks(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	(void)r;
	if (!e || !e->visits || e->visits > MMS_COUNT(e->visit_free))
		return false;
	for (u8 at = 0; at < e->visits; at++)
		e->visit_mark[at] = e->visit_free[at] > e->visit_mark[at] + e->visit_reserve[at] + e->visit_unusable[at]
					    ? 1
					    : 1 << 28;
	return true;
}

static bool boosted_mark(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);
	u32 last;

	(void)r;
	if (!e || !e->visits || e->visits > MMS_COUNT(e->visit_free))
		return false;
	last = e->visits - 1u;
	if (e->visit_free[last] - e->visit_unusable[last] <= e->visit_mark[last] + e->visit_reserve[last] + 512)
		return false;
	e->visit_mark[last] += 512;
	return true;
}

static bool free_same_side(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	(void)r;
	if (!e || !e->visits || e->visits > MMS_COUNT(e->visit_free) || e->visit_free[0] < 10 ||
	    e->visit_free[0] > e->visit_mark[0])
		return false;
	e->visit_free[0] -= 10;
	return true;
}

static bool wake_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!wake_at(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

static bool gfp(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!wake_at(log, i))
		return false;
	log->event[i].kswapd_wake.gfp ^= 0x1000;
	return true;
}

/* The other rule's mark, and what it asks for, of a check of the passed zone alone. */
static bool other_mark(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_kswapd_wake *e = wake_at(log, i);

	(void)r;
	if (!e || (e->visits && (e->visits != 1 || e->visit_zone[0] != e->zone)))
		return false;
	e->mark = e->mark == MMS_wake_mark_low ? MMS_wake_mark_high : MMS_wake_mark_low;
	return true;
}

const struct mutation forgery_wake[] = {
	{"reset never told", reset_dropped, NULL},
	{"only the first zone of a round is reset", only_first, NULL},
	{"batch 5000", batch_5000, NULL},
	{"batch a page larger, and the high mark", page_more, NULL},
	{"both marks of a batch", both_marks, NULL},
	{"batch before a reset", batch_before, NULL},
	{"another task resets", reset_task, NULL},
	{"reset told instead of the next", twice, NULL},
	{"kswapd never wakes: it runs already", awake, NULL},
	{"kswapd never wakes: it failed too often", hopeless, NULL},
	{"kswapd never wakes: there are enough free pages", enough_free, NULL},
	{"kswapd wakes because a zone is boosted", woken_for_boost, NULL},
	{"kswapd wakes because there are too few free pages", too_few_free, NULL},
	{"absurd marks of a wake-up", absurd_marks, NULL},
	{"boosted mark of a wake-up", boosted_mark, NULL},
	{"free pages of a wake-up on the same side of the mark", free_same_side, NULL},
	{"wake-up never told", wake_dropped, NULL},
	{"gfp flags of a wake-up", gfp, NULL},
	{"wake-up by the other mark", other_mark, NULL},
};
const unsigned forgery_n_wake = MMS_COUNT(forgery_wake);
