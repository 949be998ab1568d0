/* SPDX-License-Identifier: Apache-2.0 */
/*
 * number.h: numbers, eight digits at a time. Each function reads from *at on and moves *at behind the last
 * digit; it looks at up to 24 bytes behind the first. False: there is no digit, or the number is too large.
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

static inline bool mms_decimal(const char **at, u64 *value)
{
	static const u32 powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
	u64 word = mms_load8(*at);
	u32 n = mms_digits(word);
	u64 sum;

	if (!n)
		return false;
	sum = mms_eight_digits(word, n);
	*at += n;
	while (n == 8) { /* up to 20 digits */
		word = mms_load8(*at);
		n = mms_digits(word);
		if (!n)
			break;
		if (__builtin_mul_overflow(sum, (u64)powers[n], &sum) ||
		    __builtin_add_overflow(sum, mms_eight_digits(word, n), &sum))
			return false;
		*at += n;
	}
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

static inline bool mms_hex(const char **at, u64 *value)
{
	u64 word = mms_load8(*at);
	u32 n = mms_hex_digits(word);
	u64 sum;

	if (!n)
		return false;
	sum = mms_eight_hex(word, n);
	*at += n;
	while (n == 8) { /* up to 16 digits, leading zeros not counted */
		word = mms_load8(*at);
		n = mms_hex_digits(word);
		if (!n)
			break;
		if (sum >> (64 - n * 4))
			return false;
		sum = sum << n * 4 | mms_eight_hex(word, n);
		*at += n;
	}
	*value = sum;
	return true;
}

#endif
