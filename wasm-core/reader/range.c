/* SPDX-License-Identifier: Apache-2.0 */
/* Values that their type allows and the kernel does not. The rest of the core relies on these. */
#include "internal.h"

#define ORDER_MAX 20 /* above any MAX_PAGE_ORDER; keeps shifts defined */
#define TYPE_TEXT "a swap type is 0 to 31"
#define NODE_TEXT "a node is 0 to 15"
#define ZONE_TEXT "a zone is node * 8 + index, of node 0 to 15 and index 0 to 4"
#define NODES_TEXT "one bit of the nodes at least is set, and none above node 15"
#define INTERLEAVE_TEXT "only interleave and weighted_interleave give out nodes"
#define MAX_NUMNODES 1024 /* the most a kernel can be configured for */
#define FLAG_TEXT "this is 0 or 1"
#define ZONES 5 /* include/linux/mmzone.h: DMA, DMA32, Normal, Movable, Device */
#define PAGE_SECTORS 8
#define LIMIT_TEXT "a request takes a page at least"
#define UNUSED_TEXT "lanes that are not in use hold all ones"

#define REQUIRE(event, name, condition, text) \
	do { \
		if (!(condition)) { \
			*bad = (struct mms_range_error){#name, text, (s64)(event)->name}; \
			return false; \
		} \
	} while (0)

/* The same for one lane of a vector. */
#define REQUIRE_LANE(event, name, lane, condition, text) \
	do { \
		if (!(condition)) { \
			*bad = (struct mms_range_error){#name, text, (s64)(event)->name[lane]}; \
			return false; \
		} \
	} while (0)

static bool is_type(s64 type)
{
	return type >= 0 && type < MMS_DEVS;
}

static bool is_node(s64 nid)
{
	return nid >= 0 && nid < MMS_NODES;
}

static bool is_zone(s64 zone)
{
	return zone >= 0 && zone < MMS_NODES * 8 && zone % 8 < ZONES;
}

static bool is_policy_mask(u64 nodes)
{
	return nodes && !(nodes >> MMS_NODES);
}

static bool is_power_of_two(u32 n)
{
	return n && !(n & (n - 1));
}

/* Every scalar that holds a number of an enum. */
static bool enums_exist(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_kind *kind = mms_kind_of(e->kind);

	for (u32 i = 0; i < kind->fields; i++) {
		const struct mms_field *field = &kind->field[i];
		const struct mms_enum *list = field->lanes == 1 ? mms_field_enum(field) : NULL;
		s64 value = list ? mms_field_get(field, e, 0) : 0;

		if (!list || mms_enum_value_name(list, value))
			continue;
		*bad = (struct mms_range_error){field->name, "there is no such value", value};
		return false;
	}
	return true;
}

/* Which reasons an operation can have: bit per reason. */
static bool reason_fits(u8 op, u8 reason)
{
#define BIT(name) (1u << MMS_list_reason_##name)
	static const u8 fits[] = {
		[MMS_list_op_add] = BIT(swapon) | BIT(freed) | BIT(reinsert) | BIT(mode),
		[MMS_list_op_del] = BIT(swapoff) | BIT(full) | BIT(mode),
		[MMS_list_op_requeue] = BIT(select),
		[MMS_list_op_prio] = BIT(swapoff) | BIT(mode),
		[MMS_list_op_mode] = BIT(mode),
		[MMS_list_op_setup] = BIT(swapon) | BIT(reinsert),
	};
#undef BIT

	return fits[op] >> reason & 1;
}

static bool check_swap_list(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_swap_list *s = &e->swap_list;

	REQUIRE(s, reason, reason_fits(s->op, s->reason), "that is no reason for this operation");
	REQUIRE(s, list, s->list == -1 || is_node(s->list), "a list is -1 or 0 to 15");
	REQUIRE(s, node_id, s->node_id == -1 || is_node(s->node_id), "a node is -1 or 0 to 15");
	if (s->op == MMS_list_op_mode) {
		REQUIRE(s, type, s->type == -1, "a switch of the rule means no device: -1");
		return true;
	}
	REQUIRE(s, type, is_type(s->type), TYPE_TEXT);
	REQUIRE(s, prio, s->prio > -MMS_NO_LIST, "a priority is above -32767");
	REQUIRE(s, used, s->used <= s->pages, "no more than the pages of the device can be in use");
	return true;
}

static bool check_list_lanes(const struct mms_ev_swap_select *s, struct mms_range_error *bad)
{
	u32 seen = 0;

	REQUIRE(s, list_n, s->list_n <= MMS_DEVS, "a list holds 32 devices at most");
	for (u32 i = 0; i < MMS_LIST_LANES; i++) {
		u8 type = s->list_type[i];

		if (i >= s->list_n) {
			REQUIRE_LANE(s, list_type, i, type == UINT8_MAX, UNUSED_TEXT);
			REQUIRE_LANE(s, list_prio, i, s->list_prio[i] == -1, UNUSED_TEXT);
			REQUIRE_LANE(s, list_used, i, s->list_used[i] == UINT32_MAX, UNUSED_TEXT);
			continue;
		}
		REQUIRE_LANE(s, list_type, i, is_type(type), TYPE_TEXT);
		REQUIRE_LANE(s, list_type, i, !(seen >> type & 1), "a device is on a list once");
		REQUIRE_LANE(s, list_prio, i, s->list_prio[i] != MMS_NO_LIST, "a device on a list has a key");
		seen |= 1u << type;
	}
	return true;
}

static bool check_visit_lanes(const struct mms_ev_swap_select *s, struct mms_range_error *bad)
{
	for (u32 i = 0; i < MMS_VISIT_LANES; i++) {
		u8 verdict = s->visit_verdict[i];

		if (i >= s->visits) {
			REQUIRE_LANE(s, visit_type, i, s->visit_type[i] == UINT8_MAX, UNUSED_TEXT);
			REQUIRE_LANE(s, visit_verdict, i, verdict == UINT8_MAX, UNUSED_TEXT);
			REQUIRE_LANE(s, visit_next, i, s->visit_next[i] == UINT8_MAX, UNUSED_TEXT);
			continue;
		}
		REQUIRE_LANE(s, visit_type, i, is_type(s->visit_type[i]), TYPE_TEXT);
		REQUIRE_LANE(s, visit_verdict, i, (verdict & ~MMS_NEXT_LEFT) <= MMS_verdict_gone, "there is no such verdict");
		REQUIRE_LANE(s, visit_next, i, s->visit_next[i] == MMS_NO_TYPE || is_type(s->visit_next[i]),
			     "a swap type is 0 to 31, and 255 the end of the list");
	}
	return true;
}

static bool check_swap_select(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_swap_select *s = &e->swap_select;

	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	REQUIRE(s, list, is_node(s->list), NODE_TEXT);
	REQUIRE(s, order, s->order <= ORDER_MAX, "an order is 0 to 20");
	REQUIRE(s, type, s->type == -1 || is_type(s->type), "a swap type is 0 to 31, and -1 none");
	return check_list_lanes(s, bad) && check_visit_lanes(s, bad);
}

static bool check_zonelist(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_zonelist *s = &e->zonelist;

	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	for (u32 i = 0; i < MMS_LIST_LANES; i++) {
		if (i >= s->n) {
			REQUIRE_LANE(s, zone, i, s->zone[i] == UINT8_MAX, UNUSED_TEXT);
			continue;
		}
		REQUIRE_LANE(s, zone, i, is_zone(s->zone[i]), ZONE_TEXT);
		for (u32 k = 0; k < i; k++)
			REQUIRE_LANE(s, zone, i, s->zone[k] != s->zone[i], "a zone is on a zonelist once");
	}
	return true;
}

static bool check_swap_ra(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_swap_ra *s = &e->swap_ra;

	REQUIRE(s, type, is_type(s->type), TYPE_TEXT);
	REQUIRE(s, max_win, is_power_of_two(s->max_win), "the largest window is a power of two");
	REQUIRE(s, win, s->win > 0, "a window is one page at least");
	if (s->win == 1)
		return true;
	REQUIRE(s, lo, s->lo <= s->cur, "the fault is not before the first page");
	REQUIRE(s, hi, s->cur < s->hi, "the fault is before the end");
	return true;
}

static bool check_swap_in(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_swap_in *s = &e->swap_in;

	REQUIRE(s, type, is_type(s->type), TYPE_TEXT);
	REQUIRE(s, order, s->order <= ORDER_MAX, "an order is 0 to 20");
	REQUIRE(s, single, s->single <= 1, FLAG_TEXT);
	REQUIRE(s, zero, s->zero <= 1, FLAG_TEXT);
	REQUIRE(s, zswap, s->zswap <= 1 || s->zswap == UINT64_MAX, FLAG_TEXT);
	REQUIRE(s, fs, s->fs <= 1, FLAG_TEXT);
	REQUIRE(s, sync, s->sync <= 1, FLAG_TEXT);
	REQUIRE(s, can_poll, s->can_poll <= 1, FLAG_TEXT);
	return true;
}

/* Steps of one mode in their order, those not taken left out; the disk is done in between. */
static bool check_steps(const struct mms_ev_swap_in_time *s, u32 first, struct mms_range_error *bad)
{
	static const u8 order[] = {0, 1, 2, 3, 4, 6, 7};
	const u32 *at = &s->at[first];
	u32 last = 0;

	for (u32 i = 0; i < MMS_COUNT(order); i++) {
		if (at[order[i]] == UINT32_MAX)
			continue;
		REQUIRE_LANE(s, at, first + order[i], at[order[i]] >= last, "steps come in their order");
		last = at[order[i]];
	}
	REQUIRE_LANE(s, at, first + 5, at[5] == UINT32_MAX || (at[5] >= at[0] && at[5] <= at[6]),
		     "the disk is done after the read was submitted and before the task knows");
	return true;
}

static bool check_swap_in_time(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_swap_in_time *s = &e->swap_in_time;

	REQUIRE(s, type, is_type(s->type), TYPE_TEXT);
	return check_steps(s, 0, bad) && check_steps(s, 8, bad) && check_steps(s, 16, bad);
}

static bool zone_lane_unused(const struct mms_ev_zone_select *s, u32 i, struct mms_range_error *bad)
{
	REQUIRE_LANE(s, visit_zone, i, s->visit_zone[i] == UINT8_MAX, UNUSED_TEXT);
	REQUIRE_LANE(s, visit_verdict, i, s->visit_verdict[i] == UINT8_MAX, UNUSED_TEXT);
	REQUIRE_LANE(s, visit_flags, i, s->visit_flags[i] == UINT8_MAX, UNUSED_TEXT);
	REQUIRE_LANE(s, visit_batch, i, s->visit_batch[i] == -1, UNUSED_TEXT);
	REQUIRE_LANE(s, visit_free, i, s->visit_free[i] == -1, UNUSED_TEXT);
	REQUIRE_LANE(s, visit_unusable, i, s->visit_unusable[i] == -1, UNUSED_TEXT);
	REQUIRE_LANE(s, visit_mark, i, s->visit_mark[i] == -1, UNUSED_TEXT);
	REQUIRE_LANE(s, visit_reserve, i, s->visit_reserve[i] == -1, UNUSED_TEXT);
	return true;
}

static bool check_zone_select(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_zone_select *s = &e->zone_select;

	REQUIRE(s, order, s->order <= ORDER_MAX, "an order is 0 to 20");
	REQUIRE(s, highest, s->highest < ZONES, "a zone index is 0 to 4");
	REQUIRE(s, list, is_node(s->list), NODE_TEXT);
	REQUIRE(s, pref, is_zone(s->pref) || s->pref == UINT8_MAX, ZONE_TEXT ", or 255");
	REQUIRE(s, spread, s->spread <= 1, FLAG_TEXT);
	REQUIRE(s, zone, s->zone == -1 || is_zone(s->zone), ZONE_TEXT ", or -1");
	for (u32 i = 0; i < MMS_VISIT_LANES; i++) {
		if (i >= s->visits) {
			if (!zone_lane_unused(s, i, bad))
				return false;
			continue;
		}
		REQUIRE_LANE(s, visit_zone, i, is_zone(s->visit_zone[i]), ZONE_TEXT);
		REQUIRE_LANE(s, visit_verdict, i, s->visit_verdict[i] <= MMS_zone_verdict_empty, "there is no such verdict");
	}
	return true;
}

static bool check_kswapd_wake(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_kswapd_wake *s = &e->kswapd_wake;

	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	REQUIRE(s, zone, is_zone(s->zone) && s->zone / 8 == s->nid, "the zone is one of the node");
	REQUIRE(s, order, s->order <= ORDER_MAX, "an order is 0 to 20");
	REQUIRE(s, highest, s->highest < ZONES, "a zone index is 0 to 4");
	REQUIRE(s, asleep, s->asleep <= 1, FLAG_TEXT);
	REQUIRE(s, boosted, s->boosted <= 1, FLAG_TEXT);
	for (u32 i = 0; i < MMS_VISIT_LANES; i++) {
		bool used = i < s->visits;

		REQUIRE_LANE(s, visit_zone, i, used ? is_zone(s->visit_zone[i]) : s->visit_zone[i] == UINT8_MAX,
			     ZONE_TEXT "; all ones in lanes not in use");
		REQUIRE_LANE(s, visit_flags, i, used ? s->visit_flags[i] < MMS_zone_bit_denied
						     : s->visit_flags[i] == UINT8_MAX, UNUSED_TEXT);
	}
	for (u32 i = s->visits; i < MMS_COUNT(s->visit_free); i++) {
		REQUIRE_LANE(s, visit_free, i, s->visit_free[i] == -1, UNUSED_TEXT);
		REQUIRE_LANE(s, visit_unusable, i, s->visit_unusable[i] == -1, UNUSED_TEXT);
		REQUIRE_LANE(s, visit_mark, i, s->visit_mark[i] == -1, UNUSED_TEXT);
		REQUIRE_LANE(s, visit_reserve, i, s->visit_reserve[i] == -1, UNUSED_TEXT);
	}
	return true;
}

static bool is_interleave(u8 mode)
{
	return mode == MMS_mpol_interleave || mode == MMS_mpol_weighted_interleave;
}

static bool check_interleave(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_interleave *s = &e->interleave;

	REQUIRE(s, mode, is_interleave(s->mode), INTERLEAVE_TEXT);
	REQUIRE(s, nodes, is_policy_mask(s->nodes), NODES_TEXT);
	REQUIRE(s, prev, s->prev >= 0 && s->prev < MAX_NUMNODES, "il_prev is 0 to 1023");
	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	return true;
}

static bool check_interleave_vma(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_interleave_vma *s = &e->interleave_vma;

	REQUIRE(s, mode, is_interleave(s->mode), INTERLEAVE_TEXT);
	REQUIRE(s, nodes, is_policy_mask(s->nodes), NODES_TEXT);
	for (u32 i = 0; i < MMS_NODES; i++) {
		if (!(s->nodes >> i & 1))
			REQUIRE_LANE(s, weight, i, s->weight[i] == UINT8_MAX, UNUSED_TEXT);
		else if (s->mode == MMS_mpol_interleave)
			REQUIRE_LANE(s, weight, i, s->weight[i] == 1, "without weights each node counts as 1");
		else
			REQUIRE_LANE(s, weight, i, s->weight[i] > 0, "a weight is 1 to 255");
	}
	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	return true;
}

static bool check_interleave_page(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_interleave_page *s = &e->interleave_page;

	REQUIRE(s, mode, is_interleave(s->mode), INTERLEAVE_TEXT);
	REQUIRE(s, by_place, s->by_place <= 1, FLAG_TEXT);
	REQUIRE(s, order, s->order <= ORDER_MAX, "an order is 0 to 20");
	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	REQUIRE(s, page_nid, is_node(s->page_nid), NODE_TEXT);
	return true;
}

static bool check_kswapd_wait(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_kswapd_wait *s = &e->kswapd_wait;

	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	REQUIRE(s, waiting, s->waiting <= 1, FLAG_TEXT);
	return true;
}

static bool check_rq_page(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_rq_page *s = &e->rq_page;

	REQUIRE(s, nid, is_node(s->nid), NODE_TEXT);
	REQUIRE(s, grew, s->grew <= 1, FLAG_TEXT);
	REQUIRE(s, grew, !s->grew || s->why == MMS_rq_why_joined, "a page that begins a request begins a segment");
	REQUIRE(s, segments, s->segments > 0, "a request with a page has a segment");
	REQUIRE(s, sectors, s->sectors / PAGE_SECTORS >= s->segments, "a segment is a page at least");
	return true;
}

static bool check_queue_limits(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_queue_limits *s = &e->queue_limits;

	REQUIRE(s, max_sectors, s->max_sectors >= PAGE_SECTORS, LIMIT_TEXT);
	REQUIRE(s, max_segments, s->max_segments > 0, LIMIT_TEXT);
	REQUIRE(s, segment_bytes, s->segment_bytes >= PAGE_SECTORS * 512, LIMIT_TEXT);
	return true;
}

bool mms_range_check(const struct mms_event *e, struct mms_range_error *bad)
{
	if (mms_kind_ordered(e->kind))
		REQUIRE(e, seq, e->seq > 0, "swap_avail_lock counts from 1");
	else
		REQUIRE(e, seq, e->seq == 0, "no lock orders these events");
	if (!enums_exist(e, bad))
		return false;
	if (mms_kind_unpatched(e->kind))
		return mms_range_stock(e, bad);
	switch (e->kind) {
	case MMS_KIND_node: REQUIRE(&e->node, nid, is_node(e->node.nid), NODE_TEXT); break;
	case MMS_KIND_zone: REQUIRE(&e->zone, zone, is_zone(e->zone.zone), ZONE_TEXT); break;
	case MMS_KIND_zonelist: return check_zonelist(e, bad);
	case MMS_KIND_swap_list: return check_swap_list(e, bad);
	case MMS_KIND_swap_select: return check_swap_select(e, bad);
	case MMS_KIND_swap_free: REQUIRE(&e->swap_free, type, is_type(e->swap_free.type), TYPE_TEXT); break;
	case MMS_KIND_swap_ra: return check_swap_ra(e, bad);
	case MMS_KIND_swap_in: return check_swap_in(e, bad);
	case MMS_KIND_swap_in_done: REQUIRE(&e->swap_in_done, type, is_type(e->swap_in_done.type), TYPE_TEXT); break;
	case MMS_KIND_swap_in_time: return check_swap_in_time(e, bad);
	case MMS_KIND_zone_select: return check_zone_select(e, bad);
	case MMS_KIND_zone_level:
	case MMS_KIND_zone_age:
	case MMS_KIND_kswapd_sleep:
	case MMS_KIND_kswapd_woke:
	case MMS_KIND_kswapd_waker:
	case MMS_KIND_direct_reclaim: return mms_range_zone(e, bad);
	case MMS_KIND_zone_batch: REQUIRE(&e->zone_batch, zone, is_zone(e->zone_batch.zone), ZONE_TEXT); break;
	case MMS_KIND_zone_marks: REQUIRE(&e->zone_marks, zone, is_zone(e->zone_marks.zone), ZONE_TEXT); break;
	case MMS_KIND_zone_hidden: REQUIRE(&e->zone_hidden, zone, is_zone(e->zone_hidden.zone), ZONE_TEXT); break;
	case MMS_KIND_kswapd_wait: return check_kswapd_wait(e, bad);
	case MMS_KIND_interleave_page: return check_interleave_page(e, bad);
	case MMS_KIND_kswapd_wake: return check_kswapd_wake(e, bad);
	case MMS_KIND_interleave: return check_interleave(e, bad);
	case MMS_KIND_interleave_vma: return check_interleave_vma(e, bad);
	case MMS_KIND_rq_page: return check_rq_page(e, bad);
	case MMS_KIND_queue_limits: return check_queue_limits(e, bad);
	default: break;
	}
	return true;
}
