/* SPDX-License-Identifier: Apache-2.0 */
/* result.h: what the check makes of lies that a hostile kernel could write (make forgeries). */
#ifndef MMS_RESULT_H
#define MMS_RESULT_H

#include <stdio.h>

#include "fields.h"
#include "tests/lies/lie.h"

extern const char *const forgery_extents[FORGERY_EXTENTS];

/* A kind of lie: one of tests/lies, or one made from the event table. What befalls a line is the reader's to notice. */
struct forgery {
	char name[96];
	char draw[96]; /* what its places are drawn from */
	char about[40]; /* the policy, or the kind of event */
	const struct lie *lie; /* NULL: */
	struct field_lie field;
};

const struct forgery *forgery_at(unsigned i); /* NULL: there is no such kind */
bool forgery_apply(const struct forgery *f, struct mms_log *log, u32 i, struct mms_random *r);
const struct miss *forgery_miss(const struct forgery *f, enum extent extent); /* NULL: it must be noticed */

/* What was made of a lie of one extent. */
struct tally {
	u32 captures;  /* that have such decisions */
	u32 forged;    /* captures forged */
	u32 different; /* of these, the check found something different in so many */
	u32 incomplete; /* nothing different, but more incomplete than in the unforged one */
};

#define FORGERIES 2048 /* kinds, at most */

/* The accepted result: a line for each lie and extent. Only the words are compared when `words`. How many differ. */
unsigned forgery_compare(const char *path, const struct tally (*tally)[FORGERY_EXTENTS], bool words);
bool forgery_write(const char *path, const struct tally (*tally)[FORGERY_EXTENTS]);

#endif
