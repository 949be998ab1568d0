/* SPDX-License-Identifier: Apache-2.0 */
/* One get_page_from_freelist(): every question goes to policy/, and everything read is recorded. */
#include "internal.h"

static struct mms_ev_zone_select *record(struct zones_machine *m, const struct ask *ask, const struct mms_zone_walk *w)
{
	struct mms_event *event = ask->record ? zones_emit(m, MMS_KIND_zone_select) : NULL;
	struct mms_ev_zone_select *e;

	if (!event)
		return NULL;
	e = &event->zone_select;
	UNUSED(e->visit_zone), UNUSED(e->visit_verdict), UNUSED(e->visit_flags), UNUSED(e->visit_batch);
	UNUSED(e->visit_free), UNUSED(e->visit_unusable), UNUSED(e->visit_mark), UNUSED(e->visit_reserve);
	e->charged = UINT64_MAX;
	e->mode = w->asked.policy;
	e->gfp = ask->gfp;
	e->flags = w->asked.flags;
	e->order = w->asked.order;
	e->highest = w->asked.highest;
	e->list = ask->nid;
	e->pref = w->asked.pref;
	e->nodes = w->asked.nodes;
	e->reclaim = w->asked.reclaim;
	e->spread = w->asked.spread;
	e->pass = w->pass;
	return e;
}

/* node_reclaim(): a verdict, or MMS_ZONE_TRY when the zone is above its mark now. */
static u8 reclaim_near(struct zones_machine *m, struct mms_zone_walk *w, struct ask *ask,
		       struct mms_zone_mark *mark)
{
	u8 nid = mms_zone_nid(w->cur);
	u64 file = 0;

	if (nid != ask->nid) /* its own CPUs do that */
		return MMS_zone_verdict_noscan;
	ask->reclaimed = true;
	for (u8 idx = 0; idx < MMS_MAX_NR_ZONES; idx++)
		file += m->zone[nid * MMS_ZONES_PER_NODE + idx].lru_pages[LRU_INACTIVE_FILE] +
			m->zone[nid * MMS_ZONES_PER_NODE + idx].lru_pages[LRU_ACTIVE_FILE];
	if (file <= (u64)m->p.node_pages[nid] / 100) /* vm.min_unmapped_ratio */
		return MMS_zone_verdict_unreclaimable;
	node_reclaim(m, nid);
	*mark = mms_zone_compare(&m->zone[w->cur].pages, w->asked.order, mark->mark, w->asked.highest, (u32)w->asked.flags);
	return mark->ok ? MMS_ZONE_TRY : MMS_zone_verdict_low;
}

static u8 judge(struct zones_machine *m, struct mms_zone_walk *w, struct ask *ask, u8 *bits,
		struct mms_zone_mark *mark)
{
	struct zone *z = &m->zone[w->cur];
	u8 verdict = MMS_ZONE_TRY, marks;

	*mark = mms_zone_check_marks(&z->pages, w->asked.order, w->asked.highest, (u32)w->asked.flags, &marks);
	*bits |= marks;
	if (!mark->ok)
		verdict = mms_zone_below(w, *bits & MMS_zone_bit_near);
	if (verdict == MMS_ZONE_RECLAIM)
		verdict = reclaim_near(m, w, ask, mark);
	if (verdict != MMS_ZONE_TRY)
		return verdict;
	return z->pages.free > 0 ? MMS_zone_verdict_took : MMS_zone_verdict_empty;
}

static void visit(struct zones_machine *m, struct mms_zone_walk *w, struct ask *ask, struct mms_ev_zone_select *e)
{
	u8 zone = w->cur, bits = MMS_zone_bit_near;
	bool local = mms_zone_local(w->asked.policy, w->asked.pref, zone,
				    node_distance(mms_zone_nid(w->asked.pref), mms_zone_nid(zone)));
	bool reads = ask->read_batch = mms_zone_reads_batch(w);
	s32 batch = reads ? m->zone[zone].batch : 0;
	bool dirty = mms_zone_reads_dirty(w) && node_over_dirty_limit(m, mms_zone_nid(zone), 0);
	struct mms_zone_mark mark = {0};
	u8 verdict = mms_zone_skips(w, false, batch, local, dirty), i;

	bits |= local ? MMS_zone_bit_local : 0;
	if (verdict == MMS_ZONE_TRY)
		verdict = judge(m, w, ask, &bits, &mark);
	if (e && (i = e->visits++) < MMS_VISIT_LANES) {
		e->visit_zone[i] = zone;
		e->visit_verdict[i] = verdict;
		e->visit_flags[i] = bits;
		e->visit_batch[i] = batch;
		e->visit_free[i] = mark.free;
		e->visit_unusable[i] = mark.unusable;
		e->visit_mark[i] = mark.mark;
		e->visit_reserve[i] = mark.reserve;
	}
	mms_zone_walk_verdict(w, verdict);
}

/* Would the zone that the walk ended with be chosen again after `more` pages were taken from it, all else
 * being equal? Once it is not, it never is: free pages and batch only fall. */
bool still_takes(struct zones_machine *m, const struct ask *ask, const struct mms_zone_walk *w, u32 more)
{
	struct zone *z = &m->zone[w->zone];
	struct mms_zone_pages then = z->pages;
	struct mms_zone_mark mark;
	u8 bits;

	if (ask->read_batch && mms_zone_depleted(z->batch - (s32)more))
		return false;
	if (w->asked.spread && node_over_dirty_limit(m, mms_zone_nid((u8)w->zone), more))
		return false;
	then.free -= (s32)more;
	mark = mms_zone_check_marks(&then, w->asked.order, w->asked.highest, (u32)w->asked.flags, &bits);
	if (!mark.ok || then.free <= 0)
		return false;
	z->pages.below_high |= then.below_high;
	return true;
}

void reset_batch(struct zones_machine *m, u8 zone, u8 reason, bool record)
{
	struct zone *z = &m->zone[zone];
	s32 old = z->batch;
	u32 low = (u32)z->pages.mark[MMS_alloc_flag_wmark_low], high = (u32)z->pages.mark[MMS_alloc_flag_wmark_high];
	struct mms_event *e;

	z->batch = mms_zone_batch(low, high);
	if (!record || !(e = zones_emit(m, MMS_KIND_zone_batch)))
		return;
	e->zone_batch.mode = (u8)m->p.zone_alloc_policy;
	e->zone_batch.reason = reason;
	e->zone_batch.zone = zone;
	e->zone_batch.old = old;
	e->zone_batch.new = z->batch;
	e->zone_batch.charged = UINT64_MAX;
	e->zone_batch.low = low;
	e->zone_batch.high = high;
}

/* An event when somebody records or a local batch was used up: where it was a remote one, each allocation sets
 * the local ones anew and changes nothing. */
static void reset_depleted(struct zones_machine *m, const struct ask *ask)
{
	u8 first = (u8)(ask->request.pref - mms_zone_idx(ask->request.pref));
	bool record = ask->record;

	for (u8 zone = first; zone <= ask->request.pref; zone++)
		record |= m->zone[zone].managed && mms_zone_depleted(m->zone[zone].batch);
	for (u32 i = 0; i < m->n_zones; i++)
		if (mms_zone_depleted_resets(ask->request.pref, m->zones[i]))
			reset_batch(m, m->zones[i], MMS_batch_reason_depleted, record);
}

/* The zone, not yet charged, or -1. `*w` is the last of its walks, `*last` its event where it has one. */
int freelist(struct zones_machine *m, struct ask *ask, struct mms_zone_walk *w, struct mms_ev_zone_select **last)
{
	for (mms_zone_walk_begin(w, &ask->request, ask->list);; mms_zone_walk_again(w)) {
		struct mms_ev_zone_select *e = *last = record(m, ask, w);

		while (mms_zone_walk_next(w) >= 0)
			visit(m, w, ask, e);
		if (e) {
			e->end = w->end;
			e->zone = w->zone;
		}
		if (w->end == MMS_zone_walk_end_took)
			return w->zone;
		if (w->end == MMS_zone_walk_end_none)
			return -1;
		if (w->end == MMS_zone_walk_end_fair)
			reset_depleted(m, ask);
	}
}
