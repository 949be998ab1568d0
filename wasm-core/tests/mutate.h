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

extern const struct mutator mutators[];
extern const unsigned n_mutators;

#endif
