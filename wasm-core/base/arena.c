/* SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

/* Under AddressSanitizer blocks are kept apart by poisoned bytes, so that it sees an overrun. */
#if defined(__SANITIZE_ADDRESS__)
#define MMS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MMS_ASAN 1
#endif
#endif
#ifdef MMS_ASAN
#include <sanitizer/asan_interface.h>
#define MMS_GAP 64u
#define mms_poison(at, bytes) ASAN_POISON_MEMORY_REGION(at, bytes)
#define mms_unpoison(at, bytes) ASAN_UNPOISON_MEMORY_REGION(at, bytes)
#else
#define MMS_GAP 0u
#define mms_poison(at, bytes) ((void)(at), (void)(bytes))
#define mms_unpoison(at, bytes) ((void)(at), (void)(bytes))
#endif

void mms_arena_init(struct mms_arena *arena, size_t limit)
{
	arena->base = mms_memory_base();
	arena->top = 0;
	arena->dirty = 0;
	arena->limit = limit;
}

static bool reach(struct mms_arena *arena, size_t bytes)
{
	return bytes <= arena->limit && mms_memory_reach(bytes);
}

void *mms_arena_alloc_raw(struct mms_arena *arena, size_t bytes)
{
	size_t at = (arena->top + MMS_GAP + 15) & ~(size_t)15;

	if (bytes > arena->limit || !reach(arena, at + bytes))
		return NULL;
	mms_poison(arena->base + arena->top, at - arena->top);
	mms_unpoison(arena->base + at, bytes);
	arena->top = at + bytes;
	return arena->base + at;
}

static void clear(struct mms_arena *arena, size_t from)
{
	size_t end = MMS_MIN(arena->top, arena->dirty);

	if (from < end)
		mms_fill(arena->base + from, 0, end - from);
}

void *mms_arena_alloc(struct mms_arena *arena, size_t bytes)
{
	u8 *block = mms_arena_alloc_raw(arena, bytes);

	if (block)
		clear(arena, (size_t)(block - arena->base));
	return block;
}

bool mms_arena_extend(struct mms_arena *arena, size_t more)
{
	size_t from = arena->top;

	if (more > arena->limit || !reach(arena, from + more))
		return false;
	mms_unpoison(arena->base + from, more);
	arena->top = from + more;
	clear(arena, from);
	return true;
}

void mms_arena_rewind(struct mms_arena *arena, size_t top)
{
	arena->dirty = MMS_MAX(arena->dirty, arena->top);
	if (top < arena->top)
		mms_poison(arena->base + top, arena->top - top);
	arena->top = top;
}
