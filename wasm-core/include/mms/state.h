/* SPDX-License-Identifier: Apache-2.0 */
/* state.h: state.def as C: one struct per table's row, and the visible state that holds them all. */
#ifndef MMS_STATE_H
#define MMS_STATE_H

#include "event.h"
#include "state.def"

#define MMS_ROW(table, rows, doc) struct mms_##table { MMS_COLS_##table(MMS_DECLARE) };
MMS_STATE_TABLES(MMS_ROW)
#undef MMS_ROW

struct mms_state {
#define MMS_TABLE(table, rows, doc) struct mms_##table MMS_LANES_##rows(table);
	MMS_STATE_TABLES(MMS_TABLE)
#undef MMS_TABLE
};

/* What `event` does to the visible state. The only writer of struct mms_state. Takes any event that
 * reader/ or machine/ may have made; numbers outside the tables change nothing. */
void mms_apply(struct mms_state *state, const struct mms_event *event);

#endif
