/* SPDX-License-Identifier: Apache-2.0 */
/* Lines that a mailer folded at blanks, or a terminal cut in one column, put together again: text/repair.h. */
#include "trial.h"

#include "trace/rows/value.h"

#define HARD_LEAST 3u /* lines as long as the longest: a terminal cut them */
#define FOLDS_LEAST 2u /* one line alone may be torn */
#define FOLD_LEAST 64u /* bytes: mailers fold lines that are longer */
#define CUT_LEAST 40u  /* columns: nobody cuts lines that are shorter */
#define CUT_LOOKED_AT 8u

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

static bool is_number(const char *at, const char *end)
{
	while (at < end && mms_is_digit(*at))
		at++;
	return at == end;
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
	if (r->hard && r->raw_len == r->hard && is_number(word, end))
		return LOST; /* or it counts the next line */
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

/* ---- lines that end in one column, and nothing says so -------------------------------------------------------- */

/* Columns of a line, or bytes, without the blanks behind it. */
static u32 length_of(const struct mms_repair *r, const char *at, const char *end)
{
	end = mms_trimmed(at, end);
	return r->cut_bytes ? (u32)(end - at) : columns_of(at, end);
}

static const char *last_word(const char *at, const char *end)
{
	const char *word = end;

	while (word > at && !mms_is_blank(word[-1]))
		word--;
	return word;
}

/* The word before the first `name=`: the event of a line of pairs. Its end; NULL: there is none. */
static const char *event_of(const char *line, const char *end, const char **from)
{
	const char *equals = mms_find(line, end, '='), *key = equals;

	while (key > line && mms_is_word(key[-1]))
		key--;
	if (equals == end || key == equals)
		return NULL;
	key = mms_trimmed(line, key);
	*from = last_word(line, key);
	return key > *from ? key : NULL;
}

/* The last `name=` of a line. */
static const char *last_key(const char *line, const char *end, u32 *len)
{
	const char *equals = end, *name;

	while (equals > line && equals[-1] != '=')
		equals--;
	name = equals -= equals > line;
	while (name > line && mms_is_word(name[-1]))
		name--;
	*len = (u32)(equals - name);
	return name;
}

/* Does another line of the text have this event, and this name and a further one behind it? Or does it close a bracket at its
 * end, as this one does not? */
static bool goes_further(const char *text, const char *text_end, const char *line, const char *end)
{
	const char *event, *event_end = event_of(line, end, &event), *key;
	u32 event_len, len;

	if (!event_end)
		return false;
	event_len = (u32)(event_end - event);
	key = last_key(line, end, &len);
	for (const char *at = text, *newline; at < text_end; at = newline + 1) {
		const char *other, *to, *other_end = event_of(at, newline = mms_find(at, text_end, '\n'), &other);

		if (!other_end || at == line || (u32)(other_end - other) != event_len || !mms_equal(other, event, event_len))
			continue;
		for (to = mms_find(other_end, newline, '='); to < newline; to = mms_find(to + 1, newline, '='))
			if (to - other_end > (ptrdiff_t)len && mms_equal(to - len, key, len) && !mms_is_word(to[-(ptrdiff_t)len - 1]))
				break;
		if (to < newline && mms_find(to + 1, newline, '=') < newline)
			return true;
	}
	return false;
}

/* Does a name of a field, or of an event, begin with this word and go on? */
static bool is_begun(const char *word, u32 len, bool event)
{
	bool begun = false;

	for (u32 kind = 0; kind < mms_n_trace_kinds; kind++) {
		const struct mms_trace_kind *k = &mms_trace_kinds[kind];

		for (u32 i = 0; i < (event ? 1u : k->fields); i++) {
			const char *name = event ? k->name : k->field[i].name;

			begun |= begins_with(name, word, len) && !(event && mms_same(name, word, len));
		}
	}
	return begun;
}

/* A field whose value is a number, and so not empty. */
static bool is_number_field(const char *name, u32 len)
{
	for (u32 kind = 0; kind < mms_n_trace_kinds; kind++)
		for (u32 i = 0; i < mms_trace_kinds[kind].fields; i++) {
			const struct mms_column_info *field = &mms_trace_kinds[kind].field[i];

			if (field->type < MMS_column_type_name && mms_same(field->name, name, len))
				return true;
		}
	return false;
}

/* Events whose last field all kernels write. */
static const struct {
	const char *event, *last;
} lasts[] = {
	{"mm_page_free", "order"},       {"mm_page_alloc", "gfp_flags"},
	{"mm_vmscan_lru_shrink_inactive", "flags"}, {"mm_vmscan_lru_shrink_active", "flags"},
	{"mm_vmscan_write_folio", "flags"},         {"mm_vmscan_writepage", "flags"},
	{"mm_page_alloc_zone_locked", "migratetype"},  {"mm_page_pcpu_drain", "migratetype"},
	{"mm_page_alloc_extfrag", "change_ownership"}, {"mm_migrate_pages", "reason"},
	{"mm_migrate_pages_start", "reason"},       {"mm_compaction_isolate_migratepages", "nr_taken"},
	{"block_rq_issue", "cmd"},                  {"block_rq_complete", "cmd"},
	{"mm_compaction_isolate_freepages", "nr_taken"}, {"mm_compaction_migratepages", "nr_failed"},
};

/* `event: ` of these, and no `last=`. */
static bool lacks_last(const char *line, const char *end)
{
	const char *event, *event_end = event_of(line, end, &event), *sign;

	if (!event_end)
		return false;
	event_end -= event_end[-1] == ':';
	for (const char *at = event; (at = mms_find(at, event_end, ':')) < event_end; at++)
		event = at + 1;
	for (u32 i = 0; i < MMS_COUNT(lasts); i++) {
		u32 len = mms_strlen(lasts[i].last);

		if (!mms_same(lasts[i].event, event, (u32)(event_end - event)))
			continue;
		for (sign = mms_find(event_end, end, '='); sign < end; sign = mms_find(sign + 1, end, '='))
			if (mms_same(lasts[i].last, sign - len, len) && !mms_is_word(sign[-(ptrdiff_t)len - 1]))
				return false;
		return mms_starts(event_end, end, ": ");
	}
	return false;
}

/* Its flags have lost their end: those of reclaim are always two, and the second says whether it waits. */
static bool ends_in_flag(const char *line, const char *end)
{
	u32 len;
	const char *key = last_key(line, end, &len), *value = key + len + 1;

	if (value >= end || !(mms_same("gfp_flags", key, len) || mms_same("flags", key, len)))
		return false;
	return mms_value_cut(value, end) || (mms_starts(value, end, "RECLAIM_WB_") && !mms_holds(value, end, "SYNC"));
}

/* `mm_page_al`, `kmem:mm_page_al`, `kmem:`: a part of an event's name. */
static bool begins_event(const char *word, const char *end)
{
	const char *name = word;

	for (const char *at = word; (at = mms_find(at, end, ':')) < end; at++)
		name = at + 1;
	for (u32 i = 0; i < mms_n_trace_kinds && name == end && end - word > 1; i++)
		if (mms_same(mms_trace_kinds[i].system ? mms_trace_kinds[i].system : "", word, (u32)(end - word) - 1))
			return true;
	for (u32 i = 0; i < mms_n_aliases && end - name > 2; i++)
		if (begins_with(mms_aliases[i].name, name, (u32)(end - name)) && mms_aliases[i].name[end - name])
			return true;
	return end - name > 2 && is_begun(name, (u32)(end - name), true);
}

/* The line ends as no line does: within a name, behind `=`, within brackets, or behind the time of an event. */
static bool ends_amid(const char *line, const char *end)
{
	const char *word = last_word(line, end), *before = mms_trimmed(line, word), *sign = end;
	u32 len = (u32)(end - word);
	bool plain = len > 0;
	const char *key;

	for (const char *at = word; at < end; at++)
		plain &= mms_is_word(*at);
	if (end[-1] == '=') {
		key = last_key(line, end, &len);
		return is_number_field(key, len) || mms_same("gfp_flags", key, len) || mms_same("flags", key, len);
	}
	if (lacks_last(line, end) || ends_in_flag(line, end))
		return true;
	if (plain && mms_is_letter(*word) && mms_find(last_word(line, before), before, '=') < before && is_begun(word, len, false))
		return true;
	if (before > line && before[-1] == ':' && begins_event(word, end))
		return true;
	while (sign > line && sign[-1] != '[' && sign[-1] != ']' && sign[-1] != '(' && sign[-1] != ')')
		sign--;
	return sign > line + 1 && (sign[-1] == '[' || sign[-1] == '(') && mms_is_blank(sign[-2]) && sign < end;
}

/* The longest lines are of one length, and some of them end as no line does, or where others of their event go on: all of them
 * were cut. 0: they were not. */
static u32 cut_without_a_mark(struct mms_repair *r, const char *text, const char *end)
{
	u32 width = 0, full = 0, sure = 0, shorter = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		u32 len = length_of(r, at, newline = mms_find(at, end, '\n'));

		full = len > width ? 1 : full + (len == width);
		width = MMS_MAX(width, len);
	}
	if (width < CUT_LEAST || full < FOLDS_LEAST)
		return 0;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *to = mms_trimmed(at, newline = mms_find(at, end, '\n'));

		if (length_of(r, at, newline) != width || *at == '#')
			continue;
		if (ends_amid(at, to))
			sure++;
		else if (shorter < CUT_LOOKED_AT)
			shorter += goes_further(text, end, at, to);
	}
	return sure || shorter >= FOLDS_LEAST ? width : 0;
}

/* An editor showed where a line goes on, by a sign before it: the columns of the lines before those. 0: there are none. */
static u32 cut_before_signs(const char *text, const char *end)
{
	static const char *const signs[] = {"\xe2\x86\xaa", "\xe2\x86\xb3", "\xe2\x86\xa9", "+++"};
	u32 shown = 0, width = 0, before = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		for (u32 i = 0; i < MMS_COUNT(signs); i++)
			if (before && mms_starts(at, newline, signs[i])) {
				width = shown++ ? width : before;
				break;
			}
		before = columns_of(at, newline);
	}
	return shown >= FOLDS_LEAST ? width : 0;
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
	return (r->cut && (columns_of(line, end) == r->cut || length_of(r, line, end) == r->cut)) || (r->panes && mms_holds(line, end, MMS_PANE_BAR));
}

void mms_find_folds(struct mms_trial *trial)
{
	struct mms_repair *r = &trial->t->now.repair, best = *r;
	struct mms_recognition found = trial->found;
	char *from = trial->to;
	u32 len = trial->len;
	bool all = found.format && found.explained == found.lines;

	best.panes = r->panes = has_panes(from, from + len);
	best.cut = cut_before_signs(from, from + len);
	trial->to = from + MMS_TRIAL_BYTES;
	for (u32 i = 0; !best.cut && (r->format = mms_format_nth(i)); i++) {
		u32 odd = found.format ? found.lines - found.explained : UINT32_MAX, full, hard;

		if (!r->format->begins || (all && !found.format->timed))
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
	if (!r->folded && !r->cut && r->format && r->format->begins && !all)
		r->cut = cut_at(r, r->format, from, from + len);
	for (u32 bytes = 0; bytes < 2 && !r->folded && !r->cut && r->format; bytes++) {
		r->cut_bytes = bytes;
		r->cut = cut_without_a_mark(r, from, from + len);
	}
	mms_try(trial);
}
