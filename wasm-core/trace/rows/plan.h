/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h: how the text of a kind is read: patterns.def and the names of its fields, made ready for comparing. */
#ifndef MMS_TRACE_PLAN_H
#define MMS_TRACE_PLAN_H

#include "trace/kinds.h"

#define MMS_LITERAL_MAX 48u
#define MMS_PATTERNS_MAX 8u
#define MMS_NO_FIELD 255u

/* Text that stands for itself, then a value. */
struct mms_step {
	char literal[MMS_LITERAL_MAX];
	u8 length; /* of the literal */
	u8 field;  /* MMS_NO_FIELD: skipped */
};

struct mms_pattern {
	const struct mms_step *step; /* one more than values: its literal ends the pattern */
	u32 values;
	bool keys; /* name=value pairs follow */
};

struct mms_plan {
	u32 patterns;
	struct mms_pattern pattern[MMS_PATTERNS_MAX];
	struct mms_step key[MMS_TRACE_FIELDS_MAX]; /* `name=` of each field, in their order */
};

#endif
