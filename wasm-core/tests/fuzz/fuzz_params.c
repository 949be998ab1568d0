/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters set by any number, index, value and text: taken exactly when the table allows them, kept as they are, else
 * refused with a sentence and without a trace. The manifest of a run holds them all, whatever they are. */
#include "abi/session.h"
#include "check.h"
#include "tables/tables.h"
#include "feed.h"
#include "base/json_scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void refused(int32_t status)
{
	const struct mms_error *error = &mms_session()->now.error;

	MUST(status == MMS_status_range && error->status == status && error->text[0] && strlen(error->text) < sizeof(error->text));
}

static void set(u32 id, u32 index, s64 value)
{
	static struct mms_params before;
	const struct mms_params *now = &mms_session()->now.params;
	const struct mms_param *p = mms_param_of(id);
	bool fits = p && index < p->count && value >= p->min && value <= p->max;
	int32_t status;

	before = *now;
	status = mms_param_set(id, index, value);
	MUST(fits == (status == MMS_status_ok));
	if (fits) {
		MUST(mms_param_get(id, index) == value);
		mms_param_lanes(&before, p)[index] = value;
	} else {
		refused(status);
	}
	MUST(!memcmp(&before, now, sizeof(before)));
}

static void set_text(u32 id, u32 index, const u8 *text, u32 len)
{
	static struct mms_params before;
	const struct mms_params *now = &mms_session()->now.params;
	const struct mms_param_text *p = mms_param_text_of(id);
	bool fits = p && index < p->count && len <= p->bytes;
	int32_t status;

	for (u32 i = 0; fits && i < len; i++)
		fits = text[i] > ' ' && text[i] <= '~';
	before = *now;
	if (len)
		memcpy(mms_session()->staging, text, len);
	status = mms_param_text(id, index, len);
	MUST(fits == (status == MMS_status_ok));
	if (fits) {
		char *lane = (char *)&before + p->offset + index * MMS_NAME_MAX;

		memset(lane, 0, MMS_NAME_MAX);
		memcpy(lane, text, len);
	} else {
		refused(status);
	}
	MUST(!memcmp(&before, now, sizeof(before)));
}

/* Lane `index` of a value of the manifest: a number, or one of an array of them. */
static const char *lane_of(struct mms_json_span span, u32 index)
{
	const char *at = span.at + (*span.at == '[');

	for (; index; at++)
		index -= *at == ',';
	return at;
}

static void look_at_manifest(void)
{
	static const char *const top[] = {"source", "params"};
	static const char *name[256];
	static struct mms_json_span span[256];
	static char text[MMS_MODEL_MANIFEST_MAX];
	struct mms_text to = mms_text(text, sizeof(text));
	struct mms_json_span part[2];
	u32 n = 0;

	for (u32 i = 0; i < mms_n_params; i++)
		name[n++] = mms_params_table[i].name;
	for (u32 i = 0; i < mms_n_param_texts; i++)
		name[n++] = mms_param_texts[i].name;
	mms_model_manifest(&to, &mms_session()->now.params);
	MUST(!to.full && !mms_json_object(text, text + to.len, top, part, 2) && mms_json_is(part[0], "model"));
	MUST(!mms_json_object(part[1].at, part[1].end, name, span, n));
	for (u32 i = 0; i < n; i++)
		MUST(span[i].at);
	for (u32 i = 0; i < mms_n_params; i++) {
		const struct mms_param *p = &mms_params_table[i];

		for (u32 lane = 0; lane < p->count; lane++)
			MUST(strtoll(lane_of(span[i], lane), NULL, 10) == mms_param_lanes(&mms_session()->now.params, p)[lane]);
	}
}

/* Any number, or one that is near the bounds of a parameter's range. */
static s64 value_of(const struct mms_param *p, u8 how, u64 bits)
{
	switch (how / 32) {
	case 0: return (s64)bits;
	case 1: return (s64)((u64)p->min + bits % 3 - 1);
	case 2: return (s64)((u64)p->max + bits % 3 - 1);
	case 3: return p->max;
	default: return (s64)((u64)p->min + bits % ((u64)p->max - (u64)p->min + 1));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed t = {data, size};
	struct mms_session *s = mms_session();

	/* mms_reset() clears far more than what is looked at here */
	MUST(s);
	s->now.phase = PHASE_EMPTY;
	mms_param_defaults(&s->now.params);
	while (t.left) {
		u8 how = (u8)take(&t, 1), which = (u8)take(&t, 1), index = (u8)take(&t, 1);
		const struct mms_param *p = &mms_params_table[which % mms_n_params];
		const u8 *bytes;
		u32 len;

		if (how % 8 == 0) {
			set(which, index, (s64)take(&t, 8));
		} else if (how % 8 == 1) {
			len = take_bytes(&t, (u32)take(&t, 1) % 20, &bytes);
			set_text(mms_param_texts[which % mms_n_param_texts].id, index % 20, bytes, len);
		} else if (how % 8 == 2) { /* all lanes */
			for (u32 lane = 0, n = p->count; lane < n; lane++)
				set(p->id, lane, value_of(p, how, index));
		} else {
			set(p->id, index % (p->count + 1u), value_of(p, how, take(&t, 8)));
		}
	}
	if (size % 8 == 1)
		look_at_manifest();
	s->now.phase = PHASE_RUNNING;
	MUST(mms_param_set(data && size ? *data : 0, 0, 1) == MMS_status_call);
	MUST(mms_param_text(0, 0, 1) == MMS_status_call);
	return 0;
}
