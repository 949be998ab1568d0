/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about readahead and about how a page is read from swap. */
#include "forgery.h"
#include "mms/enums.h"
#include "policy/swapin.h"

static struct mms_ev_swap_ra *window_at(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_swap_ra ? &log->event[i].swap_ra : NULL;
}

static struct mms_ev_swap_in *read_at(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_swap_in ? &log->event[i].swap_in : NULL;
}

/* How the read is read, by what it says of itself. */
static void follow(struct mms_ev_swap_in *e)
{
	struct mms_swap_read read = {
		.zero = e->zero, .zswap = e->how == MMS_swap_how_zswap, .fs = e->fs, .sync = e->sync,
		.single = e->single, .can_poll = e->can_poll, .order = e->order, .mode = e->mode,
	};

	e->how = mms_swap_read_how(&read);
	e->sleep = mms_swap_poll_nsecs(e->how, e->delay, e->mean);
}

/* The window, and what it reads, by what it says of itself. */
static void follow_window(struct mms_ev_swap_ra *e)
{
	struct mms_ra_range range = {0, 0};

	e->win = (u16)(e->max_win > 1 ? mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win) : 1);
	if (e->win > 1)
		range = e->ra == MMS_ra_kind_vma ? mms_swap_vma_ra_win(e->prev, e->cur, e->win, e->lo, e->hi)
						 : mms_swap_cluster_ra(e->cur, e->win, e->hi);
	e->start = range.start;
	e->end = range.end;
}

/* The reads of the window at i are made such as it says: no more of them, and polled for where it is one page. */
static void follow_reads(struct mms_log *log, u32 i)
{
	u32 reads = 0;

	for (u32 k = i + 1; k < log->count; k++) {
		struct mms_ev_swap_in *e = read_at(log, k);

		if (!forgery_same_task(&log->event[k], &log->event[i]))
			continue;
		if (window_at(log, k))
			return;
		if (!e || e->sync || e->order)
			continue;
		if (reads++ >= window_at(log, i)->win) {
			forgery_drop(log, k);
			continue;
		}
		e->single = window_at(log, i)->win == 1;
		follow(e);
	}
}

/* The next window of the mapping, or of anybody on the device, has this one before it. */
static void follow_next(struct mms_log *log, u32 i)
{
	const struct mms_ev_swap_ra *e = window_at(log, i);

	for (u32 k = i + 1; k < log->count; k++) {
		struct mms_ev_swap_ra *next = window_at(log, k);

		if (!next || next->ra != e->ra || next->max_win == 1 ||
		    (e->ra == MMS_ra_kind_vma && (next->lo != e->lo || next->hi != e->hi)))
			continue;
		next->prev_win = e->win;
		follow_window(next);
		follow_reads(log, k);
		return;
	}
}

static bool no_hits(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window_at(log, i);

	(void)r;
	if (!e || e->max_win == 1 || !e->hits)
		return false;
	e->hits = 0;
	e->prev = e->cur + 100;
	follow_window(e);
	follow_reads(log, i);
	follow_next(log, i);
	return true;
}

static bool many_hits(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window_at(log, i);

	(void)r;
	if (!e || e->max_win == 1 || e->win >= e->max_win)
		return false;
	e->hits = e->max_win;
	follow_window(e);
	follow_reads(log, i);
	follow_next(log, i);
	return true;
}

/* Hits that come to the same window. */
static bool hit_more(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window_at(log, i);
	u16 win = e ? e->win : 0;
	u32 hits = e ? e->hits : 0;

	(void)r;
	if (!e || e->max_win == 1 || !hits)
		return false;
	e->hits++;
	follow_window(e);
	if (e->win == win)
		return true;
	e->hits = hits;
	follow_window(e);
	return false;
}

static bool no_readahead(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window_at(log, i);

	(void)r;
	if (!e || e->max_win == 1)
		return false;
	e->max_win = 1;
	e->prev = 0;
	follow_window(e);
	follow_reads(log, i);
	return true;
}

/* The window before, and the window that follows from it. */
static bool window_before(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window_at(log, i);

	(void)r;
	if (!e || e->max_win == 1 || e->prev_win > 8)
		return false;
	e->prev_win = (u16)(2 * e->max_win);
	follow_window(e);
	follow_reads(log, i);
	return true;
}

/* Another mapping at the same pages: a page more at each end. */
static bool mapping(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window_at(log, i);

	(void)r;
	if (!e || e->ra != MMS_ra_kind_vma || e->start == e->lo || e->end == e->hi)
		return false;
	e->lo--;
	e->hi++;
	return true;
}

static bool window_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!window_at(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

static bool read_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!read_at(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

static bool slot(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!read_at(log, i))
		return false;
	log->event[i].swap_in.offset += 1 + mms_random_below(r, 1000);
	return true;
}

/* Pages of a longer window are polled for as if each were alone. */
static bool window_polled(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || e->single || e->order || e->how != MMS_swap_how_interrupt)
		return false;
	e->single = e->can_poll = 1;
	e->mode = MMS_swap_poll_poll;
	follow(e);
	return true;
}

/* A page that is alone in its window is said to be one of many. */
static bool not_alone(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || !e->single || e->order)
		return false;
	e->single = 0;
	follow(e);
	return true;
}

static bool mean(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || e->how != MMS_swap_how_hybrid || e->delay)
		return false;
	e->mean = 2 * e->mean + 1000;
	follow(e);
	return true;
}

static bool delay(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || e->how != MMS_swap_how_hybrid || !e->delay)
		return false;
	e->delay += 1000;
	follow(e);
	return true;
}

/* What nobody reads: the mean where no read is hybrid, the delay likewise. */
static bool unread(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || e->how == MMS_swap_how_hybrid)
		return false;
	e->mean += 1000;
	e->delay += 1000;
	return true;
}

/* A read that says something else of itself, and was read as that. */
static bool plain_read(struct mms_log *log, u32 i, struct mms_ev_swap_in **e)
{
	*e = read_at(log, i);
	return *e && (*e)->how >= MMS_swap_how_interrupt;
}

static bool zswap(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e;

	(void)r;
	if (!plain_read(log, i, &e))
		return false;
	e->how = MMS_swap_how_zswap;
	e->sleep = 0;
	return true;
}

static bool zeros(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e;

	(void)r;
	if (!plain_read(log, i, &e))
		return false;
	e->zero = 1;
	follow(e);
	return true;
}

static bool not_zeros(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || !e->zero)
		return false;
	e->zero = 0;
	e->how = MMS_swap_how_interrupt;
	follow(e);
	return true;
}

static bool file_system(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e;

	(void)r;
	if (!plain_read(log, i, &e))
		return false;
	e->fs = 1;
	follow(e);
	return true;
}

static bool no_queues(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e;

	(void)r;
	if (!plain_read(log, i, &e) || !e->can_poll)
		return false;
	e->can_poll = 0;
	follow(e);
	return true;
}

static bool queues(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e;

	(void)r;
	if (!plain_read(log, i, &e) || e->can_poll)
		return false;
	e->can_poll = 1;
	follow(e);
	return true;
}

static bool large(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e;

	(void)r;
	if (!plain_read(log, i, &e) || e->order)
		return false;
	e->order = 2;
	e->single = 0;
	follow(e);
	return true;
}

static bool other_mode(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e;

	(void)r;
	if (!plain_read(log, i, &e))
		return false;
	e->mode = (u8)((e->mode + 1) % 3);
	follow(e);
	return true;
}

static bool reader_task(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!read_at(log, i))
		return false;
	log->event[i].pid += (s32)(1 + mms_random_below(r, 100));
	return true;
}

static bool latency(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	(void)r;
	if (e->kind != MMS_KIND_swap_in_done)
		return false;
	e->swap_in_done.lat *= 10;
	return true;
}

const struct mutation forgery_swap_in[] = {
	{"no hits, so a smaller window and fewer reads", no_hits, NULL},
	{"many hits, so a larger window", many_hits, NULL},
	{"a hit more, and the same window", hit_more, NULL},
	{"page_cluster is 0", no_readahead, NULL},
	{"larger window before, so a larger window", window_before, NULL},
	{"larger mapping", mapping, NULL},
	{"window never told", window_dropped, NULL},
	{"read never told", read_dropped, NULL},
	{"another slot", slot, NULL},
	{"pages of a window polled for", window_polled, NULL},
	{"a page alone said to be one of a window", not_alone, NULL},
	{"mean of hybrid polling and its sleep", mean, NULL},
	{"delay of hybrid polling and its sleep", delay, NULL},
	{"mean and delay where no read is hybrid", unread, NULL},
	{"zswap had the page", zswap, NULL},
	{"the page was all zeros", zeros, NULL},
	{"the page was not all zeros", not_zeros, NULL},
	{"the file system reads", file_system, NULL},
	{"the device has no queues to poll", no_queues, NULL},
	{"the device has queues to poll", queues, NULL},
	{"a large folio was read", large, NULL},
	{"another vm.swap_poll", other_mode, NULL},
	{"another task reads", reader_task, NULL},
	{"latency of a read", latency, NULL},
};
const unsigned forgery_n_swap_in = MMS_COUNT(forgery_swap_in);
