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

/* swapin.c */
struct mms_finding mms_check_swap_ra(const struct mms_ev_swap_ra *e);
struct mms_finding mms_check_swap_in(const struct mms_ev_swap_in *e);

/* zone.c; the replayed check follows the zonelist that `zonelist` events told of. */
struct mms_finding mms_check_zone_select(const struct mms_ev_zone_select *e);
struct mms_finding mms_replay_zone_select(const struct mms_checker *c, const struct mms_ev_zone_select *e);
struct mms_finding mms_check_zone_batch(const struct mms_ev_zone_batch *e);

/* kswapd.c */
struct mms_finding mms_check_kswapd_wake(const struct mms_ev_kswapd_wake *e);

#endif
