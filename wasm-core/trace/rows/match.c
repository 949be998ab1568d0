/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text of an event to the columns of its kind, by the patterns of patterns.def or as `name=value
 * name=value …`. Of the latter, fields are expected in the order of the table; those that come in another
 * order are looked for, those that this reader does not know are passed over, those that do not come are
 * unknown.
 */
#include "trace/internal.h"
#include "plan.h"
#include "trace/formats/bpftrace.h"
#include "base/bytes.h"
#include "value.h"

/* What is being matched. */
struct match {
	struct mms_trace *t;
	struct mms_builder *b;
	const char *end;
	u64 seen;        /* bit n: field n was there */
	u32 wrong;       /* the field whose value is not what it must be */
	const char *wrong_at; /* NULL: none */
	const char *says;     /* what it is, where that is not a matter of its type */
	bool by_keys;         /* as `name=value`, and not by a pattern, which fits as a whole */
	u32 passed;           /* words that are of no field */
	u32 unknown;          /* of them, `name=value` that the kind has not */
	const char *unknown_at; /* the first one */
};

static bool wrong(struct match *m, u32 field, const char *at, const char *says)
{
	m->wrong = field;
	m->wrong_at = at;
	m->says = says;
	return false;
}

static bool read_value(struct match *m, u32 field, const char **at, const char *to, bool alone)
{
	const char *end = mms_value_read(m->t, m->b, field, *at, to, alone);

	if (!end)
		return wrong(m, field, *at, NULL);
	m->seen |= 1ull << field;
	*at = end;
	return true;
}

static bool is_name(const struct match *m, u32 field)
{
	return field == MMS_NO_FIELD || m->b->kind->field[field].type == MMS_column_type_name ||
	       m->b->kind->field[field].type == MMS_column_type_text;
}

/* ---- name=value ------------------------------------------------------------------------------------------- */

/* The field whose name and `=` stand at `at`. */
static u32 find_key(const struct match *m, const char *at)
{
	const char *equals = mms_find(at, mms_find(at, m->end, ' '), '=');

	for (u32 i = 0; i < m->b->kind->fields; i++)
		if (m->b->plan->key[i].length == equals + 1 - at &&
		    mms_equal(m->b->plan->key[i].literal, at, m->b->plan->key[i].length))
			return i;
	return MMS_NO_FIELD;
}

static bool is_key(const struct match *m, u32 field, const char *at)
{
	const struct mms_step *key = &m->b->plan->key[field];

	return field < m->b->kind->fields && mms_equal(key->literal, at, key->length) && m->end - at >= key->length;
}

/* The end of a name: words without `=` belong to it, a comma behind it does not. */
static const char *name_end(const struct match *m, u32 next, const char *at)
{
	const char *to = mms_find(at, m->end, ' ');

	for (;;) {
		const char *word = mms_skip_blanks(to, m->end), *behind;

		if (word == m->end)
			return to;
		if (is_key(m, next, word))
			break;
		behind = mms_find(word, m->end, ' ');
		if (mms_find(word, behind, '=') < behind)
			break;
		to = behind;
	}
	return to - (to > at && to[-1] == ',');
}

/* A text that ends the line may hold anything. */
static bool takes_rest(const struct match *m, u32 field)
{
	return m->b->kind->field[field].type == MMS_column_type_text && field + 1 == m->b->kind->fields;
}

/* Scripts call their events as they like: a kernel's name alone says nothing. */
static bool free_names(const struct match *m)
{
	u8 format = m->t->now.format->id;

	return format == MMS_trace_format_bpftrace || format == MMS_trace_format_bpftrace_json;
}

/* Behind a word that is of no field; counted where it is `name=value`. */
static const char *pass_over(struct match *m, const char *at)
{
	const char *to = mms_find(at, m->end, ' '), *name = at;

	while (name < to && (mms_is_word(*name) || (u8)*name >= 0x80))
		name++;
	if (name > at && name < to && *name == '=' && !(free_names(m) && mms_is_of_head(at, (u32)(name - at))) && !m->unknown++)
		m->unknown_at = at;
	return mms_skip_blanks(to, m->end);
}

static bool is_hex_digit(char c)
{
	return mms_is_digit(c) || (c >= 'a' && c <= 'f');
}

/* `=1 024`: digits behind the digits of a number, which somebody set apart. */
static bool goes_on(const char *number, const char *word, const char *end)
{
	const char *at = number;
	bool digit = false;

	while (is_hex_digit(*at))
		at++;
	if (at == number || (*at != ',' && !mms_is_blank(*at)))
		return false;
	for (at = word; at < end && is_hex_digit(*at); at++)
		digit |= mms_is_digit(*at);
	return digit && (at == end || mms_is_blank(*at));
}

/* `...`, `[...]`: what somebody left out. */
static bool is_left_out(const char *at, const char *end)
{
	at += *at == '[' || *at == '(';
	return mms_starts(at, end, "...") || mms_starts(at, end, "\xe2\x80\xa6");
}

/* A word that is of no field. `number`: the value before it, where that is one; or NULL. Returns what is behind it; NULL: it
 * says that the value, or the line, is not what it seems. */
static __attribute__((noinline)) const char *unknown_word(struct match *m, u32 next, const char *number, const char *at)
{
	if (number && goes_on(number, at, m->end)) {
		wrong(m, next - 1, number, "is a number with a blank in it");
		return NULL;
	}
	if (next && is_left_out(at, m->end)) {
		wrong(m, next - 1, at, "stands before what was left out");
		return NULL;
	}
	if (!m->passed++ && mms_holds_event(at, m->end)) {
		wrong(m, 0, at, "is followed by another event on the same line");
		return NULL;
	}
	return pass_over(m, at);
}

static bool match_keys(struct match *m, const char *at)
{
	const char *number = NULL;
	bool ordered = true;
	u32 next = 0;

	m->passed = 0;
	while (at < m->end) {
		u32 field = next;
		bool name;

		if (!is_key(m, next, at)) {
			field = find_key(m, at);
			ordered = false;
		}
		if (field == MMS_NO_FIELD) {
			at = unknown_word(m, next, number, at);
			if (!at)
				return false;
			number = NULL;
			continue;
		}
		if (!ordered && m->seen >> field & 1)
			return wrong(m, field, at, "stands there twice");
		next = field + 1;
		at += m->b->plan->key[field].length;
		name = is_name(m, field) && !takes_rest(m, field);
		number = name ? NULL : at;
		if (!read_value(m, field, &at, name ? name_end(m, next, at) : m->end, true))
			return false;
		at = mms_skip_blanks(*at == ',' ? at + 1 : at, m->end);
	}
	return true;
}

/* ---- patterns --------------------------------------------------------------------------------------------- */

/* Behind the literal that stands at `at`, a blank of which is one or more; NULL: it does not. */
static const char *literal(const struct mms_step *step, const char *at, const char *end)
{
	for (u32 i = 0; i < step->length; i++, at++) {
		if (at >= end || *at != step->literal[i])
			return NULL;
		while (*at == ' ' && at + 1 < end && at[1] == ' ')
			at++;
	}
	return at;
}

/* Where the next step's literal begins, behind a name: the first place, or the last where it ends the text.
 * NULL: nowhere. */
static const char *name_before(const struct match *m, const struct mms_pattern *p, u32 next, const char *at)
{
	const struct mms_step *step = &p->step[next];
	const char *found = NULL;

	if (next == p->values && !step->length)
		return p->keys ? mms_find(at, m->end, ' ') : m->end;
	for (; (at = mms_find(at, m->end, step->literal[0])) < m->end; at++) {
		const char *behind = literal(step, at, m->end);

		if (!behind)
			continue;
		found = at;
		if (next < p->values || p->keys)
			break;
	}
	return found;
}

/* Does all of the text fit? */
static bool match_pattern(struct match *m, const struct mms_pattern *p, const char *at)
{
	const struct mms_step *step = p->step;

	m->seen = m->unknown = 0;
	for (u32 n = 0; n < p->values; n++, step++) {
		const char *to = m->end;

		at = literal(step, at, m->end);
		if (at && is_name(m, step->field))
			to = name_before(m, p, n + 1, at);
		if (!at || !to)
			return false;
		if (step->field == MMS_NO_FIELD && mms_holds_event(at, to))
			return false;
		if (step->field == MMS_NO_FIELD)
			at = to;
		else if (!read_value(m, step->field, &at, to, false))
			return false;
	}
	at = literal(step, at, m->end);
	if (!at)
		return false;
	if (p->keys && at == m->end && p->values && m->b->kind->fields > p->values)
		return false; /* the line ends before its pairs begin */
	return p->keys ? match_keys(m, mms_skip_blanks(at, m->end)) : at == m->end;
}

static enum mms_matched match(struct match *m, const char *args)
{
	const struct mms_plan *plan = m->b->plan;

	for (u32 i = 0; i < plan->patterns; i++)
		if (match_pattern(m, &plan->pattern[i], args))
			return MATCHED;
	m->seen = m->unknown = 0;
	m->by_keys = true;
	if (!match_keys(m, args))
		return MATCHED_WRONG;
	return m->seen || (args == m->end && !free_names(m)) || !m->b->kind->fields ? MATCHED : MATCHED_NOT;
}

/* The tracer's own kinds by their names: the lines of a capture, and what formats/snapshot.h puts together from files of /proc and the like. */
static bool is_format_of_ours(const struct mms_trace *t)
{
	u8 format = t->now.format->id;

	return format == MMS_trace_format_mmscope || format == MMS_trace_format_vmstat || format == MMS_trace_format_zoneinfo ||
	       format == MMS_trace_format_swaps || format == MMS_trace_format_partitions || format == MMS_trace_format_cpus;
}

/* Elsewhere those names are plain words, which anybody may use: more than half of the fields behind `seq` have to be
 * there. */
static bool is_ours(const struct match *m)
{
	u32 present = 0;

	for (u64 seen = m->seen >> 1; seen; seen &= seen - 1)
		present++;
	return 2 * present > m->b->kind->fields - 1u;
}

/* Of a last line without its end: fields are missing, or its last word is half of one. What a kind's rows have a script
 * decides; of other formats the table does, because a part of a text does not know the rows before it, unless the line has
 * fields that are not in the table: then its layout is another. */
static bool is_torn(const struct match *m, const char *args)
{
	const char *word = m->end;
	u64 due = m->t->now.format->apart ? 1ull << (m->b->kind->fields - 1) : m->b->seen;

	if (!m->by_keys || args == m->end || (m->t->now.format->apart && m->unknown))
		return false;
	while (word > args && word[-1] != ' ')
		word--;
	return (due & ~m->seen) || mms_find(word, m->end, '=') == m->end;
}

static void note_unknown(struct mms_trace *t, const struct mms_trace_kind *kind, const struct match *m)
{
	struct mms_trace_report *report = &t->now.report;
	struct mms_text text = mms_text(report->unknown_field, sizeof(report->unknown_field) - 1);

	if (!report->unknown_fields) {
		mms_put(&text, kind->name);
		mms_put_char(&text, '.');
		mms_put_bytes(&text, m->unknown_at, (u32)(mms_find(m->unknown_at, m->end, '=') - m->unknown_at));
	}
	report->unknown_fields += m->unknown;
}

enum mms_matched mms_match(struct mms_trace *t, struct mms_builder *b, const char *args, const char *end)
{
	struct match m = {.t = t, .b = b, .end = end};
	enum mms_matched matched = match(&m, args);
	u32 fields = b->kind->fields;

	if (b->kind->id < MMS_FIRST_STOCK && !is_format_of_ours(t) &&
	    (matched == MATCHED_WRONG || !is_ours(&m)))
		return MATCHED_NOT;
	if (matched == MATCHED && m.unknown)
		note_unknown(t, b->kind, &m);
	if (matched == MATCHED && t->now.last && is_torn(&m, args)) {
		mms_trace_bad(t, MMS_trace_why_cut, args, NULL, "the line ends before the event does");
		return MATCHED_WRONG;
	}
	if (matched == MATCHED_WRONG)
		mms_trace_bad(t, MMS_trace_why_field, m.wrong_at, b->kind->field[m.wrong].name,
			      m.says ? m.says : mms_value_must(b->kind->field[m.wrong].type));
	b->seen = m.seen;
	if (m.seen != (1ull << fields) - 1)
		for (u32 i = 0; i < fields; i++)
			if (!(m.seen >> i & 1))
				mms_value_unknown(b->own[i], b->rows, &b->kind->field[i]);
	return matched;
}
