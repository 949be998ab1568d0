/* SPDX-License-Identifier: Apache-2.0 */
/* captures.h: the bundled captures. */
#ifndef MMS_TESTS_CAPTURES_H
#define MMS_TESTS_CAPTURES_H

#include <stddef.h>

/* Lets `look` see each as text; of a share of the tests only every few, so that some of each policy are among them. */
void every_capture(void (*look)(const char *path, const char *text, size_t len));

#endif
