/* SPDX-License-Identifier: Apache-2.0 */
/* What other modes decide at each decision. */
#include "session.h"

#include "tables/tables.h"

uint32_t mms_alternatives_at(uint32_t event)
{
	struct mms_session *s = mms_session();

	if (!s || s->now.phase != PHASE_DONE || event >= s->now.log.count)
		return 0;
	mms_alternatives(mms_index_seek(&s->now.index, &s->now.log, event), &s->now.log.event[event], s->now.alternatives.latest);
	return mms_address(s, s->now.alternatives.latest);
}

int32_t mms_alternatives_begin(void)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (s->now.phase != PHASE_DONE)
		return mms_refuse(s, "mms_alternatives_begin() comes after a capture was read or a model has run");
	if (s->now.alternatives.differing)
		return mms_refuse(s, "mms_alternatives_begin() comes once");
	s->now.alternatives.differing = mms_arena_alloc(&s->arena, s->now.log.count);
	if (!s->now.alternatives.differing)
		return mms_fail(&s->now.error, MMS_status_no_memory, "the memory limit is reached");
	mms_fill(s->now.alternatives.differing, 0, s->now.log.count);
	return MMS_status_ok;
}

static void count(struct alternatives_part *o, u32 event)
{
	for (u32 i = 0; i < MMS_ALTERNATIVES; i++) {
		struct mms_alternative_totals *t = &o->totals[o->latest[i].mode];

		if (o->latest[i].answer == MMS_alternative_none)
			continue;
		t->decisions++;
		t->same += o->latest[i].answer == MMS_alternative_same;
		t->otherwise += o->latest[i].answer == MMS_alternative_otherwise;
		t->unknown += o->latest[i].answer == MMS_alternative_unknown;
		o->differing[event] |= o->latest[i].answer == MMS_alternative_otherwise;
	}
}

/* The decisions are a small part of most logs, and seeking on from one to the next is cheap. */
int32_t mms_alternatives_run(uint32_t max_events)
{
	struct mms_session *s = mms_session();

	if (!s)
		return MMS_status_no_memory;
	if (!s->now.alternatives.differing)
		return mms_refuse(s, "mms_alternatives_run() comes after mms_alternatives_begin()");
	for (u32 *at = &s->now.alternatives.at; *at < s->now.log.count; ++*at, max_events--) {
		if (!max_events)
			return MMS_status_more;
		if (mms_mode_of(&s->now.log.event[*at]) < 0)
			continue;
		mms_alternatives_at(*at);
		count(&s->now.alternatives, *at);
	}
	return MMS_status_ok;
}

uint32_t mms_alternatives_differing(void)
{
	struct mms_session *s = mms_session();

	return s && s->now.alternatives.differing ? mms_address(s, s->now.alternatives.differing) : 0;
}

uint32_t mms_alternatives_totals(uint32_t mode)
{
	struct mms_session *s = mms_session();

	return s && mode < MMS_N_MODES ? mms_address(s, &s->now.alternatives.totals[mode]) : 0;
}
