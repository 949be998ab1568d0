/* SPDX-License-Identifier: Apache-2.0 */
/* Text put together: whatever is put, and wherever the buffer ends, it holds the beginning of what a large one would
 * hold, and says whether that is all. Strings of JSON come back as they were; errors are whole sentences. */
#include "base/error.h"
#include "base/json.h"
#include "check.h"
#include "feed.h"
#include "base/json_scan.h"

#define LARGE 16384u
#define PUTS 12u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One put, of a kind and with a string that the input gives. */
static void put(struct mms_text *text, u32 kind, u64 number, const char *string, u32 len)
{
	switch (kind % 12) {
	case 0: mms_put(text, string); break;
	case 1: mms_put_char(text, (char)number); break;
	case 2: mms_put_bytes(text, string, len); break;
	case 3: mms_put_u64(text, number); break;
	case 4: mms_put_s64(text, (s64)number); break;
	case 5: mms_put_hex(text, number); break;
	case 6: mms_put_quoted(text, string, len); break;
	case 7: mms_put_json(text, string); break;
	case 8: mms_json_string(text, string, "v"); break;
	case 9: mms_json_number(text, string, (s64)number); break;
	case 10: mms_json_open(text); break;
	default: mms_json_array(text, string); break;
	}
}

static void look_at_quoted(const char *string, u32 len)
{
	char to[64];
	struct mms_text text = mms_text(to, sizeof(to));

	mms_put_quoted(&text, string, len);
	MUST(!text.full && text.len >= 2 && text.len <= 45 && to[0] == '\'' && to[text.len - 1] == '\'');
	for (u32 i = 0; i < text.len; i++)
		MUST(to[i] >= ' ' && to[i] <= '~');
}

static void look_at_json(const char *string, u32 len)
{
	static const char *const names[] = {"a"};
	char to[LARGE], back[LARGE];
	struct mms_text text = mms_text(to, sizeof(to));
	struct mms_json_span span;

	mms_put_char(&text, '{');
	mms_json_string(&text, "a", string);
	mms_put_char(&text, '}');
	MUST(!text.full && !mms_json_object(to, to + text.len, names, &span, 1));
	MUST(mms_json_text(span, back, len) == len && !memcmp(back, string, len));
	MUST(!len || mms_json_text(span, back, len - 1) == UINT32_MAX);
}

static void look_at_error(const char *string, u64 line)
{
	static struct mms_error error;
	struct mms_text text;

	memset(&error, 0xff, sizeof(error));
	text = mms_error_begin(&error, MMS_status_line, line, 3);
	mms_put(&text, string);
	MUST(mms_error_end(&error, &text) == MMS_status_line && error.line == line && error.byte == 3);
	MUST(strlen(error.text) < sizeof(error.text) && !strncmp(error.text, "line ", 5) == (line || !strncmp(string, "line ", 5)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct feed t = {data, size};
	char large[LARGE], string[256];
	u32 cap = (u32)take(&t, 1) * 2;
	char *small = malloc(cap ? cap : 1); /* so that a byte too many is seen */
	struct mms_text a = mms_text(small, cap), b = mms_text(large, LARGE);

	for (u32 i = 0; i < PUTS && t.left; i++) {
		u32 kind = (u32)take(&t, 1);
		u64 number = take(&t, 1 + kind / 16 % 8);
		const u8 *bytes;
		u32 len = take_bytes(&t, (u32)take(&t, 1), &bytes);

		if (len)
			memcpy(string, bytes, len);
		string[len] = '\0';
		MUST(mms_strnlen(string, len) == strnlen(string, len) && mms_strlen(string) == strlen(string));
		MUST(mms_same(string, string, (u32)strlen(string)));
		/* the commas of JSON depend on what stands before */
		if (kind % 12 >= 8 && a.full)
			break;
		put(&a, kind, number, string, len);
		put(&b, kind, number, string, len);
		look_at_quoted(string, len);
		look_at_json(string, (u32)strlen(string));
		look_at_error(string, number);
	}
	MUST(!b.full && a.len == MMS_MIN(cap, b.len) && a.full == (b.len > cap) && !memcmp(small, large, a.len));
	free(small);
	return 0;
}
