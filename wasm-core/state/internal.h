/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: the parts of apply(), one per kind of event that changes the visible state. */
#ifndef MMS_STATE_INTERNAL_H
#define MMS_STATE_INTERNAL_H

#include "mms/state.h"

void mms_apply_swap_list(struct mms_state *st, const struct mms_ev_swap_list *e);
void mms_apply_swap_select(struct mms_state *st, const struct mms_ev_swap_select *e);
void mms_apply_swap_free(struct mms_state *st, const struct mms_ev_swap_free *e);
void mms_apply_mms_slot(struct mms_state *st, const struct mms_ev_mms_slot *e);

void mms_apply_zone(struct mms_state *st, u64 ts, const struct mms_ev_zone *e);
void mms_apply_zonelist(struct mms_state *st, const struct mms_ev_zonelist *e);
void mms_apply_zone_select(struct mms_state *st, u64 ts, const struct mms_ev_zone_select *e);
void mms_apply_zone_batch(struct mms_state *st, const struct mms_ev_zone_batch *e);
void mms_apply_zone_marks(struct mms_state *st, const struct mms_ev_zone_marks *e);
void mms_apply_zone_hidden(struct mms_state *st, const struct mms_ev_zone_hidden *e);
void mms_apply_zone_level(struct mms_state *st, u64 ts, const struct mms_ev_zone_level *e);
void mms_apply_zone_age(struct mms_state *st, const struct mms_ev_zone_age *e);
void mms_apply_kswapd_wake(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_wake *e);
void mms_apply_kswapd_sleep(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_sleep *e);
void mms_apply_mms_kswapd(struct mms_state *st, u64 ts, const struct mms_ev_mms_kswapd *e);
void mms_apply_kswapd_wait(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_wait *e);
void mms_apply_kswapd_waker(struct mms_state *st, const struct mms_ev_kswapd_waker *e);
void mms_apply_kswapd_woke(struct mms_state *st, u64 ts, const struct mms_ev_kswapd_woke *e);
void mms_apply_direct_reclaim(struct mms_state *st, const struct mms_ev_direct_reclaim *e);

/* `common`: whose task it is. */
void mms_apply_mempolicy(struct mms_state *st, const struct mms_event *common, const struct mms_ev_mempolicy *e);
void mms_apply_interleave(struct mms_state *st, const struct mms_event *common, const struct mms_ev_interleave *e);
void mms_apply_interleave_vma(struct mms_state *st, const struct mms_event *common,
			      const struct mms_ev_interleave_vma *e);
void mms_apply_block_rq(struct mms_state *st, const struct mms_ev_block_rq *e);
void mms_apply_rq_page(struct mms_state *st, const struct mms_ev_rq_page *e);
void mms_apply_queue_limits(struct mms_state *st, const struct mms_ev_queue_limits *e);

void mms_apply_swap_ra(struct mms_state *st, const struct mms_ev_swap_ra *e);
void mms_apply_swap_in(struct mms_state *st, const struct mms_ev_swap_in *e);
void mms_apply_swap_in_done(struct mms_state *st, const struct mms_ev_swap_in_done *e);
void mms_apply_swap_in_time(struct mms_state *st, const struct mms_ev_swap_in_time *e);

#endif
