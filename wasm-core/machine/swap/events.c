/* SPDX-License-Identifier: Apache-2.0 */
/* The events a patched kernel would write, from what the machine holds. */
#include "internal.h"

static const char *const comm[] = {
	[PROGRAM_SWAPON] = "swapon",
	[PROGRAM_SWAPOFF] = "swapoff",
	[PROGRAM_SYSCTL] = "sysctl",
	[PROGRAM_USEMEM] = "usemem",
	[PROGRAM_WRITER] = "writer",
};

struct mms_event *emit(struct swap_machine *m, enum mms_kind_id kind)
{
	const struct mms_event *by = m->asif ? m->asif->now : NULL;
	const struct mms_who who = {m->cpu, m->pid, by ? by->comm : comm[m->program]};
	struct mms_event *e = mms_emit(&m->out, kind, m->now, &who);

	m->stop |= !e;
	if (e && by)
		e->line = by->line;
	return e;
}

/* `type` -1: no one device is meant. */
void emit_list(struct swap_machine *m, u8 op, u8 reason, int type)
{
	struct mms_event *event = emit(m, MMS_KIND_swap_list);
	struct mms_ev_swap_list *e;

	if (!event)
		return;
	e = &event->swap_list;
	e->op = op;
	e->reason = reason;
	e->list = -1;
	e->type = (s16)type;
	e->node_id = -1;
	e->mode = m->rule;
	e->least = mms_least_priority(m->rule, m->autos);
	for (u32 i = 0; i < MMS_NODES; i++)
		e->list_prio[i] = MMS_NO_LIST;
	if (type < 0)
		return;
	e->prio = m->dev[type].prio;
	e->node_id = m->dev[type].node_id;
	e->pages = m->dev[type].pages;
	e->used = m->dev[type].used;
	mms_copy(e->list_prio, m->dev[type].key, sizeof(e->list_prio));
	mms_copy(e->name, m->dev[type].name, sizeof(e->name));
}

void emit_mark(struct swap_machine *m, const char *what, const char *which)
{
	struct mms_event *e = emit(m, MMS_KIND_mark);
	struct mms_text text;

	if (!e)
		return;
	text = mms_text(e->mark.text, sizeof(e->mark.text));
	mms_put(&text, what);
	mms_put(&text, which);
}
