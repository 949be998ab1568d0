/* SPDX-License-Identifier: Apache-2.0 */
/*
 * made.h: captures made event by event, for the kinds that no model makes:
 *
 *     made_begin();
 *     e = made_add(MMS_KIND_interleave, pid, comm);  … fill its fields …
 *     text = made_text(&len);
 *
 * Events come in the order of their times, which made_add() gives them.
 */
#ifndef MMS_MADE_H
#define MMS_MADE_H

#include "host.h"
#include "machine/random.h"

/* A fresh session that reads a capture. */
void made_begin(void);

/* Time in which nothing happens. */
void made_pause(u64 ns);

/* The next event, a little later than the one before. Common fields are filled, lanes are not. */
struct mms_event *made_add(enum mms_kind_id kind, s32 pid, const char *comm);

/* The capture as text; the caller frees it. */
char *made_text(size_t *len);

/* Captures from numbers: the same number, the same capture. Whatever the rules of the policy allow occurs in
 * some of them. */
char *made_interleave(u64 number, size_t *len);
char *made_swap_in(u64 number, size_t *len);
char *made_zone(u64 number, size_t *len);

#endif
