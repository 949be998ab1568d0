/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The numbers that a watermark check read, against what `zone` and `zone_marks` events say of the zone: its marks,
 * their boost, its reserves, how many pages it has at all. Free pages change without any event, so only their bounds
 * are known. Of the boost older captures say nothing; then any that can be is taken.
 */
#include "internal.h"
#include "policy/zone_watermark.h"

#define PAGEBLOCK_PAGES   512   /* pageblock_nr_pages where pages have 4 KiB */
#define BOOST_FACTOR      15000 /* watermark_boost_factor by default, in 1/10000 of the high mark */
#define STAT_DRIFT        125   /* MAX_THRESHOLD of mm/vmstat.c: pages that a CPU may not have counted yet */

static u32 cpus_of(const struct mms_state *st)
{
	u32 n = 0;

	for (u32 nid = 0; nid < MMS_NODES; nid++)
		for (u64 cpus = st->node[nid].cpus; cpus; cpus &= cpus - 1)
			n++;
	return n;
}

/* boost_watermark() adds a pageblock up to a limit, kswapd takes away what was there when it began. */
static bool is_boost(s64 boost, u64 high)
{
	s64 most = (s64)MMS_MAX(high * BOOST_FACTOR / 10000, (u64)PAGEBLOCK_PAGES);

	return boost > 0 && boost <= most && (!(boost % PAGEBLOCK_PAGES) || !((most - boost) % PAGEBLOCK_PAGES));
}

bool mms_zone_is_known(const struct mms_state *st, u32 zone)
{
	return zone < MMS_COUNT(st->zone) && st->zone[zone].known;
}

s64 mms_zone_known_mark(const struct mms_zone *zone, u32 wmark)
{
	return (s64)(wmark == MMS_alloc_flag_wmark_min ? zone->min : wmark == MMS_alloc_flag_wmark_low ? zone->low : zone->high);
}

s16 mms_nth_known(const struct mms_state *st, u32 from, u32 to, u32 at)
{
	for (u32 zone = from; zone < to; zone++)
		if (mms_zone_is_known(st, zone) && !at--)
			return (s16)zone;
	return -1;
}

/* Events around one, among which marks are looked for that it may have read: it records them some time later, and
 * so does the event that records a change. */
#define AROUND 512

/* What the zone's marks and boost may have been for a reader whose event is being checked: as they are, before the
 * latest changes, after the next. */
static u32 marks_around(const struct mms_checker *c, u32 zone, struct mms_marks found[2 * MMS_MARKS_KEPT])
{
	const struct mms_boosts *b = &c->boosts[zone];
	const struct mms_zone *z = &c->state.zone[zone];
	u32 to = (u32)MMS_MIN((u64)c->log->count, (u64)c->at + AROUND), n = 0;

	found[n++] = (struct mms_marks){{z->min, z->low, z->high}, b->boost, c->at};
	for (u32 i = 0; i < MMS_MIN(b->n, MMS_MARKS_KEPT); i++)
		if (b->before[i].until + AROUND >= c->at)
			found[n++] = b->before[i];
	for (u32 i = c->at + 1; i < to && n < 2 * MMS_MARKS_KEPT; i++) {
		const struct mms_ev_zone_marks *e = &c->log->event[i].zone_marks;

		if (c->log->event[i].kind == MMS_KIND_zone_marks && e->zone == zone)
			found[n++] = (struct mms_marks){{e->min, e->low, e->high}, e->boost, i};
	}
	return n;
}

void mms_note_marks(struct mms_checker *c, const struct mms_event *e)
{
	bool changed = e->kind == MMS_KIND_zone_marks;
	u32 zone = changed ? e->zone_marks.zone : e->zone.zone;
	const struct mms_zone *z = &c->state.zone[zone];
	struct mms_boosts *b = &c->boosts[zone];

	if (changed && b->known)
		b->before[b->n++ % MMS_MARKS_KEPT] = (struct mms_marks){{z->min, z->low, z->high}, b->boost, c->at};
	b->boost = changed ? e->zone_marks.boost : e->zone.boost;
	b->known = b->boost != UINT64_MAX;
	b->exact = changed;
}

bool mms_may_have_boost(const struct mms_checker *c, u32 zone, bool boosted)
{
	struct mms_marks marks[2 * MMS_MARKS_KEPT];
	u32 n = marks_around(c, zone, marks);

	if (!c->boosts[zone].exact)
		return true;
	for (u32 i = 0; i < n; i++)
		if (!!marks[i].boost == boosted)
			return true;
	return false;
}

static bool fits_known(struct mms_checker *c, u32 zone, const struct mms_zone_read *read)
{
	struct mms_boosts *b = &c->boosts[zone];
	struct mms_marks marks[2 * MMS_MARKS_KEPT];
	u32 n = marks_around(c, zone, marks);
	s64 boost;

	for (u32 i = 0; i < n; i++)
		if (read->mark == (s64)marks[i].mark[read->wmark] + (read->unboosted ? 0 : (s64)marks[i].boost))
			return true;
	/* the tracer reads the boosts before it hears of changes */
	boost = read->mark - mms_zone_known_mark(&c->state.zone[zone], read->wmark);
	if (b->exact || read->unboosted || (boost && !is_boost(boost, c->state.zone[zone].high)))
		return false;
	b->boost = (u64)boost;
	b->exact = true;
	return true;
}

/* Captures that record no boosts: any that can be. */
static bool may_be_boosted(const struct mms_zone *zone, const struct mms_zone_read *read)
{
	s64 boost = read->mark - mms_zone_known_mark(zone, read->wmark);

	return !boost || (!read->unboosted && is_boost(boost, zone->high));
}

bool mms_fits_zone(struct mms_checker *c, u32 zone, const struct mms_zone_read *read)
{
	const struct mms_zone *z = &c->state.zone[zone];

	if (!(c->boosts[zone].known ? fits_known(c, zone, read) : may_be_boosted(z, read)))
		return false;
	if (read->reserve != (s64)z->reserve[read->reserve_idx])
		return false;
	return read->free <= (s64)z->managed || read->free <= (s64)z->managed + (s64)cpus_of(&c->state) * STAT_DRIFT;
}
