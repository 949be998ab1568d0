/* SPDX-License-Identifier: Apache-2.0 */
/* Reads: what a fault asks the disk for, how it waits, and what the end of a request brings. */
#include "internal.h"

#include "policy/swapin.h"

/* swap_read_folio(): the decision, and its event. */
static void swap_read_folio(struct swap_in_machine *m, struct task *t, u32 slot)
{
	struct mms_swap_read read = {.single = t->single, .can_poll = true, .mode = (u8)m->p.swap_poll};
	struct mms_event *event;
	struct mms_ev_swap_in *e;
	u64 mean = 0;

	t->how = mms_swap_read_how(&read);
	if (t->how != MMS_swap_how_interrupt)
		mean = si_swap_poll_mean(&m->poll, m->now);
	t->sleep = mms_swap_poll_nsecs(t->how, (u64)m->p.swap_poll_delay, mean);
	m->decisions += t->recorded;
	m->count.reads += t->recorded;
	event = t->recorded ? si_emit(m, MMS_KIND_swap_in, &m->cpu[t->cpu]) : NULL;
	if (!event)
		return;
	e = &event->swap_in;
	e->offset = slot;
	e->single = read.single;
	e->can_poll = read.can_poll;
	e->mode = read.mode;
	e->delay = (u64)m->p.swap_poll_delay;
	e->mean = mean;
	e->mean_n = UINT64_MAX;
	e->window = UINT64_MAX;
	e->how = t->how;
	e->sleep = t->sleep;
}

/* Pages in a row, as one request. */
static struct request *submit(struct swap_in_machine *m, struct task *t, u32 first, u32 pages)
{
	struct request *r = m->request;

	while (r->active)
		r++;
	*r = (struct request){
		.submitted = m->now, .first = first, .pages = pages, .cpu = t->cpu, .task = -1, .active = true,
		.recorded = t->recorded,
	};
	m->requests++;
	m->request_end = MMS_MAX(m->request_end, (u32)(r - m->request) + 1);
	t->device_ns = si_disk_time(m, t, pages);
	r->at = si_disk_submit(m, t->device_ns, &t->queued);
	return r;
}

/* The fault's page is read whatever else is; a page ahead only where there is room. */
static bool reads(const struct swap_in_machine *m, u32 slot, u32 fault)
{
	if (m->state[slot] != PAGE_SWAPPED)
		return false;
	return slot == fault || (si_may_read_ahead(m) && m->requests + MAX_THREADS < MAX_REQUESTS);
}

static void read_window(struct swap_in_machine *m, struct task *t, u32 fault, u32 at, u32 end)
{
	while (at < end) {
		u32 first = at;
		struct request *r;

		for (; at < end && reads(m, at, fault); at++) {
			si_page_reading(m, at);
			m->count.ahead += t->recorded && at != fault;
			swap_read_folio(m, t, at);
		}
		if (at == first) {
			at++;
			continue;
		}
		r = submit(m, t, first, at - first);
		if (fault < first || fault >= at)
			continue;
		r->task = (s16)si_task_index(m, t);
		t->request = (s32)(r - m->request);
		t->done = r->at;
	}
}

/* The fault's read, up to where it waits. */
void si_read_in(struct swap_in_machine *m, struct cpu *cpu, struct task *t)
{
	u32 slot = si_slot_of(m, t, t->page), first, end;

	t->at[SUBMITTED] = m->now;
	t->single = si_swapin_readahead(m, t, slot, &first, &end) == 1;
	if (t->single && m->p.swap_poll != MMS_swap_poll_interrupt) {
		si_page_reading(m, slot);
		swap_read_folio(m, t, slot);
		t->device_ns = si_disk_time(m, t, 1);
		t->done = si_disk_submit(m, t->device_ns, &t->queued);
	} else {
		read_window(m, t, slot, first, end);
	}
	t->at[DISK_DONE] = t->done;
	t->goes = t->how == MMS_swap_how_interrupt ? GO_READ_DONE : GO_POLL;
	if (t->how != MMS_swap_how_interrupt && !t->sleep) {
		si_task_goes_on(m, cpu, t);
		return;
	}
	if (t->how != MMS_swap_how_interrupt)
		t->timer = m->now + t->sleep;
	si_cpu_leave(m, cpu, false);
}

static void wakes(struct swap_in_machine *m, u32 request, void (*each)(struct swap_in_machine *m, struct task *t))
{
	for (u32 i = 0; i < (u64)m->p.threads; i++)
		if (m->task[i].request == (s32)request)
			each(m, &m->task[i]);
}

static void called(struct swap_in_machine *m, struct task *t, u64 ns)
{
	t->at[WAKE] = m->cpu[t->cpu].irq_until - ns;
	if (t->faulting)
		t->on_cpu += ns;
}

static void is_called(struct swap_in_machine *m, struct task *t)
{
	called(m, t, (u64)m->p.irq_ns);
}

static void goes_on(struct swap_in_machine *m, struct task *t)
{
	t->request = -1;
	si_cpu_wake(m, t);
}

/* The disk is done; or, later, its interrupt is handled. */
void si_request_next(struct swap_in_machine *m, struct request *r)
{
	struct cpu *cpu = &m->cpu[r->cpu];
	u32 fault = 0;

	if (!r->rang) {
		r->rang = true;
		m->count.irqs++;
		r->at = si_cpu_interrupt(m, cpu, (u64)m->p.irq_ns);
		wakes(m, (u32)(r - m->request), is_called);
		return;
	}
	r->active = false;
	m->requests--;
	while (m->request_end && !m->request[m->request_end - 1].active)
		m->request_end--;
	if (r->task >= 0)
		fault = si_slot_of(m, &m->task[r->task], m->task[r->task].page);
	for (u32 slot = r->first; slot < r->first + r->pages; slot++) {
		si_page_is_in(m, slot, slot == fault);
		if (r->recorded)
			si_emit_done(m, cpu, slot, m->now - r->submitted, NULL);
	}
	wakes(m, (u32)(r - m->request), goes_on);
}

/* The timer goes off; or, later, its interrupt is handled. */
void si_timer_next(struct swap_in_machine *m, struct task *t)
{
	if (!t->timer_rang) {
		t->timer_rang = true;
		m->count.timers++;
		t->timer = si_cpu_interrupt(m, &m->cpu[t->cpu], (u64)m->p.timer_ns);
		called(m, t, (u64)m->p.timer_ns);
		return;
	}
	t->timer_rang = false;
	t->timer = FOREVER;
	si_cpu_wake(m, t);
}
