/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writer: write to anonymous memory so that it has to be swapped.
 *
 *     writer --mb N [--threads N] [--iterations N] [--sequential] [--read] [--huge] [--warm N]
 *            [--gate PATH] [--hold SECONDS] [--verify] [options of workload.h]
 *
 * Fills N MiB with data that neither compresses nor is all zero (zram would shrink it, and the
 * kernel keeps pages of zeros out of swap), then writes to one page at a time: random pages, or
 * with --sequential one after the other; `iterations` times in each thread. Runs on the CPUs of the
 * node given, so that the node is the one whose list of swap devices is used. With one thread the
 * same seed writes the same pages. With --read it only looks at them: a page that comes in from swap
 * is then as it is there, and need not be written again.
 *
 * Once filled, it reads all pages in order --warm times (0), so that all of them have been in swap,
 * leaves an empty file /run/filled.PID for whoever waits for that, and waits until there is a file
 * --gate. In the end it reports what the iterations cost. With --verify it looks at
 * every page in the end and fails when one is not the page that was written there.
 */
#include "workload.h"

#include <pthread.h>

#define HUGE (2UL << 20)
#define MAX_THREADS 64UL

static uint8_t *memory;
static unsigned long pages, iterations;
static int sequential, reads;

struct worker {
	pthread_t thread;
	uint64_t state;
	unsigned long from;
};

static void fill(uint64_t *page, uint64_t *state)
{
	for (unsigned long word = 0; word < PAGE / sizeof(*page); word++)
		page[word] = next_random(state) | 1;
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

static void *work(void *argument)
{
	struct worker *worker = argument;

	for (unsigned long i = 0; i < iterations; i++) {
		uint64_t random = next_random(&worker->state);
		unsigned long page = (sequential ? worker->from + i : random >> 9) % pages;

		volatile uint64_t *word = (uint64_t *)(memory + page * PAGE) + 1 + random % (PAGE / 8 - 1);

		if (reads)
			(void)*word;
		else
			*word = random | 1;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static struct worker workers[MAX_THREADS];
	unsigned long mb = 0, hold = 0, threads = 1, warm = 0;
	const char *gate = NULL;
	int huge = 0, verifies = 0;
	struct rusage usage;
	uint64_t state;

	begin(argc, argv, (const struct option_row[]){
		{ "mb", NUMBER, &mb }, { "threads", NUMBER, &threads },
		{ "iterations", NUMBER, &iterations }, { "hold", NUMBER, &hold },
		{ "sequential", FLAG, &sequential }, { "huge", FLAG, &huge },
		{ "verify", FLAG, &verifies }, { "read", FLAG, &reads },
		{ "warm", NUMBER, &warm }, { "gate", TEXT, &gate }, { 0 } });
	if (!mb || threads < 1 || threads > MAX_THREADS) {
		fprintf(stderr, "writer: --mb is missing, or --threads is not 1 to %lu\n", MAX_THREADS);
		return 2;
	}
	pages = mb << 8;
	state = first_random(my_seed);

	memory = mmap(NULL, pages * PAGE + HUGE, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		die("mmap");
	memory += -(uintptr_t)memory & (HUGE - 1);
	if (huge && madvise(memory, pages * PAGE, MADV_HUGEPAGE))
		die("madvise");

	for (unsigned long page = 0; page < pages; page++) {
		uint64_t *words = (uint64_t *)(memory + page * PAGE);

		fill(words, &state);
		words[0] = page << 1;
	}
	for (unsigned long touch = 0; touch < warm * pages; touch++)
		(void)*(volatile uint8_t *)(memory + touch % pages * PAGE);
	report_filled();
	while (gate && access(gate, F_OK))
		usleep(10000);
	getrusage(RUSAGE_SELF, &usage);
	/* The first one goes on where filling ended, the others start elsewhere. */
	for (unsigned long i = 0; i < threads; i++) {
		workers[i].state = i ? first_random(my_seed + 1000 * i) : state;
		workers[i].from = pages / threads * i;
	}
	for (unsigned long i = 1; i < threads; i++)
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			die("pthread_create");
	work(&workers[0]);
	for (unsigned long i = 1; i < threads; i++)
		pthread_join(workers[i].thread, NULL);
	if (iterations)
		report_usage(&usage);
	for (unsigned long page = 0; verifies && page < pages; page++) {
		if (!verify((const uint64_t *)(memory + page * PAGE), page)) {
			fprintf(stderr, "writer: page %lu is not what was written\n", page);
			return 1;
		}
	}
	sleep(hold);
	return 0;
}
