/* SPDX-License-Identifier: Apache-2.0 */
/* Swap-in: the readahead window and what it reads, and how a folio is read; and whether a window follows from the one
 * before it, and a read from its fault's window. */
#include "internal.h"

#include "policy/swapin.h"

#define RA_HITS_FRESH 4 /* mm/swap_state.c: GET_SWAP_RA_VAL() of a mapping that was never read into */

struct mms_finding mms_check_swap_ra(const struct mms_ev_swap_ra *e)
{
	u32 win = e->max_win > 1 ? mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win) : 1;
	struct mms_ra_range range = {0, 0};

	if (e->ra == MMS_ra_kind_vma && e->max_win > 1u << SWAP_RA_ORDER_CEILING)
		return mms_found(MMS_check_why_window, 0, 1 << SWAP_RA_ORDER_CEILING);
	if (e->win != win)
		return mms_found(MMS_check_why_window, 0, win);
	if (win > 1)
		range = e->ra == MMS_ra_kind_vma ? mms_swap_vma_ra_win(e->prev, e->cur, win, e->lo, e->hi)
						 : mms_swap_cluster_ra(e->cur, win, e->hi);
	return e->start == range.start && e->end == range.end ? mms_found_same() : mms_found(MMS_check_why_window, 0, win);
}

/* zswap_load() is asked after the zero map only. Older captures record its answer by what came of it. */
struct mms_finding mms_check_swap_in(const struct mms_ev_swap_in *e)
{
	bool zswap = e->zswap == UINT64_MAX ? e->how == MMS_swap_how_zswap : e->zswap;
	struct mms_swap_read read = {
		.zero = e->zero, .zswap = zswap, .fs = e->fs, .sync = e->sync,
		.single = e->single, .can_poll = e->can_poll, .order = e->order, .mode = e->mode,
	};
	u8 how = mms_swap_read_how(&read);

	if (e->how != how || (e->zero && zswap))
		return mms_found(MMS_check_why_how, 0, how);
	return e->sleep == mms_swap_poll_nsecs(how, e->delay, e->mean) ? mms_found_same()
									: mms_found(MMS_check_why_sleep, 0, how);
}

/* The task's last window; NULL: none is known. */
static struct mms_ra_task *ra_task_of(struct mms_checker *c, const struct mms_event *e)
{
	for (u32 i = 0; i < MMS_TASKS && c->ra_task[i].event; i++)
		if (mms_same_task(&c->log->event[c->ra_task[i].event - 1], e))
			return &c->ra_task[i];
	return NULL;
}

/* A place for it: the task's own, else a free one, else that of the task longest not seen. */
static struct mms_ra_task *ra_place_of(struct mms_checker *c, const struct mms_event *e)
{
	struct mms_ra_task *task = ra_task_of(c, e), *oldest = &c->ra_task[0];

	for (u32 i = 1; !task && i < MMS_TASKS; i++)
		if (c->ra_task[i].event < oldest->event)
			oldest = &c->ra_task[i];
	return task ? task : oldest;
}

/* The window of the mapping's fault before. Hits in the swap cache move `prev` and count up `hits` without an event. */
static struct mms_finding replay_vma(struct mms_checker *c, const struct mms_ev_swap_ra *e)
{
	struct mms_ra_left *left = &c->ra_left[0];
	bool known;
	u16 win;

	for (u32 i = 0; i < MMS_RA_LEFT; i++) {
		if (c->ra_left[i].lo == e->lo && c->ra_left[i].hi == e->hi) {
			left = &c->ra_left[i];
			break;
		}
		if (c->ra_left[i].event < left->event)
			left = &c->ra_left[i];
	}
	known = left->event && left->lo == e->lo && left->hi == e->hi;
	win = left->win;
	*left = (struct mms_ra_left){.lo = e->lo, .hi = e->hi, .event = c->at + 1, .win = e->win};
	if (!known)
		return mms_found_nothing_else();
	/* another process may have a mapping there: its first fault finds GET_SWAP_RA_VAL()'s 4 */
	if (e->prev_win == win || (!e->prev_win && !e->prev && e->hits == RA_HITS_FRESH))
		return mms_found_same();
	return mms_found(MMS_check_why_before, 0, win);
}

/* Tasks share the variables of swapin_nr_pages() and take no lock: what one of the latest windows left may be read. */
static struct mms_finding replay_cluster(struct mms_checker *c, const struct mms_ev_swap_ra *e)
{
	struct mms_ra_shared *shared = &c->ra_shared;
	u32 last = (shared->n + MMS_RA_RACES - 1) % MMS_RA_RACES;
	bool prev = !shared->n, win = !shared->n;
	struct mms_finding finding;

	for (u32 i = 0; i < MMS_MIN(shared->n, MMS_RA_RACES); i++) {
		prev = prev || shared->prev[i] == e->prev;
		win = win || shared->win[i] == e->prev_win;
	}
	/* a task that is not in the capture may have left something else */
	finding = shared->n && prev && win ? mms_found_same() : mms_found_nothing_else();
	shared->prev[shared->n % MMS_RA_RACES] = e->hits ? (shared->n ? shared->prev[last] : e->prev) : e->cur;
	shared->win[shared->n % MMS_RA_RACES] = e->win;
	shared->n++;
	return finding;
}

struct mms_finding mms_replay_swap_ra(struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_swap_ra *ra = &e->swap_ra;

	*ra_place_of(c, e) = (struct mms_ra_task){.event = c->at + 1};
	if (ra->max_win <= 1)
		return mms_found_nothing_else();
	return ra->ra == MMS_ra_kind_vma ? replay_vma(c, ra) : replay_cluster(c, ra);
}

#define BEHIND 512 /* events behind a read, among which the device's next is looked for */

/* Does the next read repeat the one before? */
static bool is_back(const struct mms_checker *c, const struct mms_ev_swap_in *e, const struct mms_swap_kind *kind)
{
	u32 to = (u32)MMS_MIN((u64)c->log->count, (u64)c->at + BEHIND);

	for (u32 i = c->at + 1; i < to; i++) {
		const struct mms_ev_swap_in *next = &c->log->event[i].swap_in;
		bool asks = next->how >= MMS_swap_how_interrupt;

		if (c->log->event[i].kind != MMS_KIND_swap_in || next->type != e->type)
			continue;
		if (next->fs != kind->fs || next->sync != kind->sync)
			return false;
		if (asks && kind->asked)
			return next->can_poll == kind->can_poll;
		if (e->fs != kind->fs || e->sync != kind->sync)
			return true;
	}
	return false;
}

/* The device is what earlier reads said of it. Where no swapon is recorded, its number may be another device's now. */
static struct mms_finding replay_device(struct mms_checker *c, const struct mms_ev_swap_in *e)
{
	struct mms_swap_kind *kind = &c->swap_kind[e->type];
	bool asks = e->how >= MMS_swap_how_interrupt; /* nobody else asks for queues */
	bool fits = kind->known && kind->fs == e->fs && kind->sync == e->sync;
	struct mms_finding finding;

	if (fits && asks && kind->asked)
		fits = kind->can_poll == e->can_poll;
	if (kind->known && !fits && (c->lists_known || is_back(c, e, kind)))
		return mms_found(MMS_check_why_swap_device, 0, e->type);
	finding = fits || !kind->known ? mms_found_same() : mms_found_incomplete(MMS_check_why_swap_device);
	if (!fits)
		*kind = (struct mms_swap_kind){.known = true, .fs = e->fs, .sync = e->sync};
	if (asks) {
		kind->asked = true;
		kind->can_poll = e->can_poll;
	}
	return finding;
}

/* `single` is what the window of the task's fault says: of a window of one page that page, of a longer one none. */
static struct mms_finding replay_single(struct mms_checker *c, const struct mms_event *e)
{
	const struct mms_ev_swap_in *in = &e->swap_in;
	struct mms_ra_task *task = ra_task_of(c, e);
	struct mms_finding device = replay_device(c, in);
	const struct mms_ev_swap_ra *ra;

	if (device.check != MMS_check_same)
		return device;
	/* do_swap_page() reads from a device as fast as memory, and large folios, without a window */
	if ((in->sync && !in->single) || in->order)
		return in->single ? mms_found(MMS_check_why_single, 0, 0) : mms_found_same();
	if (!task)
		return mms_found_nothing_else();
	ra = &c->log->event[task->event - 1].swap_ra;
	task->reads++;
	if (in->single != (ra->win == 1) || (in->single && in->type != ra->type))
		return mms_found(MMS_check_why_single, 0, ra->win == 1);
	return task->reads <= ra->win ? mms_found_same() : mms_found(MMS_check_why_single, 0, ra->win);
}

struct mms_finding mms_replay_swap_in(struct mms_checker *c, const struct mms_event *e)
{
	return mms_both(replay_single(c, e), mms_replay_context(c, 0));
}
