/* SPDX-License-Identifier: Apache-2.0 */
/* text.h: putting text together in a buffer. What does not fit is cut off; `full` says so. */
#ifndef MMS_TEXT_H
#define MMS_TEXT_H

#include "mms/types.h"

struct mms_text {
	char *at;
	u32 len, cap; /* bytes; `at` is not NUL terminated */
	bool full;
};

static inline struct mms_text mms_text(char *at, u32 cap)
{
	return (struct mms_text){at, 0, cap, false};
}

void mms_put(struct mms_text *text, const char *string);
void mms_put_char(struct mms_text *text, char c);
void mms_put_bytes(struct mms_text *text, const char *bytes, u32 len);
void mms_put_u64(struct mms_text *text, u64 value);
void mms_put_s64(struct mms_text *text, s64 value);
void mms_put_hex(struct mms_text *text, u64 value);

/* Bytes of a stranger, for people to read: at most 40, what is not printable ASCII shown as '?'. */
void mms_put_quoted(struct mms_text *text, const char *bytes, size_t len);

/* A JSON string with its quotation marks. */
void mms_put_json(struct mms_text *text, const char *string);

u32 mms_strlen(const char *string);
/* Length of NUL padded text in a field of `lanes` bytes. */
u32 mms_strnlen(const char *string, u32 lanes);
bool mms_same(const char *string, const char *bytes, u32 len);
/* Are both as long, and the same? */
bool mms_same_bytes(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
