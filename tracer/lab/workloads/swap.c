/* SPDX-License-Identifier: Apache-2.0 */
/*
 * swap: swapon and swapoff with nothing in between.
 *
 *     swap on PATH [PRIORITY]     0..32767; without one the kernel numbers the device itself
 *     swap off PATH
 *     swap off-interrupted PATH MILLISECONDS
 *
 * The last one is interrupted by a signal after that time and each time it has passed again, which
 * makes the kernel put the device back on its lists; it fails when swapoff was done before. After 0
 * milliseconds means while swapoff still looks for its device, before a page is read back.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/swap.h>
#include <sys/time.h>
#include <unistd.h>

static void wake(int signal)
{
	(void)signal;
}

/* The same file by a path that takes the kernel milliseconds to walk: links to links, each by a long detour. */
static const char *far(const char *path)
{
	static char link[32], out[PATH_MAX];
	size_t used, detour = strlen("/dev/..");

	for (int number = 0; number < 32; number++) {
		for (used = 0; used + detour + strlen(path) < sizeof(out); used += detour)
			memcpy(out + used, "/dev/..", detour);
		strcpy(out + used, path);
		snprintf(link, sizeof(link), "/run/far.%d", number);
		unlink(link);
		if (symlink(out, link)) {
			perror(link);
			exit(1);
		}
		path = link;
	}
	return link;
}

int main(int argc, char **argv)
{
	int status;

	if (argc == 3 && !strcmp(argv[1], "on")) {
		status = swapon(argv[2], 0);
	} else if (argc == 4 && !strcmp(argv[1], "on")) {
		status = swapon(argv[2], SWAP_FLAG_PREFER | (atoi(argv[3]) & SWAP_FLAG_PRIO_MASK));
	} else if (argc == 3 && !strcmp(argv[1], "off")) {
		status = swapoff(argv[2]);
	} else if (argc == 4 && !strcmp(argv[1], "off-interrupted")) {
		struct sigaction action = { .sa_handler = wake };
		const char *path = argv[2];
		long ms = atol(argv[3]);
		struct timeval period = { ms / 1000, ms % 1000 * 1000 };
		struct itimerval timer;

		if (!ms) {
			path = far(path);
			period.tv_usec = 200;
		}
		timer = (struct itimerval){ period, period };
		sigaction(SIGALRM, &action, NULL);
		setitimer(ITIMER_REAL, &timer, NULL);
		status = swapoff(path);
		if (status == 0) {
			fprintf(stderr, "swap: %s was off before the signal\n", argv[2]);
			return 1;
		}
		return errno == EINTR ? 0 : 1;
	} else {
		fprintf(stderr, "usage: swap on PATH [PRIORITY] | off PATH | off-interrupted PATH MS\n");
		return 2;
	}
	if (status)
		fprintf(stderr, "swap: %s %s: %s\n", argv[1], argv[2], strerror(errno));
	return status ? 1 : 0;
}
