/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the first bytes of a text to its format: every format says how each line fits it, and the sums decide. A format that
 * explains too few of the lines is none of the text, however well those fit it.
 */
#include "recognition.h"

#include "formats.h"
#include "task_line.h"
#include "base/bytes.h"
#include "wrong_file.h"

static const struct mms_format *const formats[] = {
#define MMS_F(name) &mms_format_##name,
	MMS_FORMATS(MMS_F)
#undef MMS_F
};

struct tally {
	u64 sum;
	u32 explained, events;
};

/* More control characters than a spoiled text has: one byte in 16. Random bytes have more than one in 10. */
static bool is_text(const char *text, u32 len)
{
	u32 odd = 0;

	for (u32 i = 0; i < len; i++) {
		u8 c = (u8)text[i];

		odd += c < ' ' && c != '\n' && c != '\t' && c != '\r' && c != 0x1b;
	}
	return odd <= len / 16;
}

/* True: a format knows the line. */
static bool count(struct tally *tally, const char *line, u32 len)
{
	bool known = false;

	for (u32 i = 0; i < MMS_COUNT(formats); i++) {
		u32 fits = formats[i]->fits(line, len);
		bool explained = fits || (formats[i]->explains && formats[i]->explains(line, len));

		tally[i].sum += fits;
		tally[i].events += fits > 0;
		tally[i].explained += explained;
		known |= explained;
	}
	return known;
}

static bool may_be(const struct mms_format *format, const struct tally *tally, u32 lines, const char *text, u32 len)
{
	return tally->sum && tally->explained * 100 >= lines * format->share && (!format->accepts || format->accepts(text, len));
}

void mms_recognise(const char *text, u32 len, struct mms_recognition *found)
{
	struct tally tally[MMS_COUNT(formats)] = {0};
	const char *end = text + len;
	u32 best = MMS_COUNT(formats), line = 0;

	*found = (struct mms_recognition){0};
	if (!is_text(text, len))
		return;
	for (const char *at = text, *newline; at < end; at = newline + 1) {
		u32 line_len;

		newline = mms_find(at, end, '\n');
		line++;
		line_len = (u32)(newline - at);
		line_len -= line_len && at[line_len - 1] == '\r';
		if (mms_skip_space(at, at + line_len) == at + line_len)
			continue;
		found->lines++;
		if (line_len <= MMS_TRACE_LINE_MAX && count(tally, at, line_len))
			continue;
		if (!found->odd) {
			found->odd = at;
			found->odd_len = line_len;
			found->odd_line = line;
		}
	}
	for (u32 i = 0; i < MMS_COUNT(formats); i++)
		if ((best == MMS_COUNT(formats) || tally[i].sum > tally[best].sum) &&
		    may_be(formats[i], &tally[i], found->lines, text, len))
			best = i;
	if (best == MMS_COUNT(formats))
		return;
	found->format = formats[best];
	found->explained = tally[best].explained;
	found->events = tally[best].events;
}

const struct mms_format *mms_format_of(u32 id)
{
	for (u32 i = 0; i < MMS_COUNT(formats); i++)
		if (formats[i]->id == id)
			return formats[i];
	return NULL;
}

const struct mms_format *mms_format_nth(u32 n)
{
	return n < MMS_COUNT(formats) ? formats[n] : NULL;
}

/* `guest1.dat:        kswapd0-47    [001] …`, of more than one name. */
static bool is_of_several(const char *text, const char *end)
{
	const char *first = NULL;
	u32 first_len = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		const char *name, *to;

		newline = mms_find(at, end, '\n');
		name = mms_skip_space(at, newline);
		to = mms_word_end(name, newline);
		if (to == name || to[-1] != ':' || !mms_task_begins(to, (u32)(newline - to)))
			continue;
		if (first && ((u32)(to - name) != first_len || !mms_equal(name, first, first_len)))
			return true;
		first = name;
		first_len = (u32)(to - name);
	}
	return false;
}

void mms_refuse_text(struct mms_trace *t, const struct mms_recognition *found)
{
	struct mms_trace_part *now = &t->now;
	u32 len = (u32)MMS_MIN(now->end - now->at, (ptrdiff_t)MMS_TRACE_HEAD);
	const char *wrong = mms_wrong_text(now->at, len);
	struct mms_text text;

	now->phase = TRACE_FAILED;
	if (!wrong && is_of_several(now->at, now->at + len))
		wrong = "this is the text of several recordings, each named before its lines, and tasks and nodes of one are not those of "
			"another: trace-cmd report -i FILE > trace.txt writes one alone";
	if (wrong || len == mms_blanks(now->at, len)) {
		mms_trace_stop(t, MMS_status_format,
			       wrong ? wrong : len ? "the text is nothing but blanks and empty lines" : "the text is empty");
		return;
	}
	text = mms_error_begin(&now->error, MMS_status_format, 0, 0);
	mms_put(&text, "no format that this reader knows explains the text");
	if (found->odd) {
		mms_put(&text, "; the first line that none explains is line ");
		mms_put_u64(&text, found->odd_line);
		mms_put(&text, ": ");
		mms_put_quoted(&text, found->odd, found->odd_len);
	}
	mms_error_end(&now->error, &text);
}
