/* SPDX-License-Identifier: Apache-2.0 */
/* Sizes of zones, their watermarks and reserves, zonelists: mm/page_alloc.c of Linux 6.12. */
#include "internal.h"

#define PAGES_PER_KIB_SHIFT 2 /* PAGE_SHIFT - 10 */
#define REMOTE_DISTANCE 21    /* what the lab's machines have; include/linux/topology.h says 20 */

u32 node_distance(u8 a, u8 b)
{
	return a == b ? MMS_LOCAL_DISTANCE : REMOTE_DISTANCE;
}

static void set_sizes(struct zones_machine *m)
{
	u64 pfn = 1, dma32 = (u64)m->p.dma32_pages;

	for (u8 nid = 0; nid < m->nodes; nid++) {
		u64 left = (u64)m->p.node_pages[nid];
		u64 size[MMS_MAX_NR_ZONES] = {0};

		if (!nid)
			size[ZONE_DMA] = (u64)m->p.dma_pages;
		size[ZONE_DMA32] = MMS_MIN(dma32, left - size[ZONE_DMA]); /* what lies below 4 GiB, node after node */
		dma32 -= size[ZONE_DMA32];
		size[ZONE_NORMAL] = left - size[ZONE_DMA] - size[ZONE_DMA32];
		for (u8 idx = 0; idx < MMS_MAX_NR_ZONES; idx++) {
			u8 number = (u8)(nid * MMS_ZONES_PER_NODE + idx);

			if (!size[idx])
				continue;
			m->zone[number].managed = size[idx];
			m->zone[number].first_pfn = pfn;
			m->zone[number].pages.free = (s32)size[idx];
			m->managed[nid] |= (u8)(1u << idx);
			m->zones[m->n_zones++] = number;
			pfn += size[idx];
		}
	}
}

static u64 all_pages(const struct zones_machine *m)
{
	u64 pages = 0;

	for (u32 i = 0; i < m->n_zones; i++)
		pages += m->zone[m->zones[i]].managed;
	return pages;
}

static u64 int_sqrt(u64 x)
{
	u64 root = 0;

	for (u64 bit = 1ull << 31; bit; bit >>= 1)
		if ((root + bit) * (root + bit) <= x)
			root += bit;
	return root;
}

/* calculate_min_free_kbytes(): before any mark is set, nr_free_buffer_pages() is all there is. */
static u64 min_free_kbytes(const struct zones_machine *m)
{
	u64 kbytes = int_sqrt((all_pages(m) << PAGES_PER_KIB_SHIFT) * 16);

	if (m->p.min_free_kbytes)
		return (u64)m->p.min_free_kbytes;
	return kbytes < 128 ? 128 : MMS_MIN(kbytes, 262144);
}

/* __setup_per_zone_wmarks(); false when a zone would have nothing above its marks. */
static bool set_marks(struct zones_machine *m)
{
	u64 pages_min = min_free_kbytes(m) >> PAGES_PER_KIB_SHIFT, all = all_pages(m);

	for (u32 i = 0; i < m->n_zones; i++) {
		struct zone *z = &m->zone[m->zones[i]];
		u64 min = mms_zone_wmark_share(pages_min, z->managed, all);
		u64 gap = mms_zone_wmark_gap(min, z->managed, (u64)m->p.watermark_scale_factor);
		s32 *mark = z->pages.mark;

		if (mms_zone_wmark(MMS_alloc_flag_wmark_high, min, gap) >= z->managed)
			return false;
		for (u32 k = 0; k < MMS_NR_WMARK; k++)
			mark[k] = (s32)mms_zone_wmark(k, min, gap);
		z->batch_full = mms_zone_batch((u32)mark[MMS_alloc_flag_wmark_low], (u32)mark[MMS_alloc_flag_wmark_high]);
		z->batch = z->batch_full;
	}
	return true;
}

/* setup_per_zone_lowmem_reserve() */
static void set_reserves(struct zones_machine *m)
{
	for (u32 i = 0; i < m->n_zones; i++) {
		u8 idx = mms_zone_idx(m->zones[i]), first = (u8)(m->zones[i] - idx);
		u64 ratio = idx < MMS_COUNT(m->p.lowmem_reserve_ratio) ? (u64)m->p.lowmem_reserve_ratio[idx] : 0;
		u64 above = 0;

		for (u8 j = (u8)(idx + 1); j < MMS_MAX_NR_ZONES; j++) {
			above += m->zone[first + j].managed;
			m->zone[m->zones[i]].pages.reserve[j] = ratio ? (s32)(above / ratio) : 0;
		}
	}
}

/* build_zonelists(): node after node, the nearest first and equals in a ring, each from its highest zone on.
 * A list holds the sixteen zones an event can. */
static void set_zonelist(struct zones_machine *m, u8 nid)
{
	struct mms_zonelist *list = &m->list[nid];

	for (u8 i = 0; i < m->nodes; i++) {
		u8 node = (u8)((nid + i) % m->nodes);

		for (u8 idx = MMS_MAX_NR_ZONES; idx--;)
			if (m->managed[node] >> idx & 1 && list->n < MMS_ZONELIST_MAX)
				list->zone[list->n++] = (u8)(node * MMS_ZONES_PER_NODE + idx);
	}
}

static void set_lruvecs(struct zones_machine *m)
{
	for (u32 i = 0; i < m->n_zones; i++) {
		u8 zone = m->zones[i];
		struct lruvec *vec = &m->vec[m->p.lru == MMS_lru_zone ? zone : zone - mms_zone_idx(zone)];

		vec->zone[vec->n++] = zone;
	}
}

enum mms_status_id zones_begin(struct zones_machine *m, struct mms_error *error)
{
	set_sizes(m);
	if (!set_marks(m))
		return mms_fail(error, MMS_status_range,
				"min_free_kbytes and watermark_scale_factor leave a zone nothing above its high mark");
	set_reserves(m);
	for (u8 nid = 0; nid < m->nodes; nid++)
		set_zonelist(m, nid);
	set_lruvecs(m);
	return MMS_status_ok;
}
