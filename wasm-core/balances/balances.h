/* SPDX-License-Identifier: Apache-2.0 */
/* balances.h: a record against itself: accounts of balances.def, each a pure function of the log and its two manifests. */
#ifndef MMS_BALANCES_H
#define MMS_BALANCES_H

#include "base/log.h"
#include "mms/abi.h"
#include "mms/balances.def"

#define MMS_BALANCE_ROWS 640 /* accounts of a record; what is beyond is left out */

enum mms_balance_of {
#define MMS_B(name, id, ...) MMS_BALANCE_##name = (id),
	MMS_BALANCES(MMS_B)
#undef MMS_B
};

/* What was read of a capture. */
struct mms_record {
	const struct mms_log *log;
	u64 lost;          /* events that the tracer says it lost */
	u64 missing;       /* numbers of swap_avail_lock's order that no event has */
	const char *start; /* the manifest's JSON; NULL: none */
	const char *end;   /* that of the last line */
	u32 start_len, end_len;
};

/* The accounts that the record has, into `row`: how many, or -1: no memory. */
s32 mms_balance_record(const struct mms_record *record, struct mms_arena *arena, struct mms_balance *row);

#endif
