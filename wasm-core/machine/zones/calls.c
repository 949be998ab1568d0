/* SPDX-License-Identifier: Apache-2.0 */
/* A call of the record, decided here: which zones are looked at in which order, and what came of each. */
#include "asif.h"

#define PLACE_BITS (MMS_zone_bit_local | MMS_zone_bit_near)
#define ANSWER_BITS (MMS_zone_bit_denied | MMS_zone_bit_dirtied)
#define NO_LANE 255
#define PASSES_AHEAD 512  /* events of the record, among which the next walk of a call is looked for */
#define SLOW_AHEAD 16384  /* and what comes of its slow path, reclaim in between */

static const struct mms_ev_zone_select *asked(const struct zones_asif *d)
{
	return &d->now->zone_select;
}

/* Where the record looked at this zone in the walk that it is at. */
static u8 lane_of(const struct mms_ev_zone_select *e, u8 zone)
{
	for (u8 i = 0; i < MMS_MIN(e->visits, MMS_VISIT_LANES); i++)
		if (e->visit_zone[i] == zone)
			return i;
	return NO_LANE;
}

static bool was_checked(const struct mms_ev_zone_select *e, u8 i)
{
	return i != NO_LANE && (e->visit_mark[i] || e->visit_free[i] || e->visit_flags[i] & ~(PLACE_BITS | ANSWER_BITS));
}

/* The check of the marks as the record made it, or with the pages that are here. */
static struct mms_zone_mark check(struct zones_asif *d, const struct mms_zone_walk *w, u8 i, u8 *bits)
{
	const struct mms_ev_zone_select *e = asked(d);
	struct asif_zone *z = &d->zone[w->cur];
	struct mms_zone_pages pages = z->pages;
	struct mms_zone_mark mark;
	u8 marks;

	if (was_checked(e, i) && !z->more && w->asked.flags == e->flags) {
		mark = (struct mms_zone_mark){
			.free = e->visit_free[i], .unusable = e->visit_unusable[i], .mark = e->visit_mark[i],
			.reserve = e->visit_reserve[i], .has_block = e->visit_flags[i] & MMS_zone_bit_has_block,
		};
		*bits |= e->visit_flags[i] & (u8)~(PLACE_BITS | ANSWER_BITS);
		mark.ok = mms_zone_watermark_ok(e->order, mark.mark, mark.reserve, mark.free, mark.unusable,
						(u32)w->asked.flags, mark.has_block);
		return mark;
	}
	if (was_checked(e, i)) {
		pages.free = e->visit_free[i];
		pages.below_high = e->visit_flags[i] & MMS_zone_bit_below_high;
	}
	pages.free = (s32)MMS_MIN(MMS_MAX((s64)pages.free + z->more, (s64)0), z->managed);
	pages.blocks = UINT16_MAX;
	mark = mms_zone_check_marks(&pages, w->asked.order, w->asked.highest, (u32)w->asked.flags, &marks);
	*bits |= marks;
	return mark;
}

/* node_reclaim() and rmqueue() answer what they answered there, or the last time. */
static u8 answer(struct zones_asif *d, const struct mms_zone_walk *w, u8 i, u8 verdict)
{
	u8 there = i == NO_LANE ? (u8)MMS_zone_verdict_took : asked(d)->visit_verdict[i];

	if (verdict == MMS_ZONE_RECLAIM) {
		if (there < MMS_zone_verdict_noscan || there > MMS_zone_verdict_low)
			there = d->zone[w->cur].answer;
		return there ? there : (u8)MMS_zone_verdict_noscan;
	}
	if (verdict != MMS_ZONE_TRY)
		return verdict;
	return there == MMS_zone_verdict_empty && d->zone[w->cur].more <= 0 ? there : (u8)MMS_zone_verdict_took;
}

static void visit(struct zones_asif *d, struct mms_zone_walk *w, struct mms_ev_zone_select *e)
{
	const struct mms_ev_zone_select *by = asked(d);
	u8 zone = w->cur, i = lane_of(by, zone), bits, verdict, lane;
	struct mms_zone_mark mark = {0};
	bool same = mms_zone_nid(zone) == mms_zone_nid(w->asked.pref), numbered = by->charged <= UINT32_MAX, dirty, denied;
	s32 batch;

	bits = MMS_zone_bit_near;
	bits |= mms_zone_local(w->asked.policy, w->asked.pref, zone, same ? MMS_LOCAL_DISTANCE : MMS_LOCAL_DISTANCE + 1)
			? MMS_zone_bit_local : 0;
	if (i != NO_LANE)
		bits = (u8)((by->visit_flags[i] & MMS_zone_bit_near) | (bits & MMS_zone_bit_local));
	denied = i != NO_LANE && (numbered ? by->visit_flags[i] & MMS_zone_bit_denied : by->visit_verdict[i] == MMS_zone_verdict_cpuset);
	dirty = i == NO_LANE ? d->zone[zone].dirty
			     : numbered ? by->visit_flags[i] & MMS_zone_bit_dirtied : by->visit_verdict[i] == MMS_zone_verdict_dirty;
	batch = mms_zone_reads_batch(w) && !denied ? (s32)d->zone[zone].here.batch : 0;
	verdict = mms_zone_skips(w, denied, batch, bits & MMS_zone_bit_local, dirty);
	if (d->by.own && numbered)
		bits |= (u8)((verdict == MMS_zone_verdict_cpuset ? MMS_zone_bit_denied : 0) |
			     (verdict == MMS_zone_verdict_dirty ? MMS_zone_bit_dirtied : 0));
	if (verdict == MMS_ZONE_TRY) {
		mark = check(d, w, i, &bits);
		verdict = answer(d, w, i, mark.ok ? MMS_ZONE_TRY : mms_zone_below(w, bits & MMS_zone_bit_near));
	}
	lane = e->visits++;
	if (lane < MMS_VISIT_LANES) {
		e->visit_zone[lane] = zone;
		e->visit_verdict[lane] = verdict;
		e->visit_flags[lane] = bits;
		e->visit_batch[lane] = batch;
		e->visit_free[lane] = mark.free;
		e->visit_unusable[lane] = mark.unusable;
		e->visit_mark[lane] = mark.mark;
		e->visit_reserve[lane] = mark.reserve;
	}
	mms_zone_walk_verdict(w, verdict);
}

/* One walk, that has begun; its event. NULL: the log is full. */
static struct mms_ev_zone_select *walk(struct zones_asif *d, struct mms_zone_walk *w)
{
	struct mms_event *event = asif_emit(d, MMS_KIND_zone_select);
	const struct mms_ev_zone_select *by = asked(d);
	struct mms_ev_zone_select *e;

	if (!event)
		return NULL;
	e = &event->zone_select;
	UNUSED(e->visit_zone), UNUSED(e->visit_verdict), UNUSED(e->visit_flags), UNUSED(e->visit_batch);
	UNUSED(e->visit_free), UNUSED(e->visit_unusable), UNUSED(e->visit_mark), UNUSED(e->visit_reserve);
	e->mode = w->asked.policy;
	e->gfp = by->gfp;
	e->flags = w->asked.flags;
	e->order = by->order;
	e->highest = by->highest;
	e->list = by->list;
	e->pref = by->pref;
	e->nodes = by->nodes;
	e->reclaim = by->reclaim;
	e->spread = w->asked.spread;
	e->pass = w->pass;
	while (mms_zone_walk_next(w) >= 0 && e->visits < UINT8_MAX)
		visit(d, w, e);
	e->end = w->end;
	e->zone = w->zone;
	e->charged = d->by.own && by->charged <= UINT32_MAX ? 0 : UINT64_MAX;
	if (w->zone < 0)
		return e;
	e->pfn = by->zone == w->zone && by->end == MMS_zone_walk_end_took ? by->pfn : UINT64_MAX;
	return e;
}

static void begin(struct zones_asif *d, struct caller *c, u8 policy, u64 flags, bool spread)
{
	const struct mms_ev_zone_select *by = asked(d);
	struct mms_zone_request request = {
		.policy = policy, .order = by->order, .highest = by->highest, .pref = by->pref, .spread = spread,
		.reclaim = by->reclaim, .flags = flags, .nodes = by->nodes,
	};

	mms_fill(&c->list, 0, sizeof(c->list));
	if (by->list >= 0 && by->list < MMS_NODES)
		c->list = mms_zonelist_walked(d->list[by->list].zone, d->list[by->list].n, (u8)by->list, by->gfp);
	mms_zone_walk_begin(&c->walk, &request, &c->list);
}

/* What the record's walk read of the batches, and what it charged. True: the charges recorded so far do not explain it. */
static bool read_batches(struct zones_asif *d)
{
	const struct mms_ev_zone_select *e = asked(d);
	bool odd = false;

	if (!(e->flags & MMS_alloc_flag_fair))
		return false;
	for (u8 i = 0; i < MMS_MIN(e->visits, MMS_VISIT_LANES); i++) {
		bool took = e->visit_verdict[i] == MMS_zone_verdict_took;

		/* a batch that is used up is read where it says so, any other is not 0 */
		if (e->visit_zone[i] >= ZONE_ROWS || (!e->visit_batch[i] && e->visit_verdict[i] != MMS_zone_verdict_batch))
			continue;
		odd |= batches_read(d, e->visit_zone[i], e->visit_batch[i]) && !(took && e->charged <= UINT32_MAX);
	}
	return odd;
}

static bool took_there(const struct mms_ev_zone_select *e)
{
	return e->end == MMS_zone_walk_end_took && e->zone >= 0 && e->zone < ZONE_ROWS;
}

static bool charge(struct zones_asif *d)
{
	const struct mms_ev_zone_select *e = asked(d);

	return took_there(e) && e->mode != MMS_zone_policy_preferred && batches_charge(d, e);
}

/* Pages, marks and answers that the record's walk found, for walks that come there without it. */
static void note_pages(struct zones_asif *d)
{
	const struct mms_ev_zone_select *e = asked(d);

	for (u8 i = 0; i < MMS_MIN(e->visits, MMS_VISIT_LANES); i++) {
		struct asif_zone *z = &d->zone[e->visit_zone[i] % ZONE_ROWS];
		u8 verdict = e->visit_verdict[i];

		if (e->spread && (verdict == MMS_zone_verdict_dirty || was_checked(e, i)))
			z->dirty = verdict == MMS_zone_verdict_dirty;
		if (!was_checked(e, i))
			continue;
		z->pages.free = e->visit_free[i];
		if (!(e->flags & MMS_ALLOC_RESERVES))
			z->pages.highatomic = (s32)MMS_MAX((s64)e->visit_unusable[i] - mms_zone_unusable_least(e->order), (s64)0);
		z->pages.below_high = !(e->visit_flags[i] & MMS_zone_bit_at_high);
		if (verdict >= MMS_zone_verdict_noscan && verdict <= MMS_zone_verdict_low)
			z->answer = verdict;
	}
	if (took_there(e)) {
		struct asif_zone *z = &d->zone[e->zone];
		u32 pages = 1u << e->order;

		z->pages.free -= (s32)pages;
		z->more += (s32)pages;
		z->taken_there += pages;
	}
}

/* Under its own policy: one walk for one walk, so that what others do in between is where it was. */
static bool walk_again(struct zones_asif *d, struct caller *c)
{
	const struct mms_ev_zone_select *by = asked(d);
	bool again = c->walk.list && by->pass && by->pass == c->walk.pass + 1 &&
		     (c->walk.end == MMS_zone_walk_end_fragment || c->walk.end == MMS_zone_walk_end_fair);
	struct mms_ev_zone_select *e;
	bool odd;

	end_round(d, c);
	if (again) {
		mms_zone_walk_again(&c->walk);
	} else {
		begin(d, c, by->mode, by->flags, by->spread);
		c->walk.pass = by->pass;
	}
	e = walk(d, &c->walk);
	odd = charge(d);
	begin_round(d, c);
	if (e && c->walk.zone >= 0)
		batches_take(d, (u8)c->walk.zone, by->order, e);
	return odd;
}

/* The walks of the record from this one on that are of the same call: did the last of them take, or, with `later`, any
 * that the slow path made after them? */
static bool took_after(const struct zones_asif *d, const struct caller *c, bool later)
{
	const struct mms_ev_zone_select *first = asked(d), *last = first;
	const struct mms_log *from = d->by.from;
	u32 to = (u32)MMS_MIN((u64)from->count, (u64)d->at + (later ? SLOW_AHEAD : PASSES_AHEAD));

	for (u32 i = d->at; i < to && last->end != MMS_zone_walk_end_took; i++) {
		const struct mms_ev_zone_select *e = &from->event[i].zone_select;
		bool next;

		if (from->event[i].kind != MMS_KIND_zone_select || !is_of(c, &from->event[i]))
			continue;
		next = e->pass == last->pass + 1 && last->end != MMS_zone_walk_end_none;
		if (!next && (!later || e->pass || mms_zone_path_of(e->flags) == MMS_ZONE_FAST))
			break;
		last = e;
	}
	return last->end == MMS_zone_walk_end_took;
}

/* Walks along the list until one takes or none is left to be made. */
static bool freelist_here(struct zones_asif *d, struct caller *c, u64 flags, bool spread)
{
	begin(d, c, d->policy, flags, spread);
	for (;; mms_zone_walk_again(&c->walk)) {
		struct mms_ev_zone_select *e = walk(d, &c->walk);

		if (!e)
			return true;
		if (c->walk.zone >= 0) {
			batches_take(d, (u8)c->walk.zone, e->order, e);
			return true;
		}
		begin_round(d, c);
		if (c->walk.end == MMS_zone_walk_end_none)
			return false;
	}
}

/* Of a call that ended without a page whoever called comes again, or asks for less. Nothing is asked for then. */
static void call_again(struct zones_asif *d, struct caller *c)
{
	const struct mms_ev_zone_select *by = asked(d);
	u64 fair = d->policy == MMS_zone_policy_preferred ? 0 : MMS_alloc_flag_fair;
	bool fast = mms_zone_path_of(by->flags) == MMS_ZONE_FAST;

	if (by->pass || (!fast && c->satisfied))
		return;
	c->satisfied = !took_after(d, c, true);
	if (c->satisfied)
		return;
	if (!fast) {
		c->satisfied = freelist_here(d, c, by->flags, by->spread);
	} else if (freelist_here(d, c, (by->flags & ~(u64)MMS_alloc_flag_fair) | fair, by->spread)) {
		c->satisfied = true;
	} else if (took_after(d, c, false)) {
		bool cma = by->flags & MMS_alloc_flag_cma;

		c->satisfied = freelist_here(d, c, mms_zone_slow_flags(by->gfp, by->order, cma, false), false);
	}
	/* it took there and did not here */
	if (!c->satisfied && took_after(d, c, false)) {
		d->unmet += 1ull << by->order;
		c->satisfied = true;
	}
}

void play_call(struct zones_asif *d, struct caller *c)
{
	bool odd = read_batches(d);

	if (d->by.own) {
		odd |= walk_again(d, c);
	} else {
		odd |= charge(d);
		call_again(d, c);
	}
	d->corrected += odd;
	note_pages(d);
}
