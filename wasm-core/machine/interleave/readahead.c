/* SPDX-License-Identifier: Apache-2.0 */
/* A task that reads its file from first page to last, and the windows that are read ahead of it. */
#include "internal.h"

static u32 roundup_pow_of_two(u32 n)
{
	return n > 1 ? 1u << (32 - __builtin_clz(n - 1)) : 1;
}

/* mm/readahead.c:get_init_ra_size() */
static u32 init_size(u32 wanted, u32 max)
{
	u32 size = roundup_pow_of_two(wanted);

	if (size <= max / 32)
		return size * 4;
	return size <= max / 4 ? size * 2 : max;
}

/* mm/readahead.c:get_next_ra_size() */
static u32 next_size(u32 size, u32 max)
{
	if (size < max / 16)
		return size * 4;
	return size <= max / 2 ? size * 2 : max;
}

/* Up to the end of the file. */
static void read_ahead(struct interleave_machine *m, struct task *t)
{
	u64 left = (u64)m->p.file_pages - t->ra_start;

	m->now = t->clock;
	il_read_window(m, t->ra_start, (u32)MMS_MIN(t->ra_size, left));
	t->clock = m->now;
}

/* mm/readahead.c:page_cache_sync_ra(): the page is not there, nor on its way. */
static void sync_ra(struct interleave_machine *m, struct task *t)
{
	u32 wanted = (u32)m->p.read_pages;

	t->ra_start = t->at;
	t->ra_size = init_size(wanted, (u32)m->p.read_ahead);
	t->ra_async = t->ra_size > wanted ? t->ra_size - wanted : t->ra_size / 2;
	read_ahead(m, t);
}

/* mm/readahead.c:page_cache_async_ra(): the page is marked, the next window is due. */
static void async_ra(struct interleave_machine *m, struct task *t)
{
	t->ra_start += t->ra_size;
	t->ra_size = next_size(t->ra_size, (u32)m->p.read_ahead);
	t->ra_async = t->ra_size;
	read_ahead(m, t);
}

/* The page that the next window is read at; where there is none, a page behind the window. */
static u64 marked(const struct task *t)
{
	return t->ra_start + t->ra_size - t->ra_async;
}

/* mm/filemap.c:filemap_read(): copies pages until one is marked or not there yet. */
void il_task_turn(struct interleave_machine *m)
{
	struct task *t = &m->task[m->runs];
	struct disk *d = &m->disk[m->runs];
	u64 submitted = t->ra_start + t->ra_size, stop;

	if (t->at == (u64)m->p.file_pages) {
		t->done = true;
		return;
	}
	if (t->at == submitted) {
		sync_ra(m, t);
		return;
	}
	if (t->at == marked(t) && submitted < (u64)m->p.file_pages) {
		async_ra(m, t);
		return;
	}
	stop = t->at < marked(t) ? MMS_MIN(d->read, marked(t)) : d->read;
	if (stop <= t->at) {
		t->waits = true;
		return;
	}
	t->clock += (stop - t->at) * (u64)m->p.copy_ns;
	t->at = stop;
}
