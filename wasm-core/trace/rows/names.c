/* SPDX-License-Identifier: Apache-2.0 */
#include "names.h"

#include "mms/trace_abi.h"
#include "trace/text/scan.h"

#define ROOM 65536u /* bytes for strings, allocated at once */
#define PLACES_FIRST 4096u

u32 mms_hash(const char *text, u32 len)
{
	u64 hash = len * 0x9e3779b97f4a7c15ull;

	for (; len > 8; text += 8, len -= 8) {
		hash = (hash ^ mms_load8(text)) * 0xff51afd7ed558ccdull;
		hash ^= hash >> 32;
	}
	hash = (hash ^ mms_first_bytes(mms_load8(text), len)) * 0xc4ceb9fe1a85ec53ull;
	return (u32)(hash >> 32) ^ (u32)hash;
}

/* The place of a string in the table: where it is, or where it would be put. */
static u32 *find(const struct mms_names *names, const char *text, u32 len, u32 hash)
{
	u32 mask = names->places - 1;

	for (u32 i = hash & mask;; i = (i + 1) & mask) {
		const struct mms_string *string;

		if (!names->place[i])
			return &names->place[i];
		string = mms_name_at(names, names->place[i]);
		if (string->hash == hash && string->len == len && mms_equal(string->at, text, len))
			return &names->place[i];
	}
}

static bool grow(struct mms_names *names)
{
	u32 places = names->places ? names->places * 2 : PLACES_FIRST;
	u32 *place = mms_arena_alloc(names->arena, places * sizeof(*place));

	if (!place)
		return false;
	for (u32 n = 1; n < names->n; n++) {
		u32 i = mms_name_at(names, n)->hash & (places - 1);

		while (place[i])
			i = (i + 1) & (places - 1);
		place[i] = n;
	}
	names->place = place;
	names->places = places;
	return true;
}

static char *room_for(struct mms_names *names, u32 len)
{
	char *at;

	if (names->bytes + len > MMS_NAMES_BYTES)
		return NULL;
	if (names->room_left < len + 8) { /* mms_equal() looks at whole words */
		names->room = mms_arena_alloc(names->arena, ROOM);
		names->room_left = names->room ? ROOM : 0;
	}
	at = names->room;
	if (!at)
		return NULL;
	names->room += len;
	names->room_left -= len;
	names->bytes += len;
	return at;
}

static struct mms_string *entry(struct mms_names *names)
{
	struct mms_string **block = &names->block[names->n / MMS_NAMES_BLOCK];

	if (names->n == MMS_NAMES_MAX)
		return NULL;
	if (!*block)
		*block = mms_arena_alloc(names->arena, MMS_NAMES_BLOCK * sizeof(**block));
	return *block ? *block + names->n % MMS_NAMES_BLOCK : NULL;
}

bool mms_names_begin(struct mms_names *names, struct mms_arena *arena)
{
	struct mms_string *empty;

	mms_fill(names, 0, sizeof(*names));
	names->arena = arena;
	empty = entry(names);
	if (!empty || !grow(names))
		return false;
	empty->at = (const char *)names->place; /* of no bytes, but an address of the module */
	names->n = 1;
	return true;
}

static u32 add(struct mms_names *names, const char *text, u32 len, u32 hash)
{
	struct mms_string *string;
	char *at;

	if (names->n > names->places / 2 && !grow(names))
		return 0;
	string = entry(names);
	at = string ? room_for(names, len) : NULL;
	if (!at)
		return 0;
	mms_copy(at, text, len);
	*string = (struct mms_string){.at = at, .len = len, .hash = hash};
	*find(names, text, len, hash) = names->n;
	return names->n++;
}

u32 mms_name(struct mms_names *names, const char *text, u32 len)
{
	u32 number, hash;

	if (!len)
		return 0;
	len = MMS_MIN(len, MMS_TRACE_NAME_MAX);
	hash = mms_hash(text, len);
	number = *find(names, text, len, hash);
	if (!number) {
		number = add(names, text, len, hash);
		names->full += !number;
	}
	return number;
}

void mms_names_copy(const struct mms_names *names, u32 first, u32 *to)
{
	u32 n = MMS_MIN(names->n - first, MMS_TRACE_NAMES), *place = to + 1;
	char *bytes = (char *)(place + n + 1);

	*to = n;
	place[0] = 0;
	for (u32 i = 0; i < n; i++) {
		const struct mms_string *string = mms_name_at(names, first + i);

		mms_copy(bytes + place[i], string->at, string->len);
		place[i + 1] = place[i] + string->len;
	}
}
