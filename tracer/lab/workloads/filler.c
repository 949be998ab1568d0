/* SPDX-License-Identifier: Apache-2.0 */
/*
 * filler: write a file from first to last through the page cache.
 *
 *     filler --path PATH [--mb N] [options of workload.h]
 *
 * Makes the file if it is not there, then writes N MiB in pieces of 128 KiB and does not wait for the
 * disk. With no --mb the file is only made: on a tmpfs with a memory policy, under the policy with the
 * nodes this task may use.
 */
#include "workload.h"

int main(int argc, char **argv)
{
	static uint8_t piece[128UL << 10];
	const char *path = NULL;
	unsigned long mb = 0;
	struct rusage usage;
	int fd;

	begin(argc, argv, (const struct option_row[]){
		{ "path", TEXT, &path }, { "mb", NUMBER, &mb }, { 0 } });
	if (!path) {
		fprintf(stderr, "filler: --path is missing\n");
		return 2;
	}
	getrusage(RUSAGE_SELF, &usage);
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	if (fd < 0)
		die(path);
	memset(piece, 1, sizeof(piece));
	for (unsigned long left = mb << 3; left; left--)
		if (write(fd, piece, sizeof(piece)) != (ssize_t)sizeof(piece))
			die(path);
	if (close(fd))
		die(path);
	report(mb << 8, "pages-written");
	report_usage(&usage);
	return 0;
}
