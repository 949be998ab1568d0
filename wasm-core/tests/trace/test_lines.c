/* SPDX-License-Identifier: Apache-2.0 */
/* From bytes to lines: chunks, bounds, what is refused. */
#include "host.h"

static const char sample[] =
	"# tracer: nop\n#\n"
	"          <idle>-0       [001] d.h1.   123.456789: mm_page_free: page=00000000f00d pfn=0x1f order=0\n"
	" kworker/0:1H-bl-1234    [000] .....   123.456790: mm_vmscan_kswapd_wake: nid=0 order=3\r\n"
	"         cat-x y-99      [003] .....   123.456791: some_event: a=1 b=2\n"
	"            bash-1       [002] .....   123.456792: mm_vmscan_kswapd_sleep: nid=x\n"
	"            bash-1       [002] .....   123.456793: mm_vmscan_kswapd_sleep: nid=1";

/* Wherever a text is cut, the rows and the report are the same. */
static void cut_anywhere(void)
{
	size_t len = sizeof(sample) - 1;
	struct host_text whole = read_trace(sample, len, 0);

	for (size_t chunk = 1; chunk <= len; chunk++) {
		struct host_text r = read_trace(sample, len, chunk);

		CHECK(!strcmp(r.rows, whole.rows), "in chunks of %zu:\n%s", chunk, r.rows);
		CHECK(!memcmp(&r.report, &whole.report, sizeof(r.report)), "the report differs in chunks of %zu", chunk);
		host_text_free(&r);
	}
	CHECK_EQ(whole.report.understood, 3, "understood");
	CHECK_EQ(whole.report.generic, 1, "generic");
	CHECK_EQ(whole.report.unreadable, 1, "unreadable");
	CHECK_EQ(whole.report.other, 2, "other");
	CHECK_EQ(whole.report.lines, 7, "lines");
	CHECK(strstr(whole.report.first_bad[0].text, "nid is not a number"), "%s", whole.report.first_bad[0].text);
	CHECK_EQ(whole.report.first_bad[0].byte, 79, "place");
	host_text_free(&whole);
}

/* Full batches come in time: no row is lost, whatever the chunks. */
static void many_rows(void)
{
	unsigned n = 3 * MMS_TRACE_ROWS + 17;
	char *text = malloc(n * 100), *to = text;
	struct host_text r;

	for (unsigned i = 0; i < n; i++)
		to += sprintf(to, "            bash-1       [002] .....   %u.000000: mm_vmscan_kswapd_sleep: nid=%u\n", i, i % 4);
	for (size_t chunk = 700; chunk < 2 << 20; chunk = chunk * 11) {
		r = read_trace(text, (size_t)(to - text), chunk > 1 << 20 ? 1 << 20 : chunk);
		CHECK_EQ(r.report.understood, n, "rows");
		CHECK_EQ(r.batches, 4, "batches");
		CHECK_EQ(r.most_rows, MMS_TRACE_ROWS, "rows of the largest batch");
		host_text_free(&r);
	}
	free(text);
}

static void refused(const char *text, size_t len, const char *says)
{
	struct host_text r = read_trace(text, len, 0);

	CHECK_EQ(r.status, MMS_status_format, "status");
	CHECK(strstr(host_error(), says), "'%s' does not say %s", host_error(), says);
	host_text_free(&r);
}

static void not_a_trace(void)
{
	refused("", 0, "empty");
	refused("\x1f\x8b\x08\0\0\0\0\0", 8, "gzip");
	refused("\x28\xb5\x2f\xfd\0", 5, "zstd");
	refused("some text\nand more\n", 19, "no format that this reader knows explains");
}

#define REFUSED(bytes, says) refused(bytes, sizeof(bytes) - 1, says)

/* Each with what makes a text of it, or why nothing does. */
static void other_files(void)
{
	char tar[512] = "trace.txt";

	REFUSED("\x17\x08\x44tracing6\0\0\0", "trace-cmd report -i");
	REFUSED("PERFILE2\x68\0\0\0\0\0\0\0", "perf script -i");
	REFUSED("\xc1\x1f\xfc\xc1\0\0", "CTF");
	REFUSED("/* CTF 1.8 */\ntrace {\n", "CTF");
	REFUSED("\x07taeabcdefgh", "blktrace");
	REFUSED("\x0a\x03\x40\x01\x50\x0a\x02\x40\x02\x0a\x82\x80\x01\x40\x03", "traceconv systrace");
	REFUSED("{\"traceEvents\":[{\"ph\":\"X\"}]}", "trace viewer");
	REFUSED("[\n {\"name\": \"a\", \"ph\": \"B\"},\n", "trace viewer");
	REFUSED("PK\x03\x04 and so on", "zip archive");
	memcpy(tar + 257, "ustar", 5);
	refused(tar, sizeof(tar), "tar archive");
	REFUSED("7z\xbc\xaf\x27\x1c\0\4", "7z");
	REFUSED("\xfd" "7zXZ\0\0", "xz -dk");
	REFUSED("BZh91AY&SY", "bzip2 -dk");
	REFUSED("\x89PNG\r\n\x1a\n\0\0", "picture");
	REFUSED("RIFF\x24\0\0\0WEBPVP8 ", "picture");
	REFUSED("%PDF-1.7\n", "PDF");
	REFUSED("\x7f" "ELF\2\1\1\0", "program");
	REFUSED("SQLite format 3\0\x10", "SQLite");
	REFUSED("\xff\xfe#\0 \0t\0", "iconv -f UTF-16");
	REFUSED("\n<!DOCTYPE html>\n<html>", "web page");
	REFUSED("time,cpu,kind\n1,0,a\n2,0,b\n3,1,c\n", "table");
}

SUITE(lines)
{
	static const struct test tests[] = {
		{"trace: a text cut anywhere gives the same rows and the same report", cut_anywhere},
		{"trace: full batches come in time", many_rows},
		{"trace: what is no trace is refused by name", not_a_trace},
		{"trace: other files are known, with what makes a text of them", other_files},
	};

	RUN(tests);
}
