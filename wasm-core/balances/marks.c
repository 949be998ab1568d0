/* SPDX-License-Identifier: Apache-2.0 */
/* Marks, counters of the workload, settings, and events by task and CPU, beside what the tracer says of them once more at the end. */
#include "internal.h"

#include "base/bytes.h"
#include "base/text.h"

#define TASKS 16384 /* that are followed, by number and CPU; a power of two, twice as many as a file has */
#define TEXT MMS_COUNT(((struct mms_ev_stat *)NULL)->text)

/* Nothing of it is escaped, in a line or in JSON. */
static bool is_plain(const char *text)
{
	for (u32 i = 0; i < TEXT && text[i]; i++)
		if (text[i] == '\\' || (u8)text[i] >= 0x7f || (u8)text[i] < 0x20)
			return false;
	return true;
}

/* Is it this text? One with escapes is not compared. */
static bool is_text(struct mms_json_span span, const char *text)
{
	char other[TEXT + 1];
	u32 len = mms_json_text(span, other, TEXT), own = mms_strnlen(text, TEXT);

	return !is_plain(text) || (len == own && !__builtin_memcmp(other, text, len));
}

/* How many marks there are, in lines or at the end, and how many in both. */
static void balance_marks(struct books *b, struct mms_json_span rest)
{
	struct mms_json_span name, mark, ts, text;
	u64 all = 0, both = 0;
	bool left = true;

	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		if (e->kind != MMS_KIND_mark)
			continue;
		all++;
		left = left && mms_json_next(&rest, &name, &mark);
		both += left && mms_json_next(&mark, &name, &ts) && mms_json_next(&mark, &name, &text) && mms_number_in(ts) == e->ts &&
			is_text(text, e->mark.text);
	}
	while (left && mms_json_next(&rest, &name, &mark))
		all++;
	if (all)
		mms_balance_add(b, MMS_BALANCE_marks_again, 0, all, both, 0);
}

/* Lines of a counter, as many as the last line says, with the same first value and last; 0: otherwise. */
static u64 lines_of(const struct books *b, struct mms_json_span name, struct mms_json_span values)
{
	u64 want[3] = {UNKNOWN, UNKNOWN, UNKNOWN}, n = 0, first = UNKNOWN, last = UNKNOWN;
	struct mms_json_span none, value;

	for (u32 k = 0; k < MMS_COUNT(want) && mms_json_next(&values, &none, &value); k++)
		want[k] = mms_number_in(value);
	for (u32 i = 0; i < b->stats; i++) {
		const struct mms_ev_stat *e = &b->log->event[b->stat[i]].stat;

		if (!is_plain(e->text) || !is_text(name, e->text))
			continue;
		first = n++ ? first : e->value;
		last = e->value;
	}
	return n == want[0] && first == want[1] && last == want[2] ? n : 0;
}

static void balance_stats(struct books *b, struct mms_json_span rest)
{
	struct mms_json_span name, values;
	u64 all = 0, fit = 0;

	for (u32 i = 0; i < b->stats; i++)
		all += is_plain(b->log->event[b->stat[i]].stat.text);
	while (mms_json_next(&rest, &name, &values)) {
		u64 n = lines_of(b, name, values);

		all += !n;
		fit += n;
	}
	if (all)
		mms_balance_add(b, MMS_BALANCE_stats_again, 0, all, fit, 0);
}

/* Lines of a setting whose value stands at the end, at the same place of `runs`: [value, how often in a row]. */
static u64 settings_of(const struct books *b, struct mms_json_span name, struct mms_json_span runs, u64 *missing)
{
	char text[TEXT + 1], want[TEXT + 1];
	u32 len = mms_json_text(name, text, TEXT);
	struct mms_json_span none, run, item;
	u64 left = 0, fit = 0;

	text[len > TEXT ? 0 : len] = 0;
	want[0] = 0;
	for (u32 i = 0; len <= TEXT && i < b->settings; i++) {
		const struct mms_event *e = &b->log->event[b->setting[i]];
		struct mms_json_span value = mms_setting_in(e, text);

		if (!value.at || !is_plain(e->setting.text))
			continue;
		if (!left && mms_json_next(&runs, &none, &run) && mms_json_next(&run, &none, &item)) {
			u32 size = mms_json_text(item, want, TEXT);

			want[size > TEXT ? 0 : size] = 0;
			left = mms_json_next(&run, &none, &item) ? mms_number_in(item) : 0;
		}
		fit += left && mms_same_bytes(value.at, (size_t)(value.end - value.at), want, mms_strlen(want));
		left -= left ? 1 : 0;
	}
	*missing += left;
	while (mms_json_next(&runs, &none, &run))
		*missing += mms_json_next(&run, &none, &item) && mms_json_next(&run, &none, &item) ? mms_number_in(item) : 1;
	return fit;
}

static void balance_settings(struct books *b, struct mms_json_span rest)
{
	struct mms_json_span name, runs;
	u64 all = 0, fit = 0;

	for (u32 i = 0; i < b->settings; i++)
		all += is_plain(b->log->event[b->setting[i]].setting.text);
	while (mms_json_next(&rest, &name, &runs))
		fit += settings_of(b, name, runs, &all);
	if (all)
		mms_balance_add(b, MMS_BALANCE_settings_again, 0, all, fit, 0);
}

#define NAME MMS_COUNT(((struct mms_event *)NULL)->comm)

/* How many events of a task on a CPU, under this name, the probe counted, and no line has been found of yet. */
struct counted_task {
	bool used;
	s32 pid;
	u32 cpu;
	char comm[NAME];
	u64 left;
};

static struct counted_task *task_of(struct counted_task *table, s32 pid, u32 cpu, const char *comm)
{
	u32 at = ((u32)pid * CPUS + cpu) * 2654435761u >> 8;

	for (u32 i = 0; i < NAME; i++)
		at = at * 31 + (u8)comm[i];
	while (table[at % TASKS].used && (table[at % TASKS].pid != pid || table[at % TASKS].cpu != cpu ||
					  __builtin_memcmp(table[at % TASKS].comm, comm, NAME)))
		at++;
	return &table[at % TASKS];
}

/* A name as lines have it: bytes that are not printable, and the backslash, as \xNN. */
static void name_of(struct mms_json_span span, char to[NAME])
{
	char text[4 * NAME];
	u32 len = span.at ? mms_json_text(span, text, sizeof(text)) : 0, n = 0;

	mms_fill(to, 0, NAME);
	for (u32 i = 0; i < len && len <= sizeof(text) && n < NAME; n++) {
		bool escaped = text[i] == '\\' && i + 3 < len;

		to[n] = text[i];
		if (escaped)
			to[n] = (char)(u8)(mms_hex_digit(text[i + 2]) * 16 + mms_hex_digit(text[i + 3]));
		i += escaped ? 4 : 1;
	}
}

/* The tracer leaves them out where there are nearly as many as its map holds. */
static void balance_tasks(struct books *b, struct mms_json_span rest)
{
	struct counted_task *table = mms_arena_alloc(b->arena, TASKS * sizeof(*table));
	struct mms_json_span name, task;
	u64 all = 0, fit = 0;

	b->full |= !table;
	for (u32 n = 0; table && n < TASKS / 2 && mms_json_next(&rest, &name, &task); n++) {
		struct mms_json_span part[4] = {0};
		struct counted_task *at;
		u64 pid, cpu, left;
		char comm[NAME];

		for (u32 k = 0; k < MMS_COUNT(part) && mms_json_next(&task, &name, &part[k]);)
			k++;
		pid = mms_number_in(part[0]);
		cpu = mms_number_in(part[1]);
		left = mms_number_in(part[2]);
		if (pid > INT32_MAX || cpu >= CPUS || left == UNKNOWN)
			continue;
		name_of(part[3], comm);
		at = task_of(table, (s32)pid, (u32)cpu, comm);
		at->used = true;
		at->pid = (s32)pid;
		at->cpu = (u32)cpu;
		at->left += left;
		mms_copy(at->comm, comm, NAME);
	}
	for (u32 i = 0; table && i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];
		struct counted_task *at;

		/* what the tracer reads, or its probe adds up, is no task's */
		if (mms_kind_bare(e->kind) || e->kind == MMS_KIND_queue_limits || e->kind == MMS_KIND_zone_hidden)
			continue;
		at = task_of(table, e->pid, e->cpu, e->comm);
		all++;
		fit += at->left > 0;
		at->left -= at->left > 0;
	}
	for (u32 k = 0; table && k < TASKS; k++)
		all += MMS_MIN(table[k].left, UINT32_MAX);
	if (all)
		mms_balance_add(b, MMS_BALANCE_counted, 0, all, fit, 0);
}

void mms_balance_marks(struct books *b)
{
	struct mms_json_span tasks = mms_member(b->stop, "tasks"), switches = mms_member(b->stop, "switches");
	size_t top = b->arena->top;

	struct mms_json_span marks = mms_member(b->stop, "marks"), stats = mms_member(b->stop, "stats");

	if (marks.at)
		balance_marks(b, marks);
	else if (b->kinds[MMS_KIND_mark])
		mms_balance_unknown(b, MMS_BALANCE_marks_again, 0);
	if (stats.at)
		balance_stats(b, stats);
	else if (b->stats)
		mms_balance_unknown(b, MMS_BALANCE_stats_again, 0);
	if (switches.at)
		balance_settings(b, switches);
	else if (b->settings)
		mms_balance_unknown(b, MMS_BALANCE_settings_again, 0);
	if (tasks.at)
		balance_tasks(b, tasks);
	else if (b->tasks)
		mms_balance_unknown(b, MMS_BALANCE_counted, 0);
	mms_arena_rewind(b->arena, top);
}
