/* SPDX-License-Identifier: Apache-2.0 */
#include "internal.h"

#include "base/bytes.h"
#include "base/text.h"

enum { relation_same, relation_most };
const struct balance_row mms_balance_rows[] = {
#define MMS_B(name, id, about, relation, ...) [id] = {relation_##relation == relation_most},
	MMS_BALANCES(MMS_B)
#undef MMS_B
};

void mms_balance_add(struct books *b, enum mms_balance_of id, u32 part, u64 left, u64 right, u64 slack)
{
	bool most = mms_balance_rows[id].most;
	u64 off = most && left < right ? 0 : mms_apart(left, right);

	if (b->rows == MMS_BALANCE_ROWS)
		return;
	b->row[b->rows++] = (struct mms_balance){
		.balance = id, .part = part, .left = left, .right = right, .slack = slack,
		.state = b->lost ? MMS_balance_unknown : off <= slack ? MMS_balance_holds : MMS_balance_off,
	};
}

void mms_balance_unknown(struct books *b, enum mms_balance_of id, u32 part)
{
	if (b->rows < MMS_BALANCE_ROWS)
		b->row[b->rows++] = (struct mms_balance){.balance = id, .part = part, .state = MMS_balance_unknown};
}

static struct mms_json_span whole(const char *text, u32 len)
{
	return len ? (struct mms_json_span){text, text + len} : (struct mms_json_span){NULL, NULL};
}

struct mms_json_span mms_member(struct mms_json_span object, const char *name)
{
	struct mms_json_span value = {NULL, NULL};

	return mms_json_object(object.at, object.end, &name, &value, 1) ? (struct mms_json_span){NULL, NULL} : value;
}

u64 mms_number_in(struct mms_json_span value)
{
	u64 number;

	if (value.at && *value.at == '"')
		value = (struct mms_json_span){value.at + 1, value.end - 1};
	return value.at < value.end && mms_json_u64(value, &number) ? number : UNKNOWN;
}

bool mms_hex_in(struct mms_json_span value, u64 *number)
{
	if (!value.at || *value.at != '"' || value.end - value.at < 3 || value.end - value.at > 18)
		return false;
	*number = 0;
	for (const char *at = value.at + 1; at < value.end - 1; at++) {
		int digit = mms_hex_digit(*at);

		if (digit < 0)
			return false;
		*number = *number << 4 | (u64)digit;
	}
	return true;
}

const char *mms_name_of(char *out, u32 size, const char *before, s32 number, const char *between, const char *after)
{
	struct mms_text text = mms_text(out, size - 1);

	mms_put(&text, before);
	if (number >= 0)
		mms_put_u64(&text, (u64)number);
	mms_put(&text, between);
	mms_put(&text, after);
	out[text.len] = 0;
	return out;
}

struct mms_json_span mms_sysctl(struct mms_json_span manifest, const char *name)
{
	return mms_member(mms_member(manifest, "sysctls"), name);
}

bool mms_has_probe(const struct books *b, const char *name)
{
	struct mms_json_span rest = mms_member(b->start, "probes"), none, item;

	while (mms_json_next(&rest, &none, &item))
		if (mms_json_is(item, name))
			return true;
	return false;
}

struct mms_json_span mms_setting_in(const struct mms_event *e, const char *name)
{
	const char *text = e->setting.text;
	u32 len = mms_strlen(name), size = mms_strnlen(text, MMS_COUNT(e->setting.text));

	if (size <= len || text[len] != '=' || !mms_same(name, text, len))
		return (struct mms_json_span){NULL, NULL};
	return (struct mms_json_span){text + len + 1, text + size};
}

bool mms_counted_from(const struct books *b, const char *text, struct counted *out)
{
	const struct mms_event *first = NULL, *last = NULL;
	u32 len = mms_strlen(text);

	for (u32 k = 0; k < b->stats; k++) {
		const struct mms_event *e = &b->log->event[b->stat[k]];

		if (mms_strnlen(e->stat.text, MMS_COUNT(e->stat.text)) != len || !mms_same(text, e->stat.text, len))
			continue;
		first = first ? first : e;
		last = e;
	}
	if (!first)
		return false;
	*out = (struct counted){last->stat.value - first->stat.value, first->stat.value, first->ts, last->ts};
	return true;
}

bool mms_counted(const struct books *b, const char *text, struct counted *out)
{
	return mms_counted_from(b, text, out) && out->from < out->to && (s64)out->more >= 0;
}

static void note(struct books *b, u32 i)
{
	const struct mms_event *e = &b->log->event[i];

	b->kinds[e->kind]++;
	if (e->kind == MMS_KIND_stat)
		b->stat[b->stats++] = i;
	if (e->kind == MMS_KIND_setting)
		b->setting[b->settings++] = i;
	if (e->kind == MMS_KIND_node) {
		b->node_cpus[e->node.nid] = e->node.cpus;
		b->node_pages[e->node.nid] = e->node.pages;
		b->nodes |= (u16)(1u << e->node.nid);
	}
	if (e->kind == MMS_KIND_zone && e->zone.zone < ZONES) {
		b->zone[e->zone.zone] = e->zone;
		b->zone_known[e->zone.zone] = true;
	}
}

/* That numbers are missing where nothing is lost is reported of a capture that has lost nothing else. */
static void balance_numbers(struct books *b, const struct mms_record *record)
{
	if (!b->kinds[MMS_KIND_swap_select] && !b->kinds[MMS_KIND_swap_list])
		return;
	b->lost = 0;
	mms_balance_add(b, MMS_BALANCE_numbers, 0, record->missing, record->lost, 0);
}

s32 mms_balance_record(const struct mms_record *record, struct mms_arena *arena, struct mms_balance *row)
{
	size_t top = arena->top;
	struct books *b = mms_arena_alloc(arena, sizeof(*b));
	u64 lasted;
	s32 rows = -1;

	if (!b)
		return -1;
	b->log = record->log;
	b->arena = arena;
	b->lost = MMS_MAX(record->lost, record->missing);
	b->row = row;
	b->start = whole(record->start, record->start_len);
	b->stop = whole(record->end, record->end_len);
	b->stat = mms_arena_alloc(arena, record->log->count * sizeof(*b->stat));
	b->setting = mms_arena_alloc(arena, record->log->count * sizeof(*b->setting));
	/* a model's run, or another tool's trace: its lines are not of mmscope-trace */
	if (!mms_member(b->start, "probes").at) {
		rows = 0;
	} else if (b->stat && b->setting && mms_balance_tasks(b)) {
		for (u32 i = 0; i < record->log->count; i++)
			note(b, i);
		for (u32 nid = 0; nid < MMS_NODES; nid++)
			b->cpus += (u32)__builtin_popcountll(b->node_cpus[nid]);
		b->filtered = !mms_json_is(mms_member(b->start, "comm"), "");
		b->began = mms_number_in(mms_member(b->start, "started_ns"));
		lasted = mms_number_in(mms_member(b->stop, "duration_ns"));
		b->ended = b->began == UNKNOWN || lasted == UNKNOWN ? UNKNOWN : b->began + lasted;
		mms_balance_machine(b);
		mms_balance_settings(b);
		mms_balance_events(b);
		mms_balance_turns(b);
		mms_balance_marks(b);
		mms_balance_swap(b);
		mms_balance_swap_in(b);
		mms_balance_zones(b);
		mms_balance_walks(b);
		mms_balance_batches(b);
		mms_balance_pages(b);
		mms_balance_watermarks(b);
		mms_balance_interleave(b);
		mms_balance_block(b);
		mms_balance_disks(b);
		mms_balance_counters(b);
		mms_balance_witnesses(b);
		balance_numbers(b, record);
		rows = b->full ? -1 : (s32)b->rows;
	}
	mms_arena_rewind(arena, top);
	return rows;
}
