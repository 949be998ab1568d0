/* SPDX-License-Identifier: Apache-2.0 */
/* What was done to a text on its way here, undone: text/repair.h. */
#include "repair.h"

#include "base/bytes.h"
#include "trace/formats/recognition.h"
#include "base/json_scan.h"

#define HARD_LEAST 3u /* lines as long as the longest: a terminal cut them */
#define FOLDS_LEAST 2u /* one line alone may be torn */
#define FOLD_LEAST 64u /* bytes: mailers fold lines that are longer */
#define PRINTABLE_LEAST 66 /* columns before a line of quoted-printable goes on */
#define PRINTABLE_COLUMNS 76
#define HEX_DIGITS "0123456789ABCDEF"

/* ---- bytes ------------------------------------------------------------------------------------------------- */

static s32 hex_digit(char c)
{
	for (s32 i = 0; i < 16; i++)
		if (c == HEX_DIGITS[i])
			return i;
	return -1;
}

/* `=3D`: its byte; -1: it is none. */
static s32 escaped(const char *at, const char *end)
{
	s32 high = end - at > 2 ? hex_digit(at[1]) : -1;

	return high < 0 || hex_digit(at[2]) < 0 ? -1 : high * 16 + hex_digit(at[2]);
}

/* Every `=` of it is of quoted-printable: one is `=3D`, or ends a line of as many columns as such a text has. */
static bool is_printable(const char *text, const char *end)
{
	bool sure = false;
	const char *line = text;

	for (const char *at = text; (at = mms_find(at, end, '=')) < end; at++) {
		s32 byte = escaped(at, end);
		bool soft = end - at < 2 || at[1] == '\n' || at[1] == '\r';

		for (const char *newline; (newline = mms_find(line, at, '\n')) < at;)
			line = newline + 1;
		sure |= byte == '=' || (soft && at - line >= PRINTABLE_LEAST && at - line < PRINTABLE_COLUMNS);
		if (byte < 0 && end - at > 2 && !soft)
			return false;
	}
	return sure;
}

/* Behind `ESC [ 01;31m` or `ESC ( B`. */
static const char *skip_escape(const char *at, const char *end)
{
	if (end - at > 1 && at[1] == '[') {
		for (at += 2; at < end && (*at < '@' || *at > '~');)
			at++;
		return at < end ? at + 1 : end;
	}
	return end - at > 2 && (at[1] == '(' || at[1] == ')') ? at + 3 : at + 1;
}

static const struct {
	const char *name;
	char byte;
} entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}, {"&nbsp;", ' '}};

static u32 entity(const char *at, const char *end, char *byte)
{
	for (u32 i = 0; i < MMS_COUNT(entities); i++)
		if (mms_starts(at, end, entities[i].name)) {
			*byte = entities[i].byte;
			return mms_strlen(entities[i].name);
		}
	return 0;
}

/* `"…"` or `"…",` */
static bool is_string(const char *at, const char *end)
{
	at = mms_skip_blanks(at, end);
	end = mms_trimmed(at, end);
	end -= end > at && end[-1] == ',';
	return end - at > 1 && *at == '"' && end[-1] == '"';
}

/* What an object of JSON says: `journalctl -o json`, docker's json-file. */
static struct mms_json_span message_of(const char *at, const char *end)
{
	static const char *const names[] = {"MESSAGE", "message", "log", "msg"};
	struct mms_json_span span[MMS_COUNT(names)], none = {0};

	at = mms_skip_blanks(at, end);
	if (at >= end || *at != '{' || mms_json_object(at, mms_trimmed(at, end), names, span, MMS_COUNT(names)))
		return none;
	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (span[i].at && *span[i].at == '"')
			return span[i];
	return none;
}

/* `| … |`: a row of a table of Markdown. */
static bool is_row(const char *at, const char *end)
{
	at = mms_skip_blanks(at, end);
	end = mms_trimmed(at, end);
	return end - at > 2 && *at == '|' && end[-1] == '|';
}

/* Without colours, foreign blanks, entities and the signs of JSON. */
static u32 plain(const struct mms_repair *r, char *to, const char *at, const char *end)
{
	u32 len = 0, taken;

	if (r->objects) {
		struct mms_json_span span = message_of(at, end);

		len = span.at ? mms_json_text(span, to, MMS_REPAIR_BYTES) : UINT32_MAX;
		while (len && len != UINT32_MAX && (to[len - 1] == '\n' || to[len - 1] == '\r'))
			len--;
		if (len != UINT32_MAX && mms_find(to, to + len, '\n') == to + len)
			return len;
		len = 0;
	}
	if (r->strings && is_string(at, end)) {
		struct mms_json_span span = {.at = mms_skip_blanks(at, end), .end = mms_trimmed(at, end)};

		span.end -= span.end[-1] == ',';
		len = mms_json_text(span, to, MMS_REPAIR_BYTES);
		if (len != UINT32_MAX)
			return len;
		len = 0;
	}
	while (at < end) {
		if (r->colours && *at == 0x1b) {
			at = skip_escape(at, end);
		} else if (r->spaces && mms_starts(at, end, "\xc2\xa0")) {
			to[len++] = ' ';
			at += 2;
		} else if (r->entities && *at == '&' && (taken = entity(at, end, to + len))) {
			len++;
			at += taken;
		} else {
			to[len++] = *at++;
		}
	}
	return len;
}

static const char *unquoted(const char *at, const char *end)
{
	while (at < end && *at == '>')
		at += at + 1 < end && at[1] == ' ' ? 2 : 1;
	return at;
}

#define FENCE 3 /* characters */

static bool is_fence(const char *at, const char *end)
{
	at = mms_skip_blanks(at, end);
	return mms_starts(at, end, "```") || mms_starts(at, end, "~~~");
}

/* Behind a fence, where the first line of what it fences stands on its own line; `end`: there is at most a language. */
static const char *behind_fence(const char *at, const char *end)
{
	const char *behind = mms_skip_blanks(at, end) + FENCE;

	at = mms_word_end(mms_skip_blanks(behind, end), end);
	return mms_skip_blanks(at, end) < end ? behind : end;
}

/* ---- folded lines ------------------------------------------------------------------------------------------ */

static bool begins(const struct mms_repair *r, const char *line, const char *end)
{
	return r->format->begins(line, (u32)(end - line));
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
	if (equals < word)
		return mms_find(half, end, '=') == end && cuts_name(half, end, line, equals) ? GLUE_NOTHING : GLUE_BLANK;
	if (mms_find(half, end, '=') < end)
		return GLUE_UNKNOWN;
	return mms_is_digit(*line) ? GLUE_UNKNOWN : GLUE_BLANK;
}

/* The first bytes as they would be read now, and what would be recognised in them. */
struct mms_trial {
	struct mms_trace *t;
	const char *text, *end;
	char *to;
	u32 len;
	struct mms_recognition found;
};

/* A line as its tool wrote it: to the format, or to the trial. */
static void give(struct mms_trace *t, const char *line, const char *end, u64 number)
{
	struct mms_trial *trial = t->now.repair.trial;
	u64 last = t->now.line;

	if (trial) {
		mms_move(trial->to + trial->len, line, (size_t)(end - line));
		trial->len += (u32)(end - line);
		trial->to[trial->len++] = '\n';
		return;
	}
	t->now.line = number;
	mms_take_repaired(t, line, end);
	t->now.line = last;
}

/* A line that is counted with the one it belongs to. */
static void pass_over(struct mms_trace *t)
{
	if (!t->now.repair.trial)
		mms_trace_other(t);
}

static void give_waiting(struct mms_trace *t)
{
	static const char odd[] = "?";
	struct mms_repair *r = &t->now.repair;

	if (!r->line_waits)
		return;
	r->line_waits = false;
	if (r->broken && r->trial) /* it explains nothing */
		return give(t, odd, odd + 1, r->line_first);
	if (!r->broken)
		return give(t, r->line, r->line + r->line_len, r->line_first);
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

static void unfold(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_repair *r = &t->now.repair;
	u32 len = (u32)(end - line), columns = columns_of(line, end);
	enum onward onward = goes_on(r, line, end);
	enum glue glue;

	if (onward == GOES_ON && r->line_len + len < MMS_TRACE_LINE_MAX) {
		line = r->hard ? line : mms_skip_space(line, end);
		glue = r->hard ? GLUE_NOTHING : glue_of(r->line, r->line + r->line_len, line, end);
		r->broken |= glue == GLUE_UNKNOWN;
		if (glue == GLUE_BLANK)
			r->line[r->line_len++] = ' ';
		pass_over(t);
	} else {
		r->broken |= onward != ANOTHER_LINE;
		give_waiting(t);
		if (!begins(r, line, end))
			return give(t, line, end, r->number);
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

/* ---- a line ------------------------------------------------------------------------------------------------ */

static void take(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_repair *r = &t->now.repair;

	if (r->colours || r->spaces || r->entities || r->strings || r->objects) {
		u32 len = plain(r, r->clean, line, end);

		mms_fill(r->clean + len, 0, MMS_TRACE_PAD);
		line = r->clean;
		end = line + len;
	}
	if (r->quoted)
		line = unquoted(line, end);
	if (r->rows && is_row(line, end)) {
		line = mms_skip_blanks(line, end) + 1;
		end = mms_trimmed(line, mms_trimmed(line, end) - 1);
		line += line < end && *line == ' ';
	}
	r->time = MMS_NO_TS;
	for (u32 n = 0; n < r->prefixes; n++) {
		const char *behind = mms_prefix_end(r, n, line, end);

		line = behind ? behind : line;
	}
	if (r->fenced && is_fence(line, end)) {
		give_waiting(t);
		line = behind_fence(line, end);
	}
	if (r->fenced && end - line > FENCE && mms_starts(end - FENCE, end, "```"))
		end -= FENCE;
	if (r->folded)
		unfold(t, line, end);
	else
		give(t, line, end, r->number);
}

/* Quoted-printable: `=` at the end says that the line goes on in the next. */
static void soften(struct mms_trace *t, const char *at, const char *end)
{
	struct mms_repair *r = &t->now.repair;
	bool soft;

	if (!r->soft_waits) {
		r->soft_len = 0;
		r->soft_first = r->number;
	}
	end = mms_trimmed(at, end);
	soft = end > at && end[-1] == '=' && r->soft_len + (u32)(end - at) < MMS_TRACE_LINE_MAX;
	if (soft)
		pass_over(t);
	for (end -= soft; at < end && r->soft_len < MMS_TRACE_LINE_MAX;) {
		s32 byte = *at == '=' ? escaped(at, end) : -1;

		r->soft[r->soft_len++] = byte < 0 ? *at : (char)byte;
		at += byte < 0 ? 1 : 3;
	}
	r->soft_waits = soft;
	if (soft)
		return;
	r->number = r->soft_first;
	mms_fill(r->soft + r->soft_len, 0, MMS_TRACE_PAD);
	take(t, r->soft, r->soft + r->soft_len);
}

void mms_repair_line(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_repair *r = &t->now.repair;

	r->number = t->now.line;
	if (r->printable)
		soften(t, line, end);
	else
		take(t, line, end);
}

void mms_repair_end(struct mms_trace *t)
{
	struct mms_repair *r = &t->now.repair;

	if (r->soft_waits) {
		r->soft_waits = false;
		if (!r->trial)
			t->now.report.other--; /* as which its line was counted */
		mms_fill(r->soft + r->soft_len, 0, MMS_TRACE_PAD);
		take(t, r->soft, r->soft + r->soft_len);
	}
	give_waiting(t);
}

/* ---- what was done to it ------------------------------------------------------------------------------------ */

#define TRIAL_BYTES (MMS_TRACE_HEAD * 2 + MMS_TRACE_PAD)

static void try_it(struct mms_trial *trial)
{
	struct mms_trace *t = trial->t;
	struct mms_repair *r = &t->now.repair;

	trial->len = 0;
	r->trial = trial;
	r->soft_waits = r->line_waits = false;
	for (const char *at = trial->text, *newline; at < trial->end; at = newline + 1) {
		newline = mms_find(at, trial->end, '\n');
		if ((u32)(newline - at) <= MMS_TRACE_LINE_MAX)
			mms_repair_line(t, at, newline - (newline > at && newline[-1] == '\r'));
	}
	mms_repair_end(t);
	mms_fill(trial->to + trial->len, 0, MMS_TRACE_PAD);
	mms_recognise(trial->to, trial->len, &trial->found);
	r->trial = NULL;
	r->soft_waits = r->line_waits = false;
}

static bool better(const struct mms_recognition *now, const struct mms_recognition *before)
{
	return now->format && (!before->format || now->events > before->events);
}

/* These never stand before a line that a tool writes. */
static bool is_foreign(const struct mms_trial *trial, u8 prefix)
{
	return prefix < PREFIX_SAME && (prefix != PREFIX_NUMBER || mms_prefix_counts(trial->to, trial->to + trial->len));
}

static void undo(struct mms_trial *trial, const struct mms_repair *before)
{
	trial->t->now.repair = *before;
	try_it(trial);
}

static void find_prefixes(struct mms_trial *trial)
{
	struct mms_repair *r = &trial->t->now.repair, before;
	struct mms_recognition found;

	for (u32 n = 0; n < MMS_REPAIR_PREFIXES; n++) {
		bool taken = false, foreign;

		for (u8 prefix = 0; prefix < MMS_PREFIXES && !taken; prefix++) {
			before = *r;
			found = trial->found;
			foreign = is_foreign(trial, prefix);
			if (mms_prefix_of(r, n, (enum mms_prefix)prefix, trial->to, trial->to + trial->len)) {
				r->prefixes = (u8)(n + 1);
				try_it(trial);
				taken = better(&trial->found, &found) ||
					(foreign && trial->found.format && trial->found.events >= found.events);
			}
			if (!taken && r->prefixes > n)
				undo(trial, &before);
		}
		if (!taken)
			return;
	}
}

/* This line begins with `name=value`, and so does the last word before it, or the name is a field's: a blank stood between
 * them, and a mailer took it. */
static bool between_pairs(const char *end, const char *line, const char *line_end)
{
	const char *word = end, *next = mms_word_end(line, line_end), *equals = mms_find(line, next, '=');

	while (!mms_is_blank(word[-1]) && word[-1] != '\n')
		word--;
	return equals < next && word < end && (mms_find(word, end, '=') < end || is_field(line, (u32)(equals - line)));
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

static void find_folds(struct mms_trial *trial)
{
	struct mms_repair *r = &trial->t->now.repair, best = *r;
	struct mms_recognition found = trial->found;
	char *from = trial->to;
	u32 len = trial->len;

	if (found.format && found.explained == found.lines)
		return;
	trial->to = from + TRIAL_BYTES;
	for (u32 i = 0; (r->format = mms_format_nth(i)); i++) {
		u32 odd = found.format ? found.lines - found.explained : UINT32_MAX, full, hard;

		if (!r->format->begins)
			continue;
		r->width = width_of(r, from, from + len, &full, &hard);
		if (r->width > MMS_FOLD_WIDTH)
			break;
		r->hard = full >= HARD_LEAST && hard * 4 >= full * 3 ? r->width : 0;
		r->width = MMS_MIN(r->width, FOLD_LEAST);
		r->folded = true;
		try_it(trial);
		if (trial->found.format == r->format && trial->found.lines - trial->found.explained < odd &&
		    trial->found.lines + FOLDS_LEAST <= found.lines) {
			found = trial->found;
			best = *r;
		}
	}
	*r = best;
	trial->to = from;
	try_it(trial);
}

static void look_at_bytes(struct mms_repair *r, const char *text, const char *end)
{
	r->printable = is_printable(text, end);
	r->colours = mms_find(text, end, 0x1b) < end;
	for (const char *at = text; (at = mms_find(at, end, '\xc2')) < end && !r->spaces; at++)
		r->spaces = mms_starts(at, end, "\xc2\xa0");
	for (const char *at = text; (at = mms_find(at, end, '&')) < end && !r->entities; at++)
		r->entities = mms_find(text, end, '<') == end && (mms_starts(at, end, "&lt;") || mms_starts(at, end, "&gt;"));
}

/* Behind quoted-printable, which may have cut lines that are quoted. */
static void look_at_lines(struct mms_repair *r, const char *text, const char *end)
{
	u32 lines = 0, quoted = 0, strings = 0, objects = 0, rows = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		lines += mms_skip_space(at, newline) < newline;
		quoted += at < newline && *at == '>';
		strings += is_string(at, newline);
		objects += message_of(at, newline).at != NULL;
		rows += is_row(unquoted(at, newline), newline);
		r->fenced |= is_fence(unquoted(at, newline), newline);
	}
	r->quoted = quoted * 4 >= lines && quoted;
	r->strings = strings * 10 >= lines * 9 && strings;
	r->objects = objects * 10 >= lines * 9 && objects;
	r->rows = rows * 10 >= lines * 9 && rows;
}

/* ---- and in words ------------------------------------------------------------------------------------------ */

static void say(struct mms_text *text, const char *what)
{
	if (text->len)
		mms_put(text, "; ");
	mms_put(text, what);
}

static void describe(struct mms_trace *t)
{
	struct mms_repair *r = &t->now.repair;
	struct mms_text text = mms_text(t->now.report.repairs, sizeof(t->now.report.repairs) - 1);

	if (r->printable)
		say(&text, "quoted-printable was decoded");
	if (r->colours)
		say(&text, "colours were taken out");
	if (r->spaces)
		say(&text, "non-breaking blanks became blanks");
	if (r->strings)
		say(&text, "strings became lines");
	if (r->objects)
		say(&text, "the messages of JSON objects became lines");
	if (r->rows)
		say(&text, "the rows of a table became lines");
	if (r->entities)
		say(&text, "the entities of a page became characters");
	if (r->quoted)
		say(&text, "the marks of a quoted mail (>) were taken off");
	for (u32 n = 0; n < r->prefixes; n++) {
		say(&text, "a prefix of ");
		mms_put_u64(&text, r->prefix_len[n]);
		mms_put(&text, r->prefix_len[n] == 1 ? " byte was taken off every line: " : " bytes was taken off every line: ");
		mms_put_quoted(&text, r->same[n], r->prefix_len[n]);
	}
	if (r->fenced)
		say(&text, "the fences of Markdown were passed over");
	if (r->folded)
		say(&text, "folded lines were put together");
}

bool mms_repair_begin(struct mms_trace *t, const char *text, u32 len)
{
	struct mms_repair *r = &t->now.repair;
	struct mms_trial trial = {.t = t, .text = text, .end = text + len};
	char *room = mms_arena_alloc(&t->arena, 3 * (MMS_REPAIR_BYTES + MMS_TRACE_PAD) + 2 * TRIAL_BYTES);

	if (!room)
		return false;
	r->soft = room;
	r->clean = r->soft + MMS_REPAIR_BYTES + MMS_TRACE_PAD;
	r->line = r->clean + MMS_REPAIR_BYTES + MMS_TRACE_PAD;
	trial.to = r->line + MMS_REPAIR_BYTES + MMS_TRACE_PAD;
	if (len == MMS_TRACE_HEAD) /* the last line may be half a line */
		while (trial.end > text && trial.end[-1] != '\n')
			trial.end--;
	look_at_bytes(r, text, trial.end);
	try_it(&trial);
	look_at_lines(r, trial.to, trial.to + trial.len);
	if (r->quoted || r->strings || r->objects || r->rows || r->fenced)
		try_it(&trial);
	if (r->quoted && !trial.found.format) { /* a few lines that begin with > are not yet a mail */
		r->quoted = false;
		try_it(&trial);
	}
	find_prefixes(&trial);
	find_folds(&trial);
	r->any = r->printable || r->colours || r->spaces || r->entities || r->strings || r->objects || r->rows || r->quoted ||
		 r->prefixes || r->fenced || r->folded;
	t->now.format = trial.found.format;
	if (r->any && t->now.format)
		describe(t);
	if (!t->now.format)
		mms_refuse_text(t, &trial.found);
	else if (t->now.format->begin)
		t->now.format->begin(t, trial.to, trial.len);
	return true;
}
