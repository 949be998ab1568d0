/* SPDX-License-Identifier: Apache-2.0 */
/* The manifest of a capture that a model wrote: which parameters to run to get the same again. */
#include "manifest.h"

#include "mms/abi.h"
#include "tables/tables.h"

static void put_lanes(struct mms_text *t, const struct mms_param *p, const s64 *lane)
{
	if (p->count > 1)
		mms_put_char(t, '[');
	for (u32 i = 0; i < p->count; i++) {
		if (i)
			mms_put_char(t, ',');
		mms_put_s64(t, lane[i]);
	}
	if (p->count > 1)
		mms_put_char(t, ']');
}

static void put_texts(struct mms_text *t, const struct mms_param_text *p, const char *lane)
{
	mms_put_char(t, '[');
	for (u32 i = 0; i < p->count; i++, lane += MMS_NAME_MAX) {
		if (i)
			mms_put_char(t, ',');
		mms_put_json(t, lane);
	}
	mms_put_char(t, ']');
}

void mms_model_manifest(struct mms_text *t, const struct mms_params *params)
{
	const u8 *base = (const u8 *)params;

	mms_put(t, "{\"source\":\"model\",\"abi\":");
	mms_put_u64(t, MMS_ABI_VERSION);
	mms_put(t, ",\"params\":{");
	for (u32 i = 0; i < mms_n_params; i++) {
		if (i)
			mms_put_char(t, ',');
		mms_put_json(t, mms_params_table[i].name);
		mms_put_char(t, ':');
		put_lanes(t, &mms_params_table[i], (const s64 *)(const void *)(base + mms_params_table[i].offset));
	}
	for (u32 i = 0; i < mms_n_param_texts; i++) {
		mms_put_char(t, ',');
		mms_put_json(t, mms_param_texts[i].name);
		mms_put_char(t, ':');
		put_texts(t, &mms_param_texts[i], (const char *)base + mms_param_texts[i].offset);
	}
	mms_put(t, "}}");
}
