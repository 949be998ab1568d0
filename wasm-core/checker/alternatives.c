/* SPDX-License-Identifier: Apache-2.0 */
/* Which modes are the others of a decision; those of interleaving and of swap-in. */
#include "alternatives.h"

#include "policy/interleave.h"
#include "policy/swapin.h"
#include "tables/tables.h"

/* The modes that decide the same thing, each under its value of the switch; by place there is no counter. */
#define GROUP (MMS_ALTERNATIVES + 1)
static const struct group {
	u8 n;
	struct { u8 mode, value; } of[GROUP];
} groups[] = {
	{3, {{MMS_mode_node, MMS_rule_node}, {MMS_mode_global, MMS_rule_global}, {MMS_mode_roundrobin, MMS_rule_roundrobin}}},
	{3, {{MMS_mode_preferred, MMS_zone_policy_preferred}, {MMS_mode_fair, MMS_zone_policy_fair},
	     {MMS_mode_fair_local, MMS_zone_policy_fair_local}}},
	{3, {{MMS_mode_wake_high, MMS_wake_mark_high}, {MMS_mode_wake_low, MMS_wake_mark_low},
	     {MMS_mode_wake_zone, MMS_wake_mark_zone}}},
	{3, {{MMS_mode_interrupt, MMS_swap_poll_interrupt}, {MMS_mode_poll, MMS_swap_poll_poll},
	     {MMS_mode_hybrid, MMS_swap_poll_hybrid}}},
	{2, {{MMS_mode_ra_vma, MMS_ra_kind_vma}, {MMS_mode_ra_cluster, MMS_ra_kind_cluster}}},
	{3, {{MMS_mode_each, MMS_mode_each}, {MMS_mode_granular, MMS_mode_granular}, {MMS_mode_weighted, MMS_mode_weighted}}},
	{3, {{MMS_mode_mapping, MMS_mode_mapping}, {MMS_mode_each, MMS_mode_each}, {MMS_mode_granular, MMS_mode_granular}}},
};

/* The group whose first modes an event may have; that of places is found by its own. */
static const struct group *group_of(const struct mms_event *e)
{
	int mode = mms_mode_of(e);

	/* an unpatched kernel has no other mode */
	if (mms_kind_unpatched(e->kind))
		return NULL;
	for (u32 i = 0; i < MMS_COUNT(groups); i++)
		for (u32 k = 0; k < groups[i].n; k++)
			if (groups[i].of[k].mode == mode)
				return &groups[i];
	return NULL;
}

/* The mean is read by who polls; a mean of 0 is none yet, if it was read at all. */
static bool mean_is_known(const struct mms_ev_swap_in *e)
{
	return e->delay || e->mean || e->how == MMS_swap_how_hybrid;
}

static struct mms_alternative swap_in(const struct mms_ev_swap_in *e, u8 mode)
{
	struct mms_swap_read read = {
		.zero = e->zero, .fs = e->fs, .sync = e->sync, .single = e->single, .can_poll = e->can_poll,
		.zswap = e->zswap == UINT64_MAX ? e->how == MMS_swap_how_zswap : e->zswap,
		.order = e->order, .mode = mode,
	};
	u8 how = mms_swap_read_how(&read);
	u64 sleep = mms_swap_poll_nsecs(how, e->delay, e->mean);
	struct mms_alternative other = mms_alternative_found(how == e->how && sleep == e->sleep, how, 0);

	if (how == MMS_swap_how_hybrid && !mean_is_known(e))
		other.why = MMS_alternative_why_mean;
	else
		other.value = sleep;
	return other;
}

/* What is a place in the mapping for one is a slot of the device for the other. */
static struct mms_alternative swap_ra(const struct mms_ev_swap_ra *e, u8 kind)
{
	u32 win = 1;

	if (e->max_win > 1) {
		if (kind != e->ra)
			return mms_alternative_unknown(MMS_alternative_why_place);
		win = mms_swapin_nr_pages(e->prev, e->cur, e->hits, e->max_win, e->prev_win);
	}
	return mms_alternative_found(win == e->win, (s64)win, 0);
}

/* The node of a mode with this counter. Which granularity above 1 does not matter: whether to go on is decided once
 * the page is handed out. */
static s16 node_of(const struct mms_ev_interleave *e, u8 mode, u32 cnt)
{
	struct mms_il il = {e->prev, cnt};

	if (mode == MMS_mode_weighted)
		return mms_weighted_interleave_nodes(&il, e->nodes, MMS_MAX(e->g, 1u));
	if (e->caller == MMS_il_caller_bulk)
		return mms_interleave_bulk(&il, e->nodes);
	return mms_interleave_nodes(&il, e->nodes, mode == MMS_mode_granular ? MMS_MAX(e->g, 2u) : 1);
}

/* il_cnt and il_weight are two counters: the event says that of its own policy. */
static struct mms_alternative interleave(const struct mms_ev_interleave *e, u8 mode)
{
	bool own = (mode == MMS_mode_weighted) == (e->mode == MMS_mpol_weighted_interleave);
	s16 nid = node_of(e, mode, own ? e->cnt : 0);

	if (!own && node_of(e, mode, 1) != nid)
		return mms_alternative_unknown(MMS_alternative_why_count);
	return mms_alternative_found(nid == e->nid, nid, 0);
}

/* No counter is asked, so no granularity either. */
static struct mms_alternative interleave_vma(const struct mms_ev_interleave_vma *e)
{
	s16 nid = e->mode == MMS_mpol_weighted_interleave ? mms_weighted_interleave_nid(e->nodes, e->ilx, e->weight)
							  : mms_interleave_nid(e->nodes, e->ilx);

	return mms_alternative_found(nid == e->nid, nid, 0);
}

static struct mms_alternative under(const struct mms_state *before, const struct mms_event *e, u8 value)
{
	switch (e->kind) {
	case MMS_KIND_swap_select: return mms_alternative_select(before, &e->swap_select, value);
	case MMS_KIND_swap_ra: return swap_ra(&e->swap_ra, value);
	case MMS_KIND_swap_in: return swap_in(&e->swap_in, value);
	case MMS_KIND_zone_select: return mms_alternative_zone(before, e, value);
	case MMS_KIND_zone_batch: return mms_alternative_batch(&e->zone_batch, value);
	case MMS_KIND_kswapd_wake: return mms_alternative_wake(before, &e->kswapd_wake, value);
	case MMS_KIND_interleave: return interleave(&e->interleave, value);
	default: return interleave_vma(&e->interleave_vma);
	}
}

struct mms_alternative mms_alternative_of(const struct mms_state *before, const struct mms_event *e, u8 mode)
{
	const struct group *group = group_of(e);

	for (u32 i = 0; group && i < group->n; i++)
		if (group->of[i].mode == mode) {
			struct mms_alternative other = under(before, e, group->of[i].value);

			other.mode = mode;
			return other;
		}
	return (struct mms_alternative){0};
}

void mms_alternatives(const struct mms_state *before, const struct mms_event *e, struct mms_alternative out[MMS_ALTERNATIVES])
{
	int own = mms_mode_of(e);
	const struct group *group = group_of(e);
	u32 n = 0;

	mms_fill(out, 0, MMS_ALTERNATIVES * sizeof(*out));
	for (u32 i = 0; group && i < group->n; i++)
		if (group->of[i].mode != own)
			out[n++] = mms_alternative_of(before, e, group->of[i].mode);
}
