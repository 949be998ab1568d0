/* SPDX-License-Identifier: Apache-2.0 */
/* The accepted result, from which docs/check.md is made: a line for each lie and extent, a tab between two columns. */
#include <stdlib.h>
#include <string.h>

#include "result.h"

#define HEAD "policy\tlie\textent\tcaptures\tforged\tdifferent\tincomplete\tuntil\ttrusts\twhy\n"
#define NUMBERS 4 /* columns of numbers, behind the first three */

const char *const forgery_extents[FORGERY_EXTENTS] = {"one", "tenth", "all"};

const struct lie *forgery_at(unsigned i)
{
	for (unsigned k = 0; lie_at(k); k++)
		if (lie_at(k)->row->event && !i--)
			return lie_at(k);
	return NULL;
}

static void line_of(char *out, size_t size, const struct lie *lie, enum extent extent, const struct tally *t)
{
	const struct miss *row = lie_miss(lie, extent);

	snprintf(out, size, "%s\t%s\t%s\t%u\t%u\t%u\t%u\t%s\t%s\t%s\n", lie_policy(lie), lie->row->name, forgery_extents[extent],
		 t->captures, t->forged, t->different, t->incomplete, row ? row->until : "", row ? row->trusts : "",
		 row ? row->why : "");
}

bool forgery_write(const char *path, const struct tally (*tally)[FORGERY_EXTENTS])
{
	FILE *file = fopen(path, "w");
	const struct lie *lie;
	char line[4096];

	if (!file)
		return false;
	fputs(HEAD, file);
	for (unsigned i = 0; (lie = forgery_at(i)); i++)
		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			line_of(line, sizeof(line), lie, (enum extent)e, &tally[i][e]);
			fputs(line, file);
		}
	return !fclose(file);
}

/* Without the numbers. */
static void only_words(char *line)
{
	char *from = line, *to;

	for (unsigned i = 0; from && i < 3; i++)
		from = strchr(from, '\t') ? strchr(from, '\t') + 1 : NULL;
	to = from;
	for (unsigned i = 0; to && i < NUMBERS; i++)
		to = strchr(to, '\t') ? strchr(to, '\t') + 1 : NULL;
	if (to)
		memmove(from, to, strlen(to) + 1);
}

unsigned forgery_compare(const char *path, const struct tally (*tally)[FORGERY_EXTENTS], bool words)
{
	FILE *file = fopen(path, "r");
	const struct lie *lie;
	char want[4096], line[4096];
	unsigned bad = 0;

	if (!file || !fgets(line, sizeof(line), file) || strcmp(line, HEAD))
		bad++;
	for (unsigned i = 0; !bad && (lie = forgery_at(i)); i++)
		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			line_of(want, sizeof(want), lie, (enum extent)e, &tally[i][e]);
			if (!fgets(line, sizeof(line), file))
				line[0] = 0;
			if (words) {
				only_words(want);
				only_words(line);
			}
			bad += !!strcmp(want, line);
		}
	bad += file && fgets(line, sizeof(line), file);
	if (file)
		fclose(file);
	return bad;
}
