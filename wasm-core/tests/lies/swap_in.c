/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about readahead and about how a page is read from swap. */
#include "lie.h"
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

/* Polled for, with a sleep before it or without. */
static bool polled(const struct mms_ev_swap_in *e)
{
	return e->how == MMS_swap_how_poll || e->how == MMS_swap_how_hybrid;
}

/* Sleeps by the mean, not by a delay that is set. */
static bool sleeps_by_mean(const struct mms_ev_swap_in *e)
{
	return e->how == MMS_swap_how_hybrid && !e->delay;
}

/* Read as one of a window, and not polled for. */
static bool one_of_window(const struct mms_ev_swap_in *e)
{
	return !e->single && !e->order && e->how == MMS_swap_how_interrupt;
}

/* Really read, from the device or by the file system. */
static bool plain(const struct mms_ev_swap_in *e)
{
	return e->how >= MMS_swap_how_interrupt;
}

/* Was the last window of the task wider than its page? */
static bool in_wide_window(struct mms_log *log, u32 i)
{
	for (u32 k = i; k--;)
		if (window_at(log, k) && log->event[k].pid == log->event[i].pid)
			return window_at(log, k)->win != 1;
	return false;
}

/* The window whose reads a mean is of, if its first one is in the log; else 0. */
static u64 window_of_mean(const struct mms_log *log, const struct mms_ev_swap_in *e)
{
	u64 window = 0;
	bool first = false;

	for (u32 k = 0; k < log->count; k++) {
		const struct mms_ev_swap_in_done *done = &log->event[k].swap_in_done;

		if (log->event[k].kind != MMS_KIND_swap_in_done || done->window_n == UINT64_MAX || !done->window_n ||
		    done->type != e->type || done->window >= e->window || done->window < window)
			continue;
		first = (first && done->window == window) || done->window_n == 1;
		window = done->window;
	}
	return first ? window : 0;
}

/* Its mean is of reads whose times are recorded. */
static bool mean_known(const struct mms_log *log, const struct mms_ev_swap_in *e)
{
	return e->mean_n != UINT64_MAX && e->mean_n && window_of_mean(log, e);
}

/* The first read whose mean could be of this one, behind event i; NULL: none, or it is of another window. */
static const struct mms_ev_swap_in *read_by_mean_of(struct mms_log *log, u32 i, const struct mms_ev_swap_in_done *done)
{
	if (done->window_n == UINT64_MAX || !done->window_n)
		return NULL;
	for (u32 k = i; k < log->count; k++) {
		const struct mms_ev_swap_in *e = read_at(log, k);

		if (e && e->window != UINT64_MAX && e->type == done->type && e->window > done->window)
			return window_of_mean(log, e) == done->window ? e : NULL;
	}
	return NULL;
}

void lie_follow_read(struct mms_ev_swap_in *e, bool zswap)
{
	struct mms_swap_read read = {
		.zero = e->zero, .zswap = zswap, .fs = e->fs, .sync = e->sync,
		.single = e->single, .can_poll = e->can_poll, .order = e->order, .mode = e->mode,
	};

	e->how = mms_swap_read_how(&read);
	e->sleep = mms_swap_poll_nsecs(e->how, e->delay, e->mean);
}

static void follow(struct mms_ev_swap_in *e)
{
	lie_follow_read(e, e->how == MMS_swap_how_zswap);
}

void lie_follow_window(struct mms_ev_swap_ra *e)
{
	struct mms_ra_range range = {0, 0};

	e->win = (u16)(e->max_win > 1 ? mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win) : 1);
	if (e->win > 1)
		range = e->ra == MMS_ra_kind_vma ? mms_swap_vma_ra_win(e->prev, e->cur, e->win, e->lo, e->hi)
						 : mms_swap_cluster_ra(e->cur, e->win, e->hi);
	e->start = range.start;
	e->end = range.end;
}

/* The window at i, and its reads: no more of them than it says, and polled for where it is one page. */
static void follow_reads(struct mms_log *log, u32 i)
{
	u32 reads = 0;

	lie_follow_window(window_at(log, i));
	for (u32 k = i + 1; k < log->count; k++) {
		struct mms_ev_swap_in *e = read_at(log, k);

		if (!lie_same_task(&log->event[k], &log->event[i]))
			continue;
		if (window_at(log, k))
			return;
		if (!e || e->sync || e->order)
			continue;
		if (reads++ >= window_at(log, i)->win) {
			DROP(&log->event[k]);
			continue;
		}
		e->single = window_at(log, i)->win == 1;
		follow(e);
	}
}

/* All that, and the next window of the mapping, or of anybody on the device, which has this one before it. */
static void follow_windows(struct mms_log *log, u32 i)
{
	const struct mms_ev_swap_ra *e = window_at(log, i);

	follow_reads(log, i);
	for (u32 k = i + 1; k < log->count; k++) {
		struct mms_ev_swap_ra *next = window_at(log, k);

		if (!next || next->ra != e->ra || next->max_win == 1 ||
		    (e->ra == MMS_ra_kind_vma && (next->lo != e->lo || next->hi != e->hi)))
			continue;
		next->prev_win = e->win;
		follow_reads(log, k);
		return;
	}
}

/* A hit more, and the window is the same. */
static bool hit_more(struct mms_ev_swap_ra *e)
{
	struct mms_ev_swap_ra more = *e;

	more.hits++;
	lie_follow_window(&more);
	if (more.win != e->win)
		return false;
	*e = more;
	return true;
}

static bool no_such_device(struct mms_log *log, u32 i, struct mms_random *r)
{
	s16 type = (s16)(MMS_DEVS + (s16)BELOW(100));

	if (window_at(log, i))
		window_at(log, i)->type = type;
	else if (read_at(log, i))
		read_at(log, i)->type = type;
	else
		return false;
	return true;
}

#define HITS "Pages found in the swap cache count as hits without an event, and of so few their account may be off."
#define ZEROS "Which pages are all zeros is known from this event alone."

#define LIES "swap_in.def"
#define FILE_OF_LIES lies_swap_in
#include "rows.h"
