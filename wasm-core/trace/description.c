/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self-description:
 *
 * {"abi":…, "endian":"little", "rows":…,
 *  "common":[column…],
 *  "kinds":[{"name":…,"id":…,"system":…,"doc":…,"fields":[column…]}…],
 *  "enums":{list:[{"name":…,"value":…,"doc":…}…]…},
 *  "structs":{name:{"size":…,"doc":…,"fields":[member…]}…}}
 *
 * column: {"name":…,"type":…,"item":…,"lanes":…,"enum":…,"unit":…,"doc":…}; types are names of column_type,
 * `enum` is null where there is none. `rows`: those of a batch at most. Its columns are the common ones, then
 * the kind's own.
 * member: as in the description of mmscope.wasm; a type that is no number and no text names a struct.
 */
#include "description.h"

#include "base/json.h"
#include "kinds.h"

static void enum_name(struct mms_text *t, const char *name)
{
	mms_json_key(t, "enum");
	if (mms_same("none", name, mms_strlen(name)))
		mms_put(t, "null");
	else
		mms_put_json(t, name);
}

static const char *type_name(u8 type)
{
	static const char *const names[] = {
#define MMS_V(name, number, doc) [number] = #name,
		MMS_ENUM_column_type(MMS_V)
#undef MMS_V
	};

	return names[type];
}

static void columns(struct mms_text *t, const char *name, const struct mms_column_info *info, u32 n)
{
	mms_json_array(t, name);
	for (; n; n--, info++) {
		mms_json_open(t);
		mms_json_string(t, "name", info->name);
		mms_json_string(t, "type", type_name(info->type));
		mms_json_string(t, "item", type_name(info->item));
		mms_json_number(t, "lanes", info->lanes);
		enum_name(t, info->enm);
		mms_json_string(t, "unit", info->unit);
		mms_json_string(t, "doc", info->doc);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

static void kinds(struct mms_text *t)
{
	mms_json_array(t, "kinds");
	for (u32 i = 0; i < mms_n_trace_kinds; i++) {
		const struct mms_trace_kind *kind = &mms_trace_kinds[i];

		mms_json_open(t);
		mms_json_string(t, "name", kind->name);
		mms_json_number(t, "id", kind->id);
		mms_json_string(t, "system", kind->system);
		mms_json_string(t, "doc", kind->doc);
		columns(t, "fields", kind->field, kind->fields);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

static bool used(const struct mms_enum *list)
{
	if (mms_same("status", list->name, mms_strlen(list->name)))
		return true;
	for (u32 i = 0; i < mms_n_trace_kinds; i++)
		for (u32 k = 0; k < mms_trace_kinds[i].fields; k++)
			if (mms_same(mms_trace_kinds[i].field[k].enm, list->name, mms_strlen(list->name)))
				return true;
	return false;
}

static void enums(struct mms_text *t)
{
	mms_json_key(t, "enums");
	mms_put_char(t, '{');
	for (u32 i = 0; i < mms_n_trace_enums; i++)
		mms_describe_enum(t, &mms_trace_enums[i]);
	for (u32 i = 0; i < mms_n_enums; i++)
		if (used(&mms_enums[i]))
			mms_describe_enum(t, &mms_enums[i]);
	mms_json_close(t);
}

static void members(struct mms_text *t, const struct mms_member *member, u32 n)
{
	mms_json_array(t, "fields");
	for (; n; n--, member++) {
		mms_json_open(t);
		mms_json_string(t, "name", member->name);
		mms_json_string(t, "type", member->type);
		mms_json_number(t, "offset", member->offset);
		mms_json_number(t, "lanes", member->lanes);
		enum_name(t, member->enm);
		mms_json_string(t, "unit", member->unit);
		mms_json_string(t, "doc", member->doc);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}

static void structs(struct mms_text *t)
{
	mms_json_key(t, "structs");
	mms_put_char(t, '{');
	for (u32 i = 0; i < mms_n_trace_structs; i++) {
		const struct mms_trace_struct *s = &mms_trace_structs[i];

		mms_json_key(t, s->name);
		mms_json_open(t);
		mms_json_number(t, "size", s->size);
		mms_json_string(t, "doc", s->doc);
		members(t, s->member, s->members);
		mms_json_close(t);
	}
	mms_json_close(t);
}

void mms_trace_describe_to(struct mms_text *t)
{
	mms_put_char(t, '{');
	mms_json_number(t, "abi", MMS_TRACE_ABI_VERSION);
	mms_json_string(t, "endian", "little");
	mms_json_number(t, "rows", MMS_TRACE_ROWS);
	columns(t, "common", mms_trace_common, COMMON_COLUMNS);
	kinds(t);
	enums(t);
	structs(t);
	mms_json_close(t);
}
