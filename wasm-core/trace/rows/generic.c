/* SPDX-License-Identifier: Apache-2.0 */
/* Events that the table does not know: a row each, with the text behind the name; counted by name, with the names
 * of the fields of the first one. */
#include "trace/internal.h"

static bool of_a_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The words before `=`, a blank between them. Not in the dictionary, whose strings are those of rows alone. */
static void field_names(struct mms_trace *t, struct mms_trace_generic *row, const char *at, const char *end)
{
	char names[MMS_TRACE_NAME_MAX + MMS_TRACE_PAD];
	struct mms_text text = mms_text(names, MMS_TRACE_NAME_MAX);
	char *to;

	for (const char *equals; (equals = mms_find(at, end, '=')) < end; at = equals + 1) {
		const char *from = equals;

		while (from > at && of_a_name(from[-1]))
			from--;
		if (from == equals)
			continue;
		if (text.len)
			mms_put_char(&text, ' ');
		mms_put_bytes(&text, from, (u32)(equals - from));
	}
	row->fields_len = MMS_MIN(text.len, MMS_TRACE_NAME_MAX);
	to = mms_arena_alloc(&t->arena, row->fields_len);
	if (!to)
		row->fields_len = 0;
	else
		mms_copy(to, names, row->fields_len);
	row->fields = to ? mms_trace_address(t, to) : 0;
}

static void keep(struct mms_trace *t, const struct mms_head *head, const struct mms_event_name *name, const char *args,
		 u32 args_len)
{
	enum { NAME, TEXT };
	u64 ts = mms_event_time(t, head);
	struct mms_builder *b;

	if (t->now.flags & MMS_TRACE_CAPTURE)
		return;
	b = mms_row_begin(t, MMS_TRACE_other_event);
	if (!b)
		return;
	mms_row_name(t, b, NAME, name->name, name->len);
	mms_row_text(b, TEXT, args, args_len);
	mms_row_keep(t, b, head, ts);
}

/* Whatever a program wrote to trace_marker, or somebody with trace_printk(). */
static bool is_of_user(const struct mms_event_name *name)
{
	static const char *const names[] = {"print", "bprint", "bputs", "tracing_mark_write"};

	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_same(names[i], name->name, name->len))
			return true;
	return false;
}

void mms_generic(struct mms_trace *t, const struct mms_head *head, struct mms_event_name *name, const char *args, u32 args_len)
{
	struct mms_trace_report *report = &t->now.report;
	struct mms_trace_generic *row;

	if (t->now.format->apart && !is_of_user(name) && mms_holds_event(args, args + args_len))
		return mms_trace_bad(t, MMS_trace_why_cut, args, NULL, "the line goes on as another event's");
	report->generic++;
	keep(t, head, name, args, args_len);
	if (!name->generic) {
		bool more = report->generics < MMS_TRACE_GENERICS - 1;

		name->generic = (u16)(more ? report->generics + 1 : MMS_TRACE_GENERICS);
	}
	row = &t->now.generic[name->generic - 1];
	if (!row->count++) {
		report->generics = MMS_MAX(report->generics, (u32)name->generic);
		row->line = t->now.line;
		if (name->generic < MMS_TRACE_GENERICS)
			row->name = mms_name(&t->now.names, name->name, name->len);
		field_names(t, row, args, args + args_len);
	}
}
