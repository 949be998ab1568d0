/* SPDX-License-Identifier: Apache-2.0 */
/* The self-description: valid JSON, complete, true. */
#include "suite.h"
#include "host.h"
#include "json.h"
#include "reader/internal.h"
#include "tables/tables.h"

static void valid(void)
{
	const char *start = host_at(mms_describe());
	struct json j = json_read(start, mms_describe_len());
	unsigned fields = 0;

	CHECK(mms_describe_len() < MMS_DESCRIBE_MAX, "the buffer is too small");
	CHECK(!j.bad && j.at == j.end, "not JSON at byte %td: %.40s", j.at - start, j.at);
	for (u32 i = 0; i < mms_n_kinds; i++)
		fields += mms_kinds[i].fields;
	for (u32 i = 0; i < mms_n_tables; i++)
		fields += mms_tables[i].fields;
	CHECK(j.names > 7 * fields, "%u names for %u fields", j.names, fields);
	note("%u bytes", mms_describe_len());
}

static void no_holes(const char *what, const struct mms_field *field, u32 n, u32 from, u32 size)
{
	u32 at = from;

	for (u32 i = 0; i < n; i++, field++) {
		u32 width = field->lanes * mms_type_size(field->type);

		CHECK(field->offset >= at && field->offset < at + 8, "%s.%s at %u, not behind %u", what, field->name,
		      field->offset, at);
		at = field->offset + width;
	}
	CHECK(at <= size && size - at < 8, "%s ends at %u of %u", what, at, size);
}

static void layout(void)
{
	for (u32 i = 0; i < mms_n_tables; i++)
		no_holes(mms_tables[i].name, mms_tables[i].field, mms_tables[i].fields, 0, mms_tables[i].stride);
	for (u32 i = 0; i < mms_n_structs; i++)
		no_holes(mms_structs[i].name, mms_structs[i].field, mms_structs[i].fields, 0, mms_structs[i].size);
	no_holes("common", mms_common, mms_n_common, 0, offsetof(struct mms_event, line));
	CHECK_EQ(sizeof(struct mms_error), 256, "struct mms_error");
	CHECK_EQ(sizeof(struct mms_verdict), 8, "struct mms_verdict");
}

/* The reader notes which fields of a line it has read in one word. */
static void fields_fit(void)
{
	for (u32 k = 0; k < mms_n_kinds; k++)
		CHECK(mms_kinds[k].fields + mms_n_common <= FIELDS_MAX, "%s has too many fields", mms_kinds[k].name);
}

static void enums_exist(void)
{
	for (u32 i = 0; i < mms_n_params; i++)
		CHECK(!strcmp(mms_params_table[i].enm, "none") || mms_enum_named(mms_params_table[i].enm), "%s",
		      mms_params_table[i].name);
}

static void param_ranges(void)
{
	host_reset();
	for (u32 i = 0; i < mms_n_params; i++) {
		const struct mms_param *p = &mms_params_table[i];

		CHECK(mms_param_get(p->id, p->count - 1) == p->def, "%s is not its default", p->name);
		CHECK_EQ(mms_param_set(p->id, 0, p->min), 0, p->name);
		CHECK_EQ(mms_param_set(p->id, p->count - 1, p->max), 0, p->name);
		CHECK_EQ(mms_param_set(p->id, 0, p->max + 1), MMS_status_range, p->name);
		CHECK(strstr(host_error(), p->name), "'%s' does not name %s", host_error(), p->name);
		CHECK_EQ(mms_param_set(p->id, 0, p->min - 1), MMS_status_range, p->name);
		CHECK_EQ(mms_param_set(p->id, p->count, p->min), MMS_status_range, p->name);
	}
	CHECK_EQ(mms_param_set(9999, 0, 0), MMS_status_range, "a parameter that does not exist");
}

SUITE(description)
{
	static const struct test tests[] = {
		{"description: the self-description is JSON", valid},
		{"description: records have no hole and no overlap", layout},
		{"description: no kind has more fields than the reader can note", fields_fit},
		{"description: every enum that a field names exists", enums_exist},
		{"description: parameters keep to their ranges, and errors name them", param_ranges},
	};

	RUN(tests);
}
