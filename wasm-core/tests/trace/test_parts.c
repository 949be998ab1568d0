/* SPDX-License-Identifier: Apache-2.0 */
/* A text in parts, each begun with what the one before left behind: the same rows as in one. */
#include "host.h"

#define FILLER 700u /* lines, more than a format is recognised from */

/* One who reads the same bytes as parts; frontend/src/trace puts reports and dictionaries together and compares all. */
struct parts {
	char *rows;
	size_t len;
	struct mms_trace_carry carry;
	uint64_t events, lost, unreadable, reordered, lines;
};

static void add(struct parts *parts, struct host_text *r)
{
	size_t len = strlen(r->rows);

	parts->rows = realloc(parts->rows, parts->len + len + 1);
	memcpy(parts->rows + parts->len, r->rows, len + 1);
	parts->len += len;
	memcpy(&parts->carry, host_at(mms_trace_carry()), sizeof(parts->carry));
	parts->events += r->report.events;
	parts->lost += r->report.lost;
	parts->unreadable += r->report.unreadable;
	parts->lines += r->report.lines;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Are these the same rows, in whatever order? Both are taken apart. */
static bool same_rows(char *a, char *b)
{
	char *text[2] = {a, b}, **row[2];
	size_t n[2] = {0, 0};
	bool same;

	for (unsigned i = 0; i < 2; i++) {
		row[i] = malloc((strlen(text[i]) + 1) * sizeof(**row));
		for (char *at = strtok(text[i], "\n"); at; at = strtok(NULL, "\n"))
			row[i][n[i]++] = at;
		qsort(row[i], n[i], sizeof(**row), by_text);
	}
	same = n[0] == n[1];
	for (size_t i = 0; same && i < n[0]; i++)
		same = !strcmp(row[0][i], row[1][i]);
	free(row[0]);
	free(row[1]);
	return same;
}

static void read_parts(struct parts *parts, const char *text, size_t first, size_t second)
{
	size_t len = strlen(text);
	struct host_text r = read_part(text, first, NULL, false);

	CHECK_EQ(r.status, MMS_status_ok, "status of the first part");
	add(parts, &r);
	host_text_free(&r);
	r = read_part(text + first, second - first, &parts->carry, false);
	CHECK_EQ(r.status, MMS_status_ok, "status of the second part");
	add(parts, &r);
	host_text_free(&r);
	r = read_part(text + second, len - second, &parts->carry, true);
	CHECK_EQ(r.status, MMS_status_ok, "status of the last part");
	add(parts, &r);
	host_text_free(&r);
}

static char *made(const char *head, const char *line, const char *tail)
{
	char *text = malloc(strlen(head) + FILLER * (strlen(line) + 20) + strlen(tail) + 1), *to = text;

	to += sprintf(to, "%s", head);
	for (unsigned i = 0; i < FILLER; i++)
		to += sprintf(to, line, 100 + i);
	strcpy(to, tail);
	return text;
}

static const char ftrace_line[] =
	" kworker/0:1H-bl-1234    [000] .....   %u.456790: mm_vmscan_kswapd_wake: nid=0 order=3 and more that makes it long\n";
static const char ftrace_tail[] =
	"CPU:1 [LOST 7 EVENTS]\n"
	"CPU:2 [LOST EVENTS]\n"
	"            bash-1       [002] .....   923.456792: mm_vmscan_kswapd_sleep: nid=x\n"
	"            bash-1       [002] .....   923.456793: mm_vmscan_kswapd_sleep: nid=1\n"
	"            bash-1       [002] .....   922.456793: mm_vmscan_kswapd_sleep: nid=2\n"
	" 0)   1.234 us    |  shrink_node();\n"
	"CPU:0 [LOST 5 EVENTS]\n"
	"        cat-x y-99       [003] .....   924.456791: some_event: a=1 b=2\n"
	"        cat-x y-99       [003] .....   924.456792: some_event: b=2 c=3\n"
	"# clock: uptime\n"
	"CPU:3 [LOST 9 EVENTS]";

/* Wherever two parts begin. */
static void parts_anywhere(void)
{
	char *text = made("# tracer: nop\n#\n", ftrace_line, ftrace_tail);
	size_t from = strlen(text) - strlen(ftrace_tail), len = strlen(text);
	struct host_text whole = read_trace(text, len, 0);

	for (size_t first = from; first < len; first++) {
		for (size_t second = first; second < len; second++) {
			struct parts parts = {.rows = NULL};
			char *rows;

			if (text[first - 1] != '\n' || text[second - 1] != '\n')
				continue;
			read_parts(&parts, text, first, second);
			rows = strdup(whole.rows);
			CHECK(same_rows(parts.rows, rows), "other rows in parts from bytes %zu and %zu of the tail", first - from,
			      second - from);
			free(rows);
			CHECK_EQ(parts.events, whole.report.events, "events");
			CHECK_EQ(parts.lost, whole.report.lost, "lost");
			CHECK_EQ(parts.unreadable, whole.report.unreadable, "unreadable");
			CHECK_EQ(parts.lines, whole.report.lines, "lines");
			CHECK_EQ(parts.carry.ts_last, whole.report.ts_last, "the latest time");
			CHECK_EQ(parts.carry.clock, MMS_trace_clock_uptime, "clock");
			free(parts.rows);
		}
	}
	host_text_free(&whole);
	free(text);
}

/* A part that was read with a guess says how much of it it needed. */
static void asked(void)
{
	char *text = made("", ftrace_line, "");
	struct host_text r = read_part(text, strlen(text), NULL, false);
	struct mms_trace_carry carry, after;

	memcpy(&carry, host_at(mms_trace_carry()), sizeof(carry));
	host_text_free(&r);
	free(text);
	CHECK(carry.apart && carry.timed, "lines of tracefs can be read apart");
#define ASKED(lines) \
	do { \
		r = read_part(lines, strlen(lines), &carry, true); \
		memcpy(&after, host_at(mms_trace_carry()), sizeof(after)); \
		host_text_free(&r); \
	} while (0)
	ASKED("               a-1       [002] .....   923.456793: mm_vmscan_kswapd_sleep: nid=1\n 0)   1.234 us    |  f();\n");
	CHECK(!after.asked_ts && after.asked_last == UINT64_MAX, "nothing is asked for");
	ASKED(" 0)   1.234 us    |  f();\n");
	CHECK(after.asked_ts, "the time of the event before");
	ASKED("               a-1       [002] .....   923.456793: mm_vmscan_kswapd_sleep: nid=1\nCPU:1 [LOST 7 EVENTS]\n");
	CHECK_EQ(after.asked_last, 923456793000ull, "a row at the latest time");
	ASKED("CPU:1 [LOST 7 EVENTS]\n");
	CHECK_EQ(after.asked_last, carry.ts_last, "a row at the latest time before");
#undef ASKED
}

/* What lines of perf are held to, those of a later part are. */
static void perf(void)
{
	static const char line[] = "  59 [001]  %u.456790: vmscan:mm_vmscan_kswapd_wake: nid=0 order=3 and more that makes it as long as it has to be here\n";
	static const char tail[] = "[box]  59 [001]  923.456790: vmscan:mm_vmscan_kswapd_sleep: nid=0\n  59 [001]  924.456790: vmscan:mm_vmscan_kswapd_sleep: nid=0\n";
	char *text = made("", line, tail);
	size_t from = strlen(text) - strlen(tail);
	struct host_text whole = read_trace(text, strlen(text), 0);
	struct parts parts = {.rows = NULL};

	read_parts(&parts, text, from, from);
	CHECK_EQ(whole.report.unreadable, 1, "of the whole");
	CHECK_EQ(parts.unreadable, 1, "of the parts");
	CHECK(same_rows(parts.rows, whole.rows), "other rows in parts");
	free(parts.rows);
	host_text_free(&whole);
	free(text);
}

static void refused(void)
{
	static const char script[] = "Attaching 2 probes...\nswap_in ts=12 cpu=1 pid=3 x=1\n";
	char *text = made(script, "swap_in ts=%u cpu=1 pid=42 dev=8:0 page=1234567890 and=more that=makes it=long enough=for this\n", "");
	struct mms_trace_carry carry;
	struct host_text r = read_part(text, strlen(text), NULL, false);

	CHECK_EQ(r.status, MMS_status_ok, host_error());
	memcpy(&carry, host_at(mms_trace_carry()), sizeof(carry));
	CHECK(!carry.apart, "a script's lines may need headings");
	host_text_free(&r);
	r = read_part(text, strlen(text), &carry, true);
	CHECK_EQ(r.status, MMS_status_call, "status");
	host_text_free(&r);
	r = read_part(text, strlen(text) - 1, NULL, false);
	CHECK_EQ(r.status, MMS_status_call, "a part that ends within a line");
	host_text_free(&r);
	r = read_part(script, strlen(script), NULL, false);
	CHECK_EQ(r.status, MMS_status_call, "a first part that is too short");
	host_text_free(&r);
	free(text);
}

SUITE(parts)
{
	static const struct test tests[] = {
		{"trace: a text read in parts gives the same rows, wherever they begin", parts_anywhere},
		{"trace: a part says what it asked of the lines before it", asked},
		{"trace: lines of perf in parts", perf},
		{"trace: what cannot be read in parts is refused", refused},
	};

	RUN(tests);
}
