/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What was counted, when everything is read: for each node the kernel's counters, for each disk what
 * `iostat -x -m` prints, over the time from its first request to its last completion, in thousandths:
 * iostat_milli/sdc/avgrq-sz=316770 is 316.77 sectors.
 */
#include "internal.h"

static void emit_stat(struct interleave_machine *m, const char *prefix, u64 which, const char *name, u64 value)
{
	struct mms_event *e = il_emit(m, MMS_KIND_stat);
	struct mms_text text;

	if (!e)
		return;
	text = mms_text(e->stat.text, sizeof(e->stat.text));
	mms_put(&text, prefix);
	if (which >= 'a')
		mms_put_char(&text, (char)which);
	else
		mms_put_u64(&text, which);
	mms_put(&text, name);
	e->stat.value = value;
}

/* Thousandths of `n` a second. `n` is at most the sectors of a file: 2^27. */
static u64 per_second(u64 n, u64 ns)
{
	return n * 1000000000ull / MMS_MAX(ns / 1000, 1u);
}

static void emit_disk(struct interleave_machine *m, const struct disk *d)
{
	u64 ns = d->last_at - d->first_at, reads = MMS_MAX(d->reads, 1u), us = MMS_MAX(ns / 1000, 1u);
	const struct { const char *name; u64 value; } row[] = {
		{"/rrqm/s", per_second(d->merges, ns)},
		{"/wrqm/s", 0},
		{"/r/s", per_second(d->reads, ns)},
		{"/w/s", 0},
		{"/rMB/s", per_second(d->sectors, ns) / 2048},
		{"/wMB/s", 0},
		{"/avgrq-sz", d->sectors * 1000 / reads},
		{"/avgqu-sz", d->queue_ns / us},
		{"/await", d->queue_ns / reads / 1000},
		{"/svctm", d->busy_ns / reads / 1000},
		{"/%util", d->busy_ns * 100 / us},
	};

	for (u32 i = 0; i < MMS_COUNT(row); i++)
		emit_stat(m, "iostat_milli/sd", (u64)('c' + (d - m->disk)), row[i].name, row[i].value);
}

void il_emit_stats(struct interleave_machine *m)
{
	for (u32 i = 0; i < m->p.disks; i++)
		m->now = MMS_MAX(m->now, MMS_MAX(m->disk[i].last_at, m->task[i].clock));
	for (u32 nid = 0; nid < m->p.nodes; nid++) {
		emit_stat(m, "node", nid, "/vmstat/nr_file_pages", m->allocated[nid]);
		emit_stat(m, "node", nid, "/numastat/interleave_hit", m->hits[nid]);
	}
	for (u32 i = 0; i < m->p.disks; i++)
		emit_disk(m, &m->disk[i]);
	m->reported = true;
}
