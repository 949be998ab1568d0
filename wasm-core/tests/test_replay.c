/* SPDX-License-Identifier: Apache-2.0 */
/* What other events say of a decision, by hand: the CPUs of nodes, the switch of the policy, the resets that a walk
 * begins, the reads of a device, the policy of a task. */
#include "suite.h"
#include "fixture.h"
#include "policy/zone_flags.h"

#define SECOND 1000000000ull
#define LOW 20
#define HIGH 120
#define BATCH (HIGH - LOW)

/* ---- CPUs ------------------------------------------------------------------------------------------------ */

static u64 seq;

static void begin_nodes(void)
{
	fixture_begin();
	seq = 0;
	for (s16 nid = 0; nid < 2; nid++)
		fixture_add(MMS_KIND_node, 0, "")->node = (struct mms_ev_node){.nid = nid, .cpus = 3ull << 2 * nid};
}

/* A task looks for a slot on this CPU, reads this node, and there is no free swap. */
static void no_swap(u16 cpu, s16 nid)
{
	struct mms_event *e = fixture_add(MMS_KIND_swap_select, 7, "a");

	e->cpu = cpu;
	e->seq = ++seq;
	memset(&e->swap_select, 0xff, sizeof(e->swap_select));
	e->swap_select.mode = MMS_rule_node;
	e->swap_select.nid = e->swap_select.list = nid;
	e->swap_select.goal = 1;
	e->swap_select.batch = 0;
	e->swap_select.order = 0;
	e->swap_select.avail = 0;
	e->swap_select.pass = e->swap_select.list_n = e->swap_select.visits = 0;
	e->swap_select.end = MMS_walk_end_noswap;
	e->swap_select.type = -1;
	e->swap_select.ret = 0;
}

static void cpus(void)
{
	begin_nodes();
	no_swap(0, 0);
	no_swap(2, 0);
	no_swap(1, 0);
	fixture_expect("--sds", "nobody is moved there and back so soon");

	begin_nodes();
	no_swap(0, 0);
	no_swap(2, 0);
	no_swap(3, 1);
	fixture_expect("--sss", "moved in the middle of a walk");

	begin_nodes();
	no_swap(2, 0);
	no_swap(2, 0);
	fixture_expect("--sd", "moved before the capture begins, and not again");

	begin_nodes();
	no_swap(0, 0);
	fixture_pause(SECOND);
	no_swap(2, 0);
	fixture_pause(SECOND);
	no_swap(0, 0);
	fixture_expect("--sss", "time for going there and back");

	begin_nodes();
	no_swap(0, 0);
	no_swap(9, 0);
	no_swap(99, 1);
	no_swap(0, 0);
	fixture_expect("--ssss", "CPUs of which nothing is recorded");
}

/* ---- zones ----------------------------------------------------------------------------------------------- */

static void begin_zones(void)
{
	struct mms_ev_zonelist *list;

	fixture_begin();
	for (u8 zone = 2; zone <= 10; zone += 8) {
		struct mms_ev_zone *e = &fixture_add(MMS_KIND_zone, 0, "")->zone;

		*e = (struct mms_ev_zone){.zone = zone, .managed = 10000, .min = 10, .low = LOW, .high = HIGH, .boost = UINT64_MAX};
	}
	list = &fixture_add(MMS_KIND_zonelist, 0, "")->zonelist;
	memset(list, 0xff, sizeof(*list));
	list->nid = 0;
	list->n = 2;
	list->zone[0] = 2;
	list->zone[1] = 10;
}

/* A walk of the fast path that took a page of zone 2, or found all batches used up. */
static struct mms_ev_zone_select *walk(s32 pid, u8 mode, bool took)
{
	struct mms_ev_zone_select *e = &fixture_add(MMS_KIND_zone_select, pid, "a")->zone_select;
	bool preferred = mode == MMS_zone_policy_preferred;

	memset(e, 0xff, sizeof(*e));
	e->mode = mode;
	e->gfp = MMS_GFP_DIRECT_RECLAIM | MMS_GFP_KSWAPD_RECLAIM;
	e->flags = mms_zone_fast_flags(e->gfp, mode, false, false, false);
	e->order = 0;
	e->highest = 2;
	e->list = 0;
	e->pref = 2;
	e->reclaim = e->spread = e->pass = 0;
	e->visits = took ? 1 : 2;
	for (u8 i = 0; i < e->visits; i++) {
		e->visit_zone[i] = (u8)(2 + 8 * i);
		e->visit_verdict[i] = took ? MMS_zone_verdict_took : MMS_zone_verdict_batch;
		e->visit_flags[i] = i ? 0 : MMS_zone_bit_local | MMS_zone_bit_near;
		e->visit_batch[i] = took && !preferred ? BATCH : 0;
		e->visit_free[i] = took ? 1000 : 0;
		e->visit_mark[i] = took ? LOW : 0;
		e->visit_unusable[i] = e->visit_reserve[i] = 0;
	}
	e->end = took ? MMS_zone_walk_end_took : MMS_zone_walk_end_none;
	e->zone = took ? 2 : -1;
	e->batch = took && !preferred ? BATCH - 1 : 0;
	e->pfn = took ? 4096 : 0;
	return e;
}

static void reset(s32 pid, u8 reason, u8 mode, u8 zone)
{
	fixture_add(MMS_KIND_zone_batch, pid, "a")->zone_batch = (struct mms_ev_zone_batch){
		.mode = mode, .reason = reason, .zone = zone, .new = BATCH, .charged = UINT64_MAX, .low = LOW, .high = HIGH,
	};
}

static void switches_to(u8 mode)
{
	for (u8 zone = 2; zone <= 10; zone += 8)
		reset(9, MMS_batch_reason_mode, mode, zone);
}

enum { PREFERRED = MMS_zone_policy_preferred, FAIR = MMS_zone_policy_fair };

static void policies(void)
{
	begin_zones();
	walk(1, PREFERRED, true);
	walk(1, PREFERRED, true);
	walk(1, FAIR, true);
	walk(1, PREFERRED, true);
	fixture_expect("---ssds", "a policy that nobody switched to");

	begin_zones();
	walk(1, PREFERRED, true);
	walk(2, FAIR, true);
	walk(2, FAIR, true);
	fixture_expect("---ssd", "a walk that may have begun before all that is recorded");

	begin_zones();
	walk(1, PREFERRED, true);
	switches_to(FAIR);
	walk(1, PREFERRED, true);
	walk(1, PREFERRED, true);
	fixture_pause(2 * SECOND);
	walk(1, PREFERRED, true);
	walk(1, FAIR, true);
	walk(1, PREFERRED, true);
	fixture_expect("---sssssssd", "a switch takes its time, and the walk in the middle of which it came");

	begin_zones();
	walk(1, FAIR, true);
	walk(1, FAIR, true);
	walk(1, PREFERRED, true);
	switches_to(PREFERRED);
	walk(1, PREFERRED, true);
	fixture_expect("---ssssss", "walks follow a switch before its resets are recorded");

	begin_zones();
	walk(1, FAIR, true);
	walk(1, FAIR, true);
	walk(1, PREFERRED, true);
	switches_to(MMS_zone_policy_fair_local);
	fixture_expect("---ssdss", "but not another one");

	begin_zones();
	walk(1, PREFERRED, true);
	walk(1, PREFERRED, true);
	walk(1, FAIR, true);
	switches_to(FAIR);
	fixture_expect("---ssdss", "batches are not kept to before that");
}

static void rounds(void)
{
	begin_zones();
	walk(1, FAIR, false);
	reset(1, MMS_batch_reason_slowpath, FAIR, 2);
	walk(1, FAIR, true)->gfp = MMS_GFP_KSWAPD_RECLAIM;
	reset(1, MMS_batch_reason_slowpath, FAIR, 10);
	walk(1, FAIR, true);
	fixture_expect("---sssss", "each zone of the round, and an interrupt in between");

	begin_zones();
	walk(1, FAIR, false);
	reset(1, MMS_batch_reason_slowpath, FAIR, 2);
	walk(1, FAIR, true);
	fixture_expect("---dss", "only the first zone");

	begin_zones();
	walk(1, FAIR, false);
	reset(1, MMS_batch_reason_slowpath, FAIR, 2);
	walk(2, FAIR, false);
	reset(2, MMS_batch_reason_slowpath, FAIR, 2);
	reset(2, MMS_batch_reason_slowpath, FAIR, 10);
	reset(1, MMS_batch_reason_slowpath, FAIR, 10);
	walk(1, FAIR, true);
	fixture_expect("---sssssss", "two tasks, a round each");

	begin_zones();
	walk(1, FAIR, false);
	reset(1, MMS_batch_reason_slowpath, FAIR, 2);
	walk(1, FAIR, false);
	reset(1, MMS_batch_reason_slowpath, FAIR, 2);
	reset(1, MMS_batch_reason_slowpath, FAIR, 10);
	walk(1, FAIR, true);
	fixture_expect("---dsssss", "a round does not end where the next begins");

	begin_zones();
	walk(1, FAIR, false);
	walk(1, FAIR, true);
	fixture_expect("---ds", "none");

	begin_zones();
	reset(9, MMS_batch_reason_mode, FAIR, 2);
	fixture_pause(SECOND);
	walk(1, FAIR, true);
	walk(1, FAIR, true);
	fixture_expect("---dss", "a switch resets every zone, not only the first");
}

static void highest(void)
{
	static const s8 zones[16] = {2, 0, 2, -1, 1, -1, -1, -1, 2, 0, 3, -1, 1, -1, -1, -1};
	static const s8 zones_i386[16] = {1, 0, 2, -1, 1, -1, -1, -1, 1, 0, 3, -1, 1, -1, -1, -1};
	size_t len;
	char *text;

	for (u64 gfp = 0; gfp < MMS_COUNT(zones); gfp++) {
		CHECK_EQ(mms_gfp_zone(gfp | MMS_GFP_DIRECT_RECLAIM, MMS_arch_x86_64), zones[gfp], "gfp_zone()");
		CHECK_EQ(mms_gfp_zone(gfp | MMS_GFP_DIRECT_RECLAIM, MMS_arch_i386), zones_i386[gfp], "gfp_zone(), i386");
	}
	begin_zones();
	walk(1, PREFERRED, true);
	walk(1, PREFERRED, true)->gfp |= MMS_GFP_MOVABLE;
	walk(1, PREFERRED, true)->gfp |= MMS_GFP_HIGHMEM | MMS_GFP_MOVABLE;
	walk(1, PREFERRED, true)->gfp |= MMS_GFP_DMA32;
	text = fixture_text(&len);
	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	host_check();
	for (u32 i = 0; i < 4; i++) {
		const struct mms_verdict *v = host_verdict(3 + i);

		CHECK_EQ(v->check, i < 2 ? MMS_check_same : MMS_check_different, "the highest zone that the gfp flags allow");
		CHECK_EQ(v->why, i < 2 ? MMS_check_why_ok : MMS_check_why_flags, "why");
	}
	free(text);
}

/* ---- reads ----------------------------------------------------------------------------------------------- */

static void read_page(s16 type, u8 how, u8 can_poll)
{
	fixture_add(MMS_KIND_swap_in, 1, "a")->swap_in = (struct mms_ev_swap_in){
		.type = type, .zero = how == MMS_swap_how_zero, .can_poll = can_poll, .how = how,
	};
}

static void queues(void)
{
	fixture_begin();
	read_page(0, MMS_swap_how_zero, 0);
	read_page(0, MMS_swap_how_interrupt, 1);
	read_page(0, MMS_swap_how_zero, 0);
	read_page(1, MMS_swap_how_interrupt, 0);
	read_page(0, MMS_swap_how_interrupt, 1);
	read_page(0, MMS_swap_how_interrupt, 0);
	read_page(0, MMS_swap_how_interrupt, 1);
	read_page(1, MMS_swap_how_interrupt, 1);
	fixture_expect("eeeeedei", "a device has queues to poll, or has not; its number may be another's; a page of zeros does not ask");
}

/* ---- policies of tasks ----------------------------------------------------------------------------------- */

static void set_policy(u8 mode, u64 nodes)
{
	fixture_add(MMS_KIND_mempolicy, 1, "a")->mempolicy = (struct mms_ev_mempolicy){.mode = mode, .nodes = nodes};
}

static void allocate(u64 nodes, s16 prev, s16 nid)
{
	fixture_add(MMS_KIND_interleave, 1, "a")->interleave =
		(struct mms_ev_interleave){.mode = MMS_mpol_interleave, .nodes = nodes, .prev = prev, .g = 1, .nid = nid};
}

static void nodes(void)
{
	fixture_begin();
	set_policy(MMS_mpol_interleave, 7);
	allocate(7, 15, 0);
	allocate(3, 0, 1);
	allocate(7, 1, 2);
	fixture_expect("-sds", "no policy loses a node for one allocation");

	fixture_begin();
	set_policy(MMS_mpol_interleave, 7);
	allocate(7, 15, 0);
	allocate(3, 0, 1);
	allocate(3, 1, 0);
	fixture_expect("-sss", "a cpuset takes a node from it");

	fixture_begin();
	set_policy(MMS_mpol_interleave, 6);
	allocate(7, 15, 0);
	allocate(7, 0, 1);
	fixture_expect("-ds", "not the nodes that were set just now");

	fixture_begin();
	set_policy(MMS_mpol_interleave, 6);
	fixture_pause(2 * SECOND);
	allocate(7, 15, 0);
	allocate(7, 0, 1);
	fixture_expect("-ss", "time for a cpuset");

	fixture_begin();
	set_policy(MMS_mpol_weighted_interleave, 7);
	allocate(7, 15, 0);
	fixture_expect("-d", "not the policy that was set");
}

SUITE(replay)
{
	static const struct test tests[] = {
		{"replay: the node that a walk read is its CPU's, unless its task was moved", cpus},
		{"replay: walks follow the policy that was switched to", policies},
		{"replay: a walk begins a round of resets, and it is whole", rounds},
		{"replay: the highest zone is what the gfp flags allow", highest},
		{"replay: a device has queues to poll for every read or for none", queues},
		{"replay: the nodes of a task's policy", nodes},
	};

	RUN(tests);
}
