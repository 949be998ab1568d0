/* SPDX-License-Identifier: Apache-2.0 */
/* What was done to a text on its way here, undone: text/repair.h. */
#include "trial.h"

#define COUNTED_PERCENT 80u /* of a text's events: lines without their number are none */
#define CAPITALS_LEAST 16u /* letters of a text that is all capitals */

/* A line as its tool wrote it: to the format, or to the trial. */
void mms_repair_give(struct mms_trace *t, const char *line, const char *end, u64 number)
{
	struct mms_trial *trial = t->now.repair.trial;
	u64 last = t->now.line;

	if (!trial && (t->now.repair.cut || t->now.repair.panes) && mms_is_cut(&t->now.repair, line, end)) {
		t->now.line_at = line;
		t->now.line_end = end;
		mms_trace_bad(t, MMS_trace_why_cut, line, NULL, "a terminal cut the line");
		return;
	}
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
void mms_repair_pass(struct mms_trace *t)
{
	if (!t->now.repair.trial)
		mms_trace_other(t);
}

/* A line of which nobody can say what it was. */
static void spoiled(struct mms_trace *t, const char *line, const char *end, const char *sentence)
{
	static const char odd[] = "?";

	mms_unfold_end(t);
	if (t->now.repair.trial)
		return mms_repair_give(t, odd, odd + 1, t->now.repair.number);
	t->now.line_at = line;
	t->now.line_end = end;
	mms_trace_bad(t, MMS_trace_why_cut, line, NULL, sentence);
}

/* ---- a line ------------------------------------------------------------------------------------------------ */

static void take(struct mms_trace *t, const char *line, const char *end)
{
	struct mms_repair *r = &t->now.repair;

	if (r->colours || r->spaces || r->invisible || r->escapes || r->typeset || r->tags || r->entities || r->strings || r->objects || r->controls) {
		u32 len = mms_plain(r, r->clean, line, end);

		mms_fill(r->clean + len, 0, MMS_TRACE_PAD);
		line = r->clean;
		end = line + len;
	}
	if (r->quoted)
		line = mms_unquoted(line, end);
	if (r->rows)
		mms_unrow(r, &line, &end);
	end = mms_unsuffixed(r, line, end);
	r->time = MMS_NO_TS;
	for (u32 n = 0; n < r->prefixes; n++) {
		const char *behind = mms_prefix_end(r, n, line, end);

		if (!behind && r->prefix[n] == PREFIX_COUNT && mms_skip_space(line, end) < end)
			return spoiled(t, line, end, "has no number before it, as the lines around it have");
		if (!behind && r->prefix[n] == PREFIX_BANNER && r->due && mms_skip_space(line, end) < end)
			return spoiled(t, line, end, "has not before it what the lines around it have");
		line = behind ? behind : line;
	}
	if (r->fenced && mms_is_fence(line, end)) {
		mms_unfold_end(t);
		line = mms_behind_fence(line, end);
	}
	if (r->fenced && end - line > MMS_FENCE && mms_starts(end - MMS_FENCE, end, "```"))
		end -= MMS_FENCE;
	if (r->folded)
		mms_unfold(t, line, end);
	else
		mms_repair_give(t, line, end, r->number);
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
		mms_repair_pass(t);
	for (end -= soft; at < end && r->soft_len < MMS_TRACE_LINE_MAX;) {
		s32 byte = *at == '=' ? mms_printable_byte(at, end) : -1;

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
	mms_unfold_end(t);
}

/* ---- what was done to it ------------------------------------------------------------------------------------ */

void mms_try(struct mms_trial *trial)
{
	struct mms_trace *t = trial->t;
	struct mms_repair *r = &t->now.repair;

	trial->len = 0;
	r->counted = r->counted_from;
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
	r->counted = r->counted_from;
}

static bool better(const struct mms_recognition *now, const struct mms_recognition *before)
{
	return now->format && (!before->format || now->events > before->events);
}

/* These never stand before a line that a tool writes. */
static bool is_foreign(const struct mms_trial *trial, u8 prefix)
{
	if (prefix == PREFIX_SAME)
		return trial->found.format && trial->found.format->apart && mms_prefix_differs(trial->to, trial->to + trial->len);
	return prefix < PREFIX_SAME && (prefix != PREFIX_NUMBER || mms_prefix_counts(trial->to, trial->to + trial->len));
}

static void undo(struct mms_trial *trial, const struct mms_repair *before)
{
	trial->t->now.repair = *before;
	mms_try(trial);
}

/* What a reader of the kernel's own lines would take for a part of their last values. */
static void find_suffix(struct mms_trial *trial)
{
	struct mms_repair *r = &trial->t->now.repair, before = *r;
	struct mms_recognition found = trial->found;

	if (!mms_suffix_of(r, trial->to, trial->to + trial->len))
		return;
	mms_try(trial);
	if (found.format && (!trial->found.format || trial->found.events < found.events || trial->found.explained < found.explained))
		undo(trial, &before);
}

/* Does a time stand before most lines of the trial? */
static bool has_time_before(struct mms_trial *trial, u32 n)
{
	static const u8 timed[] = {PREFIX_JOURNAL, PREFIX_DATE, PREFIX_DMESG};

	for (u32 i = 0; n < MMS_REPAIR_PREFIXES && i < sizeof(timed); i++)
		if (mms_prefix_of(&trial->t->now.repair, n, (enum mms_prefix)timed[i], trial->to, trial->to + trial->len))
			return true;
	return false;
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
				mms_try(trial);
				taken = better(&trial->found, &found) || (prefix == PREFIX_SAME && has_time_before(trial, n + 1)) ||
					(foreign && trial->found.format &&
					 trial->found.events * 100 >= found.events * (prefix == PREFIX_COUNT ? COUNTED_PERCENT : 100u));
			}
			if (!taken && r->prefixes > n)
				undo(trial, &before);
		}
		if (!taken)
			return;
	}
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

	if (r->controls)
		say(&text, "control characters at the ends of lines were taken off");
	if (r->printable)
		say(&text, "quoted-printable was decoded");
	if (r->colours)
		say(&text, "colours were taken out");
	if (r->spaces)
		say(&text, "blanks of a page became blanks");
	if (r->invisible)
		say(&text, "characters that nobody sees were taken out");
	if (r->typeset)
		say(&text, "hyphens, colons, quotation marks and blanks became those of a keyboard");
	if (r->strings)
		say(&text, "strings became lines");
	if (r->objects)
		say(&text, "the messages of JSON objects became lines");
	if (r->rows)
		say(&text, "the rows of a table became lines");
	if (r->escapes)
		say(&text, "escapes of Markdown or TeX were undone");
	if (r->tags)
		say(&text, "the tags of a page were taken out");
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
	if (r->suffix_len) {
		say(&text, "what stood behind every line was taken off: ");
		mms_put_quoted(&text, r->suffix, r->suffix_len);
	}
	if (r->fenced)
		say(&text, "the fences of Markdown were passed over");
	if (r->folded)
		say(&text, "folded lines were put together");
}

/* Lines end with `$`, or with a backslash where they go on, always in the same column. */
static bool is_listed(const char *text, const char *end)
{
	u32 lines = 0, ends = 0, folds = 0, width = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		newline = mms_find(at, end, '\n');
		if (newline == at)
			continue;
		lines++;
		if (newline[-1] == '$') {
			ends++;
		} else if (newline[-1] == '\\') {
			width = folds++ ? width : (u32)(newline - at);
			if (newline - at > (ptrdiff_t)width || newline - at + 4 < (ptrdiff_t)width) /* an escape goes on whole */
				return false;
		}
	}
	return folds > 1 && ends && (ends + folds) * 10 >= lines * 9;
}

/* Other ends than a newline, which no line of the text has; or capitals alone, where the kernel and scripts have few. NULL: neither. */
static const char *wrong_letters(const char *text, const char *end)
{
	u32 capitals = 0;

	if (mms_find(text, end, '\n') == end &&
	    (mms_find(text, end - (end > text && end[-1] == '\r'), '\r') < end - 1 || mms_holds(text, end, "\xe2\x80\xa8")))
		return "its lines end with a carriage return or a separator of Unicode, and none with a newline: tr '\\r' '\\n' < FILE > "
		       "trace.txt mends the former";
	if (is_listed(text, end))
		return "this is what sed -n l makes of a text, which folds its lines anywhere: open the text itself";
	for (const char *at = text; (at = mms_find(at, end, 'A')) < end; at++)
		if (mms_starts(at, end, "Attaching ") && end - at > 10 && at[10] & 0x80)
			return "its digits are not 0 to 9 of ASCII, which all tools write";
	for (const char *at = text; at < end; at++) {
		capitals += mms_is_upper(*at);
		if (*at >= 'a' && *at <= 'z')
			return NULL;
	}
	return capitals > CAPITALS_LEAST ? "all its letters are capitals, and names of events and tasks are not" : NULL;
}

bool mms_repair_begin(struct mms_trace *t, const char *text, u32 len)
{
	struct mms_repair *r = &t->now.repair;
	struct mms_trial trial = {.t = t, .text = text, .end = text + len};
	char *room = mms_arena_alloc(&t->arena, 3 * (MMS_REPAIR_BYTES + MMS_TRACE_PAD) + 2 * MMS_TRIAL_BYTES);

	const char *wrong = wrong_letters(text, text + len);

	if (!room)
		return false;
	if (wrong) {
		mms_trace_stop(t, MMS_status_format, wrong);
		return true;
	}
	r->soft = room;
	r->clean = r->soft + MMS_REPAIR_BYTES + MMS_TRACE_PAD;
	r->line = r->clean + MMS_REPAIR_BYTES + MMS_TRACE_PAD;
	trial.to = r->line + MMS_REPAIR_BYTES + MMS_TRACE_PAD;
	if (len == MMS_TRACE_HEAD) /* the last line may be half a line */
		while (trial.end > text && trial.end[-1] != '\n')
			trial.end--;
	mms_markup_in_bytes(r, text, trial.end);
	mms_try(&trial);
	mms_markup_in_lines(r, trial.to, trial.to + trial.len);
	if (r->quoted || r->strings || r->objects || r->rows || r->fenced)
		mms_try(&trial);
	if (r->quoted && !trial.found.format) { /* a few lines that begin with > are not yet a mail */
		r->quoted = false;
		mms_try(&trial);
	}
	find_suffix(&trial);
	find_prefixes(&trial);
	mms_find_folds(&trial);
	r->any = r->printable || r->controls || r->colours || r->spaces || r->invisible || r->escapes || r->typeset || r->tags || r->suffix_len || r->entities || r->strings || r->objects || r->rows || r->quoted ||
		 r->prefixes || r->fenced || r->folded || r->cut || r->panes;
	t->now.format = trial.found.format;
	if (r->any && t->now.format)
		describe(t);
	if (!t->now.format)
		mms_refuse_text(t, &trial.found);
	else if (t->now.format->begin)
		t->now.format->begin(t, trial.to, trial.len);
	return true;
}
