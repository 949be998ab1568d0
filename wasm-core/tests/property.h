/* SPDX-License-Identifier: Apache-2.0 */
/* property.h: what must hold for every scenario of every machine, on thousands of random ones. */
#ifndef MMS_PROPERTY_H
#define MMS_PROPERTY_H

#include "machine/random.h"

struct property {
	void (*scenario)(u64 number); /* sets the parameters of a fresh session; same number, same scenario */
	unsigned scenarios; /* share_of() them are run */
};

/* Runs each scenario to its end and lets `look` see it; stops at the first that fails. */
void property_every(const struct property *p, void (*look)(const struct property *p, u64 number), const char *what);

/* A test of it, by name. */
#define PROPERTY(name, p, look, what) \
	static void name(void) \
	{ \
		property_every(&(p), look, what); \
	}

/* For property_every(). `look_again` runs every scenario once more, in other pieces;
 * `look_unkept` too, and without keeping events: the same measures, and nothing in the log. */
void look_checked(const struct property *p, u64 number);
void look_round_trip(const struct property *p, u64 number);
void look_alternatives(const struct property *p, u64 number); /* no rule in force, asked as another would be, differs from itself */
void look_seek(const struct property *p, u64 number);
void look_again(const struct property *p, u64 number);
void look_unkept(const struct property *p, u64 number);

#endif
