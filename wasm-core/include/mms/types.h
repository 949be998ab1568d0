/* SPDX-License-Identifier: Apache-2.0 */
/* types.h: the kernel's short names for integers, and the few helpers every file needs. */
#ifndef MMS_TYPES_H
#define MMS_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define MMS_COUNT(array) ((u32)(sizeof(array) / sizeof((array)[0])))
#define MMS_MIN(a, b) ((a) < (b) ? (a) : (b))
#define MMS_MAX(a, b) ((a) > (b) ? (a) : (b))

/* There is no libc to include: the compiler's own, which become instructions or calls. */
#define mms_copy(to, from, bytes) __builtin_memcpy((to), (from), (bytes))
#define mms_move(to, from, bytes) __builtin_memmove((to), (from), (bytes))
#define mms_fill(to, byte, bytes) __builtin_memset((to), (byte), (bytes))

/* For what is called for every line or value: compilers count its instructions, not how often it runs. */
#define MMS_INLINE inline __attribute__((always_inline))

/* For what is called once a text, in a file that is built for speed. */
#ifdef __clang__
#define MMS_SMALL __attribute__((noinline, minsize))
#else
#define MMS_SMALL __attribute__((noinline))
#endif

/* Sizes that the tables fix; table and code are compared where both are known (tables.c). */
#define MMS_NODES 16      /* rows of the table node, lists, lanes of list_prio */
#define MMS_DEVS 32       /* rows of the table dev: swap types 0 to 31 */
#define MMS_LIST_LANES 16 /* devices of a list that a swap_select holds */
#define MMS_VISIT_LANES 8 /* tries of a walk that a swap_select holds */
#define MMS_NO_LIST 32767 /* plist key where there is no such list */
#define MMS_NO_TYPE 255   /* a u8 swap type that means none */
#define MMS_NEXT_LEFT 16  /* bit 4 of visit_verdict */

#endif
