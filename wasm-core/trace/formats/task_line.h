/* SPDX-License-Identifier: Apache-2.0 */
/*
 * task_line.h: lines as the kernel and trace-cmd write them: task, CPU, flags and time, then the event.
 *
 *   `trace`, `trace_pipe`: "%16s-%-7d " comm, pid; "(%7d) " or "(-------) " with record-tgid; "[%03d] " CPU;
 *       flags with irq-info; " %5lu.%06lu" or " %12llu" time; ": "
 *                                    kernel/trace/trace_output.c: trace_print_context(), trace_print_lat_fmt()
 *   latency-format: "%8.8s-%-7d %3d" comm, pid, CPU; flags; " %4lldus%c: " or " %4lld: "
 *                                                                       trace_print_lat_context()
 *   and verbose: "%16s %7d %3d %d %08x %08lx " comm, pid, CPU, flags, preempt count, number; "[%08lx] " time in
 *       us or "[%016llx] " its number; "%ld.%03ldms (+%ld.%03ldms): " since the first and to the next event
 *                                                                       lat_print_timestamp()
 *   trace-cmd report: as the first with "%16s-%-5d", or as the second with -l
 *                                                                  trace-cmd, tracecmd/trace-read.c
 */
#ifndef MMS_TRACE_TASK_LINE_H
#define MMS_TRACE_TASK_LINE_H

#include "trace/internal.h"

/* How the time is written. */
enum mms_time_shape {
	SHAPE_SECONDS, /* 12.345678: head.ts in ns */
	SHAPE_MICROS,  /* 12us: since the first event; head.ts in ns */
	SHAPE_NUMBER,  /* 12: head.ts as it stands */
	MMS_TIME_SHAPES,
};

struct mms_task_line {
	struct mms_head head;
	const char *event; /* what follows the time's colon and blanks */
	enum mms_time_shape shape;
	bool wide; /* pid in seven columns: the kernel's, not trace-cmd's */
};

/* Beginnings of lines met before, as the kernel writes them by default: "%16s-%-7d [%03d]". Lines of one task on
 * one CPU have the same, and mostly follow one another. */
#define MMS_TASK_HEAD 30   /* bytes */
#define MMS_TASK_HEADS 64u /* a power of two */

struct mms_task_heads {
	struct mms_task_head {
		u64 text[4]; /* bytes 0 to 23, and the last 8 */
		s32 pid;
		u32 comm_number; /* of the dictionary; 0: not known yet */
		u16 cpu;
		u8 blanks; /* before comm */
		bool used;
	} head[MMS_TASK_HEADS];
	u8 shape;     /* enum mms_time_shape + 1 of the text's times; 0: not known */
	bool columns; /* the lines of the text stand in columns: one that does not has lost something */
	bool whole;   /* behind an event's name stands a colon, behind a function's its caller: a line without has lost its end */
	bool first;   /* but the first one, whose blanks alone were lost on the way: its task is known from others */
};
_Static_assert(sizeof(struct mms_task_heads) <= MMS_TRACE_STATE, "a format keeps no more than that");

/* Takes the beginning of a line apart. False: it is none of these. `heads`: NULL, or to be used and added to. */
bool mms_task_line(struct mms_task_line *l, const char *line, const char *end, struct mms_task_heads *heads);

/* May a task be called so, where no columns say how far its name goes? Two blanks, a tab, the beginning of JSON, and the end of
 * another event are none of a name. */
bool mms_is_comm(const char *from, const char *end);

/* Is one event on a line, mostly? Where lines were joined and wrapped anew, nobody knows where another begins. */
bool mms_task_accepts(const char *text, u32 len);

/* What stands before the sixteen columns of the task's name: bytes. 0: nothing, or it is no such line. */
u32 mms_task_columns(const char *line, const char *end);

/* A look at the first lines: do they stand in columns? */
void mms_task_begin(struct mms_trace *t, const char *text, u32 len);

/* Does the line begin as one of these, whatever follows? */
bool mms_task_begins(const char *line, u32 len);

/* The clock that the first lines of a text let conclude: counters count on, and only the jiffies of `uptime`
 * stand still. unknown where there are seconds. */
enum mms_trace_clock_id mms_task_clock(const char *text, u32 len);

/* What follows the head: an event, a function of the function tracer, a stack. */
void mms_task_event(struct mms_trace *t, struct mms_task_line *l, const char *end);

#endif
