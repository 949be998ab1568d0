/* SPDX-License-Identifier: Apache-2.0 */
#include "interleave.h"

#define MASK_BITS 64

static bool has(u64 nodes, s16 nid)
{
	return nid >= 0 && nid < MASK_BITS && nodes >> nid & 1;
}

s16 mms_first_node(u64 nodes)
{
	return nodes ? (s16)__builtin_ctzll(nodes) : (s16)-1;
}

s16 mms_next_node_in(s16 nid, u64 nodes)
{
	u64 above = nid < MASK_BITS - 1 ? nodes & (UINT64_MAX << (nid + 1)) : 0;

	return mms_first_node(above ? above : nodes);
}

void mms_set_mempolicy(struct mms_il *il, s16 highest)
{
	*il = (struct mms_il){.prev = highest};
}

bool mms_interleave_stays(const struct mms_il *il, u64 nodes)
{
	return il->cnt && has(nodes, il->prev);
}

s16 mms_interleave_nodes(struct mms_il *il, u64 nodes, u32 granularity)
{
	bool stays = mms_interleave_stays(il, nodes);
	s16 nid = stays ? il->prev : mms_next_node_in(il->prev, nodes);

	if (nid < 0)
		return nid;
	il->prev = nid;
	il->cnt = (stays ? il->cnt : 0) + 1;
	/* decided after the hand-out, so that a granularity set meanwhile counts from the next one on */
	if (il->cnt >= granularity)
		il->cnt = 0;
	return nid;
}

s16 mms_interleave_bulk(struct mms_il *il, u64 nodes)
{
	struct mms_il next = {.prev = il->prev};
	s16 nid = mms_interleave_nodes(&next, nodes, 1);

	if (nid >= 0)
		*il = next;
	return nid;
}

s16 mms_weighted_interleave_nodes(struct mms_il *il, u64 nodes, u32 weight)
{
	if (!mms_interleave_stays(il, nodes)) {
		s16 nid = mms_next_node_in(il->prev, nodes);

		if (nid < 0)
			return nid;
		il->prev = nid;
		il->cnt = weight;
	}
	il->cnt--;
	return il->prev;
}

s16 mms_interleave_nid(u64 nodes, u64 ilx)
{
	u64 target = nodes ? ilx % (u64)__builtin_popcountll(nodes) : 0;
	s16 nid = mms_first_node(nodes);

	for (; target; target--)
		nid = mms_next_node_in(nid, nodes);
	return nid;
}

static u64 weight_of(const u8 weight[MMS_NODES], s16 nid)
{
	return nid < MMS_NODES && weight[nid] ? weight[nid] : 1;
}

s16 mms_weighted_interleave_nid(u64 nodes, u64 ilx, const u8 weight[MMS_NODES])
{
	s16 nid = mms_first_node(nodes);
	u64 total = 0, target;

	for (s16 i = 0; i < MASK_BITS; i++)
		total += has(nodes, i) ? weight_of(weight, i) : 0;
	if (!total)
		return -1;
	for (target = ilx % total; target >= weight_of(weight, nid); nid = mms_next_node_in(nid, nodes))
		target -= weight_of(weight, nid);
	return nid;
}
