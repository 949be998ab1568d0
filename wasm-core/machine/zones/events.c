/* SPDX-License-Identifier: Apache-2.0 */
/* The events: what a patched kernel would write of decisions, and what only a model knows. */
#include "internal.h"

struct mms_event *zones_emit(struct zones_machine *m, enum mms_kind_id kind)
{
	const struct mms_who who = {m->cpu, m->pid, m->comm};
	struct mms_event *e = mms_emit(&m->out, kind, m->now, &who);

	m->stop |= !e;
	m->decisions += e && (kind == MMS_KIND_zone_select || kind == MMS_KIND_zone_batch || kind == MMS_KIND_kswapd_wake);
	return e;
}

void zones_emit_mark(struct zones_machine *m, const char *text)
{
	struct mms_event *e = zones_emit(m, MMS_KIND_mark);
	struct mms_text put;

	if (!e)
		return;
	put = mms_text(e->mark.text, sizeof(e->mark.text));
	mms_put(&put, text);
}

static void emit_zone(struct zones_machine *m, u8 number)
{
	struct mms_event *event = zones_emit(m, MMS_KIND_zone);
	const struct zone *z = &m->zone[number];
	struct mms_ev_zone *e;

	if (!event)
		return;
	e = &event->zone;
	e->zone = number;
	e->managed = z->managed;
	e->min = (u64)z->pages.mark[MMS_alloc_flag_wmark_min];
	e->low = (u64)z->pages.mark[MMS_alloc_flag_wmark_low];
	e->high = (u64)z->pages.mark[MMS_alloc_flag_wmark_high];
	e->boost = UINT64_MAX;
	e->free = (u64)z->pages.free;
	UNUSED(e->reserve);
	for (u32 i = 0; i < MMS_MAX_NR_ZONES; i++)
		e->reserve[i] = (u32)z->pages.reserve[i];
}

static void emit_zonelist(struct zones_machine *m, u8 nid)
{
	struct mms_event *event = zones_emit(m, MMS_KIND_zonelist);
	struct mms_ev_zonelist *e;

	if (!event)
		return;
	e = &event->zonelist;
	e->nid = nid;
	e->n = m->list[nid].n;
	UNUSED(e->zone);
	mms_copy(e->zone, m->list[nid].zone, e->n);
}

/* As a capture begins: nodes, zones, zonelists. */
void zones_emit_machine(struct zones_machine *m)
{
	for (u32 nid = 0; nid < m->nodes; nid++) {
		struct mms_event *e = zones_emit(m, MMS_KIND_node);

		if (!e)
			return;
		e->node.nid = (s16)nid;
		e->node.cpus = ((1ull << m->p.cpus_per_node) - 1) << (nid * (u64)m->p.cpus_per_node);
		e->node.pages = (u64)m->p.node_pages[nid];
	}
	for (u32 i = 0; i < m->n_zones; i++)
		emit_zone(m, m->zones[i]);
	for (u8 nid = 0; nid < m->nodes; nid++)
		emit_zonelist(m, nid);
}

static void emit_age(struct zones_machine *m, u8 number)
{
	struct mms_event *e = m->zone[number].aged ? zones_emit(m, MMS_KIND_zone_age) : NULL;

	if (!e)
		return;
	e->zone_age.zone = number;
	mms_copy(e->zone_age.age, m->zone[number].age, sizeof(e->zone_age.age));
	mms_fill(m->zone[number].age, 0, sizeof(m->zone[number].age));
	m->zone[number].aged = false;
}

static void emit_level(struct zones_machine *m, u32 from)
{
	struct mms_event *event = zones_emit(m, MMS_KIND_zone_level);
	struct mms_ev_zone_level *e;

	if (!event)
		return;
	e = &event->zone_level;
	UNUSED(e->zone), UNUSED(e->free), UNUSED(e->batch), UNUSED(e->taken), UNUSED(e->reclaimed), UNUSED(e->scanned);
	e->n = (u8)MMS_MIN(m->n_zones - from, MMS_COUNT(e->zone));
	for (u32 i = 0; i < e->n; i++) {
		struct zone *z = &m->zone[m->zones[from + i]];

		e->zone[i] = m->zones[from + i];
		e->free[i] = z->pages.free;
		e->batch[i] = m->p.zone_alloc_policy == MMS_zone_policy_preferred ? 0 : z->batch;
		e->taken[i] = z->level_taken;
		e->reclaimed[i] = z->level_reclaimed;
		e->scanned[i] = z->level_scanned;
		z->level_taken = z->level_reclaimed = z->level_scanned = 0;
	}
}

void zones_emit_levels(struct zones_machine *m, bool ages)
{
	m->comm = "";
	m->cpu = 0;
	m->pid = 0;
	for (u32 from = 0; from < m->n_zones; from += MMS_COUNT(((struct mms_ev_zone_level *)0)->zone))
		emit_level(m, from);
	for (u32 i = 0; ages && i < m->n_zones; i++)
		emit_age(m, m->zones[i]);
}
