/* SPDX-License-Identifier: Apache-2.0 */
/* Captures of faults that read from swap: by address and by place, on disks that can be polled and others. */
#include "fixture.h"

#include "policy/swapin.h"

#define VMAS 3
#define WINDOW_NS 100000000ull /* of the statistics of polled reads */
#define DEV_SLOTS 5000

/* What a mapping, or the device as a whole, remembers of its last readahead. */
struct memory {
	u64 lo, hi, prev;
	u32 hits, win;
};

static struct mms_random r;
static u32 max_win, mode;
static u64 delay, mean;
static bool fs, sync, queues; /* what the device is */
static bool full;    /* zswap's answer, and the windows that means are of */
static struct {
	u64 end, sum, n, mean_n;
} stat;

static u64 next_page(const struct memory *m)
{
	u64 near = m->prev + mms_random_below(&r, 3) - 1;

	if (mms_random_below(&r, 3) && near >= m->lo && near < m->hi)
		return near;
	return m->lo + mms_random_below(&r, (u32)(m->hi - m->lo));
}

/* The event, and what it leaves: __swapin_nr_pages() sets hits to 0; the device's place moves only when there
 * were none. */
static u32 window(struct memory *m, u8 ra, u64 cur)
{
	struct mms_event *event = fixture_add(MMS_KIND_swap_ra, 300, "writer");
	struct mms_ev_swap_ra *e = &event->swap_ra;
	struct mms_ra_range range = {0, 0};

	e->ra = ra;
	e->max_win = (u16)max_win;
	e->cur = cur;
	e->win = 1;
	e->lo = m->lo;
	e->hi = m->hi;
	if (max_win == 1)
		return 1;
	e->prev = m->prev;
	e->hits = m->hits;
	e->prev_win = (u16)m->win;
	e->win = (u16)mms_swapin_nr_pages(m->prev, cur, m->hits, max_win, m->win);
	if (e->win > 1)
		range = ra == MMS_ra_kind_vma ? mms_swap_vma_ra_win(m->prev, cur, e->win, m->lo, m->hi)
					      : mms_swap_cluster_ra(cur, e->win, m->hi);
	e->start = range.start;
	e->end = range.end;
	if (ra == MMS_ra_kind_vma || !m->hits)
		m->prev = cur;
	m->win = e->win;
	m->hits = mms_random_below(&r, 2) ? mms_random_below(&r, e->win) : 0;
	return e->win;
}

/* swap_poll_window() of the kernel. */
static void open_window(u64 now)
{
	if (now < stat.end)
		return;
	if (stat.n) {
		mean = stat.sum / stat.n;
		stat.mean_n = stat.n;
	}
	stat.sum = stat.n = 0;
	stat.end = now + WINDOW_NS;
}

static bool is_polled(u8 how)
{
	return how == MMS_swap_how_poll || how == MMS_swap_how_hybrid;
}

static void read_page(u64 offset, bool single)
{
	struct mms_event *event = fixture_add(MMS_KIND_swap_in, 300, "writer");
	struct mms_ev_swap_in *e = &event->swap_in;
	struct mms_ev_swap_in_done *done;
	struct mms_swap_read how = {0};

	e->offset = offset;
	e->single = how.single = single;
	e->zero = how.zero = !mms_random_below(&r, 12);
	e->fs = how.fs = fs;
	e->sync = how.sync = sync;
	e->can_poll = how.can_poll = queues;
	e->order = how.order = !single && !mms_random_below(&r, 9) ? 2 : 0;
	how.zswap = !mms_random_below(&r, 25) && !(full && how.zero);
	e->mode = how.mode = (u8)mode;
	e->delay = delay;
	e->how = mms_swap_read_how(&how);
	e->zswap = full ? how.zswap : UINT64_MAX;
	e->mean_n = e->window = full ? 0 : UINT64_MAX;
	if (!full) {
		e->mean = mean;
	} else if (e->how >= MMS_swap_how_interrupt) {
		open_window(event->ts);
		e->mean = mean;
		e->mean_n = stat.mean_n;
		e->window = stat.end;
	}
	e->sleep = mms_swap_poll_nsecs(e->how, delay, e->mean);
	event = fixture_add(MMS_KIND_swap_in_done, 300, "writer");
	done = &event->swap_in_done;
	done->offset = offset;
	done->how = e->how;
	done->lat = full ? 1 + mms_random_below(&r, 200000) : 80000;
	done->window = done->window_n = full ? 0 : UINT64_MAX;
	if (full && is_polled(e->how)) {
		open_window(event->ts);
		stat.sum += done->lat;
		done->window = stat.end;
		done->window_n = ++stat.n;
	}
	if (!full)
		mean = mms_random_below(&r, 3) ? mean : mms_random_below(&r, 200000);
	else if (!mms_random_below(&r, 8))
		fixture_pause(WINDOW_NS / 2 * (1 + mms_random_below(&r, 5)));
}

static void settings(void)
{
	max_win = 1u << mms_random_below(&r, 6);
	mode = mms_random_below(&r, 3);
	delay = mms_random_below(&r, 2) ? 0 : 1 + mms_random_below(&r, 50000);
}

char *fixture_swap_in(u64 number, size_t *len)
{
	struct memory vma[VMAS], device = {1, DEV_SLOTS, 0, 4, 0};
	u32 steps;

	r = mms_random(number);
	mean = stat.end = stat.sum = stat.n = stat.mean_n = 0;
	full = number % 2 == 0;
	fixture_begin();
	queues = mms_random_below(&r, 5) > 0;
	fs = !mms_random_below(&r, 20);
	sync = !mms_random_below(&r, 8);
	settings();
	for (u32 i = 0; i < VMAS; i++) {
		u64 lo = i ? 510 + mms_random_below(&r, 4000) : 0;

		vma[i] = (struct memory){lo, lo + 20 + mms_random_below(&r, 1200), 0, 4, 0};
	}
	steps = 20 + mms_random_below(&r, 60);
	for (u32 i = 0; i < steps; i++) {
		u8 ra = (u8)mms_random_below(&r, 2);
		struct memory *m = ra == MMS_ra_kind_vma ? &vma[mms_random_below(&r, VMAS)] : &device;
		u64 cur = next_page(m);
		u32 win = window(m, ra, cur), pages = 1 + (win > 1 ? mms_random_below(&r, MMS_MIN(win, 3)) : 0);

		for (u32 k = 0; k < pages; k++)
			read_page(1 + (cur + k) % (DEV_SLOTS - 1), win == 1);
		if (!mms_random_below(&r, 15))
			settings();
	}
	return fixture_text(len);
}
