/* SPDX-License-Identifier: Apache-2.0 */
/*
 * swap_prio.h: which priority a device gets, and which key it has on each list.
 *
 * Follows mm/swapfile.c:setup_swap_info() and swapoff() of Linux 6.12 for the rule `node` (since 4.14,
 * commit a2468cc9bfdf), the same functions of 4.13 for `global`, and commit 52f37efc5949 (6.19) for
 * `roundrobin`. Priorities are those of /proc/swaps; a key is a priority negated, as plists sort from
 * low to high. `rule` is enum mms_rule_id.
 */
#ifndef MMS_SWAP_PRIO_H
#define MMS_SWAP_PRIO_H

#include "mms/enums.h"
#include "mms/types.h"

/* least_priority while `autos` devices with an automatic priority are swapped on. */
s32 mms_least_priority(u8 rule, u32 autos);

/* The automatic priority of the device with `before` automatic ones in front of it in swap_active_head:
 * what `--least_priority` gives, and what a switch of the rule gives back. */
s16 mms_auto_prio(u8 rule, u32 before);

/* Priority of a device that joins: `given` if it is 0 or more, else the lowest automatic one. */
s16 mms_setup_prio(u8 rule, s16 given, u32 autos);

/* Key on the list of node `nid` of a device that sits on node `node_id` (-1: none). Under `node` an
 * automatic device is promoted on its own node's list: key 1, which no priority gives. */
s16 mms_avail_key(u8 rule, s16 prio, s16 node_id, s16 nid);

/* swapoff(): do the automatic priorities behind a device of priority `prio` move up by one? */
bool mms_swapoff_renumbers(u8 rule, s16 prio);

/* Could a device have this key on a list under this rule? All that a key says by itself. */
bool mms_key_fits(u8 rule, s16 key);

/* May two devices on one list share this key? Automatic keys are unique except for those promoted, and
 * under `roundrobin`. */
bool mms_key_shared(u8 rule, s16 key);

#endif
