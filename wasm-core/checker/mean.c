/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The mean that the hybrid sleep is half of, computed again from the reads it was made of, before the first event is
 * checked. Each polled read says which window its time was counted in, and as which of that window's reads
 * (kernel-patches/series/0010); a mean is that of the last window with any that had ended. Which task read matters to
 * no one, so the tracer leaves out none of them.
 */
#include "internal.h"

#include "base/sort.h"

#define BEFORE 4096 /* events before a read, among which a swapon is looked for */
#define WINDOW_NS 100000000ull /* SWAP_POLL_WINDOW */

/* A device's windows, one after the other. */
struct device {
	u64 window;       /* the one that is summed up; 0: none yet */
	u64 sum, n, turn; /* of it: times, reads, their numbers in total */
	u64 last, mean, mean_n; /* the one before it, its mean; mean_n 0: not known */
};

static bool is_read(const struct mms_event *e)
{
	return e->kind == MMS_KIND_swap_in_done && e->swap_in_done.window_n != UINT64_MAX && e->swap_in_done.window_n;
}

static bool asks(const struct mms_event *e)
{
	return e->kind == MMS_KIND_swap_in && e->swap_in.window != UINT64_MAX && e->swap_in.window;
}

/* The window that is summed up has ended. A read of it that was not seen makes its mean unknown. */
static void ends(struct device *d)
{
	bool all = d->n && d->turn == d->n * (d->n + 1) / 2;

	if (!d->window)
		return;
	d->last = d->window;
	d->mean = all ? d->sum / d->n : 0;
	d->mean_n = all ? d->n : 0;
	d->window = 0;
}

static void add(struct device *d, const struct mms_ev_swap_in_done *e)
{
	if (d->window != e->window) {
		ends(d);
		*d = (struct device){.window = e->window, .last = d->last, .mean = d->mean, .mean_n = d->mean_n};
	}
	d->sum += e->lat;
	d->turn += e->window_n;
	d->n++;
}

/* May another device have been swapped on under this number since that window? */
static bool forgotten(const struct mms_log *log, u32 index, u64 since)
{
	for (u32 i = index, seen = 0; i--; seen++) {
		const struct mms_event *e = &log->event[i];

		if (e->ts < since && !mms_kind_bare(e->kind))
			return false;
		if (seen == BEFORE)
			return true;
		if (e->kind == MMS_KIND_swap_list && e->swap_list.type == log->event[index].swap_in.type &&
		    e->swap_list.op == MMS_list_op_add && e->swap_list.reason == MMS_list_reason_swapon)
			return true;
	}
	return false;
}

static u8 judge(const struct mms_log *log, u32 index, struct device *d)
{
	const struct mms_ev_swap_in *e = &log->event[index].swap_in;

	ends(d);
	if (e->window > log->event[index].ts + WINDOW_NS)
		return MMS_CONTEXT_MEAN;
	if (!d->mean_n || forgotten(log, index, d->last))
		return MMS_CONTEXT_NONE;
	return e->mean == d->mean && e->mean_n == d->mean_n ? MMS_CONTEXT_FITS : MMS_CONTEXT_MEAN;
}

bool mms_means_begin(struct mms_checker *c, struct mms_arena *arena)
{
	struct device device[MMS_DEVS];
	struct mms_sort_item *item, *spare;
	size_t top = arena->top;
	u32 n = 0, at = 0;

	for (u32 i = 0; i < c->log->count; i++)
		n += is_read(&c->log->event[i]) || asks(&c->log->event[i]);
	if (!n)
		return true;
	item = mms_arena_alloc_raw(arena, n * sizeof(*item));
	spare = mms_arena_alloc_raw(arena, n * sizeof(*item));
	if (!item || !spare)
		return false;
	/* whoever asks in a window does so before what is counted in it matters */
	for (u32 i = 0; i < c->log->count; i++) {
		const struct mms_event *e = &c->log->event[i];

		if (is_read(e))
			item[at++] = (struct mms_sort_item){.key = e->swap_in_done.window << 1 | 1, .index = i};
		else if (asks(e))
			item[at++] = (struct mms_sort_item){.key = e->swap_in.window << 1, .index = i};
	}
	mms_sort(item, spare, n);
	mms_fill(device, 0, sizeof(device));
	for (u32 i = 0; i < n; i++) {
		const struct mms_event *e = &c->log->event[item[i].index];

		if (item[i].key & 1)
			add(&device[e->swap_in_done.type % MMS_DEVS], &e->swap_in_done);
		else
			c->context[item[i].index].what = judge(c->log, item[i].index, &device[e->swap_in.type % MMS_DEVS]);
	}
	mms_arena_rewind(arena, top);
	return true;
}
