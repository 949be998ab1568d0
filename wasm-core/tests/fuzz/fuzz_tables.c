/* SPDX-License-Identifier: Apache-2.0 */
/* The tables, asked for any name and number: there is an answer exactly when a row says so, and it is that row. */
#include "check.h"
#include "feed.h"
#include "trace/kinds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void named(const char *name, u32 len)
{
	const struct mms_kind *kind = mms_kind_named(name, len), *row = NULL;
	const struct mms_enum *list = mms_enum_named(name), *expected = NULL;

	for (u32 i = 0; i < mms_n_kinds; i++)
		if (strlen(mms_kinds[i].name) == len && !memcmp(mms_kinds[i].name, name, len))
			row = &mms_kinds[i];
	MUST(kind == row);
	for (u32 i = 0; i < mms_n_enums; i++)
		if (!strcmp(mms_enums[i].name, name))
			expected = &mms_enums[i];
	MUST(list == expected);
}

static void numbered(u32 number, s64 value)
{
	const struct mms_kind *kind = mms_kind_of((u8)number);
	const struct mms_param *param = mms_param_of(number);
	const struct mms_param_text *text = mms_param_text_of(number);
	const struct mms_enum *list = &mms_enums[number % mms_n_enums];
	const char *name = mms_enum_value_name(list, value);
	bool is_value = false, is_kind = false, is_param = false, is_text = false;

	for (u32 i = 0; i < list->values; i++)
		is_value |= list->value[i].value == value && (name && !strcmp(name, list->value[i].name));
	MUST(is_value == !!name);
	for (u32 i = 0; i < mms_n_kinds; i++)
		is_kind |= mms_kinds[i].id == (u8)number;
	MUST(is_kind == !!kind && (!kind || kind->id == (u8)number));
	for (u32 i = 0; i < mms_n_params; i++)
		is_param |= mms_params_table[i].id == number;
	MUST(is_param == !!param && (!param || (param->id == number && param->min <= param->def && param->def <= param->max)));
	for (u32 i = 0; i < mms_n_param_texts; i++)
		is_text |= mms_param_texts[i].id == number;
	MUST(is_text == !!text && (!text || text->id == number));
	MUST(!(param && text));
}

/* A field holds what was put there, extended by its sign. */
static void held(const struct mms_kind *kind, u32 field, u32 lane, u64 bits)
{
	const struct mms_field *f = &kind->field[field % kind->fields];
	u32 bytes = mms_type_size(f->type);
	struct mms_event e;
	s64 got;

	memset(&e, 0, sizeof(e));
	if (f->type == MMS_TYPE_text)
		return;
	lane %= f->lanes;
	memcpy((u8 *)&e + f->offset + lane * bytes, &bits, bytes);
	got = mms_field_get(f, &e, lane);
	MUST(!memcmp(&got, &bits, bytes));
	bits = bytes == 8 ? 0 : (u64)got >> (bytes * 8);
	if (f->type == MMS_TYPE_s16 || f->type == MMS_TYPE_s32)
		MUST(got < 0 ? bits == UINT64_MAX >> bytes * 8 : !bits);
	else
		MUST(!bits);
}

static void mode(u8 kind, u8 value)
{
	struct mms_event e;
	int found;

	memset(&e, value, sizeof(e));
	e.kind = kind;
	found = mms_mode_of(&e);
	MUST(found >= -1 && found < (int)mms_n_modes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed t = {data, size};
	u32 number = (u32)take(&t, 2), field = (u32)take(&t, 1), lane = (u32)take(&t, 1), len;
	u64 bits = take(&t, 8);
	char name[65];
	const u8 *bytes;

	numbered(number, (s64)(bits << 40) >> 40);
	numbered((u32)bits, (s64)bits);
	held(&mms_kinds[number % mms_n_kinds], field, lane, bits);
	mode((u8)number, (u8)bits);
	len = take_bytes(&t, sizeof(name) - 1, &bytes);
	if (len)
		memcpy(name, bytes, len);
	name[len] = '\0';
	named(name, (u32)strlen(name));
	return 0;
}
