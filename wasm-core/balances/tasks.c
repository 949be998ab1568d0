/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks by a number of their own, from 0 on: what is known of each stands in an array. Idle tasks are one. */
#include "internal.h"

#include "base/sort.h"

bool mms_balance_tasks(struct books *b)
{
	const struct mms_event *e = b->log->event;
	u32 count = b->log->count, n = 0;
	struct mms_sort_item *item, *spare;
	size_t top;

	b->task = mms_arena_alloc(b->arena, count * sizeof(*b->task));
	b->pid = mms_arena_alloc(b->arena, count * sizeof(*b->pid));
	top = b->arena->top;
	item = mms_arena_alloc_raw(b->arena, count * sizeof(*item));
	spare = mms_arena_alloc_raw(b->arena, count * sizeof(*spare));
	if (!b->task || !b->pid || !item || !spare)
		return false;
	/* one for the events of a task in a row; hashed, a stranger's numbers might all meet in one place */
	for (u32 i = 0; i < count; i++)
		if (!i || e[i].pid != e[i - 1].pid)
			item[n++] = (struct mms_sort_item){(u32)e[i].pid, i};
	mms_sort(item, spare, n);
	for (u32 k = 0; k < n; k++) {
		if (!k || item[k].key != item[k - 1].key)
			b->pid[b->tasks++] = (u32)item[k].key;
		b->task[item[k].index] = b->tasks - 1;
	}
	for (u32 i = 1; i < count; i++)
		if (e[i].pid == e[i - 1].pid)
			b->task[i] = b->task[i - 1];
	mms_arena_rewind(b->arena, top);
	return true;
}

u32 mms_task_of(const struct books *b, u32 pid)
{
	u32 at = 0, end = b->tasks;

	while (at < end) {
		u32 mid = at + (end - at) / 2;

		if (b->pid[mid] < pid)
			at = mid + 1;
		else
			end = mid;
	}
	return at < b->tasks && b->pid[at] == pid ? at : NO_TASK;
}
