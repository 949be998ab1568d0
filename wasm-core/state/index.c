/* SPDX-License-Identifier: Apache-2.0 */
#include "index.h"

#include "tables/tables.h"

static void run_to(struct mms_index *index, const struct mms_log *log, u32 n)
{
	for (; index->at < n; index->at++)
		mms_apply(&index->now, &log->event[index->at]);
}

static void start_at(struct mms_index *index, u32 keyframe)
{
	if (index->keyframes)
		mms_copy(&index->now, &index->keyframe[keyframe], sizeof(index->now));
	else
		mms_fill(&index->now, 0, sizeof(index->now));
	index->at = keyframe * MMS_KEYFRAME_EVERY;
}

static u32 count_decisions(const struct mms_log *log, u32 *decision)
{
	u32 n = 0;

	for (u32 i = 0; i < log->count; i++) {
		if (mms_mode_of(&log->event[i]) < 0)
			continue;
		if (decision)
			decision[n] = i;
		n++;
	}
	return n;
}

enum mms_status_id mms_index_build(struct mms_index *index, const struct mms_log *log)
{
	u32 keyframes = log->count / MMS_KEYFRAME_EVERY + 1;
	u32 decisions = count_decisions(log, NULL);

	index->decision = mms_arena_alloc(log->arena, decisions * sizeof(u32));
	index->keyframe = mms_arena_alloc(log->arena, keyframes * sizeof(struct mms_state));
	if (!index->decision || !index->keyframe)
		return MMS_status_no_memory;
	index->decisions = count_decisions(log, index->decision);
	start_at(index, 0);
	for (u32 i = 0; i < keyframes; i++) {
		run_to(index, log, i * MMS_KEYFRAME_EVERY);
		mms_copy(&index->keyframe[i], &index->now, sizeof(index->now));
	}
	index->keyframes = keyframes;
	return MMS_status_ok;
}

const struct mms_state *mms_index_seek(struct mms_index *index, const struct mms_log *log, u32 n)
{
	u32 nearest = index->keyframes ? n / MMS_KEYFRAME_EVERY : 0;

	if (n > log->count)
		return NULL;
	if (n < index->at || index->at < nearest * MMS_KEYFRAME_EVERY)
		start_at(index, nearest);
	run_to(index, log, n);
	return &index->now;
}
