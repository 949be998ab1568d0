/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_wake.h: ways to falsify batches and wake-ups; rows of the table in mutation_zone.c. */
#ifndef MMS_MUTATION_WAKE_H
#define MMS_MUTATION_WAKE_H

#include "mutation.h"

bool mutate_batch_set(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_batch_marks(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_batch_reason(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_woken(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_asleep(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_failures(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_boosted(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_free(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_zone(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_reserve(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_mark(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_order(struct mms_log *log, u32 i, struct mms_random *r);

/* mutation_context.c */
bool mutate_charge_more(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_charge_nothing(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_charge_batch(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_reset_charged(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_reset_old(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_hidden(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_wake_never(struct mms_log *log, u32 i, struct mms_random *r);
bool mutate_boost(struct mms_log *log, u32 i, struct mms_random *r);

#endif
