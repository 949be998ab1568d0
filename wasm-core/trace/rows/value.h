/* SPDX-License-Identifier: Apache-2.0 */
/* value.h: one value of a row: read from text, or all ones where nothing was given. */
#ifndef MMS_TRACE_VALUE_H
#define MMS_TRACE_VALUE_H

#include "trace/internal.h"

/* Reads the value of `field` at `at` into the row that comes next; a name or text is all up to `end`. Returns
 * where it ends. NULL: it is not what the column's type must be, or, where it must stand `alone`, something else
 * than a blank, a comma or the end follows. */
const char *mms_value_read(struct mms_trace *t, struct mms_builder *b, u32 field, const char *at, const char *end,
			   bool alone);

/* `data` of the column: row `row` holds all ones; the smallest number where it is signed; names and texts are
 * empty. */
void mms_value_unknown(u8 *data, u32 row, const struct mms_column_info *info);

/* What a value must be, as the end of a sentence. */
const char *mms_value_must(u8 type);

/* Of flags with a bar between them the last has lost its end. */
bool mms_value_cut(const char *at, const char *end);

#endif
