/* SPDX-License-Identifier: Apache-2.0 */
/* asif.h: what asif.c, calls.c and batches.c share. Nobody outside includes it, tests excepted. */
#ifndef MMS_MACHINE_ZONES_ASIF_H
#define MMS_MACHINE_ZONES_ASIF_H

#include "internal.h"
#include "machine/machine.h"

#define CALLERS 1024 /* that are remembered */

/* alloc_batch of a zone, and the pages charged to it since boot, both modulo 2^32. */
struct zone_batches {
	u32 batch, charged;
};

/* A zone: as the record has it, and what is otherwise here. */
struct asif_zone {
	struct mms_zone_pages pages; /* as the record read it last, less what it took since */
	s64 managed;    /* pages */
	bool known;     /* its marks are */
	bool chained;   /* its batch is known there */
	bool counted;   /* its charges are */
	bool dirty;     /* its node was over its dirty limit when that was asked last */
	u8 answer;      /* of node_reclaim() when it was asked last; took: it never was */
	s32 more;       /* free pages here beyond those there: taken there and not here */
	struct zone_batches there, here;
	u64 taken_there, taken_here; /* pages */
};

/* Who asks for what: a task, or what interrupts it, or reclaim that it is in. And where this call of it is. */
struct caller {
	s64 task;
	u64 gfp;
	u8 order;
	bool used;
	u32 at;         /* its last event */
	bool satisfied; /* nothing more is asked in this call here */
	struct mms_zone_walk walk; /* its last one */
	struct mms_zonelist list;  /* that this went along */
	u8 round[MMS_ZONELIST_MAX]; /* zones that it is about to reset */
	u8 round_n, round_at, round_reason;
};

struct zones_asif {
	struct mms_asif by;
	struct mms_out out;
	const struct mms_event *now; /* of the record */
	u32 at;                      /* the one after it */
	u8 policy;                   /* here */
	bool half;                   /* batches begin half used up */
	bool unseen_by_rule;         /* where the record says who asked, what it leaves out goes where the policy says */
	u64 decisions;
	u64 unmet;     /* pages that were given there, and that no zone had here */
	u64 unseen;    /* pages charged by tasks that the capture leaves out */
	u64 unasked; /* resets by a task whose walks are recorded, of which none asked for it; none in a record with every walk */
	u64 corrected; /* walks that read a batch otherwise than all charges recorded so far explain */
	bool stop, reported;
	struct asif_zone zone[ZONE_ROWS];
	struct mms_zonelist list[MMS_NODES];
	struct caller caller[CALLERS];
};

/* batches.c: a batch that was read, or found at a charge: pages that others took before, beyond those recorded */
s32 batches_read(struct zones_asif *d, u8 zone, s32 batch);
s32 batches_charge(struct zones_asif *d, const struct mms_ev_zone_select *e);
void batches_reset(struct zones_asif *d, const struct mms_ev_zone_batch *e);
void batches_take(struct zones_asif *d, u8 zone, u8 order, struct mms_ev_zone_select *e);
void begin_round(struct zones_asif *d, struct caller *c);
void end_round(struct zones_asif *d, struct caller *c);

/* calls.c: the walk that the record is at */
void play_call(struct zones_asif *d, struct caller *c);

/* asif.c */
struct mms_event *asif_emit(struct zones_asif *d, enum mms_kind_id kind);

/* Each CPU has an idle task of its own, all of them pid 0. */
static inline s64 task_of(const struct mms_event *e)
{
	return e->pid ? e->pid : -1 - (s64)e->cpu;
}

/* Is this walk one of the caller's? The fast path may have __GFP_HARDWALL where the slow path has not. */
static inline bool is_of(const struct caller *c, const struct mms_event *e)
{
	return c->task == task_of(e) && c->order == e->zone_select.order &&
	       c->gfp == (e->zone_select.gfp & ~(u64)MMS_GFP_HARDWALL);
}

void *zones_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		  const struct mms_asif *asif, struct mms_error *error);
enum mms_status_id zones_run_asif(void *machine, u32 max_decisions, struct mms_error *error);

#endif
