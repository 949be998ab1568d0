/* SPDX-License-Identifier: Apache-2.0 */
/* Falsified swap-in. */
#include "mutation.h"

#include "mms/enums.h"

static struct mms_ev_swap_ra *window(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_swap_ra ? &log->event[i].swap_ra : NULL;
}

/* One that reads more than its page. */
static struct mms_ev_swap_ra *wide(struct mms_log *log, u32 i)
{
	struct mms_ev_swap_ra *e = window(log, i);

	return e && e->win > 1 ? e : NULL;
}

static struct mms_ev_swap_in *read_at(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_swap_in ? &log->event[i].swap_in : NULL;
}

/* One that was polled for, with a sleep before it or without. */
static struct mms_ev_swap_in *polled(struct mms_log *log, u32 i)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	return e && (e->how == MMS_swap_how_poll || e->how == MMS_swap_how_hybrid) ? e : NULL;
}

static bool win(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window(log, i);

	if (!e)
		return false;
	e->win = mms_random_below(r, 2) ? (u16)(e->win * 2) : (u16)(e->win + mutate_off(r));
	return true;
}

static bool start(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window(log, i);

	if (!e)
		return false;
	e->start += (u64)mutate_off(r);
	return true;
}

static bool end(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window(log, i);

	if (!e)
		return false;
	e->end += (u64)mutate_off(r);
	return true;
}

static bool max_win(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = wide(log, i);

	/* smaller than the window, and the window before does not excuse it */
	if (!e || e->prev_win / 2 >= e->win)
		return false;
	e->max_win = mms_random_below(r, 2) ? e->win / 2 : 1;
	return true;
}

static bool too_wide(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window(log, i);

	if (!e || e->ra != MMS_ra_kind_vma)
		return false;
	e->max_win = (u16)(64u << mms_random_below(r, 3));
	return true;
}

static bool hits(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window(log, i);

	/* so many that the window would be twice as wide */
	if (!e || e->win >= e->max_win)
		return false;
	e->hits = 2u * e->win + mms_random_below(r, 9);
	return true;
}

static bool prev_win(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window(log, i);

	if (!e || e->max_win == 1)
		return false;
	e->prev_win = (u16)(4 * e->win + mms_random_below(r, 3));
	return true;
}

static bool fault(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = wide(log, i);

	if (!e)
		return false;
	e->cur = mms_random_below(r, 2) ? e->end + mms_random_below(r, 9) : e->start - 1 - mms_random_below(r, 9);
	return true;
}

static bool bounds(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = wide(log, i);

	/* the lower bound of a device is slot 1, whatever the event says */
	if (!e)
		return false;
	if (e->ra == MMS_ra_kind_vma && mms_random_below(r, 2))
		e->lo = e->start + 1;
	else
		e->hi = e->end - 1;
	return true;
}

/* Beside a page without hits the window is 2, elsewhere 1. */
static bool prev(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_ra *e = window(log, i);

	if (!e || e->hits || e->prev_win > 3 || e->max_win < 2)
		return false;
	e->prev = e->win == 1 ? e->cur + 1 : e->cur + 2 + mms_random_below(r, 90);
	return true;
}

static bool no_device(struct mms_log *log, u32 i, struct mms_random *r)
{
	s16 type = (s16)(MMS_DEVS + (s16)mms_random_below(r, 100));

	if (window(log, i))
		window(log, i)->type = type;
	else if (read_at(log, i))
		read_at(log, i)->type = type;
	else
		return false;
	return true;
}

static bool how(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);
	u8 now = (u8)mms_random_below(r, MMS_swap_how_hybrid + 2);

	/* nothing but its own word tells of zswap */
	if (!e || now == e->how || now == MMS_swap_how_zswap || e->how == MMS_swap_how_zswap)
		return false;
	e->how = now;
	return true;
}

/* Whatever makes a read ineligible for polling. */
static bool ineligible(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = polled(log, i);

	if (!e)
		return false;
	switch (mms_random_below(r, 7)) {
	case 0: e->single = 0; break;
	case 1: e->can_poll = 0; break;
	case 2: e->order = (u8)(1 + mms_random_below(r, 9)); break;
	case 3: e->sync = 1; break;
	case 4: e->fs = 1; break;
	case 5: e->zero = 1; break;
	default: e->mode = (u8)((e->mode + 1 + mms_random_below(r, 2)) % 3); break;
	}
	return true;
}

/* And whatever makes it eligible. */
static bool eligible(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	if (!e || e->how != MMS_swap_how_interrupt)
		return false;
	e->single = e->can_poll = 1;
	e->order = 0;
	e->mode = (u8)(1 + mms_random_below(r, 2));
	return true;
}

/* A page of a longer window is polled for as if it were alone. */
static bool window_polled(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || e->single || e->order || e->how != MMS_swap_how_interrupt)
		return false;
	for (u32 k = i; k--;)
		if (log->event[k].kind == MMS_KIND_swap_ra && log->event[k].pid == log->event[i].pid) {
			if (log->event[k].swap_ra.win == 1)
				return false;
			e->single = e->can_poll = 1;
			e->mode = MMS_swap_poll_poll;
			e->how = MMS_swap_how_poll;
			return true;
		}
	return false;
}

/* The device or the page is another than it was read as. */
static bool device(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	if (!e || e->how == MMS_swap_how_zswap)
		return false;
	if (e->zero || mms_random_below(r, 3) == 0)
		e->zero ^= 1;
	else if (e->fs || mms_random_below(r, 2))
		e->fs ^= 1;
	else
		e->sync ^= 1;
	return true;
}

static bool sleep_before(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	if (!e)
		return false;
	e->sleep += (u64)mutate_off(r);
	return true;
}

static bool mean(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = polled(log, i);

	if (!e || e->how != MMS_swap_how_hybrid || e->delay)
		return false;
	e->mean += 2 + mms_random_below(r, 1000);
	return true;
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

/* The mean, and the sleep that follows from it. */
static bool both_means(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = polled(log, i);

	if (!e || e->how != MMS_swap_how_hybrid || e->delay || e->mean_n == UINT64_MAX || !e->mean_n ||
	    !window_of_mean(log, e))
		return false;
	e->mean += 2 * (1 + mms_random_below(r, 1000));
	e->sleep = (e->mean + 1) / 2;
	return true;
}

static bool mean_n(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	if (!e || e->mean_n == UINT64_MAX || !e->mean_n || !window_of_mean(log, e))
		return false;
	e->mean_n += 1 + mms_random_below(r, 9);
	return true;
}

/* The time of a read that a mean is of. */
static bool time_of_read(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in_done *done = &log->event[i].swap_in_done;

	if (log->event[i].kind != MMS_KIND_swap_in_done || done->window_n == UINT64_MAX || !done->window_n)
		return false;
	for (u32 k = i; k < log->count; k++) {
		const struct mms_ev_swap_in *e = read_at(log, k);

		if (!e || e->window == UINT64_MAX || e->type != done->type || e->window <= done->window)
			continue;
		if (window_of_mean(log, e) != done->window)
			return false;
		done->lat += e->mean_n * (1 + mms_random_below(r, 1000));
		return true;
	}
	return false;
}

static bool zswap(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	(void)r;
	if (!e || e->zswap == UINT64_MAX)
		return false;
	e->zswap ^= 1;
	return true;
}

static bool delay(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = polled(log, i);

	if (!e || e->how != MMS_swap_how_hybrid)
		return false;
	e->delay = e->sleep + 1 + mms_random_below(r, 1000);
	return true;
}

static bool flag(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_in *e = read_at(log, i);

	if (!e)
		return false;
	switch (mms_random_below(r, 5)) {
	case 0: e->single = 2; break;
	case 1: e->can_poll = 255; break;
	case 2: e->zero = 3; break;
	case 3: e->order = 60; break;
	default: e->mode = 3; break;
	}
	return true;
}

const struct mutation swap_in_mutations[] = {
	{"window", win, NULL},
	{"first page", start, NULL},
	{"last page", end, NULL},
	{"page_cluster", max_win, NULL},
	{"page_cluster above its limit", too_wide, NULL},
	{"hits", hits, NULL},
	{"window before", prev_win, NULL},
	{"fault", fault, NULL},
	{"bounds", bounds, NULL},
	{"fault before", prev, NULL},
	{"device that cannot be", no_device, NULL},
	{"how", how, NULL},
	{"ineligible", ineligible, NULL},
	{"eligible", eligible, NULL},
	{"page of a window polled", window_polled, NULL},
	{"device", device, NULL},
	{"sleep", sleep_before, NULL},
	{"mean", mean, NULL},
	{"mean and sleep", both_means, NULL},
	{"reads of a mean", mean_n, NULL},
	{"time of a read", time_of_read, NULL},
	{"zswap", zswap, NULL},
	{"delay", delay, NULL},
	{"values that cannot be", flag, NULL},
	{"line dropped", NULL, mutate_line_dropped},
	{"line doubled", NULL, mutate_line_doubled},
	{"field dropped", NULL, mutate_field_dropped},
	{"byte changed", NULL, mutate_byte_changed},
};
const unsigned n_swap_in_mutations = MMS_COUNT(swap_in_mutations);
