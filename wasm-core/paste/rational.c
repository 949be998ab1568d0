/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Division of 128 bits for rational.h and policy/zone_mark.h, bit after bit. The compiler's own is fast and takes a hundredth of the
 * module; here a text has a few hundred divisions.
 */
#include "rational.h"

#ifdef __wasm__

u128 __udivti3(u128 n, u128 d);

u128 __udivti3(u128 n, u128 d)
{
	u128 rest = 0, quotient = 0;

	for (u32 i = 0; i < 128; i++) {
		rest = rest << 1 | (u64)(n >> 127);
		n <<= 1;
		quotient <<= 1;
		if (rest >= d) {
			rest -= d;
			quotient |= 1;
		}
	}
	return quotient;
}

#endif
