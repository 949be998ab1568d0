/* SPDX-License-Identifier: Apache-2.0 */
/* Values of what models, and captures of stock kernels, say of zones (events 35 to 39) that their type allows and
 * no machine has. */
#include "internal.h"

#include "policy/zone_batch.h"

#define ZONES 5      /* include/linux/mmzone.h: DMA, DMA32, Normal, Movable, Device */
#define ORDER_MAX 20 /* above any MAX_PAGE_ORDER */

static bool is_zone(s64 zone)
{
	return zone >= 0 && zone < MMS_NODES * MMS_ZONES_PER_NODE && zone % MMS_ZONES_PER_NODE < ZONES;
}

static bool refuse(struct mms_range_error *bad, const char *field, const char *must, s64 holds)
{
	*bad = (struct mms_range_error){field, must, holds};
	return false;
}

/* The first eight lanes of every vector belong together; those from `n` on are not in use. */
static bool levels_fit(const struct mms_event *e, struct mms_range_error *bad)
{
	const struct mms_kind *kind = mms_kind_of(e->kind);
	u32 n = e->zone_level.n;

	if (!n || n > MMS_COUNT(e->zone_level.zone))
		return refuse(bad, "n", "1 to 8 zones are listed", n);
	for (u32 i = 0; i < n; i++)
		if (!is_zone(e->zone_level.zone[i]) || e->zone_level.free[i] < 0)
			return refuse(bad, "zone", "a zone is node * 8 + index and has 0 free pages or more", e->zone_level.zone[i]);
	for (u32 k = 0; k < kind->fields; k++) {
		const struct mms_field *f = &kind->field[k];

		for (u32 i = n; i < f->lanes; i++) {
			s64 value = mms_field_get(f, e, i);

			if (value != -1 && value != UINT8_MAX && value != UINT32_MAX)
				return refuse(bad, f->name, "lanes that are not in use hold all ones", value);
		}
	}
	return true;
}

static bool node_fits(s64 nid, u8 order, struct mms_range_error *bad)
{
	if (nid < 0 || nid >= MMS_NODES)
		return refuse(bad, "nid", "a node is 0 to 15", nid);
	return order <= ORDER_MAX || refuse(bad, "order", "an order is 0 to 20", order);
}

static bool sleep_fits(const struct mms_ev_kswapd_sleep *s, struct mms_range_error *bad)
{
	if (s->highest >= ZONES)
		return refuse(bad, "highest", "a zone index is 0 to 4", s->highest);
	if (s->zone != -1 && (!is_zone(s->zone) || s->zone / MMS_ZONES_PER_NODE != s->nid))
		return refuse(bad, "zone", "the zone is one of the node, or -1", s->zone);
	if (s->reclaimed > s->scanned)
		return refuse(bad, "reclaimed", "no page is reclaimed that was not looked at", (s64)s->reclaimed);
	return node_fits(s->nid, s->order, bad);
}

bool mms_range_zone(const struct mms_event *e, struct mms_range_error *bad)
{
	switch (e->kind) {
	case MMS_KIND_zone_level: return levels_fit(e, bad);
	case MMS_KIND_zone_age:
		return is_zone(e->zone_age.zone) || refuse(bad, "zone", "a zone is node * 8 + index", e->zone_age.zone);
	case MMS_KIND_kswapd_sleep: return sleep_fits(&e->kswapd_sleep, bad);
	case MMS_KIND_kswapd_woke: return node_fits(e->kswapd_woke.nid, e->kswapd_woke.order, bad);
	case MMS_KIND_kswapd_waker: return node_fits(e->kswapd_waker.nid, e->kswapd_waker.order, bad);
	default:
		if (e->direct_reclaim.scanned && e->direct_reclaim.reclaimed > e->direct_reclaim.scanned)
			return refuse(bad, "reclaimed", "no page is reclaimed that was not looked at", (s64)e->direct_reclaim.reclaimed);
		return node_fits(e->direct_reclaim.nid == -1 ? 0 : e->direct_reclaim.nid, e->direct_reclaim.order, bad);
	}
}
