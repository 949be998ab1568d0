/* SPDX-License-Identifier: Apache-2.0 */
/*
 * internal.h: the reader itself, and what the files of trace/ share.
 *
 * The way of a line: text/lines.c finds it; the format's line() takes its head apart and calls mms_trace_event(),
 * which looks up the kind, reads the rest of the line into the kind's batch (rows/match.c), and counts. A line
 * that is no event is reported by mms_trace_other(), mms_trace_lost() or mms_trace_bad(): every line is one of
 * the four.
 *
 * Any pointer into text that is passed on has 32 readable bytes behind its end, and the byte at its end is
 * neither a letter nor a digit: in the buffers here that is so; a format that puts text together does it in
 * mms_trace_scratch().
 */
#ifndef MMS_TRACE_INTERNAL_H
#define MMS_TRACE_INTERNAL_H

#include "base/arena.h"
#include "base/error.h"
#include "description.h"
#include "kinds.h"
#include "trace/rows/names.h"
#include "trace/text/repair.h"
#include "trace/text/scan.h"

#define MMS_TRACE_HEAD 65536u /* bytes that a format is recognised from */
#define MMS_TRACE_STAGING (1u << 20)
#define MMS_TRACE_BYTES_DEFAULT (256u << 20)
#define MMS_TRACE_PAD 64u       /* bytes behind a buffer that may be looked at */
#define MMS_TRACE_GENERICS 4096u /* rows; what comes after them is counted in the last */
#define MMS_TRACE_MAP_VALUES 4096u /* values of maps; others are counted */
#define MMS_TRACE_MAPS 256u
#define MMS_TRACE_SCRATCH 65536u
#define MMS_TRACE_STATE 4096u /* bytes a format may keep from line to line */
#define MMS_TRACE_SURE 1000u
#define MMS_TRACE_RECENT 16u    /* names of a column that are known at once; a power of two */

/* What the head of a line may leave unknown. */
#define MMS_NO_TS UINT64_MAX
#define MMS_NO_CPU UINT16_MAX
#define MMS_NO_PID INT32_MIN

struct mms_trace;

/* What the head of a line says. */
struct mms_head {
	u64 ts;           /* ns, or the counter's number */
	const char *comm; /* without blanks around it; NULL: not given */
	u32 comm_len;
	s32 pid;
	u16 cpu;
	u32 *comm_number; /* NULL, or where comm's number in the dictionary is kept: 0 until it is known */
};

/* A format. A new one is a file and a name in formats/formats.h. */
struct mms_format {
	/* How a line of the beginning fits: 0 not at all, 1 as an event of any such format would, more when others
	 * would rather not write it so, MMS_TRACE_SURE when nobody else does. Sums decide. */
	u32 (*fits)(const char *line, u32 len);
	void (*begin)(struct mms_trace *t, const char *text, u32 len); /* NULL, or: a look at the first bytes */
	void (*line)(struct mms_trace *t, const char *line, u32 len);
	void (*end)(struct mms_trace *t); /* NULL, or: the text is complete. At most one event of each kind. */
	bool (*explains)(const char *line, u32 len); /* NULL, or: it is a line of the format, and no event */
	bool (*begins)(const char *line, u32 len); /* NULL, or: an event begins here, however much of its line follows */
	bool (*timed)(const char *line, u32 len); /* NULL, or: an event with a time of its own begins here */
	bool (*accepts)(const char *text, u32 len); /* NULL, or: text that fits may be of the format */
	u8 share;                         /* percent of the lines that are of it, or the text is not; 0: any */
	bool apart;                       /* lines need nothing of those before but what struct mms_trace_carry has */
	u8 id;                            /* enum mms_trace_format_id */
};

/* The rows of one kind that the host did not take yet. */
struct mms_builder {
	struct mms_trace_batch batch; /* what the host sees; `rows` and `heap_len` are filled in by take */
	const struct mms_trace_kind *kind;
	const struct mms_plan *plan;
	u64 *ts;
	u16 *cpu;
	s32 *pid;
	u32 *comm, *line;
	u8 *own[MMS_TRACE_FIELDS_MAX];
	u32 recent[MMS_TRACE_FIELDS_MAX][MMS_TRACE_RECENT]; /* of columns of names: numbers in rows before */
	u8 *heap;
	u32 rows, heap_len;
	bool full;
	u64 last_ts;
	u64 seen; /* bit n: the row before has field n */
};

/* What the name of an event stands for. */
struct mms_event_name {
	const char *name; /* NULL: an empty place */
	u32 len;
	u16 kind;    /* row of mms_trace_kinds + 1; 0: none */
	u16 generic; /* row + 1; 0: none yet */
};

#define MMS_EVENT_NAMES 8192u /* places, a power of two */

#define MMS_CAPTURE_EVENTS (1u << 20) /* that a capture gets; what comes after them is left out */
#define MMS_CAPTURE_TASKS 256u        /* in direct reclaim at a time */

/* kswapd of a node, since it woke up; or since it slept before, where its wake-up is not in the text. */
struct mms_kswapd_run {
	u64 since, reclaimed, scanned;
	s32 pid;
	bool awake;
};

/* A task in direct reclaim. */
struct mms_direct_run {
	u64 since, scanned;
	s32 pid;
	s16 nid;
	u8 order;
	bool busy;
};

/* MMS_TRACE_CAPTURE: what was written, and what capture/observations.c waits for. */
struct mms_capture {
	bool begun, still; /* still: the machine's lines are of zones, without free pages */
	u64 written, of_kernel, lost, left_out; /* `of_kernel`: the kernel's events among those written */
	u32 nodes, known_nodes;             /* bit n: node n was named; has an event */
	struct mms_kswapd_run kswapd[MMS_NODES];
	struct mms_direct_run direct[MMS_CAPTURE_TASKS];
};

/* What maps hold (rows/map_value.c). */
struct mms_map_values {
	u32 open; /* the map that is being printed: its name's number; 0: none */
	u32 rows, maps;
	struct mms_map_prints {
		u32 map, n; /* how often it was printed */
	} prints[MMS_TRACE_MAPS];
	struct mms_trace_map_value row[MMS_TRACE_MAP_VALUES];
	u64 order[MMS_TRACE_MAP_VALUES], values; /* of rows: which of all values it is */
	u16 place[2 * MMS_TRACE_MAP_VALUES]; /* hash table: row + 1, 0: empty */
};

enum mms_trace_phase { TRACE_EMPTY, TRACE_READING, TRACE_MORE, TRACE_ENDED, TRACE_FAILED };

struct mms_trace {
	/* these outlive mms_trace_begin() */
	struct mms_arena arena;
	size_t mark;
	u32 describe_len;
	struct mms_machine_lines {
		char *text; /* MMS_TRACE_STAGING bytes; NULL: never asked for */
		u32 len;
		u64 left_out; /* lines that did not fit */
		bool zones;   /* some are of zones */
	} machine; /* MMS_TRACE_MACHINE: what waits for the next capture */
	struct mms_trace_carry carry; /* what the host looks at */
	char describe[MMS_TRACE_DESCRIBE_MAX];
	char before[MMS_TRACE_HEAD]; /* what was left of the last chunk, against the end */
	char staging[MMS_TRACE_STAGING];
	char behind[MMS_TRACE_PAD];
	/* MMS_TRACE_CAPTURE: what the host shall take; else strings that it asked for */
	_Alignas(u32) char text[MMS_TRACE_STAGING + MMS_TRACE_HEAD];
	char scratch[MMS_TRACE_SCRATCH + MMS_TRACE_PAD];

	/* these do not */
	struct mms_trace_part {
		enum mms_trace_phase phase;
		const struct mms_format *format;
		u32 flags;
		const char *at, *end;      /* text that is still to be read */
		const char *line_at, *line_end; /* the line that is being read */
		u64 line;                  /* its number, from 1 */
		u32 held;                  /* bytes of `before` in use */
		u32 text_len;              /* bytes of `text` in use */
		u32 bad;                   /* entries of report.first_bad in use */
		bool skipping;             /* the rest of a line that is too long */
		bool full;                 /* a batch is, or the text */
		bool last;                 /* the line has no end */
		bool goes_on;              /* there are lines before the text */
		struct mms_builder *taken; /* what the host looks at */
		struct mms_lost {
			u64 n, line;
			u16 cpu;
			bool waits; /* for the next event */
		} lost;
		struct mms_capture capture;
		struct mms_repair repair;
		struct mms_map_values map;
		struct mms_error error;
		struct mms_trace_report report;
		struct mms_names names;
		u64 counts[256];
		struct mms_builder *builder[256]; /* by kind; NULL: not seen yet */
		u64 state[MMS_TRACE_STATE / 8];
		u64 last_ts[MMS_TRACE_CPUS], first_ts[MMS_TRACE_CPUS];
		struct mms_event_times {
			u64 ts;       /* of the event before */
			u64 of_day;   /* the same, since midnight */
			u64 midnight; /* of its day, since that of the first */
			bool timed;   /* a line had its time */
			bool settled; /* whether lines do: nothing that comes can change the times of rows any more */
			bool before;  /* the event before is one of the lines before the text */
		} times;
		struct mms_trace_carry carry; /* what the text began with; asked_ts and asked_last */
		struct mms_event_name *last_name;
		u32 event_names_used, n_learned;
		u32 learned[MMS_EVENT_NAMES / 2];
		struct mms_event_name event_names[MMS_EVENT_NAMES];
		struct mms_trace_generic generic[MMS_TRACE_GENERICS];
	} now;
};

/* ---- for formats ------------------------------------------------------------------------------------------ */

/* An event: its name, with `system:` before it or not, and the text behind its name. The kind's fields are
 * looked for in that text; an event that no table knows is counted by its name. */
void mms_trace_event(struct mms_trace *t, const struct mms_head *head, const char *name, u32 name_len, const char *args,
		     u32 args_len);

/* A line that is no event: comment, heading, call chain, empty. */
static inline void mms_trace_other(struct mms_trace *t)
{
	t->now.report.other++;
}

/* A line that should be an event and cannot be read. `at` in the line; `field` names the one that is wrong, or
 * is NULL; `sentence` says what is, such as "is not a number". */
void mms_trace_bad(struct mms_trace *t, enum mms_trace_why_id why, const char *at, const char *field,
		   const char *sentence);

/* A line that says events of a CPU were lost; n: how many, 0 when it does not say. Makes a row of the kind
 * `lost`, with the time of the event that comes next. */
void mms_trace_lost(struct mms_trace *t, u16 cpu, u64 n);

/* The clock, the kernel's release, the recorder's version, as soon as the text gives them. */
void mms_trace_clock(struct mms_trace *t, enum mms_trace_clock_id clock);
void mms_trace_release(struct mms_trace *t, const char *text, u32 len);
void mms_trace_version(struct mms_trace *t, const char *text, u32 len);

/* MMS_TRACE_STATE bytes of the format's own, zero at the beginning. */
static inline void *mms_trace_state(struct mms_trace *t)
{
	return t->now.state;
}

/* MMS_TRACE_SCRATCH bytes that are the format's until its line() returns. */
static inline char *mms_trace_scratch(struct mms_trace *t)
{
	return t->scratch;
}

/* ---- rows by hand (rows/batch.c), for formats that do not write name=value -------------------------------------- */

/* The row of a kind that comes next, all of its own columns unknown; NULL: the memory limit is reached, or there
 * is no room in the batch before the host took it. Only mms_row_end() makes it count. */
struct mms_builder *mms_row_begin(struct mms_trace *t, enum mms_trace_kind_id kind);
/* False: the number does not fit the column's type. `field` counts the kind's own columns from 0. */
bool mms_row_number(struct mms_builder *b, u32 field, u64 value, bool negative);
void mms_row_name(struct mms_trace *t, struct mms_builder *b, u32 field, const char *text, u32 len);
/* A kind has one text column at most. */
void mms_row_text(struct mms_builder *b, u32 field, const char *text, u32 len);
/* Lane of a vector. */
void mms_row_lane(struct mms_builder *b, u32 field, u32 lane, u64 value);
void mms_row_end(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head);
/* The same of an event that no table knows, whose time the report has already. */
void mms_row_keep(struct mms_trace *t, struct mms_builder *b, const struct mms_head *head, u64 ts);
/* The same with the other common columns left to the caller, and no event of the report. Which row it is. */
u32 mms_row_push(struct mms_trace *t, struct mms_builder *b, u64 ts);

/* ---- between the files ------------------------------------------------------------------------------------ */

/* abi.c */
struct mms_trace *mms_trace(void);
u32 mms_trace_address(const struct mms_trace *t, const void *block);


/* text/lines.c: status ok, more, or an error. */
s32 mms_lines_feed(struct mms_trace *t, u32 bytes);
s32 mms_lines_end(struct mms_trace *t);
s32 mms_lines_part(struct mms_trace *t);
/* A line as its tool wrote it, behind text/repair.c. */
void mms_take_repaired(struct mms_trace *t, const char *line, const char *end);

/* text/carry.c: false: it is not what a part of a text leaves behind. */
bool mms_carry_begin(struct mms_trace *t, const struct mms_trace_carry *carry);
struct mms_trace_carry mms_carry_of(const struct mms_trace *t);
/* The latest time so far, for a row that has it. */
u64 mms_carry_last(struct mms_trace *t);

/* rows/batch.c */
struct mms_builder *mms_builder(struct mms_trace *t, u8 kind); /* NULL: no memory; the reading stops */
void mms_batch_release(struct mms_trace *t);                   /* what the host looked at is over */
const struct mms_trace_batch *mms_batch_take(struct mms_trace *t);

/* rows/event.c */
bool mms_event_names_begin(struct mms_trace *t); /* false: no memory */
u64 mms_event_time(struct mms_trace *t, const struct mms_head *head); /* its time; order and span of all */
/* `1234.567890: `, `567us: ` and what may stand before that colon: the time of another line's head. */
bool mms_holds_event(const char *at, const char *end);

/* formats/perf.c: how the lines of a text are laid out, for those who read a part of it. */
u8 mms_perf_layout(const struct mms_trace *t);
void mms_perf_go_on(struct mms_trace *t, u8 layout);

/* text/times.c: the time of an event as rows have it, from what its line says. */
u64 mms_row_time(struct mms_trace *t, u64 ts);

/* rows/loss.c: the row of a line that waits for its time. */
void mms_lost_row(struct mms_trace *t, u64 ts);

/* rows/plan.c: how to read a kind's text. NULL: no memory. */
const struct mms_plan *mms_plan_make(struct mms_trace *t, const struct mms_trace_kind *kind);

/* rows/match.c */
enum mms_matched {
	MATCHED,       /* the next row of the builder holds it */
	MATCHED_NOT,   /* written in another way */
	MATCHED_WRONG, /* a field is not what it must be; mms_trace_bad() was called */
};
enum mms_matched mms_match(struct mms_trace *t, struct mms_builder *b, const char *args, const char *end);

/* rows/generic.c */
void mms_generic(struct mms_trace *t, const struct mms_head *head, struct mms_event_name *name, const char *args, u32 args_len);

/* rows/report.c: stop the reading. */
s32 mms_trace_stop(struct mms_trace *t, enum mms_status_id status, const char *sentence);

#endif
