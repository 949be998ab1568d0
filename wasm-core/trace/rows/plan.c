/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include "trace/internal.h"

static u32 field_named(const struct mms_trace_kind *kind, const char *name, u32 len)
{
	for (u32 i = 0; i < kind->fields; i++)
		if (mms_same(kind->field[i].name, name, len))
			return i;
	return MMS_NO_FIELD;
}

static u32 count_values(const char *text)
{
	u32 n = 0;

	for (; *text; text++)
		n += *text == '{';
	return n;
}

static const char *literal(struct mms_step *step, const char *text, const char *end)
{
	for (; text < end && *text != '{'; text++)
		step->literal[step->length++] = *text;
	return text;
}

/* False: no memory. */
static bool compile(struct mms_trace *t, struct mms_pattern *pattern, const struct mms_trace_kind *kind,
		    const char *text)
{
	const char *end = text + mms_strlen(text);
	u32 values = count_values(text);
	struct mms_step *step = mms_arena_alloc(&t->arena, (values + 1) * sizeof(*step));

	*pattern = (struct mms_pattern){.step = step, .values = values};
	if (!step)
		return false;
	if (end - text > 4 && mms_starts(end - 4, end, " ...")) {
		pattern->keys = true;
		end -= 4;
	}
	for (; values; values--, step++) {
		const char *name = literal(step, text, end) + 1;

		for (text = name; *text != '}'; text++)
			continue;
		step->field = (u8)field_named(kind, name, (u32)(text++ - name));
	}
	literal(step, text, end);
	return true;
}

const struct mms_plan *mms_plan_make(struct mms_trace *t, const struct mms_trace_kind *kind)
{
	struct mms_plan *plan = mms_arena_alloc(&t->arena, sizeof(*plan));

	if (!plan)
		return NULL;
	for (u32 i = 0; i < kind->fields; i++) {
		struct mms_step *key = &plan->key[i];
		u32 length = mms_strlen(kind->field[i].name);

		mms_copy(key->literal, kind->field[i].name, length);
		key->literal[length] = '=';
		key->length = (u8)(length + 1);
		key->field = (u8)i;
	}
	for (u32 i = 0; i < mms_n_pattern_texts; i++)
		if (mms_pattern_texts[i].kind == kind->id &&
		    !compile(t, &plan->pattern[plan->patterns++], kind, mms_pattern_texts[i].text))
			return NULL;
	return plan;
}
