/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what the files of machine/swap/ share. Nobody outside includes it, tests excepted. */
#ifndef MMS_MACHINE_SWAP_INTERNAL_H
#define MMS_MACHINE_SWAP_INTERNAL_H

#include "machine/events.h"
#include "machine/random.h"
#include "policy/get_swap_pages.h"
#include "policy/slots_cache.h"
#include "policy/swap_prio.h"
#include "policy/swap_range.h"
#include "swap.h"

#define NOWHERE MMS_DEVS /* a device here: none had room */
#define NO_RUN UINT32_MAX
#define MAX_CPUS 64  /* bits of node.cpus */
#define MAX_TASKS 256
#define MAX_STEPS 32
#define MAX_CARDS 1600 /* demand: 16 nodes, 100 each */

/* One byte per page: never touched, in memory, or swapped out to type `state - PAGE_SWAPPED`. */
enum page_state { PAGE_NONE = 0, PAGE_RESIDENT = 1, PAGE_SWAPPED = 2 };
#define FOLIO_LARGE 0x80000000u /* in the reclaim queue: a folio of 2^large_order pages begins here */

/* Folios of one page that follow each other in the reclaim queue and in memory; or one large folio. */
struct folios {
	u32 first, n;
};

/* Who runs: current->comm of the events (events.c). */
enum program { PROGRAM_SWAPON, PROGRAM_SWAPOFF, PROGRAM_SYSCTL, PROGRAM_USEMEM, PROGRAM_WRITER };

struct swap_dev { /* struct swap_info_struct */
	char name[MMS_NAME_MAX];
	u64 pages, used; /* slots; those held by slots caches are in use */
	u32 freed;       /* since the last walk, with clusters; nothing records them yet */
	s16 prio, given, node_id;
	s16 key[MMS_NODES];
	u64 lock_free, idle_from; /* timing.c: when its lock is free, when the disk is */
	u8 index;     /* parameter lane */
	bool exists;  /* the type is taken */
	bool writeok; /* SWP_WRITEOK: false while it is swapped off */
	bool listed;
};

/* Of one CPU, mm/swap_slots.c: `nr` slots to use, all of the device that the last refill came from, and the swap types of
 * those given back. */
struct slots_cache {
	u8 type, nr, n_ret;
	u8 ret[SWAP_SLOTS_CACHE_SIZE];
};

#define SWAPFILE_CLUSTER 512 /* slots, on x86-64 */
struct swap_turn { /* of one CPU: percpu_swap_cluster, mm/swapfile.c since 6.19 */
	u8 type;
	u32 left; /* slots of the cluster that it has not come to */
};

struct task {
	u64 clock, until_migration;
	u64 ended, exit_from, freed; /* timing.c: all is written; its memory begins to go; is gone */
	struct debt {            /* pages that it has still to pay for: the device's lock, its disk, slots given back */
		u32 lock, write, free;
	} owed[MMS_DEVS];
	u32 owed_lru, owes; /* `owes`: a bit for each device that it owes something */
	u32 again;               /* page to touch once there is room, and 1; 0: none */
	u32 exit_at;             /* pages of it that are gone */
	bool exiting;
	u32 base, next; /* first page; pages touched so far by a sequential writer */
	s32 pid;
	u16 cpu;
};

/* returns.c: pages of a device of the record, one after the other in the order in which it had them, that are on one
 * device here. */
struct pages_run {
	u32 n, prev, next; /* prev, next: towards the oldest and the newest; NO_RUN */
	u8 here;
};

/* asif.c: the capture whose demand is decided here, and where what it records is now. */
struct swap_asif {
	struct mms_asif by;
	u32 at;                      /* its next event */
	const struct mms_event *now; /* the one that is being decided */
	s16 first;                   /* the list of all nodes, where there is one: that of its first node */
	u32 demand;                  /* slots that are still asked for */
	u64 unmet;                   /* pages asked for that no device had room for */
	bool reported;                   /* the counters are */
	u64 live[MMS_DEVS][MMS_DEVS + 1]; /* pages by their device there and here; last: nowhere, no device had room */
	u64 owed[MMS_DEVS];          /* pages that were given back there before anything said that they were taken */
	u8 back;                     /* which of its pages a device gives back: slots_back */
	struct pages_run *run;       /* unless it is drawn */
	u32 free_run;
	struct { u32 oldest, newest; } order[MMS_DEVS]; /* by the record's device */
};

struct swap_machine {
	struct mms_params p;
	struct swap_asif *asif; /* NULL: a scenario's tasks ask */
	struct mms_out out;
	struct mms_random random;

	/* who runs, and when */
	u64 now;
	u8 program; /* enum program */
	s32 pid;
	u16 cpu;

	/* the swap layer */
	struct swap_dev dev[MMS_DEVS];
	struct mms_list avail[MMS_NODES]; /* swap_avail_heads */
	struct mms_list active;           /* swap_active_head; key: priority negated */
	s64 nr_swap_pages;
	u64 used;
	u32 autos; /* devices with an automatic priority on swap_active_head */
	u8 rule;

	/* slots caches */
	struct slots_cache cache[MAX_CPUS];
	bool cache_wanted, cache_enabled, cache_active;
	u32 cpus;
	struct swap_turn turn[MAX_CPUS][2]; /* of single pages, of large folios */

	/* memory of the group: a queue of folios, oldest first, as a ring of runs */
	u8 *page;
	struct folios *queue;
	u32 pages, queue_cap, queue_head, queue_runs, queue_n; /* `queue_n`: folios */
	u32 touched, resident, swapped;
	u32 large_share; /* of 65536 untouched groups, how many become one large folio */

	/* tasks by time of their next turn; the last entry is swapoff's */
	struct task task[MAX_TASKS + 1];
	u64 cpu_free[MAX_CPUS];
	struct turn {
		u64 clock;
		u16 task;
	} heap[MAX_TASKS + 1];
	u32 heap_n;
	u8 card[MAX_CARDS];
	u32 cards, dealt;
	u8 next_cpu[MMS_NODES];

	/* the script, and the swapoff under way */
	u32 step;
	s16 unuse_type; /* -1: none */
	u32 unuse_at;

	/* timing.c */
	struct task *current;
	u64 lru_free[MMS_NODES];
	u32 written;      /* tasks that have written all their memory */
	u64 asleep_from;  /* the CPU is free from here on; 0: not asleep */
	bool turn_over;
	struct { u64 busy, user, spun, outs, ins, touches, reads_ns; } times;

	u64 decisions;
	u64 idle; /* touches since the last decision */
	bool stop;
};

/* events.c */
struct mms_event *emit(struct swap_machine *m, enum mms_kind_id kind);
void emit_list(struct swap_machine *m, u8 op, u8 reason, int type);
void emit_mark(struct swap_machine *m, const char *what, const char *which);

/* swap.c */
void swapon(struct swap_machine *m, u32 index);
void enable_swap_info(struct swap_machine *m, u8 type, s16 given, u8 reason);
void join_lists(struct swap_machine *m, u8 type);
void leave_lists(struct swap_machine *m, u8 type);
int swap_type_of(const struct swap_machine *m, u32 index); /* -1: not swapped on */
void swapoff_begin(struct swap_machine *m, u8 type);
void swapoff_end(struct swap_machine *m, u8 type);
void reinsert_swap_info(struct swap_machine *m, u8 type);
void switch_rule(struct swap_machine *m, u8 rule);
u32 get_swap_pages(struct swap_machine *m, u16 goal, u8 order, u8 *type);
void begin_select(struct swap_machine *m, struct mms_ev_swap_select *e, u16 goal, u8 order, s64 avail); /* up to the list */
void end_select(struct swap_machine *m, struct mms_ev_swap_select *e, const struct mms_walk *w);
void swap_range_free(struct swap_machine *m, u8 type, u32 n);
u16 scan_swap_map_slots(struct swap_machine *m, u8 type, u16 batch, u8 order);

/* slots_cache.c */
bool folio_alloc_swap(struct swap_machine *m, u8 order, u8 *type);
u32 slots_at_hand(struct swap_machine *m); /* in this CPU's cache, refilled if need be */
void free_swap_slot(struct swap_machine *m, u8 type);
void end_turns(struct swap_machine *m, u8 type); /* with this device: flush_percpu_swap_cluster() */
void disable_swap_slots_cache(struct swap_machine *m);
void reenable_swap_slots_cache(struct swap_machine *m);

/* memory.c */
enum mms_status_id memory_begin(struct swap_machine *m, struct mms_arena *arena);
enum touched { TOUCH_HIT, TOUCH_FAULT, TOUCH_OUT_OF_MEMORY };
enum touched touch(struct swap_machine *m, const struct task *t, u32 offset);
u32 touch_fresh(struct swap_machine *m, const struct task *t, u32 offset, u32 n);
bool swap_in(struct swap_machine *m, u32 page, u64 ns); /* false: out of memory */
bool make_room(struct swap_machine *m); /* one batch; false: out of memory */
void forget(struct swap_machine *m, u32 first, u32 pages); /* they are no longer in the queue */

/* tasks.c */
void tasks_begin(struct swap_machine *m);
void heap_push(struct swap_machine *m, u16 task);
u32 task_turn(struct swap_machine *m); /* touches made */

/* timing.c */
void pay_swap_out(struct swap_machine *m, u8 type, u32 n);
void pay_swap_in(struct swap_machine *m, u8 type, u64 ns);
void pay_free(struct swap_machine *m, u8 type, u32 n);
bool pay_debt(struct swap_machine *m, struct task *t); /* one, as a turn of its own; false: there was none */
void exit_turn(struct swap_machine *m, struct task *t);
void emit_stats(struct swap_machine *m);

/* asif.c */
void *drive_swap(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		 const struct mms_asif *asif, struct mms_error *error);
enum mms_status_id run_asif_swap(void *machine, u32 max_decisions, struct mms_error *error);
/* returns.c */
bool returns_begin(struct swap_asif *d, struct mms_arena *arena, u32 runs);
void returns_took(struct swap_asif *d, u8 there, u8 here, u64 n);
void returns_moved(struct swap_asif *d, u8 there, u8 from, u8 to);
void returns_forget(struct swap_asif *d, u8 there);
void returns_give(struct swap_asif *d, u8 there, u32 n, u32 of[MMS_DEVS + 1]);

u16 asif_yield(const struct swap_machine *m, u8 type, u16 room); /* slots that a device gives, at most `room` */

/* script.c */
void script_before_decision(struct swap_machine *m);
u32 unuse_turn(struct swap_machine *m);

static inline s16 node_of_cpu(const struct swap_machine *m, u16 cpu)
{
	return (s16)(cpu / (u32)m->p.cpus_per_node);
}

#endif
