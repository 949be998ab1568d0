/* SPDX-License-Identifier: Apache-2.0 */
/* From the first bytes of a text to its format: every format says how each line fits it, and the sums decide. */
#include "formats.h"

static const struct mms_format *const formats[] = {
#define MMS_F(name) &mms_format_##name,
	MMS_FORMATS(MMS_F)
#undef MMS_F
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

const struct mms_format *mms_recognise(const char *text, u32 len)
{
	u64 sum[MMS_COUNT(formats)] = {0};
	const char *end = text + len;
	u32 best = 0;

	if (!is_text(text, len))
		return NULL;
	for (const char *at = text; at < end;) {
		const char *newline = mms_find(at, end, '\n');
		u32 line = (u32)(newline - at);

		line -= line && at[line - 1] == '\r';
		for (u32 i = 0; line <= MMS_TRACE_LINE_MAX && i < MMS_COUNT(formats); i++)
			sum[i] += formats[i]->fits(at, line);
		at = newline + 1;
	}
	for (u32 i = 1; i < MMS_COUNT(formats); i++)
		if (sum[i] > sum[best])
			best = i;
	return sum[best] ? formats[best] : NULL;
}

const struct mms_format *mms_format_of(u32 id)
{
	for (u32 i = 0; i < MMS_COUNT(formats); i++)
		if (formats[i]->id == id)
			return formats[i];
	return NULL;
}
