/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as what somebody pasted: an answer in JSON, the same each time, and one to the last bytes as a request. */
#include <string.h>

#include "base/arena.h"
#include "base/json_scan.h"
#include "mms/paste_abi.h"
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t answer(const uint8_t *data, size_t size, uint64_t *sum)
{
	static const char *const names[] = {"zones", "reports", "swaps"};
	struct mms_json_span span[3];
	uint32_t at = mms_paste_begin((uint32_t)size), n;
	const char *json;

	MUST(at);
	if (size)
		memcpy(mms_memory_base() + at, data, size);
	n = mms_paste_read();
	MUST(n);
	json = (const char *)mms_memory_base() + mms_paste_answer();
	MUST(!mms_json_object(json, json + n, names, span, 3) && span[0].at && span[1].at && span[2].at);
	*sum = 0;
	for (uint32_t i = 0; i < n; i++)
		*sum = (*sum ^ (uint8_t)json[i]) * 0x100000001b3ull;
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t first, again;

	const char *const names[] = {"notice", "moments"};
	struct mms_json_span span[2];
	size_t tail = MMS_MIN(size, (size_t)40);
	const char *json;
	uint32_t n;

	MUST(answer(data, size, &first) == answer(data, size, &again) && first == again);
	if (tail)
		memcpy(mms_memory_base() + mms_paste_request(), data + size - tail, tail);
	n = mms_paste_ask((uint32_t)tail);
	MUST(n);
	json = (const char *)mms_memory_base() + mms_paste_answer();
	MUST(!mms_json_object(json, json + n, names, span, 2) && span[0].at && span[1].at);
	return 0;
}
