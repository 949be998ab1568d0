/* SPDX-License-Identifier: Apache-2.0 */
/* What mail, terminals, pages and programs write into a line or around it: text/repair.h. */
#include "trial.h"

#include "base/json_scan.h"

#define PRINTABLE_LEAST 66 /* columns before a line of quoted-printable goes on */
#define PRINTABLE_COLUMNS 76
#define INNER 9u /* of message_of()'s names: from here on they hold an object with the message */
#define MOST_PERCENT 90u /* of the lines are of a sort, or none is taken for it */

/* Is this so of as good as all lines? */
static bool most(u32 n, u32 lines)
{
	return n && n * 100 >= lines * MOST_PERCENT;
}

static s32 hex_byte(const char *at, const char *end)
{
	s32 high = end - at > 1 ? mms_hex_digit(at[0]) : -1;

	return high < 0 || mms_hex_digit(at[1]) < 0 ? -1 : high * 16 + mms_hex_digit(at[1]);
}

s32 mms_printable_byte(const char *at, const char *end)
{
	return at[1] >= 'a' || at[2] >= 'a' ? -1 : hex_byte(at + 1, end); /* capitals */
}

/* Every `=` of it is of quoted-printable: one is `=3D`, or ends a line of as many columns as such a text has. */
static bool is_printable(const char *text, const char *end)
{
	bool sure = false;
	const char *line = text;

	for (const char *at = text; (at = mms_find(at, end, '=')) < end; at++) {
		s32 byte = mms_printable_byte(at, end);
		bool soft = end - at < 2 || at[1] == '\n' || at[1] == '\r';

		for (const char *newline; (newline = mms_find(line, at, '\n')) < at;)
			line = newline + 1;
		sure |= byte == '=' || (soft && at - line >= PRINTABLE_LEAST && at - line < PRINTABLE_COLUMNS);
		if (byte < 0 && end - at > 2 && !soft)
			return false;
	}
	return sure;
}

/* Behind `ESC [ 01;31m`, `ESC ( B`, or `ESC ] 0;title BEL`. */
static const char *skip_escape(const char *at, const char *end)
{
	if (end - at > 1 && at[1] == '[') {
		for (at += 2; at < end && (*at < '@' || *at > '~');)
			at++;
		return at < end ? at + 1 : end;
	}
	if (end - at > 1 && at[1] == ']') {
		while (at < end && *at != '\a' && !(at[0] == 0x1b && at[1] == '\\'))
			at++;
		return MMS_MIN(at + (at < end && *at != '\a' ? 2 : 1), end);
	}
	return end - at > 2 && (at[1] == '(' || at[1] == ')') ? at + 3 : at + 1;
}

/* What is left of `ESC [ 01;31m` where ESC was lost or spelled out, `[01;31m`, `^[[0m`, `\x1b[K`: behind it; NULL: it is none. */
static const char *spelled_colour(const char *at, const char *end)
{
	static const char *const escapes[] = {"^[", "\\x1b", "\\x1B", "\\033", "\\e", "\\u001b", "\xef\xbf\xbd", "\xe2\x90\x9b"};
	const char *digits;
	bool spelled = false;

	for (u32 i = 0; i < MMS_COUNT(escapes) && !spelled; i++)
		if (mms_starts(at, end, escapes[i])) {
			at += mms_strlen(escapes[i]);
			spelled = true;
		}
	if (at >= end || *at != '[')
		return NULL;
	digits = ++at;
	while (at < end && (mms_is_digit(*at) || *at == ';'))
		at++;
	if (at == end || (*at != 'm' && *at != 'K'))
		return NULL;
	if (spelled || (*at == 'm' && at > digits))
		return at + 1;
	/* What grep writes behind those: `[K`, `[m[K`. */
	return *at == 'K' || mms_starts(at + 1, end, "[K") ? at + 1 : NULL;
}

/* ---- pages ------------------------------------------------------------------------------------------------- */

const char *mms_tag_end(const char *at, const char *end)
{
	static const char *const names[] = {"br", "code", "div", "em", "entry", "font", "li", "line", "ol", "p", "pre", "samp", "span", "strong",
					    "table", "tbody", "td", "tr", "tt", "ul"};
	const char *name = at + 1 + (end - at > 1 && at[1] == '/'), *to = name;

	while (to < end && mms_is_letter(*to))
		to++;
	if (to == end || (*to != '>' && *to != ' ' && *to != '/') || (at = mms_find(to, end, '>')) == end)
		return NULL;
	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_same(names[i], name, (u32)(to - name)))
			return at + 1;
	return NULL;
}

/* A character in UTF-8. */
static u32 put_character(char *to, u32 code)
{
	if (code < 0x80) {
		to[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		to[0] = (char)(0xc0 | code >> 6);
		to[1] = (char)(0x80 | (code & 63));
		return 2;
	}
	if (code < 0x10000) {
		to[0] = (char)(0xe0 | code >> 12);
		to[1] = (char)(0x80 | (code >> 6 & 63));
		to[2] = (char)(0x80 | (code & 63));
		return 3;
	}
	to[0] = (char)(0xf0 | (code >> 18 & 7));
	to[1] = (char)(0x80 | (code >> 12 & 63));
	to[2] = (char)(0x80 | (code >> 6 & 63));
	to[3] = (char)(0x80 | (code & 63));
	return 4;
}

/* `&lt;`, `&#39;`, `&#x27;`: its bytes, and behind it; NULL: it is none. */
static const char *entity(const char *at, const char *end, char *to, u32 *len)
{
	static const struct {
		const char *name;
		char byte;
	} entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&nbsp;", ' '}};
	u32 code = 0, base = 10;

	for (u32 i = 0; i < MMS_COUNT(entities); i++)
		if (mms_starts(at, end, entities[i].name)) {
			to[(*len)++] = entities[i].byte;
			return at + mms_strlen(entities[i].name);
		}
	if (!mms_starts(at, end, "&#"))
		return NULL;
	at += 2;
	if (at < end && *at == 'x')
		base = 16, at++;
	for (; at < end && mms_hex_digit(*at) >= 0 && mms_hex_digit(*at) < (s32)base && code < 0x110000; at++)
		code = code * base + (u32)mms_hex_digit(*at);
	if (at == end || *at != ';' || code < ' ' || code > 0x10ffff)
		return NULL;
	*len += put_character(to + *len, code);
	return at + 1;
}

/* Bytes of a blank of Unicode: U+00A0, U+2000 to U+200A, U+202F, U+205F, U+3000, and U+3164, which is none and looks as one;
 * 0: it is none. */
static u32 wide_blank(const char *at, const char *end)
{
	if (*at == '\xc2')
		return mms_starts(at, end, "\xc2\xa0") ? 2 : 0;
	if (end - at < 3)
		return 0;
	if (mms_starts(at, end, "\xe2\x80"))
		return (u8)at[2] <= 0x8a || (u8)at[2] == 0xaf ? 3 : 0;
	return mms_starts(at, end, "\xe2\x81\x9f") || mms_starts(at, end, "\xe3\x80\x80") || mms_starts(at, end, "\xe3\x85\xa4") ? 3 : 0;
}

/* Bytes of a character that nobody sees: U+0080 to U+009F, U+00AD, U+200B, U+200E, U+200F, U+202A to U+202E, U+2060 to U+2069,
 * U+FE00 to U+FE0F, U+FEFF, and U+20E3, the frame of a key; 0: it is none. U+200C and U+200D join letters of names, but none of
 * ASCII. */
static u32 unseen(const char *at, const char *end)
{
	u8 last;

	if (*at == '\xc2')
		return end - at > 1 && ((u8)at[1] <= 0x9f || at[1] == '\xad') ? 2 : 0;
	if (end - at < 3)
		return 0;
	last = (u8)at[2];
	if (mms_starts(at, end, "\xe2\x80") && (last == 0x8c || last == 0x8d))
		return end - at == 3 || !(at[3] & 0x80) ? 3 : 0;
	if (mms_starts(at, end, "\xe2\x80"))
		return last == 0x8b || last == 0x8e || last == 0x8f || (last >= 0xaa && last <= 0xae) ? 3 : 0;
	if (mms_starts(at, end, "\xe2\x81"))
		return last >= 0xa0 && last <= 0xa9 ? 3 : 0;
	if (mms_starts(at, end, "\xef\xb8"))
		return last <= 0x8f ? 3 : 0;
	return mms_starts(at, end, "\xef\xbb\xbf") || mms_starts(at, end, "\xe2\x83\xa3") ? 3 : 0;
}

/* Signs that a program for texts writes for those of a keyboard. */
static const struct {
	char sign[4], plain;
} typeset[] = {{"\xe2\x80\x90", '-'}, {"\xe2\x80\x91", '-'}, {"\xe2\x80\x93", '-'}, {"\xe2\x88\x92", '-'}, {"\xef\xbc\x9a", ':'},
	       {"\xe2\x80\x94", '-'}, {"\xef\xbc\x9d", '='}, {"\xe2\x80\x9c", '"'}, {"\xe2\x80\x9d", '"'}, {"\xe2\x80\x99", '\''},
	       {"\xc2\xb7", ' '}, {"\xe2\x90\xa3", ' '}, {"\xe2\xa0\x80", ' '}};

/* Which of them; all ones: none. */
static u32 typeset_at(const char *at, const char *end)
{
	for (u32 i = 0; i < MMS_COUNT(typeset); i++)
		if (mms_starts(at, end, typeset[i].sign))
			return i;
	return UINT32_MAX;
}

/* ---- strings and objects ------------------------------------------------------------------------------------ */

/* `"…"`, `"…",`, `b'…'`: what stands between the marks. False: it is none. */
static bool string_in(const char *at, const char *end, struct mms_json_span *span)
{
	at = mms_skip_blanks(at, end);
	end = mms_trimmed(at, end);
	end -= end > at && end[-1] == ',';
	at += end - at > 2 && *at == 'b' && at[1] != end[-2];
	*span = (struct mms_json_span){.at = at + 1, .end = end - 1};
	return end - at > 1 && (*at == '"' || *at == '\'') && end[-1] == *at;
}

/* Four digits of `\u00fc`, and as many of the second half where it is one of a pair. */
static u32 code_of(const char **at, const char *end)
{
	s32 high = hex_byte(*at, end), low = hex_byte(*at + 2, end);
	u32 code = high < 0 || low < 0 ? '?' : (u32)(high << 8 | low);

	*at = MMS_MIN(*at + 4, end);
	if (code >> 10 == 0xd800 >> 10 && mms_starts(*at, end, "\\u")) {
		*at += 2;
		code = 0x10000 + ((code & 0x3ff) << 10) + (code_of(at, end) & 0x3ff);
	}
	return code;
}

/* Without escapes, of JSON, C and Python; the newline at its end is the line's own. */
static u32 unescaped(char *to, const char *at, const char *end)
{
	static const char signs[] = "ntrbfav", bytes[] = "\n\t\r\b\f\a\v";
	u32 len = 0;

	while (at < end) {
		char c = *at++;
		u32 i = 0;

		if (c != '\\' || at == end) {
			to[len++] = c;
			continue;
		}
		c = *at++;
		while (signs[i] && signs[i] != c)
			i++;
		if (c == 'x' && hex_byte(at, end) >= 0) {
			to[len++] = (char)hex_byte(at, end);
			at += 2;
		} else if (c == 'u') {
			len += put_character(to + len, code_of(&at, end));
		} else {
			to[len++] = signs[i] ? bytes[i] : c;
		}
	}
	while (len && (to[len - 1] == '\n' || to[len - 1] == '\r'))
		len--;
	return mms_find(to, to + len, '\n') < to + len ? UINT32_MAX : len;
}

/* `time=… level=INFO msg=…` of a program's log. */
static struct mms_json_span message_of_pairs(const char *at, const char *end)
{
	struct mms_json_span none = {0};

	if (!(mms_starts(at, end, "time=") || mms_starts(at, end, "ts=")) || !mms_holds(at, end, " level="))
		return none;
	for (; (at = mms_find(at, end, ' ')) < end; at++)
		if (mms_starts(at, end, " msg="))
			return (struct mms_json_span){.at = at + 5, .end = end};
	return none;
}

/* What an object says: `journalctl -o json`, docker's json-file, the log of a program, what a log server exports. */
static struct mms_json_span message_of(const char *at, const char *end)
{
	static const char *const names[] = {"MESSAGE", "message", "log", "msg", "line", "textPayload", "short_message", "_raw",
					    "stringValue", "result", "_source", "body"};
	struct mms_json_span span[MMS_COUNT(names)], none = {0};

	at = mms_skip_blanks(at, end);
	end = mms_trimmed(at, end);
	if (at >= end || *at != '{')
		return message_of_pairs(at, end);
	if (mms_json_object(at, end, names, span, MMS_COUNT(names)))
		return none;
	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (span[i].at && (*span[i].at == '"' || (i >= INNER && *span[i].at == '{')))
			return *span[i].at == '"' ? span[i] : message_of(span[i].at, span[i].end);
	return none;
}

/* ---- tables, mails, fences ----------------------------------------------------------------------------------- */

/* `|`, or the bar of a box that a terminal draws: its bytes. 0: it is none. */
static u32 bar(const char *at, const char *end)
{
	if (at < end && *at == '|')
		return 1;
	return mms_starts(at, end, "\xe2\x94\x82") || mms_starts(at, end, "\xe2\x94\x83") || mms_starts(at, end, "\xe2\x95\x91") ? 3 : 0;
}

/* `| … |`: a row of a table, or of a box. */
static bool is_row(const char *at, const char *end)
{
	u32 first;

	at = mms_skip_blanks(at, end);
	end = mms_trimmed(at, end);
	first = bar(at, end);
	return first && end - at > 2 * (ptrdiff_t)first && bar(end - first, end) == first;
}

void mms_unrow(const struct mms_repair *r, const char **at, const char **end)
{
	const char *from = mms_skip_blanks(*at, *end), *to = mms_trimmed(from, *end);

	if (!is_row(from, to))
		return;
	to -= bar(from, to);
	from += bar(from, to);
	*at = from + (r->rows_apart && from < to && *from == ' ');
	*end = mms_trimmed(*at, to);
}

const char *mms_unquoted(const char *at, const char *end)
{
	while (at < end && *at == '>')
		at += at + 1 < end && at[1] == ' ' ? 2 : 1;
	return at;
}

bool mms_is_fence(const char *at, const char *end)
{
	at = mms_skip_blanks(at, end);
	return mms_starts(at, end, "```") || mms_starts(at, end, "~~~");
}

const char *mms_behind_fence(const char *at, const char *end)
{
	const char *behind = mms_skip_blanks(at, end) + MMS_FENCE;

	at = mms_word_end(mms_skip_blanks(behind, end), end);
	return mms_skip_blanks(at, end) < end ? behind : end;
}

/* ---- a line ------------------------------------------------------------------------------------------------- */

/* A sign that Markdown and TeX have a backslash before. */
static bool is_escaped(char c)
{
	return c == '_' || c == '*' || c == '[' || c == ']' || c == '<' || c == '>' || c == '#' || c == '%' || c == '&' || c == '|' ||
	       c == '(' || c == ')' || c == '{' || c == '}';
}

static bool is_control(char c)
{
	return (u8)c < ' ' && c != '\t' && c != 0x1b;
}

u32 mms_plain(const struct mms_repair *r, char *to, const char *at, const char *end)
{
	u32 len = 0;

	if (r->controls) {
		while (at < end && is_control(*at))
			at++;
		while (at < end && is_control(end[-1]))
			end--;
	}
	if (r->strings || r->objects) {
		struct mms_json_span span = {0};

		if (r->objects)
			span = message_of(at, end);
		if (span.at && (*span.at != '"' || span.end[-1] != '"' || span.end - span.at < 2)) {
			at = span.at;
			end = span.end;
		} else if (span.at ? (span.at++, span.end--, true) : r->strings && string_in(at, end, &span)) {
			len = unescaped(to, span.at, span.end);
			if (len != UINT32_MAX)
				return len;
			len = 0;
		}
	}
	while (at < end) {
		const char *behind;
		bool wide = *at & 0x80;
		u32 sign = r->typeset && wide ? typeset_at(at, end) : UINT32_MAX, bytes;

		if (sign != UINT32_MAX && r->typeset >> sign & 1) {
			to[len++] = typeset[sign].plain;
			at += mms_strlen(typeset[sign].sign);
		} else if (r->colours && !r->spelled && *at == 0x1b) {
			at = skip_escape(at, end);
		} else if (r->spelled && (behind = spelled_colour(at, end))) {
			at = behind;
		} else if (r->escapes && *at == '\\' && at + 1 < end && is_escaped(at[1])) {
			to[len++] = at[1];
			at += 2;
		} else if (r->spaces && wide && (bytes = wide_blank(at, end))) {
			to[len++] = ' ';
			at += bytes;
		} else if (r->invisible && wide && (bytes = unseen(at, end))) {
			at += bytes;
		} else if (r->tags && *at == '<' && (behind = mms_tag_end(at, end))) {
			at = behind;
		} else if (r->entities && *at == '&' && (behind = entity(at, end, to, &len))) {
			at = behind;
		} else {
			to[len++] = *at++;
		}
	}
	return len;
}

/* From U+2500 on, bars and corners of boxes; U+2026, the sign of what is left out. */
static bool is_drawn(const char *at, const char *end)
{
	return mms_starts(at, end, "\xe2\x94") || mms_starts(at, end, "\xe2\x95");
}

bool mms_is_marred(const char *at, const char *end)
{
	const char *limit = MMS_MAX(at, end - MMS_MARRED_BYTES);

	if (end - at > 3 && mms_starts(end - 3, end, "\xef\xbf\xbd") && mms_is_digit(end[-4])) /* what could not be decoded */
		return true;
	if (end - at > 2 && (mms_starts(end - 3, end, "...") || mms_starts(end - 3, end, "\xe2\x80\xa6")))
		return true;
	if (end > at && (end[-1] == '`' || end[-1] == '$' || (end[-1] == '>' && mms_find(limit, end, '<') == end) || mms_starts(end - 2, end, "**")))
		return true;
	for (at = end; at > limit && at[-1] != '='; at--)
		if (!mms_is_word(at[-1]) && (is_control(at[-1]) || is_drawn(at - 1, end) ||
		    (at[-1] == '<' && (mms_starts(at, end, "--") || mms_tag_end(at - 1, end))) ||
		    (at[-1] == '#' && at < end && mms_is_blank(*at) && at - 1 > limit && mms_is_blank(at[-2]))))
			return true;
	return false;
}

/* ---- what is in a text ---------------------------------------------------------------------------------------- */

void mms_markup_in_bytes(struct mms_repair *r, const char *text, const char *end)
{
	u32 lines = 0, tags = 0, signs = 0, coloured = 0, sure = 0, low = 0, low_escaped = 0, brackets = 0, brackets_escaped = 0;
	bool escaped = false, any = false;

	for (u32 i = 0; i < MMS_COUNT(typeset); i++)
		if (mms_find(text, end, typeset[i].plain) == end && mms_holds(text, end, typeset[i].sign))
			r->typeset |= (u16)(1u << i);
	r->printable = is_printable(text, end);
	for (const char *at = text; at < end; at++) {
		const char *newline, *first = mms_skip_blanks(at, end);
		bool tag = false;

		newline = mms_find(at, end, '\n');
		if (mms_skip_space(at, newline) < newline)
			lines++;
		r->tags |= lines == 1 && (mms_starts(first, newline, "<pre") || mms_starts(first, newline, "<code"));
		r->controls |= newline - at > 1 && (is_control(*at) || is_control(newline[-1 - (newline[-1] == '\r')]));
		for (const char *from = at; at < newline; at++) {
			r->colours |= *at == 0x1b;
			if (*at == '[' && mms_is_digit(at[1]) && spelled_colour(at, newline)) {
				coloured++;
				sure += mms_find(at, spelled_colour(at, newline), ';') < spelled_colour(at, newline);
			}
			low += *at == '_';
			low_escaped += *at == '_' && at > from && at[-1] == '\\';
			brackets += *at == '[';
			brackets_escaped += *at == '[' && at > from && at[-1] == '\\';
			if (*at & 0x80) {
				r->spaces |= wide_blank(at, newline) > 0;
				r->invisible |= unseen(at, newline) > 0;
			}
			any |= *at == '&';
			escaped |= *at == '&' && (mms_starts(at, newline, "&lt;") || mms_starts(at, newline, "&gt;"));
			if (*at == '<') {
				bool is = mms_tag_end(at, newline) != NULL;

				tag |= is;
				signs += !is;
			}
		}
		tags += tag;
	}
	r->spelled = !r->colours && coloured && (coloured * 2 >= lines || sure);
	r->colours |= r->spelled;
	r->escapes = low ? low_escaped == low : brackets && brackets_escaped == brackets;
	r->tags |= tags * 2 >= lines && tags;
	r->entities = !signs && (escaped || (any && r->tags));
}

/* Behind quoted-printable, which may have cut lines that are quoted. */
void mms_markup_in_lines(struct mms_repair *r, const char *text, const char *end)
{
	u32 lines = 0, quoted = 0, strings = 0, objects = 0, rows = 0, apart = 0;

	for (const char *at = text, *newline; at < end; at = newline + 1) {
		struct mms_json_span span;
		const char *line;

		newline = mms_find(at, end, '\n');
		line = mms_unquoted(at, newline);
		lines += mms_skip_space(at, newline) < newline;
		quoted += at < newline && *at == '>';
		strings += string_in(at, newline, &span);
		objects += message_of(at, newline).at != NULL;
		if (is_row(line, newline)) {
			rows++;
			line = mms_skip_blanks(line, newline);
			apart += line[bar(line, newline)] == ' ' || line[bar(line, newline)] == '-';
		}
		r->fenced |= mms_is_fence(mms_unquoted(at, newline), newline);
	}
	r->quoted = quoted * 4 >= lines && quoted;
	r->strings = most(strings, lines);
	r->objects = most(objects, lines);
	r->rows = most(rows, lines);
	r->rows_apart = apart == rows;
}
