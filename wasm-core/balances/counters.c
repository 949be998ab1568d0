/* SPDX-License-Identifier: Apache-2.0 */
/* Counters at marks beside those at the end, beside each other, and beside the events that they count. */
#include "internal.h"

#define SCANNED 64 /* pages that a CPU looks at before it counts them, at most */

/* The probe that an event is of, by the ranges of kinds. */
static const struct probe {
	const char *name;
	u8 first, last;
} probes[] = {
#define MMS_P(name, first, last) {name, MMS_KIND_##first, MMS_KIND_##last},
	MMS_PROBES(MMS_P)
#undef MMS_P
};

static void balance_probes(struct books *b)
{
	u64 all = 0, fit = 0;

	for (u32 i = 0; i < MMS_COUNT(probes); i++) {
		bool has = mms_has_probe(b, probes[i].name);

		for (u32 kind = probes[i].first; kind <= probes[i].last; kind++) {
			all += b->kinds[kind];
			fit += has ? b->kinds[kind] : 0;
		}
	}
	if (all)
		mms_balance_add(b, MMS_BALANCE_probes, 0, all, fit, 0);
}

static u64 total_of(const struct books *b, const char *name)
{
	return mms_number_in(mms_member(mms_member(b->stop, "vmstat"), name));
}

/* Pages that an event reads, for counter 0; faults that it is of, for counter 1. */
static u64 counts(const struct mms_event *e, u32 counter)
{
	if (counter)
		return e->kind == MMS_KIND_swap_ra;
	return e->kind == MMS_KIND_swap_in && e->swap_in.how != MMS_swap_how_zero && e->swap_in.how != MMS_swap_how_zswap ?
		       1ull << MMS_MIN(e->swap_in.order, 20) : 0;
}

/* What the tracer heard of a counter was read half a second before that, at most. */
static void balance_between(struct books *b)
{
	static const char *const names[] = {"vmstat/pswpin", "vmstat/pgmajfault"};

	for (u32 k = 0; k < MMS_COUNT(names); k++) {
		u64 total = total_of(b, names[k] + 7), inside = 0, beyond = 0;
		struct counted c;

		if (!mms_counted(b, names[k], &c) || b->ended == UNKNOWN || c.to > b->ended)
			continue;
		for (u32 i = 0; i < b->log->count; i++) {
			const struct mms_event *e = &b->log->event[i];
			u64 n = counts(e, k);

			inside += e->ts >= c.from && e->ts + TASK_LATE < c.to ? n : 0;
			beyond += e->ts + TASK_LATE < c.from || (e->ts > c.to && e->ts <= b->ended) ? n : 0;
		}
		mms_balance_add(b, MMS_BALANCE_between, k, inside, c.more, b->cpus);
		if (total == UNKNOWN)
			mms_balance_unknown(b, MMS_BALANCE_beyond, k);
		else
			mms_balance_add(b, MMS_BALANCE_beyond, k, beyond, total > c.more ? total - c.more : 0, b->cpus);
	}
}

/* A fault reads its page, and others ahead; swapoff reads, too, of which only the probe of swap devices tells. */
static void balance_faulted(struct books *b)
{
	u64 in = total_of(b, "pswpin"), faults = total_of(b, "pgmajfault"), ahead = total_of(b, "swap_ra");
	bool known = in != UNKNOWN && faults != UNKNOWN && ahead != UNKNOWN && faults + ahead >= faults, off = false;

	for (u32 i = 0; i < b->log->count; i++)
		off |= b->log->event[i].kind == MMS_KIND_swap_list && (b->log->event[i].swap_list.reason == MMS_list_reason_swapoff ||
								       b->log->event[i].swap_list.reason == MMS_list_reason_reinsert);
	if (off)
		return;
	if (known && (in <= faults + ahead + b->cpus || mms_has_probe(b, "swap")))
		mms_balance_add(b, MMS_BALANCE_faulted, 0, in, faults + ahead, b->cpus);
	else
		mms_balance_unknown(b, MMS_BALANCE_faulted, 0);
}

/* mm/vmscan.c counts a page that it looks at by who does so and by what it is of. */
static void balance_scanned(struct books *b)
{
	static const char *const names[] = {"vmstat/pgscan_kswapd", "vmstat/pgscan_direct", "vmstat/pgscan_khugepaged", "vmstat/pgscan_anon",
					   "vmstat/pgscan_file"};
	u64 sum[2] = {0};
	struct counted c;
	u32 n = 0;

	for (; n < MMS_COUNT(names) && mms_counted(b, names[n], &c); n++)
		sum[n > 2] += c.more;
	if (n == MMS_COUNT(names))
		mms_balance_add(b, MMS_BALANCE_scanned, 0, sum[0], sum[1], 2 * SCANNED * b->cpus);
}

void mms_balance_counters(struct books *b)
{
	balance_probes(b);
	balance_between(b);
	balance_faulted(b);
	balance_scanned(b);
}
