/* SPDX-License-Identifier: Apache-2.0 */
/* Verdicts, and balances. */
#include "session.h"

int32_t mms_check_begin(void)
{
	struct mms_session *s = mms_session();
	struct mms_report *report;

	if (!s)
		return MMS_status_no_memory;
	report = &s->now.report;
	if (s->now.phase != PHASE_DONE)
		return mms_refuse(s, "mms_check_begin() comes after a capture was read or a model has run");
	if (s->now.checker.log)
		return mms_refuse(s, "mms_check_begin() comes once");
	if (mms_checker_begin(&s->now.checker, &s->arena, &s->now.log, &s->now.totals,
			      MMS_MAX(report->lost, report->missing)) < 0)
		return mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached");
	return MMS_status_ok;
}

int32_t mms_check_run(uint32_t max_events)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (!s->now.checker.verdict)
		return mms_refuse(s, "mms_check_run() comes after mms_check_begin()");
	return mms_checker_run(&s->now.checker, max_events);
}

uint32_t mms_verdicts(void)
{
	struct mms_session *s = mms_session();

	return s && s->now.checker.verdict ? mms_address(s, s->now.checker.verdict) : 0;
}

uint32_t mms_mode_totals(uint32_t mode)
{
	struct mms_session *s = mms_session();

	return s && mode < MMS_N_MODES ? mms_address(s, &s->now.checker.mode[mode]) : 0;
}

uint32_t mms_totals(void)
{
	struct mms_session *s = mms_session();

	return s ? mms_address(s, &s->now.totals) : 0;
}

int32_t mms_balance(void)
{
	struct mms_session *s = mms_session();
	struct mms_record record = {0};
	s32 rows;

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_DONE)
		return mms_refuse(s, "mms_balance() comes after a capture was read or a model has run");
	if (s->now.machine.type)
		return 0;
	record.log = &s->now.log;
	record.lost = s->now.report.lost;
	record.missing = s->now.report.missing;
	record.start = mms_reader_manifest(s->now.reader, &record.start_len);
	record.end = mms_reader_end_manifest(s->now.reader, &record.end_len);
	rows = mms_balance_record(&record, &s->arena, s->now.balance);
	return rows < 0 ? mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached") : rows;
}

uint32_t mms_balances(void)
{
	struct mms_session *s = mms_session();

	return s ? mms_address(s, s->now.balance) : 0;
}
