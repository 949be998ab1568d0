/* SPDX-License-Identifier: Apache-2.0 */
/* check.h: what has to hold whatever a fuzzer sends; traps where it does not. */
#ifndef MMS_FUZZ_CHECK_H
#define MMS_FUZZ_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define MUST(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

#endif
