/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#define QUOTE_MAX 40

u32 mms_strnlen(const char *string, u32 lanes)
{
	u32 n = 0;

	while (n < lanes && string[n])
		n++;
	return n;
}

u32 mms_strlen(const char *string)
{
	return mms_strnlen(string, UINT32_MAX);
}

bool mms_same(const char *string, const char *bytes, u32 len)
{
	for (u32 i = 0; i < len; i++)
		if (string[i] != bytes[i] || !string[i])
			return false;
	return !string[len];
}

bool mms_same_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t n = 0;

	while (n < a_len && n < b_len && a[n] == b[n])
		n++;
	return n == a_len && n == b_len;
}

void mms_put_char(struct mms_text *text, char c)
{
	if (text->len < text->cap)
		text->at[text->len++] = c;
	else
		text->full = true;
}

void mms_put_bytes(struct mms_text *text, const char *bytes, u32 len)
{
	u32 fits = MMS_MIN(len, text->cap - text->len);

	mms_copy(text->at + text->len, bytes, fits);
	text->len += fits;
	if (fits < len)
		text->full = true;
}

void mms_put(struct mms_text *text, const char *string)
{
	mms_put_bytes(text, string, mms_strlen(string));
}

void mms_put_u64(struct mms_text *text, u64 value)
{
	char digits[20];
	u32 n = 0;

	do
		digits[n++] = (char)('0' + value % 10);
	while (value /= 10);
	while (n)
		mms_put_char(text, digits[--n]);
}

void mms_put_s64(struct mms_text *text, s64 value)
{
	if (value < 0)
		mms_put_char(text, '-');
	mms_put_u64(text, value < 0 ? 0 - (u64)value : (u64)value);
}

void mms_put_hex(struct mms_text *text, u64 value)
{
	u32 shift = 60;

	while (shift && !(value >> shift))
		shift -= 4;
	for (;; shift -= 4) {
		mms_put_char(text, "0123456789abcdef"[value >> shift & 15]);
		if (!shift)
			break;
	}
}

void mms_put_quoted(struct mms_text *text, const char *bytes, size_t len)
{
	mms_put_char(text, '\'');
	for (size_t i = 0; i < MMS_MIN(len, (size_t)QUOTE_MAX); i++)
		mms_put_char(text, bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '?');
	mms_put(text, len > QUOTE_MAX ? "...'" : "'");
}

void mms_put_json(struct mms_text *text, const char *string)
{
	mms_put_char(text, '"');
	for (; *string; string++) {
		u8 c = (u8)*string;

		if (c == '"' || c == '\\')
			mms_put_char(text, '\\');
		if (c >= ' ') {
			mms_put_char(text, *string);
		} else {
			mms_put(text, "\\u00");
			mms_put_char(text, (char)('0' + (c >> 4)));
			mms_put_char(text, "0123456789abcdef"[c & 15]);
		}
	}
	mms_put_char(text, '"');
}
