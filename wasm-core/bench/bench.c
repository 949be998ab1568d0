/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mms-bench: runs a scenario natively. Lines `name index value` on standard input (names of params.def),
 * then one line on standard output:
 *
 *     bench-native decisions=… events=… seconds=… measured_seconds=… unkept_seconds=… check_seconds=… used=…,…
 *
 * `seconds` is the run alone, best of five; `check_seconds` the checker on its events. As a sweep makes a run, in memory of
 * its own: `measured_seconds` up to its measures, `unkept_seconds` the same where it keeps no events. With the argument `events` it runs once and writes the records of the log
 * instead, as they lie in memory.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abi/session.h"
#include "mms/state.h"
#include "tables/tables.h"

#define ROUNDS 5
#define LINES_MAX 1024

static struct { unsigned id, index; long long value; } set[LINES_MAX];
static unsigned sets;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int fail(const char *what)
{
	const struct mms_error *e = (const void *)(mms_memory_base() + mms_error());

	fprintf(stderr, "mms-bench: %s: %s\n", what, e->text);
	return 1;
}

static int read_scenario(void)
{
	char name[64];
	unsigned index;
	long long value;

	while (scanf("%63s %u %lld", name, &index, &value) == 3) {
		unsigned i = 0;

		while (i < mms_n_params && strcmp(mms_params_table[i].name, name))
			i++;
		if (i == mms_n_params || sets == LINES_MAX) {
			fprintf(stderr, "mms-bench: no parameter %s\n", name);
			return 1;
		}
		set[sets].id = mms_params_table[i].id;
		set[sets].index = index;
		set[sets++].value = value;
	}
	if (feof(stdin))
		return 0;
	fprintf(stderr, "mms-bench: line %u is not `name index value`\n", sets + 1);
	return 1;
}

/* `measured`: with its measures. */
static int run(bool keep, double *seconds, double *measured)
{
	double start;
	int status;

	if (mms_reset(0, 0) < 0 || mms_model_keep(keep) < 0)
		return fail("reset");
	for (unsigned i = 0; i < sets; i++)
		if (mms_param_set(set[i].id, set[i].index, set[i].value) < 0)
			return fail("parameter");
	start = now();
	status = mms_model_begin();
	while (status >= 0 && (status = mms_model_run(100000)) == MMS_status_more)
		continue;
	if (status < 0)
		return fail("run");
	*seconds = MMS_MIN(*seconds, now() - start);
	status = mms_measure();
	*measured = MMS_MIN(*measured, now() - start);
	return status < 0 ? fail("measure") : 0;
}

/* In a process of its own, where no page of memory has been used; `*seconds` with its measures, the least so far. */
static int run_apart(bool keep, double *seconds)
{
	double alone = 1e9, measured = 1e9;
	int ends[2], status;
	pid_t child;

	if (pipe(ends) < 0 || (child = fork()) < 0)
		return fail("fork");
	if (!child) {
		status = run(keep, &alone, &measured);
		_exit(status || write(ends[1], &measured, sizeof(measured)) != sizeof(measured));
	}
	close(ends[1]);
	status = read(ends[0], &measured, sizeof(measured)) != sizeof(measured);
	close(ends[0]);
	*seconds = MMS_MIN(*seconds, measured);
	return waitpid(child, NULL, 0) < 0 || status ? fail("run") : 0;
}

static int check(double *check_seconds)
{
	double start = now();
	int status = mms_check_begin();

	while (status >= 0 && (status = mms_check_run(100000)) == MMS_status_more)
		continue;
	*check_seconds = MMS_MIN(*check_seconds, now() - start);
	return status < 0 ? fail("check") : 0;
}

static int write_events(void)
{
	double seconds = 1e9, measured = 1e9;
	size_t n;

	if (run(true, &seconds, &measured))
		return 1;
	n = mms_event_count();
	return fwrite(mms_memory_base() + mms_event_at(0), sizeof(struct mms_event), n, stdout) != n;
}

int main(int argc, char **argv)
{
	double seconds = 1e9, measured = 1e9, unkept = 1e9, together = 1e9, check_seconds = 1e9;
	const struct mms_state *st;

	if (read_scenario())
		return 1;
	if (argc > 1 && !strcmp(argv[1], "events"))
		return write_events();
	for (int i = 0; i < ROUNDS; i++)
		if (run_apart(true, &measured) || run_apart(false, &unkept))
			return 1;
	for (int i = 0; i < ROUNDS; i++)
		if (run(true, &seconds, &together) || check(&check_seconds))
			return 1;
	st = (const void *)(mms_memory_base() + mms_seek(mms_event_count()));
	printf("bench-native decisions=%u events=%u seconds=%.6f measured_seconds=%.6f unkept_seconds=%.6f check_seconds=%.6f used=",
	       mms_decision_count(), mms_event_count(), seconds, measured, unkept, check_seconds);
	for (int i = 0, first = 1; i < MMS_DEVS; i++)
		if (st->dev[i].present)
			printf(first-- > 0 ? "%llu" : ",%llu", (unsigned long long)st->dev[i].used);
	printf("\n");
	return 0;
}
