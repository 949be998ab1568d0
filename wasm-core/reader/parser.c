/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One line of a capture: `<kind> key=value …`. All that is known of kinds and fields comes from the event
 * table; keys are expected in the order of the table and looked up when they come in another.
 */
#include "internal.h"

#include "base/text.h"

struct line {
	struct mms_reader *r;
	const struct mms_kind *kind;
	const char *text;
	u32 len, at; /* bytes; the one to read next */
	u64 seen;    /* bit i: field i was read */
	u32 byte[FIELDS_MAX]; /* where its value begins */
	struct mms_event event;
};

const struct mms_field *mms_line_field(const struct mms_kind *kind, u32 i)
{
	u32 common = mms_n_common - 1; /* comm, the last of them, ends the line */

	if (i < common)
		return &mms_common[i];
	if (i < common + kind->fields)
		return &kind->field[i - common];
	return i == common + kind->fields && !mms_kind_bare(kind->id) ? &mms_common[common] : NULL;
}

bool mms_takes_rest(const struct mms_kind *kind, const struct mms_field *field)
{
	const struct mms_field *last = mms_kind_bare(kind->id) ? &kind->field[kind->fields - 1] : &mms_common[mms_n_common - 1];

	return field == last && field->type == MMS_TYPE_text;
}

static struct mms_text complain(struct line *l, u32 byte, const char *field)
{
	struct mms_text text = mms_error_begin(l->r->error, MMS_status_line, l->r->line, byte);

	if (l->kind) {
		mms_put(&text, l->kind->name);
		mms_put(&text, ": ");
	}
	if (field) {
		mms_put(&text, "field ");
		mms_put(&text, field);
		mms_put_char(&text, ' ');
	}
	return text;
}

static enum mms_status_id bad_value(struct line *l, const struct mms_field *field, u32 len, const char *why)
{
	struct mms_text text = complain(l, l->at, field->name);

	mms_put(&text, why);
	mms_put(&text, ": ");
	mms_put_quoted(&text, l->text + l->at, len);
	return mms_error_end(l->r->error, &text);
}

static enum mms_status_id bad_range(struct line *l, const struct mms_range_error *bad)
{
	const struct mms_field *field;
	struct mms_text text;
	u32 i = 0;

	while ((field = mms_line_field(l->kind, i)) && !mms_same(field->name, bad->field, mms_strlen(bad->field)))
		i++;
	text = complain(l, field && l->seen >> i & 1 ? l->byte[i] : 0, bad->field);
	mms_put(&text, "holds ");
	mms_put_s64(&text, bad->holds);
	mms_put(&text, ", but ");
	mms_put(&text, bad->must);
	return mms_error_end(l->r->error, &text);
}

static enum mms_status_id bad_word(struct line *l, const char *what, u32 len)
{
	struct mms_text text = complain(l, l->at, NULL);

	mms_put(&text, what);
	mms_put_char(&text, ' ');
	mms_put_quoted(&text, l->text + l->at, len);
	return mms_error_end(l->r->error, &text);
}

/* Does a 64-bit value fit the field? Signed values come as two's complement. */
static bool fits(u8 type, u64 value)
{
	s64 number = (s64)value;

	switch (type) {
	case MMS_TYPE_u8: return value <= UINT8_MAX;
	case MMS_TYPE_u16: return value <= UINT16_MAX;
	case MMS_TYPE_u32: return value <= UINT32_MAX;
	case MMS_TYPE_s16: return number >= INT16_MIN && number <= INT16_MAX;
	case MMS_TYPE_s32: return number >= INT32_MIN && number <= INT32_MAX;
	default: return true;
	}
}

/* Little endian, as all hosts are told. Each size apart: a copy of a length known only here would be a call. */
static void store(u8 *to, u64 value, u32 bytes)
{
	switch (bytes) {
	case 1: *to = (u8)value; break;
	case 2: mms_copy(to, &value, 2); break;
	case 4: mms_copy(to, &value, 4); break;
	default: mms_copy(to, &value, 8); break;
	}
}

static enum mms_status_id read_number(struct line *l, const struct mms_field *field, u32 len, u8 *to)
{
	bool is_signed = field->type == MMS_TYPE_s16 || field->type == MMS_TYPE_s32 || field->type == MMS_TYPE_s64;
	const char *text = l->text + l->at;
	const char *why;
	u64 value = 0;

	why = field->type == MMS_TYPE_x64 ? mms_read_hex(text, len, &value) : mms_read_decimal(text, len, is_signed, &value);
	if (!why && !fits(field->type, value))
		why = "is too large";
	if (why)
		return bad_value(l, field, len, why);
	store(to, value, mms_type_size(field->type));
	return MMS_status_ok;
}

static enum mms_status_id read_value(struct line *l, const struct mms_field *field, u32 len)
{
	u8 *to = (u8 *)&l->event + field->offset;
	const char *why;

	if (field->type == MMS_TYPE_text)
		why = mms_read_text(l->text + l->at, len, mms_takes_rest(l->kind, field), (char *)to, field->lanes);
	else if (field->lanes > 1)
		why = mms_read_vector(l->text + l->at, len, to, field->lanes * mms_type_size(field->type));
	else
		return read_number(l, field, len, to);
	return why ? bad_value(l, field, len, why) : MMS_status_ok;
}

/* Where the key ends, if the text goes on with `name=`; 0: it does not. */
static MMS_INLINE u32 expected(const struct line *l, const char *name)
{
	u32 at = l->at;

	while (at < l->len && *name && *name == l->text[at])
		at++, name++;
	return at < l->len && !*name && l->text[at] == '=' ? at : 0;
}

/* Which field of the kind the key at `at` names. */
static const struct mms_field *find_key(const struct line *l, u32 len, u32 *i)
{
	const struct mms_field *field;

	for (*i = 0; (field = mms_line_field(l->kind, *i)); ++*i)
		if (mms_same(field->name, l->text + l->at, len))
			return field;
	return NULL;
}

/* One `key=value`; `*i` is the field expected, then the one after it. */
static enum mms_status_id read_pair(struct line *l, u32 *i)
{
	const struct mms_field *field = mms_line_field(l->kind, *i);
	u32 equals = field ? expected(l, field->name) : 0;
	u32 word = mms_until(l->text, MMS_MAX(l->at, equals), l->len, ' ');
	enum mms_status_id status;

	if (!equals) {
		equals = MMS_MIN(mms_until(l->text, l->at, l->len, '='), word);
		if (equals == word)
			return bad_word(l, "this is not key=value:", word - l->at);
		field = find_key(l, equals - l->at, i);
	}
	if (!field)
		return bad_word(l, "there is no field", equals - l->at);
	if (l->seen >> *i & 1)
		return bad_word(l, "this field comes twice:", equals - l->at);
	if (mms_takes_rest(l->kind, field))
		word = l->len;
	l->at = equals + 1;
	l->byte[*i] = l->at;
	l->seen |= 1ull << *i;
	++*i;
	status = read_value(l, field, word - l->at);
	l->at = MMS_MIN(word + 1, l->len);
	if (status == MMS_status_ok && word + 1 == l->len)
		return bad_word(l, "the line ends with a space", 0);
	return status;
}

static enum mms_status_id bad_field(struct line *l, const char *field, const char *why)
{
	struct mms_text text = complain(l, l->len, field);

	mms_put(&text, why);
	return mms_error_end(l->r->error, &text);
}

/* What the line does not have. Of fields that older captures lack, nobody knows: all ones. No tracer records such a field
 * in one line and leaves it out in another. */
static enum mms_status_id check_missing(struct line *l)
{
	u64 *present = &l->r->present[l->kind->id], *lacked = &l->r->lacked[l->kind->id];
	const struct mms_field *field;
	u32 fields = mms_n_common - mms_kind_bare(l->kind->id) + l->kind->fields;

	if (l->seen == ~0ull >> (64 - fields) && !*lacked) {
		*present = l->seen;
		return MMS_status_ok;
	}
	for (u32 i = 0; (field = mms_line_field(l->kind, i)); i++) {
		bool optional = mms_kind_bare(l->kind->id) && i < mms_n_common - 1;

		if (l->seen >> i & 1 || optional)
			continue;
		if (!mms_field_later(l->kind, field))
			return bad_field(l, field->name, "is missing");
		if (*present >> i & 1)
			return bad_field(l, field->name, "is missing, but lines before have it");
		mms_fill((u8 *)&l->event + field->offset, 0xff, sizeof(u64));
		*lacked |= 1ull << i;
	}
	for (u32 i = 0; *lacked & l->seen && (field = mms_line_field(l->kind, i)); i++)
		if (*lacked & l->seen & 1ull << i)
			return bad_field(l, field->name, "is there, but earlier lines lack it");
	*present |= l->seen;
	return MMS_status_ok;
}

static bool is_word(const char *text, u32 len)
{
	for (u32 i = 0; i < len; i++)
		if (!(text[i] >= 'a' && text[i] <= 'z') && !(i && ((text[i] >= '0' && text[i] <= '9') || text[i] == '_')))
			return false;
	return len > 0;
}

/* A kind of a later tracer: counted, and the first ones reported. */
static void note_generic(struct line *l, u32 len)
{
	struct mms_report *report = l->r->report;
	struct mms_text text;

	report->generic++;
	if (l->r->bad == MMS_COUNT(report->first_bad))
		return;
	text = mms_error_begin(&report->first_bad[l->r->bad], MMS_status_line, l->r->line, 0);
	mms_put(&text, "this reader does not know the kind ");
	mms_put_quoted(&text, l->text, len);
	mms_error_end(&report->first_bad[l->r->bad++], &text);
}

static enum mms_status_id keep(struct line *l)
{
	struct mms_event *event = mms_log_add(l->r->log, (enum mms_kind_id)l->kind->id);
	struct mms_text text;

	if (event) {
		mms_copy(event, &l->event, sizeof(*event));
		return MMS_status_ok;
	}
	text = mms_error_begin(l->r->error, l->r->log->status, l->r->line, 0);
	mms_put(&text, l->r->log->status == MMS_status_too_many
		? "the capture has more events than the limit" : "the memory limit is reached");
	return mms_error_end(l->r->error, &text);
}

enum mms_status_id mms_parse_event(struct mms_reader *r, const char *line, u32 len)
{
	struct line l = {.r = r, .text = line, .len = len};
	struct mms_range_error bad;
	enum mms_status_id status;
	u32 word = mms_until(line, 0, len, ' ');
	u32 field = 0;

	if (!is_word(line, word))
		return bad_word(&l, "a line begins with the name of an event, not with", word);
	l.kind = r->kind && mms_same(r->kind->name, line, word) ? r->kind : mms_kind_named(line, word);
	if (!l.kind) {
		note_generic(&l, word);
		return MMS_status_ok;
	}
	r->kind = l.kind;
	l.event.kind = l.kind->id;
	l.event.line = r->line;
	l.at = MMS_MIN(word + 1, len);
	while (l.at < len)
		if ((status = read_pair(&l, &field)) < 0)
			return status;
	if ((status = check_missing(&l)) < 0)
		return status;
	if (!mms_range_check(&l.event, &bad))
		return bad_range(&l, &bad);
	r->max_seq = MMS_MAX(r->max_seq, l.event.seq);
	r->report->reordered += mms_kind_ordered(l.event.kind) && l.event.seq < r->max_seq;
	return keep(&l);
}
