/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self-description:
 *
 * {"abi":…, "endian":"little",
 *  "event":{"size":…, "line":{"type":…,"offset":…}, "kind":{…}, "common":[field…],
 *           "kinds":[{"name":…,"id":…,"bare":…,"from":…,"doc":…,"fields":[field…]}…]},
 *  "enums":{list:[{"name":…,"value":…,"doc":…}…]…},
 *  "modes":[{"name":…,"id":…,"policy":…,"doc":…}…],
 *  "params":[{"name":…,"id":…,"count":…,"min":…,"max":…,"default":…,"enum":…,"unit":…,"doc":…}…],
 *  "param_texts":[{"name":…,"id":…,"count":…,"bytes":…,"doc":…}…],
 *  "state":{"size":…, "tables":[{"name":…,"rows":…,"offset":…,"stride":…,"doc":…,"columns":[field…]}…]},
 *  "structs":{name:{"size":…,"doc":…,"fields":[field…]}…}}
 *
 * field: {"name":…,"type":…,"offset":…,"lanes":…,"enum":…,"unit":…,"doc":…}; `enum` is null where there
 * is none. Offsets are bytes from the start of the event record, of the table's row, of the struct.
 * `bare` kinds may leave out the common fields, which then hold 0.
 */
#include "describe.h"

#include "mms/abi.h"
#include "mms/params.h"
#include "mms/state.h"
#include "tables/tables.h"

/* `"name":` with the comma before it that every member but the first needs. */
static void key(struct mms_text *t, const char *name)
{
	char last = t->len ? t->at[t->len - 1] : '{';

	if (last != '{' && last != '[')
		mms_put_char(t, ',');
	mms_put_json(t, name);
	mms_put_char(t, ':');
}

static void string(struct mms_text *t, const char *name, const char *value)
{
	key(t, name);
	mms_put_json(t, value);
}

static void number(struct mms_text *t, const char *name, s64 value)
{
	key(t, name);
	mms_put_s64(t, value);
}

static void enum_name(struct mms_text *t, const char *name)
{
	key(t, "enum");
	if (mms_enum_named(name))
		mms_put_json(t, name);
	else
		mms_put(t, "null");
}

static void open(struct mms_text *t)
{
	if (t->at[t->len - 1] == '}')
		mms_put_char(t, ',');
	mms_put_char(t, '{');
}

static void close(struct mms_text *t)
{
	mms_put_char(t, '}');
}

static void fields(struct mms_text *t, const char *name, const struct mms_field *field, u32 n)
{
	key(t, name);
	mms_put_char(t, '[');
	for (u32 i = 0; i < n; i++, field++) {
		open(t);
		string(t, "name", field->name);
		string(t, "type", mms_type_names[field->type]);
		number(t, "offset", field->offset);
		number(t, "lanes", field->lanes);
		enum_name(t, field->enm);
		string(t, "unit", field->unit);
		string(t, "doc", field->doc);
		close(t);
	}
	mms_put_char(t, ']');
}

static void place(struct mms_text *t, const char *name, const char *type, u32 offset)
{
	key(t, name);
	open(t);
	string(t, "type", type);
	number(t, "offset", offset);
	close(t);
}

static void events(struct mms_text *t)
{
	key(t, "event");
	open(t);
	number(t, "size", sizeof(struct mms_event));
	place(t, "line", mms_type_names[MMS_TYPE_u64], offsetof(struct mms_event, line));
	place(t, "kind", mms_type_names[MMS_TYPE_u8], offsetof(struct mms_event, kind));
	fields(t, "common", mms_common, mms_n_common);
	key(t, "kinds");
	mms_put_char(t, '[');
	for (u32 i = 0; i < mms_n_kinds; i++) {
		const struct mms_kind *kind = &mms_kinds[i];

		open(t);
		string(t, "name", kind->name);
		number(t, "id", kind->id);
		key(t, "bare");
		mms_put(t, mms_kind_bare(kind->id) ? "true" : "false");
		string(t, "from", kind->from);
		string(t, "doc", kind->doc);
		fields(t, "fields", kind->field, kind->fields);
		close(t);
	}
	mms_put_char(t, ']');
	close(t);
}

static void enums(struct mms_text *t)
{
	key(t, "enums");
	mms_put_char(t, '{');
	for (u32 i = 0; i < mms_n_enums; i++) {
		key(t, mms_enums[i].name);
		mms_put_char(t, '[');
		for (u32 k = 0; k < mms_enums[i].values; k++) {
			open(t);
			string(t, "name", mms_enums[i].value[k].name);
			number(t, "value", mms_enums[i].value[k].value);
			string(t, "doc", mms_enums[i].value[k].doc);
			close(t);
		}
		mms_put_char(t, ']');
	}
	close(t);
}

static void modes(struct mms_text *t)
{
	key(t, "modes");
	mms_put_char(t, '[');
	for (u32 i = 0; i < mms_n_modes; i++) {
		const struct mms_mode *mode = &mms_modes[i];

		open(t);
		string(t, "name", mode->name);
		number(t, "id", mode->id);
		string(t, "policy", mms_enum_value_name(mms_enum_named("policy"), mode->policy));
		string(t, "doc", mode->doc);
		close(t);
	}
	mms_put_char(t, ']');
}

static void params(struct mms_text *t)
{
	key(t, "params");
	mms_put_char(t, '[');
	for (u32 i = 0; i < mms_n_params; i++) {
		const struct mms_param *p = &mms_params_table[i];

		open(t);
		string(t, "name", p->name);
		number(t, "id", p->id);
		number(t, "count", p->count);
		number(t, "min", p->min);
		number(t, "max", p->max);
		number(t, "default", p->def);
		enum_name(t, p->enm);
		string(t, "unit", p->unit);
		string(t, "doc", p->doc);
		close(t);
	}
	mms_put_char(t, ']');
	key(t, "param_texts");
	mms_put_char(t, '[');
	for (u32 i = 0; i < mms_n_param_texts; i++) {
		const struct mms_param_text *p = &mms_param_texts[i];

		open(t);
		string(t, "name", p->name);
		number(t, "id", p->id);
		number(t, "count", p->count);
		number(t, "bytes", p->bytes);
		string(t, "doc", p->doc);
		close(t);
	}
	mms_put_char(t, ']');
}

static void state(struct mms_text *t)
{
	key(t, "state");
	open(t);
	number(t, "size", sizeof(struct mms_state));
	key(t, "tables");
	mms_put_char(t, '[');
	for (u32 i = 0; i < mms_n_tables; i++) {
		const struct mms_table *table = &mms_tables[i];

		open(t);
		string(t, "name", table->name);
		number(t, "rows", table->rows);
		number(t, "offset", table->offset);
		number(t, "stride", table->stride);
		string(t, "doc", table->doc);
		fields(t, "columns", table->field, table->fields);
		close(t);
	}
	mms_put_char(t, ']');
	close(t);
}

static void structs(struct mms_text *t)
{
	key(t, "structs");
	mms_put_char(t, '{');
	for (u32 i = 0; i < mms_n_structs; i++) {
		key(t, mms_structs[i].name);
		open(t);
		number(t, "size", mms_structs[i].size);
		string(t, "doc", mms_structs[i].doc);
		fields(t, "fields", mms_structs[i].field, mms_structs[i].fields);
		close(t);
	}
	close(t);
}

void mms_describe_to(struct mms_text *t)
{
	mms_put_char(t, '{');
	number(t, "abi", MMS_ABI_VERSION);
	string(t, "endian", "little");
	events(t);
	enums(t);
	modes(t);
	params(t);
	state(t);
	structs(t);
	close(t);
}
