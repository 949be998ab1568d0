/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json_scan.h: JSON of strangers, one line at a time. Strict as RFC 8259 has it, except that bytes from 0x80
 * on are not looked at: names of tasks are any bytes. Not recursive; what is nested deeper than
 * MMS_JSON_DEPTH is refused.
 */
#ifndef MMS_JSON_SCAN_H
#define MMS_JSON_SCAN_H

#include "mms/types.h"

#define MMS_JSON_DEPTH 32u

/* A value as it stands in the text; strings with their quotation marks. */
struct mms_json_span {
	const char *at, *end; /* NULL: not there */
};

/* The members of the object that is the whole of [at, end): `span[i]` is that called `name[i]`, the last one
 * if there are several. NULL: the text is no object; else where it is wrong. */
const char *mms_json_object(const char *at, const char *end, const char *const *name, struct mms_json_span *span, u32 n);

/* The next member, or the next item, of an object or array that is JSON. `rest` is at first the whole of it, then what is
 * left; `name` is that of a member, or not there. False: there is no other. */
bool mms_json_next(struct mms_json_span *rest, struct mms_json_span *name, struct mms_json_span *item);

/* A string without its escapes, in `to`; `cap` bytes at most. Bytes written, or all ones: it is no string or
 * does not fit. */
u32 mms_json_text(struct mms_json_span span, char *to, u32 cap);

/* Is it that string? It must be written without escapes. */
bool mms_json_is(struct mms_json_span span, const char *text);

/* A number without sign, point and exponent. */
bool mms_json_u64(struct mms_json_span span, u64 *value);

#endif
