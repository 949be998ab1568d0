/* SPDX-License-Identifier: Apache-2.0 */
/* The sysctls as the tracer read them at the end, and as the kernel read them at its last decision. */
#include "internal.h"

#include "base/text.h"

/* A sysctl, and the event that records it. */
static const struct setting {
	const char *name;
	const char *list; /* of enums.def; NULL: a number */
} settings[] = {
#define MMS_S(name, number, sysctl, list) [number] = {sysctl, list},
	MMS_SETTINGS(MMS_S)
#undef MMS_S
};
#define SETTINGS MMS_COUNT(settings)
#define SET_BACK 10000000ull /* ns: so soon no switch is set and set back */

static u64 window_of(u64 cluster, u8 ra)
{
	u64 most = ra == MMS_ra_kind_vma ? 5 : 31;

	return 1ull << MMS_MIN(cluster, most);
}

/* What an event says of setting `s`; false: nothing. */
static bool gives(const struct mms_event *e, u32 s, u64 *value)
{
	switch (s) {
	case MMS_SETTING_rule:
		*value = e->swap_select.mode;
		return e->kind == MMS_KIND_swap_select;
	case MMS_SETTING_policy:
		*value = e->kind == MMS_KIND_zone_select ? e->zone_select.mode : e->zone_batch.mode;
		return e->kind == MMS_KIND_zone_select || e->kind == MMS_KIND_zone_batch;
	case MMS_SETTING_mark:
		*value = e->kswapd_wake.mark;
		return e->kind == MMS_KIND_kswapd_wake;
	case MMS_SETTING_poll:
		*value = e->swap_in.mode;
		return e->kind == MMS_KIND_swap_in;
	case MMS_SETTING_delay:
		*value = e->swap_in.delay;
		return e->kind == MMS_KIND_swap_in;
	case MMS_SETTING_cluster:
		*value = e->swap_ra.max_win;
		return e->kind == MMS_KIND_swap_ra;
	case MMS_SETTING_granularity:
		*value = e->interleave.g;
		return e->kind == MMS_KIND_interleave && e->interleave.mode == MMS_mpol_interleave &&
		       e->interleave.caller != MMS_il_caller_bulk;
	case MMS_SETTING_cache:
		*value = 1;
		return e->kind == MMS_KIND_swap_select && e->swap_select.goal == WALK_SLOTS;
	default:
		*value = e->zone_select.reclaim;
		return e->kind == MMS_KIND_zone_select;
	}
}

/* The number of a sysctl's value, which may be a word of an enum; there `-` stands for `_`. */
static u64 number_of(struct mms_json_span value, const struct setting *setting)
{
	const struct mms_enum *list = setting->list ? mms_enum_named(setting->list) : NULL;

	for (u32 i = 0; list && i < list->values; i++) {
		const char *name = list->value[i].name;
		u32 len = mms_strlen(name), k = 0;

		if (value.end - value.at != (s64)len + 2)
			continue;
		while (k < len && (value.at[k + 1] == name[k] || (value.at[k + 1] == '-' && name[k] == '_')))
			k++;
		if (k == len)
			return (u64)list->value[i].value;
	}
	return mms_number_in(value);
}

/* Does the workload go on to something else behind event i? */
static bool has_mark_behind(const struct mms_log *log, u32 i)
{
	while (++i < log->count)
		if (log->event[i].kind == MMS_KIND_mark)
			return true;
	return false;
}

/* What a task found of a switch. */
struct found {
	bool known, changed;
	u64 value, before; /* before it changed, */
	u64 last, until;   /* when each was found last */
};

/* Is it another than before, or as it was long enough ago? What one task reads is in the order of its events. */
static bool fits_before(struct found *found, const struct mms_event *e, u64 value)
{
	bool fits = true;

	if (!found->known)
		*found = (struct found){.known = true, .value = value};
	if (value != found->value) {
		fits = !found->changed || value != found->before || e->ts >= found->until + SET_BACK;
		found->before = found->value;
		found->until = found->last;
		found->value = value;
		found->changed = true;
	}
	found->last = e->ts;
	return fits;
}

/* Is the switch ever another than it was a moment before and is a moment later? */
static void balance_switches(struct books *b)
{
	size_t top = b->arena->top;
	struct found *found = mms_arena_alloc(b->arena, b->tasks * sizeof(*found));

	b->full |= !found;
	for (u32 s = 0; s < SETTINGS && found; s++) {
		u64 all = 0, fit = 0, value;

		mms_fill(found, 0, b->tasks * sizeof(*found));
		for (u32 i = 0; i < b->log->count; i++)
			if (gives(&b->log->event[i], s, &value)) {
				all++;
				fit += fits_before(&found[b->task[i]], &b->log->event[i], value);
			}
		if (all)
			mms_balance_add(b, MMS_BALANCE_switches, s, all, fit, 0);
	}
	mms_arena_rewind(b->arena, top);
}

/* The weight of a node, as an event says that it was read; false: it says nothing. */
static bool weighs(const struct mms_event *e, u32 nid, u64 *weight)
{
	bool by_place = e->kind == MMS_KIND_interleave_vma;

	*weight = by_place ? e->interleave_vma.weight[nid] : e->interleave.g;
	return by_place ? e->interleave_vma.mode == MMS_mpol_weighted_interleave && e->interleave_vma.nodes >> nid & 1 :
			  e->kind == MMS_KIND_interleave && e->interleave.mode == MMS_mpol_weighted_interleave && e->interleave.g &&
				  e->interleave.caller != MMS_il_caller_bulk && e->interleave.nid == (s32)nid;
}

/* Weights of nodes are settings, too; a file never has 0. */
static void balance_weights(struct books *b)
{
	struct mms_json_span all = mms_member(b->stop, "settings");

	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		char name[80];
		u64 want, got = 0;
		u32 i = b->log->count;

		while (i && !weighs(&b->log->event[i - 1], nid, &got))
			i--;
		if (!i)
			continue;
		want = mms_number_in(mms_member(
			all, mms_name_of(name, sizeof(name), "/sys/kernel/mm/mempolicy/weighted_interleave/node", (s32)nid, "", "")));
		if (want - 1 >= UINT8_MAX || (got != want && has_mark_behind(b->log, i - 1)))
			mms_balance_unknown(b, MMS_BALANCE_weights, nid);
		else
			mms_balance_add(b, MMS_BALANCE_weights, nid, got, want, 0);
	}
}

void mms_balance_settings(struct books *b)
{
	balance_switches(b);
	balance_weights(b);
	for (u32 s = 0; s < SETTINGS; s++) {
		u64 want = number_of(mms_sysctl(b->stop, settings[s].name), &settings[s]), got;
		u32 i = b->log->count;

		while (i && !gives(&b->log->event[i - 1], s, &got))
			i--;
		if (!i)
			continue;
		if (want != UNKNOWN && s == MMS_SETTING_cluster)
			want = window_of(want, b->log->event[i - 1].swap_ra.ra);
		if (want == UNKNOWN || (got != want && has_mark_behind(b->log, i - 1)))
			mms_balance_unknown(b, MMS_BALANCE_settings, s);
		else
			mms_balance_add(b, MMS_BALANCE_settings, s, got, want, 0);
	}
}
