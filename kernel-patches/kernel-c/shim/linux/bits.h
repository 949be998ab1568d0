/* SPDX-License-Identifier: GPL-2.0-only */
/* Equal for this purpose: 64-bit words. */
#ifndef KC_BITS_H
#define KC_BITS_H

#define BITS_PER_LONG 64
#define BITS_PER_LONG_LONG 64
#define BIT(n) (1UL << (n))
#define GENMASK_ULL(high, low) ((~0ULL << (low)) & (~0ULL >> (63 - (high))))

#endif
