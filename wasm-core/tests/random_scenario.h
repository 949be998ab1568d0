/* SPDX-License-Identifier: Apache-2.0 */
/* random_scenario.h: small scenarios, each from a number, that reach every corner of a machine. */
#ifndef MMS_RANDOM_SCENARIO_H
#define MMS_RANDOM_SCENARIO_H

#include "machine/random.h"

/* Sets the parameters of a fresh session; what the number is, the scenario is. */
void random_scenario(u64 number);   /* machine/swap/ */
void random_interleave(u64 number); /* machine/interleave/ */
void random_zones(u64 number);      /* machine/zones/ */

/* What a scenario is made of, drawn from `drawn`. */
extern struct mms_random drawn;
long long between(long long low, long long high);
bool one_in(u32 n);

#endif
