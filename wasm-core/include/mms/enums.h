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
#define MMS_V_walk_end(name, number, doc) MMS_walk_end_##name = (number),
#define MMS_V_pattern(name, number, doc) MMS_pattern_##name = (number),
#define MMS_V_action(name, number, doc) MMS_action_##name = (number),
#define MMS_V_check(name, number, doc) MMS_check_##name = (number),
#define MMS_V_check_why(name, number, doc) MMS_check_why_##name = (number),
#define MMS_V_status(name, number, doc) MMS_status_##name = (number),

#define MMS_N(list) enum mms_##list##_id { MMS_ENUM_##list(MMS_V_##list) };
MMS_ENUMS(MMS_N)
#undef MMS_N

#endif
