/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of maps: no events and no rows, but the last of what each map was printed with.
 *
 * A map begins to be printed again where it comes behind another map or another line, where a script says so
 * (mms_map_begin), or where a key comes again that this print has already.
 */
#include "map_value.h"

#define PLACES (2 * MMS_TRACE_MAP_VALUES) /* a power of two */

static u32 hash_of(const struct mms_trace_map_value *v)
{
	u64 hash = v->map * 0x9e3779b97f4a7c15ull;

	hash = (hash ^ v->key) * 0xff51afd7ed558ccdull;
	hash = (hash ^ (u64)v->low ^ hash >> 32) * 0xc4ceb9fe1a85ec53ull;
	hash = (hash ^ v->statistic ^ hash >> 29) * 0x9e3779b97f4a7c15ull;
	return (u32)(hash >> 32);
}

/* Where the value of that map, key, bucket and statistic is, or would be put: its row + 1. */
static u16 *place_of(struct mms_map_values *m, const struct mms_trace_map_value *v)
{
	for (u32 i = hash_of(v) % PLACES;; i = (i + 1) % PLACES) {
		const struct mms_trace_map_value *row;

		if (!m->place[i])
			return &m->place[i];
		row = &m->row[m->place[i] - 1];
		if (row->map == v->map && row->key == v->key && row->low == v->low && row->statistic == v->statistic)
			return &m->place[i];
	}
}

static struct mms_map_prints *prints_of(struct mms_map_values *m, u32 map)
{
	for (u32 i = 0; i < m->maps; i++)
		if (m->prints[i].map == map)
			return &m->prints[i];
	return NULL;
}

/* Rows in the order of the text. */
static void sort(struct mms_map_values *m)
{
	for (u32 gap = m->rows / 2; gap; gap /= 2)
		for (u32 i = gap; i < m->rows; i++) {
			const struct mms_trace_map_value row = m->row[i];
			u64 order = m->order[i];
			u32 k = i;

			for (; k >= gap && m->order[k - gap] > order; k -= gap) {
				m->row[k] = m->row[k - gap];
				m->order[k] = m->order[k - gap];
			}
			m->row[k] = row;
			m->order[k] = order;
		}
}

/* Only values of the last print of each map are left. */
static void settle(struct mms_map_values *m)
{
	u32 kept = 0;

	for (u32 i = 0; i < m->rows; i++) {
		u32 last = prints_of(m, m->row[i].map)->n;

		if (m->row[i].prints != last)
			continue;
		m->order[kept] = m->order[i];
		m->row[kept++] = m->row[i];
	}
	if (kept == m->rows)
		return;
	m->rows = kept;
	mms_fill(m->place, 0, sizeof(m->place));
	for (u32 i = 0; i < kept; i++)
		*place_of(m, &m->row[i]) = (u16)(i + 1);
}

void mms_map_end(struct mms_trace *t)
{
	settle(&t->now.map);
	sort(&t->now.map);
	t->now.report.map_values = t->now.map.rows;
}

static struct mms_map_prints *prints(struct mms_map_values *m, u32 map)
{
	struct mms_map_prints *p = prints_of(m, map);

	if (!p && m->maps < MMS_COUNT(m->prints)) {
		p = &m->prints[m->maps++];
		*p = (struct mms_map_prints){.map = map};
	}
	return p;
}

void mms_map_begin(struct mms_trace *t, const char *name, u32 len)
{
	struct mms_map_values *m = &t->now.map;
	u32 map = mms_name(&t->now.names, name, len);
	struct mms_map_prints *p = map ? prints(m, map) : NULL;

	m->open = p ? map : 0;
	if (p)
		p->n++;
}

void mms_map_go_on(struct mms_trace *t, const char *name, u32 len)
{
	const struct mms_string *open = mms_name_at(&t->now.names, t->now.map.open);

	if (!t->now.map.open || open->len != len || !mms_equal(open->at, name, len))
		mms_map_begin(t, name, len);
}

void mms_map_close(struct mms_trace *t)
{
	t->now.map.open = 0;
}

u32 mms_map_text(struct mms_trace *t, const char *text, u32 len)
{
	char *cut = mms_trace_scratch(t) + MMS_TRACE_SCRATCH - MMS_TRACE_NAME_MAX;
	struct mms_text to = mms_text(cut, MMS_TRACE_NAME_MAX);

	if (len <= MMS_TRACE_NAME_MAX)
		return mms_name(&t->now.names, text, len);
	/* Two that begin alike are not the same. */
	mms_put_bytes(&to, text, MMS_TRACE_NAME_MAX - 32);
	mms_put(&to, " ... #");
	mms_put_u64(&to, mms_hash(text, len));
	return mms_name(&t->now.names, cut, to.len);
}

static void add_to_count(struct mms_map_values *m, const struct mms_trace_map_value *bucket)
{
	const struct mms_trace_map_value count = {.map = bucket->map, .key = bucket->key, .statistic = MMS_map_statistic_count};
	u16 place = *place_of(m, &count);

	if (place && __builtin_add_overflow(m->row[place - 1].value, bucket->value, &m->row[place - 1].value))
		m->row[place - 1].value = INT64_MAX;
}

void mms_map_value(struct mms_trace *t, struct mms_trace_map_value value)
{
	struct mms_map_values *m = &t->now.map;
	struct mms_map_prints *p = m->open ? prints_of(m, m->open) : NULL;
	u16 *place;

	if (!p) {
		t->now.report.map_values_full++;
		return;
	}
	value.map = m->open;
	value.line = t->now.line;
	place = place_of(m, &value);
	if (*place && m->row[*place - 1].prints == p->n)
		p->n++;
	value.prints = p->n;
	if (!*place) {
		if (m->rows == MMS_TRACE_MAP_VALUES)
			settle(m);
		if (m->rows == MMS_TRACE_MAP_VALUES) {
			t->now.report.map_values_full++;
			return;
		}
		place = place_of(m, &value);
		*place = (u16)++m->rows;
	}
	m->row[*place - 1] = value;
	m->order[*place - 1] = m->values++;
	if (value.statistic == MMS_map_statistic_bucket)
		add_to_count(m, &value);
}

void mms_map_histogram(struct mms_trace *t, u32 key)
{
	mms_map_value(t, (struct mms_trace_map_value){.key = key, .statistic = MMS_map_statistic_count});
}

void mms_map_drop(struct mms_trace *t)
{
	struct mms_map_prints *p = prints_of(&t->now.map, t->now.map.open);

	if (p)
		p->n++;
	mms_map_close(t);
}

void mms_map_spoil(struct mms_trace *t, u32 key)
{
	struct mms_map_values *m = &t->now.map;
	const struct mms_trace_map_value count = {.map = m->open, .key = key, .statistic = MMS_map_statistic_count};
	u16 place = m->open ? *place_of(m, &count) : 0;

	if (place)
		m->row[place - 1].prints = 0;
}
