/* SPDX-License-Identifier: Apache-2.0 */
/*
 * paste_abi.h: the functions mmpaste.wasm exports: what somebody pasted in, what it says of a machine out, as JSON.
 *
 * A module of its own, so that only who asks about a machine needs it. It imports nothing. `_initialize` comes first.
 *
 *     at = mms_paste_begin(bytes)   and the text goes there
 *     n = mms_paste_read()          n bytes of JSON are at mms_paste_answer()
 *
 *     at = mms_paste_request()      a request goes there: GFP_KERNEL order=0 node=0, and sysctls as if they were others:
 *                                   min_free_kbytes=90112 watermark_scale_factor=100 lowmem_reserve_ratio=256,256,32;
 *                                   for kubelet evictionHard=100Mi or 5%, and rate=40Mi in a second; before=1 after=2: two
 *                                   moments of the text, compared
 *     n = mms_paste_ask(bytes)      how far it is from kswapd and from direct reclaim: n bytes of JSON, likewise
 *
 * 0 in place of an address, or of a length, means that there is no room.
 */
#ifndef MMS_PASTE_ABI_H
#define MMS_PASTE_ABI_H

#include "abi.h"

#define MMS_PASTE_ABI_VERSION 1u
#define MMS_PASTE_MOST (32u << 20) /* bytes of a text */

uint32_t MMS_EXPORT(mms_paste_abi_version)(void);

/* Forget everything; room for a text of so many bytes. */
uint32_t MMS_EXPORT(mms_paste_begin)(uint32_t bytes);

/* Read the text. Bytes of the answer. */
uint32_t MMS_EXPORT(mms_paste_read)(void);
uint32_t MMS_EXPORT(mms_paste_answer)(void);

/* Room for MMS_PASTE_REQUEST bytes; the distances of the request there, in each zoneinfo of the text that was read. */
#define MMS_PASTE_REQUEST 256u
uint32_t MMS_EXPORT(mms_paste_request)(void);
uint32_t MMS_EXPORT(mms_paste_ask)(uint32_t bytes);

#endif
