/* SPDX-License-Identifier: Apache-2.0 */
#include "number.h"

/* Up to 20 digits. */
bool mms_decimal_long(const char **at, u64 *value)
{
	static const u32 powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
	const char *from = *at;
	u64 sum = 0;

	for (u32 n = 8; n == 8; from += n) {
		u64 word = mms_load8(from);

		n = mms_digits(word);
		if (n && (__builtin_mul_overflow(sum, (u64)powers[n], &sum) ||
			  __builtin_add_overflow(sum, mms_eight_digits(word, n), &sum)))
			return false;
	}
	*at = from;
	*value = sum;
	return true;
}

/* Up to 16 digits, leading zeros not counted. */
bool mms_hex_long(const char **at, u64 *value)
{
	const char *from = *at;
	u64 sum = 0;

	for (u32 n = 8; n == 8; from += n) {
		u64 word = mms_load8(from);

		n = mms_hex_digits(word);
		if (!n)
			break;
		if (sum >> (64 - n * 4))
			return false;
		sum = n == 8 ? sum << 32 | mms_eight_hex(word, 8) : sum << n * 4 | mms_eight_hex(word, n);
	}
	*at = from;
	*value = sum;
	return true;
}
