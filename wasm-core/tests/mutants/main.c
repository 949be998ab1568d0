/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make asif-mutants: would the identity of as if notice an error of the machine that is driven?
 *
 *     asif-mutants [-v] CAPTURE…
 *
 * Under its own switch a capture gives back its own decisions, and as some of what another CPU did is taken from the record,
 * one could suspect that it gives them back whatever the machine does. So functions of policy/ err, one at a time
 * (mutants.def): in one call of a thousand, at least in one. An error is noticed where a decision is not the record's own, or
 * the run fails. The linker puts the functions below in the place of the policy's (--wrap).
 *
 * -v: each error and capture, with the decisions that are still its own. The last line:
 * `mutants errors=… noticed=… captures=… runs=…`. Exit status 1 if no capture notices some error.
 */
#include <stdlib.h>

#include "mms/params.h"
#include "policy/get_swap_pages.h"
#include "policy/interleave.h"
#include "policy/plist.h"
#include "policy/swap_prio.h"
#include "policy/swapin.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_watermark.h"
#include "tests/asif.h"
#include "tests/host.h"
#include "tests/process.h"
#include "tests/suite.h"

#define OF 1000 /* calls, of which one errs */

enum {
#define OTHER(name, type, function, parameters, arguments, value) ERR_##name,
#define SKIPPED OTHER
#include "mutants.def"
#undef OTHER
	ERRORS
};

static const char *const names[] = {
#define OTHER(name, type, function, parameters, arguments, value) #name,
#include "mutants.def"
#undef OTHER
#undef SKIPPED
};

static int on = ERRORS;       /* the one that errs */
static bool running;          /* calls count: the machine is driven, not read or written */
static u64 called[ERRORS], when[ERRORS];

/* Does this call err? Of fewer calls than a thousand the middle one does. */
static bool errs(int which)
{
	u64 call = called[which];

	if (!running)
		return false;
	called[which]++;
	return on == which && call % OF == when[which];
}

#define SKIPPED(name, type, function, parameters, arguments, value) \
	type __real_##function parameters; \
	type __wrap_##function parameters; \
	type __wrap_##function parameters \
	{ \
		return errs(ERR_##name) ? (value) : __real_##function arguments; \
	}
#define OTHER(name, type, function, parameters, arguments, value) \
	type __real_##function parameters; \
	type __wrap_##function parameters; \
	type __wrap_##function parameters \
	{ \
		type right = __real_##function arguments; \
\
		return errs(ERR_##name) ? (value) : right; \
	}
#include "mutants.def"
#undef OTHER
#undef SKIPPED

/* What suite.h promises: a failed check ends the run, and that is noticed. */
static jmp_buf out;

static const struct { enum mms_machine_id machine; u8 kind; } driven[] = {
#define D(machine, by, kind, recorded_by) {MMS_machine_##machine, MMS_KIND_##kind},
	MMS_DRIVEN(D)
#undef D
};

static u32 noticed[ERRORS], tried[ERRORS];
static u64 runs;
static bool verbose;

/* Drives the machine by what was read; false: it fails. */
static bool drive(void)
{
	int status;

	running = true;
	status = mms_asif_begin(true);
	while (status >= 0 && (status = mms_model_run(1000)) == MMS_status_more)
		continue;
	return status >= 0;
}

/* Decisions, and how many of them a run as if gives back; false: it fails. */
static bool run(const char *text, size_t len, u32 d, u64 *n, u64 *same)
{
	volatile bool ran = false;

	*same = *n = 0;
	runs++;
	process_goes_on = &out;
	if (!setjmp(out)) {
		CHECK(host_read(text, len, 0) >= 0, "%s", host_error());
		host_set("machine", 0, driven[d].machine);
		ran = drive();
		running = false;
		if (ran)
			*n = asif_compare(driven[d].kind, same);
		if (ran && driven[d].kind == MMS_KIND_swap_in)
			*n += asif_compare(MMS_KIND_swap_ra, same);
		if (ran)
			*n += asif_stat("unasked");
	}
	running = false;
	process_goes_on = NULL;
	return ran;
}

static void capture(const char *path)
{
	size_t len;
	char *text = host_unpack(path, &len);

	for (u32 d = 0; d < MMS_COUNT(driven); d++) {
		u64 calls[ERRORS], n, same;

		on = ERRORS;
		memset(called, 0, sizeof(called));
		if (!run(text, len, d, &n, &same) || !n)
			continue;
		CHECK(n == same, "%s without an error: %llu of %llu", path, (unsigned long long)same, (unsigned long long)n);
		memcpy(calls, called, sizeof(calls));
		for (on = 0; on < ERRORS; on++) {
			bool ran;

			if (!calls[on])
				continue;
			called[on] = 0;
			when[on] = MMS_MIN(calls[on], OF) / 2;
			ran = run(text, len, d, &n, &same);
			tried[on]++;
			noticed[on] += !ran || n != same;
			if (verbose)
				printf("%s %s: %llu of %llu\n", names[on], path, (unsigned long long)same, (unsigned long long)n);
		}
	}
	free(text);
}

int main(int argc, char **argv)
{
	u32 found = 0;
	int first = 1;

	verbose = argc > 1 && !strcmp(argv[1], "-v");
	for (int i = first + verbose; i < argc; i++)
		capture(argv[i]);
	for (u32 i = 0; i < ERRORS; i++) {
		printf("mutants error=%s captures=%u noticed=%u\n", names[i], tried[i], noticed[i]);
		found += noticed[i] > 0;
	}
	printf("mutants errors=%u noticed=%u captures=%d runs=%llu\n", ERRORS, found, argc - first - verbose,
	       (unsigned long long)runs);
	return found == ERRORS ? 0 : 1;
}
