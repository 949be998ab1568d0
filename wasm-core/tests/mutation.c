/* SPDX-License-Identifier: Apache-2.0 */
#include "mutation.h"

#include "suite.h"
#include "fixture.h"
#include "mms/enums.h"
#include "random_scenario.h"

/* Event i, if it is a walk that visited one device; otherwise NULL. */
static struct mms_ev_swap_select *walk(struct mms_log *log, u32 i)
{
	struct mms_event *e = &log->event[i];

	return e->kind == MMS_KIND_swap_select && e->swap_select.visits == 1 ? &e->swap_select : NULL;
}

static struct mms_ev_swap_select *select_at(struct mms_log *log, u32 i)
{
	return log->event[i].kind == MMS_KIND_swap_select ? &log->event[i].swap_select : NULL;
}

static struct mms_ev_swap_list *list_at(struct mms_log *log, u32 i)
{
	struct mms_event *e = &log->event[i];

	return e->kind == MMS_KIND_swap_list && e->swap_list.type >= 0 ? &e->swap_list : NULL;
}

s16 mutate_off(struct mms_random *r)
{
	s16 by = (s16)(1 + mms_random_below(r, 3));

	return mms_random_below(r, 2) ? by : (s16)-by;
}

static bool device(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);

	if (!e || e->list_n < 2)
		return false;
	e->visit_type[0] = e->list_type[1 + mms_random_below(r, MMS_MIN(e->list_n, MMS_LIST_LANES) - 1u)];
	if (e->type >= 0)
		e->type = e->visit_type[0];
	return true;
}

static bool result(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);

	if (!e || e->list_n < 2 || e->type < 0)
		return false;
	(void)r;
	e->type = e->list_type[1];
	return true;
}

static void swap_first_two(struct mms_ev_swap_select *e)
{
	u8 type = e->list_type[0];
	u32 used = e->list_used[0];

	e->list_type[0] = e->list_type[1];
	e->list_type[1] = type;
	e->list_used[0] = e->list_used[1];
	e->list_used[1] = used;
}

static bool list_order(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);

	(void)r;
	if (!e || e->list_n < 2)
		return false;
	swap_first_two(e);
	return true;
}

/* The walk of an event, made to follow its list. */
static void follow(struct mms_ev_swap_select *e)
{
	e->visit_type[0] = e->list_type[0];
	e->visit_next[0] = e->list_n > 1 ? e->list_type[1] : (u8)MMS_NO_TYPE;
	if (e->type >= 0)
		e->type = e->list_type[0];
}

/* A forgery that contradicts itself nowhere: only the events before it tell. */
static bool forged(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!list_order(log, i, r))
		return false;
	follow(&log->event[i].swap_select);
	return true;
}

/* As if event i had not requeued: the next walk of the list finds the order that i found. */
static bool no_requeue(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);

	(void)r;
	if (!e || e->list_n < 2 || e->list_prio[0] != e->list_prio[1])
		return false;
	for (u32 k = i + 1; k < log->count && log->event[k].kind != MMS_KIND_swap_list; k++) {
		struct mms_ev_swap_select *next = walk(log, k);

		if (log->event[k].kind == MMS_KIND_swap_select && log->event[k].swap_select.list == e->list) {
			if (!next || next->list_n != e->list_n)
				return false;
			mms_copy(next->list_type, e->list_type, sizeof(e->list_type));
			mms_copy(next->list_prio, e->list_prio, sizeof(e->list_prio));
			follow(next);
			return true;
		}
	}
	return false;
}

static bool key(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e || !e->list_n || e->end == MMS_walk_end_noswap)
		return false;
	e->list_prio[mms_random_below(r, MMS_MIN(e->list_n, MMS_LIST_LANES))] += mutate_off(r);
	return true;
}

static bool verdict(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);

	if (!e || e->visit_verdict[0] > MMS_verdict_zero)
		return false;
	e->visit_verdict[0] = e->visit_verdict[0] == MMS_verdict_zero ? (u8)MMS_verdict_took
								      : (u8)(1 + mms_random_below(r, 4));
	return true;
}

static bool next_left(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);

	(void)r;
	if (!e)
		return false;
	e->visit_verdict[0] ^= MMS_NEXT_LEFT;
	return true;
}

static bool visit_next(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);

	(void)r;
	if (!e)
		return false;
	e->visit_next[0] = e->visit_next[0] == MMS_NO_TYPE ? e->list_type[0] : (u8)MMS_NO_TYPE;
	return true;
}

static bool end(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e)
		return false;
	e->end = (u8)((e->end + 1 + mms_random_below(r, MMS_walk_end_noswap)) % (MMS_walk_end_noswap + 1));
	return true;
}

static bool batch(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e)
		return false;
	e->batch = (u16)(e->batch + mutate_off(r));
	return true;
}

static bool ret(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e)
		return false;
	if (e->type < 0)
		e->ret = (u16)(1 + mms_random_below(r, 64));
	else
		e->ret = mms_random_below(r, 2) ? 0 : (u16)(e->batch + 1 + mms_random_below(r, 9));
	return true;
}

static bool rule(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e)
		return false;
	e->mode = (u8)((e->mode + 1 + mms_random_below(r, 2)) % 3);
	return true;
}

static bool list_rule(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_list *e = list_at(log, i);

	/* a capture's very first word about the rule has nothing to contradict it */
	if (!e || log->event[i].seq == log->event[0].seq)
		return false;
	for (u32 k = 0; k < i; k++)
		if (mms_kind_ordered(log->event[k].kind)) {
			e->mode = (u8)((e->mode + 1 + mms_random_below(r, 2)) % 3);
			return true;
		}
	return false;
}

static bool which_list(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e)
		return false;
	e->list = (s16)((e->list + 1 + (s16)mms_random_below(r, 15)) % MMS_NODES);
	return true;
}

static bool node(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e || e->mode != MMS_rule_node)
		return false;
	e->nid = (s16)((e->nid + 1 + (s16)mms_random_below(r, 15)) % MMS_NODES);
	return true;
}

static bool devices(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e)
		return false;
	e->list_n = (u8)(mms_random_below(r, 2) && e->list_n ? e->list_n - 1 : e->list_n + 1);
	return true;
}

static bool priority(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_list *e = list_at(log, i);

	if (!e)
		return false;
	e->prio = (s16)(e->prio + mutate_off(r));
	return true;
}

static bool list_key(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_list *e = list_at(log, i);
	u32 lane = mms_random_below(r, MMS_NODES);

	if (!e || e->list_prio[lane] == MMS_NO_LIST)
		return false;
	e->list_prio[lane] += mutate_off(r);
	return true;
}

static bool operation(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_list *e = list_at(log, i);

	if (!e)
		return false;
	e->op = (u8)((e->op + 1 + mms_random_below(r, MMS_list_op_setup)) % (MMS_list_op_setup + 1));
	return true;
}

/* The number of a device that is on already, on an event about another. */
static bool other_device(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_list *e = list_at(log, i);
	u32 k = mms_random_below(r, i + 1);

	if (!e || !list_at(log, k) || list_at(log, k)->type == e->type || e->reason == MMS_list_reason_swapon)
		return false;
	e->type = list_at(log, k)->type;
	return true;
}

static bool gap(struct mms_log *log, u32 i, struct mms_random *r)
{
	if (!mms_kind_ordered(log->event[i].kind))
		return false;
	log->event[i].seq += 1000000 + mms_random_below(r, 1000);
	return true;
}

static bool seq_swapped(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = walk(log, i);
	struct mms_ev_swap_select *next = i + 1 < log->count ? walk(log, i + 1) : NULL;
	u64 seq = log->event[i].seq;

	(void)r;
	/* two walks of one list that the first one's requeue sets apart */
	if (!e || !next || next->list != e->list || e->list_n < 2 || e->list_prio[0] != e->list_prio[1])
		return false;
	log->event[i].seq = log->event[i + 1].seq;
	log->event[i + 1].seq = seq;
	return true;
}

static bool lane(struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_ev_swap_select *e = select_at(log, i);

	if (!e || e->list_n >= MMS_LIST_LANES)
		return false;
	switch (mms_random_below(r, 4)) {
	case 0: e->list_type[e->list_n] = 0; break;
	case 1: e->list_prio[15] = 0; break;
	case 2: e->list_used[15] = 0; break;
	default: e->visit_type[7] = 0; break;
	}
	return e->visits < 8;
}

static const struct mutation swap_mutations[] = {
	{"another device", device, NULL},
	{"another result", result, NULL},
	{"list in another order", list_order, NULL},
	{"list and walk forged together", forged, NULL},
	{"requeue left out", no_requeue, NULL},
	{"key on a list", key, NULL},
	{"verdict", verdict, NULL},
	{"next has left", next_left, NULL},
	{"next device", visit_next, NULL},
	{"end of the walk", end, NULL},
	{"batch", batch, NULL},
	{"slots given", ret, NULL},
	{"rule", rule, NULL},
	{"rule of a change", list_rule, NULL},
	{"which list", which_list, NULL},
	{"node", node, NULL},
	{"number of devices", devices, NULL},
	{"priority", priority, NULL},
	{"key of a change", list_key, NULL},
	{"operation", operation, NULL},
	{"device of a change", other_device, NULL},
	{"seq far ahead", gap, NULL},
	{"seq of two walks swapped", seq_swapped, NULL},
	{"unused lane", lane, NULL},
	{"line dropped", NULL, mutate_line_dropped},
	{"line doubled", NULL, mutate_line_doubled},
	{"field dropped", NULL, mutate_field_dropped},
	{"byte changed", NULL, mutate_byte_changed},
};

/* A model's run under one of the rules, unless the script changes it. */
static char *model_capture(u64 number, u8 rule, size_t *len)
{
	random_scenario(number);
	host_set("rule", 0, rule);
	CHECK(host_run(1000) == 0, "%s", host_error());
	return mms_decision_count() < 10 ? NULL : host_write(len);
}

static char *by_node(u64 number, size_t *len)
{
	return model_capture(number, number % 2 ? MMS_rule_node : MMS_rule_global, len);
}

static char *round_robin(u64 number, size_t *len)
{
	return model_capture(number, MMS_rule_roundrobin, len);
}

static const unsigned n_swap_mutations = MMS_COUNT(swap_mutations);

const struct mutation_set mutation_sets[] = {
	{"swap_by_node", by_node, swap_mutations, &n_swap_mutations},
	{"swap_round_robin", round_robin, swap_mutations, &n_swap_mutations},
	{"zone_fairness", fixture_zone, zone_mutations, &n_zone_mutations},
	{"swap_in", fixture_swap_in, swap_in_mutations, &n_swap_in_mutations},
	{"interleave", fixture_interleave, interleave_mutations, &n_interleave_mutations},
};
const unsigned n_mutation_sets = MMS_COUNT(mutation_sets);
