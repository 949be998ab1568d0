/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The marks of zones, recomputed: mm/page_alloc.c:__setup_per_zone_wmarks() of 2.6 to 7.x.
 *
 *     min = pages_min * managed / (sum of managed), rounded down, in each zone that is no high memory
 *     high memory, and Movable since 6.6: min = managed / 1024, but from 32 to 128
 *     low = min + gap, high = low + gap; gap = max(min / 4, managed * watermark_scale_factor / 10000)
 *     before 4.6: low = min + min / 4, high = min + min / 2
 *
 * So all zones share one number, k = pages_min / sum: each says min <= k * managed < min + 1. Where all of these have a k in
 * common the marks are exact, whatever is missing of the text. Where not, `managed` has changed since: memory is given
 * back after the marks were computed. lowmem_reserve[], computed with them, gives it to within a ratio.
 */
#include "internal.h"

#include "policy/zone_mark.h"
#include "rational.h"

#define SCALE ((s64)MMS_WATERMARK_SCALE)
#define BLOCK_PAGES 512 /* a page block, or half of one: what each step of a boost adds */
#define RATIO_DMA 256   /* mm/page_alloc.c: sysctl_lowmem_reserve_ratio */
#define RATIO_NORMAL 32

enum option { OPTION_NOW, OPTION_THEN, OPTION_BOOSTED, OPTION_BOOSTED_THEN, OPTIONS };

static s64 own(const struct zone *z)
{
	return z->value[FIELD_min] - (mms_known(z, FIELD_boost) ? z->value[FIELD_boost] : 0);
}

static s64 gap_low(const struct zone *z)
{
	return z->value[FIELD_low] - z->value[FIELD_min];
}

static s64 gap_high(const struct zone *z)
{
	return z->value[FIELD_high] - z->value[FIELD_low];
}

bool mms_zone_pages(const struct snapshot *s, const struct zone *zones, const struct zone *z, s64 *pages)
{
	if (mms_known(z, FIELD_managed)) {
		*pages = z->value[FIELD_managed];
		return *pages > 0;
	}
	for (u32 i = 0; i < s->zones; i++)
		if (mms_known(&zones[i], FIELD_managed) || mms_known(&zones[i], FIELD_highatomic) || mms_known(&zones[i], FIELD_boost))
			return false; /* a newer kernel, whose managed is cut away here */
	*pages = z->value[FIELD_present];
	return mms_known(z, FIELD_present) && *pages > 0;
}

static bool complete(const struct zone *z)
{
	return mms_known(z, FIELD_min) && mms_known(z, FIELD_low) && mms_known(z, FIELD_high);
}

static bool possible(const struct zone *z, bool has_size, s64 pages)
{
	for (u32 f = 0; f < FIELDS; f++)
		if (f != FIELD_start && mms_known(z, f) && z->value[f] > PAGES_MOST)
			return false;
	if (own(z) < 0 || gap_low(z) < 0 || gap_high(z) < 0)
		return false;
	if (mms_known(z, FIELD_present) && z->value[FIELD_free] > z->value[FIELD_present])
		return false;
	return !has_size || own(z) <= pages || own(z) <= mms_mark_own(0);
}

/* ---- columns of lowmem_reserve[] ---------------------------------------------------------------------------- */

/* Which zones this kernel was built with: those seen, Normal and Movable, and of the others as many as there are columns. */
static void find_columns(struct snapshot *s, const struct zone *zones, bool high)
{
	static const enum zone_name wide[] = {ZONE_DMA, ZONE_DMA32, ZONE_DEVICE}, narrow[] = {ZONE_DMA, ZONE_DEVICE};
	bool built[ZONE_NAMES] = {[ZONE_NORMAL] = true, [ZONE_HIGHMEM] = high, [ZONE_MOVABLE] = true};
	u32 columns = 0, n = 2 + high;

	for (u32 i = 0; i < s->zones; i++) {
		n += !built[zones[i].name];
		built[zones[i].name] = true;
		if (zones[i].reserves)
			columns = zones[i].reserves;
	}
	high = built[ZONE_HIGHMEM];
	for (u32 i = 0; n < columns && i < (high ? MMS_COUNT(narrow) : MMS_COUNT(wide)); i++) {
		enum zone_name more = high ? narrow[i] : wide[i];

		n += !built[more];
		built[more] = true;
	}
	s->columns_known = n == columns;
	for (u32 i = 0, at = 0; i < ZONE_NAMES; i++) {
		s->column[i] = (u8)at;
		at += built[i];
	}
}

bool mms_zone_missing(const struct snapshot *s, const struct zone *zones, enum zone_name highest)
{
	for (u32 i = 0; s->columns_known && i < s->zones; i++)
		for (u32 n = zones[i].name + 1; n <= highest; n++) {
			u32 column = s->column[n], j = i;
			bool built = n + 1 == ZONE_NAMES || s->column[n + 1] > column;

			if (!built || column >= zones[i].reserves ||
			    zones[i].reserve[column] <= (column - 1 > s->column[zones[i].name] ? zones[i].reserve[column - 1] : 0))
				continue;
			while (j && zones[j - 1].node == zones[i].node) /* a node's stand together */
				j--;
			while (j < s->zones && zones[j].node == zones[i].node && zones[j].name != n)
				j++;
			if (j == s->zones || zones[j].node != zones[i].node)
				return true;
		}
	return false;
}

s64 mms_reserve_ratio(const struct paste *paste, const struct snapshot *s, enum zone_name name)
{
	u32 at = s->column[name];

	if (at < paste->ratios)
		return paste->ratio[at];
	return name == ZONE_DMA || name == ZONE_DMA32 ? RATIO_DMA : name == ZONE_NORMAL ? RATIO_NORMAL : 0;
}

/* What the reserves of the node's lower zones say of this zone's pages, when they were computed. */
static struct span size_then(const struct paste *paste, const struct snapshot *s, const struct zone *zones, u32 at)
{
	const struct zone *z = &zones[at];
	struct span then = {0, -1};
	s64 most = mms_known(z, FIELD_present) ? z->value[FIELD_present] : PAGES_MOST;
	u32 column = s->column[z->name], from = at;

	while (from && zones[from - 1].node == z->node)
		from--;
	for (u32 i = from; s->columns_known && i < s->zones && zones[i].node == z->node; i++) {
		const struct zone *lower = &zones[i];
		s64 r = mms_reserve_ratio(paste, s, lower->name), part, base;
		struct span by;

		if (s->column[lower->name] >= column || column >= lower->reserves || r <= 0 || r > PAGES_MOST)
			continue;
		base = column - 1 > s->column[lower->name] ? lower->reserve[column - 1] : 0;
		part = lower->reserve[column] - base;
		if (part <= 0 || part > PAGES_MOST / r)
			continue;
		by.lo = part * r - (base ? r - 1 : 0);
		by.hi = part * r + r - 1;
		if (by.lo > most)
			continue; /* another ratio */
		if (then.lo <= then.hi)
			by = (struct span){MMS_MAX(by.lo, then.lo), MMS_MIN(by.hi, then.hi)};
		if (by.lo <= by.hi)
			then = by;
	}
	return then;
}

/* ---- gaps --------------------------------------------------------------------------------------------------- */

/* Does the gap fit `min` (from, to) of a zone of so many pages? With the scale factors that it allows. */
static bool gap_fits(s64 gap, struct span min, struct span pages, struct span *share)
{
	s64 most = pages.lo > 0 && gap < PAGES_MOST ? (SCALE * (gap + 1) - 1) / pages.lo : INT64_MAX;

	if (gap < min.lo / 4)
		return false;
	*share = (struct span){0, most};
	if (gap > min.hi / 4)
		share->lo = pages.hi > 0 && gap < PAGES_MOST ? (SCALE * gap + pages.hi - 1) / pages.hi : 0;
	return share->lo <= share->hi;
}

static enum reason judge_gaps(const struct zone *z, struct span min, struct span pages, struct judgement *j)
{
	s64 low = gap_low(z), high = gap_high(z);

	j->share = (struct span){0, INT64_MAX};
	if (low == high && gap_fits(low, min, pages, &j->share)) {
		j->either_gaps = min.lo == min.hi && low == min.lo / 4 && low + high == min.lo / 2;
		j->old_gaps = j->either_gaps && j->share.hi < 1; /* no watermark_scale_factor is below 1 */
		return WHY_NONE;
	}
	for (s64 tmp = min.lo; tmp <= min.hi && tmp <= min.lo + 8; tmp++)
		if (low == tmp / 4 && low + high == tmp / 2) {
			j->old_gaps = low != high; /* before 4.6 */
			return WHY_NONE;
		}
	if (min.hi > min.lo + 8 && low >= min.lo / 4 && low <= min.hi / 4 && (high == low || high == low + 1))
		return WHY_NONE;
	if (low > high && gap_fits(high, min, pages, &j->share)) {
		j->kept = low - high;
		/* 5.0 to 5.9 took a boost into low and high when the marks were computed during it */
		return !mms_known(z, FIELD_boost) && j->kept % BLOCK_PAGES == 0 ? WHY_NONE : WHY_VENDOR;
	}
	return WHY_GAPS;
}

/* ---- the k of all zones ----------------------------------------------------------------------------------- */

struct candidate {
	bool possible;
	struct span pages; /* of the zone, in the rule */
	s64 min;           /* without boost */
};

/* Where no boost is printed: min is that of the gap, and a boost on top, in steps of page blocks, or up to its limit. */
static bool unboosted(const struct zone *z, s64 *min)
{
	s64 gap = gap_high(z);

	if (mms_known(z, FIELD_boost) || gap_low(z) < gap || (gap_low(z) - gap) % BLOCK_PAGES || !gap)
		return false;
	for (s64 tmp = 4 * gap; tmp < 4 * gap + 4 && tmp < z->value[FIELD_min]; tmp++) {
		s64 boost = z->value[FIELD_min] - tmp;

		if (boost % BLOCK_PAGES == 0 || boost == (tmp + 2 * gap) * 3 / 2) {
			*min = tmp;
			return true;
		}
	}
	return false;
}

static bool gaps_fit(const struct zone *z, const struct candidate *c)
{
	struct judgement j;
	enum reason why = judge_gaps(z, (struct span){c->min, c->min}, c->pages, &j);

	return !why || why == WHY_VENDOR;
}

static struct candidate candidate(const struct zone *z, enum option option, bool has_now, s64 now, struct span then)
{
	bool by_then = option == OPTION_THEN || option == OPTION_BOOSTED_THEN;
	struct candidate c = {.min = own(z), .pages = by_then ? then : (struct span){now, now}};

	c.possible = by_then ? then.lo <= then.hi : has_now;
	if (option >= OPTION_BOOSTED)
		c.possible = c.possible && unboosted(z, &c.min);
	c.possible = c.possible && gaps_fit(z, &c);
	return c;
}

static struct rational_range range(const struct candidate *c)
{
	return (struct rational_range){{c->min, MMS_MAX(c->pages.hi, 1)}, {c->min + 1, MMS_MAX(c->pages.lo, 1)}};
}

/* One zone, while all are being looked at. */
struct looked {
	struct span then;
	s64 now;
	u8 chosen; /* enum option; OPTIONS: none fits */
	bool has_now, takes_part, capped;
	bool unsure; /* managed of another zone has changed since */
};

/* Takes zone after zone, the one with most pages first, and for each the first option that has a k in common with those
 * before it. `with`: the first option of the first zone. */
static u32 fit(const struct snapshot *s, const struct zone *zones, struct looked *looked, u32 first, enum option with, struct rational_range *k)
{
	u32 score = 0;

	*k = (struct rational_range){{0, 1}, {INT64_MAX, 1}};
	for (u32 n = 0; n < s->zones; n++) {
		u32 i = !n ? first : n <= first ? n - 1 : n;
		struct looked *l = &looked[i];

		l->chosen = OPTIONS;
		if (!l->takes_part || l->capped)
			continue;
		for (enum option option = n ? OPTION_NOW : with; option < OPTIONS; option++) {
			struct candidate c = candidate(&zones[i], option, l->has_now, l->now, l->then);

			if (c.possible && mms_narrow(k, range(&c))) {
				l->chosen = (u8)option;
				score += option == OPTION_NOW ? 64 : option == OPTION_BOOSTED ? 62 : 60;
				break;
			}
			if (!n)
				break;
		}
	}
	return score;
}

s64 mms_mark_own(s64 pages)
{
	return (s64)mms_zone_wmark_capped((u64)pages);
}

/* HighMem, and Movable since 6.6: their min is their own, but the gap is that of the shared k. */
static enum reason judge_capped(const struct zone *z, const struct looked *l, const struct rational_range *k, bool known, struct judgement *j)
{
	struct span tmp = {0, PAGES_MOST};
	enum verdict verdict = MARKS_EXACT;

	j->boost = z->value[FIELD_min] - own(z);

	if (l->has_now && own(z) == mms_mark_own(l->now))
		j->then = (struct span){l->now, l->now};
	else if (l->then.lo <= l->then.hi && own(z) >= mms_mark_own(l->then.lo) && own(z) <= mms_mark_own(l->then.hi))
		j->then = l->then, verdict = MARKS_DRIFT;
	else
		return l->has_now ? WHY_REFRESHED : WHY_NO_SIZE;
	if (!known)
		return WHY_NO_SUM;
	tmp = (struct span){mms_times(j->then.lo, k->lo), mms_times_up(j->then.hi, k->hi)};
	j->verdict = verdict;
	if (!judge_gaps(z, tmp, j->then, j))
		return WHY_NONE;
	if (l->then.lo > l->then.hi)
		return WHY_REFRESHED;
	j->then = l->then;
	j->verdict = MARKS_DRIFT;
	j->kept = 0;
	return judge_gaps(z, (struct span){mms_times(j->then.lo, k->lo), mms_times_up(j->then.hi, k->hi)}, j->then, j) ? WHY_REFRESHED : WHY_NONE;
}

/* Pages of a zone with this min, if k is in the range. */
static struct span managed_of(s64 min, const struct rational_range *k)
{
	return (struct span){mms_times(min, (struct rational){k->hi.d, k->hi.n}) + 1,
		k->lo.n ? mms_times_up(min + 1, (struct rational){k->lo.d, k->lo.n}) - 1 : INT64_MAX};
}

static enum reason judge(const struct zone *z, const struct looked *l, const struct rational_range *k, bool known, struct judgement *j)
{
	struct rational_range with = *k;
	struct candidate c;
	struct span then;

	if (l->capped)
		return judge_capped(z, l, k, known, j);
	if (l->chosen == OPTIONS) {
		c = (struct candidate){.min = own(z), .pages = {l->now, l->now}};
		if (!l->has_now && l->then.lo > l->then.hi)
			return WHY_NO_SIZE;
		j->then = managed_of(c.min, k);
		j->then = (struct span){MMS_MAX(j->then.lo, l->now - mms_init_pages(l->now, 4)), MMS_MIN(j->then.hi, l->now)};
		if (!l->has_now || j->then.lo > j->then.hi)
			return WHY_REFRESHED;
		if (judge_gaps(z, (struct span){c.min, c.min}, j->then, j) || j->kept) {
			then = (struct span){l->now - mms_init_pages(l->now, 4), l->now};
			return mms_narrow(&with, range(&c)) && judge_gaps(z, (struct span){c.min, c.min}, then, j) ? WHY_GAPS : WHY_REFRESHED;
		}
		j->by_gap = true;
		j->boost = z->value[FIELD_min] - c.min;
		j->verdict = MARKS_DRIFT;
		return WHY_NONE;
	}
	c = candidate(z, l->chosen, l->has_now, l->now, l->then);
	j->verdict = l->chosen == OPTION_NOW || l->chosen == OPTION_BOOSTED ? MARKS_EXACT : MARKS_DRIFT;
	j->then = c.pages;
	if (j->verdict == MARKS_DRIFT) {
		struct span by = managed_of(c.min, k);

		j->then = (struct span){MMS_MAX(j->then.lo, by.lo), MMS_MIN(j->then.hi, by.hi)};
	}
	j->boost_inferred = l->chosen >= OPTION_BOOSTED;
	j->boost = z->value[FIELD_min] - c.min;
	then = j->then;
	if (l->unsure) /* that of another has changed, and so may that of this one: one k fits both */
		then.lo -= mms_init_pages(then.lo, 4);
	return judge_gaps(z, (struct span){c.min, c.min}, then, j);
}

/* ---- all of one moment ------------------------------------------------------------------------------------------ */

/* Movable has been out of the sum since 6.6: it says so by its own min, or by that of an empty one, or by `promo`. */
static bool movable_capped(const struct snapshot *s, const struct zone *zones)
{
	bool capped = false;

	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &zones[i];

		if (mms_known(z, FIELD_promo))
			return true;
		if (z->name == ZONE_MOVABLE && mms_known(z, FIELD_min))
			capped = mms_known(z, FIELD_managed) && own(z) == mms_mark_own(z->value[FIELD_managed]);
	}
	return capped;
}

/* Do the reserves count pages of a zone that is not in the text? */
static bool lacks_zone(const struct snapshot *s, const struct zone *zones, const struct zone *z)
{
	for (u32 c = s->column[z->name] + 1u; s->columns_known && c < z->reserves; c++) {
		bool seen = z->reserve[c] <= z->reserve[c - 1];

		for (const struct zone *other = zones; !seen && other < zones + s->zones; other++)
			seen = other->node == z->node && s->column[other->name] == c;
		if (!seen)
			return true;
	}
	return false;
}

/* Is the first zone of node 0 in the text, and does every node follow? */
static bool whole(const struct snapshot *s, const struct zone *zones)
{
	u32 node = 0;

	for (u32 i = 0; i < s->zones; i++) {
		if (zones[i].node > node + 1 || lacks_zone(s, zones, &zones[i]))
			return false;
		node = zones[i].node;
	}
	return s->zones && !zones[0].node && (s->columns_known ? !s->column[zones[0].name] : zones[0].name == ZONE_DMA);
}

/* pages_min = k * sum, where every zone of the sum is known. */
static void find_pages_min(struct snapshot *s, const struct zone *zones, const struct looked *looked, const struct rational_range *k)
{
	struct span sum = {0, 0};
	s64 now = 0, high = 0, mins = 0, n = 0;
	bool drift = false;

	if (!whole(s, zones))
		return;

	for (u32 i = 0; i < s->zones; i++) {
		const struct judgement *j = &zones[i].judged;

		if (!looked[i].takes_part) {
			if (!zones[i].judged.empty)
				return;
			continue;
		}
		s->populated += zones[i].name <= ZONE_NORMAL;
		if (looked[i].capped)
			continue;
		if (!j->then.hi || (looked[i].chosen == OPTIONS && !j->by_gap))
			return;
		sum.lo += j->then.lo;
		sum.hi += j->then.hi;
		mins += zones[i].value[FIELD_min] - j->boost;
		drift |= j->verdict == MARKS_DRIFT;
		n++;
		if (zones[i].name <= ZONE_NORMAL) {
			now += looked[i].has_now ? looked[i].now : j->then.hi;
			high += zones[i].value[FIELD_high];
		}
	}
	if (!sum.lo)
		return;
	s->sum = sum;
	s->pages_min = (struct span){mms_times_up(sum.lo, k->lo), mms_times_up(sum.hi, k->hi) - 1};
	s->has_pages_min = drift || s->pages_min.lo <= s->pages_min.hi;
	/* each min has lost less than a page of it, whatever managed was; and where all are as today it is within a page of what they say */
	s->pages_now = s->pages_min.lo <= s->pages_min.hi ? s->pages_min.lo : mins + n / 2;
	if (s->has_pages_min)
		s->pages_min = (struct span){drift ? mins : MMS_MAX(mins, s->pages_min.lo - 1), drift ? mins + n - 1 : MMS_MIN(mins + n - 1, s->pages_min.hi + 1)};
	s->lowmem = now;
	s->lowmem_high = high;
}

static void loosen(struct zone *z, const struct looked *l, const struct rational_range *k)
{
	struct judgement *j = &z->judged;

	if (!l->takes_part || l->capped || j->verdict != MARKS_EXACT)
		return;
	j->verdict = MARKS_DRIFT;
	j->then = managed_of(z->value[FIELD_min] - j->boost, k);
}

/* Marks which zones are no longer as they were, as far as the others tell. Of how many zones that share k it is known? One that no
 * other agrees with has a k of its own, which says nothing. */
static u32 changed(const struct snapshot *s, struct looked *looked)
{
	u32 fit = 0;
	bool other = false;

	for (u32 i = 0; i < s->zones; i++) {
		bool part = looked[i].takes_part && !looked[i].capped;

		fit += part && looked[i].chosen != OPTIONS;
		other |= part && looked[i].chosen != OPTION_NOW && looked[i].chosen != OPTION_BOOSTED && looked[i].has_now;
	}
	for (u32 i = 0; i < s->zones; i++)
		looked[i].unsure = other;
	return fit;
}

/* Are all gaps of the rule before 4.6, in a text of a release that does not print `managed`, which is 3.8 or before? */
static bool is_old(const struct snapshot *s, const struct zone *zones, const struct looked *looked)
{
	bool old = false;
	s64 pages;

	for (u32 i = 0; i < s->zones; i++) {
		if (!looked[i].takes_part || zones[i].judged.capped)
			continue;
		if (mms_known(&zones[i], FIELD_managed) || !mms_zone_pages(s, zones, &zones[i], &pages) ||
		    !(zones[i].judged.old_gaps || zones[i].judged.either_gaps))
			return false;
		old = true;
	}
	return old;
}

void mms_marks_judge(struct paste *paste, struct snapshot *s)
{
	struct zone *zones = &paste->zone[s->zone];
	struct looked *looked = mms_arena_alloc(&paste->arena, s->zones * sizeof(*looked));
	struct rational_range k = {{0, 1}, {INT64_MAX, 1}};
	u32 first = 0, best = 0, score;
	s64 most = -1;
	enum option with = OPTION_NOW;
	bool alone;

	if (!looked) {
		paste->full = true;
		return;
	}
	find_columns(s, zones, false);
	/* four columns may be DMA, DMA32, Normal, Movable, or DMA, Normal, HighMem, Movable; a report has no zones above the request's */
	if (mms_zone_missing(s, zones, ZONE_NORMAL)) {
		find_columns(s, zones, true);
		if (!s->columns_known || mms_zone_missing(s, zones, ZONE_NORMAL))
			find_columns(s, zones, false);
	}
	s->movable_capped = movable_capped(s, zones);
	for (u32 i = 0; i < s->zones; i++) {
		struct looked *l = &looked[i];
		struct zone *z = &zones[i];

		l->has_now = mms_zone_pages(s, zones, z, &l->now);
		l->capped = z->name == ZONE_HIGHMEM || (z->name == ZONE_MOVABLE && s->movable_capped);
		z->judged.capped = l->capped;
		z->judged.empty = mms_zone_empty(z) || (mms_known(z, FIELD_managed) && !z->value[FIELD_managed]);
		if (z->judged.empty)
			continue;
		z->judged.why = s->kind == SNAPSHOT_ZONEINFO && s->asked.mixed ? WHY_HOSTS : !complete(z) ? WHY_CUT : !possible(z, l->has_now, l->now) ? WHY_IMPOSSIBLE : WHY_NONE;
		l->takes_part = !z->judged.why;
		if (l->takes_part && !l->capped && own(z) > most) {
			first = i;
			most = own(z);
		}
	}
	for (u32 i = 0; i < s->zones; i++)
		looked[i].then = size_then(paste, s, zones, i);
	for (u32 option = OPTION_NOW; s->zones && option <= OPTIONS; option++) { /* OPTIONS: without it */
		score = fit(s, zones, looked, first, (enum option)option, &k);
		if (score > best) {
			best = score;
			with = (enum option)option;
		}
	}
	if (s->zones)
		fit(s, zones, looked, first, with, &k);
	alone = changed(s, looked) < 2;
	s->percent = (struct span){1, INT64_MAX}; /* mm/page_alloc.c:page_alloc_sysctl_table */
	for (u32 i = 0; i < s->zones; i++) {
		struct judgement *j = &zones[i].judged;

		if (!looked[i].takes_part)
			continue;
		j->why = alone && looked[i].unsure ? WHY_REFRESHED : judge(&zones[i], &looked[i], &k, best > 0, j);
		s->old_gaps |= !j->why && j->old_gaps;
	}
	s->old_gaps |= is_old(s, zones, looked);
	for (u32 i = 0; i < s->zones; i++) {
		struct judgement *j = &zones[i].judged;

		if (!looked[i].takes_part)
			continue;
		if (s->old_gaps && j->either_gaps)
			j->share = (struct span){0, INT64_MAX};
		if (!j->why && (j->share.lo > s->percent.hi || j->share.hi < s->percent.lo))
			j->why = looked[i].capped ? WHY_NO_SUM : WHY_PERCENTAGE;
		if (!j->why)
			s->percent = (struct span){MMS_MAX(s->percent.lo, j->share.lo), MMS_MIN(s->percent.hi, j->share.hi)};
		else
			j->verdict = MARKS_UNKNOWN;
	}
	for (u32 i = 0; i < s->zones; i++) {
		struct judgement *j = &zones[i].judged;
		s64 gap = gap_high(&zones[i]);

		if (!j->by_gap || j->verdict == MARKS_UNKNOWN)
			continue;
		if (j->share.lo) /* the gap is of the scale factor, and not a quarter of min */
			j->then = (struct span){MMS_MAX(j->then.lo, (SCALE * gap + s->percent.hi - 1) / s->percent.hi),
				MMS_MIN(j->then.hi, (SCALE * (gap + 1) - 1) / s->percent.lo)};
		if (j->then.lo > j->then.hi) {
			j->verdict = MARKS_UNKNOWN;
			j->why = WHY_GAPS;
		}
	}
	find_pages_min(s, zones, looked, &k);
	if (!s->has_pages_min && s->pages_min.lo > s->pages_min.hi) {
		/* all fit one k, but no whole number of pages: managed was a little different in some of them */
		for (u32 i = 0; i < s->zones; i++)
			loosen(&zones[i], &looked[i], &k);
		s->populated = 0;
		find_pages_min(s, zones, looked, &k);
	}
}
