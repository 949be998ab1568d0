/* SPDX-License-Identifier: Apache-2.0 */
/* suite.h: TAP, and no more. A test is a function; CHECK() notes what is wrong and goes on. */
#ifndef MMS_SUITE_H
#define MMS_SUITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test {
	const char *says; /* what is true when it passes */
	void (*run)(void);
};

/* Runs the tests whose sentence holds `filter` (NULL: all); prints them. */
void run_tests(const struct test *test, size_t n, const char *filter);

/* Notes a failure of the running test. The first ten are printed. */
__attribute__((format(printf, 3, 4))) void fail_check(const char *file, int line, const char *format, ...);

/* Adds to what the running test's line says: how much was looked at. */
__attribute__((format(printf, 1, 2))) void note(const char *format, ...);

bool test_failed(void);

/* How many of `all` a long test looks at: all, or with MMS_TEST_SHARE in the environment so many in a hundred, but
   never fewer than `least`. Its line says what came of it. */
unsigned share_of(unsigned all, unsigned least);

#define CHECK(condition, ...) \
	do { \
		if (!(condition)) \
			fail_check(__FILE__, __LINE__, __VA_ARGS__); \
	} while (0)

#define CHECK_EQ(got, want, what) \
	do { \
		long long got_ = (long long)(got), want_ = (long long)(want); \
		if (got_ != want_) \
			fail_check(__FILE__, __LINE__, "%s is %lld, not %lld", what, got_, want_); \
	} while (0)

/* A program's suites, NULL behind the last: suites.c of its folder. Suites are functions of their own files. */
typedef void suite(const char *filter);
extern suite *const suites[];

#define SUITE(name) \
	suite name##_suite; \
	void name##_suite(const char *filter)

#define RUN(tests) run_tests(tests, sizeof(tests) / sizeof((tests)[0]), filter)

#endif
