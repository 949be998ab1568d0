/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h: what a pasted text says, as the parts of paste/ hand it on. Numbers of pages, unless said. */
#ifndef MMS_PASTE_INTERNAL_H
#define MMS_PASTE_INTERNAL_H

#include "base/arena.h"
#include "base/text.h"
#include "words.h"

#define COLUMNS 8u /* of lowmem_reserve[] at most */
#define ORDERS 16u /* of free lists at most */
#define SWAPS 64u  /* of one list */
#define ZONES_MOST 6000u /* of one moment */
#define MACHINES_MOST 64u
#define PAGES_MOST (1ll << 42)

/* include/linux/mmzone.h; the names that a zone may have. */
enum zone_name { ZONE_DMA, ZONE_DMA32, ZONE_NORMAL, ZONE_HIGHMEM, ZONE_MOVABLE, ZONE_DEVICE, ZONE_NAMES };

enum field {
	FIELD_free, FIELD_boost, FIELD_min, FIELD_low, FIELD_high, FIELD_promo, FIELD_spanned, FIELD_present, FIELD_managed,
	FIELD_cma,              /* free pages of CMA areas */
	FIELD_highatomic,       /* reserved for high-order atomic allocations */
	FIELD_free_highatomic,  /* and free, of those */
	FIELD_start,            /* start_pfn */
	FIELD_inactive_file, FIELD_anon, FIELD_file, /* of the node, which prints them with its first zone; before 4.8 of the zone */
	FIELD_unreclaimable, /* node_unreclaimable: 1 where kswapd of the node has given up */
	FIELDS,
};

extern const char *const mms_zone_name[ZONE_NAMES], *const mms_field_name[FIELDS];

/* From `lo` to `hi`; none when lo > hi. */
struct span {
	s64 lo, hi;
};

enum verdict { MARKS_UNKNOWN, MARKS_EXACT, MARKS_DRIFT };

enum reason {
	WHY_NONE,
	WHY_CUT,        /* min, low or high is not in the text */
	WHY_NO_SIZE,    /* neither managed nor reserves that give it */
	WHY_IMPOSSIBLE, /* min above the zone's own pages */
	WHY_REFRESHED,  /* managed has changed, and no number of the text bounds it at the time */
	WHY_NO_SUM,     /* of high memory: no zone of the sum is in the text */
	WHY_VENDOR,     /* low and high further from min than the rule puts them, both alike */
	WHY_GAPS,       /* low and high fit no rule */
	WHY_HOSTS,      /* lines of two hosts, or of two texts, are mixed */
	WHY_PERCENTAGE, /* they fit, but not with the watermark_scale_factor of the other zones */
};

/* What came of a zone's marks. */
struct judgement {
	enum verdict verdict;
	enum reason why;
	struct span then;  /* managed when the marks were computed */
	struct span share; /* 10,000 times watermark_scale_factor may be from, to; hi INT64_MAX: any */
	s64 boost;         /* printed, or by min */
	s64 kept;          /* of an earlier boost inside low and high, or a vendor's pages */
	bool boost_inferred, capped, empty;
	bool old_gaps;     /* low and high are further apart than min and low: the rule before 4.6 */
	bool either_gaps;  /* they are of that rule, and of today's */
	bool by_gap;       /* then is bounded by the gap, as managed has changed a little since */
};

/* Types of page blocks, /proc/pagetypeinfo. */
enum page_type { TYPE_UNMOVABLE, TYPE_MOVABLE, TYPE_RECLAIMABLE, TYPE_HIGHATOMIC, TYPE_CMA, TYPE_ISOLATE, TYPES };

/* Pages on CPUs' own lists, which are not free any more and not given out yet. */
struct pagesets {
	u32 cpus;
	s64 held;      /* by all of them */
	s64 batch;     /* of the CPU that was read last */
	s64 most;      /* that one takes from the zone at a time, at most */
	s64 threshold; /* changes of a counter that a CPU keeps to itself, at most */
};

struct zone {
	u32 node, first, last; /* lines */
	enum zone_name name;
	u32 known; /* bit f: value[f] */
	s64 value[FIELDS];
	u32 reserves, lists; /* columns; orders whose free lists are given */
	s64 reserve[COLUMNS];
	s64 blocks[ORDERS];
	u8 letters[ORDERS]; /* bits of LIST_ */
	s64 row, listed;    /* KiB of a report's row of free blocks, and as it ends; 0: not given */
	struct pagesets pagesets;
	bool of_node;       /* counters of the node come first in it: it is the first populated zone of its node, since 4.8 */
	bool typed;         /* free_of is given */
	s64 free_of[TYPES]; /* free pages by type of their page blocks, at least */
	struct judgement judged;
	const u8 *turns; /* by the node that asks: when this zone's node is asked; NULL: the text has no distances */
};

/* Free blocks by order, of /proc/buddyinfo and /proc/pagetypeinfo. */
struct free_list {
	u32 node, line, orders;
	enum zone_name zone;
	u32 type; /* TYPES: all */
	s64 blocks[ORDERS];
};

/* /proc/meminfo, KiB. */
#define MEMINFO(M) M(MemTotal) M(MemFree) M(MemAvailable) M(Buffers) M(Cached) M(SwapCached) M(AnonPages) M(SwapTotal) M(SwapFree) M(Hugepagesize)
enum meminfo {
#define M(name) MEMINFO_##name,
	MEMINFO(M)
#undef M
	MEMINFO_inactive_file,
	MEMINFO_COUNT,
};

/* Rows of `vmstat 1`, or of `sar -B`, `-W`, `-r`. */
#define SERIES_COLUMNS 32u
#define CELL_NONE INT64_MIN
struct series {
	bool sar, scaled; /* scaled: not in KiB */
	u32 first, last, row, rows, columns; /* row: its first cell */
	u8 column[SERIES_COLUMNS];           /* of the known ones */
	u32 lost; /* rows that were not all numbers */
};

/* A node of `numastat -m`: hundredths of MiB. */
struct numa_node {
	u32 node;
	s64 total, free;
};
#define NUMA_NODES 64u

#define LIST_U 1u /* unmovable, reclaimable, movable: for everyone; and where no letter is given */
#define LIST_H 2u
#define LIST_C 4u
#define LIST_I 8u

enum snapshot_kind { SNAPSHOT_ZONEINFO, SNAPSHOT_REPORT };
/* What vmalloc lacked, mm/vmalloc.c:__vmalloc_node_range_noprof() and below it. */
enum vmalloc_lack { LACK_UNKNOWN, LACK_RANGE, LACK_PART, LACK_PAGES, LACK_ARRAY, LACK_TABLES, LACK_MEMORY, LACK_AREA };
enum event_kind { EVENT_NONE, EVENT_FAILURE, EVENT_OOM, EVENT_VMALLOC, EVENT_CGROUP, EVENT_STALL };

/* The head of a report. */
struct request {
	enum event_kind event;
	enum vmalloc_lack lack;
	u32 line, order;
	u32 release;         /* of `Not tainted 6.12.60`, as 612; 0: not given */
	u64 gfp;             /* as a number, 0 when not given */
	const char *names;   /* GFP_KERNEL|__GFP_COMP, without its brackets */
	u32 names_len;
	bool has_order, has_gfp, by_number, cpuset, policy; /* by_number: in the bits since 5.0 */
	bool unended;        /* nothing is behind the number of its flags: it may be cut */
	bool constrained;    /* the line with constraint= has come */
	bool nodemask, by_hand, dropped; /* nodemask=, since 4.10; SysRq f; messages were dropped in it */
	bool mixed;          /* with lines of another report, or of another host */
	struct word host;    /* before `kernel:` on its line; of zoneinfo `web1:` before each line, or that of the prompt */
	struct word caller;  /* `T1234]` or `C0]` there */
	u64 nodes;           /* bit n: node n is allowed; all ones when not given */
};

/* Where a number of a report stands. */
struct source {
	u32 zone, from, to; /* bytes of the text; zone: of the report, or SOURCE_HEAD */
	u8 what;            /* enum field, or FIELDS + column of lowmem_reserve[] */
};
#define SOURCE_HEAD UINT32_MAX

/* The zones that one text gives, at one moment. */
/* What a report says of all memory that could be reclaimed: pages, and of swap KiB. */
#define RECLAIM(R) R(active_anon) R(inactive_anon) R(active_file) R(inactive_file) R(slab_reclaimable) R(swap_free) R(swap_total)
enum reclaim {
#define R(name) RECLAIM_##name,
	RECLAIM(R)
#undef R
	RECLAIM_COUNT,
};

struct snapshot {
	enum snapshot_kind kind;
	u64 place;    /* of the last zone, by node and name */
	u32 first, last, zone, zones, machine, source, sources, cut; /* cut: lines of a zone without a head */
	s64 unit;     /* bytes of a page */
	bool unit_known;
	s64 gcd;      /* KiB that all figures of a report are a multiple of */
	u32 figures;
	struct request asked;
	s64 reclaim[RECLAIM_COUNT];
	u32 reclaims;  /* bit r: reclaim[r] is given */
	bool given_up; /* all_unreclaimable? yes, of a node: since 4.8 its kswapd has */
	u32 lost;      /* bit z: a zone of that name is in a report's rows of free blocks, and its own line is not */
	/* judged */
	bool modern;   /* its zones have nr_zone_… and no counters of their node: 4.8 and later */
	bool prefixed; /* each line begins with its host, or has two texts side by side */
	bool columns_known, movable_capped, reversed, headless, beheaded; /* beheaded: it begins in the middle of a zone */
	u8 column[ZONE_NAMES]; /* of lowmem_reserve[] */
	struct span pages_min, percent; /* percent: watermark_scale_factor */
	s64 pages_now; /* of pages_min, what gives the marks as they are, where managed is as it is */
	bool has_pages_min, old_gaps;
	bool other_total, total_fits; /* MemTotal is in the text, and not what the zones have, or is */
	struct span sum; /* of the pages that share pages_min, when it was shared out */
	u32 populated; /* zones that khugepaged counts */
	s64 lowmem, lowmem_high; /* managed of zones up to Normal, and their high marks */
};

struct swap {
	const char *name, *type;
	u32 name_len, type_len, line;
	s64 size, used; /* KiB; -1: not given */
	s64 prio;
	s64 node;      /* of its disk, -1: none */
	bool has_node; /* node is given */
	bool rounded; /* sizes are: a full device looks like one that nearly is */
};

struct swap_list {
	u32 first, last, swap, swaps, cut; /* cut: the first line of a device that could not be read; 0: none */
	bool headless; /* its rows stand alone */
	bool faked;    /* by a container's own /proc */
};

enum piece_kind {
	PIECE_ZONEINFO, PIECE_REPORT, PIECE_SWAPS, PIECE_SYSCTL, PIECE_MEMINFO, PIECE_BUDDYINFO, PIECE_NODES, PIECE_COMMAND,
	PIECE_PAGETYPEINFO, PIECE_NUMASTAT, PIECE_VMSTAT, PIECE_SAR, PIECES,
};

struct piece {
	enum piece_kind kind;
	u32 first, last;
};

#define NVMES 32u /* numbers of controllers, from 0 */

#define SETTINGS(S) S(min_free_kbytes) S(watermark_scale_factor) S(watermark_boost_factor) S(swappiness) S(zone_reclaim_mode) S(extra_free_kbytes)
enum setting {
#define S(name) SETTING_##name,
	SETTINGS(S)
#undef S
	SETTING_COUNT,
};

/* The first number of a zone that a difference takes out. */
struct removed {
	u32 line, node; /* line 0: none */
	enum zone_name zone;
	enum field field;
	s64 value;
};

/* What the next word may belong to. */
enum open { OPEN_NOTHING, OPEN_ZONEINFO, OPEN_ZONE, OPEN_RESERVES };

struct paste {
	struct mms_arena arena;
	struct words words;
	struct zone *zone;
	struct snapshot *snapshot;
	struct swap *swap;
	struct swap_list *list;
	struct piece *piece;
	struct source *source;
	const char *text; /* its first byte */
	u32 sources, source_room;
	u32 zones, zone_room, snapshots, snapshot_room, swaps, swap_room, lists, list_room, pieces, piece_room;
	u32 nvmes, nvmes_again; /* bit c: nvme[c] is given, and another one too */
	s64 nvme[NVMES];        /* the node of a controller, -1: none */
	u32 settings;       /* bit s: setting[s] is given */
	u32 settings_again; /* and with another value: of another moment or machine, so that neither counts */
	bool ratios_again;
	s64 setting[SETTING_COUNT];
	u32 setting_line[SETTING_COUNT];
	s64 ratio[COLUMNS];
	u32 ratios; /* of vm.lowmem_reserve_ratio that are given */
	s64 page;   /* bytes, 0 when not given */
	bool page_again; /* two of them: neither counts */
	u32 meminfos; /* bit m: meminfo[m] is given */
	s64 meminfo[MEMINFO_COUNT];
	bool meminfo_again; /* two of them: neither counts */
	struct free_list *free_list;
	struct series *series;
	s64 *cell;
	u32 free_lists, free_list_room, series_count, series_room, cells, cell_room;
	struct numa_node numa[NUMA_NODES];
	u32 numas;
	u8 distance[NUMA_NODES][NUMA_NODES], turn[NUMA_NODES][NUMA_NODES]; /* from, to; of a node, from */
	s64 mib[NUMA_NODES]; /* of a node, by `node 0 size:`; 0: not given */
	u64 distances, with_cpus; /* bit n: the row of node n is given; node n has CPUs */
	u32 distance_column[NUMA_NODES], distance_columns; /* nodes of `node distances:` */
	struct word before[2]; /* the words before this one */
	u32 machines;
	u32 column; /* the place on their lines of words that stand first there, behind what a log puts before them */
	enum open open;
	bool chain, chained; /* this word, and the one before it, belong to a zone */
	bool reversed;       /* a moment's lines are */
	bool scaled;         /* `vmstat -S` has come, and no rows of it */
	struct word host, caller; /* of the newest lines that have one */
	struct word prompt;  /* the host of the newest prompt */
	bool hosts_mixed;    /* lines of zoneinfo that say of which host they are, or of two texts side by side */
	u32 orphan;          /* the line of a zone's number, and no zone of zoneinfo before it nor behind it */
	bool headless;       /* a reserve of no zone has come, and no zone behind it */
	struct removed removed;
	bool headed;         /* a report's head has come, and none of its zones */
	bool full;  /* there was no room for all */
};

static inline bool mms_known(const struct zone *zone, enum field field)
{
	return zone->known >> field & 1;
}

/* Its CPUs' lists are all in the text: start_pfn comes behind them. */
static inline bool mms_pagesets_known(const struct zone *zone)
{
	return zone->pagesets.cpus && mms_known(zone, FIELD_start);
}

/* Does a line begin with it, but for what stands before each line? */
static inline bool mms_first(const struct paste *paste, const struct word *word)
{
	return word->index == paste->column;
}

/* The next word that stands first on a line, or a path. */
bool mms_first_word(const struct paste *paste, struct words *words, struct word *word);

/* Two names of a host: the same up to a dot or a colon? */
bool mms_host_same(const struct word *a, const struct word *b);

/* Pages or nothing in a zone: those that no memory is in are printed, too, and count for nothing. */
bool mms_zone_empty(const struct zone *zone);

/* reading */
/* Of a mail in quoted-printable what it encodes, with all lines and words where they stood. */
void mms_quoted_printable_decode(char *at, char *end);
void mms_paste_parse(struct paste *paste);
bool mms_zoneinfo_word(struct paste *paste, const struct word *word);
bool mms_report_word(struct paste *paste, const struct word *word);
bool mms_swap_word(struct paste *paste, const struct word *word);
bool mms_settings_word(struct paste *paste, const struct word *word);
bool mms_meminfo_word(struct paste *paste, const struct word *word);
bool mms_numastat_word(struct paste *paste, const struct word *word);
bool mms_series_word(struct paste *paste, const struct word *word);
/* `Node 0, zone Normal` and numbers, or `type Movable` and numbers; `at` stands behind the name, which may end with a comma. */
bool mms_free_list_row(struct paste *paste, const struct words *at, u32 node, enum zone_name name, bool typed, u32 line);
/* Gives what was read of free lists to the zones of the moment that they stand beside. */
void mms_free_lists_place(struct paste *paste);
/* From 1, in the order in which zones come: by node, and by name in each. */
static inline u64 mms_zone_place(u32 node, enum zone_name name)
{
	return (u64)node * ZONE_NAMES + name + 1;
}
enum zone_name mms_zone_named(const char *at, const char *end);
struct snapshot *mms_snapshot_add(struct paste *paste, enum snapshot_kind kind, u32 line);
struct zone *mms_zone_add(struct paste *paste, enum snapshot_kind kind, u32 node, enum zone_name name, u32 line);
void mms_snapshot_cut(struct paste *paste, u32 line);
void mms_report_units(struct paste *paste);
void mms_piece_add(struct paste *paste, enum piece_kind kind, u32 first, u32 last);
/* Room for one more of `size` bytes: the array, moved when it was full. NULL: no memory. */
void *mms_room(struct paste *paste, void *array, u32 count, u32 *room, size_t size);
void mms_zone_put(struct zone *zone, enum field field, s64 value);

/* judging */
void mms_marks_judge(struct paste *paste, struct snapshot *snapshot);
/* The size of a page, where meminfo tells it, or only the marks do. */
void mms_page_find(const struct paste *paste, struct snapshot *snapshot);
void mms_machines(struct paste *paste);
/* Whether MemTotal is what the zones have, and the size of a page where it is. */
void mms_meminfo_fit(const struct paste *paste, struct snapshot *snapshot);
/* Pages that the rule counts: managed since 3.9, before that present. False: not in the text. */
bool mms_zone_pages(const struct snapshot *s, const struct zone *zones, const struct zone *zone, s64 *pages);
/* Of so many pages, of so many KiB each, those at most that are given back after the marks were computed: an initramfs and the kernel's
 * init sections. */
static inline s64 mms_init_pages(s64 pages, s64 page)
{
	return MMS_MIN((256ll << 10) / page, pages / 8);
}

/* The min of high memory, and of Movable since 6.6. */
s64 mms_mark_own(s64 pages);
/* Is a zone up to `highest` not in the text, though the reserve of a lower one of its node says that it has pages? */
bool mms_zone_missing(const struct snapshot *s, const struct zone *zones, enum zone_name highest);
/* Of lowmem_reserve_ratio, as the text has it, or the default. */
s64 mms_reserve_ratio(const struct paste *paste, const struct snapshot *s, enum zone_name name);

/* A text of a few numbers, for people; the writer's own memory. */
#define SENTENCE 512u
struct sentence {
	struct mms_text text;
	char bytes[SENTENCE + 1];
};
void mms_say(struct sentence *sentence, const char *text);
void mms_say_number(struct sentence *sentence, s64 value);
const char *mms_said(struct sentence *sentence);
void mms_json_range(struct mms_text *out, const char *name, s64 lo, s64 hi);

/* `0-1,4` as bits; all of them where that is none, or goes beyond 63. */
u64 mms_node_list(const char *at, const char *end);

/* writing */
void mms_paste_write(struct paste *paste, struct mms_text *out);
/* How far a request is from kswapd, in each zoneinfo of the text; the text of the request has eight bytes behind it. */
void mms_walk_write(struct paste *paste, const char *text, u32 len, struct mms_text *out);
extern const char *const mms_type_name[TYPES];
/* `node distances:` and the rows below it, `node 2 cpus:`. */
bool mms_distances_word(struct paste *paste, const struct word *word);
/* Puts the turns of zones in, where the text has the distances of all their nodes. */
bool mms_distances_place(struct paste *paste, const struct snapshot *snapshot, struct zone *zones);
void mms_distances_write(const struct paste *paste, struct mms_text *out);
void mms_series_write(const struct paste *paste, struct mms_text *out);
void mms_numa_write(const struct paste *paste, struct mms_text *out);
/* Where parts of the text do not agree. */
void mms_notes_write(const struct paste *paste, struct mms_text *out);
/* What a text is that says nothing of a machine here, as far as its words tell. */
const char *mms_notice(const struct paste *paste, struct sentence *say);
/* A node, or -1, to the end of a word. */
bool mms_node(const char *at, const char *end, s64 *node);

/* Would the node of an NVMe disk tell more of who is next? */
bool mms_swaps_lack_nvme(const struct paste *paste);
void mms_swaps_write(const struct paste *paste, struct mms_text *out);
void mms_reports_write(const struct paste *paste, struct mms_text *out);
/* Two moments of the text, by their numbers. */
void mms_comparison_write(const struct paste *paste, s64 before, s64 after, struct mms_text *out);
/* The members of a zone's object. */
void mms_zone_write(const struct paste *paste, const struct snapshot *s, const struct zone *zone, struct mms_text *out);

#endif
