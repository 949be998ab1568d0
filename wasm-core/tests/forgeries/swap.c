/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about the choice of a swap device. */
#include "forgery.h"
#include "mms/enums.h"

static struct mms_ev_swap_select *select_at(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_swap_select ? &log->event[i].swap_select : NULL;
}

/* One that visited one device, which gave slots. */
static struct mms_ev_swap_select *took(struct mms_log *log, u32 i)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	return e && e->visits == 1 && e->end == MMS_walk_end_took && e->list_n <= MMS_LIST_LANES ? e : NULL;
}

/* Takes the list's first device away, as if it were not there. */
static bool device_hidden(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	(void)r;
	if (!e || e->list_n < 2)
		return false;
	e->list_n--;
	for (u32 k = 0; k < e->list_n; k++) {
		e->list_type[k] = e->list_type[k + 1];
		e->list_prio[k] = e->list_prio[k + 1];
		e->list_used[k] = e->list_used[k + 1];
	}
	e->list_type[e->list_n] = UINT8_MAX;
	e->list_prio[e->list_n] = -1;
	e->list_used[e->list_n] = UINT32_MAX;
	e->visit_type[0] = e->list_type[0];
	e->visit_next[0] = e->list_n > 1 ? e->list_type[1] : (u8)MMS_NO_TYPE;
	e->type = e->list_type[0];
	return true;
}

/* The first device was asked and gave nothing, so the second served. */
static bool first_gave_none(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	(void)r;
	if (!e || e->list_n < 2 || e->order || e->visit_verdict[0] & MMS_NEXT_LEFT)
		return false;
	e->visits = 2;
	e->visit_verdict[0] = MMS_verdict_zero;
	e->visit_verdict[1] = MMS_verdict_took;
	e->visit_type[1] = e->list_type[1];
	e->visit_next[1] = e->list_n > 2 ? e->list_type[2] : (u8)MMS_NO_TYPE;
	e->type = e->list_type[1];
	return true;
}

/* The first device was asked, and served although it gave nothing: what the second did is told of the first. */
static bool last_gave_all(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	(void)r;
	if (!e || e->visits != 2 || e->end != MMS_walk_end_took)
		return false;
	e->visits = 1;
	e->visit_verdict[0] = MMS_verdict_took;
	e->visit_verdict[1] = e->visit_type[1] = e->visit_next[1] = UINT8_MAX;
	e->type = e->visit_type[0];
	return true;
}

static bool fewer_slots(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	if (!e || e->ret < 2)
		return false;
	e->ret = (u16)(1 + mms_random_below(r, e->ret - 1u));
	return true;
}

static bool goal(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	(void)r;
	if (!e || e->goal < 2)
		return false;
	e->goal = e->batch = e->ret = 1;
	return true;
}

static bool used(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	if (!e)
		return false;
	e->list_used[0] += 1 + mms_random_below(r, 1000);
	return true;
}

static bool used_of_change(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	if (e->kind != MMS_KIND_swap_list || e->swap_list.type < 0 || e->swap_list.op == MMS_list_op_setup ||
	    e->swap_list.reason == MMS_list_reason_full)
		return false;
	e->swap_list.used += 1 + mms_random_below(r, 1000);
	return true;
}

static bool available(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	if (!e || e->avail < 64)
		return false;
	e->avail += 1 + mms_random_below(r, 1000);
	return true;
}

/* Swap is full: nobody looked at a list. */
static bool no_swap(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	(void)r;
	if (!e)
		return false;
	e->avail = 0;
	e->batch = e->ret = 0;
	e->end = MMS_walk_end_noswap;
	e->type = -1;
	e->visits = 0;
	e->visit_type[0] = e->visit_verdict[0] = e->visit_next[0] = UINT8_MAX;
	e->list_n = 0;
	for (u32 k = 0; k < MMS_LIST_LANES; k++) {
		e->list_type[k] = UINT8_MAX;
		e->list_prio[k] = -1;
		e->list_used[k] = UINT32_MAX;
	}
	return true;
}

static bool cpu(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);
	u64 own = 0, all = 0;

	if (!e || e->mode != MMS_rule_node)
		return false;
	for (u32 k = 0; k < log->count; k++)
		if (log->event[k].kind == MMS_KIND_node) {
			all |= log->event[k].node.cpus;
			own |= log->event[k].node.nid == e->nid ? log->event[k].node.cpus : 0;
		} else if (log->event[k].kind == MMS_KIND_swap_select) {
			break; /* nodes come first */
		}
	(void)r;
	if (!(all & ~own))
		return false;
	log->event[i].cpu = (u16)__builtin_ctzll(all & ~own);
	return true;
}

/* Where the rule has one list, nobody reads the node. */
static bool node(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e || e->mode == MMS_rule_node)
		return false;
	e->nid = (s16)((e->nid + 1 + (s16)mms_random_below(r, 3)) % 4);
	return true;
}

static bool task(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!select_at(log, i))
		return false;
	log->event[i].pid += (s32)(1 + mms_random_below(r, 100));
	return true;
}

static bool walk_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (!took(log, i))
		return false;
	forgery_drop(log, i);
	return true;
}

static bool change_dropped(struct mms_log *log, u32 i, struct mms_random *r)
{
	(void)r;
	if (log->event[i].kind != MMS_KIND_swap_list)
		return false;
	forgery_drop(log, i);
	return true;
}

/* A later walk of the same list is told as this one. */
static bool told_twice(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);

	(void)r;
	for (u32 k = i + 1; e && k < log->count; k++)
		if (took(log, k) && took(log, k)->list == e->list) {
			log->event[k].swap_select = *e;
			return true;
		}
	return false;
}

/* The device behind the first served, and was first on the list. */
static bool turned_too_far(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = took(log, i);
	u8 first, last;

	(void)r;
	if (!e || e->list_n < 3)
		return false;
	first = e->list_type[0];
	last = (u8)(e->list_n - 1);
	for (u32 k = 0; k < last; k++)
		e->list_type[k] = e->list_type[k + 1];
	e->list_type[last] = first;
	e->visit_type[0] = e->list_type[0];
	e->visit_next[0] = e->list_type[1];
	e->type = e->list_type[0];
	return true;
}

/* Another priority, and the key that it gives. */
static bool priority_and_key(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	(void)r;
	if (e->kind != MMS_KIND_swap_list || e->swap_list.prio < 0 || e->swap_list.type < 0)
		return false;
	e->swap_list.prio++;
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		if (e->swap_list.list_prio[nid] != MMS_NO_LIST)
			e->swap_list.list_prio[nid]--;
	return true;
}

/* Another node of the device; under `node` its keys follow. */
static bool device_node(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	(void)r;
	if (e->kind != MMS_KIND_swap_list || e->swap_list.type < 0)
		return false;
	e->swap_list.node_id = e->swap_list.node_id ? 0 : 1;
	return true;
}

static bool device_size(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	(void)r;
	if (e->kind != MMS_KIND_swap_list || e->swap_list.type < 0)
		return false;
	if (e->swap_list.used == e->swap_list.pages)
		e->swap_list.used += 8;
	e->swap_list.pages += 8;
	return true;
}

const struct mutation forgery_swap[] = {
	{"the first device is hidden from the list", device_hidden, NULL},
	{"the first device gave nothing, the second served", first_gave_none, NULL},
	{"the first device served, not the second", last_gave_all, NULL},
	{"fewer slots given", fewer_slots, NULL},
	{"a single slot was asked for and given", goal, NULL},
	{"slots in use of the first device", used, NULL},
	{"slots in use at a change", used_of_change, NULL},
	{"free swap", available, NULL},
	{"no free swap, so no walk", no_swap, NULL},
	{"CPU of another node", cpu, NULL},
	{"node where one list serves all", node, NULL},
	{"another task walked", task, NULL},
	{"walk never told", walk_dropped, NULL},
	{"change of the lists never told", change_dropped, NULL},
	{"walk told instead of the next", told_twice, NULL},
	{"list turned one device too far", turned_too_far, NULL},
	{"priority and its keys", priority_and_key, NULL},
	{"node of a device", device_node, NULL},
	{"size of a device", device_size, NULL},
};
const unsigned forgery_n_swap = MMS_COUNT(forgery_swap);
