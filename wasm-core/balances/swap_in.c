/* SPDX-License-Identifier: Apache-2.0 */
/* Reads from swap: decided, done, counted. */
#include "internal.h"

#define UNDER_WAY 1000000000ull /* ns: a read may take as long, */
#define LONGER 10 /* and so many times as long as the longest that is recorded */
#define MAX_ERRNO 4096 /* include/linux/err.h, and one more */
#define SOON 200000u /* the same in at least half of all reads, */
#define FEW 64 /* where there are more than so many */

/* A slot that is being read. */
struct slot {
	u64 key;   /* device and slot, plus 1; 0: unused */
	u32 event; /* its swap_in, plus 1; 0: none */
};

/* The window by place that a task reads. */
struct place {
	const struct mms_ev_swap_ra *window;
	u64 next;   /* slot behind what it has read of it */
	u32 before; /* slots read before the one that is missing */
};

/* Whom a CPU has run. */
struct ran {
	u32 task;  /* of its latest event */
	u64 at;    /* time of that; 0: none */
	u64 other; /* time of the latest event of any other task; 0: none */
};

struct reads {
	struct books *b;
	struct ran ran[CPUS];
	struct slot *slot;
	u32 slots; /* a power of two */
	u64 first; /* time of the first decision */
	u64 pages, windows, hits;
	struct place *place; /* by task */
	u64 ahead; /* reads in windows by place, but of pages that are missing */
	u64 done, as_decided, in_time, soon, slept;
	u64 longest;        /* latency */
	u64 decided, ended; /* reads, and those that are complete, or may still be under way */
	u64 unseen; /* of others those that an interrupt ends */
	u64 own, begun; /* of those that name the task that decided: how many, and how many were decided in the capture */
};

static struct slot *slot_of(struct reads *r, s16 type, u64 offset)
{
	u64 key = ((u64)(u16)type << 48 ^ offset) + 1;
	u32 at = (u32)(key * 11400714819323198485ull >> 32);

	while (r->slot[at & (r->slots - 1)].key && r->slot[at & (r->slots - 1)].key != key)
		at++;
	return &r->slot[at & (r->slots - 1)];
}

static bool is_read(const struct mms_ev_swap_in *e)
{
	return e->how != MMS_swap_how_zero && e->how != MMS_swap_how_zswap;
}

/* It is complete in the task that reads, not in an interrupt. */
static bool is_own(u8 how)
{
	return how != MMS_swap_how_interrupt && how != MMS_swap_how_fs;
}

/* Nobody ends the read that is in this slot. */
static void leave(struct reads *r, const struct slot *slot)
{
	const struct mms_ev_swap_in *e = slot->event ? &r->b->log->event[slot->event - 1].swap_in : NULL;

	if (!e || !is_read(e))
		return;
	r->ended--;
	r->unseen += !is_own(e->how);
}

/*
 * How many reads more are ahead. mm/swap_state.c:swap_cluster_readahead() reads a window's slots in order, and counts those that are not
 * of the page that is missing. What comes when that one is complete may be of madvise(), which reads without a window.
 */
static u32 ahead_by(struct reads *r, u32 i)
{
	const struct mms_ev_swap_in *e = &r->b->log->event[i].swap_in;
	struct place *p = &r->place[r->b->task[i]];
	u64 cur = p->window ? p->window->cur : 0;
	u32 missing;

	if (!p->window || e->type != p->window->type || e->offset < p->next || e->offset >= p->window->end) {
		p->window = NULL;
		return 0;
	}
	p->next = e->offset + 1;
	p->before += e->offset < cur;
	if (e->offset <= cur)
		return e->offset == cur ? p->before : 0;
	missing = slot_of(r, e->type, cur)->event;
	return missing && is_read(&r->b->log->event[missing - 1].swap_in);
}

static void at_decision(struct reads *r, u32 i)
{
	const struct mms_event *event = &r->b->log->event[i];
	const struct mms_ev_swap_in *e = &event->swap_in;
	struct slot *slot = slot_of(r, e->type, e->offset);

	r->ahead += event->ts <= r->b->ended ? ahead_by(r, i) : 0;
	leave(r, slot);
	*slot = (struct slot){((u64)(u16)e->type << 48 ^ e->offset) + 1, i + 1};
	if (r->first == UNKNOWN)
		r->first = event->ts;
	if (is_read(e) && event->ts <= r->b->ended)
		r->pages += 1ull << MMS_MIN(e->order, 20);
	r->decided += is_read(e);
	r->ended += is_read(e);
}

/* How long it slept, and how often it polled, is as decided. Where another task's poll completed it before, it did neither. */
static bool slept_so(const struct mms_ev_swap_in *e, const struct mms_ev_swap_in_done *done)
{
	if (done->yields > done->polls) /* once behind a poll, at most */
		return false;
	if (e->how == MMS_swap_how_hybrid)
		return (done->slept >= e->sleep && done->lat >= done->slept) || !(done->slept | done->polls);
	return !done->slept && (e->how == MMS_swap_how_poll || (!done->polls && !done->yields));
}

static void run(struct reads *r, u32 i)
{
	const struct mms_event *e = &r->b->log->event[i];
	struct ran *ran = e->cpu < CPUS ? &r->ran[e->cpu] : NULL;

	if (!ran)
		return;
	if (ran->at && ran->task != r->b->task[i])
		ran->other = ran->at;
	ran->task = r->b->task[i];
	ran->at = e->ts;
}

/* Between these two events of one task, did its CPU run another? */
static bool gave_way(const struct reads *r, const struct mms_event *from, const struct mms_event *event)
{
	return event->cpu < CPUS && from->cpu == event->cpu && from->pid == event->pid &&
	       r->ran[event->cpu].other > from->ts;
}

/* Of a read that somebody waits for, the clock begins behind the event of its decision, and ends before that of its end. */
static bool in_time(const struct reads *r, const struct mms_event *from, const struct mms_event *event)
{
	const struct mms_ev_swap_in_done *e = &event->swap_in_done;
	u64 took = event->ts - from->ts;
	bool waits = e->how >= MMS_swap_how_interrupt;

	return e->lat <= took + (waits ? 0 : TASK_LATE) && (took <= e->lat + TASK_LATE || gave_way(r, from, event));
}

static void at_done(struct reads *r, const struct mms_event *event, const char *comm)
{
	const struct mms_ev_swap_in_done *e = &event->swap_in_done;
	struct slot *slot = slot_of(r, e->type, e->offset);
	const struct mms_event *from = slot->event ? &r->b->log->event[slot->event - 1] : NULL;
	u64 took = from ? event->ts - from->ts : 0;

	r->longest = MMS_MAX(r->longest, e->lat);
	if (is_own(e->how) && event->ts - e->lat > r->first &&
	    (!r->b->filtered || !__builtin_memcmp(comm, event->comm, sizeof(event->comm)))) {
		r->own++;
		r->begun += from != NULL;
	}
	if (!from)
		return;
	slot->event = 0;
	r->done++;
	r->as_decided += e->how == from->swap_in.how && (!is_own(e->how) || event->pid == from->pid) &&
			  e->status <= 0 && e->status > -MAX_ERRNO;
	r->in_time += in_time(r, from, event);
	r->soon += took <= e->lat + SOON && e->lat <= took + SOON;
	r->slept += slept_so(&from->swap_in, e);
}

static u64 vmstat(const struct books *b, const char *name)
{
	return mms_number_in(mms_member(mms_member(b->stop, "vmstat"), name));
}

static void most(struct books *b, enum mms_balance_of id, u64 left, const char *counter, u64 slack)
{
	u64 right = vmstat(b, counter);

	if (right == UNKNOWN)
		mms_balance_unknown(b, id, 0);
	else
		mms_balance_add(b, id, 0, left, right, slack);
}

/* Those that nobody ends, though there is time. */
static void balance_ended(struct reads *r)
{
	u64 end = r->b->log->event[r->b->log->count - 1].ts;
	u64 missed = mms_number_in(mms_member(r->b->stop, "missed"));
	u64 most = MMS_MAX(UNDER_WAY, r->longest < UNKNOWN / LONGER ? r->longest * LONGER : UNKNOWN);

	for (u32 i = 0; i < r->slots; i++) {
		u64 ts = r->slot[i].event ? r->b->log->event[r->slot[i].event - 1].ts : end;

		if (ts < end && end - ts > most)
			leave(r, &r->slot[i]);
	}
	r->ended += MMS_MIN(r->unseen, missed);
	if (r->unseen && missed == UNKNOWN && r->ended == r->decided)
		mms_balance_unknown(r->b, MMS_BALANCE_ended, 0);
	else if (r->decided && r->b->kinds[MMS_KIND_swap_in_done])
		mms_balance_add(r->b, MMS_BALANCE_ended, 0, r->decided, r->ended, 0);
}

static bool is_numbered(const struct mms_event *e)
{
	return e->kind == MMS_KIND_swap_in_done && e->swap_in_done.window_n && e->swap_in_done.window_n != UNKNOWN;
}

/* Which read of which window; as a slot it may stand among those of reads. */
static struct slot *number_of(struct reads *r, const struct mms_ev_swap_in_done *e, u64 n)
{
	return slot_of(r, e->type, (e->window ^ n << 40) * 2654435761u);
}

/* Polled reads are numbered in their window, without gaps: but for the first window, of which the capture may have a part. */
static void balance_windows(struct reads *r)
{
	u64 numbered = 0, fit = 0, first = UNKNOWN;

	mms_fill(r->slot, 0, (size_t)r->slots * sizeof(*r->slot));
	for (u32 i = 0; i < r->b->log->count; i++) {
		const struct mms_event *e = &r->b->log->event[i];
		struct slot *slot = is_numbered(e) ? number_of(r, &e->swap_in_done, e->swap_in_done.window_n) : NULL;

		if (!slot)
			continue;
		numbered++;
		fit += !slot->key;
		slot->key = ((u64)(u16)e->swap_in_done.type << 48 ^
			     (e->swap_in_done.window ^ e->swap_in_done.window_n << 40) * 2654435761u) + 1;
		first = MMS_MIN(first, e->swap_in_done.window);
	}
	for (u32 i = 0; i < r->b->log->count; i++) {
		const struct mms_event *e = &r->b->log->event[i];

		if (is_numbered(e) && e->swap_in_done.window_n > 1 && e->swap_in_done.window != first)
			fit -= !number_of(r, &e->swap_in_done, e->swap_in_done.window_n - 1)->key;
	}
	if (numbered)
		mms_balance_add(r->b, MMS_BALANCE_windows, 0, numbered, fit, 0);
}

static void check(struct reads *r)
{
	struct books *b = r->b;

	if (b->kinds[MMS_KIND_swap_in])
		most(b, MMS_BALANCE_reads, r->pages, "pswpin", b->cpus);
	if (b->kinds[MMS_KIND_swap_ra])
		most(b, MMS_BALANCE_hits, r->hits, "swap_ra_hit", 4 + b->cpus);
	if (r->ahead)
		most(b, MMS_BALANCE_read_ahead, r->ahead, "swap_ra", b->cpus);
	if (r->windows && b->filtered)
		most(b, MMS_BALANCE_faults, r->windows, "pgmajfault", b->cpus);
	if (!r->done)
		return;
	mms_balance_add(b, MMS_BALANCE_done, 0, r->done, r->as_decided, 0);
	mms_balance_add(b, MMS_BALANCE_latency, 0, r->done, r->in_time, 0);
	mms_balance_add(b, MMS_BALANCE_latencies, 0, r->done, 2 * r->soon, FEW);
	mms_balance_add(b, MMS_BALANCE_slept, 0, r->done, r->slept, 0);
	if (r->own)
		mms_balance_add(b, MMS_BALANCE_begun, 0, r->own, r->begun, 0);
}

void mms_balance_swap_in(struct books *b)
{
	struct reads r = {.b = b, .slots = 64, .first = UNKNOWN};
	size_t top = b->arena->top;
	const char *comm = NULL;

	if (!b->kinds[MMS_KIND_swap_in] && !b->kinds[MMS_KIND_swap_ra])
		return;
	while (r.slots < 2 * (b->kinds[MMS_KIND_swap_in] + b->kinds[MMS_KIND_swap_in_done]))
		r.slots *= 2;
	r.slot = mms_arena_alloc(b->arena, (size_t)r.slots * sizeof(*r.slot));
	r.place = mms_arena_alloc(b->arena, b->tasks * sizeof(*r.place));
	if (!r.slot || !r.place) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		run(&r, i);
		if (e->kind == MMS_KIND_swap_in) {
			comm = e->comm;
			at_decision(&r, i);
		} else if (e->kind == MMS_KIND_swap_in_done && comm) {
			at_done(&r, e, comm);
		} else if (e->kind == MMS_KIND_swap_ra) {
			r.windows += mms_is_faults(e) && e->ts <= b->ended;
			r.hits += e->swap_ra.hits;
			r.place[b->task[i]] = (struct place){e->swap_ra.ra == MMS_ra_kind_cluster ? &e->swap_ra : NULL, e->swap_ra.start, 0};
		}
	}
	check(&r);
	balance_ended(&r);
	balance_windows(&r);
	mms_arena_rewind(b->arena, top);
}
