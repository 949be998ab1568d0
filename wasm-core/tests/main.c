/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "suite.h"

static unsigned number, passed, failed, failures;
static char notes[256];

void fail_check(const char *file, int line, const char *format, ...)
{
	va_list args;

	if (failures++ >= 10)
		return;
	printf("# %s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

void note(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(notes, sizeof(notes), format, args);
	va_end(args);
}

bool test_failed(void)
{
	return failures > 0;
}

unsigned share_of(unsigned all, unsigned least)
{
	const char *percent = getenv("MMS_TEST_SHARE");
	unsigned share = percent ? (unsigned)((unsigned long long)all * strtoul(percent, NULL, 10) / 100) : all;

	if (share < least)
		share = least;
	return share < all ? share : all;
}

void run_tests(const struct test *test, size_t n, const char *filter)
{
	for (; n; n--, test++) {
		if (filter && !strstr(test->says, filter))
			continue;
		failures = 0;
		notes[0] = 0;
		test->run();
		number++;
		passed += !failures;
		failed += !!failures;
		printf("%s %u - %s%s%s\n", failures ? "not ok" : "ok", number, test->says, notes[0] ? ": " : "", notes);
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	const char *filter = argc > 1 ? argv[1] : NULL;

	for (suite *const *s = suites; *s; s++)
		(*s)(filter);
	printf("1..%u\n%u passed, %u failed\n", number, passed, failed);
	return failed || !(passed || filter); /* a word may be of the other program's tests */
}
