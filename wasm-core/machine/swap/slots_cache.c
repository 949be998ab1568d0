/* SPDX-License-Identifier: Apache-2.0 */
/* What each CPU has at hand: the slots cache, mm/swap_slots.c in small, or since 6.19 a cluster. */
#include "internal.h"

/* swapcache_free_entries(): sorted, so that the slots of one device go back together. */
static void give_back(struct swap_machine *m, struct slots_cache *cache)
{
	u32 of[MMS_DEVS] = {0};

	for (u32 i = 0; i < cache->n_ret; i++)
		of[cache->ret[i]]++;
	for (u32 i = 0; i < MMS_DEVS; i++)
		if (of[i])
			swap_range_free(m, (u8)i, of[i]);
	cache->n_ret = 0;
}

/* drain_slots_cache_cpu() on every CPU: the unused slots, then those given back. */
static void drain(struct swap_machine *m)
{
	for (u32 i = 0; i < m->cpus; i++) {
		struct slots_cache *cache = &m->cache[i];

		if (cache->nr)
			swap_range_free(m, cache->type, cache->nr);
		cache->nr = 0;
		give_back(m, cache);
	}
}

void disable_swap_slots_cache(struct swap_machine *m)
{
	m->cache_enabled = false;
	drain(m);
}

void reenable_swap_slots_cache(struct swap_machine *m)
{
	m->cache_enabled = m->cache_wanted && m->active.n > 0 && m->p.turn == MMS_turn_call;
}

static bool check_cache_active(struct swap_machine *m)
{
	bool was = m->cache_active;

	m->cache_active = mms_check_cache_active(m->cache_enabled, was, m->nr_swap_pages, m->cpus);
	if (was && !m->cache_active)
		drain(m);
	return m->cache_enabled && m->cache_active;
}

u32 slots_at_hand(struct swap_machine *m)
{
	struct slots_cache *cache = &m->cache[m->cpu];

	if (m->p.turn == MMS_turn_cluster)
		return 0;
	script_before_decision(m);
	if (!check_cache_active(m))
		return 0;
	if (!cache->nr)
		cache->nr = (u8)get_swap_pages(m, SWAP_SLOTS_CACHE_SIZE, 0, &cache->type);
	return cache->nr;
}

/* folio_alloc_swap() since 6.19: swap_alloc_fast() goes on with the cluster that this CPU had last for folios of the
 * order, and swap_alloc_slow() asks the list. Every cluster that is begun is taken to be free. */
static bool alloc_in_turn(struct swap_machine *m, u8 order, u8 *type)
{
	struct swap_turn *turn = &m->turn[m->cpu][order > 0];
	u32 pages = 1u << order;

	script_before_decision(m);
	if (turn->left < pages || !scan_swap_map_slots(m, turn->type, 1, order)) {
		if (m->stop || !get_swap_pages(m, 1, order, type))
			return false;
		*turn = (struct swap_turn){.type = *type, .left = SWAPFILE_CLUSTER};
	}
	turn->left -= pages;
	*type = turn->type;
	return true;
}

void end_turns(struct swap_machine *m, u8 type)
{
	for (u32 i = 0; i < m->cpus; i++)
		for (u32 large = 0; large < 2; large++)
			if (m->turn[i][large].type == type)
				m->turn[i][large].left = 0;
}

/* A slot, or with order > 0 slots in a row, for one folio. False: none. */
bool folio_alloc_swap(struct swap_machine *m, u8 order, u8 *type)
{
	struct slots_cache *cache = &m->cache[m->cpu];

	if (m->p.turn == MMS_turn_cluster)
		return alloc_in_turn(m, order, type);
	if (order) {
		script_before_decision(m);
		return get_swap_pages(m, 1, order, type) > 0;
	}
	if (slots_at_hand(m)) {
		*type = cache->type;
		cache->nr--;
		return true;
	}
	return !m->stop && get_swap_pages(m, 1, 0, type) > 0;
}

void free_swap_slot(struct swap_machine *m, u8 type)
{
	struct slots_cache *cache = &m->cache[m->cpu];

	if (!m->cache_enabled || !m->cache_active) {
		swap_range_free(m, type, 1);
		return;
	}
	if (mms_cache_ret_full(cache->n_ret))
		give_back(m, cache);
	cache->ret[cache->n_ret++] = type;
}
