/* SPDX-License-Identifier: Apache-2.0 */
/* The lies about each policy. */
#include <stdio.h>
#include <string.h>

#include "lie.h"
#include "mms/enums.h"
#include "tables/tables.h"

#define FILES 4 /* of one policy, at most */

static const struct {
	u8 policy;
	bool second; /* of the two that the first file is about */
	const struct lie_file *file[FILES];
} of_policy[] = {
	{MMS_policy_swap_by_node, false, {&lies_swap, &lies_line}},
	{MMS_policy_swap_round_robin, true, {&lies_swap, &lies_line}},
	{MMS_policy_zone_fairness, false, {&lies_zone, &lies_charge, &lies_wake, &lies_line}},
	{MMS_policy_swap_in, false, {&lies_swap_in, &lies_line}},
	{MMS_policy_interleave, false, {&lies_interleave, &lies_line}},
};

static struct lie lies[512];
static unsigned n_lies;

static void add(unsigned p, bool everywhere)
{
	for (unsigned f = 0; f < FILES && of_policy[p].file[f]; f++)
		for (unsigned i = 0; i < of_policy[p].file[f]->n && n_lies < MMS_COUNT(lies); i++) {
			const struct lie_row *row = &of_policy[p].file[f]->row[i];

			if (row->name && row->everywhere == everywhere)
				lies[n_lies++] = (struct lie){row, of_policy[p].policy, of_policy[p].second};
		}
}

const struct lie *lie_at(unsigned i)
{
	if (!n_lies)
		for (unsigned p = 0; p < MMS_COUNT(of_policy); p++) {
			add(p, true);
			add(p, false);
		}
	return i < n_lies ? &lies[i] : NULL;
}

const char *lie_policy(const struct lie *lie)
{
	return mms_enum_value_name(mms_enum_named("policy"), lie->policy);
}

static bool has_miss(const struct lie *lie, const struct lie_row *row, unsigned extent)
{
	return row->miss.extents >> (extent + (lie->second ? FORGERY_EXTENTS : 0)) & 1;
}

/* The rows behind a lie's, up to the next lie's, are its misses. */
const struct miss *lie_miss(const struct lie *lie, enum extent extent)
{
	for (const struct lie_row *row = lie->row + 1; row->miss.why; row++)
		if (has_miss(lie, row, extent))
			return &row->miss;
	return NULL;
}

/* kind.field, up to a space or the end */
static bool is_field(const char *text, size_t len)
{
	const char *dot = memchr(text, '.', len);
	const struct mms_kind *kind = dot ? mms_kind_named(text, (u32)(dot - text)) : NULL;

	for (u32 i = 0; kind && i < kind->fields; i++)
		if (strlen(kind->field[i].name) == len - (size_t)(dot + 1 - text) &&
		    !strncmp(kind->field[i].name, dot + 1, len - (size_t)(dot + 1 - text)))
			return true;
	return false;
}

static bool are_fields(const char *text)
{
	size_t len;

	for (; *text; text += len + (text[len] == ' ')) {
		len = strcspn(text, " ");
		if (!is_field(text, len))
			return false;
	}
	return true;
}

unsigned lie_bad_misses(void)
{
	const struct lie *lie;
	unsigned bad = 0;

	for (unsigned i = 0; (lie = lie_at(i)); i++)
		for (const struct lie_row *row = lie->row + 1; row->miss.why; row++) {
			const struct miss *miss = &row->miss;
			const char *what = !are_fields(miss->trusts) ? "there is no such field"
					   : strcmp(miss->until, "never") && strcmp(miss->until, "captures") &&
							     strcmp(miss->until, "check")
						   ? "until is never, captures or check"
						   : NULL;

			for (unsigned e = 0; e < FORGERY_EXTENTS; e++)
				if (has_miss(lie, row, e) && lie_miss(lie, (enum extent)e) != miss)
					what = "an extent stands there twice";
			if (what) {
				printf("a miss of \"%s\": %s\n", lie->row->name, what);
				bad++;
			}
		}
	return bad;
}
