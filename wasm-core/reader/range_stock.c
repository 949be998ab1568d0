/* SPDX-License-Identifier: Apache-2.0 */
/* Values of what probes read of unpatched kernels (mms_kswapd, mms_slot, mms_il, mms_ra) that their type allows and no machine has. */
#include "internal.h"

#include "policy/zone_watermark.h"

#define ZONES 5      /* include/linux/mmzone.h: DMA, DMA32, Normal, Movable, Device */
#define ORDER_MAX 20 /* above any MAX_PAGE_ORDER */
#define NOT_ASKED 255
#define NUMNODES 1024 /* the most a kernel can be configured for */

static bool refuse(struct mms_range_error *bad, const char *field, const char *must, s64 holds)
{
	*bad = (struct mms_range_error){field, must, holds};
	return false;
}

/* Vectors of zones: those without pages hold all ones, the others no number below 0. */
static bool zones_fit(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_kind *kind = mms_kind_of(e->kind);

	for (u32 k = 0; k < kind->fields; k++) {
		const struct mms_field *f = &kind->field[k];

		for (u32 i = 0; f->lanes > 1 && i < f->lanes; i++) {
			s64 value = mms_field_get(f, e, i);
			bool has = e->mms_kswapd.managed[i] > 0;

			if (has ? value < 0 : value != -1)
				return refuse(bad, f->name, "a zone's number of pages is not below 0; without any, its lanes hold all ones",
					      value);
		}
	}
	return true;
}

static bool kswapd_fits(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_mms_kswapd *s = &e->mms_kswapd;

	if (s->nid < 0 || s->nid >= MMS_NODES)
		return refuse(bad, "nid", "a node is 0 to 15", s->nid);
	if (s->zone / 8 != s->nid || s->zone % 8 >= ZONES)
		return refuse(bad, "zone", "the zone is one of the node", s->zone);
	if (s->order > ORDER_MAX)
		return refuse(bad, "order", "an order is 0 to 20", s->order);
	if (s->highest >= ZONES)
		return refuse(bad, "highest", "a zone index is 0 to 4", s->highest);
	if (s->asleep > 1 || s->asleep2 > 1)
		return refuse(bad, s->asleep > 1 ? "asleep" : "asleep2", "this is 0 or 1", MMS_MAX(s->asleep, s->asleep2));
	if (s->woke > 1)
		return refuse(bad, "woke", "this is 0 or 1", s->woke);
	if (s->balanced > 1 && s->balanced != NOT_ASKED)
		return refuse(bad, "balanced", "this is 0, 1 or 255", s->balanced);
	return zones_fit(e, bad);
}

static bool type_fits(s64 type)
{
	return type >= 0 && type < MMS_DEVS;
}

/* A list of devices: each once, unused lanes all ones. */
static bool devices_fit(const u8 *type, u8 n, bool once, const char *name, struct mms_range_error *bad)
{
	u32 seen = 0;

	for (u32 i = 0; i < 8; i++) {
		if (i >= n && type[i] != UINT8_MAX)
			return refuse(bad, name, "lanes that are not in use hold all ones", type[i]);
		if (i >= n)
			continue;
		if (!type_fits(type[i]))
			return refuse(bad, name, "a swap type is 0 to 31", type[i]);
		if (once && seen >> type[i] & 1)
			return refuse(bad, name, "a device is on a list once", type[i]);
		seen |= 1u << type[i];
	}
	return true;
}

static bool slot_fits(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_mms_slot *s = &e->mms_slot;

	if (s->nid < -1 || s->nid >= MMS_NODES)
		return refuse(bad, "nid", "a node is 0 to 15, and -1 none", s->nid);
	if (s->order > ORDER_MAX)
		return refuse(bad, "order", "an order is 0 to 20", s->order);
	if (s->cluster != -1 && !type_fits(s->cluster))
		return refuse(bad, "cluster", "a swap type is 0 to 31, and -1 none", s->cluster);
	if (s->type != -1 && !type_fits(s->type))
		return refuse(bad, "type", "a swap type is 0 to 31, and -1 none", s->type);
	if (!s->ret != (s->type == -1))
		return refuse(bad, "type", "there is a device where there is a slot, and only there", s->type);
	for (u32 i = 0; i < MMS_COUNT(s->list_type); i++) {
		bool used = i < s->list_n;

		if (!used && (s->list_key[i] != -1 || s->list_prio[i] != -1 || s->list_node[i] != -1 ||
			      s->list_used[i] != UINT32_MAX || s->list_pages[i] != UINT32_MAX))
			return refuse(bad, "list_key", "lanes that are not in use hold all ones", s->list_key[i]);
		if (used && (s->list_node[i] < -1 || s->list_node[i] >= MMS_NODES))
			return refuse(bad, "list_node", "a node is 0 to 15, and -1 none", s->list_node[i]);
		if (used && s->list_key[i] == MMS_NO_LIST)
			return refuse(bad, "list_key", "a device on a list has a key", s->list_key[i]);
	}
	return devices_fit(s->list_type, s->list_n, true, "list_type", bad) &&
	       devices_fit(s->list2_type, s->list2_n, true, "list2_type", bad) &&
	       devices_fit(s->tried, s->tries, false, "tried", bad);
}

/* The nodes of a policy, and their weights: all ones for the others. */
static bool policy_fits(u8 mode, u64 nodes, const u8 *weight, const char *name, const char *weights, struct mms_range_error *bad)
{
	if (!nodes || nodes >> MMS_NODES)
		return refuse(bad, name, "one bit of the nodes at least is set, and none above node 15", (s64)nodes);
	for (u32 i = 0; i < MMS_NODES; i++) {
		bool weighs = mode == MMS_mpol_weighted_interleave && nodes >> i & 1;

		if (weighs ? !weight[i] : weight[i] != UINT8_MAX)
			return refuse(bad, weights, "a weight is 1 to 255, and all ones where none is asked for", weight[i]);
	}
	return true;
}

static bool il_fits(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_mms_il *s = &e->mms_il;

	if (s->mode != MMS_mpol_interleave && s->mode != MMS_mpol_weighted_interleave)
		return refuse(bad, "mode", "only interleave and weighted_interleave give out nodes", s->mode);
	if (s->by_place > 1)
		return refuse(bad, "by_place", "this is 0 or 1", s->by_place);
	if (!s->by_place && s->ilx)
		return refuse(bad, "ilx", "this is 0 where it goes by the counter", (s64)s->ilx);
	if (s->prev < 0 || s->prev >= NUMNODES || s->prev_after < 0 || s->prev_after >= NUMNODES)
		return refuse(bad, "prev", "il_prev is 0 to 1023", s->prev < 0 || s->prev >= NUMNODES ? s->prev : s->prev_after);
	if (s->nid < 0 || s->nid >= MMS_NODES)
		return refuse(bad, "nid", "a node is 0 to 15", s->nid);
	return policy_fits(s->mode, s->nodes, s->weight, "nodes", "weight", bad) &&
	       policy_fits(s->mode, s->nodes2, s->weight2, "nodes2", "weight2", bad);
}

static bool ra_fits(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_ev_mms_ra *s = &e->mms_ra;

	if (s->type != -1 && !type_fits(s->type))
		return refuse(bad, "type", "a swap type is 0 to 31, and -1 none", s->type);
	if (s->by_vma > 1 || s->others > 1)
		return refuse(bad, s->by_vma > 1 ? "by_vma" : "others", "this is 0 or 1", MMS_MAX(s->by_vma, s->others));
	if (s->addr < s->lo || s->addr >= s->hi)
		return refuse(bad, "addr", "the fault is in its mapping", (s64)s->addr);
	return true;
}

bool mms_range_stock(const struct mms_event *e, struct mms_range_error *bad)
{
	switch (e->kind) {
	case MMS_KIND_mms_slot: return slot_fits(e, bad);
	case MMS_KIND_mms_il: return il_fits(e, bad);
	case MMS_KIND_mms_ra: return ra_fits(e, bad);
	default: return kswapd_fits(e, bad);
	}
}
