/* SPDX-License-Identifier: Apache-2.0 */
/* The lies there are, and those of them that can go unnoticed. */
#include <string.h>

#include "forge.h"
#include "tables/tables.h"

const char *const forge_extents[FORGE_EXTENTS] = {"one", "tenth", "all"};

const struct lie_set forge_sets[] = {
	{"swap_by_node", forge_swap, &forge_n_swap},
	{"swap_round_robin", forge_swap, &forge_n_swap},
	{"zone_fairness", forge_zone, &forge_n_zone},
	{"zone_fairness", forge_wake, &forge_n_wake},
	{"swap_in", forge_swap_in, &forge_n_swap_in},
	{"interleave", forge_interleave, &forge_n_interleave},
};
const unsigned forge_n_sets = MMS_COUNT(forge_sets);

static struct lie lies[512];
static unsigned n_lies;

const char *forge_policy(const struct lie *lie)
{
	return mms_enum_value_name(mms_enum_named("policy"), lie->policy);
}

static u8 policy_named(const char *name)
{
	const struct mms_enum *policies = mms_enum_named("policy");

	for (u32 i = 0; i < policies->values; i++)
		if (!strcmp(policies->value[i].name, name))
			return (u8)policies->value[i].value;
	return UINT8_MAX;
}

static void add(const char *policy, const struct mutator *how, unsigned n)
{
	for (; n && n_lies < MMS_COUNT(lies); n--, how++)
		if (how->event) /* what befalls a line is the reader's to notice */
			lies[n_lies++] = (struct lie){policy_named(policy), how};
}

const struct lie *forge_lie(unsigned i)
{
	if (!n_lies)
		for (unsigned m = 0; m < n_mutator_sets; m++) {
			const struct mutator_set *set = &mutator_sets[m];

			add(set->policy, set->mutator, *set->n);
			for (unsigned k = 0; k < forge_n_sets; k++)
				if (!strcmp(forge_sets[k].policy, set->policy))
					add(set->policy, forge_sets[k].lie, *forge_sets[k].n);
		}
	return i < n_lies ? &lies[i] : NULL;
}

enum { one = 1 << FORGE_ONE, tenth = 1 << FORGE_TENTH, all = 1 << FORGE_ALL };

#define UNSEEN(policy, lie, extents, until, trusts, why) {MMS_policy_##policy, lie, extents, #until, trusts, why},
static const struct unseen rows[] = {
#include "unseen.def"
};
#undef UNSEEN

const struct unseen *forge_unseen(const struct lie *lie, enum extent extent)
{
	for (size_t i = 0; i < MMS_COUNT(rows); i++)
		if (rows[i].extents >> extent & 1 && rows[i].policy == lie->policy &&
		    !strcmp(rows[i].lie, lie->how->name))
			return &rows[i];
	return NULL;
}

static bool is_lie(const struct unseen *row)
{
	const struct lie *lie;

	for (unsigned i = 0; (lie = forge_lie(i)); i++)
		if (row->policy == lie->policy && !strcmp(row->lie, lie->how->name))
			return true;
	return false;
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

unsigned forge_bad_rows(void)
{
	unsigned bad = 0;

	for (size_t i = 0; i < MMS_COUNT(rows); i++) {
		const struct unseen *row = &rows[i];
		const char *what = !is_lie(row)		       ? "there is no such lie"
				   : !are_fields(row->trusts) ? "there is no such field"
				   : strcmp(row->until, "never") && strcmp(row->until, "captures") &&
						     strcmp(row->until, "check")
					   ? "until is never, captures or check"
					   : NULL;

		if (what) {
			printf("unseen.def: \"%s\": %s\n", row->lie, what);
			bad++;
		}
		for (size_t k = 0; k < i; k++)
			if (rows[k].extents & row->extents && rows[k].policy == row->policy &&
			    !strcmp(rows[k].lie, row->lie)) {
				printf("unseen.def: \"%s\" stands there twice\n", row->lie);
				bad++;
			}
	}
	return bad;
}
