/* SPDX-License-Identifier: Apache-2.0 */
/* The trace reader's self-description and its tables. */
#include "host.h"
#include "tests/json.h"
#include "trace/description.h"
#include "trace/rows/plan.h"

static void valid(void)
{
	const char *start = host_at(mms_trace_describe());
	struct json j = json_read(start, mms_trace_describe_len());

	CHECK(mms_trace_describe_len() < MMS_TRACE_DESCRIBE_MAX, "the buffer is too small");
	CHECK(!j.bad && j.at == j.end, "not JSON at byte %td: %.40s", j.at - start, j.at);
	CHECK(j.names > 7 * mms_n_trace_kinds, "%u names", j.names);
	note("%u bytes", mms_trace_describe_len());
}

static void kinds_differ(void)
{
	for (unsigned i = 0; i < mms_n_trace_kinds; i++)
		for (unsigned k = 0; k < i; k++) {
			CHECK(mms_trace_kinds[i].id != mms_trace_kinds[k].id, "%s and %s have the same number",
			      mms_trace_kinds[i].name, mms_trace_kinds[k].name);
			CHECK(strcmp(mms_trace_kinds[i].name, mms_trace_kinds[k].name), "%s comes twice", mms_trace_kinds[i].name);
		}
	note("%u kinds", mms_n_trace_kinds);
}

/* Patterns name fields that exist, and two of them have something between them. */
static void patterns_fit(void)
{
	for (unsigned i = 0; i < mms_n_pattern_texts; i++) {
		const struct mms_pattern_text *p = &mms_pattern_texts[i];
		const struct mms_trace_kind *kind = mms_trace_kinds;

		while (kind->id != p->kind)
			kind++;
		CHECK(!strstr(p->text, "}{"), "%s: two values side by side", p->text);
		for (const char *at = p->text; (at = strchr(at, '{')); at++) {
			size_t len = strcspn(at + 1, "}");
			bool found = len == 1 && at[1] == '_';

			for (unsigned f = 0; f < kind->fields; f++)
				found |= strlen(kind->field[f].name) == len && !strncmp(kind->field[f].name, at + 1, len);
			CHECK(found, "%s has no field %.*s", kind->name, (int)len, at + 1);
		}
	}
	note("%u patterns", mms_n_pattern_texts);
}

/* What a plan has room for. */
static void plans_fit(void)
{
	for (unsigned i = 0; i < mms_n_trace_kinds; i++) {
		unsigned patterns = 0, texts = 0;

		for (unsigned k = 0; k < mms_n_pattern_texts; k++) {
			const char *at = mms_pattern_texts[k].text;

			patterns += mms_pattern_texts[k].kind == mms_trace_kinds[i].id;
			for (; at && *at; at = strchr(at, '}') ? strchr(at, '}') + 1 : NULL)
				CHECK(strcspn(at, "{") < MMS_LITERAL_MAX, "%s is too long", at);
		}
		for (unsigned f = 0; f < mms_trace_kinds[i].fields; f++)
			texts += mms_trace_kinds[i].field[f].type == MMS_column_type_text;
		CHECK(texts <= 1, "%s has %u columns of text, but a batch one heap", mms_trace_kinds[i].name, texts);
		CHECK(patterns <= MMS_PATTERNS_MAX, "%s has %u patterns", mms_trace_kinds[i].name, patterns);
	}
	for (unsigned i = 0; i < mms_n_trace_kinds; i++)
		for (unsigned f = 0; f < mms_trace_kinds[i].fields; f++)
			CHECK(strlen(mms_trace_kinds[i].field[f].name) < MMS_LITERAL_MAX - 1, "%s", mms_trace_kinds[i].field[f].name);
}

SUITE(trace_description)
{
	static const struct test tests[] = {
		{"trace: the self-description is JSON", valid},
		{"trace: kinds have numbers and names of their own", kinds_differ},
		{"trace: patterns name fields of their kind", patterns_fit},
		{"trace: patterns and names of fields fit a plan", plans_fit},
	};

	RUN(tests);
}
