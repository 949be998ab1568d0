/* SPDX-License-Identifier: Apache-2.0 */
/*
 * As if a sysctl were written now: mm/page_alloc.c:__setup_per_zone_wmarks() and setup_per_zone_lowmem_reserve() of the
 * release whose rule the printed marks are of, with as many pages as each zone manages today. They take a boost back.
 */
#include "asif.h"

#include "base/bytes.h"
#include "base/json.h"
#include "policy/zone_mark.h"

#define SCALE_DEFAULT 10
#define SCALE_MOST 3000
#define KIB_MOST (1ll << 42)

/* `256,256,32` */
static bool ratios(struct change *c, const char *at, const char *end)
{
	c->ratios = 0;
	while (at < end && c->ratios < COLUMNS) {
		const char *till = at;

		while (till < end && mms_is_digit(*till))
			till++;
		if (!mms_digits_till(at, till, "", &c->ratio[c->ratios]) || c->ratio[c->ratios] > PAGES_MOST || (till < end && *till != ','))
			return false;
		c->ratios++;
		at = till + 1;
	}
	return c->ratios && at >= end;
}

bool mms_change_word(struct change *c, const struct word *word)
{
	const char *at;

	if (mms_word_begins(word, "min_free_kbytes=", &at))
		return c->has_kib = mms_digits_till(at, word->end, "", &c->kib) && c->kib <= KIB_MOST;
	if (mms_word_begins(word, "watermark_scale_factor=", &at))
		return c->has_scale = mms_digits_till(at, word->end, "", &c->scale) && c->scale > 0 && c->scale <= SCALE_MOST;
	return mms_word_begins(word, "lowmem_reserve_ratio=", &at) && ratios(c, at, word->end);
}

/* What it is now, as the text has it, or the least that these marks may be of. */
static s64 kib_now(const struct paste *paste, const struct snapshot *s)
{
	s64 page = s->unit >> 10, kib = paste->setting[SETTING_min_free_kbytes];
	bool known = paste->machines == 1 && paste->settings >> SETTING_min_free_kbytes & 1;

	return known && kib / page >= s->pages_min.lo && kib / page <= s->pages_min.hi ? kib : s->pages_now * page;
}

static bool fits(s64 value, struct span span)
{
	return value >= span.lo && value <= span.hi;
}

static s64 scale_now(const struct paste *paste, const struct snapshot *s)
{
	s64 scale = paste->setting[SETTING_watermark_scale_factor];

	if (paste->machines == 1 && paste->settings >> SETTING_watermark_scale_factor & 1 && fits(scale, s->percent))
		return scale;
	return fits(SCALE_DEFAULT, s->percent) ? SCALE_DEFAULT : s->percent.lo;
}

static void put_marks(struct zone *z, const struct snapshot *s, s64 pages, s64 tmp, s64 scale)
{
	u64 min = z->judged.capped ? mms_zone_wmark_capped((u64)pages) : (u64)tmp, gap = mms_zone_wmark_gap((u64)tmp, (u64)pages, (u64)scale);

	z->value[FIELD_boost] = z->judged.boost = 0;
	z->value[FIELD_min] = (s64)mms_zone_wmark(0, min, gap);
	z->value[FIELD_low] = s->old_gaps ? (s64)min + tmp / 4 : (s64)mms_zone_wmark(1, min, gap);
	z->value[FIELD_high] = s->old_gaps ? (s64)min + tmp / 2 : (s64)mms_zone_wmark(2, min, gap);
	if (mms_known(z, FIELD_promo))
		z->value[FIELD_promo] = (s64)mms_zone_wmark(3, min, gap);
}

static const char *change_marks(const struct paste *paste, const struct snapshot *s, const struct change *c, struct zone *zones)
{
	s64 sum = 0, pages, tmp, kib = c->has_kib ? c->kib : kib_now(paste, s), scale = c->has_scale ? c->scale : scale_now(paste, s);

	if (!s->has_pages_min)
		return "not all zones of the machine are in the text with their pages, and the rule shares by their sum";
	if (c->has_scale && s->old_gaps)
		return "these marks are of a release before 4.6, which has no watermark_scale_factor";
	for (u32 i = 0; i < s->zones; i++)
		if (!zones[i].judged.empty && !mms_zone_pages(s, zones, &zones[i], &pages))
			return "how many pages a zone manages is not in the text";
		else if (!zones[i].judged.empty && !zones[i].judged.capped)
			sum += pages;
	for (u32 i = 0; i < s->zones && sum; i++) {
		if (zones[i].judged.empty)
			continue;
		mms_zone_pages(s, zones, &zones[i], &pages);
		tmp = (s64)mms_zone_wmark_share((u64)(kib / (s->unit >> 10)), (u64)pages, (u64)sum);
		put_marks(&zones[i], s, pages, tmp, scale);
	}
	return NULL;
}

static const char *change_reserves(const struct snapshot *s, const struct change *c, struct zone *zones)
{
	if (!s->columns_known)
		return "which zones the columns of the reserves are of is not in the text";
	for (u32 i = 0; i < s->zones; i++) {
		u32 column = s->column[zones[i].name];
		s64 sum = 0, pages;

		if (zones[i].judged.empty || column >= c->ratios)
			continue;
		for (u32 to = column + 1; to < zones[i].reserves; to++) {
			for (u32 n = 0; n < s->zones; n++)
				if (zones[n].node == zones[i].node && s->column[zones[n].name] == to && mms_zone_pages(s, zones, &zones[n], &pages))
					sum += pages;
			zones[i].reserve[to] = c->ratio[column] > 0 ? sum / c->ratio[column] : 0;
		}
	}
	return NULL;
}

const char *mms_change_apply(const struct paste *paste, const struct snapshot *s, const struct change *c, struct zone *zones)
{
	const char *why = c->has_kib || c->has_scale ? change_marks(paste, s, c, zones) : NULL;

	return why || !c->ratios ? why : change_reserves(s, c, zones);
}

/* ---- the answer ------------------------------------------------------------------------------------------------ */

static void put_ratios(const struct paste *paste, const struct snapshot *s, const struct change *c, struct mms_text *out)
{
	u32 columns = 0;

	for (u32 i = 0; i < s->zones; i++)
		columns = MMS_MAX(columns, paste->zone[s->zone + i].reserves);
	mms_json_array(out, "lowmem_reserve_ratio");
	for (u32 column = 0; s->columns_known && column < columns; column++) {
		enum zone_name name = ZONE_DMA;

		while (name + 1u < ZONE_NAMES && (s->column[name] != column || s->column[name + 1] == column))
			name++;
		if (column)
			mms_put_char(out, ',');
		mms_put_s64(out, column < c->ratios ? c->ratio[column] : mms_reserve_ratio(paste, s, name));
	}
	mms_put_char(out, ']');
}

void mms_change_write(const struct paste *paste, const struct snapshot *s, const struct change *c, const struct zone *zones, const char *why,
	struct mms_text *out)
{
	mms_json_key(out, "asif");
	mms_json_open(out);
	mms_json_string(out, "reason", why ? why : "");
	if (s->has_pages_min) {
		mms_json_number(out, "min_free_kbytes", c->has_kib ? c->kib : kib_now(paste, s));
		if (!s->old_gaps)
			mms_json_number(out, "watermark_scale_factor", c->has_scale ? c->scale : scale_now(paste, s));
	}
	put_ratios(paste, s, c, out);
	mms_json_array(out, "zones");
	for (u32 i = 0; !why && i < s->zones; i++) {
		const struct zone *z = &zones[i];

		if (z->judged.empty || !z->known)
			continue;
		mms_json_open(out);
		mms_json_number(out, "node", z->node);
		mms_json_string(out, "zone", mms_zone_name[z->name]);
		mms_json_number(out, "min", z->value[FIELD_min]);
		mms_json_number(out, "low", z->value[FIELD_low]);
		mms_json_number(out, "high", z->value[FIELD_high]);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
	mms_json_close(out);
}
