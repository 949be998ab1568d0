/* SPDX-License-Identifier: Apache-2.0 */
/* result.h: what the check makes of lies that a hostile kernel could tell (make forgeries). */
#ifndef MMS_RESULT_H
#define MMS_RESULT_H

#include <stdio.h>

#include "tests/lies/lie.h"

extern const char *const forgery_extents[FORGERY_EXTENTS];

/* The lies that alter an event: what befalls a line is the reader's to notice. NULL: there is no such lie `i`. */
const struct lie *forgery_at(unsigned i);

/* What was made of a lie told to one extent. */
struct tally {
	u32 captures;  /* that have such decisions */
	u32 forged;    /* captures forged */
	u32 different; /* of these, the check found something different in so many */
	u32 incomplete; /* nothing different, but more incomplete than in the unforged one */
};

/* The accepted result: a line for each lie and extent. Only the words are compared when `words`. How many differ. */
unsigned forgery_compare(const char *path, const struct tally (*tally)[FORGERY_EXTENTS], bool words);
bool forgery_write(const char *path, const struct tally (*tally)[FORGERY_EXTENTS]);

#endif
