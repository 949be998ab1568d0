/* SPDX-License-Identifier: Apache-2.0 */
/* What mmzstd.wasm exports: include/mms/zstd_abi.h, over zstd's own decoder in third_party/zstd. */
#include "mms/zstd_abi.h"

#include "base/arena.h"
#include "zstd/memory.h"
#include "zstd.h"
#include "zstd_errors.h"

/* A window of 128 MiB, and less than 1 MiB for the decoder's tables, its two blocks beside the window and ours. */
#define MEMORY (((size_t)1 << MMS_ZSTD_WINDOW_LOG) + ((size_t)1 << 20))

static struct mms_arena arena;

static struct {
	u8 *input, *output;
	ZSTD_DStream *decoder;
	size_t first;    /* bytes it wants of a frame's beginning */
	size_t want;     /* bytes it wants next: never beyond the next block's header */
	size_t at, size; /* of the input: used, there */
	u64 bytes;
	s32 error;
	bool complete; /* at the end of a frame */
	bool waiting;  /* it may have more plain bytes than there was room for */
} z;

/* The decoder's memory: its tables, and behind them one block, which it frees before it takes a larger one. */
void *mms_zstd_malloc(size_t bytes)
{
	return mms_arena_alloc_raw(&arena, bytes);
}

void *mms_zstd_calloc(size_t n, size_t bytes)
{
	return n && bytes > SIZE_MAX / n ? NULL : mms_arena_alloc(&arena, n * bytes);
}

void mms_zstd_free(void *block)
{
	if (block)
		mms_arena_rewind(&arena, (size_t)((u8 *)block - arena.base));
}

static s32 failed(size_t code)
{
	switch (ZSTD_getErrorCode(code)) {
	case ZSTD_error_frameParameter_windowTooLarge:
		return MMS_ZSTD_WINDOW;
	case ZSTD_error_memory_allocation:
		return MMS_ZSTD_NO_MEMORY;
	default:
		return MMS_ZSTD_DAMAGED;
	}
}

int32_t mms_zstd_begin(void)
{
	mms_fill(&z, 0, sizeof(z));
	mms_arena_init(&arena, MEMORY);
	z.input = mms_arena_alloc_raw(&arena, MMS_ZSTD_INPUT);
	z.output = mms_arena_alloc_raw(&arena, MMS_ZSTD_OUTPUT);
	z.decoder = ZSTD_createDStream();
	if (!z.input || !z.output || !z.decoder)
		return z.error = MMS_ZSTD_NO_MEMORY;
	ZSTD_DCtx_setParameter(z.decoder, ZSTD_d_windowLogMax, MMS_ZSTD_WINDOW_LOG);
	z.want = z.first = ZSTD_initDStream(z.decoder);
	z.complete = true;
	return 0;
}

static u32 address(const u8 *block)
{
#ifdef __wasm__
	return (u32)(uintptr_t)block;
#else
	return (u32)(block - arena.base);
#endif
}

uint32_t mms_zstd_input(void)
{
	return address(z.input);
}

uint32_t mms_zstd_output(void)
{
	return address(z.output);
}

/* Gives it no more than it wants, so that an error is known to be in that block or header. */
static void step(ZSTD_outBuffer *out)
{
	ZSTD_inBuffer in = {z.input + z.at, MMS_MIN(z.size - z.at, z.want), 0};
	size_t left = ZSTD_decompressStream(z.decoder, out, &in);

	if (ZSTD_isError(left)) {
		z.error = failed(left);
		z.bytes += in.size;
		return;
	}
	z.at += in.pos;
	z.bytes += in.pos;
	z.complete = !left;
	z.waiting = left && out->pos == out->size;
	z.want = left ? left : z.first;
}

int32_t mms_zstd_feed(uint32_t bytes)
{
	ZSTD_outBuffer out = {z.output, MMS_ZSTD_OUTPUT, 0};

	if (bytes) {
		z.at = 0;
		z.size = MMS_MIN(bytes, MMS_ZSTD_INPUT);
	}
	while (!z.error && out.pos < out.size && (z.waiting || z.at < z.size))
		step(&out);
	return z.error ? z.error : (int32_t)out.pos;
}

int32_t mms_zstd_end(void)
{
	if (!z.error && !z.complete)
		z.error = MMS_ZSTD_DAMAGED;
	return z.error;
}

uint64_t mms_zstd_bytes(void)
{
	return z.bytes;
}
