/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "mms/abi.h"
#include "tables.h"

const char *const mms_type_names[] = {
#define MMS_T(name, ctype, shown) [MMS_TYPE_##name] = (shown),
	MMS_TYPES(MMS_T)
#undef MMS_T
};

u32 mms_type_size(u8 type)
{
	static const u16 sizes[] = {
#define MMS_T(name, ctype, shown) [MMS_TYPE_##name] = sizeof(ctype),
		MMS_TYPES(MMS_T)
#undef MMS_T
	};

	return sizes[type];
}

const struct mms_kind *mms_kind_of(u8 id)
{
	for (u32 i = 0; i < mms_n_kinds; i++)
		if (mms_kinds[i].id == id)
			return &mms_kinds[i];
	return NULL;
}

const struct mms_kind *mms_kind_named(const char *name, u32 len)
{
	for (u32 i = 0; i < mms_n_kinds; i++)
		if (mms_same(mms_kinds[i].name, name, len))
			return &mms_kinds[i];
	return NULL;
}

bool mms_field_later(const struct mms_kind *kind, const struct mms_field *field)
{
	for (u32 i = 0; i < mms_n_later; i++)
		if (mms_later[i].kind == kind->id && mms_later[i].offset == field->offset)
			return true;
	return false;
}

bool mms_field_unknown(const struct mms_kind *kind, const struct mms_field *field, const struct mms_event *e)
{
	return mms_field_later(kind, field) && (u64)mms_field_get(field, e, 0) == UINT64_MAX;
}

const struct mms_enum *mms_field_enum(const struct mms_field *field)
{
	return field->list ? &mms_enums[field->list - 1] : NULL;
}

const struct mms_enum *mms_enum_named(const char *name)
{
	for (u32 i = 0; i < mms_n_enums; i++)
		if (mms_same(mms_enums[i].name, name, mms_strlen(name)))
			return &mms_enums[i];
	return NULL;
}

const char *mms_enum_value_name(const struct mms_enum *list, s64 value)
{
	for (u32 i = 0; i < list->values; i++)
		if (list->value[i].value == value)
			return list->value[i].name;
	return NULL;
}

const struct mms_param *mms_param_of(u32 id)
{
	for (u32 i = 0; i < mms_n_params; i++)
		if (mms_params_table[i].id == id)
			return &mms_params_table[i];
	return NULL;
}

const struct mms_param_text *mms_param_text_of(u32 id)
{
	for (u32 i = 0; i < mms_n_param_texts; i++)
		if (mms_param_texts[i].id == id)
			return &mms_param_texts[i];
	return NULL;
}

#define LOAD(type) \
	({ type value_; mms_copy(&value_, at, sizeof(value_)); (s64)value_; })

s64 mms_field_get(const struct mms_field *field, const void *base, u32 lane)
{
	const u8 *at = (const u8 *)base + field->offset + lane * mms_type_size(field->type);

	switch (field->type) {
	case MMS_TYPE_u8: return LOAD(u8);
	case MMS_TYPE_u16: return LOAD(u16);
	case MMS_TYPE_u32: return LOAD(u32);
	case MMS_TYPE_s16: return LOAD(s16);
	case MMS_TYPE_s32: return LOAD(s32);
	case MMS_TYPE_u64:
	case MMS_TYPE_x64:
	case MMS_TYPE_s64: return LOAD(s64);
	default: return 0;
	}
}
