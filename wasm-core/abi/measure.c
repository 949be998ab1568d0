/* SPDX-License-Identifier: Apache-2.0 */
/* The log in numbers. */
#include "session.h"

int32_t mms_measure(void)
{
	struct mms_session *s = mms_session();
	s32 n;

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_DONE)
		return mms_refuse(s, "mms_measure() comes after a capture was read or a model has run");
	n = mms_measure_log(&s->now.log, &s->arena, s->now.measured);
	return n < 0 ? mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached") : n;
}

uint32_t mms_measured(void)
{
	struct mms_session *s = mms_session();

	return s ? mms_address(s, s->now.measured) : 0;
}
