/* SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include <inttypes.h>
#include <stdarg.h>

#include "base/arena.h"

void *host_at(uint32_t address)
{
	return mms_memory_base() + address;
}

const char *host_error(void)
{
	return ((const struct mms_error *)host_at(mms_trace_error()))->text;
}

__attribute__((format(printf, 2, 3))) static void put(struct host_text *r, const char *format, ...)
{
	va_list args;

	if (r->cap - r->len < 2048) {
		r->cap = r->cap * 2 + 4096;
		r->rows = realloc(r->rows, r->cap);
	}
	va_start(args, format);
	r->len += (size_t)vsnprintf(r->rows + r->len, r->cap - r->len, format, args);
	va_end(args);
}

static const struct mms_trace_kind *kind_of(unsigned id)
{
	for (unsigned i = 0; i < mms_n_trace_kinds; i++)
		if (mms_trace_kinds[i].id == id)
			return &mms_trace_kinds[i];
	abort();
}

static uint64_t number(const unsigned char *data, unsigned type, size_t at)
{
	unsigned width = mms_column_width((u8)type);
	uint64_t value = 0;

	memcpy(&value, data + at * width, width);
	return value;
}

static void put_value(struct host_text *r, const struct mms_trace_batch *batch, const struct mms_trace_column *c, size_t at)
{
	const unsigned char *data = host_at(c->data);
	uint64_t value = number(data, c->item, at);

	switch (c->item) {
	case MMS_column_type_s16: put(r, "%" PRId16, (int16_t)value); break;
	case MMS_column_type_s32: put(r, "%" PRId32, (int32_t)value); break;
	case MMS_column_type_s64: put(r, "%" PRId64, (int64_t)value); break;
	case MMS_column_type_x64: put(r, "%" PRIx64, value); break;
	case MMS_column_type_dev: put(r, "%" PRIu64 ":%" PRIu64, value >> 20, value & 0xfffff); break;
	case MMS_column_type_name:
		put(r, "%.*s", (int)mms_trace_name_len((u32)value), (char *)host_at(mms_trace_name((u32)value)));
		break;
	case MMS_column_type_text:
		put(r, "%.*s", (int)(number(data, c->item, at + 1) - value), (char *)host_at(batch->heap) + value);
		break;
	default: put(r, "%" PRIu64, value);
	}
}

static void put_row(struct host_text *r, const struct mms_trace_batch *batch, size_t row)
{
	const struct mms_trace_kind *kind = kind_of(batch->kind);
	const struct mms_trace_column *c = host_at(batch->column);

	put(r, "%s", kind->name);
	for (unsigned i = 0; i < batch->columns; i++, c++) {
		put(r, i < COMMON_COLUMNS ? " " : " %s=", i < COMMON_COLUMNS ? "" : kind->field[i - COMMON_COLUMNS].name);
		for (unsigned lane = 0; lane < c->lanes; lane++) {
			put(r, lane ? "," : "%s", "");
			put_value(r, batch, c, row * c->lanes + lane);
		}
	}
	put(r, "\n");
}

static void take_all(struct host_text *r)
{
	uint32_t at;

	while ((at = mms_trace_take())) {
		const struct mms_trace_batch *batch = host_at(at);

		r->batches++;
		r->most_rows = batch->rows > r->most_rows ? batch->rows : r->most_rows;
		for (size_t row = 0; row < batch->rows; row++)
			put_row(r, batch, row);
	}
}

static int line_of(const char *row)
{
	for (int blanks = 0; blanks < 5; row++)
		blanks += *row == ' ';
	return atoi(row);
}

/* By line, then as they came: the order of batches depends on nothing but the text, the rows' order on less. */
static int by_line(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	int d = line_of(*x) - line_of(*y);

	return d ? d : *x < *y ? -1 : 1;
}

static void sort_rows(struct host_text *r)
{
	char *sorted = malloc(r->len + 1), *to = sorted, **row;
	size_t n = 0, i = 0;

	for (size_t k = 0; k < r->len; k++)
		n += r->rows[k] == '\n';
	row = malloc((n + 1) * sizeof(*row));
	for (char *at = r->rows; i < n; at = strchr(at, '\n') + 1)
		row[i++] = at;
	qsort(row, n, sizeof(*row), by_line);
	for (i = 0; i < n; i++) {
		size_t len = (size_t)(strchr(row[i], '\n') + 1 - row[i]);

		memcpy(to, row[i], len);
		to += len;
	}
	*to = 0;
	free(row);
	free(r->rows);
	r->rows = sorted;
}

static struct host_text begun(const struct mms_trace_carry *carry)
{
	if (!carry)
		return (struct host_text){.status = mms_trace_begin(0, 0, 0)};
	memcpy(host_at(mms_trace_staging(sizeof(*carry))), carry, sizeof(*carry));
	return (struct host_text){.status = mms_trace_go_on()};
}

static struct host_text read_all(const char *text, size_t len, size_t chunk, const struct mms_trace_carry *carry, int32_t (*end)(void))
{
	struct host_text r = begun(carry);

	put(&r, "%s", "");
	chunk = chunk ? chunk : 1 << 20;
	for (size_t from = 0; from < len && r.status == MMS_status_ok; from += chunk) {
		uint32_t part = (uint32_t)(len - from < chunk ? len - from : chunk);

		memcpy(host_at(mms_trace_staging(part)), text + from, part);
		for (r.status = mms_trace_feed(part); r.status == MMS_status_more; r.status = mms_trace_feed(0))
			take_all(&r);
	}
	if (r.status == MMS_status_ok)
		while ((r.status = end()) == MMS_status_more)
			take_all(&r);
	take_all(&r);
	memcpy(&r.report, host_at(mms_trace_report()), sizeof(r.report));
	sort_rows(&r);
	return r;
}

struct host_text read_trace(const char *text, size_t len, size_t chunk)
{
	return read_all(text, len, chunk, NULL, mms_trace_end);
}

struct host_text read_part(const char *text, size_t len, const struct mms_trace_carry *carry, bool last)
{
	return read_all(text, len, 0, carry, last ? mms_trace_end : mms_trace_part);
}

void host_text_free(struct host_text *r)
{
	free(r->rows);
}

void check_rows(const char *text, const char *rows)
{
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.status, MMS_status_ok, "status");
	CHECK(!strcmp(r.rows, rows), "read\n%snot\n%s%s", r.rows, rows, r.report.first_bad[0].text);
	host_text_free(&r);
}
