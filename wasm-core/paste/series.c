/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `vmstat 1` of procps, and `sar -B`, `-W`, `-r` of sysstat: rows of numbers under a line of names. A row that is not whole is
 * counted and left out. Cells are hundredths. Neither says how long a row of vmstat is, nor its unit when it is not KiB.
 */
#include "internal.h"

#include "base/bytes.h"
#include "base/json.h"

static const char *const names[] = {
	"free", "swpd", "buff", "cache", "inact", "active", "si", "so", "bi", "bo",
	"pgpgin/s", "pgpgout/s", "fault/s", "majflt/s", "pgfree/s", "pgscank/s", "pgscand/s", "pgsteal/s", "pswpin/s", "pswpout/s", "kbmemfree",
};
#define COLUMN_UNKNOWN 255
#define LINES_BETWEEN 3u /* of headers that are printed again */

static u8 column(const struct word *word)
{
	for (u32 i = 0; i < MMS_COUNT(names); i++)
		if (mms_word_is(word, names[i]))
			return (u8)i;
	return COLUMN_UNKNOWN;
}

/* `1234`, `12.50`, `12,5`, in hundredths. */
static bool cell(const struct word *word, s64 *value)
{
	const char *dot = word->at;
	s64 whole, part = 0;
	u32 places = 0;

	while (dot < word->end && mms_is_digit(*dot))
		dot++;
	if (!mms_digits_till(word->at, dot, "", &whole) || whole > PAGES_MOST)
		return false;
	if (dot < word->end && *dot != '.' && *dot != ',')
		return false;
	for (const char *at = dot + 1; at < word->end; at++, places++) {
		if (!mms_is_digit(*at))
			return false;
		if (places < 2)
			part = part * 10 + (*at - '0');
	}
	*value = whole * 100 + (places == 1 ? part * 10 : part);
	return places || dot == word->end;
}

/* `12:00:01`, and AM or PM behind it. */
static bool clock(struct words *words, const struct word *word)
{
	struct words at = *words;
	struct word half;
	u32 colons = 0;

	for (const char *c = word->at; c < word->end; c++) {
		if (!mms_is_digit(*c) && *c != ':')
			return false;
		colons += *c == ':';
	}
	if (colons == 2 && mms_word(&at, &half) && (mms_word_is(&half, "AM") || mms_word_is(&half, "PM")))
		*words = at;
	return colons == 2;
}

static bool same_columns(const struct series *a, const struct series *b)
{
	bool same = a->sar == b->sar && a->columns == b->columns;

	for (u32 i = 0; same && i < a->columns; i++)
		same = a->column[i] == b->column[i];
	return same;
}

/* One row: so many numbers, all on their line. `at` is moved behind it where it is one. */
static bool row(struct paste *paste, const struct series *s, struct words *from, u32 *line)
{
	struct words at = *from;
	struct word word;
	s64 cells[SERIES_COLUMNS];
	u32 n = 0, known = 0;
	s64 *room;

	if (!mms_first_word(paste, &at, &word) || !mms_first(paste, &word) || (s->sar && (!clock(&at, &word) || !mms_word(&at, &word))))
		return false;
	*line = word.line;
	for (;; n++) {
		struct words before = at;

		if (n == s->columns || !cell(&word, &cells[n]))
			return false;
		if (n + 1 == s->columns) {
			n++;
			break;
		}
		if (!mms_word(&at, &word) || word.line != *line) {
			at = before;
			return false;
		}
	}
	if (!mms_word_ends(&at, &word))
		return false;
	while (known < n) {
		room = mms_room(paste, paste->cell, paste->cells, &paste->cell_room, sizeof(*room));
		if (!room)
			return false;
		paste->cell = room;
		paste->cell[paste->cells++] = cells[known++];
	}
	*from = at;
	return true;
}

/* To the line's end: vmstat -t has the time behind its numbers. */
static void to_end(struct words *at, u32 line)
{
	struct word word;

	for (struct words ahead = *at; mms_word(&ahead, &word) && word.line == line; *at = ahead)
		;
}

static void rows(struct paste *paste, struct series *s)
{
	struct words at = paste->words;
	struct word word;
	u32 line;

	for (;;) {
		struct words ahead = at;

		if (row(paste, s, &at, &line)) {
			s->rows++;
			s->last = line;
			to_end(&at, line);
			paste->words = at;
			continue;
		}
		at = ahead;
		if (!mms_first_word(paste, &ahead, &word) || !mms_first(paste, &word) || !(s->sar ? clock(&ahead, &word) : mms_is_digit(*word.at)))
			return;
		if (s->sar && mms_word_ahead(&ahead, &word) && column(&word) != COLUMN_UNKNOWN)
			return; /* its names again */
		s->lost++;
		to_end(&ahead, word.line);
		at = ahead;
		paste->words = at;
	}
}

/* `vmstat -S M 1`, `vmstat -Sm 1`: another unit than KiB. */
static bool scaled(struct words *at, u32 line)
{
	struct word word;

	while (mms_word(at, &word) && word.line == line)
		if (*word.at == '-' && mms_holds(word.at, word.end, "S"))
			return (word.end[-1] != 'S' || mms_word(at, &word)) && word.end[-1] != 'K';
	return false;
}

bool mms_series_word(struct paste *paste, const struct word *word)
{
	struct series head = {.first = word->line, .last = word->line}, *s = NULL;
	struct words at = paste->words;
	struct word part = *word;
	u32 known = 0;

	if (mms_word_is(word, "vmstat"))
		paste->scaled = scaled(&at, word->line);
	head.sar = !word->index && clock(&at, word);
	if (!head.sar && !mms_word_is(word, "r"))
		return false;
	if (head.sar && !mms_word(&at, &part))
		return false;
	for (;;) {
		struct words ahead = at;

		if (head.columns == SERIES_COLUMNS)
			return false;
		head.column[head.columns] = column(&part);
		known += head.column[head.columns++] != COLUMN_UNKNOWN;
		if (!mms_word(&ahead, &part) || part.line != word->line)
			break;
		at = ahead;
		if (!head.sar && (mms_is_upper(*part.at) || !mms_is_letter(*part.at)))
			break; /* the time zone of vmstat -t: a row has a date there */
	}
	if (known < (head.sar ? 1 : 4))
		return false;
	if (paste->series_count && same_columns(&paste->series[paste->series_count - 1], &head) &&
	    word->line <= paste->series[paste->series_count - 1].last + LINES_BETWEEN)
		s = &paste->series[paste->series_count - 1];
	if (!s) {
		s = mms_room(paste, paste->series, paste->series_count, &paste->series_room, sizeof(*s));
		if (!s)
			return false;
		paste->series = s;
		s = &paste->series[paste->series_count++];
		*s = head;
		s->scaled = !s->sar && paste->scaled;
		paste->scaled = false;
		s->row = paste->cells;
	}
	paste->words = at;
	paste->column = word->index;
	rows(paste, s);
	mms_piece_add(paste, head.sar ? PIECE_SAR : PIECE_VMSTAT, head.first, MMS_MAX(s->last, head.first));
	return true;
}

/* ---- the answer ------------------------------------------------------------------------------------------------ */

#define ROWS_WRITTEN 3600u

static void put_hundredths(struct mms_text *out, s64 value)
{
	mms_put_s64(out, value / 100);
	if (value % 100) {
		mms_put_char(out, '.');
		mms_put_char(out, (char)('0' + value % 100 / 10));
		if (value % 10)
			mms_put_char(out, (char)('0' + value % 10));
	}
}

/* The sum of a mark, in KiB, by the last zoneinfo of the one machine there is. False: not all of it is in the text. */
static bool summed(const struct paste *paste, enum field mark, s64 *kib)
{
	const struct snapshot *of = NULL;

	*kib = 0;
	for (u32 i = 0; i < paste->snapshots; i++)
		of = paste->snapshot[i].kind == SNAPSHOT_ZONEINFO && paste->snapshot[i].zones ? &paste->snapshot[i] : of;
	for (u32 i = 0; of && i < of->zones; i++) {
		const struct zone *z = &paste->zone[of->zone + i];

		if (z->judged.empty)
			continue;
		if (!mms_known(z, mark) || z->judged.why == WHY_IMPOSSIBLE)
			return false;
		*kib += z->value[mark] * (of->unit >> 10);
	}
	return of && paste->machines == 1;
}

/* Rows whose free memory is below the sum of a mark. */
static u32 below(const struct paste *paste, const struct series *s, u32 at, s64 kib)
{
	u32 n = 0;

	for (u32 i = 0; i < s->rows; i++)
		n += paste->cell[s->row + i * s->columns + at] / 100 < kib;
	return n;
}

static void columns(const struct paste *paste, const struct series *s, struct mms_text *out)
{
	u32 first = s->rows > ROWS_WRITTEN ? s->rows - ROWS_WRITTEN : 0;
	s64 low, min;
	bool marked = !s->scaled && summed(paste, FIELD_low, &low) && summed(paste, FIELD_min, &min);

	mms_json_array(out, "columns");
	for (u32 i = 0; i < s->columns; i++) {
		if (s->column[i] == COLUMN_UNKNOWN)
			continue;
		mms_json_open(out);
		mms_json_string(out, "name", names[s->column[i]]);
		mms_json_array(out, "values");
		for (u32 r = first; r < s->rows; r++) {
			if (r > first)
				mms_put_char(out, ',');
			put_hundredths(out, paste->cell[s->row + r * s->columns + i]);
		}
		mms_put_char(out, ']');
		if (marked && (mms_same(names[s->column[i]], "free", 4) || mms_same(names[s->column[i]], "kbmemfree", 9))) {
			mms_json_number(out, "below_low", below(paste, s, i, low));
			mms_json_number(out, "below_min", below(paste, s, i, min));
		}
		mms_json_close(out);
	}
	mms_put_char(out, ']');
}

void mms_series_write(const struct paste *paste, struct mms_text *out)
{
	mms_json_array(out, "series");
	for (u32 i = 0; i < paste->series_count; i++) {
		const struct series *s = &paste->series[i];

		mms_json_open(out);
		mms_json_string(out, "kind", s->sar ? "sar" : "vmstat");
		mms_json_bool(out, "scaled", s->scaled);
		mms_json_number(out, "rows", s->rows);
		mms_json_number(out, "lost", s->lost);
		mms_json_number(out, "first", s->first);
		mms_json_number(out, "last", s->last);
		columns(paste, s, out);
		mms_json_close(out);
	}
	mms_put_char(out, ']');
}
