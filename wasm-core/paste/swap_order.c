/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which device gives the next slot, under this kernel's rule and under each other: priorities and keys are those of
 * policy/swap_prio.c. Which node a disk sits on is in no such text, so a promotion is said, not applied.
 */
#include "internal.h"

#include "base/bytes.h"
#include "base/json.h"
#include "policy/plist.h"
#include "policy/swap_prio.h"

#define RULES 3u
#define ZRAM_PRIO 100

static const char *const rule_names[RULES] = {[MMS_rule_node] = "node", [MMS_rule_global] = "global", [MMS_rule_roundrobin] = "roundrobin"};
static const char *const releases[RULES] = {
	[MMS_rule_node] = "4.14 to 6.18", [MMS_rule_global] = "to 4.13", [MMS_rule_roundrobin] = "from 6.19"};

struct ranks {
	u8 rank[MMS_DEVS]; /* from 1; equals take turns; 0: full */
	u32 autos;
};

/* By its automatic priorities, which nobody can set: -1, -2, -3 and on to 4.13; -2, -3, -4 and on to 6.18, as swapoff closes
 * gaps (mm/swapfile.c); and all -1 from 6.19. RULES: not told. */
static u32 rule_of(const struct swap_list *list, const struct swap *swap, u32 n)
{
	u32 ones = 0, autos = 0;
	u64 seen = 0;

	for (u32 i = 0; i < n; i++)
		if (swap[i].prio < 0) {
			autos++;
			ones += swap[i].prio == -1;
			seen |= 1ull << MMS_MIN(-swap[i].prio, 63);
		}
	if (ones > 1)
		return ones == autos ? MMS_rule_roundrobin : RULES;
	if (list->cut || autos == ones || seen >> (2 - ones) != (1ull << autos) - 1)
		return RULES;
	return ones ? MMS_rule_global : MMS_rule_node;
}

static bool is_full(const struct swap *swap)
{
	return !swap->rounded && swap->size >= 0 && swap->used >= swap->size;
}

/* The line of a device that leaves open who is next: one that could not be read, or the first one, where it may be full. */
static u32 open_line(const struct swap_list *list, const struct swap *swap, u32 n, const struct ranks *ranks)
{
	u32 line = list->cut;

	for (u32 i = 0; i < n; i++)
		if (!line && ranks->rank[i] == 1 && swap[i].size > 0 && swap[i].used >= swap[i].size)
			line = swap[i].line;
	return line;
}

/* Their ranks under a rule, had they been swapped on under it in the order of their priorities. */
static struct ranks rank(const struct swap *swap, u32 n, u8 rule, bool own)
{
	struct ranks ranks = {0};
	struct mms_list list = {0};
	s64 prio[MMS_DEVS];

	for (u32 i = 0; i < n; i++) {
		u32 before = 0;

		for (u32 j = 0; j < n; j++)
			before += swap[j].prio < 0 && (swap[j].prio > swap[i].prio || (swap[j].prio == swap[i].prio && j < i));
		ranks.autos += swap[i].prio < 0;
		prio[i] = own || swap[i].prio >= 0 ? swap[i].prio : mms_auto_prio(rule, before);
	}
	for (u32 i = 0; i < n; i++)
		if (!is_full(&swap[i]))
			mms_plist_add(&list, (u8)i, mms_avail_key(rule, (s16)prio[i], -1, 0));
	for (int at = 0; at < list.n; at++) {
		u8 type = mms_plist_at(&list, at);
		u8 before = at ? mms_plist_at(&list, at - 1) : type;

		ranks.rank[type] = (u8)(!at ? 1 : ranks.rank[before] + (prio[before] != prio[type]));
	}
	return ranks;
}

static bool is_zram(const struct swap *swap)
{
	return mms_holds(swap->name, swap->name + swap->name_len, "zram") || mms_holds(swap->type, swap->type + swap->type_len, "zram");
}

static void put_name(struct mms_text *out, const struct swap *swap)
{
	char name[SENTENCE];
	u32 n = MMS_MIN(swap->name_len, SENTENCE - 1);

	mms_copy(name, swap->name, n);
	name[n] = '\0';
	mms_put_json(out, name);
}

/* Devices of a rank, as an array. */
static void of_rank(struct mms_text *out, const char *key, const struct swap *swap, u32 n, const struct ranks *ranks, u32 rank)
{
	mms_json_array(out, key);
	for (u32 i = 0; i < n; i++)
		if (ranks->rank[i] == rank) {
			if (out->at[out->len - 1] != '[')
				mms_put_char(out, ',');
			put_name(out, &swap[i]);
		}
	mms_put_char(out, ']');
}

/* Is it a name that a shell takes as it is? */
static bool plain(const struct swap *swap)
{
	for (u32 i = 0; i < swap->name_len; i++)
		if (!mms_is_word(swap->name[i]) && swap->name[i] != '/' && swap->name[i] != '-' && swap->name[i] != '.')
			return false;
	return swap->name_len > 1 && swap->name_len < SENTENCE / 4 && *swap->name == '/';
}

/* A zram device that a disk comes before, or takes turns with: the command that puts it first. */
static void mend(struct mms_text *out, const struct swap *swap, u32 n, const struct ranks *ranks)
{
	struct sentence say = {0};
	const struct swap *late = NULL;
	s64 most = ZRAM_PRIO - 1;
	u32 disk = UINT32_MAX;

	for (u32 i = 0; i < n; i++) {
		if (ranks->rank[i] && !is_zram(&swap[i]))
			disk = MMS_MIN(disk, (u32)ranks->rank[i]);
		most = MMS_MAX(most, swap[i].prio);
	}
	for (u32 i = 0; i < n && !late; i++)
		if (is_zram(&swap[i]) && ranks->rank[i] >= disk && plain(&swap[i]))
			late = &swap[i];
	if (late && most < 32767) {
		mms_say(&say, "swapoff ");
		mms_put_bytes(&say.text, late->name, late->name_len);
		mms_say(&say, " && swapon -p ");
		mms_say_number(&say, most + 1);
		mms_say(&say, " ");
		mms_put_bytes(&say.text, late->name, late->name_len);
	}
	mms_json_string(out, "mend", mms_said(&say));
}

/* Is one of those that come first automatic? */
static bool is_automatic(const struct swap *swap, u32 n, const struct ranks *ranks)
{
	for (u32 i = 0; i < n; i++)
		if (ranks->rank[i] == 1 && swap[i].prio < 0)
			return true;
	return false;
}

static void reason(struct mms_text *out, const struct swap_list *list, u32 open, u32 rule, const struct swap *swap, u32 n, const struct ranks *ranks)
{
	struct sentence say = {0};
	u32 first = 0;

	for (u32 i = 0; i < n; i++)
		first += ranks->rank[i] == 1;
	if (open) {
		mms_say(&say, "the device at line ");
		mms_say_number(&say, open);
		mms_say(&say, list->cut ? " is cut off, or its numbers cannot be: it may come first" : " may be full: its sizes are rounded");
	} else if (!n)
		mms_say(&say, "nothing is swapped on: nothing anonymous can be reclaimed");
	else if (!first)
		mms_say(&say, "every device is full");
	else if (first > 1)
		mms_say(&say, "equal priorities take turns");
	else
		mms_say(&say, "the highest priority comes first");
	if (!open && rule == MMS_rule_node && ranks->autos) {
		mms_say(&say, "; automatic priorities begin at -2, as -1 is kept for a device whose disk sits on the node that asks");
		if (ranks->autos > 1 && is_automatic(swap, n, ranks))
			mms_say(&say, ": there it comes before the other automatic ones");
	}
	mms_json_string(out, "reason", mms_said(&say));
}

static void list_write(const struct paste *paste, u32 at, struct mms_text *out)
{
	const struct swap_list *list = &paste->list[at];
	const struct swap *swap = &paste->swap[list->swap];
	u32 n = MMS_MIN(list->swaps, MMS_DEVS), rule = rule_of(list, swap, n), open;
	u8 by = (u8)(rule < RULES ? rule : MMS_rule_global);
	struct ranks ranks = rank(swap, n, by, true);

	open = open_line(list, swap, n, &ranks);
	mms_json_open(out);
	mms_json_number(out, "list", at + 1);
	mms_json_range(out, "lines", list->first, list->last);
	mms_json_string(out, "rule", rule < RULES ? rule_names[rule] : "not told");
	mms_json_string(out, "releases", rule < RULES ? releases[rule] : "");
	mms_json_number(out, "cut", open);
	of_rank(out, "next", swap, open ? 0 : n, &ranks, 1);
	of_rank(out, "then", swap, open ? 0 : n, &ranks, 2);
	/* a node's own automatic device would come first there, and no such text names nodes */
	mms_json_bool(out, "every_node", rule != MMS_rule_node || ranks.autos < 2 || !is_automatic(swap, n, &ranks));
	reason(out, list, open, rule, swap, n, &ranks);
	mend(out, swap, n, &ranks);
	mms_json_close(out);
}

static void device(const struct paste *paste, u32 at, u32 i, struct mms_text *out)
{
	const struct swap_list *list = &paste->list[at];
	const struct swap *swap = &paste->swap[list->swap];
	u32 n = MMS_MIN(list->swaps, MMS_DEVS), rule = rule_of(list, swap, n);
	struct ranks ranks = rank(swap, n, (u8)(rule < RULES ? rule : MMS_rule_global), true);

	mms_json_open(out);
	mms_json_number(out, "list", at + 1);
	mms_json_number(out, "line", swap[i].line);
	mms_json_key(out, "name");
	put_name(out, &swap[i]);
	if (swap[i].size >= 0)
		mms_json_number(out, "size", swap[i].size);
	if (swap[i].used >= 0)
		mms_json_number(out, "used", swap[i].used);
	if (swap[i].size >= swap[i].used && swap[i].used >= 0)
		mms_json_number(out, "free", swap[i].size - swap[i].used);
	mms_json_number(out, "priority", swap[i].prio);
	mms_json_bool(out, "full", is_full(&swap[i]));
	mms_json_bool(out, "next", ranks.rank[i] == 1 && !open_line(list, swap, n, &ranks));
	mms_json_number(out, "rank", ranks.rank[i]);
	mms_json_key(out, "under");
	mms_json_open(out);
	for (u8 other = 0; other < RULES; other++) {
		struct ranks others = rank(swap, n, other, false);

		mms_json_number(out, rule_names[other], others.rank[i]);
	}
	mms_json_close(out);
	mms_json_close(out);
}

void mms_swaps_write(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "swap_lists");
	for (u32 at = 0; at < paste->lists; at++)
		list_write(paste, at, out);
	mms_put_char(out, ']');
	mms_json_array(out, "swaps");
	for (u32 at = 0; at < paste->lists; at++)
		for (u32 i = 0; i < MMS_MIN(paste->list[at].swaps, MMS_DEVS); i++)
			device(paste, at, i, out);
	mms_put_char(out, ']');
}
