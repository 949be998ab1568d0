/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a text is that says nothing of a machine's zones, marks and swap devices: known by words that only it has. No word of the
 * text comes back.
 */
#include "internal.h"

#include "base/bytes.h"

#define LOOKED_AT (256u << 10) /* bytes of its beginning */

static const char other_system[] = ", and only Linux is read here: the marks of another kernel have other rules";
static const char no_zones[] = " says how much memory is free, but neither in which zone nor against which marks: paste /proc/zoneinfo of that machine";
static const char no_swaps[] = ": paste /proc/swaps, or what swapon --show prints";
static const char in_its_log[] = " of the kernel's log that say why begin with \"invoked oom-killer\": paste those";
static const char no_kernel[] = " killed here, by limits of its own: no mark of a zone has to do with it";

/* The first that fits counts. The second half of a sentence is a name of it, as several have the same. */
static const struct {
	const char *words, *notice, *more;
} others[] = {
	{"Mach Virtual Memory Statistics", "this is from macOS", other_system},
	{"PhysMem: ", "this is from macOS", other_system},
	{"vm.swapusage", "this is from macOS", other_system},
	{"swapfile             dev", "this is from Solaris", other_system},
	{"AllocatedBaseSize", "this is from Windows", other_system},
	{"Total Physical Memory:", "this is from Windows", other_system},
	{"TotalVisibleMemorySize", "this is from Windows", other_system},
	{"vm.stats.vm.", "this is from FreeBSD", other_system},
	{"hw.physmem", "this is from a BSD", other_system},
	{"Avail Capacity", "this is from a BSD", other_system},
	{"last pid: ", "this is from a BSD", other_system},
	{"due to memory used (", "systemd-oomd", no_kernel},
	{"due to memory pressure for ", "systemd-oomd", no_kernel},
	{"at or below SIGTERM limits", "earlyoom", no_kernel},
	{"lowmemorykiller: Kill", "Android's low memory killer", no_kernel},
	{"Memory cgroup out of memory: Kill", "a memory cgroup was at its limit: no mark of a zone has to do with it", ""},
	{"Out of memory: Kill", "this is the end of a report: the lines", in_its_log},
	{"OOMKilled", "Kubernetes says that the OOM killer ended a container, not why: the lines", in_its_log},
	{"low on resource: memory", "kubelet evicted a pod by a threshold of its own, not by a mark of a zone: paste /proc/zoneinfo and "
		"/proc/meminfo of that node to see which comes first", ""},
	{"lmkd", "Android's low memory killer", no_kernel},
	{"System is deadlocked on memory", "this is the end of a report: the lines", in_its_log},
	{"k swap on /", "the kernel's log says when a swap device came, not which are in use now", no_swaps},
	{"\"swapdevices\"", "this is JSON", no_swaps},
	{"DISKSIZE", "zramctl does not print priorities", no_swaps},
	{"protection:", "this looks like /proc/zoneinfo, but its lines are not as a kernel prints them: paste them unaltered", ""},
	{"Allocatable:", "kubectl", no_zones},
	{"Cpu(s):", "top", no_zones},
	{"buff/cache", "free", no_zones},
	{"buffers/cache", "free", no_zones},
	{"nr_zone_inactive_anon ", "/proc/vmstat", no_zones},
	{"some avg10=", "pressure says how long tasks waited, not for which zone: paste /proc/zoneinfo of that machine", ""},
};

const char *mms_notice(const struct paste *paste, struct sentence *say)
{
	const char *end = MMS_MIN(paste->words.end, paste->text + LOOKED_AT);

	for (u32 i = 0; i < MMS_COUNT(others); i++)
		if (mms_holds(paste->text, end, others[i].words)) {
			mms_say(say, others[i].notice);
			mms_say(say, others[i].more);
			return mms_said(say);
		}
	return "nothing in this text is of a machine's memory: paste /proc/zoneinfo, /proc/swaps or a report of the OOM killer";
}
