/* SPDX-License-Identifier: Apache-2.0 */
/*
 * abi.h: the functions mmscope.wasm exports, and all a host needs to know.
 *
 * One instance of the module is one session: one source (a model run or a capture), its event log,
 * its visible state and its verdicts. A host that shows two panes makes two instances.
 *
 * The module imports nothing. Memory grows up to the limit the host sets; pointers are offsets into
 * `memory` and stay valid until the next call that may grow it (any call that returns a status), so
 * take views again after each such call. Little endian. Call `_initialize` once, first.
 *
 * Functions that can fail return enum mms_status_id (enums.def): 0 or more is success, less is an
 * error that mms_error() describes. After an error the session keeps what it had read before; only
 * mms_reset() starts over.
 */
#ifndef MMS_ABI_H
#define MMS_ABI_H

#include "fields.h"
#include "measures.def"
#include "structs.def"

#ifdef __wasm__
#define MMS_EXPORT(name) __attribute__((export_name(#name))) name
#else
#define MMS_EXPORT(name) name
#endif

#define MMS_ABI_VERSION 1u
#define MMS_LINE_MAX 4096u /* bytes of one line of a capture; manifest and end lines: MMS_MANIFEST_MAX */
#define MMS_MANIFEST_MAX 262144u

/* struct mms_error, mms_report, mms_totals, mms_verdict, mms_alternative: see structs.def. `first_bad` holds errors. */
#define MMS_STRUCT(name, doc) struct mms_##name { MMS_MEMBERS_##name(MMS_DECLARE) };
MMS_STRUCTS(MMS_STRUCT)
#undef MMS_STRUCT

uint32_t MMS_EXPORT(mms_abi_version)(void);

/* JSON text that describes events, enums, modes, params, state tables, and the structs above: names, types,
 * offsets in bytes, lanes, units, docs. Returns its address; mms_describe_len() its bytes. */
uint32_t MMS_EXPORT(mms_describe)(void);
uint32_t MMS_EXPORT(mms_describe_len)(void);

/* Forget everything. Limits: events in the log, and bytes of the module's memory (0: the defaults, 4 Mi
 * events and 1 GiB). */
int32_t MMS_EXPORT(mms_reset)(uint32_t max_events, uint32_t max_bytes);
uint32_t MMS_EXPORT(mms_error)(void);   /* address of struct mms_error */

/* A buffer of at least `bytes` (1 MiB at most) into which the host copies input. 0: no memory. */
uint32_t MMS_EXPORT(mms_staging)(uint32_t bytes);

/* Reader: begin, then feed chunks of the plain text (never compressed) from the staging buffer, cut
 * anywhere, then end. mms_reader_end() sorts by seq, and builds keyframes and the decision index. */
int32_t MMS_EXPORT(mms_reader_begin)(void);
int32_t MMS_EXPORT(mms_reader_feed)(uint32_t bytes);
int32_t MMS_EXPORT(mms_reader_end)(void);

/* A capture that grows: after mms_reader_end(), while it has no end line yet, more may be fed, and ended again. The
 * events stay; keyframes, verdicts and what else was made of them are made anew. Feed whole lines. */
int32_t MMS_EXPORT(mms_reader_more)(void);
uint32_t MMS_EXPORT(mms_report)(void);  /* address of struct mms_report */

/* Model: set parameters by number (params.def), then begin, then run until it returns ok. Values
 * outside their range are refused with `range`. Texts are taken from the staging buffer. */
int32_t MMS_EXPORT(mms_param_set)(uint32_t param, uint32_t index, int64_t value);
int64_t MMS_EXPORT(mms_param_get)(uint32_t param, uint32_t index);
int32_t MMS_EXPORT(mms_param_text)(uint32_t param, uint32_t index, uint32_t bytes);
int32_t MMS_EXPORT(mms_model_begin)(void);

/* Pages of mark `mark` (0 min, 1 low, 2 high) of a zone of `managed` pages with this min under
 * vm.watermark_scale_factor=`scale`: policy/zone_mark.h. Needs no session. */
int64_t MMS_EXPORT(mms_zone_mark)(uint32_t mark, int64_t min, int64_t managed, int64_t scale);

/* As if: a capture is read to its end, parameters (machine, its switch, seed) are set, then this, then
 * mms_model_run() as for a model. The log is then that of the run, each event with the line of the one it stands for.
 * `own` not 0: under the record's own switch. Refused with `range`: the capture records no such demand. After such a run
 * its capture can be asked again: set parameters, and this. */
int32_t MMS_EXPORT(mms_asif_begin)(uint32_t own);
int32_t MMS_EXPORT(mms_model_run)(uint32_t max_decisions); /* more, ok, or an error */

/* Whether the runs that begin from here on keep their events; they do after mms_reset(). A run that keeps none has an
 * empty log, and comes to the same measures sooner: mms_measure() is all that can be asked of it. */
int32_t MMS_EXPORT(mms_model_keep)(uint32_t events);

/* Writer: the log as the text of a capture. Puts the next lines into the staging buffer and returns
 * their number of bytes; 0 at the end. The reader reads this text back to the same events. */
int32_t MMS_EXPORT(mms_write_begin)(void);
int32_t MMS_EXPORT(mms_write_next)(uint32_t max_bytes);

/* The log: fixed-size records (`event` in the description), in order. */
uint32_t MMS_EXPORT(mms_event_count)(void);
uint32_t MMS_EXPORT(mms_event_at)(uint32_t index);     /* address of record `index`; 0 outside */
uint32_t MMS_EXPORT(mms_decision_count)(void);
uint32_t MMS_EXPORT(mms_decisions)(void);              /* address of uint32_t[count]: indexes of events that have a mode */

/* The decision of an unpatched kernel whose record is in the staging buffer, as one of ours (state/stock.h): the address of that
 * record, which the next call overwrites; 0: it is none that is like one of ours. */
uint32_t MMS_EXPORT(mms_counterpart)(void);

/* The visible state after the first n events (0: before any), from the nearest keyframe by apply(). Address of
 * struct mms_state, which the next call overwrites; 0 if there are fewer than n events. */
uint32_t MMS_EXPORT(mms_seek)(uint32_t n);

/* Checker: begin, then run until ok. Verdicts are one struct mms_verdict per event of the log. */
int32_t MMS_EXPORT(mms_check_begin)(void);
int32_t MMS_EXPORT(mms_check_run)(uint32_t max_events);
uint32_t MMS_EXPORT(mms_verdicts)(void);
uint32_t MMS_EXPORT(mms_totals)(void);
uint32_t MMS_EXPORT(mms_mode_totals)(uint32_t mode); /* address of struct mms_mode_totals; 0: no such mode */

/* The record against itself (balances.def): how many accounts a capture that was read has, or an error; then the address
 * of struct mms_balance[]. A model's run, and what another tool recorded, has none. */
int32_t MMS_EXPORT(mms_balance)(void);
uint32_t MMS_EXPORT(mms_balances)(void);

/* What each other mode decides at one decision, from the same inputs; checker/alternatives.h. Address of
 * struct mms_alternative[MMS_ALTERNATIVES], which the next call overwrites, as it does what mms_seek() gave; 0 outside the log. */
#define MMS_ALTERNATIVES 2u
uint32_t MMS_EXPORT(mms_alternatives_at)(uint32_t event);

/* The same over the run, for whoever asks: begin, then run until ok. Then one byte per event of the log, 1 where some
 * other mode decides otherwise, and totals by mode (struct mms_alternative_totals; 0: no such mode). */
int32_t MMS_EXPORT(mms_alternatives_begin)(void);
int32_t MMS_EXPORT(mms_alternatives_run)(uint32_t max_events);
uint32_t MMS_EXPORT(mms_alternatives_differing)(void);
uint32_t MMS_EXPORT(mms_alternatives_totals)(uint32_t mode);

/* The log in numbers (measures.def), of a capture that was read or a model that has run: how many rows, or an error;
 * then the address of the rows, struct mms_measured each. */
int32_t MMS_EXPORT(mms_measure)(void);
uint32_t MMS_EXPORT(mms_measured)(void);

/* The same of the events from `first` to before `stop`, of a run that kept them; those before `first` say what nodes, zones and devices there
 * are. Then the spreads of the values recorded one by one: how many rows, and the address of struct mms_spread[]. */
int32_t MMS_EXPORT(mms_measure_part)(uint32_t first, uint32_t stop);
int32_t MMS_EXPORT(mms_spread_part)(uint32_t first, uint32_t stop);
uint32_t MMS_EXPORT(mms_spreads)(void);

#endif
