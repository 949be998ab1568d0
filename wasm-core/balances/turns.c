/* SPDX-License-Identifier: Apache-2.0 */
/* CPUs: what each of them did is in one order, and it takes a while to turn to another task. */
#include "internal.h"

#include "base/sort.h"

/* Those that a CPU recorded at a moment of its own: the others the tracer adds up, or reads. */
static bool is_of_cpu(const struct mms_event *e)
{
	return !mms_kind_bare(e->kind) && e->kind != MMS_KIND_queue_limits && e->kind != MMS_KIND_zone_hidden && e->cpu < CPUS;
}

/* Sorted as they happened, lines say nothing of the order in which they were read. */
static bool is_sorted(const struct mms_log *log)
{
	for (u32 i = 1; i < log->count; i++)
		if (log->event[i].line < log->event[i - 1].line)
			return false;
	return true;
}

static void balance_lines(struct books *b)
{
	struct mms_sort_item *item = mms_arena_alloc(b->arena, b->log->count * sizeof(*item));
	struct mms_sort_item *spare = mms_arena_alloc(b->arena, b->log->count * sizeof(*spare));
	u64 last[CPUS] = {0}, fit = 0;
	bool sorted = is_sorted(b->log);
	u32 n = 0;

	if (!item || !spare) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++)
		if (is_of_cpu(&b->log->event[i]))
			item[n++] = (struct mms_sort_item){b->log->event[i].line, i};
	mms_sort(item, spare, n);
	for (u32 i = 0; i < n; i++) {
		const struct mms_event *e = &b->log->event[item[i].index];

		fit += sorted || e->ts >= last[e->cpu];
		last[e->cpu] = e->ts;
	}
	if (n)
		mms_balance_add(b, MMS_BALANCE_order, 0, n, fit, 0);
}

void mms_balance_turns(struct books *b)
{
	size_t top = b->arena->top;

	balance_lines(b);
	mms_arena_rewind(b->arena, top);
}
