/* SPDX-License-Identifier: Apache-2.0 */
/* /proc/zoneinfo, /proc/vmstat, /proc/swaps, /proc/partitions; numactl -H and lscpu. */
#include "host.h"

#define HEAD " 65535 -2147483648 "
#define SEQ "seq=18446744073709551615 "

static void zoneinfo(void)
{
	check_rows("Node 0, zone      DMA\n  per-node stats\n      nr_dirty     557\n  pages free     3840\n        boost    0\n"
		   "        min      19\n        low      23\n        high     27\n        spanned  4095\n        managed  3840\n"
		   "        protection: (0, 3019, 13003)\n      nr_free_pages 3840\n  pagesets\n    cpu: 0\n"
		   "              count:    0\n              high:     9\n  start_pfn:           1\n"
		   "Node 0, zone  Movable\n  pages free     0\n        managed  0\n        protection: (0, 0)\n"
		   "Node 1, zone   Normal\n  pages free     7\n        min      1\n        low      2\n        high     3\n"
		   "        managed  9\n        protection: (0)\n      nr_zone_write_pending 5\n",
		   "stat 3" HEAD " 3 " SEQ "value=557 text=node0/vmstat/nr_dirty\n"
		   "stat 9" HEAD " 9 " SEQ "value=4095 text=node0/zoneinfo/DMA/spanned\n"
		   "stat 12" HEAD " 12 " SEQ "value=3840 text=node0/zoneinfo/DMA/nr_free_pages\n"
		   "stat 17" HEAD " 17 " SEQ "value=1 text=node0/zoneinfo/DMA/start_pfn\n"
		   "zone 18" HEAD " 18 " SEQ "zone=0 managed=3840 min=19 low=23 high=27 boost=18446744073709551615 free=3840 "
		   "reserve=0,3019,13003,4294967295,4294967295,4294967295,4294967295,4294967295\n"
		   "zone 29" HEAD " 29 " SEQ "zone=8 managed=9 min=1 low=2 high=3 boost=18446744073709551615 free=7 "
		   "reserve=0,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295,4294967295\n"
		   "stat 29" HEAD " 29 " SEQ "value=5 text=node1/zoneinfo/Normal/nr_zone_write_pending\n");
}

static void vmstat(void)
{
	check_rows("nr_free_pages 1770090\npswpin 3\n", "stat 1" HEAD " 1 " SEQ "value=1770090 text=vmstat/nr_free_pages\n"
							"stat 2" HEAD " 2 " SEQ "value=3 text=vmstat/pswpin\n");
}

static void swaps(void)
{
	static const char text[] = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
				   "/dev/nvme0n1                            partition\t262140\t\t1032\t\t-2\n"
				   "/var/a file                             file\t\t8388604\t0\t\t5\nhello\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK(strstr(r.rows, " prio=-2 ") && strstr(r.rows, " pages=65535 used=258 ") && strstr(r.rows, " name=nvme0n1\n"), "%s", r.rows);
	CHECK(strstr(r.rows, " prio=5 ") && strstr(r.rows, " pages=2097151 used=0 ") && strstr(r.rows, " name=a file\n"), "%s", r.rows);
	CHECK_EQ(r.report.understood, 2, "understood");
	CHECK_EQ(r.report.unreadable, 1, "unreadable");
	host_text_free(&r);
}

static void partitions(void)
{
	static const char text[] = "major minor  #blocks  name\n\n   8        0 1953514584 sda\n 259        0  268435456 nvme0n1\n"
				   " 253        1        512 md/d 0\n4096 0 1 x\n8 1048576 1 y\n8 0 1\n8 0\n 8 x 1 sda\n";
	struct host_text r = read_trace(text, strlen(text), 0);

	CHECK_EQ(r.report.format, MMS_trace_format_partitions, "format");
	CHECK(strstr(r.rows, " value=1953514584 text=partitions/8:0/sda\n"), "%s", r.rows);
	CHECK(strstr(r.rows, " value=268435456 text=partitions/259:0/nvme0n1\n"), "%s", r.rows);
	CHECK(strstr(r.rows, " value=512 text=partitions/253:1/md/d 0\n"), "%s", r.rows);
	CHECK_EQ(r.report.understood, 3, "understood");
	CHECK_EQ(r.report.other, 2, "other");
	CHECK_EQ(r.report.unreadable, 5, "unreadable");
	host_text_free(&r);
}

static void cpus(void)
{
	static const char numactl[] = "available: 3 nodes (0-2)\nnode 0 cpus: 0 1 2 3\nnode 0 size: 7976 MB\nnode 0 free: 541 MB\n"
				      "node 1 cpus: 4 5\nnode 2 cpus:\nnode 3 cpus: 6-\nnode 4 cpus: x\nnode 5 cpus: 7-6\n"
				      "node 1024 cpus: 8\nnode 7 cpus: 8192\nnode distances:\nnode   0   1\n  0:  10  20\n";
	static const char lscpu[] = "Architecture:   x86_64\nCPU(s):         12\nNUMA:\n  NUMA node(s):         2\n"
				    "  NUMA node0 CPU(s):    0-2,8\n  NUMA node1 CPU(s):    3-7,9-11\n";
	struct host_text r = read_trace(numactl, strlen(numactl), 0);

	CHECK_EQ(r.report.format, MMS_trace_format_cpus, "format");
	CHECK(strstr(r.rows, " value=0 text=cpus/0 1 2 3\n"), "%s", r.rows);
	CHECK(strstr(r.rows, " value=1 text=cpus/4 5\n"), "%s", r.rows);
	CHECK(strstr(r.rows, " value=2 text=cpus/\n"), "%s", r.rows);
	CHECK_EQ(r.report.understood, 3, "understood");
	CHECK_EQ(r.report.unreadable, 5, "unreadable");
	CHECK_EQ(r.report.other, 6, "other");
	host_text_free(&r);
	r = read_trace(lscpu, strlen(lscpu), 0);
	CHECK_EQ(r.report.format, MMS_trace_format_cpus, "format");
	CHECK(strstr(r.rows, " value=0 text=cpus/0-2,8\n"), "%s", r.rows);
	CHECK(strstr(r.rows, " value=1 text=cpus/3-7,9-11\n"), "%s", r.rows);
	CHECK_EQ(r.report.understood, 2, "understood");
	host_text_free(&r);
}

SUITE(snapshot)
{
	static const struct test tests[] = {
		{"snapshot: /proc/zoneinfo", zoneinfo},
		{"snapshot: /proc/vmstat", vmstat},
		{"snapshot: /proc/swaps", swaps},
		{"snapshot: /proc/partitions", partitions},
		{"snapshot: CPUs of nodes", cpus},
	};

	RUN(tests);
}
