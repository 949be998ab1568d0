/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self-description:
 *
 * {"abi":…, "endian":"little",
 *  "event":{"size":…, "line":{"type":…,"offset":…}, "kind":{…}, "common":[field…],
 *           "kinds":[{"name":…,"id":…,"bare":…,"from":…,"doc":…,"fields":[field…],
 *                     "later":[name…]}…]},
 *  "enums":{list:[{"name":…,"value":…,"doc":…}…]…},
 *  "modes":[{"name":…,"id":…,"policy":…,"doc":…}…],
 *  "params":[{"name":…,"id":…,"count":…,"min":…,"max":…,"default":…,"enum":…,"unit":…,"doc":…,
 *   "machine":…}…], `machine`: the one that reads it; null: every one, or none but as if
 *  "param_texts":[{"name":…,"id":…,"count":…,"bytes":…,"doc":…}…],
 *  "driven":[{"machine":…,"switch":…,"kind":…,"recorded_by":…,"assumed":[{"param":…,"drawn":…}…]}…],
 *  "balances":[{"id":…,"name":…,"about":…,"relation":…,"part":…,"left":…,"right":…}…],
 *  "witnesses":[{"part":…,"name":…}…],
 *  "settings":[name…],
 *  "measures":[{"id":…,"name":…,"machine":…,"unit":…,"better":…,"part":…,"from":…,"words":…,"doc":…}…],
 *  "spreads": the same,
 *  "state":{"size":…, "tables":[{"name":…,"rows":…,"offset":…,"stride":…,"doc":…,"columns":[field…]}…]},
 *  "structs":{name:{"size":…,"doc":…,"fields":[field…]}…},
 *  "bounds":[{"name":…,"value":…,"unit":…,"doc":…}…]}
 *
 * field: {"name":…,"type":…,"offset":…,"lanes":…,"enum":…,"unit":…,"doc":…}; `enum` is null where there
 * is none. Offsets are bytes from the start of the event record, of the table's row, of the struct.
 * `later`: fields that older captures lack; they hold all ones then.
 * `bare` kinds may leave out the common fields, which then hold 0.
 */
#include "description.h"

#include "base/bytes.h"
#include "base/json.h"
#include "mms/abi.h"
#include "mms/balances.def"
#include "mms/bounds.def"
#include "mms/params.h"
#include "mms/state.h"
#include "mms/witness.def"
#include "tables/tables.h"

static void enum_name(struct mms_text *t, const struct mms_enum *list)
{
	mms_json_key(t, "enum");
	if (list)
		mms_put_json(t, list->name);
	else
		mms_put(t, "null");
}

static void fields(struct mms_text *t, const char *name, const struct mms_field *field, u32 n)
{
	mms_json_array(t, name);
	for (u32 i = 0; i < n; i++, field++) {
		mms_json_open(t);
		mms_json_string(t, "name", field->name);
		mms_json_string(t, "type", mms_type_names[field->type]);
		mms_json_number(t, "offset", field->offset);
		mms_json_number(t, "lanes", field->lanes);
		enum_name(t, mms_field_enum(field));
		mms_json_string(t, "unit", field->unit);
		mms_json_string(t, "doc", field->doc);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

static void place(struct mms_text *t, const char *name, const char *type, u32 offset)
{
	mms_json_key(t, name);
	mms_json_open(t);
	mms_json_string(t, "type", type);
	mms_json_number(t, "offset", offset);
	mms_json_close(t);
}

/* Fields that a kind was given after the first captures, and those whose text is hexadecimal. */
static void field_lists(struct mms_text *t, const struct mms_kind *kind)
{
	mms_json_array(t, "later");
	for (u32 i = 0; i < kind->fields; i++)
		if (mms_field_later(kind, &kind->field[i]))
			mms_json_item(t, kind->field[i].name);
	mms_put_char(t, ']');
	mms_json_array(t, "hex");
	for (u32 i = 0; i < kind->fields; i++)
		if (kind->field[i].type == MMS_TYPE_x64)
			mms_json_item(t, kind->field[i].name);
	mms_put_char(t, ']');
}

static void events(struct mms_text *t)
{
	mms_json_key(t, "event");
	mms_json_open(t);
	mms_json_number(t, "size", sizeof(struct mms_event));
	place(t, "line", mms_type_names[MMS_TYPE_u64], offsetof(struct mms_event, line));
	place(t, "kind", mms_type_names[MMS_TYPE_u8], offsetof(struct mms_event, kind));
	fields(t, "common", mms_common, mms_n_common);
	mms_json_array(t, "kinds");
	for (u32 i = 0; i < mms_n_kinds; i++) {
		const struct mms_kind *kind = &mms_kinds[i];

		mms_json_open(t);
		mms_json_string(t, "name", kind->name);
		mms_json_number(t, "id", kind->id);
		mms_json_bool(t, "bare", mms_kind_bare(kind->id));
		mms_json_string(t, "from", kind->from);
		mms_json_string(t, "doc", kind->doc);
		fields(t, "fields", kind->field, kind->fields);
		field_lists(t, kind);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
	mms_json_close(t);
}

static void enums(struct mms_text *t)
{
	mms_json_key(t, "enums");
	mms_put_char(t, '{');
	for (u32 i = 0; i < mms_n_enums; i++)
		mms_describe_enum(t, &mms_enums[i]);
	mms_json_close(t);
}

static void modes(struct mms_text *t)
{
	mms_json_array(t, "modes");
	for (u32 i = 0; i < mms_n_modes; i++) {
		const struct mms_mode *mode = &mms_modes[i];

		mms_json_open(t);
		mms_json_string(t, "name", mode->name);
		mms_json_number(t, "id", mode->id);
		mms_json_string(t, "policy", mms_enum_value_name(mms_enum_named("policy"), mode->policy));
		mms_json_string(t, "doc", mode->doc);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

/* Whose parameter it is, by its place in MMS_PARAMS(): the lists stand there one behind the other. */
static const char *machine_of(u32 param)
{
#define ONE(name, number, count, min, max, def, enm, unit, doc) +1
	static const struct {
		const char *machine;
		u8 params;
	} list[] = {{NULL, MMS_PARAMS_COMMON(ONE)},
		    {"swap", MMS_PARAMS_SWAP(ONE) MMS_PARAMS_SWAP_TIMES(ONE)},
		    {"zones", MMS_PARAMS_ZONES(ONE)},
		    {"interleave", MMS_PARAMS_INTERLEAVE(ONE)},
		    {"swap_in", MMS_PARAMS_SWAP_IN(ONE)}};
#undef ONE

	for (u32 i = 0; i < MMS_COUNT(list); i++) {
		if (param < list[i].params)
			return list[i].machine;
		param -= list[i].params;
	}
	return NULL;
}

static void params(struct mms_text *t)
{
	mms_json_array(t, "params");
	for (u32 i = 0; i < mms_n_params; i++) {
		const struct mms_param *p = &mms_params_table[i];

		mms_json_open(t);
		mms_json_string(t, "name", p->name);
		mms_json_number(t, "id", p->id);
		mms_json_number(t, "count", p->count);
		mms_json_number(t, "min", p->min);
		mms_json_number(t, "max", p->max);
		mms_json_number(t, "default", p->def);
		enum_name(t, mms_enum_named(p->enm));
		mms_json_string(t, "unit", p->unit);
		mms_json_string(t, "doc", p->doc);
		mms_json_key(t, "machine");
		if (machine_of(i))
			mms_put_json(t, machine_of(i));
		else
			mms_put(t, "null");
		mms_json_close(t);
	}
	mms_put_char(t, ']');
	mms_json_array(t, "param_texts");
	for (u32 i = 0; i < mms_n_param_texts; i++) {
		const struct mms_param_text *p = &mms_param_texts[i];

		mms_json_open(t);
		mms_json_string(t, "name", p->name);
		mms_json_number(t, "id", p->id);
		mms_json_number(t, "count", p->count);
		mms_json_number(t, "bytes", p->bytes);
		mms_json_string(t, "doc", p->doc);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

static void driven(struct mms_text *t)
{
	static const char *const rows[][4] = {
#define MMS_D(machine, switch_, kind, recorded_by) {#machine, #switch_, #kind, #recorded_by},
		MMS_DRIVEN(MMS_D)
#undef MMS_D
	};

	static const char *const assumed[][3] = {
#define MMS_A(machine, param, drawn) {#machine, #param, #drawn},
		MMS_ASSUMED(MMS_A)
#undef MMS_A
	};

	mms_json_array(t, "driven");
	for (u32 i = 0; i < MMS_COUNT(rows); i++) {
		mms_json_open(t);
		mms_json_string(t, "machine", rows[i][0]);
		mms_json_string(t, "switch", rows[i][1]);
		mms_json_string(t, "kind", rows[i][2]);
		mms_json_string(t, "recorded_by", rows[i][3]);
		mms_json_array(t, "assumed");
		for (u32 k = 0; k < MMS_COUNT(assumed); k++) {
			if (!mms_same(assumed[k][0], rows[i][0], mms_strlen(rows[i][0])))
				continue;
			mms_json_open(t);
			mms_json_string(t, "param", assumed[k][1]);
			mms_json_string(t, "drawn", assumed[k][2]);
			mms_json_close(t);
		}
		mms_put_char(t, ']');
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

/* Rows of a table of texts, one after the other; `name`: of the columns. */
static void rows_of(struct mms_text *t, const char *key, const char *const *name, u32 columns, const char *const *text, u32 n)
{
	mms_json_array(t, key);
	for (u32 i = 0; i < n; i++) {
		mms_json_open(t);
		mms_json_number(t, "id", i);
		for (u32 k = 0; k < columns; k++)
			mms_json_string(t, name[k], text[i * columns + k]);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

static void measures(struct mms_text *t)
{
	static const char *const name[] = {"name", "machine", "unit", "better", "part", "from", "words", "doc"};
#define MMS_M(name, id, machine, unit, better, part, from, words, doc) \
	[id] = {#name, #machine, unit, #better, #part, #from, words, doc},
	static const char *const rows[][MMS_COUNT(name)] = {MMS_MEASURES(MMS_M)};
	static const char *const spreads[][MMS_COUNT(name)] = {MMS_SPREADS(MMS_M)};
#undef MMS_M

	rows_of(t, "measures", name, MMS_COUNT(name), *rows, MMS_COUNT(rows));
	rows_of(t, "spreads", name, MMS_COUNT(name), *spreads, MMS_COUNT(spreads));
}

static void balances(struct mms_text *t)
{
	static const char *const name[] = {"name", "about", "relation", "part", "left", "right"};
#define MMS_B(name, id, about, relation, part, left, right, slack) [id] = {#name, #about, #relation, #part, left, right},
	static const char *const rows[][MMS_COUNT(name)] = {MMS_BALANCES(MMS_B)};
#undef MMS_B
#define MMS_S(name, number, sysctl, list) [number] = sysctl,
	static const char *const settings[] = {MMS_SETTINGS(MMS_S)};
#undef MMS_S

	rows_of(t, "balances", name, MMS_COUNT(name), *rows, MMS_COUNT(rows));
	mms_json_array(t, "settings");
	for (u32 i = 0; i < MMS_COUNT(settings); i++)
		mms_json_item(t, settings[i]);
	mms_put_char(t, ']');
}

/* What an account `witnesses` is of: a group, or a field of one. */
static void witness(struct mms_text *t, u32 part, const char *group, const char *field, const char *end)
{
	mms_json_open(t);
	mms_json_number(t, "part", part);
	mms_json_key(t, "name");
	mms_put_char(t, '"');
	mms_put(t, group);
	if (field < end)
		mms_put_char(t, '.');
	mms_put_bytes(t, field, (u32)(end - field));
	mms_put_char(t, '"');
	mms_json_close(t);
}

static void witnesses(struct mms_text *t)
{
#define MMS_W(group, number, about, kind, condition, fields, ...) [number] = {#group, fields},
	static const char *const rows[][2] = {MMS_WITNESSES(MMS_W)};
#undef MMS_W

	mms_json_array(t, "witnesses");
	for (u32 i = 0; i < MMS_COUNT(rows); i++) {
		const char *at = rows[i][1], *end = at + mms_strlen(at);
		u32 part = i * MMS_WITNESS_PARTS;

		witness(t, part, rows[i][0], end, end);
		while (at < end) {
			const char *behind = mms_word_end(at, end);

			witness(t, ++part, rows[i][0], at, behind);
			at = mms_skip_space(behind, end);
		}
	}
	mms_put_char(t, ']');
}

static void state(struct mms_text *t)
{
	mms_json_key(t, "state");
	mms_json_open(t);
	mms_json_number(t, "size", sizeof(struct mms_state));
	mms_json_array(t, "tables");
	for (u32 i = 0; i < mms_n_tables; i++) {
		const struct mms_table *table = &mms_tables[i];

		mms_json_open(t);
		mms_json_string(t, "name", table->name);
		mms_json_number(t, "rows", table->rows);
		mms_json_number(t, "offset", table->offset);
		mms_json_number(t, "stride", table->stride);
		mms_json_string(t, "doc", table->doc);
		fields(t, "columns", table->field, table->fields);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
	mms_json_close(t);
}

static void structs(struct mms_text *t)
{
	mms_json_key(t, "structs");
	mms_put_char(t, '{');
	for (u32 i = 0; i < mms_n_structs; i++) {
		mms_json_key(t, mms_structs[i].name);
		mms_json_open(t);
		mms_json_number(t, "size", mms_structs[i].size);
		mms_json_string(t, "doc", mms_structs[i].doc);
		fields(t, "fields", mms_structs[i].field, mms_structs[i].fields);
		mms_json_close(t);
	}
	mms_json_close(t);
}

static void bound(struct mms_text *t, const char *name, s64 value, const char *unit, const char *doc)
{
	mms_json_open(t);
	mms_json_string(t, "name", name);
	mms_json_number(t, "value", value);
	mms_json_string(t, "unit", unit);
	mms_json_string(t, "doc", doc);
	mms_json_close(t);
}

static void bounds(struct mms_text *t)
{
	mms_json_array(t, "bounds");
#define BOUND(name, value, unit, doc) bound(t, #name, value, unit, doc);
	MMS_BOUNDS(BOUND)
#undef BOUND
	mms_put_char(t, ']');
}

void mms_describe_to(struct mms_text *t)
{
	mms_put_char(t, '{');
	mms_json_number(t, "abi", MMS_ABI_VERSION);
	mms_json_string(t, "endian", "little");
	events(t);
	enums(t);
	modes(t);
	params(t);
	driven(t);
	measures(t);
	balances(t);
	witnesses(t);
	state(t);
	structs(t);
	bounds(t);
	mms_json_close(t);
}
