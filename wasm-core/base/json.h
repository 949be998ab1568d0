/* SPDX-License-Identifier: Apache-2.0 */
/* json.h: writing JSON, with the commas where they belong. */
#ifndef MMS_JSON_H
#define MMS_JSON_H

#include "text.h"

/* `"name":`, as a member of an object. */
void mms_json_key(struct mms_text *text, const char *name);
void mms_json_string(struct mms_text *text, const char *name, const char *value);
void mms_json_number(struct mms_text *text, const char *name, s64 value);
void mms_json_bool(struct mms_text *text, const char *name, bool value);

/* An object, as the value of a key or as the next element of an array. */
void mms_json_open(struct mms_text *text);
void mms_json_close(struct mms_text *text);

/* `"name":[`; a string as its next element. */
void mms_json_array(struct mms_text *text, const char *name);
void mms_json_item(struct mms_text *text, const char *value);

#endif
