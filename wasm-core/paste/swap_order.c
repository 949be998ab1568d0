/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which device gives the next slot, on each node, under this kernel's rule and under each other: priorities and keys are those of
 * policy/swap_prio.c. Where it is not told which node a disk sits on, a promotion is said, not applied.
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

#define NODE_NONE -1
#define NODE_UNKNOWN -2

struct ranks {
	u8 rank[MMS_DEVS]; /* from 1; equals take turns; 0: full */
};

/* The devices of one list, and their order on each node that has one of its own; the last order is that of all other nodes. */
struct devices {
	const struct swap *swap;
	u32 n, autos, rule; /* RULES: not told */
	s32 node[MMS_DEVS];
	struct {
		s32 node; /* NODE_NONE: of all others */
		struct ranks own, as_if; /* by this kernel's rule; by the rule `node` */
	} order[MMS_DEVS + 1];
	u32 orders;
	bool told; /* on which nodes those disks sit that this depends on */
	s64 missing; /* the highest automatic priority that none has, though another has a lower one; 0: none */
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

static bool has_priority(const struct swap *swap, u32 n, s64 prio)
{
	for (u32 i = 0; i < n; i++)
		if (swap[i].prio == prio)
			return true;
	return false;
}

/* swapon gives the next automatic priority and swapoff closes gaps: where there is one, a device is not in the text. */
static s64 missing_of(const struct swap *swap, u32 n)
{
	s64 least = 0;
	u32 ones = 0;

	for (u32 i = 0; i < n; i++) {
		least = MMS_MIN(least, swap[i].prio);
		ones += swap[i].prio == -1;
	}
	if (ones > 1)
		return 0;
	for (s64 at = -2; at >= least; at--)
		if (!has_priority(swap, n, at))
			return at;
	return 0;
}

static bool is_full(const struct swap *swap)
{
	return !swap->rounded && swap->size >= 0 && swap->used >= swap->size;
}

/* Their ranks on a node under a rule, had they been swapped on under it in the order of their priorities. */
static struct ranks rank(const struct devices *of, u8 rule, bool own, s32 node)
{
	struct ranks ranks = {0};
	struct mms_list list = {0};
	const struct swap *swap = of->swap;

	for (u32 i = 0; i < of->n; i++) {
		s64 prio = swap[i].prio;
		u32 before = 0;

		for (u32 j = 0; j < of->n; j++)
			before += swap[j].prio < 0 && (swap[j].prio > prio || (swap[j].prio == prio && j < i));
		if (!own && prio < 0)
			prio = mms_auto_prio(rule, before);
		if (!is_full(&swap[i]))
			mms_plist_add(&list, (u8)i, mms_avail_key(rule, (s16)prio, (s16)(node < 0 ? NODE_UNKNOWN : of->node[i]), (s16)node));
	}
	for (int at = 0; at < list.n; at++)
		ranks.rank[mms_plist_at(&list, at)] =
			(u8)(!at ? 1 : ranks.rank[mms_plist_at(&list, at - 1)] + (list.prio[at - 1] != list.prio[at]));
	return ranks;
}

static bool is_zram(const struct swap *swap)
{
	return mms_holds(swap->name, swap->name + swap->name_len, "zram") || mms_holds(swap->type, swap->type + swap->type_len, "zram");
}

/* The name of a disk without its folder, or what the one command prints for it: `nvme0n1p3`; `sda`, `file-dm`. */
static const char *disk(const struct swap *swap, const char **end)
{
	const char *at = swap->name;

	*end = at + swap->name_len;
	if (mms_begins(at, *end, "/dev/", &at))
		return at;
	if (mms_begins(at, *end, "nvme", &at))
		return swap->name;
	at = swap->type;
	*end = at + swap->type_len;
	mms_begins(at, *end, "file-", &at);
	return at;
}

/* The node of a disk is gendisk.node_id (mm/swapfile.c:swap_node()). NVMe disks have their controller's (6.12,
 * drivers/nvme/host/core.c:nvme_alloc_ns()); these are allocated without one, wherever their hardware sits. */
static s32 node_of(const struct paste *paste, const struct swap *swap)
{
	static const char *const without[] = {"sd", "vd", "xvd", "dm", "mapper/", "md", "loop", "mmcblk"};
	const char *end, *behind, *name = disk(swap, &end);
	u64 number;

	if (swap->has_node)
		return (s32)swap->node;
	if (is_zram(swap))
		return NODE_NONE;
	for (u32 i = 0; i < MMS_COUNT(without); i++)
		if (mms_begins(name, end, without[i], &behind))
			return NODE_NONE;
	if (mms_begins(name, end, "nvme", &behind) && mms_figures(&behind, 10, &number) && number < NVMES &&
	    *behind == 'n' && (paste->nvmes & ~paste->nvmes_again) >> number & 1)
		return (s32)paste->nvme[number];
	return NODE_UNKNOWN;
}

/* Has the machine a node that none of the orders is of? */
static bool has_others(const struct paste *paste, const struct devices *of)
{
	bool other = !paste->zones || paste->machines != 1;

	for (u32 z = 0; z < paste->zones && !other; z++) {
		other = true;
		for (u32 i = 0; i < of->orders; i++)
			other &= of->order[i].node != (s32)paste->zone[z].node;
	}
	return other;
}

static void add_order(struct devices *of, s32 node)
{
	for (u32 i = 0; i < of->orders; i++)
		if (of->order[i].node == node)
			return;
	of->order[of->orders].node = node;
	of->order[of->orders].own = rank(of, (u8)(of->rule < RULES ? of->rule : MMS_rule_global), true, node);
	of->order[of->orders++].as_if = rank(of, MMS_rule_node, false, node);
}

static void order(const struct paste *paste, const struct swap_list *list, struct devices *of)
{
	s64 most = INT16_MIN;
	s32 first = NODE_NONE;
	u32 unknown = 0;
	bool known = false;

	*of = (struct devices){.swap = &paste->swap[list->swap], .n = MMS_MIN(list->swaps, MMS_DEVS)};
	of->rule = rule_of(list, of->swap, of->n);
	of->missing = list->cut ? 0 : missing_of(of->swap, of->n);
	for (u32 i = 0; i < of->n; i++) {
		const struct swap *swap = &of->swap[i];

		of->node[i] = node_of(paste, swap);
		of->autos += swap->prio < 0;
		if (swap->prio >= 0 || is_full(swap))
			continue;
		unknown += of->node[i] == NODE_UNKNOWN;
		known |= of->node[i] >= 0;
		if (swap->prio > most) {
			most = swap->prio;
			first = of->node[i];
		}
	}
	/* that the first of them counts as -1 somewhere changes nothing, where no other one does */
	of->told = !unknown || (unknown == 1 && first == NODE_UNKNOWN && !known);
	for (s32 node = 0; node < (s32)NUMA_NODES && known && of->told; node++) /* in their order */
		for (u32 i = 0; i < of->n; i++)
			if (of->node[i] == node && of->swap[i].prio < 0 && !is_full(&of->swap[i]))
				add_order(of, node);
	if (!of->orders || has_others(paste, of))
		add_order(of, NODE_NONE);
}

/* Does a device come first on some node? */
static bool is_next(const struct devices *of, u32 i)
{
	for (u32 o = 0; o < of->orders; o++)
		if (of->order[o].own.rank[i] == 1)
			return true;
	return false;
}

/* The line of a device that leaves open who is next: one that could not be read, or a first one, where it may be full. */
static u32 open_line(const struct swap_list *list, const struct devices *of)
{
	u32 line = list->faked ? list->first + 1 : list->cut;

	for (u32 i = 0; i < of->n; i++)
		if (!line && is_next(of, i) && ((of->swap[i].size > 0 && of->swap[i].used >= of->swap[i].size) ||
		    (of->missing && of->swap[i].prio < of->missing)))
			line = of->swap[i].line;
	return line;
}

static void put_word(struct mms_text *out, const char *at, u32 bytes)
{
	char word[SENTENCE];
	u32 n = MMS_MIN(bytes, SENTENCE - 1);

	mms_copy(word, at, n);
	word[n] = '\0';
	mms_put_json(out, word);
}

/* Devices as an array. */
static void names(struct mms_text *out, const char *key, const struct devices *of, u32 devices)
{
	mms_json_array(out, key);
	for (u32 i = 0; i < of->n; i++)
		if (devices >> i & 1) {
			if (out->at[out->len - 1] != '[')
				mms_put_char(out, ',');
			put_word(out, of->swap[i].name, of->swap[i].name_len);
		}
	mms_put_char(out, ']');
}

/* Those of a rank on some node, as bits. */
static u32 of_rank(const struct devices *of, u32 rank)
{
	u32 devices = 0;

	for (u32 o = 0; o < of->orders; o++)
		for (u32 i = 0; i < of->n; i++)
			devices |= (u32)(of->order[o].own.rank[i] == rank) << i;
	return devices;
}

/* Does every node have this rank's devices in common? */
static bool alike(const struct devices *of)
{
	for (u32 o = 1; o < of->orders; o++)
		for (u32 i = 0; i < of->n; i++)
			if ((of->order[o].own.rank[i] == 1) != (of->order[0].own.rank[i] == 1))
				return false;
	return true;
}

/* Is it a name that a shell takes as it is? */
static bool plain(const struct swap *swap)
{
	for (u32 i = 0; i < swap->name_len; i++)
		if (!mms_is_word(swap->name[i]) && swap->name[i] != '/' && swap->name[i] != '-' && swap->name[i] != '.')
			return false;
	return swap->name_len > 1 && swap->name_len < SENTENCE / 4 && *swap->name == '/';
}

/* A zram device that a disk comes before, or takes turns with, on some node: the command that puts it first. */
static void mend(struct mms_text *out, const struct devices *of)
{
	struct sentence say = {0};
	const struct swap *late = NULL;
	s64 most = ZRAM_PRIO - 1;

	for (u32 i = 0; i < of->n; i++)
		most = MMS_MAX(most, of->swap[i].prio);
	for (u32 o = 0; o < of->orders && !late; o++) {
		const u8 *rank = of->order[o].own.rank;
		u32 disk = UINT32_MAX;

		for (u32 i = 0; i < of->n; i++)
			if (rank[i] && !is_zram(&of->swap[i]))
				disk = MMS_MIN(disk, (u32)rank[i]);
		for (u32 i = 0; i < of->n && !late; i++)
			if (is_zram(&of->swap[i]) && rank[i] >= disk && plain(&of->swap[i]))
				late = &of->swap[i];
	}
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
static bool is_automatic(const struct devices *of)
{
	for (u32 i = 0; i < of->n; i++)
		if (is_next(of, i) && of->swap[i].prio < 0)
			return true;
	return false;
}

static void reason(struct mms_text *out, const struct swap_list *list, u32 open, const struct devices *of)
{
	struct sentence say = {0};
	u32 first = 0;

	for (u32 i = 0; i < of->n; i++)
		first += of->order[0].own.rank[i] == 1;
	if (open) {
		mms_say(&say, "the device at line ");
		mms_say_number(&say, open);
		mms_say(&say, list->faked ? " is a container's, and no swap device: read /proc/swaps outside it" : list->cut ? " is cut off, or its numbers cannot be: it may come first" :
			of->missing ? " comes behind one that is not in the text" : " may be full: its sizes are rounded");
	} else if (!of->n)
		mms_say(&say, "nothing is swapped on: nothing anonymous can be reclaimed");
	else if (!first)
		mms_say(&say, "every device is full");
	else if (first > 1)
		mms_say(&say, "equal priorities take turns");
	else
		mms_say(&say, "the highest priority comes first");
	if (of->missing) {
		mms_say(&say, "; no device has priority ");
		mms_say_number(&say, of->missing);
		mms_say(&say, ", and swapoff leaves no gap: a row of the list is missing");
	}
	if (!open && of->rule == MMS_rule_node && of->autos) {
		mms_say(&say, "; automatic priorities begin at -2, as -1 is kept for a device whose disk sits on the node that asks");
		if (of->autos > 1 && is_automatic(of))
			mms_say(&say, ": there it comes before the other automatic ones");
	}
	mms_json_string(out, "reason", mms_said(&say));
}

static void put_ranks(struct mms_text *out, const char *key, const struct ranks *ranks, u32 n)
{
	mms_json_array(out, key);
	for (u32 i = 0; i < n; i++) {
		if (i)
			mms_put_char(out, ',');
		mms_put_u64(out, ranks->rank[i]);
	}
	mms_put_char(out, ']');
}

static void list_write(const struct paste *paste, u32 at, struct mms_text *out)
{
	const struct swap_list *list = &paste->list[at];
	struct devices of;
	u32 open;
	bool known = true;

	order(paste, list, &of);
	open = open_line(list, &of);
	/* a node's own automatic device would come first there */
	if (of.rule == MMS_rule_node && !of.told)
		known = of.autos < 2 || !is_automatic(&of);
	mms_json_open(out);
	mms_json_number(out, "list", at + 1);
	mms_json_range(out, "lines", list->first, list->last);
	mms_json_string(out, "rule", of.rule < RULES ? rule_names[of.rule] : "not told");
	mms_json_string(out, "releases", of.rule < RULES ? releases[of.rule] : "");
	mms_json_number(out, "cut", open);
	names(out, "next", &of, open ? 0 : of_rank(&of, 1));
	names(out, "then", &of, open || !alike(&of) ? 0 : of_rank(&of, 2));
	mms_json_bool(out, "every_node", known && alike(&of));
	mms_json_array(out, "nodes");
	for (u32 o = 0; o < of.orders && of.told; o++) {
		mms_json_open(out);
		mms_json_number(out, "node", of.order[o].node);
		put_ranks(out, "ranks", &of.order[o].own, of.n);
		put_ranks(out, "under_node", &of.order[o].as_if, of.n);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
	reason(out, list, open, &of);
	mend(out, &of);
	mms_json_close(out);
}

static void device(const struct devices *of, u32 at, u32 i, bool open, struct mms_text *out)
{
	const struct swap *swap = &of->swap[i];

	mms_json_open(out);
	mms_json_number(out, "list", at + 1);
	mms_json_number(out, "line", swap->line);
	mms_json_key(out, "name");
	put_word(out, swap->name, swap->name_len);
	mms_json_key(out, "type");
	put_word(out, swap->type, swap->type_len);
	if (swap->size >= 0)
		mms_json_number(out, "size", swap->size);
	if (swap->used >= 0)
		mms_json_number(out, "used", swap->used);
	if (swap->size >= swap->used && swap->used >= 0)
		mms_json_number(out, "free", swap->size - swap->used);
	mms_json_number(out, "priority", swap->prio);
	if (of->node[i] != NODE_UNKNOWN)
		mms_json_number(out, "node", of->node[i]);
	mms_json_bool(out, "full", is_full(swap));
	mms_json_bool(out, "next", !open && is_next(of, i));
	mms_json_number(out, "rank", of->order[of->orders - 1].own.rank[i]);
	mms_json_key(out, "under");
	mms_json_open(out);
	for (u8 rule = 0; rule < RULES; rule++) {
		struct ranks ranks = rank(of, rule, false, of->order[of->orders - 1].node);

		mms_json_number(out, rule_names[rule], ranks.rank[i]);
	}
	mms_json_close(out);
	mms_json_close(out);
}

bool mms_swaps_lack_nvme(const struct paste *paste)
{
	const char *end, *behind;
	struct devices of;

	for (u32 at = 0; at < paste->lists; at++) {
		order(paste, &paste->list[at], &of);
		for (u32 i = 0; i < of.n; i++)
			if (of.rule == MMS_rule_node && !of.told && of.swap[i].prio < 0 && of.node[i] == NODE_UNKNOWN &&
			    mms_begins(disk(&of.swap[i], &end), end, "nvme", &behind))
				return true;
	}
	return false;
}

void mms_swaps_write(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "swap_lists");
	for (u32 at = 0; at < paste->lists; at++)
		list_write(paste, at, out);
	mms_put_char(out, ']');
	mms_json_array(out, "swaps");
	for (u32 at = 0; at < paste->lists; at++) {
		struct devices of;

		order(paste, &paste->list[at], &of);
		for (u32 i = 0; i < of.n; i++)
			device(&of, at, i, open_line(&paste->list[at], &of), out);
	}
	mms_put_char(out, ']');
}
