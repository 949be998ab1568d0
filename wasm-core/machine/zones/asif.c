/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Choosing a zone, driven by a capture: each call of get_page_from_freelist() that it records, with its gfp flags, order
 * and nodes, decided under another policy. Batches come from the chain of this run alone.
 *
 * A zone's free pages are those that the record read last, with what the record took there and this run did not, and
 * without what it took here. That pages which went elsewhere here are freed there is not recorded, and assumed not to be.
 * Under the record's own policy what a walk read of zones, cpusets, dirty limits, node_reclaim() and rmqueue() is taken
 * from it, as is the moment at which a round of resets goes on. In which order zones are looked at, which are
 * passed over, by which batch, and which is chosen are not.
 */
#include "asif.h"

#define EVENTS_PER_RUN 32768 /* of the record, looked at in one mms_machine_run() */

struct mms_event *asif_emit(struct zones_asif *d, enum mms_kind_id kind)
{
	const struct mms_event *by = d->now;
	const struct mms_who who = {by->cpu, by->pid, by->comm};
	struct mms_event *e = mms_emit(&d->out, kind, by->ts, &who);

	d->stop |= !e;
	if (!e)
		return NULL;
	e->line = by->line;
	d->decisions += kind == MMS_KIND_zone_select || kind == MMS_KIND_zone_batch;
	return e;
}

static struct caller *caller_of(struct zones_asif *d, const struct mms_event *e)
{
	struct caller *oldest = &d->caller[0];

	for (u32 i = 0; i < CALLERS; i++) {
		struct caller *c = &d->caller[i];

		if (c->used && is_of(c, e))
			return c;
		if (!c->used) {
			oldest = c; /* places are taken from the first on and never given up */
			break;
		}
		if (c->at < oldest->at)
			oldest = c;
	}
	end_round(d, oldest);
	mms_fill(oldest, 0, sizeof(*oldest));
	oldest->task = task_of(e);
	oldest->gfp = e->zone_select.gfp & ~(u64)MMS_GFP_HARDWALL;
	oldest->order = e->zone_select.order;
	oldest->used = true;
	return oldest;
}

static void set_marks(struct zones_asif *d, u8 zone, u64 min, u64 low, u64 high, u64 boost)
{
	struct asif_zone *z = &d->zone[zone % ZONE_ROWS];

	z->pages.mark[MMS_alloc_flag_wmark_min] = (s32)MMS_MIN(min, (u64)INT32_MAX / 4);
	z->pages.mark[MMS_alloc_flag_wmark_low] = (s32)MMS_MIN(low, (u64)INT32_MAX / 4);
	z->pages.mark[MMS_alloc_flag_wmark_high] = (s32)MMS_MIN(high, (u64)INT32_MAX / 4);
	z->pages.boost = boost == UINT64_MAX ? 0 : (s32)MMS_MIN(boost, (u64)INT32_MAX / 4);
}

static void set_zone(struct zones_asif *d, const struct mms_ev_zone *e)
{
	struct asif_zone *z = &d->zone[e->zone % ZONE_ROWS];

	set_marks(d, e->zone, e->min, e->low, e->high, e->boost);
	for (u32 i = 0; i < MMS_MAX_NR_ZONES; i++)
		z->pages.reserve[i] = (s32)MMS_MIN(e->reserve[i], (u32)INT32_MAX / 4);
	z->managed = (s64)MMS_MIN(e->managed, (u64)INT32_MAX / 4);
	/* Not recorded: as many as it has, until a walk has read it. */
	z->pages.free = (s32)MMS_MIN(e->free == UINT64_MAX ? e->managed : e->free, (u64)INT32_MAX / 4);
	if (!z->known && !z->chained) {
		z->here.batch = (u32)mms_zone_batch((u32)z->pages.mark[MMS_alloc_flag_wmark_low],
						    (u32)z->pages.mark[MMS_alloc_flag_wmark_high]);
		z->here.batch /= d->half ? 2 : 1;
	}
	z->known = true;
}

static void copy(struct zones_asif *d)
{
	struct mms_event *e = asif_emit(d, (enum mms_kind_id)d->now->kind);
	u64 ts;

	if (!e)
		return;
	ts = e->ts;
	*e = *d->now;
	e->ts = ts;
}

static void play(struct zones_asif *d, const struct mms_event *e)
{
	struct caller *c;

	d->now = e;
	switch (e->kind) {
	case MMS_KIND_zone: set_zone(d, &e->zone); copy(d); break;
	case MMS_KIND_zonelist:
		if (e->zonelist.nid >= 0 && e->zonelist.nid < MMS_NODES) {
			d->list[e->zonelist.nid].n = (u8)MMS_MIN(e->zonelist.n, MMS_ZONELIST_MAX);
			mms_copy(d->list[e->zonelist.nid].zone, e->zonelist.zone, MMS_ZONELIST_MAX);
		}
		copy(d);
		break;
	case MMS_KIND_zone_marks:
		set_marks(d, e->zone_marks.zone, e->zone_marks.min, e->zone_marks.low, e->zone_marks.high, e->zone_marks.boost);
		copy(d);
		break;
	case MMS_KIND_node:
	case MMS_KIND_mark:
	case MMS_KIND_lost: copy(d); break;
	case MMS_KIND_zone_hidden:
		if (d->by.own)
			copy(d);
		break;
	case MMS_KIND_zone_batch:
		if (e->zone_batch.zone < ZONE_ROWS)
			batches_reset(d, &e->zone_batch);
		break;
	case MMS_KIND_zone_select:
		c = caller_of(d, e);
		c->at = d->at;
		play_call(d, c);
		break;
	default: break;
	}
}

static bool has_kind(const struct mms_log *from, u8 kind)
{
	for (u32 i = 0; i < from->count; i++)
		if (from->event[i].kind == kind)
			return true;
	return false;
}

void *zones_drive(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		  const struct mms_asif *asif, struct mms_error *error)
{
	static const char no_walks[] = "this capture has no walk along a zonelist, so there is nothing to decide otherwise";
	static const char no_lists[] = "this capture has walks, but neither zonelists nor zones with their watermarks (events zonelist and zone), which another policy needs";
	struct zones_asif *d;

	if (!has_kind(asif->from, MMS_KIND_zone_select)) {
		mms_fail(error, MMS_status_range, no_walks);
		return NULL;
	}
	if (!has_kind(asif->from, MMS_KIND_zonelist) || !has_kind(asif->from, MMS_KIND_zone)) {
		mms_fail(error, MMS_status_range, no_lists);
		return NULL;
	}
	d = mms_arena_alloc(arena, sizeof(*d));
	if (!d || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is reached");
		return NULL;
	}
	d->by = *asif;
	d->out.log = log;
	d->policy = (u8)params->zone_alloc_policy;
	d->half = params->batch_begin == MMS_batch_begin_half;
	d->unseen_by_rule = params->unseen_pages != MMS_unseen_pages_there;
	return d;
}

static void report(struct zones_asif *d, const char *name, u64 value)
{
	struct mms_event *e = asif_emit(d, MMS_KIND_stat);
	struct mms_text put;

	if (!e)
		return;
	put = mms_text(e->stat.text, sizeof(e->stat.text));
	mms_put(&put, name);
	e->stat.value = value;
}

enum mms_status_id zones_run_asif(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct zones_asif *d = machine;
	u64 until = d->decisions + max_decisions;

	for (u32 n = 0; d->at < d->by.from->count && !d->stop; n++) {
		if (d->decisions >= until || n >= EVENTS_PER_RUN)
			return MMS_status_more;
		d->at++;
		play(d, &d->by.from->event[d->at - 1]);
	}
	if (!d->stop && !d->reported) {
		d->reported = true;
		report(d, "asif/unmet", d->unmet);
		report(d, "asif/unseen", d->unseen);
		report(d, "asif/corrected", d->corrected);
		report(d, "asif/unasked", d->unasked);
	}
	return mms_emit_status(&d->out, error);
}
