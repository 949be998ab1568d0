/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters and runs of the model. */
#include "session.h"

#include "tables/tables.h"

static s64 *lanes(struct mms_params *params, const struct mms_param *p)
{
	return (s64 *)(void *)((u8 *)params + p->offset);
}

void mms_param_defaults(struct mms_params *params)
{
	mms_fill(params, 0, sizeof(*params));
	for (u32 i = 0; i < mms_n_params; i++)
		for (u32 lane = 0; lane < mms_params_table[i].count; lane++)
			lanes(params, &mms_params_table[i])[lane] = mms_params_table[i].def;
}

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

int32_t mms_param_set(uint32_t param, uint32_t index, int64_t value)
{
	struct mms_session *s = mms_session();
	const struct mms_param *p = mms_param_of(param);

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_EMPTY)
		return mms_refuse(s, "parameters are set after mms_reset() and before mms_model_begin()");
	if (!p || index >= p->count)
		return no_such(s, param, index);
	if (value < p->min || value > p->max)
		return out_of_range(s, p, value);
	lanes(&s->now.params, p)[index] = value;
	return MMS_status_ok;
}

int64_t mms_param_get(uint32_t param, uint32_t index)
{
	struct mms_session *s = mms_session();
	const struct mms_param *p = mms_param_of(param);

	if (!s || !p || index >= p->count)
		return MMS_status_range;
	return lanes(&s->now.params, p)[index];
}

int32_t mms_param_text(uint32_t param, uint32_t index, uint32_t bytes)
{
	struct mms_session *s = mms_session();
	const struct mms_param_text *p = mms_param_text_of(param);
	char *text;

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_EMPTY)
		return mms_refuse(s, "parameters are set after mms_reset() and before mms_model_begin()");
	if (!p || index >= p->count)
		return no_such(s, param, index);
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

int32_t mms_model_begin(void)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_EMPTY)
		return mms_refuse(s, "mms_model_begin() comes once after mms_reset()");
	s->now.phase = PHASE_FAILED;
	if (mms_machine_begin(&s->now.machine, &s->arena, &s->now.log, s->now.max_events, &s->now.params,
			      &s->now.error) < 0)
		return s->now.error.status;
	s->now.phase = PHASE_RUNNING;
	return MMS_status_ok;
}

int32_t mms_model_run(uint32_t max_decisions)
{
	struct mms_session *s = mms_session();
	s32 status;

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase == PHASE_DONE && s->now.machine.type)
		return MMS_status_ok;
	if (s->now.phase != PHASE_RUNNING)
		return mms_refuse(s, "mms_model_run() comes after mms_model_begin()");
	status = mms_machine_run(&s->now.machine, max_decisions, &s->now.error);
	if (status < 0)
		s->now.phase = PHASE_FAILED;
	return status == MMS_status_ok ? mms_finish(s) : status;
}
