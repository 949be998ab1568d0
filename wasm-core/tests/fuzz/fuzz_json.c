/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of strangers, beside a recursive parser of the same grammar: both accept the same texts and find the same
 * members. */
#include "check.h"
#include "feed.h"
#include "base/json_scan.h"

#define NAMES 3u
#define LONGEST 4096u
#define BEHIND 64u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[NAMES] = {"a", "data", ""};
static const char *at, *end;

static bool value(u32 depth);

static void blanks(void)
{
	while (at < end && strchr(" \t\r\n", *at) && *at)
		at++;
}

static bool one(char c)
{
	return at < end && *at == c && at++;
}

static bool among(const char *set)
{
	return at < end && *at && strchr(set, *at) && at++;
}

static bool digits(void)
{
	u32 n = 0;

	while (among("0123456789"))
		n++;
	return n;
}

static bool string(void)
{
	if (!one('"'))
		return false;
	while (at < end && (u8)*at >= 0x20) {
		if (one('"'))
			return true;
		if (!one('\\')) {
			at++;
			continue;
		}
		if (among("\"\\/bfnrt"))
			continue;
		if (!one('u'))
			return false;
		for (u32 i = 0; i < 4; i++)
			if (!among("0123456789abcdefABCDEF"))
				return false;
	}
	return false;
}

static bool number(void)
{
	one('-');
	if (!one('0') && !digits())
		return false;
	if (one('.') && !digits())
		return false;
	if (!among("eE"))
		return true;
	among("+-");
	return digits();
}

static bool word(const char *what)
{
	size_t n = strlen(what);

	if ((size_t)(end - at) < n || memcmp(at, what, n))
		return false;
	at += n;
	return true;
}

static bool array(u32 depth)
{
	blanks();
	if (one(']'))
		return true;
	do {
		if (!value(depth))
			return false;
		blanks();
	} while (one(','));
	return one(']');
}

/* `span`: where to note the members by name; NULL: nobody asks. */
static bool members(u32 depth, struct mms_json_span *span)
{
	blanks();
	if (one('}'))
		return true;
	do {
		const char *key, *behind, *from;

		blanks();
		key = at;
		if (!string())
			return false;
		behind = at;
		blanks();
		if (!one(':'))
			return false;
		blanks();
		from = at;
		if (!value(depth))
			return false;
		for (u32 i = 0; span && i < NAMES; i++)
			if ((size_t)(behind - key) == strlen(names[i]) + 2 && !memcmp(key + 1, names[i], strlen(names[i])))
				span[i] = (struct mms_json_span){from, at};
		blanks();
	} while (one(','));
	return one('}');
}

static bool value(u32 depth)
{
	blanks();
	if (at == end)
		return false;
	switch (*at) {
	case '{': return depth < MMS_JSON_DEPTH && one('{') && members(depth + 1, NULL);
	case '[': return depth < MMS_JSON_DEPTH && one('[') && array(depth + 1);
	case '"': return string();
	case 't': return word("true");
	case 'f': return word("false");
	case 'n': return word("null");
	default: return number();
	}
}

static bool object(struct mms_json_span *span)
{
	blanks();
	if (!one('{') || !members(0, span))
		return false;
	blanks();
	return at == end;
}

/* A string's text is at most as long as the string, and fits where there is room for it. */
static void look_at_text(struct mms_json_span span)
{
	char to[LONGEST];
	u32 len = mms_json_text(span, to, sizeof(to));
	u64 ignored;

	MUST((len == UINT32_MAX) == (!span.at || *span.at != '"'));
	MUST(len == UINT32_MAX || len <= (u32)(span.end - span.at) - 2);
	if (len != UINT32_MAX && len)
		MUST(mms_json_text(span, to, len) == len && mms_json_text(span, to, len - 1) == UINT32_MAX);
	mms_json_is(span, "data");
	mms_json_u64(span, &ignored);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mms_json_span got[NAMES], expected[NAMES] = {{NULL, NULL}};
	static char text[LONGEST + BEHIND];
	size_t len = MMS_MIN(size, (size_t)LONGEST);
	const char *wrong;

	if (len)
		memcpy(text, data, len);
	memset(text + len, '\n', BEHIND);
	at = text;
	end = text + len;
	wrong = mms_json_object(text, end, names, got, NAMES);
	MUST(!wrong == object(expected));
	MUST(!wrong || (wrong >= text && wrong <= end));
	if (wrong)
		return 0;
	MUST(!memcmp(got, expected, sizeof(got)));
	for (u32 i = 0; i < NAMES; i++)
		look_at_text(got[i]);
	return 0;
}
