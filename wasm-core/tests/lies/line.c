/* SPDX-License-Identifier: Apache-2.0 */
/* Lies that befall the text of a line, for the reader to notice. The tracer's own are left alone: nothing counts them. */
#include <string.h>

#include "lie.h"
#include "tables/tables.h"

static bool is_kernels(const char *line)
{
	const struct mms_kind *kind = mms_kind_named(line, (u32)strcspn(line, " \n"));

	return kind && !mms_kind_bare(kind->id);
}

/* The `=` of some field but comm, which comes last and may hold anything. */
static char *some_field(char *line, struct mms_random *r)
{
	char *at = line;
	u32 fields = 0;

	while ((at = strchr(at, '=')) && strncmp(at - 5, " comm", 5)) {
		fields++;
		at++;
	}
	at = line;
	for (u32 skip = mms_random_below(r, fields) + 1; skip; skip--)
		at = strchr(at + 1, '=');
	return at;
}

static bool line_dropped(char *line, size_t *len, struct mms_random *r)
{
	(void)r;
	*len = 0;
	return is_kernels(line);
}

static bool line_doubled(char *line, size_t *len, struct mms_random *r)
{
	(void)r;
	memcpy(line + *len, line, *len);
	*len *= 2;
	return is_kernels(line);
}

static bool field_dropped(char *line, size_t *len, struct mms_random *r)
{
	char *from, *to;

	if (!is_kernels(line))
		return false;
	from = some_field(line, r);
	while (*from != ' ')
		from--;
	to = strchr(from + 1, ' ');
	memmove(from, to, *len - (size_t)(to - line));
	*len -= (size_t)(to - from);
	return true;
}

static bool byte_changed(char *line, size_t *len, struct mms_random *r)
{
	char *equals;
	bool value;

	(void)len;
	if (!is_kernels(line))
		return false;
	equals = some_field(line, r);
	value = mms_random_below(r, 2);
	if (value && !strncmp(equals - 5, " name", 5))
		return false; /* a name may be anything */
	equals[value ? 1 : -1] = "xX~%"[mms_random_below(r, 4)];
	return true;
}

static const struct lie_row rows[] = {
	{"line dropped", true, NULL, line_dropped, {0}},
	{"line doubled", true, NULL, line_doubled, {0}},
	{"field dropped", true, NULL, field_dropped, {0}},
	{"byte changed", true, NULL, byte_changed, {0}},
	{NULL, 0, NULL, NULL, {0}},
};
const struct lie_file lies_line = {rows, MMS_COUNT(rows)};
