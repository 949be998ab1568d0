/* SPDX-License-Identifier: Apache-2.0 */
/* From the name of an event to its kind. */
#include "trace/internal.h"
#include "base/bytes.h"

/* The place of a name, or the empty one where it belongs. There always is one (mms_trace_event()). */
static struct mms_event_name *find(struct mms_trace_part *now, const char *name, u32 len)
{
	for (u32 i = mms_hash(name, len);; i++) {
		struct mms_event_name *n = &now->event_names[i & (MMS_EVENT_NAMES - 1)];

		if (!n->name || (n->len == len && mms_equal(n->name, name, len)))
			return n;
	}
}

static bool know(struct mms_trace *t, const char *name, u32 row)
{
	u32 len = mms_strlen(name);
	char *copy = mms_arena_alloc(&t->arena, len + 8); /* where it can be looked at beyond its end */

	if (!copy)
		return false;
	mms_copy(copy, name, len);
	*find(&t->now, copy, len) = (struct mms_event_name){.name = copy, .len = len, .kind = (u16)(row + 1)};
	t->now.event_names_used++;
	return true;
}

bool mms_event_names_begin(struct mms_trace *t)
{
	for (u32 i = 0; i < mms_n_trace_kinds; i++)
		if (mms_trace_kinds[i].id != MMS_TRACE_other_event && !know(t, mms_trace_kinds[i].name, i))
			return false;
	for (u32 i = 0; i < mms_n_aliases; i++)
		if (!know(t, mms_aliases[i].name, mms_trace_row(mms_aliases[i].kind)))
			return false;
	t->now.last_name = &t->now.event_names[0];
	return true;
}

/* trace_printk() writes a function's address or `name+0x12/0x34` where events have their name, and anything
 * may stand in the text of one. */
static bool is_event_name(const char *name, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		char c = (char)(name[i] | 32);

		if (!(c >= 'a' && c <= 'z') && name[i] != '_' && name[i] != '/' && name[i] != '@' &&
		    (!i || !(name[i] >= '-' && name[i] <= ':')))
			return false;
	}
	return len > 0;
}

/* The next letter or digit of a name, as if all were small; 0: there is none. */
static char next_sign(const char **at, const char *end)
{
	char sign;

	while (*at < end && (!mms_is_word(**at) || **at == '_'))
		++*at;
	if (*at == end)
		return 0;
	sign = *(*at)++;
	return mms_is_upper(sign) ? (char)(sign | 32) : sign;
}

/* The name of a kind in capitals, or with its low lines lost or turned into other signs: the event is not of this name, and
 * its values may not be what they were either. */
static bool is_spoiled(const char *name, const char *end)
{
	static const char marker[] = "tracing_mark_write";

	for (const char *at = name; at < end; at++)
		name = *at == ':' ? at + 1 : name;
	if (mms_same(marker, name, (u32)(end - name)))
		return false;
	for (u32 i = 0; i <= mms_n_trace_kinds + mms_n_aliases; i++) {
		const char *of = i < mms_n_trace_kinds ? mms_trace_kinds[i].name :
			i < mms_n_trace_kinds + mms_n_aliases ? mms_aliases[i - mms_n_trace_kinds].name : marker;
		const char *at = name, *of_end = of + mms_strlen(of);
		bool low = false;
		char sign;

		if (i < mms_n_trace_kinds && !mms_is_tracepoint(&mms_trace_kinds[i]))
			continue;
		for (const char *c = of; c < of_end; c++)
			low |= *c == '_';
		do
			sign = next_sign(&at, end);
		while (sign == next_sign(&of, of_end) && sign);
		if (low && !sign && of == of_end && !next_sign(&at, end))
			return true;
	}
	return false;
}

/* A name that comes for the first time: with its system before it, or of no kind of the table. NULL: it is none. */
static struct mms_event_name *learn(struct mms_trace *t, struct mms_event_name *n, const char *name, u32 len)
{
	static const char none[16] = ""; /* where it can be looked at beyond its end */
	static struct mms_event_name nameless;
	u32 behind = len, number;
	u16 kind;

	while (behind && name[behind - 1] != ':')
		behind--;
	kind = behind ? find(&t->now, name + behind, len - behind)->kind : 0;
	if (!kind && t->now.format->apart && (is_spoiled(name, name + len) || mms_holds(name, name + len, "..")))
		return NULL;
	number = t->now.event_names_used < MMS_EVENT_NAMES / 2 ? mms_name(&t->now.names, name, len) : 0;
	if (!number) { /* no room: a kind is still a kind */
		nameless = (struct mms_event_name){.name = none, .kind = kind, .generic = MMS_TRACE_GENERICS};
		return &nameless;
	}
	*n = (struct mms_event_name){.name = mms_name_at(&t->now.names, number)->at, .len = len, .kind = kind};
	t->now.event_names_used++;
	t->now.learned[t->now.n_learned++] = number;
	return n;
}

/* What stands for a name where trace_printk() wrote the line: 0, an address, `name.part.0+0x12/0x34`, `name [module]`. */
static bool is_place(const char *name, u32 len)
{
	const char *end = name + len, *at = name;
	bool hex = true;

	for (; at < end && *at != ' '; at++) {
		hex &= mms_is_digit(*at) || ((*at | 32) >= 'a' && (*at | 32) <= 'f') || (*at == 'x' && at == name + 1);
		if (!mms_is_word(*at) && *at != '.' && *at != '+' && *at != '/' && *at != '$' && *at != '@' && *at != '-')
			return false;
		if (*at == '+' && (end - at < 4 || at[1] != '0' || at[2] != 'x'))
			return false;
	}
	if ((mms_is_digit(*name) && !(hex && (len == 1 || at - name >= 8))) || mms_holds(name, end, ".."))
		return false;
	return at == end || (end - at > 2 && at[1] == '[' && end[-1] == ']' && mms_find(at + 1, end, ' ') == end);
}

static const char *digits_before(const char *begin, const char *at)
{
	while (at > begin && mms_is_digit(at[-1]))
		at--;
	return at;
}

bool mms_holds_event(const char *at, const char *end)
{
	const char *begin = at;

	for (; (at = mms_find(at, end, ':')) < end; at++) {
		const char *time = at, *digits;

		if (at + 1 < end && !mms_is_blank(at[1]))
			continue;
		digits = digits_before(begin, time);
		if (time - digits >= 6 && digits > begin && digits[-1] == '.' && digits_before(begin, digits - 1) < digits - 1)
			return true;
		time -= time > begin + 2 && !mms_is_word(time[-1]);
		if (time - begin > 2 && time[-1] == 's' && time[-2] == 'u' && digits_before(begin, time - 2) < time - 2)
			return true;
	}
	return false;
}

/* NULL: it is none. */
static struct mms_event_name *look_up(struct mms_trace *t, const char *name, u32 len)
{
	static const char print[16] = "print"; /* as the kernel's own event is called */
	struct mms_event_name *n = t->now.last_name;

	if (n->name && n->len == len && mms_equal(n->name, name, len))
		return n;
	len = MMS_MIN(len, MMS_TRACE_NAME_MAX);
	n = find(&t->now, name, len);
	if (!n->name && !is_event_name(name, len)) {
		if (!is_place(name, len))
			return NULL;
		n = find(&t->now, name = print, len = 5);
	}
	if (!n->name && !(n = learn(t, n, name, len)))
		return NULL;
	t->now.last_name = n;
	return n;
}

/* Than the event before it on its CPU; of a text that goes on, all ones stand for the one before its first. */
static void earlier(struct mms_trace *t, const u64 *last, u64 ts)
{
	if (*last == MMS_NO_TS)
		t->now.first_ts[last - t->now.last_ts] = ts;
	else
		t->now.report.reordered++;
}

u64 mms_event_time(struct mms_trace *t, const struct mms_head *head)
{
	struct mms_trace_report *report = &t->now.report;
	u64 ts = head->ts;
	u64 *last;

	if (ts != MMS_NO_TS && t->now.times.timed)
		t->now.times.ts = ts;
	else
		ts = mms_row_time(t, ts);
	report->events++;
	if (t->now.lost.waits)
		mms_lost_row(t, ts);
	if (head->cpu != MMS_NO_CPU && head->cpu >= report->cpus)
		report->cpus = head->cpu + 1u;
	report->ts_first = MMS_MIN(report->ts_first, ts);
	report->ts_last = MMS_MAX(report->ts_last, ts);
	if (head->ts == MMS_NO_TS)
		return ts;
	last = &t->now.last_ts[MMS_MIN((u32)head->cpu, MMS_TRACE_CPUS - 1)];
	if (ts < *last)
		earlier(t, last, ts);
	*last = ts;
	return ts;
}

void mms_trace_event(struct mms_trace *t, const struct mms_head *head, const char *name, u32 name_len, const char *args,
		     u32 args_len)
{
	struct mms_event_name *n = look_up(t, name, name_len);
	const char *end = args + args_len;
	struct mms_builder *b;

	if (!n) {
		mms_trace_bad(t, MMS_trace_why_head, name, NULL, "is no name of an event");
		return;
	}
	args = mms_skip_blanks(args, end);
	while (end > args && end[-1] == ' ')
		end--;
	if (n->kind) {
		b = mms_builder(t, (u8)(n->kind - 1));
		if (!b)
			return;
		switch (mms_match(t, b, args, end)) {
		case MATCHED:
			mms_row_end(t, b, head);
			return;
		case MATCHED_WRONG:
			return;
		case MATCHED_NOT:
			break;
		}
	}
	mms_generic(t, head, n, args, (u32)(end - args));
}
