/* SPDX-License-Identifier: Apache-2.0 */
#include "function_graph.h"

#include "base/bytes.h"
#include "trace/text/number.h"
#include "trace/text/times.h"

/* What stands before a function. */
struct graph_line {
	struct mms_head head;
	const char *text; /* behind time and CPU */
	const char *body; /* behind the last bar */
};

/* A bar between columns has a blank, or nothing, behind it; one between flags of an event does not. */
static const char *find_bar(const char *at, const char *end)
{
	while ((at = mms_find(at, end, '|')) < end && at + 1 < end && at[1] != ' ')
		at++;
	return at;
}

/* `1287587.105140 |` */
static const char *take_time(struct graph_line *g, const char *at, const char *end)
{
	const char *word = mms_word_end(at, end), *bar = mms_skip_blanks(word, end);
	u64 ns;

	if (bar == end || *bar != '|' || mms_find(at, word, '.') == word || !mms_time_in(at, word, 1000000000, &ns))
		return at;
	g->head.ts = ns;
	return mms_skip_blanks(bar + 1, end);
}

/* `kswapd1-340`, `usemem-3012` */
static bool take_task(struct graph_line *g, const char *at, const char *end)
{
	const char *dash = end, *digits;
	u64 pid;

	at = mms_skip_blanks(at, end);
	end = mms_trimmed(at, end);
	while (dash > at && *dash != '-')
		dash--;
	digits = dash + 1;
	if (dash == at || digits >= end || !mms_decimal(&digits, &pid) || digits != end || pid > INT32_MAX)
		return false;
	g->head.pid = (s32)pid;
	g->head.comm = at;
	g->head.comm_len = (u32)(dash - at);
	return true;
}

static bool take_apart(struct graph_line *g, const char *line, const char *end)
{
	const char *at = mms_skip_blanks(line, end), *bar, *next;
	u64 cpu;

	g->head = (struct mms_head){.ts = MMS_NO_TS, .cpu = MMS_NO_CPU, .pid = MMS_NO_PID};
	at = take_time(g, at, end);
	if (!mms_decimal(&at, &cpu) || at >= end || *at != ')' || cpu >= MMS_NO_CPU)
		return false;
	g->head.cpu = (u16)cpu;
	g->text = at = mms_skip_blanks(at + 1, end);
	bar = find_bar(at, end);
	if (bar == end)
		return false;
	if (take_task(g, at, bar))
		g->text = mms_skip_blanks(bar + 1, end);
	while ((next = find_bar(bar + 1, end)) < end)
		bar = next;
	g->body = mms_skip_blanks(bar + 1, end);
	return true;
}

bool mms_is_graph(const char *line, const char *end)
{
	struct graph_line g;

	return take_apart(&g, line, end);
}

/* The event in a comment. */
static void comment(struct mms_trace *t, const struct graph_line *g, const char *at, const char *end)
{
	static const char print[64] = "print"; /* text that is passed on has 32 bytes behind it */
	const char *colon, *to = end;

	at = mms_skip_blanks(at + 2, end);
	if (end - at >= 2 && end[-1] == '/' && end[-2] == '*')
		to = mms_trimmed(at, end - 2);
	else if (t->now.last)
		return mms_trace_bad(t, MMS_trace_why_cut, at, NULL, "the line ends before the event does");
	colon = mms_find(at, mms_word_end(at, to), ':');
	if (colon < to)
		mms_trace_event(t, &g->head, at, (u32)(colon - at), colon + 1, (u32)(to - colon - 1));
	else
		mms_trace_event(t, &g->head, print, 5, at, (u32)(to - at));
}

bool mms_graph_line(struct mms_trace *t, const char *line, const char *end)
{
	static const char function[64] = "function_graph"; /* text that is passed on has 32 bytes behind it */
	struct graph_line g;

	if (!take_apart(&g, line, end))
		return false;
	if (g.body == end)
		mms_trace_other(t); /* ==========> | of an interrupt */
	else if (mms_starts(g.body, end, "/*"))
		comment(t, &g, g.body, end);
	else
		mms_trace_event(t, &g.head, function, 14, g.text, (u32)(end - g.text));
	return true;
}

bool mms_graph_switch(const char *line, const char *end)
{
	const char *at = mms_skip_blanks(line, end);
	u64 cpu;

	if (mms_starts(at, end, "----------"))
		return true;
	return mms_decimal(&at, &cpu) && at < end && *at == ')' && mms_holds(at, end, "  =>  ");
}
