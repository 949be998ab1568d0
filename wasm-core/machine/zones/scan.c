/* SPDX-License-Identifier: Apache-2.0 */
/* How much reclaim looks at of which list: mm/vmscan.c:get_scan_count(), shrink_lruvec(), shrink_list(). */
#include "internal.h"

static u64 sum_of(const struct zones_machine *m, const struct lruvec *vec, bool high)
{
	u64 pages = 0;

	for (u8 i = 0; i < vec->n; i++) {
		const struct mms_zone_pages *p = &m->zone[vec->zone[i]].pages;

		pages += (u64)(high ? p->mark[MMS_alloc_flag_wmark_high] : p->free);
	}
	return pages;
}

/* inactive_is_low(): files by halves before 4.8, else by the square root of ten times the GiB. */
static bool inactive_is_low(const struct zones_machine *m, const struct lruvec *vec, bool file)
{
	u64 inactive = lru_size(m, vec, file ? LRU_INACTIVE_FILE : LRU_INACTIVE_ANON);
	u64 active = lru_size(m, vec, file ? LRU_ACTIVE_FILE : LRU_ACTIVE_ANON);
	u64 gib = (inactive + active) >> 18, ratio = 1;

	if (file && m->p.lru == MMS_lru_zone)
		return inactive < active;
	while ((ratio + 1) * (ratio + 1) <= 10 * gib)
		ratio++;
	return inactive * ratio < active;
}

/* Weights of anon and file. */
static void weigh(struct zones_machine *m, const struct scan *s, u64 weight[2])
{
	struct lruvec *vec = s->vec;
	u64 swappiness = (u64)m->p.swappiness;
	u64 size[2] = {lru_size(m, vec, LRU_INACTIVE_ANON) + lru_size(m, vec, LRU_ACTIVE_ANON),
		       lru_size(m, vec, LRU_INACTIVE_FILE) + lru_size(m, vec, LRU_ACTIVE_FILE)};

	weight[0] = 0;
	weight[1] = 1;
	if (!m->swap_free || !swappiness)
		return;
	if (!s->priority) {
		weight[0] = 1;
	} else if (size[1] + sum_of(m, vec, false) <= sum_of(m, vec, true)) {
		weight[0] = 1;
		weight[1] = 0;
	} else if (inactive_is_low(m, vec, true)) {
		for (u32 i = 0; i < 2; i++) {
			if (vec->scanned[i] > size[i] / 4) {
				vec->scanned[i] /= 2;
				vec->rotated[i] /= 2;
			}
			weight[i] = (i ? 200 - swappiness : swappiness) * (vec->scanned[i] + 1) / (vec->rotated[i] + 1);
		}
	}
}

void scan_begin(struct zones_machine *m, struct scan *s)
{
	u64 weight[2];

	weigh(m, s, weight);
	for (u8 list = 0; list < NR_LRU_LISTS; list++) {
		u64 part = weight[list >= LRU_INACTIVE_FILE];

		s->nr[list] = (lru_size(m, s->vec, list) >> s->priority) * part / MMS_MAX(weight[0] + weight[1], 1);
	}
}

/* Up to SWAP_CLUSTER_MAX pages of each list. */
bool scan_some(struct zones_machine *m, struct scan *s)
{
	bool left = false;

	for (u8 list = 0; list < NR_LRU_LISTS; list++) {
		u32 n = (u32)MMS_MIN(s->nr[list], SWAP_CLUSTER_MAX);
		bool active = list == LRU_ACTIVE_ANON || list == LRU_ACTIVE_FILE;

		s->nr[list] -= n;
		left |= s->nr[list] > 0;
		if (!n)
			continue;
		if (!active)
			n = shrink_inactive(m, s, list, n);
		else if (inactive_is_low(m, s->vec, list == LRU_ACTIVE_FILE))
			n = shrink_active(m, s, list, n);
		else
			n = 0;
		m->now += n * (u64)m->p.kswapd_scan_ns;
	}
	return left && s->reclaimed < s->want;
}
