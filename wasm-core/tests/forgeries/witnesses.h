/* SPDX-License-Identifier: Apache-2.0 */
/* witnesses.h: a last line that has of its witnesses what forged events say. */
#ifndef MMS_WITNESSES_OF_LIES_H
#define MMS_WITNESSES_OF_LIES_H

#include "mms/event.h"

/* Does another place of the kernel tell of this field, too? */
bool has_witness(u8 kind, const char *field);

/* The last line's manifest, in which the sums are those of the events as they are, not as they were: `count` of each, place by place. Freed
 * by the caller. */
char *witnesses_again(const char *end, u32 len, const struct mms_event *was, const struct mms_event *is, u32 count, u32 *new_len);

#endif
