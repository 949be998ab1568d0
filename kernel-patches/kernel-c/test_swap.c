/* SPDX-License-Identifier: GPL-2.0-only */
/* Which swap device: lists, priorities, the walk, and the cache of slots. */
#include "case.h"
#include "swap.h"

#include "policy/get_swap_pages.h"
#include "policy/slots_cache.h"
#include "policy/swap_prio.h"
#include "policy/swap_range.h"

/* ---- lib/plist.c ------------------------------------------------------------------------------------------- */

static bool same_plist(struct kc_case *c, const struct mms_list *list)
{
	uint8_t ids[KC_PLIST];
	int prios[KC_PLIST];
	int n = kc_plist_read(ids, prios);
	bool same = AGREE(c, "length", n, list->n);

	for (int i = 0; same && i < n; i++)
		same = AGREE(c, "entry", ids[i], list->type[i]) && AGREE(c, "priority", prios[i], list->prio[i]);
	return same;
}

/* Random changes of one list; after each of them it is compared. Few priorities, so that many are equal. */
static bool plist(struct kc_case *c)
{
	struct mms_list list = {.known = 1};
	int devices = 1 + (int)below(c, chance(c, 8) ? KC_PLIST : 6);
	int steps = 1 + (int)below(c, 10), levels = 1 + (int)below(c, 4);
	int16_t base = (int16_t)(chance(c, 4) ? rnd(c) : 0);

	kc_plist_begin();
	SAY(c, "  %d devices\n", devices);
	for (int i = 0; i < devices; i++)
		kc_plist_new(i, 0);
	for (int i = 0; i < steps + devices / 2; i++) {
		u8 id = (u8)below(c, (uint32_t)devices);
		bool listed = mms_plist_find(&list, id) >= 0, did;
		int16_t key = (int16_t)(base + (int16_t)below(c, (uint32_t)levels));
		uint32_t what = i < devices / 2 ? 0 : below(c, 3);

		SAY(c, "  %s %u key %d\n", what == 0 ? "add" : what == 1 ? "del" : "requeue", id, key);
		switch (what) {
		case 0:
			did = mms_plist_add(&list, id, key);
			if (!listed) {
				kc_plist_new(id, key);
				kc_plist_add(id);
			}
			listed = !listed;
			break;
		case 1:
			did = mms_plist_del(&list, id);
			kc_plist_del(id);
			break;
		default:
			did = mms_plist_requeue(&list, id);
			if (listed)
				kc_plist_requeue(id);
		}
		if (!AGREE(c, "was it done", listed, did) || !same_plist(c, &list))
			return false;
	}
	return true;
}

/* ---- mm/swapfile.c:get_swap_pages() ------------------------------------------------------------------------ */

struct select {
	struct kc_case *c;
	struct mms_list list[KC_SWAP_NODES];
	struct mms_walk w;
	int nodes, devices, budget;
	u8 rule, mode, order; /* mode: the rule when the walk began */
	s16 nid, walked_nid, which;
	u16 goal, n_goal;
	s64 avail;
	bool full[KC_SWAP_DEVS], writeok[KC_SWAP_DEVS], listed[KC_SWAP_DEVS];
	int16_t key[KC_SWAP_DEVS][KC_SWAP_NODES];
	int pending; /* verdict that the policy's walk has yet to hear; -1: none */
	u16 pending_ret;
	u8 pass;
	bool same, trace;
	/* the walk as it went, to compare with what the kernel reports of it */
	struct mms_list snapshot;
	u8 visits, type[8], verdict[8], next[8];
	struct kc_swap_walk got;
	bool have;
};

static bool same_lists(struct select *s)
{
	for (int nid = 0; nid < s->nodes; nid++) {
		uint8_t types[KC_SWAP_DEVS];
		int keys[KC_SWAP_DEVS];
		int n = kc_swap_read(nid, types, keys);

		if (!AGREE(s->c, "devices on a list", n, s->list[nid].n))
			return false;
		for (int i = 0; i < n; i++)
			if (!AGREE(s->c, "device", types[i], s->list[nid].type[i]) ||
			    !AGREE(s->c, "key", keys[i], s->list[nid].prio[i]))
				return false;
	}
	return true;
}

static void join(struct select *s, int type)
{
	kc_swap_add(type);
	s->listed[type] = true;
	s->writeok[type] |= KC_KERNEL == 703; /* swapon() sets it then */
	for (int nid = 0; nid < s->nodes; nid++)
		mms_plist_add(&s->list[nid], (u8)type, s->key[type][nid]);
}

static void leave(struct select *s, int type)
{
	kc_swap_del(type);
	s->listed[type] = false;
	for (int nid = 0; nid < s->nodes; nid++)
		mms_plist_del(&s->list[nid], (u8)type);
}

static void state(struct select *s, int type, bool full, bool writeok)
{
	s->full[type] = full;
	s->writeok[type] = writeok;
	kc_swap_state(type, full, writeok);
}

/* What other CPUs do meanwhile. `cur`: more often to the device in hand than to others. */
static void race(struct select *s, int cur)
{
	for (u32 n = below(s->c, 4) ? 0 : 1 + below(s->c, 3); n; n--) {
		int type = chance(s->c, 2) ? cur : (int)below(s->c, (u32)s->devices);

		switch (below(s->c, 7)) {
		case 0: /* its last slot is taken, or it is swapped off: it leaves */
			if (s->listed[type])
				leave(s, type);
			state(s, type, chance(s->c, 2), chance(s->c, 2));
			if (!s->full[type] && s->writeok[type])
				state(s, type, true, true);
			break;
		case 1: /* a slot is given back */
			state(s, type, false, true);
			if (!s->listed[type])
				join(s, type);
			break;
		case 2: /* seen before it has left */
			state(s, type, chance(s->c, 2), chance(s->c, 2));
			break;
		case 3:
			if (s->listed[type])
				kc_swap_requeue(type, s->which), mms_plist_requeue(&s->list[s->which], (u8)type);
			break;
		case 4: /* the task goes to another CPU */
			s->nid = (s16)below(s->c, (u32)s->nodes);
			kc_swap_node(s->nid);
			break;
		case 5: /* the rule is switched; the lists are not followed here */
			if (!KC_STOCK && chance(s->c, 8)) {
				s->rule = (u8)below(s->c, 3);
				kc_swap_switch(s->rule);
			}
			break;
		default: /* goes and comes back */
			if (s->listed[type]) {
				leave(s, type);
				join(s, type);
			}
		}
	}
}

static void begin(struct select *s)
{
	s->mode = s->rule;
	s->walked_nid = s->nid;
	s->which = mms_swap_select_nid(s->rule, s->nid, 0);
	s->snapshot = s->list[s->which];
	s->visits = 0;
	s->pending = -1;
	if (mms_walk_begin(&s->w, &s->list[s->which], s->goal, s->avail, s->order))
		s->n_goal = s->w.batch;
}

static bool same_report(struct select *s)
{
	struct kc_case *c = s->c;
	const struct kc_swap_walk *k = &s->got;
	bool same;

	if (!s->trace)
		return true;
	same = AGREE(c, "a report", s->have, 1) && AGREE(c, "mode", k->mode, s->mode) && AGREE(c, "node", k->nid, s->walked_nid) && AGREE(c, "list", k->list, s->which) &&
	       AGREE(c, "avail", k->avail, s->avail) && AGREE(c, "batch", k->batch, s->w.batch) && AGREE(c, "goal", k->goal, s->goal) &&
	       AGREE(c, "order", k->order, s->order) && AGREE(c, "pass", k->pass, s->pass) && AGREE(c, "end", k->end, s->w.end) &&
	       AGREE(c, "type", k->type, s->w.type) && AGREE(c, "ret", k->ret, s->w.ret) &&
	       AGREE(c, "listed", k->list_n, s->snapshot.n) && AGREE(c, "visits", k->visits, s->visits);
	for (u32 i = 0; same && i < 16 && i < s->snapshot.n; i++)
		same = AGREE(c, "listed type", k->list_type[i], s->snapshot.type[i]) &&
		       AGREE(c, "listed key", k->list_prio[i], s->snapshot.prio[i]);
	for (u32 i = 0; same && i < 8 && i < s->visits; i++)
		same = AGREE(c, "visit", k->visit_type[i], s->type[i]) && AGREE(c, "verdict", k->visit_verdict[i], s->verdict[i]) &&
		       AGREE(c, "next", k->visit_next[i], s->next[i]);
	s->have = false;
	return same;
}

/* The policy hears what came of its last device, and starts over when it has to. */
static void settle(struct select *s)
{
	u8 verdict;

	if (s->pending < 0)
		return;
	verdict = (u8)s->pending;
	s->pending = -1;
	if (verdict == MMS_verdict_full || verdict == MMS_verdict_notwritable) {
		s->listed[s->w.cur] = false; /* from this list by the policy, from the others here */
		for (int nid = 0; nid < s->nodes; nid++)
			if (nid != s->which)
				mms_plist_del(&s->list[nid], s->w.cur);
	}
	mms_walk_verdict(&s->w, verdict, s->pending_ret);
	if (s->visits <= 8)
		s->verdict[s->visits - 1] = (u8)(verdict | (s->w.over && s->w.end == MMS_walk_end_restart ? MMS_NEXT_LEFT : 0));
	if (s->w.over && s->w.end == MMS_walk_end_restart) {
		s->same &= same_report(s);
		s->pass++;
		begin(s);
	}
}

static void before(void *self, int type)
{
	struct select *s = self;
	int chosen;

	if (!s->same)
		return;
	settle(s);
	chosen = mms_walk_next(&s->w);
	SAY(s->c, "  tries device %d\n", type);
	s->same &= AGREE(s->c, "device tried", type, chosen) && same_lists(s);
	if (!s->same)
		return;
	if (s->visits < 8) {
		s->type[s->visits] = (u8)chosen;
		s->next[s->visits] = s->w.next;
	}
	s->visits++;
	if (s->budget-- > 0)
		race(s, type);
	else
		state(s, type, true, true); /* an end: it is full */
	if (KC_KERNEL == 703) { /* does not ask whether it is full; only one that swapoff() has done with is passed over */
		if (!s->writeok[type])
			s->pending = s->listed[type] ? MMS_verdict_zero : MMS_verdict_gone;
	} else if (s->full[type] || !s->writeok[type])
		s->pending = !s->listed[type] ? MMS_verdict_gone : s->full[type] ? MMS_verdict_full : MMS_verdict_notwritable;
	else if (KC_KERNEL == 601 && s->order && KC_SWAP_FILE(type))
		s->pending = MMS_verdict_zero;
}

static int scan(void *self, int type, int nr, int order)
{
	struct select *s = self;
	int ret = 0;

	if (!s->same)
		return nr;
	s->same &= AGREE(s->c, "slots asked for", nr, s->n_goal) && AGREE(s->c, "order", order, s->order) &&
		   AGREE(s->c, "a device that was ruled out", s->pending >= 0, 0);
	if (chance(s->c, 3))
		ret = chance(s->c, 2) ? nr : (int)below(s->c, (u32)nr + 1);
	if (s->full[type] || !s->writeok[type])
		ret = 0;
	if (chance(s->c, 3))
		race(s, type);
	SAY(s->c, "  device %d gives %d of %d\n", type, ret, nr);
	s->pending = ret ? MMS_verdict_took : MMS_verdict_zero;
	s->pending_ret = (u16)ret;
	return ret;
}

static void walked(void *self, const struct kc_swap_walk *walk)
{
	struct select *s = self;

	if (!s->same)
		return;
	s->same = AGREE(s->c, "a report that the policy does not expect", s->have, 0);
	s->got = *walk;
	s->have = true;
	if (walk->end == MMS_walk_end_restart)
		settle(s);
}

static bool get_swap_pages_same(struct kc_case *c)
{
	struct select s = {.c = c, .same = true, .pending = -1};
	struct kc_swap_hooks hooks = {&s, before, scan, walked};
	uint32_t levels = 1 + below(c, 4);
	long free, left;
	int ret;

	s.nodes = chance(c, 4) ? KC_SWAP_NODES : 1 + (int)below(c, 3);
	s.devices = chance(c, 16) ? 1 + (int)below(c, KC_SWAP_DEVS) : 1 + (int)below(c, 5);
	s.rule = (u8)below(c, 3);
	s.order = chance(c, 3) ? (u8)below(c, 10) : 0;
	s.trace = !chance(c, 4) && !KC_STOCK;
	s.budget = 12;
	s.goal = (u16)(chance(c, 2) ? 64 : chance(c, 2) ? 1 : edge(c, 2000));
	free = chance(c, 2) ? (long)edge(c, 5000) << below(c, 12) : (long)edge(c, INT64_MAX);
	if (chance(c, 6))
		free = -free;
	if (KC_KERNEL == 601) { /* a list for each node; pages, or one folio as large as a cluster */
		s.rule = MMS_rule_node;
		s.order = s.order ? KC_SWAP_CLUSTER_ORDER : 0;
		s.goal = s.order ? 1 : s.goal;
	} else if (KC_KERNEL == 703) { /* one list, one folio, and nr_swap_pages is for the caller to ask */
		s.rule = MMS_rule_roundrobin;
		s.nodes = 1;
		s.goal = 1;
		free = (long)(1 + below(c, 100)) << s.order;
	}
	s.avail = mms_swap_avail(free, s.order);
	s.nid = (s16)below(c, (uint32_t)s.nodes);
	kc_swap_begin(s.nodes, s.rule, s.trace);
	kc_swap_node(s.nid);
	for (int nid = 0; nid < s.nodes; nid++)
		s.list[nid].known = 1;
	SAY(c, "  rule %u nodes %d node %d goal %u order %u nr_swap_pages %ld\n", s.rule, s.nodes, s.nid, s.goal, s.order, free);
	for (int i = 0; i < s.devices; i++) {
		s16 prio = chance(c, 2) ? (s16)below(c, levels) : (s16)(-1 - (s16)below(c, levels));
		s16 node_id = (s16)((int)below(c, (uint32_t)s.nodes + 1) - 1);

		if (KC_KERNEL == 703)
			prio = mms_setup_prio(s.rule, prio, (u32)i);
		for (s16 nid = 0; nid < s.nodes; nid++)
			s.key[i][nid] = mms_avail_key(s.rule, prio, node_id, nid);
		SAY(c, "  device %d priority %d node %d\n", i, prio, node_id);
		s.full[i] = false;
		s.writeok[i] = true;
		kc_swap_device(i, false, true, s.key[i]);
		if (!chance(c, 6))
			join(&s, i);
		else
			state(&s, i, true, true);
	}
	begin(&s);
	left = free;
	ret = kc_get_swap_pages(s.goal, s.order, &left, &hooks);
	if (s.same) {
		settle(&s);
		if (!s.w.over && mms_walk_next(&s.w) >= 0)
			s.same = AGREE(c, "walk over", 1, 0);
	}
	return s.same && AGREE(c, "slots", ret, s.w.ret) && AGREE(c, "slots left", left, free - ((long)s.w.ret << s.order)) &&
	       same_report(&s) && same_lists(&s);
}

/* ---- priorities, ranges, cache ------------------------------------------------------------------------------ */

#if KC_KERNEL != 703 /* there each device has DEF_SWAP_PRIO: get_swap_pages */
static bool swap_set_prio(struct kc_case *c)
{
	u8 rule = KC_KERNEL == 601 ? MMS_rule_node : (u8)below(c, 3);
	u32 autos = chance(c, 2) ? below(c, 32) : (u32)edge(c, 1000);
	int nodes = 1 + (int)below(c, KC_SWAP_NODES);
	s16 given = (s16)(chance(c, 2) ? -1 - (int)edge(c, 32767) : (int)edge(c, 32767));
	s16 node_id = (s16)((int)below(c, (uint32_t)nodes + 2) - 1);
	int least = mms_least_priority(rule, autos), before_least = least, prio, list_prio, keys[KC_SWAP_NODES];
	s16 mine;
	bool same;

	kc_swap_prio(rule, nodes, given, &least, node_id, chance(c, 2), &prio, &list_prio, keys);
	SAY(c, "  rule %u given %d least_priority %d (%u automatic) node %d of %d\n", rule, given, before_least, autos, node_id,
	    nodes);
	mine = mms_setup_prio(rule, given, autos);
	same = AGREE(c, "priority", prio, mine) && AGREE(c, "place in swap_active_head", list_prio, -mine) &&
	       AGREE(c, "least_priority", least, given < 0 ? mms_least_priority(rule, autos + 1) : before_least);
	for (s16 nid = 0; same && nid < nodes; nid++)
		same = AGREE(c, "key", keys[nid], mms_avail_key(rule, mine, node_id, nid)) &&
		       AGREE(c, "key fits", 1, mms_key_fits(rule, (s16)keys[nid]));
	return same;
}

#endif

static bool swap_range(struct kc_case *c)
{
	unsigned int pages = 4 + (unsigned int)edge(c, UINT32_MAX - 16), nr = 1 + below(c, 4), used;
	bool writeok = chance(c, 2), same;

	used = chance(c, 2) ? pages - below(c, 4) : (unsigned int)edge(c, pages);
	if (used < nr)
		used = nr;
	SAY(c, "  pages %u used %u nr %u writeok %d\n", pages, used, nr, writeok);
	same = AGREE(c, "leaves", kc_swap_range_alloc(pages, used - nr, nr), mms_range_alloc_leaves(used, pages));
	return same && AGREE(c, "joins", kc_swap_range_free(pages, used, nr, 1 + below(c, 100), writeok),
			     mms_range_free_joins(used, pages, writeok));
}

/* A device of few slots from empty to full and back, as it goes with tasks that allocate, free, and swap it off. */
struct slots {
	uint64_t used; /* by slot; 0 is the header */
	unsigned int pages, lowest, highest;
	bool writeok, listed, notify, reclaim;
	long free;
};

static uint64_t slots_of(unsigned int offset, unsigned int nr)
{
	return ((1ull << nr) - 1) << offset;
}

static bool same_range(struct kc_case *c, const struct slots *s, int changes, int op, int reason, uint64_t freed, bool full)
{
	struct kc_range k = kc_range_read();

	if (KC_STOCK)
		return AGREE(c, "used", k.used, __builtin_popcountll(s->used)) && AGREE(c, "listed", k.listed, s->listed) &&
		       AGREE(c, "nr_swap_pages", k.free, s->free) && AGREE(c, "invalidated", k.invalidated, freed) &&
		       AGREE(c, "notified", k.notified, s->notify ? freed : 0) &&
		       AGREE(c, "shadows or zswap", k.shadows, freed) &&
		       (KC_KERNEL == 703 || (AGREE(c, "lowest_bit", k.lowest, s->lowest) &&
					     AGREE(c, "highest_bit", k.highest, s->highest)));
	return AGREE(c, "used", k.used, __builtin_popcountll(s->used)) && AGREE(c, "listed", k.listed, s->listed) &&
	       AGREE(c, "nr_swap_pages", k.free, s->free) && AGREE(c, "lowest_bit", k.lowest, s->lowest) &&
	       AGREE(c, "highest_bit", k.highest, s->highest) && AGREE(c, "changes of lists", k.changes, changes) &&
	       (!changes || (AGREE(c, "op", k.op, op) && AGREE(c, "reason", k.reason, reason) && AGREE(c, "list", k.list, -1))) &&
	       AGREE(c, "zero map", k.zeros, freed) && AGREE(c, "invalidated", k.invalidated, freed) &&
	       AGREE(c, "shadows", k.shadows, freed) && AGREE(c, "notified", k.notified, s->notify ? freed : 0) &&
	       AGREE(c, "reclaim", k.reclaims, full && s->reclaim);
}

static bool range_alloc(struct kc_case *c, struct slots *s, unsigned int offset, unsigned int nr)
{
	bool leaves, was = s->listed;

	SAY(c, "  alloc %u at %u\n", nr, offset);
	s->used |= slots_of(offset, nr);
	leaves = mms_range_alloc_leaves((u64)__builtin_popcountll(s->used), s->pages);
	s->lowest = leaves ? s->pages + 1 : offset == s->lowest ? offset + nr : s->lowest;
	s->highest = leaves ? 0 : offset + nr - 1 == s->highest ? offset - 1 : s->highest;
	s->listed = was && !leaves;
	s->free -= KC_KERNEL == 703 ? nr : 0; /* before it, get_swap_pages() counts them */
	kc_range_alloc(offset, nr);
	return same_range(c, s, was && leaves, KC_DEL, KC_FULL, 0, leaves);
}

static bool range_free(struct kc_case *c, struct slots *s, unsigned int offset, unsigned int nr)
{
	bool joins = mms_range_free_joins((u64)__builtin_popcountll(s->used), s->pages, s->writeok);

	SAY(c, "  free %u at %u\n", nr, offset);
	s->used &= ~slots_of(offset, nr);
	s->lowest = offset < s->lowest ? offset : s->lowest;
	s->highest = offset + nr - 1 > s->highest ? offset + nr - 1 : s->highest;
	s->listed = s->listed || joins;
	s->free += nr;
	kc_range_free(offset, nr);
	return same_range(c, s, joins, KC_ADD, KC_FREED, slots_of(offset, nr), false);
}

/* A device that is full has the event of swapoff too. */
static bool range_off(struct kc_case *c, struct slots *s)
{
	SAY(c, "  swapoff\n");
	s->writeok = s->listed = false;
	kc_range_off();
	return same_range(c, s, 1, KC_DEL, KC_SWAPOFF, 0, false);
}

static bool swap_ranges(struct kc_case *c)
{
	struct slots s = {.pages = 1 + below(c, 12), .lowest = 1, .writeok = true, .listed = true, .notify = chance(c, 2)};
	bool clusters = chance(c, 2), full = chance(c, 2), same = true;

	s.highest = s.pages;
	s.free = s.pages;
	s.reclaim = clusters && full;
	SAY(c, "  slots 1 to %u, notify %d clusters %d vm_swap_full %d\n", s.pages, s.notify, clusters, full);
	kc_range_begin(s.pages, s.notify, clusters, full);
	for (int i = 0; same && i < 24; i++) {
		unsigned int offset = 1 + below(c, s.pages), nr = 1 + below(c, chance(c, 2) ? 1 : 4);
		uint64_t slots;

		nr = nr > s.pages + 1 - offset ? s.pages + 1 - offset : nr;
		slots = slots_of(offset, nr);
		if (s.writeok && chance(c, 40))
			same = range_off(c, &s);
		else if (!(s.used & slots))
			same = range_alloc(c, &s, offset, nr);
		else if ((s.used & slots) == slots && chance(c, 2))
			same = range_free(c, &s, offset, nr);
	}
	return same;
}

#if KC_KERNEL != 703 /* which has no cache of slots */
static bool check_cache_active(struct kc_case *c)
{
	bool enabled = !chance(c, 4), active = chance(c, 2), answer, kernel, policy;
	unsigned int cpus = 1 + (unsigned int)(chance(c, 2) ? below(c, 8) : edge(c, 8191)), drained;
	long free = chance(c, 2) ? (long)cpus * (chance(c, 2) ? 320 : 128) + (long)below(c, 5) - 2 : (long)edge(c, INT64_MAX);

	if (chance(c, 8))
		free = -free;
	SAY(c, "  enabled %d active %d nr_swap_pages %ld cpus %u\n", enabled, active, free, cpus);
	kernel = kc_check_cache_active(enabled, active, free, cpus, &answer, &drained);
	policy = mms_check_cache_active(enabled, active, free, cpus);
	return AGREE(c, "active", kernel, policy) && AGREE(c, "used", answer, enabled && policy) &&
	       AGREE(c, "drained", drained, enabled && active && !policy ? 3 : 0);
}

#endif

const struct kc_test kc_swap_tests[] = {
	{"plist", plist, 1},
#if KC_KERNEL == 703
	{"swap_alloc_slow", get_swap_pages_same, 1},
#else
	{"get_swap_pages", get_swap_pages_same, 1},
	{"swap_set_prio", swap_set_prio, 1},
#endif
	{"swap_range", swap_range, 1},
	{"swap_ranges", swap_ranges, 2},
#if KC_KERNEL != 703
	{"check_cache_active", check_cache_active, 1},
#endif
	{0},
};
