/* SPDX-License-Identifier: Apache-2.0 */
/* Finding a value in JSON text that nobody has checked: what is no JSON gives nothing, or something of it. */
#include "internal.h"

#include "base/text.h"

static const struct json none = {0};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && is_blank(*at))
		at++;
	return at;
}

/* Behind the string that begins here. */
static const char *skip_string(const char *at, const char *end)
{
	for (at++; at < end && *at != '"'; at++)
		at += *at == '\\';
	return at < end ? at + 1 : end;
}

/* Behind the value that begins here. */
static const char *skip_value(const char *at, const char *end)
{
	u32 depth = 0;

	while (at < end) {
		char c = *at;

		if (!depth && (c == ',' || c == ']' || c == '}'))
			return at;
		if (c == '"') {
			at = skip_string(at, end);
			continue;
		}
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
		at++;
	}
	return end;
}

/* The element at *at, whose name goes to `name` where it has one; *at: behind it. */
static struct json element(struct json list, const char **at, struct json *name)
{
	const char *from = skip_blanks(*at, list.end), *to = skip_value(from, list.end);
	struct json value = {from, to};

	if (from >= list.end || *from == ']' || *from == '}')
		return none;
	*at = to < list.end ? to + 1 : to;
	if (*from == '"') {
		const char *behind = skip_blanks(skip_string(from, to), to);

		if (behind < to && *behind == ':') {
			*name = (struct json){from, skip_string(from, to)};
			value.at = skip_blanks(behind + 1, to);
		}
	}
	while (value.end > value.at && is_blank(value.end[-1]))
		value.end--;
	return value;
}

static const char *first(struct json list)
{
	return list.at < list.end && (*list.at == '{' || *list.at == '[') ? list.at + 1 : list.end;
}

struct json mms_json_member_of(struct json object, const char *name)
{
	const char *at = first(object);
	struct json own, value;

	while (own = none, value = element(object, &at, &own), value.at)
		if (own.at && mms_json_is(own, name))
			return value;
	return none;
}

struct json mms_json_next(struct json list, const char **at)
{
	struct json own;

	if (!*at)
		*at = first(list);
	return element(list, at, &own);
}

bool mms_json_is(struct json value, const char *string)
{
	return value.end - value.at >= 2 && *value.at == '"' &&
	       mms_same(string, value.at + 1, (u32)(value.end - value.at - 2));
}

u64 mms_json_value(struct json value)
{
	const char *at = value.at, *end = value.end;
	u64 out = 0;

	if (end - at >= 2 && *at == '"')
		at++, end--;
	if (at == end)
		return UNTOLD;
	for (; at < end; at++) {
		if (*at < '0' || *at > '9' || out > UNTOLD / 10 - 1)
			return UNTOLD;
		out = out * 10 + (u64)(*at - '0');
	}
	return out;
}
