/* SPDX-License-Identifier: GPL-2.0-only */
/* Equal for this purpose: annotations for tools and for speed are empty, and a read is a read. */
#ifndef KC_COMPILER_H
#define KC_COMPILER_H

#define likely(x) (x)
#define unlikely(x) (x)
#define READ_ONCE(x) (x)
#define WRITE_ONCE(x, value) ((x) = (value))
#define data_race(x) (x)
#define barrier() __asm__ __volatile__("" ::: "memory")
#define __always_inline inline __attribute__((always_inline))
#define noinline __attribute__((noinline))
#define noinline_for_stack noinline
#define fallthrough __attribute__((fallthrough))
#define __force
#define __rcu
#define __user
#define auto __auto_type
#define __must_check
#define __context_unsafe(why)
#define __percpu
#define __read_mostly
#define __init
#define __meminit
#define __maybe_unused __attribute__((unused))
#define typeof __typeof__
#define ____cacheline_internodealigned_in_smp
#define __same_type(a, b) __builtin_types_compatible_p(typeof(a), typeof(b))
#define is_signed_type(type) (((type)(-1)) < (type)1)
#define statically_true(x) (__builtin_constant_p(x) && (x))
#define KC_PASTE(a, b) a##b
#define KC_UNIQUE(prefix, n) KC_PASTE(prefix, n)
#define __UNIQUE_ID(prefix) KC_UNIQUE(prefix, __COUNTER__)

#endif
