/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checker.h: did the kernel decide as policy/ would?
 *
 * Each decision is checked twice. Stateless: from what its event carries alone. Replayed: against what other
 * events tell, which is the swap lists, a task's interleave counter, or the zonelists and batches; a kind
 * without a replayed check of its own has the stateless answer for both. What another CPU could have changed
 * between two steps of a walk is taken from the event, not derived: the rule is checked, not the race. Where
 * events are missing a verdict is `incomplete`, never `same`.
 */
#ifndef MMS_CHECKER_H
#define MMS_CHECKER_H

#include "base/log.h"
#include "mms/abi.h"
#include "mms/state.h"

#define MMS_WALKERS 16
#define MMS_TASKS 256 /* tasks whose interleave counters are followed at a time */

/* One check's answer. */
struct mms_finding {
	u8 check; /* enum mms_check_id */
	u8 why;   /* enum mms_check_why_id */
	u8 visit; /* which visit differs, from 0 */
	s16 expected;
};

/* A walk of more than one visit: its later requeues have events of their own. */
struct mms_walker {
	u32 event; /* its swap_select, plus 1; 0: unused */
	u8 visit;  /* the visit whose requeue comes next */
};

/* What a task's last interleaved allocation, or its last set_mempolicy(), left. */
struct mms_il_task {
	s32 pid;
	bool used;
	bool fresh;    /* set_mempolicy(): il_prev is the highest node number there can be */
	s16 prev;      /* il_prev; not when fresh */
	u32 cnt;       /* il_cnt, or il_weight of a weighted policy */
	u32 at;        /* event that left this: the oldest task makes room for a new one */
	bool weighted; /* which of the two counters cnt is */
	char comm[16]; /* a task that bears another name now ran a program, and not all of it may be in the capture */
};

/* What `zonelist` events told, by preferred node. */
struct mms_zonelists {
	struct mms_ev_zonelist of[MMS_NODES];
	u16 known; /* bit n: that of node n */
};

struct mms_checker {
	const struct mms_log *log;
	struct mms_verdict *verdict; /* one per event */
	struct mms_totals *totals;
	struct mms_state state; /* before event `at` */
	u32 at;
	bool lost;           /* a `lost` event went by */
	bool complete;       /* every event since the kernel booted is in the log: seq 1, and no gap */
	u16 doubt;           /* bit i: events were lost since list i was last seen */
	u16 seen;            /* bit i: list i was seen in a snapshot */
	u32 renumber;        /* bit t: swapoff must still move up the priority of device t */
	struct mms_walker walker[MMS_WALKERS];
	u32 next_walker;
	struct mms_il_task task[MMS_TASKS];
	s16 highest_node; /* MAX_NUMNODES - 1 of the kernel, once a fresh counter told; before that 0 */
	struct mms_zonelists zonelists;
	struct mms_mode_totals mode[MMS_N_MODES];
};

/* `lost`: events known to be lost. Status ok or no_memory. */
enum mms_status_id mms_checker_begin(struct mms_checker *c, struct mms_arena *arena, const struct mms_log *log,
				     struct mms_totals *totals, u64 lost);

/* Checks up to `max_events` more: more or ok. */
enum mms_status_id mms_checker_run(struct mms_checker *c, u32 max_events);

#endif
