/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A disk: takes up to queue_depth requests, works on one after the other in their order, and counts what
 * /proc/diskstats counts. Requests it does not take yet wait, and the last of those may still grow.
 */
#include "internal.h"

/* Half a KiB is a sector: ns = sectors / 2 / (KiB/s) * 10^9. */
static u64 service_ns(const struct interleave_machine *m, const struct disk *d, const struct request *rq)
{
	return (u64)m->p.disk_ns + rq->sectors * 500000000ull / (u64)m->p.disk_rate[d - m->disk];
}

/* What waits goes to the disk as far as it takes it: blk_mq_start_request(). */
void il_disk_issue(struct interleave_machine *m, struct disk *d, u64 now)
{
	u64 was = m->now;
	u32 ready = d->n - d->gathering;

	m->now = now;
	for (; d->issued < ready && d->issued < m->p.queue_depth && !m->stop; d->issued++) {
		struct request *rq = &d->ring[ring_at(m, d, d->issued)];
		u64 begins = MMS_MAX(d->free_at, now);

		rq->done = begins + service_ns(m, d, rq);
		d->busy_ns += rq->done - begins;
		d->free_at = rq->done;
		il_emit_block_rq(m, rq);
	}
	m->now = was;
}

/* The oldest request is done: its pages are in memory, and another one may go to the disk. */
void il_disk_complete(struct interleave_machine *m, struct disk *d)
{
	const struct request *rq = &d->ring[d->head];
	u64 now = rq->done;

	d->reads++;
	d->sectors += rq->sectors;
	d->queue_ns += now - rq->began;
	d->last_at = now;
	d->read = rq->page + rq->sectors / PAGE_SECTORS;
	d->head = ring_at(m, d, 1);
	d->n--;
	d->issued--;
	il_disk_issue(m, d, now);
}

/* What this disk has done by now. */
void il_disk_until(struct interleave_machine *m, struct disk *d, u64 now)
{
	while (d->issued && d->ring[d->head].done <= now)
		il_disk_complete(m, d);
}
