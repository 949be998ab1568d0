/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mapper: touch anonymous memory under a memory policy of its own (mbind).
 *
 *     mapper --mb N [--policy NAME --nodes LIST] [--task] [--loops N] [--huge] [--zero]
 *            [--pageout] [--hold SECONDS] [--kernel-kb N] [options of workload.h]
 *
 * Maps N MiB, gives the mapping the policy (with --task the task gets it instead), writes to every
 * page in order, unmaps it, `loops` times (1). The node of such a page depends on its place in the
 * mapping, not on what was allocated before. With --huge of huge pages where there are any. With
 * --zero all pages are zero.
 *
 * With --pageout the kernel is asked to swap all of it out, and every page is written to again. Where
 * there is no room, a page just stays: nobody is killed for it. In between it leaves a file as a writer
 * does once it is filled, and sleeps for --hold seconds (0).
 *
 * --kernel-kb has the kernel allocate N KiB for itself first (0), for a BPF array: with vmalloc() above 32.
 */
#include "workload.h"

#include <linux/bpf.h>

/* The kernel frees the array with the file, which is when this program ends. */
static void kernel_array(unsigned long kb)
{
	union bpf_attr array = {
		.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 1024, .max_entries = kb,
	};

	if (syscall(SYS_bpf, BPF_MAP_CREATE, &array, sizeof(array)) < 0)
		die("bpf");
}

static void touch(uint8_t *memory, unsigned long mb, int value)
{
	for (unsigned long page = 0; page < mb << 8; page++)
		memory[page * PAGE] = value;
}

int main(int argc, char **argv)
{
	unsigned long mb = 0, loops = 1, hold = 0, kernel_kb = 0, mask;
	const char *policy = "none", *nodes = "0";
	struct rusage usage;
	int task = 0, huge = 0, zero = 0, pageout = 0, number;

	begin(argc, argv, (const struct option_row[]){
		{ "mb", NUMBER, &mb }, { "loops", NUMBER, &loops }, { "policy", TEXT, &policy },
		{ "nodes", TEXT, &nodes }, { "task", FLAG, &task }, { "huge", FLAG, &huge },
		{ "zero", FLAG, &zero }, { "pageout", FLAG, &pageout }, { "hold", NUMBER, &hold },
		{ "kernel-kb", NUMBER, &kernel_kb }, { 0 } });
	if (!mb) {
		fprintf(stderr, "mapper: --mb is missing\n");
		return 2;
	}
	number = policy_number(policy);
	mask = number == MPOL_DEFAULT || number == MPOL_LOCAL ? 0 : node_mask(nodes);
	if (task)
		set_policy(policy, nodes);
	if (kernel_kb)
		kernel_array(kernel_kb);
	getrusage(RUSAGE_SELF, &usage);
	for (unsigned long loop = 0; loop < loops; loop++) {
		uint8_t *memory = mmap(NULL, mb << 20, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

		if (memory == MAP_FAILED)
			die("mmap");
		if (!task && syscall(SYS_mbind, memory, mb << 20, number, mask ? &mask : NULL,
				     mask ? 64UL : 0UL, 0U))
			die("mbind");
		if (huge && madvise(memory, mb << 20, MADV_HUGEPAGE))
			die("madvise");
		touch(memory, mb, !zero);
		if (pageout) {
			if (madvise(memory, mb << 20, MADV_PAGEOUT))
				die("madvise");
			report_filled();
			sleep(hold);
			touch(memory, mb, !zero);
		}
		munmap(memory, mb << 20);
	}
	report(loops * (mb << 8), "pages-touched");
	report_usage(&usage);
	return 0;
}
