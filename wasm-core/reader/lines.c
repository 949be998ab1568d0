/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes to lines, and the lines that are not events: format, manifest, end. */
#include "internal.h"

struct mms_reader *mms_reader_new(struct mms_arena *arena, struct mms_log *log, u32 max_events,
				  struct mms_report *report, struct mms_error *error)
{
	struct mms_reader *r = mms_arena_alloc_raw(arena, sizeof(*r));

	if (!r)
		return NULL;
	mms_fill(r, 0, offsetof(struct mms_reader, manifest)); /* the buffers need no clearing */
	r->arena = arena;
	r->log = log;
	r->report = report;
	r->error = error;
	r->line = 1;
	return mms_log_begin(log, arena, max_events) < 0 ? NULL : r;
}

static enum mms_status_id fail(struct mms_reader *r, enum mms_status_id status, u32 byte, const char *sentence)
{
	struct mms_text text = mms_error_begin(r->error, status, r->line, byte);

	mms_put(&text, sentence);
	return mms_error_end(r->error, &text);
}

/* `word` and, when more follows, a space. `*rest` is what comes behind them. */
static bool begins(const char *line, u32 len, const char *word, u32 *rest)
{
	u32 n = mms_strlen(word);

	if (len < n || !mms_same(word, line, n) || (len > n && line[n] != ' '))
		return false;
	*rest = MMS_MIN(n + 1, len);
	return true;
}

static bool starts_with(const char *line, u32 len, const char *bytes, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (i >= len || line[i] != bytes[i])
			return false;
	return true;
}

static enum mms_status_id not_ours(struct mms_reader *r, const char *line, u32 len)
{
	if (starts_with(line, len, "\x1f\x8b", 2))
		return fail(r, MMS_status_format, 0, "this is gzip data: it must be unpacked before it is read");
	if (starts_with(line, len, "PK\x03\x04", 4))
		return fail(r, MMS_status_format, 0, "this is a zip archive, not a capture");
	return fail(r, MMS_status_format, 0,
		    "this is not a capture of mmscope-trace: its first line must be '" FORMAT_WORD " 1'");
}

static enum mms_status_id read_format(struct mms_reader *r, const char *line, u32 len)
{
	u64 version = 0;
	u32 rest = 0;

	if (!begins(line, len, FORMAT_WORD, &rest) || mms_read_decimal(line + rest, len - rest, false, &version))
		return not_ours(r, line, len);
	r->report->version = (u32)MMS_MIN(version, (u64)UINT32_MAX);
	if (version != FORMAT_VERSION)
		return fail(r, MMS_status_format, rest, "this reader knows version 1 of the format only");
	r->part = PART_MANIFEST;
	return MMS_status_ok;
}

static bool is_object(const char *json, u32 len)
{
	return len >= 2 && json[0] == '{' && json[len - 1] == '}';
}

static enum mms_status_id read_manifest(struct mms_reader *r, const char *line, u32 len)
{
	u32 rest = 0;

	if (!begins(line, len, MANIFEST_WORD, &rest))
		return fail(r, MMS_status_format, 0, "the second line of a capture must be 'manifest {...}'");
	if (!is_object(line + rest, len - rest))
		return fail(r, MMS_status_format, rest, "the manifest must be one JSON object");
	r->manifest_len = len - rest;
	mms_copy(r->manifest, line + rest, r->manifest_len);
	r->part = PART_EVENTS;
	return MMS_status_ok;
}

/* `name=number ` at *at; moves behind it. */
static bool read_count(const char *line, u32 len, u32 *at, const char *name, u64 *value)
{
	u32 from = *at + mms_strlen(name), to = from;

	if (!starts_with(line + *at, len - *at, name, mms_strlen(name)))
		return false;
	while (to < len && line[to] != ' ')
		to++;
	*at = MMS_MIN(to + 1, len);
	return !mms_read_decimal(line + from, to - from, false, value);
}

static enum mms_status_id read_end(struct mms_reader *r, const char *line, u32 len, u32 at)
{
	static const char manifest[] = MANIFEST_WORD "=";

	if (!read_count(line, len, &at, "events=", &r->report->said) || !read_count(line, len, &at, "lost=", &r->end_lost))
		return fail(r, MMS_status_line, at, "the last line must be 'end events=N lost=N manifest={...}'");
	if (!starts_with(line + at, len - at, manifest, sizeof(manifest) - 1) ||
	    !is_object(line + at + sizeof(manifest) - 1, len - at - (u32)(sizeof(manifest) - 1)))
		return fail(r, MMS_status_line, at, "end: the manifest must be one JSON object");
	at += (u32)sizeof(manifest) - 1;
	r->end_len = len - at;
	mms_copy(r->end, line + at, r->end_len);
	r->report->closed = 1;
	r->part = PART_ENDED;
	return MMS_status_ok;
}

static enum mms_status_id read_line(struct mms_reader *r, const char *line, u32 len)
{
	u32 rest = 0;

	r->report->lines++;
	if (len && line[len - 1] == '\r')
		len--;
	if (r->part == PART_FORMAT)
		return read_format(r, line, len);
	if (r->part == PART_MANIFEST)
		return read_manifest(r, line, len);
	if (r->part == PART_ENDED)
		return fail(r, MMS_status_line, 0, "something follows the end line");
	if (begins(line, len, END_WORD, &rest))
		return read_end(r, line, len, rest);
	return mms_parse_event(r, line, len);
}

/* How long the line that begins so may become. Manifests are long; nothing else is. */
static u32 longest(const struct mms_reader *r, const char *line, u32 len)
{
	u32 rest;

	if (r->part == PART_FORMAT)
		return 64; /* random bytes are told apart early */
	if (r->part == PART_MANIFEST || begins(line, MMS_MIN(len, (u32)sizeof(END_WORD)), END_WORD, &rest))
		return MMS_MANIFEST_MAX;
	return MMS_LINE_MAX;
}

static enum mms_status_id too_long(struct mms_reader *r, const char *line, u32 len)
{
	if (r->part == PART_FORMAT)
		return not_ours(r, line, len);
	if (longest(r, line, len) == MMS_MANIFEST_MAX)
		return fail(r, MMS_status_long_line, MMS_MANIFEST_MAX, "the manifest is longer than 262144 bytes");
	return fail(r, MMS_status_long_line, MMS_LINE_MAX, "the line is longer than 4096 bytes");
}

static enum mms_status_id take_line(struct mms_reader *r, const char *bytes, u32 len)
{
	const char *line = bytes;
	enum mms_status_id status;

	if (r->carried) {
		mms_copy(r->carry + r->carried, bytes, len);
		len += r->carried;
		line = r->carry;
		r->carried = 0;
	}
	status = len > longest(r, line, len) ? too_long(r, line, len) : read_line(r, line, len);
	r->line++;
	return status;
}

/* The part of a line that has come so far. */
static enum mms_status_id carry(struct mms_reader *r, const char *bytes, u32 len)
{
	mms_copy(r->carry + r->carried, bytes, len);
	r->carried += len;
	return r->carried > longest(r, r->carry, r->carried) ? too_long(r, r->carry, r->carried) : MMS_status_ok;
}

static enum mms_status_id give_up(struct mms_reader *r, enum mms_status_id status)
{
	r->failed = true;
	if (status == MMS_status_line || status == MMS_status_long_line) {
		r->report->unreadable++;
		if (r->bad < MMS_COUNT(r->report->first_bad))
			r->report->first_bad[r->bad++] = *r->error;
	}
	return status;
}

enum mms_status_id mms_reader_take(struct mms_reader *r, const char *bytes, u32 len)
{
	u32 at = 0;

	if (r->failed)
		return (enum mms_status_id)r->error->status;
	r->report->bytes += len;
	while (at < len) {
		u32 room = (u32)sizeof(r->carry) - r->carried;
		u32 to = mms_until(bytes, at, len - at < room ? len : at + room, '\n');
		enum mms_status_id status;

		if (to < len && bytes[to] == '\n')
			status = take_line(r, bytes + at, to++ - at);
		else
			status = carry(r, bytes + at, to - at);
		if (status < 0)
			return give_up(r, status);
		at = to;
	}
	return MMS_status_ok;
}

static enum mms_status_id cut_off_early(struct mms_reader *r)
{
	if (!r->report->bytes)
		return mms_fail(r->error, MMS_status_format,
				"the file is empty: a capture begins with the line '" FORMAT_WORD " 1'");
	return fail(r, MMS_status_format, 0, "the file ends before its manifest");
}

/*
 * The last line has no newline. Its last number may be the beginning of a longer one: only an end line is believed,
 * which closes with a brace. Everything else says that the file is cut off here.
 */
static enum mms_status_id take_rest(struct mms_reader *r)
{
	u32 rest;

	if (r->part != PART_EVENTS ||
	    (begins(r->carry, r->carried, END_WORD, &rest) && r->carry[r->carried - 1] == '}'))
		return take_line(r, r->carry, 0);
	r->report->lines++;
	return MMS_status_ok;
}

enum mms_status_id mms_reader_close(struct mms_reader *r)
{
	enum mms_status_id status = MMS_status_ok;

	if (r->failed)
		return (enum mms_status_id)r->error->status;
	if (r->carried)
		status = take_rest(r);
	if (status >= 0 && r->part < PART_EVENTS)
		status = cut_off_early(r);
	if (status >= 0)
		status = mms_order(r);
	return status < 0 ? give_up(r, status) : status;
}

void mms_reader_reopen(struct mms_reader *r)
{
	r->report->lost = 0;
	r->report->missing = 0;
}

const char *mms_reader_manifest(const struct mms_reader *r, u32 *len)
{
	*len = r->manifest_len;
	return *len ? r->manifest : NULL;
}

const char *mms_reader_end_manifest(const struct mms_reader *r, u32 *len)
{
	*len = r->end_len;
	return *len ? r->end : NULL;
}
