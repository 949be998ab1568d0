/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which frame a page gets. A CPU keeps a list of free frames for each node and fills it, when it is empty,
 * with pcp_batch of them (mm/page_alloc.c:rmqueue_bulk()), which the buddy allocator splits off its blocks
 * in ascending order: so neighbours on a list are neighbours in memory, unless memory is fragmented.
 */
#include "internal.h"

#define GAP_MAX 8 /* frames passed over, where memory is fragmented: they are in use */
#define BLOCK_MAX 1024

/* Frames of one node, so that none is needed twice: all pages on one node, and what is passed over between. */
u64 il_frames_span(const struct mms_params *p)
{
	u64 taken = (u64)(p->disks * (p->file_pages + p->pcp_batch));
	u64 span = taken * (p->fragmentation ? 1 + GAP_MAX : 1) * 2 + 2 * BLOCK_MAX;

	return (span + BLOCK_MAX - 1) / BLOCK_MAX * BLOCK_MAX;
}

bool il_frames_begin(struct interleave_machine *m, struct mms_arena *arena)
{
	u32 batch = (u32)m->p.pcp_batch;
	u64 lists = (u64)(m->p.disks * m->p.nodes);
	u64 *pfn = mms_arena_alloc_raw(arena, (size_t)lists * batch * sizeof(*pfn));

	for (u32 i = 0; pfn && i < lists; i++)
		m->task[i / m->p.nodes].list[i % m->p.nodes].pfn = pfn + (u64)i * batch;
	for (u32 nid = 0; nid < m->p.nodes; nid++) {
		/* its first block is the kernel's own */
		m->buddy[nid].pfn = nid * il_frames_span(&m->p) + BLOCK_MAX;
		m->buddy[nid].end = m->buddy[nid].pfn + (u64)m->p.block_pages;
	}
	return pfn;
}

static u64 next_frame(struct interleave_machine *m, struct buddy *b)
{
	u64 pfn = b->pfn++;

	if (m->p.fragmentation && mms_random_below(&m->random, 100) < m->p.fragmentation)
		b->pfn += 1 + mms_random_below(&m->random, GAP_MAX);
	if (b->pfn >= b->end) {
		b->pfn += (u64)m->p.block_pages;
		b->end = b->pfn + (u64)m->p.block_pages;
	}
	return pfn;
}

static u64 take_frame(struct interleave_machine *m, s16 nid)
{
	struct frame_list *list = &m->task[m->runs].list[nid];

	if (list->at == list->n) {
		list->n = (u32)m->p.pcp_batch;
		for (list->at = 0; list->at < list->n; list->at++)
			list->pfn[list->at] = next_frame(m, &m->buddy[nid]);
		list->at = 0;
	}
	return list->pfn[list->at++];
}

static s16 choose_node(struct interleave_machine *m, struct page *page)
{
	struct task *t = &m->task[m->runs];
	u64 nodes = (u64)m->p.policy_nodes;

	page->before = t->il;
	switch (m->p.mempolicy) {
	case MMS_mpol_interleave:
		page->g = (u32)m->p.granularity;
		return mms_interleave_nodes(&t->il, nodes, page->g);
	case MMS_mpol_weighted_interleave:
		page->g = mms_interleave_stays(&t->il, nodes) ? 0 : (u32)m->p.weight[mms_next_node_in(t->il.prev, nodes)];
		return mms_weighted_interleave_nodes(&t->il, nodes, page->g);
	default:
		return t->nid;
	}
}

/* mm/filemap.c:filemap_alloc_folio(): the node by the task's policy, the frame from that node's list. */
void il_alloc_page(struct interleave_machine *m, struct page *page)
{
	page->nid = choose_node(m, page);
	page->after = m->task[m->runs].il;
	page->pfn = take_frame(m, page->nid);
	m->allocated[page->nid]++;
}
