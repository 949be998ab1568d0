/* SPDX-License-Identifier: Apache-2.0 */
/* The log, complete, and the visible state that it leads to, as hosts see them. */
#include "session.h"

s32 mms_finish(struct mms_session *s)
{
	if (mms_index_build(&s->now.index, &s->now.log) < 0) {
		s->now.phase = PHASE_FAILED;
		return mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached");
	}
	s->now.phase = PHASE_DONE;
	return MMS_status_ok;
}

uint32_t mms_event_count(void)
{
	struct mms_session *s = mms_session();

	return s && !s->now.log.take ? s->now.log.count : 0;
}

uint32_t mms_event_at(uint32_t index)
{
	struct mms_session *s = mms_session();

	return index < mms_event_count() ? mms_address(s, &s->now.log.event[index]) : 0;
}

uint32_t mms_decision_count(void)
{
	struct mms_session *s = mms_session();

	return s ? s->now.index.decisions : 0;
}

uint32_t mms_decisions(void)
{
	struct mms_session *s = mms_session();

	return s && s->now.index.decision ? mms_address(s, s->now.index.decision) : 0;
}

uint32_t mms_seek(uint32_t n)
{
	struct mms_session *s = mms_session();
	const struct mms_state *state = n <= mms_event_count() ? mms_index_seek(&s->now.index, &s->now.log, n) : NULL;

	return state ? mms_address(s, state) : 0;
}

uint32_t mms_counterpart(void)
{
	struct mms_session *s = mms_session();

	if (!s || !mms_stock_event((const void *)s->staging, &s->now.counterpart))
		return 0;
	return mms_address(s, &s->now.counterpart);
}
