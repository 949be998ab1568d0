/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interleaving by place against the event of the frame that came of it, which the kernel records after the allocation, in
 * mm/mempolicy.c:alloc_pages_mpol_noprof(). Both are of one task, one after the other; reclaim in between may
 * allocate by the task's counter, which is told apart, and never by place.
 */
#include "internal.h"

#define PLACES 1024 /* of tasks, by pid: of two in one place only the later one is known */

/* An `interleave_vma` whose frame is to come. */
struct asked {
	s32 pid;
	u32 event; /* its place in the log + 1; 0: none */
};

static u8 judge(const struct mms_ev_interleave_vma *asked, const struct mms_ev_interleave_page *got)
{
	return asked->nid == got->nid && asked->mode == got->mode ? MMS_CONTEXT_FITS : MMS_CONTEXT_FRAME;
}

void mms_frames_begin(struct mms_checker *c)
{
	struct asked table[PLACES];

	mms_fill(table, 0, sizeof(table));
	for (u32 i = 0; i < c->log->count; i++) {
		const struct mms_event *e = &c->log->event[i];
		struct asked *asked = &table[(u32)e->pid % PLACES];

		if (e->kind == MMS_KIND_interleave_vma) {
			*asked = (struct asked){.pid = e->pid, .event = i + 1};
		} else if (e->kind == MMS_KIND_interleave_page && e->interleave_page.by_place && asked->event &&
			   asked->pid == e->pid) {
			struct mms_context *context = &c->context[asked->event - 1];

			context->what = judge(&c->log->event[asked->event - 1].interleave_vma, &e->interleave_page);
			context->expected = e->interleave_page.nid;
			asked->event = 0;
		}
	}
}
