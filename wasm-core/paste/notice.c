/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a text is that says nothing of a machine's zones, marks and swap devices: known by words that only it has. No word of the
 * text comes back.
 */
#include "internal.h"

#include "base/bytes.h"

#define LOOKED_AT (256u << 10) /* bytes of its beginning */

#define OTHER_SYSTEM ", and only Linux is read here: the marks of another kernel have other rules"
#define NO_ZONES " says how much memory is free, but neither in which zone nor against which marks: paste /proc/zoneinfo of that machine"
#define IN_ITS_LOG " of the kernel's log that say why begin with \"invoked oom-killer\": paste those"
#define NO_KERNEL ", by limits of its own: no mark of a zone has to do with it"

/* The first that fits counts. */
static const struct {
	const char *words, *notice;
} others[] = {
	{"Mach Virtual Memory Statistics", "this is from macOS" OTHER_SYSTEM},
	{"PhysMem: ", "this is from macOS" OTHER_SYSTEM},
	{"Total Physical Memory:", "this is from Windows" OTHER_SYSTEM},
	{"TotalVisibleMemorySize", "this is from Windows" OTHER_SYSTEM},
	{"vm.stats.vm.", "this is from FreeBSD" OTHER_SYSTEM},
	{"hw.physmem", "this is from a BSD" OTHER_SYSTEM},
	{"Avail Capacity", "this is from a BSD" OTHER_SYSTEM},
	{"last pid: ", "this is from a BSD" OTHER_SYSTEM},
	{"due to memory used (", "systemd-oomd killed here" NO_KERNEL},
	{"due to memory pressure for ", "systemd-oomd killed here" NO_KERNEL},
	{"at or below SIGTERM limits", "earlyoom killed here" NO_KERNEL},
	{"lowmemorykiller: Kill", "Android's low memory killer killed here" NO_KERNEL},
	{"Memory cgroup out of memory: Kill", "a memory cgroup was at its limit: no mark of a zone has to do with it"},
	{"Out of memory: Kill", "this is the end of a report: the lines" IN_ITS_LOG},
	{"OOMKilled", "Kubernetes says that the OOM killer ended a container, not why: the lines" IN_ITS_LOG},
	{"low on resource: memory", "kubelet evicted a pod by a threshold of its own, not by a mark of a zone: paste /proc/zoneinfo and "
		"/proc/meminfo of that node to see which comes first"},
	{"Allocatable:", "kubectl" NO_ZONES},
	{"Cpu(s):", "top" NO_ZONES},
	{"buff/cache", "free" NO_ZONES},
	{"buffers/cache", "free" NO_ZONES},
	{"nr_zone_inactive_anon ", "/proc/vmstat" NO_ZONES},
	{"some avg10=", "pressure says how long tasks waited, not for which zone: paste /proc/zoneinfo of that machine"},
};

const char *mms_notice(const struct paste *paste)
{
	const char *end = MMS_MIN(paste->words.end, paste->text + LOOKED_AT);

	for (u32 i = 0; i < MMS_COUNT(others); i++)
		if (mms_holds(paste->text, end, others[i].words))
			return others[i].notice;
	return "nothing in this text is of a machine's memory: paste /proc/zoneinfo, /proc/swaps or a report of the OOM killer";
}
