/* SPDX-License-Identifier: Apache-2.0 */
/* enums.h: enums.def as C: `enum mms_rule_id { MMS_rule_node = 0, … }`. */
#ifndef MMS_ENUMS_H
#define MMS_ENUMS_H

#include "enums.def"

/* A row of a list does not repeat the list's name, so each list needs its own line here; one that is
 * missing does not compile. */
#define MMS_V_rule(name, number, doc) MMS_rule_##name = (number),
#define MMS_V_list_op(name, number, doc) MMS_list_op_##name = (number),
#define MMS_V_list_reason(name, number, doc) MMS_list_reason_##name = (number),
#define MMS_V_verdict(name, number, doc) MMS_verdict_##name = (number),
#define MMS_V_policy(name, number, doc) MMS_policy_##name = (number),
#define MMS_V_arch(name, number, doc) MMS_arch_##name = (number),
#define MMS_V_mpol(name, number, doc) MMS_mpol_##name = (number),
#define MMS_V_il_caller(name, number, doc) MMS_il_caller_##name = (number),
#define MMS_V_wake_verdict(name, number, doc) MMS_wake_verdict_##name = (number),
#define MMS_V_wake_mark(name, number, doc) MMS_wake_mark_##name = (number),
#define MMS_V_marks_reason(name, number, doc) MMS_marks_reason_##name = (number),
#define MMS_V_batch_reason(name, number, doc) MMS_batch_reason_##name = (number),
#define MMS_V_zone_walk_end(name, number, doc) MMS_zone_walk_end_##name = (number),
#define MMS_V_alloc_flag(name, number, doc) MMS_alloc_flag_##name = (number),
#define MMS_V_zone_bit(name, number, doc) MMS_zone_bit_##name = (number),
#define MMS_V_zone_verdict(name, number, doc) MMS_zone_verdict_##name = (number),
#define MMS_V_zone_policy(name, number, doc) MMS_zone_policy_##name = (number),
#define MMS_V_swap_how(name, number, doc) MMS_swap_how_##name = (number),
#define MMS_V_swap_poll(name, number, doc) MMS_swap_poll_##name = (number),
#define MMS_V_ra_kind(name, number, doc) MMS_ra_kind_##name = (number),
#define MMS_V_walk_end(name, number, doc) MMS_walk_end_##name = (number),
#define MMS_V_slots_back(name, number, doc) MMS_slots_back_##name = (number),
#define MMS_V_batch_begin(name, number, doc) MMS_batch_begin_##name = (number),
#define MMS_V_unseen_pages(name, number, doc) MMS_unseen_pages_##name = (number),
#define MMS_V_frames_next(name, number, doc) MMS_frames_next_##name = (number),
#define MMS_V_read_costs(name, number, doc) MMS_read_costs_##name = (number),
#define MMS_V_machine(name, number, doc) MMS_machine_##name = (number),
#define MMS_V_lru(name, number, doc) MMS_lru_##name = (number),
#define MMS_V_dirtyable(name, number, doc) MMS_dirtyable_##name = (number),
#define MMS_V_reclaim(name, number, doc) MMS_reclaim_##name = (number),
#define MMS_V_writepage(name, number, doc) MMS_writepage_##name = (number),
#define MMS_V_load(name, number, doc) MMS_load_##name = (number),
#define MMS_V_access(name, number, doc) MMS_access_##name = (number),
#define MMS_V_rq_why(name, number, doc) MMS_rq_why_##name = (number),
#define MMS_V_kswapd_why(name, number, doc) MMS_kswapd_why_##name = (number),
#define MMS_V_pattern(name, number, doc) MMS_pattern_##name = (number),
#define MMS_V_turn(name, number, doc) MMS_turn_##name = (number),
#define MMS_V_action(name, number, doc) MMS_action_##name = (number),
#define MMS_V_stock_question(name, number, doc) MMS_stock_question_##name = (number),
#define MMS_V_check(name, number, doc) MMS_check_##name = (number),
#define MMS_V_check_why(name, number, doc) MMS_check_why_##name = (number),
#define MMS_V_balance(name, number, doc) MMS_balance_##name = (number),
#define MMS_V_alternative(name, number, doc) MMS_alternative_##name = (number),
#define MMS_V_alternative_why(name, number, doc) MMS_alternative_why_##name = (number),
#define MMS_V_status(name, number, doc) MMS_status_##name = (number),

#define MMS_N(list) enum mms_##list##_id { MMS_ENUM_##list(MMS_V_##list) };
MMS_ENUMS(MMS_N)
#undef MMS_N

enum mms_mode_id {
#define MMS_M(name, number, policy, doc) MMS_mode_##name = (number),
	MMS_MODES(MMS_M)
#undef MMS_M
	MMS_N_MODES /* one more than the last */
};

#endif
