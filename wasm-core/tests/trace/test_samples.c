/* SPDX-License-Identifier: Apache-2.0 */
/* The samples in ../datasets/foreign, where they are there: what is read is what other tools counted. */
#include <glob.h>

#include "host.h"
#include "base/json_scan.h"

#define FOLDER "../datasets/foreign/"

static char *slurp(FILE *file, size_t *len)
{
	size_t cap = 1 << 16;
	char *text = malloc(cap);
	size_t n;

	for (*len = 0; file && (n = fread(text + *len, 1, cap - *len - 1, file)) > 0;) {
		*len += n;
		if (cap - *len < 2)
			text = realloc(text, cap *= 2);
	}
	text[*len] = 0;
	return text;
}

/* A number in an object of the manifest; -1: there is none. */
static long long number(struct mms_json_span object, const char *name)
{
	struct mms_json_span span;
	uint64_t value;

	if (!object.at || mms_json_object(object.at, object.end, &name, &span, 1) || !mms_json_u64(span, &value))
		return -1;
	return (long long)value;
}

static bool same_name(const char *name, const char *bytes, size_t len)
{
	return strlen(name) == len && !memcmp(name, bytes, len);
}

/* How many events of this name were read, be they understood or not. */
static long long events_named(const char *name, size_t len)
{
	const uint64_t *counts = host_at(mms_trace_counts());
	const char *colon = memchr(name, ':', len);
	const char *event = colon ? colon + 1 : name;
	size_t event_len = len - (size_t)(event - name);
	long long found = 0;

	for (unsigned i = 0; i < mms_n_trace_kinds; i++)
		if (same_name(mms_trace_kinds[i].name, event, event_len))
			found += (long long)counts[mms_trace_kinds[i].id];
	for (unsigned i = 0; i < mms_n_aliases; i++)
		if (same_name(mms_aliases[i].name, event, event_len))
			found += (long long)counts[mms_aliases[i].kind];
	for (unsigned i = 0; mms_trace_generic(i); i++) {
		const struct mms_trace_generic *g = host_at(mms_trace_generic(i));
		const char *at = host_at(mms_trace_name(g->name));
		size_t at_len = mms_trace_name_len(g->name);

		if ((at_len == len && !memcmp(at, name, len)) || (at_len == event_len && !memcmp(at, event, event_len)))
			found += (long long)g->count;
	}
	return found;
}

/* Every `"name": number` of the object. */
static unsigned check_kinds(const char *id, struct mms_json_span kinds)
{
	unsigned n = 0;

	for (const char *at = kinds.at; at && (at = memchr(at, '"', (size_t)(kinds.end - at))); n++) {
		const char *end = memchr(at + 1, '"', (size_t)(kinds.end - at - 1));
		long long wanted = atoll(end + 2), got = events_named(at + 1, (size_t)(end - at - 1));

		CHECK(got == wanted, "%s: %.*s: %lld, not %lld", id, (int)(end - at - 1), at + 1, got, wanted);
		at = end + 1;
	}
	return n;
}

static void check_sample(const char *id, struct mms_json_span counts, const struct host_text *r)
{
	static const char *const name = "kinds";
	const struct mms_trace_report *report = &r->report;
	struct mms_json_span kinds = {NULL, NULL};
	long long frames = number(counts, "frames");

	CHECK(r->status == MMS_status_ok, "%s: %s", id, host_error());
	CHECK(number(counts, "lines") == (long long)report->lines, "%s: %lld lines", id, (long long)report->lines);
	/* sentences of bpftrace scripts are events to us, and none to who counts name=value lines */
	CHECK(strncmp(id, "bpftrace", 8) ? number(counts, "events") == (long long)report->events
		: number(counts, "events") <= (long long)report->events, "%s: %lld events, not %lld; %s", id,
	      (long long)report->events, number(counts, "events"), report->first_bad[0].text);
	CHECK(number(counts, "buffers_started") < 0 || number(counts, "buffers_started") == (long long)report->buffers_started,
	      "%s: %lld buffers begin", id, (long long)report->buffers_started);
	CHECK((number(counts, "lost") < 0 ? 0 : number(counts, "lost")) == (long long)report->lost, "%s: %lld lost", id,
	      (long long)report->lost);
	CHECK(!report->unreadable, "%s: %lld unreadable, first: %s", id, (long long)report->unreadable, report->first_bad[0].text);
	CHECK(frames < 0 || frames <= (long long)report->other, "%s: %lld other lines", id, (long long)report->other);
	CHECK(!mms_json_object(counts.at, counts.end, &name, &kinds, 1), "%s: counts are no object", id);
	check_kinds(id, kinds);
}

static size_t samples, events;

static void one(const char *path, const char *format)
{
	static const char *const names[] = {"file", "counts"};
	struct mms_json_span span[2];
	char file[64], command[512];
	size_t json_len, len;
	FILE *from = fopen(path, "r");
	char *json = slurp(from, &json_len), *text;
	struct host_text r;
	uint32_t n;

	fclose(from);
	CHECK(!mms_json_object(json, json + json_len, names, span, 2), "%s is not JSON", path);
	n = mms_json_text(span[0], file, sizeof(file) - 1);
	if (n < sizeof(file) && span[1].at) {
		file[n] = 0;
		snprintf(command, sizeof(command), "%s " FOLDER "%s/%s 2>/dev/null",
			 strstr(file, ".gz") ? "zcat" : strstr(file, ".zst") ? "zstd -dcq" : "cat", format, file);
		from = popen(command, "r");
		text = slurp(from, &len);
		if (!pclose(from)) { /* the tool that unpacks it may be missing */
			r = read_trace(text, len, 65521);
			check_sample(path + strlen(FOLDER), span[1], &r);
			samples++;
			events += r.report.events;
			host_text_free(&r);
		}
		free(text);
	}
	free(json);
}

static void folder(const char *format)
{
	char pattern[128];
	glob_t found;

	samples = events = 0;
	snprintf(pattern, sizeof(pattern), FOLDER "%s/*.json", format);
	if (!glob(pattern, 0, NULL, &found)) {
		for (size_t i = 0; i < found.gl_pathc; i++)
			one(found.gl_pathv[i], format);
		globfree(&found);
	}
	note("%zu samples, %zu events", samples, events);
}

#define FORMATS(F) F(perf_script, "perf-script") F(bpftrace, "bpftrace") F(bpftrace_json, "bpftrace-json")

#define F(name, path) static void name(void) { folder(path); }
FORMATS(F)
#undef F

SUITE(samples)
{
	static const struct test tests[] = {
#define F(name, path) {"samples: " path " as other tools counted it", name},
		FORMATS(F)
#undef F
	};

	RUN(tests);
}
