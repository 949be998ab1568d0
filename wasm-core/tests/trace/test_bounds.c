/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds of memory, and of what a hostile text could make grow. */
#include "host.h"
#include "trace/internal.h"

#define SLEEP "mm_vmscan_kswapd_sleep: nid=0\n"
#define HEAD "            bash-1       [002] .....     1.500000: "

/* A text of `n` lines; freed by the caller. */
static char *lines(unsigned n, size_t width, void (*line)(char *to, unsigned i))
{
	char *text = malloc(n * width + 1), *to = text;

	for (unsigned i = 0; i < n; i++) {
		line(to, i);
		to += strlen(to);
	}
	return text;
}

static void another_task(char *to, unsigned i)
{
	sprintf(to, "%16x-1       [002] .....     1.500000: " SLEEP, i);
}

static void another_event(char *to, unsigned i)
{
	sprintf(to, HEAD "event_%u: a_%u=1\n", i, i);
}

static void another_kind(char *to, unsigned i)
{
	sprintf(to, HEAD "%s: \n", mms_trace_kinds[i].name);
}

/* How many strings mms_trace_names() gives, each as it is alone. */
static uint32_t names_at_once(void)
{
	uint32_t n = 0, address;

	while ((address = mms_trace_names(n))) {
		const uint32_t *given = host_at(address), *place = given + 1;
		const char *bytes = (const char *)(place + *given + 1);

		for (uint32_t i = 0; i < *given; i++, n++) {
			uint32_t len = place[i + 1] - place[i];

			CHECK_EQ(len, mms_trace_name_len(n), "bytes of a name");
			CHECK(!memcmp(bytes + place[i], host_at(mms_trace_name(n)), len), "name %u", n);
		}
	}
	return n;
}

static void dictionary_full(void)
{
	unsigned n = MMS_NAMES_MAX + 100;
	char *text = lines(n, 100, another_task);
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.status, MMS_status_ok, "status");
	CHECK_EQ(r.report.understood, n, "rows");
	CHECK_EQ(r.report.names, MMS_NAMES_MAX, "names");
	CHECK_EQ(r.report.names_full, 101, "names without room"); /* number 0 is taken already */
	CHECK_EQ(mms_trace_name_len(MMS_NAMES_MAX), 0, "a name beyond the last");
	CHECK_EQ(names_at_once(), MMS_NAMES_MAX, "names, many at once");
	host_text_free(&r);
	free(text);
}

/* Names are counted one by one up to a bound, and together beyond it. */
static void many_generic_events(void)
{
	unsigned n = 20000;
	char *text = lines(n, 100, another_event);
	struct host_text r = read_trace(text, strlen(text), 0);
	uint64_t sum = 0;

	CHECK_EQ(r.report.generic, n, "events");
	CHECK_EQ(r.report.generics, MMS_TRACE_GENERICS, "rows");
	for (uint32_t i = 0; i < r.report.generics; i++)
		sum += ((struct mms_trace_generic *)host_at(mms_trace_generic(i)))->count;
	CHECK_EQ(sum, n, "events of all rows");
	CHECK_EQ(mms_trace_generic(r.report.generics), 0, "a row beyond the last");
	host_text_free(&r);
	free(text);
}

static int feed(const char *text)
{
	uint32_t len = (uint32_t)strlen(text);

	memcpy(host_at(mms_trace_staging(len)), text, len);
	return mms_trace_feed(len);
}

static void memory(void)
{
	size_t limit = sizeof(struct mms_trace) + (3u << 20);
	char *text = lines(mms_n_trace_kinds, 100, another_kind);
	int status;

	CHECK_EQ(mms_trace_begin(0, 0, 1000), MMS_status_no_memory, "a limit below what is needed");
	CHECK_EQ(feed("x\n"), MMS_status_no_memory, "what follows");
	CHECK_EQ(mms_trace_begin(0, 0, (uint32_t)limit), MMS_status_ok, "a low limit");
	CHECK_EQ(feed(text), MMS_status_ok, "less than a format is recognised from");
	status = mms_trace_end();
	CHECK_EQ(status, MMS_status_no_memory, "columns of all kinds");
	CHECK(strstr(host_error(), "memory"), "'%s'", host_error());
	CHECK(mms_trace()->arena.top <= limit, "%zu bytes of %zu", mms_trace()->arena.top, limit);
	CHECK_EQ(mms_trace_begin(0, 0, 0), MMS_status_ok, "as if nothing had been");
	CHECK_EQ(feed(text), MMS_status_ok, "again");
	CHECK_EQ(mms_trace_end(), MMS_status_ok, "now there is room");
	free(text);
}

static void long_lines(void)
{
	size_t len = 3 * MMS_TRACE_LINE_MAX;
	char *text = malloc(len + 400);
	char *to = text + sprintf(text, HEAD SLEEP);
	struct host_text whole;

	memset(to, 'x', len);
	to += len;
	to += sprintf(to, "\n" HEAD SLEEP);
	whole = read_trace(text, (size_t)(to - text), 0);
	CHECK_EQ(whole.report.understood, 2, "understood");
	CHECK_EQ(whole.report.unreadable, 1, "unreadable");
	CHECK_EQ(whole.report.lines, 3, "lines");
	CHECK_EQ(whole.report.first_bad[0].why, MMS_trace_why_long_line, "why");
	for (size_t chunk = 100; chunk < len; chunk = chunk * 3 / 2) {
		struct host_text r = read_trace(text, (size_t)(to - text), chunk);

		CHECK(!strcmp(r.rows, whole.rows) && !memcmp(&r.report, &whole.report, sizeof(r.report)), "in chunks of %zu", chunk);
		host_text_free(&r);
	}
	host_text_free(&whole);
	free(text);
}

static void calls(void)
{
	char *text;

	CHECK_EQ(mms_trace_begin(99, 0, 0), MMS_status_call, "a format that does not exist");
	CHECK_EQ(mms_trace_begin(0, 1u << 31, 0), MMS_status_call, "a flag that does not exist");
	CHECK_EQ(mms_trace_feed(1), MMS_status_call, "fed before the beginning");
	CHECK_EQ(mms_trace_staging((1 << 20) + 1), 0, "too large a chunk");
	CHECK_EQ(mms_trace_begin(0, 0, 0), MMS_status_ok, "begin");
	CHECK_EQ(mms_trace_feed((1 << 20) + 1), MMS_status_call, "too large a chunk");
	text = lines(MMS_TRACE_ROWS + 1, 100, another_task);
	CHECK_EQ(feed(text), MMS_status_more, "a batch is full");
	CHECK_EQ(mms_trace_feed(1), MMS_status_call, "fed while there is more");
	CHECK_EQ(mms_trace_feed(0), MMS_status_more, "not taken: it is still full");
	while (mms_trace_take())
		continue;
	CHECK_EQ(mms_trace_feed(0), MMS_status_ok, "taken");
	CHECK_EQ(mms_trace_end(), MMS_status_ok, "end");
	CHECK_EQ(mms_trace_end(), MMS_status_call, "a second end");
	free(text);
}

SUITE(bounds)
{
	static const struct test tests[] = {
		{"trace: a full dictionary is reported, and nothing is lost but names", dictionary_full},
		{"trace: generic events beyond the bound are counted together", many_generic_events},
		{"trace: memory keeps to its limit", memory},
		{"trace: a line that is too long is one unreadable line", long_lines},
		{"trace: calls that do not fit are refused", calls},
	};

	RUN(tests);
}
