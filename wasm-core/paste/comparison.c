/* SPDX-License-Identifier: Apache-2.0 */
/* Two moments side by side, before and after a change: each number of each zone, and what the marks are of. */
#include "internal.h"

#include "base/json.h"

static const struct {
	const char *name;
	enum field field;
} compared[] = {
	{"free", FIELD_free}, {"min", FIELD_min}, {"low", FIELD_low}, {"high", FIELD_high}, {"boost", FIELD_boost}, {"managed", FIELD_managed},
	{"present", FIELD_present},
};

static const struct zone *zone_like(const struct paste *paste, const struct snapshot *s, const struct zone *like)
{
	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &paste->zone[s->zone + i];

		if (z->node == like->node && z->name == like->name && !z->judged.empty && z->known)
			return z;
	}
	return NULL;
}

static void put_pair(struct mms_text *out, const char *name, bool has_before, s64 before, bool has_after, s64 after)
{
	mms_json_key(out, name);
	mms_json_open(out);
	if (has_before)
		mms_json_number(out, "before", before);
	if (has_after)
		mms_json_number(out, "after", after);
	if (has_before && has_after)
		mms_json_number(out, "change", after - before);
	mms_json_close(out);
}

static void zone_write(const struct snapshot *a, const struct snapshot *b, const struct zone *before, const struct zone *after,
	struct mms_text *out)
{
	const struct zone *z = before ? before : after;

	mms_json_open(out);
	mms_json_number(out, "node", z->node);
	mms_json_string(out, "zone", mms_zone_name[z->name]);
	mms_json_string(out, "only", !before ? "after" : !after ? "before" : "");
	for (u32 i = 0; i < MMS_COUNT(compared); i++) {
		bool has_before = before && mms_known(before, compared[i].field), has_after = after && mms_known(after, compared[i].field);

		if (has_before || has_after)
			put_pair(out, compared[i].name, has_before, before ? before->value[compared[i].field] : 0, has_after,
				after ? after->value[compared[i].field] : 0);
	}
	/* what a request that may use every zone below HighMem meets */
	if (before && after && a->columns_known && b->columns_known && a->column[ZONE_NORMAL] < before->reserves && b->column[ZONE_NORMAL] < after->reserves)
		put_pair(out, "reserve", true, before->reserve[a->column[ZONE_NORMAL]], true, after->reserve[b->column[ZONE_NORMAL]]);
	mms_json_close(out);
}

static const struct snapshot *moment(const struct paste *paste, s64 number)
{
	const struct snapshot *s = number > 0 && number <= (s64)paste->snapshots ? &paste->snapshot[number - 1] : NULL;

	return s && s->kind == SNAPSHOT_ZONEINFO && s->zones ? s : NULL;
}

void mms_comparison_write(const struct paste *paste, s64 before, s64 after, struct mms_text *out)
{
	const struct snapshot *a = moment(paste, before), *b = moment(paste, after);

	mms_json_key(out, "comparison");
	mms_json_open(out);
	mms_json_number(out, "before", before);
	mms_json_number(out, "after", after);
	mms_json_string(out, "reason", !a || !b ? "there is no zoneinfo of that number in the text" : a->unit != b->unit ? "their pages are of different sizes" : "");
	if (!a || !b || a->unit != b->unit) {
		mms_json_close(out);
		return;
	}
	mms_json_bool(out, "same_machine", a->machine == b->machine);
	mms_json_array(out, "zones");
	for (u32 i = 0; i < a->zones; i++) {
		const struct zone *z = &paste->zone[a->zone + i];

		if (!z->judged.empty && z->known)
			zone_write(a, b, z, zone_like(paste, b, z), out);
	}
	for (u32 i = 0; i < b->zones; i++) {
		const struct zone *z = &paste->zone[b->zone + i];

		if (!z->judged.empty && z->known && !zone_like(paste, a, z))
			zone_write(a, b, NULL, z, out);
	}
	mms_put_char(out, ']');
	mms_json_close(out);
}
