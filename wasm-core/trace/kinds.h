/* SPDX-License-Identifier: Apache-2.0 */
/* kinds.h: events.def and stock.def as one table of kinds with columns, and trace.def as data. */
#ifndef MMS_TRACE_KINDS_H
#define MMS_TRACE_KINDS_H

#include "mms/trace_abi.h"
#include "tables/tables.h"

enum mms_trace_format_id {
#define MMS_V(name, number, doc) MMS_trace_format_##name = (number),
	MMS_ENUM_trace_format(MMS_V)
#undef MMS_V
};

enum mms_trace_clock_id {
#define MMS_V(name, number, doc) MMS_trace_clock_##name = (number),
	MMS_ENUM_trace_clock(MMS_V)
#undef MMS_V
};

enum mms_column_type_id {
#define MMS_V(name, number, doc) MMS_column_type_##name = (number),
	MMS_ENUM_column_type(MMS_V)
#undef MMS_V
};

enum mms_trace_why_id {
#define MMS_V(name, number, doc) MMS_trace_why_##name = (number),
	MMS_ENUM_trace_why(MMS_V)
#undef MMS_V
};

enum mms_map_statistic_id {
#define MMS_V(name, number, doc) MMS_map_statistic_##name = (number),
	MMS_ENUM_map_statistic(MMS_V)
#undef MMS_V
};

enum mms_trace_kind_id {
#define MMS_E(kind, number, from, doc) MMS_TRACE_##kind = (number),
	MMS_EVENTS(MMS_E)
#undef MMS_E
#define MMS_E(kind, number, system, doc) MMS_TRACE_##kind = (number),
	MMS_STOCK_EVENTS(MMS_E)
#undef MMS_E
};

/* A column. `item` is the type of a vector's numbers. */
struct mms_column_info {
	const char *name, *enm, *unit, *doc;
	u8 type, item; /* enum mms_column_type_id */
	u16 lanes;
};

struct mms_trace_kind {
	const char *name, *system, *doc;
	const struct mms_column_info *field; /* its own; the common ones come first in a batch */
	u8 id, fields;
};

#define MMS_FIRST_STOCK 64u /* numbers of kinds of stock.def begin here */
#define MMS_TRACE_FIELDS_MAX 32 /* own fields of a kind */

/* The columns every kind has. */
enum { COMMON_TS, COMMON_CPU, COMMON_PID, COMMON_COMM, COMMON_LINE, COMMON_COLUMNS };
extern const struct mms_column_info mms_trace_common[COMMON_COLUMNS];

extern const struct mms_trace_kind mms_trace_kinds[];
extern const u32 mms_n_trace_kinds;

/* Is it a kernel's own: neither an event of ours, nor the row for those that no table knows? */
static inline bool mms_is_tracepoint(const struct mms_trace_kind *kind)
{
	return kind->id >= MMS_FIRST_STOCK && kind->id != MMS_TRACE_other_event;
}

/* The kind of this name, aliases left out; NULL: there is none. For what is asked once a text: rows/event.c has a table. */
const struct mms_trace_kind *mms_trace_kind_named(const char *name, u32 len);

/* How a kind's text may be written; see patterns.def. */
struct mms_pattern_text {
	const char *text;
	u8 kind;
};

extern const struct mms_pattern_text mms_pattern_texts[];
extern const u32 mms_n_pattern_texts;

/* Another name of a kind. */
struct mms_alias {
	const char *name;
	u8 kind; /* its number */
};

extern const struct mms_alias mms_aliases[];
extern const u32 mms_n_aliases;

/* The row of a kind in mms_trace_kinds; there is one. */
u32 mms_trace_row(u8 kind);

/* A member of a struct of trace.def; `type` as the self-description shows it. */
struct mms_member {
	const char *name, *type, *enm, *unit, *doc;
	u32 offset, lanes;
};

struct mms_trace_struct {
	const char *name, *doc;
	const struct mms_member *member;
	u32 size, members;
};

extern const struct mms_trace_struct mms_trace_structs[];
extern const u32 mms_n_trace_structs;

extern const struct mms_enum mms_trace_enums[];
extern const u32 mms_n_trace_enums;

/* Bytes of one number of a column of this type; text: of a place in the heap. Types as in trace.def. */
u32 mms_column_width(u8 type);

#endif
