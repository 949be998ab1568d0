/* SPDX-License-Identifier: Apache-2.0 */
/* tracefs' own layouts. */
#include "reading.h"

static void layouts(void)
{
	check_rows("# tracer: nop\n"
		   "          <idle>-0       [001] d.h1.   123.456789: mm_page_free: page=00000000f00d pfn=0x1f order=0\n",
		   "mm_page_free 123456789000 1 0 <idle> 2 page=f00d pfn=31 order=0\n");
	check_rows("         kswapd0-57      [000] ....   9.000001: mm_vmscan_wakeup_kswapd: nid=0 order=2 gfp_flags=GFP_A|B\n",
		   "mm_vmscan_wakeup_kswapd 9000001000 0 57 kswapd0 1 nid=0 order=2 gfp_flags=GFP_A|B\n");
	check_rows("         kswapd0-57    (     57) [000]   9.000001: mm_vmscan_kswapd_sleep: nid=0\n",
		   "mm_vmscan_kswapd_sleep 9000001000 0 57 kswapd0 1 nid=0\n");
}

static void block(void)
{
	check_rows("              dd-57      [000] ..... 9.000001: block_rq_issue: 259,0 WS 4096 () 1234 + 8 none,0,1 [kworker/1:2]\n"
		   "              dd-57      [000] ..... 9.000002: block_rq_issue: 8,16 R 4096 () 1234 + 8 [a b]\n",
		   "block_rq_issue 9000001000 0 57 dd 1 dev=259:0 rwbs=WS bytes=4096 cmd= sector=1234 nr_sector=8 "
		   "ioprio_class=none ioprio_hint=0 ioprio=1\n"
		   "block_rq_issue 9000002000 0 57 dd 2 dev=8:16 rwbs=R bytes=4096 cmd= sector=1234 nr_sector=8 "
		   "ioprio_class= ioprio_hint=65535 ioprio=65535\n");
}

SUITE(ftrace)
{
	static const struct test tests[] = {
		{"ftrace: layouts of the head of a line", layouts},
		{"ftrace: requests to disks, by pattern", block},
	};

	RUN(tests);
}
