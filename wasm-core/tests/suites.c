/* SPDX-License-Identifier: Apache-2.0 */
/* The suites of mms-tests; a new test file is one more name here. */
#include "suite.h"

#define SUITES(S) \
	S(plist) S(prio) S(walk) S(interleave) S(swapin) S(zone) S(zone_world) S(kswapd) S(documents) S(golden) \
	S(description) S(machine) S(interleave_machine) S(reader) S(checker) S(modes) S(property) S(swap_in_machine) \
	S(swap_timing) S(zones_machine) S(context) S(replay) S(asif) S(asif_zones) S(asif_swap_in) S(alternatives) S(measures) S(stock) S(balances) S(balance_forms) S(balance_settings) S(witnesses) \
	S(mutation)

#define S(name) suite name##_suite;
SUITES(S)
#undef S

suite *const suites[] = {
#define S(name) name##_suite,
	SUITES(S)
#undef S
	NULL,
};
