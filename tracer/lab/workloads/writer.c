/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writer: write to anonymous memory so that it has to be swapped.
 *
 *     writer --mb N [--node N] [--iterations N] [--seed N] [--sequential] [--huge]
 *            [--name NAME] [--cgroup DIR] [--hold SECONDS] [--verify]
 *
 * Fills N MiB with data that neither compresses nor is all zero (zram would shrink it, and the
 * kernel keeps pages of zeros out of swap), then writes to one page at a time: random pages, or
 * with --sequential one after the other. Runs on the CPUs of the node given, so that the node is
 * the one whose list of swap devices is used. The same seed writes the same pages. Once filled, it
 * leaves an empty file /run/filled.PID for whoever waits for that. With --verify it looks at every
 * page in the end and fails when one is not the page that was written there.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#define PAGE 4096UL
#define HUGE (2UL << 20)

static uint64_t state;

static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void die(const char *what)
{
	fprintf(stderr, "writer: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void run_on_node(int node)
{
	char path[64];
	FILE *list;
	cpu_set_t set;
	int first, last;

	snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/cpulist", node);
	list = fopen(path, "r");
	if (!list)
		die(path);
	CPU_ZERO(&set);
	while (fscanf(list, "%d", &first) == 1) {
		last = first;
		if (fscanf(list, "-%d", &last) != 1)
			last = first;
		for (; first <= last; first++)
			CPU_SET(first, &set);
		fgetc(list);
	}
	fclose(list);
	if (sched_setaffinity(0, sizeof(set), &set))
		die("sched_setaffinity");
}

static void join_cgroup(const char *dir)
{
	char path[256];
	FILE *procs;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	procs = fopen(path, "w");
	if (!procs || fprintf(procs, "%d\n", getpid()) < 0 || fclose(procs))
		die(path);
}

static void fill(uint64_t *page)
{
	for (unsigned long word = 0; word < PAGE / sizeof(*page); word++)
		page[word] = next_random() | 1;
}

/* The first word of a page says which one it is, the others are odd. */
static int verify(const uint64_t *page, unsigned long number)
{
	if (page[0] != number << 1)
		return 0;
	for (unsigned long word = 1; word < PAGE / sizeof(*page); word++)
		if (!(page[word] & 1))
			return 0;
	return 1;
}

static void tell_filled(void)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/run/filled.%d", getpid());
	file = fopen(path, "w");
	if (!file || fclose(file))
		die(path);
}

int main(int argc, char **argv)
{
	unsigned long pages = 0, iterations = 0, seed = 1, hold = 0;
	int sequential = 0, huge = 0, verifies = 0, node = -1;
	const char *name = "writer", *cgroup = NULL;
	uint8_t *memory;

	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : "";

		if (!strcmp(argv[i], "--sequential")) {
			sequential = 1;
			continue;
		}
		if (!strcmp(argv[i], "--huge")) {
			huge = 1;
			continue;
		}
		if (!strcmp(argv[i], "--verify")) {
			verifies = 1;
			continue;
		}
		i++;
		if (!strcmp(argv[i - 1], "--mb"))
			pages = strtoul(value, NULL, 10) << 8;
		else if (!strcmp(argv[i - 1], "--node"))
			node = atoi(value);
		else if (!strcmp(argv[i - 1], "--iterations"))
			iterations = strtoul(value, NULL, 10);
		else if (!strcmp(argv[i - 1], "--seed"))
			seed = strtoul(value, NULL, 10);
		else if (!strcmp(argv[i - 1], "--name"))
			name = value;
		else if (!strcmp(argv[i - 1], "--cgroup"))
			cgroup = value;
		else if (!strcmp(argv[i - 1], "--hold"))
			hold = strtoul(value, NULL, 10);
		else {
			fprintf(stderr, "writer: unknown option %s\n", argv[i - 1]);
			return 2;
		}
	}
	if (!pages) {
		fprintf(stderr, "writer: --mb is missing\n");
		return 2;
	}
	prctl(PR_SET_NAME, name);
	if (node >= 0)
		run_on_node(node);
	if (cgroup)
		join_cgroup(cgroup);
	/* Never zero, and far apart for neighbouring seeds. */
	state = (seed + 1) * 0x9e3779b97f4a7c15ULL;

	memory = mmap(NULL, pages * PAGE + HUGE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		die("mmap");
	memory += -(uintptr_t)memory & (HUGE - 1);
	if (huge && madvise(memory, pages * PAGE, MADV_HUGEPAGE))
		die("madvise");

	for (unsigned long page = 0; page < pages; page++) {
		uint64_t *words = (uint64_t *)(memory + page * PAGE);

		fill(words);
		words[0] = page << 1;
	}
	tell_filled();
	for (unsigned long i = 0; i < iterations; i++) {
		uint64_t random = next_random();
		unsigned long page = (sequential ? i : random >> 9) % pages;

		((uint64_t *)(memory + page * PAGE))[1 + random % (PAGE / 8 - 1)] = random | 1;
	}
	for (unsigned long page = 0; verifies && page < pages; page++) {
		if (!verify((const uint64_t *)(memory + page * PAGE), page)) {
			fprintf(stderr, "writer: page %lu is not what was written\n", page);
			return 1;
		}
	}
	sleep(hold);
	return 0;
}
