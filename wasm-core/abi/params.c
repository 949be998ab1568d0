/* SPDX-License-Identifier: Apache-2.0 */
/* The model's parameters, as a host sets and reads them. */
#include "session.h"

#include "policy/zone_mark.h"
#include "tables/tables.h"

static s32 out_of_range(struct mms_session *s, const struct mms_param *p, s64 value)
{
	struct mms_text text = mms_error_begin(&s->now.error, MMS_status_range, 0, 0);

	mms_put(&text, p->name);
	mms_put(&text, " is ");
	mms_put_s64(&text, value);
	mms_put(&text, ", but must be ");
	mms_put_s64(&text, p->min);
	mms_put(&text, " to ");
	mms_put_s64(&text, p->max);
	return mms_error_end(&s->now.error, &text);
}

static s32 no_such(struct mms_session *s, u32 param, u32 index)
{
	struct mms_text text = mms_error_begin(&s->now.error, MMS_status_range, 0, 0);

	mms_put(&text, "there is no parameter ");
	mms_put_u64(&text, param);
	mms_put(&text, " with an index of ");
	mms_put_u64(&text, index);
	return mms_error_end(&s->now.error, &text);
}

/* May a parameter be set now, and is there one? */
static s32 settable(struct mms_session *s, bool exists, u32 param, u32 index)
{
	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_EMPTY && (s->now.phase != PHASE_DONE || (s->now.machine.type && !s->now.machine.driven)))
		return mms_refuse(s, "parameters are set after mms_reset() and before mms_model_begin() or mms_asif_begin()");
	return exists ? MMS_status_ok : no_such(s, param, index);
}

int32_t mms_param_set(uint32_t param, uint32_t index, int64_t value)
{
	struct mms_session *s = mms_session();
	const struct mms_param *p = mms_param_of(param);
	s32 status = settable(s, p && index < p->count, param, index);

	if (status < 0)
		return status;
	if (value < p->min || value > p->max)
		return out_of_range(s, p, value);
	mms_param_lanes(&s->now.params, p)[index] = value;
	return MMS_status_ok;
}

int64_t mms_param_get(uint32_t param, uint32_t index)
{
	struct mms_session *s = mms_session();
	const struct mms_param *p = mms_param_of(param);

	if (!s || !p || index >= p->count)
		return MMS_status_range;
	return mms_param_lanes(&s->now.params, p)[index];
}

int32_t mms_param_text(uint32_t param, uint32_t index, uint32_t bytes)
{
	struct mms_session *s = mms_session();
	const struct mms_param_text *p = mms_param_text_of(param);
	s32 status = settable(s, p && index < p->count, param, index);
	char *text;

	if (status < 0)
		return status;
	if (bytes > p->bytes)
		return mms_fail(&s->now.error, MMS_status_range, "a device's name has 15 bytes at most");
	for (u32 i = 0; i < bytes; i++)
		if (s->staging[i] <= ' ' || s->staging[i] > '~')
			return mms_fail(&s->now.error, MMS_status_range, "a device's name is printable ASCII without spaces");
	text = (char *)&s->now.params + p->offset + index * MMS_NAME_MAX;
	mms_fill(text, 0, MMS_NAME_MAX);
	mms_copy(text, s->staging, bytes);
	return MMS_status_ok;
}

int64_t mms_zone_mark(uint32_t mark, int64_t min, int64_t managed, int64_t scale)
{
	u64 own = (u64)MMS_MAX(min, 0), gap = mms_zone_wmark_gap(own, (u64)MMS_MAX(managed, 0), (u64)MMS_MAX(scale, 0));

	return (s64)mms_zone_wmark(mark, own, gap);
}
