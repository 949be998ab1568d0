/* SPDX-License-Identifier: GPL-2.0-only */
/* Equal for this purpose: integers have the widths of x86-64; an atomic is what it counts, as nothing runs at the
 * same time here; a lock is nothing (stub.h). */
#ifndef KC_TYPES_H
#define KC_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;
typedef unsigned int gfp_t;
typedef unsigned long pgoff_t;
typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic_long_t;
typedef struct { s64 counter; } atomic64_t;

struct list_head {
	struct list_head *next, *prev;
};
struct hlist_head {
	struct hlist_node *first;
};
struct hlist_node {
	struct hlist_node *next, **pprev;
};

#define U8_MAX UINT8_MAX
#define S16_MAX INT16_MAX
#define S32_MIN INT32_MIN
#define S32_MAX INT32_MAX

#include <linux/compiler.h>

#endif
