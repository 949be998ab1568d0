/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lie.h: lies about one event of a capture, or about its line, and what the check is expected to make of them.
 *
 * A file of lies (*.def) has rows, in which `e` is what the event carries, `event` the event, `i` its place in `log`:
 *
 * LIE(where, name, kind, when, how)   an event of this kind, if `when` holds, is altered by `how`; `return false;` in
 *                                     `how`: nothing is altered, after all
 *   where  everywhere  the check finds something, different or incomplete, in whatever capture holds it, a model's too
 *          kernels     the check finds something different in every capture of a real kernel, unless a MISS follows
 * LIE_BY(where, name, function)       the same by a function, of an event of any kind
 * MISS(extents, until, trusts, why)   the lie above it can go unnoticed by what a capture says of its decisions
 *   extents  how many decisions are forged: one, tenth, all; about two policies, node(…) | roundrobin(…)
 *   until    never     no event could show it, or none that the kernel can make at a bearable cost
 *            captures  the captures in the repository lack what would show it
 *            check     the captures show it, and the check does not look
 *   trusts   the fields that are taken on trust because of it, as kind.field
 */
#ifndef MMS_LIE_H
#define MMS_LIE_H

#include "base/log.h"
#include "machine/random.h"

/* How many of a capture's decisions are forged. */
enum extent { FORGERY_ONE, FORGERY_TENTH, FORGERY_ALL, FORGERY_EXTENTS };

/* Why a lie can go unnoticed: see MISS above. */
struct miss {
	u8 extents; /* bit e: enum extent; those of a second policy behind those of the first */
	const char *until;
	const char *trusts; /* a space between two; may be empty */
	const char *why;
};

/* A row of a file of lies: a lie, or without a name a miss of the lie above it. */
struct lie_row {
	const char *name;
	bool everywhere;
	/* Alters event i and what depends on it, or the text of its line; false when that cannot be done here. */
	bool (*event)(struct mms_log *log, u32 i, struct mms_random *r);
	bool (*line)(char *line, size_t *len, struct mms_random *r);
	struct miss miss;
};

/* A file of lies as rows. */
struct lie_file {
	const struct lie_row *row;
	unsigned n;
};
extern const struct lie_file lies_swap, lies_zone, lies_charge, lies_wake, lies_swap_in, lies_interleave, lies_line;

/* A lie and the policy it is about. */
struct lie {
	const struct lie_row *row;
	u8 policy; /* enum mms_policy_id */
	bool second; /* of the two policies it is about */
};

/* All of them: by policy, those that are noticed everywhere first. NULL: there is no lie `i`. */
const struct lie *lie_at(unsigned i);
const char *lie_policy(const struct lie *lie);
const struct miss *lie_miss(const struct lie *lie, enum extent extent); /* NULL: it must be noticed */

/* Prints which misses name a field or a word that does not exist, or stand there twice. How many. */
unsigned lie_bad_misses(void);

/* Is this the same task? */
static inline bool lie_same_task(const struct mms_event *a, const struct mms_event *b)
{
	return a->pid == b->pid && (a->pid || a->cpu == b->cpu);
}

/* wake.c: kswapd ran already, so nobody looked at a zone. */
void lie_awake(struct mms_ev_kswapd_wake *e);

/* swap_in.c: how the read is read, and the window and what it reads, by what each says of itself. `zswap`: it holds the page. */
void lie_follow_read(struct mms_ev_swap_in *e, bool zswap);
void lie_follow_window(struct mms_ev_swap_ra *e);

#define PAGEBLOCK 512

/* 1 to 3, or as many below 0. */
static inline s16 lie_off(struct mms_random *r)
{
	s16 by = (s16)(1 + mms_random_below(r, 3));

	return mms_random_below(r, 2) ? by : (s16)-by;
}

/* What rows use. A dropped event is gone: what follows it moves up, and numbers of swap_avail_lock's order close up. */
#define BELOW(n) mms_random_below(r, n) /* 0 to n - 1 */
#define OFF lie_off(r)
#define DROP(event) ((event)->kind = 0)
#define OTHER_TASK(event) ((event)->pid += (s32)(1 + BELOW(100)))

#endif
