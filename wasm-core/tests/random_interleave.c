/* SPDX-License-Identifier: Apache-2.0 */
/* Small scenarios of machine/interleave/, each from a number, that reach every corner of it. */
#include "host.h"
#include "random_scenario.h"

static void policy(long long nodes)
{
	static const int modes[] = {MMS_mpol_default, MMS_mpol_interleave, MMS_mpol_interleave, MMS_mpol_weighted_interleave};

	host_set("mempolicy", 0, modes[between(0, 3)]);
	host_set("granularity", 0, one_in(3) ? 1 : between(1, 20));
	host_set("policy_nodes", 0, between(1, (1ll << nodes) - 1));
	for (unsigned i = 0; i < nodes; i++)
		host_set("weight", i, one_in(3) ? between(1, 255) : between(1, 5));
}

static void limits(void)
{
	host_set("max_sectors", 0, one_in(4) ? between(8, 30) : between(64, 1024));
	host_set("max_segments", 0, one_in(4) ? between(1, 3) : between(4, 60));
	host_set("segment_bytes", 0, one_in(3) ? between(4096, 20000) : 65536);
	host_set("bio_pages", 0, one_in(3) ? between(1, 10) : between(16, 256));
	host_set("bio_split", 0, between(0, 1));
}

static void disks(long long cpus)
{
	long long n = one_in(3) ? between(1, cpus < 16 ? cpus : 16) : 1;

	host_set("disks", 0, n);
	for (unsigned i = 0; i < n; i++)
		host_set("disk_rate", i, one_in(5) ? between(1, 1000) : between(20000, 900000));
	host_set("disk_ns", 0, one_in(4) ? 0 : between(1, 1000000));
	host_set("queue_depth", 0, one_in(2) ? between(1, 3) : 32);
	host_set("alloc_ns", 0, one_in(4) ? between(0, 100000) : between(0, 1000));
	host_set("copy_ns", 0, one_in(4) ? between(0, 1000000) : between(0, 1000));
}

void random_interleave(u64 number)
{
	long long nodes, cpus_per_node;

	drawn = mms_random(number);
	host_reset();
	nodes = one_in(8) ? between(1, 16) : between(1, 4);
	cpus_per_node = between(1, 4);
	host_set("machine", 0, MMS_machine_interleave);
	host_set("seed", 0, (long long)mms_random_u32(&drawn));
	host_set("nodes", 0, nodes);
	host_set("cpus_per_node", 0, cpus_per_node);
	policy(nodes);
	limits();
	disks(nodes * cpus_per_node);
	host_set("file_pages", 0, one_in(10) ? between(1, 3) : between(1, 200));
	host_set("read_ahead", 0, one_in(4) ? between(1, 4) : between(8, 128));
	host_set("read_pages", 0, one_in(2) ? between(1, 8) : between(16, 300));
	host_set("pcp_batch", 0, one_in(3) ? between(1, 4) : between(8, 64));
	host_set("fragmentation", 0, one_in(2) ? 0 : between(1, 100));
	host_set("block_pages", 0, one_in(3) ? between(1, 8) : 1024);
}
