/* SPDX-License-Identifier: Apache-2.0 */
/* error.h: writing struct mms_error. Usage: `t = mms_error_begin(e, status, line, byte); mms_put(&t,
 * "…"); return mms_error_end(e, &t);` */
#ifndef MMS_ERROR_H
#define MMS_ERROR_H

#include "mms/abi.h"
#include "mms/enums.h"
#include "text.h"

struct mms_text mms_error_begin(struct mms_error *error, enum mms_status_id status, u64 line, u32 byte);
enum mms_status_id mms_error_end(struct mms_error *error, struct mms_text *text);

/* An error that needs no more than a sentence and has no place. */
enum mms_status_id mms_fail(struct mms_error *error, enum mms_status_id status, const char *sentence);

#endif
