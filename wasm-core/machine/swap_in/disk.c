/* SPDX-License-Identifier: Apache-2.0 */
/* The disk: how long a request takes, which waits for which, and what the kernel remembers of it. */
#include "internal.h"

#define UNIFORMS 4                   /* their sum is nearly a normal distribution, cut at 3.5 sigma */
#define SUM_MEAN (UNIFORMS * 65535 / 2)
#define SUM_SIGMA 37837              /* sqrt(UNIFORMS * (65536^2 - 1) / 12) */

/* At least an eighth of the mean: what a large spread would make less than nothing. */
u64 si_disk_time(struct swap_in_machine *m, struct task *t, u32 pages)
{
	s64 sum = -SUM_MEAN, ns;

	for (u32 i = 0; i < UNIFORMS; i++)
		sum += mms_random_u32(&t->device) >> 16;
	ns = m->p.dev_ns + m->p.dev_ns * m->p.dev_spread / 100 * sum / SUM_SIGMA;
	return (u64)MMS_MAX(ns, m->p.dev_ns / 8) + (u64)m->p.dev_page_ns * (pages - 1);
}

/* First come, first served, by the part of the disk that is free first. */
u64 si_disk_submit(struct swap_in_machine *m, u64 ns, u64 *queued)
{
	u64 *unit = m->unit, start;

	for (u32 i = 1; i < (u64)m->p.dev_queues; i++)
		if (m->unit[i] < *unit)
			unit = &m->unit[i];
	start = MMS_MAX(*unit, m->now);
	*queued = start - m->now;
	return *unit = start + ns;
}

/* A mean counts once its window has ended, and holds until one with reads in it ends. */
static void swap_poll_window(struct poll_stat *stat, u64 now)
{
	if (now < stat->window_end)
		return;
	if (stat->nr) {
		stat->mean = stat->sum / stat->nr;
		stat->mean_nr = stat->nr;
	}
	stat->sum = 0;
	stat->nr = 0;
	stat->window_end = now + SWAP_POLL_WINDOW;
}

u64 si_swap_poll_mean(struct poll_stat *stat, u64 now)
{
	swap_poll_window(stat, now);
	return stat->mean;
}

void si_swap_poll_account(struct poll_stat *stat, u64 now, u64 lat)
{
	swap_poll_window(stat, now);
	stat->sum += lat;
	stat->nr++;
}
