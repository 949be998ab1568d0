/* SPDX-License-Identifier: Apache-2.0 */
/*
 * alloc_batch of each zone: there, as the record has it, and here, as it is decided. What both have in common is
 * what tasks charged that the capture leaves out: a read that finds less than was left there says how much. Under
 * `fair_local` such a page was asked for on the zone's node, so that `fair` says which zone gives it here
 * (`unseen_pages`). Else nothing says who asked, and that the same zone gives it is assumed.
 */
#include "asif.h"

#define BY_RULE 4096 /* of more unseen pages at once, so many are placed by the rule */

static u8 recorded_under(const struct zones_asif *d)
{
	return d->now->kind == MMS_KIND_zone_batch ? d->now->zone_batch.mode : d->now->zone_select.mode;
}

static void reset_here(struct zones_asif *d, u8 zone, u8 reason, u8 policy)
{
	struct asif_zone *z = &d->zone[zone];
	u32 low = (u32)z->pages.mark[MMS_alloc_flag_wmark_low], high = (u32)z->pages.mark[MMS_alloc_flag_wmark_high];
	struct mms_event *e = z->known ? asif_emit(d, MMS_KIND_zone_batch) : NULL;

	if (!e)
		return;
	e->zone_batch.mode = policy;
	e->zone_batch.reason = reason;
	e->zone_batch.zone = zone;
	e->zone_batch.old = (s32)z->here.batch;
	z->here.batch = (u32)mms_zone_batch(low, high);
	e->zone_batch.new = (s32)z->here.batch;
	e->zone_batch.charged = d->by.own && z->counted ? z->here.charged : UINT64_MAX;
	e->zone_batch.low = low;
	e->zone_batch.high = high;
}

/* One page of a task on this node, by turns along its zonelist; with all batches used up they are set anew. */
static void charge_by_turns(struct zones_asif *d, u8 nid)
{
	const struct mms_zonelist *list = &d->list[nid];

	for (u32 round = 0; round < 2; round++) {
		for (u8 i = 0; round && i < list->n; i++)
			reset_here(d, list->zone[i] % ZONE_ROWS, MMS_batch_reason_slowpath, d->policy);
		for (u8 i = 0; i < list->n; i++) {
			struct asif_zone *z = &d->zone[list->zone[i] % ZONE_ROWS];

			if (mms_zone_depleted((s32)z->here.batch))
				continue;
			z->here.batch--;
			z->here.charged++;
			return;
		}
	}
}

static void unseen(struct zones_asif *d, u8 zone, u32 pages)
{
	struct asif_zone *z = &d->zone[zone];
	bool by_rule = d->unseen_by_rule && d->policy == MMS_zone_policy_fair && recorded_under(d) == MMS_zone_policy_fair_local;

	z->there.batch -= pages;
	z->there.charged += pages;
	d->unseen += (s32)pages > 0 ? pages : 0;
	for (u32 n = BY_RULE; !d->by.own && by_rule && n && (s32)pages > 0; n--, pages--)
		charge_by_turns(d, mms_zone_nid(zone));
	z->here.batch -= pages;
	z->here.charged += pages;
}

s32 batches_read(struct zones_asif *d, u8 zone, s32 batch)
{
	struct asif_zone *z = &d->zone[zone];
	u32 pages = z->there.batch - (u32)batch;

	if (!z->chained) {
		z->there.batch = (u32)batch;
		if (d->by.own)
			z->here.batch = (u32)batch;
		z->chained = true;
		return 0;
	}
	unseen(d, zone, pages);
	return (s32)pages;
}

/* Where the charges are numbered: how many of them nothing has recorded yet. */
static s32 numbered(struct zones_asif *d, struct asif_zone *z, u64 before)
{
	u32 pages = (u32)before - z->there.charged;

	if (z->counted) {
		z->there.charged += pages;
		z->here.charged += pages;
		return (s32)pages;
	}
	z->there.charged = (u32)before;
	if (d->by.own)
		z->here.charged = (u32)before;
	z->counted = true;
	return 0;
}

s32 batches_charge(struct zones_asif *d, const struct mms_ev_zone_select *e)
{
	struct asif_zone *z = &d->zone[e->zone];
	u32 pages = 1u << e->order;
	s32 others = batches_read(d, (u8)e->zone, (s32)((u32)e->batch + pages));

	if (e->charged <= UINT32_MAX)
		others = numbered(d, z, e->charged - pages);
	z->there.batch -= pages;
	z->there.charged += pages;
	return others;
}

/* A round of resets that a walk has begun here: under the record's own policy it goes on when it went on there. */
void begin_round(struct zones_asif *d, struct caller *c)
{
	const struct mms_zone_request *r = &c->walk.asked;
	u8 nid = mms_zone_nid(r->pref);

	c->round_n = c->round_at = 0;
	if (r->pref >= ZONE_ROWS || !(r->flags & MMS_alloc_flag_fair))
		return;
	if (r->policy == MMS_zone_policy_fair_local && c->walk.end == MMS_zone_walk_end_fair) {
		c->round_reason = MMS_batch_reason_depleted;
		for (u8 zone = (u8)(nid * MMS_ZONES_PER_NODE); zone <= r->pref; zone++)
			if (d->zone[zone].known && mms_zone_depleted_resets(r->pref, zone))
				c->round[c->round_n++] = zone;
	}
	if (r->policy == MMS_zone_policy_fair && c->walk.end == MMS_zone_walk_end_none) {
		c->round_reason = MMS_batch_reason_slowpath;
		for (u8 i = 0; i < c->list.n; i++) {
			u8 zone = c->list.zone[i];
			u32 distance = mms_zone_nid(zone) == nid ? MMS_LOCAL_DISTANCE : MMS_LOCAL_DISTANCE + 1;

			if (mms_zone_idx(zone) <= r->highest &&
			    mms_zone_slowpath_resets(r->policy, r->reclaim, mms_zone_local(r->policy, r->pref, zone, distance)))
				c->round[c->round_n++] = zone;
		}
	}
	if (!d->by.own)
		end_round(d, c);
}

void end_round(struct zones_asif *d, struct caller *c)
{
	while (c->round_at < c->round_n)
		reset_here(d, c->round[c->round_at++], c->round_reason, c->walk.asked.policy);
}

/* Whose round this reset belongs to: one that a walk has begun here and that comes to this zone next. */
static struct caller *resetting(struct zones_asif *d, const struct mms_ev_zone_batch *e, bool *walks)
{
	for (u32 i = 0; i < CALLERS && d->caller[i].used; i++) {
		struct caller *c = &d->caller[i];

		if (c->task != task_of(d->now))
			continue;
		*walks = true;
		if (c->round_at < c->round_n && c->round[c->round_at] == e->zone && c->round_reason == e->reason)
			return c;
	}
	return NULL;
}

/* Resets of walks that are recorded are decided here. So those of marks that change and of tasks that are not recorded remain. */
void batches_reset(struct zones_asif *d, const struct mms_ev_zone_batch *e)
{
	struct asif_zone *z = &d->zone[e->zone];
	bool walks = false, by_walk = e->reason == MMS_batch_reason_slowpath || e->reason == MMS_batch_reason_depleted;
	struct caller *c = resetting(d, e, &walks);

	batches_read(d, e->zone, e->old);
	if (e->charged <= UINT32_MAX)
		numbered(d, z, e->charged);
	z->there.batch = (u32)e->new;
	d->unasked += d->by.own && !c && by_walk && walks;
	if (c)
		reset_here(d, c->round[c->round_at++], e->reason, e->mode);
	else if (d->by.own)
		reset_here(d, e->zone, e->reason, e->mode);
	else if (d->policy != MMS_zone_policy_preferred &&
		 (e->reason == MMS_batch_reason_wmarks || (by_walk && !walks && mms_zone_batch_reason_fits(d->policy, e->reason))))
		reset_here(d, e->zone, e->reason, d->policy);
}

void batches_take(struct zones_asif *d, u8 zone, u8 order, struct mms_ev_zone_select *e)
{
	struct asif_zone *z = &d->zone[zone];
	u32 pages = 1u << order;

	z->more -= (s32)pages;
	z->taken_here += pages;
	if (e->mode == MMS_zone_policy_preferred)
		return;
	z->here.batch = (u32)mms_zone_charge((s32)z->here.batch, order);
	z->here.charged += pages;
	e->batch = (s32)z->here.batch;
	e->charged = d->by.own && z->counted ? z->here.charged : UINT64_MAX;
}
