/* SPDX-License-Identifier: Apache-2.0 */
#include "asif.h"

#define TURNS_PER_RUN (1u << 16) /* a call of run() is never longer */
#define AGE_EVERY 10             /* zone_level events from one zone_age to the next */
#define MAX_CPUS 64              /* bits of node.cpus */

static enum mms_status_id bad(struct mms_error *error, const char *name, s32 lane, s64 value, const char *why)
{
	struct mms_text text = mms_error_begin(error, MMS_status_range, 0, 0);

	mms_put(&text, name);
	if (lane >= 0) {
		mms_put_char(&text, '[');
		mms_put_s64(&text, lane);
		mms_put_char(&text, ']');
	}
	mms_put(&text, " is ");
	mms_put_s64(&text, value);
	mms_put(&text, why);
	return mms_error_end(error, &text);
}

/* What params.def cannot say: parameters that depend on each other. */
static enum mms_status_id check_params(const struct mms_params *p, struct mms_error *error)
{
	s64 pages = 0;

	if (p->nodes * p->cpus_per_node > MAX_CPUS)
		return mms_fail(error, MMS_status_range, "nodes times cpus_per_node is more than 64 CPUs");
	for (s32 i = 0; i < p->nodes; i++)
		pages += p->node_pages[i];
	if (p->dma_pages > p->node_pages[0])
		return bad(error, "dma_pages", -1, p->dma_pages, ", more than node_pages[0]");
	if (p->dma_pages + p->dma32_pages > pages)
		return bad(error, "dma_pages + dma32_pages", -1, p->dma_pages + p->dma32_pages, ", more than all nodes have");
	if (p->dirty_background_ratio > p->dirty_ratio)
		return bad(error, "dirty_background_ratio", -1, p->dirty_background_ratio, ", more than dirty_ratio");
	for (s32 i = 0; i < MAX_LOADS; i++)
		if (p->load[i] != MMS_load_none && p->load_node[i] >= p->nodes)
			return bad(error, "load_node", i, p->load_node[i], ", a node that does not exist");
	return MMS_status_ok;
}

static void name_kswapd(struct kswapd *k, u32 nid)
{
	struct mms_text text = mms_text(k->comm, sizeof(k->comm) - 1);

	mms_put(&text, "kswapd");
	mms_put_u64(&text, nid);
	k->reported = MMS_wake_verdict_balanced; /* as long as nothing is short, nobody need be informed */
}

static void set_agents(struct zones_machine *m)
{
	for (u32 i = 0; i < AGENTS; i++)
		m->clock[i] = NEVER;
	for (u32 nid = 0; nid < m->nodes; nid++)
		name_kswapd(&m->kswapd[nid], nid);
}

static void *begin(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		   struct mms_error *error)
{
	struct zones_machine *m;

	if (check_params(params, error) < 0)
		return NULL;
	m = mms_arena_alloc(arena, sizeof(*m));
	if (m) {
		m->p = *params;
		m->nodes = (u32)params->nodes;
		for (u32 i = 0; i < MAX_LOADS; i++)
			m->loads = params->load[i] != MMS_load_none ? i + 1 : m->loads;
		set_agents(m);
		if (zones_begin(m, error) < 0)
			return NULL;
	}
	if (!m || zones_tasks_begin(m, arena) < 0 || zones_swap_begin(m, arena) < 0 || zones_lru_begin(m, arena) < 0 || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, "the memory limit is too low for so many pages");
		return NULL;
	}
	m->out.log = log;
	m->random = mms_random((u64)params->seed);
	m->end = (u64)params->run_ms * MS;
	zones_emit_machine(m);
	return m;
}

/* Who acts next, and in `until` how far it may go: to where the next one acts, or a little further. */
static u32 earliest(struct zones_machine *m)
{
	u64 first = NEVER, second = NEVER;
	u32 who = 0;

	for (u32 i = 0; i < AGENTS; i++) {
		if (m->clock[i] < first) {
			second = first;
			first = m->clock[i];
			who = i;
		} else if (m->clock[i] < second) {
			second = m->clock[i];
		}
	}
	m->until = MMS_MAX(second, first == NEVER ? first : first + SLICE);
	m->until = MMS_MIN(m->until, MMS_MIN(m->next_level, m->end) - 1);
	return who;
}

static void act(struct zones_machine *m, u32 who)
{
	m->now = m->clock[who];
	if (who < AGENT_KSWAPD) {
		zones_task_turn(m, &m->task[who]);
	} else if (who < AGENT_DISK) {
		m->comm = m->kswapd[who - AGENT_KSWAPD].comm;
		m->pid = (s32)(40 + who - AGENT_KSWAPD);
		m->cpu = (u16)((who - AGENT_KSWAPD) * (u32)m->p.cpus_per_node + (u32)m->p.cpus_per_node - 1);
		kswapd_turn(m, (u8)(who - AGENT_KSWAPD));
	} else {
		zones_disk_turn(m);
	}
}

static void level(struct zones_machine *m)
{
	m->now = m->next_level;
	zones_emit_levels(m, ++m->levels % AGE_EVERY == 0);
	m->next_level += (u64)m->p.level_ms * MS;
}

static void finish(struct zones_machine *m)
{
	m->now = m->end;
	for (u32 i = 0; i < m->loads; i++) {
		m->pid = m->task[i].pid;
		m->cpu = m->task[i].cpu;
		m->comm = "";
		emit_direct(m, &m->task[i], true);
	}
	zones_emit_levels(m, true);
	zones_emit_stats(m);
	m->over = true;
}

static enum mms_status_id run(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct zones_machine *m = machine;
	u64 decisions = m->decisions + max_decisions;

	for (u32 turns = 0; !m->over && !m->stop; turns++) {
		u32 who = earliest(m);

		if (m->decisions >= decisions || turns >= TURNS_PER_RUN)
			return MMS_status_more;
		if (MMS_MIN(m->clock[who], m->end) >= m->next_level)
			level(m);
		else if (m->clock[who] >= m->end)
			finish(m);
		else
			act(m, who);
	}
	return mms_emit_status(&m->out, error);
}

const struct mms_machine_type mms_zones_machine = {begin, run, zones_drive, zones_run_asif};
