/* SPDX-License-Identifier: Apache-2.0 */
#include "zone_select.h"

#include "zone_batch.h"
#include "zone_flags.h"

bool mms_zone_eligible(u8 zone, u8 highest, u64 nodes)
{
	return mms_zone_idx(zone) <= highest && nodes >> mms_zone_nid(zone) & 1;
}

u8 mms_next_zones_zonelist(const struct mms_zonelist *list, u8 at, u8 highest, u64 nodes)
{
	while (at < list->n && !mms_zone_eligible(list->zone[at], highest, nodes))
		at++;
	return at;
}

struct mms_zonelist mms_zonelist_walked(const u8 *zone, u8 n, u8 nid, u64 gfp)
{
	struct mms_zonelist list = {0};

	for (u8 i = 0; i < MMS_MIN(n, MMS_ZONELIST_MAX); i++)
		if (!(gfp & MMS_GFP_THISNODE) || mms_zone_nid(zone[i]) == nid)
			list.zone[list.n++] = zone[i];
	return list;
}

bool mms_zone_follows(u8 before, u8 zone)
{
	return mms_zone_nid(before) != mms_zone_nid(zone) || zone < before;
}

static bool flag(const struct mms_zone_walk *w, u64 flag)
{
	return w->asked.flags & flag;
}

static void start(struct mms_zone_walk *w)
{
	w->at = 0;
	while (w->list && w->at < w->list->n && w->list->zone[w->at] != w->asked.pref)
		w->at++;
	w->zone = -1;
	w->dirty = -1;
	w->over_limit = false;
	w->fair = w->asked.policy != MMS_zone_policy_preferred && flag(w, MMS_alloc_flag_fair);
	w->skipped = false;
	w->over = false;
}

void mms_zone_walk_begin(struct mms_zone_walk *w, const struct mms_zone_request *request,
			 const struct mms_zonelist *list)
{
	*w = (struct mms_zone_walk){.asked = *request, .list = list};
	start(w);
}

void mms_zone_walk_again(struct mms_zone_walk *w)
{
	w->asked.flags = mms_zone_flags_again(w->asked.flags, w->end);
	w->pass++;
	start(w);
}

static void ends(struct mms_zone_walk *w, u8 end)
{
	w->end = end;
	w->over = true;
}

void mms_zone_walk_list_end(struct mms_zone_walk *w)
{
	if (w->skipped && w->asked.policy == MMS_zone_policy_fair_local)
		ends(w, MMS_zone_walk_end_fair);
	else if (flag(w, MMS_alloc_flag_nofragment))
		ends(w, MMS_zone_walk_end_fragment);
	else
		ends(w, MMS_zone_walk_end_none);
}

void mms_zone_walk_at(struct mms_zone_walk *w, u8 zone)
{
	w->cur = zone;
}

int mms_zone_walk_next(struct mms_zone_walk *w)
{
	if (w->over)
		return -1;
	w->at = mms_next_zones_zonelist(w->list, w->at, w->asked.highest, w->asked.nodes);
	if (w->at == w->list->n) {
		mms_zone_walk_list_end(w);
		return -1;
	}
	w->cur = w->list->zone[w->at++];
	return w->cur;
}

bool mms_zone_reads_batch(const struct mms_zone_walk *w)
{
	return w->fair;
}

bool mms_zone_reads_dirty(const struct mms_zone_walk *w)
{
	return w->asked.spread && w->dirty != mms_zone_nid(w->cur);
}

/* The tests of the two fair policies. */
static u8 skips_fair(struct mms_zone_walk *w, s32 batch, bool local)
{
	if (mms_zone_depleted(batch)) {
		w->skipped = true;
		return MMS_zone_verdict_batch;
	}
	if (local)
		return MMS_ZONE_TRY;
	if (w->asked.policy == MMS_zone_policy_fair)
		return w->asked.reclaim & MMS_RECLAIM_BITS ? MMS_zone_verdict_remote : MMS_ZONE_TRY;
	if (w->skipped)
		return MMS_zone_verdict_remote;
	w->fair = false; /* nothing local was used up: what is remote needs no turns */
	return MMS_ZONE_TRY;
}

u8 mms_zone_skips(struct mms_zone_walk *w, bool denied, s32 batch, bool local, bool dirty)
{
	if (denied && flag(w, MMS_alloc_flag_cpuset))
		return MMS_zone_verdict_cpuset;
	if (w->fair) {
		u8 verdict = skips_fair(w, batch, local);

		if (verdict != MMS_ZONE_TRY)
			return verdict;
	}
	if (mms_zone_reads_dirty(w)) {
		w->dirty = mms_zone_nid(w->cur);
		w->over_limit = dirty;
	}
	if (w->asked.spread && w->over_limit)
		return MMS_zone_verdict_dirty;
	if (flag(w, MMS_alloc_flag_nofragment) && mms_zone_nid(w->cur) != mms_zone_nid(w->asked.pref))
		return MMS_zone_verdict_retry;
	return MMS_ZONE_TRY;
}

u8 mms_zone_below(const struct mms_zone_walk *w, bool near)
{
	if (flag(w, MMS_alloc_flag_no_watermarks))
		return MMS_ZONE_TRY;
	return w->asked.reclaim & MMS_RECLAIM_BITS && near ? MMS_ZONE_RECLAIM : MMS_zone_verdict_wmark;
}

void mms_zone_walk_verdict(struct mms_zone_walk *w, u8 verdict)
{
	if (verdict == MMS_zone_verdict_took) {
		w->zone = w->cur;
		ends(w, MMS_zone_walk_end_took);
	} else if (verdict == MMS_zone_verdict_retry) {
		ends(w, MMS_zone_walk_end_fragment);
	} else if (verdict == MMS_zone_verdict_remote && w->asked.policy == MMS_zone_policy_fair_local) {
		ends(w, MMS_zone_walk_end_fair);
	}
}
