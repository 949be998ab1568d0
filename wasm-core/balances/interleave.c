/* SPDX-License-Identifier: Apache-2.0 */
/* Interleaved pages beside the nodes' interleave_hit, and beside the allocations that asked for them. */
#include "internal.h"

#define NESTED 4 /* allocations of one task under way */
#define BY_PLACE 0x80 /* with the policy: asked for by the place in a mapping */
#define BEGINS 1000000000ull /* ns: so long behind the first that asked */

static void balance_hits(struct books *b)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		struct counted c, hit;
		u64 pages = 0, hits = 0;

		if (!(b->nodes >> nid & 1))
			continue;
		if (!mms_counted_of_node(b, nid, "interleave_hit", &c)) {
			mms_balance_unknown(b, MMS_BALANCE_interleaved, nid);
			continue;
		}
		hit.more = UNKNOWN;
		if (!b->kinds[MMS_KIND_zone_select] && !mms_counted_of_node(b, nid, "numa_hit", &hit))
			hit.more = UNKNOWN;
		for (u32 i = 0; i < b->log->count; i++) {
			const struct mms_event *e = &b->log->event[i];
			const struct mms_ev_interleave_page *p = &e->interleave_page;

			hits += hit.more != UNKNOWN && e->kind == MMS_KIND_interleave_page && p->nid == (s32)nid &&
				p->page_nid == (s32)nid && e->ts >= hit.from && e->ts <= hit.to;
			pages += e->kind == MMS_KIND_interleave_page && p->mode == MMS_mpol_interleave && p->nid == (s32)nid &&
				 p->page_nid == (s32)nid && e->ts >= c.from && e->ts <= c.to;
		}
		mms_balance_add(b, MMS_BALANCE_interleaved, nid, pages, c.more, 16 + b->cpus);
		if (hit.more != UNKNOWN)
			mms_balance_add(b, MMS_BALANCE_hits_of_node, nid, hits, hit.more, b->cpus);
	}
}

/* What a task asked for and has not got yet: reclaim on the way to a page may ask for others. */
struct asked {
	bool seen;
	u8 n;
	s16 nid[NESTED];
	u8 mode[NESTED];
};

static void ask(struct asked *asked, const struct mms_event *e)
{
	/* the oldest of so many have failed */
	if (asked->n == NESTED) {
		asked->n--;
		for (u32 i = 0; i < asked->n; i++) {
			asked->nid[i] = asked->nid[i + 1];
			asked->mode[i] = asked->mode[i + 1];
		}
	}
	asked->seen = true;
	if (e->kind == MMS_KIND_interleave) {
		asked->nid[asked->n] = e->interleave.nid;
		asked->mode[asked->n++] = e->interleave.mode;
	} else {
		asked->nid[asked->n] = e->interleave_vma.nid;
		asked->mode[asked->n++] = e->interleave_vma.mode | BY_PLACE;
	}
}

/* Was this asked for? The latest such, and what was asked behind it has failed. */
static bool gets(struct asked *asked, const struct mms_ev_interleave_page *e)
{
	for (u8 i = asked->n; i--;)
		if (asked->nid[i] == e->nid && asked->mode[i] == (e->mode | (e->by_place ? BY_PLACE : 0))) {
			asked->n = i;
			return true;
		}
	return false;
}

static void balance_done(struct books *b)
{
	struct asked *table = mms_arena_alloc(b->arena, b->tasks * sizeof(*table));
	u64 got = 0, fit = 0, first = UNKNOWN;

	if (!table) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];
		struct asked *asked = &table[b->task[i]];

		if ((e->kind == MMS_KIND_interleave && e->interleave.caller == MMS_il_caller_alloc) || e->kind == MMS_KIND_interleave_vma) {
			ask(asked, e);
			first = MMS_MIN(first, e->ts);
		} else if (e->kind == MMS_KIND_interleave_page) {
			/* a task that never asked may have asked before the capture began */
			got++;
			fit += asked->seen ? gets(asked, &e->interleave_page) : first == UNKNOWN || e->ts < first + BEGINS;
		}
	}
	if (got)
		mms_balance_add(b, MMS_BALANCE_interleave_done, 0, got, fit, 0);
}

void mms_balance_interleave(struct books *b)
{
	size_t top = b->arena->top;

	if (b->kinds[MMS_KIND_interleave_page]) {
		balance_hits(b);
		balance_done(b);
	}
	mms_arena_rewind(b->arena, top);
}
