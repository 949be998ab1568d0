/* SPDX-License-Identifier: Apache-2.0 */
/* Lies about the choice of a swap device. */
#include "lie.h"

/* A walk that visited one device. */
static bool once(const struct mms_ev_swap_select *e)
{
	return e->visits == 1;
}

/* One that visited one device, which gave slots. */
static bool took(const struct mms_ev_swap_select *e)
{
	return once(e) && e->end == MMS_walk_end_took && e->list_n <= MMS_LIST_LANES;
}

/* The first requeue would turn the first two. */
static bool alike(const struct mms_ev_swap_select *e)
{
	return e->list_n >= 2 && e->list_prio[0] == e->list_prio[1];
}

static struct mms_ev_swap_select *select_at(struct mms_log *log, u32 i)
{
	return i < log->count && log->event[i].kind == MMS_KIND_swap_select ? &log->event[i].swap_select : NULL;
}

static void swap_first_two(struct mms_ev_swap_select *e)
{
	u8 type = e->list_type[0];
	u32 used = e->list_used[0];

	e->list_type[0] = e->list_type[1];
	e->list_type[1] = type;
	e->list_used[0] = e->list_used[1];
	e->list_used[1] = used;
}

/* The walk of an event, made to follow its list. */
static void follow(struct mms_ev_swap_select *e)
{
	e->visit_type[0] = e->list_type[0];
	e->visit_next[0] = e->list_n > 1 ? e->list_type[1] : (u8)MMS_NO_TYPE;
	if (e->type >= 0)
		e->type = e->list_type[0];
}

/* As if event i had not requeued: the next walk of the list finds the order that i found. */
static bool next_finds(struct mms_log *log, u32 i)
{
	const struct mms_ev_swap_select *e = select_at(log, i);

	for (u32 k = i + 1; k < log->count && log->event[k].kind != MMS_KIND_swap_list; k++) {
		struct mms_ev_swap_select *next = select_at(log, k);

		if (!next || next->list != e->list)
			continue;
		if (!once(next) || next->list_n != e->list_n)
			return false;
		mms_copy(next->list_type, e->list_type, sizeof(e->list_type));
		mms_copy(next->list_prio, e->list_prio, sizeof(e->list_prio));
		follow(next);
		return true;
	}
	return false;
}

/* The first node from this one on whose list the device is on, round and round; MMS_NODES: none. */
static u32 on_list(const struct mms_ev_swap_list *e, u32 nid)
{
	for (u32 k = nid; k < nid + MMS_NODES; k++)
		if (e->list_prio[k % MMS_NODES] != MMS_NO_LIST)
			return k % MMS_NODES;
	return MMS_NODES;
}

/* Another device that was recorded before event i, by the first event from this one on, round and round; -1: none. */
static s16 other_device(const struct mms_log *log, u32 i, u32 from)
{
	for (u32 k = from; k < from + i; k++) {
		const struct mms_event *e = &log->event[k % i];

		if (e->kind == MMS_KIND_swap_list && e->swap_list.type >= 0 && e->swap_list.type != log->event[i].swap_list.type)
			return e->swap_list.type;
	}
	return -1;
}

/* Was anything recorded before that has a number of swap_avail_lock's order? */
static bool ordered_before(const struct mms_log *log, u32 i)
{
	for (u32 k = 0; k < i; k++)
		if (mms_kind_ordered(log->event[k].kind))
			return true;
	return false;
}

static bool seq_ahead(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!mms_kind_ordered(log->event[i].kind))
		return false;
	log->event[i].seq += 1000000 + BELOW(1000);
	return true;
}

/* Device `k` of the list is no more, and those behind it move up. */
static void unlist(struct mms_ev_swap_select *e, u32 k)
{
	for (e->list_n--; k < e->list_n; k++) {
		e->list_type[k] = e->list_type[k + 1];
		e->list_prio[k] = e->list_prio[k + 1];
		e->list_used[k] = e->list_used[k + 1];
	}
	e->list_type[k] = UINT8_MAX;
	e->list_prio[k] = -1;
	e->list_used[k] = UINT32_MAX;
}

/* CPUs of other nodes than this one. Nodes are recorded first. */
static u64 cpus_elsewhere(const struct mms_log *log, s16 nid)
{
	u64 own = 0, cpus = 0;

	for (u32 k = 0; k < log->count && log->event[k].kind != MMS_KIND_swap_select; k++)
		if (log->event[k].kind == MMS_KIND_node) {
			cpus |= log->event[k].node.cpus;
			own |= log->event[k].node.nid == nid ? log->event[k].node.cpus : 0;
		}
	return cpus & ~own;
}

#define ON_THE_WAY "So few slots may be on their way: by walks that have not ended, and returns that are not recorded yet."
#define node(extents) (extents)
#define roundrobin(extents) ((extents) << FORGERY_EXTENTS)

#define LIES "swap.def"
#define FILE_OF_LIES lies_swap
#include "rows.h"
