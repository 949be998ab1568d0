/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan.h: reading bytes many at a time. All functions may look at up to 32 bytes behind what they are
 * asked about: the text of a trace always lies in a buffer with that much room behind it.
 */
#ifndef MMS_TRACE_SCAN_H
#define MMS_TRACE_SCAN_H

#include "mms/types.h"

#define MMS_EACH_BYTE(byte) (0x0101010101010101ull * (byte))
#define MMS_HIGH_BITS MMS_EACH_BYTE(0x80)

static inline u64 mms_load8(const char *at)
{
	u64 word;

	mms_copy(&word, at, 8);
	return word; /* little endian, as all hosts are told */
}

/* The first `n` bytes of a word, 0 to 8; the others 0. */
static inline u64 mms_first_bytes(u64 word, u32 n)
{
	return n >= 8 ? word : word & ((1ull << n * 8) - 1);
}

static inline bool mms_equal(const char *a, const char *b, u32 len)
{
	for (; len > 8; a += 8, b += 8, len -= 8)
		if (mms_load8(a) != mms_load8(b))
			return false;
	return !mms_first_bytes(mms_load8(a) ^ mms_load8(b), len);
}

/* Sixteen bytes compared with one: bit n of the mask is set where byte n is the same. */
typedef s8 mms_lanes __attribute__((vector_size(16), aligned(1)));

#if defined(__wasm_simd128__)
#define MMS_LANES 16
#define mms_lane_mask(same) ((u32)__builtin_wasm_bitmask_i8x16(same))
#elif defined(__SSE2__)
#define MMS_LANES 16
#define mms_lane_mask(same) ((u32)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)(same)))
#endif

#ifdef MMS_LANES
static inline u32 mms_same_lanes(const char *at, char byte)
{
	const mms_lanes wanted = (mms_lanes){} + (s8)byte;
	mms_lanes lanes;

	mms_copy(&lanes, at, 16);
	return mms_lane_mask(lanes == wanted);
}
#endif

/* The first `byte` in [at, end), or `end`. */
static inline const char *mms_find(const char *at, const char *end, char byte)
{
#ifdef MMS_LANES
	for (; at < end; at += 16) {
		u32 mask = mms_same_lanes(at, byte);

		if (mask) {
			at += __builtin_ctz(mask);
			break;
		}
	}
#else
	for (; at < end; at += 8) {
		u64 word = mms_load8(at) ^ MMS_EACH_BYTE((u8)byte);
		u64 zeros = (word - MMS_EACH_BYTE(1)) & ~word & MMS_HIGH_BITS;

		if (zeros) {
			at += __builtin_ctzll(zeros) / 8;
			break;
		}
	}
#endif
	return at < end ? at : end;
}

/* Does [at, end) begin with this word? */
static inline bool mms_starts(const char *at, const char *end, const char *word)
{
	for (; *word; at++, word++)
		if (at >= end || *at != *word)
			return false;
	return true;
}

static inline const char *mms_skip_blanks(const char *at, const char *end)
{
	while (at < end && *at == ' ')
		at++;
	return at;
}

#endif
