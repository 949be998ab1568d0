/* SPDX-License-Identifier: Apache-2.0 */
/* Counters at the end of a run, under the names the kernel gives them: file and name, as in a capture. */
#include "internal.h"

__attribute__((noinline)) static void put_stat(struct zones_machine *m, const char *file, s32 number, const char *name, u64 value)
{
	struct mms_event *e = zones_emit(m, MMS_KIND_stat);
	struct mms_text text;

	if (!e)
		return;
	text = mms_text(e->stat.text, sizeof(e->stat.text));
	mms_put(&text, file);
	if (number >= 0)
		mms_put_u64(&text, (u64)number);
	mms_put(&text, name);
	e->stat.value = value;
}

/* Counters that are one number. */
static const struct {
	const char *name;
	u16 offset;
} vmstat[] = {
#define C(name) {"vmstat/" #name, offsetof(struct counters, name)},
	C(pgfault) C(pgmajfault) C(pswpin) C(pswpout) C(pgpgin) C(pgpgout) C(pgscan_kswapd) C(pgsteal_kswapd)
	C(pgscan_direct) C(pgsteal_direct) C(pgscan_anon) C(pgscan_file) C(allocstall) C(nr_vmscan_write)
	C(nr_vmscan_write_file)
#undef C
};

static void vm_counters(struct zones_machine *m)
{
	for (u32 i = 0; i < MMS_COUNT(vmstat); i++)
		put_stat(m, vmstat[i].name, -1, "", *(const u64 *)(const void *)((const u8 *)&m->vm + vmstat[i].offset));
}

static void of_nodes(struct zones_machine *m)
{
	u64 anon = 0, file = 0;

	for (u32 nid = 0; nid < m->nodes; nid++) {
		put_stat(m, "node", (s32)nid, "/vmstat/workingset_refault_anon", m->vm.refault_anon[nid]);
		put_stat(m, "node", (s32)nid, "/vmstat/workingset_refault_file", m->vm.refault_file[nid]);
		put_stat(m, "node", (s32)nid, "/vmstat/pgactivate", m->vm.activate[nid]);
		anon += m->vm.refault_anon[nid];
		file += m->vm.refault_file[nid];
	}
	put_stat(m, "vmstat/workingset_refault_anon", -1, "", anon);
	put_stat(m, "vmstat/workingset_refault_file", -1, "", file);
}

static void of_zones(struct zones_machine *m)
{
	static const char *const scan[] = {"zone/DMA/pgscan", "zone/DMA32/pgscan", "zone/Normal/pgscan"};
	static const char *const steal[] = {"zone/DMA/pgsteal", "zone/DMA32/pgsteal", "zone/Normal/pgsteal"};
	static const char *const alloc[] = {"vmstat/pgalloc_dma", "vmstat/pgalloc_dma32", "vmstat/pgalloc_normal"};

	for (u32 idx = ZONE_DMA; idx <= ZONE_NORMAL; idx++) {
		u64 scanned = 0, reclaimed = 0, allocated = 0;

		for (u32 nid = 0; nid < m->nodes; nid++) {
			const struct zone *z = &m->zone[nid * MMS_ZONES_PER_NODE + idx];

			scanned += z->scanned;
			reclaimed += z->reclaimed;
			allocated += z->allocated;
		}
		put_stat(m, scan[idx], -1, "", scanned);
		put_stat(m, steal[idx], -1, "", reclaimed);
		put_stat(m, alloc[idx], -1, "", allocated);
	}
}

/* A task that is not at its end, a copy that is not on the disk, took all the time there was. */
static void of_tasks(struct zones_machine *m)
{
	u64 user = 0, system = 0, waited = 0, ops = 0, reads = 0, io = 0, last = 0;

	for (u32 i = 0; i < m->loads; i++) {
		const struct task *t = &m->task[i];
		u64 ended = t->ended ? t->ended : m->end;

		if (t->load != MMS_load_none)
			last = MMS_MAX(last, ended);
		user += t->user;
		system += t->system;
		waited += t->waited;
		ops += t->load == MMS_load_hash ? t->ops : 0;
		reads += t->load == MMS_load_stream ? t->at : t->load == MMS_load_loop ? t->ops : 0;
		if (t->load == MMS_load_copy && ended > t->begun)
			io = MMS_MAX(io, ended - t->begun);
	}
	put_stat(m, "memcachetest/operations", -1, "", ops);
	put_stat(m, "reader/pages-read", -1, "", reads);
	put_stat(m, "io/duration_ms", -1, "", io / MS);
	put_stat(m, "task/user_ns", -1, "", user);
	put_stat(m, "task/system_ns", -1, "", system);
	put_stat(m, "task/waited_ns", -1, "", waited);
	put_stat(m, "task/ended_ms", -1, "", last / MS);
	put_stat(m, "elapsed_ms", -1, "", m->end / MS);
}

void zones_emit_stats(struct zones_machine *m)
{
	vm_counters(m);
	of_nodes(m);
	of_zones(m);
	of_tasks(m);
}
