/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task's memory policy (mm/mempolicy.c:policy_nodemask()) and cpuset (kernel/cgroup/cpuset.c:cpuset_current_node_allowed()).
 * The first walk asks nodes of the cpuset alone (mm/page_alloc.c:prepare_alloc_pages()). A task that then reclaims goes beyond them
 * without __GFP_HARDWALL: to those of an ancestor, which no text names; without reclaim and with __GFP_HIGH to all.
 * Interleaved requests begin at one node after another, and go on to other nodes as all do.
 */
#include "mempol.h"
#include "base/json.h"

#define STARTS 64u

bool mms_mempol_word(struct mempol *m, const struct word *word)
{
	static const char *const names[] = {"bind=", "interleave=", "cpuset="};
	u64 *const nodes[] = {&m->bind, &m->interleave, &m->cpuset};
	const char *at;

	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_word_begins(word, names[i], &at)) {
			*nodes[i] = mms_node_list(at, word->end);
			return *nodes[i] != UINT64_MAX;
		}
	return false;
}

/* mm/mempolicy.c:apply_policy_zone(): requests for zones below the highest one are bound to no node. */
static bool binds(const struct snapshot *s, const struct zone *zones, u32 flags)
{
	enum zone_name most = mms_request_highest(s, zones, flags);

	for (u32 i = 0; i < s->zones; i++)
		if (!zones[i].judged.empty && zones[i].name <= ZONE_HIGHMEM && zones[i].name > most)
			return false;
	return true;
}

struct places mms_mempol_places(const struct mempol *m, const struct snapshot *s, const struct zone *zones, u32 flags)
{
	u64 bound = m->bind && binds(s, zones, flags) ? m->bind : UINT64_MAX, cpuset = m->cpuset ? m->cpuset : UINT64_MAX;
	bool ignored = flags & ASKS_HIGH && !(flags & ASKS_RECLAIM);

	return (struct places){bound & cpuset, ignored ? bound : bound & cpuset, ignored || !(flags & ASKS_HARDWALL) ? bound : bound & cpuset};
}

/* The part whose turn it is, of those that have pages left. */
static struct part *turn(struct part *parts, u32 n, u32 node)
{
	struct part *best = NULL;

	for (u32 i = 0; i < n; i++)
		if (parts[i].left && (!best || mms_turn(parts[i].zone, node) < mms_turn(best->zone, node)))
			best = &parts[i];
	return best;
}

static void put_zone(struct part *part, struct mms_text *out)
{
	mms_json_open(out);
	mms_json_number(out, "node", part->zone->node);
	mms_json_string(out, "zone", mms_zone_name[part->zone->name]);
	mms_json_number(out, "free", MMS_MIN(part->zone->value[FIELD_free], part->after + part->left));
	part->told = part->left;
}

/* A part that is empty, and what others have given since the one before; that one ended at `least` at the least. */
static void put_part(struct part *parts, u32 n, struct part *part, s64 *least, const char *until, struct mms_text *out)
{
	if (!part->least) /* at least it gives nothing: it ends where the one before it does */
		part->ends.lo = MMS_MAX(part->ends.lo, *least);
	*least = part->ends.lo;
	put_zone(part, out);
	mms_json_string(out, "until", until);
	mms_json_range(out, "pages", part->least, part->most);
	mms_json_range(out, "ends", part->ends.lo, part->ends.hi);
	mms_json_array(out, "zones");
	for (u32 i = 0; i < n; i++)
		if (parts[i].left != parts[i].told) {
			put_zone(&parts[i], out);
			mms_json_close(out);
		}
	mms_put_char(out, ']');
	mms_json_close(out);
}

/* Until no part has a page; `ends` is where each is empty. Rounds in which no part becomes empty are one step. `until`: null for what
 * each gives at least, which is not written. */
static s64 drain(struct part *parts, u32 n, const u32 *starts, u32 count, s64 pages, s64 at, const char *until, struct mms_text *out)
{
	s64 least = 0;
	struct part *of[STARTS] = {0};

	for (;;) {
		s64 rounds = PAGES_MOST;

		for (u32 k = 0; k < count; k++) {
			if (!of[k] || !of[k]->left)
				of[k] = turn(parts, n, starts[k]);
			if (!of[k])
				return at;
		}
		for (u32 k = 0; k < count; k++) {
			s64 takers = 0;

			for (u32 i = 0; i < count; i++)
				takers += of[i] == of[k];
			rounds = MMS_MIN(rounds, (of[k]->left - 1) / (takers * pages));
		}
		for (u32 k = 0; k < count; k++)
			of[k]->left -= rounds * pages;
		at += rounds * pages * count;
		for (u32 k = 0; k < count && (of[k]->left || (of[k] = turn(parts, n, starts[k]))); k++) {
			s64 taken = MMS_MIN(pages, of[k]->left);

			of[k]->left -= taken;
			at += taken;
			*(until ? &of[k]->ends.hi : &of[k]->ends.lo) = at;
			if (until && !of[k]->left)
				put_part(parts, n, of[k], &least, until, out);
		}
	}
}

void mms_mempol_drain(const struct mempol *m, u32 node, u32 order, struct part *parts, u32 n, struct span *at, const char *until,
	struct mms_text *out)
{
	u32 starts[STARTS] = {node}, count = 0;

	for (u32 k = 0; k < STARTS; k++)
		for (u32 i = 0; i < n; i++)
			if (m->interleave >> k & 1 && parts[i].zone->node == k) {
				starts[count++] = k;
				break;
			}
	count = MMS_MAX(count, 1u);
	at->lo = drain(parts, n, starts, count, (s64)1 << order, at->lo, NULL, out);
	for (u32 i = 0; i < n; i++)
		parts[i].left = parts[i].most;
	at->hi = drain(parts, n, starts, count, (s64)1 << order, at->hi, until, out);
}
