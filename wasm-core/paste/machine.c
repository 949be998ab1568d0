/* SPDX-License-Identifier: Apache-2.0 */
/* Which moments are of one machine: those whose zones have as many pages present. */
#include "internal.h"

static bool differs(const struct paste *paste, const struct snapshot *a, const struct snapshot *b, u32 *same)
{
	u32 at = 0;

	*same = 0;
	for (u32 i = 0; i < a->zones; i++) {
		const struct zone *z = &paste->zone[a->zone + i];

		for (u32 n = 0; n < b->zones; n++, at++) {
			const struct zone *other = &paste->zone[b->zone + (at < b->zones ? at : at % b->zones)];

			if (other->node != z->node || other->name != z->name)
				continue;
			if (mms_known(z, FIELD_present) && mms_known(other, FIELD_present)) {
				if (z->value[FIELD_present] != other->value[FIELD_present])
					return true;
				++*same;
			}
			at++;
			break;
		}
	}
	return false;
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
		if (!s->zones && paste->machines) { /* a report without zones: of the machine before it */
			s->machine = paste->machines;
			continue;
		}
		if (paste->machines < MACHINES_MOST)
			of[paste->machines++] = i;
		s->machine = paste->machines;
	}
	if (!paste->machines && (paste->lists || paste->pieces))
		paste->machines = 1;
}
