/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The swap layer of the machine: mm/swapfile.c in small. It keeps lists and devices and asks policy/ for
 * every decision. Slots have no offsets: a device is a number of slots in use.
 */
#include "internal.h"

static void setup_swap_info(struct swap_machine *m, struct swap_dev *dev, s16 given)
{
	dev->prio = mms_setup_prio(m->rule, given, m->autos);
	m->autos += dev->prio < 0;
}

static void set_keys(struct swap_machine *m, struct swap_dev *dev)
{
	for (u32 i = 0; i < MMS_NODES; i++)
		dev->key[i] = i < m->p.nodes ? mms_avail_key(m->rule, dev->prio, dev->node_id, (s16)i) : MMS_NO_LIST;
}

void join_lists(struct swap_machine *m, u8 type)
{
	for (u32 i = 0; i < m->p.nodes; i++)
		mms_plist_add(&m->avail[i], type, m->dev[type].key[i]);
	m->dev[type].listed = true;
}

void leave_lists(struct swap_machine *m, u8 type)
{
	for (u32 i = 0; i < m->p.nodes; i++)
		mms_plist_del(&m->avail[i], type);
	m->dev[type].listed = false;
}

/* setup_swap_info() and _enable_swap_info() */
void enable_swap_info(struct swap_machine *m, u8 type, s16 given, u8 reason)
{
	struct swap_dev *dev = &m->dev[type];

	setup_swap_info(m, dev, given);
	set_keys(m, dev);
	dev->writeok = true;
	m->nr_swap_pages += (s64)dev->pages;
	mms_plist_add(&m->active, type, (s16)-dev->prio);
	if (dev->used == dev->pages) {
		emit_list(m, MMS_list_op_setup, reason, type);
		return;
	}
	join_lists(m, type);
	emit_list(m, MMS_list_op_add, reason, type);
}

void swapon(struct swap_machine *m, u32 index)
{
	u8 type = 0;

	while (m->dev[type].exists) /* alloc_swap_info(): the lowest free number */
		type++;
	m->dev[type] = (struct swap_dev){
		.pages = (u64)m->p.dev_pages[index],
		.given = (s16)m->p.dev_prio[index],
		.node_id = (s16)m->p.dev_node[index],
		.index = (u8)index,
		.exists = true,
	};
	mms_copy(m->dev[type].name, m->p.dev_name[index], sizeof(m->dev[type].name));
	enable_swap_info(m, type, m->dev[type].given, MMS_list_reason_swapon);
}

int swap_type_of(const struct swap_machine *m, u32 index)
{
	for (int i = 0; i < MMS_DEVS; i++)
		if (m->dev[i].exists && m->dev[i].index == index)
			return i;
	return -1;
}

/* swapoff() up to try_to_unuse(): off all lists, and the automatic priorities behind it move up. */
void swapoff_begin(struct swap_machine *m, u8 type)
{
	struct swap_dev *dev = &m->dev[type];
	int at = mms_plist_find(&m->active, type);

	leave_lists(m, type);
	m->autos -= dev->prio < 0;
	emit_list(m, MMS_list_op_del, MMS_list_reason_swapoff, type);
	mms_plist_del(&m->active, type);
	for (; mms_swapoff_renumbers(m->rule, dev->prio) && at < m->active.n; at++) {
		struct swap_dev *behind = &m->dev[m->active.type[at]];

		behind->prio++;
		m->active.prio[at]--;
		set_keys(m, behind);
		for (u32 i = 0; behind->listed && i < m->p.nodes; i++)
			m->avail[i].prio[mms_plist_find(&m->avail[i], m->active.type[at])] = behind->key[i];
		emit_list(m, MMS_list_op_prio, MMS_list_reason_swapoff, m->active.type[at]);
	}
	m->nr_swap_pages -= (s64)dev->pages;
	dev->writeok = false;
	end_turns(m, type);
}

void swapoff_end(struct swap_machine *m, u8 type)
{
	m->dev[type].exists = false;
	m->dev[type].freed = 0;
}

/* swapoff() that failed: the device gets a priority like a new one, so an automatic one is the lowest. */
void reinsert_swap_info(struct swap_machine *m, u8 type)
{
	enable_swap_info(m, type, m->dev[type].prio, MMS_list_reason_reinsert);
}

/* vm.swap_device_select: in the order of swap_active_head each device leaves and joins again. */
void switch_rule(struct swap_machine *m, u8 rule)
{
	if (rule == m->rule)
		return;
	m->rule = rule;
	m->autos = 0;
	emit_list(m, MMS_list_op_mode, MMS_list_reason_mode, -1);
	for (u32 i = 0; i < m->active.n; i++) {
		u8 type = m->active.type[i];
		struct swap_dev *dev = &m->dev[type];
		bool listed = dev->listed;

		if (listed) {
			leave_lists(m, type);
			emit_list(m, MMS_list_op_del, MMS_list_reason_mode, type);
		}
		setup_swap_info(m, dev, dev->prio);
		m->active.prio[i] = (s16)-dev->prio;
		set_keys(m, dev);
		if (listed)
			join_lists(m, type);
		emit_list(m, listed ? MMS_list_op_add : MMS_list_op_prio, MMS_list_reason_mode, type);
	}
}

/* scan_swap_map_slots(): how many slots the device gives, each of 2^order pages in a row. */
u16 scan_swap_map_slots(struct swap_machine *m, u8 type, u16 batch, u8 order)
{
	struct swap_dev *dev = &m->dev[type];
	u64 slots = (dev->pages - dev->used) >> order;
	u16 n = (u16)MMS_MIN(slots, (u64)batch);

	/* A large folio needs slots in a row, which a used device may not have: by chance. */
	if (m->asif)
		n = asif_yield(m, type, n);
	else if (order && mms_random_below(&m->random, 100) < m->p.large_fail)
		n = 0;
	dev->used += (u64)n << order;
	m->used += (u64)n << order;
	m->nr_swap_pages -= (s64)n << order;
	if (n && mms_range_alloc_leaves(dev->used, dev->pages) && !(m->asif && m->asif->by.own)) {
		leave_lists(m, type);
		emit_list(m, MMS_list_op_del, MMS_list_reason_full, type);
	}
	m->stop |= m->p.stop_used && m->used >= (u64)m->p.stop_used;
	return n;
}

static void snapshot(const struct swap_machine *m, struct mms_ev_swap_select *e, const struct mms_list *list)
{
	e->list_n = list->n;
	mms_fill(e->list_type, 0xff, sizeof(e->list_type));
	mms_fill(e->list_prio, 0xff, sizeof(e->list_prio));
	mms_fill(e->list_used, 0xff, sizeof(e->list_used));
	for (u32 i = 0; i < MMS_MIN(list->n, MMS_LIST_LANES); i++) {
		e->list_type[i] = list->type[i];
		e->list_prio[i] = list->prio[i];
		e->list_used[i] = (u32)m->dev[list->type[i]].used;
	}
	mms_fill(e->visit_type, 0xff, sizeof(e->visit_type));
	mms_fill(e->visit_verdict, 0xff, sizeof(e->visit_verdict));
	mms_fill(e->visit_next, 0xff, sizeof(e->visit_next));
}

/* One walk. Nobody interferes on this machine, so the first device that is asked for single pages gives
 * some: it would not be on the list if it had none. */
static void walk(struct swap_machine *m, struct mms_walk *w, struct mms_ev_swap_select *e)
{
	int type;

	while ((type = mms_walk_next(w)) >= 0) {
		u16 n = scan_swap_map_slots(m, (u8)type, w->batch, w->order);
		u8 verdict = n ? MMS_verdict_took : MMS_verdict_zero;

		if (e->visits < MMS_VISIT_LANES) {
			e->visit_type[e->visits] = (u8)type;
			e->visit_verdict[e->visits] = verdict;
			e->visit_next[e->visits] = w->next;
		}
		e->visits++;
		mms_walk_verdict(w, verdict, n);
	}
}

static void emit_freed(struct swap_machine *m, u8 type, u32 n)
{
	struct mms_event *event = m->p.frees && n ? emit(m, MMS_KIND_swap_free) : NULL;

	if (!event)
		return;
	event->swap_free.type = type;
	event->swap_free.n = n;
	event->swap_free.used = m->dev[type].used;
}

/* Single pages come back all the time while clusters are used, so that the next walk records them together. */
static void emit_all_freed(struct swap_machine *m)
{
	for (u32 i = 0; i < MMS_DEVS; i++) {
		emit_freed(m, (u8)i, m->dev[i].freed);
		m->dev[i].freed = 0;
	}
}

void begin_select(struct swap_machine *m, struct mms_ev_swap_select *e, u16 goal, u8 order, s64 avail)
{
	e->mode = m->rule;
	e->nid = m->asif ? m->asif->now->swap_select.nid : node_of_cpu(m, m->cpu);
	e->list = mms_swap_select_nid(m->rule, e->nid, m->asif ? m->asif->first : 0);
	e->goal = goal;
	e->order = order;
	e->avail = avail;
	snapshot(m, e, &m->avail[e->list]);
}

void end_select(struct swap_machine *m, struct mms_ev_swap_select *e, const struct mms_walk *w)
{
	e->batch = w->batch;
	e->end = w->end;
	e->type = w->type;
	e->ret = w->ret;
	m->decisions++;
	m->idle = 0;
	if (m->p.stop_decisions && m->decisions >= (u64)m->p.stop_decisions)
		m->stop = true;
}

/* Slots given, of the device `*type`. */
u32 get_swap_pages(struct swap_machine *m, u16 goal, u8 order, u8 *type)
{
	struct mms_event *event;
	struct mms_ev_swap_select *e;
	struct mms_walk w;

	emit_all_freed(m);
	event = emit(m, MMS_KIND_swap_select);
	if (!event)
		return 0;
	e = &event->swap_select;
	begin_select(m, e, goal, order, mms_swap_avail(m->nr_swap_pages, order));
	if (mms_walk_begin(&w, &m->avail[e->list], goal, e->avail, order))
		walk(m, &w, e);
	end_select(m, e, &w);
	*type = (u8)w.type;
	return w.ret;
}

void swap_range_free(struct swap_machine *m, u8 type, u32 n)
{
	struct swap_dev *dev = &m->dev[type];

	/* add_to_avail_list() comes before inuse_pages goes down */
	if (mms_range_free_joins(dev->used, dev->pages, dev->writeok) && !(m->asif && m->asif->by.own)) {
		join_lists(m, type);
		emit_list(m, MMS_list_op_add, MMS_list_reason_freed, type);
	}
	dev->used -= n;
	m->used -= n;
	m->nr_swap_pages += n;
	if (m->p.timing)
		pay_free(m, type, n);
	if (m->p.turn == MMS_turn_cluster)
		dev->freed += n;
	else
		emit_freed(m, type, n);
}
