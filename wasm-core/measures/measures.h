/* SPDX-License-Identifier: Apache-2.0 */
/*
 * measures.h: a log in numbers (include/mms/measures.def). One pass over the events; medians and percentiles are
 * exact, by nearest rank, and take sixteen bytes a value while they are sorted. Measures can also be had of a log that
 * keeps no events: the tally takes each as it comes.
 *
 * Every number is a ratio of whole ones, written out with up to six decimals, so that it is the same text on every host.
 */
#ifndef MMS_MEASURES_H
#define MMS_MEASURES_H

#include "base/log.h"
#include "mms/abi.h"

#define MMS_M(name, id, machine, unit, better, part, from, words, doc) MMS_measure_##name = (id),
enum mms_measure_id { MMS_MEASURES(MMS_M) MMS_N_MEASURES };
#undef MMS_M
#define MMS_S(name, id, machine, unit, better, part, from, words, doc) MMS_spread_##name = (id),
enum mms_spread_id { MMS_SPREADS(MMS_S) MMS_N_SPREADS };
#undef MMS_S

/* Rows, at most: each measure of each part. */
#define MMS_MEASURED_MAX 512
#define MMS_SPREAD_MAX (MMS_N_SPREADS + 128)

/* What has been counted so far. It allocates while it takes events: nobody else may. */
struct mms_tally;

/* NULL: no memory. */
struct mms_tally *mms_tally_new(struct mms_arena *arena);

/* Counts an event: mms_log_taker. False: no memory. */
bool mms_tally_event(void *tally, const struct mms_event *event);

/* What the events counted come to, in the order of measures.def, parts by number. Gives the number of rows; -1: no
 * memory. */
s32 mms_tally_rows(struct mms_tally *tally, struct mms_measured out[MMS_MEASURED_MAX]);

/* What the log records from its event `first` to before `stop`, in the order of measures.def, parts by number. Gives the
 * number of rows; -1: no memory. */
s32 mms_measure_log(const struct mms_log *log, u32 first, u32 stop, struct mms_arena *arena,
		    struct mms_measured out[MMS_MEASURED_MAX]);

/* The same for the values that are recorded one by one. */
s32 mms_spread_log(const struct mms_log *log, u32 first, u32 stop, struct mms_arena *arena,
		   struct mms_spread out[MMS_SPREAD_MAX]);

#endif
