/* SPDX-License-Identifier: Apache-2.0 */
#include "json.h"

void mms_json_key(struct mms_text *text, const char *name)
{
	char last = text->len ? text->at[text->len - 1] : '{';

	if (last != '{' && last != '[')
		mms_put_char(text, ',');
	mms_put_json(text, name);
	mms_put_char(text, ':');
}

void mms_json_string(struct mms_text *text, const char *name, const char *value)
{
	mms_json_key(text, name);
	mms_put_json(text, value);
}

void mms_json_number(struct mms_text *text, const char *name, s64 value)
{
	mms_json_key(text, name);
	mms_put_s64(text, value);
}

void mms_json_bool(struct mms_text *text, const char *name, bool value)
{
	mms_json_key(text, name);
	mms_put(text, value ? "true" : "false");
}

void mms_json_open(struct mms_text *text)
{
	if (text->len && text->at[text->len - 1] == '}')
		mms_put_char(text, ',');
	mms_put_char(text, '{');
}

void mms_json_close(struct mms_text *text)
{
	mms_put_char(text, '}');
}

void mms_json_item(struct mms_text *text, const char *value)
{
	if (text->at[text->len - 1] != '[')
		mms_put_char(text, ',');
	mms_put_json(text, value);
}

void mms_json_array(struct mms_text *text, const char *name)
{
	mms_json_key(text, name);
	mms_put_char(text, '[');
}
