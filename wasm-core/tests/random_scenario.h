/* SPDX-License-Identifier: Apache-2.0 */
/* random_scenario.h: small scenarios, each from a number, that reach every corner of a machine. */
#ifndef MMS_RANDOM_SCENARIO_H
#define MMS_RANDOM_SCENARIO_H

#include "machine/random.h"

/* Sets the parameters of a fresh session; what the number is, the scenario is. */
void random_scenario(u64 number);   /* machine/swap/ */
void random_interleave(u64 number); /* machine/interleave/ */

#endif
