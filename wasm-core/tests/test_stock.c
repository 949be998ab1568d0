/* SPDX-License-Identifier: Apache-2.0 */
/* Decisions of unpatched kernels: the rules by hand, and what becomes of a reading that does not fit. */
#include "fixture.h"
#include "policy/kswapd_wake.h"
#include "policy/swap_slots.h"
#include "suite.h"

static void begin(const char *release)
{
	struct mms_event *e = fixture_add(MMS_KIND_mms_begin, 0, "");

	e->mms_begin.version = 1;
	strncpy(e->mms_begin.release, release, sizeof(e->mms_begin.release));
}

static struct mms_ev_mms_end *end(u8 of, u64 asked)
{
	struct mms_ev_mms_end *e = &fixture_add(MMS_KIND_mms_end, 0, "")->mms_end;

	e->of = of;
	e->asked = asked;
	return e;
}

static void lanes(s32 *lane, s32 dma32, s32 normal)
{
	lane[0] = lane[3] = -1;
	lane[1] = dma32;
	lane[2] = normal;
}

/* kswapd of node 0 sleeps; neither of its two zones is above its high mark, and it is woken. */
static struct mms_ev_mms_kswapd *kswapd(void)
{
	struct mms_ev_mms_kswapd *e = &fixture_add(MMS_KIND_mms_kswapd, 7, "writer")->mms_kswapd;

	e->zone = 2;
	e->highest = 2;
	e->asleep = 1;
	lanes(e->managed, 40000, 80000);
	lanes(e->free, 300, 600);
	lanes(e->unusable, 0, 0);
	lanes(e->min, 200, 400);
	lanes(e->low, 250, 500);
	lanes(e->high, 300, 600);
	lanes(e->boost, 0, 0);
	lanes(e->reserve, 0, 0);
	lanes(e->drift, 0, 0);
	lanes(e->free2, 300, 600);
	lanes(e->boost2, 0, 0);
	e->balanced = 0;
	e->woke = 1;
	return e;
}

/* Node 0's devices: 0 on node 0, promoted, and 1. The first gives. */
static struct mms_event *slot(s16 nid)
{
	struct mms_event *event = fixture_add(MMS_KIND_mms_slot, 9, "swapper");
	struct mms_ev_mms_slot *e = &event->mms_slot;

	memset(e->list_type, 0xff, sizeof(*e) - offsetof(struct mms_ev_mms_slot, list_type));
	e->nid = nid;
	e->goal = 1;
	e->avail = 1000;
	e->cluster = -1;
	e->list_n = e->list2_n = 2;
	for (u8 i = 0; i < 2; i++) {
		e->list_type[i] = i;
		e->list_node[i] = i;
		e->list_prio[i] = (s16)(nid < 0 ? -1 : -2 - i);
		e->list_key[i] = (s16)(nid < 0 || !i ? 1 : 3);
		e->list_used[i] = 10;
		e->list_pages[i] = 5000;
		e->list2_type[i] = nid < 0 ? 1 - i : i;
	}
	e->tries = 1;
	e->tried[0] = 0;
	e->ret = 1;
	e->type = 0;
	e->off = 4096;
	e->cpu2 = event->cpu;
	e->switched = 0;
	e->ns = 900;
	return event;
}

/* Verdict and reason of the last event but the `mms_end`, after reading the text anew. */
static const struct mms_verdict *verdict(void)
{
	size_t len;
	char *text = fixture_text(&len);
	static struct mms_verdict last;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	host_check();
	for (u32 i = 0; i < mms_event_count(); i++)
		if (mms_kind_unpatched(host_event(i)->kind))
			last = *host_verdict(i);
	free(text);
	return &last;
}

static void expect(u8 check, u8 why, const char *what)
{
	const struct mms_verdict *v = verdict();

	CHECK(v->check == check && v->why == why, "%s: check %u why %u, not %u %u", what, v->check, v->why, check, why);
}

#define KSWAPD(what, check_, why_, change) \
	do { \
		struct mms_ev_mms_kswapd *e; \
		fixture_begin(); \
		begin("6.12.117+deb12-amd64"); \
		e = kswapd(); \
		change; \
		expect(MMS_check_##check_, MMS_check_why_##why_, what); \
	} while (0)

static void kswapd_by_rule(void)
{
	KSWAPD("below every mark, woken", same, ok, (void)e);
	KSWAPD("awake already", same, ok, (e->asleep = e->woke = 0, e->balanced = 255));
	KSWAPD("16 failures", same, ok, (e->failures = e->failures2 = 16, e->woke = 0, e->balanced = 255, e->asleep2 = 1));
	KSWAPD("one zone above its mark is enough", same, ok,
	       (e->free[1] = e->free2[1] = 301, e->woke = 0, e->balanced = 1, e->asleep2 = 1));
	KSWAPD("but not a zone above the highest", same, ok, (e->highest = 1, e->free[2] = e->free2[2] = 9000));
	KSWAPD("enough, but boosted", same, ok, (e->free[1] = 9000, e->boost[2] = 1, e->balanced = 1));
	KSWAPD("the boost counts", same, ok, (e->free[1] = 310, e->boost[1] = 20));
	KSWAPD("a zone without pages is none", same, ok,
	       (e->zone = 3, e->woke = 0, e->balanced = 255, e->asleep2 = 1));
	KSWAPD("slept on below every mark", different, wake, (e->woke = 0, e->asleep2 = 1, e->balanced = 255));
	KSWAPD("woken with pages enough", different, wake, (e->free[1] = e->free2[1] = 9000, e->balanced = 255));
	KSWAPD("the kernel says balanced and wakes it", different, wake, e->balanced = 1);
	KSWAPD("the kernel says not balanced and lets it sleep", different, wake, (e->woke = 0, e->balanced = 0, e->asleep2 = 1));
	KSWAPD("woken while awake, and the kernel did not ask", different, wake, (e->asleep = 0, e->balanced = 255));
}

static void kswapd_raced(void)
{
	KSWAPD("another task woke it", raced, moved_asleep, (e->woke = 0, e->balanced = 255, e->asleep2 = 0));
	KSWAPD("it fell asleep: the kernel went on to ask", raced, moved_asleep, (e->asleep = 0, e->balanced = 0));
	KSWAPD("a wake-up empties the queue by itself", different, wake,
	       (e->free[1] = e->free2[1] = 9000, e->balanced = 255, e->asleep2 = 0));
	KSWAPD("pages were freed", raced, moved_free, (e->free2[1] = 9000, e->woke = 0, e->balanced = 1, e->asleep2 = 1));
	KSWAPD("pages were taken", raced, moved_free, e->free[1] = 9000);
	KSWAPD("they moved, and not across the mark", different, wake,
	       (e->free2[1] = 299, e->woke = 0, e->balanced = 255, e->asleep2 = 1));
	KSWAPD("it failed once more", raced, moved_failures,
	       (e->failures = 15, e->failures2 = 16, e->woke = 0, e->balanced = 255, e->asleep2 = 1));
	KSWAPD("a boost came", raced, moved_boost, (e->free[1] = e->free2[1] = 9000, e->boost2[2] = 8, e->balanced = 1));
}

static void kswapd_open(void)
{
	KSWAPD("pages enough, order 3", not_modelled, free_lists,
	       (e->order = 3, e->free[1] = e->free2[1] = 9000, e->balanced = 255));
	KSWAPD("too few pages, order 3", same, ok, e->order = 3);
	KSWAPD("pages enough, order 3, boosted", same, ok, (e->order = 3, e->free[1] = 9000, e->boost[1] = 1, e->balanced = 1));
	KSWAPD("CPUs have not told", not_modelled, drift, (e->drift[1] = 400, e->balanced = 255));
	KSWAPD("memory tiers", not_modelled, tiering, e->tiering = 2);
	KSWAPD("a cpuset", not_modelled, cpuset, (e->cpusets = 1, e->woke = 0, e->balanced = 255, e->asleep2 = 1));
	KSWAPD("a cpuset, but the kernel asked", different, wake, (e->cpusets = 1, e->woke = 0, e->balanced = 0, e->asleep2 = 1));
	fixture_begin();
	kswapd();
	expect(MMS_check_not_modelled, MMS_check_why_header, "no header");
	fixture_begin();
	begin("7.4.1-amd64");
	kswapd();
	expect(MMS_check_not_modelled, MMS_check_why_kernel, "7.4");
	fixture_begin();
	begin("6.120.1");
	kswapd();
	expect(MMS_check_not_modelled, MMS_check_why_kernel, "6.120 is not 6.12");
	fixture_begin();
	begin("6.12.117");
	begin("7.3.4");
	kswapd();
	expect(MMS_check_not_modelled, MMS_check_why_mixed, "two kernels");
	fixture_begin();
	begin("7.3.4+deb14-amd64");
	begin("7.3.4+deb14-amd64");
	kswapd();
	expect(MMS_check_same, MMS_check_why_ok, "two scripts of one kernel");
	fixture_begin();
	begin("7.3.4");
	begin("7.3.4");
	mms_session()->now.log.event[1].mms_begin.version = 2;
	kswapd();
	expect(MMS_check_not_modelled, MMS_check_why_version, "another version");
}

#define SLOT(what, release, nid_, check_, why_, change) \
	do { \
		struct mms_event *event; \
		struct mms_ev_mms_slot *e; \
		fixture_begin(); \
		begin(release); \
		event = slot(nid_); \
		e = &event->mms_slot; \
		change; \
		expect(MMS_check_##check_, MMS_check_why_##why_, what); \
	} while (0)

static void slot_by_node(void)
{
	SLOT("the first of the node's list", "6.12.117", 0, same, ok, (void)e);
	SLOT("the second", "6.12.117", 0, different, visit, (e->tried[0] = 1, e->type = 1));
	SLOT("not the one that was tried", "6.12.117", 0, different, type, e->type = 1);
	SLOT("the first is full", "6.12.117", 0, same, ok, (e->tries = 2, e->tried[1] = 1, e->type = 1));
	SLOT("a device that nobody tried", "6.12.117", 0, different, type, (e->tries = 0, e->tried[0] = 255));
	SLOT("switched away before it", "6.12.117", 0, raced, moved_cpu, (e->tries = 0, e->tried[0] = 255, e->switched = 1));
	SLOT("another moved the list", "6.12.117", 0, raced, moved_list,
	     (e->tried[0] = 1, e->type = 1, e->list2_n = 1, e->list2_type[0] = 1, e->list2_type[1] = 255));
	SLOT("not promoted on its node", "6.12.117", 0, different, key, (e->list_key[0] = 2));
	SLOT("no swap left", "6.12.117", 0, same, ok,
	     (e->avail = 0, e->tries = 0, e->tried[0] = 255, e->ret = 0, e->type = -1, e->off = 0));
	SLOT("a list of all nodes", "6.12.117", -1, different, which_list, (void)e);
	SLOT("a list of a node", "7.3.4", 0, different, which_list, (void)e);
	SLOT("the first, 6.1", "6.1.0-42", 0, same, ok, (void)e);
	SLOT("the second, 6.1", "6.1.0-42", 0, different, visit, (e->tried[0] = 1, e->type = 1));
	SLOT("a large folio, 6.1", "6.1.0-42", 0, not_modelled, folio, (e->order = 9));
	SLOT("neither 6.1 nor 6.12", "6.10.3", 0, not_modelled, kernel, (void)e);
	fixture_begin();
	begin("6.1.0-42");
	kswapd();
	expect(MMS_check_not_modelled, MMS_check_why_kernel, "of kswapd 6.1 is not told");
	SLOT("nobody gave", "6.12.117", 0, not_modelled, refused, (e->ret = 0, e->type = -1, e->off = 0));
}

static void slot_by_clusters(void)
{
	SLOT("no cluster: the head", "7.3.4", -1, same, ok, (void)e);
	SLOT("no cluster: the other", "7.3.4", -1, different, visit, (e->tried[0] = 1, e->type = 1));
	SLOT("another took its turn", "7.3.4", -1, raced, moved_list,
	     (e->tried[0] = 1, e->type = 1, e->list2_type[0] = 0, e->list2_type[1] = 1));
	SLOT("in the cluster", "7.3.4", -1, same, ok,
	     (e->cluster = 1, e->cluster_at = 1030, e->off = 1535, e->type = 1, e->tries = 0, e->tried[0] = 255));
	SLOT("in the next cluster", "7.3.4", -1, different, type,
	     (e->cluster = 1, e->cluster_at = 1030, e->off = 1536, e->type = 1, e->tries = 0, e->tried[0] = 255));
	SLOT("of another CPU", "7.3.4", -1, raced, moved_cpu,
	     (e->cluster = 1, e->cluster_at = 1030, e->off = 1536, e->type = 1, e->tries = 0, e->tried[0] = 255, e->cpu2++));
	SLOT("the cluster is used up", "7.3.4", -1, not_modelled, cluster, (e->cluster = 1, e->cluster_at = 1030));
	SLOT("the cluster is used up, then not the head", "7.3.4", -1, different, visit,
	     (e->cluster = 1, e->cluster_at = 1030, e->tried[0] = 1, e->type = 1));
	SLOT("priorities -1 and -2", "7.3.4", -1, different, key, (e->list_prio[1] = -2, e->list_key[1] = 2));
	CHECK(mms_swap_same_cluster(512, 1023) && !mms_swap_same_cluster(511, 512), "512 slots are a cluster");
	CHECK(!mms_swap_has_cluster(-1, 5) && !mms_swap_has_cluster(0, 0) && mms_swap_has_cluster(0, 5), "NULL, used up, one");
}

/* A task under `mode` over nodes 0, 1 and 3, whose last allocation was from node 1. */
static struct mms_ev_mms_il *il(u8 mode)
{
	struct mms_ev_mms_il *e = &fixture_add(MMS_KIND_mms_il, 11, "reader")->mms_il;

	e->mode = mode;
	e->nodes = e->nodes2 = 0xb;
	e->prev = 1;
	memset(e->weight, 0xff, sizeof(e->weight));
	if (mode == MMS_mpol_weighted_interleave) {
		e->weight[0] = 3;
		e->weight[1] = 1;
		e->weight[3] = 2;
	}
	memcpy(e->weight2, e->weight, sizeof(e->weight2));
	e->nid = e->prev_after = 3;
	e->cnt_after = mode == MMS_mpol_weighted_interleave;
	e->ns = 900;
	return e;
}

#define IL(what, mode_, check_, why_, change) \
	do { \
		struct mms_ev_mms_il *e; \
		fixture_begin(); \
		begin("7.3.4+deb13-amd64"); \
		e = il(MMS_mpol_##mode_); \
		change; \
		expect(MMS_check_##check_, MMS_check_why_##why_, what); \
	} while (0)

static void il_by_counter(void)
{
	IL("the next node", interleave, same, ok, (void)e);
	IL("around", interleave, same, ok, (e->prev = 3, e->nid = e->prev_after = 0));
	IL("right after set_mempolicy()", interleave, same, ok, (e->prev = 1023, e->nid = e->prev_after = 0));
	IL("il_weight is left alone", interleave, same, ok, (e->cnt = e->cnt_after = 7));
	IL("not the next", interleave, different, node, (e->nid = e->prev_after = 0));
	IL("il_prev is another node", interleave, different, counter, e->prev_after = 1);
	IL("il_weight moved, and nobody asks for it", interleave, different, counter, e->cnt_after = 7);
	IL("its share is given: the turn goes on", weighted_interleave, same, ok, (void)e);
	IL("it stays", weighted_interleave, same, ok, (e->prev = e->nid = e->prev_after = 0, e->cnt = 2, e->cnt_after = 1));
	IL("it moved on with two due", weighted_interleave, different, node, e->cnt = 2);
	IL("a node that left the policy", weighted_interleave, same, ok,
	   (e->nodes = e->nodes2 = 9, e->weight[1] = e->weight2[1] = 255, e->cnt = 2));
	IL("another weight", weighted_interleave, different, counter, e->cnt_after = 4);
	IL("weights were set", weighted_interleave, raced, moved_weight, (e->cnt_after = 4, e->weight2[3] = 5));
	IL("weights were set, and not so", weighted_interleave, different, counter, (e->cnt_after = 4, e->weight2[3] = 4));
	IL("nodes were set", interleave, raced, moved_nodes, (e->nid = e->prev_after = 0, e->nodes2 = 3));
	IL("nodes were set, and not so", interleave, different, node, (e->nid = e->prev_after = 1, e->nodes2 = 3));
}

static void il_by_place(void)
{
	IL("the third of three", interleave, same, ok, (e->by_place = 1, e->ilx = 5, e->prev_after = 1));
	IL("not the first of three", interleave, different, node, (e->by_place = 1, e->ilx = 6, e->prev_after = 1));
	IL("by place the counter stays", interleave, different, counter, (e->by_place = 1, e->ilx = 5));
	IL("weights 3, 1 and 2", weighted_interleave, same, ok,
	   (e->by_place = 1, e->ilx = 6 * 7 + 4, e->prev_after = 1, e->cnt_after = 0));
	IL("one too far", weighted_interleave, different, node,
	   (e->by_place = 1, e->ilx = 6 * 7 + 3, e->prev_after = 1, e->cnt_after = 0));
	IL("weights were set, by place", weighted_interleave, raced, moved_weight,
	   (e->by_place = 1, e->ilx = 3, e->prev_after = 1, e->cnt_after = 0, e->weight2[0] = 2));
	fixture_begin();
	begin("6.1.0-42");
	il(MMS_mpol_interleave);
	expect(MMS_check_not_modelled, MMS_check_why_kernel, "of interleave 6.1 is not told");
}

#define INFO(page, win, hits) ((u64)(page) << 12 | (u64)(win) << 6 | (u64)(hits))

/* A fault on page 1001 after one on page 1000 whose window of 8 had three hits. */
static struct mms_ev_mms_ra *ra(void)
{
	struct mms_ev_mms_ra *e = &fixture_add(MMS_KIND_mms_ra, 12, "memory")->mms_ra;

	e->type = 0;
	e->off = 77;
	e->by_vma = 1;
	e->page_cluster = e->page_cluster2 = 3;
	e->addr = 1001 * 4096 + 8;
	e->lo = 900 * 4096;
	e->hi = 2000 * 4096;
	e->info = INFO(1000, 8, 3);
	e->info2 = INFO(1001, 8, 0);
	e->reads = 8;
	e->ns = 90000;
	return e;
}

#define RA(what, check_, why_, change) \
	do { \
		struct mms_ev_mms_ra *e; \
		fixture_begin(); \
		begin("6.12.117+deb12-amd64"); \
		e = ra(); \
		change; \
		expect(MMS_check_##check_, MMS_check_why_##why_, what); \
	} while (0)

static void ra_by_address(void)
{
	RA("three hits", same, ok, (void)e);
	RA("most of it is in memory", same, ok, e->reads = 1);
	RA("more than the window", different, window, e->reads = 9);
	RA("another window", different, window, e->info2 = INFO(1001, 4, 0));
	RA("nothing yet: four hits", same, ok, e->info = 0);
	RA("no hits, adjacent, half of 8", same, ok, (e->info = INFO(1000, 8, 0), e->info2 = INFO(1001, 4, 0), e->reads = 4));
	RA("no hits, elsewhere", same, ok, (e->info = INFO(950, 1, 0), e->info2 = INFO(1001, 1, 0), e->reads = 1));
	RA("at most 32", same, ok, (e->page_cluster = 9, e->info = INFO(1000, 32, 40), e->info2 = INFO(1001, 32, 0)));
	RA("a window of 1 always", same, ok, (e->page_cluster = 0, e->info2 = e->info, e->reads = 1));
	RA("a window of 1 leaves nothing", different, window, (e->page_cluster = e->page_cluster2 = 0, e->reads = 1));
	RA("vm.page-cluster was set", raced, moved_page_cluster,
	   (e->page_cluster2 = 2, e->info2 = INFO(1001, 4, 0), e->reads = 4));
	RA("vm.page-cluster was set, and not so", different, window, (e->page_cluster2 = 4, e->info2 = INFO(1001, 4, 0)));
	RA("another task's fault came first", raced, moved_window, (e->info2 = INFO(1001, 4, 0), e->others = 1));
	RA("another task's fault came later", not_modelled, overwritten, (e->info2 = INFO(1500, 2, 0), e->others = 1));
	RA("another fault, and nobody had one", different, window, e->info2 = INFO(1500, 2, 0));
	RA("neighbours on the device", not_modelled, on_device, e->by_vma = 0);
	RA("a disk that rotates", not_modelled, on_device, e->rotating = 1);
}

static const struct mms_totals *totals(void)
{
	size_t len;
	char *text = fixture_text(&len);
	const struct mms_totals *t;

	CHECK(host_read(text, len, 0) == 0, "%s", host_error());
	t = host_check();
	free(text);
	return t;
}

static void counted(void)
{
	const struct mms_totals *t;
	struct mms_ev_mms_kswapd *e;

	for (u32 odd = 2; odd < 4; odd++) {
		fixture_begin();
		begin("6.12.117");
		for (u32 i = 0; i < 100; i++) {
			e = kswapd();
			if (i < odd)
				e->woke = e->asleep2 = 0, e->balanced = 255;
		}
		end(MMS_stock_question_kswapd, 103)->torn = 3;
		t = totals();
		CHECK(t->decisions == 100 && t->raced == odd && t->same == 100 - odd && t->torn == 3, "%llu of %llu raced",
		      (unsigned long long)t->raced, (unsigned long long)t->decisions);
		CHECK_EQ(t->over_limit, odd > 2, "2 in 100 may race");
	}
	for (u32 order = 0; order < 2; order++) {
		fixture_begin();
		begin("6.12.117");
		for (u32 i = 0; i < 100; i++) {
			e = kswapd();
			e->order = (u8)order;
			if (i < 2)
				e->tiering = 2;
		}
		end(MMS_stock_question_kswapd, 100);
		t = totals();
		CHECK(t->decisions == 98 && t->not_modelled == 2 && t->same == 98, "not modelled stands beside the decisions");
		CHECK_EQ(t->over_limit, order == 0, "5 in 1,000 of order 0 may be open, 80 above");
	}
	for (u32 asked = 1; asked < 4; asked++) {
		fixture_begin();
		begin("7.3.4");
		slot(-1);
		slot(-1);
		if (asked < 3 || end(MMS_stock_question_slot, 2))
			end(MMS_stock_question_slot, asked == 3 ? 0 : asked);
		CHECK_EQ(totals()->over_limit, asked < 2, "a line more, or fewer, than the script counted");
	}
	fixture_begin();
	begin("7.3.4");
	slot(-1);
	CHECK_EQ(totals()->over_limit, 1, "cut off before the script's end");
	CHECK_EQ(host_seek(mms_event_count())->dev[0].given, 1, "the state has the slot");
	CHECK_EQ(host_seek(mms_event_count())->list[0].type[1], 0, "and its device went to the end");
	fixture_begin();
	begin("6.12.117");
	il(MMS_mpol_weighted_interleave);
	ra();
	end(MMS_stock_question_il, 1);
	end(MMS_stock_question_ra, 2);
	CHECK_EQ(totals()->over_limit, 1, "each question has its own counts");
	CHECK_EQ(host_seek(mms_event_count())->task[0].on[3], 1, "the state has the node");
	CHECK_EQ(host_seek(mms_event_count())->ra[0].pages, 8, "and the window");
}

SUITE(stock)
{
	static const struct test tests[] = {
		{"stock: kswapd is woken as wakeup_kswapd() of 6.12 and 7.3 does", kswapd_by_rule},
		{"stock: what raced is told by the second reading alone", kswapd_raced},
		{"stock: what a record does not hold is not modelled", kswapd_open},
		{"stock: slots by the node's list, as 6.1 and 6.12 give them", slot_by_node},
		{"stock: slots by a CPU's cluster and one list, as 7.3 gives them", slot_by_clusters},
		{"stock: interleave by the task's counter, as 6.12 and 7.3 turn it", il_by_counter},
		{"stock: interleave by place", il_by_place},
		{"stock: readahead windows, as the word in the mapping gives them", ra_by_address},
		{"stock: raced and not modelled never count as the same, and too many make a record incomplete", counted},
	};

	RUN(tests);
}
