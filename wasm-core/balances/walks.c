/* SPDX-License-Identifier: Apache-2.0 */
/* Walks along zonelists, and the wake-ups of kswapd that they lead to, beside each other. */
#include "internal.h"

#include "policy/zone_flags.h"

#define BEGINS 1000000000ull /* ns: so long behind the first event the walk before one may be of before the capture */
#define ASKED 4 /* walks of a task whose allocation may ask for a wake-up: the last, and those it interrupted */

/* A task's latest walks; of allocations that may reclaim: others may be of an interrupt, in the middle of something else. */
struct walker {
	u32 walk[ASKED]; /* places in the log, plus 1, the latest first; 0: none */
	u8 woken;        /* zones since the latest */
};

struct walks {
	const struct books *b;
	struct walker *walker; /* by task */
	u64 first; /* ts of the first walk, whose may be */
	u64 all, listed;
	u64 passes, passes_fit;
	u64 wakes, wakes_fit;
};

static bool may_reclaim(u64 gfp)
{
	return gfp & MMS_GFP_DIRECT_RECLAIM;
}

static const struct mms_ev_zone_select *walk_at(const struct walks *s, u32 place)
{
	return &s->b->log->event[place - 1].zone_select;
}

static bool starts_over(const struct mms_ev_zone_select *e)
{
	return e->end == MMS_zone_walk_end_fragment || e->end == MMS_zone_walk_end_fair;
}

/* The zones that are passed on: the first of each node on the list, or, where batches are to be reset, each. */
static u32 passed_on(const struct walks *s, const struct mms_ev_zone_select *e, u8 zone[16])
{
	u32 n = 0;

	for (u32 i = 0; i < s->b->log->count && mms_kind_bare(s->b->log->event[i].kind); i++) {
		const struct mms_ev_zonelist *list = &s->b->log->event[i].zonelist;

		if (s->b->log->event[i].kind != MMS_KIND_zonelist || list->nid != e->list)
			continue;
		for (u32 k = 0; k < MMS_MIN(list->n, MMS_COUNT(list->zone)); k++)
			if (list->zone[k] % 8 <= e->highest &&
			    (!n || e->mode != MMS_zone_policy_preferred || zone[n - 1] / 8 != list->zone[k] / 8))
				zone[n++] = list->zone[k];
	}
	return n;
}

/* Every node may be woken: no cpuset and no policy leaves one out. With cpusets, a walk has the nodes of one. */
static bool asks_all(const struct mms_ev_zone_select *e)
{
	return !~e->nodes && !(e->gfp & MMS_GFP_THISNODE) && !(e->flags & MMS_alloc_flag_cpuset);
}

static void at_wake(struct walks *s, u32 i)
{
	const struct mms_ev_kswapd_wake *e = &s->b->log->event[i].kswapd_wake;
	struct walker *w = &s->walker[s->b->task[i]];
	const struct mms_ev_zone_select *walk = NULL;
	u8 zone[16];
	u32 n;

	if (!may_reclaim(e->gfp) || !w->walk[0])
		return;
	s->wakes++;
	for (u32 k = 0; k < ASKED && w->walk[k] && !walk; k++) {
		walk = walk_at(s, w->walk[k]);
		if (((walk->gfp ^ e->gfp) & ~(u64)MMS_GFP_HARDWALL) || walk->order != e->order || walk->highest != e->highest)
			walk = NULL;
	}
	if (!walk)
		return;
	n = passed_on(s, walk, zone);
	s->wakes_fit += !n || !asks_all(walk) || (w->woken < n && zone[w->woken] == e->zone);
	w->woken++;
}

/* Has kswapd been woken for all zones, or none, where the walk before found a page? */
static bool woke_all(const struct walks *s, const struct walker *w, const struct mms_ev_zone_select *next)
{
	const struct mms_ev_zone_select *walk = walk_at(s, w->walk[0]);
	bool slow = mms_zone_path_of(walk->flags) == MMS_ZONE_FAST && walk->end == MMS_zone_walk_end_none &&
		    mms_zone_path_of(next->flags) == MMS_ZONE_SLOW && walk->gfp & MMS_GFP_KSWAPD_RECLAIM &&
		    !((walk->gfp ^ next->gfp) & ~(u64)MMS_GFP_HARDWALL) && walk->order == next->order;
	u8 zone[16];
	u32 n = passed_on(s, walk, zone);

	return !n || !asks_all(walk) || w->woken == n || (!w->woken && !slow);
}

static void at_walk(struct walks *s, u32 i)
{
	const struct mms_event *event = &s->b->log->event[i];
	const struct mms_ev_zone_select *e = &event->zone_select;
	struct walker *w = &s->walker[s->b->task[i]];

	s->all++;
	s->listed += e->list >= 0 && e->list < MMS_NODES && s->b->nodes >> e->list & 1;
	if (!may_reclaim(e->gfp))
		return;
	if (w->walk[0]) {
		const struct mms_ev_zone_select *before = walk_at(s, w->walk[0]);

		s->passes++;
		s->passes_fit += e->pass == (starts_over(before) ? before->pass + 1u : 0);
		if (s->b->kinds[MMS_KIND_kswapd_wake] && !woke_all(s, w, e))
			s->wakes++;
	} else if (event->ts > s->first + BEGINS) {
		s->passes++;
		s->passes_fit += !e->pass;
	}
	for (u32 k = ASKED - 1; k; k--)
		w->walk[k] = w->walk[k - 1];
	w->walk[0] = i + 1;
	w->woken = 0;
}

static void balance_walks(struct books *b)
{
	struct walks *s = mms_arena_alloc(b->arena, sizeof(*s));
	struct walker *walker = mms_arena_alloc(b->arena, b->tasks * sizeof(*walker));

	if (!s || !walker) {
		b->full = true;
		return;
	}
	s->b = b;
	s->walker = walker;
	s->first = UNKNOWN;
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		if (e->kind == MMS_KIND_zone_select && s->first == UNKNOWN)
			s->first = e->ts;
		if (e->kind == MMS_KIND_zone_select)
			at_walk(s, i);
		else if (e->kind == MMS_KIND_kswapd_wake)
			at_wake(s, i);
	}
	if (b->nodes && s->all)
		mms_balance_add(b, MMS_BALANCE_lists, 0, s->all, s->listed, 0);
	if (s->passes)
		mms_balance_add(b, MMS_BALANCE_zone_passes, 0, s->passes, s->passes_fit, 0);
	if (s->wakes)
		mms_balance_add(b, MMS_BALANCE_asked, 0, s->wakes, s->wakes_fit, 0);
}

/* What kswapd of a node did up to event i, since `since`: times that it came to the end of a run, and whether it ran at all. */
static u64 runs_of(const struct books *b, u32 i, s16 nid, u64 since, bool *ran)
{
	u64 runs = 0;

	while (i-- && b->log->event[i].ts >= since) {
		const struct mms_event *e = &b->log->event[i];

		if (e->kind != MMS_KIND_kswapd_wait || e->kswapd_wait.nid != nid)
			continue;
		*ran = true;
		runs += e->kswapd_wait.waiting;
	}
	return runs;
}

/*
 * kswapd counts a failure at the end of a run, and then waits; what it reclaims sets the count to 0. As long as it is asleep it does
 * not fail.
 */
static void balance_failures(struct books *b)
{
	u64 all[MMS_NODES] = {0}, fit[MMS_NODES] = {0}, ts[MMS_NODES];
	const struct mms_ev_kswapd_wake *before[MMS_NODES];

	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *event = &b->log->event[i];
		const struct mms_ev_kswapd_wake *e = &event->kswapd_wake;

		if (event->kind != MMS_KIND_kswapd_wake || e->nid < 0 || e->nid >= MMS_NODES)
			continue;
		if (all[e->nid]++ && e->failures != before[e->nid]->failures) {
			const struct mms_ev_kswapd_wake *was = before[e->nid];
			bool ran = !was->asleep || !e->asleep;
			u64 runs = runs_of(b, i, e->nid, ts[e->nid] > TASK_LATE ? ts[e->nid] - TASK_LATE : 0, &ran);

			fit[e->nid] += e->failures <= (e->failures > was->failures ? was->failures : 0) + runs + ran;
		} else {
			fit[e->nid]++;
		}
		before[e->nid] = e;
		ts[e->nid] = event->ts;
	}
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		if (all[nid])
			mms_balance_add(b, MMS_BALANCE_failures, nid, all[nid], fit[nid], 0);
}

/* Did it look whether a zone is boosted? */
static bool looked(const struct mms_ev_kswapd_wake *e)
{
	return e->boosted || e->verdict == MMS_wake_verdict_balanced;
}

/* Was a zone of the node recorded as changed at about that time? */
static bool changed(const struct books *b, u32 i, s16 nid, u64 from)
{
	u64 to = b->log->event[i].ts + TASK_LATE;

	for (u32 k = i; k-- && b->log->event[k].ts + TASK_LATE >= from;)
		if (b->log->event[k].kind == MMS_KIND_zone_marks && b->log->event[k].zone_marks.zone / 8 == nid)
			return true;
	for (u32 k = i; k < b->log->count && b->log->event[k].ts <= to; k++)
		if (b->log->event[k].kind == MMS_KIND_zone_marks && b->log->event[k].zone_marks.zone / 8 == nid)
			return true;
	return false;
}

static void balance_boosts(struct books *b)
{
	struct {
		bool known, boosted;
		u64 ts, all, fit;
	} node[MMS_NODES][8] = {0};

	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *event = &b->log->event[i];
		const struct mms_ev_kswapd_wake *e = &event->kswapd_wake;

		if (event->kind != MMS_KIND_kswapd_wake || !looked(e) || e->nid < 0 || e->nid >= MMS_NODES || e->highest > 7)
			continue;
		node[e->nid][e->highest].all++;
		node[e->nid][e->highest].fit += !node[e->nid][e->highest].known || node[e->nid][e->highest].boosted == !!e->boosted ||
						changed(b, i, e->nid, node[e->nid][e->highest].ts);
		node[e->nid][e->highest].known = true;
		node[e->nid][e->highest].boosted = e->boosted;
		node[e->nid][e->highest].ts = event->ts;
	}
	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		u64 all = 0, fit = 0;

		for (u32 k = 0; k < 8; k++) {
			all += node[nid][k].all;
			fit += node[nid][k].fit;
		}
		if (all)
			mms_balance_add(b, MMS_BALANCE_boosts, nid, all, fit, 0);
	}
}

/* Boosts, and kswapd's waits, are recorded where zones have one in their lines. */
bool mms_has_boosts(const struct books *b)
{
	bool known = false;

	for (u32 z = 0; z < ZONES; z++) {
		if (b->zone_known[z] && b->zone[z].boost == UNKNOWN)
			return false;
		known |= b->zone_known[z];
	}
	return known;
}

void mms_balance_walks(struct books *b)
{
	size_t top = b->arena->top;

	if (b->kinds[MMS_KIND_zone_select])
		balance_walks(b);
	if (b->kinds[MMS_KIND_kswapd_wake] && mms_has_boosts(b)) {
		balance_failures(b);
		balance_boosts(b);
	}
	mms_arena_rewind(b->arena, top);
}
