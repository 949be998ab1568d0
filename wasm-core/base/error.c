/* SPDX-License-Identifier: Apache-2.0 */
#include "error.h"

struct mms_text mms_error_begin(struct mms_error *error, enum mms_status_id status, u64 line, u32 byte)
{
	struct mms_text text = mms_text(error->text, sizeof(error->text) - 1);

	error->status = status;
	error->line = line;
	error->byte = byte;
	if (line) {
		mms_put(&text, "line ");
		mms_put_u64(&text, line);
		mms_put(&text, ": ");
	}
	return text;
}

enum mms_status_id mms_error_end(struct mms_error *error, struct mms_text *text)
{
	mms_fill(error->text + text->len, 0, sizeof(error->text) - text->len);
	return (enum mms_status_id)error->status;
}

enum mms_status_id mms_fail(struct mms_error *error, enum mms_status_id status, const char *sentence)
{
	struct mms_text text = mms_error_begin(error, status, 0, 0);

	mms_put(&text, sentence);
	return mms_error_end(error, &text);
}
