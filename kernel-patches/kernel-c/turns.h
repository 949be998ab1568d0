/* SPDX-License-Identifier: GPL-2.0-only */
/* turns.h: folios that several CPUs write to several devices (7.3/turns.c.in), as the tests call it. */
#ifndef KC_TURNS_H
#define KC_TURNS_H

#include <stdbool.h>

#define KC_TURN_DEVS 4
#define KC_TURN_CPUS 4
#define KC_TURN_CLUSTERS 24 /* of a device */

void kc_turns_begin(void);
void kc_turns_device(int type, bool solid, unsigned int clusters); /* behind those there are */
/* The device that a folio of this order goes to; -1: none. `slot`: where on it. */
int kc_turns_write(int cpu, int order, unsigned long *slot);
int kc_turns_read(int *types); /* swap_avail_head: how many, and which */

#endif
