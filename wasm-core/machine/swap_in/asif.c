/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Swap-in driven by a capture: each fault and read of each task, in the task's order, decided under another
 * vm.swap_poll.
 *
 * A task does what it does next as long after a read's completion as it did there, but for the switch back that an
 * interrupt needs and polling does not; where the read takes longer or shorter here, all that follows is later or
 * sooner. Only a read of a single page can be decided otherwise, and that is the one its task waits for.
 *
 * The disk's time is what the record's read took, less the interrupt where one came at its end. Where hybrid polling slept
 * for longer than the disk took, nothing says by how much: then it is the mean of those known before, but not more than
 * the read would have taken without having slept too long. What an interrupt, a switch and a look at the queue cost are
 * the model's own (steps.c). The mean that hybrid polling sleeps by is that of this run's own reads; before the first of
 * them has ended, the record's.
 */
#include "asif.h"

#include "policy/swapin.h"

#define NONE UINT32_MAX
#define EVENTS_PER_RUN 65536 /* played in one mms_machine_run() */
#define NEAR 10              /* a mean is near where it is off by a tenth at most */

static bool sooner(const struct due *a, const struct due *b)
{
	return a->at < b->at || (a->at == b->at && a->event < b->event);
}

static void push(struct swap_in_asif *d, const struct due *due)
{
	u32 i = d->heap_n++;

	for (; i && sooner(due, &d->heap[(i - 1) / 2]); i = (i - 1) / 2)
		d->heap[i] = d->heap[(i - 1) / 2];
	d->heap[i] = *due;
}

static struct due pop(struct swap_in_asif *d)
{
	struct due first = d->heap[0], last = d->heap[--d->heap_n];
	u32 i = 0, child;

	while ((child = 2 * i + 1) < d->heap_n) {
		if (child + 1 < d->heap_n && sooner(&d->heap[child + 1], &d->heap[child]))
			child++;
		if (!sooner(&d->heap[child], &last))
			break;
		d->heap[i] = d->heap[child];
		i = child;
	}
	d->heap[i] = last;
	return first;
}

static const struct mms_event *of(const struct swap_in_asif *d, u32 event)
{
	return &d->by.from->event[event];
}

/* From one event of the record to a later one. */
static u64 between(const struct swap_in_asif *d, u32 from, u32 to)
{
	u64 begin = of(d, from)->ts, end = of(d, to)->ts;

	return end > begin ? end - begin : 0;
}

/* The event as it was there; NULL: the log is full. */
static struct mms_event *again(struct swap_in_asif *d, const struct mms_event *by, u64 at)
{
	const struct mms_who who = {by->cpu, by->pid, by->comm};
	struct mms_event *e = mms_emit(&d->out, (enum mms_kind_id)by->kind, at, &who);
	u64 ts;

	d->stop |= !e;
	if (!e)
		return NULL;
	ts = e->ts;
	*e = *by;
	e->ts = ts;
	return e;
}

/* mm/swap_state.c: swap_vma_readahead() and swap_cluster_readahead(), by what the fault found there. */
static void decide_window(struct swap_in_asif *d, struct mms_ev_swap_ra *e)
{
	struct mms_ra_range range = {0, 0};

	e->win = 1;
	if (e->max_win > 1)
		e->win = (u16)mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win);
	if (e->win > 1)
		range = e->ra == MMS_ra_kind_vma ? mms_swap_vma_ra_win(e->prev, e->cur, e->win, e->lo, e->hi)
						 : mms_swap_cluster_ra(e->cur, e->win, e->hi);
	e->start = range.start;
	e->end = range.end;
	d->count.faults++;
	d->decisions++;
}

static bool polled(u8 how)
{
	return how == MMS_swap_how_poll || how == MMS_swap_how_hybrid;
}

/* The device's statistics begin as the record found them. */
static void ask_mean(struct asif_dev *dev, const struct mms_event *by, u64 now)
{
	const struct mms_ev_swap_in *there = &by->swap_in;
	bool open = there->window != UINT64_MAX && there->window > by->ts && there->window - by->ts <= SWAP_POLL_WINDOW;

	if (!dev->asked) {
		dev->asked = true;
		dev->poll = (struct poll_stat){
			.window_end = open ? now + (there->window - by->ts) : 0, .mean = there->mean,
			.mean_nr = there->mean_n == UINT64_MAX ? 0 : (u32)MMS_MIN(there->mean_n, (u64)UINT32_MAX),
		};
	}
	si_swap_poll_mean(&dev->poll, now);
}

/* The decision under another switch needs this run's own mean; under its own the record's is taken, and compared. */
static void take_mean(struct swap_in_asif *d, struct mms_ev_swap_in *e, const struct poll_stat *poll)
{
	u64 off = poll->mean > e->mean ? poll->mean - e->mean : e->mean - poll->mean;

	if (d->by.own) {
		d->means += polled(e->how) && e->mean;
		d->means_near += polled(e->how) && e->mean && off <= e->mean / NEAR;
		return;
	}
	e->mean = poll->mean;
	e->mean_n = poll->mean_nr;
	e->window = poll->window_end;
}

/* mm/page_io.c:swap_read_folio() */
static void decide_read(struct swap_in_asif *d, struct mms_ev_swap_in *e, const struct mms_event *by, struct due *due)
{
	struct asif_dev *dev = &d->dev[e->type];
	/* do_swap_page() reads from a device as fast as memory, and large folios, without a window */
	bool windowed = due->win && !(e->sync && !e->single) && !e->order;
	struct mms_swap_read read = {
		.zero = e->zero, .fs = e->fs, .sync = e->sync, .can_poll = e->can_poll, .order = e->order,
		.zswap = e->zswap == UINT64_MAX ? e->how == MMS_swap_how_zswap : e->zswap,
		.single = windowed ? due->win == 1 : e->single,
		.mode = d->by.own ? e->mode : (u8)d->p.swap_poll,
	};

	e->single = read.single;
	e->mode = read.mode;
	e->how = mms_swap_read_how(&read);
	if (e->how >= MMS_swap_how_interrupt) {
		ask_mean(dev, by, due->at);
		take_mean(d, e, &dev->poll);
	}
	e->sleep = mms_swap_poll_nsecs(e->how, e->delay, e->mean);
	due->how = e->how;
	due->sleep = e->sleep;
	d->count.reads++;
	d->decisions++;
}

/* Can a read be decided otherwise? */
static bool by_switch(const struct mms_ev_swap_in *read, u8 how)
{
	return read->single && !read->order && how >= MMS_swap_how_interrupt;
}

/* How long after the disk the interrupt is handled. */
static u64 irq_ns(const struct mms_params *p, u64 device)
{
	return (u64)p->irq_ns + (device > (u64)p->switch_ns ? (u64)p->wake_ns : 0);
}

/* Time of the disk for a read of the record. */
static u64 device_ns(struct swap_in_asif *d, const struct mms_ev_swap_in *read, const struct mms_ev_swap_in_done *e)
{
	u64 late = e->slept > read->sleep ? e->slept - read->sleep : 0, ns = e->lat;
	struct asif_dev *dev = &d->dev[e->type];

	if (e->how == MMS_swap_how_hybrid && e->slept && e->polls <= 1) {
		ns -= MMS_MIN(ns, late);
		return dev->reads ? MMS_MIN(ns, dev->device_ns / dev->reads) : ns;
	}
	if (e->how == MMS_swap_how_interrupt)
		ns -= MMS_MIN(ns, irq_ns(&d->p, ns));
	dev->device_ns += ns;
	dev->reads++;
	return ns;
}

static const struct mms_ev_swap_in *read_there(const struct swap_in_asif *d, const struct due *end)
{
	return &of(d, d->turn[end->turn].index)->swap_in;
}

/* Is it decided otherwise, or sleeps otherwise? */
static bool differs(const struct swap_in_asif *d, const struct due *end)
{
	const struct mms_ev_swap_in_done *e = &of(d, end->event)->swap_in_done;
	const struct mms_ev_swap_in *there = read_there(d, end);

	return by_switch(there, e->how) && end->how >= MMS_swap_how_interrupt &&
	       (end->how != e->how || end->sleep != there->sleep);
}

/* Times of the read here. Returns that of its completion, since it was decided. */
static u64 steps(const struct swap_in_asif *d, const struct due *end, u8 how, u64 at[STEPS])
{
	u8 mode = how == MMS_swap_how_hybrid ? MMS_swap_poll_hybrid : MMS_swap_poll_poll;
	u64 on_cpu;

	if (how == MMS_swap_how_interrupt)
		mode = MMS_swap_poll_interrupt;
	si_steps_alone(&d->p, mode, end->device, end->sleep, 0, at, &on_cpu);
	return how == MMS_swap_how_interrupt ? end->device + irq_ns(&d->p, end->device) : at[KNOWN];
}

/* From the completion to the task that goes on: by interrupt, the switch back. */
static u64 back_ns(const struct swap_in_asif *d, const struct due *end, u8 how)
{
	u64 at[STEPS], done = steps(d, end, how, at);

	return at[KNOWN] > done ? at[KNOWN] - done : 0;
}

/* A read's end as it is here. */
static void decide_end(const struct swap_in_asif *d, struct mms_ev_swap_in_done *e, const struct due *end)
{
	u64 at[STEPS];

	if (!differs(d, end))
		return;
	e->how = end->how;
	e->lat = steps(d, end, end->how, at);
	e->slept = end->sleep ? at[BACK] : 0;
	e->polls = polled(e->how) ? (at[KNOWN] - at[POLLING]) / (u64)d->p.poll_ns : 0;
	e->yields = 0;
}

/* What its task does next, `due` being played. */
static void push_next(struct swap_in_asif *d, const struct due *due)
{
	u32 k = due->turn + 1;
	u64 after;

	if (k == d->turns || d->turn[k].key != d->turn[due->turn].key)
		return;
	after = between(d, due->event, d->turn[k].index);
	if (of(d, due->event)->kind == MMS_KIND_swap_in_done && differs(d, due)) {
		u64 back = back_ns(d, due, of(d, due->event)->swap_in_done.how);

		after = (after > back ? after - back : 0) + back_ns(d, due, due->how);
	}
	push(d, &(struct due){.at = due->at + after, .event = d->turn[k].index, .turn = k, .win = due->win});
}

static void play_read(struct swap_in_asif *d, struct due *due)
{
	const struct mms_event *by = of(d, due->event);
	struct mms_event *e = again(d, by, due->at);
	u32 done = d->pair[due->event], k = due->turn + 1;
	struct mms_ev_swap_in_done end;
	struct due ends;
	u64 lat, after;

	if (!e)
		return;
	decide_read(d, &e->swap_in, by, due);
	due->resumes = done != NONE && k < d->turns && done < d->turn[k].index;
	if (!due->resumes)
		push_next(d, due);
	if (done == NONE)
		return;
	ends = *due;
	ends.event = done;
	end = of(d, done)->swap_in_done;
	lat = end.lat;
	if (by_switch(&by->swap_in, end.how))
		ends.device = device_ns(d, &by->swap_in, &end);
	decide_end(d, &end, &ends);
	/* what it took to report it is there on top of its time */
	after = between(d, due->event, done);
	if (end.lat != lat)
		after = (after > lat ? after - lat : 0) + end.lat;
	ends.at += after;
	push(d, &ends);
}

/* A polled read's time counts, in this run's own statistics. */
static void account(struct swap_in_asif *d, struct mms_ev_swap_in_done *e, u64 now)
{
	struct poll_stat *poll = &d->dev[e->type].poll;

	if (polled(e->how))
		si_swap_poll_account(poll, now, e->lat);
	if (d->by.own)
		return;
	e->window = polled(e->how) ? poll->window_end : 0;
	e->window_n = polled(e->how) ? poll->nr : 0;
}

static void play_end(struct swap_in_asif *d, const struct due *due)
{
	const struct mms_event *by = of(d, due->event), *read = of(d, d->turn[due->turn].index);
	struct mms_event *e = again(d, by, due->at);

	if (!e)
		return;
	decide_end(d, &e->swap_in_done, due);
	if (e->swap_in_done.how != by->swap_in_done.how) { /* whom an interrupt would have come to is not recorded */
		e->cpu = read->cpu;
		e->pid = read->pid;
		mms_copy(e->comm, read->comm, sizeof(e->comm));
	}
	account(d, &e->swap_in_done, due->at);
	d->count.done++;
	if (due->resumes)
		push_next(d, due);
}

/* What no task's fault or read is; a completion whose read is not in the record among it. */
static void play_other(struct swap_in_asif *d, u32 event, u64 at)
{
	const struct mms_event *by = of(d, event);
	struct mms_event *e;

	switch (by->kind) {
	case MMS_KIND_node:
	case MMS_KIND_mark:
	case MMS_KIND_lost: again(d, by, at); break;
	case MMS_KIND_swap_list:
		again(d, by, at);
		/* mm/swapfile.c:swapon() begins the statistics anew */
		if (by->swap_list.op == MMS_list_op_add && by->swap_list.reason == MMS_list_reason_swapon &&
		    by->swap_list.type >= 0 && by->swap_list.type < MMS_DEVS)
			mms_fill(&d->dev[by->swap_list.type], 0, sizeof(d->dev[0]));
		break;
	case MMS_KIND_swap_in_done:
		e = d->pair[event] == NONE ? again(d, by, at) : NULL;
		if (e)
			account(d, &e->swap_in_done, at);
		break;
	default: break;
	}
}

static void play(struct swap_in_asif *d)
{
	struct due due = pop(d);
	const struct mms_event *by = of(d, due.event);
	struct mms_event *e;

	while (d->at < due.event && !d->stop) {
		u64 before = between(d, d->at, due.event);

		play_other(d, d->at++, due.at - MMS_MIN(before, due.at));
	}
	if (d->stop)
		return;
	switch (by->kind) {
	case MMS_KIND_swap_in: play_read(d, &due); return;
	case MMS_KIND_swap_in_done: play_end(d, &due); return;
	default:
		e = again(d, by, due.at);
		if (!e)
			return;
		decide_window(d, &e->swap_ra);
		due.win = e->swap_ra.win;
		push_next(d, &due);
	}
}

/* Sorts events of the record: faults and reads by task, or reads and completions by slot. */
static u32 sorted(const struct mms_log *from, struct mms_sort_item *item, struct mms_sort_item *spare, u8 also)
{
	u32 n = 0;

	for (u32 i = 0; i < from->count; i++) {
		const struct mms_event *e = &from->event[i];
		u64 key = (u32)e->pid;

		if (e->kind != MMS_KIND_swap_in && e->kind != also)
			continue;
		if (also == MMS_KIND_swap_in_done)
			key = e->kind == also ? e->swap_in_done.offset << 8 | (u8)e->swap_in_done.type
					      : e->swap_in.offset << 8 | (u8)e->swap_in.type;
		item[n++] = (struct mms_sort_item){.key = key, .index = i};
	}
	mms_sort(item, spare, n);
	return n;
}

/* A read ends with the next completion of its slot. */
static void find_pairs(struct swap_in_asif *d, const struct mms_sort_item *item, u32 n)
{
	for (u32 i = 0; i < d->by.from->count; i++)
		d->pair[i] = NONE;
	for (u32 i = 1; i < n; i++) {
		const struct mms_event *read = of(d, item[i - 1].index), *done = of(d, item[i].index);

		if (item[i - 1].key != item[i].key || read->kind != MMS_KIND_swap_in || done->kind != MMS_KIND_swap_in_done ||
		    read->swap_in.offset != done->swap_in_done.offset)
			continue;
		d->pair[item[i - 1].index] = item[i].index;
		d->pair[item[i].index] = item[i - 1].index;
	}
}

/* False: no memory. */
static bool begin(struct swap_in_asif *d, struct mms_arena *arena)
{
	const struct mms_log *from = d->by.from;
	struct mms_sort_item *slot, *spare;
	size_t top;

	d->pair = mms_arena_alloc_raw(arena, from->count * sizeof(*d->pair));
	d->turn = mms_arena_alloc_raw(arena, from->count * sizeof(*d->turn));
	d->heap = mms_arena_alloc_raw(arena, from->count * sizeof(*d->heap));
	top = arena->top;
	slot = mms_arena_alloc_raw(arena, from->count * sizeof(*slot));
	spare = mms_arena_alloc_raw(arena, from->count * sizeof(*spare));
	if (!d->pair || !d->turn || !d->heap || !slot || !spare)
		return false;
	find_pairs(d, slot, sorted(from, slot, spare, MMS_KIND_swap_in_done));
	d->turns = sorted(from, d->turn, spare, MMS_KIND_swap_ra);
	mms_arena_rewind(arena, top);
	for (u32 k = 0; k < d->turns; k++)
		if (!k || d->turn[k].key != d->turn[k - 1].key)
			push(d, &(struct due){.at = of(d, d->turn[k].index)->ts, .event = d->turn[k].index, .turn = k});
	return true;
}

static bool has_reads(const struct mms_log *from)
{
	for (u32 i = 0; i < from->count; i++)
		if (from->event[i].kind == MMS_KIND_swap_in)
			return true;
	return false;
}

/* The costs that a read's times come to. */
static void set_costs(struct mms_params *p)
{
	s64 *const cost[] = {&p->switch_ns, &p->irq_ns, &p->poll_ns, &p->timer_ns, &p->wake_ns, &p->finish_ns};

	for (u32 i = 0; i < MMS_COUNT(cost); i++) {
		if (p->read_costs == MMS_read_costs_half)
			*cost[i] = (*cost[i] + 1) / 2;
		else if (p->read_costs == MMS_read_costs_double)
			*cost[i] *= 2;
	}
}

void *si_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
	       const struct mms_asif *asif, struct mms_error *error)
{
	struct swap_in_asif *d;

	if (!has_reads(asif->from)) {
		mms_fail(error, MMS_status_range,
			 "this capture has no read from swap, so there is nothing to decide otherwise");
		return NULL;
	}
	d = mms_arena_alloc(arena, sizeof(*d));
	if (d) {
		d->by = *asif;
		d->p = *params;
		set_costs(&d->p);
		d->out.log = log;
	}
	if (!d || !begin(d, arena) || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is reached");
		return NULL;
	}
	return d;
}

static void report(struct swap_in_asif *d, const char *name, u64 value)
{
	const struct mms_who nobody = {.comm = "mmscope"};
	struct mms_event *e = mms_emit(&d->out, MMS_KIND_stat, d->out.last_ts, &nobody);
	struct mms_text put;

	if (!e)
		return;
	put = mms_text(e->stat.text, sizeof(e->stat.text));
	mms_put(&put, name);
	e->stat.value = value;
}

enum mms_status_id si_run_asif(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct swap_in_asif *d = machine;
	u64 until = d->decisions + max_decisions;

	for (u32 n = 0; d->heap_n && !d->stop; n++) {
		if (d->decisions >= until || n >= EVENTS_PER_RUN)
			return MMS_status_more;
		play(d);
	}
	while (d->at < d->by.from->count && !d->stop)
		play_other(d, d->at++, d->out.last_ts);
	if (d->by.own && !d->stop && !d->reported) {
		d->reported = true;
		report(d, "asif/means", d->means);
		report(d, "asif/means_near", d->means_near);
	}
	return mms_emit_status(&d->out, error);
}
