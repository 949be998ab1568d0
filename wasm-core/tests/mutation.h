/* SPDX-License-Identifier: Apache-2.0 */
/* mutation.h: ways to falsify a capture. */
#ifndef MMS_MUTATION_H
#define MMS_MUTATION_H

#include "base/log.h"
#include "machine/random.h"

struct mutation {
	const char *name;
	/* Falsifies event i, or the text of its line; false when that cannot be done here. */
	bool (*event)(struct mms_log *log, u32 i, struct mms_random *r);
	bool (*line)(char *line, size_t *len, struct mms_random *r);
};

/* The ways to falsify captures of one policy, and where such captures come from. */
struct mutation_set {
	const char *policy; /* as in enums.def */
	/* Capture `number`; NULL: nothing to falsify in it. The caller frees it. */
	char *(*capture)(u64 number, size_t *len);
	const struct mutation *mutation;
	const unsigned *n;
};

/* One row per policy. */
extern const struct mutation_set mutation_sets[];
extern const unsigned n_mutation_sets;

/* mutation_….c: what is special to the events of a policy. */
extern const struct mutation interleave_mutations[], swap_in_mutations[], zone_mutations[];
extern const unsigned n_interleave_mutations, n_swap_in_mutations, n_zone_mutations;

/* mutation_line.c: what every line of the kernel's can suffer. */
bool mutate_line_dropped(char *line, size_t *len, struct mms_random *r);
bool mutate_line_doubled(char *line, size_t *len, struct mms_random *r); /* needs room for it twice */
bool mutate_field_dropped(char *line, size_t *len, struct mms_random *r);
bool mutate_byte_changed(char *line, size_t *len, struct mms_random *r);

/* 1 to 3, or as many below 0. */
s16 mutate_off(struct mms_random *r);

#endif
