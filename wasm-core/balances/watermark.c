/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Watermarks and boosts of zones, change by change. Each is recorded under the zone's lock, as the kernel makes it: what it leaves is
 * what the one before left and its reason says.
 */
#include "internal.h"

#define SMALLEST (4 * PAGEBLOCK) /* mm/page_alloc.c:boost_watermark(): a zone of fewer pages has no boost */

struct changes {
	struct books *b;
	u64 factor; /* vm.watermark_boost_factor; UNKNOWN: it changed */
	u64 block;  /* pages of a block; 0: not known yet */
	const struct mms_ev_zone_marks *last[ZONES]; /* NULL: none is recorded */
	u64 all[ZONES], fit[ZONES];
	u32 set; /* the zone that was set last; ZONES: none */
	s32 pid; /* by this task */
	u64 ts;
};

/* mm/page_alloc.c:boost_watermark(): a block more, up to a share of the high mark. What it adds to nothing is a block. */
static bool is_raised(struct changes *s, u64 before, const struct mms_ev_zone_marks *e)
{
	if (!before && !s->block && e->boost >= PAGEBLOCK && !(e->boost & (e->boost - 1)))
		s->block = e->boost;
	if (!s->block || s->factor > UINT32_MAX)
		return before && e->boost >= before;
	return e->boost == MMS_MIN(before + s->block, MMS_MAX(s->block, e->high * s->factor / 10000));
}

/* Blocks, the bound, or what is left when the one is taken off the other. */
static bool may_be(const struct changes *s, const struct mms_ev_zone_marks *e)
{
	u64 most = e->high * s->factor / 10000, boost = e->boost;

	if (s->factor > UINT32_MAX)
		return true;
	return (boost <= most || boost <= s->block || !s->block) &&
	       (!(boost % PAGEBLOCK) || !((most - boost) % PAGEBLOCK) || !((most + boost) % PAGEBLOCK));
}

/* mm/vmscan.c:balance_pgdat() takes off what it found as it began: the zone's boost at some time since it last did. */
static bool is_lowered(const struct changes *s, u32 i, u64 before, const struct mms_ev_zone_marks *e)
{
	while (i--) {
		const struct mms_ev_zone_marks *at = &s->b->log->event[i].zone_marks;

		if (s->b->log->event[i].kind != MMS_KIND_zone_marks || at->zone != e->zone)
			continue;
		if (at->boost && e->boost == before - MMS_MIN(before, at->boost))
			return true;
		if (at->reason == MMS_marks_reason_reclaimed)
			return false;
	}
	/* it found what was there before the capture began */
	return e->boost <= before;
}

/* The next zone of the machine that has a line, or the first. */
static u32 zone_behind(const struct books *b, u32 zone)
{
	for (u32 n = 0; n < ZONES; n++) {
		zone = (zone + 1) % ZONES;
		if (b->zone_known[zone])
			break;
	}
	return zone;
}

/* All zones are set, one after the other, by one task: mm/page_alloc.c:__setup_per_zone_wmarks(). */
static bool is_next(const struct changes *s, u32 zone, s32 pid)
{
	return s->set == ZONES || !s->b->zone_known[zone] || (zone == zone_behind(s->b, s->set) && (zone < s->set || pid == s->pid));
}

static bool fits(struct changes *s, u32 i)
{
	const struct mms_event *event = &s->b->log->event[i];
	const struct mms_ev_zone_marks *e = &event->zone_marks, *last = s->last[e->zone];
	bool next;

	if (!mms_is_even(e->min, e->low, e->high))
		return false;
	if (e->reason == MMS_marks_reason_set) {
		next = is_next(s, e->zone, event->pid);
		s->set = e->zone;
		s->pid = event->pid;
		s->ts = event->ts;
		return next && !e->boost;
	}
	if (last && (last->min != e->min || last->low != e->low || last->high != e->high))
		return false;
	/* a zone that is plugged in is set first */
	if (!may_be(s, e) || (!last && !s->b->zone_known[e->zone] && s->b->kinds[MMS_KIND_zone]))
		return false;
	if (e->reason == MMS_marks_reason_boost)
		return (!s->b->zone_known[e->zone] || s->b->zone[e->zone].managed >= SMALLEST) &&
		       (!last || is_raised(s, last->boost, e));
	return mms_is_thread(event, "kswapd", e->zone / 8u) && (!last || is_lowered(s, i, last->boost, e));
}

void mms_balance_watermarks(struct books *b)
{
	size_t top = b->arena->top;
	struct changes *s = mms_arena_alloc(b->arena, sizeof(*s));

	b->full |= !s;
	if (!s)
		return;
	s->b = b;
	s->set = ZONES;
	s->factor = mms_boost_factor(b->start);
	if (s->factor != mms_boost_factor(b->stop))
		s->factor = UNKNOWN;
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_ev_zone_marks *e = &b->log->event[i].zone_marks;

		if (b->log->event[i].kind != MMS_KIND_zone_marks || e->zone >= ZONES)
			continue;
		s->all[e->zone]++;
		s->fit[e->zone] += fits(s, i);
		s->last[e->zone] = e;
	}
	/* the round ends with the last zone */
	if (s->set < ZONES && zone_behind(b, s->set) > s->set && b->log->event[b->log->count - 1].ts > s->ts + TASK_LATE)
		s->all[s->set]++;
	for (u32 z = 0; z < ZONES; z++)
		if (s->all[z])
			mms_balance_add(b, MMS_BALANCE_changes, z, s->all[z], s->fit[z], 0);
	mms_arena_rewind(b->arena, top);
}
