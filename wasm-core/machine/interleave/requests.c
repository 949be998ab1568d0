/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From a window of pages to requests. Pages go into bios of up to bio_pages (fs/mpage.c:
 * mpage_readahead()). A bio that would break a limit of the queue is cut (block/blk-merge.c:
 * bio_split_rw()), or before 4.3 ends there (block/bio.c:bio_add_page()). A piece joins the request before
 * it if both together break no limit (bio_attempt_back_merge(), ll_back_merge_fn()) and that one has not
 * gone to the disk.
 */
#include "internal.h"

/* Does this page's frame lengthen the segment that the page before is in? */
static bool grows(const struct page *window, u32 i, u32 segment_pages, const struct rq_limits *limits)
{
	return window[i].pfn == window[i - 1].pfn + 1 && segment_pages < limits->segment_bytes / PAGE_BYTES;
}

struct piece il_cut(const struct page *window, u32 from, u32 to, const struct rq_limits *limits)
{
	struct piece piece = {0, 0};
	u32 segment_pages = 0;

	for (u32 i = from; i < to; i++) {
		bool grown = i > from && grows(window, i, segment_pages, limits);

		if ((piece.pages + 1) * PAGE_SECTORS > limits->sectors || (!grown && piece.segments == limits->segments))
			break;
		segment_pages = grown ? segment_pages + 1 : 1;
		piece.segments += !grown;
		piece.pages++;
	}
	return piece;
}

u8 il_fits(u32 sectors, u32 segments, struct piece piece, const struct rq_limits *limits)
{
	if (sectors + piece.pages * PAGE_SECTORS > limits->sectors)
		return MMS_rq_why_sectors;
	return segments + piece.segments > limits->segments ? MMS_rq_why_segments : MMS_rq_why_joined;
}

static struct rq_limits limits_of(const struct mms_params *p)
{
	return (struct rq_limits){(u32)p->max_sectors, (u32)p->max_segments, (u32)p->segment_bytes};
}

/* Why a piece cannot join the last request, or joined. `window`: nothing is left to join. */
static u8 fits(const struct interleave_machine *m, const struct disk *d, struct piece piece, const struct rq_limits *limits)
{
	const struct request *last = &d->ring[ring_at(m, d, d->n - 1)];

	if (d->issued == d->n)
		return d->reads || d->n ? MMS_rq_why_window : MMS_rq_why_first;
	return il_fits(last->sectors, last->segments, piece, limits);
}

static struct request *begin_request(struct interleave_machine *m, struct disk *d, u64 page)
{
	struct request *rq;

	/* The plug lets go of what it holds when another request begins (block/blk-mq.c:blk_add_rq_to_plug()). */
	d->gathering = false;
	il_disk_issue(m, d, m->now);
	rq = &d->ring[ring_at(m, d, d->n++)];
	*rq = (struct request){.page = page, .began = m->now};
	d->gathering = true;
	if (!d->reads && d->n == 1)
		d->first_at = m->now;
	return rq;
}

static void emit_rq_page(struct interleave_machine *m, u64 number, const struct page *page, u8 why, bool grown,
			 const struct request *rq)
{
	struct mms_event *e = il_emit(m, MMS_KIND_rq_page);

	if (!e)
		return;
	e->rq_page.dev = m->disk[m->runs].dev;
	e->rq_page.page = number;
	e->rq_page.nid = page->nid;
	e->rq_page.pfn = page->pfn;
	e->rq_page.why = why;
	e->rq_page.grew = grown;
	e->rq_page.segments = rq->segments;
	e->rq_page.sectors = rq->sectors;
}

/* Pages `from` on of the window, which starts with page `start` of the file, go to the disk as one piece. */
static void submit(struct interleave_machine *m, u64 start, u32 from, struct piece piece)
{
	const struct rq_limits limits = limits_of(&m->p);
	struct disk *d = &m->disk[m->runs];
	struct request *rq = NULL;
	u32 segment_pages = 0;
	u8 why = MMS_rq_why_joined;

	for (u32 i = from; i < from + piece.pages && !m->stop; i++) {
		bool grown = i > from && grows(m->window, i, segment_pages, &limits);

		m->now += (u64)m->p.alloc_ns;
		il_emit_interleave(m, &m->window[i]);
		if (i == from) {
			il_disk_until(m, d, m->now);
			why = fits(m, d, piece, &limits);
			d->merges += why == MMS_rq_why_joined;
			rq = why == MMS_rq_why_joined ? &d->ring[ring_at(m, d, d->n - 1)] : begin_request(m, d, start + i);
			d->gathering = true;
		}
		segment_pages = grown ? segment_pages + 1 : 1;
		rq->segments = (u16)(rq->segments + !grown);
		rq->sectors += PAGE_SECTORS;
		emit_rq_page(m, start + i, &m->window[i], i == from ? why : MMS_rq_why_joined, grown, rq);
	}
}

/*
 * mm/readahead.c:page_cache_ra_unbounded(), read_pages(): all pages of the window, then all bios, under one
 * plug. A page's node and its place in a request are given together; neither depends on the other.
 */
void il_read_window(struct interleave_machine *m, u64 start, u32 n)
{
	const struct rq_limits limits = limits_of(&m->p);
	struct disk *d = &m->disk[m->runs];
	struct piece piece;

	for (u32 i = 0; i < n; i++)
		il_alloc_page(m, &m->window[i]);
	for (u32 from = 0, bio_end = 0; from < n && !m->stop; from += piece.pages) {
		if (from == bio_end || !m->p.bio_split)
			bio_end = MMS_MIN(from + (u32)m->p.bio_pages, n);
		piece = il_cut(m->window, from, bio_end, &limits);
		submit(m, start, from, piece);
	}
	d->gathering = false;
	il_disk_issue(m, d, m->now);
	m->pages += n;
}
