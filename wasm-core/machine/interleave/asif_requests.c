/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Requests as if: a window of the record, its pages on the nodes that they have here, each with a frame, cut by the limits
 * of the disk's queue in the record.
 *
 * A window is what a task's requests in a row came to there: as many pages as their sectors hold, those that the task
 * was given last. Which frame a page would have had on another node is assumed (`frames_next`). That a CPU's list for a
 * node hands out the frames it handed out there, in their order, whoever's turn it is, is what `record` says. Requests of
 * tasks without a policy, of disks whose limits are not recorded, and those whose pages are not known, are the record's.
 */
#include "asif.h"

#define IN_A_ROW 16      /* frames, where nothing is recorded */
#define BIO_MAX_VECS 256 /* include/linux/bio.h */
#define AHEAD 65536      /* events that are looked at for the end of a window */

/* Frames that each node was given there, by CPU. False: all of them are handed out. */
static bool frame_of_record(struct il_asif *d, struct frames *f, s16 nid, u16 cpu)
{
	u32 *handed = &f->handed[cpu % LANES];

	for (; *handed < d->by.from->count; ++*handed) {
		const struct mms_event *e = &d->by.from->event[*handed];

		if (e->kind != MMS_KIND_interleave_page || e->interleave_page.order || e->interleave_page.page_nid != nid ||
		    e->cpu % LANES != cpu % LANES)
			continue;
		++*handed;
		f->row = 0;
		f->last = e->interleave_page.pfn;
		return true;
	}
	return false;
}

static u64 frame(struct il_asif *d, s16 nid, u16 cpu)
{
	struct frames *f = &d->frames[nid];

	if (d->next == MMS_frames_next_record && frame_of_record(d, f, nid, cpu))
		return f->last;
	f->last++;
	if (d->next != MMS_frames_next_endless && ++f->row >= IN_A_ROW) {
		f->row = 0;
		f->last++;
	}
	return f->last;
}

void il_asif_page(struct il_asif *d, const struct mms_event *by)
{
	const struct mms_ev_interleave_page *page = &by->interleave_page;
	struct takeover *task = il_task_of(d, by->pid);
	s16 nid = page->by_place || !task->used ? page->page_nid : task->nid;
	u64 pfn;

	if (page->order || nid < 0 || nid >= MMS_NODES)
		return; /* not the page cache's: it has single pages where frames are recorded */
	pfn = frame(d, nid, by->cpu);
	d->recent[d->pages++ % RECENT] = (struct recent){by->pid, pfn};
}

static bool is_read(const struct mms_event *e)
{
	return e->kind == MMS_KIND_block_rq && e->block_rq.rwbs[0] == 'R';
}

/* Sectors of the window whose first request the record is at. */
static u64 window_of(const struct il_asif *d, const struct mms_event *first)
{
	const struct mms_event *e = first, *end = d->by.from->event + d->by.from->count;
	u64 until = first->block_rq.sector + first->block_rq.sectors;

	if (end - e > AHEAD)
		end = e + AHEAD;
	for (e++; e < end; e++) {
		if (e->pid != first->pid)
			continue;
		if (e->kind == MMS_KIND_interleave_page && !e->interleave_page.order)
			break; /* the next window's pages */
		if (!is_read(e))
			continue;
		if (e->block_rq.dev != first->block_rq.dev || e->block_rq.sector != until)
			break;
		until += e->block_rq.sectors;
	}
	return until - first->block_rq.sector;
}

/* The last `n` pages that the task was given, in order, to `window`. False: they are not known. */
static bool gather(struct il_asif *d, s32 pid, u32 n)
{
	u64 known = MMS_MIN(d->pages, (u64)RECENT);

	for (u64 back = 1; n && back <= known; back++) {
		const struct recent *r = &d->recent[(d->pages - back) % RECENT];

		if (r->pid == pid)
			d->window[--n].pfn = r->pfn;
	}
	return !n;
}

static bool limits_of(const struct il_asif *d, u32 dev, struct rq_limits *limits)
{
	for (u32 i = 0; i < d->by.from->count; i++) {
		const struct mms_ev_queue_limits *e = &d->by.from->event[i].queue_limits;

		if (d->by.from->event[i].kind != MMS_KIND_queue_limits || e->dev != dev)
			continue;
		*limits = (struct rq_limits){e->max_sectors, e->max_segments, e->segment_bytes};
		return e->max_sectors >= PAGE_SECTORS && e->max_segments && e->segment_bytes >= PAGE_BYTES;
	}
	return false;
}

static bool emit_rq(struct il_asif *d, const struct mms_event *by, u64 sector, u32 sectors, u32 segments)
{
	struct mms_event *e;

	if (!sectors)
		return true;
	if (!il_again(d, by, &e))
		return false;
	e->block_rq.sector = sector;
	e->block_rq.sectors = sectors;
	e->block_rq.segments = (u16)segments;
	return true;
}

/* mm/readahead.c:read_pages(): `n` pages, from the first request of the record on, under one plug. */
static bool make_requests(struct il_asif *d, const struct mms_event *by, u32 n, const struct rq_limits *limits)
{
	u64 sector = by->block_rq.sector;
	u32 sectors = 0, segments = 0;
	struct piece piece;

	for (u32 from = 0, bio_end = 0; from < n; from += piece.pages) {
		if (from == bio_end)
			bio_end = MMS_MIN(from + BIO_MAX_VECS, n);
		piece = il_cut(d->window, from, bio_end, limits);
		if (il_fits(sectors, segments, piece, limits) != MMS_rq_why_joined) {
			if (!emit_rq(d, by, sector, sectors, segments))
				return false;
			sector += sectors;
			sectors = segments = 0;
		}
		sectors += piece.pages * PAGE_SECTORS;
		segments += piece.segments;
	}
	return emit_rq(d, by, sector, sectors, segments);
}

bool il_asif_request(struct il_asif *d, const struct mms_event *by)
{
	struct takeover *task = il_task_of(d, by->pid);
	const struct mms_ev_block_rq *rq = &by->block_rq;
	struct rq_limits limits;
	struct mms_event *e;
	u64 sectors;

	if (!is_read(by) || !task->used)
		return il_again(d, by, &e);
	if (task->read && task->dev == rq->dev && rq->sector >= task->from && rq->sector < task->until)
		return true; /* of a window that is made already */
	task->read = false;
	sectors = window_of(d, by);
	if (sectors % PAGE_SECTORS || sectors / PAGE_SECTORS > WINDOW_MAX || !limits_of(d, rq->dev, &limits) ||
	    !gather(d, by->pid, (u32)(sectors / PAGE_SECTORS))) {
		d->kept++;
		return il_again(d, by, &e);
	}
	task->read = true;
	task->dev = rq->dev;
	task->from = rq->sector;
	task->until = rq->sector + sectors;
	return make_requests(d, by, (u32)(sectors / PAGE_SECTORS), &limits);
}
