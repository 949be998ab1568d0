/* SPDX-License-Identifier: Apache-2.0 */
/* The machine of document 004: what holds in every run, and runs whose outcome is known. */
#include "suite.h"
#include "host.h"
#include "machine/interleave/internal.h"
#include "property.h"
#include "random_scenario.h"

static const struct property any = {random_interleave, 10000}, some = {random_interleave, 2000};

static const struct interleave_machine *machine(void)
{
	return mms_session()->now.machine.self;
}

static const struct mms_params *params(void)
{
	return &mms_session()->now.params;
}

static u32 disk_of(u32 dev)
{
	for (u32 i = 0; i < params()->disks; i++)
		if (machine()->disk[i].dev == dev)
			return i;
	CHECK(false, "no disk is %u", dev);
	return 0;
}

static void in_order_of_time(void)
{
	for (u32 i = 1; i < mms_event_count(); i++)
		CHECK(host_event(i)->ts >= host_event(i - 1)->ts, "event %u is earlier than the one before", i);
}

/* What node `nid` serves of `pages` allocations, counted by rounds. */
static u64 share(u32 nid, u64 pages)
{
	const struct mms_params *p = params();
	u64 round = 0, before = 0, own = 0;

	for (u32 i = 0; i < MMS_NODES; i++) {
		u64 turn = !(p->policy_nodes >> i & 1)                    ? 0
			   : p->mempolicy == MMS_mpol_weighted_interleave ? (u64)p->weight[i]
									  : (u64)p->granularity;

		if (i < nid)
			before += turn;
		if (i == nid)
			own = turn;
		round += turn;
	}
	pages -= pages / round * round;
	return (u64)p->file_pages / round * own + (pages > before ? MMS_MIN(pages - before, own) : 0);
}

static void shares_exact(void)
{
	const struct mms_state *st = host_seek(mms_event_count());
	const struct mms_params *p = params();

	if (p->mempolicy == MMS_mpol_default)
		return;
	for (u32 t = 0; t < p->disks; t++)
		for (u32 nid = 0; nid < MMS_NODES; nid++)
			CHECK_EQ(st->task[t].on[nid], share(nid, (u64)p->file_pages), "share of a node");
}

static int by_number(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Every page is written once, in order, on a frame of the node it was allocated from that no other page has. */
static void frames_unique(void)
{
	u64 next[MAX_DISKS] = {0}, n = 0, *pfn = malloc((mms_event_count() + 1) * sizeof(*pfn));
	s16 chosen[MAX_DISKS];

	for (u32 i = 0; i < mms_event_count(); i++) {
		const struct mms_event *e = host_event(i);
		u32 disk;

		if (e->kind == MMS_KIND_interleave)
			chosen[e->pid - 1000] = e->interleave.nid;
		if (e->kind != MMS_KIND_rq_page)
			continue;
		disk = disk_of(e->rq_page.dev);
		CHECK_EQ(e->rq_page.page, next[disk], "page");
		CHECK_EQ(e->pid, 1000 + disk, "task");
		next[disk]++;
		if (params()->mempolicy == MMS_mpol_default)
			chosen[disk] = machine()->task[disk].nid;
		CHECK_EQ(e->rq_page.nid, chosen[disk], "node of a page");
		CHECK_EQ(e->rq_page.pfn / il_frames_span(params()), e->rq_page.nid, "node of a frame");
		pfn[n++] = e->rq_page.pfn;
	}
	CHECK_EQ(n, params()->disks * params()->file_pages, "pages");
	qsort(pfn, n, sizeof(*pfn), by_number);
	for (u64 i = 1; i < n; i++)
		CHECK(pfn[i] != pfn[i - 1], "frame %llu is given out twice", (unsigned long long)pfn[i]);
	free(pfn);
}

struct gathered { /* a request, by its pages */
	u64 page;
	u32 sectors, segments, segment_pages;
};

struct queue {
	struct gathered *rq;
	u32 n, sent;
	u64 pfn; /* of the page before */
};

static void page_joins(struct queue *d, const struct mms_ev_rq_page *e)
{
	struct gathered *rq;

	if (e->why != MMS_rq_why_joined)
		d->rq[d->n++] = (struct gathered){.page = e->page};
	CHECK(d->n && (e->why == MMS_rq_why_first) == (e->page == 0), "page %llu does not begin well", (unsigned long long)e->page);
	rq = &d->rq[d->n - 1];
	CHECK(d->n > d->sent, "page %llu joins a request that is gone", (unsigned long long)e->page);
	CHECK_EQ(e->page, rq->page + rq->sectors / PAGE_SECTORS, "page of the request");
	CHECK(!e->grew || (rq->sectors && e->pfn == d->pfn + 1), "a segment grows by a frame that does not follow");
	rq->segment_pages = e->grew ? rq->segment_pages + 1 : 1;
	rq->segments += !e->grew;
	rq->sectors += PAGE_SECTORS;
	CHECK(rq->segment_pages * PAGE_BYTES <= params()->segment_bytes, "a segment of %u pages", rq->segment_pages);
	CHECK_EQ(e->segments, rq->segments, "segments of the request");
	CHECK_EQ(e->sectors, rq->sectors, "sectors of the request");
	d->pfn = e->pfn;
}

static void request_goes(struct queue *d, const struct mms_ev_block_rq *e)
{
	const struct gathered *rq = &d->rq[d->sent];

	CHECK(d->sent < d->n, "a request goes that nobody gathered");
	CHECK(e->sectors <= params()->max_sectors && e->segments <= params()->max_segments, "%u sectors, %u segments", e->sectors,
	      e->segments);
	CHECK_EQ(e->sector, rq->page * PAGE_SECTORS, "first sector");
	CHECK_EQ(e->sector, d->sent ? (rq[-1].page * PAGE_SECTORS + rq[-1].sectors) : 0, "sector behind the request before");
	CHECK_EQ(e->sectors, rq->sectors, "sectors of a request that goes");
	CHECK_EQ(e->segments, rq->segments, "segments of a request that goes");
	d->sent++;
}

/* Requests keep to their limits, grow only while they are here, and cover the file once. */
static void requests_hold(void)
{
	const struct mms_state *st = host_seek(mms_event_count());
	struct queue disk[MAX_DISKS] = {0};

	for (u32 i = 0; i < params()->disks; i++)
		disk[i].rq = calloc((size_t)params()->file_pages + 1, sizeof(struct gathered));
	for (u32 i = 0; i < mms_event_count() && !test_failed(); i++) {
		const struct mms_event *e = host_event(i);

		if (e->kind == MMS_KIND_rq_page)
			page_joins(&disk[disk_of(e->rq_page.dev)], &e->rq_page);
		if (e->kind == MMS_KIND_block_rq)
			request_goes(&disk[disk_of(e->block_rq.dev)], &e->block_rq);
	}
	for (u32 i = 0; i < params()->disks; i++) {
		const struct disk *d = &machine()->disk[i];

		CHECK_EQ(disk[i].sent, disk[i].n, "requests that went");
		CHECK_EQ(st->rq[i].requests, disk[i].n, "requests in the state");
		CHECK_EQ(st->rq[i].sectors, params()->file_pages * PAGE_SECTORS, "sectors in the state");
		CHECK(!st->rq[i].open_sectors && !st->rq[i].open_segments, "a request is still open");
		CHECK(d->reads == disk[i].n && d->sectors == st->rq[i].sectors && !d->n && !d->issued, "what the disk counted");
		CHECK(d->busy_ns <= d->last_at - d->first_at && d->queue_ns >= d->busy_ns, "more time than there was");
		free(disk[i].rq);
	}
}

static void look_invariants(const struct property *p, u64 number)
{
	(void)p, (void)number;
	in_order_of_time();
	shares_exact();
	frames_unique();
	requests_hold();
}

PROPERTY(invariants, any, look_invariants, "")
PROPERTY(checked, any, look_checked, ", all same in both checks")
PROPERTY(round_trip, some, look_round_trip, ", written and read back")
PROPERTY(seek, some, look_seek, ", 8 places each")
PROPERTY(again, any, look_again, ", run again in other pieces")
PROPERTY(unkept, any, look_unkept, ", measured without keeping events")

/* Two nodes, 40 segments, the kernel of 2011. */
static void document(int granularity, int max_sectors)
{
	host_reset();
	host_set("machine", 0, MMS_machine_interleave);
	host_set("granularity", 0, granularity);
	host_set("max_sectors", 0, max_sectors);
	host_set("read_ahead", 0, 320);
	host_set("read_pages", 0, 256);
	host_set("bio_pages", 0, 64);
	host_set("bio_split", 0, 0);
	CHECK_EQ(host_run(100), 0, "status");
}

static void collapse(void)
{
	u64 one, eight;

	document(1, 1024);
	one = host_stat("iostat_milli/sdc/avgrq-sz");
	document(8, 1024);
	eight = host_stat("iostat_milli/sdc/avgrq-sz");
	CHECK(one >= 316000 && one <= 320000, "granularity 1: %llu", (unsigned long long)one);
	CHECK(eight > 500000, "granularity 8: %llu", (unsigned long long)eight);
	document(8, 512);
	CHECK_EQ(host_stat("iostat_milli/sdc/avgrq-sz"), 512000, "granularity 8, limit 512");
	CHECK_EQ(host_seek(mms_event_count())->rq[0].requests, 5120 / 64, "requests");
}

/* What the bundled capture interleave-1 shows of 6.12: windows of 264 pages give six requests of 320 sectors
 * and one of 192, in which the end of one bio and the next bio meet. */
static void as_captured(void)
{
	static const u32 want[] = {320, 192, 320, 320, 320, 64, 320, 320, 320, 320, 320, 320, 128,
				   320, 320, 320, 320, 320, 320, 192, 320, 320, 320, 320, 320, 320, 192};
	u32 n = 0;

	host_reset();
	host_set("machine", 0, MMS_machine_interleave);
	host_set("max_sectors", 0, 528);
	host_set("read_ahead", 0, 264);
	host_set("read_pages", 0, 32);
	host_set("file_pages", 0, 448 + 2 * 264);
	CHECK_EQ(host_run(100), 0, "status");
	for (u32 i = 0; i < mms_event_count(); i++)
		if (host_event(i)->kind == MMS_KIND_block_rq && n < MMS_COUNT(want))
			CHECK_EQ(host_event(i)->block_rq.sectors, want[n++], "sectors");
	CHECK_EQ(n, MMS_COUNT(want), "requests");
}

/* One disk, windows of 16 pages, one request each: 8 KiB a millisecond, nothing beside the transfer. */
static void iostat(void)
{
	host_reset();
	host_set("machine", 0, MMS_machine_interleave);
	host_set("mempolicy", 0, MMS_mpol_default);
	host_set("file_pages", 0, 64);
	host_set("read_ahead", 0, 16);
	host_set("read_pages", 0, 16);
	host_set("disk_rate", 0, 8000);
	host_set("disk_ns", 0, 0);
	host_set("alloc_ns", 0, 0);
	host_set("copy_ns", 0, 0);
	CHECK_EQ(host_run(100), 0, "status");
	/* Page 8 of the first window is marked, and the first of each other. The first read is done at 8 ms: two
	 * windows are read then, and one more at 16 ms. Begun at 0, 8, 8, 16; done at 8, 16, 24, 32. */
	CHECK_EQ(host_stat("iostat_milli/sdc/r/s"), 125000, "r/s");
	CHECK_EQ(host_stat("iostat_milli/sdc/rMB/s"), 7812, "rMB/s");
	CHECK_EQ(host_stat("iostat_milli/sdc/avgrq-sz"), 128000, "avgrq-sz");
	CHECK_EQ(host_stat("iostat_milli/sdc/svctm"), 8000, "svctm");
	CHECK_EQ(host_stat("iostat_milli/sdc/%util"), 100000, "%util");
	CHECK_EQ(host_stat("iostat_milli/sdc/await"), 12000, "await");
	CHECK_EQ(host_stat("iostat_milli/sdc/avgqu-sz"), 1500, "avgqu-sz");
}

static u64 requests(int window, int depth, int alloc_ns)
{
	host_reset();
	host_set("machine", 0, MMS_machine_interleave);
	host_set("mempolicy", 0, MMS_mpol_default);
	host_set("read_ahead", 0, window);
	host_set("read_pages", 0, window);
	host_set("bio_pages", 0, 4);
	host_set("max_sectors", 0, 80);
	host_set("file_pages", 0, 1200);
	host_set("queue_depth", 0, depth);
	host_set("alloc_ns", 0, alloc_ns);
	CHECK_EQ(host_run(100), 0, "status");
	return host_seek(mms_event_count())->rq[0].requests;
}

/* Windows of three bios: two make a request of 64 sectors, the third one of 32. A disk that takes one request
 * at a time leaves that one waiting until the next window's first bio joins it. */
static void waiting_grows(void)
{
	CHECK_EQ(requests(12, 32, 500), 200, "requests when all go at once");
	CHECK_EQ(requests(24, 32, 900000), 150, "requests when the disk is done before the window is gathered");
	CHECK(requests(12, 1, 500) <= 160, "requests when they wait: %llu", (unsigned long long)requests(12, 1, 500));
}

static void contradictions(void)
{
	static const struct { const char *name; long long value; const char *says; } bad[] = {
		{"policy_nodes", 4, "policy_nodes is 4"},
		{"cpus_per_node", 8, "64 CPUs"},
		{"disks", 5, "disks is more"},
		{"mempolicy", MMS_mpol_bind, "mempolicy must be"},
	};

	for (size_t i = 0; i < MMS_COUNT(bad); i++) {
		host_reset();
		host_set("machine", 0, MMS_machine_interleave);
		host_set("nodes", 0, bad[i].value == 8 ? 9 : 2);
		host_set(bad[i].name, 0, bad[i].value);
		CHECK_EQ(mms_model_begin(), MMS_status_range, "status");
		CHECK(strstr(host_error(), bad[i].says), "'%s' does not say '%s'", host_error(), bad[i].says);
	}
	CHECK_EQ(mms_reset(50, 0), 0, "reset");
	host_set("machine", 0, MMS_machine_interleave);
	CHECK_EQ(host_run(1000), MMS_status_too_many, "status with 50 events");
	CHECK_EQ(mms_reset(0, 4 << 20), 0, "reset with 4 MiB");
	host_set("machine", 0, MMS_machine_interleave);
	host_set("read_ahead", 0, 65536);
	CHECK_EQ(host_run(1000), MMS_status_no_memory, "status with 4 MiB");
}

PROPERTY(others, some, look_alternatives, ", own rule asked as another")

SUITE(interleave_machine)
{
	static const struct test tests[] = {
		{"interleave machine: shares exact, frames unique, requests within limits and complete, time in order", invariants},
		{"interleave machine: the checker finds every decision the same", checked},
		{"interleave machine: what is written is read back the same", round_trip},
		{"interleave machine: seek finds the state that apply() builds", seek},
		{"interleave machine: the same seed gives the same bytes, however it is run", again},
		{"interleave machine: a run that keeps no events comes to the same measures", unkept},
		{"interleave machine: 40 segments: 316 to 320 sectors by 1, more than 500 by 8", collapse},
		{"interleave machine: requests as in the capture of 6.12", as_captured},
		{"interleave machine: what iostat prints, by hand", iostat},
		{"interleave machine: only a request that waits grows", waiting_grows},
		{"interleave machine: parameters that contradict each other are refused, limits kept", contradictions},
		{"interleave machine: asked as another, the rule in force decides no otherwise", others},
	};

	RUN(tests);
}
