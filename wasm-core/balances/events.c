/* SPDX-License-Identifier: Apache-2.0 */
/* Any event: its CPU, its time, and the page frame it names. */
#include "internal.h"

#define KINDS 64
#define BLOCK 512      /* frames; a power of two that divides where zones begin */
#define BLOCKS 32768u  /* that are followed; frames of others are not compared */
#define AFTER 60000000000ull /* so long, at most, the tracer waits for what is on its way */

/* `queue_limits` are the tracer's own, read all at once. */
static bool is_kernels(const struct mms_event *e)
{
	return !mms_kind_bare(e->kind) && e->kind != MMS_KIND_queue_limits && e->kind < KINDS;
}

static bool has_cpu(const struct books *b, u16 cpu)
{
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		if (cpu < CPUS && b->node_cpus[nid] >> cpu & 1)
			return true;
	return false;
}

static void balance_each(struct books *b)
{
	u64 (*last)[KINDS] = mms_arena_alloc(b->arena, CPUS * sizeof(*last));
	u64 all = 0, on_cpu = 0, in_time = 0, once = 0;

	if (!last) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		if (!is_kernels(e))
			continue;
		all++;
		on_cpu += has_cpu(b, e->cpu);
		in_time += e->ts >= b->began && e->ts - b->began <= b->ended - b->began + AFTER;
		once += last[e->cpu % CPUS][e->kind] != e->ts;
		last[e->cpu % CPUS][e->kind] = e->ts;
	}
	if (!all)
		return;
	mms_balance_tell(b, MMS_BALANCE_cpus, 0, all, on_cpu, 0);
	if (b->ended == UNTOLD)
		mms_balance_untold(b, MMS_BALANCE_clock, 0);
	else
		mms_balance_tell(b, MMS_BALANCE_clock, 0, all, in_time, 0);
	mms_balance_tell(b, MMS_BALANCE_once, 0, all, once, 0);
}

/* A block of frames, and the zone or node that its first frame told. */
struct block {
	u64 number; /* plus 1; 0: unused */
	u16 owner;
};

/* False: there is no room to follow it. */
static bool fits(struct block *table, u64 frame, u16 owner, bool *fit)
{
	u64 number = frame / BLOCK + 1;

	for (u32 i = 0, at = (u32)(number * 2654435761u); i < 16; i++, at++) {
		struct block *block = &table[at % BLOCKS];

		if (!block->number)
			*block = (struct block){number, owner};
		if (block->number != number)
			continue;
		*fit = block->owner == owner;
		return true;
	}
	return false;
}

static void balance_frames(struct books *b)
{
	struct block *table = mms_arena_alloc(b->arena, BLOCKS * sizeof(*table));
	u64 told = 0, fitting = 0;

	if (!table) {
		b->full = true;
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];
		bool fit = false;

		if (e->kind == MMS_KIND_zone_select && e->zone_select.zone >= 0 && e->zone_select.pfn &&
		    e->zone_select.pfn != UNTOLD)
			told += fits(table, e->zone_select.pfn, (u16)e->zone_select.zone, &fit);
		else if (e->kind == MMS_KIND_interleave_page)
			told += fits(table, e->interleave_page.pfn, (u16)(ZONES + e->interleave_page.page_nid), &fit);
		fitting += fit;
	}
	if (told)
		mms_balance_tell(b, MMS_BALANCE_frames, 0, told, fitting, 0);
}

void mms_balance_events(struct books *b)
{
	size_t top = b->arena->top;

	balance_each(b);
	balance_frames(b);
	mms_arena_rewind(b->arena, top);
}
