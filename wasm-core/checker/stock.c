/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Decisions of unpatched kernels, from what a probe read before and after them.
 *
 * Nothing is held while a probe reads, so the first reading may give another decision than the kernel made. That is
 * `raced` only where the second reading shows the field that moved, and `different` otherwise; what the record does not
 * hold is `not_modelled`. Neither counts as the same. Too many of them and the record is incomplete.
 */
#include "internal.h"

#include "base/text.h"
#include "policy/kswapd_wake.h"
#include "policy/plist.h"
#include "policy/swap_slots.h"

#define LINES_VERSION 1
#define NOT_ASKED 255 /* mms_kswapd.balanced */

/* Of all decisions of a question, in tenths of a percent: what may race; what may be not modelled, of order 0 and above. */
#define RACED_MAX 20
#define OPEN_MAX 5
#define OPEN_HIGH_MAX 80

/* The kernels whose rules are in policy/, by release. */
static const struct {
	const char *release;
	u8 rule; /* of swap devices, enum mms_rule_id */
	bool all; /* its other rules, too */
	bool folios; /* large ones are tried as pages are, where the probe sees it */
} eras[] = {
	{"6.1.", MMS_rule_node, false, false},
	{"6.12.", MMS_rule_node, true, true},
	{"7.3.", MMS_rule_roundrobin, true, true},
};

void mms_note_stock(struct mms_checker *c, const struct mms_ev_mms_begin *e)
{
	struct mms_stock *stock = &c->stock;
	u32 len = mms_strnlen(e->release, sizeof(e->release));

	if (stock->begun && !__builtin_memcmp(stock->release, e->release, sizeof(e->release))) {
		stock->foreign |= e->version != LINES_VERSION;
		return;
	}
	stock->mixed = stock->begun;
	stock->begun = true;
	stock->foreign = e->version != LINES_VERSION;
	stock->era = 0;
	mms_copy(stock->release, e->release, sizeof(stock->release));
	for (u32 i = 0; i < MMS_COUNT(eras); i++) {
		u32 own = mms_strlen(eras[i].release);

		if (len > own && mms_same(eras[i].release, e->release, own))
			stock->era = (u8)(i + 1);
	}
}

/* Is the rule known? Otherwise why not. */
static struct mms_finding known(const struct mms_stock *stock)
{
	if (!stock->begun)
		return mms_found_open(MMS_check_why_header);
	if (stock->mixed)
		return mms_found_open(MMS_check_why_mixed);
	if (stock->foreign)
		return mms_found_open(MMS_check_why_version);
	return stock->era ? mms_found_same() : mms_found_open(MMS_check_why_kernel);
}

/* ---- kswapd ------------------------------------------------------------------------------------------------- */

static struct mms_kswapd_node node_of(const struct mms_ev_mms_kswapd *e, bool second)
{
	struct mms_kswapd_node n = {
		.asleep = e->asleep, .failures = second ? e->failures2 : e->failures, .order = e->order, .highest = e->highest,
	};

	for (u32 i = 0; i < MMS_MAX_NR_ZONES; i++) {
		n.managed |= (u8)((e->managed[i] > 0) << i);
		n.free[i] = second ? e->free2[i] : e->free[i];
		n.unusable[i] = e->unusable[i];
		n.high[i] = e->high[i];
		n.boost[i] = second ? e->boost2[i] : e->boost[i];
		n.reserve[i] = e->reserve[i];
		n.drift[i] = e->drift[i];
	}
	return n;
}

static bool is_boosted(const struct mms_kswapd_node *n)
{
	for (u32 i = 0; i <= n->highest && i < MMS_MAX_NR_ZONES; i++)
		if (n->managed >> i & 1 && n->boost[i] > 0)
			return true;
	return false;
}

/* The first reading gives another decision: with which one field of the second does it give this one? */
static struct mms_finding moved(const struct mms_ev_mms_kswapd *e, u8 want)
{
	struct mms_kswapd_node first = node_of(e, false), second = node_of(e, true), n = first;
	bool woke = e->woke;
	u8 unknown;

	/* a wake-up empties the queue by itself; that the kernel went on to ask says that it was not empty */
	if (!woke && e->asleep && !e->asleep2)
		return mms_found_raced(MMS_check_why_moved_asleep, want);
	n.asleep = e->asleep || (woke && e->balanced != NOT_ASKED);
	if (n.asleep != e->asleep && (mms_kswapd_decide(&n, &unknown) == MMS_wake_verdict_woken || unknown))
		return mms_found_raced(MMS_check_why_moved_asleep, want);
	first.asleep = n.asleep;
	n.failures = second.failures;
	if ((mms_kswapd_decide(&n, &unknown) == MMS_wake_verdict_woken) == woke && !unknown && e->failures != e->failures2)
		return mms_found_raced(MMS_check_why_moved_failures, want);
	n = first;
	__builtin_memcpy(n.free, second.free, sizeof(n.free));
	if ((mms_kswapd_decide(&n, &unknown) == MMS_wake_verdict_woken) == woke || unknown)
		return mms_found_raced(MMS_check_why_moved_free, want);
	n = first;
	__builtin_memcpy(n.boost, second.boost, sizeof(n.boost));
	if ((mms_kswapd_decide(&n, &unknown) == MMS_wake_verdict_woken) == woke || unknown)
		return mms_found_raced(MMS_check_why_moved_boost, want);
	return mms_found(MMS_check_why_wake, 0, want);
}

/* What the kernel itself answered, beside what it did. */
static bool contradicts(const struct mms_ev_mms_kswapd *e)
{
	struct mms_kswapd_node first = node_of(e, false), second = node_of(e, true);

	if (e->balanced == NOT_ASKED)
		return false;
	return e->balanced ? e->woke && !is_boosted(&first) && !is_boosted(&second) : !e->woke;
}

static struct mms_finding check_kswapd(const struct mms_ev_mms_kswapd *e)
{
	struct mms_kswapd_node n = node_of(e, false);
	u8 unknown, want = mms_kswapd_decide(&n, &unknown);
	bool looks = e->asleep && e->failures < MMS_MAX_RECLAIM_RETRIES;

	if (!(n.managed >> e->zone % 8 & 1)) /* managed_zone(zone) */
		return e->woke ? mms_found(MMS_check_why_wake, 0, MMS_wake_verdict_balanced) : mms_found_same();
	if (contradicts(e))
		return mms_found(MMS_check_why_wake, 0, e->balanced ? MMS_wake_verdict_balanced : MMS_wake_verdict_woken);
	if (looks && e->tiering & 2)
		return mms_found_open(MMS_check_why_tiering);
	if (unknown)
		return mms_found_open(unknown & MMS_KSWAPD_DRIFT ? MMS_check_why_drift : MMS_check_why_free_lists);
	if ((want == MMS_wake_verdict_woken) == e->woke)
		return mms_found_same();
	if (!e->woke && e->cpusets && e->balanced == NOT_ASKED)
		return mms_found_open(MMS_check_why_cpuset);
	return moved(e, want);
}

/* ---- swap slots --------------------------------------------------------------------------------------------- */

static u32 lanes_of(u8 n)
{
	return MMS_MIN((u32)n, (u32)MMS_COUNT(((struct mms_ev_mms_slot *)0)->list_type));
}

static struct mms_list list_of(const struct mms_ev_mms_slot *e)
{
	struct mms_list list = {.n = (u8)lanes_of(e->list_n)};

	for (u32 i = 0; i < list.n; i++) {
		list.type[i] = e->list_type[i];
		list.prio[i] = e->list_key[i];
	}
	return list;
}

/* Is the list of the second reading another than the one that taking the first device leaves? */
static bool list_moved(const struct mms_ev_mms_slot *e)
{
	struct mms_list list = list_of(e);

	if (e->tries && list.n)
		mms_plist_requeue(&list, list.type[0]);
	if (e->list2_n != list.n)
		return true;
	for (u32 i = 0; i < list.n; i++)
		if (list.type[i] != e->list2_type[i])
			return true;
	return false;
}

static bool task_moved(const struct mms_event *event)
{
	return event->mms_slot.switched || event->mms_slot.cpu2 != event->cpu;
}

/* Keys by priority and node, and the order that they give. */
static struct mms_finding check_list(const struct mms_ev_mms_slot *e, u8 rule)
{
	for (u32 i = 0; i < e->list_n; i++) {
		s16 key = mms_avail_key(rule, e->list_prio[i], e->list_node[i], e->nid);

		if (e->list_key[i] != key || !mms_key_fits(rule, key))
			return mms_found(MMS_check_why_key, (u8)i, key);
		if (i && e->list_key[i - 1] > key)
			return mms_found(MMS_check_why_order, (u8)i, key);
	}
	return mms_found_same();
}

/* The first that does not follow, and what the rule gives: raced where the second reading shows that something moved. */
static struct mms_finding check_tried(const struct mms_event *event)
{
	const struct mms_ev_mms_slot *e = &event->mms_slot;

	for (u32 i = 0; i < e->tries; i++) {
		s64 want = i < e->list_n ? e->list_type[i] : -1;

		if (e->tried[i] == want)
			continue;
		if (list_moved(e))
			return mms_found_raced(MMS_check_why_moved_list, want);
		return mms_found(MMS_check_why_visit, (u8)i, want);
	}
	if (e->ret && e->tries && e->type != e->tried[e->tries - 1])
		return mms_found(MMS_check_why_type, (u8)(e->tries - 1), e->tried[e->tries - 1]);
	return mms_found_same();
}

static struct mms_finding check_walk(const struct mms_event *event)
{
	const struct mms_ev_mms_slot *e = &event->mms_slot;
	struct mms_finding tried = check_tried(event);

	if (tried.check != MMS_check_same)
		return tried;
	if (!e->tries && e->ret) {
		s64 want = e->list_n ? e->list_type[0] : -1;

		return task_moved(event) ? mms_found_raced(MMS_check_why_moved_cpu, want) : mms_found(MMS_check_why_type, 0, want);
	}
	if (e->ret || e->tries == e->list_n || (e->order && e->tries))
		return mms_found_same();
	return mms_found_open(MMS_check_why_refused);
}

/* In the CPU's cluster. */
static struct mms_finding check_cluster(const struct mms_event *event)
{
	const struct mms_ev_mms_slot *e = &event->mms_slot;

	if (!e->ret)
		return mms_found_open(MMS_check_why_refused);
	if (e->type == e->cluster && mms_swap_same_cluster(e->off, e->cluster_at))
		return mms_found_same();
	return task_moved(event) ? mms_found_raced(MMS_check_why_moved_cpu, e->cluster) : mms_found(MMS_check_why_type, 0, e->cluster);
}

static struct mms_finding check_slot(const struct mms_stock *stock, const struct mms_event *event)
{
	const struct mms_ev_mms_slot *e = &event->mms_slot;
	struct mms_finding f;
	u8 rule = eras[stock->era - 1].rule;

	if ((rule == MMS_rule_node) != (e->nid >= 0))
		return mms_found(MMS_check_why_which_list, 0, -1);
	if (e->list_n > lanes_of(e->list_n) || e->list2_n > lanes_of(e->list2_n) || e->tries > lanes_of(e->tries))
		return mms_found_open(MMS_check_why_lanes);
	f = check_list(e, rule);
	if (f.check != MMS_check_same)
		return f;
	if (e->order && !eras[stock->era - 1].folios)
		return mms_found_open(MMS_check_why_folio);
	if (rule == MMS_rule_node)
		return e->avail >> e->order <= 0 && !e->tries && !e->ret ? mms_found_same() : check_walk(event);
	if (!mms_swap_has_cluster(e->cluster, e->cluster_at))
		return check_walk(event);
	if (!e->tries)
		return check_cluster(event);
	/* what is left in the cluster behind cluster_at is not recorded */
	f = check_tried(event);
	return f.check == MMS_check_same ? mms_found_open(MMS_check_why_cluster) : f;
}

/* ---- counts ------------------------------------------------------------------------------------------------- */

static u8 question_of(u8 kind)
{
	switch (kind) {
	case MMS_KIND_mms_slot: return MMS_stock_question_slot;
	case MMS_KIND_mms_il: return MMS_stock_question_il;
	case MMS_KIND_mms_ra: return MMS_stock_question_ra;
	default: return MMS_stock_question_kswapd;
	}
}

static struct mms_finding check_line(const struct mms_stock *stock, const struct mms_event *e)
{
	struct mms_finding rule = known(stock);

	if (rule.check != MMS_check_same)
		return rule;
	if (e->kind == MMS_KIND_mms_slot)
		return check_slot(stock, e);
	if (!eras[stock->era - 1].all)
		return mms_found_open(MMS_check_why_kernel);
	switch (e->kind) {
	case MMS_KIND_mms_il: return mms_check_stock_il(&e->mms_il);
	case MMS_KIND_mms_ra: return mms_check_stock_ra(&e->mms_ra);
	default: return check_kswapd(&e->mms_kswapd);
	}
}

/* Blocks of an order above 0 alone are often not modelled. */
static bool is_high(const struct mms_event *e)
{
	switch (e->kind) {
	case MMS_KIND_mms_slot: return e->mms_slot.order;
	case MMS_KIND_mms_kswapd: return e->mms_kswapd.order;
	default: return false;
	}
}

struct mms_finding mms_check_stock(struct mms_checker *c, const struct mms_event *e)
{
	struct mms_finding f = check_line(&c->stock, e);
	struct mms_stock_counts *n = &c->stock.of[question_of(e->kind)];
	u32 high = is_high(e);

	n->lines++;
	n->all[high]++;
	n->raced += f.check == MMS_check_raced;
	n->open[high] += f.check == MMS_check_not_modelled;
	return f;
}

/* Lines that are missing were lost on their way: neither lost events nor the reader count them. */
void mms_end_stock(struct mms_checker *c, const struct mms_ev_mms_end *e)
{
	struct mms_stock_counts *n = &c->stock.of[e->of];
	u64 told = e->left_out + e->torn;

	n->short_of |= e->asked < told || n->lines != e->asked - told;
	n->lines = 0;
	c->totals->left_out += e->left_out;
	c->totals->torn += e->torn;
}

static bool above(u64 part, u64 all, u64 tenths)
{
	return part * 1000 > all * tenths;
}

void mms_sum_stock(struct mms_checker *c)
{
	for (u32 i = 0; i < MMS_COUNT(c->stock.of); i++) {
		const struct mms_stock_counts *n = &c->stock.of[i];
		u64 all = n->all[0] + n->all[1];

		c->totals->over_limit += all && (n->short_of || n->lines || above(n->raced, all, RACED_MAX) ||
						 above(n->open[0], n->all[0], OPEN_MAX) ||
						 above(n->open[1], n->all[1], OPEN_HIGH_MAX));
	}
}
