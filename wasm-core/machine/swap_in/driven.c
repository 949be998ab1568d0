/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swap-in driven by a capture: each fault's window and each read, in the record's order and at its time, decided under
 * another vm.swap_poll.
 *
 * A read has the time of the disk that the record's read had: its lat, without the interrupt where one told its end. Where
 * hybrid polling slept longer than the disk took, what it took is not told; then the read before it stands for it, but
 * never with more than lat. What sleeping, waking and polling cost is assumed: the model's own costs (steps.c). The mean
 * that hybrid polling sleeps by is rebuilt from this run's own reads.
 *
 * What a task would have done had its reads been faster is not told: it asks when it asked there.
 */
#include "internal.h"

#include "policy/swapin.h"

#define SETS 128 /* of reads under way, by slot */
#define WAYS 8
#define TASKS 64
#define EVENTS_PER_RUN 65536 /* of the record, looked at in one mms_machine_run() */
#define NEAR 10 /* a mean is near where it is off by a tenth at most */

struct driven_read { /* under way, in the record */
	u64 offset, sleep;
	s16 type;
	u8 how, there; /* here and there */
	bool used;
};

struct driven_window { /* of a task's last fault */
	s32 pid;
	u32 win;
	bool used;
};

struct swap_in_driven {
	struct mms_asif by;
	struct mms_out out;
	struct mms_params p;
	bool told;
	u32 at, oldest, tasks;
	u64 decisions, means, near;
	struct poll_stat poll[MMS_DEVS];
	u64 device[MMS_DEVS]; /* time of the disk for the last read that told it; 0: none did */
	struct driven_window window[TASKS];
	struct driven_read read[SETS][WAYS];
};

static struct driven_window *window_of(struct swap_in_driven *d, s32 pid)
{
	struct driven_window *w = &d->window[0];

	for (u32 i = 0; i < TASKS; i++)
		if (d->window[i].used && d->window[i].pid == pid)
			return &d->window[i];
	w = &d->window[d->tasks++ % TASKS];
	*w = (struct driven_window){.pid = pid};
	return w;
}

/* mm/swap_state.c: swap_vma_readahead() and swap_cluster_readahead(), from what the record's fault found. */
static void decide_window(struct swap_in_driven *d, struct mms_ev_swap_ra *e, s32 pid)
{
	struct driven_window *window = window_of(d, pid);
	struct mms_ra_range range = {0, 0};

	e->win = 1;
	if (e->max_win > 1)
		e->win = (u16)mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win);
	if (e->win > 1)
		range = e->ra == MMS_ra_kind_vma ? mms_swap_vma_ra_win(e->prev, e->cur, e->win, e->lo, e->hi)
						 : mms_swap_cluster_ra(e->cur, e->win, e->hi);
	e->start = range.start;
	e->end = range.end;
	window->win = e->win;
	window->used = true;
	d->decisions++;
}

static bool polled(u8 how)
{
	return how == MMS_swap_how_poll || how == MMS_swap_how_hybrid;
}

static bool known_device(s16 type)
{
	return type >= 0 && type < MMS_DEVS;
}

/* Where a read of this slot is noted, or can be: of too many at once one is forgotten. */
static struct driven_read *noted(struct swap_in_driven *d, s16 type, u64 offset)
{
	struct driven_read *set = d->read[(offset + (u16)type) % SETS], *free = NULL;

	for (u32 i = 0; i < WAYS; i++) {
		if (set[i].used && set[i].type == type && set[i].offset == offset)
			return &set[i];
		if (!set[i].used && !free)
			free = &set[i];
	}
	return free ? free : &set[d->oldest++ % WAYS];
}

/* Under the record's own switch what was read there, and whether this run's own reads give the same. */
static u64 mean_of(struct swap_in_driven *d, const struct mms_ev_swap_in *e, u64 now)
{
	u64 mean = known_device(e->type) ? si_swap_poll_mean(&d->poll[e->type], now) : 0;
	u64 off = mean > e->mean ? mean - e->mean : e->mean - mean;

	if (!d->by.own)
		return polled(e->how) ? mean : 0;
	if (e->mean) {
		d->means++;
		d->near += off <= e->mean / NEAR;
	}
	return e->mean;
}

static void decide_read(struct swap_in_driven *d, struct mms_ev_swap_in *e, s32 pid, u64 now)
{
	const struct driven_window *window = e->sync ? NULL : window_of(d, pid);
	struct driven_read *r = noted(d, e->type, e->offset);
	struct mms_swap_read read = {
		.zero = e->zero, .zswap = e->zswap, .fs = e->fs, .sync = e->sync, .can_poll = e->can_poll, .order = e->order,
		.single = window && window->used ? window->win == 1 : e->single,
		.mode = d->by.own ? e->mode : (u8)d->p.swap_poll,
	};

	*r = (struct driven_read){.offset = e->offset, .type = e->type, .there = e->how, .used = true};
	e->single = read.single;
	e->mode = read.mode;
	e->how = r->how = mms_swap_read_how(&read);
	e->mean = mean_of(d, e, now);
	e->sleep = r->sleep = mms_swap_poll_nsecs(e->how, e->delay, e->mean);
	if (!d->by.own) {
		e->mean_n = UINT64_MAX;
		e->window = UINT64_MAX;
	}
	d->decisions++;
}

/* Time of the disk for the record's read. */
static u64 device_ns(struct swap_in_driven *d, const struct mms_ev_swap_in_done *e)
{
	u64 *last = &d->device[e->type], irq = (u64)d->p.irq_ns;

	if (e->how == MMS_swap_how_hybrid && e->slept && e->polls <= 1)
		return *last ? MMS_MIN(*last, e->lat) : e->lat;
	*last = e->how == MMS_swap_how_interrupt && e->lat > irq ? e->lat - irq : e->lat;
	return *last;
}

/* The read's end as it would have been. */
static void end_read(struct swap_in_driven *d, struct mms_ev_swap_in_done *e, const struct driven_read *r)
{
	u64 device = device_ns(d, e), at[STEPS], on_cpu;
	u8 mode = r->how == MMS_swap_how_interrupt ? MMS_swap_poll_interrupt
		  : r->how == MMS_swap_how_poll    ? MMS_swap_poll_poll
						   : MMS_swap_poll_hybrid;

	si_steps_alone(&d->p, mode, device, r->sleep, 0, at, &on_cpu);
	e->how = r->how;
	e->slept = 0;
	e->polls = 0;
	e->yields = 0;
	if (mode == MMS_swap_poll_interrupt) {
		e->lat = device + (u64)d->p.irq_ns;
		return;
	}
	e->lat = at[KNOWN];
	e->slept = r->sleep ? at[BACK] : 0;
	e->polls = (at[KNOWN] - at[POLLING]) / (u64)d->p.poll_ns;
}

static void done(struct swap_in_driven *d, struct mms_ev_swap_in_done *e, u64 now)
{
	struct driven_read *r = noted(d, e->type, e->offset);
	bool known = r->used && r->type == e->type && r->offset == e->offset && r->there == e->how;

	if (!known_device(e->type))
		return;
	if (!d->by.own) {
		e->window = UINT64_MAX;
		e->window_n = UINT64_MAX;
		if (known && (r->how != e->how || r->how == MMS_swap_how_hybrid))
			end_read(d, e, r);
	}
	if (polled(e->how))
		si_swap_poll_account(&d->poll[e->type], now, e->lat);
	if (known)
		r->used = false;
}

static bool goes_along(u8 kind)
{
	switch (kind) {
	case MMS_KIND_node:
	case MMS_KIND_mark:
	case MMS_KIND_lost:
	case MMS_KIND_swap_list:
	case MMS_KIND_swap_ra:
	case MMS_KIND_swap_in:
	case MMS_KIND_swap_in_done: return true;
	default: return false;
	}
}

/* False: the log is full. */
static bool play(struct swap_in_driven *d, const struct mms_event *by)
{
	const struct mms_who who = {by->cpu, by->pid, by->comm};
	struct mms_event *e;
	u64 ts;

	if (!goes_along(by->kind))
		return true;
	e = mms_emit(&d->out, (enum mms_kind_id)by->kind, by->ts, &who);
	if (!e)
		return false;
	ts = e->ts;
	*e = *by;
	e->ts = ts;
	if (by->kind == MMS_KIND_swap_ra)
		decide_window(d, &e->swap_ra, by->pid);
	else if (by->kind == MMS_KIND_swap_in)
		decide_read(d, &e->swap_in, by->pid, ts);
	else if (by->kind == MMS_KIND_swap_in_done)
		done(d, &e->swap_in_done, ts);
	return true;
}

static bool has_reads(const struct mms_log *from)
{
	for (u32 i = 0; i < from->count; i++)
		if (from->event[i].kind == MMS_KIND_swap_in)
			return true;
	return false;
}

void *si_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
	       const struct mms_asif *asif, struct mms_error *error)
{
	struct swap_in_driven *d = has_reads(asif->from) ? mms_arena_alloc(arena, sizeof(*d)) : NULL;

	if (!has_reads(asif->from)) {
		mms_fail(error, MMS_status_range, "this capture tells of no read from swap, so that there is nothing to decide otherwise");
		return NULL;
	}
	if (!d || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is reached");
		return NULL;
	}
	d->by = *asif;
	d->p = *params;
	d->out.log = log;
	return d;
}

static void tell(struct swap_in_driven *d, const char *name, u64 value)
{
	const struct mms_who nobody = {.comm = "mmscope"};
	struct mms_event *e = mms_emit(&d->out, MMS_KIND_stat, d->at ? d->by.from->event[d->at - 1].ts : 0, &nobody);
	struct mms_text text;

	if (!e)
		return;
	text = mms_text(e->stat.text, sizeof(e->stat.text));
	mms_put(&text, name);
	e->stat.value = value;
}

enum mms_status_id si_run_driven(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct swap_in_driven *d = machine;
	u64 until = d->decisions + max_decisions;

	for (u32 n = 0; d->at < d->by.from->count; n++) {
		if (d->decisions >= until || n >= EVENTS_PER_RUN)
			return MMS_status_more;
		if (!play(d, &d->by.from->event[d->at++]))
			break;
	}
	if (d->by.own && !d->told) {
		d->told = true;
		tell(d, "asif/means", d->means);
		tell(d, "asif/means_near", d->near);
	}
	return mms_emit_status(&d->out, error);
}
