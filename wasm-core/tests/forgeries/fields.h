/* SPDX-License-Identifier: Apache-2.0 */
/* fields.h: lies made from the event table: every field of every event, each altered in every way that it can be. */
#ifndef MMS_FIELDS_OF_LIES_H
#define MMS_FIELDS_OF_LIES_H

#include "tables/tables.h"
#include "tests/lies/lie.h"

enum way {
	WAY_NEAR,    /* its value and another, between 1 and its own size apart; another bit, name or letter */
	WAY_BORROW,  /* the value that another event of its kind has */
	WAY_FOLLOWS, /* either, and the decision that the policy then makes, with what comes of it */
	WAY_AGAIN, /* either, and the last line, which has it once more, agrees */
	WAY_WITNESSED, /* as in WAY_FOLLOWS where it decides, and the sums of its witness in the last line agree */
	WAY_WHEREVER, /* this value, in all events that have a field of this name, is another */
	FIELD_WAYS,
	WAY_LEFT_OUT = FIELD_WAYS, /* of the event as a whole */
	WAY_REPEATED, /* the next of its kind repeats it */
	WAY_CHANGED,  /* it and the next of its kind change places */
	WAYS
};

/* A lie of this kind. `field`: NULL: of the event as a whole. */
struct field_lie {
	const struct mms_kind *kind;
	const struct mms_field *field;
	u8 way;
};

/* Is there such a lie, in whatever capture has such events? */
bool field_lie_exists(const struct field_lie *lie);
/* Alters event i; false: it cannot be. */
bool field_lie_apply(const struct field_lie *lie, struct mms_log *log, u32 i, struct mms_random *r);

/* Its row in tests/lies/fields.def; NULL: it must be noticed. */
const struct miss *field_lie_miss(const struct field_lie *lie);
/* Row `i`, as kind.field; NULL: there is none. */
const char *field_miss_at(unsigned i, const struct miss **miss);

#endif
