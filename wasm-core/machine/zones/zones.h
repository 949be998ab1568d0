/* SPDX-License-Identifier: Apache-2.0 */
/* zones.h: the machine of document 002: nodes with zones, their free pages and LRU lists, tasks that allocate, kswapd and direct reclaim. */
#ifndef MMS_MACHINE_ZONES_H
#define MMS_MACHINE_ZONES_H

#include "machine/machine.h"

extern const struct mms_machine_type mms_zones_machine;

#endif
