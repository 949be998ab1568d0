/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel-c: the kernel's own C beside wasm-core/policy, case by case.
 *
 *     kernel-c [cases=N] [seed=N] [only=NAME] [jobs=N]     N cases of each function, in `jobs` processes
 *     kernel-c only=NAME case=0x…                          that one case again, with its inputs and both answers
 *     kernel-c unit=NAME [cases=N]                         the functions of one template, up to the first that differs
 *
 * Ends with `kernel-c functions=… cases=… different=…`; fails when something is different.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "case.h"

/* Before a function's name in ONLY=. */
#define KERNEL (KC_KERNEL == 601 ? "6.1:" : KC_KERNEL == 703 ? "7.3:" : "")

unsigned long kc_warnings;
static const char *running = "";
static uint64_t running_seed;

_Noreturn void kc_bug(const char *what, const char *file, int line);
_Noreturn void kc_bug(const char *what, const char *file, int line)
{
	printf("%s: BUG: %s:%d: %s\n  again: make test-kernel-c ONLY=%s%s CASE=%#llx\n", running, file, line, what, KERNEL, running,
	       (unsigned long long)running_seed);
	fflush(stdout);
	_exit(1);
}

static void crashed(int signal)
{
	char text[256];
	int n = snprintf(text, sizeof(text), "%s: signal %d\n  again: make test-kernel-c ONLY=%s%s CASE=%#llx\n", running,
			 signal, KERNEL, running, (unsigned long long)running_seed);

	if (write(STDOUT_FILENO, text, (size_t)n) < 0)
		_exit(2);
	_exit(1);
}

static uint64_t mix(uint64_t a, uint64_t b)
{
	struct kc_case c = {.random = a ^ b * 0xd6e8feb86659fd93ull};

	return rnd(&c);
}

static bool again(const struct kc_test *test, uint64_t seed)
{
	struct kc_case c = {.random = seed, .show = true};
	bool same;

	running_seed = seed;
	same = test->same(&c);
	printf("%s case %#llx: %s\n", test->name, (unsigned long long)seed, same ? "same" : "different");
	return same;
}

static const struct {
	const char *unit;
	const struct kc_test *tests;
} groups[] = {
	{"swap", kc_swap_tests},
	{"zones", kc_zones_tests},
	{"interleave", kc_interleave_tests},
	{"swapin", kc_swapin_tests},
#if KC_KERNEL == 703
	{"turns", kc_turns_tests},
#endif
};

struct shared {
	uint64_t done, different;
};

/* Cases first, first + step, … of a test; stops at the first that differs. */
static void work(const struct kc_test *test, uint64_t seed, uint64_t first, uint64_t step, uint64_t cases,
		 struct shared *shared)
{
	uint64_t salt = 0, done = 0;

	for (const char *p = test->name; *p; p++)
		salt = mix(salt, (uint64_t)*p);
	running = test->name;
	for (uint64_t i = first; i < cases; i += step) {
		struct kc_case c;

		running_seed = mix(mix(seed, salt), i);
		c = (struct kc_case){.random = running_seed};
		done++;
		if (test->same(&c))
			continue;
		shared->different++;
		printf("%s: different at case %llu of seed %llu\n", test->name, (unsigned long long)i,
		       (unsigned long long)seed);
		again(test, running_seed);
		printf("  again: make test-kernel-c ONLY=%s%s CASE=%#llx\n", KERNEL, test->name, (unsigned long long)running_seed);
		break;
	}
	shared->done += done;
}

static uint64_t number(const char *text)
{
	return strtoull(text, NULL, 0);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	uint64_t cases = 10000000, seed = 1, one = 0, jobs = 2, functions = 0, total = 0, different = 0;
	const char *only = NULL, *unit = NULL;
	bool failed = false;

	for (int i = 1; i < argc; i++) {
		const char *value = strchr(argv[i], '=');

		if (!value || !value[1])
			continue;
		value++;
		if (!strncmp(argv[i], "cases=", 6))
			cases = number(value);
		else if (!strncmp(argv[i], "seed=", 5))
			seed = number(value);
		else if (!strncmp(argv[i], "jobs=", 5))
			jobs = number(value);
		else if (!strncmp(argv[i], "only=", 5))
			only = value;
		else if (!strncmp(argv[i], "unit=", 5))
			unit = value;
		else if (!strncmp(argv[i], "case=", 5))
			one = number(value);
	}
	signal(SIGSEGV, crashed);
	signal(SIGFPE, crashed);
	for (unsigned g = 0; g < sizeof(groups) / sizeof(groups[0]); g++)
		for (const struct kc_test *test = groups[g].tests; test->name; test++) {
			struct shared *shared;
			uint64_t of = cases / test->part + 1, done = 0;
			double start = now();

			if ((only && strcmp(only, test->name)) || (unit && strcmp(unit, groups[g].unit)) || (unit && (different || failed)))
				continue;
			running = test->name;
			functions++;
			if (one) {
				different += !again(test, one);
				total++;
				continue;
			}
			shared = mmap(NULL, jobs * sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
			if (shared == MAP_FAILED)
				return 2;
			fflush(stdout);
			for (uint64_t j = 0; j < jobs; j++)
				if (!fork()) {
					prctl(PR_SET_PDEATHSIG, SIGKILL); /* a case without an end ends with its parent */
					work(test, seed, j, jobs, of - 1, &shared[j]);
					fflush(stdout);
					_exit(0);
				}
			for (uint64_t j = 0; j < jobs; j++) {
				int status = 0;

				wait(&status);
				failed |= status != 0;
			}
			for (uint64_t j = 0; j < jobs; j++) {
				done += shared[j].done;
				different += shared[j].different;
			}
			munmap(shared, jobs * sizeof(*shared));
			total += done;
			printf("  %-26s %10llu cases %6.1f s%s\n", test->name, (unsigned long long)done, now() - start,
			       test->part > 1 ? ", fewer: a case is slow" : "");
		}
	printf("kernel-c functions=%llu cases=%llu different=%llu\n", (unsigned long long)functions,
	       (unsigned long long)total, (unsigned long long)(different + failed));
	return different || failed || !functions;
}
