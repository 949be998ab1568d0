/* SPDX-License-Identifier: GPL-2.0-only */
/* Round robin as merged: how long a device has its turn. The walk is policy/'s, the length of a turn the test's own. */
#include <string.h>

#include "case.h"
#include "turns.h"

#include "policy/get_swap_pages.h"

#define CLUSTER 512u
#define ORDERS 10

/* What a CPU goes on with, by order; `left` pages of it. */
struct turn {
	int type;
	unsigned int left;
};

/* Few CPUs write folios of a few orders to devices of one priority that do not get full. */
static bool swap_turns(struct kc_case *c)
{
	int devices = 1 + (int)below(c, KC_TURN_DEVS), cpus = 1 + (int)below(c, KC_TURN_CPUS), order[2];
	unsigned int clusters[KC_TURN_DEVS], writes = 200 + below(c, 2400);
	struct turn turns[KC_TURN_CPUS][ORDERS] = {0};
	struct mms_list list = {.known = 1};
	unsigned int shared[KC_TURN_DEVS][ORDERS] = {0}; /* of a disk's cluster, which all CPUs go on with */
	bool solid[KC_TURN_DEVS];

	order[0] = chance(c, 2) ? 0 : (int)below(c, ORDERS);
	order[1] = chance(c, 2) ? order[0] : (int)below(c, ORDERS);
	kc_turns_begin();
	SAY(c, "  orders %d and %d, %d CPUs; solid:", order[0], order[1], cpus);
	for (int i = 0; i < devices; i++) {
		solid[i] = !chance(c, 4);
		clusters[i] = KC_TURN_CLUSTERS - 1;
		SAY(c, " %d", solid[i]);
		kc_turns_device(i, solid[i], clusters[i]);
		mms_plist_add(&list, (u8)i, 1);
	}
	SAY(c, "\n");
	for (unsigned int i = 0, run = 0, cpu = 0; i < writes; i++) {
		int o = order[below(c, 2)], kernel, types[KC_TURN_DEVS];
		unsigned long slot;
		struct turn *turn;

		if (!run--) {
			run = below(c, 300);
			cpu = below(c, (u32)cpus);
		}
		turn = &turns[cpu][o];
		if (!turn->left) {
			struct mms_walk w;

			mms_walk_begin(&w, &list, 1, 1, (u8)o);
			turn->type = mms_walk_next(&w);
			turn->left = solid[turn->type] ? CLUSTER : 1u << o;
			if (solid[turn->type] || !shared[turn->type][o]) {
				if (clusters[turn->type]-- == 2)
					break; /* soon there is no free cluster left, and others are shared */
				shared[turn->type][o] = CLUSTER;
			}
			shared[turn->type][o] -= 1u << o;
		}
		kernel = kc_turns_write((int)cpu, o, &slot);
		if (!AGREE(c, "device", kernel, turn->type))
			return false;
		turn->left -= 1u << o;
		if (!AGREE(c, "devices on the list", kc_turns_read(types), list.n))
			return false;
		for (int k = 0; k < list.n; k++)
			if (!AGREE(c, "their order", types[k], list.type[k]))
				return false;
	}
	return true;
}

const struct kc_test kc_turns_tests[] = {
	{"swap_turns", swap_turns, 50},
	{0},
};
