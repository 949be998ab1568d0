/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kswapd of each node: mm/vmscan.c:wakeup_kswapd(), balance_pgdat() and kswapd_try_to_sleep().
 *
 * With LRU lists of zones (before 4.8) it goes on until each zone of the node is above its high mark, with
 * those of nodes until one is. Then it naps for HZ / 10 and looks again, and only if nobody took much
 * meanwhile it sleeps: which a steady stream of allocations prevents.
 */
#include "internal.h"

static void note_check(struct mms_ev_kswapd_wake *e, u8 zone, const struct mms_zone_mark *m)
{
	u8 i = e->visits++;

	e->visit_zone[i] = zone;
	e->visit_flags[i] = 0;
	e->visit_free[i] = m->free;
	e->visit_unusable[i] = m->unusable;
	e->visit_mark[i] = m->mark;
	e->visit_reserve[i] = m->reserve;
}

static bool pgdat_balanced(const struct zones_machine *m, u8 nid, u8 highest, struct mms_zone_mark *check, u8 *visits)
{
	struct mms_zone_pages pages[MMS_MAX_NR_ZONES];

	for (u8 idx = 0; idx < MMS_MAX_NR_ZONES; idx++)
		pages[idx] = m->zone[nid * MMS_ZONES_PER_NODE + idx].pages;
	return mms_pgdat_balanced(pages, m->managed[nid], 0, highest, check, visits);
}

/* What wakeup_kswapd() reads of zones; true: nothing is to be balanced. */
static bool declines(const struct zones_machine *m, struct mms_ev_kswapd_wake *e)
{
	struct mms_zone_mark check[MMS_MAX_NR_ZONES], *next = check;
	u8 visits;
	bool ok;

	if (mms_kswapd_by_zone(e->mark)) {
		const struct mms_zone_pages *p = &m->zone[e->zone].pages;

		*next = mms_kswapd_zone(p, e->order, mms_kswapd_zone_mark(e->mark, p),
					mms_kswapd_reserve_idx(e->mark, e->highest));
		note_check(e, e->zone, next);
		return next->ok;
	}
	ok = pgdat_balanced(m, (u8)e->nid, e->highest, check, &visits);
	for (u8 idx = 0; visits; idx++)
		if (m->managed[e->nid] >> idx & 1) {
			note_check(e, (u8)(e->nid * MMS_ZONES_PER_NODE + idx), next++);
			visits--;
		}
	return ok;
}

static void wakes(struct zones_machine *m, u8 nid, u8 highest)
{
	struct kswapd *k = &m->kswapd[nid];

	if (k->is == KSWAPD_ASLEEP) {
		k->woken_at = m->now;
		k->scanned = k->reclaimed = 0;
		k->highest = 0;
	}
	k->is = KSWAPD_RUNS;
	k->highest = MMS_MAX(k->highest, highest);
	k->priority = DEF_PRIORITY;
	k->next = 0;
	k->pass_reclaimed = 0;
	m->clock[AGENT_KSWAPD + nid] = m->now;
	m->until = MMS_MIN(m->until, m->now + SLICE);
}

/* An event when somebody records, kswapd wakes up, or the answer is not the last one recorded of this node: a
 * busy machine asks for each page. True when the next allocation may find another answer. */
bool wakeup_kswapd(struct zones_machine *m, const struct ask *ask, u8 zone)
{
	struct mms_ev_kswapd_wake w;
	struct kswapd *k = &m->kswapd[mms_zone_nid(zone)];
	struct mms_event *e;

	mms_fill(&w, 0, sizeof(w));
	UNUSED(w.visit_zone), UNUSED(w.visit_flags), UNUSED(w.visit_free);
	UNUSED(w.visit_unusable), UNUSED(w.visit_mark), UNUSED(w.visit_reserve);
	w.mark = (u8)m->p.kswapd_wake_mark;
	w.nid = mms_zone_nid(zone);
	w.zone = zone;
	w.gfp = ask->gfp;
	w.highest = ask->request.highest;
	w.asleep = k->is != KSWAPD_RUNS;
	w.failures = k->failures;
	w.verdict = mms_kswapd_asks(w.asleep, w.failures);
	if (w.verdict == MMS_KSWAPD_CHECK)
		w.verdict = mms_kswapd_verdict(declines(m, &w), false);
	if (ask->record || w.verdict == MMS_wake_verdict_woken || w.verdict != k->reported) {
		e = zones_emit(m, MMS_KIND_kswapd_wake);
		if (e)
			e->kswapd_wake = w;
		k->reported = w.verdict;
		if (w.verdict == MMS_wake_verdict_woken)
			wakes(m, (u8)w.nid, w.highest);
		return true;
	}
	return w.verdict == MMS_wake_verdict_balanced; /* a few pages on it may be another */
}

static bool zone_balanced(const struct zones_machine *m, const struct kswapd *k, u8 zone)
{
	const struct mms_zone_pages *p = &m->zone[zone].pages;

	return mms_kswapd_zone(p, 0, p->mark[MMS_alloc_flag_wmark_high], k->highest).ok;
}

static bool has_pages(const struct zones_machine *m, u8 zone)
{
	const u64 *pages = m->zone[zone].lru_pages;

	return pages[0] + pages[1] + pages[2] + pages[3];
}

/* May it sleep? *zone: one that is above its high mark, -1: none. */
static bool balanced(const struct zones_machine *m, u8 nid, s16 *zone)
{
	const struct kswapd *k = &m->kswapd[nid];
	bool all = true;

	*zone = -1;
	for (u8 idx = 0; idx <= k->highest && idx < MMS_MAX_NR_ZONES; idx++) {
		u8 number = (u8)(nid * MMS_ZONES_PER_NODE + idx);

		if (!(m->managed[nid] >> idx & 1))
			continue;
		if (zone_balanced(m, k, number))
			*zone = number;
		else if (has_pages(m, number))
			all = false;
		if (*zone >= 0 && m->p.lru == MMS_lru_node)
			return true;
	}
	return all && m->p.lru == MMS_lru_zone;
}

static void sleeps(struct zones_machine *m, u8 nid, u8 why, s16 zone)
{
	struct kswapd *k = &m->kswapd[nid];
	struct mms_event *e = zones_emit(m, MMS_KIND_kswapd_sleep);

	k->is = KSWAPD_ASLEEP;
	m->clock[AGENT_KSWAPD + nid] = NEVER;
	if (!e)
		return;
	e->kswapd_sleep.nid = nid;
	e->kswapd_sleep.why = why;
	e->kswapd_sleep.order = 0;
	e->kswapd_sleep.highest = k->highest;
	e->kswapd_sleep.zone = zone;
	e->kswapd_sleep.ran = m->now - MMS_MIN(m->now, k->woken_at);
	e->kswapd_sleep.reclaimed = k->reclaimed;
	e->kswapd_sleep.scanned = k->scanned;
}

static void naps(struct zones_machine *m, u8 nid)
{
	m->kswapd[nid].is = KSWAPD_NAPS;
	m->clock[AGENT_KSWAPD + nid] = m->now + (u64)m->p.kswapd_nap_ms * MS;
}

static void nap_ends(struct zones_machine *m, u8 nid)
{
	struct kswapd *k = &m->kswapd[nid];
	s16 zone;

	if (k->failures >= MMS_MAX_RECLAIM_RETRIES) {
		sleeps(m, nid, MMS_kswapd_why_hopeless, -1);
	} else if (balanced(m, nid, &zone)) {
		sleeps(m, nid, MMS_kswapd_why_balanced, zone);
	} else {
		k->is = KSWAPD_RUNS;
		k->priority = DEF_PRIORITY;
		k->next = 0;
		k->pass_reclaimed = 0;
	}
}

/* The next lruvec of this pass; false at its end. */
static bool next_vec(struct zones_machine *m, u8 nid)
{
	struct kswapd *k = &m->kswapd[nid];

	while (k->next < MMS_MAX_NR_ZONES) {
		u8 number = (u8)(nid * MMS_ZONES_PER_NODE + k->next++);
		struct lruvec *vec = &m->vec[number];

		if (!vec->n || (m->p.lru == MMS_lru_zone && (mms_zone_idx(number) > k->highest ||
							     zone_balanced(m, k, number) || !has_pages(m, number))))
			continue;
		k->scan = (struct scan){.vec = vec, .priority = (u8)k->priority, .kswapd = true};
		for (u8 i = 0; i < vec->n; i++)
			k->scan.want += MMS_MAX((u64)m->zone[vec->zone[i]].pages.mark[MMS_alloc_flag_wmark_high],
						SWAP_CLUSTER_MAX);
		scan_begin(m, &k->scan);
		return true;
	}
	return false;
}

/* The end of a pass at one priority; false when kswapd is to rest. */
static bool next_pass(struct zones_machine *m, u8 nid)
{
	struct kswapd *k = &m->kswapd[nid];
	bool waits = m->p.reclaim == MMS_reclaim_waits;
	s16 zone;

	if (balanced(m, nid, &zone)) {
		naps(m, nid);
		return false;
	}
	k->next = 0;
	if (k->pass_reclaimed >= (waits ? SWAP_CLUSTER_MAX : 1)) {
		k->failures = 0;
		k->priority = DEF_PRIORITY;
		k->pass_reclaimed = 0;
	} else if (k->priority-- == 0) {
		k->priority = DEF_PRIORITY;
		if (!k->pass_reclaimed) {
			k->failures++;
			naps(m, nid);
			return false;
		}
		k->pass_reclaimed = 0;
	}
	return true;
}

/* balance_pgdat() before 3.11: wait_iff_congested() between passes that find little. */
static bool waits_for_disk(const struct zones_machine *m, const struct kswapd *k)
{
	return m->p.reclaim == MMS_reclaim_waits && k->priority < DEF_PRIORITY - 2 && m->disk_busy > m->now;
}

void kswapd_turn(struct zones_machine *m, u8 nid)
{
	struct kswapd *k = &m->kswapd[nid];

	if (k->is == KSWAPD_NAPS)
		nap_ends(m, nid);
	while (k->is == KSWAPD_RUNS && m->now <= m->until) {
		u64 scanned = k->scan.scanned, reclaimed = k->scan.reclaimed;

		if (!k->scanning) {
			k->scanning = next_vec(m, nid);
			if (!k->scanning && next_pass(m, nid) && waits_for_disk(m, k)) {
				m->clock[AGENT_KSWAPD + nid] = m->now + CONGESTION_NS;
				return;
			}
			continue;
		}
		k->scanning = scan_some(m, &k->scan);
		k->scanned += k->scan.scanned - scanned;
		k->reclaimed += k->scan.reclaimed - reclaimed;
		k->pass_reclaimed += k->scan.reclaimed - reclaimed;
		m->clock[AGENT_KSWAPD + nid] = m->now;
		if (k->scan.waits > m->now) {
			m->clock[AGENT_KSWAPD + nid] = k->scan.waits;
			return;
		}
	}
}
