/* SPDX-License-Identifier: GPL-2.0-only */
/* Which zone: marks, the walk along the zonelist, batches, flags, and waking kswapd. */
#include <string.h>

#include "case.h"
#include "zones.h"

#include "policy/kswapd_wake.h"
#include "policy/zone_batch.h"
#include "policy/zone_flags.h"
#include "policy/zone_select.h"
#include "policy/zone_watermark.h"

#define ZONES (KC_NODES * MMS_ZONES_PER_NODE)
/* Sums of a few of these stay below 2^31: an event holds pages as s32. */
#define PAGES_MAX ((1u << 29) - 2048)

static const uint32_t alloc_flags[] = {
	MMS_alloc_flag_no_watermarks, MMS_alloc_flag_oom, MMS_alloc_flag_non_block, MMS_alloc_flag_min_reserve,
	MMS_alloc_flag_cpuset, MMS_alloc_flag_cma, MMS_alloc_flag_nofragment, MMS_alloc_flag_highatomic,
	MMS_alloc_flag_kswapd,
};

static u32 some_flags(struct kc_case *c, bool fast)
{
	u32 flags = fast ? MMS_alloc_flag_wmark_low : below(c, 3);

	for (u32 i = 0; i < MMS_COUNT(alloc_flags); i++)
		flags |= chance(c, 3) ? alloc_flags[i] : 0;
	return flags;
}

static long some_pages(struct kc_case *c)
{
	return chance(c, 3) ? (long)edge(c, PAGES_MAX) : (long)below(c, 64);
}

/* What one allocation finds: numbers at random, then free pages next to where the answer changes. */
static void some_zone(struct kc_case *c, struct kc_zone *k, struct mms_zone_pages *p, u8 order, u8 highest, u32 flags)
{
	u32 mark = below(c, 3);

	*k = (struct kc_zone){.managed = !chance(c, 8), .present = !chance(c, 8)};
	for (int i = 0; i < 4; i++)
		k->mark[i] = (unsigned long)some_pages(c);
	k->boost = chance(c, 2) ? (unsigned long)some_pages(c) : 0;
	k->highatomic = chance(c, 2) ? (unsigned long)some_pages(c) : 0;
	k->cma = chance(c, 2) ? some_pages(c) : 0;
	for (int i = 0; i < KC_ZONES; i++)
		k->reserve[i] = chance(c, 2) ? some_pages(c) : 0;
	if (order || chance(c, 8)) {
		k->blocks = (uint16_t)(chance(c, 2) ? 1u << below(c, 11) : rnd(c) & rnd(c) & 0x7ff);
		k->highatomic_blocks = chance(c, 3) ? (uint16_t)(1u << below(c, 11)) : 0;
		k->cma_blocks = chance(c, 3) ? (uint16_t)(1u << below(c, 11)) : 0;
		k->isolated_blocks = chance(c, 8) ? (uint16_t)(1u << below(c, 11)) : 0;
		k->blocks = chance(c, 3) ? 0 : k->blocks;
	}
	k->below_high = chance(c, 2) || KC_KERNEL == 601;
	k->batch = chance(c, 4) ? (long)below(c, 5) - 2 : chance(c, 2) ? (long)edge(c, INT32_MAX) : -(long)edge(c, INT32_MAX);
	if (!chance(c, 8)) {
		long at = (long)(k->mark[mark] + (chance(c, 2) ? k->boost : 0));

		at = chance(c, 3) ? at : (long)mms_zone_reduced_mark(at, flags);
		at += k->reserve[highest] + mms_zone_unusable_free((s32)k->highatomic, (s32)k->cma, order, flags);
		k->free = at + (long)below(c, 5) - 2;
	} else {
		k->free = chance(c, 4) ? -(long)edge(c, 100) : some_pages(c);
	}
	if (k->free > INT32_MAX)
		k->free = INT32_MAX;
	k->snapshot = k->free;
	*p = (struct mms_zone_pages){
		.free = k->free < 0 ? 0 : (s32)k->free, /* zone_page_state() */
		.highatomic = (s32)k->highatomic,
		.cma = (s32)k->cma,
		.boost = (s32)k->boost,
		.blocks = k->blocks,
		.highatomic_blocks = k->highatomic_blocks,
		.cma_blocks = k->cma_blocks,
		.below_high = k->below_high,
	};
	for (int i = 0; i < MMS_NR_WMARK; i++)
		p->mark[i] = (s32)k->mark[i];
	for (int i = 0; i < MMS_MAX_NR_ZONES; i++)
		p->reserve[i] = (s32)k->reserve[i];
}

static void say_zone(struct kc_case *c, int nr, const struct kc_zone *k)
{
	SAY(c, "  zone %d: free %ld marks %lu %lu %lu boost %lu highatomic %lu cma %ld reserve %ld %ld %ld %ld\n"
	       "    blocks %x %x %x (%x) below_high %d batch %ld managed %lu\n",
	    nr, k->free, k->mark[0], k->mark[1], k->mark[2], k->boost, k->highatomic, k->cma, k->reserve[0], k->reserve[1],
	    k->reserve[2], k->reserve[3], k->blocks, k->highatomic_blocks, k->cma_blocks, k->isolated_blocks, k->below_high,
	    k->batch, k->managed);
}

static bool same_mark(struct kc_case *c, const struct kc_check *k, const struct mms_zone_mark *m)
{
	if (KC_STOCK)
		return AGREE(c, "ok", k->ok, m->ok);
	return AGREE(c, "ok", k->ok, m->ok) && AGREE(c, "ok, not recorded", k->untraced, m->ok) &&
	       AGREE(c, "free", k->free, m->free) && AGREE(c, "unusable", k->unusable, m->unusable) &&
	       AGREE(c, "mark", k->mark, m->mark) && AGREE(c, "reserve", k->reserve, m->reserve) &&
	       AGREE(c, "has_block", k->has_block, m->has_block);
}

static bool watermark(struct kc_case *c, bool fast)
{
	static const struct kc_world world = {.online = 1};
	u8 order = chance(c, 2) ? 0 : (u8)below(c, 11), highest = (u8)below(c, KC_ZONES), which = (u8)below(c, 3);
	u32 flags = some_flags(c, chance(c, 3));
	struct mms_zone_pages pages;
	struct mms_zone_mark m;
	struct kc_check check;
	struct kc_zone zone;
	bool unboosted = false;
	s32 mark;

	kc_zones_begin(&world);
	some_zone(c, &zone, &pages, order, highest, flags);
	kc_zone_set(2, &zone);
	mark = pages.mark[which] + pages.boost;
	say_zone(c, 2, &zone);
	SAY(c, "  order %u mark %d highest %u flags %#x\n", order, mark, highest, flags);
	if (fast) {
		kc_watermark_fast(2, order, (unsigned long)mark, highest, flags, &check);
		m = mms_zone_watermark_fast(&pages, order, mark, highest, flags, &unboosted);
	} else {
		kc_watermark(2, order, (unsigned long)mark, highest, flags, &check);
		m = mms_zone_compare(&pages, order, mark, highest, flags);
	}
	if (KC_STOCK)
		return same_mark(c, &check, &m);
	return same_mark(c, &check, &m) && AGREE(c, "unboosted", check.unboosted, unboosted) &&
	       AGREE(c, "least", check.unusable >= mms_zone_unusable_least(order), 1) &&
	       AGREE(c, "exact", mms_zone_unusable_exact(flags) ? check.unusable : 0,
		     mms_zone_unusable_exact(flags) ? mms_zone_unusable_least(order) : 0);
}

static bool zone_watermark_ok(struct kc_case *c)
{
	return watermark(c, false);
}

static bool zone_watermark_fast(struct kc_case *c)
{
	return watermark(c, true);
}

/* ---- mm/page_alloc.c:get_page_from_freelist() ---------------------------------------------------------------------- */

#define WALKS 6

struct select {
	struct kc_case *c;
	struct kc_world world;
	struct mms_zonelist list;
	/* what rmqueue() and node_reclaim() answer the how manieth time they are asked, to kernel and policy alike */
	u64 gives;
	u32 reclaims;
	u8 asked[2], reclaimed[2];
	u32 kernel_walks, policy_walks, kernel_batches, policy_batches;
	int took;
	/* from here on only what the numbers above say is of this case, and the zones of the first `online` nodes */
	struct kc_zone_walk kernel_walk[WALKS], policy_walk[WALKS];
	struct {
		int zone, reason, policy;
		s64 old, set;
	} kernel_batch[64], policy_batch[64];
	struct kc_zone kernel[ZONES];
	struct mms_zone_pages pages[ZONES];
	s64 batch[ZONES];
	long free[2][ZONES]; /* the counters, which may be below 0, as kernel and policy have them */
};

static bool gives(struct select *s, int who)
{
	return s->gives >> (s->asked[who]++ & 63) & 1;
}

static int reclaims(struct select *s, int who)
{
	return (int)(s->reclaims >> 2 * (s->reclaimed[who]++ & 15) & 3) - 2;
}

/* What node_reclaim() finds: pages in the node's zones, as many as follow from node and turn. */
static void find_pages(const struct select *s, long *free, int nid, int turn)
{
	for (int i = nid * MMS_ZONES_PER_NODE; i < nid * MMS_ZONES_PER_NODE + KC_ZONES; i++)
		if (free[i] < INT32_MAX - 64)
			free[i] += (long)(s->gives >> ((unsigned)(nid * 7 + turn * 3) & 31) & 63);
}

static bool rmqueue(void *self, int zone)
{
	struct select *s = self;
	bool given = gives(s, 0);

	SAY(s->c, "  rmqueue from zone %d: %d\n", zone, given);
	if (given)
		s->took = zone;
	return given;
}

static int reclaim(void *self, int nid)
{
	struct select *s = self;
	int turn = s->reclaimed[0], ret = reclaims(s, 0);

	find_pages(s, s->free[0], nid, turn);
	for (int i = nid * MMS_ZONES_PER_NODE; i < nid * MMS_ZONES_PER_NODE + KC_ZONES; i++)
		kc_zone_free(i, s->free[0][i]);
	SAY(s->c, "  node_reclaim of node %d: %d\n", nid, ret);
	return ret;
}

static void walked(void *self, const struct kc_zone_walk *walk)
{
	struct select *s = self;

	if (s->kernel_walks < WALKS)
		s->kernel_walk[s->kernel_walks] = *walk;
	s->kernel_walks++;
}

static void batch_set(void *self, int policy, int reason, int zone, long old, long set, unsigned long low, unsigned long high)
{
	struct select *s = self;
	u32 i = s->kernel_batches++;

	(void)low, (void)high;
	if (i < MMS_COUNT(s->kernel_batch)) {
		s->kernel_batch[i].zone = zone;
		s->kernel_batch[i].reason = reason;
		s->kernel_batch[i].policy = policy;
		s->kernel_batch[i].old = old;
		s->kernel_batch[i].set = set;
	}
}

static void policy_sets(struct select *s, u8 zone, u8 reason)
{
	u32 i = s->policy_batches++;
	s32 set = mms_zone_batch((u32)s->kernel[zone].mark[1], (u32)s->kernel[zone].mark[2]);

	if (i < MMS_COUNT(s->policy_batch)) {
		s->policy_batch[i].zone = zone;
		s->policy_batch[i].reason = reason;
		s->policy_batch[i].policy = s->world.policy;
		s->policy_batch[i].old = s->batch[zone];
		s->policy_batch[i].set = set;
	}
	s->batch[zone] = set;
}

static bool is_local(const struct select *s, u8 pref, u8 zone)
{
	return mms_zone_local((u8)s->world.policy, pref, zone, (u32)s->world.distance[mms_zone_nid(pref)][mms_zone_nid(zone)]);
}

static bool is_near(const struct select *s, u8 pref, u8 zone)
{
	return s->world.distance[mms_zone_nid(pref)][mms_zone_nid(zone)] <= s->world.reclaim_distance;
}

/* One zone, as zone_select.h says. */
static void policy_visit(struct select *s, struct mms_zone_walk *w, u8 zone, struct kc_zone_walk *out)
{
	const struct mms_zone_request *a = &w->asked;
	struct mms_zone_pages *pages = &s->pages[zone];
	bool local = is_local(s, a->pref, zone), near = is_near(s, a->pref, zone), reads_batch = w->fair;
	bool denied = s->world.cpusets && s->world.denied >> mms_zone_nid(zone) & 1;
	s32 batch = (s32)s->batch[zone];
	struct mms_zone_mark m = {0};
	u8 bits = 0, i = out->visits, verdict;

	verdict = mms_zone_skips(w, denied, batch, local, s->world.dirty >> mms_zone_nid(zone) & 1);
	reads_batch &= verdict != MMS_zone_verdict_cpuset;
	if (verdict == MMS_ZONE_TRY) {
		m = mms_zone_check_marks(pages, a->order, a->highest, (u32)a->flags, &bits);
		if (!m.ok)
			verdict = mms_zone_below(w, near);
	}
	if (verdict == MMS_ZONE_RECLAIM) {
		int nid = mms_zone_nid(zone), turn = s->reclaimed[1], ret = reclaims(s, 1);

		find_pages(s, s->free[1], nid, turn);
		for (int k = nid * MMS_ZONES_PER_NODE; k < nid * MMS_ZONES_PER_NODE + KC_ZONES; k++)
			s->pages[k].free = s->free[1][k] < 0 ? 0 : (s32)s->free[1][k];
		if (ret == -2) {
			verdict = MMS_zone_verdict_noscan;
		} else if (ret == -1) {
			verdict = MMS_zone_verdict_unreclaimable;
		} else {
			s32 mark = pages->mark[a->flags & MMS_ALLOC_WMARK_MASK] + pages->boost;

			m = mms_zone_compare(pages, a->order, mark, a->highest, (u32)a->flags);
			bits &= (u8)~(MMS_zone_bit_has_block | MMS_zone_bit_unboosted);
			bits |= m.has_block ? MMS_zone_bit_has_block : 0;
			verdict = m.ok ? MMS_ZONE_TRY : MMS_zone_verdict_low;
		}
	}
	if (verdict == MMS_ZONE_TRY)
		verdict = gives(s, 1) ? MMS_zone_verdict_took : MMS_zone_verdict_empty;
	mms_zone_walk_verdict(w, verdict);
	bits |= verdict == MMS_zone_verdict_cpuset ? MMS_zone_bit_denied : 0;
	bits |= verdict == MMS_zone_verdict_dirty ? MMS_zone_bit_dirtied : 0;
	if (i < 8) {
		out->visit_zone[i] = zone;
		out->visit_verdict[i] = verdict;
		out->visit_flags[i] = (u8)(bits | (local ? MMS_zone_bit_local : 0) | (near ? MMS_zone_bit_near : 0));
		out->batch[i] = reads_batch ? batch : 0;
		out->free[i] = m.free;
		out->unusable[i] = m.unusable;
		out->mark[i] = m.mark;
		out->reserve[i] = m.reserve;
	}
	out->visits++;
}

static int policy_walks(struct select *s, const struct mms_zone_request *request)
{
	struct mms_zone_walk w;

	mms_zone_walk_begin(&w, request, &s->list);
	for (;;) {
		struct kc_zone_walk *out = &s->policy_walk[s->policy_walks < WALKS ? s->policy_walks : WALKS - 1];
		int zone;

		*out = (struct kc_zone_walk){.flags = w.asked.flags, .pass = w.pass, .mode = w.asked.policy};
		while ((zone = mms_zone_walk_next(&w)) >= 0)
			policy_visit(s, &w, (u8)zone, out);
		out->end = w.end;
		out->zone = w.zone;
		s->policy_walks++;
		if (w.zone >= 0 && w.asked.policy != MMS_zone_policy_preferred) {
			s->batch[w.zone] = mms_zone_charge(s->batch[w.zone], w.asked.order);
			out->last_batch = (s32)(s->batch[w.zone] = (s32)(u32)s->batch[w.zone]); /* of 32 bits, as in the kernel */
		}
		if (w.end == MMS_zone_walk_end_fair)
			for (u8 z = 0; z < ZONES; z++)
				if (mms_zone_idx(z) < KC_ZONES && s->kernel[z].managed && mms_zone_depleted_resets(w.asked.pref, z))
					policy_sets(s, z, MMS_batch_reason_depleted);
		if (w.end != MMS_zone_walk_end_fair && w.end != MMS_zone_walk_end_fragment)
			return w.zone;
		mms_zone_walk_again(&w);
	}
}

static bool same_walk(struct kc_case *c, const struct kc_zone_walk *k, const struct kc_zone_walk *p)
{
	bool same = AGREE(c, "mode", k->mode, p->mode) && AGREE(c, "flags", k->flags, p->flags) &&
		    AGREE(c, "pass", k->pass, p->pass) && AGREE(c, "visits", k->visits, p->visits);

	for (u32 i = 0; same && i < 8 && i < p->visits; i++)
		same = AGREE(c, "zone visited", k->visit_zone[i], p->visit_zone[i]) &&
		       AGREE(c, "verdict", k->visit_verdict[i], p->visit_verdict[i]) &&
		       AGREE(c, "bits", k->visit_flags[i], p->visit_flags[i]) && AGREE(c, "batch", k->batch[i], p->batch[i]) &&
		       AGREE(c, "free", k->free[i], p->free[i]) && AGREE(c, "unusable", k->unusable[i], p->unusable[i]) &&
		       AGREE(c, "mark", k->mark[i], p->mark[i]) && AGREE(c, "reserve", k->reserve[i], p->reserve[i]);
	return same && AGREE(c, "end", k->end, p->end) && AGREE(c, "zone", k->zone, p->zone) &&
	       AGREE(c, "batch afterwards", k->last_batch, p->last_batch);
}

static void some_world(struct kc_case *c, struct select *s)
{
	struct kc_world *world = &s->world;
	u32 zones = 1 + below(c, chance(c, 4) ? MMS_ZONELIST_MAX : 5), at = 0;
	u8 nodes = (u8)(1 + (chance(c, 3) ? 0 : below(c, KC_NODES))), first = (u8)below(c, nodes);

	world->policy = KC_STOCK ? MMS_zone_policy_preferred : (int)below(c, 3);
	world->reclaim = chance(c, 2) ? 0 : (int)below(c, 16);
	world->reclaim_distance = chance(c, 2) ? 30 : 10 + (int)below(c, 30);
	world->wake_mark = (int)below(c, 2);
	world->online = nodes;
	world->cpusets = chance(c, 2);
	world->in_task = !chance(c, 4);
	world->rt = chance(c, 4);
	world->trace = !chance(c, 4) && !KC_STOCK;
	world->denied = chance(c, 2) ? rnd(c) : 0;
	world->dirty = chance(c, 2) ? rnd(c) : 0;
	for (int i = 0; i < KC_NODES; i++)
		for (int k = 0; k < KC_NODES; k++)
			world->distance[i][k] = i == k || chance(c, 8) ? 10 : 11 + (int)below(c, 30);
	/* node after node, from the highest zone of each to the lowest, as many as there is room for */
	for (u8 i = 0; i < nodes; i++)
		for (u8 idx = KC_ZONES; idx-- && at < zones;)
			if (!chance(c, 3))
				s->list.zone[at++] = (u8)((first + i) % nodes * MMS_ZONES_PER_NODE + idx);
	s->list.n = (u8)at;
	kc_zones_begin(world);
	s->gives = chance(c, 2) ? rnd(c) | rnd(c) : rnd(c) & rnd(c) & rnd(c);
	s->reclaims = (u32)rnd(c);
}

static struct select state;

static struct select *fresh(struct kc_case *c)
{
	struct select *s = &state;
	size_t used = (size_t)s->world.online * MMS_ZONES_PER_NODE;

	memset(s->kernel, 0, used * sizeof(s->kernel[0]));
	memset(s->pages, 0, used * sizeof(s->pages[0]));
	memset(s->batch, 0, used * sizeof(s->batch[0]));
	memset(s->free[0], 0, used * sizeof(s->free[0][0]));
	memset(s->free[1], 0, used * sizeof(s->free[1][0]));
	memset(s, 0, offsetof(struct select, kernel_walk));
	s->c = c;
	some_world(c, s);
	return s;
}

static struct kc_zone_hooks hooks_of(struct select *s)
{
	return (struct kc_zone_hooks){s, rmqueue, reclaim, walked, batch_set};
}

static void fill_zones(struct kc_case *c, struct select *s, u8 order, u8 highest, u32 flags)
{
	static const struct kc_zone nothing;

	/* zones of the list's nodes that are not on the list: without pages */
	for (u8 i = 0; i < s->list.n; i++)
		for (u8 k = 0; k < KC_ZONES; k++)
			kc_zone_set(mms_zone_nid(s->list.zone[i]) * MMS_ZONES_PER_NODE + k, &nothing);
	for (u8 i = 0; i < s->list.n; i++) {
		u8 zone = s->list.zone[i];

		some_zone(c, &s->kernel[zone], &s->pages[zone], order, highest, flags);
		if (chance(c, 2))
			s->kernel[zone].batch = 1 + (long)below(c, 3);
		s->batch[zone] = s->kernel[zone].batch;
		s->free[0][zone] = s->free[1][zone] = s->kernel[zone].free;
		kc_zone_set(zone, &s->kernel[zone]);
		say_zone(c, zone, &s->kernel[zone]);
	}
	kc_zonelist(s->list.n ? mms_zone_nid(s->list.zone[0]) : 0, s->list.zone, s->list.n);
}

static bool same_outcome(struct kc_case *c, struct select *s, bool given, int zone)
{
	bool same = AGREE(c, "a page", given, zone >= 0) && (!given || AGREE(c, "from zone", s->took, zone)) &&
		    AGREE(c, "rmqueue() calls", s->asked[0], s->asked[1]) &&
		    AGREE(c, "node_reclaim() calls", s->reclaimed[0], s->reclaimed[1]) &&
		    AGREE(c, "batches set", s->kernel_batches, s->policy_batches);

	for (u8 i = 0; same && i < s->list.n; i++) {
		u8 nr = s->list.zone[i];
		bool below_high;
		long batch;

		kc_zone_get(nr, &below_high, &batch);
		same = AGREE(c, "below_high", below_high, s->pages[nr].below_high) && AGREE(c, "batch", batch, KC_STOCK ? 0 : s->batch[nr]);
	}
	for (u32 i = 0; same && i < s->policy_batches && i < MMS_COUNT(s->policy_batch); i++)
		same = AGREE(c, "zone set", s->kernel_batch[i].zone, s->policy_batch[i].zone) &&
		       AGREE(c, "why", s->kernel_batch[i].reason, s->policy_batch[i].reason) &&
		       AGREE(c, "policy", s->kernel_batch[i].policy, s->policy_batch[i].policy) &&
		       AGREE(c, "old", s->kernel_batch[i].old, s->policy_batch[i].old) &&
		       AGREE(c, "new", s->kernel_batch[i].set, s->policy_batch[i].set);
	if (same && s->world.trace)
		same = AGREE(c, "walks", s->kernel_walks, s->policy_walks);
	for (u32 i = 0; same && s->world.trace && i < s->policy_walks && i < WALKS; i++) {
		SAY(c, "  walk %u\n", i);
		same = same_walk(c, &s->kernel_walk[i], &s->policy_walk[i]);
	}
	return same;
}

static bool get_page_from_freelist(struct kc_case *c)
{
	struct select *s = fresh(c);
	struct kc_zone_hooks hooks = hooks_of(s);
	struct kc_ask ask;
	struct mms_zone_request request;
	bool given;

	ask = (struct kc_ask){
		.gfp = (u32)rnd(c), .flags = some_flags(c, !chance(c, 3)), .from = chance(c, 4) ? below(c, 4) : 0,
		.order = chance(c, 2) ? 0 : (int)below(c, 11), .highest = chance(c, 2) ? 3 : (int)below(c, KC_ZONES),
		.list = s->list.n ? mms_zone_nid(s->list.zone[0]) : 0, .masked = chance(c, 2), .spread = chance(c, 3),
	};
	ask.nodes = chance(c, 8) ? 0 : rnd(c) | rnd(c);
	fill_zones(c, s, (u8)ask.order, (u8)ask.highest, ask.flags);
	request = (struct mms_zone_request){
		.policy = (u8)s->world.policy, .order = (u8)ask.order, .highest = (u8)ask.highest, .pref = (u8)kc_preferred(&ask),
		.spread = ask.spread, .reclaim = (u32)s->world.reclaim, .flags = ask.flags,
		.nodes = ask.masked ? ask.nodes : UINT64_MAX,
	};
	if (s->world.policy != MMS_zone_policy_preferred && mms_zone_path_of(ask.flags) == MMS_ZONE_FAST)
		request.flags |= MMS_alloc_flag_fair;
	SAY(c, "  policy %d reclaim %d order %d highest %d flags %#x pref %u nodes %#llx masked %d spread %d cpusets %d denied %#llx"
	       " dirty %#llx\n",
	    s->world.policy, s->world.reclaim, ask.order, ask.highest, ask.flags, request.pref, (unsigned long long)ask.nodes,
	    ask.masked, ask.spread, s->world.cpusets, (unsigned long long)s->world.denied, (unsigned long long)s->world.dirty);
	given = kc_get_page(&ask, &hooks);
	return same_outcome(c, s, given, policy_walks(s, &request));
}

/* ---- batches --------------------------------------------------------------------------------------------------------- */

#if !KC_STOCK /* batches are of our patches */
static bool zone_batches(struct kc_case *c)
{
	struct select *s = fresh(c);
	struct kc_zone_hooks hooks = hooks_of(s);
	struct kc_ask ask;
	u64 asked, wakes = 0;
	bool local;
	u8 pref;

	ask = (struct kc_ask){
		.highest = (int)below(c, KC_ZONES), .list = s->list.n ? mms_zone_nid(s->list.zone[0]) : 0,
		.masked = chance(c, 2), .nodes = rnd(c), .from = chance(c, 4) ? below(c, 4) : 0, .alone = chance(c, 4),
		.flags = some_flags(c, false),
	};
	fill_zones(c, s, 0, (u8)ask.highest, 0);
	pref = (u8)kc_preferred(&ask);
	local = chance(c, 3);
	if (pref == 255)
		return true; /* nothing is reset: the walk before would not have come here */
	SAY(c, "  policy %d reclaim %d highest %d pref %u local %d\n", s->world.policy, s->world.reclaim, ask.highest, pref, local);
	asked = kc_reset_batches(&ask, local, &hooks);
	if (local) {
		s->world.policy = MMS_zone_policy_fair_local;
		for (u8 z = 0; z < ZONES; z++)
			if (mms_zone_idx(z) < KC_ZONES && s->kernel[z].managed && mms_zone_depleted_resets(pref, z))
				policy_sets(s, z, MMS_batch_reason_depleted);
	} else {
		s->world.policy = MMS_zone_policy_fair; /* no other one comes here */
		for (u8 i = 0; i < s->list.n; i++) {
			u8 zone = s->list.zone[i];

			if (mms_zone_idx(zone) > ask.highest || (ask.alone && mms_zone_nid(zone) != ask.list))
				continue;
			/* each zone of the list, whatever nodes the request may use */
			if (ask.flags & MMS_alloc_flag_kswapd && s->world.trace && s->kernel[zone].managed)
				wakes |= 1ull << zone;
			if (mms_zone_slowpath_resets((u8)s->world.policy, (u32)s->world.reclaim, is_local(s, pref, zone)))
				policy_sets(s, zone, MMS_batch_reason_slowpath);
		}
	}
	if (!AGREE(c, "kswapds that are asked to wake", (long long)asked, (long long)wakes))
		return false;
	s->world.trace = false;
	for (u32 i = 0; i < s->kernel_batches && i < MMS_COUNT(s->kernel_batch); i++)
		if (!AGREE(c, "reason fits", 1, mms_zone_batch_reason_fits((u8)s->kernel_batch[i].policy, (u8)s->kernel_batch[i].reason)))
			return false;
	return same_outcome(c, s, false, -1);
}

#endif

/* ---- flags ------------------------------------------------------------------------------------------------------------ */

#if KC_KERNEL != 703 /* whose fast path may use the reserve of atomic requests */
#define GFP_DMA 1u
#define GFP_HIGHMEM 2u
#define GFP_DMA32 4u
#define GFP_MOVABLE 8u
#define GFP_RECLAIMABLE 16u

static u32 some_gfp(struct kc_case *c)
{
	static const u32 kinds[] = {0, 0, GFP_DMA, GFP_DMA32, GFP_MOVABLE, GFP_MOVABLE | GFP_HIGHMEM, GFP_RECLAIMABLE, GFP_HIGHMEM};
	u32 bits = (u32)rnd(c) & (u32)rnd(c) & ~31u;

	return bits | kinds[below(c, MMS_COUNT(kinds))];
}

/* highest_zoneidx: gfp_zone(). Movable needs both of its bits. */
static u8 highest_of(u32 gfp)
{
	if (gfp & GFP_DMA)
		return 0;
	if (gfp & GFP_DMA32)
		return 1;
	return (gfp & (GFP_MOVABLE | GFP_HIGHMEM)) == (GFP_MOVABLE | GFP_HIGHMEM) ? 3 : 2;
}

/* The fast path from __alloc_pages_noprof() on. */
static bool alloc_pages(struct kc_case *c)
{
	struct select *s = fresh(c);
	struct kc_zone_hooks hooks = hooks_of(s);
	struct mms_zone_request request;
	struct mms_zonelist all;
	u32 gfp = some_gfp(c);
	u8 order = chance(c, 2) ? 0 : (u8)below(c, 11), highest = highest_of(gfp);
	bool masked = chance(c, 2), cma = gfp & GFP_MOVABLE, split, given;
	u64 nodes = rnd(c) | rnd(c), mems = rnd(c) | rnd(c);
	s16 nid;

	fill_zones(c, s, order, highest, MMS_alloc_flag_wmark_low);
	nid = s->list.n ? mms_zone_nid(s->list.zone[0]) : 0;
	all = s->list;
	if (gfp & MMS_GFP_THISNODE)
		for (u8 i = s->list.n = 0; i < all.n; i++)
			if (mms_zone_nid(all.zone[i]) == nid)
				s->list.zone[s->list.n++] = all.zone[i];
	request = (struct mms_zone_request){
		.policy = (u8)s->world.policy, .order = order, .highest = highest, .spread = gfp & MMS_GFP_WRITE,
		.reclaim = (u32)s->world.reclaim, .nodes = UINT64_MAX,
	};
	if (masked)
		request.nodes = nodes;
	else if (s->world.cpusets && s->world.in_task)
		request.nodes = mems;
	{
		u8 at = mms_next_zones_zonelist(&s->list, 0, highest, request.nodes);

		request.pref = at < s->list.n ? s->list.zone[at] : 255;
	}
	split = request.pref != 255 && mms_zone_idx(request.pref) == 2 &&
		(s->world.online == 1 || s->kernel[request.pref - 1].present);
	request.flags = mms_zone_fast_flags(gfp, request.policy, s->world.cpusets && (masked || !s->world.in_task), cma, split);
	SAY(c, "  policy %d gfp %#x order %u node %d highest %u pref %u flags %#llx\n", s->world.policy, gfp, order, nid, highest,
	    request.pref, (unsigned long long)request.flags);
	given = kc_alloc_pages(gfp, order, nid, masked, nodes, mems, &hooks);
	for (u32 i = 0; s->world.trace && i < s->kernel_walks && i < WALKS; i++) {
		const struct kc_zone_walk *k = &s->kernel_walk[i];

		if (!AGREE(c, "order", k->order, order) || !AGREE(c, "highest", k->highest, highest) ||
		    !AGREE(c, "pref", k->pref, request.pref) || !AGREE(c, "nodes", k->nodes, request.nodes) ||
		    !AGREE(c, "spread", k->spread, request.spread) || !AGREE(c, "list", k->list, nid) ||
		    !AGREE(c, "reclaim", k->reclaim, request.reclaim) ||
		    !AGREE(c, "a walk that fits", 1,
			   mms_zone_flags_fit(k->flags, k->gfp, k->mode, k->order, k->pass, k->spread)))
			return false;
	}
	return same_outcome(c, s, given, policy_walks(s, &request));
}

static bool gfp_to_alloc_flags(struct kc_case *c)
{
	struct kc_world world = {.online = 1, .in_task = !chance(c, 3), .rt = chance(c, 2)};
	u32 gfp = some_gfp(c), kernel;
	u8 order = (u8)below(c, 11);
	bool cma = gfp & GFP_MOVABLE;

	kc_zones_begin(&world);
	SAY(c, "  gfp %#x order %u realtime %d in_task %d\n", gfp, order, world.rt, world.in_task);
	kernel = kc_slow_flags(gfp, order);
	return AGREE(c, "flags", kernel, mms_zone_slow_flags(gfp, order, cma, world.rt && world.in_task)) &&
	       AGREE(c, "fit", 1, mms_zone_flags_fit(kernel, gfp, MMS_zone_policy_preferred, order, 0, false));
}

#endif

/* ---- mm/vmscan.c:wakeup_kswapd() ---------------------------------------------------------------------------------------- */

static bool wakeup_kswapd(struct kc_case *c)
{
	struct kc_world world = {.online = KC_NODES, .wake_mark = KC_STOCK ? MMS_wake_mark_high : (int)below(c, 3),
				 .trace = !chance(c, 4) && !KC_STOCK};
	u8 nid = (u8)below(c, KC_NODES), highest = (u8)below(c, KC_ZONES), idx, order = chance(c, 2) ? 0 : (u8)below(c, 11);
	struct mms_zone_pages pages[KC_ZONES];
	struct mms_zone_mark check[KC_ZONES];
	struct kc_zone zone[KC_ZONES];
	u8 verdict, visits = 0, managed = 0, at[KC_ZONES], n = 0;
	bool asleep = !chance(c, 8), boosted = false, balanced = false, woken, same;
	u32 failures = chance(c, 4) ? 14 + below(c, 4) : below(c, 16);
	struct kc_wake wake;

	kc_zones_begin(&world);
	for (u8 i = 0; i < KC_ZONES; i++) {
		some_zone(c, &zone[i], &pages[i], order, world.wake_mark ? 0 : highest, 0);
		if (chance(c, 2))
			zone[i].boost = 0, pages[i].boost = 0;
		if (chance(c, 3)) { /* the counter may be off: the CPUs' shares are added up */
			zone[i].drift = (unsigned long)(zone[i].free < 0 ? 0 : zone[i].free) + below(c, 3) - (zone[i].free > 0);
			zone[i].snapshot = (zone[i].free < 0 ? 0 : zone[i].free) + (long)below(c, 3);
			if (zone[i].drift && pages[i].free < (long)zone[i].drift)
				pages[i].free = (s32)zone[i].snapshot;
		}
		managed |= (u8)((zone[i].managed != 0) << i);
		kc_zone_set(nid * MMS_ZONES_PER_NODE + i, &zone[i]);
		say_zone(c, nid * MMS_ZONES_PER_NODE + i, &zone[i]);
	}
	idx = (u8)below(c, KC_ZONES);
	SAY(c, "  wake mark %d zone %u order %u highest %u asleep %d failures %u\n", world.wake_mark, nid * MMS_ZONES_PER_NODE + idx,
	    order, highest, asleep, failures);
	woken = kc_wakeup_kswapd(nid * MMS_ZONES_PER_NODE + idx, (u32)rnd(c), order, highest, asleep, (int)failures, &wake);
	if (!zone[idx].managed)
		return AGREE(c, "a zone without pages", woken || wake.traced, 0);
	for (u8 i = 0; i <= highest; i++)
		boosted |= managed >> i & 1 && zone[i].boost;
	verdict = mms_kswapd_asks(asleep, failures);
	if (verdict == MMS_KSWAPD_CHECK) {
		if (mms_kswapd_by_zone((u8)world.wake_mark)) {
			check[0] = mms_kswapd_zone(&pages[idx], order,
						   mms_kswapd_zone_mark((u8)world.wake_mark, &pages[idx]),
						   mms_kswapd_reserve_idx((u8)world.wake_mark, highest));
			balanced = check[0].ok;
			visits = 1;
			at[0] = idx;
		} else {
			balanced = mms_pgdat_balanced(pages, managed, order, highest, check, &visits);
			for (u8 i = 0; i < KC_ZONES; i++)
				if (managed >> i & 1)
					at[n++] = i;
		}
		verdict = mms_kswapd_verdict(balanced, boosted);
	}
	if (!AGREE(c, "woken", woken, verdict == MMS_wake_verdict_woken) || !AGREE(c, "traced", wake.traced, world.trace))
		return false;
	if (!world.trace)
		return true;
	same = AGREE(c, "verdict", wake.verdict, verdict) && AGREE(c, "visits", wake.visits, visits) &&
	       AGREE(c, "mark", wake.mark, world.wake_mark) && AGREE(c, "asleep", wake.asleep, asleep) &&
	       AGREE(c, "failures", wake.failures, failures) && AGREE(c, "boosted", wake.boosted, balanced && boosted);
	for (u8 i = 0; same && i < visits; i++)
		same = AGREE(c, "zone", wake.visit_zone[i], nid * MMS_ZONES_PER_NODE + at[i]) &&
		       AGREE(c, "free", wake.free[i], check[i].free) && AGREE(c, "unusable", wake.unusable[i], check[i].unusable) &&
		       AGREE(c, "mark", wake.mark_of[i], check[i].mark) && AGREE(c, "reserve", wake.reserve[i], check[i].reserve) &&
		       AGREE(c, "bits", wake.visit_flags[i], check[i].has_block ? MMS_zone_bit_has_block : 0);
	return same;
}

const struct kc_test kc_zones_tests[] = {
	{"zone_watermark_ok", zone_watermark_ok, 1},
	{"zone_watermark_fast", zone_watermark_fast, 1},
	{"get_page_from_freelist", get_page_from_freelist, KC_STOCK ? 2 : 1},
#if !KC_STOCK
	{"zone_batches", zone_batches, 1},
#endif
#if KC_KERNEL != 703
	{"alloc_pages", alloc_pages, KC_STOCK ? 2 : 1},
	{"gfp_to_alloc_flags", gfp_to_alloc_flags, 1},
#endif
	{"wakeup_kswapd", wakeup_kswapd, 1},
	{0},
};
