/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two clocks on one axis, the bytes that a pod takes and never frees. The kernel's: free goes down to low, kswapd drops inactive
 * files for as long as there are any, then free goes down to min and tasks reclaim for themselves. Kubelet's: every ten seconds
 * (pkg/kubelet/kubelet.go: evictionMonitoringPeriod) it compares memory.available, the node's capacity less its working set, with
 * evictionHard (pkg/kubelet/eviction/defaults_linux.go: 100Mi); the working set is what the root group uses less its inactive
 * files, and never below 0 (cadvisor, container/libcontainer/handler.go: setMemoryStats()).
 *
 * Under cgroup v2 the root group has no memory.current, and what stands for it has changed (opencontainers/cgroups, fs2/memory.go:
 * rootStatsFromMeminfo(), before that in runc):
 *
 *     to runc 1.1.8, Kubernetes 1.28:    MemTotal - MemFree, so all that the kernel has for itself counts as used
 *     since runc 1.1.9, Kubernetes 1.29: anon + file of the root's memory.stat, so none of that counts; under cgroup v1, too
 *
 * memory.stat of the root is of the whole machine: NR_ANON_MAPPED and NR_FILE_PAGES (mm/memcontrol.c), which zoneinfo prints for
 * each node, and meminfo as AnonPages and as Cached + Buffers + SwapCached. Active files are taken for used, as kubelet does.
 *
 * Once no inactive file is left kswapd swaps, if it may: what is taken then goes to swap, and neither free nor the working set
 * changes. So swap puts off all that comes after that, and by the same, from nothing (a pod may be kept from swap) to all of it.
 * Places are bytes without what went there.
 */
#include "kubelet.h"

#include "base/bytes.h"
#include "base/json.h"

#define THRESHOLD (100ll << 20)
#define LOOK_S 10
#define BYTES_MOST (1ll << 52)
#define MIB (1ll << 20)

/* `100Mi`, `1.5Gi` no; `104857600`, `40M`: bytes. */
static bool quantity(const char *at, const char *end, s64 *bytes)
{
	static const struct {
		const char *suffix;
		s64 times;
	} units[] = {{"", 1}, {"Ki", 1ll << 10}, {"Mi", 1ll << 20}, {"Gi", 1ll << 30}, {"k", 1000}, {"M", 1000000}, {"G", 1000000000}};

	for (u32 i = 0; i < MMS_COUNT(units); i++)
		if (mms_digits_till(at, end, units[i].suffix, bytes)) {
			if (*bytes > BYTES_MOST / units[i].times)
				return false;
			*bytes *= units[i].times;
			return true;
		}
	return false;
}

bool mms_eviction_word(struct eviction *e, const struct word *word)
{
	const char *at;

	if (mms_word_begins(word, "evictionHard=", &at)) {
		e->has_percent = mms_digits_till(at, word->end, "%", &e->percent) && e->percent > 0 && e->percent < 100;
		e->has_threshold = !e->has_percent && quantity(at, word->end, &e->threshold) && e->threshold > 0;
		return e->has_percent || e->has_threshold;
	}
	if (mms_word_begins(word, "rate=", &at))
		return e->has_rate = quantity(at, word->end, &e->rate);
	return false;
}

/* What a node has and uses, in bytes. */
struct usage {
	const char *from; /* NULL: not in the text */
	s64 capacity, free, inactive, anon, file;
};

static struct usage of_zones(const struct snapshot *s, const struct zone *zones)
{
	struct usage u = {.from = "zoneinfo"};
	u32 nodes = 0, told = 0;
	s64 pages;

	for (u32 i = 0; i < s->zones; i++) {
		const struct zone *z = &zones[i];
		bool all = mms_known(z, FIELD_inactive_file) && mms_known(z, FIELD_anon) && mms_known(z, FIELD_file);
		bool begins = !i || zones[i - 1].node != z->node;

		nodes += begins;
		told += all && (begins || told < nodes);
		u.inactive += z->value[FIELD_inactive_file];
		u.anon += z->value[FIELD_anon];
		u.file += z->value[FIELD_file];
		u.free += z->value[FIELD_free];
		if (!z->judged.empty && !mms_zone_pages(s, zones, z, &pages))
			return (struct usage){0};
		u.capacity += z->judged.empty ? 0 : pages;
	}
	if (told < nodes || u.capacity > BYTES_MOST / s->unit || u.file > u.capacity || u.anon > u.capacity || u.inactive > u.file)
		return (struct usage){0};
	u.capacity *= s->unit;
	u.free *= s->unit;
	u.inactive *= s->unit;
	u.anon *= s->unit;
	u.file *= s->unit;
	return u;
}

static s64 meminfo(const struct paste *paste, enum meminfo which)
{
	return paste->meminfo[which] << 10;
}

static struct usage of_meminfo(const struct paste *paste)
{
	u32 needed = 1u << MEMINFO_MemTotal | 1u << MEMINFO_MemFree | 1u << MEMINFO_Buffers | 1u << MEMINFO_Cached |
		1u << MEMINFO_SwapCached | 1u << MEMINFO_AnonPages | 1u << MEMINFO_inactive_file;

	if ((paste->meminfos & needed) != needed || paste->meminfo_again || paste->machines != 1)
		return (struct usage){0};
	return (struct usage){"meminfo", meminfo(paste, MEMINFO_MemTotal), meminfo(paste, MEMINFO_MemFree), meminfo(paste, MEMINFO_inactive_file),
		meminfo(paste, MEMINFO_AnonPages), meminfo(paste, MEMINFO_Cached) + meminfo(paste, MEMINFO_Buffers) + meminfo(paste, MEMINFO_SwapCached)};
}

static s64 above_zero(s64 value)
{
	return MMS_MAX(value, 0);
}

/* One way to count a node. */
static void count(struct mms_text *out, const char *counts, const char *releases, s64 used, const struct usage *u, s64 threshold, const struct eviction *e,
	struct span reclaim)
{
	s64 working_set = above_zero(used - u->inactive), available = above_zero(u->capacity - working_set);
	s64 between = e->has_rate ? e->rate * LOOK_S : 0, at = above_zero(available - threshold), seen = at + between;
	s64 needed = above_zero(available - reclaim.lo + between);

	mms_json_open(out);
	mms_json_string(out, "counts", counts);
	mms_json_string(out, "releases", releases);
	mms_json_number(out, "working_set", working_set);
	mms_json_number(out, "available", available);
	mms_json_range(out, "eviction", at, seen);
	mms_json_string(out, "first", seen < reclaim.lo ? "eviction" : at > reclaim.hi ? "reclaim" : "either");
	mms_json_number(out, "needed", (needed / MIB + 1) * MIB);
	mms_json_close(out);
}

void mms_eviction_write(const struct paste *paste, const struct snapshot *s, const struct zone *zones, const struct eviction *e, struct span to_low,
	struct span to_min, struct mms_text *out)
{
	struct usage u = of_zones(s, zones);
	struct span kswapd, files, reclaim;
	s64 threshold, low = 0, min = 0;

	if (s->other_total)
		u.from = NULL;
	else if (!u.from)
		u = of_meminfo(paste);
	mms_json_key(out, "kubelet");
	mms_json_open(out);
	mms_json_string(out, "reason", u.from ? "" : s->other_total ?
		"MemTotal is not what these zones have: another machine, a container (lxcfs), memory that came or went, or missing zones" :
		"what the node uses is not in the text: nr_inactive_file, nr_anon_pages and nr_file_pages of /proc/zoneinfo, or all of /proc/meminfo");
	if (!u.from) {
		mms_json_close(out);
		return;
	}
	threshold = e->has_percent ? u.capacity / 100 * e->percent : e->has_threshold ? e->threshold : THRESHOLD;
	for (u32 i = 0; i < s->zones; i++) {
		low += zones[i].judged.empty ? 0 : zones[i].value[FIELD_low];
		min += zones[i].judged.empty ? 0 : zones[i].value[FIELD_min];
	}
	kswapd = (struct span){to_low.lo * s->unit, to_low.hi * s->unit};
	files = (struct span){kswapd.lo + u.inactive, kswapd.hi + u.inactive};
	reclaim = (struct span){to_min.lo * s->unit + u.inactive, to_min.hi * s->unit + u.inactive};
	mms_json_string(out, "from", u.from);
	mms_json_number(out, "capacity", u.capacity);
	mms_json_number(out, "free", u.free);
	mms_json_number(out, "inactive_file", u.inactive);
	mms_json_number(out, "anon", u.anon);
	mms_json_number(out, "file", u.file);
	mms_json_number(out, "low", low * s->unit);
	mms_json_number(out, "min", min * s->unit);
	if (paste->meminfos >> MEMINFO_SwapFree & 1 && !paste->meminfo_again && paste->machines == 1)
		mms_json_number(out, "swap_free", meminfo(paste, MEMINFO_SwapFree));
	mms_json_number(out, "threshold", threshold);
	if (e->has_rate)
		mms_json_number(out, "rate", e->rate);
	mms_json_number(out, "look_s", LOOK_S);
	mms_json_range(out, "kswapd", kswapd.lo, kswapd.hi);
	mms_json_range(out, "files", files.lo, files.hi);
	mms_json_range(out, "reclaim", reclaim.lo, reclaim.hi);
	mms_json_array(out, "counts");
	count(out, "anon + file", "since Kubernetes 1.29, and under cgroup v1", u.anon + u.file, &u, threshold, e, reclaim);
	count(out, "MemTotal - MemFree", "to Kubernetes 1.28 under cgroup v2", above_zero(u.capacity - u.free), &u, threshold, e, reclaim);
	mms_put_char(out, ']');
	mms_json_close(out);
}
