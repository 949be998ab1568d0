/* SPDX-License-Identifier: Apache-2.0 */
#include "kinds.h"

#include "base/text.h"


#include "patterns.def"

#define COLUMN(nm, ty, ln, en, un, dc) \
	{.name = #nm, .enm = #en, .unit = un, .doc = dc, .item = MMS_column_type_##ty, \
	 .type = (ln) > 1 && MMS_column_type_##ty != MMS_column_type_text ? MMS_column_type_vector : MMS_column_type_##ty, \
	 .lanes = MMS_column_type_##ty == MMS_column_type_text ? 1 : (ln)},

const struct mms_column_info mms_trace_common[] = {
	[COMMON_TS] = COLUMN(ts, u64, 1, none, "ns", "time, by the clock that the report names")
	[COMMON_CPU] = COLUMN(cpu, u16, 1, none, "", "CPU that ran the code")
	[COMMON_PID] = COLUMN(pid, s32, 1, none, "", "task that ran it")
	[COMMON_COMM] = COLUMN(comm, name, 1, none, "", "name of that task")
	[COMMON_LINE] = COLUMN(line, u32, 1, none, "", "line of the text, from 1")
};

/* The tracer's kinds keep their seq, which is a common field there. */
#define MMS_E(kind, number, from, doc_) \
	static const struct mms_column_info kind##_columns[] = { \
		COLUMN(seq, u64, 1, none, "", "position in the order of swap_avail_lock; 0 for events that lock does not order") \
		MMS_FIELDS_##kind(COLUMN)};
MMS_EVENTS(MMS_E)
#undef MMS_E

#define STOCK_COLUMN(nm, ty, un, dc) COLUMN(nm, ty, 1, none, un, dc)
#define MMS_E(kind, number, system_, doc_) \
	static const struct mms_column_info kind##_columns[] = {MMS_STOCK_FIELDS_##kind(STOCK_COLUMN)}; \
	_Static_assert((number) >= 64 && (number) < 256, "stock.def: numbers are 64 to 255");
MMS_STOCK_EVENTS(MMS_E)
#undef MMS_E

#define KIND(kind, number, sys, dc) \
	{.name = #kind, .system = sys, .doc = dc, .field = kind##_columns, .id = (number), .fields = MMS_COUNT(kind##_columns)},
const struct mms_trace_kind mms_trace_kinds[] = {
#define MMS_E(kind, number, from, doc_) KIND(kind, number, "mmscope", doc_)
	MMS_EVENTS(MMS_E)
#undef MMS_E
#define MMS_E(kind, number, system_, doc_) KIND(kind, number, system_, doc_)
	MMS_STOCK_EVENTS(MMS_E)
#undef MMS_E
};
const u32 mms_n_trace_kinds = MMS_COUNT(mms_trace_kinds);

#define MMS_E(kind, number, from_or_system, doc_) \
	_Static_assert(MMS_COUNT(kind##_columns) <= MMS_TRACE_FIELDS_MAX, #kind " has too many fields");
MMS_EVENTS(MMS_E)
MMS_STOCK_EVENTS(MMS_E)
#undef MMS_E

const struct mms_pattern_text mms_pattern_texts[] = {
#define MMS_P(kind_, text_) {.text = text_, .kind = MMS_TRACE_##kind_},
	MMS_STOCK_PATTERNS(MMS_P)
#undef MMS_P
};
const u32 mms_n_pattern_texts = MMS_COUNT(mms_pattern_texts);

const struct mms_alias mms_aliases[] = {
#define MMS_A(name_, kind_) {.name = name_, .kind = MMS_TRACE_##kind_},
	MMS_STOCK_ALIASES(MMS_A)
#undef MMS_A
};
const u32 mms_n_aliases = MMS_COUNT(mms_aliases);

#define MEMBER(nm, ty, ln, en, un, dc, off) \
	{.name = #nm, .type = #ty, .enm = #en, .unit = un, .doc = dc, .offset = (u32)(off), .lanes = ln},
#define S_trace_bad(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_trace_bad, nm))
#define S_trace_report(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_trace_report, nm))
#define S_trace_batch(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_trace_batch, nm))
#define S_trace_column(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_trace_column, nm))
#define S_trace_generic(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_trace_generic, nm))
#define S_trace_map_value(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_trace_map_value, nm))
#define S_trace_carry(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_trace_carry, nm))
#define S_error(nm, ty, ln, en, un, dc) MEMBER(nm, ty, ln, en, un, dc, offsetof(struct mms_error, nm))
/* mms_trace_error() gives the struct of the other module. */
#define ALL_STRUCTS(S) MMS_TRACE_STRUCTS(S) S(error, "the last error: a sentence that names field and reason, plain ASCII")
#define MMS_S(st, doc_) static const struct mms_member st##_members[] = {MMS_MEMBERS_##st(S_##st)};
ALL_STRUCTS(MMS_S)
#undef MMS_S

const struct mms_trace_struct mms_trace_structs[] = {
#define MMS_S(st, doc_) \
	{.name = #st, .doc = doc_, .member = st##_members, .size = sizeof(struct mms_##st), .members = MMS_COUNT(st##_members)},
	ALL_STRUCTS(MMS_S)
#undef MMS_S
};
const u32 mms_n_trace_structs = MMS_COUNT(mms_trace_structs);

#define MMS_V(nm, number, dc) {.name = #nm, .doc = dc, .value = (number)},
#define MMS_N(list) static const struct mms_enum_value list##_values[] = {MMS_ENUM_##list(MMS_V)};
MMS_TRACE_ENUMS(MMS_N)
#undef MMS_N
#undef MMS_V

const struct mms_enum mms_trace_enums[] = {
#define MMS_N(list) {.name = #list, .value = list##_values, .values = MMS_COUNT(list##_values)},
	MMS_TRACE_ENUMS(MMS_N)
#undef MMS_N
};
const u32 mms_n_trace_enums = MMS_COUNT(mms_trace_enums);

u32 mms_column_width(u8 type)
{
	static const u8 widths[] = {
		[MMS_column_type_u8] = 1,  [MMS_column_type_u16] = 2, [MMS_column_type_u32] = 4, [MMS_column_type_u64] = 8,
		[MMS_column_type_s16] = 2, [MMS_column_type_s32] = 4, [MMS_column_type_s64] = 8, [MMS_column_type_x64] = 8,
		[MMS_column_type_flag] = 1, [MMS_column_type_dev] = 4, [MMS_column_type_name] = 4, [MMS_column_type_text] = 4,
	};

	return widths[type];
}

u32 mms_trace_row(u8 kind)
{
	u32 row = 0;

	while (mms_trace_kinds[row].id != kind)
		row++;
	return row;
}

const struct mms_trace_kind *mms_trace_kind_named(const char *name, u32 len)
{
	for (u32 i = 0; i < mms_n_trace_kinds; i++)
		if (mms_same(mms_trace_kinds[i].name, name, len))
			return &mms_trace_kinds[i];
	return NULL;
}
