/* SPDX-License-Identifier: Apache-2.0 */
/* index.h: finding one's way in a finished log: which events are decisions, and the visible state after
 * any number of events, from the nearest keyframe by apply(). */
#ifndef MMS_INDEX_H
#define MMS_INDEX_H

#include "base/log.h"
#include "mms/state.h"

#define MMS_KEYFRAME_EVERY 4096u /* events; a seek applies fewer than this */

struct mms_index {
	struct mms_state now; /* state after `at` events */
	u32 at;
	u32 *decision;        /* event numbers of those that have a mode */
	u32 decisions;
	struct mms_state *keyframe; /* keyframe i: state after i * MMS_KEYFRAME_EVERY events */
	u32 keyframes;              /* 0 before mms_index_build() */
};

/* Builds keyframes and decisions of a log that grows no more. Status ok or no_memory. */
enum mms_status_id mms_index_build(struct mms_index *index, const struct mms_log *log);

/* State after the first n events; NULL when there are fewer. The next call overwrites it. */
const struct mms_state *mms_index_seek(struct mms_index *index, const struct mms_log *log, u32 n);

#endif
