/* SPDX-License-Identifier: Apache-2.0 */
/* The script: what an administrator does while the tasks run, and the swapoff that takes its time. */
#include "internal.h"

#define UNUSE_TURN 32     /* pages brought in per turn */
#define UNUSE_READ 8      /* pages per read: unuse_pte_range() reads ahead 1 << page_cluster */
#define UNUSE_SCAN 65536u /* pages looked at per turn */

/* swapoff: the device is off the lists at once; its pages come back in turns (try_to_unuse), and until
 * then the slots caches are out of use. */
static void start_swapoff(struct swap_machine *m, u8 type)
{
	struct task *t = &m->task[MAX_TASKS];

	swapoff_begin(m, type);
	disable_swap_slots_cache(m);
	m->unuse_type = type;
	m->unuse_at = 0;
	t->clock = m->now;
	t->pid = 901;
	t->cpu = 0;
	heap_push(m, MAX_TASKS);
}

static void fail_swapoff(struct swap_machine *m, u8 type)
{
	reinsert_swap_info(m, type);
	reenable_swap_slots_cache(m);
	m->unuse_type = -1;
}

u32 unuse_turn(struct swap_machine *m)
{
	u8 type = (u8)m->unuse_type;
	u32 scanned = 0, brought = 0;

	for (; m->unuse_at < m->pages && brought < UNUSE_TURN && scanned < UNUSE_SCAN; m->unuse_at++, scanned++) {
		if (m->page[m->unuse_at] != PAGE_SWAPPED + type)
			continue;
		if (!swap_in(m, m->unuse_at, (u64)m->p.swapin_ns / UNUSE_READ)) {
			if (!m->stop)
				fail_swapoff(m, type);
			return scanned;
		}
		brought++;
	}
	if (m->unuse_at == m->pages) {
		swapoff_end(m, type);
		reenable_swap_slots_cache(m);
		m->unuse_type = -1;
	}
	return scanned + 1;
}

static void step_swapoff(struct swap_machine *m, u32 index, bool fails)
{
	int type = swap_type_of(m, index);

	emit_mark(m, fails ? "swapoff that fails: " : "swapoff ", m->p.dev_name[index]);
	if (type < 0)
		return; /* not swapped on: EINVAL */
	m->program = PROGRAM_SWAPOFF;
	m->pid = 901;
	if (!fails) {
		start_swapoff(m, (u8)type);
		return;
	}
	swapoff_begin(m, (u8)type);
	disable_swap_slots_cache(m);
	fail_swapoff(m, (u8)type);
}

static void step_swapon(struct swap_machine *m, u32 index)
{
	emit_mark(m, "swapon ", m->p.dev_name[index]);
	if (swap_type_of(m, index) >= 0)
		return; /* swapped on already: EBUSY */
	m->program = PROGRAM_SWAPON;
	m->pid = 900;
	swapon(m, index);
	reenable_swap_slots_cache(m);
}

static void step_rule(struct swap_machine *m, u8 rule)
{
	static const char *const names[] = {
#define MMS_V(name, number, doc) [number] = #name,
		MMS_ENUM_rule(MMS_V)
#undef MMS_V
	};

	emit_mark(m, "vm.swap_device_select=", names[rule]);
	m->program = PROGRAM_SYSCTL;
	m->pid = 902;
	switch_rule(m, rule);
	/* slots that the former rule chose go back */
	disable_swap_slots_cache(m);
	reenable_swap_slots_cache(m);
}

static void step_slots_cache(struct swap_machine *m, bool wanted)
{
	emit_mark(m, "vm.swap_slots_cache=", wanted ? "1" : "0");
	m->program = PROGRAM_SYSCTL;
	m->pid = 902;
	m->cache_wanted = wanted;
	disable_swap_slots_cache(m);
	reenable_swap_slots_cache(m);
}

static void take_step(struct swap_machine *m, s64 action, s64 arg)
{
	u8 program = m->program;
	s32 pid = m->pid;

	switch (action) {
	case MMS_action_swapoff: step_swapoff(m, (u32)arg, false); break;
	case MMS_action_swapoff_fails: step_swapoff(m, (u32)arg, true); break;
	case MMS_action_swapon: step_swapon(m, (u32)arg); break;
	case MMS_action_rule: step_rule(m, (u8)arg); break;
	case MMS_action_slots_cache: step_slots_cache(m, arg != 0); break;
	default: break;
	}
	m->program = program;
	m->pid = pid;
}

/* Steps are taken in order, each before its decision; while a swapoff is under way they wait. */
void script_before_decision(struct swap_machine *m)
{
	while (m->step < MAX_STEPS && m->unuse_type < 0 && !m->stop) {
		s64 action = m->p.step_do[m->step];

		if (action != MMS_action_none && (s64)m->decisions + 1 < m->p.step_at[m->step])
			break;
		take_step(m, action, m->p.step_arg[m->step++]);
	}
}
