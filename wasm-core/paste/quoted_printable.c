/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A mail in quoted-printable (RFC 2045, 6.7) as the text that it encodes: `=3D` is `=`, and a line that ends with `=` goes on in the
 * next. In place: each word begins where it did, and behind it is a gap of as many bytes as it became shorter, one of them for each
 * line's end in it. So lines and places are those of what was pasted.
 *
 * There `=` is before two digits or at a line's end and nowhere else, and never before those of a letter or a digit.
 */
#include "internal.h"

#include "base/bytes.h"

#define FOLDED_LEAST 60 /* bytes of a line that was folded: only those of more than 76 are */

/* `=` at a line's end: how many bytes, with the line's end; 0: it is another. */
static u32 fold(const char *at, const char *end)
{
	const char *behind;

	return mms_begins(at, end, "=\n", &behind) || mms_begins(at, end, "=\r\n", &behind) ? (u32)(behind - at) : at + 1 == end;
}

/* What `=3D` stands for; below 0: it is none. */
static int byte_of(const char *at, const char *end)
{
	int byte = end - at < 3 || mms_hex_digit(at[1]) < 0 || mms_hex_digit(at[2]) < 0 ? -1 : mms_hex_digit(at[1]) << 4 | mms_hex_digit(at[2]);

	return mms_is_digit((char)byte) || (mms_is_letter((char)byte) && byte != 'F') ? -1 : byte; /* `=46rom` */
}

/* Could it not be of anything else? `sure`: its head says so. */
static bool encoded(const char *at, const char *end, bool sure)
{
	const char *line = at, *behind;

	for (; at < end; at++) {
		int byte = *at == '=' && !fold(at, end) ? byte_of(at, end) : 0;

		if (*at == '\n')
			line = at + 1;
		else if (byte < 0 && !mms_begins(line, end, "--", &behind)) /* `--=_1234`: between parts of a mail */
			return false;
		else if (byte)
			sure |= byte == '=' || at[3] == '=';
		else if (*at == '=')
			sure |= at - line >= FOLDED_LEAST;
	}
	return sure;
}

/* What has been written: from `word` on, with no blank in it, and bytes that it became shorter by, with line's ends in `folds` of them. */
struct decoder {
	char *out, *word;
	u32 gap, folds;
};

static void end_word(struct decoder *d)
{
	for (; d->gap; d->gap--) {
		*d->out++ = d->folds ? MMS_PASTE_FOLD : MMS_PASTE_GAP;
		d->folds -= d->folds > 0;
	}
	d->word = d->out;
}

/* Is what was written last a blank of several bytes? */
static bool blank_behind(const struct decoder *d)
{
	for (s32 n = 2; n <= 3; n++)
		if (d->out - d->word >= n && mms_word_blank(d->out - n, d->out) == (u32)n)
			return true;
	return false;
}

static void decode(char *at, const char *end)
{
	struct decoder d = {at, at, 0, 0};

	while (at < end) {
		u32 n = *at == '=' ? fold(at, end) : 0;
		int byte = *at == '=' && !n ? byte_of(at, end) : -1;

		if (n) {
			d.gap += n;
			d.folds += at[n - 1] == '\n';
			at += n;
			if (d.out == d.word)
				end_word(&d);
		} else if (byte >= 0) {
			bool parts = byte <= ' ' && byte != MMS_PASTE_ESCAPE;

			if (parts)
				end_word(&d);
			*d.out++ = byte == '\n' ? '\r' : (char)byte;
			d.gap += 2;
			at += 3;
			if (parts || (byte >= 0x80 && blank_behind(&d)))
				end_word(&d);
		} else {
			bool parts = mms_word_blank(at, end);

			if (parts)
				end_word(&d);
			*d.out++ = *at++;
			if (parts)
				d.word = d.out;
		}
	}
	end_word(&d);
}

void mms_quoted_printable_decode(char *at, char *end)
{
	const char *behind;

	for (char *till; at < end; at = till) {
		bool said = false, sure = false;

		/* to the end of a text, or of a part of a mail */
		for (till = at; till < end && *till != MMS_PASTE_END && !(sure && mms_begins(till, end, "\nContent-", &behind)); till++) {
			said |= mms_begins(till, end, "Encoding: quoted-printable", &behind);
			if (said && !sure && (mms_begins(till, end, "\n\n", &behind) || mms_begins(till, end, "\n\r\n", &behind))) {
				sure = true;
				at = till + 1;
			}
			if (*till == MMS_PASTE_FOLD)
				*till = ' ';
		}
		if (encoded(at, till, sure))
			decode(at, till);
		till += till < end;
	}
}
