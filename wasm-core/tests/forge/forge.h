/* SPDX-License-Identifier: Apache-2.0 */
/* forge.h: lies that a hostile kernel could tell, and what the check makes of them (make forgeries). */
#ifndef MMS_FORGE_H
#define MMS_FORGE_H

#include <stdio.h>

#include "checker/checker.h"
#include "tests/mutate.h"

/* How many of a capture's decisions are forged. */
enum extent { FORGE_ONE, FORGE_TENTH, FORGE_ALL, FORGE_EXTENTS };
extern const char *const forge_extents[FORGE_EXTENTS];

/* A lie and the policy it is told about. The forger of an event may alter what depends on it as well. */
struct lie {
	u8 policy; /* enum mms_policy_id */
	const struct mutator *how;
};

/* Lies about one policy: those of mutate*.c that alter an event, and consistent ones of this folder. */
struct lie_set {
	const char *policy;
	const struct mutator *lie;
	const unsigned *n;
};
extern const struct lie_set forge_sets[];
extern const unsigned forge_n_sets;
extern const struct mutator forge_swap[], forge_zone[], forge_wake[], forge_swap_in[], forge_interleave[];
extern const unsigned forge_n_swap, forge_n_zone, forge_n_wake, forge_n_swap_in, forge_n_interleave;

/* All of them, one after another; NULL: there is no lie `i`. */
const struct lie *forge_lie(unsigned i);
const char *forge_policy(const struct lie *lie);

/* A row of unseen.def: a lie that can go unnoticed, and why. */
struct unseen {
	u8 policy;
	const char *lie;
	u8 extents; /* bit e: enum extent */
	const char *until; /* `never`, `captures` or `check`: see unseen.def */
	const char *trusts; /* fields that are taken on trust, as kind.field, a space between two; may be empty */
	const char *why;
};
const struct unseen *forge_unseen(const struct lie *lie, enum extent extent); /* NULL: it must be noticed */

/* Prints what is wrong with unseen.def itself: a lie, a field or a word that does not exist. How much is. */
unsigned forge_bad_rows(void);

/* What was made of a lie told to one extent. */
struct tally {
	u32 captures;  /* that have such decisions */
	u32 forged;    /* captures forged */
	u32 different; /* of these, the check found something different in so many */
	u32 incomplete; /* nothing different, but more incomplete than in the unforged one */
};

/* The accepted result: a line for each lie and extent. Only the words are compared when `words`. How many differ. */
unsigned forge_compare(const char *path, const struct tally (*tally)[FORGE_EXTENTS], bool words);
bool forge_write(const char *path, const struct tally (*tally)[FORGE_EXTENTS]);

/* Drops event i: behind the forgery, the rest moves up, and numbers of swap_avail_lock's order close up. */
static inline void forge_drop(struct mms_log *log, u32 i)
{
	log->event[i].kind = 0;
}

/* Is this the same task? */
static inline bool forge_same_task(const struct mms_event *a, const struct mms_event *b)
{
	return a->pid == b->pid && (a->pid || a->cpu == b->cpu);
}

#endif
