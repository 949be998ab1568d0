/* SPDX-License-Identifier: Apache-2.0 */
/*
 * /proc/zoneinfo (mm/vmstat.c:zoneinfo_show_print()): of each zone with memory an event `zone`, and of each of
 * its counters an event `stat`, named as our tracer names them: node0/zoneinfo/Normal/nr_free_pages, and
 * node0/vmstat/nr_dirty for those of the node. With `spanned` and `start_pfn` one knows of which zone a page is.
 * Several texts of it may follow one another.
 */
#include "snapshot.h"
#include "tables/tables.h"

#define ZONES 5u /* include/linux/mmzone.h: DMA, DMA32, Normal, Movable, Device */
#define ZONES_PER_NODE 8u /* in the numbers of zones; events.def: zone */
#define RESERVES 8u
#define NAME 16u

enum part { BEFORE, NODE_STATS, PAGES, COUNTERS, PAGESETS };

/* The zone that is being read. */
struct zoneinfo {
	enum part part;
	u32 nid, index, reserves;
	u64 managed, min, low, high, free;
	u32 reserve[RESERVES];
	char name[NAME], where[64];
};

/* `Node 0, zone   Normal` */
static bool read_head(const char *line, const char *end, u64 *nid, const char **name)
{
	const char *at;

	if (!mms_begins(line, end, "Node ", &at) || !mms_decimal(&at, nid) || !mms_begins(at, end, ", zone", &at))
		return false;
	*name = mms_skip_space(at, end);
	return *name > at;
}

static void put_lanes(struct mms_text *text, const struct zoneinfo *z)
{
	for (u32 i = 0; i < RESERVES; i += 2) {
		u64 low = i < z->reserves ? z->reserve[i] : UINT32_MAX;
		u64 high = i + 1 < z->reserves ? z->reserve[i + 1] : UINT32_MAX;

		if (i)
			mms_put_char(text, ',');
		mms_put_hex(text, high << 32 | low);
	}
}

/* The zone is complete. False: it has no memory. */
static bool finish(struct mms_trace *t)
{
	struct zoneinfo *z = mms_trace_state(t);
	struct mms_text text = mms_text(mms_trace_scratch(t), MMS_TRACE_SCRATCH);

	if (z->part < PAGES || !z->managed)
		return false;
	mms_put_pair(&text, "zone", z->nid * ZONES_PER_NODE + z->index);
	mms_put_pair(&text, "managed", z->managed);
	mms_put_pair(&text, "min", z->min);
	mms_put_pair(&text, "low", z->low);
	mms_put_pair(&text, "high", z->high);
	mms_put_pair(&text, "free", z->free);
	mms_put(&text, "reserve=");
	put_lanes(&text, z);
	mms_put_char(&text, ' ');
	mms_snapshot_event(t, MMS_KIND_zone, &text);
	return true;
}

/* Where the zone's counters are: `node0/zoneinfo/Normal`, or those of its node. */
static void locate(struct zoneinfo *z, bool node)
{
	struct mms_text text = mms_text(z->where, sizeof(z->where) - 1);

	mms_put(&text, "node");
	mms_put_u64(&text, z->nid);
	mms_put(&text, node ? "/vmstat" : "/zoneinfo/");
	if (!node)
		mms_put(&text, z->name);
	z->where[text.len] = '\0';
}

static void next_zone(struct mms_trace *t, const char *line, u64 nid, const char *name, const char *end)
{
	struct zoneinfo *z = mms_trace_state(t);
	bool finished = finish(t), same_node = z->part != BEFORE && nid == z->nid;
	u32 index = same_node && z->index + 1 < ZONES ? z->index + 1 : 0;

	mms_fill(z, 0, sizeof(*z));
	z->index = index;
	z->nid = (u32)nid;
	end = mms_trimmed(name, end);
	mms_copy(z->name, name, (u32)MMS_MIN(end - name, (ptrdiff_t)NAME - 1));
	if (nid >= 32) { /* its number would not fit */
		z->part = BEFORE;
		if (!finished)
			mms_trace_bad(t, MMS_trace_why_field, line, "Node", "is not 0 to 31");
		return;
	}
	z->part = COUNTERS;
	locate(z, false);
	if (!finished)
		mms_trace_other(t);
}

/* `protection: (0, 3019, 13003)` */
static void protection(struct zoneinfo *z, const char *at, const char *end)
{
	for (z->reserves = 0; at < end && z->reserves < RESERVES;) {
		u64 pages;

		if (!mms_is_digit(*at)) {
			at++;
			continue;
		}
		if (!mms_decimal(&at, &pages))
			return;
		z->reserve[z->reserves++] = (u32)MMS_MIN(pages, (u64)UINT32_MAX);
	}
}

/* A number of the block that begins with `pages free`. */
static bool of_pages(struct zoneinfo *z, const char *name, u32 len, u64 value)
{
	if (mms_same("min", name, len))
		z->min = value;
	else if (mms_same("low", name, len))
		z->low = value;
	else if (mms_same("high", name, len))
		z->high = value;
	else if (mms_same("managed", name, len))
		z->managed = value;
	else
		return mms_same("boost", name, len) || mms_same("promo", name, len) || mms_same("present", name, len) ||
			mms_same("cma", name, len);
	return true;
}

static void line(struct mms_trace *t, const char *line, u32 len)
{
	struct zoneinfo *z = mms_trace_state(t);
	const char *end = mms_trimmed(line, line + len), *at = mms_skip_space(line, end), *name;
	u32 name_len;
	u64 value;

	if (read_head(line, end, &value, &name))
		return next_zone(t, line, value, name, end);
	if (mms_begins(at, end, "per-node stats", &name)) {
		z->part = NODE_STATS;
		locate(z, true);
		return mms_trace_other(t);
	}
	if (mms_begins(at, end, "pages free", &name) && mms_name_number(at + 6, end, &name, &name_len, &z->free)) {
		z->part = PAGES;
		locate(z, false);
		return mms_trace_other(t);
	}
	if (mms_begins(at, end, "protection: ", &name)) {
		protection(z, name, end);
		return mms_trace_other(t);
	}
	if (mms_begins(at, end, "pagesets", &name))
		z->part = PAGESETS;
	if (z->part == PAGESETS && mms_begins(at, end, "start_pfn: ", &name)) {
		name = mms_skip_space(name, end);
		if (mms_decimal(&name, &value) && name == end)
			return mms_snapshot_stat(t, z->where, at, 9, value);
	}
	if (z->part == BEFORE || z->part == PAGESETS || at == end || !mms_name_number(at, end, &name, &name_len, &value) ||
	    (z->part == PAGES && of_pages(z, name, name_len, value)))
		return mms_trace_other(t);
	mms_snapshot_stat(t, z->where, name, name_len, value);
}

static void last(struct mms_trace *t)
{
	finish(t);
}

static u32 fits(const char *line, u32 len)
{
	const char *name;
	u64 nid;

	return read_head(line, line + len, &nid, &name) ? MMS_TRACE_SURE : 0;
}

const struct mms_format mms_format_zoneinfo = {.fits = fits, .line = line, .end = last, .id = MMS_trace_format_zoneinfo};
