/* SPDX-License-Identifier: Apache-2.0 */
/* asif.h: a run as if, beside the record that drives it. After host_asif(). */
#ifndef MMS_TESTS_ASIF_H
#define MMS_TESTS_ASIF_H

#include <stddef.h>

#include "base/log.h"

const struct mms_log *asif_record(void);

/* The next event of a kind in a log, from `*at` on; NULL: there is none. */
const struct mms_event *asif_next(const struct mms_log *log, u8 kind, u32 *at);
u64 asif_count(const struct mms_log *log, u8 kind);

/* Decisions of a kind in the record; how many of them the run made the same is added to `*same`. */
u64 asif_compare(u8 kind, u64 *same);

/* A count that the run gave at its end, such as "unmet"; 0 where it gave none. */
u64 asif_stat(const char *name);

/* As strstr(), which under ASan reads on to the end of the text at every call. */
char *asif_find(char *at, const char *word);

#endif
