/* SPDX-License-Identifier: Apache-2.0 */
/* The accepted result, from which docs/check.md is made: a line for each lie and extent, a tab between two columns. */
#include <stdlib.h>
#include <string.h>

#include "result.h"

#define HEAD "policy\tlie\textent\tcaptures\tforged\tdifferent\tincomplete\tuntil\ttrusts\twhy\n"
#define NUMBERS 4 /* columns of numbers, behind the first three */

const char *const forgery_extents[FORGERY_EXTENTS] = {"one", "tenth", "all"};

static const char *const ways[WAYS] = {
	[WAY_NEAR] = "altered", [WAY_BORROW] = "of another event", [WAY_FOLLOWS] = "altered, and what follows",
	[WAY_AGAIN] = "altered, and at the end", [WAY_WITNESSED] = "altered with its witness", [WAY_WHEREVER] = "altered wherever it is recorded", [WAY_LEFT_OUT] = "left out", [WAY_REPEATED] = "repeated in place of the next",
	[WAY_CHANGED] = "and the next change places",
};

/* Ways that were called otherwise when the kept result was drawn. Other words would be other draws. */
static const char *const drawn_as[WAYS] = {
	[WAY_WHEREVER] = "altered wherever it is told", [WAY_REPEATED] = "told in place of the next",
};

static void name(char (*out)[96], const struct field_lie *lie, const char *way)
{
	snprintf(*out, sizeof(*out), "%s: %s", lie->field ? lie->field->name : lie->kind->name, way);
}

static struct forgery forgeries[FORGERIES];
static unsigned n_forgeries;

static void add_field(struct field_lie lie)
{
	struct forgery *f = &forgeries[n_forgeries];

	if (n_forgeries == FORGERIES || !field_lie_exists(&lie))
		return;
	f->field = lie;
	snprintf(f->about, sizeof(f->about), "event %s", lie.kind->name);
	name(&f->name, &lie, ways[lie.way]);
	name(&f->draw, &lie, drawn_as[lie.way] ? drawn_as[lie.way] : ways[lie.way]);
	n_forgeries++;
}

static void add_kind(const struct mms_kind *kind)
{
	for (u8 way = 0; way < WAYS; way++) {
		for (u32 n = 0; n < kind->fields; n++)
			add_field((struct field_lie){kind, &kind->field[n], way});
		for (u32 n = 0; n < mms_n_common; n++)
			add_field((struct field_lie){kind, &mms_common[n], way});
		add_field((struct field_lie){kind, NULL, way});
	}
}

const struct forgery *forgery_at(unsigned i)
{
	if (!n_forgeries) {
		for (unsigned k = 0; lie_at(k) && n_forgeries < FORGERIES; k++) {
			struct forgery *f = &forgeries[n_forgeries];

			if (!lie_at(k)->row->event)
				continue;
			f->lie = lie_at(k);
			snprintf(f->about, sizeof(f->about), "%s", lie_policy(f->lie));
			snprintf(f->name, sizeof(f->name), "%s", f->lie->row->name);
			memcpy(f->draw, f->name, sizeof(f->draw));
			n_forgeries++;
		}
		for (unsigned k = 0; k < mms_n_kinds; k++)
			add_kind(&mms_kinds[k]);
	}
	return i < n_forgeries ? &forgeries[i] : NULL;
}

bool forgery_apply(const struct forgery *f, struct mms_log *log, u32 i, struct mms_random *r)
{
	return f->lie ? f->lie->row->event(log, i, r) : field_lie_apply(&f->field, log, i, r);
}

const struct miss *forgery_miss(const struct forgery *f, enum extent extent)
{
	return f->lie ? lie_miss(f->lie, extent) : field_lie_miss(&f->field);
}

static void line_of(char *out, size_t size, const struct forgery *f, enum extent extent, const struct tally *t)
{
	/* of a field the reason stands where it is needed */
	const struct miss *row = f->lie || t->forged > t->different ? forgery_miss(f, extent) : NULL;

	snprintf(out, size, "%s\t%s\t%s\t%u\t%u\t%u\t%u\t%s\t%s\t%s\n", f->about, f->name, forgery_extents[extent],
		 t->captures, t->forged, t->different, t->incomplete, row ? row->until : "", row ? row->trusts : "",
		 row ? row->why : "");
}

bool forgery_write(const char *path, const struct tally (*tally)[FORGERY_EXTENTS])
{
	FILE *file = fopen(path, "w");
	const struct forgery *f;
	char line[4096];

	if (!file)
		return false;
	fputs(HEAD, file);
	for (unsigned i = 0; (f = forgery_at(i)); i++)
		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			line_of(line, sizeof(line), f, (enum extent)e, &tally[i][e]);
			fputs(line, file);
		}
	return !fclose(file);
}

/* Without the numbers, and what follows from them. */
static void only_words(char *line, bool of_field)
{
	char *from = line, *to;

	for (unsigned i = 0; from && i < 3; i++)
		from = strchr(from, '\t') ? strchr(from, '\t') + 1 : NULL;
	if (of_field && from)
		*from = 0;
	to = from;
	for (unsigned i = 0; to && i < NUMBERS; i++)
		to = strchr(to, '\t') ? strchr(to, '\t') + 1 : NULL;
	if (to)
		memmove(from, to, strlen(to) + 1);
}

unsigned forgery_compare(const char *path, const struct tally (*tally)[FORGERY_EXTENTS], bool words)
{
	FILE *file = fopen(path, "r");
	const struct forgery *f;
	char want[4096], line[4096];
	unsigned bad = 0;

	if (!file || !fgets(line, sizeof(line), file) || strcmp(line, HEAD))
		bad++;
	for (unsigned i = 0; !bad && (f = forgery_at(i)); i++)
		for (unsigned e = 0; e < FORGERY_EXTENTS; e++) {
			line_of(want, sizeof(want), f, (enum extent)e, &tally[i][e]);
			if (!fgets(line, sizeof(line), file))
				line[0] = 0;
			if (words) {
				only_words(want, !f->lie);
				only_words(line, !f->lie);
			}
			bad += !!strcmp(want, line);
		}
	bad += file && fgets(line, sizeof(line), file);
	if (file)
		fclose(file);
	return bad;
}
