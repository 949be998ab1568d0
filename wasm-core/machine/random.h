/* SPDX-License-Identifier: Apache-2.0 */
/* random.h: the machine's only source of chance: PCG32 (M. E. O'Neill, pcg-random.org, XSH RR 64/32). */
#ifndef MMS_RANDOM_H
#define MMS_RANDOM_H

#include "mms/types.h"

struct mms_random {
	u64 state;
};

static inline u32 mms_random_u32(struct mms_random *r)
{
	u64 old = r->state;
	u32 mixed = (u32)(((old >> 18) ^ old) >> 27);
	u32 turn = (u32)(old >> 59);

	r->state = old * 6364136223846793005ull + 1442695040888963407ull;
	return mixed >> turn | mixed << (-turn & 31);
}

static inline struct mms_random mms_random(u64 seed)
{
	struct mms_random r = {seed + 1442695040888963407ull};

	mms_random_u32(&r);
	return r;
}

/* 0 to below - 1; the bias is below 2^-32 times `below`, which no picture shows. */
static inline u32 mms_random_below(struct mms_random *r, u32 below)
{
	return (u32)((u64)mms_random_u32(r) * below >> 32);
}

#endif
