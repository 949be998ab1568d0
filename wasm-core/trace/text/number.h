/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number.h: numbers, eight digits at a time. Each function reads from *at on and moves *at behind the last
 * digit; it looks at up to 24 bytes behind the first. False, and *at stays: there is no digit, or the number is
 * too large.
 */
#ifndef MMS_TRACE_NUMBER_H
#define MMS_TRACE_NUMBER_H

#include "scan.h"

/* How many of the eight bytes, from the first on, are decimal digits. Bits 7 of the bytes that are none are
 * gathered: a carry or borrow only spoils bytes behind the first that is none. */
static inline u32 mms_digits(u64 word)
{
	u64 below = word - MMS_EACH_BYTE('0');
	u64 above = word + MMS_EACH_BYTE(0x7f - '9');
	u64 others = (word | below | above) & MMS_HIGH_BITS;

	return others ? (u32)__builtin_ctzll(others) / 8 : 8;
}

/* The number that `n` digits, 1 to 8, at the beginning of the word make. */
static inline u64 mms_eight_digits(u64 word, u32 n)
{
	word = (word - MMS_EACH_BYTE('0')) << (64 - n * 8);
	word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ffull;
	word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffffull;
	return (word * 10000 + (word >> 32)) & 0xffffffffull;
}

/* Numbers of eight digits and more: number.c. */
bool mms_decimal_long(const char **at, u64 *value);
bool mms_hex_long(const char **at, u64 *value);

/* Inlined for the sake of WebAssembly: a variable whose address is handed on lives in memory there. */
static MMS_INLINE bool mms_decimal(const char **at, u64 *value)
{
	u64 word = mms_load8(*at), sum;
	u32 n = mms_digits(word);
	const char *from = *at;

	if (n - 1 < 7) {
		*at = from + n;
		*value = mms_eight_digits(word, n);
		return true;
	}
	if (!n || !mms_decimal_long(&from, &sum))
		return false;
	*at = from;
	*value = sum;
	return true;
}

/* The same for hexadecimal digits of either case, without 0x. */
static inline u32 mms_hex_digits(u64 word)
{
	u64 low = word & ~MMS_HIGH_BITS, lower = low | MMS_EACH_BYTE(0x20);
	u64 digit = (low | MMS_HIGH_BITS) - MMS_EACH_BYTE('0');
	u64 letter = (lower | MMS_HIGH_BITS) - MMS_EACH_BYTE('a');
	u64 is_digit = digit & ~(low + MMS_EACH_BYTE(0x7f - '9'));
	u64 is_letter = letter & ~(lower + MMS_EACH_BYTE(0x7f - 'f'));
	u64 others = (word | ~(is_digit | is_letter)) & MMS_HIGH_BITS;

	return others ? (u32)__builtin_ctzll(others) / 8 : 8;
}

static inline u64 mms_eight_hex(u64 word, u32 n)
{
	word = (word & MMS_EACH_BYTE(0x0f)) + 9 * (word >> 6 & MMS_EACH_BYTE(1));
	word = __builtin_bswap64(word << (64 - n * 8));
	word = (word | word >> 4) & 0x00ff00ff00ff00ffull;
	word = (word | word >> 8) & 0x0000ffff0000ffffull;
	return (word | word >> 16) & 0xffffffffull;
}

static MMS_INLINE bool mms_hex(const char **at, u64 *value)
{
	u64 word = mms_load8(*at), sum;
	u32 n = mms_hex_digits(word);
	const char *from = *at;

	if (n - 1 < 7) {
		*at = from + n;
		*value = mms_eight_hex(word, n);
		return true;
	}
	if (!n || !mms_hex_long(&from, &sum))
		return false;
	*at = from;
	*value = sum;
	return true;
}

#endif
