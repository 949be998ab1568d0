/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lies that nobody thought of: each field of the event table altered by chance, alone or with what the core's own rules make
 * of it. What an altered event decides is asked of the check itself: as long as it finds the event different by what the event
 * alone says, it gets what it expects.
 */
#include <string.h>

#include "checker/internal.h"
#include "fields.h"
#include "policy/interleave.h"
#include "policy/swapin.h"
#include "policy/zone_batch.h"
#include "witnesses.h"

#define DRAWS 32   /* for a value that is another */
#define REPAIRS 24 /* until an event agrees with itself */

static void set_lane(const struct mms_field *field, struct mms_event *e, u32 lane, s64 value)
{
	u32 size = mms_type_size(field->type);

	memcpy((u8 *)e + field->offset + lane * size, &value, size);
}

/* Lanes in use: the others hold all ones. */
static u32 lanes_of(const struct mms_field *field, const struct mms_event *e)
{
	u32 size = mms_type_size(field->type), lanes = 0;
	const u8 *at = (const u8 *)e + field->offset;

	if (field->type == MMS_TYPE_text || field->lanes == 1)
		return field->type == MMS_TYPE_text ? (u32)strnlen((const char *)at, field->lanes) : 1;
	for (u32 k = 0; k < field->lanes * size; k++)
		if (at[k] != 0xff)
			lanes = k / size + 1;
	return lanes;
}

/* Another value of this field: of a number one that is between 1 and about its own size away. */
static s64 other_value(const struct mms_field *field, s64 value, struct mms_random *r)
{
	const struct mms_enum *names = mms_field_enum(field);
	u64 size = (u64)(value < 0 ? -value : value);
	u32 bits = size ? 64 - (u32)__builtin_clzll(size) : 0;
	s64 by = (s64)(1ull << BELOW(MMS_MIN(bits, 40) + 1));

	if (names)
		return names->value[BELOW(names->values)].value;
	if (field->type == MMS_TYPE_x64)
		return (s64)((u64)value ^ 1ull << BELOW(MMS_MAX(bits, 1u)));
	if (field->type == MMS_TYPE_u64 && !mms_random_below(r, 2))
		by = (s64)(1 + BELOW((u32)MMS_MIN(size, 1000u) + 1));
	/* all ones would be "unknown", which claims nothing */
	return BELOW(2) || value - by == -1 ? value + by : value - by;
}

static bool same_value(const struct mms_field *field, const struct mms_event *a, const struct mms_event *b)
{
	return !memcmp((const u8 *)a + field->offset, (const u8 *)b + field->offset,
		       (size_t)field->lanes * mms_type_size(field->type));
}

static bool alter(const struct mms_field *field, struct mms_event *e, struct mms_random *r)
{
	struct mms_event was = *e;
	u32 lanes = lanes_of(field, e), lane;

	if (!lanes)
		return false;
	lane = BELOW(lanes);
	if (field->type == MMS_TYPE_text)
		*((char *)e + field->offset + lane) = (char)('a' + BELOW(26));
	else
		set_lane(field, e, lane, other_value(field, mms_field_get(field, e, lane), r));
	return !same_value(field, e, &was);
}

static bool borrow(const struct mms_field *field, struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i];

	for (u32 draws = 0; draws < DRAWS; draws++) {
		u32 from = BELOW(log->count);

		for (u32 k = 0; k < log->count && log->event[from].kind != e->kind; k++)
			from = (from + 1) % log->count;
		if (same_value(field, e, &log->event[from]))
			continue;
		memcpy((u8 *)e + field->offset, (u8 *)&log->event[from] + field->offset,
		       (size_t)field->lanes * mms_type_size(field->type));
		return true;
	}
	return false;
}

/* ---- what follows ---------------------------------------------------------------------------------------------------- */

static s16 first_node(const struct mms_log *log)
{
	for (u32 i = 0; i < log->count; i++)
		if (log->event[i].kind == MMS_KIND_node)
			return log->event[i].node.nid;
	return 0;
}

/* Of the lanes of its visits the first `n` are in use. */
static void visits_end(const struct mms_kind *kind, struct mms_event *e, u8 n)
{
	for (u32 k = 0; k < kind->fields; k++)
		if (kind->field[k].lanes > 1 && !strncmp(kind->field[k].name, "visit_", 6))
			for (u32 lane = n; lane < kind->field[k].lanes; lane++)
				set_lane(&kind->field[k], e, lane, -1);
}

static bool select_gets(struct mms_ev_swap_select *e, const struct mms_event *event, struct mms_finding f)
{
	switch (f.why) {
	case MMS_check_why_batch: e->batch = (u16)f.expected; break;
	case MMS_check_why_which_list: e->list = f.expected; break;
	case MMS_check_why_type: e->type = f.expected; break;
	case MMS_check_why_ret: e->ret = (u16)f.expected; break;
	case MMS_check_why_end: e->end = (u8)f.expected; break;
	case MMS_check_why_visit:
		if (f.expected < 0) {
			e->visits = f.visit;
			visits_end(mms_kind_of(event->kind), (struct mms_event *)(uintptr_t)event, f.visit);
		} else if (f.visit < e->visits && e->visit_type[f.visit] != (u8)f.expected) {
			e->visit_type[f.visit] = (u8)f.expected;
		} else if (f.visit < e->visits) {
			e->visit_next[f.visit] = (u8)f.expected;
		} else {
			return false;
		}
		break;
	default: return false;
	}
	return true;
}

static bool zone_gets(struct mms_event *event, struct mms_finding f)
{
	struct mms_ev_zone_select *e = &event->zone_select;

	switch (f.why) {
	case MMS_check_why_flags:
		if (f.expected < 0)
			return false;
		e->highest = (u8)f.expected;
		break;
	case MMS_check_why_visit:
	case MMS_check_why_watermark: e->visit_verdict[f.visit] = (u8)f.expected; break;
	case MMS_check_why_end:
		e->end = (u8)f.expected;
		e->visits = (u8)(f.visit < e->visits ? f.visit + 1 : e->visits);
		visits_end(mms_kind_of(event->kind), event, e->visits);
		break;
	case MMS_check_why_zone: e->zone = f.expected; break;
	default: return false;
	}
	if (e->zone < 0)
		e->pfn = e->charged = 0, e->batch = 0;
	return true;
}

static bool wake_gets(struct mms_event *event, struct mms_finding f)
{
	struct mms_ev_kswapd_wake *e = &event->kswapd_wake;

	if (f.why == MMS_check_why_wake) {
		e->verdict = (u8)f.expected;
	} else if (f.why == MMS_check_why_end || (f.why == MMS_check_why_visit && f.expected < 0)) {
		e->visits = f.why == MMS_check_why_end ? f.visit : 0;
		e->boosted = 0;
		visits_end(mms_kind_of(event->kind), event, e->visits);
	} else {
		return false;
	}
	return true;
}

static void follow_read(struct mms_ev_swap_in *e)
{
	lie_follow_read(e, e->zswap == UINT64_MAX ? e->how == MMS_swap_how_zswap : e->zswap);
}

/* What the event then decides; false: no rule gives it. */
static bool decide(struct mms_log *log, u32 i)
{
	struct mms_event *e = &log->event[i];
	struct mms_finding f;

	for (u32 k = 0; k < REPAIRS; k++) {
		switch (e->kind) {
		case MMS_KIND_swap_select: f = mms_check_select(&e->swap_select, first_node(log)); break;
		case MMS_KIND_zone_select: f = mms_check_zone_select(&e->zone_select, MMS_arch_x86_64); break;
		case MMS_KIND_zone_batch: f = mms_check_zone_batch(&e->zone_batch); break;
		case MMS_KIND_kswapd_wake: f = mms_check_kswapd_wake(&e->kswapd_wake, MMS_arch_x86_64); break;
		case MMS_KIND_interleave: f = mms_check_interleave(&e->interleave); break;
		case MMS_KIND_interleave_vma: f = mms_check_interleave_vma(&e->interleave_vma); break;
		case MMS_KIND_swap_ra: lie_follow_window(&e->swap_ra); return true;
		case MMS_KIND_swap_in: follow_read(&e->swap_in); return true;
		default: return false;
		}
		if (f.check == MMS_check_same)
			return true;
		if (f.check != MMS_check_different)
			return false;
		if (e->kind == MMS_KIND_swap_select ? !select_gets(&e->swap_select, e, f)
		    : e->kind == MMS_KIND_zone_select ? !zone_gets(e, f)
		    : e->kind == MMS_KIND_kswapd_wake && !wake_gets(e, f))
			return false;
		if (e->kind == MMS_KIND_zone_batch)
			e->zone_batch.new = mms_zone_batch(e->zone_batch.low, e->zone_batch.high);
		if (e->kind == MMS_KIND_interleave_vma)
			e->interleave_vma.nid = f.expected;
		if (e->kind == MMS_KIND_interleave && f.why == MMS_check_why_node)
			e->interleave.nid = f.expected;
		else if (e->kind == MMS_KIND_interleave && f.expected >= 0)
			e->interleave.cnt_after = (u32)f.expected;
		else if (e->kind == MMS_KIND_interleave)
			return false;
	}
	return false;
}

/* What the task's next events find of it: the frame that it got, its counter, and the page that was read as decided. */
static void follow_on(struct mms_log *log, u32 i)
{
	struct mms_event *e = &log->event[i];

	for (u32 k = i + 1; k < log->count; k++) {
		struct mms_event *next = &log->event[k];

		if (e->kind == MMS_KIND_swap_in && next->kind == MMS_KIND_swap_in_done && next->swap_in_done.type == e->swap_in.type &&
		    next->swap_in_done.offset == e->swap_in.offset) {
			next->swap_in_done.how = e->swap_in.how;
			return;
		}
		if (!lie_same_task(e, next))
			continue;
		if (e->kind == MMS_KIND_swap_ra && next->kind == MMS_KIND_swap_ra && next->swap_ra.lo == e->swap_ra.lo) {
			next->swap_ra.prev_win = e->swap_ra.win;
			return;
		}
		if (next->kind == MMS_KIND_interleave_page && next->interleave_page.by_place == (e->kind == MMS_KIND_interleave_vma))
			next->interleave_page.nid = e->kind == MMS_KIND_interleave ? e->interleave.nid : e->interleave_vma.nid;
		if (e->kind == MMS_KIND_interleave_vma && next->kind == MMS_KIND_interleave_page)
			return;
		if (e->kind == MMS_KIND_interleave && (next->kind == MMS_KIND_mempolicy || next->kind == MMS_KIND_interleave)) {
			if (next->kind == MMS_KIND_interleave && (next->interleave.prev != e->interleave.nid ||
								  next->interleave.cnt != e->interleave.cnt_after)) {
				next->interleave.prev = e->interleave.nid;
				next->interleave.cnt = e->interleave.cnt_after;
				if (decide(log, k)) {
					e = next;
					continue;
				}
			}
			return;
		}
	}
}

static bool decides(u8 kind)
{
	switch (kind) {
	case MMS_KIND_swap_select:
	case MMS_KIND_swap_ra:
	case MMS_KIND_swap_in:
	case MMS_KIND_zone_select:
	case MMS_KIND_zone_batch:
	case MMS_KIND_kswapd_wake:
	case MMS_KIND_interleave:
	case MMS_KIND_interleave_vma: return true;
	default: return false;
	}
}

static bool is_common(const struct mms_field *field)
{
	return field >= mms_common && field < mms_common + mms_n_common;
}

static bool is_alike(const struct mms_field *a, const struct mms_field *b)
{
	return !strcmp(a->name, b->name) && a->type == b->type && a->lanes == b->lanes && a->list == b->list;
}

/* The value of event i becomes another one in all events that have such a field. */
static bool everywhere(const struct mms_field *field, struct mms_log *log, u32 i, struct mms_random *r)
{
	u32 bytes = (u32)field->lanes * mms_type_size(field->type);
	struct mms_event was = log->event[i], now;

	if (BELOW(2) ? !borrow(field, log, i, r) : !alter(field, &log->event[i], r))
		return false;
	now = log->event[i];
	for (u32 k = 0; k < log->count; k++) {
		const struct mms_kind *kind = mms_kind_of(log->event[k].kind);
		const struct mms_field *at = is_common(field) ? mms_common : kind ? kind->field : NULL;
		u32 n = is_common(field) ? mms_kind_bare(log->event[k].kind) ? 0 : mms_n_common : kind ? kind->fields : 0;

		for (; n; n--, at++)
			if (is_alike(at, field) && !memcmp((u8 *)&log->event[k] + at->offset, (u8 *)&was + field->offset, bytes))
				memcpy((u8 *)&log->event[k] + at->offset, (u8 *)&now + field->offset, bytes);
	}
	return true;
}

/* Printed by a script of tracer/stock: never beside events of the patched kernel. tools/check/stock_lies.py forges them. */
static bool is_printed(const struct mms_kind *kind)
{
	return !strncmp(kind->name, "mms_", 4);
}

static bool is_shared(const struct field_lie *lie)
{
	for (u32 k = 0; k < mms_n_kinds; k++)
		for (u32 n = 0; n < mms_kinds[k].fields; n++)
			if (&mms_kinds[k] != lie->kind && !is_printed(&mms_kinds[k]) &&
			    is_alike(&mms_kinds[k].field[n], lie->field))
				return true;
	return false;
}

/* Of the tracer's lines the order says nothing, nor does who wrote them when. */
static bool is_tracers(u8 kind)
{
	return mms_kind_bare(kind) || kind == MMS_KIND_queue_limits || kind == MMS_KIND_zone_hidden;
}

bool field_lie_exists(const struct field_lie *lie)
{
	bool names_one = lie->field && (!strcmp(lie->field->name, "ts") || !strcmp(lie->field->name, "seq"));

	if (is_printed(lie->kind))
		return false;
	if (lie->way >= FIELD_WAYS)
		return !lie->field && !(lie->way == WAY_CHANGED && is_tracers(lie->kind->id));
	if (!lie->field || (is_common(lie->field) && (is_tracers(lie->kind->id) || (names_one && lie->way == WAY_WHEREVER) ||
						      (!strcmp(lie->field->name, "seq") && !mms_kind_ordered(lie->kind->id)))))
		return false;
	if (lie->way == WAY_AGAIN)
		return lie->kind->id == MMS_KIND_stat && !strcmp(lie->field->name, "value");
	if (lie->way == WAY_WITNESSED)
		return has_witness(lie->kind->id, lie->field->name);
	if (lie->way == WAY_FOLLOWS)
		return decides(lie->kind->id) && !is_common(lie->field);
	return lie->way != WAY_WHEREVER || is_common(lie->field) || is_shared(lie);
}

/* The next event of its kind; NULL: there is none. */
static struct mms_event *next_of_kind(struct mms_log *log, u32 i)
{
	for (u32 k = i + 1; k < log->count; k++)
		if (log->event[k].kind == log->event[i].kind)
			return &log->event[k];
	return NULL;
}

/* What a kind has of its own, without what every event has. */
static void copy_own(struct mms_event *to, const struct mms_event *from)
{
	memcpy((u8 *)to + offsetof(struct mms_event, node), (const u8 *)from + offsetof(struct mms_event, node),
	       sizeof(*to) - offsetof(struct mms_event, node));
}

static bool alter_event(u8 way, struct mms_log *log, u32 i)
{
	struct mms_event *e = &log->event[i], *next = next_of_kind(log, i), was;

	if (way == WAY_LEFT_OUT) {
		DROP(e);
		return true;
	}
	if (!next || !memcmp(&e->node, &next->node, sizeof(*e) - offsetof(struct mms_event, node)))
		return false;
	was = *next;
	copy_own(next, e);
	if (way == WAY_CHANGED)
		copy_own(e, &was);
	return true;
}

bool field_lie_apply(const struct field_lie *lie, struct mms_log *log, u32 i, struct mms_random *r)
{
	struct mms_event *e = &log->event[i], was = *e, altered;

	if (e->kind != lie->kind->id)
		return false;
	if (!lie->field)
		return alter_event(lie->way, log, i);
	if (mms_field_unknown(lie->kind, lie->field, e))
		return false;
	switch (lie->way) {
	case WAY_NEAR: return alter(lie->field, e, r);
	case WAY_BORROW: return borrow(lie->field, log, i, r);
	case WAY_AGAIN: return BELOW(2) ? borrow(lie->field, log, i, r) : alter(lie->field, e, r);
	case WAY_WHEREVER: return everywhere(lie->field, log, i, r);
	default: break;
	}
	if (BELOW(2) ? !borrow(lie->field, log, i, r) : !alter(lie->field, e, r))
		return false;
	if (!decides(e->kind))
		return true;
	altered = *e;
	if (!decide(log, i) || !same_value(lie->field, e, &altered) || !memcmp(e, &altered, sizeof(*e))) {
		*e = was;
		return false;
	}
	follow_on(log, i);
	return true;
}

/* ---- which can go unnoticed ------------------------------------------------------------------------------------------ */

static const struct field_miss {
	const char *name; /* kind.field, *.field of any kind, or kind.* of the event as a whole */
	bool witnessed;   /* only with its witness */
	struct miss miss;
} misses[] = {
#define FIELD(name, needs, why) FIELD_UNTIL(name, never, needs, why)
#define FIELD_UNTIL(name, until, needs, why) {name, false, {0, #until, "", "Needed: " needs ". " why}},
#define WITNESSED(name, until, needs, why) {name, true, {0, #until, "", "Needed: " needs ". " why}},
#include "tests/lies/fields.def"
#undef FIELD
#undef FIELD_UNTIL
#undef WITNESSED
};

const char *field_miss_at(unsigned i, const struct miss **miss)
{
	*miss = i < MMS_COUNT(misses) ? &misses[i].miss : NULL;
	return i < MMS_COUNT(misses) ? misses[i].name : NULL;
}

const struct miss *field_lie_miss(const struct field_lie *lie)
{
	const char *field = lie->field ? lie->field->name : "*";

	for (unsigned i = 0; i < MMS_COUNT(misses); i++) {
		const char *dot = strchr(misses[i].name, '.');
		bool any = misses[i].name[0] == '*';

		if ((lie->way == WAY_WITNESSED || !misses[i].witnessed) && !strcmp(dot + 1, field) && (any ? is_common(lie->field)
						   : strlen(lie->kind->name) == (size_t)(dot - misses[i].name) &&
							     !strncmp(lie->kind->name, misses[i].name, strlen(lie->kind->name))))
			return &misses[i].miss;
	}
	return NULL;
}
