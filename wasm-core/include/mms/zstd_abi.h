/* SPDX-License-Identifier: Apache-2.0 */
/*
 * zstd_abi.h: the functions mmzstd.wasm exports: frames of zstd in, plain bytes out.
 *
 * A module of its own, so that only who opens such a file needs it. One instance unpacks one file: frames one behind
 * another, skippable ones among them. It imports nothing, and its memory grows with the window that a frame asks for.
 * `_initialize` comes first.
 *
 *     mms_zstd_begin()
 *     for each chunk: put it in mms_zstd_input(); n = mms_zstd_feed(bytes)
 *         while n > 0: n bytes are in mms_zstd_output(), until the next call; n = mms_zstd_feed(0)
 *     mms_zstd_end()
 *
 * A result below 0 is one of the errors here, and stays.
 */
#ifndef MMS_ZSTD_ABI_H
#define MMS_ZSTD_ABI_H

#include "abi.h"

#define MMS_ZSTD_INPUT 65536u      /* bytes of a chunk at most */
#define MMS_ZSTD_OUTPUT 131072u    /* bytes of a piece at most: a block */
#define MMS_ZSTD_WINDOW_LOG 27     /* of a window at most: what `zstd -d` allows without being told */

#define MMS_ZSTD_DAMAGED (-1)   /* or cut off */
#define MMS_ZSTD_WINDOW (-2)    /* a frame wants a larger window */
#define MMS_ZSTD_NO_MEMORY (-3) /* the host gives no more */

/* Forget everything and begin. */
int32_t MMS_EXPORT(mms_zstd_begin)(void);

uint32_t MMS_EXPORT(mms_zstd_input)(void);  /* address of MMS_ZSTD_INPUT bytes */
uint32_t MMS_EXPORT(mms_zstd_output)(void); /* address of MMS_ZSTD_OUTPUT bytes */

/* Unpack so many bytes of the input; 0: go on with those of the call before. Returns how many plain bytes there are;
 * 0: all of the input is used. */
int32_t MMS_EXPORT(mms_zstd_feed)(uint32_t bytes);

/* The file is complete: an error if that is not at the end of a frame. */
int32_t MMS_EXPORT(mms_zstd_end)(void);

/* Packed bytes so far; after an error, to the end of the block or header that is wrong. */
uint64_t MMS_EXPORT(mms_zstd_bytes)(void);

#endif
