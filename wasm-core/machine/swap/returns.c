/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which of its pages a device of the record gives back, where they are not drawn: its oldest or its newest. So the pages
 * that a device has there are kept in their order, as runs of those that are on one device here.
 */
#include "internal.h"

bool returns_begin(struct swap_asif *d, struct mms_arena *arena, u32 runs)
{
	for (u32 i = 0; i < MMS_DEVS; i++)
		d->order[i].oldest = d->order[i].newest = NO_RUN;
	if (d->back == MMS_slots_back_random)
		return true;
	d->run = mms_arena_alloc_raw(arena, (size_t)runs * sizeof(*d->run));
	for (u32 i = 0; d->run && i < runs; i++)
		d->run[i].next = i + 1 < runs ? i + 1 : NO_RUN;
	d->free_run = runs ? 0 : NO_RUN;
	return d->run;
}

static void drop(struct swap_asif *d, u8 there, u32 at)
{
	struct pages_run *run = &d->run[at];

	*(run->prev == NO_RUN ? &d->order[there].oldest : &d->run[run->prev].next) = run->next;
	*(run->next == NO_RUN ? &d->order[there].newest : &d->run[run->next].prev) = run->prev;
	run->next = d->free_run;
	d->free_run = at;
}

void returns_took(struct swap_asif *d, u8 there, u8 here, u64 n)
{
	u32 last = d->order[there].newest, at = d->free_run;

	if (!d->run)
		return;
	for (; n; n -= MMS_MIN(n, (u64)UINT32_MAX)) {
		u32 pages = (u32)MMS_MIN(n, (u64)UINT32_MAX);

		if (last != NO_RUN && d->run[last].here == here && d->run[last].n <= UINT32_MAX - pages) {
			d->run[last].n += pages;
			continue;
		}
		if (at == NO_RUN)
			return; /* never: drive_swap() counted what can come */
		d->free_run = d->run[at].next;
		d->run[at] = (struct pages_run){pages, last, NO_RUN, here};
		*(last == NO_RUN ? &d->order[there].oldest : &d->run[last].next) = at;
		d->order[there].newest = last = at;
		at = d->free_run;
	}
}

void returns_moved(struct swap_asif *d, u8 there, u8 from, u8 to)
{
	for (u32 at = d->order[there].oldest; at != NO_RUN; at = d->run[at].next)
		if (d->run[at].here == from)
			d->run[at].here = to;
}

void returns_forget(struct swap_asif *d, u8 there)
{
	while (d->order[there].oldest != NO_RUN)
		drop(d, there, d->order[there].oldest);
}

/* `n` is at most what the device has there. */
void returns_give(struct swap_asif *d, u8 there, u32 n, u32 of[MMS_DEVS + 1])
{
	while (n) {
		u32 at = d->back == MMS_slots_back_oldest ? d->order[there].oldest : d->order[there].newest;
		u32 pages;

		if (at == NO_RUN)
			return;
		pages = MMS_MIN(n, d->run[at].n);
		of[d->run[at].here] += pages;
		d->live[there][d->run[at].here] -= pages;
		d->run[at].n -= pages;
		n -= pages;
		if (!d->run[at].n)
			drop(d, there, at);
	}
}
