/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mms-bench-trace FILE: the trace reader natively, beside a plain scan of the same bytes that finds lines,
 * CPU, time and numbers one byte at a time and keeps nothing. Ends with one line `bench-trace …`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "mms/enums.h"
#include "mms/trace_abi.h"

#define ROUNDS 5
#define CHUNK (1u << 20)

static uint64_t kept[8];

static uint64_t number(const char **at, const char *end)
{
	uint64_t value = 0;

	while (*at < end && **at >= '0' && **at <= '9')
		value = value * 10 + (uint64_t)(*(*at)++ - '0');
	return value;
}

static const char *until(const char *at, const char *end, char stop)
{
	while (at < end && *at != stop && *at != '\n')
		at++;
	return at;
}

static void plain_scan(const char *at, const char *end)
{
	while (at < end) {
		uint64_t cpu, ts;

		at = until(at, end, '[');
		if (at < end && *at == '[') {
			at++;
			cpu = number(&at, end);
			at = until(at, end, ' ');
			while (at < end && *at == ' ')
				at++;
			at = until(at, end, ' ');
			while (at < end && *at == ' ')
				at++;
			ts = number(&at, end);
			kept[cpu & 7] += ts;
			while (at < end && *at != '\n')
				if (*at++ == '=')
					kept[cpu & 7] += number(&at, end);
		}
		at++;
	}
}

static void *at_address(uint32_t address)
{
	return mms_memory_base() + address;
}

/* What a host does: it takes the columns. */
static uint64_t take(void)
{
	uint64_t rows = 0;
	uint32_t at;

	while ((at = mms_trace_take()))
		rows += ((const struct mms_trace_batch *)at_address(at))->rows;
	return rows;
}

static uint64_t read_all(const char *text, size_t len)
{
	uint64_t rows = 0;
	int status = mms_trace_begin(0, 0, 0);

	for (size_t from = 0; from < len && !status; from += CHUNK) {
		uint32_t part = (uint32_t)(len - from < CHUNK ? len - from : CHUNK);

		memcpy(at_address(mms_trace_staging(part)), text + from, part);
		for (status = mms_trace_feed(part); status == MMS_status_more; status = mms_trace_feed(0))
			rows += take();
	}
	while (!status && (status = mms_trace_end()) == MMS_status_more)
		rows += take();
	if (status < 0) {
		fprintf(stderr, "%s\n", ((const struct mms_error *)at_address(mms_trace_error()))->text);
		exit(1);
	}
	return rows + take();
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	double best = 1e9, scan = 1e9;
	uint64_t rows = 0;
	size_t len;
	char *text;
	FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;

	if (!file) {
		fprintf(stderr, "usage: mms-bench-trace FILE\n");
		return 2;
	}
	fseek(file, 0, SEEK_END);
	len = (size_t)ftell(file);
	rewind(file);
	text = malloc(len + 1);
	if (!text || fread(text, 1, len, file) != len)
		return 2;
	for (int i = 0; i < ROUNDS; i++) {
		double from = now(), between;

		plain_scan(text, text + len);
		between = now();
		rows = read_all(text, len);
		scan = between - from < scan ? between - from : scan;
		best = now() - between < best ? now() - between : best;
	}
	printf("bench-trace bytes=%zu rows=%llu mb_s=%.0f events_s=%.0f scan_mb_s=%.0f ratio=%.2f\n", len,
	       (unsigned long long)rows, (double)len / best / 1e6, (double)rows / best, (double)len / scan / 1e6, scan / best);
	return kept[0] == 1; /* the scan is not to be left out */
}
