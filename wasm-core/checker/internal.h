/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what the files of checker/ share. */
#ifndef MMS_CHECKER_INTERNAL_H
#define MMS_CHECKER_INTERNAL_H

#include "checker.h"
#include "policy/get_swap_pages.h"
#include "policy/swap_prio.h"

static inline struct mms_finding mms_found_same(void)
{
	return (struct mms_finding){.check = MMS_check_same};
}

static inline struct mms_finding mms_found(u8 why, u8 visit, s64 expected)
{
	return (struct mms_finding){MMS_check_different, why, visit, (s16)expected};
}

static inline struct mms_finding mms_found_incomplete(u8 why)
{
	return (struct mms_finding){.check = MMS_check_incomplete, .why = why};
}

static inline struct mms_finding mms_found_nothing_else(void)
{
	return (struct mms_finding){.check = MMS_check_stateless};
}

/* Of unpatched kernels. */
static inline struct mms_finding mms_found_raced(u8 why, s64 expected)
{
	return (struct mms_finding){MMS_check_raced, why, 0, (s16)expected};
}

static inline struct mms_finding mms_found_open(u8 why)
{
	return (struct mms_finding){.check = MMS_check_not_modelled, .why = why};
}

/* context.c: what other events say of the one being checked. */
struct mms_finding mms_replay_context(const struct mms_checker *c, u8 visit);

/* The first that is not the same; where the first knows nothing, the second. */
static inline struct mms_finding mms_both(struct mms_finding first, struct mms_finding second)
{
	if (first.check == MMS_check_stateless || (first.check == MMS_check_same && second.check != MMS_check_stateless))
		return second;
	return first;
}

/* walk.c: a decision from list, rule and inputs. `first` is the first node that exists. */
struct mms_finding mms_check_select(const struct mms_ev_swap_select *e, s16 first);

/* walk.c: the walk that `e` recorded, on this list. */
struct mms_finding mms_check_walk(const struct mms_ev_swap_select *e, const struct mms_list *list);

/* replay.c: the decision against the state before it. */
struct mms_finding mms_replay_select(const struct mms_checker *c, const struct mms_ev_swap_select *e);

/* replay.c: the requeues of a walk's later visits. */
struct mms_finding mms_replay_requeue(struct mms_checker *c, const struct mms_event *e);
void mms_note_walker(struct mms_checker *c, const struct mms_event *e);

/* keys.c: priority and keys of the device a swap_list event is about; place on the lists. */
struct mms_finding mms_check_keys(const struct mms_ev_swap_list *e);
struct mms_finding mms_replay_keys(struct mms_checker *c, const struct mms_ev_swap_list *e);

/* interleave.c */
struct mms_finding mms_check_interleave(const struct mms_ev_interleave *e);
struct mms_finding mms_check_interleave_vma(const struct mms_ev_interleave_vma *e);
struct mms_finding mms_replay_interleave(const struct mms_checker *c, const struct mms_event *e);
void mms_note_interleave(struct mms_checker *c, const struct mms_event *e);
void mms_note_mempolicy(struct mms_checker *c, const struct mms_event *e);

/* mark.c: what a watermark check read of a zone, and whether that can be so by what other events say of it. */
struct mms_zone_read {
	s32 mark, reserve, free;
	u32 wmark;       /* which mark: 0 min, 1 low, 2 high */
	u8 reserve_idx;  /* which of lowmem_reserve[] */
	bool unboosted;  /* compared without the boost */
};
bool mms_zone_is_known(const struct mms_state *st, u32 zone);
/* Zone number `at` of all that are recorded in [from, to); -1: there are fewer. */
s16 mms_nth_known(const struct mms_state *st, u32 from, u32 to, u32 at);
s64 mms_zone_known_mark(const struct mms_zone *zone, u32 wmark);
bool mms_fits_zone(struct mms_checker *c, u32 zone, const struct mms_zone_read *read);
/* Could somebody read this of watermark_boost: that it is 0, or more? */
bool mms_may_have_boost(const struct mms_checker *c, u32 zone, bool boosted);
void mms_note_marks(struct mms_checker *c, const struct mms_event *e);

/* frame.c, charge.c, mean.c: before the first event is checked. False: no memory. */
void mms_frames_begin(struct mms_checker *c);
bool mms_charges_begin(struct mms_checker *c, struct mms_arena *arena);
bool mms_means_begin(struct mms_checker *c, struct mms_arena *arena);

/* reset.c: batches are reset round by round. */
struct mms_finding mms_replay_reset(struct mms_checker *c, const struct mms_event *e);
struct mms_finding mms_replay_walk_resets(const struct mms_checker *c, const struct mms_event *e);

/* swap_in.c */
struct mms_finding mms_check_swap_ra(const struct mms_ev_swap_ra *e);
struct mms_finding mms_check_swap_in(const struct mms_ev_swap_in *e);
struct mms_finding mms_replay_swap_ra(struct mms_checker *c, const struct mms_event *e);
struct mms_finding mms_replay_swap_in(struct mms_checker *c, const struct mms_event *e);

/* zone.c; the replayed check follows the zonelist that `zonelist` events recorded. */
struct mms_finding mms_check_zone_select(const struct mms_ev_zone_select *e, enum mms_arch_id arch);
struct mms_finding mms_replay_zone_select(struct mms_checker *c, const struct mms_ev_zone_select *e);
struct mms_finding mms_check_zone_batch(const struct mms_ev_zone_batch *e);

/* zone.c: which policy is in force, by a walk or a reset that has been checked. */
void mms_note_policy(struct mms_checker *c, const struct mms_event *e);

/* task.c: is it the same task? Every CPU has an idle task of its own, all of them pid 0. */
bool mms_same_task(const struct mms_event *a, const struct mms_event *b);
/* A walk of an interrupt, which the task it interrupted knows nothing of. */
bool mms_may_interrupt(const struct mms_event *e);

/* kswapd.c */
struct mms_finding mms_check_kswapd_wake(const struct mms_ev_kswapd_wake *e, enum mms_arch_id arch);
struct mms_finding mms_replay_kswapd_wake(struct mms_checker *c, const struct mms_event *e);
void mms_note_free(struct mms_checker *c, const struct mms_event *zone_select);
void mms_note_kswapd(struct mms_checker *c, const struct mms_event *e);

/* stock.c: unpatched kernels; from each event alone, and from the line that says which kernel decides. */
void mms_note_stock(struct mms_checker *c, const struct mms_ev_mms_begin *e);
void mms_end_stock(struct mms_checker *c, const struct mms_ev_mms_end *e);
struct mms_finding mms_check_stock(struct mms_checker *c, const struct mms_event *e);
/* stock_interleave.c, stock_swapin.c: of a kernel whose rule is known. */
struct mms_finding mms_check_stock_il(const struct mms_ev_mms_il *e);
struct mms_finding mms_check_stock_ra(const struct mms_ev_mms_ra *e);
/* Once all events are checked. */
void mms_sum_stock(struct mms_checker *c);

#endif
