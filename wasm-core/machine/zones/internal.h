/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what the files of machine/zones/ share. Nobody outside includes it, tests excepted. */
#ifndef MMS_MACHINE_ZONES_INTERNAL_H
#define MMS_MACHINE_ZONES_INTERNAL_H

#include "machine/events.h"
#include "machine/random.h"
#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"
#include "policy/zone_watermark.h"
#include "policy/zone_mark.h"
#include "zones.h"

#define MS 1000000ull /* ns */
#define ZONE_ROWS (MMS_NODES * MMS_ZONES_PER_NODE)
#define MAX_LOADS 8
#define NEVER UINT64_MAX      /* as a clock: waits until somebody sets it */
#define SWAP_CLUSTER_MAX 32   /* include/linux/swap.h */
#define SLICE 100000ull       /* ns that who runs may be ahead of the others */
#define DEF_PRIORITY 12       /* include/linux/mmzone.h */
#define CONGESTION_NS (100 * MS) /* HZ / 10: congestion_wait(); a queue this long is congested */
#define AGE_LANES 60          /* of the event zone_age */
#define DIRTY_RING 16384      /* entries, a power of two */

/* Lanes that are not in use hold all ones. */
#define UNUSED(lanes) mms_fill((lanes), 0xff, sizeof(lanes))

enum { ZONE_DMA, ZONE_DMA32, ZONE_NORMAL, ZONE_MOVABLE }; /* index of a zone in its node */

/* include/linux/mmzone.h: enum lru_list */
enum lru_list { LRU_INACTIVE_ANON, LRU_ACTIVE_ANON, LRU_INACTIVE_FILE, LRU_ACTIVE_FILE, NR_LRU_LISTS };

/* Pages of one task that are alike: neighbours on a list, neighbours in its file or memory. */
struct run {
	u32 next;    /* towards the newest; 0: none */
	u32 birth;   /* ms: when they came into memory */
	u32 entered; /* ms: when they came to this list */
	u32 count;
	u32 first;   /* page of the file or memory; 0 for a stream, whose pages nobody asks for again */
};

struct lru {
	u32 oldest, newest; /* runs; 0: none */
};

struct zone {
	struct mms_zone_pages pages; /* as the allocator finds it */
	u64 managed, first_pfn, lru_pages[NR_LRU_LISTS], dirty;
	s32 batch, batch_full;
	struct lru lru[MAX_LOADS][NR_LRU_LISTS];
	u64 allocated, scanned, reclaimed; /* since the start */
	/* since the last zone_level, zone_age */
	u32 level_taken, level_scanned, level_reclaimed, age[AGE_LANES];
	bool aged;
};

/* What reclaim looks at as one: a zone (lru=zone) or all zones of a node (lru=node). struct lruvec */
struct lruvec {
	u8 n, zone[MMS_MAX_NR_ZONES];
	u64 scanned[2], rotated[2]; /* of anon and file of late: struct zone_reclaim_stat */
};

/* One go at a lruvec: what is left to scan of each list, and what came of it. struct scan_control */
struct scan {
	struct lruvec *vec;
	u8 priority;
	bool kswapd;
	u64 nr[NR_LRU_LISTS], want; /* ends when so many are reclaimed */
	u64 scanned, reclaimed;
	u32 writeback; /* of the pages taken last, those on their way to the disk */
	u64 waits;     /* ns: until when who reclaims is to wait */
};

enum kswapd_is { KSWAPD_ASLEEP, KSWAPD_RUNS, KSWAPD_NAPS };

struct kswapd {
	u8 is, highest, next; /* `next`: lruvec of this pass to look at next */
	s8 priority;
	u32 failures;         /* kswapd_failures */
	u64 woken_at, scanned, reclaimed; /* since the wake-up */
	u64 pass_reclaimed;
	struct scan scan;
	bool scanning;
	u8 reported;              /* verdict of its last kswapd_wake event */
	char comm[12];
};

/* A page of a loop or of a hash: one byte. */
enum {
	PAGE_NEVER, PAGE_RESIDENT, PAGE_TOUCHED, PAGE_EVICTED,
	PAGE_AHEAD, /* read from swap with another: in memory, not touched yet, its slot still taken */
};

struct task {
	u8 load, nid, index;
	u16 cpu;
	s32 pid;
	u64 rate, rest;   /* pages a second; what dividing by it left over */
	u32 granted;      /* stream: pages of this turn that it has, from one zone, and that it has not come to yet */
	u8 granted_zone;
	u64 pages, at;    /* its file or memory; the page it comes to next */
	u64 ops, hot;     /* looked up; pages of the hot tenth */
	u32 item, left;   /* hash: first page of what is looked up, and how many of its pages are left */
	u64 end;          /* ns: when a hash ends */
	u64 cleaned;      /* copy: pages of its file that are on the disk, from the first on */
	u64 begun, ended; /* ns: when it first ran; its end, of a copy when its last page was on the disk; 0: not yet */
	u64 user, system, waited; /* ns */
	u64 reclaim_reported, reclaim_lat, reclaim_scanned, reclaim_reclaimed; /* direct reclaim not recorded yet */
	u8 *page;         /* loop, hash: one byte each */
	u32 *slot;        /* hash, with readahead: its place in swap, of pages that have one */
	s8 resumes;       /* direct reclaim: the priority it waited at; 0: it begins anew */
	u32 failed;       /* reclaims in a row that found nothing */
	bool waits, over; /* `waits`: found no page, and tries again */
};

/* Pages to be written, in the order they were dirtied. */
struct dirty {
	u32 count;
	u8 task, zone;
};

enum agent { AGENT_TASK, AGENT_KSWAPD = MAX_LOADS, AGENT_DISK = MAX_LOADS + MMS_NODES, AGENTS };

struct counters { /* /proc/vmstat */
	u64 pgfault, pgmajfault, pswpin, pswpout, pgpgin, pgpgout, nr_vmscan_write;
	u64 pgscan_kswapd, pgsteal_kswapd, pgscan_direct, pgsteal_direct, pgscan_anon, pgscan_file;
	u64 refault_anon[MMS_NODES], refault_file[MMS_NODES], activate[MMS_NODES], allocstall, nr_vmscan_write_file;
};

struct zones_machine {
	struct mms_params p;
	struct mms_out out;
	struct mms_random random;
	u32 nodes, loads, n_zones;
	u8 zones[ZONE_ROWS];  /* those with pages, by number */
	struct zone zone[ZONE_ROWS];
	u8 managed[MMS_NODES]; /* bit i: the node has zone i */
	struct mms_zonelist list[MMS_NODES];
	struct lruvec vec[ZONE_ROWS]; /* by zone, or by the first zone number of the node */
	struct kswapd kswapd[MMS_NODES];
	struct task task[MAX_LOADS];
	u64 clock[AGENTS], until; /* when each acts next; how far the one that acts may go */

	struct run *run; /* the pool; 0 is none */
	u32 free_run, alike, alike_max; /* runs not in use; runs of streams and copies, and how many may be */

	struct dirty dirty[DIRTY_RING];
	u32 dirty_head, dirty_n;
	u64 dirty_pages, disk_busy, in_flight;
	u64 early; /* pages written by reclaim: so many fewer for the flusher */
	u64 flush; /* pages that reclaim asks the flusher to write */
	u64 swap_free, next_slot; /* where the search for a free slot goes on */
	u32 *owner;               /* of each slot: its task and page, 0: free; NULL: no readahead, nobody asks */

	struct counters vm;
	u64 allocs; /* allocations so far */
	u64 now, next_level, levels, decisions, end;
	u16 cpu;
	s32 pid;
	const char *comm;
	bool stop, over;
	bool singly; /* tests: one allocation at a time, never in bulk */
};

/* marks.c */
enum mms_status_id zones_begin(struct zones_machine *m, struct mms_error *error); /* sizes, marks, zonelists, batches */
u32 node_distance(u8 a, u8 b);

/* events.c */
struct mms_event *zones_emit(struct zones_machine *m, enum mms_kind_id kind);
void zones_emit_machine(struct zones_machine *m);
void zones_emit_levels(struct zones_machine *m, bool ages);
void zones_emit_mark(struct zones_machine *m, const char *text);

/* walk.c: one get_page_from_freelist() */
struct ask {
	struct mms_zone_request request;
	const struct mms_zonelist *list;
	u64 gfp;
	u8 nid;
	bool record;    /* its walks become events */
	bool read_batch; /* of the zone looked at last */
	bool reclaimed; /* node_reclaim() was asked: the next allocation may find another machine */
};
int freelist(struct zones_machine *m, struct ask *ask, struct mms_zone_walk *w, struct mms_ev_zone_select **last);
bool still_takes(struct zones_machine *m, const struct ask *ask, const struct mms_zone_walk *w, u32 more);
void reset_batch(struct zones_machine *m, u8 zone, u8 reason, bool record);

/* alloc.c: __alloc_pages(); up to `want` pages in a row from one zone. 0: none, and t->waits says whether to try
 * again. */
u32 zones_alloc_pages(struct zones_machine *m, struct task *t, u32 want, u8 *zone);

/* kswapd.c */
bool wakeup_kswapd(struct zones_machine *m, const struct ask *ask, u8 zone); /* true: the next may be answered otherwise */
void kswapd_turn(struct zones_machine *m, u8 nid);

/* lru.c */
enum mms_status_id zones_lru_begin(struct zones_machine *m, struct mms_arena *arena);
void lru_add(struct zones_machine *m, u8 zone, u8 task, u8 list, struct run pages);
bool lru_oldest(const struct zones_machine *m, const struct lruvec *vec, u8 list, u8 *zone, u8 *task);
struct run lru_take(struct zones_machine *m, u8 zone, u8 task, u8 list, u32 most);
u64 lru_size(const struct zones_machine *m, const struct lruvec *vec, u8 list);
void zones_drop_pages(struct zones_machine *m, u8 zone, u8 task);
void zones_free_pages(struct zones_machine *m, u8 zone, u32 birth, u32 n); /* reclaimed */

/* scan.c: how much of which list; reclaim.c: what becomes of it */
void scan_begin(struct zones_machine *m, struct scan *s);
bool scan_some(struct zones_machine *m, struct scan *s); /* false: nothing is left of it */
u32 shrink_inactive(struct zones_machine *m, struct scan *s, u8 list, u32 most);
u32 shrink_active(struct zones_machine *m, struct scan *s, u8 list, u32 most);
u64 direct_reclaim(struct zones_machine *m, struct task *t, const struct ask *ask);
u64 node_reclaim(struct zones_machine *m, u8 nid);
void emit_direct(struct zones_machine *m, struct task *t, bool now);

/* tasks.c */
enum mms_status_id zones_tasks_begin(struct zones_machine *m, struct mms_arena *arena);
void zones_task_turn(struct zones_machine *m, struct task *t);

/* disk.c: write-back */
void zones_disk_turn(struct zones_machine *m);
void zones_disk_look(struct zones_machine *m);      /* is there something to write now? */
void dirty_add(struct zones_machine *m, u8 task, u8 zone, u32 n);
bool over_dirty_limit(const struct zones_machine *m);
u32 dirty_room(const struct zones_machine *m);
bool node_over_dirty_limit(const struct zones_machine *m, u8 nid, u32 more);
void write_early(struct zones_machine *m, u32 n);
void disk_queue(struct zones_machine *m, u64 ns);
u64 disk_wait_ns(const struct zones_machine *m);
bool disk_congested(const struct zones_machine *m);

/* swap.c */
enum mms_status_id zones_swap_begin(struct zones_machine *m, struct mms_arena *arena);
bool swap_out(struct zones_machine *m, struct scan *s, struct task *t, u32 page); /* false: it has to stay */
u64 swap_read(struct zones_machine *m, struct task *t, u32 page);
void swap_free_slot(struct zones_machine *m, const struct task *t, u32 page);

/* stats.c */
void zones_emit_stats(struct zones_machine *m);

static inline u32 now_ms(const struct zones_machine *m)
{
	return (u32)(m->now / MS);
}

/* Pages whose place in the file or memory matters. */
static inline bool has_identity(u8 load)
{
	return load == MMS_load_loop || load == MMS_load_hash;
}

static inline bool is_anon(u8 load)
{
	return load == MMS_load_hash;
}

#endif
