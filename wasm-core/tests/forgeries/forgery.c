/* SPDX-License-Identifier: Apache-2.0 */
/* The lies there are, and those of them that can go unnoticed. */
#include <string.h>

#include "forgery.h"
#include "tables/tables.h"

const char *const forgery_extents[FORGERY_EXTENTS] = {"one", "tenth", "all"};

const struct forgery_set forgery_sets[] = {
	{"swap_by_node", forgery_swap, &forgery_n_swap},
	{"swap_round_robin", forgery_swap, &forgery_n_swap},
	{"zone_fairness", forgery_zone, &forgery_n_zone},
	{"zone_fairness", forgery_wake, &forgery_n_wake},
	{"swap_in", forgery_swap_in, &forgery_n_swap_in},
	{"interleave", forgery_interleave, &forgery_n_interleave},
};
const unsigned forgery_n_sets = MMS_COUNT(forgery_sets);

static struct forgery forgeries[512];
static unsigned n_forgeries;

const char *forgery_policy(const struct forgery *forgery)
{
	return mms_enum_value_name(mms_enum_named("policy"), forgery->policy);
}

static u8 policy_named(const char *name)
{
	const struct mms_enum *policies = mms_enum_named("policy");

	for (u32 i = 0; i < policies->values; i++)
		if (!strcmp(policies->value[i].name, name))
			return (u8)policies->value[i].value;
	return UINT8_MAX;
}

static void add(const char *policy, const struct mutation *how, unsigned n)
{
	for (; n && n_forgeries < MMS_COUNT(forgeries); n--, how++)
		if (how->event) /* what befalls a line is the reader's to notice */
			forgeries[n_forgeries++] = (struct forgery){policy_named(policy), how};
}

const struct forgery *forgery_at(unsigned i)
{
	if (!n_forgeries)
		for (unsigned m = 0; m < n_mutation_sets; m++) {
			const struct mutation_set *set = &mutation_sets[m];

			add(set->policy, set->mutation, *set->n);
			for (unsigned k = 0; k < forgery_n_sets; k++)
				if (!strcmp(forgery_sets[k].policy, set->policy))
					add(set->policy, forgery_sets[k].lie, *forgery_sets[k].n);
		}
	return i < n_forgeries ? &forgeries[i] : NULL;
}

enum { one = 1 << FORGERY_ONE, tenth = 1 << FORGERY_TENTH, all = 1 << FORGERY_ALL };

#define MISS(policy, forgery, extents, until, trusts, why) {MMS_policy_##policy, forgery, extents, #until, trusts, why},
static const struct miss rows[] = {
#include "misses.def"
};
#undef MISS

const struct miss *forgery_miss(const struct forgery *forgery, enum extent extent)
{
	for (size_t i = 0; i < MMS_COUNT(rows); i++)
		if (rows[i].extents >> extent & 1 && rows[i].policy == forgery->policy &&
		    !strcmp(rows[i].lie, forgery->how->name))
			return &rows[i];
	return NULL;
}

static bool is_lie(const struct miss *row)
{
	const struct forgery *forgery;

	for (unsigned i = 0; (forgery = forgery_at(i)); i++)
		if (row->policy == forgery->policy && !strcmp(row->lie, forgery->how->name))
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

unsigned forgery_bad_rows(void)
{
	unsigned bad = 0;

	for (size_t i = 0; i < MMS_COUNT(rows); i++) {
		const struct miss *row = &rows[i];
		const char *what = !is_lie(row)		       ? "there is no such lie"
				   : !are_fields(row->trusts) ? "there is no such field"
				   : strcmp(row->until, "never") && strcmp(row->until, "captures") &&
						     strcmp(row->until, "check")
					   ? "until is never, captures or check"
					   : NULL;

		if (what) {
			printf("misses.def: \"%s\": %s\n", row->lie, what);
			bad++;
		}
		for (size_t k = 0; k < i; k++)
			if (rows[k].extents & row->extents && rows[k].policy == row->policy &&
			    !strcmp(rows[k].lie, row->lie)) {
				printf("misses.def: \"%s\" stands there twice\n", row->lie);
				bad++;
			}
	}
	return bad;
}
