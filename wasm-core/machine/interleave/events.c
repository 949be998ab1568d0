/* SPDX-License-Identifier: Apache-2.0 */
/* The events a patched kernel would write, from what the machine holds. */
#include "internal.h"

#define FIRST_PID 1000
#define FIRST_DISK 2    /* sdc */
#define MAJOR_SHIFT 20
#define DISKS_OF_MAJOR 16
#define DISK_MINORS 16

struct mms_event *il_emit(struct interleave_machine *m, enum mms_kind_id kind)
{
	const struct mms_who who = {m->task[m->runs].cpu, (s32)(FIRST_PID + m->runs), "reader"};
	struct mms_event *e = mms_emit(&m->out, kind, m->now, &who);

	m->stop |= !e;
	return e;
}

/* include/uapi/linux/major.h: SCSI_DISK0_MAJOR holds sda to sdp, SCSI_DISK1_MAJOR what comes then. */
static u32 dev_of(u32 index)
{
	u32 disk = FIRST_DISK + index;

	return (disk < DISKS_OF_MAJOR ? 8u : 65u) << MAJOR_SHIFT | disk % DISKS_OF_MAJOR * DISK_MINORS;
}

static void emit_nodes(struct interleave_machine *m)
{
	u64 cpus = (u64)m->p.cpus_per_node;

	for (u32 nid = 0; nid < m->p.nodes; nid++) {
		struct mms_event *e = il_emit(m, MMS_KIND_node);

		if (!e)
			return;
		e->node.nid = (s16)nid;
		e->node.cpus = ((1ull << cpus) - 1) << (nid * cpus);
		e->node.pages = il_frames_span(&m->p);
	}
}

static void emit_limits(struct interleave_machine *m)
{
	struct mms_event *e = il_emit(m, MMS_KIND_queue_limits);

	if (!e)
		return;
	e->queue_limits.dev = m->disk[m->runs].dev;
	e->queue_limits.max_sectors = (u32)m->p.max_sectors;
	e->queue_limits.max_segments = (u16)m->p.max_segments;
	e->queue_limits.segment_bytes = (u32)m->p.segment_bytes;
	e->queue_limits.read_ahead = (u32)m->p.read_ahead;
	mms_copy(e->queue_limits.name, "sd", 2);
	e->queue_limits.name[2] = (char)('a' + FIRST_DISK + m->runs);
}

static void emit_policy(struct interleave_machine *m)
{
	struct mms_event *e = il_emit(m, MMS_KIND_mempolicy);

	if (!e)
		return;
	e->mempolicy.mode = (u8)m->p.mempolicy;
	e->mempolicy.nodes = m->p.mempolicy == MMS_mpol_default ? 0 : (u64)m->p.policy_nodes;
}

void il_emit_boot(struct interleave_machine *m)
{
	emit_nodes(m);
	for (m->runs = 0; m->runs < m->p.disks && !m->stop; m->runs++) {
		m->disk[m->runs].dev = dev_of(m->runs);
		emit_limits(m);
	}
	for (m->runs = 0; m->runs < m->p.disks && !m->stop; m->runs++)
		emit_policy(m);
	m->runs = 0;
}

/* Nothing where no policy decides. */
void il_emit_interleave(struct interleave_machine *m, const struct page *page)
{
	struct mms_event *e = m->p.mempolicy == MMS_mpol_default ? NULL : il_emit(m, MMS_KIND_interleave);

	if (!e)
		return;
	m->decisions++;
	m->hits[page->nid]++;
	e->interleave.caller = MMS_il_caller_alloc;
	e->interleave.mode = (u8)m->p.mempolicy;
	e->interleave.nodes = (u64)m->p.policy_nodes;
	e->interleave.prev = page->before.prev;
	e->interleave.cnt = page->before.cnt;
	e->interleave.g = page->g;
	e->interleave.nid = page->nid;
	e->interleave.cnt_after = page->after.cnt;
}

void il_emit_block_rq(struct interleave_machine *m, const struct request *rq)
{
	struct mms_event *e = il_emit(m, MMS_KIND_block_rq);

	if (!e)
		return;
	e->block_rq.dev = m->disk[m->runs].dev;
	e->block_rq.sector = rq->page * PAGE_SECTORS;
	e->block_rq.sectors = rq->sectors;
	e->block_rq.segments = rq->segments;
	mms_copy(e->block_rq.rwbs, "RA", 2);
}
