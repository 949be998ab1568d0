/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture.h: MMS_TRACE_CAPTURE: instead of rows, the text of a capture (docs/capture-format.md) of what scenes
 * can show. Kinds of events.def are passed on as they are; tracepoints of stock kernels become observations of
 * such a kind (observations.c), never decisions, because no stock kernel reports the inputs of one. Every event is
 * checked as mmscope.wasm checks it, so what is written can be read.
 *
 * MMS_TRACE_MACHINE: of such a text only zones and counters, for the capture that comes next.
 */
#ifndef MMS_TRACE_CAPTURE_H
#define MMS_TRACE_CAPTURE_H

#include "trace/internal.h"

/* Before all else. False: no memory. */
bool mms_capture_begin(struct mms_trace *t);

/* Instead of keeping the row that comes next. */
void mms_capture_row(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head);
void mms_capture_lost(struct mms_trace *t, u64 ts, u64 n);

/* The text is complete: nodes, and the last line. */
void mms_capture_end(struct mms_trace *t);

/* ---- for observations.c ---- */

/* An event with the common fields of the head. */
struct mms_event mms_capture_event(struct mms_trace *t, enum mms_kind_id kind, const struct mms_head *head);
/* Writes it, or counts it as left out: it is not what it must be, or there are too many. */
void mms_capture_put(struct mms_trace *t, const struct mms_event *e);
/* A node that the capture names. */
void mms_capture_node(struct mms_trace *t, s64 nid);

/* The number in the own column `name` of the row that comes next. False: it was not given. */
bool mms_row_value(const struct mms_builder *b, const char *name, s64 *value);

void mms_observe(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head);

#endif
