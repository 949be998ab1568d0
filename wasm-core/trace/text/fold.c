/* SPDX-License-Identifier: Apache-2.0 */
/* Lines that a mailer folded at blanks, or a terminal cut in one column, put together again: text/repair.h. */
#include "trial.h"

#define HARD_LEAST 3u /* lines as long as the longest: a terminal cut them */
#define FOLDS_LEAST 2u /* one line alone may be torn */
#define FOLD_LEAST 64u /* bytes: mailers fold lines that are longer */

static bool begins(const struct mms_repair *r, const char *line, const char *end)
{
	return (r->timed ? r->format->timed : r->format->begins)(line, (u32)(end - line));
}

static bool begins_with(const char *field, const char *name, u32 len)
{
	for (u32 i = 0; i < len; i++)
		if (field[i] != name[i])
			return false;
	return true;
}

#define NAME_PART 8u /* bytes of a field's name that none begins with by chance */

/* Does a kind have a field of this name, or one that begins so? `nr_activate` of older kernels is nr_activate_anon now. */
static bool is_field(const char *name, u32 len)
{
	for (u32 kind = 0; kind < mms_n_trace_kinds; kind++)
		for (u32 i = 0; i < mms_trace_kinds[kind].fields; i++) {
			const char *field = mms_trace_kinds[kind].field[i].name;

			if (mms_same(field, name, len) || (len >= NAME_PART && begins_with(field, name, len)))
				return true;
		}
	return false;
}

/* A word that was cut in two: its halves make the name of an event, where a colon follows, or else of a field; the second
 * alone does not. */
static bool cuts_name(const char *half, const char *end, const char *line, const char *line_end)
{
	char name[64];
	u32 first = (u32)(end - half), second = (u32)(line_end - line);
	bool event = *line_end == ':';

	if (first + second > sizeof(name) || (!event && is_field(line, second)))
		return false;
	mms_copy(name, half, first);
	mms_copy(name + first, line, second);
	return event ? mms_trace_kind_named(name, first + second) != NULL : is_field(name, first + second);
}

enum glue { GLUE_BLANK, GLUE_NOTHING, GLUE_UNKNOWN };

/* What stood between the two halves of a line. Where a value may have been cut in two nobody can say. */
static enum glue glue_of(const char *text, const char *end, const char *line, const char *line_end)
{
	const char *half = end, *word = mms_word_end(line, line_end), *equals = mms_find(line, word, '=');

	while (half > text && !mms_is_blank(half[-1]))
		half--;
	if (half == end || end[-1] == '|' || end[-1] == '=' || *line == '|')
		return GLUE_NOTHING;
	if (word > line && word[-1] == ':' && mms_find(half, end, ':') == end)
		return cuts_name(half, end, line, word - 1) ? GLUE_NOTHING : GLUE_UNKNOWN;
	if (end[-1] == ':' || *line == '(' || *line == '[')
		return GLUE_BLANK;
	if (equals < word && end[-1] == '_') /* no name ends so */
		return GLUE_NOTHING;
	if (equals < word)
		return mms_find(half, end, '=') == end && cuts_name(half, end, line, equals) ? GLUE_NOTHING : GLUE_BLANK;
	if (mms_find(half, end, '=') < end)
		return GLUE_UNKNOWN;
	return mms_is_digit(*line) ? GLUE_UNKNOWN : GLUE_BLANK;
}

void mms_unfold_end(struct mms_trace *t)
{
	static const char odd[] = "?";
	struct mms_repair *r = &t->now.repair;

	if (!r->line_waits)
		return;
	r->line_waits = false;
	if (r->broken && r->trial && !r->timed) /* it explains nothing */
		return mms_repair_give(t, odd, odd + 1, r->line_first);
	if (!r->broken || r->trial)
		return mms_repair_give(t, r->line, r->line + r->line_len, r->line_first);
	t->now.line_at = r->line;
	t->now.line_end = r->line + r->line_len;
	mms_trace_bad(t, MMS_trace_why_cut, r->line, NULL, "a mailer folded the line, perhaps within a value");
}

/* In characters of UTF-8. */
static u32 columns_of(const char *at, const char *end)
{
	u32 n = 0;

	for (; at < end; at++)
		n += ((u8)*at & 0xc0) != 0x80;
	return n;
}

enum onward { ANOTHER_LINE, GOES_ON, LOST };

/* The line that waits goes on in this one where there was no room for its first word. LOST: it does, and what this one
 * is of it cannot be said. */
static enum onward goes_on(const struct mms_repair *r, const char *line, const char *end)
{
	static const char signs[] = "([|+0123456789";
	const char *word = mms_skip_space(line, end), *last = r->line + r->line_len - 1;

	if (!r->line_waits || word == end || begins(r, line, end))
		return ANOTHER_LINE;
	if (r->hard)
		return r->raw_len == r->hard ? GOES_ON : ANOTHER_LINE;
	if (r->raw_len + 1 + (u32)(mms_word_end(word, end) - word) <= r->width)
		return ANOTHER_LINE;
	for (u32 i = 0; i < sizeof(signs) - 1; i++)
		if (*word == signs[i] && !(*word == '[' && word + 1 < end && word[1] == ' ')) /* a message of the kernel */
			return GOES_ON;
	if (mms_starts(word, end, "<-") || *last == ':' || *last == '|' || *last == '=' || mms_find(word, end, '=') < end)
		return GOES_ON;
	return LOST;
}

void mms_unfold(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_repair *r = &t->now.repair;
	u32 len = (u32)(end - line), columns = columns_of(line, end);
	enum onward onward = goes_on(r, line, end);
	enum glue glue;

	if (onward == GOES_ON && r->line_len + len < MMS_TRACE_LINE_MAX) {
		line = r->hard ? line : mms_skip_space(line, end);
		if (r->hard) /* a mailer may have folded lines of one length at a blank */
			glue = r->timed && mms_is_word(r->line[r->line_len - 1]) && mms_is_word(*line) ? GLUE_UNKNOWN : GLUE_NOTHING;
		else
			glue = glue_of(r->line, r->line + r->line_len, line, end);
		r->broken |= glue == GLUE_UNKNOWN;
		if (glue == GLUE_BLANK)
			r->line[r->line_len++] = ' ';
		mms_repair_pass(t);
	} else {
		r->broken |= onward != ANOTHER_LINE;
		mms_unfold_end(t);
		if (!begins(r, line, end))
			return mms_repair_give(t, line, end, r->number);
		r->line_waits = true;
		r->broken = false;
		r->line_len = 0;
		r->line_first = r->number;
	}
	mms_move(r->line + r->line_len, line, (size_t)(end - line));
	r->line_len += (u32)(end - line);
	r->raw_len = columns;
	mms_fill(r->line + r->line_len, 0, MMS_TRACE_PAD);
}

/* This line begins with `name=value`, and so does the last word before it, or the name is a field's: a blank stood between
 * them, and a mailer took it. */
static bool between_pairs(const char *end, const char *line, const char *line_end)
{
	const char *word = end, *next = mms_word_end(line, line_end), *equals = mms_find(line, next, '=');

	while (!mms_is_blank(word[-1]) && word[-1] != '\n')
		word--;
	return equals < next && word < end && end[-1] != '_' && (mms_find(word, end, '=') < end || is_field(line, (u32)(equals - line)));
}

/* The longest line of more than one word. `hard`: how many are as long, and no event begins behind them. */
static u32 width_of(const struct mms_repair *r, const char *text, const char *end, u32 *full, u32 *hard)
{
	u32 width = 0, before = 0;

	*full = *hard = 0;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		u32 len;

		newline = mms_find(at, end, '\n');
		len = columns_of(at, newline);
		if (len > width && mms_find(mms_skip_blanks(at, newline), newline, ' ') < newline) {
			width = len;
			*full = *hard = before = 0;
		}
		if (before && before == width)
			*hard += len && !begins(r, at, newline) && !between_pairs(at - 1, at, newline);
		*full += len && len == width;
		before = len;
	}
	return width;
}

/* A terminal cut each line of an event, which has a time, in the same column, and what follows it has none. Words before
 * pairs may then be half of a line's. */
static bool is_cut_between_times(struct mms_repair *r, const char *text, const char *end)
{
	u32 full, hard, width;

	r->timed = true;
	width = width_of(r, text, end, &full, &hard);
	for (const char *at = text, *newline; at < end && r->timed; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		r->timed = columns_of(at, newline) != width || begins(r, at, newline);
	}
	return full >= HARD_LEAST && hard + 1 >= full && r->timed;
}

/* The columns of lines that a terminal cut, where too few of them were for the column to be known before: the longest, each
 * followed by one that is of no format. 0: there are none. */
static u32 cut_at(const struct mms_repair *r, const struct mms_format *format, const char *text, const char *end)
{
	u32 full, hard, width = width_of(r, text, end, &full, &hard), before = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		u32 len = (u32)((newline = mms_find(at, end, '\n')) - at);

		if (before == width && (!len || format->fits(at, len) || begins(r, at, newline) ||
					(format->explains && format->explains(at, len))))
			return 0;
		before = columns_of(at, newline);
	}
	return width >= FOLD_LEAST && full >= FOLDS_LEAST && before != width ? width : 0;
}

/* Do two panes of a terminal stand beside each other, with a bar between them? */
static bool has_panes(const char *text, const char *end)
{
	u32 lines = 0, bars = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		lines += at < newline;
		bars += mms_holds(at, newline, MMS_PANE_BAR);
	}
	return bars * 2 > lines;
}

bool mms_is_cut(const struct mms_repair *r, const char *line, const char *end)
{
	return (r->cut && columns_of(line, end) == r->cut) || (r->panes && mms_holds(line, end, MMS_PANE_BAR));
}

void mms_find_folds(struct mms_trial *trial)
{
	struct mms_repair *r = &trial->t->now.repair, best = *r;
	struct mms_recognition found = trial->found;
	char *from = trial->to;
	u32 len = trial->len;
	bool all = found.format && found.explained == found.lines;

	best.panes = r->panes = has_panes(from, from + len);
	if (all && !found.format->timed)
		return;
	trial->to = from + MMS_TRIAL_BYTES;
	for (u32 i = 0; (r->format = mms_format_nth(i)); i++) {
		u32 odd = found.format ? found.lines - found.explained : UINT32_MAX, full, hard;

		if (!r->format->begins)
			continue;
		r->timed = r->format->timed && is_cut_between_times(r, from, from + len);
		if (all && !r->timed)
			continue;
		r->width = width_of(r, from, from + len, &full, &hard);
		if (r->width > MMS_FOLD_WIDTH)
			break;
		r->hard = full >= HARD_LEAST && hard * 4 >= full * 3 ? r->width : 0;
		r->width = MMS_MIN(r->width, FOLD_LEAST);
		r->folded = true;
		mms_try(trial);
		if (trial->found.format == r->format && trial->found.lines - trial->found.explained < odd + r->timed &&
		    trial->found.lines + FOLDS_LEAST <= found.lines) {
			found = trial->found;
			best = *r;
		}
	}
	*r = best;
	trial->to = from;
	r->format = found.format;
	if (!r->folded && r->format && r->format->begins && !all)
		r->cut = cut_at(r, r->format, from, from + len);
	mms_try(trial);
}
