/* SPDX-License-Identifier: Apache-2.0 */
/* Rows gathered by kind until the host takes them. A kind's columns are allocated when it is first seen. */
#include "trace/capture/capture.h"
#include "value.h"

#define HEAP_MAX (512u << 10) /* bytes of its text column before the batch counts as full */

static bool has_text(const struct mms_trace_kind *kind)
{
	for (u32 i = 0; i < kind->fields; i++)
		if (kind->field[i].type == MMS_column_type_text)
			return true;
	return false;
}

/* The values of a column; a text column has one place more than rows. Each row is written whole, so what stood there before
 * need not be cleared: only the place where the first text begins. */
static u8 *column_make(struct mms_trace *t, struct mms_trace_column *column, const struct mms_column_info *info)
{
	size_t bytes = (size_t)(MMS_TRACE_ROWS + 1) * info->lanes * mms_column_width(info->item);
	u8 *data = mms_arena_alloc_raw(&t->arena, bytes);

	if (data)
		mms_fill(data, 0, 8);
	*column = (struct mms_trace_column){
		.data = data ? mms_trace_address(t, data) : 0, .type = info->type, .item = info->item, .lanes = info->lanes};
	return data;
}

static struct mms_builder *make(struct mms_trace *t, const struct mms_trace_kind *kind)
{
	struct mms_builder *b = mms_arena_alloc(&t->arena, sizeof(*b));
	u32 columns = COMMON_COLUMNS + kind->fields;
	struct mms_trace_column *column = mms_arena_alloc(&t->arena, columns * sizeof(*column));
	u8 *common[COMMON_COLUMNS];

	if (!b || !column)
		return NULL;
	for (u32 i = 0; i < COMMON_COLUMNS; i++)
		if (!(common[i] = column_make(t, &column[i], &mms_trace_common[i])))
			return NULL;
	for (u32 i = 0; i < kind->fields; i++)
		if (!(b->own[i] = column_make(t, &column[COMMON_COLUMNS + i], &kind->field[i])))
			return NULL;
	if (has_text(kind) && !(b->heap = mms_arena_alloc_raw(&t->arena, HEAP_MAX + MMS_TRACE_NAME_MAX)))
		return NULL;
	b->ts = (u64 *)(void *)common[COMMON_TS];
	b->cpu = (u16 *)(void *)common[COMMON_CPU];
	b->pid = (s32 *)(void *)common[COMMON_PID];
	b->comm = (u32 *)(void *)common[COMMON_COMM];
	b->line = (u32 *)(void *)common[COMMON_LINE];
	b->kind = kind;
	b->plan = mms_plan_make(t, kind);
	b->batch.kind = kind->id;
	b->batch.columns = columns;
	b->batch.column = mms_trace_address(t, column);
	b->batch.heap = b->heap ? mms_trace_address(t, b->heap) : 0;
	return b->plan ? b : NULL;
}

struct mms_builder *mms_builder(struct mms_trace *t, u8 kind)
{
	struct mms_builder **b = &t->now.builder[mms_trace_kinds[kind].id];

	if (!*b) {
		*b = make(t, &mms_trace_kinds[kind]);
		if (!*b)
			mms_trace_stop(t, MMS_status_no_memory, "the memory limit is reached: too many kinds of events for it");
	}
	return *b;
}

struct mms_builder *mms_row_begin(struct mms_trace *t, enum mms_trace_kind_id kind)
{
	struct mms_builder *b = mms_builder(t, (u8)mms_trace_row((u8)kind));

	if (!b || b->full)
		return NULL;
	for (u32 i = 0; i < b->kind->fields; i++)
		mms_value_unknown(b->own[i], b->rows, &b->kind->field[i]);
	return b;
}

u32 mms_row_push(struct mms_trace *t, struct mms_builder *b, u64 ts)
{
	u32 row = b->rows++;

	b->ts[row] = ts;
	if (ts < b->last_ts)
		t->now.report.sorted = 0;
	b->last_ts = ts;
	t->now.counts[b->kind->id]++;
	if (b->rows == MMS_TRACE_ROWS || b->heap_len > HEAP_MAX)
		b->full = t->now.full = t->now.times.settled = true;
	return row;
}

static u32 comm_number(struct mms_trace *t, const struct mms_head *head)
{
	u32 number;

	if (!head->comm)
		return 0;
	if (head->comm_number && *head->comm_number)
		return *head->comm_number;
	number = mms_name(&t->now.names, head->comm, head->comm_len);
	if (head->comm_number)
		*head->comm_number = number;
	return number;
}

void mms_row_keep(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head, u64 ts)
{
	u32 row = mms_row_push(t, b, ts);

	b->cpu[row] = head->cpu;
	b->pid[row] = head->pid;
	b->comm[row] = comm_number(t, head);
	b->line[row] = t->now.line < UINT32_MAX ? (u32)t->now.line : UINT32_MAX;
}

void mms_row_end(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head)
{
	u64 ts = mms_event_time(t, head);

	t->now.report.understood++;
	if (t->now.flags & MMS_TRACE_CAPTURE) {
		struct mms_head timed = *head;

		timed.ts = ts;
		mms_capture_row(t, b, &timed);
		t->now.counts[b->kind->id]++;
		return;
	}
	mms_row_keep(t, b, head, ts);
}

void mms_batch_release(struct mms_trace *t)
{
	struct mms_builder *b = t->now.taken;

	if (!b)
		return;
	t->now.taken = NULL;
	b->batch.first += b->rows;
	b->rows = b->heap_len = 0;
	b->full = false;
}

const struct mms_trace_batch *mms_batch_take(struct mms_trace *t)
{
	bool all = t->now.phase == TRACE_ENDED;

	mms_batch_release(t);
	for (u32 i = 0; i < MMS_COUNT(t->now.builder); i++) {
		struct mms_builder *b = t->now.builder[i];

		if (!b || !(all ? b->rows > 0 : b->full))
			continue;
		b->batch.rows = b->rows;
		b->batch.heap_len = b->heap_len;
		t->now.taken = b;
		return &b->batch;
	}
	return NULL;
}
