/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what the files of machine/interleave/ share. Nobody outside includes it, tests excepted. */
#ifndef MMS_MACHINE_INTERLEAVE_INTERNAL_H
#define MMS_MACHINE_INTERLEAVE_INTERNAL_H

#include "interleave.h"
#include "machine/events.h"
#include "machine/random.h"
#include "policy/interleave.h"

#define MAX_DISKS 16
#define HIGHEST_NODE (MMS_NODES - 1) /* MAX_NUMNODES - 1 of a kernel for 16 nodes */
#define PAGE_SECTORS 8
#define PAGE_BYTES 4096

struct frame_list { /* struct per_cpu_pages: frames of one node at hand on one CPU */
	u64 *pfn;
	u32 at, n;
};

struct buddy { /* free memory of one node, taken in ascending order */
	u64 pfn, end; /* next free frame; end of the block it is in */
};

struct page { /* of the window that is being read */
	u64 pfn;
	s16 nid;
	struct mms_il before, after;
	u32 g; /* as in the event `interleave` */
};

struct request {
	u64 page;     /* first page */
	u64 began;    /* ns: its first page joined */
	u64 done;     /* ns: the disk is done; known once it is issued */
	u32 sectors;
	u16 segments;
};

struct disk {
	u32 dev;
	struct request *ring; /* oldest first: issued, waiting, and at the end the one that is being gathered */
	u32 head, n, issued;
	bool gathering; /* the last of them is still on the task's plug */
	u64 free_at;    /* ns: done with all that is issued */
	u64 read;       /* pages that are in memory */
	/* what /proc/diskstats counts */
	u64 reads, merges, sectors, queue_ns, busy_ns, first_at, last_at;
};

struct task { /* reads the file on the disk of the same index; on a CPU of its own */
	struct mms_il il;
	struct frame_list list[MMS_NODES];
	u64 clock; /* ns: may go on then */
	u64 at;    /* next page to copy */
	u64 ra_start;
	u32 ra_size, ra_async; /* struct file_ra_state */
	u16 cpu;
	s16 nid;
	bool waits, done;
};

struct interleave_machine {
	struct mms_params p;
	struct mms_out out;
	struct mms_random random;
	u64 now;
	u32 runs; /* index of the task that runs, or whose disk does */
	struct buddy buddy[MMS_NODES];
	struct task task[MAX_DISKS];
	struct disk disk[MAX_DISKS];
	struct page *window; /* read_ahead of them */
	u64 allocated[MMS_NODES], hits[MMS_NODES];
	u64 decisions, pages;
	u32 ring_cap;
	bool reported; /* the statistics are written */
	bool stop;
};

/* events.c */
struct mms_event *il_emit(struct interleave_machine *m, enum mms_kind_id kind);
void il_emit_boot(struct interleave_machine *m);
void il_emit_interleave(struct interleave_machine *m, const struct page *page);
void il_emit_block_rq(struct interleave_machine *m, const struct request *rq);

/* stats.c */
void il_emit_stats(struct interleave_machine *m);

/* frames.c */
u64 il_frames_span(const struct mms_params *p);
bool il_frames_begin(struct interleave_machine *m, struct mms_arena *arena);
void il_alloc_page(struct interleave_machine *m, struct page *page);

/* readahead.c */
void il_task_turn(struct interleave_machine *m);

/* requests.c */
struct rq_limits { /* struct queue_limits */
	u32 sectors, segments, segment_bytes;
};

struct piece {
	u32 pages, segments;
};

/* The longest piece of pages `from` to `to` - 1 of a window that a request can be. */
struct piece il_cut(const struct page *window, u32 from, u32 to, const struct rq_limits *limits);
/* Whether a piece can join a request of such a length: rq_why joined, or what forbids it. */
u8 il_fits(u32 sectors, u32 segments, struct piece piece, const struct rq_limits *limits);
void il_read_window(struct interleave_machine *m, u64 start, u32 n);

/* disk.c */
void il_disk_issue(struct interleave_machine *m, struct disk *d, u64 now);
void il_disk_until(struct interleave_machine *m, struct disk *d, u64 now);
void il_disk_complete(struct interleave_machine *m, struct disk *d);

static inline u32 ring_at(const struct interleave_machine *m, const struct disk *d, u32 nth)
{
	return (d->head + nth) % m->ring_cap;
}

/* asif.c, asif_requests.c: declared in asif.h */
void *il_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
	       const struct mms_asif *asif, struct mms_error *error);
enum mms_status_id il_run_asif(void *machine, u32 max_decisions, struct mms_error *error);

#endif
