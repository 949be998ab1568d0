/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what the files of balances/ share. */
#ifndef MMS_BALANCES_INTERNAL_H
#define MMS_BALANCES_INTERNAL_H

#include "balances.h"
#include "base/json_scan.h"
#include "tables/tables.h"

#define WALK_SLOTS 64 /* SWAP_BATCH: what one walk, or one return, takes or gives at most */
#define ZONES 128
#define CPUS 64
#define UNKNOWN UINT64_MAX
#define NO_TASK UINT32_MAX
#define PAGEBLOCK 512 /* pages, where a page has 4 KiB; larger ones are multiples of it */
#define TASK_LATE 500000000ull /* ns: as late a task may record what it read or did */

/* A member of a manifest, or of an object in it; not there: there is none, or the text is no object. */
struct mms_json_span mms_member(struct mms_json_span object, const char *name);
/* A number, or a string that holds one; UNKNOWN: neither. */
u64 mms_number_in(struct mms_json_span value);
/* A string of up to 16 hexadecimal digits, without 0x. */
bool mms_hex_in(struct mms_json_span value, u64 *number);

/*
 * A window that is a fault's where a capture has the tasks of one name. By place on the device it may be of a file in memory that is
 * read, too, and with all tasks' decisions of swapoff: the kernel counts neither.
 */
static inline bool mms_is_faults(const struct mms_event *e)
{
	return e->kind == MMS_KIND_swap_ra && e->swap_ra.ra == MMS_ra_kind_vma;
}

/* What a walk gave. */
static inline u64 mms_slots_of(const struct mms_ev_swap_select *e)
{
	return (u64)e->ret << MMS_MIN(e->order, 20);
}

/* balances.def as data. */
extern const struct balance_row {
	bool most;
} mms_balance_rows[];

enum mms_setting {
#define MMS_S(name, number, ...) MMS_SETTING_##name = (number),
	MMS_SETTINGS(MMS_S)
#undef MMS_S
};

struct books {
	const struct mms_log *log;
	struct mms_arena *arena;
	u64 lost; /* recorded as lost, or missing */
	struct mms_json_span start, stop; /* the manifests */
	struct mms_balance *row;
	u32 rows;
	u32 cpus; /* CPUs that there are */
	u64 node_cpus[MMS_NODES]; /* of `node` lines; 0 also where there is none */
	u64 node_pages[MMS_NODES];
	u16 nodes;                /* bit n: there is such a line */
	u32 *stat;                /* places of `stat` lines in the log */
	u32 stats;
	u32 *setting; /* places of `setting` lines in the log */
	u32 settings;
	u32 *task; /* by event: its task, numbered from 0 on */
	u32 *pid;  /* by task, ascending */
	u32 tasks;
	struct mms_ev_zone zone[ZONES]; /* `zone` lines */
	bool zone_known[ZONES];
	bool filtered;  /* only decisions of tasks of one name are recorded */
	u32 kinds[64];  /* events by kind */
	u64 began, ended; /* the tracer's own times, by the manifests; UNKNOWN */
	bool full;      /* there was no memory */
};

static inline u64 mms_apart(u64 a, u64 b)
{
	return a > b ? a - b : b - a;
}

/* An account. Where events are missing, its state is unknown. */
void mms_balance_add(struct books *b, enum mms_balance_of id, u32 part, u64 left, u64 right, u64 slack);
void mms_balance_unknown(struct books *b, enum mms_balance_of id, u32 part);

/* `before`, a number where it is not negative, `between`, `after`, in `out`. */
const char *mms_name_of(char *out, u32 size, const char *before, s32 number, const char *between, const char *after);

/* Of a probe that the manifest names. */
bool mms_has_probe(const struct books *b, const char *name);

/* A line of /proc/swaps, as it stands in a manifest. */
struct swaps_line {
	struct mms_json_span name;
	u64 size, used; /* KiB */
	s64 prio;
};
/* `rest` is the text, or what is left of it. False: there is no other. */
bool mms_swaps_next(struct mms_json_span *rest, struct swaps_line *line);
/* Behind the next escape of this letter, or at the end. */
const char *mms_behind_escape(const char *at, const char *end, char letter);
/* The number at the next digit. */
u64 mms_next_number(const char **at, const char *end);

#define DISK_NAME 40
/* /sys/block/<disk>/queue/<name> as the tracer read it; not there: it did not. */
struct mms_json_span mms_queue_of(struct mms_json_span manifest, const char *disk, const char *name);
/* The disk of disk_nodes that a line of /proc/swaps is of, or of a part of which; false: none. */
bool mms_disk_of(const struct books *b, const struct swaps_line *line, char disk[DISK_NAME]);

/* A kernel thread of this name and number: there is one. */
bool mms_is_thread(const struct mms_event *e, const char *of, u64 number);

/* mm/page_alloc.c:__setup_per_zone_wmarks(): from each mark to the next it is as far. */
static inline bool mms_is_even(u64 min, u64 low, u64 high)
{
	return high - low == low - min;
}

/* vm.watermark_boost_factor; where it is not recorded the kernel's own. */
u64 mms_boost_factor(struct mms_json_span manifest);

/* Are boosts recorded, and the waits of kswapd? */
bool mms_has_boosts(const struct books *b);

/* vm.<name> at the end of the capture, at its start; not there: not recorded. */
struct mms_json_span mms_sysctl(struct mms_json_span manifest, const char *name);

/* The value in a `setting` line of this name; not there: the line is of another setting. */
struct mms_json_span mms_setting_in(const struct mms_event *e, const char *name);

/* What `stat` lines with a text of this form say: how much more at the last than at the first, and when they were read.
 * False: there are not two. */
struct counted {
	u64 more, first, from, to;
};
bool mms_counted(const struct books *b, const char *text, struct counted *out);
/* The same of node<nid>/numastat/<name>. */
bool mms_counted_of_node(const struct books *b, u32 nid, const char *name, struct counted *out);
/* The first of them, whatever the last is. */
bool mms_counted_from(const struct books *b, const char *text, struct counted *out);

/* Numbers the tasks of the log. False: there is no memory. */
bool mms_balance_tasks(struct books *b);
/* The number of a task, by its pid; NO_TASK: no event is its. */
u32 mms_task_of(const struct books *b, u32 pid);

void mms_balance_machine(struct books *b);
void mms_balance_events(struct books *b);
void mms_balance_turns(struct books *b);
void mms_balance_marks(struct books *b);
void mms_balance_settings(struct books *b);
void mms_balance_swap(struct books *b);
/* `by`: the time at which each event had happened at the latest. */
void mms_balance_slots(struct books *b, const u64 *by);
void mms_balance_swap_in(struct books *b);
void mms_balance_zones(struct books *b);
void mms_balance_walks(struct books *b);
void mms_balance_batches(struct books *b);
void mms_balance_pages(struct books *b);
void mms_balance_watermarks(struct books *b);
void mms_balance_interleave(struct books *b);
void mms_balance_disks(struct books *b);
void mms_balance_counters(struct books *b);
void mms_balance_block(struct books *b);
void mms_balance_witnesses(struct books *b);

#endif
