/* SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

#include <string.h>

static void value(struct json *j);

static bool take(struct json *j, char c)
{
	if (j->at == j->end || *j->at != c)
		return false;
	j->at++;
	return true;
}

static void string(struct json *j)
{
	j->bad |= !take(j, '"');
	while (j->at < j->end && *j->at != '"') {
		j->bad |= (unsigned char)*j->at < ' ';
		j->at += *j->at == '\\' ? 2 : 1;
	}
	j->bad |= !take(j, '"');
}

static void members(struct json *j, char close, bool named)
{
	if (take(j, close))
		return;
	do {
		if (named) {
			string(j);
			j->names++;
			j->bad |= !take(j, ':');
		}
		value(j);
	} while (!j->bad && take(j, ','));
	j->bad |= !take(j, close);
}

static void value(struct json *j)
{
	if (j->bad || ++j->depth > 20 || j->at >= j->end) {
		j->bad = true;
		return;
	}
	if (take(j, '{'))
		members(j, '}', true);
	else if (take(j, '['))
		members(j, ']', false);
	else if (*j->at == '"')
		string(j);
	else if (!strncmp(j->at, "null", 4) || !strncmp(j->at, "true", 4))
		j->at += 4;
	else if (!strncmp(j->at, "false", 5))
		j->at += 5;
	else {
		const char *from = j->at;

		take(j, '-');
		while (j->at < j->end && *j->at >= '0' && *j->at <= '9')
			j->at++;
		j->bad |= j->at == from;
	}
	j->depth--;
}

struct json json_read(const char *text, size_t len)
{
	struct json j = {.at = text, .end = text + len};

	value(&j);
	return j;
}
