/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mapper: touch anonymous memory under a memory policy of its own (mbind).
 *
 *     mapper --mb N [--policy none|interleave|weighted|bind --nodes LIST] [--task] [--loops N]
 *            [options of workload.h]
 *
 * Maps N MiB, gives the mapping the policy (with --task the task gets it instead), writes to every
 * page in order, unmaps it, `loops` times (1). The node of such a page depends on its place in the
 * mapping, not on what was allocated before.
 */
#include "workload.h"

int main(int argc, char **argv)
{
	unsigned long mb = 0, loops = 1, mask;
	const char *policy = "none", *nodes = "0";
	struct rusage usage;
	int task = 0, number;

	begin(argc, argv, (const struct option_row[]){
		{ "mb", NUMBER, &mb }, { "loops", NUMBER, &loops }, { "policy", TEXT, &policy },
		{ "nodes", TEXT, &nodes }, { "task", FLAG, &task }, { 0 } });
	if (!mb) {
		fprintf(stderr, "mapper: --mb is missing\n");
		return 2;
	}
	number = policy_number(policy);
	mask = number == MPOL_DEFAULT ? 0 : node_mask(nodes);
	if (task)
		set_policy(policy, nodes);
	getrusage(RUSAGE_SELF, &usage);
	for (unsigned long loop = 0; loop < loops; loop++) {
		uint8_t *memory = mmap(NULL, mb << 20, PROT_READ | PROT_WRITE,
				       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

		if (memory == MAP_FAILED)
			die("mmap");
		if (!task && syscall(SYS_mbind, memory, mb << 20, number, mask ? &mask : NULL,
				     mask ? 64UL : 0UL, 0U))
			die("mbind");
		for (unsigned long page = 0; page < mb << 8; page++)
			memory[page * PAGE] = 1;
		munmap(memory, mb << 20);
	}
	tell(loops * (mb << 8), "pages-touched");
	tell_usage(&usage);
	return 0;
}
