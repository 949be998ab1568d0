/* SPDX-License-Identifier: Apache-2.0 */
/* feed.h: a fuzzer's input taken piece by piece; at its end all that comes is 0. */
#ifndef MMS_FEED_H
#define MMS_FEED_H

#include <string.h>

#include "mms/types.h"

struct feed {
	const u8 *at;
	size_t left;
};

/* A number of this many bytes. */
static inline u64 take(struct feed *t, size_t bytes)
{
	size_t n = MMS_MIN(bytes, t->left);
	u64 value = 0;

	if (n)
		memcpy(&value, t->at, n);
	t->at += n;
	t->left -= n;
	return value;
}

/* At most `most` bytes; how many there are. */
static inline u32 take_bytes(struct feed *t, u32 most, const u8 **bytes)
{
	u32 n = (u32)MMS_MIN((size_t)most, t->left);

	*bytes = t->at;
	t->at += n;
	t->left -= n;
	return n;
}

#endif
