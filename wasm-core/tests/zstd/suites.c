/* SPDX-License-Identifier: Apache-2.0 */
/* The suites of mms-zstd-tests; a new test file is one more name here. */
#include "tests/suite.h"

suite compression_suite;

suite *const suites[] = {compression_suite, NULL};
