/* SPDX-License-Identifier: Apache-2.0 */
/* Here: what other modes decide at each decision. */
#include "session.h"

#include "tables/tables.h"

uint32_t mms_others_at(uint32_t event)
{
	struct mms_session *s = mms_session();

	if (!s || s->now.phase != PHASE_DONE || event >= s->now.log.count)
		return 0;
	mms_others(mms_index_seek(&s->now.index, &s->now.log, event), &s->now.log.event[event], s->now.others.here);
	return mms_address(s, s->now.others.here);
}

int32_t mms_others_begin(void)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_DONE)
		return mms_refuse(s, "mms_others_begin() comes after a capture was read or a model has run");
	if (s->now.others.parted)
		return mms_refuse(s, "mms_others_begin() comes once");
	s->now.others.parted = mms_arena_alloc(&s->arena, s->now.log.count);
	if (!s->now.others.parted)
		return mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached");
	mms_fill(s->now.others.parted, 0, s->now.log.count);
	return MMS_status_ok;
}

static void count(struct others_part *o, u32 event)
{
	for (u32 i = 0; i < MMS_OTHERS; i++) {
		struct mms_other_totals *t = &o->totals[o->here[i].mode];

		if (o->here[i].answer == MMS_other_none)
			continue;
		t->decisions++;
		t->same += o->here[i].answer == MMS_other_same;
		t->otherwise += o->here[i].answer == MMS_other_otherwise;
		t->untold += o->here[i].answer == MMS_other_untold;
		o->parted[event] |= o->here[i].answer == MMS_other_otherwise;
	}
}

/* The decisions are a small part of most logs, and seeking on from one to the next is cheap. */
int32_t mms_others_run(uint32_t max_events)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (!s->now.others.parted)
		return mms_refuse(s, "mms_others_run() comes after mms_others_begin()");
	for (u32 *at = &s->now.others.at; *at < s->now.log.count; ++*at, max_events--) {
		if (!max_events)
			return MMS_status_more;
		if (mms_mode_of(&s->now.log.event[*at]) < 0)
			continue;
		mms_others_at(*at);
		count(&s->now.others, *at);
	}
	return MMS_status_ok;
}

uint32_t mms_others_parted(void)
{
	struct mms_session *s = mms_session();

	return s && s->now.others.parted ? mms_address(s, s->now.others.parted) : 0;
}

uint32_t mms_others_totals(uint32_t mode)
{
	struct mms_session *s = mms_session();

	return s && mode < MMS_N_MODES ? mms_address(s, &s->now.others.totals[mode]) : 0;
}
