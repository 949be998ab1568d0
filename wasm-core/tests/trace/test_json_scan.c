/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of strangers. */
#include "host.h"
#include "base/json_scan.h"

static const char *const names[] = {"a", "b"};

static const char *scan(const char *text, struct mms_json_span *span)
{
	return mms_json_object(text, text + strlen(text), names, span, 2);
}

static void strict(void)
{
	static const char *const good[] = {
		"{}", " { } ", "{\"a\":1}", "{\"a\":-0.5e+10,\"b\":[1,[2,{\"c\":null}],\"\\u00ff\\n\"]}", "{\"a\":true,\"b\":false}",
		"{\"a\":{\"x\":{\"y\":[]}},\"b\":\"\xff\"}", "{\"a\":0}",
	};
	static const char *const bad[] = {
		"", "[]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1,}", "{a:1}",
		"{\"a\":'x'}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\n\"}", "{\"a\":\"x}", "{\"a\":[1,]}", "{\"a\":[1}",
		"{\"a\":tru}", "{\"a\":1}x", "{\"a\":1e}", "{\"a\":\"\\",
	};
	struct mms_json_span span[2];

	for (unsigned i = 0; i < MMS_COUNT(good); i++)
		CHECK(!scan(good[i], span), "%s was refused", good[i]);
	for (unsigned i = 0; i < MMS_COUNT(bad); i++)
		CHECK(scan(bad[i], span), "%s was taken", bad[i]);
	note("%u good, %u bad", MMS_COUNT(good), MMS_COUNT(bad));
}

/* As deep as the limit is taken, one deeper is not. */
static void bounded(void)
{
	struct mms_json_span span[2];

	for (unsigned depth = MMS_JSON_DEPTH - 1; depth <= MMS_JSON_DEPTH + 1; depth++) {
		char text[256] = "{\"a\":";

		for (unsigned i = 0; i < depth; i++)
			strcat(text, "[");
		for (unsigned i = 0; i < depth; i++)
			strcat(text, "]");
		strcat(text, "}");
		CHECK(!scan(text, span) == (depth <= MMS_JSON_DEPTH), "depth %u", depth);
	}
}

static void values(void)
{
	struct mms_json_span span[2];
	uint64_t number = 0;
	char text[32];

	CHECK(!scan("{\"b\":\"x\\ty\\u20ac\",\"a\":7,\"a\":18446744073709551615}", span), "refused");
	CHECK(mms_json_u64(span[0], &number) && number == UINT64_MAX, "%llu", (unsigned long long)number);
	CHECK_EQ(mms_json_text(span[1], text, sizeof(text)), 6, "bytes of text");
	CHECK(!memcmp(text, "x\ty\xe2\x82\xac", 6), "%.6s", text);
	CHECK_EQ(mms_json_text(span[1], text, 3), UINT32_MAX, "bytes where there is no room");
	CHECK(!scan("{\"a\":18446744073709551616}", span) && !mms_json_u64(span[0], &number), "too large a number was taken");
	CHECK(!span[1].at, "b is not there");
}

SUITE(json_scan)
{
	static const struct test tests[] = {
		{"json: strict", strict},
		{"json: nested no deeper than the limit", bounded},
		{"json: strings and numbers", values},
	};

	RUN(tests);
}
