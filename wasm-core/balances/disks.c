/* SPDX-License-Identifier: Apache-2.0 */
/* Swap devices by what the tracer read of their disks: queues to poll, interrupts. */
#include "internal.h"

#include "base/bytes.h"
#include "base/text.h"

#define MOST_BAD 637 /* include/linux/swap.h:MAX_SWAP_BADPAGES, of a page of 4 KiB */

const char *mms_behind_escape(const char *at, const char *end, char letter)
{
	for (; end - at >= 2; at++)
		if (at[0] == '\\' && at[1] == letter)
			return at + 2;
	return end;
}

u64 mms_next_number(const char **at, const char *end)
{
	u64 out = 0;

	while (*at < end && !mms_is_digit(**at))
		++*at;
	for (; *at < end && mms_is_digit(**at) && out < UINT32_MAX; ++*at)
		out = out * 10 + (u64)(**at - '0');
	return out;
}

bool mms_swaps_next(struct mms_json_span *rest, struct swaps_line *line)
{
	const char *at = rest->at, *end = rest->end;

	*line = (struct swaps_line){0};
	if (at < end && *at == '"')
		at = mms_behind_escape(at, end, 'n');
	if (end - at < 2)
		return false;
	line->name.at = line->name.end = at;
	while (line->name.end < end && *line->name.end != ' ' && *line->name.end != '\\')
		line->name.end++;
	at = mms_behind_escape(at, end, 't');
	line->size = mms_next_number(&at, end);
	line->used = mms_next_number(&at, end);
	for (at = mms_behind_escape(at, end, 't'); at < end && *at == '\\';)
		at += 2;
	line->prio = at < end && *at == '-' ? -1 : 1;
	line->prio *= (s64)mms_next_number(&at, end);
	rest->at = mms_behind_escape(at, end, 'n');
	return true;
}

struct mms_json_span mms_queue_of(struct mms_json_span manifest, const char *disk, const char *name)
{
	char key[80];
	struct mms_text text = mms_text(key, sizeof(key) - 1);

	mms_put(&text, "/sys/block/");
	mms_put(&text, disk);
	mms_put(&text, "/queue/");
	mms_put(&text, name);
	key[text.len] = 0;
	return mms_member(mms_member(manifest, "settings"), key);
}

/* The next disk of disk_nodes whose name is not too long. */
static bool next_disk(struct mms_json_span *rest, char disk[DISK_NAME])
{
	struct mms_json_span name, node;

	while (mms_json_next(rest, &name, &node)) {
		u32 len = mms_json_text(name, disk, DISK_NAME - 1);

		if (len >= DISK_NAME)
			continue;
		disk[len] = 0;
		return true;
	}
	return false;
}

bool mms_disk_of(const struct books *b, const struct swaps_line *line, char disk[DISK_NAME])
{
	struct mms_json_span rest = mms_member(b->start, "disk_nodes");
	s64 left = line->name.end - line->name.at - 5;
	char name[DISK_NAME];
	u32 found = 0;

	while (next_disk(&rest, name)) {
		u32 len = mms_strlen(name);

		if (left < len || len <= found || __builtin_memcmp(line->name.at, "/dev/", 5) || __builtin_memcmp(line->name.at + 5, name, len))
			continue;
		found = len;
		mms_copy(disk, name, DISK_NAME);
	}
	return found;
}

struct disks {
	struct books *b;
	u64 pages[MMS_DEVS]; /* 0: unknown; UNKNOWN: one device came behind another */
	u32 seen;   /* types that events of reads name, as a bit mask */
	bool sure;  /* what follows is known of them */
	char name[MMS_DEVS][DISK_NAME];
	bool whole[MMS_DEVS]; /* the device is no part of its disk */
};

/* Of lines of /proc/swaps, which come by number: where reads name as many devices as there are, from 0 on, they are these. */
static void read_lines(struct disks *d)
{
	struct mms_json_span rest = mms_member(d->b->stop, "swaps"), before = mms_member(d->b->start, "swaps");
	u64 page = mms_number_in(mms_member(d->b->start, "page_size"));
	struct swaps_line line, was;
	u32 n = 0;

	d->sure = true;
	for (; mms_swaps_next(&rest, &line) && n < MMS_DEVS; n++) {
		u32 len = (u32)(line.name.end - line.name.at);

		d->sure &= mms_swaps_next(&before, &was) && was.name.end - was.name.at == (s64)len &&
			  !__builtin_memcmp(was.name.at, line.name.at, len) && mms_disk_of(d->b, &line, d->name[n]);
		d->pages[n] = page && page != UNKNOWN ? line.size * 1024 / page : 0;
		d->whole[n] = d->sure && mms_strlen(d->name[n]) + 5 == len;
	}
	d->sure &= d->seen + 1 == 1u << n && !mms_swaps_next(&before, &was);
}

static void read_disks(struct disks *d)
{
	const struct mms_log *log = d->b->log;

	for (u32 i = 0; i < log->count; i++) {
		const struct mms_event *e = &log->event[i];
		u32 type = (u32)e->swap_in.type;

		if (e->kind == MMS_KIND_swap_in && type < MMS_MIN(MMS_DEVS, 31))
			d->seen |= 1u << type;
	}
	if (!d->b->kinds[MMS_KIND_swap_list]) {
		read_lines(d);
		return;
	}
	d->sure = true;
	for (u32 i = 0; i < log->count; i++) {
		const struct mms_ev_swap_list *e = &log->event[i].swap_list;

		if (log->event[i].kind != MMS_KIND_swap_list || (u32)e->type >= MMS_DEVS)
			continue;
		d->pages[e->type] = d->pages[e->type] && d->pages[e->type] != e->pages ? UNKNOWN : e->pages;
		mms_copy(d->name[e->type], e->name, sizeof(e->name));
	}
}

static u64 number_of(const struct mms_json_span manifest, const char *disk, const char *name)
{
	return mms_number_in(mms_queue_of(manifest, disk, name));
}

/* Reads that may poll beside queues to poll; not looked at where these came or went. */
static void balance_queues(struct disks *d)
{
	for (u32 t = 0; t < MMS_DEVS; t++) {
		u64 all = 0, fit = 0, was = number_of(d->b->start, d->name[t], "io_poll"), is = number_of(d->b->stop, d->name[t], "io_poll");

		for (u32 i = 0; i < d->b->log->count; i++) {
			const struct mms_event *e = &d->b->log->event[i];

			if (e->kind != MMS_KIND_swap_in || e->swap_in.type != (s32)t)
				continue;
			all++;
			fit += e->swap_in.can_poll == is;
		}
		if (all && (!d->sure || was == UNKNOWN || is == UNKNOWN))
			mms_balance_unknown(d->b, MMS_BALANCE_queues, t);
		else if (all && was == is)
			mms_balance_add(d->b, MMS_BALANCE_queues, t, all, fit, 0);
	}
}

/*
 * A window by place on the device begins behind the header, and ends with the device: the size has no pages that are bad. One of a
 * single page has no fault before it.
 */
static bool fits_place(const struct mms_ev_swap_ra *e, u64 pages)
{
	return (e->max_win > 1 || !e->prev) &&
	       (e->ra != MMS_ra_kind_cluster || (e->lo == 1 && e->hi - pages - 1 <= MOST_BAD));
}

/* Windows beside the sizes of devices; and by place on the device, where nothing else is switched on. */
static void balance_places(struct disks *d)
{
	static const char name[] = "/sys/kernel/mm/swap/vma_ra_enabled";
	struct mms_json_span was = mms_member(mms_member(d->b->start, "settings"), name);
	struct mms_json_span is = mms_member(mms_member(d->b->stop, "settings"), name);
	bool by_place = mms_json_is(was, "false") && mms_json_is(is, "false");

	for (u32 t = 0; t < MMS_DEVS; t++) {
		u64 all = 0, fit = 0;

		for (u32 i = 0; i < d->b->log->count; i++) {
			const struct mms_ev_swap_ra *e = &d->b->log->event[i].swap_ra;

			if (d->b->log->event[i].kind != MMS_KIND_swap_ra || e->type != (s32)t)
				continue;
			all++;
			fit += fits_place(e, d->pages[t]) && (!by_place || e->ra == MMS_ra_kind_cluster);
		}
		if (all && (!d->sure || !d->pages[t]))
			mms_balance_unknown(d->b, MMS_BALANCE_places, t);
		else if (all && d->pages[t] != UNKNOWN)
			mms_balance_add(d->b, MMS_BALANCE_places, t, all, fit, 0);
	}
}

/* Interrupts of a disk's queues, as the lab calls it, between two marks; its first queue has none for reads. */
static bool interrupts_of(const struct disks *d, struct counted *all)
{
	char name[] = "interrupts/disk-q1";

	*all = (struct counted){.to = UNKNOWN};
	for (; name[17] <= '9'; name[17]++) {
		struct counted one;

		if (!mms_counted(d->b, name, &one))
			continue;
		all->more += one.more;
		all->from = MMS_MAX(all->from, one.from);
		all->to = MMS_MIN(all->to, one.to);
	}
	return all->from && all->from < all->to;
}

/* The disk is the only one of its kind, and all of it is swap: nobody else has requests for it. */
static bool is_alone(const struct disks *d)
{
	struct mms_json_span rest = mms_member(d->b->start, "disk_nodes");
	char disk[DISK_NAME];
	u32 n = 0;

	while (next_disk(&rest, disk))
		n += !__builtin_memcmp(disk, "nvme", 4);
	return d->sure && d->seen == 1 && d->whole[0] && n == 1 && !__builtin_memcmp(d->name[0], "nvme", 4);
}

/*
 * An interrupt ends a page's read at least: there are no more than pages that others read or wrote and these together. A read that
 * is decided when the one before is complete has an interrupt of its own.
 */
static void balance_interrupts(struct disks *d)
{
	struct mms_json_span vmstat = mms_member(d->b->stop, "vmstat");
	u64 in = mms_number_in(mms_member(vmstat, "pswpin")), out = mms_number_in(mms_member(vmstat, "pswpout"));
	u64 pages = 0, all = 0, chain = 0;
	const struct mms_ev_swap_in *next = NULL;
	struct counted irqs;

	if (in == UNKNOWN || out == UNKNOWN || !is_alone(d) || !interrupts_of(d, &irqs))
		return;
	for (u32 i = 0; i < d->b->log->count; i++) {
		const struct mms_event *e = &d->b->log->event[i];

		if (e->kind == MMS_KIND_swap_in) {
			pages += 1ull << MMS_MIN(e->swap_in.order, 20);
			if (!next && e->swap_in.how == MMS_swap_how_interrupt && e->ts >= irqs.from)
				next = &e->swap_in;
		}
		if (e->kind != MMS_KIND_swap_in_done || e->swap_in_done.how != MMS_swap_how_interrupt ||
		    e->ts + TASK_LATE < irqs.from || e->ts > irqs.to)
			continue;
		all++;
		if (next && e->swap_in_done.offset == next->offset) {
			chain += e->ts + TASK_LATE < irqs.to;
			next = NULL;
		}
	}
	mms_balance_add(d->b, MMS_BALANCE_interrupts, 0, all, irqs.more, irqs.more < all ? all - chain : (in > pages ? in - pages : 0) + out);
}

void mms_balance_disks(struct books *b)
{
	size_t top = b->arena->top;
	struct disks *d = mms_arena_alloc(b->arena, sizeof(*d));

	b->full |= !d;
	if (d && b->kinds[MMS_KIND_swap_in]) {
		d->b = b;
		read_disks(d);
		balance_queues(d);
		balance_places(d);
		balance_interrupts(d);
	}
	mms_arena_rewind(b->arena, top);
}
