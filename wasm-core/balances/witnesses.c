/* SPDX-License-Identifier: Apache-2.0 */
/* Decisions beside what other places of the same kernel say of them, task by task: witness.def. */
#include "internal.h"

#include "base/bytes.h"
#include "base/text.h"
#include "mms/witness.def"

#define PARTS MMS_WITNESS_PARTS
#define HEAD 3 /* numbers of a row before its sums */

static const struct group {
	const char *fields;
	u8 kind;
} groups[] = {
#define MMS_W(group, number, about, kind, condition, fields, ...) [number] = {fields, MMS_KIND_##kind},
	MMS_WITNESSES(MMS_W)
#undef MMS_W
};

static const char *const names[] = {
#define MMS_W(group, number, ...) [number] = #group,
	MMS_WITNESSES(MMS_W)
#undef MMS_W
};

static bool is_of(const struct mms_event *e, u32 group)
{
	if (e->kind != groups[group].kind)
		return false;
	switch (group) {
#define MMS_W(group, number, about, kind, condition, ...) \
	case number: return condition;
		MMS_WITNESSES(MMS_W)
#undef MMS_W
	default: return false;
	}
}

/* A field that is compared: its account, and its place among the sums of a row. */
struct column {
	const struct mms_field *field;
	u32 part, at;
	u64 fit; /* tasks with the same sum */
};

struct witness {
	struct books *b;
	u32 group;
	u32 sums; /* in a row */
	struct column column[PARTS];
	u32 columns;
	u32 *events; /* by task */
	u64 *sum;    /* by task and column */
	bool *told;  /* by task: it has a row */
	bool any;    /* there is an event, or a row */
	u64 all, fit; /* tasks that are compared; those with as many events */
};

/* What the manifest says of a task. */
struct row {
	u64 head[HEAD]; /* pid, decided, seen */
	u64 sum[PARTS];
};

/* Nothing, unless it is a list. */
static struct mms_json_span list_of(struct mms_json_span value)
{
	return value.at && *value.at == '[' ? value : (struct mms_json_span){NULL, NULL};
}

/* Which of the words it is, from 1 on; 0: none. */
static u32 place_of(const char *words, struct mms_json_span name)
{
	const char *end = words + mms_strlen(words);

	for (u32 place = 1; words < end; place++) {
		const char *behind = mms_word_end(words, end);

		if (name.end - name.at == behind - words + 2 && !__builtin_memcmp(name.at + 1, words, (size_t)(behind - words)))
			return place;
		words = mms_skip_space(behind, end);
	}
	return 0;
}

static u32 words_of(const char *words)
{
	u32 n = 1;

	for (; *words; words++)
		n += *words == ' ';
	return n;
}

static const struct mms_field *field_of(const struct mms_kind *kind, struct mms_json_span name)
{
	u32 k = 0;

	while (k < kind->fields && !mms_json_is(name, kind->field[k].name))
		k++;
	return k < kind->fields ? &kind->field[k] : NULL;
}

/* The fields that the manifest names, and the table too. One that is named twice leaves no row that fits. */
static void read_fields(struct witness *w, struct mms_json_span rest)
{
	const struct mms_kind *kind = mms_kind_of(groups[w->group].kind);
	struct mms_json_span none, name;

	while (w->sums < PARTS && mms_json_next(&rest, &none, &name)) {
		u32 part = place_of(groups[w->group].fields, name);
		const struct mms_field *field = part ? field_of(kind, name) : NULL;

		for (u32 k = 0; k < w->columns; k++)
			if (w->column[k].part == part)
				w->sums = PARTS;
		if (field && w->sums < PARTS)
			w->column[w->columns++] = (struct column){.field = field, .part = part, .at = w->sums};
		w->sums++;
	}
}

static bool add_up(struct witness *w)
{
	const struct mms_log *log = w->b->log;
	u32 tasks = w->b->tasks;

	w->events = mms_arena_alloc(w->b->arena, tasks * sizeof(*w->events));
	w->told = mms_arena_alloc(w->b->arena, tasks * sizeof(*w->told));
	w->sum = mms_arena_alloc(w->b->arena, (size_t)tasks * w->columns * sizeof(*w->sum));
	if (!w->events || !w->told || !w->sum)
		return false;
	for (u32 i = 0; i < log->count; i++) {
		u32 task = w->b->task[i];

		if (!is_of(&log->event[i], w->group))
			continue;
		w->any = true;
		w->events[task]++;
		for (u32 k = 0; k < w->columns; k++)
			w->sum[task * w->columns + k] += (u64)mms_field_get(w->column[k].field, &log->event[i], 0);
	}
	return true;
}

/* False: it is no row that a tracer writes. */
static bool read_row(const struct witness *w, struct mms_json_span item, struct row *row)
{
	struct mms_json_span none, value;
	u32 n = 0;

	item = list_of(item);
	for (; mms_json_next(&item, &none, &value); n++)
		if (n < HEAD)
			row->head[n] = mms_number_in(value);
		else if (n == HEAD + PARTS || !mms_hex_in(value, &row->sum[n - HEAD]))
			return false;
	return n == HEAD + w->sums && w->sums < PARTS && row->head[0] <= INT32_MAX && row->head[1] != UNKNOWN && row->head[2] != UNKNOWN;
}

/* A task that has two rows, and one without an event, is compared and does not fit. */
static void compare(struct witness *w, const struct row *row)
{
	u32 task = mms_task_of(w->b, (u32)row->head[0]);
	bool twice = task != NO_TASK && w->told[task];

	if (task != NO_TASK)
		w->told[task] = true;
	if (!twice && row->head[1] > 2 * row->head[2])
		return;
	w->all++;
	if (twice || task == NO_TASK)
		return;
	w->fit += w->events[task] == row->head[1];
	for (u32 k = 0; k < w->columns; k++)
		w->column[k].fit += w->sum[task * w->columns + k] == row->sum[w->column[k].at];
}

static void account(struct witness *w, u32 part, u64 fit)
{
	part += w->group * PARTS;
	if (w->all)
		mms_balance_add(w->b, MMS_BALANCE_witnesses, part, w->all, fit, 0);
	else
		mms_balance_unknown(w->b, MMS_BALANCE_witnesses, part);
}

static void balance_group(struct books *b, u32 group, struct mms_json_span said)
{
	struct mms_json_span rest = list_of(mms_member(said, "tasks")), none, item;
	struct witness w = {.b = b, .group = group};

	read_fields(&w, list_of(mms_member(said, "fields")));
	if (!add_up(&w)) {
		b->full = true;
		return;
	}
	while (mms_json_next(&rest, &none, &item)) {
		struct row row;

		w.any = true;
		if (read_row(&w, item, &row))
			compare(&w, &row);
		else
			w.all++;
	}
	for (u32 task = 0; task < b->tasks; task++)
		w.all += w.events[task] && !w.told[task];
	if (!w.any)
		return;
	account(&w, 0, w.fit);
	for (u32 k = 0; k < w.columns; k++)
		account(&w, w.column[k].part, w.column[k].fit);
	for (u32 part = 1, k; part <= words_of(groups[group].fields); part++) {
		for (k = 0; k < w.columns && w.column[k].part != part;)
			k++;
		if (k == w.columns)
			mms_balance_unknown(b, MMS_BALANCE_witnesses, group * PARTS + part);
	}
}

static bool has_any(const struct books *b, u32 group)
{
	u32 i = 0;

	while (i < b->log->count && !is_of(&b->log->event[i], group))
		i++;
	return i < b->log->count;
}

void mms_balance_witnesses(struct books *b)
{
	struct mms_json_span all = mms_member(b->stop, "witnesses"), said[MMS_COUNT(names)];
	size_t top = b->arena->top;

	mms_json_object(all.at, all.end, names, said, MMS_COUNT(names));
	for (u32 group = 0; group < MMS_COUNT(names); group++) {
		if (said[group].at)
			balance_group(b, group, said[group]);
		else if (has_any(b, group))
			mms_balance_unknown(b, MMS_BALANCE_witnesses, group * PARTS);
		mms_arena_rewind(b->arena, top);
	}
}
