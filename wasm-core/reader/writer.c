/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include "internal.h"

/* Words of a vector's text; what a short last word leaves open is zero, as no vector of ours has one. */
static void put_vector(struct mms_text *text, const struct mms_field *field, const u8 *lanes)
{
	u32 bytes = field->lanes * mms_type_size(field->type);

	for (u32 at = 0; at < bytes; at += 8) {
		u64 word;

		mms_copy(&word, lanes + at, 8);
		if (at)
			mms_put_char(text, ',');
		mms_put_hex(text, word);
	}
}

static void put_text(struct mms_text *text, const char *from, u32 len, bool spaces)
{
	for (u32 i = 0; i < len; i++) {
		u8 c = (u8)from[i];

		if (c >= (spaces ? ' ' : '!') && c <= '~' && c != '\\') {
			mms_put_char(text, from[i]);
			continue;
		}
		mms_put(text, "\\x");
		mms_put_char(text, "0123456789abcdef"[c >> 4]);
		mms_put_char(text, "0123456789abcdef"[c & 15]);
	}
}

static void put_value(struct mms_text *text, const struct mms_field *field, const struct mms_event *e, bool rest)
{
	const u8 *at = (const u8 *)e + field->offset;
	s64 value;

	if (field->type == MMS_TYPE_text) {
		put_text(text, (const char *)at, mms_strnlen((const char *)at, field->lanes), rest);
		return;
	}
	if (field->lanes > 1) {
		put_vector(text, field, at);
		return;
	}
	value = mms_field_get(field, e, 0);
	if (field->type == MMS_TYPE_x64)
		mms_put_hex(text, (u64)value);
	else if (field->type == MMS_TYPE_u64)
		mms_put_u64(text, (u64)value);
	else
		mms_put_s64(text, value);
}

/* Bare kinds leave out the common fields that hold 0, their time excepted; all leave out what was not recorded. */
static bool left_out(const struct mms_kind *kind, const struct mms_field *field, u32 i, const struct mms_event *e)
{
	if (mms_field_unknown(kind, field, e))
		return true;
	return mms_kind_bare(kind->id) && i > 0 && i < mms_n_common - 1 && !mms_field_get(field, e, 0);
}

void mms_write_event(struct mms_text *text, const struct mms_event *e)
{
	const struct mms_kind *kind = mms_kind_of(e->kind);
	const struct mms_field *field;

	mms_put(text, kind->name);
	for (u32 i = 0; (field = mms_line_field(kind, i)); i++) {
		if (left_out(kind, field, i, e))
			continue;
		mms_put_char(text, ' ');
		mms_put(text, field->name);
		mms_put_char(text, '=');
		put_value(text, field, e, mms_takes_rest(kind, field));
	}
	mms_put_char(text, '\n');
}

static void put_end(const struct mms_writer *w, struct mms_text *text)
{
	u64 counted = 0; /* the kernel's events; the tracer's own lines are not counted */

	for (u32 i = 0; i < w->log->count; i++)
		counted += !mms_kind_bare(w->log->event[i].kind);
	mms_put(text, END_WORD " events=");
	mms_put_u64(text, counted);
	mms_put(text, " lost=");
	mms_put_u64(text, w->lost);
	mms_put(text, " " MANIFEST_WORD "=");
	mms_put_bytes(text, w->end, w->end_len);
	mms_put_char(text, '\n');
}

static void put_line(const struct mms_writer *w, struct mms_text *text)
{
	if (w->next == 0) {
		mms_put(text, FORMAT_WORD " ");
		mms_put_u64(text, FORMAT_VERSION);
		mms_put_char(text, '\n');
	} else if (w->next == 1) {
		mms_put(text, MANIFEST_WORD " ");
		mms_put_bytes(text, w->manifest, w->manifest_len);
		mms_put_char(text, '\n');
	} else if (w->next - 2 < w->log->count) {
		mms_write_event(text, &w->log->event[w->next - 2]);
	} else {
		put_end(w, text);
	}
}

bool mms_write(struct mms_writer *w, struct mms_text *text)
{
	u32 begun = w->next;

	while (w->next < w->log->count + 3) {
		u32 len = text->len;

		put_line(w, text);
		if (text->full) {
			text->len = len;
			text->full = false;
			return w->next > begun;
		}
		w->next++;
	}
	return true;
}
