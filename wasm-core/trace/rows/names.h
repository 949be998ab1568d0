/* SPDX-License-Identifier: Apache-2.0 */
/* names.h: the dictionary: strings by number, each once. Number 0 is the empty string. */
#ifndef MMS_TRACE_NAMES_H
#define MMS_TRACE_NAMES_H

#include "base/arena.h"

#define MMS_NAMES_MAX (1u << 18)       /* strings */
#define MMS_NAMES_BYTES (32u << 20)    /* of all of them */
#define MMS_NAMES_BLOCK 4096u          /* strings whose places are allocated at once */

struct mms_string {
	const char *at;
	u32 len, hash;
};

struct mms_names {
	struct mms_arena *arena;
	struct mms_string *block[MMS_NAMES_MAX / MMS_NAMES_BLOCK];
	char *room; /* bytes for strings that come */
	u32 room_left, bytes;
	u32 n;
	u64 full;        /* strings that found no place */
	u32 *place;      /* hash table: number of a string, 0: empty */
	u32 places;      /* a power of two */
};

/* False: no memory. */
bool mms_names_begin(struct mms_names *names, struct mms_arena *arena);

/* Its number; 0 when it is empty or there is no room. Longer than MMS_TRACE_NAME_MAX: cut. */
u32 mms_name(struct mms_names *names, const char *text, u32 len);

static inline const struct mms_string *mms_name_at(const struct mms_names *names, u32 number)
{
	return &names->block[number / MMS_NAMES_BLOCK][number % MMS_NAMES_BLOCK];
}

/* How many strings there are from `first` on, MMS_TRACE_NAMES at most; their places, and where the last one ends; their bytes. */
void mms_names_copy(const struct mms_names *names, u32 first, u32 *to);

/* A hash of text; `text` may be looked at up to 8 bytes behind its end. */
u32 mms_hash(const char *text, u32 len);

#endif
