/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arena.h: all memory there is. One growing region; blocks are never freed singly, mms_arena_rewind()
 * forgets everything behind a mark.
 */
#ifndef MMS_ARENA_H
#define MMS_ARENA_H

#include "mms/types.h"

struct mms_arena {
	u8 *base;
	size_t top;   /* first unused byte */
	size_t dirty; /* bytes from here on were never used and are zero */
	size_t limit; /* `top` never goes beyond */
};

/* The region of the platform: base/memory_wasm.c, tests/memory.c. `bytes` usable from the base
 * on; false when the platform has no more. New bytes are zero, and the base never moves. */
u8 *mms_memory_base(void);
bool mms_memory_reach(size_t bytes);

void mms_arena_init(struct mms_arena *arena, size_t limit);

/* `bytes` of zeroes, 16-byte aligned; NULL when the limit is reached. */
void *mms_arena_alloc(struct mms_arena *arena, size_t bytes);

/* The same, with whatever was there before. */
void *mms_arena_alloc_raw(struct mms_arena *arena, size_t bytes);

/* Lengthens the newest block in place by `more` zeroes. False when the limit is reached. */
bool mms_arena_extend(struct mms_arena *arena, size_t more);

/* Forget all blocks from offset `top` on. */
void mms_arena_rewind(struct mms_arena *arena, size_t top);

#endif
