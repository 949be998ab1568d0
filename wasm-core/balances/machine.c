/* SPDX-License-Identifier: Apache-2.0 */
/* What the file says of the machine: nodes, CPUs, zonelists, marks. */
#include "internal.h"

#include "base/bytes.h"
#include "policy/zone_mark.h"

#define MOVABLE 3 /* its index in a node */
#define LANES 4   /* of a reserve: indexes of zones */
#define FREE_MEANWHILE 1024 /* pages that are taken, or given back, between two readings */
#define BOOST_FACTOR 15000 /* unless vm.watermark_boost_factor is recorded */
#define BOOT_PAGES 1024 /* that a zone gets of the kernel's own behind the time at which its marks and reserves are set, */
#define BOOT_SHARE 32   /* or such a share of it */

static u64 zone_pages(const struct books *b, u32 nid)
{
	u64 pages = 0;

	for (u32 z = nid * 8; z < nid * 8 + 8; z++)
		pages += b->zone_known[z] ? b->zone[z].managed : 0;
	return pages;
}

static u64 zone_free(const struct books *b, u32 nid)
{
	u64 pages = 0;

	for (u32 z = nid * 8; z < nid * 8 + 8; z++)
		if (b->zone_known[z] && b->zone[z].free == UNKNOWN)
			return UNKNOWN;
		else if (b->zone_known[z])
			pages += b->zone[z].free;
	return pages;
}

static u64 cpus_of(struct mms_json_span node)
{
	struct mms_json_span list = mms_member(node, "cpus"), name, cpu;
	u64 mask = 0;

	while (mms_json_next(&list, &name, &cpu)) {
		u64 n = mms_number_in(cpu);

		mask |= n < CPUS ? 1ull << n : 0;
	}
	return mask;
}

/* `node`: what the manifest says of it; empty: nothing. */
static void balance_node(struct books *b, u32 nid, struct mms_json_span node)
{
	u64 cpus = cpus_of(node), known = b->node_cpus[nid], pages = mms_number_in(mms_member(node, "pages"));

	u64 free = mms_number_in(mms_member(node, "free"));

	if (free != UNKNOWN && zone_pages(b, nid) && zone_free(b, nid) != UNKNOWN)
		mms_balance_add(b, MMS_BALANCE_free_pages, nid, zone_free(b, nid), free, FREE_MEANWHILE + b->node_pages[nid] / 32);
	else if (free == UNKNOWN)
		mms_balance_unknown(b, MMS_BALANCE_free_pages, nid);
	mms_balance_add(b, MMS_BALANCE_nodes, nid, b->node_pages[nid], pages == UNKNOWN ? 0 : pages, 0);
	mms_balance_add(b, MMS_BALANCE_node_cpus, nid, (u64)__builtin_popcountll(known | cpus),
			 (u64)__builtin_popcountll(known & cpus), 0);
}

/*
 * How near the kernel takes node `to` for: mm/page_alloc.c:find_next_best_node(). While it boots no CPU is `up`: no node has any.
 */
static u64 nearness(const struct books *b, struct mms_json_span distances, u32 from, u32 to, bool up)
{
	struct mms_json_span name, value = {NULL, NULL};

	for (u32 i = 0; i <= to; i++)
		if (!mms_json_next(&distances, &name, &value))
			return UNKNOWN;
	if (from == to || mms_number_in(value) == UNKNOWN)
		return from == to ? 0 : UNKNOWN;
	return mms_number_in(value) + (to < from) + (up && b->node_cpus[to]);
}

/* Zones that stand where they must, up to the first that does not. */
static u32 in_place(const struct books *b, const struct mms_ev_zonelist *e, struct mms_json_span distances, bool up)
{
	u64 near = 0;

	for (u32 i = 0; i < e->n; i++) {
		u8 zone = e->zone[i], before = i ? e->zone[i - 1] : 0;
		u64 own;

		if (zone >= ZONES || !b->zone_known[zone])
			return i;
		own = nearness(b, distances, (u32)e->nid, zone / 8u, up);
		if (i && zone / 8 == before / 8 ? zone >= before : own < near || own == UNKNOWN)
			return i;
		near = own;
	}
	return e->n;
}

static void balance_list(struct books *b, const struct mms_ev_zonelist *e, struct mms_json_span distances)
{
	u32 boot = in_place(b, e, distances, false), later = in_place(b, e, distances, true), zones = 0;

	for (u32 z = 0; z < ZONES; z++)
		zones += b->zone_known[z];
	/* where no zone has a line, those of the list are too many */
	if (e->n <= MMS_COUNT(e->zone))
		mms_balance_add(b, MMS_BALANCE_zonelists, (u32)e->nid, zones ? zones : e->n, MMS_MAX(boot, later), 0);
}

static struct mms_json_span node_of(const struct books *b, u32 nid)
{
	struct mms_json_span nodes = mms_member(b->start, "nodes"), name, node;

	while (mms_json_next(&nodes, &name, &node))
		if (mms_number_in(mms_member(node, "nid")) == nid)
			return node;
	return (struct mms_json_span){NULL, NULL};
}

static void balance_nodes(struct books *b)
{
	u16 listed = 0;
	bool known = mms_member(b->start, "nodes").at;

	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		struct mms_json_span node = node_of(b, nid);

		if (!node.at && !(b->nodes >> nid & 1))
			continue;
		if (known)
			balance_node(b, nid, node);
		else
			mms_balance_unknown(b, MMS_BALANCE_nodes, nid);
		if (zone_pages(b, nid) && b->node_pages[nid])
			mms_balance_add(b, MMS_BALANCE_managed, nid, zone_pages(b, nid), b->node_pages[nid], 0);
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_ev_zonelist *e = &b->log->event[i].zonelist;
		struct mms_json_span distances;

		if (b->log->event[i].kind != MMS_KIND_zonelist)
			continue;
		distances = mms_member(node_of(b, (u32)e->nid), "distances");
		if (distances.at)
			balance_list(b, e, distances);
		else
			mms_balance_unknown(b, MMS_BALANCE_zonelists, (u32)e->nid);
		listed |= (u16)(1u << e->nid);
	}
	if (listed)
		mms_balance_add(b, MMS_BALANCE_all_zonelists, 0, (u64)__builtin_popcount(b->nodes),
				 (u64)__builtin_popcount(b->nodes & listed), 0);
}

/* Are the nodes of its zones these, in this order? Lanes hold the first zones. */
static bool in_order(const struct mms_ev_zonelist *e, struct mms_json_span nodes)
{
	struct mms_json_span none, node;
	u32 before = MMS_NODES;

	for (u32 i = 0; i < MMS_MIN(e->n, MMS_COUNT(e->zone)); i++) {
		u32 nid = e->zone[i] / 8u;

		if (nid != before && (!mms_json_next(&nodes, &none, &node) || mms_number_in(node) != nid))
			return false;
		before = nid;
	}
	return e->n > MMS_COUNT(e->zone) || !mms_json_next(&nodes, &none, &node);
}

/* Lines beside what the kernel's log says of the same, once more. */
static void balance_zonelist_lines(struct books *b)
{
	struct mms_json_span rest = mms_member(b->start, "zonelists"), name, nodes;
	const struct mms_ev_zonelist *line[MMS_NODES] = {NULL};
	u64 all = 0, fit = 0;

	if (!rest.at) {
		if (b->kinds[MMS_KIND_zonelist])
			mms_balance_unknown(b, MMS_BALANCE_zonelist_lines, 0);
		return;
	}
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_ev_zonelist *e = &b->log->event[i].zonelist;

		if (b->log->event[i].kind != MMS_KIND_zonelist)
			continue;
		all += line[e->nid] != NULL;
		line[e->nid] = e;
	}
	while (mms_json_next(&rest, &name, &nodes)) {
		u64 nid = mms_number_in(name);

		all++;
		if (nid >= MMS_NODES || !line[nid])
			continue;
		fit += in_order(line[nid], nodes);
		line[nid] = NULL;
	}
	for (u32 nid = 0; nid < MMS_NODES; nid++)
		all += line[nid] != NULL;
	if (all)
		mms_balance_add(b, MMS_BALANCE_zonelist_lines, 0, all, fit, 0);
}

/* What mm/page_alloc.c:__setup_per_zone_wmarks() sets. */
struct formula {
	u64 kbytes, scale; /* min_free_kbytes, watermark_scale_factor; UNKNOWN */
	u64 pages;         /* of all zones that share min_free_kbytes */
};

static struct formula formula_of(const struct books *b, struct mms_json_span manifest)
{
	struct formula f = {mms_number_in(mms_sysctl(manifest, "vm.min_free_kbytes")),
			    mms_number_in(mms_sysctl(manifest, "vm.watermark_scale_factor")), 0};

	for (u32 z = 0; z < ZONES; z++)
		f.pages += b->zone_known[z] && z % 8 != MOVABLE ? b->zone[z].managed : 0;
	if (f.kbytes > UINT32_MAX || f.scale > UINT32_MAX || !f.pages)
		f.kbytes = UNKNOWN;
	return f;
}

static u64 min_of(const struct formula *f, const struct mms_ev_zone *zone)
{
	u64 managed = zone->managed;

	if (zone->zone % 8 == MOVABLE)
		return mms_zone_wmark_capped(managed);
	return mms_zone_wmark_share(f->kbytes >> 2, managed, f->pages);
}

/* From each mark to the next. */
static u64 step_of(const struct formula *f, const struct mms_ev_zone *zone, u64 min)
{
	return mms_zone_wmark_gap(min, zone->managed, f->scale);
}

static u64 later_min(const struct formula *f, u64 min)
{
	return MMS_MAX(min / BOOT_SHARE, (f->kbytes >> 2) * BOOT_PAGES / f->pages);
}

static void balance_marks(struct books *b, enum mms_balance_of min, enum mms_balance_of step, struct mms_json_span manifest,
			  const struct mms_ev_zone *known)
{
	struct formula f = formula_of(b, manifest);
	u64 all = 0, kbytes = 0, zones = 0;

	for (u32 z = 0; z < ZONES; z++) {
		u64 want;

		if (!b->zone_known[z])
			continue;
		if (f.kbytes == UNKNOWN) {
			mms_balance_unknown(b, min, z);
			continue;
		}
		want = min_of(&f, &known[z]);
		mms_balance_add(b, min, z, known[z].min, want, 1 + later_min(&f, want));
		want = 3 * step_of(&f, &known[z], known[z].min);
		mms_balance_add(b, step, z, known[z].low + known[z].high - 2 * known[z].min, want, 3);
		if (z % 8 == MOVABLE)
			continue;
		all += known[z].min;
		zones++;
	}
	kbytes = f.kbytes >> 2;
	if (zones && min == MMS_BALANCE_marks)
		mms_balance_add(b, MMS_BALANCE_all_marks, 0, all, kbytes, zones);
}

static void balance_all_marks(struct books *b)
{
	struct mms_ev_zone *last = mms_arena_alloc(b->arena, sizeof(b->zone));
	bool set = false;

	balance_marks(b, MMS_BALANCE_marks, MMS_BALANCE_steps, b->start, b->zone);
	if (!last) {
		b->full = true;
		return;
	}
	mms_copy(last, b->zone, sizeof(b->zone));
	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_ev_zone_marks *e = &b->log->event[i].zone_marks;

		if (b->log->event[i].kind != MMS_KIND_zone_marks || e->zone >= ZONES)
			continue;
		set = true;
		last[e->zone].min = e->min;
		last[e->zone].low = e->low;
		last[e->zone].high = e->high;
	}
	if (set)
		balance_marks(b, MMS_BALANCE_last_marks, MMS_BALANCE_last_steps, b->stop, last);
}

u64 mms_boost_factor(struct mms_json_span manifest)
{
	u64 factor = mms_number_in(mms_sysctl(manifest, "vm.watermark_boost_factor"));

	return factor > UINT32_MAX ? BOOST_FACTOR : factor;
}

/* mm/page_alloc.c:boost_watermark() adds blocks up to a bound, and kswapd takes back what it found. */
static bool fits_boost(u64 boost, u64 high, u64 factor)
{
	u64 bound = high * factor / 10000;

	return boost == UNKNOWN || boost >= PAGEBLOCK || !boost || boost == bound % PAGEBLOCK;
}

/* Of these pages, those that zones may have got since their reserves were set, at most. */
static u64 later_pages(u64 pages)
{
	return MMS_MIN(pages, MMS_MAX(BOOT_PAGES, pages / BOOT_SHARE));
}

/*
 * mm/page_alloc.c:setup_per_zone_lowmem_reserve(): a share of the zones of the node above it, up to the index; whose part is
 * not recorded, but it is one for all indexes.
 */
static bool fits_reserve(const struct books *b, const struct mms_ev_zone *zone)
{
	u64 pages = 0, least = 1, most = UNKNOWN, before = 0;

	for (u32 k = 0; k < LANES; k++) {
		u32 of = zone->zone / 8u * 8 + k;
		u64 more = of > zone->zone && b->zone_known[of] ? b->zone[of].managed : 0, reserve = zone->reserve[k];

		pages += more;
		if (more ? reserve < before : reserve != before)
			return false;
		before = reserve;
		if (!reserve)
			continue;
		most = MMS_MIN(most, pages / reserve);
		least = MMS_MAX(least, (pages - later_pages(pages)) / (reserve + 1));
	}
	return least <= most;
}

/* vm.lowmem_reserve_ratio: a number for each zone of a node. False: it is not recorded. */
static bool ratios_of(const struct books *b, u64 ratio[LANES])
{
	char text[128];
	u32 len = mms_json_text(mms_sysctl(b->start, "vm.lowmem_reserve_ratio"), text, sizeof(text)), n = 0;

	for (u32 i = 0; len <= sizeof(text) && i < len && n < LANES; n++) {
		ratio[n] = 0;
		while (i < len && mms_is_digit(text[i]))
			ratio[n] = ratio[n] * 10 + (u64)(text[i++] - '0');
		while (i < len && !mms_is_digit(text[i]))
			i++;
	}
	return n == LANES;
}

/* The share itself, of the pages that zones have now. */
static void balance_reserves(struct books *b)
{
	u64 ratio[LANES];

	if (!ratios_of(b, ratio)) {
		mms_balance_unknown(b, MMS_BALANCE_reserves, 0);
		return;
	}
	for (u32 z = 0; z < ZONES; z++) {
		u64 pages = 0, reserve = 0, want = 0, slack = 0;

		if (!b->zone_known[z] || z % 8 >= LANES)
			continue;
		for (u32 k = z % 8 + 1; k < LANES; k++) {
			u32 of = z / 8 * 8 + k;

			pages += b->zone_known[of] ? b->zone[of].managed : 0;
			reserve += b->zone[z].reserve[k];
			if (!ratio[z % 8] || !pages)
				continue;
			want += pages / ratio[z % 8];
			slack += later_pages(pages) / ratio[z % 8] + 1;
		}
		mms_balance_add(b, MMS_BALANCE_reserves, z, reserve, want, slack);
	}
}

/* What a line says of a zone, whatever the sysctls: free pages, a boost, reserves. */
static void balance_lines(struct books *b)
{
	u64 factor = mms_boost_factor(b->start);

	for (u32 z = 0; z < ZONES; z++) {
		const struct mms_ev_zone *e = &b->zone[z];

		if (b->zone_known[z])
			mms_balance_add(b, MMS_BALANCE_lines, z, 4,
					 (u64)(e->free == UNKNOWN || e->free <= e->managed) + (u64)fits_boost(e->boost, e->high, factor) +
						 (u64)fits_reserve(b, e) + (u64)mms_is_even(e->min, e->low, e->high),
					 0);
	}
}

void mms_balance_machine(struct books *b)
{
	balance_nodes(b);
	balance_zonelist_lines(b);
	balance_all_marks(b);
	balance_lines(b);
	balance_reserves(b);
}
