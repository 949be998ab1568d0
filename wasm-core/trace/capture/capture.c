/* SPDX-License-Identifier: Apache-2.0 */
#include "capture.h"

#include "base/json.h"
#include "reader/internal.h"
#include "reader/writer.h"

static const char *const formats[] = {
#define MMS_V(name, number, doc) [number] = #name,
	MMS_ENUM_trace_format(MMS_V)
#undef MMS_V
};

static const char *const clocks[] = {
#define MMS_V(name, number, doc) [number] = #name,
	MMS_ENUM_trace_clock(MMS_V)
#undef MMS_V
};

static struct mms_text text_of(struct mms_trace *t)
{
	return mms_text(t->text + t->now.text_len, (u32)sizeof(t->text) - t->now.text_len);
}

static void keep(struct mms_trace *t, const struct mms_text *text)
{
	t->now.text_len += text->len;
	if (t->now.text_len >= MMS_TRACE_STAGING)
		t->now.full = true;
}

bool mms_capture_begin(struct mms_trace *t)
{
	struct mms_machine_lines *machine = &t->machine;

	if (!t->now.flags)
		*machine = (struct mms_machine_lines){.text = machine->text};
	if (!(t->now.flags & MMS_TRACE_MACHINE) || machine->text)
		return true;
	machine->text = mms_arena_alloc(&t->arena, MMS_TRACE_STAGING);
	t->mark = machine->text ? t->arena.top : t->mark;
	return machine->text;
}

/* A file of /proc has no time. Sizes and marks are taken to hold throughout; how many pages were free, of no step. */
static void keep_machine(struct mms_machine_lines *machine, const struct mms_event *e)
{
	struct mms_text text = mms_text(machine->text + machine->len, MMS_TRACE_STAGING - machine->len);
	struct mms_event still = *e;

	still.ts = 0;
	if (e->kind == MMS_KIND_zone)
		still.zone.free = UINT64_MAX;
	machine->zones |= e->kind == MMS_KIND_zone;
	mms_write_event(&text, &still);
	if (text.full)
		machine->left_out++;
	else
		machine->len += text.len;
}

/* Format and manifest, before the first event; then the machine. */
static void begin(struct mms_trace *t)
{
	const struct mms_trace_report *report = &t->now.report;
	struct mms_text text = text_of(t);

	if (t->now.capture.begun)
		return;
	t->now.capture.begun = true;
	mms_put(&text, FORMAT_WORD " ");
	mms_put_u64(&text, FORMAT_VERSION);
	mms_put(&text, "\n" MANIFEST_WORD " ");
	mms_json_open(&text);
	mms_json_key(&text, "derived");
	mms_json_open(&text);
	mms_json_string(&text, "from", formats[report->format]);
	mms_json_string(&text, "clock", clocks[t->now.times.timed ? report->clock : MMS_trace_clock_none]);
	mms_json_string(&text, "recorder", report->version);
	mms_json_close(&text);
	mms_json_key(&text, "kernel");
	mms_json_open(&text);
	mms_json_string(&text, "release", report->release);
	mms_json_close(&text);
	mms_json_close(&text);
	mms_put_char(&text, '\n');
	/* Our own captures have their machine themselves. */
	if (t->machine.len && report->format != MMS_trace_format_mmscope) {
		mms_put_bytes(&text, t->machine.text, t->machine.len);
		t->now.capture.still = t->machine.zones;
	}
	t->now.capture.left_out += t->machine.left_out;
	t->machine.len = 0;
	t->machine.left_out = 0;
	t->machine.zones = false;
	keep(t, &text);
}

struct mms_event mms_capture_event(struct mms_trace *t, enum mms_kind_id kind, const struct mms_head *head)
{
	struct mms_event e = {.kind = (u8)kind};

	(void)t;
	e.ts = head->ts;
	e.cpu = head->cpu == MMS_NO_CPU ? 0 : head->cpu;
	e.pid = head->pid == MMS_NO_PID ? 0 : head->pid;
	mms_copy(e.comm, head->comm ? head->comm : "", head->comm ? MMS_MIN(head->comm_len, (u32)sizeof(e.comm)) : 0);
	return e;
}

void mms_capture_node(struct mms_trace *t, s64 nid)
{
	if (nid >= 0 && nid < MMS_NODES)
		t->now.capture.nodes |= 1u << nid;
}

void mms_capture_put(struct mms_trace *t, const struct mms_event *e)
{
	struct mms_capture *capture = &t->now.capture;
	struct mms_range_error bad;
	struct mms_event still;
	struct mms_text text;

	if (capture->written == MMS_CAPTURE_EVENTS || !mms_range_check(e, &bad)) {
		capture->left_out++;
		return;
	}
	if (t->now.flags & MMS_TRACE_MACHINE) {
		if (e->kind == MMS_KIND_zone || e->kind == MMS_KIND_stat)
			keep_machine(&t->machine, e);
		return;
	}
	begin(t);
	if (capture->still && e->kind == MMS_KIND_zone) { /* all events of a kind have the same fields */
		still = *e;
		still.zone.free = UINT64_MAX;
		e = &still;
	}
	text = text_of(t);
	mms_write_event(&text, e);
	keep(t, &text);
	capture->written++;
	capture->of_kernel += !mms_kind_bare(e->kind);
}

/* Little endian, as all hosts are told: signed columns are extended. */
static s64 extended(const u8 *at, u8 type)
{
	u64 value = 0;
	u32 width = mms_column_width(type);

	mms_copy(&value, at, width);
	switch (type) {
	case MMS_column_type_s16: return (s16)value;
	case MMS_column_type_s32: return (s32)value;
	default: return (s64)value;
	}
}

bool mms_row_value(const struct mms_builder *b, const char *name, s64 *value)
{
	for (u32 i = 0; i < b->kind->fields; i++) {
		const struct mms_column_info *info = &b->kind->field[i];
		u32 width = mms_column_width(info->item);
		const u8 *at = b->own[i] + (size_t)b->rows * width;
		u64 bits = 0;

		if (!mms_same(info->name, name, mms_strlen(name)))
			continue;
		*value = extended(at, info->item);
		mms_copy(&bits, at, width);
		if (info->item == MMS_column_type_s16 || info->item == MMS_column_type_s32 || info->item == MMS_column_type_s64)
			return bits != 1ull << (width * 8 - 1);
		return width < 8 ? bits != (1ull << width * 8) - 1 : bits != UINT64_MAX;
	}
	return false;
}

/* Where the CPU and the disks are. */
static void note_nodes(struct mms_trace *t, const struct mms_ev_mms_slot *e)
{
	mms_capture_node(t, e->nid);
	mms_capture_node(t, (s64)e->cpu_node);
	for (u32 i = 0; i < MMS_COUNT(e->list_node); i++)
		mms_capture_node(t, e->list_node[i]);
}

static void note_policy(struct mms_trace *t, u64 nodes)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		if (nodes >> nid & 1)
			mms_capture_node(t, nid);
}

/* A kind of events.def, column by column: the first one is seq, then the kind's fields in their order. */
static void pass_on(struct mms_trace *t, const struct mms_builder *b, const struct mms_head *head)
{
	struct mms_event e = mms_capture_event(t, (enum mms_kind_id)b->kind->id, head);
	const struct mms_kind *kind = mms_kind_of(b->kind->id);
	s64 seq;

	e.seq = mms_row_value(b, "seq", &seq) ? (u64)seq : 0;
	for (u32 i = 0; i < kind->fields; i++) {
		const struct mms_field *field = &kind->field[i];
		const u8 *column = b->own[i + 1];
		u8 *to = (u8 *)&e + field->offset;
		u32 bytes = field->lanes * mms_type_size(field->type);

		if (field->type == MMS_TYPE_text) {
			const u32 *place = (const u32 *)(const void *)column + b->rows;

			if (mms_read_text((const char *)b->heap + place[0], place[1] - place[0], true, (char *)to, field->lanes)) {
				t->now.capture.left_out++;
				return;
			}
		} else {
			mms_copy(to, column + (size_t)b->rows * bytes, bytes);
		}
	}
	if (e.kind == MMS_KIND_node)
		t->now.capture.known_nodes |= e.node.nid >= 0 && e.node.nid < MMS_NODES ? 1u << e.node.nid : 0;
	if (e.kind == MMS_KIND_zone)
		mms_capture_node(t, e.zone.zone / 8);
	else if (e.kind == MMS_KIND_mms_begin)
		mms_trace_release(t, e.mms_begin.release, mms_strnlen(e.mms_begin.release, sizeof(e.mms_begin.release)));
	else if (e.kind == MMS_KIND_mms_kswapd)
		mms_capture_node(t, e.mms_kswapd.nid);
	else if (e.kind == MMS_KIND_mms_slot)
		note_nodes(t, &e.mms_slot);
	else if (e.kind == MMS_KIND_mms_il)
		note_policy(t, e.mms_il.nodes);
	mms_capture_put(t, &e);
}

void mms_capture_row(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head)
{
	if (b->kind->id < MMS_FIRST_STOCK)
		pass_on(t, b, head);
	else
		mms_observe(t, b, head);
}

void mms_capture_lost(struct mms_trace *t, u64 ts, u64 n)
{
	struct mms_head head = {.ts = ts, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	struct mms_event e = mms_capture_event(t, MMS_KIND_lost, &head);

	e.lost.n = n ? n : 1; /* some, at least */
	t->now.capture.lost += e.lost.n;
	mms_capture_put(t, &e);
}

/* How many events of which tracepoint the text had: what does not occur was not recorded, or did not happen. */
static void put_tracepoints(const struct mms_trace *t, struct mms_text *text)
{
	mms_json_key(text, "tracepoints");
	mms_json_open(text);
	for (u32 kind = MMS_FIRST_STOCK; kind < MMS_COUNT(t->now.counts); kind++)
		if (t->now.counts[kind] && kind != MMS_TRACE_other_event)
			mms_json_number(text, t->now.builder[kind]->kind->name, (s64)t->now.counts[kind]);
	mms_json_close(text);
}

void mms_capture_end(struct mms_trace *t)
{
	struct mms_capture *capture = &t->now.capture;
	struct mms_head head = {.ts = 0, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	struct mms_text text;

	if (t->now.flags & MMS_TRACE_MACHINE)
		return;
	begin(t);
	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		struct mms_event e = mms_capture_event(t, MMS_KIND_node, &head);

		e.node.nid = (s16)nid;
		if ((capture->nodes & ~capture->known_nodes) >> nid & 1)
			mms_capture_put(t, &e);
	}
	text = text_of(t);
	mms_put(&text, END_WORD " events=");
	mms_put_u64(&text, capture->of_kernel);
	mms_put(&text, " lost=");
	mms_put_u64(&text, capture->lost);
	mms_put(&text, " " MANIFEST_WORD "=");
	mms_json_open(&text);
	mms_json_number(&text, "left_out", (s64)capture->left_out);
	/* 0: how many, no heading says. */
	if (t->now.report.overwritten || t->now.report.buffers_started)
		mms_json_number(&text, "overwritten", (s64)t->now.report.overwritten);
	put_tracepoints(t, &text);
	mms_json_close(&text);
	mms_put_char(&text, '\n');
	keep(t, &text);
}
