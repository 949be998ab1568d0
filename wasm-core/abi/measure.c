/* SPDX-License-Identifier: Apache-2.0 */
/* The log in numbers. */
#include "session.h"

/* Status ok, or why nothing can be measured. */
static s32 refused(struct mms_session *s)
{
	if (!s)
		return MMS_status_no_memory;
	return s->now.phase == PHASE_DONE ? 0 : mms_refuse(s, "measures come after a capture was read or a model has run");
}

static s32 counted(struct mms_session *s, s32 rows)
{
	return rows < 0 ? mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached") : rows;
}

int32_t mms_measure_part(uint32_t first, uint32_t stop)
{
	struct mms_session *s = mms_session();
	s32 no = refused(s);

	if (no)
		return no;
	if (!s->now.tally)
		return counted(s, mms_measure_log(&s->now.log, first, stop, &s->arena, s->now.measured));
	if (first || stop != UINT32_MAX)
		return mms_refuse(s, "a run that keeps no events can be measured as a whole only");
	return counted(s, mms_tally_rows(s->now.tally, s->now.measured));
}

int32_t mms_measure(void)
{
	return mms_measure_part(0, UINT32_MAX);
}

int32_t mms_spread_part(uint32_t first, uint32_t stop)
{
	struct mms_session *s = mms_session();
	s32 no = refused(s);

	if (!no && s->now.tally)
		return mms_refuse(s, "a run that keeps no events has no spreads");
	return no ? no : counted(s, mms_spread_log(&s->now.log, first, stop, &s->arena, s->now.spread));
}

uint32_t mms_measured(void)
{
	struct mms_session *s = mms_session();

	return s ? mms_address(s, s->now.measured) : 0;
}

uint32_t mms_spreads(void)
{
	struct mms_session *s = mms_session();

	return s ? mms_address(s, s->now.spread) : 0;
}
