/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "mms/abi.h"
#include "mms/params.h"
#include "mms/state.h"

_Static_assert(sizeof(((struct mms_state *)0)->node) / sizeof(struct mms_node) == MMS_NODES, "state.def: node");
_Static_assert(sizeof(((struct mms_state *)0)->list) / sizeof(struct mms_list) == MMS_NODES, "state.def: list");
_Static_assert(sizeof(((struct mms_state *)0)->dev) / sizeof(struct mms_dev) == MMS_DEVS, "state.def: dev");
_Static_assert(sizeof(((struct mms_list *)0)->type) == MMS_DEVS, "state.def: list.type");
_Static_assert(sizeof(((struct mms_dev *)0)->list_prio) == 2 * MMS_NODES, "state.def: dev.list_prio");
_Static_assert(sizeof(((struct mms_ev_swap_select *)0)->list_type) == MMS_LIST_LANES, "events.def: list_type");
_Static_assert(sizeof(((struct mms_ev_swap_select *)0)->visit_type) == MMS_VISIT_LANES, "events.def: visit_type");

enum {
	MMS_LIST_none,
#define MMS_N(list) MMS_LIST_##list,
	MMS_ENUMS(MMS_N)
#undef MMS_N
};

/* A row of description. The macro before each use says what the offset counts from. */
#define MMS_ROW(nm, ty, ln, en, un, dc, off) \
	{.name = #nm, .unit = un, .doc = dc, .offset = (u16)(off), .type = MMS_TYPE_##ty, .lanes = ln, .list = MMS_LIST_##en},

#define MMS_F(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, nm))
const struct mms_field mms_common[] = {MMS_FIELDS_common(MMS_F)};
#undef MMS_F

#define FIELDS(kind, F) static const struct mms_field kind##_fields[] = {MMS_FIELDS_##kind(F)};
#define F_node(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, node.nm))
#define F_mark(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mark.nm))
#define F_lost(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, lost.nm))
#define F_swap_list(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, swap_list.nm))
#define F_swap_select(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, swap_select.nm))
#define F_swap_free(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, swap_free.nm))
#define F_zone(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zone.nm))
#define F_zonelist(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zonelist.nm))
#define F_stat(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, stat.nm))
#define F_setting(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, setting.nm))
#define F_swap_ra(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, swap_ra.nm))
#define F_swap_in(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, swap_in.nm))
#define F_swap_in_done(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, swap_in_done.nm))
#define F_zone_select(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zone_select.nm))
#define F_zone_batch(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zone_batch.nm))
#define F_kswapd_wake(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, kswapd_wake.nm))
#define F_interleave(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, interleave.nm))
#define F_interleave_vma(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, interleave_vma.nm))
#define F_mempolicy(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mempolicy.nm))
#define F_block_rq(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, block_rq.nm))
#define F_swap_in_time(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, swap_in_time.nm))
#define F_zone_level(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zone_level.nm))
#define F_zone_age(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zone_age.nm))
#define F_kswapd_sleep(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, kswapd_sleep.nm))
#define F_kswapd_woke(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, kswapd_woke.nm))
#define F_kswapd_waker(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, kswapd_waker.nm))
#define F_direct_reclaim(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, direct_reclaim.nm))
#define F_rq_page(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, rq_page.nm))
#define F_queue_limits(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, queue_limits.nm))
#define F_interleave_page(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, interleave_page.nm))
#define F_zone_marks(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zone_marks.nm))
#define F_zone_hidden(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, zone_hidden.nm))
#define F_kswapd_wait(nm, ty, ln, en, un, dc) \
	MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, kswapd_wait.nm))
#define F_mms_begin(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mms_begin.nm))
#define F_mms_end(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mms_end.nm))
#define F_mms_slot(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mms_slot.nm))
#define F_mms_il(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mms_il.nm))
#define F_mms_ra(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mms_ra.nm))
#define F_mms_kswapd(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_event, mms_kswapd.nm))
#define MMS_E(kind, number, from_, doc_) FIELDS(kind, F_##kind)
MMS_EVENTS(MMS_E)
#undef MMS_E

const struct mms_kind mms_kinds[] = {
#define MMS_E(kind, number, from_, doc_) \
	{.name = #kind, .from = from_, .doc = doc_, .field = kind##_fields, .id = (number), .fields = MMS_COUNT(kind##_fields)},
	MMS_EVENTS(MMS_E)
#undef MMS_E
};

#define MMS_L(kind, field) \
	_Static_assert(sizeof(((struct mms_ev_##kind *)0)->field) == sizeof(u64), "events.def: MMS_LATER: u64");
MMS_LATER(MMS_L)
#undef MMS_L

const struct mms_later mms_later[] = {
#define MMS_L(kind, field) {MMS_KIND_##kind, offsetof(struct mms_event, kind.field)},
	MMS_LATER(MMS_L)
#undef MMS_L
};

#define MMS_V(nm, number, dc) {.name = #nm, .doc = dc, .value = (number)},
#define MMS_N(list) static const struct mms_enum_value list##_values[] = {MMS_ENUM_##list(MMS_V)};
MMS_ENUMS(MMS_N)
#undef MMS_N
#undef MMS_V

const struct mms_enum mms_enums[] = {
#define MMS_N(list) {.name = #list, .value = list##_values, .values = MMS_COUNT(list##_values)},
	MMS_ENUMS(MMS_N)
#undef MMS_N
};

const struct mms_mode mms_modes[] = {
#define MMS_M(nm, number, pol, dc) {.name = #nm, .doc = dc, .id = (number), .policy = MMS_policy_##pol},
	MMS_MODES(MMS_M)
#undef MMS_M
};
_Static_assert(MMS_COUNT(mms_modes) == MMS_N_MODES, "enums.def: modes are numbered from 0 without a gap");

const struct mms_param mms_params_table[] = {
#define MMS_P(nm, number, cnt, mn, mx, df, en, un, dc) \
	{.name = #nm, .enm = #en, .unit = un, .doc = dc, .min = mn, .max = mx, .def = df, \
	 .offset = offsetof(struct mms_params, nm), .id = (number), .count = cnt},
	MMS_PARAMS(MMS_P)
#undef MMS_P
};

const struct mms_param_text mms_param_texts[] = {
#define MMS_P(nm, number, cnt, len, dc) \
	{.name = #nm, .doc = dc, .offset = offsetof(struct mms_params, nm), .id = (number), .count = cnt, .bytes = len},
	MMS_PARAM_TEXTS(MMS_P)
#undef MMS_P
};

#define C_swap(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_swap, nm))
#define C_node(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_node, nm))
#define C_dev(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_dev, nm))
#define C_list(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_list, nm))
#define C_zone(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_zone, nm))
#define C_zone_age(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_zone_age, nm))
#define C_zonelist(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_zonelist, nm))
#define C_kswapd(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_kswapd, nm))
#define C_task(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_task, nm))
#define C_rq(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_rq, nm))
#define C_ra(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_ra, nm))
#define C_read(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_read, nm))
#define C_would(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_would, nm))
#define MMS_T(table, nrows, doc_) static const struct mms_field table##_cols[] = {MMS_COLS_##table(C_##table)};
MMS_STATE_TABLES(MMS_T)
#undef MMS_T

const struct mms_table mms_tables[] = {
#define MMS_T(table, nrows, doc_) \
	{.name = #table, .doc = doc_, .field = table##_cols, .offset = offsetof(struct mms_state, table), \
	 .stride = sizeof(struct mms_##table), .rows = nrows, .fields = MMS_COUNT(table##_cols)},
	MMS_STATE_TABLES(MMS_T)
#undef MMS_T
};

#define S_error(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_error, nm))
#define S_report(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_report, nm))
#define S_totals(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_totals, nm))
#define S_mode_totals(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_mode_totals, nm))
#define S_verdict(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_verdict, nm))
#define S_balance(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_balance, nm))
#define S_alternative(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_alternative, nm))
#define S_measured(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_measured, nm))
#define S_spread(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_spread, nm))
#define S_alternative_totals(nm, ty, ln, en, un, dc) MMS_ROW(nm, ty, ln, en, un, dc, offsetof(struct mms_alternative_totals, nm))
#define MMS_S(st, doc_) static const struct mms_field st##_members[] = {MMS_MEMBERS_##st(S_##st)};
MMS_STRUCTS(MMS_S)
#undef MMS_S

const struct mms_struct mms_structs[] = {
#define MMS_S(st, doc_) \
	{.name = #st, .doc = doc_, .field = st##_members, .size = sizeof(struct mms_##st), .fields = MMS_COUNT(st##_members)},
	MMS_STRUCTS(MMS_S)
#undef MMS_S
};

const u32 mms_n_kinds = MMS_COUNT(mms_kinds);
const u32 mms_n_common = MMS_COUNT(mms_common);
const u32 mms_n_later = MMS_COUNT(mms_later);
const u32 mms_n_enums = MMS_COUNT(mms_enums);
const u32 mms_n_modes = MMS_COUNT(mms_modes);
const u32 mms_n_params = MMS_COUNT(mms_params_table);
const u32 mms_n_param_texts = MMS_COUNT(mms_param_texts);
const u32 mms_n_tables = MMS_COUNT(mms_tables);
const u32 mms_n_structs = MMS_COUNT(mms_structs);
