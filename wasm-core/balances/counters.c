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
		return mms_is_faults(e);
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

		if (!mms_counted(b, names[k], &c) || b->ended == UNKNOWN || c.to > b->ended || (k && !b->filtered))
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

/* A counter between two marks beside the same from the tracer's start to its end. */
static void balance_totals(struct books *b)
{
	static const char *const names[] = {"vmstat/pswpin", "vmstat/pswpout", "vmstat/pgmajfault", "vmstat/swap_ra", "vmstat/swap_ra_hit"};

	for (u32 k = 0; k < MMS_COUNT(names); k++) {
		u64 total = total_of(b, names[k] + 7);
		struct counted c;

		if (total != UNKNOWN && b->ended != UNKNOWN && mms_counted(b, names[k], &c) && c.to <= b->ended)
			mms_balance_add(b, MMS_BALANCE_totals, k, c.more, total, 0);
	}
}

/*
 * A page that is read ahead is read from a device, or zswap has it, or it was all zeros: of those there are events. A fault that has none
 * reads a window at most. What zswap gives to others no line says; swapoff reads ahead without a fault.
 */
static void balance_ahead(struct books *b)
{
	u64 in = total_of(b, "pswpin"), faults = total_of(b, "pgmajfault"), ahead = total_of(b, "swap_ra"), most = 1, held = 0, zswap = 0;

	for (u32 i = 0; i < b->log->count; i++) {
		const struct mms_event *e = &b->log->event[i];

		if (e->kind == MMS_KIND_swap_list && (e->swap_list.reason == MMS_list_reason_swapoff ||
						      e->swap_list.reason == MMS_list_reason_reinsert))
			return;
		if (e->kind == MMS_KIND_swap_ra)
			most = MMS_MAX(most, e->swap_ra.max_win);
		faults -= e->kind == MMS_KIND_swap_ra && e->ts <= b->ended && faults;
		held += e->kind == MMS_KIND_swap_in && !counts(e, 0);
		zswap += e->kind == MMS_KIND_swap_in && e->swap_in.how == MMS_swap_how_zswap;
	}
	if (!b->kinds[MMS_KIND_swap_in] || (b->filtered && zswap))
		return;
	most = MMS_MAX(most, 1ull << MMS_MIN(mms_number_in(mms_sysctl(b->start, "vm.page-cluster")), 31));
	most = MMS_MAX(most, 1ull << MMS_MIN(mms_number_in(mms_sysctl(b->stop, "vm.page-cluster")), 31));
	if (in == UNKNOWN || ahead == UNKNOWN || faults > UINT32_MAX || b->ended == UNKNOWN)
		mms_balance_unknown(b, MMS_BALANCE_ahead, 0);
	else
		mms_balance_add(b, MMS_BALANCE_ahead, 0, ahead, in + held + faults * most, most * b->cpus);
}

/*
 * mm/vmscan.c counts a page that it looks at, and one that it reclaims, by what it is of, and by who does so unless for a cgroup. How
 * many by what, since boot; 0: not known.
 */
static u64 balance_scanned(struct books *b, enum mms_balance_of id, const char *of)
{
	static const char *const names[] = {"kswapd", "direct", "khugepaged", "anon", "file"};
	u64 sum[2] = {0}, all = 0;
	struct counted c;

	for (u32 n = 0; n < MMS_COUNT(names); n++) {
		char name[40];

		if (!mms_counted(b, mms_name_of(name, sizeof(name), of, -1, "", names[n]), &c))
			return 0;
		sum[n > 2] += c.more;
		all += n > 2 ? c.first + c.more : 0;
	}
	mms_balance_add(b, id, 0, sum[0], sum[1], 2 * SCANNED * b->cpus);
	return all;
}

void mms_balance_counters(struct books *b)
{
	u64 scanned, reclaimed;

	balance_probes(b);
	balance_between(b);
	balance_totals(b);
	balance_ahead(b);
	scanned = balance_scanned(b, MMS_BALANCE_scanned, "vmstat/pgscan_");
	reclaimed = balance_scanned(b, MMS_BALANCE_reclaimed, "vmstat/pgsteal_");
	if (scanned && reclaimed)
		mms_balance_add(b, MMS_BALANCE_reclaimed, 1, reclaimed, scanned, 2 * SCANNED * b->cpus);
}
