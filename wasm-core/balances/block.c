/* SPDX-License-Identifier: Apache-2.0 */
/* Requests beside what the tracer read of their disks. */
#include "internal.h"

#define DISKS 64

static u64 queue_of(const struct books *b, const char *disk, const char *name)
{
	return mms_number_in(mms_queue_of(b->start, disk, name));
}

/* The disks of which the tracer gives the limits: those that take a request of a page, where a probe records requests. */
static u64 disks_with_requests(const struct books *b, u64 page)
{
	struct mms_json_span rest = mms_member(b->start, "disk_nodes"), name, item;
	u64 n = 0;

	while (mms_has_probe(b, "block") && mms_json_next(&rest, &name, &item)) {
		char disk[DISK_NAME] = {0};
		u32 len = mms_json_text(name, disk, sizeof(disk) - 1);
		u64 kib, bytes;

		if (len >= sizeof(disk))
			continue;
		disk[len] = 0;
		kib = queue_of(b, disk, "max_sectors_kb");
		bytes = queue_of(b, disk, "max_segment_size");
		n += kib != UNKNOWN && bytes != UNKNOWN && page != UNKNOWN && kib * 1024 >= page && bytes >= page &&
		     queue_of(b, disk, "max_segments") - 1 < UNKNOWN - 1;
	}
	return n;
}

/* Disks by their settings beside their nodes: those that are there at the end, too, have not come or gone meanwhile. */
static void balance_disk_settings(struct books *b)
{
	static const char head[] = "/sys/block/", tail[] = "/queue/rotational";
	struct mms_json_span rest = mms_member(b->start, "settings"), nodes = mms_member(b->start, "disk_nodes"), name, value;
	u64 all = 0, fit = 0;

	while (nodes.at && mms_json_next(&rest, &name, &value)) {
		char key[sizeof(head) + DISK_NAME + sizeof(tail)];
		u32 len = mms_json_text(name, key, sizeof(key)), most = sizeof(head) - 1 + sizeof(tail) - 1;

		if (len <= most || len > sizeof(key) || __builtin_memcmp(key, head, sizeof(head) - 1) ||
		    __builtin_memcmp(key + len - (sizeof(tail) - 1), tail, sizeof(tail) - 1))
			continue;
		key[len - (sizeof(tail) - 1)] = 0;
		if (!mms_queue_of(b->stop, key + sizeof(head) - 1, "rotational").at)
			continue;
		all++;
		fit += mms_member(nodes, key + sizeof(head) - 1).at != NULL;
	}
	if (all)
		mms_balance_add(b, MMS_BALANCE_disks, 0, all, fit, 0);
}

static void balance_limits(struct books *b, const struct mms_ev_queue_limits *const *disk, u32 disks)
{
	u64 page = mms_number_in(mms_member(b->start, "page_size")), known = 0, fit = 0;

	for (u32 i = 0; i < disks; i++) {
		char name[17] = {0};
		u64 segments, bytes, kib, ahead;
		bool once = true;

		mms_copy(name, disk[i]->name, sizeof(disk[i]->name));
		segments = queue_of(b, name, "max_segments");
		bytes = queue_of(b, name, "max_segment_size");
		kib = queue_of(b, name, "max_sectors_kb");
		ahead = queue_of(b, name, "read_ahead_kb");
		for (u32 k = 0; k < i; k++)
			once &= disk[k]->dev != disk[i]->dev && __builtin_memcmp(disk[k]->name, disk[i]->name, sizeof(disk[i]->name));
		known++;
		fit += once && mms_member(mms_member(b->start, "disk_nodes"), name).at &&
		       (segments == UNKNOWN || segments == disk[i]->max_segments) &&
		       (bytes == UNKNOWN || bytes == disk[i]->segment_bytes) && (kib == UNKNOWN || kib * 2 == disk[i]->max_sectors) &&
		       (ahead == UNKNOWN || page == UNKNOWN || ahead * 1024 == disk[i]->read_ahead * page);
	}
	known = MMS_MAX(known, disks_with_requests(b, page));
	if (known && mms_member(b->start, "disk_nodes").at)
		mms_balance_add(b, MMS_BALANCE_limits, 0, known, fit, 0);
}

static bool is_letter(char c, const char *of)
{
	for (; *of; of++)
		if (*of == c)
			return true;
	return false;
}

/* Flushes and discards have limits of their own. */
static bool fits_disk(const struct mms_ev_block_rq *e, const struct mms_ev_queue_limits *disk)
{
	bool data = is_letter(e->rwbs[0], "RW");
	u64 most = (u64)MMS_MAX(e->segments, 1) * disk->segment_bytes;

	if (!is_letter(e->rwbs[0], "RWFDN") || (e->rwbs[1] && (!is_letter(e->rwbs[1], "AS") || e->rwbs[2])))
		return false;
	return !data || (e->sectors <= disk->max_sectors && e->segments <= MMS_MIN(disk->max_segments, e->sectors) &&
			 (u64)e->sectors * 512 <= most && (e->sectors || e->rwbs[0] != 'R'));
}

void mms_balance_block(struct books *b)
{
	const struct mms_ev_queue_limits *disk[DISKS];
	u64 requests = 0, fit = 0;
	u32 disks = 0;

	for (u32 i = 0; i < b->log->count; i++)
		if (b->log->event[i].kind == MMS_KIND_queue_limits && disks < DISKS)
			disk[disks++] = &b->log->event[i].queue_limits;
	balance_limits(b, disk, disks);
	balance_disk_settings(b);
	for (u32 i = 0; i < b->log->count && disks && disks < DISKS; i++) {
		const struct mms_ev_block_rq *e = &b->log->event[i].block_rq;
		u32 k = 0;

		if (b->log->event[i].kind != MMS_KIND_block_rq)
			continue;
		requests++;
		while (k < disks && disk[k]->dev != e->dev)
			k++;
		fit += k < disks && fits_disk(e, disk[k]);
	}
	if (requests)
		mms_balance_add(b, MMS_BALANCE_requests, 0, requests, fit, 0);
}
