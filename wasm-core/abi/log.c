/* SPDX-License-Identifier: Apache-2.0 */
/* The log and the visible state, as hosts see them. */
#include "session.h"

uint32_t mms_event_count(void)
{
	struct mms_session *s = mms_session();

	return s ? s->now.log.count : 0;
}

uint32_t mms_event_at(uint32_t index)
{
	struct mms_session *s = mms_session();

	return s && index < s->now.log.count ? mms_address(s, &s->now.log.event[index]) : 0;
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
	const struct mms_state *state = s ? mms_index_seek(&s->now.index, &s->now.log, n) : NULL;

	return state ? mms_address(s, state) : 0;
}
