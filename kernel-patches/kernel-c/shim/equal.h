/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Equal for this purpose: written anew, and the same for all that is done with it here.
 *
 * - Atomics are plain numbers, bits are set without a lock prefix: nothing runs at the same time.
 * - A set of nodes is one word, as in any kernel with up to 64 nodes (MAX_NUMNODES); the words' functions then are
 *   the compiler's own.
 */
#ifndef KC_EQUAL_H
#define KC_EQUAL_H

#include <linux/bits.h>
#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/minmax.h>
#include <linux/types.h>

#define PAGE_SHIFT 12
#define PAGE_SIZE (1UL << PAGE_SHIFT)
#define PAGE_MASK (~(PAGE_SIZE - 1))
#define PMD_SHIFT 21
#define PMD_SIZE (1UL << PMD_SHIFT)
#define PMD_MASK (~(PMD_SIZE - 1))
#define PFN_DOWN(x) ((x) >> PAGE_SHIFT)
#define NSEC_PER_SEC 1000000000L
#define NSEC_PER_MSEC 1000000L
#define NUMA_NO_NODE (-1)
#define MAX_NUMNODES 64
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define EINVAL 22
#define EIO 5

static inline long atomic_long_read(const atomic_long_t *v) { return v->counter; }
static inline void atomic_long_set(atomic_long_t *v, long to) { v->counter = to; }
static inline void atomic_long_add(long by, atomic_long_t *v) { v->counter += by; }
static inline void atomic_long_sub(long by, atomic_long_t *v) { v->counter -= by; }
static inline long atomic_long_sub_return(long by, atomic_long_t *v) { return v->counter -= by; }
static inline long atomic_long_add_return_relaxed(long by, atomic_long_t *v) { return v->counter += by; }
static inline long atomic_long_sub_return_relaxed(long by, atomic_long_t *v) { return v->counter -= by; }
static inline void atomic_long_or(long bits, atomic_long_t *v) { v->counter |= bits; }
static inline long atomic_long_fetch_and_relaxed(long bits, atomic_long_t *v)
{
	long was = v->counter;

	v->counter &= bits;
	return was;
}
static inline bool atomic_long_try_cmpxchg(atomic_long_t *v, unsigned long *was, unsigned long to)
{
	bool same = (unsigned long)v->counter == *was;

	if (same)
		v->counter = (long)to;
	else
		*was = (unsigned long)v->counter;
	return same;
}
static inline long atomic_long_xchg(atomic_long_t *v, long to)
{
	long was = v->counter;

	v->counter = to;
	return was;
}
static inline int atomic_read(const atomic_t *v) { return v->counter; }
static inline void atomic_set(atomic_t *v, int to) { v->counter = to; }
static inline int atomic_xchg(atomic_t *v, int to)
{
	int was = v->counter;

	v->counter = to;
	return was;
}
static inline s64 atomic64_read(const atomic64_t *v) { return v->counter; }
static inline void atomic64_set(atomic64_t *v, s64 to) { v->counter = to; }
static inline s64 atomic64_add_return(s64 by, atomic64_t *v) { return v->counter = (s64)((u64)v->counter + (u64)by); }
static inline bool atomic64_try_cmpxchg(atomic64_t *v, s64 *was, s64 to)
{
	*was = v->counter;
	v->counter = to;
	return true;
}
#define upper_32_bits(n) ((u32)((u64)(n) >> 32))
#define lower_32_bits(n) ((u32)(n))
#define ATOMIC_INIT(n) { n }

static inline bool test_bit(long n, const unsigned long *word) { return word[n / 64] >> n % 64 & 1; }
static inline void set_bit(long n, unsigned long *word) { word[n / 64] |= 1UL << n % 64; }
static inline void clear_bit(long n, unsigned long *word) { word[n / 64] &= ~(1UL << n % 64); }
static inline u64 div_u64(u64 dividend, u32 divisor) { return dividend / divisor; }

/* include/linux/nodemask.h and lib/nodemask.c */
typedef struct { unsigned long bits[1]; } nodemask_t;
#define nodes_addr(mask) ((mask).bits)
#define node_isset(node, mask) test_bit(node, (mask).bits)
#define nodes_weight(mask) __builtin_popcountl((mask).bits[0])
static inline unsigned int kc_first_node(unsigned long bits) { return bits ? (unsigned int)__builtin_ctzl(bits) : MAX_NUMNODES; }
#define first_node(mask) kc_first_node((mask).bits[0])
static inline unsigned int kc_next_node(int node, unsigned long bits)
{
	return node + 1 >= MAX_NUMNODES ? MAX_NUMNODES : kc_first_node(bits & ~0UL << (node + 1));
}
#define next_node(node, mask) kc_next_node(node, (mask).bits[0])
static inline unsigned int kc_next_node_in(int node, unsigned long bits)
{
	unsigned int next = kc_next_node(node, bits);

	return next == MAX_NUMNODES ? kc_first_node(bits) : next;
}
#define next_node_in(node, mask) kc_next_node_in(node, (mask).bits[0])
#define for_each_node_mask(node, mask) \
	for ((node) = (int)first_node(mask); (node) < MAX_NUMNODES; (node) = (int)next_node(node, mask))

#endif
