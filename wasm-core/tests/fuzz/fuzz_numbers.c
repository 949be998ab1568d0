/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers and times as both readers take them, beside the plain way of reading them digit by digit; and that what
 * is printed is read again. The first eight bytes are a number to print, the rest is text to read. */
#include "base/text.h"
#include "check.h"
#include "reader/internal.h"
#include "feed.h"
#include "base/json_scan.h"
#include "trace/text/number.h"
#include "trace/text/times.h"

#define LONGEST 128u
#define BEHIND 64u /* readable bytes behind a text: trace/text/scan.h */
#define DAY 86400000000000ull

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef unsigned __int128 u128;

static int digit(char c, u32 base)
{
	int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;

	return value < (int)base ? value : -1;
}

/* How many digits there are, and what they make: at most 2^64, which stands for all that is too large. */
static u32 plain(const char *at, u32 len, u32 base, u64 *value, bool *large)
{
	u128 sum = 0;
	u32 n = 0;

	for (; n < len && digit(at[n], base) >= 0; n++)
		sum = MMS_MIN(sum * base + (u128)digit(at[n], base), (u128)1 << 64);
	*large = sum > UINT64_MAX;
	*value = (u64)sum;
	return n;
}

static void scanned(const char *text, u32 len)
{
	for (u32 base = 10; base <= 16; base += 6) {
		const char *at = text;
		u64 value = 77, expected;
		bool large, ok = base == 10 ? mms_decimal(&at, &value) : mms_hex(&at, &value);
		u32 n = plain(text, len, base, &expected, &large);

		MUST(ok == (n && !large));
		MUST(at == (ok ? text + n : text));
		MUST(value == (ok ? expected : 77));
	}
}

static void whole(const char *text, u32 len)
{
	struct mms_json_span span = {text, text + len};
	u64 value = 77, expected;
	bool large, is_minus = len && *text == '-';
	u32 n = plain(text, len, 10, &expected, &large);
	const char *why = mms_read_decimal(text, len, false, &value);

	MUST(!why == (n == len && len && !large) && value == (why ? 77 : expected));
	value = 77;
	MUST(mms_json_u64(span, &value) == (n == len && !large));
	MUST(value == (n == len && !large ? expected : 77));
	n = plain(text + is_minus, len - is_minus, 10, &expected, &large);
	large = large || expected > (u64)INT64_MAX + is_minus;
	value = 77;
	why = mms_read_decimal(text, len, true, &value);
	MUST(!why == (n && n == len - is_minus && !large));
	MUST(value == (why ? 77 : is_minus ? 0 - expected : expected));
	n = plain(text, len, 16, &expected, &large);
	value = 77;
	why = mms_read_hex(text, len, &value);
	MUST(!why == (n && n == len && n <= 16) && value == (why ? 77 : expected));
}

/* As many words as the vector has, a comma between them. */
static void vector(const char *text, u32 len)
{
	u64 words[3] = {0}, expected[3];
	u32 at = 0, n = 0;
	bool ok = true;

	for (; ok && n < 3; n++) {
		bool large;
		u32 digits = plain(text + at, len - at, 16, &expected[n], &large);

		ok = digits && digits <= 16;
		at += digits;
		if (ok && n < 2)
			ok = at < len && text[at++] == ',';
	}
	ok = ok && at == len;
	MUST(!mms_read_vector(text, len, (u8 *)words, sizeof(words)) == ok);
	MUST(!ok || !memcmp(words, expected, sizeof(words)));
}

static void times(const char *text, u32 len)
{
	static const u64 units[] = {1, 1000, 1000000, 1000000000};
	const char *end = text + len;

	for (u32 i = 0; i < MMS_COUNT(units); i++) {
		u64 ns = 77, whole_part, fraction = 0, weight = 100000000;
		bool large, ok;
		u32 n = plain(text, len, 10, &whole_part, &large);
		bool has_point = n < len && (text[n] == '.' || text[n] == ',');
		u32 at = n + has_point;
		u128 expected;

		for (; has_point && at < len && digit(text[at], 10) >= 0; at++, weight /= 10)
			fraction += (u64)digit(text[at], 10) * weight;
		expected = (u128)whole_part * units[i] + fraction / (1000000000 / units[i]);
		ok = n && !large && at == len && expected <= UINT64_MAX;
		MUST(mms_time_in(text, end, units[i], &ns) == ok);
		MUST(!ok || ns == (u64)expected);
	}
	for (u64 ns = 77; mms_time_of_day(&text, end, &ns);) {
		MUST(ns < DAY + 1000000000 && text <= end && (text == end || *text == ' ' || *text == '\t'));
		break;
	}
}

static u32 printed(char *to, void put(struct mms_text *, u64), u64 value)
{
	struct mms_text text = mms_text(to, 24);

	memset(to, '\n', 24 + BEHIND);
	put(&text, value);
	MUST(!text.full);
	return text.len;
}

static void put_signed(struct mms_text *text, u64 value)
{
	mms_put_s64(text, (s64)value);
}

static void two(struct mms_text *text, u64 value, char behind)
{
	mms_put_char(text, (char)('0' + value / 10));
	mms_put_char(text, (char)('0' + value % 10));
	if (behind)
		mms_put_char(text, behind);
}

static void read_back(u64 number)
{
	char to[24 + BEHIND];
	const char *at = to;
	u64 value = 0, fraction = number % 1000000000, ns = number % DAY / 1000000000 * 1000000000 + fraction;
	struct mms_text text;
	u32 len = printed(to, mms_put_u64, number);

	MUST(!mms_read_decimal(to, len, false, &value) && value == number);
	MUST(mms_decimal(&at, &value) && value == number && at == to + len);
	len = printed(to, put_signed, number);
	MUST(!mms_read_decimal(to, len, true, &value) && value == number);
	len = printed(to, mms_put_hex, number);
	MUST(!mms_read_hex(to, len, &value) && value == number);
	at = to;
	MUST(mms_hex(&at, &value) && value == number && at == to + len);
	text = mms_text(to, 24);
	two(&text, ns / 3600000000000, ':');
	two(&text, ns / 60000000000 % 60, ':');
	two(&text, ns / 1000000000 % 60, '.');
	for (u64 weight = 100000000; weight; weight /= 10)
		mms_put_char(&text, (char)('0' + fraction / weight % 10));
	at = to;
	MUST(mms_time_of_day(&at, to + text.len, &value) && value == ns && at == to + text.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed t = {data, size};
	char text[LONGEST + BEHIND];
	const u8 *bytes;
	u32 len;

	read_back(take(&t, 8));
	len = take_bytes(&t, LONGEST, &bytes);
	memset(text + len, '\n', BEHIND);
	if (len)
		memcpy(text, bytes, len);
	scanned(text, len);
	whole(text, len);
	vector(text, len);
	times(text, len);
	return 0;
}
