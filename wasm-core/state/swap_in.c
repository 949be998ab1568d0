/* SPDX-License-Identifier: Apache-2.0 */
/* What readahead and reads from swap do to the visible state. */
#include "internal.h"

#define FIRST_LOG2 9   /* by_lat begins at 512 ns */
#define PER_DOUBLING 4 /* log2 of the lanes for each doubling */

/* The lane of by_lat: sixteen for each doubling from 512 ns on. */
static u32 lane_of(u64 ns)
{
	const u32 last = MMS_COUNT(((struct mms_read *)0)->by_lat) - 1;
	u32 log2 = FIRST_LOG2;
	u64 lane;

	if (ns >> FIRST_LOG2 == 0)
		return 0;
	while (ns >> log2 > 1)
		log2++;
	lane = (u64)(log2 - FIRST_LOG2) << PER_DOUBLING | (ns >> (log2 - PER_DOUBLING) & ((1u << PER_DOUBLING) - 1));
	return (u32)MMS_MIN(lane, last);
}

void mms_apply_swap_ra(struct mms_state *st, const struct mms_ev_swap_ra *e)
{
	struct mms_ra *ra = &st->ra[e->ra == MMS_ra_kind_cluster];
	u64 pages = e->win > 1 && e->end > e->start ? e->end - e->start : 1;
	u32 size = 0;

	if (!e->win) /* of an unpatched kernel: not recorded */
		return;
	while (size + 1 < MMS_COUNT(ra->by_size) && e->win >> (size + 1))
		size++;
	ra->faults++;
	ra->pages += pages;
	ra->single += e->win <= 1;
	ra->win = e->win;
	ra->by_size[size]++;
}

void mms_apply_swap_in(struct mms_state *st, const struct mms_ev_swap_in *e)
{
	if (e->how < MMS_COUNT(st->read))
		st->read[e->how].started++;
}

void mms_apply_swap_in_done(struct mms_state *st, const struct mms_ev_swap_in_done *e)
{
	struct mms_read *read;

	if (e->how >= MMS_COUNT(st->read))
		return;
	read = &st->read[e->how];
	read->done++;
	read->lat += e->lat;
	read->slept += e->slept;
	read->polls += e->polls;
	read->by_lat[lane_of(e->lat)]++;
}

void mms_apply_swap_in_time(struct mms_state *st, const struct mms_ev_swap_in_time *e)
{
	const u32 steps = MMS_COUNT(e->at) / MMS_COUNT(st->would);

	for (u32 mode = 0; mode < MMS_COUNT(st->would); mode++) {
		struct mms_would *would = &st->would[mode];
		u32 lat = e->at[mode * steps + steps - 1];

		if (lat == UINT32_MAX)
			continue;
		would->done++;
		would->lat += lat;
		would->cpu += e->on_cpu[mode];
		would->by_lat[lane_of(lat)]++;
	}
}
