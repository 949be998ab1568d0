/* SPDX-License-Identifier: GPL-2.0-only */
/* How many pages a fault reads in from swap, which, and how. */
#include "case.h"
#include "swapin.h"

#include "policy/swapin.h"

#define PAGE_SHIFT 12

static u64 near(struct kc_case *c, u64 at)
{
	return chance(c, 4) ? edge(c, UINT64_MAX) : at + below(c, 7) - 3;
}

/* hits + 2 up to 2^31: above that the kernel's loop has no end. */
static bool swapin_nr_pages(struct kc_case *c)
{
	u64 cur = edge(c, UINT64_MAX), prev = near(c, cur);
	u32 hits = chance(c, 2) ? below(c, 4) : (u32)edge(c, INT32_MAX - 1), max = 1u << below(c, 31);
	u32 prev_win = chance(c, 2) ? (u32)edge(c, INT32_MAX) : below(c, 70);

	SAY(c, "  prev %llu cur %llu hits %u max %u prev_win %u\n", (unsigned long long)prev, (unsigned long long)cur, hits, max,
	    prev_win);
	return AGREE(c, "pages", kc_swapin_nr_pages(prev, cur, (int)hits, (int)max, (int)prev_win),
		     mms_swapin_nr_pages(prev, cur, hits, max, prev_win));
}

static bool same_window(struct kc_case *c, const struct kc_ra *ra, u8 kind, u64 prev, u64 cur, u32 hits, u32 max_win, u32 prev_win,
			u32 win, struct mms_ra_range range)
{
	bool read = max_win > 1; /* with a window of one page nothing else is looked at */

	if (KC_STOCK)
		return AGREE(c, "traced", ra->traced, 0);
	return AGREE(c, "traced", ra->traced, 1) && AGREE(c, "kind", ra->kind, kind) && AGREE(c, "cur", ra->cur, cur) &&
	       AGREE(c, "max_win", ra->max_win, max_win) && AGREE(c, "prev", ra->prev, read ? prev : 0) &&
	       AGREE(c, "hits", ra->hits, read ? hits : 0) && AGREE(c, "prev_win", ra->prev_win, read ? prev_win : 0) &&
	       AGREE(c, "win", ra->win, win) && AGREE(c, "start", ra->start, range.start) && AGREE(c, "end", ra->end, range.end);
}

static bool swap_cluster_readahead(struct kc_case *c)
{
	int cluster = chance(c, 8) ? (int)below(c, 11) : (int)below(c, 6), hits = (int)(chance(c, 2) ? below(c, 3) : edge(c, 100000));
	unsigned int size = 2 + (unsigned int)edge(c, UINT32_MAX - 4096);
	u64 cur = chance(c, 4) ? size - 1 - below(c, size < 40 ? size - 1 : 40) : 1 + edge(c, size - 2);
	u64 prev = chance(c, 3) ? edge(c, UINT64_MAX) : cur + below(c, 3) - 1;
	u32 max_win = 1u << cluster, last = chance(c, 2) ? 1u << below(c, 11) : below(c, 2000), win;
	struct mms_ra_range range = {0, 0};
	unsigned long prev_after = prev, ahead = 0;
	int hits_after = hits, last_after = (int)last;
	struct kc_ra ra;
	bool same;

	SAY(c, "  page_cluster %d slot %llu of %u prev %llu hits %d window before %u\n", cluster, (unsigned long long)cur, size,
	    (unsigned long long)prev, hits, last);
	win = max_win > 1 ? mms_swapin_nr_pages(prev, cur, (u32)hits, max_win, last) : 1;
	if (win > 1)
		range = mms_swap_cluster_ra(cur, win, size);
	for (u64 slot = range.start; slot < range.end; slot++)
		ahead += slot != cur && !kc_no_page(slot);
	kc_cluster_readahead(cluster, 3, cur, size, &prev_after, &hits_after, &last_after, &ra);
	same = same_window(c, &ra, MMS_ra_kind_cluster, prev, cur, (u32)hits, max_win, last, win, range) &&
	       AGREE(c, "hi", KC_STOCK ? size : ra.hi, size) && AGREE(c, "reads", ra.reads, win > 1 ? range.end - range.start + 1 : 1) &&
	       AGREE(c, "the page itself", ra.before, cur) && AGREE(c, "lo", KC_STOCK ? 1 : ra.lo, 1) &&
	       (KC_KERNEL == 703 || AGREE(c, "reads alone", ra.singles, win == 1)) && AGREE(c, "only if not there", ra.skips, 0) &&
	       AGREE(c, "read ahead", ra.ahead, ahead);
	if (same && win > 1)
		same = AGREE(c, "first slot", ra.first, range.start) && AGREE(c, "last slot", ra.last, range.end - 1);
	return same && AGREE(c, "prev afterwards", prev_after, max_win > 1 && !hits ? cur : prev) &&
	       AGREE(c, "hits afterwards", hits_after, max_win > 1 ? 0 : hits) &&
	       AGREE(c, "window afterwards", last_after, max_win > 1 ? win : last);
}

/* Addresses of user space, 56 bits with five levels of tables. */
static bool swap_vma_ra_win(struct kc_case *c)
{
	const u64 last = (1ull << (56 - PAGE_SHIFT)) - 2;
	u64 cur = chance(c, 2) ? edge(c, last) : below(c, 1200), lo, hi, prev;
	int cluster = chance(c, 2) ? 3 : (int)below(c, 12);
	u32 max_win = 1u << (cluster < SWAP_RA_ORDER_CEILING ? cluster : SWAP_RA_ORDER_CEILING), hits, prev_win, win;
	unsigned long start = 0, end = 0;
	struct mms_ra_range range = {0, 0};
	struct kc_ra ra;
	long info;
	bool same;

	if (KC_KERNEL == 601 && cur < 32)
		cur += 32; /* below that its window would begin before page 0 and is not cut there; no process has those pages */
	lo = chance(c, 2) ? cur - below(c, cur < 40 ? (u32)cur + 1 : 40) : edge(c, cur);
	hi = cur + 1 + (chance(c, 2) ? below(c, 40) : edge(c, last - cur));
	prev = (chance(c, 3) ? edge(c, last) : cur + below(c, 7) - 3) & ((1ull << 51) - 1);
	prev_win = below(c, 64);
	hits = chance(c, 2) ? below(c, 3) : below(c, 64);
	info = (long)(prev << PAGE_SHIFT | prev_win << 6 | hits);
	if (!info) { /* a mapping that no fault has looked at: GET_SWAP_RA_VAL() */
		hits = 4;
	}
	SAY(c, "  page_cluster %d page %llu of [%llu, %llu) prev %llu hits %u window before %u\n", cluster, (unsigned long long)cur,
	    (unsigned long long)lo, (unsigned long long)hi, (unsigned long long)prev, hits, prev_win);
	win = max_win > 1 ? mms_swapin_nr_pages(prev, cur, hits, max_win, prev_win) : 1;
	if (win > 1)
		range = mms_swap_vma_ra_win(prev, cur, win, lo, hi);
	{
		long before = info;
		int kernel = kc_vma_ra_win(cluster, cur << PAGE_SHIFT, lo << PAGE_SHIFT, hi << PAGE_SHIFT, &info, &start, &end, &ra);

		same = AGREE(c, "window", kernel, win) &&
		       AGREE(c, "state afterwards", info, max_win > 1 ? (long)(cur << PAGE_SHIFT | win << 6) : before);
	}
	if (same && win == 1)
		same = AGREE(c, "bytes with a window of one page", (long long)(end - start), 0);
	if (same && win > 1)
		same = AGREE(c, "first byte", start, range.start << PAGE_SHIFT) && AGREE(c, "last byte", end, range.end << PAGE_SHIFT);
	return same && same_window(c, &ra, MMS_ra_kind_vma, prev, cur, hits, max_win, prev_win, win, range) &&
	       (KC_STOCK || (AGREE(c, "lo", ra.lo, lo) && AGREE(c, "hi", ra.hi, hi)));
}

#if !KC_STOCK /* polling is of our patches */
static bool swap_read_folio(struct kc_case *c)
{
	struct kc_read k = {
		.trace = !chance(c, 4), .zero = chance(c, 8), .zswap = chance(c, 8), .fs = chance(c, 8), .sync = chance(c, 6),
		.single = !chance(c, 3), .can_poll = !chance(c, 3), .polls = !chance(c, 4), .mode = (int)below(c, 3),
		.delay = chance(c, 2) ? 0 : (int)edge(c, 100000000), .order = chance(c, 4) ? below(c, 10) : 0, .type = below(c, KC_TYPES),
		.nr = chance(c, 3) ? 0 : 1 + (u32)edge(c, UINT32_MAX - 1), .now = edge(c, UINT64_MAX >> 1), .sum = edge(c, UINT64_MAX),
		.old_mean = edge(c, UINT64_MAX),
	};
	struct mms_swap_read read = {
		.zero = k.zero, .zswap = k.zswap, .fs = k.fs, .sync = k.sync, .single = k.single, .can_poll = k.can_poll,
		.order = (u8)k.order, .mode = (u8)k.mode,
	};
	u64 delay = (u64)k.delay, mean, sleep;
	u8 how = mms_swap_read_how(&read), done;
	struct kc_read before;
	bool asked, ended, same;

	k.window_end = chance(c, 2) ? k.now + below(c, 3) - 1 : edge(c, UINT64_MAX >> 1);
	mean = k.now >= k.window_end && k.nr ? k.sum / k.nr : k.old_mean;
	sleep = mms_swap_poll_nsecs(how, delay, mean);
	done = how == MMS_swap_how_zero || how == MMS_swap_how_zswap ? 255 : how;
	if ((how == MMS_swap_how_poll || how == MMS_swap_how_hybrid) && !k.polls)
		done = MMS_swap_how_interrupt; /* the queue was taken away meanwhile */
	SAY(c, "  zero %d zswap %d fs %d sync %d single %d can_poll %d (%d) mode %d delay %d order %u mean %llu\n", k.zero, k.zswap, k.fs,
	    k.sync, k.single, k.can_poll, k.polls, k.mode, k.delay, k.order, (unsigned long long)mean);
	asked = !k.zero && !k.zswap && !k.fs && !k.sync && (k.mode || k.trace);
	ended = asked && k.now >= k.window_end;
	before = k;
	kc_read_folio(&k);
	same = AGREE(c, "window's end", k.window_end, ended ? k.now + 100000000 : before.window_end) &&
	       AGREE(c, "its reads", k.nr, ended ? 0 : before.nr) && AGREE(c, "their sum", k.sum, ended ? 0 : before.sum) &&
	       AGREE(c, "traced", k.traced, 1) && AGREE(c, "how", k.how, how) && AGREE(c, "sleep", k.sleep, sleep) && AGREE(c, "done", k.done, done);
	return same && AGREE(c, "mean traced", k.mean, asked ? mean : 0) && AGREE(c, "can_poll traced", k.traced_can_poll, asked && k.can_poll) &&
	       AGREE(c, "single traced", k.traced_single, read.single) && AGREE(c, "order traced", k.traced_order, read.order) &&
	       AGREE(c, "zero traced", k.traced_zero, read.zero) && AGREE(c, "fs traced", k.traced_fs, read.fs) &&
	       AGREE(c, "sync traced", k.traced_sync, read.sync) && AGREE(c, "mode traced", k.traced_mode, read.mode) &&
	       AGREE(c, "delay traced", k.traced_delay, delay);
}
#endif

const struct kc_test kc_swapin_tests[] = {
	{"swapin_nr_pages", swapin_nr_pages, 1},
	{"swap_cluster_readahead", swap_cluster_readahead, 1},
	{"swap_vma_ra_win", swap_vma_ra_win, 1},
#if !KC_STOCK
	{"swap_read_folio", swap_read_folio, 1},
#endif
	{0},
};
