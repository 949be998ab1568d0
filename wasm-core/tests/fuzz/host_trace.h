/* SPDX-License-Identifier: Apache-2.0 */
/* host_trace.h: what has to hold of a text that the trace reader reads: every line is accounted for, it reads the same
 * however it is cut into chunks, and what it gives as a capture the reader of captures takes. */
#ifndef MMS_HOST_TRACE_H
#define MMS_HOST_TRACE_H

#include <string.h>

#include "base/arena.h"
#include "reader.h"
#include "trace/kinds.h"

/* What came out: rows by kind, and a sum over all of them in their order. */
struct result {
	int status;
	struct mms_trace_report report;
	uint64_t rows[256], sum[256];
};

static inline void *at(uint32_t address)
{
	return mms_memory_base() + address;
}

static inline uint64_t mix(uint64_t sum, const void *bytes, size_t n)
{
	for (const uint8_t *byte = bytes; n; n--, byte++)
		sum = (sum ^ *byte) * 0x100000001b3ull;
	return sum;
}

static inline uint64_t look_at_column(const struct mms_trace_batch *batch, const struct mms_trace_column *c, uint64_t sum)
{
	const uint32_t *numbers = at(c->data);
	size_t values = (size_t)batch->rows * c->lanes;

	if (c->type == MMS_column_type_text) {
		for (size_t i = 0; i < values; i++)
			MUST(numbers[i] <= numbers[i + 1]);
		MUST(!numbers[0] && numbers[values] == batch->heap_len);
		sum = mix(sum, at(batch->heap), batch->heap_len);
	}
	if (c->type == MMS_column_type_name)
		for (size_t i = 0; i < values; i++) {
			MUST(!numbers[i] || mms_trace_name(numbers[i]));
			MUST(mms_trace_name_len(numbers[i]) <= MMS_TRACE_NAME_MAX);
		}
	return mix(sum, numbers, values * mms_column_width(c->item));
}

static inline void take_all(struct result *r)
{
	uint32_t address;

	while ((address = mms_trace_take())) {
		const struct mms_trace_batch *batch = at(address);
		const struct mms_trace_column *c = at(batch->column);

		MUST(batch->rows && batch->rows <= MMS_TRACE_ROWS && batch->first == r->rows[batch->kind]);
		r->rows[batch->kind] += batch->rows;
		for (uint32_t i = 0; i < batch->columns; i++)
			r->sum[batch->kind] = look_at_column(batch, &c[i], r->sum[batch->kind]);
	}
}

static inline void look_at_report(const struct result *r)
{
	const struct mms_trace_report *report = &r->report;
	uint64_t counted = report->events + report->other + report->unreadable + report->lost_lines, rows = 0, generic = 0;
	const uint64_t *counts = at(mms_trace_counts());

	/* a JSON object may hold several lines of a script, and the last zone is reported behind the last line */
	MUST(counted >= report->lines);
	MUST(counted == report->lines || report->format == MMS_trace_format_bpftrace_json ||
	     (counted == report->lines + 1 && report->format == MMS_trace_format_zoneinfo));
	MUST(report->events == report->understood + report->generic);
	for (uint32_t kind = 0; kind < 256; kind++) {
		MUST(counts[kind] == r->rows[kind]);
		rows += counts[kind];
	}
	/* `lost` lines have rows and are no events */
	MUST(rows >= report->events && rows <= report->events + report->lost_lines);
	for (uint32_t i = 0; i < report->generics; i++)
		generic += ((const struct mms_trace_generic *)at(mms_trace_generic(i)))->count;
	MUST(generic == report->generic);
	for (uint32_t i = 0; i < MMS_COUNT(report->first_bad); i++) {
		const struct mms_trace_bad *bad = &report->first_bad[i];

		MUST(!bad->why == (i >= report->unreadable));
		MUST(!bad->text[sizeof(bad->text) - 1] && bad->line <= report->lines);
		for (const char *c = bad->text; *c; c++)
			MUST(*c >= ' ' && *c <= '~');
	}
}

static inline void read_all(struct result *r, const uint8_t *data, size_t size, uint32_t format, size_t chunk)
{
	memset(r, 0, sizeof(*r));
	r->status = mms_trace_begin(format, 0, 0);
	MUST(r->status == MMS_status_ok);
	for (size_t from = 0; from < size && r->status == MMS_status_ok; from += chunk) {
		size_t part = MMS_MIN(size - from, chunk);

		memcpy(at(mms_trace_staging((uint32_t)part)), data + from, part);
		for (r->status = mms_trace_feed((uint32_t)part); r->status == MMS_status_more; r->status = mms_trace_feed(0))
			take_all(r);
	}
	while (r->status == MMS_status_ok && (r->status = mms_trace_end()) == MMS_status_more)
		take_all(r);
	take_all(r);
	memcpy(&r->report, at(mms_trace_report()), sizeof(r->report));
	if (r->status < 0)
		MUST(((const struct mms_error *)at(mms_trace_error()))->text[0]);
	else
		look_at_report(r);
}

static inline void look_at_text(void)
{
	const char *text = at(mms_trace_text());
	uint32_t len = mms_trace_text_len();

	MUST(!len || text[len - 1] == '\n');
	for (uint32_t i = 0; i < len; i++)
		MUST(text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'));
	MUST(!mms_trace_take());
}

/* More of the text of a capture: lines of printable ASCII, the manifest excepted. */
static inline void take_text(struct mms_reader *r)
{
	const char *text = at(mms_trace_text());
	uint32_t len = mms_trace_text_len();

	MUST(!len || text[len - 1] == '\n');
	if (r && len)
		MUST(mms_reader_take(r, text, len) == MMS_status_ok);
	MUST(!mms_trace_take());
}

static inline bool feed_whole(const uint8_t *data, size_t size, uint32_t format, uint32_t flags, struct mms_reader *r)
{
	int status = mms_trace_begin(format, flags, 0);

	MUST(status == MMS_status_ok);
	if (size)
		memcpy(at(mms_trace_staging((uint32_t)size)), data, size);
	for (status = mms_trace_feed((uint32_t)size); status == MMS_status_more; status = mms_trace_feed(0))
		take_text(r);
	while (status == MMS_status_ok && (status = mms_trace_end()) == MMS_status_more)
		take_text(r);
	if (status == MMS_status_ok)
		take_text(r);
	return status == MMS_status_ok;
}

/* The same text as the machine of a capture, then as a capture itself, which can be read. */
static inline void as_capture(const uint8_t *data, size_t size, uint32_t format)
{
	struct lone_reader *lone;
	enum mms_status_id status;

	feed_whole(data, size, format, MMS_TRACE_MACHINE, NULL);
	lone = lone_reader(1 << 15);
	if (!feed_whole(data, size, format, MMS_TRACE_CAPTURE, lone->reader))
		return;
	status = mms_reader_close(lone->reader);
	/* lines of events.def may contradict one another; the text itself may not */
	MUST(status == MMS_status_ok || status == MMS_status_sequence || status == MMS_status_range);
	if (status < 0)
		look_at_error(&lone->error, status);
	else
		MUST(lone->report.closed && !lone->report.unreadable && !lone->report.generic);
}

#endif
