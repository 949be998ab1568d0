/* SPDX-License-Identifier: Apache-2.0 */
/* Requests beside what the tracer read of their disks. */
#include "internal.h"

#include "base/text.h"

#define DISKS 64

/* /sys/block/<disk>/queue/<name> as the tracer read it; UNKNOWN: it did not. */
static u64 queue_of(const struct books *b, const struct mms_ev_queue_limits *e, const char *name)
{
	char key[80];
	struct mms_text text = mms_text(key, sizeof(key) - 1);

	mms_put(&text, "/sys/block/");
	mms_put_bytes(&text, e->name, mms_strnlen(e->name, sizeof(e->name)));
	mms_put(&text, "/queue/");
	mms_put(&text, name);
	key[text.len] = 0;
	return mms_number_in(mms_member(mms_member(b->start, "settings"), key));
}

static void balance_limits(struct books *b, const struct mms_ev_queue_limits *const *disk, u32 disks)
{
	u64 page = mms_number_in(mms_member(b->start, "page_size")), known = 0, fit = 0;

	for (u32 i = 0; i < disks; i++) {
		char name[17] = {0};
		u64 segments = queue_of(b, disk[i], "max_segments"), kb = queue_of(b, disk[i], "read_ahead_kb");
		bool once = true;

		mms_copy(name, disk[i]->name, sizeof(disk[i]->name));
		for (u32 k = 0; k < i; k++)
			once &= disk[k]->dev != disk[i]->dev && __builtin_memcmp(disk[k]->name, disk[i]->name, sizeof(disk[i]->name));
		known++;
		fit += once && mms_member(mms_member(b->start, "disk_nodes"), name).at &&
		       (segments == UNKNOWN || segments == disk[i]->max_segments) &&
		       (kb == UNKNOWN || page == UNKNOWN || kb * 1024 == disk[i]->read_ahead * page);
	}
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
