/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sysctls and weights as the tracer read them at the start, at each mark and at the end, as they were written meanwhile, and
 * as the kernel read them at its decisions.
 */
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

/* The number of a value, which may be a word of `enumeration`; there `-` stands for `_`. UNKNOWN: neither. */
static u64 number_of(struct mms_json_span value, const char *enumeration)
{
	const struct mms_enum *list = enumeration ? mms_enum_named(enumeration) : NULL;

	if (value.at && *value.at == '"')
		value = (struct mms_json_span){value.at + 1, value.end - 1};
	for (u32 i = 0; list && i < list->values; i++) {
		const char *name = list->value[i].name;
		u32 len = mms_strlen(name), k = 0;

		if (value.end - value.at != (s64)len)
			continue;
		while (k < len && (value.at[k] == name[k] || (value.at[k] == '-' && name[k] == '_')))
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

/* A setting from `ts` on. */
struct value {
	u64 ts, number;
};

/*
 * The values of a setting, of which the manifests have `object`, in the order of their times. They are as many as there are
 * lines of it, and two more.
 */
static u32 values_of(const struct books *b, struct value *value, const char *object, const char *name, const char *enumeration)
{
	u32 n = 0;

	value[n++] = (struct value){0, number_of(mms_member(mms_member(b->start, object), name), enumeration)};
	for (u32 i = 0; i < b->settings; i++) {
		const struct mms_event *e = &b->log->event[b->setting[i]];
		struct mms_json_span text = mms_setting_in(e, name);

		if (text.at)
			value[n++] = (struct value){e->ts, number_of(text, enumeration)};
	}
	if (b->ended != UNKNOWN && b->ended >= value[n - 1].ts)
		value[n++] = (struct value){b->ended, number_of(mms_member(mms_member(b->stop, object), name), enumeration)};
	return n;
}

/* May the setting have been `got` at event `e`, or have made such a window? One whose value is not a number may be anything. */
static bool may_be(const struct value *value, u32 n, const struct mms_event *e, u64 got, bool window)
{
	u32 k = 0, above = n;
	bool may = false;

	/* the last one that was so half a second before */
	while (above - k > 1) {
		u32 middle = (k + above) / 2;

		if (value[middle].ts + TASK_LATE <= e->ts)
			k = middle;
		else
			above = middle;
	}
	for (; k < n && !may && value[k].ts <= e->ts + TASK_LATE; k++)
		may = value[k].number == UNKNOWN || got == (window ? window_of(value[k].number, e->swap_ra.ra) : value[k].number);
	return may;
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

/* The file of a node's weight. */
static const char *weight_name(char *out, u32 size, u32 nid)
{
	return mms_name_of(out, size, "/sys/kernel/mm/mempolicy/weighted_interleave/node", (s32)nid, "", "");
}

/* What an event says of setting, or weight, `part`; false: nothing. */
typedef bool (*reading)(const struct mms_event *e, u32 part, u64 *value);

static void balance_value(struct books *b, enum mms_balance_of id, u32 part, reading read, const struct value *value, u32 n)
{
	bool window = read == gives && part == MMS_SETTING_cluster;
	u64 all = 0, fit = 0, got;

	for (u32 i = 0; i < b->log->count; i++)
		if (read(&b->log->event[i], part, &got)) {
			all++;
			fit += may_be(value, n, &b->log->event[i], got, window);
		}
	if (!all)
		return;
	while (n && value[n - 1].number == UNKNOWN)
		n--;
	if (n)
		mms_balance_add(b, id, part, all, fit, 0);
	else
		mms_balance_unknown(b, id, part);
}

/* Is each switch, and each weight, at each decision as it was read or set last? */
static void balance_lines(struct books *b)
{
	size_t top = b->arena->top;
	struct value *value = mms_arena_alloc(b->arena, (b->settings + 2) * sizeof(*value));

	b->full |= !value;
	for (u32 s = 0; s < SETTINGS && value; s++)
		balance_value(b, MMS_BALANCE_switched, s, gives, value, values_of(b, value, "sysctls", settings[s].name, settings[s].list));
	for (u32 nid = 0; nid < MMS_NODES && value; nid++) {
		char name[80];
		u32 n = values_of(b, value, "settings", weight_name(name, sizeof(name), nid), NULL);

		/* who writes 0 or nothing has the kernel's own */
		for (u32 k = 0; k < n; k++)
			value[k].number = value[k].number - 1 < UINT8_MAX ? value[k].number : UNKNOWN;
		balance_value(b, MMS_BALANCE_weighed, nid, weighs, value, n);
	}
	mms_arena_rewind(b->arena, top);
}

/* The last decision beside the end, where the manifest has `want`. */
static void balance_end(struct books *b, enum mms_balance_of id, u32 part, reading read, u64 want)
{
	u32 i = b->log->count;
	u64 got;

	while (i && !read(&b->log->event[i - 1], part, &got))
		i--;
	if (!i)
		return;
	if (want != UNKNOWN && read == gives && part == MMS_SETTING_cluster)
		want = window_of(want, b->log->event[i - 1].swap_ra.ra);
	if (want == UNKNOWN || (got != want && has_mark_behind(b->log, i - 1)))
		mms_balance_unknown(b, id, part);
	else
		mms_balance_add(b, id, part, got, want, 0);
}

/* Weights of nodes are settings, too; a file never has 0. */
static void balance_weights(struct books *b)
{
	struct mms_json_span all = mms_member(b->stop, "settings");

	for (u32 nid = 0; nid < MMS_NODES; nid++) {
		char name[80];
		u64 want = mms_number_in(mms_member(all, weight_name(name, sizeof(name), nid)));

		balance_end(b, MMS_BALANCE_weights, nid, weighs, want - 1 < UINT8_MAX ? want : UNKNOWN);
	}
}

void mms_balance_settings(struct books *b)
{
	balance_switches(b);
	balance_weights(b);
	if (mms_member(b->stop, "switches").at)
		balance_lines(b);
	for (u32 s = 0; s < SETTINGS; s++)
		balance_end(b, MMS_BALANCE_settings, s, gives, number_of(mms_sysctl(b->stop, settings[s].name), settings[s].list));
}
