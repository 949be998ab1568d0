/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what the files of machine/swap_in/ share, si_ for short. Nobody outside includes it, tests excepted. */
#ifndef MMS_MACHINE_SWAP_IN_INTERNAL_H
#define MMS_MACHINE_SWAP_IN_INTERNAL_H

#include "machine/events.h"
#include "machine/random.h"
#include "swap_in.h"

#define MAX_CORES 64
#define MAX_THREADS 64
#define MAX_REQUESTS 512 /* reads with an interrupt under way; readahead is left out when there is no room */
#define STEPS 8          /* lanes of one mode in swap_in_time */
#define MODES 3          /* swap_poll */
#define FOREVER UINT64_MAX
#define SWAP_POLL_WINDOW 100000000u /* mm/page_io.c of the patched kernel: 100 ms */

/* Steps of a read, as in swap_in_time. */
enum step { SUBMITTED, AWAY, WAKE, BACK, POLLING, DISK_DONE, KNOWN, RETURNED };

/* One byte per page, by slot: in swap; being read; in the swap cache, read ahead and not touched yet; mapped. */
enum page_state { PAGE_SWAPPED, PAGE_READING, PAGE_AHEAD, PAGE_MAPPED };

/* What a CPU does. */
enum act {
	ACT_IDLE,
	ACT_SWITCH,  /* from one task, or from idle, to another, or to idle */
	ACT_WORK,    /* the task's own business */
	ACT_RECLAIM,
	ACT_LOCK,    /* spins for the lock; no end of its own */
	ACT_LOCKED,
	ACT_SUBMIT,
	ACT_SPIN,    /* polls the disk's queue */
	ACT_FINISH,
};

/* Where a task goes on when it has a CPU again. */
enum task_goes { GO_NEXT, GO_TOUCH, GO_READ_DONE, GO_POLL };

struct cpu {
	u64 begin, end;   /* of what it does; `end` FOREVER while idle or waiting for the lock */
	u64 irq_until;    /* interrupts are handled one after another */
	u64 stolen;       /* by them from what the CPU does */
	u64 busy;         /* ns, up to `begin` */
	u64 slice_from;
	s32 task, to;     /* -1: none; `to`: whom ACT_SWITCH leads to */
	u8 act;
	u8 queue[MAX_THREADS], head, waiting; /* tasks that could run */
};

struct task {
	struct mms_random access, device;
	u64 timer;        /* when it wakes the task, or when its interrupt ends; FOREVER: not set */
	u64 began;        /* the fault */
	u64 submitted, done;
	u64 at[STEPS];    /* times of the steps; FOREVER: not taken */
	u64 on_cpu, before; /* CPU time of the fault; of it up to the submitted read, waiting for the lock left out */
	u64 device_ns, queued, sleep;
	u64 spin_from, polls;
	u64 ra_prev;      /* vma->swap_readahead_info: page, window, hits */
	u32 ra_win, ra_hits;
	u32 page;         /* of its memory, touched last */
	u32 run;          /* access=mixed: touches left of this run or stretch */
	u32 yields, touches;
	u32 reclaims;     /* pages left of this fault's reclaim */
	s32 request;      /* it waits for; -1: none */
	u16 cpu;
	u8 goes;          /* enum task_goes */
	u8 how;
	bool faulting, single, recorded, timer_rang, in_run;
};

struct request { /* a read of pages in a row that ends with an interrupt */
	u64 at;           /* the disk is done, or the interrupt is handled */
	u64 submitted;
	u32 first, pages; /* slots */
	u16 cpu;
	s16 task;         /* whose fault waits for it, -1: readahead only */
	bool active, rang, recorded;
};

struct poll_stat { /* mm/page_io.c: struct swap_poll_stat of the patched kernel */
	u64 window_end, sum, mean;
	u32 nr, mean_nr; /* reads in the window so far; those that the mean is of */
};

struct swap_in_machine {
	struct mms_params p;
	struct mms_out out;
	u64 now, zero;      /* of the simulation; time of the first recorded fault */
	bool recording, stop, over; /* stop: no fault begins any more; over: the last has ended */

	struct cpu cpu[MAX_CORES];
	struct task task[MAX_THREADS];
	struct request request[MAX_REQUESTS];
	u32 requests, request_end; /* under way; no active one from `request_end` on */
	u64 *unit;          /* dev_queues times: when that part of the disk is free */

	u8 *state;          /* of each slot; slot = 1 + task * area_pages + page */
	u32 *ring;          /* slots in memory, oldest first */
	u32 ring_cap, ring_head, ring_n, reading;
	u32 slots;          /* of the device, header included */
	u32 owed;           /* pages brought in since the last reclaim */

	s32 lock_cpu, lock_last; /* who holds the lock, and who held it last; -1 */
	u8 lock_queue[MAX_CORES], lock_head, lock_waiting;

	struct poll_stat poll;  /* of the reads that were polled */
	struct poll_stat would; /* of all reads of one page, had they been polled and met nobody */
	u64 cluster_prev;   /* mm/swap_state.c: prev_offset, last_readahead_pages, swapin_readahead_hits */
	u32 cluster_win, cluster_hits;

	u64 begun, ended, decisions, idle;
	struct { u64 faults, reads, ahead, hits, switches, irqs, timers, busy; } count; /* since the first recorded fault */
};

/* machine.c */
u64 si_cpu_time(const struct swap_in_machine *m); /* ns all CPUs together were busy so far */

/* events.c */
struct mms_event *si_emit(struct swap_in_machine *m, enum mms_kind_id kind, const struct cpu *cpu);
void si_emit_boot(struct swap_in_machine *m);
void si_emit_done(struct swap_in_machine *m, const struct cpu *cpu, u32 slot, u64 lat, const struct task *polled);
void si_emit_time(struct swap_in_machine *m, const struct task *t);
void si_emit_stats(struct swap_in_machine *m);

/* memory.c */
bool si_memory_begin(struct swap_in_machine *m, struct mms_arena *arena);
bool si_may_read_ahead(const struct swap_in_machine *m);
void si_page_reading(struct swap_in_machine *m, u32 slot);
void si_page_is_in(struct swap_in_machine *m, u32 slot, bool mapped);
u32 si_touch_pages(struct swap_in_machine *m, struct task *t);

/* disk.c */
u64 si_disk_time(struct swap_in_machine *m, struct task *t, u32 pages);
u64 si_disk_submit(struct swap_in_machine *m, u64 ns, u64 *queued); /* when it is done */
u64 si_swap_poll_mean(struct poll_stat *stat, u64 now);
void si_swap_poll_account(struct poll_stat *stat, u64 now, u64 lat);

/* readahead.c */
u32 si_swapin_readahead(struct swap_in_machine *m, struct task *t, u32 slot, u32 *first, u32 *end);
void si_readahead_hit(struct swap_in_machine *m, struct task *t);

/* reads.c */
void si_read_in(struct swap_in_machine *m, struct cpu *cpu, struct task *t);
void si_request_next(struct swap_in_machine *m, struct request *r);
void si_timer_next(struct swap_in_machine *m, struct task *t);

/* cpu.c */
void si_cpu_act(struct swap_in_machine *m, struct cpu *cpu, u8 act, u64 ns);
void si_cpu_leave(struct swap_in_machine *m, struct cpu *cpu, bool runnable); /* the task sleeps, or lets others run */
void si_cpu_arrive(struct swap_in_machine *m, struct cpu *cpu);
u64 si_cpu_interrupt(struct swap_in_machine *m, struct cpu *cpu, u64 ns);
void si_cpu_wake(struct swap_in_machine *m, struct task *t);
void si_cpu_spin(struct swap_in_machine *m, struct cpu *cpu, struct task *t);
bool si_slice_over(const struct swap_in_machine *m, const struct cpu *cpu);

/* fault.c */
void si_task_goes_on(struct swap_in_machine *m, struct cpu *cpu, struct task *t);
void si_act_ends(struct swap_in_machine *m, struct cpu *cpu);

/* steps.c: times of the steps since the fault began, and CPU time, of a read that meets nobody. */
void si_steps_alone(const struct mms_params *p, u8 mode, u64 device, u64 sleep, u64 before, u64 at[STEPS], u64 *on_cpu);

/* asif.c */
void *si_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
	       const struct mms_asif *asif, struct mms_error *error);
enum mms_status_id si_run_asif(void *machine, u32 max_decisions, struct mms_error *error);

static inline u32 si_task_index(const struct swap_in_machine *m, const struct task *t)
{
	return (u32)(t - m->task);
}

static inline u32 si_slot_of(const struct swap_in_machine *m, const struct task *t, u32 page)
{
	return 1 + si_task_index(m, t) * (u32)m->p.area_pages + page;
}

#endif
