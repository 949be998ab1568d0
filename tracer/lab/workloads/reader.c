/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reader: read a disk or a file from first to last through the page cache, once or in a loop.
 *
 *     reader --path PATH --mb N [--loops N] [--policy none|interleave|weighted|bind --nodes LIST]
 *            [--kb N] [--check] [options of workload.h]
 *
 * Reads N MiB in pieces of --kb KiB (128), `loops` times (1). Before that it sets its memory policy,
 * so that the event of that is in a capture. The page cache is filled under the policy of the task
 * that reads. In the end it reports how many pages it read and what that cost. With --check it fails
 * when a page does not begin with its own number, as on the data disks of the lab.
 */
#include "workload.h"

static void check(const uint8_t *piece, unsigned long bytes, unsigned long offset)
{
	for (unsigned long at = 0; at < bytes; at += PAGE) {
		uint64_t number;

		memcpy(&number, piece + at, sizeof(number));
		if (number != (offset + at) / PAGE) {
			fprintf(stderr, "reader: page %lu holds page %lu\n", (offset + at) / PAGE,
				(unsigned long)number);
			exit(1);
		}
	}
}

int main(int argc, char **argv)
{
	unsigned long mb = 0, loops = 1, kb = 128, total = 0;
	const char *path = NULL, *policy = NULL, *nodes = "0";
	struct rusage usage;
	int checks = 0, fd;
	uint8_t *piece;

	begin(argc, argv, (const struct option_row[]){
		{ "path", TEXT, &path }, { "mb", NUMBER, &mb }, { "loops", NUMBER, &loops },
		{ "kb", NUMBER, &kb }, { "policy", TEXT, &policy }, { "nodes", TEXT, &nodes },
		{ "check", FLAG, &checks }, { 0 } });
	if (!path || !mb || !kb || kb % 4) {
		fprintf(stderr, "reader: --path or --mb is missing, or --kb is not whole pages\n");
		return 2;
	}
	piece = mmap(NULL, kb << 10, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	fd = open(path, O_RDONLY);
	if (piece == MAP_FAILED || fd < 0)
		die(path);
	if (policy)
		set_policy(policy, nodes);
	getrusage(RUSAGE_SELF, &usage);
	for (unsigned long loop = 0; loop < loops; loop++) {
		for (unsigned long offset = 0; offset < mb << 20; offset += kb << 10) {
			long got = pread(fd, piece, kb << 10, offset);

			if (got != (long)(kb << 10)) {
				fprintf(stderr, "reader: %s is shorter than %lu MiB\n", path, mb);
				return 1;
			}
			if (checks)
				check(piece, got, offset);
			total += got / PAGE;
		}
	}
	report(total, "pages-read");
	report_usage(&usage);
	return 0;
}
