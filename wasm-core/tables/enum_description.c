/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "tables.h"

void mms_describe_enum(struct mms_text *t, const struct mms_enum *list)
{
	mms_json_array(t, list->name);
	for (u32 i = 0; i < list->values; i++) {
		mms_json_open(t);
		mms_json_string(t, "name", list->value[i].name);
		mms_json_number(t, "value", list->value[i].value);
		mms_json_string(t, "doc", list->value[i].doc);
		mms_json_close(t);
	}
	mms_put_char(t, ']');
}
