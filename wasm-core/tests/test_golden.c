/* SPDX-License-Identifier: Apache-2.0 */
/* One capture of each maker as it was accepted, byte by byte: whatever decides otherwise from now on shows. */
#include "suite.h"
#include "host.h"
#include "fixture.h"

#define NUMBER 12
#define LINES 64 /* of events, so many are kept */

/* Its first lines; the end line would count the rest. */
static size_t first_lines(const char *text, size_t len)
{
	const char *at = text;

	for (unsigned i = 0; i < LINES + 2 && at < text + len; i++)
		at = (const char *)memchr(at, '\n', (size_t)(text + len - at)) + 1;
	return (size_t)(at - text);
}

static void write_golden(const char *path, const char *text, size_t len)
{
	FILE *file = fopen(path, "w");

	CHECK(file && fwrite(text, 1, len, file) == len, "%s cannot be written", path);
	if (file)
		fclose(file);
}

static void compare(const char *path, const char *text, size_t len)
{
	FILE *file = fopen(path, "r");
	char *want = malloc(len + 2);
	size_t n = file ? fread(want, 1, len + 2, file) : 0;
	unsigned line = 1;

	if (file)
		fclose(file);
	for (size_t i = 0; i < n && i < len && want[i] == text[i]; i++)
		line += text[i] == '\n';
	CHECK(n == len && !memcmp(want, text, len), "%s differs from line %u on; if that is meant: make -C wasm-core accept",
	      path, line);
	free(want);
}

static void accepted(void)
{
	for (u32 i = 0; i < FIXTURES; i++) {
		char path[256];
		size_t len;
		char *text = fixtures[i].capture(NUMBER, &len);

		snprintf(path, sizeof(path), "tests/golden/%s.txt", fixtures[i].policy);
		CHECK(text, "%s: nothing was made", fixtures[i].policy);
		if (text && getenv("MMS_ACCEPT"))
			write_golden(path, text, first_lines(text, len));
		else if (text)
			compare(path, text, first_lines(text, len));
		free(text);
	}
}

/* The accepted captures as such: they are read, and every decision in them is the same. */
static void checked(void)
{
	u64 decisions = 0;

	for (u32 i = 0; i < FIXTURES; i++) {
		static char text[1 << 17];
		const struct mms_totals *t;
		char path[256];
		FILE *file;
		size_t n;

		snprintf(path, sizeof(path), "tests/golden/%s.txt", fixtures[i].policy);
		file = fopen(path, "r");
		n = file ? fread(text, 1, sizeof(text), file) : 0;
		if (file)
			fclose(file);
		CHECK(host_read(text, n, 0) == 0, "%s: %s", path, host_error());
		t = host_check();
		CHECK(all_same(t) && t->decisions > 20, "%s: %llu decisions, %llu and %llu same", path,
		      (unsigned long long)t->decisions, (unsigned long long)t->same, (unsigned long long)t->replay_same);
		decisions += t->decisions;
	}
	note("%llu decisions", (unsigned long long)decisions);
}

SUITE(golden)
{
	static const struct test tests[] = {
		{"golden: captures are made as they were accepted", accepted},
		{"golden: every decision in them is the same", checked},
	};

	RUN(tests);
}
