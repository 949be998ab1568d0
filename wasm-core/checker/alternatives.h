/* SPDX-License-Identifier: Apache-2.0 */
/*
 * alternatives.h: what every other mode decides at one decision: one step of its rule, from what the event
 * records and what is visible before it. Not a run under that mode, whose state would have become another (as if:
 * machine/). Where the rule would look at something that is not recorded, the answer is that, never a guess.
 */
#ifndef MMS_ALTERNATIVES_H
#define MMS_ALTERNATIVES_H

#include "base/log.h"
#include "mms/abi.h"
#include "mms/state.h"

/* `mode` of MMS_MODES at this decision, be it the event's own; `none` where it does not decide events of this kind. */
struct mms_alternative mms_alternative_of(const struct mms_state *before, const struct mms_event *e, u8 mode);

/* Every mode but the event's own; lanes that are not used hold `none`. */
void mms_alternatives(const struct mms_state *before, const struct mms_event *e, struct mms_alternative out[MMS_ALTERNATIVES]);

/* alternatives_swap.c, alternatives_zone.c: of one kind each, under this value of its switch. */
struct mms_alternative mms_alternative_select(const struct mms_state *before, const struct mms_ev_swap_select *e, u8 rule);
struct mms_alternative mms_alternative_zone(const struct mms_state *before, const struct mms_event *event, u8 policy);
struct mms_alternative mms_alternative_batch(const struct mms_ev_zone_batch *e, u8 policy);
struct mms_alternative mms_alternative_wake(const struct mms_state *before, const struct mms_ev_kswapd_wake *e, u8 mark);

static inline struct mms_alternative mms_alternative_unknown(u8 why)
{
	return (struct mms_alternative){.answer = MMS_alternative_unknown, .why = why};
}

static inline struct mms_alternative mms_alternative_found(bool same, s64 choice, u8 end)
{
	return (struct mms_alternative){
		.answer = same ? MMS_alternative_same : MMS_alternative_otherwise, .choice = (s16)choice, .end = end};
}

#endif
