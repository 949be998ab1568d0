/* SPDX-License-Identifier: Apache-2.0 */
/* tables.h: the .def tables as constant data, for code that goes through them by row. */
#ifndef MMS_TABLES_H
#define MMS_TABLES_H

#include "mms/event.h"
#include "mms/fields.h"

struct mms_params;
struct mms_text;

struct mms_kind {
	const char *name, *from, *doc;
	const struct mms_field *field; /* offsets from the start of struct mms_event */
	u8 id, fields;
};

/* A field that lines of older captures lack, by its kind and place. */
struct mms_later {
	u8 kind;
	u16 offset;
};

struct mms_enum_value {
	const char *name, *doc;
	s32 value;
};

struct mms_enum {
	const char *name;
	const struct mms_enum_value *value;
	u32 values;
};

struct mms_mode {
	const char *name, *doc;
	u8 id, policy; /* enum mms_policy_id */
};

struct mms_param {
	const char *name, *enm, *unit, *doc;
	s64 min, max, def;
	u16 offset; /* into struct mms_params */
	u8 id, count;
};

struct mms_param_text {
	const char *name, *doc;
	u16 offset;
	u8 id, count, bytes;
};

struct mms_table {
	const char *name, *doc;
	const struct mms_field *field; /* offsets from the start of a row */
	u32 offset, stride; /* of the table in struct mms_state; of a row */
	u8 rows, fields;
};

struct mms_struct {
	const char *name, *doc;
	const struct mms_field *field;
	u16 size;
	u8 fields;
};

/* Number of rows of each; the names of the arrays follow. */
extern const u32 mms_n_kinds, mms_n_common, mms_n_later, mms_n_enums, mms_n_modes, mms_n_params, mms_n_param_texts, mms_n_tables,
	mms_n_structs;

extern const struct mms_kind mms_kinds[];
extern const struct mms_field mms_common[];
extern const struct mms_later mms_later[];
extern const struct mms_enum mms_enums[];
extern const struct mms_mode mms_modes[];
extern const struct mms_param mms_params_table[];
extern const struct mms_param_text mms_param_texts[];
extern const struct mms_table mms_tables[];
extern const struct mms_struct mms_structs[];

extern const char *const mms_type_names[]; /* by enum mms_type; x64 is "u64" */

/* Bytes of one lane. */
u32 mms_type_size(u8 type);

const struct mms_kind *mms_kind_of(u8 id);                      /* NULL: no such kind */
const struct mms_kind *mms_kind_named(const char *name, u32 len); /* NULL: no such kind */
bool mms_field_later(const struct mms_kind *kind, const struct mms_field *field);  /* may a line lack it? */
bool mms_field_unknown(const struct mms_kind *kind, const struct mms_field *field, const struct mms_event *e);
const struct mms_enum *mms_field_enum(const struct mms_field *field); /* NULL: its numbers have no names */
const struct mms_enum *mms_enum_named(const char *name);         /* NULL for "none" */
const char *mms_enum_value_name(const struct mms_enum *list, s64 value); /* NULL: no such value */
const struct mms_param *mms_param_of(u32 id);                    /* NULL: no such parameter */
const struct mms_param_text *mms_param_text_of(u32 id);          /* NULL: no such parameter */

s64 *mms_param_lanes(struct mms_params *params, const struct mms_param *p); /* its p->count values */
void mms_param_defaults(struct mms_params *params);

/* Which mode of MMS_MODES an event decided in; -1: it decides nothing. Of events that the reader lets in. */
int mms_mode_of(const struct mms_event *e);

/* `"list":[{"name":…,"value":…,"doc":…}…]`, as both modules describe an enumeration. */
void mms_describe_enum(struct mms_text *t, const struct mms_enum *list);

/* Lane `lane` of a field, as a number. `base` is what the field's offset counts from. */
s64 mms_field_get(const struct mms_field *field, const void *base, u32 lane);

#endif
