/* SPDX-License-Identifier: Apache-2.0 */
/* Values of fields: decimal numbers, hexadecimal words, vectors of them, text. */
#include "internal.h"

#define SAFE_DIGITS 18u /* no number of so few is too large */

const char *mms_read_decimal(const char *text, u32 len, bool is_signed, u64 *value)
{
	bool minus = is_signed && len && text[0] == '-';
	u64 limit = is_signed ? (u64)INT64_MAX + minus : UINT64_MAX;
	u64 sum = 0;

	if (len == minus)
		return "is empty, but must be a decimal number";
	for (u32 i = minus; i < len; i++) {
		u64 digit = (u64)(u8)text[i] - '0';

		if (digit > 9)
			return "is not a decimal number";
		if (i >= minus + SAFE_DIGITS && sum > (limit - digit) / 10)
			return "is too large";
		sum = sum * 10 + digit;
	}
	*value = minus ? 0 - sum : sum;
	return NULL;
}

static MMS_INLINE int hex_digit(char c)
{
	u32 digit = (u32)(u8)c - '0', letter = (u32)((u8)c | 0x20) - 'a';

	return digit < 10 ? (int)digit : letter < 6 ? (int)letter + 10 : -1;
}

/* Lanes that are not in use hold all ones: most words of most captures. */
static bool all_ones(const char *text)
{
	const u64 eight = 0x6666666666666666ull; /* ffffffff */
	u64 first, second;

	mms_copy(&first, text, 8);
	mms_copy(&second, text + 8, 8);
	return first == eight && second == eight;
}

const char *mms_read_hex(const char *text, u32 len, u64 *value)
{
	u64 sum = 0;

	if (!len)
		return "is empty, but must be a hexadecimal number";
	if (len > 16)
		return "has a word of more than 16 hexadecimal digits";
	for (u32 i = 0; i < len; i++) {
		int digit = hex_digit(text[i]);

		if (digit < 0)
			return "is not a hexadecimal number without 0x";
		sum = sum << 4 | (u64)digit;
	}
	*value = sum;
	return NULL;
}

/* The word at `*at`, moved behind it. */
static const char *read_word(const char *text, u32 len, u32 *at, u64 *value)
{
	u32 start = *at;

	if (len - start >= 16 && all_ones(text + start) && (len - start == 16 || text[start + 16] == ',')) {
		*value = UINT64_MAX;
		*at += 16;
		return NULL;
	}
	*at = mms_until(text, start, len, ',');
	return mms_read_hex(text + start, *at - start, value);
}

const char *mms_read_vector(const char *text, u32 len, u8 *lanes, u32 bytes)
{
	u32 at = 0;

	for (u32 word = 0; word < bytes; word += 8) {
		const char *why;
		u64 value;

		why = read_word(text, len, &at, &value);
		if (why)
			return why;
		mms_copy(lanes + word, &value, 8);
		if (word + 8 < bytes && at++ == len)
			return "has too few words";
	}
	return at == len ? NULL : "has too many words";
}

/* bpftrace writes other bytes as \xNN but leaves a backslash as it is, so one alone stands for itself. */
static bool is_escape(const char *text, u32 len)
{
	return len >= 4 && text[0] == '\\' && text[1] == 'x' && hex_digit(text[2]) >= 0 && hex_digit(text[3]) >= 0;
}

const char *mms_read_text(const char *text, u32 len, bool spaces, char *to, u32 lanes)
{
	u32 n = 0;

	for (u32 i = 0; i < len; i++) {
		int c = (u8)text[i];

		if (is_escape(text + i, len - i)) {
			c = hex_digit(text[i + 2]) << 4 | hex_digit(text[i + 3]);
			if (!c)
				return NULL; /* NUL: what follows is padding */
			i += 3;
		} else if (c < (spaces ? ' ' : '!') || c > '~') {
			return "has a byte that must be written \\xNN";
		}
		if (n == lanes)
			return "is longer than the field";
		to[n++] = (char)c;
	}
	return NULL;
}
