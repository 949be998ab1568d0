/* SPDX-License-Identifier: Apache-2.0 */
#include "stock.h"

#include "policy/kswapd_wake.h"
#include "policy/swapin.h"

static void wake_of(const struct mms_ev_mms_kswapd *e, struct mms_ev_kswapd_wake *w)
{
	bool looks = (e->asleep || e->woke) && e->zone % 8 < MMS_MAX_NR_ZONES && e->managed[e->zone % 8] > 0;

	w->mark = MMS_wake_mark_high;
	w->nid = e->nid;
	w->zone = e->zone;
	w->gfp = e->gfp;
	w->order = e->order;
	w->highest = e->highest;
	w->asleep = e->asleep;
	w->failures = e->failures;
	w->verdict = e->woke ? (u8)MMS_wake_verdict_woken : mms_kswapd_asks(e->asleep, e->failures);
	if (w->verdict == MMS_KSWAPD_CHECK)
		w->verdict = MMS_wake_verdict_balanced;
	for (u8 i = 0; i < MMS_MAX_NR_ZONES && i <= e->highest; i++) {
		u8 at = w->visits;

		w->boosted |= e->boost[i] > 0;
		if (!looks || e->managed[i] <= 0)
			continue;
		w->visits++;
		w->visit_zone[at] = (u8)(e->nid * 8 + i);
		w->visit_free[at] = e->free[i];
		w->visit_unusable[at] = e->unusable[i] + mms_zone_unusable_least(e->order);
		w->visit_mark[at] = e->high[i] + e->boost[i];
		w->visit_reserve[at] = e->reserve[i];
		looks = e->woke || e->order ||
			!mms_zone_above(w->visit_mark[at], e->reserve[i], e->free[i], w->visit_unusable[at], 0);
	}
}

static void window_of(const struct mms_ev_mms_ra *e, struct mms_ev_swap_ra *w)
{
	struct mms_ra_info before = mms_swap_ra_info(e->info), left = mms_swap_ra_info(e->info2);
	struct mms_ra_range range;

	w->ra = e->by_vma && !e->rotating ? MMS_ra_kind_vma : MMS_ra_kind_cluster;
	w->type = e->type;
	w->max_win = (u16)mms_swap_max_win(e->page_cluster);
	w->cur = mms_swap_ra_info(e->addr).page;
	w->lo = mms_swap_ra_info(e->lo).page;
	w->hi = mms_swap_ra_info(e->hi).page;
	w->win = 1;
	if (w->max_win == 1)
		return;
	w->prev = before.page;
	w->hits = before.hits;
	w->prev_win = (u16)before.win;
	w->win = w->ra == MMS_ra_kind_vma && left.page == w->cur ? (u16)left.win : 0;
	if (w->win > 1) {
		range = mms_swap_vma_ra_win(w->prev, w->cur, w->win, w->lo, w->hi);
		w->start = range.start;
		w->end = range.end;
	}
}

static void turn_of(const struct mms_ev_mms_il *e, struct mms_ev_interleave *turn)
{
	turn->caller = MMS_il_caller_alloc;
	turn->mode = e->mode;
	turn->nodes = e->nodes;
	turn->prev = e->prev;
	turn->g = 1;
	turn->nid = e->nid;
	if (e->mode == MMS_mpol_weighted_interleave) {
		turn->cnt = e->cnt;
		turn->g = e->nid == e->prev && e->cnt ? 0 : e->weight[e->nid & (MMS_NODES - 1)];
		turn->cnt_after = e->cnt_after;
	}
}

static void place_of(const struct mms_ev_mms_il *e, struct mms_ev_interleave_vma *place)
{
	place->mode = e->mode;
	place->nodes = e->nodes;
	place->ilx = e->ilx;
	place->nid = e->nid;
	for (u32 n = 0; n < MMS_NODES; n++)
		place->weight[n] = e->mode == MMS_mpol_interleave && e->nodes >> n & 1 ? 1 : e->weight[n];
}

bool mms_stock_event(const struct mms_event *e, struct mms_event *ours)
{
	mms_fill(ours, 0, sizeof(*ours));
	mms_copy(ours, e, offsetof(struct mms_event, kind));
	switch (e->kind) {
	case MMS_KIND_mms_kswapd:
		ours->kind = MMS_KIND_kswapd_wake;
		wake_of(&e->mms_kswapd, &ours->kswapd_wake);
		return true;
	case MMS_KIND_mms_ra:
		ours->kind = MMS_KIND_swap_ra;
		window_of(&e->mms_ra, &ours->swap_ra);
		return true;
	case MMS_KIND_mms_il:
		ours->kind = e->mms_il.by_place ? MMS_KIND_interleave_vma : MMS_KIND_interleave;
		if (e->mms_il.by_place)
			place_of(&e->mms_il, &ours->interleave_vma);
		else
			turn_of(&e->mms_il, &ours->interleave);
		return true;
	default: return false;
	}
}
