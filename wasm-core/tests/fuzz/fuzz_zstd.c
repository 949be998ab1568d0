/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a file of zstd: refused, or unpacked to the same bytes however the file is cut into chunks. */
#include <string.h>

#include "base/arena.h"
#include "mms/zstd_abi.h"
#include "check.h"

/* As far as a host would unpack so short a file. */
#define MOST (64u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct result {
	int status;
	uint64_t packed, plain, sum;
};

static struct result unpack(const uint8_t *data, size_t size, size_t chunk)
{
	struct result r = {.status = mms_zstd_begin()};

	MUST(!r.status);
	for (size_t from = 0; from < size && !r.status && r.plain < MOST; from += chunk) {
		uint32_t n = (uint32_t)MMS_MIN(size - from, chunk);

		memcpy(mms_memory_base() + mms_zstd_input(), data + from, n);
		while (r.plain < MOST && (r.status = mms_zstd_feed(n)) > 0) {
			const uint8_t *plain = mms_memory_base() + mms_zstd_output();

			MUST((uint32_t)r.status <= MMS_ZSTD_OUTPUT);
			for (int i = 0; i < r.status; i++)
				r.sum = (r.sum ^ plain[i]) * 0x100000001b3ull;
			r.plain += (uint32_t)r.status;
			n = 0;
		}
	}
	if (r.plain < MOST)
		r.status = mms_zstd_end();
	r.packed = mms_zstd_bytes();
	return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct result whole = unpack(data, size, MMS_ZSTD_INPUT), cut = unpack(data, size, 1 + (size ? data[size - 1] : 0) / 4);

	MUST(whole.packed <= size && whole.status >= MMS_ZSTD_NO_MEMORY);
	if (whole.plain >= MOST)
		return 0;
	MUST(whole.status == cut.status);
	/* an error is found within the same block or header, and what is wrong with it may be seen early */
	if (!whole.status)
		MUST(whole.packed == size && whole.plain == cut.plain && whole.sum == cut.sum && cut.packed == size);
	return 0;
}
