/* SPDX-License-Identifier: Apache-2.0 */
/* map_value.h: what the maps of a script hold, as they were printed last. */
#ifndef MMS_TRACE_MAP_VALUE_H
#define MMS_TRACE_MAP_VALUE_H

#include "trace/internal.h"

/* What a bucket without a least value, or without an end, has in its place. */
#define MMS_OPEN_LOW INT64_MIN
#define MMS_OPEN_HIGH INT64_MAX

/* A map is printed. mms_map_go_on(): unless it is being printed. */
void mms_map_begin(struct mms_trace *t, const char *name, u32 len);
void mms_map_go_on(struct mms_trace *t, const char *name, u32 len);
/* A line that is not of the map. */
void mms_map_close(struct mms_trace *t);

/* A value of the map that is being printed: its `key`, `text` (numbers of mms_map_text()), `statistic`, `low`, `high` and
 * `value` are set. */
void mms_map_value(struct mms_trace *t, struct mms_trace_map_value value);

/* A histogram begins: its count, to which its buckets add. */
void mms_map_histogram(struct mms_trace *t, u32 key);

/* What this print of the map that is being printed has is of another. */
void mms_map_drop(struct mms_trace *t);

/* A bucket of it cannot be read: how many values it has is not known. */
void mms_map_spoil(struct mms_trace *t, u32 key);

/* A key's or text's number in the dictionary; 0: it is empty, or there is no room. Of a longer one, its beginning and a
 * number that sets it apart. */
u32 mms_map_text(struct mms_trace *t, const char *text, u32 len);

/* The text is complete: only the values of the last print of each map are left, in the order of the text. */
void mms_map_end(struct mms_trace *t);

#endif
