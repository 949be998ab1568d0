/* SPDX-License-Identifier: Apache-2.0 */
/* rational.h: numbers of pages as parts of others: exact, in 128 bits. Nothing here is below 0. */
#ifndef MMS_PASTE_RATIONAL_H
#define MMS_PASTE_RATIONAL_H

#include "mms/types.h"

typedef unsigned __int128 u128;

struct rational {
	s64 n, d; /* d > 0 */
};

/* From `lo` on, below `hi`. */
struct rational_range {
	struct rational lo, hi;
};

static inline bool mms_less(struct rational a, struct rational b)
{
	return (u128)(u64)a.n * (u64)b.d < (u128)(u64)b.n * (u64)a.d;
}

/* What both have in common; false, and nothing changes, where there is nothing. */
static inline bool mms_narrow(struct rational_range *range, struct rational_range by)
{
	struct rational lo = mms_less(range->lo, by.lo) ? by.lo : range->lo;
	struct rational hi = mms_less(by.hi, range->hi) ? by.hi : range->hi;

	if (!mms_less(lo, hi))
		return false;
	*range = (struct rational_range){lo, hi};
	return true;
}

/* floor(value * r), and rounded up; INT64_MAX where it is more. */
static inline s64 mms_times(s64 value, struct rational r)
{
	u128 product = (u128)(u64)value * (u64)r.n / (u64)r.d;

	return product > (u64)INT64_MAX ? INT64_MAX : (s64)product;
}

static inline s64 mms_times_up(s64 value, struct rational r)
{
	u128 product = ((u128)(u64)value * (u64)r.n + (u64)r.d - 1) / (u64)r.d;

	return product > (u64)INT64_MAX ? INT64_MAX : (s64)product;
}

#endif
