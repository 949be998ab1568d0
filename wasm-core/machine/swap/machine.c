/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#define TOUCHES_PER_RUN (1u << 20) /* a call of swap_machine_run() is never longer */
#ifndef IDLE_MAX
#define IDLE_MAX (1ull << 26)      /* touches without a decision after which none will come */
#endif

static enum mms_status_id bad_lane(struct mms_error *error, const char *name, u32 lane, s64 value, const char *why)
{
	struct mms_text text = mms_error_begin(error, MMS_status_range, 0, 0);

	mms_put(&text, name);
	mms_put_char(&text, '[');
	mms_put_u64(&text, lane);
	mms_put(&text, "] is ");
	mms_put_s64(&text, value);
	mms_put(&text, why);
	return mms_error_end(error, &text);
}

static enum mms_status_id check_step(const struct mms_params *p, u32 i, struct mms_error *error)
{
	s64 arg = p->step_arg[i];
	s64 end;

	switch (p->step_do[i]) {
	case MMS_action_none: return MMS_status_ok;
	case MMS_action_rule: end = MMS_rule_roundrobin + 1; break;
	case MMS_action_slots_cache: end = 2; break;
	default: end = p->devices; break;
	}
	if (arg >= 0 && arg < end)
		return MMS_status_ok;
	return bad_lane(error, "step_arg", i, arg, ", which this step cannot mean");
}

/* What params.def cannot say: parameters that depend on each other. */
static enum mms_status_id check_params(const struct mms_params *p, struct mms_error *error)
{
	s64 demand = 0;

	if (p->nodes * p->cpus_per_node > MAX_CPUS)
		return mms_fail(error, MMS_status_range, "nodes times cpus_per_node is more than 64 CPUs");
	for (u32 i = 0; i < p->nodes; i++)
		demand += p->demand[i];
	if (!demand)
		return mms_fail(error, MMS_status_range, "demand is 0 on every node: no task could run");
	for (u32 i = 0; i < p->devices; i++)
		if (p->dev_node[i] >= p->nodes)
			return bad_lane(error, "dev_node", i, p->dev_node[i], ", a node that does not exist");
	for (u32 i = 0; i < MAX_STEPS; i++)
		if (check_step(p, i, error) < 0)
			return MMS_status_range;
	return MMS_status_ok;
}

/* Devices without a name are swapA, swapB, … */
static void name_devices(struct mms_params *p)
{
	static const char prefix[] = "swap";

	for (u32 i = 0; i < MMS_COUNT(p->dev_name); i++) {
		if (p->dev_name[i][0])
			continue;
		mms_copy(p->dev_name[i], prefix, sizeof(prefix));
		p->dev_name[i][sizeof(prefix) - 1] = (char)('A' + i);
	}
}

static void boot(struct swap_machine *m)
{
	for (u32 i = 0; i < m->p.nodes; i++) {
		struct mms_event *e = emit(m, MMS_KIND_node);

		if (!e)
			return;
		e->node.nid = (s16)i;
		e->node.cpus = ((1ull << m->p.cpus_per_node) - 1) << (i * (u64)m->p.cpus_per_node);
		m->avail[i].known = 1;
	}
	m->program = PROGRAM_SWAPON;
	m->pid = 900;
	for (u32 i = 0; i < m->p.devices; i++)
		swapon(m, i);
	reenable_swap_slots_cache(m);
	tasks_begin(m);
}

static void *begin(struct mms_arena *arena, struct mms_log *log, u32 max_events, const struct mms_params *params,
		   struct mms_error *error)
{
	static const char too_big[] = "the memory limit is too low for so many pages";
	struct swap_machine *m;

	if (check_params(params, error) < 0)
		return NULL;
	m = mms_arena_alloc(arena, sizeof(*m));
	if (m)
		m->p = *params;
	if (!m || memory_begin(m, arena) < 0 || mms_log_begin(log, arena, max_events) < 0) {
		mms_fail(error, MMS_status_no_memory, too_big);
		return NULL;
	}
	m->out.log = log;
	m->random = mms_random((u64)params->seed);
	m->rule = (u8)params->rule;
	m->cpus = (u32)(params->nodes * params->cpus_per_node);
	m->cache_wanted = params->slots_cache != 0;
	m->unuse_type = -1;
	name_devices(&m->p);
	boot(m);
	return m;
}

/* Everything there is has been touched and nothing is swapped out: no fault will ever come again. */
static bool at_rest(const struct swap_machine *m)
{
	return (m->touched == m->pages && !m->swapped && m->unuse_type < 0) || m->idle > IDLE_MAX;
}

static enum mms_status_id run(void *machine, u32 max_decisions, struct mms_error *error)
{
	struct swap_machine *m = machine;
	u64 until = m->decisions + max_decisions;
	u32 touches = 0;

	while (!m->stop && m->heap_n && !at_rest(m)) {
		if (m->decisions >= until || touches >= TOUCHES_PER_RUN)
			return MMS_status_more;
		touches += task_turn(m);
	}
	if (m->p.timing && m->out.log->status >= 0)
		emit_stats(m);
	return mms_emit_status(&m->out, error);
}

const struct mms_machine_type mms_swap_machine = {begin, run, drive_swap, run_asif_swap};
