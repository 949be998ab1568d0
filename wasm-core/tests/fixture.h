/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fixture.h: captures made event by event, for the kinds that no model makes:
 *
 *     fixture_begin();
 *     e = fixture_add(MMS_KIND_interleave, pid, comm);  … fill its fields …
 *     text = fixture_text(&len);
 *
 * Events come in the order of their times, which fixture_add() gives them.
 */
#ifndef MMS_FIXTURE_H
#define MMS_FIXTURE_H

#include "host.h"
#include "machine/random.h"

/* A fresh session that reads a capture. */
void fixture_begin(void);

/* Time in which nothing happens. */
void fixture_pause(u64 ns);

/* The next event, a little later than the one before. Common fields are filled, lanes are not. */
struct mms_event *fixture_add(enum mms_kind_id kind, s32 pid, const char *comm);

/* The capture as text; the caller frees it. */
char *fixture_text(size_t *len);

/* Captures from numbers: the same number, the same capture. Whatever the rules of the policy allow occurs in
 * some of them. */
char *fixture_interleave(u64 number, size_t *len);
char *fixture_swap_in(u64 number, size_t *len);
char *fixture_zone(u64 number, size_t *len);

/* The same by policy (enum mms_policy_id): of swap devices, runs of the model. */
#define FIXTURES 5
extern const struct fixture {
	const char *policy; /* as in enums.def */
	/* Capture `number`; NULL: nothing is decided in it. The caller frees it. */
	char *(*capture)(u64 number, size_t *len);
} fixtures[FIXTURES];

/* The capture's verdicts of the replayed check, a letter for each event: s, d, i, e for the event alone, and - for what
 * decides nothing. */
void fixture_expect(const char *want, const char *what);

#endif
