/* SPDX-License-Identifier: Apache-2.0 */
/* Which moments are of one machine: those whose zones have as many pages present. */
#include "internal.h"

/* The zone at a place of a moment, whose lines may be the other way round. */
static const struct zone *zone_at(const struct paste *paste, const struct snapshot *s, u32 i)
{
	return &paste->zone[s->zone + (s->reversed ? s->zones - 1 - i : i)];
}

static size_t host_len(const struct word *word)
{
	const char *at = word->at;

	while (at < word->end && *at != '.' && *at != ':')
		at++;
	return (size_t)(at - word->at);
}

bool mms_host_same(const struct word *a, const struct word *b)
{
	return mms_same_bytes(a->at, host_len(a), b->at, host_len(b));
}

static bool differs(const struct paste *paste, const struct snapshot *a, const struct snapshot *b, u32 *same)
{
	*same = 0;
	if (a->kind == b->kind && a->asked.host.at && b->asked.host.at && !mms_host_same(&a->asked.host, &b->asked.host))
		return true;
	for (u32 i = 0, n = 0; i < a->zones && n < b->zones;) {
		const struct zone *z = zone_at(paste, a, i), *other = zone_at(paste, b, n);
		u64 place = mms_zone_place(z->node, z->name), beside = mms_zone_place(other->node, other->name);

		i += place <= beside;
		n += beside <= place;
		if (place != beside || !mms_known(z, FIELD_present) || !mms_known(other, FIELD_present))
			continue;
		if (z->value[FIELD_present] != other->value[FIELD_present])
			return true;
		++*same;
	}
	return false;
}

static bool more_follow(const struct paste *paste, u32 i)
{
	while (i < paste->snapshots && !paste->snapshot[i].zones)
		i++;
	return i < paste->snapshots;
}

void mms_machines(struct paste *paste)
{
	u32 of[MACHINES_MOST] = {0}, same;

	for (u32 i = 0; i < paste->snapshots; i++) {
		struct snapshot *s = &paste->snapshot[i];

		for (u32 m = MMS_MIN(paste->machines, MACHINES_MOST); m-- > 0 && !s->machine && s->zones;)
			if (!differs(paste, s, &paste->snapshot[of[m]], &same) && same)
				s->machine = m + 1;
		if (s->machine)
			continue;
		if (!s->zones && (paste->machines || more_follow(paste, i))) { /* a report without zones: of the machine before it */
			s->machine = MMS_MAX(paste->machines, 1u);
			continue;
		}
		if (paste->machines < MACHINES_MOST)
			of[paste->machines++] = i;
		s->machine = paste->machines;
	}
	if (!paste->machines && (paste->lists || paste->pieces))
		paste->machines = 1;
}
