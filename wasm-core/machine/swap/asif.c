/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The swap layer driven by a capture: who asked, on which CPU and node, when, for how many slots; slots given back;
 * swapon and swapoff. Lists, keys and order come from the chain of this run alone.
 *
 * Not recorded is which of its pages a device gave back: they are drawn from those it has there (`seed`), or are its oldest
 * or its newest (`slots_back`), and each comes back from where it is here. Under the record's own switch every page is where it was, and what other CPUs did in the
 * middle of a walk is taken from the record: the verdicts, what was behind the second device and further ones, the
 * requeues of these, and when a full device left the lists and came back.
 */
#include "internal.h"

#define EVENTS_PER_RUN 16384 /* of the record, looked at in one mms_machine_run() */
#define DRAWN 256 /* of more pages that come back at once, so many are drawn, the others taken in proportion */
#define NEXT_LEFT 16 /* bit 4 of visit_verdict */

static const struct mms_ev_swap_select *asked(const struct swap_machine *m)
{
	return &m->asif->now->swap_select;
}

/* Place of a device in the walk of the record; -1: it did not come there. */
static int visit_of(const struct mms_ev_swap_select *e, u8 type)
{
	for (int i = 0; i < (int)MMS_MIN(e->visits, MMS_VISIT_LANES); i++)
		if (e->visit_type[i] == type)
			return i;
	return -1;
}

u16 asif_yield(const struct swap_machine *m, u8 type, u16 room)
{
	const struct mms_ev_swap_select *e = asked(m);
	int visit = visit_of(e, type);

	/* slots in a row for a large folio: what the record says of the device holds here too */
	if (e->order && visit >= 0 && (e->visit_verdict[visit] & (NEXT_LEFT - 1)) == MMS_verdict_zero)
		return 0;
	return (u16)MMS_MIN(room, m->asif->demand);
}

static u64 live_of(const struct swap_asif *d, u8 there)
{
	u64 n = 0;

	for (u32 here = 0; here <= NOWHERE; here++)
		n += d->live[there][here];
	return n;
}

/* So many of the `left` pages of a device there, drawn: how many of each device here. */
static void draw(struct swap_machine *m, u8 there, u32 n, u64 left, u32 of[MMS_DEVS + 1])
{
	struct swap_asif *d = m->asif;

	for (u32 here = 0; n > DRAWN && here <= NOWHERE; here++)
		of[here] = (u32)((double)(n - DRAWN) * ((double)d->live[there][here] / (double)left));
	for (u32 here = 0; here <= NOWHERE; here++) {
		of[here] = (u32)MMS_MIN(of[here], d->live[there][here]);
		d->live[there][here] -= of[here];
		left -= of[here];
		n -= MMS_MIN(of[here], n);
	}
	for (; n; n--, left--) {
		u64 at = ((u64)mms_random_u32(&m->random) * (left >> 16) >> 16) +
			 ((u64)mms_random_u32(&m->random) * (left & 0xffff) >> 32);
		u32 here = 0;

		while (here < NOWHERE && at >= d->live[there][here])
			at -= d->live[there][here++];
		while (!d->live[there][here])
			here = here ? here - 1 : NOWHERE;
		d->live[there][here]--;
		of[here]++;
	}
}

/* So many pages of a device there come back from where they are here. */
static void give_back(struct swap_machine *m, u8 there, u32 n)
{
	struct swap_asif *d = m->asif;
	u32 of[MMS_DEVS + 1] = {0};
	u64 left = live_of(d, there);

	if (n > left) {
		d->owed[there] += n - left;
		n = (u32)left;
	}
	if (d->run)
		returns_give(d, there, n, of);
	else
		draw(m, there, n, left, of);
	for (u32 here = 0; here < NOWHERE; here++)
		if (of[here])
			swap_range_free(m, (u8)here, of[here]);
}

static void took(struct swap_machine *m, s16 there, u32 here, u32 pages)
{
	struct swap_asif *d = m->asif;
	u32 owed = (u32)MMS_MIN(d->owed[there], pages);

	d->live[there][here] += pages;
	returns_took(d, (u8)there, (u8)here, pages);
	d->owed[there] -= owed;
	if (owed)
		give_back(m, (u8)there, owed);
}

/* What is here on a device that is swapped off, and there on another, comes back to memory. When it goes out again no
 * event records. */
static void come_back(struct swap_machine *m, u8 here)
{
	struct swap_asif *d = m->asif;

	for (u32 there = 0; there < MMS_DEVS; there++) {
		u64 pages = there == here ? 0 : d->live[there][here];

		if (!pages)
			continue;
		d->live[there][here] = 0;
		m->dev[here].used -= pages;
		m->used -= pages;
		m->nr_swap_pages += (s64)pages;
		d->live[there][NOWHERE] += pages;
		returns_moved(d, (u8)there, here, NOWHERE);
	}
}

static void swap_on(struct swap_machine *m, const struct mms_ev_swap_list *e)
{
	struct swap_asif *d = m->asif;
	u8 type = (u8)e->type;

	m->dev[type] = (struct swap_dev){
		.pages = e->pages,
		.used = e->used,
		.given = e->prio < 0 ? -1 : e->prio,
		.node_id = e->node_id,
		.exists = true,
	};
	mms_copy(m->dev[type].name, e->name, sizeof(m->dev[type].name));
	for (u32 there = 0; there < MMS_DEVS; there++) {
		d->live[there][NOWHERE] += d->live[there][type];
		d->live[there][type] = 0;
		returns_moved(d, (u8)there, type, NOWHERE);
	}
	mms_fill(d->live[type], 0, sizeof(d->live[type]));
	d->live[type][type] = e->used;
	returns_forget(d, type);
	returns_took(d, type, type, e->used);
	d->owed[type] = 0;
	m->used += e->used;
	m->nr_swap_pages -= (s64)e->used;
	enable_swap_info(m, type, m->dev[type].given, MMS_list_reason_swapon);
}

/* Under the record's own switch: what other CPUs and full devices did to the lists. */
static void turn_lists(struct swap_machine *m, const struct mms_ev_swap_list *e)
{
	u8 type = (u8)e->type;

	if (e->reason == MMS_list_reason_full && m->dev[type].listed) {
		leave_lists(m, type);
		emit_list(m, MMS_list_op_del, MMS_list_reason_full, type);
	} else if (e->reason == MMS_list_reason_freed && !m->dev[type].listed) {
		join_lists(m, type);
		emit_list(m, MMS_list_op_add, MMS_list_reason_freed, type);
	} else if (e->op == MMS_list_op_requeue && e->list >= 0 && e->list < MMS_NODES) {
		struct mms_event *event;

		mms_plist_requeue(&m->avail[e->list], type);
		emit_list(m, MMS_list_op_requeue, MMS_list_reason_select, type);
		event = m->stop ? NULL : mms_log_newest(m->out.log);
		if (event)
			event->swap_list.list = e->list;
	}
}

static void list_event(struct swap_machine *m, const struct mms_ev_swap_list *e)
{
	u8 type = (u8)e->type;
	bool known = e->type >= 0 && e->type < MMS_DEVS;

	if (e->op == MMS_list_op_mode && m->asif->by.own)
		switch_rule(m, e->mode);
	if (!known || e->reason == MMS_list_reason_mode)
		return;
	if (e->reason == MMS_list_reason_swapon && e->op != MMS_list_op_prio)
		swap_on(m, e);
	else if (!m->dev[type].exists)
		return; /* swapped on before the capture began */
	else if (e->reason == MMS_list_reason_swapoff && e->op == MMS_list_op_del && m->dev[type].writeok) {
		swapoff_begin(m, type);
		come_back(m, type);
	} else if (e->reason == MMS_list_reason_reinsert && e->op != MMS_list_op_prio && !m->dev[type].writeok) {
		if (m->asif->by.own)
			m->dev[type].used = e->used; /* a full device joins no list */
		reinsert_swap_info(m, type);
	} else if (m->asif->by.own)
		turn_lists(m, e);
}

/* The walk of the record under its own switch: lists and choice from the chain, what came of trying from the record. */
static void walk_again(struct swap_machine *m)
{
	const struct mms_ev_swap_select *by = asked(m);
	struct mms_event *event = emit(m, MMS_KIND_swap_select);
	struct mms_ev_swap_select *e;
	struct mms_walk w;
	int type;

	if (!event)
		return;
	e = &event->swap_select;
	begin_select(m, e, by->goal, by->order, by->avail);
	e->pass = by->pass;
	if (mms_walk_begin(&w, &m->avail[e->list], e->goal, e->avail, e->order)) {
		type = mms_walk_next(&w);
		while (!w.over && e->visits < MMS_VISIT_LANES) {
			u8 verdict = by->visits > e->visits ? by->visit_verdict[e->visits] : MMS_verdict_took;
			u8 next = e->visits ? by->visit_next[e->visits] : w.next;

			e->visit_type[e->visits] = (u8)type;
			e->visit_verdict[e->visits] = verdict;
			e->visit_next[e->visits++] = next;
			w.over = mms_walk_ends(verdict & (NEXT_LEFT - 1), e->order, next, verdict & NEXT_LEFT, &w.end);
			if (w.end == MMS_walk_end_took && w.over) {
				w.type = (s16)type;
				w.ret = by->ret;
			}
			type = next;
		}
	}
	if (w.type >= 0) {
		m->dev[w.type].used += (u64)w.ret << e->order;
		m->used += (u64)w.ret << e->order;
		m->nr_swap_pages -= (s64)w.ret << e->order;
	}
	end_select(m, e, &w);
	if (w.type >= 0 && by->type >= 0)
		took(m, by->type, (u32)w.type, (u32)w.ret << e->order);
}

/* What the record gave is what is asked for here, in as many calls as it takes. */
static void decide(struct swap_machine *m)
{
	const struct mms_ev_swap_select *by = asked(m);
	struct swap_asif *d = m->asif;
	u8 type = 0;

	if (by->type < 0 || by->type >= MMS_DEVS)
		return; /* it got nothing and came again */
	d->demand = by->ret;
	while (d->demand && !m->stop) {
		u32 n = get_swap_pages(m, by->goal, by->order, &type);

		if (!n)
			break;
		took(m, by->type, type, n << by->order);
		d->demand -= n;
	}
	if (!d->demand || m->stop)
		return;
	d->unmet += d->demand << by->order;
	took(m, by->type, NOWHERE, d->demand << by->order);
}

/* All but the time, which never goes back. */
static void copy_of(struct mms_event *copy, const struct mms_event *e)
{
	u64 ts = copy->ts;

	*copy = *e;
	copy->ts = ts;
}

static void play(struct swap_machine *m, const struct mms_event *e)
{
	struct mms_event *copy;

	m->asif->now = e;
	m->now = e->ts;
	m->cpu = e->cpu;
	m->pid = e->pid;
	switch (e->kind) {
	case MMS_KIND_node:
	case MMS_KIND_mark:
	case MMS_KIND_lost:
		copy = emit(m, (enum mms_kind_id)e->kind);
		if (copy)
			copy_of(copy, e);
		break;
	case MMS_KIND_swap_list: list_event(m, &e->swap_list); break;
	case MMS_KIND_swap_free:
		if (e->swap_free.type >= 0 && e->swap_free.type < MMS_DEVS)
			give_back(m, (u8)e->swap_free.type, e->swap_free.n);
		break;
	case MMS_KIND_swap_select:
		if (m->asif->by.own)
			walk_again(m);
		else
			decide(m);
		break;
	default: break;
	}
}

/* Its nodes, the first of them, the rule it begins under, and how many runs of pages can come. False: it records no walk. */
static bool survey(struct swap_machine *m, u8 *rule, u64 *runs)
{
	const struct mms_log *from = m->asif->by.from;
	u32 devices = 0, walks = 0;
	bool seen[MMS_DEVS] = {false};

	m->asif->first = -1;
	for (u32 i = 0; i < from->count; i++) {
		const struct mms_event *e = &from->event[i];

		if (e->kind == MMS_KIND_node && e->node.nid >= 0 && e->node.nid < MMS_NODES) {
			m->p.nodes = MMS_MAX(m->p.nodes, e->node.nid + 1);
			m->avail[e->node.nid].known = 1;
			if (m->asif->first < 0 || e->node.nid < m->asif->first)
				m->asif->first = e->node.nid;
		}
		if (e->kind == MMS_KIND_swap_select && !walks++)
			*rule = e->swap_select.mode;
		if (e->kind == MMS_KIND_swap_list && e->swap_list.type >= 0 && e->swap_list.type < MMS_DEVS) {
			devices += !seen[e->swap_list.type];
			seen[e->swap_list.type] = true;
			++*runs;
		}
	}
	m->asif->first = MMS_MAX(m->asif->first, 0);
	*runs += (u64)walks * (devices + 1); /* what is asked for at once is on every device, or nowhere, at most */
	return walks;
}

void *drive_swap(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		 const struct mms_asif *asif, struct mms_error *error)
{
	static const char no_walks[] = "this capture has no walk along a swap list, so there is nothing to decide otherwise";
	struct swap_machine *m = mms_arena_alloc(arena, sizeof(*m));
	struct swap_asif *d = mms_arena_alloc(arena, sizeof(*d));
	u64 runs = 0;
	u8 rule = 0;

	if (!m || !d) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is reached");
		return NULL;
	}
	m->p = *params;
	m->p.nodes = 1;
	m->p.timing = m->p.stop_used = m->p.stop_decisions = 0;
	m->p.frees = 1;
	m->p.turn = MMS_turn_call;
	m->asif = d;
	d->by = *asif;
	d->back = params->slots_back == MMS_slots_back_all ? MMS_slots_back_random : (u8)params->slots_back;
	if (!survey(m, &rule, &runs)) {
		mms_fail(error, MMS_status_range, no_walks);
		return NULL;
	}
	if (runs >= NO_RUN || !returns_begin(d, arena, (u32)runs) || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is reached");
		return NULL;
	}
	m->out.log = log;
	m->random = mms_random((u64)params->seed);
	m->rule = asif->own ? rule : (u8)params->rule;
	return m;
}

/* Pages that no device had room for, of what was asked for. */
static void report_counters(struct swap_machine *m)
{
	static const char unmet[] = "asif/unmet";
	struct mms_event *e = emit(m, MMS_KIND_stat);

	m->asif->reported = true;
	if (!e)
		return;
	mms_copy(e->stat.text, unmet, sizeof(unmet));
	e->stat.value = m->asif->unmet;
}

enum mms_status_id run_asif_swap(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct swap_machine *m = machine;
	struct swap_asif *d = m->asif;
	u64 until = m->decisions + max_decisions;

	for (u32 n = 0; d->at < d->by.from->count && !m->stop; n++) {
		if (m->decisions >= until || n >= EVENTS_PER_RUN)
			return MMS_status_more;
		play(m, &d->by.from->event[d->at++]);
	}
	if (!m->stop && !d->reported)
		report_counters(m);
	return mms_emit_status(&m->out, error);
}
