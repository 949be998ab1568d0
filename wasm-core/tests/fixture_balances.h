/* SPDX-License-Identifier: Apache-2.0 */
/* fixture_balances.h: a capture with another manifest, and what its accounts come to. */
#ifndef TESTS_FIXTURE_BALANCES_H
#define TESTS_FIXTURE_BALANCES_H

#include "abi/session.h"
#include "suite.h"

/* The accounts of the capture that was read last, as it stands now; `n` of them. */
const struct mms_balance *balance_rows(int *n);
/* Is one of this balance off? */
bool balance_is_off(unsigned id);
/* The first account of this balance; false: there is none. */
bool has_account(unsigned id, struct mms_balance *found);
/* The first that is told, of this part or, below 0, of any; there has to be one. */
struct mms_balance account(unsigned id, s32 part);
extern const char *const balance_names[];

/* The log of the session, and of its events the first that is so, the first and the last of a kind, and the last line of a counter;
 * there has to be one. */
struct mms_log *balance_log(void);
struct mms_event *balance_event(bool (*is)(const struct mms_event *e));
struct mms_event *first(enum mms_kind_id kind);
struct mms_event *last(enum mms_kind_id kind);
struct mms_event *stat_of(const char *text);

/* The text with `what` behind the first place of `at`; frees the old one. */
char *text_insert(char *text, size_t *len, const char *at, const char *what);
/* Members of this name get another: a capture as it was made before they were. */
void text_forget(char *text, size_t len, const char *name);
/* Adds to a string of `size` bytes at most. */
void text_put(char *to, size_t size, const char *format, ...);

#endif
