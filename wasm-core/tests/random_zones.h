/* SPDX-License-Identifier: Apache-2.0 */
/* random_zones.h: small scenarios of the machine of zones, each from a number, that reach every corner of it. */
#ifndef MMS_RANDOM_ZONES_H
#define MMS_RANDOM_ZONES_H

#include "machine/random.h"

/* Sets the parameters of a fresh session; what the number is, the scenario is. */
void random_zones(u64 number);

#endif
