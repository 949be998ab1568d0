/* SPDX-License-Identifier: Apache-2.0 */
/* host.h: what a host of mmtrace.wasm does, natively: text in, all rows out. */
#ifndef MMS_TRACE_HOST_H
#define MMS_TRACE_HOST_H

#include "tests/suite.h"
#include "trace/kinds.h"

/* All that came out of a text. Freed by host_text_free(). */
struct host_text {
	int status; /* of the last call */
	struct mms_trace_report report;
	char *rows; /* one line a row, by kind: `kind ts cpu pid comm line name=value …`; NUL terminated */
	size_t len, cap;
	unsigned batches, most_rows; /* taken, and the rows of the largest */
};

/* Reads `text` in chunks of `chunk` bytes (0: 1 MiB). The format is recognised. */
struct host_text read_trace(const char *text, size_t len, size_t chunk);
/* A part of a text, that goes on where `carry` was left behind; NULL: the first. */
struct host_text read_part(const char *text, size_t len, const struct mms_trace_carry *carry, bool last);
void host_text_free(struct host_text *r);

/* Reads a text that ends with NUL; checks that its rows are `rows`. */
void check_rows(const char *text, const char *rows);

/* The last error's sentence. */
const char *host_error(void);

void *host_at(uint32_t address);

#endif
