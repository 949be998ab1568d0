/* SPDX-License-Identifier: Apache-2.0 */
/* Texts spoiled in every way that texts get spoiled, the same every time: read without a crash, every line reported
 * of, what is wrong with its place, and the same however the text is cut. */
#include <glob.h>

#include "host.h"

#define SEEDS "tests/fuzz/corpus/trace/*"
#define ROUNDS 300u
#define ROOM (1u << 17)

struct text {
	char bytes[ROOM];
	size_t len;
};

static uint64_t state;

static size_t below(size_t n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return n ? (size_t)(state >> 33) % n : 0;
}

static void insert(struct text *t, size_t at, const char *bytes, size_t n)
{
	if (t->len + n > ROOM)
		return;
	memmove(t->bytes + at + n, t->bytes + at, t->len - at);
	memcpy(t->bytes + at, bytes, n);
	t->len += n;
}

/* The line that holds byte `at`, its end included. */
static size_t line_at(const struct text *t, size_t at, size_t *len)
{
	size_t from = at, to = at;

	while (from && t->bytes[from - 1] != '\n')
		from--;
	while (to < t->len && t->bytes[to++] != '\n')
		continue;
	*len = to - from;
	return from;
}

static void cut(struct text *t)
{
	size_t from = below(t->len);

	memmove(t->bytes, t->bytes + from, t->len - from);
	t->len = below(t->len - from + 1);
}

static void flip(struct text *t)
{
	for (size_t i = 0; i < 1 + t->len / 64; i++)
		t->bytes[below(t->len)] ^= (char)(1 << below(8));
}

static void duplicate(struct text *t)
{
	static char line[ROOM];
	size_t len, from = line_at(t, below(t->len), &len);

	memcpy(line, t->bytes + from, len);
	for (size_t i = 0; i < 40; i++)
		insert(t, from, line, len);
}

static void reorder(struct text *t)
{
	static char line[ROOM];

	for (size_t i = 0; i < 20 && t->len; i++) {
		size_t len, from = line_at(t, below(t->len), &len);

		memcpy(line, t->bytes + from, len);
		memmove(t->bytes + from, t->bytes + from + len, t->len - from - len);
		t->len -= len;
		insert(t, below(t->len), line, len);
	}
}

static void huge_field(struct text *t)
{
	static char field[30000];
	size_t len = below(sizeof(field));

	memset(field, "0a9=,: {}\"\\["[below(12)], len);
	insert(t, below(t->len), field, len);
}

static void bad_utf8(struct text *t)
{
	static const char *const bytes[] = {"\xff\xfe", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x28", "\x80", "\xef\xbb\xbf"};

	for (size_t i = 0; i < 30; i++) {
		const char *what = bytes[below(7)];

		insert(t, below(t->len), what, strlen(what));
	}
	t->bytes[below(t->len)] = 0;
}

static void nested(struct text *t)
{
	static char deep[9000];
	size_t depth = below(1500), n = 0;

	n += (size_t)sprintf(deep, "\n{\"type\":\"map\",\"data\":");
	for (size_t i = 0; i < depth; i++)
		n += (size_t)sprintf(deep + n, i % 2 ? "[" : "{\"a\":");
	deep[n++] = '\n';
	insert(t, below(t->len), deep, n);
}

static void check(const struct text *t, const char *seed)
{
	static const size_t chunks[] = {7, 4093};
	struct host_text whole = read_trace(t->bytes, t->len, 0);
	const struct mms_trace_report *report = &whole.report;
	uint64_t counted = report->events + report->other + report->unreadable + report->lost_lines;

	CHECK(whole.status == MMS_status_ok || whole.status == MMS_status_format, "%s: status %d", seed, whole.status);
	CHECK(whole.status == MMS_status_ok || host_error()[0], "%s: refused without a sentence", seed);
	CHECK(whole.status || counted >= report->lines, "%s: %llu of %llu lines reported", seed, (unsigned long long)counted,
	      (unsigned long long)report->lines);
	for (size_t i = 0; i < MMS_COUNT(report->first_bad) && i < report->unreadable; i++)
		CHECK(report->first_bad[i].line && report->first_bad[i].text[0], "%s: a bad line without a place", seed);
	for (size_t i = 0; i < MMS_COUNT(chunks); i++) {
		struct host_text cut_up = read_trace(t->bytes, t->len, chunks[i]);

		CHECK(cut_up.status == whole.status && !strcmp(cut_up.rows, whole.rows), "%s: other rows in chunks", seed);
		/* what is refused is not read to its end */
		CHECK(whole.status || !memcmp(&cut_up.report, report, sizeof(*report)), "%s: another report in chunks", seed);
		host_text_free(&cut_up);
	}
	host_text_free(&whole);
}

static void corrupted(void)
{
	static void (*const ways[])(struct text *) = {cut, flip, duplicate, reorder, huge_field, bad_utf8, nested};
	static struct text text;
	glob_t seeds;
	unsigned n = 0;

	CHECK(!glob(SEEDS, 0, NULL, &seeds), "no seeds");
	for (unsigned round = 0; round < ROUNDS && seeds.gl_pathc; round++) {
		const char *path = seeds.gl_pathv[round % seeds.gl_pathc];
		FILE *file = fopen(path, "r");

		state = round * 977 + 5;
		text.len = fread(text.bytes, 1, ROOM, file);
		fclose(file);
		for (size_t i = 0; i < 1 + round % 2 && text.len; i++)
			ways[(round / seeds.gl_pathc + i * 3) % MMS_COUNT(ways)](&text);
		check(&text, path);
		n++;
	}
	globfree(&seeds);
	note("%u texts", n);
}

SUITE(corruption)
{
	static const struct test tests[] = {{"corruption: texts spoiled in seven ways", corrupted}};

	RUN(tests);
}
