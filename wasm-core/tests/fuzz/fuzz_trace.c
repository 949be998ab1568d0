/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as the text of a trace: refused with a sentence, or read with every line accounted for, and the same
 * however the text is cut into chunks; and as a capture. The last byte says which format it is taken for and how it is cut. */
#include <string.h>

#include "must.h"
#include "trace/kinds.h"

#include "base/arena.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What came out: rows by kind, and a sum over all of them in their order. */
struct result {
	int status;
	struct mms_trace_report report;
	uint64_t rows[256], sum[256];
};

static void *at(uint32_t address)
{
	return mms_memory_base() + address;
}

static uint64_t mix(uint64_t sum, const void *bytes, size_t n)
{
	for (const uint8_t *byte = bytes; n; n--, byte++)
		sum = (sum ^ *byte) * 0x100000001b3ull;
	return sum;
}

static uint64_t look_at_column(const struct mms_trace_batch *batch, const struct mms_trace_column *c, uint64_t sum)
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

static void take_all(struct result *r)
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

static void look_at_report(const struct result *r)
{
	const struct mms_trace_report *report = &r->report;
	uint64_t told = report->events + report->other + report->unreadable + report->lost_lines, rows = 0, generic = 0;
	const uint64_t *counts = at(mms_trace_counts());

	/* a JSON object may hold several lines of a script, and the last zone is told of behind the last line */
	MUST(told >= report->lines);
	MUST(told == report->lines || report->format == MMS_trace_format_bpftrace_json ||
	     (told == report->lines + 1 && report->format == MMS_trace_format_zoneinfo));
	MUST(report->events == report->understood + report->generic);
	for (uint32_t kind = 0; kind < 256; kind++) {
		MUST(counts[kind] == r->rows[kind]);
		rows += counts[kind];
	}
	/* `lost` lines have rows and are no events */
	MUST(rows >= report->understood && rows <= report->understood + report->lost_lines);
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

static void read_all(struct result *r, const uint8_t *data, size_t size, uint32_t format, size_t chunk)
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

static void look_at_text(void)
{
	const char *text = at(mms_trace_text());
	uint32_t len = mms_trace_text_len();

	MUST(!len || text[len - 1] == '\n');
	for (uint32_t i = 0; i < len; i++)
		MUST(text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'));
	MUST(!mms_trace_take());
}

/* The same with these flags, as a capture: lines of printable ASCII. */
static void capture(const uint8_t *data, size_t size, uint32_t format, uint32_t flags)
{
	int status = mms_trace_begin(format, flags, 0);

	memcpy(at(mms_trace_staging((uint32_t)size)), data, size);
	for (status = mms_trace_feed((uint32_t)size); status == MMS_status_more; status = mms_trace_feed(0))
		look_at_text();
	while (status == MMS_status_ok && (status = mms_trace_end()) == MMS_status_more)
		look_at_text();
	if (status == MMS_status_ok)
		look_at_text();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct result whole, cut;
	uint32_t last = size ? data[size - 1] : 0;
	uint32_t format = last <= MMS_trace_format_swaps && last != MMS_trace_format_trace_cmd ? last : 0;

	read_all(&whole, data, size, format, 1u << 20);
	read_all(&cut, data, size, format, 1 + last / 2);
	MUST(!memcmp(&whole, &cut, sizeof(whole)));
	capture(data, size, format, MMS_TRACE_MACHINE);
	capture(data, size, format, MMS_TRACE_CAPTURE);
	return 0;
}
