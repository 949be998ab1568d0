/* SPDX-License-Identifier: Apache-2.0 */
/* A run of the model: the machine that fills the log. */
#include "session.h"

int32_t mms_model_keep(uint32_t events)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_EMPTY && s->now.phase != PHASE_DONE)
		return mms_refuse(s, "mms_model_keep() comes before mms_model_begin() or mms_asif_begin()");
	s->now.unkept = !events;
	return MMS_status_ok;
}

/* Who takes the events of the run that begins, where none is kept. */
static s32 begin_tally(struct mms_session *s)
{
	s->now.tally = NULL;
	mms_log_hand(&s->now.log, NULL, NULL);
	if (!s->now.unkept)
		return MMS_status_ok;
	s->now.tally = mms_tally_new(&s->arena);
	if (!s->now.tally)
		return mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached");
	mms_log_hand(&s->now.log, mms_tally_event, s->now.tally);
	return MMS_status_ok;
}

int32_t mms_model_begin(void)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_EMPTY)
		return mms_refuse(s, "mms_model_begin() comes once after mms_reset()");
	s->now.phase = PHASE_FAILED;
	if (begin_tally(s) < 0 ||
	    mms_machine_begin(&s->now.machine, &s->arena, &s->now.log, s->now.max_events, &s->now.params,
			      &s->now.error) < 0)
		return s->now.error.status;
	s->now.phase = PHASE_RUNNING;
	return MMS_status_ok;
}

/* The capture stays in the arena, below the log of the run; a run before this one is given up. */
static void take_record(struct mms_session *s)
{
	if (s->now.machine.type) {
		mms_arena_rewind(&s->arena, s->now.record_top);
		s->now.log = s->now.record;
		mms_fill(&s->now.machine, 0, sizeof(s->now.machine));
	} else {
		s->now.record = s->now.log;
		s->now.record_top = s->arena.top;
	}
	mms_fill(&s->now.index, 0, sizeof(s->now.index));
	mms_fill(&s->now.writer, 0, sizeof(s->now.writer));
	mms_fill(&s->now.checker, 0, sizeof(s->now.checker));
	mms_fill(&s->now.totals, 0, sizeof(s->now.totals));
	mms_fill(&s->now.alternatives, 0, sizeof(s->now.alternatives));
}

int32_t mms_asif_begin(uint32_t own)
{
	struct mms_session *s = mms_session();
	struct mms_asif asif;

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_DONE || (s->now.machine.type && !s->now.machine.driven))
		return mms_refuse(s, "mms_asif_begin() comes after mms_reader_end(), or after a run as if");
	take_record(s);
	asif = (struct mms_asif){.from = &s->now.record, .own = own};
	s->now.phase = PHASE_FAILED;
	if (begin_tally(s) < 0 ||
	    mms_machine_drive(&s->now.machine, &s->arena, &s->now.log, s->now.max_events, &s->now.params, &asif,
			      &s->now.error) < 0)
		return s->now.error.status;
	s->now.phase = PHASE_RUNNING;
	return MMS_status_ok;
}

int32_t mms_model_run(uint32_t max_decisions)
{
	struct mms_session *s = mms_session();
	s32 status;

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase == PHASE_DONE && s->now.machine.type)
		return MMS_status_ok;
	if (s->now.phase != PHASE_RUNNING)
		return mms_refuse(s, "mms_model_run() comes after mms_model_begin() or mms_asif_begin()");
	status = mms_machine_run(&s->now.machine, max_decisions, &s->now.error);
	if (status == MMS_status_ok && s->now.tally && mms_log_close(&s->now.log) < 0)
		status = mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached");
	if (status < 0)
		s->now.phase = PHASE_FAILED;
	return status == MMS_status_ok ? mms_finish(s) : status;
}
