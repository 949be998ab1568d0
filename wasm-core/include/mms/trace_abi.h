/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace_abi.h: the functions mmtrace.wasm exports: any trace text in, columns by kind of event out.
 *
 * It is a module of its own beside mmscope.wasm (abi.h). A session there holds all events and decides;
 * this one holds a few thousand rows of each kind, forgets what the host has taken, and is built for
 * speed. Text of any length passes through it in bounded memory.
 *
 * The rules of abi.h hold: nothing is imported, addresses stay valid until the next call that returns
 * a status, and `_initialize` comes first. A line that cannot be read is counted, and reading continues with the
 * next one; a status below 0 is only for what stops the reading (no_memory; call; format: no format explains the first
 * 64 KiB, and the sentence has the first line that none does, or, where the text is known to be something else, begins
 * with "this is" and says what to open in its place). A text that went through a mail, a journal or a terminal is read
 * as its tool wrote it; the report's `repairs` says what was undone (trace/text/repair.h).
 *
 *     mms_trace_begin(format, flags, max_bytes)
 *     for each chunk: put it in mms_trace_staging(n); s = mms_trace_feed(n)
 *         while s == more: take batches until there is none; s = mms_trace_feed(0)
 *     while mms_trace_end() == more: take batches until there is none
 *     take the last batches
 *
 * The columns of every kind: ts u64, cpu u16, pid s32, comm name, line u32 (of the text, from 1; all ones
 * beyond 2^32 - 2), then the kind's own fields in the order of the table; kinds of events.def have their
 * `seq` before them. A value that a line does not have is all ones (signed: the smallest number; names and texts:
 * empty). ts is in ns where the report's clock is a time. It always has a value: an event whose line has no time
 * gets the time of the event before it in the text, and events before the first time get that one. The report's
 * `untimed` counts them.
 */
#ifndef MMS_TRACE_ABI_H
#define MMS_TRACE_ABI_H

#include "abi.h"
#include "event.h"
#include "stock.def"
#include "trace.def"

#define MMS_TRACE_ABI_VERSION 2u
#define MMS_TRACE_ROWS 8192u       /* rows of a batch at most */
#define MMS_TRACE_LINE_MAX 16384u  /* bytes of a line; longer ones are unreadable */
#define MMS_TRACE_CPUS 8192u       /* CPUs whose order is watched */
#define MMS_TRACE_NAME_MAX 512u    /* bytes of a string of the dictionary; longer ones are cut */
#define MMS_TRACE_NAMES 2048u      /* strings of the dictionary that are given at once */

/* Flags of mms_trace_begin(). */
#define MMS_TRACE_CAPTURE 1u /* instead of columns, write what scenes can show as the text of a capture for mmscope.wasm */
/* Instead of columns, write nothing yet: the text describes the machine, as a file of /proc does. Its zones and
 * counters are kept, at most 1 MiB of them, and the next text that is read as a capture has them in front of its
 * events, at ts 0. Reading a text as columns in between drops them. */
#define MMS_TRACE_MACHINE 2u

#define MMS_STRUCT(name, doc) struct mms_##name { MMS_MEMBERS_##name(MMS_DECLARE) };
MMS_TRACE_STRUCTS(MMS_STRUCT)
#undef MMS_STRUCT

uint32_t MMS_EXPORT(mms_trace_abi_version)(void);

/* JSON that describes the kinds of events.def and stock.def with their columns, the enumerations and
 * structs of trace.def, struct error of structs.def, and the enumerations of enums.def that columns use. Its
 * form: trace/description.c. */
uint32_t MMS_EXPORT(mms_trace_describe)(void);
uint32_t MMS_EXPORT(mms_trace_describe_len)(void);

/* Forget everything and begin. `format`: enum trace_format; unknown: recognise it from the content.
 * `max_bytes`: limit of the module's memory; 0: 256 MiB. */
int32_t MMS_EXPORT(mms_trace_begin)(uint32_t format, uint32_t flags, uint32_t max_bytes);
uint32_t MMS_EXPORT(mms_trace_error)(void); /* address of struct mms_error */

/* A buffer of 1 MiB at most. */
uint32_t MMS_EXPORT(mms_trace_staging)(uint32_t bytes);

/* Read what is in the staging buffer. more: a batch is full; take it, then call again with 0 bytes, and
 * leave the staging buffer as it is until the status is ok. */
int32_t MMS_EXPORT(mms_trace_feed)(uint32_t bytes);

/* The text is complete. more: as for feed(); take, then call it again. */
int32_t MMS_EXPORT(mms_trace_end)(void);

/* Address of struct mms_trace_batch: the rows of one kind that were not taken yet; 0: there are none.
 * What it points to stays valid until the next call of this function or of mms_trace_feed(). While feed() returns
 * more, only full batches are given; after mms_trace_end(), all. */
uint32_t MMS_EXPORT(mms_trace_take)(void);

/* The same for the text that MMS_TRACE_CAPTURE asks for: its address, in a second buffer; 0: none. */
uint32_t MMS_EXPORT(mms_trace_text)(void);
uint32_t MMS_EXPORT(mms_trace_text_len)(void);

/* A text in parts, each read by an instance of its own. The first part is begun by mms_trace_begin(), holds 64 KiB at
 * least and ends behind the end of a line, as every part but the last does; instead of mms_trace_end(), such a part is
 * ended by mms_trace_part(). Where struct trace_carry then says `apart` and `timed`, mms_trace_go_on() begins another
 * part, with that struct in the staging buffer. Lines are counted on from `lines`; all else that the report, the counts,
 * the generic rows and the dictionary say is of this part alone. */
int32_t MMS_EXPORT(mms_trace_go_on)(void);
int32_t MMS_EXPORT(mms_trace_part)(void);    /* as mms_trace_end() */
uint32_t MMS_EXPORT(mms_trace_carry)(void);  /* address of struct mms_trace_carry, for the next part; of this one: asked_ */
/* Addresses of u64[MMS_TRACE_CPUS], by CPU number, the last one for all that are higher: the first time of each in a part
 * that goes on, and the last one; where that is all ones there is none. A first part gives the last ones alone, 0 for none. */
uint32_t MMS_EXPORT(mms_trace_first_ts)(void);
uint32_t MMS_EXPORT(mms_trace_last_ts)(void);
/* Number in the dictionary of the nth name of an event that the table does not have as it stands; 0: there are no more. Beyond
 * 4,096 names, those of the table among them, an instance learns none. */
uint32_t MMS_EXPORT(mms_trace_learned)(uint32_t n);

uint32_t MMS_EXPORT(mms_trace_report)(void);          /* address of struct mms_trace_report */
uint32_t MMS_EXPORT(mms_trace_counts)(void);          /* address of u64[256]: events by kind */
uint32_t MMS_EXPORT(mms_trace_generic)(uint32_t row); /* address of struct mms_trace_generic; 0: no such row */
uint32_t MMS_EXPORT(mms_trace_map_value)(uint32_t row); /* address of struct mms_trace_map_value; 0: no such row. After mms_trace_end() */

/* String `number` of the dictionary: address and bytes (not terminated). Number 0 is the empty string.
 * Strings never change; new ones come at the end. */
uint32_t MMS_EXPORT(mms_trace_name)(uint32_t number);
uint32_t MMS_EXPORT(mms_trace_name_len)(uint32_t number);
/* Strings from `first` on, MMS_TRACE_NAMES at most, for hosts to which each call is dear: address of how many, u32; of the
 * places where they begin and the last one ends, u32[how many + 1]; and of their bytes behind these. 0: there are no more, or
 * what is read is written as a capture. Valid until the next call of this function, too. */
uint32_t MMS_EXPORT(mms_trace_names)(uint32_t first);

#endif
