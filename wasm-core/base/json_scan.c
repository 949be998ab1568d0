/* SPDX-License-Identifier: Apache-2.0 */
#include "json_scan.h"

#include "bytes.h"
#include "text.h"

/* What has been opened, one bit each: 1 an object, 0 an array. */
struct json_scan {
	const char *at, *end;
	u32 depth, objects;
};

_Static_assert(MMS_JSON_DEPTH <= 32, "objects has one bit for each");

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip(struct json_scan *s)
{
	while (s->at < s->end && blank(*s->at))
		s->at++;
}

static bool take(struct json_scan *s, char c)
{
	if (s->at == s->end || *s->at != c)
		return false;
	s->at++;
	return true;
}

/* The four digits of \uXXXX; negative: they are none. */
static s32 hex4(const char *at, const char *end)
{
	s32 value = 0;

	if (end - at < 4)
		return -1;
	for (u32 i = 0; i < 4; i++) {
		int digit = mms_hex_digit(at[i]);

		if (digit < 0)
			return -1;
		value = value << 4 | digit;
	}
	return value;
}

static const char escapes[] = "\"\\/bfnrt", escaped[] = "\"\\/\b\f\n\r\t";

static bool string(struct json_scan *s)
{
	if (!take(s, '"'))
		return false;
	while (s->at < s->end && (u8)*s->at >= 0x20) {
		char c = *s->at++;
		u32 i = 0;

		if (c == '"')
			return true;
		if (c != '\\')
			continue;
		if (s->at == s->end)
			return false;
		if (*s->at == 'u') {
			if (hex4(s->at + 1, s->end) < 0)
				return false;
			s->at += 5;
			continue;
		}
		while (escapes[i] && escapes[i] != *s->at)
			i++;
		if (!escapes[i])
			return false;
		s->at++;
	}
	return false;
}

static bool digits(struct json_scan *s)
{
	const char *from = s->at;

	while (s->at < s->end && mms_is_digit(*s->at))
		s->at++;
	return s->at > from;
}

static bool number(struct json_scan *s)
{
	take(s, '-');
	if (!take(s, '0') && !digits(s))
		return false;
	if (take(s, '.') && !digits(s))
		return false;
	if (s->at < s->end && (*s->at | 0x20) == 'e') {
		s->at++;
		if (!take(s, '+'))
			take(s, '-');
		return digits(s);
	}
	return true;
}

static bool word(struct json_scan *s, const char *what)
{
	return mms_begins(s->at, s->end, what, &s->at);
}

static bool open(struct json_scan *s, bool object)
{
	if (s->depth == MMS_JSON_DEPTH)
		return false;
	s->at++;
	s->objects = (s->objects & ~(1u << s->depth)) | (u32)object << s->depth;
	s->depth++;
	return true;
}

/* `"name":` */
static bool member(struct json_scan *s)
{
	skip(s);
	if (!string(s))
		return false;
	skip(s);
	return take(s, ':');
}

/* A value that is not an object or array. */
static bool scalar(struct json_scan *s)
{
	if (s->at == s->end)
		return false;
	switch (*s->at) {
	case '"': return string(s);
	case 't': return word(s, "true");
	case 'f': return word(s, "false");
	case 'n': return word(s, "null");
	default: return number(s);
	}
}

/* Behind a value: closes what ends here. True in *more: another value follows. */
static bool close(struct json_scan *s, bool *more)
{
	for (*more = false; s->depth; s->depth--) {
		bool object = s->objects >> (s->depth - 1) & 1;

		skip(s);
		if (take(s, ',')) {
			*more = true;
			return !object || member(s);
		}
		if (!take(s, object ? '}' : ']'))
			return false;
	}
	return true;
}

/* One value, whatever is in it. */
static bool value(struct json_scan *s)
{
	for (bool more = true; more;) {
		skip(s);
		if (s->at < s->end && (*s->at == '{' || *s->at == '[')) {
			bool object = *s->at == '{';

			if (!open(s, object))
				return false;
			skip(s);
			if (s->at < s->end && *s->at == (object ? '}' : ']')) {
				s->at++;
				s->depth--;
				if (!close(s, &more))
					return false;
			} else if (object && !member(s)) {
				return false;
			}
			continue;
		}
		if (!scalar(s) || !close(s, &more))
			return false;
	}
	return true;
}

const char *mms_json_object(const char *at, const char *end, const char *const *name, struct mms_json_span *span, u32 n)
{
	struct json_scan s = {.at = at, .end = end};

	for (u32 i = 0; i < n; i++)
		span[i] = (struct mms_json_span){NULL, NULL};
	skip(&s);
	if (!take(&s, '{'))
		return s.at;
	skip(&s);
	for (bool more = !take(&s, '}'); more;) {
		struct mms_json_span key, what;

		skip(&s);
		key.at = s.at;
		if (!string(&s))
			return s.at;
		key.end = s.at;
		skip(&s);
		if (!take(&s, ':'))
			return s.at;
		skip(&s);
		what.at = s.at;
		if (!value(&s))
			return s.at;
		what.end = s.at;
		for (u32 i = 0; i < n; i++)
			if (mms_json_is(key, name[i]))
				span[i] = what;
		skip(&s);
		more = take(&s, ',');
		if (!more && !take(&s, '}'))
			return s.at;
	}
	skip(&s);
	return s.at == s.end ? NULL : s.at;
}

bool mms_json_next(struct mms_json_span *rest, struct mms_json_span *name, struct mms_json_span *item)
{
	struct json_scan s = {.at = rest->at, .end = rest->end};

	*name = (struct mms_json_span){NULL, NULL};
	skip(&s);
	if (!take(&s, ',') && !take(&s, '{') && !take(&s, '['))
		return false;
	skip(&s);
	item->at = s.at;
	if (!value(&s))
		return false;
	item->end = s.at;
	skip(&s);
	if (take(&s, ':')) {
		*name = *item;
		skip(&s);
		item->at = s.at;
		if (!value(&s))
			return false;
		item->end = s.at;
	}
	rest->at = s.at;
	return true;
}

/* A code point as UTF-8; halves of pairs stand for themselves. */
static void put_code(struct mms_text *to, u32 code)
{
	if (code < 0x80) {
		mms_put_char(to, (char)code);
	} else if (code < 0x800) {
		mms_put_char(to, (char)(0xc0 | code >> 6));
		mms_put_char(to, (char)(0x80 | (code & 0x3f)));
	} else {
		mms_put_char(to, (char)(0xe0 | code >> 12));
		mms_put_char(to, (char)(0x80 | (code >> 6 & 0x3f)));
		mms_put_char(to, (char)(0x80 | (code & 0x3f)));
	}
}

u32 mms_json_text(struct mms_json_span span, char *to, u32 cap)
{
	struct mms_text text = mms_text(to, cap);
	const char *at, *end;

	if (!span.at || *span.at != '"')
		return UINT32_MAX;
	at = span.at + 1;
	end = span.end - 1;
	while (at < end) {
		u32 i = 0;

		if (*at != '\\') {
			mms_put_char(&text, *at++);
			continue;
		}
		at++;
		if (*at == 'u') {
			put_code(&text, (u32)hex4(at + 1, end));
			at += 5;
			continue;
		}
		while (escapes[i] != *at)
			i++;
		mms_put_char(&text, escaped[i]);
		at++;
	}
	return text.full ? UINT32_MAX : text.len;
}

bool mms_json_is(struct mms_json_span span, const char *text)
{
	return span.at && *span.at == '"' && mms_same(text, span.at + 1, (u32)(span.end - span.at) - 2);
}

bool mms_json_u64(struct mms_json_span span, u64 *value)
{
	u64 sum = 0;

	if (!span.at)
		return false;
	for (const char *at = span.at; at < span.end; at++)
		if (!mms_is_digit(*at) || __builtin_mul_overflow(sum, 10ull, &sum) ||
		    __builtin_add_overflow(sum, (u64)(*at - '0'), &sum))
			return false;
	*value = sum;
	return true;
}
