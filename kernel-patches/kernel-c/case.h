/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * case.h: one comparison of the kernel's C with wasm-core/policy. A case follows from its seed alone: it makes its
 * inputs from it, asks both, and returns whether they agree. When they do not, it is run again with `show` on, and
 * then prints inputs and answers.
 */
#ifndef KC_CASE_H
#define KC_CASE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The kernel whose C is asked: 612 has our patches and reports its decisions, 601 and 703 have neither. */
#ifndef KC_KERNEL
#define KC_KERNEL 612
#endif
#define KC_STOCK (KC_KERNEL != 612)

struct kc_case {
	uint64_t random;
	bool show;
};

struct kc_test {
	const char *name;
	bool (*same)(struct kc_case *c);
	unsigned part; /* so many times fewer cases than asked for: a case here is that much slower */
};

extern const struct kc_test kc_swap_tests[], kc_zones_tests[], kc_interleave_tests[], kc_swapin_tests[], kc_turns_tests[];

#define SAY(c, ...) do { if ((c)->show) printf(__VA_ARGS__); } while (0)
/* Both answers, when they differ; false then. */
#define AGREE(c, what, kernel, policy) \
	({ \
		long long kc_k = (long long)(kernel), kc_p = (long long)(policy); \
		if (kc_k != kc_p) \
			SAY(c, "  %s: kernel %lld, policy %lld\n", what, kc_k, kc_p); \
		kc_k == kc_p; \
	})

/* splitmix64 */
static inline uint64_t rnd(struct kc_case *c)
{
	uint64_t z = c->random += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static inline uint32_t below(struct kc_case *c, uint32_t n)
{
	return (uint32_t)((rnd(c) >> 32) * n >> 32);
}

static inline bool chance(struct kc_case *c, uint32_t of)
{
	return !below(c, of);
}

/* A number up to `max` inclusive: mostly small, often next to a power of two or to the end. */
static inline uint64_t edge(struct kc_case *c, uint64_t max)
{
	uint64_t r = rnd(c), n;

	switch (r & 7) {
	case 0: n = 0; break;
	case 1: n = max - (r >> 8 & 3); break;
	case 2:
	case 3: n = (1ull << (r >> 8 & 63)) + (r >> 16 & 3) - 1; break;
	case 4: n = rnd(c); break;
	default: n = r >> 8 & 63; break;
	}
	return max == UINT64_MAX ? n : n % (max + 1);
}

#endif
