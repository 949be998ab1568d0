/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checker.h: did the kernel decide as policy/ would?
 *
 * Each decision is checked twice. Stateless: from what its event carries alone. Replayed: against what other
 * events record: the swap lists, a task's interleave counter, zonelists, the numbers of charges, marks, kswapd's
 * waits, readahead and the reads of a mean; where none records anything the verdict is the stateless one, and is
 * counted as that. What another CPU could have changed between two steps of a walk is taken from the event, not
 * derived: the rule is checked, not the race. Where events are missing a verdict is `incomplete`, never `same`.
 */
#ifndef MMS_CHECKER_H
#define MMS_CHECKER_H

#include "base/log.h"
#include "mms/abi.h"
#include "mms/state.h"

#define MMS_WALKERS 16
#define MMS_TASKS 256 /* tasks whose interleave counters, or readahead, are followed at a time */
#define MMS_ROUND_TASKS 32 /* tasks whose resets are followed at a time */
#define MMS_RA_RACES 8 /* tasks that may be in swapin_nr_pages() at a time */
#define MMS_MARKS_KEPT 8 /* changes of a zone's marks that a walk may still have read */
#define MMS_RA_LEFT 64 /* mappings whose readahead is followed at a time */

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
	u64 nodes; /* of the policy */
	char comm[16]; /* a task that bears another name now ran a program, and not all of it may be in the capture */
};

/* What `zonelist` events recorded, by preferred node. */
struct mms_zonelists {
	struct mms_ev_zonelist of[MMS_NODES];
	u16 known; /* bit n: that of node n */
};

/* vm.zone_alloc_policy: by the first event that records it, then by its switches. */
struct mms_policy {
	bool known;
	u8 mode;   /* enum mms_zone_policy_id */
	u64 since; /* a walk that begins at this time or later follows it */
};

/* A task's rounds of resets: by which round it may be (reset.c), how many of its zones were reset. */
struct mms_rounds {
	u32 event; /* the latest reset, plus 1; 0: unused */
	u8 reason; /* enum mms_batch_reason_id */
	u8 done[128];
};

/* A task's last readahead window, and how many reads it has made since. */
struct mms_ra_task {
	u32 event; /* its swap_ra, plus 1; 0: unused */
	u32 reads;
};

/* What the last window of a mapping left in vma->swap_readahead_info. */
struct mms_ra_left {
	u64 lo, hi; /* the mapping */
	u32 event;  /* its swap_ra, plus 1; 0: unused */
	u16 win;    /* pages */
};

/* What the latest windows left in the variables of swapin_nr_pages(), which all tasks share. */
struct mms_ra_shared {
	u32 n; /* how many there were */
	u64 prev[MMS_RA_RACES]; /* prev_offset */
	u16 win[MMS_RA_RACES];  /* last_readahead_pages */
};

/* What reads recorded of a swap device: SWP_FS_OPS, SWP_SYNCHRONOUS_IO, and whether it has queues to poll. */
struct mms_swap_kind {
	bool known, fs, sync;
	bool asked, can_poll; /* `asked`: a read recorded it */
};

/* What other events, put in the order that their numbers give, say of one: charge.c, mean.c, frame.c. */
enum mms_context_id {
	MMS_CONTEXT_NONE, /* nothing */
	MMS_CONTEXT_FITS,
	MMS_CONTEXT_CHARGES,
	MMS_CONTEXT_HIDDEN,
	MMS_CONTEXT_MEAN,
	MMS_CONTEXT_FRAME,
	MMS_CONTEXT_UNSET,
};
struct mms_context {
	u8 what; /* enum mms_context_id */
	s16 expected;
};

/* What a zone's watermarks and boost were, until an event recorded others. */
struct mms_marks {
	u64 mark[3]; /* min, low, high without the boost */
	u64 boost;
	u32 until; /* that event */
};

/* A zone's boost, where the capture records boosts. */
struct mms_boosts {
	bool known;  /* it does */
	bool exact; /* `boost` is what the kernel has */
	u64 boost;
	u32 n;      /* changes so far */
	struct mms_marks before[MMS_MARKS_KEPT]; /* the latest of them */
};

/* Where kswapd of a node is, by its own events and by wake-ups. */
struct mms_wait {
	bool looked;  /* for its first event */
	bool known;   /* whether it waits */
	bool waiting; /* it is about to wait or waits, and was not woken since */
	bool asleep;  /* and somebody has seen it there */
	bool silent;  /* kswapd says nothing in all of the capture */
	bool queued;  /* it was woken, but may be found on its queue until it says otherwise */
	u32 event;    /* the last event that changed this, plus 1; 0: from before the capture */
	u64 since;    /* its time, or that of the first check */
	u64 began;    /* when it began to wait; 0: before the capture */
};

/* What there is of one question about an unpatched kernel (stock.c). */
struct mms_stock_counts {
	u64 lines;   /* since a script's last `mms_end` */
	u64 all[2];  /* of order 0, and above */
	u64 open[2]; /* of these, not modelled */
	u64 raced;
	bool short_of; /* fewer lines, or more, than a script counted */
};

/* Which unpatched kernel decides, as `mms_begin` has it. */
struct mms_stock {
	bool begun, mixed, foreign; /* mixed: two kernels; foreign: lines of another version */
	u8 era;                     /* 1 + its place among those known; 0: none of them */
	char release[128];
	struct mms_stock_counts of[MMS_stock_question_ra + 1]; /* by enum mms_stock_question_id */
};

struct mms_checker {
	const struct mms_log *log;
	struct mms_verdict *verdict; /* one per event */
	struct mms_totals *totals;
	struct mms_state state; /* before event `at` */
	u32 at;
	bool lost;           /* a `lost` event went by */
	bool summed;         /* the last event was checked */
	bool complete;       /* every event since the kernel booted is in the log: seq 1, and no gap */
	u16 doubt;           /* bit i: events were lost since list i was last seen */
	u16 seen;            /* bit i: list i was seen in a snapshot */
	u32 renumber;        /* bit t: swapoff must still move up the priority of device t */
	struct mms_walker walker[MMS_WALKERS];
	u32 next_walker;
	struct mms_il_task task[MMS_TASKS];
	s16 highest_node; /* MAX_NUMNODES - 1 of the kernel, once a fresh counter showed it; before that 0 */
	struct mms_zonelists zonelists;
	struct mms_policy policy;
	struct mms_context *context; /* one per event */
	struct mms_boosts boosts[MMS_COUNT(((struct mms_state *)0)->zone)];
	struct mms_wait wait[MMS_NODES];
	u64 began; /* time of the first event that has one */
	u8 scarce[MMS_NODES]; /* zones of each node, a bit each, that were not above what kswapd stops at when they were read */
	struct mms_rounds rounds[MMS_ROUND_TASKS];
	struct mms_ra_task ra_task[MMS_TASKS];
	struct mms_ra_left ra_left[MMS_RA_LEFT];
	struct mms_ra_shared ra_shared;
	struct mms_stock stock;
	bool lists_known; /* a swap_list event came: so does that of a swapon */
	struct mms_swap_kind swap_kind[MMS_COUNT(((struct mms_state *)0)->dev)];
	struct mms_mode_totals mode[MMS_N_MODES];
};

/* `lost`: events known to be lost. Status ok or no_memory. */
enum mms_status_id mms_checker_begin(struct mms_checker *c, struct mms_arena *arena, const struct mms_log *log,
				     struct mms_totals *totals, u64 lost);

/* Checks up to `max_events` more: more or ok. */
enum mms_status_id mms_checker_run(struct mms_checker *c, u32 max_events);

#endif
