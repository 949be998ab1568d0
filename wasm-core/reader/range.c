/* SPDX-License-Identifier: Apache-2.0 */
/* Values that their type allows and the kernel does not. The rest of the core relies on these. */
#include "internal.h"

#define ORDER_MAX 20 /* above any MAX_PAGE_ORDER; keeps shifts defined */
#define TYPE_TEXT "a swap type is 0 to 31"
#define NODE_TEXT "a node is 0 to 15"
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

/* Every scalar that holds a number of an enum. */
static bool enums_exist(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_kind *kind = mms_kind_of(e->kind);

	for (u32 i = 0; i < kind->fields; i++) {
		const struct mms_field *field = &kind->field[i];
		const struct mms_enum *list = field->lanes == 1 ? mms_enum_named(field->enm) : NULL;
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

bool mms_range_check(const struct mms_event *e, struct mms_range_error *bad)
{
	if (mms_kind_ordered(e->kind))
		REQUIRE(e, seq, e->seq > 0, "swap_avail_lock counts from 1");
	else
		REQUIRE(e, seq, e->seq == 0, "no lock orders these events");
	if (!enums_exist(e, bad))
		return false;
	switch (e->kind) {
	case MMS_KIND_node: REQUIRE(&e->node, nid, is_node(e->node.nid), NODE_TEXT); break;
	case MMS_KIND_swap_list: return check_swap_list(e, bad);
	case MMS_KIND_swap_select: return check_swap_select(e, bad);
	case MMS_KIND_swap_free: REQUIRE(&e->swap_free, type, is_type(e->swap_free.type), TYPE_TEXT); break;
	default: break;
	}
	return true;
}
