/* SPDX-License-Identifier: Apache-2.0 */
/* json.h: is this text one JSON value? */
#ifndef MMS_JSON_TEST_H
#define MMS_JSON_TEST_H

#include <stdbool.h>
#include <stddef.h>

struct json {
	const char *at, *end; /* how far it was read, and the end of the text */
	unsigned depth, names; /* names of members */
	bool bad;
};

struct json json_read(const char *text, size_t len);

#endif
