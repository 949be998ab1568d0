/* SPDX-License-Identifier: Apache-2.0 */
/* forgery.h: lies that a hostile kernel could tell, and what the check makes of them (make forgeries). */
#ifndef MMS_FORGERY_H
#define MMS_FORGERY_H

#include <stdio.h>

#include "checker/checker.h"
#include "tests/mutation.h"

/* How many of a capture's decisions are forged. */
enum extent { FORGERY_ONE, FORGERY_TENTH, FORGERY_ALL, FORGERY_EXTENTS };
extern const char *const forgery_extents[FORGERY_EXTENTS];

/* A lie and the policy it is told about. The forger of an event may alter what depends on it as well. */
struct forgery {
	u8 policy; /* enum mms_policy_id */
	const struct mutation *how;
};

/* Lies about one policy: those of mutation*.c that alter an event, and consistent ones of this folder. */
struct forgery_set {
	const char *policy;
	const struct mutation *lie;
	const unsigned *n;
};
extern const struct forgery_set forgery_sets[];
extern const unsigned forgery_n_sets;
extern const struct mutation forgery_swap[], forgery_zone[], forgery_wake[], forgery_swap_in[], forgery_interleave[];
extern const unsigned forgery_n_swap, forgery_n_zone, forgery_n_wake, forgery_n_swap_in, forgery_n_interleave;

/* All of them, one after another; NULL: there is no lie `i`. */
const struct forgery *forgery_at(unsigned i);
const char *forgery_policy(const struct forgery *forgery);

/* A row of misses.def: a lie that can go unnoticed, and why. */
struct miss {
	u8 policy;
	const char *lie;
	u8 extents; /* bit e: enum extent */
	const char *until; /* `never`, `captures` or `check`: see misses.def */
	const char *trusts; /* fields that are taken on trust, as kind.field, a space between two; may be empty */
	const char *why;
};
const struct miss *forgery_miss(const struct forgery *forgery, enum extent extent); /* NULL: it must be noticed */

/* Prints what is wrong with misses.def itself: a forgery, a field or a word that does not exist. How much is. */
unsigned forgery_bad_rows(void);

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

/* Drops event i: behind the forgery, the rest moves up, and numbers of swap_avail_lock's order close up. */
static inline void forgery_drop(struct mms_log *log, u32 i)
{
	log->event[i].kind = 0;
}

/* Is this the same task? */
static inline bool forgery_same_task(const struct mms_event *a, const struct mms_event *b)
{
	return a->pid == b->pid && (a->pid || a->cpu == b->cpu);
}

#endif
