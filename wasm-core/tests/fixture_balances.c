/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture_balances.h"

#include "host.h"
#include "mms/balances.def"

#include <stdarg.h>

const char *const balance_names[] = {
#define MMS_B(name, id, ...) [id] = #name,
	MMS_BALANCES(MMS_B)
#undef MMS_B
};

const struct mms_balance *balance_rows(int *n)
{
	*n = mms_balance();
	CHECK(*n >= 0, "mms_balance: %s", host_error());
	return host_at(mms_balances());
}

struct mms_log *balance_log(void)
{
	return &mms_session()->now.log;
}

struct mms_event *balance_event(bool (*is)(const struct mms_event *e))
{
	struct mms_log *log = balance_log();

	for (u32 i = 0; i < log->count; i++)
		if (is(&log->event[i]))
			return &log->event[i];
	abort();
}

struct mms_event *first(enum mms_kind_id kind)
{
	struct mms_log *log = balance_log();

	for (u32 i = 0; i < log->count; i++)
		if (log->event[i].kind == kind)
			return &log->event[i];
	abort();
}

struct mms_event *last(enum mms_kind_id kind)
{
	struct mms_log *log = balance_log();

	for (u32 i = log->count; i--;)
		if (log->event[i].kind == kind)
			return &log->event[i];
	abort();
}

struct mms_event *stat_of(const char *text)
{
	struct mms_log *log = balance_log();

	for (u32 i = log->count; i--;)
		if (log->event[i].kind == MMS_KIND_stat && !strcmp(log->event[i].stat.text, text))
			return &log->event[i];
	abort();
}

bool has_account(unsigned id, struct mms_balance *found)
{
	const struct mms_balance *row;
	int n;

	row = balance_rows(&n);
	for (int i = 0; i < n; i++)
		if (row[i].balance == id) {
			*found = row[i];
			return true;
		}
	return false;
}

struct mms_balance account(unsigned id, s32 part)
{
	const struct mms_balance *row;
	int n;

	row = balance_rows(&n);
	for (int i = 0; i < n; i++)
		if (row[i].balance == id && (part < 0 || row[i].part == (u32)part) && row[i].state != MMS_balance_unknown)
			return row[i];
	CHECK(false, "no account %s", balance_names[id]);
	return (struct mms_balance){.state = MMS_balance_unknown};
}

bool balance_is_off(unsigned id)
{
	const struct mms_balance *row;
	int n;

	row = balance_rows(&n);
	for (int i = 0; i < n; i++)
		if (row[i].balance == id && row[i].state == MMS_balance_off)
			return true;
	return false;
}

char *text_insert(char *text, size_t *len, const char *at, const char *what)
{
	size_t head = 0, n = strlen(at), more = strlen(what);
	char *out = malloc(*len + more);

	while (head + n < *len && memcmp(text + head, at, n))
		head++;
	head += n;
	CHECK(head < *len, "no %s in the capture", at);
	memcpy(out, text, head);
	memcpy(out + head, what, more);
	memcpy(out + head + more, text + head, *len - head);
	*len += more;
	free(text);
	return out;
}

void text_forget(char *text, size_t len, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 1; i + n + 2 <= len; i++)
		if (text[i - 1] == '"' && !memcmp(text + i, name, n) && text[i + n] == '"' && text[i + n + 1] == ':')
			text[i] = '-';
}

void text_put(char *to, size_t size, const char *format, ...)
{
	size_t at = strlen(to);
	va_list list;

	va_start(list, format);
	vsnprintf(to + at, size - at, format, list);
	va_end(list);
}
