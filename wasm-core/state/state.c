/* SPDX-License-Identifier: Apache-2.0 */
/* apply(): what each event does to the visible state. An event is believed; numbers outside the tables change
 * nothing. */
#include "internal.h"
#include "stock.h"

#include "tables/tables.h"

static void apply_node(struct mms_state *st, const struct mms_ev_node *e)
{
	struct mms_node *node;

	if (e->nid < 0 || e->nid >= MMS_NODES)
		return;
	node = &st->node[e->nid];
	st->swap.nodes = (u16)(st->swap.nodes + !node->present);
	node->present = 1;
	node->cpus = e->cpus;
	node->pages = e->pages;
}

/* A gap in seq: something happened to the lists that no event records. */
static void apply_seq(struct mms_state *st, u64 seq)
{
	if (st->swap.seq && seq > st->swap.seq + 1)
		for (u32 i = 0; i < MMS_NODES; i++)
			st->list[i].known = 0;
	st->swap.seq = seq;
}

static void apply_stock(struct mms_state *st, const struct mms_event *e);

static void apply_fields(struct mms_state *st, const struct mms_event *e)
{
	switch (e->kind) {
	case MMS_KIND_node: apply_node(st, &e->node); break;
	case MMS_KIND_lost: st->swap.lost += e->lost.n; break;
	case MMS_KIND_swap_list: mms_apply_swap_list(st, &e->swap_list); break;
	case MMS_KIND_swap_select: mms_apply_swap_select(st, &e->swap_select); break;
	case MMS_KIND_mms_slot: mms_apply_mms_slot(st, &e->mms_slot); break;
	case MMS_KIND_swap_free: mms_apply_swap_free(st, &e->swap_free); break;
	case MMS_KIND_zone: mms_apply_zone(st, e->ts, &e->zone); break;
	case MMS_KIND_zonelist: mms_apply_zonelist(st, &e->zonelist); break;
	case MMS_KIND_zone_select: mms_apply_zone_select(st, e->ts, &e->zone_select); break;
	case MMS_KIND_zone_batch: mms_apply_zone_batch(st, &e->zone_batch); break;
	case MMS_KIND_zone_marks: mms_apply_zone_marks(st, &e->zone_marks); break;
	case MMS_KIND_zone_hidden: mms_apply_zone_hidden(st, &e->zone_hidden); break;
	case MMS_KIND_zone_level: mms_apply_zone_level(st, e->ts, &e->zone_level); break;
	case MMS_KIND_zone_age: mms_apply_zone_age(st, &e->zone_age); break;
	case MMS_KIND_kswapd_wake: mms_apply_kswapd_wake(st, e->ts, &e->kswapd_wake); break;
	case MMS_KIND_kswapd_sleep: mms_apply_kswapd_sleep(st, e->ts, &e->kswapd_sleep); break;
	case MMS_KIND_kswapd_woke: mms_apply_kswapd_woke(st, e->ts, &e->kswapd_woke); break;
	case MMS_KIND_kswapd_waker: mms_apply_kswapd_waker(st, &e->kswapd_waker); break;
	case MMS_KIND_kswapd_wait: mms_apply_kswapd_wait(st, e->ts, &e->kswapd_wait); break;
	case MMS_KIND_direct_reclaim: mms_apply_direct_reclaim(st, &e->direct_reclaim); break;
	case MMS_KIND_mempolicy: mms_apply_mempolicy(st, e, &e->mempolicy); break;
	case MMS_KIND_interleave: mms_apply_interleave(st, e, &e->interleave); break;
	case MMS_KIND_interleave_vma: mms_apply_interleave_vma(st, e, &e->interleave_vma); break;
	case MMS_KIND_block_rq: mms_apply_block_rq(st, &e->block_rq); break;
	case MMS_KIND_rq_page: mms_apply_rq_page(st, &e->rq_page); break;
	case MMS_KIND_queue_limits: mms_apply_queue_limits(st, &e->queue_limits); break;
	case MMS_KIND_swap_ra: mms_apply_swap_ra(st, &e->swap_ra); break;
	case MMS_KIND_swap_in: mms_apply_swap_in(st, &e->swap_in); break;
	case MMS_KIND_swap_in_done: mms_apply_swap_in_done(st, &e->swap_in_done); break;
	case MMS_KIND_swap_in_time: mms_apply_swap_in_time(st, &e->swap_in_time); break;
	case MMS_KIND_mms_kswapd: mms_apply_mms_kswapd(st, e->ts, &e->mms_kswapd); apply_stock(st, e); break;
	case MMS_KIND_mms_il:
	case MMS_KIND_mms_ra: apply_stock(st, e); break;
	default: break;
	}
}

static void apply_stock(struct mms_state *st, const struct mms_event *e)
{
	struct mms_event ours;

	mms_stock_event(e, &ours);
	apply_fields(st, &ours);
}

void mms_apply(struct mms_state *st, const struct mms_event *e)
{
	st->swap.ts = MMS_MAX(st->swap.ts, e->ts);
	st->swap.decisions += mms_mode_of(e) >= 0;
	if (mms_kind_ordered(e->kind))
		apply_seq(st, e->seq);
	apply_fields(st, e);
}
