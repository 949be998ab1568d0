/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * zones_calls.h: the zones of a case and what is asked of them (zones.h), the same for every kernel, behind what is
 * cut from it. What kernels call otherwise are macros: KC_HIGHATOMIC, KC_BELOW_HIGH, KC_SWITCHES, KC_SET_BATCH,
 * KC_BATCH.
 */
static struct list_head kc_block; /* not an empty list's */
static struct { struct free_area *area; int type; } kc_touched[512];
static int kc_n_touched;
static nodemask_t kc_nodes;

static struct zone *zone_of(int nr)
{
	return &kc_pgdat[nr / 8].node_zones[nr % 8];
}

static void set_up(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	for (int nid = 0; nid < NODES; nid++) {
		kc_pgdat[nid].node_id = nid;
		for (int i = 0; i < MAX_NR_ZONES; i++) {
			struct zone *zone = &kc_pgdat[nid].node_zones[i];

			zone->node = nid;
			zone->zone_pgdat = &kc_pgdat[nid];
			for (int o = 0; o < NR_PAGE_ORDERS; o++)
				for (int type = 0; type < MIGRATE_TYPES; type++)
					INIT_LIST_HEAD(&zone->free_area[o].free_list[type]);
			zone->kc_behind.nr_free = 1;
			for (int type = 0; type < MIGRATE_TYPES; type++)
				zone->kc_behind.free_list[type].next = &kc_block;
		}
	}
}

void kc_zones_begin(const struct kc_world *world)
{
	set_up();
	kc = *world;
	node_reclaim_mode = world->reclaim;
	node_reclaim_distance = world->reclaim_distance;
	KC_SWITCHES(world);
	while (kc_n_touched) {
		struct free_area *area = kc_touched[--kc_n_touched].area;

		if (kc_touched[kc_n_touched].type >= 0)
			INIT_LIST_HEAD(&area->free_list[kc_touched[kc_n_touched].type]);
		area->nr_free = 0;
	}
}

static void touch(struct free_area *area, int type)
{
	kc_touched[kc_n_touched].area = area;
	kc_touched[kc_n_touched++].type = type;
	area->nr_free++;
	if (type >= 0)
		area->free_list[type].next = &kc_block;
}

void kc_zone_set(int nr, const struct kc_zone *z)
{
	struct zone *zone = zone_of(nr);

	for (int i = 0; i < NR_WMARK; i++)
		zone->_watermark[i] = z->mark[i];
	zone->watermark_boost = z->boost;
	zone->KC_HIGHATOMIC = z->highatomic;
	for (int i = 0; i < MAX_NR_ZONES; i++)
		zone->lowmem_reserve[i] = z->reserve[i];
	atomic_long_set(&zone->managed_pages, z->managed);
	zone->present_pages = z->present;
	zone->flags = z->below_high ? KC_BELOW_HIGH : 0;
	KC_SET_BATCH(zone, z->batch);
	zone->percpu_drift_mark = z->drift;
	zone->kc_snapshot = z->snapshot;
	atomic_long_set(&zone->vm_stat[NR_FREE_PAGES], z->free);
	atomic_long_set(&zone->vm_stat[NR_FREE_CMA_PAGES], z->cma);
	if (!(z->blocks | z->highatomic_blocks | z->cma_blocks | z->isolated_blocks))
		return;
	for (int o = 0; o < NR_PAGE_ORDERS && kc_n_touched < 500; o++) {
		if (z->blocks >> o & 1)
			touch(&zone->free_area[o], (o + nr) % MIGRATE_PCPTYPES);
		if (z->highatomic_blocks >> o & 1)
			touch(&zone->free_area[o], MIGRATE_HIGHATOMIC);
		if (z->cma_blocks >> o & 1)
			touch(&zone->free_area[o], MIGRATE_CMA);
		if (z->isolated_blocks >> o & 1) /* counted, and on no list that is looked at */
			touch(&zone->free_area[o], -1);
	}
}

void kc_zone_free(int nr, long free)
{
	atomic_long_set(&zone_of(nr)->vm_stat[NR_FREE_PAGES], free);
}

void kc_zone_get(int nr, bool *below_high, long *batch)
{
	*below_high = zone_of(nr)->flags & KC_BELOW_HIGH;
	*batch = KC_BATCH(zone_of(nr));
}

/* The lists of a node: all of `zones`, and those of the node itself. */
void kc_zonelist(int nid, const uint8_t *zones, int n)
{
	struct zonelist *lists = kc_pgdat[nid].node_zonelists;
	int at[2] = {0, 0};

	for (int i = 0; i < n; i++)
		for (int l = 0; l < 2; l++)
			if (l == ZONELIST_FALLBACK || zones[i] / 8 == nid)
				lists[l]._zonerefs[at[l]++] = (struct zoneref){zone_of(zones[i]), zones[i] % 8};
	for (int l = 0; l < 2; l++)
		lists[l]._zonerefs[at[l]] = (struct zoneref){NULL, 0};
}

static struct alloc_context context_of(const struct kc_ask *ask)
{
	struct alloc_context ac = {
		.zonelist = &kc_pgdat[ask->list].node_zonelists[ask->alone ? ZONELIST_NOFALLBACK : ZONELIST_FALLBACK],
		.nodemask = ask->masked ? &kc_nodes : NULL,
		.highest_zoneidx = ask->highest,
		.spread_dirty_pages = ask->spread,
	};

	kc_nodes.bits[0] = ask->nodes;
	ac.preferred_zoneref = first_zones_zonelist(ac.zonelist, ac.highest_zoneidx, ac.nodemask);
	for (u32 skip = ask->from; skip && zonelist_zone(ac.preferred_zoneref); skip--) {
		struct zoneref *next = ac.preferred_zoneref + 1;

		next = next_zones_zonelist(next, ac.highest_zoneidx, ac.nodemask);
		if (!zonelist_zone(next))
			break;
		ac.preferred_zoneref = next;
	}
	return ac;
}

int kc_preferred(const struct kc_ask *ask)
{
	struct alloc_context ac = context_of(ask);
	struct zone *zone = zonelist_zone(ac.preferred_zoneref);

	return zone ? (int)zone_trace_nr(zone) : 255;
}
