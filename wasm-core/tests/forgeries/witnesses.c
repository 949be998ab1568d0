/* SPDX-License-Identifier: Apache-2.0 */
#include "witnesses.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_scan.h"
#include "mms/witness.def"
#include "tables/tables.h"

#define HEAD 3 /* numbers of a row before its sums: task, events, those of them that were seen */

static const struct group {
	const char *name, *fields;
	u8 kind;
} groups[] = {
#define MMS_W(group, number, about, kind, condition, fields, ...) [number] = {#group, fields, MMS_KIND_##kind},
	MMS_WITNESSES(MMS_W)
#undef MMS_W
};

static bool is_of(const struct mms_event *e, u32 group)
{
	switch (e->kind == groups[group].kind ? group : UINT32_MAX) {
#define MMS_W(group, number, about, kind, condition, ...) \
	case number: return condition;
		MMS_WITNESSES(MMS_W)
#undef MMS_W
	default: return false;
	}
}

static bool has_word(const char *words, const char *word, size_t len)
{
	for (; words; words = strchr(words, ' ') ? strchr(words, ' ') + 1 : NULL)
		if (!strncmp(words, word, len) && (words[len] == ' ' || !words[len]))
			return true;
	return false;
}

bool has_witness(u8 kind, const char *field)
{
	for (u32 group = 0; group < MMS_COUNT(groups); group++)
		if (groups[group].kind == kind && has_word(groups[group].fields, field, strlen(field)))
			return true;
	return false;
}

/* A last line while it is written: up to `from` it stands. */
struct again {
	FILE *to;
	const char *from;
	const struct mms_event *was, *is;
	u32 count, group;
};

/* In place of a value another one stands. */
static void put(struct again *a, struct mms_json_span value, const char *form, u64 number)
{
	fwrite(a->from, 1, (size_t)(value.at - a->from), a->to);
	fprintf(a->to, form, number);
	a->from = value.end;
}

/* What its sum grew by; `field`: NULL: how many events it has more. */
static u64 more_of(const struct again *a, s32 pid, const struct mms_field *field)
{
	u64 more = 0;

	for (u32 i = 0; i < a->count; i++) {
		if (a->was[i].pid == pid && is_of(&a->was[i], a->group))
			more -= field ? (u64)mms_field_get(field, &a->was[i], 0) : 1;
		if (a->is[i].pid == pid && is_of(&a->is[i], a->group))
			more += field ? (u64)mms_field_get(field, &a->is[i], 0) : 1;
	}
	return more;
}

/* The field whose sum is the `at`th of a row; NULL: of none that events have. */
static const struct mms_field *field_of(const struct again *a, struct mms_json_span names, u32 at)
{
	const struct mms_kind *kind = mms_kind_of(groups[a->group].kind);
	struct mms_json_span none, name = {NULL, NULL};

	for (u32 k = 0; k <= at; k++)
		if (!mms_json_next(&names, &none, &name))
			return NULL;
	for (u32 k = 0; k < kind->fields; k++)
		if (mms_json_is(name, kind->field[k].name))
			return &kind->field[k];
	return NULL;
}

static void put_row(struct again *a, struct mms_json_span row, struct mms_json_span names)
{
	struct mms_json_span none, value;
	u64 pid = 0, number, more;

	for (u32 n = 0; mms_json_next(&row, &none, &value); n++) {
		const struct mms_field *field = n < HEAD ? NULL : field_of(a, names, n - HEAD);

		if (!n)
			mms_json_u64(value, &pid);
		more = n && (n < HEAD || field) ? more_of(a, (s32)pid, field) : 0;
		if (!more)
			continue;
		if (n < HEAD && mms_json_u64(value, &number))
			put(a, value, "%" PRIu64, number + more);
		else if (field)
			put(a, value, "\"%" PRIx64 "\"", strtoull(value.at + 1, NULL, 16) + more);
	}
}

char *witnesses_again(const char *end, u32 len, const struct mms_event *was, const struct mms_event *is, u32 count, u32 *new_len)
{
	static const char *const members[] = {"witnesses"}, *const parts[] = {"fields", "tasks"};
	struct mms_json_span all = {NULL, NULL}, said[MMS_COUNT(parts)], name, group, none, row;
	struct again a = {.from = end, .was = was, .is = is, .count = count};
	size_t size;
	char *text;

	a.to = open_memstream(&text, &size);
	mms_json_object(end, end + len, members, &all, 1);
	while (all.at && mms_json_next(&all, &name, &group)) {
		a.group = 0;
		while (a.group < MMS_COUNT(groups) && !mms_json_is(name, groups[a.group].name))
			a.group++;
		if (a.group == MMS_COUNT(groups) || mms_json_object(group.at, group.end, parts, said, MMS_COUNT(parts)) || !said[1].at)
			continue;
		while (mms_json_next(&said[1], &none, &row))
			put_row(&a, row, said[0]);
	}
	fwrite(a.from, 1, (size_t)(end + len - a.from), a.to);
	fclose(a.to);
	*new_len = (u32)size;
	return text;
}
