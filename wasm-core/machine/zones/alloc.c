/* SPDX-License-Identifier: Apache-2.0 */
/*
 * __alloc_pages_noprof() for single pages: fast path, batches, kswapd, slow path, direct reclaim.
 *
 * Allocations that decide alike are made at once: the first asks policy/ all its questions, then policy/ says
 * after how many more the chosen zone would be refused (still_takes()). Nothing else changes in between.
 */
#include "internal.h"

/* include/linux/gfp_types.h: as captures of 6.12 have them. */
#define GFP_READ  0x152c40u /* readahead of a file */
#define GFP_ANON  0x140dcau /* GFP_HIGHUSER_MOVABLE | __GFP_ZERO | __GFP_COMP */
#define GFP_WRITE 0x101ccau /* GFP_HIGHUSER_MOVABLE | __GFP_WRITE */

static struct ask ask_of(struct zones_machine *m, const struct task *t)
{
	struct ask ask = {.nid = t->nid, .list = &m->list[t->nid], .gfp = GFP_READ};
	struct mms_zone_request *r = &ask.request;

	if (t->load == MMS_load_hash)
		ask.gfp = GFP_ANON;
	if (t->load == MMS_load_copy)
		ask.gfp = GFP_WRITE;
	r->policy = (u8)m->p.zone_alloc_policy;
	r->highest = ask.gfp == GFP_READ ? ZONE_NORMAL : ZONE_MOVABLE;
	r->pref = ask.list->zone[0];
	r->reclaim = (u32)m->p.zone_reclaim_mode;
	r->nodes = ~0ull;
	r->spread = ask.gfp & MMS_GFP_WRITE;
	r->flags = mms_zone_fast_flags(ask.gfp, r->policy, false, false, false);
	return ask;
}

/* How many allocations in a row the walk's zone serves, `most` at most and one at least. */
static u32 alike(struct zones_machine *m, const struct ask *ask, const struct mms_zone_walk *w, u32 most)
{
	u32 sure = 0, fails;

	if (most <= 1 || still_takes(m, ask, w, most - 1))
		return most;
	for (fails = most - 1; fails - sure > 1;) {
		u32 mid = sure + (fails - sure) / 2;

		if (still_takes(m, ask, w, mid))
			sure = mid;
		else
			fails = mid;
	}
	return sure + 1;
}

/* `recorded`: of these pages, those with an event. */
static void take(struct zones_machine *m, const struct ask *ask, u8 zone, u32 n, u32 recorded, struct mms_ev_zone_select *e)
{
	struct zone *z = &m->zone[zone];

	z->pages.free -= (s32)n;
	if (ask->request.policy != MMS_zone_policy_preferred)
		z->batch = (s32)(mms_zone_charge(z->batch, 0) - (s32)(n - 1));
	if (e) {
		e->pfn = z->first_pfn + z->allocated % z->managed;
		e->batch = ask->request.policy == MMS_zone_policy_preferred ? 0 : z->batch;
	}
	z->level_taken += n - recorded;
	z->allocated += n;
	m->allocs += n;
}

/* Zones set anew by the slow path: bits are places on the zonelist. */
struct reset {
	u32 zones;   /* set anew */
	u32 changed; /* of them those whose batch was not full */
	bool news;   /* the event is written, or a batch was used up: the next allocation finds something else */
};

static bool on(u32 bits, const struct ask *ask, u8 zone)
{
	for (u8 i = 0; i < ask->list->n; i++)
		if (ask->list->zone[i] == zone)
			return bits >> i & 1;
	return false;
}

/* Which zones it will be. */
static struct reset to_reset(const struct zones_machine *m, const struct ask *ask)
{
	struct reset r = {.news = ask->record};

	for (u8 i = 0; i < ask->list->n; i++) {
		u8 zone = ask->list->zone[i];
		bool local = mms_zone_local(ask->request.policy, ask->request.pref, zone,
					    node_distance(mms_zone_nid(ask->request.pref), mms_zone_nid(zone)));

		if (mms_zone_idx(zone) > ask->request.highest ||
		    !mms_zone_slowpath_resets(ask->request.policy, ask->request.reclaim, local))
			continue;
		r.zones |= 1u << i;
		r.changed |= (u32)(m->zone[zone].batch != m->zone[zone].batch_full) << i;
		r.news |= mms_zone_depleted(m->zone[zone].batch);
	}
	return r;
}

/* prepare_slowpath() of the series, under `fair`: each zone of the zonelist, whatever the nodemask, wakes its kswapd
 * and is set anew, one after the other. True: kswapd learns something new. */
static bool prepare_slowpath(struct zones_machine *m, const struct ask *ask, const struct reset *r)
{
	bool news = false;

	for (u8 i = 0; i < ask->list->n; i++) {
		u8 zone = ask->list->zone[i];

		if (mms_zone_idx(zone) > ask->request.highest)
			continue;
		if (ask->request.flags & MMS_alloc_flag_kswapd)
			news |= wakeup_kswapd(m, ask, zone);
		if (r->zones >> i & 1)
			reset_batch(m, zone, MMS_batch_reason_slowpath, r->news);
	}
	return news;
}

/* wake_all_kswapds(), under the other policies: once per node; under the wake marks `low` and `zone` for each zone. */
static bool wake_all(struct zones_machine *m, const struct ask *ask)
{
	bool news = false;
	s16 last = -1;

	for (u8 i = 0; i < ask->list->n; i++) {
		u8 zone = ask->list->zone[i];

		if (!mms_zone_eligible(zone, ask->request.highest, ask->request.nodes) ||
		    (!mms_kswapd_by_zone((u8)m->p.kswapd_wake_mark) && mms_zone_nid(zone) == last))
			continue;
		last = mms_zone_nid(zone);
		news |= wakeup_kswapd(m, ask, zone);
	}
	return news;
}

/* Each of a row of slow allocations sets the batches anew before it is charged: only the last charge stays. */
static void forget_charges(struct zones_machine *m, const struct reset *r, const struct ask *ask, u8 zone, u32 n)
{
	if (on(r->zones, ask, zone))
		m->zone[zone].batch += (s32)(n - 1);
}

/* A batch that is charged and not set anew: when it is used up the fast path comes to another end. */
static u32 until_depleted(struct zones_machine *m, const struct reset *r, const struct ask *ask, u8 zone, u32 want)
{
	s32 batch = m->zone[zone].batch;

	if (ask->request.policy == MMS_zone_policy_preferred || on(r->zones, ask, zone) || mms_zone_depleted(batch))
		return want;
	return MMS_MIN(want, (u32)batch);
}

static bool repeats(struct zones_machine *m, const struct reset *r, const struct ask *ask, u8 zone)
{
	u32 others = r->changed;

	for (u8 i = 0; i < ask->list->n; i++)
		if (ask->list->zone[i] == zone)
			others &= ~(1u << i);
	return !r->news && !others && !ask->reclaimed && (!r->zones || m->zone[zone].batch_full > 1);
}

/* should_reclaim_retry(): so many reclaims in a row without a page end it. Otherwise the allocation begins
 * anew, after a wait when nothing was reclaimed. */
static void tries_again(struct zones_machine *m, struct task *t, const struct ask *ask)
{
	t->waits = true;
	if (direct_reclaim(m, t, ask)) {
		t->failed = 0;
		return;
	}
	m->now += CONGESTION_NS;
	t->waited += CONGESTION_NS;
	t->failed += !t->resumes;
	t->waits = t->failed <= MMS_MAX_RECLAIM_RETRIES;
}

static u32 slow_path(struct zones_machine *m, struct task *t, struct ask *ask, u32 want, u8 *zone)
{
	struct reset reset = to_reset(m, ask);
	bool fair = ask->request.policy == MMS_zone_policy_fair;
	bool news = fair ? prepare_slowpath(m, ask, &reset) : wake_all(m, ask);
	struct mms_ev_zone_select *e;
	struct mms_zone_walk w;
	u32 n = 1;

	ask->request.spread = false;
	ask->request.flags = mms_zone_slow_flags(ask->gfp, 0, false, false);
	if (freelist(m, ask, &w, &e) < 0) {
		if (!m->stop)
			tries_again(m, t, ask);
		return 0;
	}
	*zone = (u8)w.zone;
	if (!news && repeats(m, &reset, ask, *zone))
		n = alike(m, ask, &w, until_depleted(m, &reset, ask, *zone, want));
	forget_charges(m, &reset, ask, *zone, n);
	take(m, ask, *zone, n, ask->record, e);
	return n;
}

/* Where no event is kept: so many walks more that would be recorded, all alike, as far as they are measured. */
static void note_walks(struct zones_machine *m, const struct ask *ask, u8 zone, u32 n)
{
	for (; n && !m->stop; n--) {
		struct mms_event *event = zones_emit(m, MMS_KIND_zone_select);

		if (!event)
			return;
		event->zone_select.end = MMS_zone_walk_end_took;
		event->zone_select.zone = zone;
		event->zone_select.list = ask->nid;
	}
}

/* 0: none now; t->waits says whether to try again. */
u32 zones_alloc_pages(struct zones_machine *m, struct task *t, u32 want, u8 *zone)
{
	u64 every = (u64)m->p.record_every, turn = m->allocs % every;
	u32 apart = (u32)MMS_MIN((u64)want, turn ? every - turn : 1);
	bool kept = mms_log_keeps(m->out.log);
	struct ask ask = ask_of(m, t);
	struct mms_ev_zone_select *e;
	struct mms_zone_walk w;
	u32 more;

	t->waits = false;
	ask.record = !turn;
	freelist(m, &ask, &w, &e);
	if (kept || w.zone < 0)
		want = apart;
	if (ask.reclaimed || w.pass || m->singly) /* the next one finds another machine */
		want = 1;
	if (w.zone < 0)
		return m->stop ? 0 : slow_path(m, t, &ask, want, zone);
	*zone = (u8)w.zone;
	want = alike(m, &ask, &w, want);
	more = (u32)((turn + want - 1) / every);
	take(m, &ask, *zone, want, more + ask.record, e);
	note_walks(m, &ask, *zone, more);
	return want;
}
