/* SPDX-License-Identifier: Apache-2.0 */
/* mutate.h: ways to falsify a capture. */
#ifndef MMS_MUTATE_H
#define MMS_MUTATE_H

#include "base/log.h"
#include "machine/random.h"

struct mutator {
	const char *name;
	/* Falsifies event i, or the text of its line; false when that cannot be done here. */
	bool (*event)(struct mms_log *log, u32 i, struct mms_random *r);
	bool (*line)(char *line, size_t *len, struct mms_random *r);
};

/* The ways to falsify captures of one policy, and where such captures come from. */
struct mutator_set {
	const char *policy; /* as in enums.def */
	/* Capture `number`; NULL: nothing to falsify in it. The caller frees it. */
	char *(*capture)(u64 number, size_t *len);
	const struct mutator *mutator;
	const unsigned *n;
};

/* One row per policy. */
extern const struct mutator_set mutator_sets[];
extern const unsigned n_mutator_sets;

/* mutate_….c: what is special to the events of a policy. */
extern const struct mutator interleave_mutators[], swap_in_mutators[], zone_mutators[];
extern const unsigned n_interleave_mutators, n_swap_in_mutators, n_zone_mutators;

/* mutate_line.c: what every line of the kernel's can suffer. */
bool mutate_line_dropped(char *line, size_t *len, struct mms_random *r);
bool mutate_line_doubled(char *line, size_t *len, struct mms_random *r); /* needs room for it twice */
bool mutate_field_dropped(char *line, size_t *len, struct mms_random *r);
bool mutate_byte_changed(char *line, size_t *len, struct mms_random *r);

/* 1 to 3, or as many below 0. */
s16 mutate_off(struct mms_random *r);

#endif
