/* SPDX-License-Identifier: Apache-2.0 */
#include "zone_world.h"

#include <stdlib.h>

#include "suite.h"
#include "policy/zone_flags.h"
#include "policy/zone_watermark.h"
#include "reader/writer.h"

static u32 below(struct zone_world *w, u32 n)
{
	return mms_random_below(&w->r, n);
}

#define STEP_NS 40000000 /* between two events of a world that reports waits */

static bool one_in(struct zone_world *w, u32 n)
{
	return !w->quiet && !below(w, n);
}

static struct mms_event *emit(struct zone_world *w, enum mms_kind_id kind)
{
	struct mms_event *e = &w->event[w->n++];

	if (w->n >= ZONE_WORLD_EVENTS)
		abort();
	memset(e, 0, sizeof(*e));
	e->kind = (u8)kind;
	if (mms_kind_bare(e->kind))
		return e;
	e->ts = w->ts += w->full ? STEP_NS : 100;
	e->pid = w->pid;
	strcpy(e->comm, "reader");
	return e;
}

/* ---- the world --------------------------------------------------------------------------------------- */

static void make_zone(struct zone_world *w, u8 zone)
{
	struct mms_zone_pages *z = &w->zone[zone];
	s32 managed = (s32)(200 + below(w, 4000)), min = managed / 20 + 4, gap = min / 4 + 1;

	w->managed[mms_zone_nid(zone)] |= (u8)(1u << mms_zone_idx(zone));
	w->pages[zone] = managed;
	z->mark[MMS_alloc_flag_wmark_min] = min;
	z->mark[MMS_alloc_flag_wmark_low] = min + gap;
	z->mark[MMS_alloc_flag_wmark_high] = min + 2 * gap;
	z->free = (s32)below(w, (u32)managed);
	z->highatomic = (s32)below(w, 4) ? 0 : (s32)below(w, 20);
	z->cma = (s32)below(w, 4) ? 0 : (s32)below(w, 20);
	for (u8 i = (u8)(mms_zone_idx(zone) + 1); i < MMS_MAX_NR_ZONES; i++)
		z->reserve[i] = (s32)below(w, (u32)min);
	w->batch[zone] =
		mms_zone_batch((u32)z->mark[MMS_alloc_flag_wmark_low], (u32)z->mark[MMS_alloc_flag_wmark_high]);
}

/* Node after node, the nearest first, each from its highest zone to its lowest. */
static void make_zonelist(struct zone_world *w, u8 nid)
{
	struct mms_zonelist *list = &w->list[nid];

	for (u8 i = 0; i < w->nodes; i++) {
		u8 node = (u8)((nid + i) % w->nodes);

		for (u8 idx = MMS_MAX_NR_ZONES; idx--;)
			if (w->managed[node] >> idx & 1)
				list->zone[list->n++] = (u8)(node * MMS_ZONES_PER_NODE + idx);
	}
}

static void describe_zone(struct zone_world *w, u8 zone)
{
	struct mms_ev_zone *e = &emit(w, MMS_KIND_zone)->zone;
	const struct mms_zone_pages *z = &w->zone[zone];

	e->zone = zone;
	e->managed = (u64)w->pages[zone];
	e->min = (u64)z->mark[MMS_alloc_flag_wmark_min];
	e->low = (u64)z->mark[MMS_alloc_flag_wmark_low];
	e->high = (u64)z->mark[MMS_alloc_flag_wmark_high];
	e->boost = w->full ? (u64)z->boost : UINT64_MAX;
	e->free = (u64)z->free;
	memset(e->reserve, 0xff, sizeof(e->reserve));
	for (u8 i = 0; i < MMS_MAX_NR_ZONES; i++)
		e->reserve[i] = (u32)z->reserve[i];
}

static void describe(struct zone_world *w)
{
	for (u8 nid = 0; nid < w->nodes; nid++) {
		struct mms_event *e = emit(w, MMS_KIND_node);

		e->node.nid = nid;
		e->node.cpus = 1u << nid;
	}
	for (u8 zone = 0; zone < ZONE_WORLD_ZONES; zone++)
		if (w->managed[mms_zone_nid(zone)] >> mms_zone_idx(zone) & 1)
			describe_zone(w, zone);
	for (u8 nid = 0; nid < w->nodes; nid++) {
		struct mms_ev_zonelist *e = &emit(w, MMS_KIND_zonelist)->zonelist;

		e->nid = nid;
		e->n = w->list[nid].n;
		memset(e->zone, 0xff, sizeof(e->zone));
		memcpy(e->zone, w->list[nid].zone, e->n);
	}
}

void zone_world_begin(struct zone_world *w, u64 number, u8 policy, u8 wake)
{
	memset(w, 0, offsetof(struct zone_world, event));
	w->r = mms_random(number);
	w->policy = policy;
	w->wake = wake;
	w->nodes = (u8)(1 + below(w, ZONE_WORLD_NODES));
	w->reclaim = below(w, 3) ? 0 : 1;
	w->full = number % 2 == 0;
	w->pfn = 4096;
	w->pid = 100;
	for (u8 nid = 0; nid < w->nodes; nid++) {
		for (u8 idx = 0; idx < MMS_MAX_NR_ZONES; idx++)
			if (idx == 2 || (nid == 0 && idx < 2) || (idx == 3 && !below(w, 3)))
				make_zone(w, (u8)(nid * MMS_ZONES_PER_NODE + idx));
	}
	for (u8 nid = 0; nid < w->nodes; nid++)
		make_zonelist(w, nid);
	describe(w);
}

static u32 distance(u8 a, u8 b)
{
	return mms_zone_nid(a) == mms_zone_nid(b) ? MMS_LOCAL_DISTANCE : 21;
}

/* ---- batches and kswapd ------------------------------------------------------------------------------ */

static void reset_batch(struct zone_world *w, u8 zone, u8 reason)
{
	struct mms_ev_zone_batch *e = &emit(w, MMS_KIND_zone_batch)->zone_batch;
	const struct mms_zone_pages *z = &w->zone[zone];

	e->mode = w->policy;
	e->reason = reason;
	e->zone = zone;
	e->old = w->batch[zone];
	e->charged = w->full ? w->charged[zone] : UINT64_MAX;
	e->low = (u32)z->mark[MMS_alloc_flag_wmark_low];
	e->high = (u32)z->mark[MMS_alloc_flag_wmark_high];
	e->new = w->batch[zone] = mms_zone_batch(e->low, e->high);
}

static void reset_depleted(struct zone_world *w, u8 pref)
{
	for (u8 zone = 0; zone < ZONE_WORLD_ZONES; zone++)
		if (w->managed[mms_zone_nid(zone)] >> mms_zone_idx(zone) & 1 && mms_zone_depleted_resets(pref, zone))
			reset_batch(w, zone, MMS_batch_reason_depleted);
}

static void note_check(struct mms_ev_kswapd_wake *e, u8 zone, const struct mms_zone_mark *m)
{
	u8 i = e->visits++;

	e->visit_zone[i] = zone;
	e->visit_flags[i] = m->has_block ? MMS_zone_bit_has_block : 0;
	e->visit_free[i] = m->free;
	e->visit_unusable[i] = m->unusable;
	e->visit_mark[i] = m->mark;
	e->visit_reserve[i] = m->reserve;
}

/* What the check reads of zones; true: nothing is to be balanced. */
static bool balanced(const struct zone_world *w, struct mms_ev_kswapd_wake *e)
{
	struct mms_zone_mark check[MMS_MAX_NR_ZONES], *m = check;
	u8 visits;
	bool ok;

	if (mms_kswapd_by_zone(e->mark)) {
		const struct mms_zone_pages *zone = &w->zone[e->zone];

		*m = mms_kswapd_zone(zone, e->order, mms_kswapd_zone_mark(e->mark, zone),
				     mms_kswapd_reserve_idx(e->mark, e->highest));
		note_check(e, e->zone, m);
		return m->ok;
	}
	ok = mms_pgdat_balanced(&w->zone[e->nid * MMS_ZONES_PER_NODE], w->managed[e->nid], e->order, e->highest,
				check, &visits);
	for (u8 idx = 0; visits; idx++)
		if (w->managed[e->nid] >> idx & 1) {
			note_check(e, (u8)(e->nid * MMS_ZONES_PER_NODE + idx), m++);
			visits--;
		}
	return ok;
}

/* kswapd goes to sleep, or wakes up by itself. */
static void waits(struct zone_world *w, s16 nid, bool waiting)
{
	struct mms_ev_kswapd_wait *e = &emit(w, MMS_KIND_kswapd_wait)->kswapd_wait;

	e->nid = nid;
	e->waiting = waiting;
	w->began[nid] = w->ts;
	w->waiting[nid] = w->asleep[nid] = waiting;
}

/* Of itself kswapd goes on after HZ / 10, and then no more. */
static bool short_wait_over(const struct zone_world *w, s16 nid)
{
	u64 waited = w->ts + STEP_NS - w->began[nid];

	return waited >= 90000000 && waited <= 130000000;
}

/* With pages enough it does not run on for seconds. */
static bool is_overdue(const struct zone_world *w, s16 nid)
{
	return !w->began[nid] && w->ts > 1000000000;
}

static bool is_asleep(struct zone_world *w, s16 nid)
{
	s32 pid = w->pid;

	if (!w->full)
		return !one_in(w, 4);
	w->pid = 40 + nid;
	if (w->waiting[nid] && short_wait_over(w, nid) && one_in(w, w->asleep[nid] ? 20 : 3))
		waits(w, nid, false);
	else if (!w->waiting[nid] && (is_overdue(w, nid) || !one_in(w, 3)))
		waits(w, nid, true);
	w->pid = pid;
	return w->asleep[nid];
}

static bool boosted(const struct zone_world *w, s16 nid, u8 highest)
{
	for (u8 idx = 0; idx <= highest; idx++)
		if (w->zone[nid * MMS_ZONES_PER_NODE + idx].boost)
			return true;
	return false;
}

static void wake(struct zone_world *w, u8 zone, u64 gfp, u8 order, u8 highest)
{
	bool asleep = is_asleep(w, mms_zone_nid(zone));
	struct mms_ev_kswapd_wake *e = &emit(w, MMS_KIND_kswapd_wake)->kswapd_wake;

	memset(e, 0xff, sizeof(*e)); /* lanes */
	e->mark = w->wake;
	e->nid = mms_zone_nid(zone);
	e->zone = zone;
	e->gfp = gfp;
	e->order = order;
	e->highest = highest;
	e->asleep = asleep;
	e->failures = one_in(w, 8) ? 16 + below(w, 3) : below(w, 16);
	e->boosted = 0;
	e->visits = 0;
	e->verdict = mms_kswapd_asks(e->asleep, e->failures);
	if (e->verdict == MMS_KSWAPD_CHECK) {
		bool ok = balanced(w, e);

		e->boosted = ok && boosted(w, e->nid, highest);
		e->verdict = mms_kswapd_verdict(ok, e->boosted);
	}
	if (e->verdict == MMS_wake_verdict_woken)
		w->asleep[e->nid] = false;
}

/* wake_all_kswapds(), under the other policies: once per node; under `low` and `zone` for each zone. */
static void wake_all(struct zone_world *w, const struct mms_zone_request *asked, u64 gfp,
		     const struct mms_zonelist *list)
{
	s16 last = -1;

	for (u8 at = 0; (at = mms_next_zones_zonelist(list, at, asked->highest, asked->nodes)) < list->n; at++) {
		if (!mms_kswapd_by_zone(w->wake) && mms_zone_nid(list->zone[at]) == last)
			continue;
		last = mms_zone_nid(list->zone[at]);
		wake(w, list->zone[at], gfp, asked->order, asked->highest);
	}
}

/* prepare_fair_slowpath(): each zone of the zonelist, whatever the nodemask, wakes its kswapd and is reset. */
static void prepare_slowpath(struct zone_world *w, const struct mms_zone_request *asked, u64 gfp,
			     const struct mms_zonelist *list)
{
	bool any = false;

	for (u8 i = 0; (i = mms_next_zones_zonelist(list, i, asked->highest, ~0ull)) < list->n; i++) {
		u8 zone = list->zone[i];
		bool local = mms_zone_local(w->policy, asked->pref, zone, distance(asked->pref, zone));

		if (asked->flags & MMS_alloc_flag_kswapd)
			wake(w, zone, gfp, asked->order, asked->highest);
		if (!mms_zone_slowpath_resets(w->policy, w->reclaim, local))
			continue;
		reset_batch(w, zone, MMS_batch_reason_slowpath);
		any = true;
	}
	w->resets += any;
}

/* ---- the walk ---------------------------------------------------------------------------------------- */

static struct mms_ev_zone_select *record(struct zone_world *w, const struct mms_zone_walk *walk, u64 gfp, u8 nid)
{
	struct mms_ev_zone_select *e = &emit(w, MMS_KIND_zone_select)->zone_select;

	memset(e, 0xff, sizeof(*e)); /* lanes */
	e->mode = walk->asked.policy;
	e->gfp = gfp;
	e->flags = walk->asked.flags;
	e->order = walk->asked.order;
	e->highest = walk->asked.highest;
	e->list = nid;
	e->pref = walk->asked.pref;
	e->nodes = walk->asked.nodes;
	e->reclaim = walk->asked.reclaim;
	e->spread = walk->asked.spread;
	e->pass = walk->pass;
	e->visits = 0;
	e->batch = 0;
	e->charged = w->full ? 0 : UINT64_MAX;
	e->pfn = 0;
	return e;
}

/* __setup_per_zone_wmarks(), by a task of another CPU: every zone. */
static void reset_all(struct zone_world *w)
{
	s32 pid = w->pid;

	w->pid = 99;
	for (u8 zone = 0; zone < ZONE_WORLD_ZONES; zone++)
		if (w->managed[mms_zone_nid(zone)] >> mms_zone_idx(zone) & 1)
			reset_batch(w, zone, MMS_batch_reason_wmarks);
	w->pid = pid;
}

/* What another CPU does between two steps of ours. */
static void interfere(struct zone_world *w, u8 zone)
{
	if (w->policy == MMS_zone_policy_preferred)
		return;
	if (one_in(w, 20)) {
		s32 pages = 1 + (s32)below(w, 20);

		if (w->full) {
			struct mms_ev_zone_hidden *e = &emit(w, MMS_KIND_zone_hidden)->zone_hidden;

			e->zone = zone;
			e->limit = (u32)w->batch[zone] + w->charged[zone];
			e->pages = (u64)pages;
		}
		w->batch[zone] -= pages;
		w->charged[zone] += (u32)pages;
	}
	if (one_in(w, 40))
		reset_all(w);
}

static void take(struct zone_world *w, u8 zone, u8 order)
{
	w->zone[zone].free -= 1 << order;
	w->taken[zone] += 1 << order;
	if (w->policy != MMS_zone_policy_preferred) {
		w->batch[zone] = (s32)mms_zone_charge(w->batch[zone], order);
		w->charged[zone] += 1u << order;
	}
	w->pfn += 1u << 10;
}

/* node_reclaim(): a verdict, or MMS_ZONE_TRY when it made pages enough. */
static u8 reclaim(struct zone_world *w, struct mms_zone_walk *walk, struct mms_zone_mark *m)
{
	struct mms_zone_pages *z = &w->zone[walk->cur];

	if (!below(w, 4))
		return MMS_zone_verdict_noscan;
	if (!below(w, 4))
		return MMS_zone_verdict_unreclaimable;
	z->free = MMS_MIN(z->free + (s32)below(w, 60), w->pages[walk->cur]);
	*m = mms_zone_compare(z, walk->asked.order, m->mark, walk->asked.highest, (u32)walk->asked.flags);
	return m->ok ? MMS_ZONE_TRY : MMS_zone_verdict_low;
}

/* The zone's pages against its marks, and what comes of it. */
static u8 judge(struct zone_world *w, struct mms_zone_walk *walk, u8 *bits, struct mms_zone_mark *m)
{
	struct mms_zone_pages *z = &w->zone[walk->cur];
	u8 verdict = MMS_ZONE_TRY, marks;

	*m = mms_zone_check_marks(z, walk->asked.order, walk->asked.highest, (u32)walk->asked.flags, &marks);
	if (!m->ok)
		verdict = mms_zone_below(walk, *bits & MMS_zone_bit_near);
	if (verdict == MMS_ZONE_RECLAIM) {
		verdict = reclaim(w, walk, m);
		marks &= (u8)~MMS_zone_bit_has_block & (u8)~MMS_zone_bit_unboosted;
		marks |= m->has_block ? MMS_zone_bit_has_block : 0;
	}
	*bits |= marks;
	if (verdict != MMS_ZONE_TRY)
		return verdict;
	return z->free < 1 << walk->asked.order || one_in(w, 30) ? MMS_zone_verdict_empty : MMS_zone_verdict_took;
}

static void visit(struct zone_world *w, struct mms_zone_walk *walk, struct mms_ev_zone_select *e)
{
	u8 zone = walk->cur, i = e->visits++, bits = 0;
	bool denied = walk->asked.flags & MMS_alloc_flag_cpuset && one_in(w, 20);
	bool local = mms_zone_local(w->policy, walk->asked.pref, zone, distance(walk->asked.pref, zone));
	s32 batch = mms_zone_reads_batch(walk) && !denied ? w->batch[zone] : 0;
	struct mms_zone_mark m = {0};
	bool dirty = one_in(w, 6);
	u8 verdict = mms_zone_skips(walk, denied, batch, local, dirty);

	if (w->full && denied)
		bits |= MMS_zone_bit_denied;
	if (w->full && verdict == MMS_zone_verdict_dirty)
		bits |= MMS_zone_bit_dirtied;
	bits |= local ? MMS_zone_bit_local : 0;
	bits |= distance(walk->asked.pref, zone) == MMS_LOCAL_DISTANCE || mms_zone_nid(zone) == 1
			? MMS_zone_bit_near
			: 0;
	if (verdict == MMS_ZONE_TRY)
		verdict = judge(w, walk, &bits, &m);
	if (i < MMS_VISIT_LANES) {
		e->visit_zone[i] = zone;
		e->visit_verdict[i] = verdict;
		e->visit_flags[i] = bits;
		e->visit_batch[i] = batch;
		e->visit_free[i] = m.free;
		e->visit_unusable[i] = m.unusable;
		e->visit_mark[i] = m.mark;
		e->visit_reserve[i] = m.reserve;
	}
	mms_zone_walk_verdict(walk, verdict);
}

/* get_page_from_freelist(): with its later walks. */
static int freelist(struct zone_world *w, const struct mms_zone_request *asked, u64 gfp, u8 nid,
		    const struct mms_zonelist *list)
{
	struct mms_zone_walk walk;

	for (mms_zone_walk_begin(&walk, asked, list);; mms_zone_walk_again(&walk)) {
		struct mms_ev_zone_select *e = record(w, &walk, gfp, nid);

		while (mms_zone_walk_next(&walk) >= 0)
			visit(w, &walk, e);
		e->end = walk.end;
		e->zone = walk.zone;
		if (walk.end == MMS_zone_walk_end_took) {
			interfere(w, walk.cur);
			e->pfn = w->pfn;
			take(w, walk.cur, asked->order);
			if (w->policy != MMS_zone_policy_preferred) {
				e->batch = w->batch[walk.cur];
				e->charged = w->full ? w->charged[walk.cur] : UINT64_MAX;
			}
			return walk.zone;
		}
		if (walk.end == MMS_zone_walk_end_none)
			return -1;
		if (walk.end == MMS_zone_walk_end_fair)
			reset_depleted(w, asked->pref);
	}
}

int zone_world_alloc(struct zone_world *w, u64 gfp, u8 order, u8 nid, u8 highest, u64 nodes)
{
	static const u64 asks[] = {MMS_GFP_DMA, MMS_GFP_DMA32, 0, MMS_GFP_HIGHMEM | MMS_GFP_MOVABLE};
	struct mms_zonelist list = {0}, *whole = &w->list[nid];
	struct mms_zone_request asked = {
		.policy = w->policy, .order = order, .highest = highest, .reclaim = w->reclaim, .nodes = nodes,
		.spread = gfp & MMS_GFP_WRITE,
	};
	bool split;
	int zone;
	u8 at;

	gfp |= asks[highest];
	for (at = 0; at < whole->n; at++)
		if (!(gfp & MMS_GFP_THISNODE) || mms_zone_nid(whole->zone[at]) == nid)
			list.zone[list.n++] = whole->zone[at];
	at = mms_next_zones_zonelist(&list, 0, highest, nodes);
	if (at == list.n)
		return -1;
	asked.pref = list.zone[at];
	split = mms_zone_idx(asked.pref) == 2 && w->managed[mms_zone_nid(asked.pref)] & 2;
	asked.flags = mms_zone_fast_flags(gfp, w->policy, one_in(w, 2), one_in(w, 2), split || one_in(w, 4));
	w->pid = (s32)(100 + below(w, 3));
	zone = freelist(w, &asked, gfp, nid, &list);
	if (zone >= 0)
		return zone;
	asked.spread = false;
	asked.flags = mms_zone_slow_flags(gfp, order, one_in(w, 2), one_in(w, 9));
	if (w->policy == MMS_zone_policy_fair)
		prepare_slowpath(w, &asked, gfp, &list);
	else if (asked.flags & MMS_alloc_flag_kswapd)
		wake_all(w, &asked, gfp, &list);
	zone = freelist(w, &asked, gfp, nid, &list);
	if (zone < 0 && one_in(w, 3)) {
		asked.flags = (asked.flags & MMS_alloc_flag_kswapd) |
			      (below(w, 2) ? MMS_alloc_flag_no_watermarks : MMS_alloc_flag_oom);
		zone = freelist(w, &asked, gfp, nid, &list);
	}
	if (zone < 0) {
		asked.flags = MMS_alloc_flag_wmark_high | MMS_alloc_flag_cpuset;
		zone = freelist(w, &asked, gfp & ~(u64)MMS_GFP_DIRECT_RECLAIM, nid, &list);
	}
	return zone;
}

/* ---- at random --------------------------------------------------------------------------------------- */

/* boost_watermark() of a zone with pageblocks of 512 pages. */
static s32 raised(const struct mms_zone_pages *z)
{
	return MMS_MIN(z->boost + 512, MMS_MAX(z->mark[MMS_alloc_flag_wmark_high] * 3 / 2, 512));
}

static void write_marks(struct zone_world *w, u8 zone)
{
	struct mms_ev_zone_marks *e = &emit(w, MMS_KIND_zone_marks)->zone_marks;
	const struct mms_zone_pages *z = &w->zone[zone];

	e->reason = z->boost ? MMS_marks_reason_boost : MMS_marks_reason_reclaimed;
	e->zone = zone;
	e->min = (u64)z->mark[MMS_alloc_flag_wmark_min];
	e->low = (u64)z->mark[MMS_alloc_flag_wmark_low];
	e->high = (u64)z->mark[MMS_alloc_flag_wmark_high];
	e->boost = (u64)z->boost;
}

static void change(struct zone_world *w, u8 zone)
{
	struct mms_zone_pages *z = &w->zone[zone];
	s32 boost = z->boost;
	s32 free = z->free + (s32)below(w, 200) - 100;

	z->free = MMS_MIN(MMS_MAX(0, free), w->pages[zone]);
	z->boost = below(w, 6) ? 0 : raised(z);
	if (w->full && boost != z->boost && w->managed[mms_zone_nid(zone)] >> mms_zone_idx(zone) & 1)
		write_marks(w, zone);
	z->below_high = z->below_high && below(w, 3);
	z->blocks = (u16)(mms_random_u32(&w->r) & 15);
	z->highatomic_blocks = (u16)(mms_random_u32(&w->r) & 7);
	z->cma_blocks = (u16)(mms_random_u32(&w->r) & 7);
}

void zone_world_step(struct zone_world *w)
{
	static const u64 gfps[] = {0, MMS_GFP_HIGH, MMS_GFP_WRITE, MMS_GFP_THISNODE, MMS_GFP_NOMEMALLOC};
	u64 gfp = below(w, 3) ? MMS_GFP_DIRECT_RECLAIM : 0;

	gfp |= below(w, 4) ? MMS_GFP_KSWAPD_RECLAIM : 0;
	gfp |= gfps[below(w, MMS_COUNT(gfps))] | gfps[below(w, MMS_COUNT(gfps))];
	if (!below(w, 4))
		change(w, (u8)below(w, ZONE_WORLD_ZONES));
	if (!below(w, 2))
		change(w, 2);
	zone_world_alloc(w, gfp, (u8)(below(w, 3) ? 0 : below(w, 4)), (u8)below(w, w->nodes),
			 (u8)(below(w, 4) ? 3 : below(w, 4)), below(w, 4) ? ~0ull : mms_random_u32(&w->r));
}

char *zone_world_write(const struct zone_world *w, size_t *len)
{
	struct mms_log log = {.event = (struct mms_event *)(uintptr_t)w->event, .count = w->n};
	struct mms_writer writer = {.log = &log, .manifest = "{}", .end = "{}", .manifest_len = 2, .end_len = 2};
	u32 cap = 4096 + w->n * 2048;
	struct mms_text text = mms_text(malloc(cap), cap);

	CHECK(mms_write(&writer, &text) && writer.next == w->n + 3, "%u events do not fit", w->n);
	*len = text.len;
	return text.at;
}
