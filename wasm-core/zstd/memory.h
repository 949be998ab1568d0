/* SPDX-License-Identifier: Apache-2.0 */
/* memory.h: what third_party/zstd calls malloc(), calloc() and free(): the Makefile gives them these names. */
#ifndef MMS_ZSTD_MEMORY_H
#define MMS_ZSTD_MEMORY_H

#include "mms/types.h"

void *mms_zstd_malloc(size_t bytes);
void *mms_zstd_calloc(size_t n, size_t bytes);
void mms_zstd_free(void *block);

#endif
