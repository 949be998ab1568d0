/* SPDX-License-Identifier: GPL-2.0-only */
/* Which node an interleaved allocation goes to. */
#include <string.h>

#include "case.h"
#include "interleave.h"

#include "policy/interleave.h"

/* policy/: -1 where there is no node; the kernel: MAX_NUMNODES. */
static int node(int nid)
{
	return nid == KC_MAX_NUMNODES ? -1 : nid;
}

static u64 some_nodes(struct kc_case *c, int bits)
{
	u64 all = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;

	switch (below(c, 8)) {
	case 0: return chance(c, 4) ? 0 : all;
	case 1: return 1ull << below(c, (u32)bits);
	case 2: return 1ull << (bits - 1) | 1;
	case 3:
	case 4: return rnd(c) & 0xff & all;
	case 5: return rnd(c) & rnd(c) & all;
	default: return rnd(c) & all;
	}
}

static s16 some_prev(struct kc_case *c)
{
	return chance(c, 4) ? (s16)(KC_MAX_NUMNODES - 1) : chance(c, 4) ? (s16)below(c, KC_MAX_NUMNODES) : (s16)below(c, 8);
}

static bool interleave_nodes(struct kc_case *c)
{
	u64 nodes = some_nodes(c, 64), rebound = chance(c, 8) ? some_nodes(c, 64) : nodes;
	u32 g = chance(c, 3) ? 1 : 1 + (u32)edge(c, INT32_MAX - 1), cnt = chance(c, 2) ? below(c, 4) : (u32)edge(c, UINT32_MAX);
	struct mms_il il = {some_prev(c), chance(c, 2) ? cnt : chance(c, 2) ? g - 1 : g};
	struct mms_il before = il;
	bool trace = !chance(c, 4), bulk, same;
	u8 caller = (u8)below(c, 3);
	struct kc_turn turn;
	s16 prev = il.prev;
	int kernel, policy;

	if (KC_STOCK) { /* always by 1 */
		g = 1;
		il.cnt = 0;
		caller = MMS_il_caller_alloc;
	}
	if (KC_KERNEL == 601)
		rebound = nodes; /* does not look whether the cpuset has changed */

	bulk = caller == MMS_il_caller_bulk;
	cnt = il.cnt;
	SAY(c, "  nodes %#llx (%#llx) prev %d cnt %u granularity %u caller %u\n", (unsigned long long)nodes,
	    (unsigned long long)rebound, il.prev, il.cnt, g, caller);
	kernel = kc_interleave_nodes(nodes, rebound, &prev, &cnt, caller, (int)g, trace, &turn);
	policy = bulk ? mms_interleave_bulk(&il, rebound) : mms_interleave_nodes(&il, rebound, g);
	same = AGREE(c, "node", node(kernel), policy) && AGREE(c, "prev afterwards", prev, il.prev) &&
	       AGREE(c, "cnt afterwards", cnt, il.cnt) && AGREE(c, "traced", turn.traced, !KC_STOCK && trace && policy >= 0);
	if (!same || !turn.traced)
		return same;
	return AGREE(c, "nodes traced", turn.nodes, rebound) && AGREE(c, "prev traced", turn.prev, before.prev) &&
	       AGREE(c, "cnt traced", turn.cnt, before.cnt) && AGREE(c, "granularity traced", turn.g, bulk ? 1 : g) &&
	       AGREE(c, "node traced", turn.nid, policy) && AGREE(c, "cnt_after traced", turn.cnt_after, il.cnt) &&
	       AGREE(c, "caller traced", turn.caller, caller) && AGREE(c, "mode traced", turn.mode, MMS_mpol_interleave);
}

#if KC_KERNEL != 601 /* which has no weights */
static void some_weights(struct kc_case *c, uint8_t *weights, int n)
{
	u32 most = chance(c, 2) ? 4 : 256;

	for (int i = 0; i < n; i++)
		weights[i] = (uint8_t)(KC_STOCK ? 1 + below(c, most - 1) : below(c, most)); /* 7.3 never has 0 in its table */
}

static bool weighted_interleave_nodes(struct kc_case *c)
{
	u64 nodes = some_nodes(c, 64), rebound = chance(c, 8) ? some_nodes(c, 64) : nodes;
	uint8_t weights[64], weight = chance(c, 2) ? (uint8_t)below(c, 3) : (uint8_t)rnd(c);
	struct mms_il il = {some_prev(c), weight}, before = il;
	bool table = !chance(c, 4), trace = !chance(c, 4), stays, same;
	struct kc_turn turn;
	s16 prev = il.prev, next;
	int kernel, policy;
	u32 w = 0;

	some_weights(c, weights, 64);
	stays = mms_interleave_stays(&il, nodes);
	if (stays)
		rebound = nodes; /* nobody asks whether the cpuset has changed */
	next = mms_next_node_in(il.prev, rebound);
	if (!stays && next >= 0)
		w = table && weights[next] ? weights[next] : 1;
	SAY(c, "  nodes %#llx (%#llx) prev %d weight left %u next %d of weight %u\n", (unsigned long long)nodes,
	    (unsigned long long)rebound, il.prev, il.cnt, next, w);
	kernel = kc_weighted_interleave_nodes(nodes, rebound, &prev, &weight, table ? weights : NULL, trace, &turn);
	policy = mms_weighted_interleave_nodes(&il, rebound, w);
	same = AGREE(c, "node", node(kernel), policy) && AGREE(c, "prev afterwards", prev, il.prev) &&
	       AGREE(c, "weight afterwards", weight, il.cnt) && AGREE(c, "traced", turn.traced, !KC_STOCK && trace && policy >= 0);
	if (!same || !turn.traced)
		return same;
	return AGREE(c, "nodes traced", turn.nodes, rebound) && AGREE(c, "prev traced", turn.prev, before.prev) &&
	       AGREE(c, "cnt traced", turn.cnt, before.cnt) && AGREE(c, "node traced", turn.nid, policy) &&
	       AGREE(c, "weight traced", turn.g, mms_interleave_stays(&before, rebound) ? 0 : w) &&
	       AGREE(c, "cnt_after traced", turn.cnt_after, il.cnt) && AGREE(c, "mode traced", turn.mode, MMS_mpol_weighted_interleave);
}

#endif

/* policy/: -1 where there is no node; the kernel takes the CPU's. */
static int static_node(int nid)
{
	return nid == KC_HERE ? -1 : nid;
}

/* Weights in an event: 0xff of nodes that are not in the policy, 1 without a table and for 0. */
static bool same_weights(struct kc_case *c, const struct kc_turn *turn, u64 nodes, const uint8_t *weights)
{
	bool same = true;

	for (int i = 0; same && i < MMS_NODES; i++)
		same = AGREE(c, "weight traced", turn->weight[i], nodes >> i & 1 ? (weights && weights[i] ? weights[i] : 1) : 0xff);
	return same;
}

static bool interleave_nid(struct kc_case *c)
{
	/* 6.1 counts pages of a mapping as 32-bit numbers */
	u64 nodes = some_nodes(c, 64), ilx = edge(c, KC_KERNEL == 601 ? UINT32_MAX : UINT64_MAX);
	bool trace = !chance(c, 4);
	struct kc_turn turn;
	int kernel, policy;

	SAY(c, "  nodes %#llx ilx %llu\n", (unsigned long long)nodes, (unsigned long long)ilx);
	kernel = kc_interleave_nid(nodes, ilx, trace, &turn);
	policy = mms_interleave_nid(nodes, ilx);
	return AGREE(c, "node", static_node(kernel), policy) && AGREE(c, "traced", turn.traced, !KC_STOCK && trace && nodes) &&
	       (!turn.traced || (AGREE(c, "node traced", turn.nid, policy) && AGREE(c, "nodes traced", turn.nodes, nodes) &&
			       same_weights(c, &turn, nodes, NULL)));
}

#if KC_KERNEL != 601
static bool weighted_interleave_nid(struct kc_case *c)
{
	u64 nodes = some_nodes(c, chance(c, 4) ? 64 : MMS_NODES), ilx = chance(c, 2) ? below(c, 3000) : edge(c, UINT64_MAX);
	bool table = !chance(c, 4), trace = !chance(c, 4), same;
	uint8_t weights[64] = {0};
	struct kc_turn turn;
	int kernel, policy;

	if (KC_STOCK)
		memset(weights, 1, sizeof(weights));
	some_weights(c, weights, MMS_NODES); /* those above count 1: an event has 16 */
	if (!table)
		for (int i = 0; i < MMS_NODES; i++)
			weights[i] = KC_STOCK;
	SAY(c, "  nodes %#llx ilx %llu weights", (unsigned long long)nodes, (unsigned long long)ilx);
	for (int i = 0; i < MMS_NODES; i++)
		SAY(c, " %u", weights[i]);
	SAY(c, "\n");
	kernel = kc_weighted_interleave_nid(nodes, ilx, table ? weights : NULL, trace, &turn);
	policy = mms_weighted_interleave_nid(nodes, ilx, weights);
	same = AGREE(c, "node", static_node(kernel), policy) && AGREE(c, "traced", turn.traced, !KC_STOCK && trace && nodes);
	/* the checker decides from the weights that were traced */
	return same && (!turn.traced || (same_weights(c, &turn, nodes, weights) &&
				       AGREE(c, "node from what was traced", mms_weighted_interleave_nid(nodes, ilx, turn.weight), policy)));
}
#endif

const struct kc_test kc_interleave_tests[] = {
	{"interleave_nodes", interleave_nodes, 1},
	{"interleave_nid", interleave_nid, 1},
#if KC_KERNEL != 601
	{"weighted_interleave_nodes", weighted_interleave_nodes, 1},
	{"weighted_interleave_nid", weighted_interleave_nid, 1},
#endif
	{0},
};
