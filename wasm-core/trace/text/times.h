/* SPDX-License-Identifier: Apache-2.0 */
/* times.h: times as tools and scripts print them. */
#ifndef MMS_TRACE_TIMES_H
#define MMS_TRACE_TIMES_H

#include "trace/internal.h"

/* `13:36:58`, `13:36:58.123456` or `01:36:58 PM` at *at, in ns since midnight; *at moves behind it. */
bool mms_time_of_day(const char **at, const char *end, u64 *ns);

/* `12.345` or `12` in units of `unit` ns; all of [at, end). */
bool mms_time_in(const char *at, const char *end, u64 unit, u64 *ns);

/* Before an event of a format whose lines have a time or none: the clock of the times it has. A time of day that is half a
 * day and more before the one before it is of the next day. */
void mms_head_clock(struct mms_trace *t, struct mms_head *head, enum mms_trace_clock_id clock);

#endif
