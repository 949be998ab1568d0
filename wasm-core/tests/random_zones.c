/* SPDX-License-Identifier: Apache-2.0 */
#include "random_scenario.h"

#include "host.h"

static void memory(unsigned nodes)
{
	for (unsigned i = 0; i < nodes; i++)
		host_set("node_pages", i, between(1024, one_in(4) ? 40000 : 6000));
	host_set("dma_pages", 0, one_in(3) ? 0 : between(64, 300));
	host_set("dma32_pages", 0, one_in(3) ? 0 : between(64, 700));
	host_set("min_free_kbytes", 0, one_in(2) ? 0 : between(128, 512 * (long long)nodes));
	host_set("watermark_scale_factor", 0, one_in(3) ? between(1, 500) : 10);
	for (unsigned i = 0; i < 3; i++)
		host_set("lowmem_reserve_ratio", i, one_in(4) ? 0 : between(1, 256));
	host_set("swap_pages", 0, one_in(4) ? between(0, 500) : 100000);
	host_set("swappiness", 0, one_in(4) ? between(0, 200) : 60);
	host_set("dirty_background_ratio", 0, between(0, 10));
	host_set("dirty_ratio", 0, between(10, 60));
}

static void load(unsigned i, unsigned nodes)
{
	host_set("load", i, between(MMS_load_none, MMS_load_copy));
	host_set("load_node", i, between(0, nodes - 1));
	host_set("load_pages", i, one_in(4) ? between(1, 200) : between(200, 9000));
	host_set("load_rate", i, one_in(5) ? 0 : one_in(3) ? between(1000000, 10000000) : between(10000, 300000));
	host_set("load_hot", i, between(0, 100));
	host_set("load_start", i, one_in(3) ? between(0, 20) : 0);
}

/* What the scenarios of 2013 ask for, and DMA32 on more than one node. */
static void old_kernel(unsigned nodes, unsigned loads)
{
	for (unsigned i = 0; i < loads; i++)
		host_set("load_end", i, one_in(3) ? between(1, 60) : 0);
	host_set("item_pages", 0, one_in(2) ? between(1, 9) : 1);
	host_set("dirtyable", 0, between(0, 1));
	host_set("dirty_paced", 0, between(0, 1));
	host_set("reclaim", 0, between(0, 1));
	host_set("writepage", 0, between(0, 1));
	host_set("swap_cluster", 0, between(0, 4));
	host_set("disk_request", 0, between(0, 200));
	host_set("disk_queue", 0, one_in(2) ? between(0, 2000) : 0);
	if (nodes < 2 || one_in(2))
		return;
	host_set("node_pages", 0, 4000);
	host_set("dma_pages", 0, 200);
	host_set("dma32_pages", 0, 3800 + between(64, 700));
}

void random_zones(u64 number)
{
	unsigned nodes, loads;

	drawn = mms_random(number);
	host_reset();
	nodes = (unsigned)(one_in(20) ? between(1, 6) : between(1, 3)); /* a walk of 8 zones is all an event holds */
	loads = (unsigned)between(1, one_in(5) ? 8 : 3);
	host_set("machine", 0, MMS_machine_zones);
	host_set("seed", 0, (long long)mms_random_u32(&drawn));
	host_set("nodes", 0, nodes);
	host_set("cpus_per_node", 0, between(1, 4));
	host_set("zone_alloc_policy", 0, between(0, 2));
	host_set("kswapd_wake_mark", 0, between(0, 2));
	host_set("zone_reclaim_mode", 0, one_in(3) ? between(1, 7) : 0);
	host_set("lru", 0, between(0, 1));
	memory(nodes);
	for (unsigned i = 0; i < loads; i++)
		load(i, nodes);
	host_set("run_ms", 0, between(10, one_in(10) ? 600 : 60));
	host_set("level_ms", 0, between(1, 40));
	host_set("record_every", 0, one_in(8) ? between(1, 30) : between(100, 3000));
	host_set("kswapd_scan_ns", 0, one_in(3) ? between(1, 50000) : 1000);
	host_set("kswapd_nap_ms", 0, between(0, 30));
	host_set("disk_write_ns", 0, between(100, 40000));
	host_set("disk_read_ns", 0, between(500, 40000));
	host_set("disk_seek_ns", 0, one_in(2) ? between(0, 100000) : 8000000);
	host_set("op_ns", 0, between(200, 3000));
	host_set("page_ns", 0, between(100, 2000));
	if (number % 2)
		old_kernel(nodes, loads);
}
