/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Falsified captures. Every one must be noticed: refused by the reader, found different or incomplete by
 * the checker, or with events missing. Captures of models, and those of real kernels in datasets/captures.
 */

#include "captures.h"
#include "fixture.h"
#include "host.h"
#include "lies/lie.h"
#include "suite.h"
#include "tables/tables.h"

#define PER_POLICY 1000
#define REAL_PER_MUTATOR 2
#define REAL_DECISIONS 10 /* of a policy, fewer are not falsified */
#define REAL_EVENTS 1500 /* of a real capture, so many of its first events are falsified */

/* Lie `i` of those that are noticed in any capture of this policy; NULL: there are no more. */
static const struct lie_row *lie_about(u32 policy, unsigned i)
{
	const struct lie *lie;

	for (unsigned k = 0; (lie = lie_at(k)); k++)
		if (lie->policy == policy && lie->row->everywhere && !i--)
			return lie->row;
	return NULL;
}

/* A capture with line `at` (from 0) of its events falsified. */
static char *falsify_line(const struct lie_row *m, const char *text, size_t *len, u32 at, struct mms_random *r)
{
	char *out = malloc(*len + 8192);
	const char *from = text;
	size_t before, line_len;

	for (u32 i = 0; i < at + 2; i++)
		from = (const char *)memchr(from, '\n', *len) + 1;
	before = (size_t)(from - text);
	line_len = (size_t)((const char *)memchr(from, '\n', *len) - from) + 1;
	memcpy(out, text, before + line_len);
	out[before + line_len] = 0;
	if (line_len > 4000 || !m->line(out + before, &line_len, r)) {
		free(out);
		return NULL;
	}
	from = (const char *)memchr(from, '\n', *len) + 1;
	memcpy(out + before + line_len, from, *len - (size_t)(from - text));
	*len = before + line_len + *len - (size_t)(from - text);
	return out;
}

static char *falsify_event(const struct lie_row *m, u32 at, size_t *len, struct mms_random *r)
{
	struct mms_log *log = &mms_session()->now.log;

	return m->event(log, at, r) ? host_write(len) : NULL;
}

static bool noticed(const char *text, size_t len)
{
	const struct mms_report *report;
	const struct mms_totals *t;

	if (host_read(text, len, 0) < 0)
		return true;
	report = host_report();
	if (!report->closed || report->missing)
		return true;
	t = host_check();
	return t->different || t->incomplete || t->replay_different || t->replay_incomplete || t->keys_different ||
	       t->keys_incomplete || t->lost;
}

/* Tries to falsify the capture somewhere; false when this mutation finds nothing to do in it. */
static bool falsify(const struct lie_row *m, const char *text, size_t len, struct mms_random *r)
{
	char *altered = NULL;
	size_t altered_len = len;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	for (u32 tries = 0; tries < 400 && !altered; tries++) {
		u32 at = mms_random_below(r, mms_event_count());

		altered_len = len;
		altered = m->event ? falsify_event(m, at, &altered_len, r) : falsify_line(m, text, &altered_len, at, r);
		if (altered && !noticed(altered, altered_len))
			CHECK(false, "'%s' at event %u was not noticed", m->name, at);
	}
	free(altered);
	return altered;
}

/* So many captures falsified in one way; how many were looked at is in `number`. */
static void falsify_made(u32 policy, const struct lie_row *m, unsigned times, u64 *number)
{
	struct mms_random r = mms_random(*number);
	unsigned made = 0;

	for (u32 tries = 0; made < times && tries < 2000 && !test_failed(); tries++) {
		size_t len;
		char *text = fixtures[policy].capture((*number)++, &len);

		made += text && falsify(m, text, len, &r);
		CHECK(!test_failed(), "%s, capture %llu", fixtures[policy].policy, (unsigned long long)*number - 1);
		free(text);
	}
	CHECK(made == times, "%s: '%s' was made %u times only", fixtures[policy].policy, m->name, made);
}

static void of_models(void)
{
	unsigned total = 0, ways = 0;

	CHECK_EQ(FIXTURES, mms_enum_named("policy")->values, "makers of captures");
	for (u32 policy = 0; policy < FIXTURES && !test_failed(); policy++) {
		unsigned n = 0, times;
		u64 number = 0;

		while (lie_about(policy, n))
			n++;
		CHECK(n, "no lies about %s", fixtures[policy].policy);
		times = share_of(PER_POLICY, 200) / MMS_MAX(n, 1u) + 1;
		for (u32 k = 0; k < n && !test_failed(); k++)
			falsify_made(policy, lie_about(policy, k), times, &number);
		total += n * times;
		ways += n;
	}
	note("%u falsified captures of %u policies in %u ways, every one noticed", total, FIXTURES, ways);
}

/* The checker has nothing to find in what the makers make. */
static void as_made(void)
{
	u64 decisions = 0;

	for (u32 policy = 0; policy < FIXTURES; policy++)
		for (u64 number = 0; number < 100 && !test_failed(); number++) {
			size_t len;
			char *text = fixtures[policy].capture(number, &len);

			if (!text)
				continue;
			CHECK(host_read(text, len, 1 + number * 37) == 0, "%s", host_error());
			CHECK(!noticed(text, len), "%s, capture %llu is not all the same", fixtures[policy].policy,
			      (unsigned long long)number);
			decisions += mms_decision_count();
			free(text);
		}
	note("%llu decisions", (unsigned long long)decisions);
}

/* The first events of the capture in the session, as a capture of its own. */
static char *first_events(u32 n, size_t *len)
{
	struct mms_log *log = &mms_session()->now.log;
	char *text;

	mms_session()->now.report.lost = 0;
	log->count = MMS_MIN(log->count, n);
	text = host_write(len);
	return text;
}

/* Decisions of this policy in the log of the session. */
static u32 decisions_of(u32 policy)
{
	const struct mms_log *log = &mms_session()->now.log;
	u32 n = 0;

	for (u32 i = 0; i < log->count; i++) {
		int mode = mms_mode_of(&log->event[i]);

		n += mode >= 0 && mms_modes[mode].policy == policy;
	}
	return n;
}

static struct mms_random real_random;
static unsigned real_captures, real_falsified;
static u64 real_decisions;

static void falsify_real(const char *path, const char *text, size_t len)
{
	char *part;
	const struct mms_totals *t;

	CHECK(host_read(text, len, 0) == 0, "%s: %s", path, host_error());
	if (test_failed())
		return;
	t = host_check();
	real_captures++;
	real_decisions += t->decisions;
	CHECK(all_same(t), "%s: %llu decisions, %llu and %llu same; %llu keys, %llu same; %llu lost", path,
	      (unsigned long long)t->decisions, (unsigned long long)t->same, (unsigned long long)t->replay_same,
	      (unsigned long long)t->keys, (unsigned long long)t->keys_same, (unsigned long long)t->lost);
	for (u32 i = 0, shown = 0; i < mms_event_count() && shown < 5; i++) {
		const struct mms_verdict *v = host_verdict(i);

		if (host_fine(v))
			continue;
		shown++;
		printf("# %s line %llu: check %u %u, replay %u %u, visit %u, expected %d\n", path,
		       (unsigned long long)host_event(i)->line, v->check, v->why, v->replay_check, v->replay_why, v->visit,
		       v->expected);
	}
	part = first_events(REAL_EVENTS, &len);
	CHECK(!noticed(part, len), "%s: its beginning alone is not all the same", path);
	for (u32 policy = 0; policy < FIXTURES && !test_failed(); policy++) {
		CHECK(host_read(part, len, 0) == 0, "%s", host_error());
		if (decisions_of(policy) < REAL_DECISIONS)
			continue;
		for (u32 k = 0; lie_about(policy, k) && !test_failed(); k++)
			for (u32 times = 0; times < REAL_PER_MUTATOR; times++)
				real_falsified += falsify(lie_about(policy, k), part, len, &real_random);
	}
	free(part);
}

static void of_kernels(void)
{
	real_random = mms_random(11);
	every_capture(falsify_real);
	note("%u captures, %llu decisions all same, %u falsified captures noticed", real_captures,
	     (unsigned long long)real_decisions, real_falsified);
}

SUITE(mutation)
{
	static const struct test tests[] = {
		{"mutation: captures as they are made are all the same", as_made},
		{"mutation: falsified captures of every policy are noticed", of_models},
		{"mutation: captures of real kernels are all the same, falsified ones are noticed", of_kernels},
	};

	RUN(tests);
}
