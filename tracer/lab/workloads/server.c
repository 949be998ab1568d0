/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server: a hash table in anonymous memory that is asked at random, beside a writer of file data;
 * memcachetest with background I/O, as in document 002.
 *
 *     server --mb N --seconds N [--path PATH --write-mb N] [options of workload.h]
 *
 * Fills a table of N MiB with objects of 1000 bytes, then gets random keys for so many seconds; all
 * of them are there. Beside it a child writes --write-mb MiB to the disk or file once, from first to
 * last. In the end it reports how many gets it served, how many MiB the child had written by then, and
 * what the gets cost.
 */
#include "workload.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#define OBJECT 1000UL
#define EMPTY 0UL

struct slot {
	uint64_t key;
	uint8_t object[OBJECT];
};

static uint64_t hash(uint64_t key)
{
	key ^= key >> 33;
	key *= 0xff51afd7ed558ccdULL;
	return key ^ key >> 33;
}

/* The slot of a key, or the empty one where it belongs; at most half of the slots are taken. */
static struct slot *look_up(struct slot *table, unsigned long slots, uint64_t key)
{
	unsigned long at = hash(key) % slots;

	while (table[at].key != key && table[at].key != EMPTY)
		at = (at + 1) % slots;
	return &table[at];
}

static void fill(uint8_t *object, uint64_t *state)
{
	for (unsigned long at = 0; at + sizeof(*state) <= OBJECT; at += sizeof(*state)) {
		uint64_t word = next_random(state) | 1;

		memcpy(object + at, &word, sizeof(word));
	}
}

static void write_file(const char *path, unsigned long mb, volatile unsigned long *done)
{
	static uint8_t piece[128 << 10];
	uint64_t state = first_random(my_seed + 1);
	int fd = open(path, O_WRONLY | O_CREAT, 0600);

	if (fd < 0)
		die(path);
	for (unsigned long at = 0; at + sizeof(state) <= sizeof(piece); at += sizeof(state)) {
		uint64_t word = next_random(&state);

		memcpy(piece + at, &word, sizeof(word));
	}
	for (unsigned long offset = 0; offset < mb << 20; offset += sizeof(piece)) {
		if (pwrite(fd, piece, sizeof(piece), offset) != (long)sizeof(piece))
			die(path);
		*done = (offset + sizeof(piece)) >> 20;
	}
}

int main(int argc, char **argv)
{
	unsigned long mb = 0, seconds = 0, write_mb = 0, slots, objects, gets = 0;
	volatile unsigned long *written;
	const char *path = NULL;
	struct rusage usage;
	struct timespec now;
	struct slot *table;
	uint64_t state;
	pid_t child = 0;
	time_t end;

	begin(argc, argv, (const struct option_row[]){
		{ "mb", NUMBER, &mb }, { "seconds", NUMBER, &seconds }, { "path", TEXT, &path },
		{ "write-mb", NUMBER, &write_mb }, { 0 } });
	if (!mb || !seconds || (write_mb && !path)) {
		fprintf(stderr, "server: --mb, --seconds or --path is missing\n");
		return 2;
	}
	slots = (mb << 20) / sizeof(*table);
	objects = slots / 2;
	table = mmap(NULL, mb << 20, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	written = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (table == MAP_FAILED || written == MAP_FAILED)
		die("mmap");
	state = first_random(my_seed);
	for (uint64_t key = 1; key <= objects; key++) {
		struct slot *slot = look_up(table, slots, key);

		slot->key = key;
		fill(slot->object, &state);
	}
	if (write_mb)
		child = fork();
	if (child < 0)
		die("fork");
	if (write_mb && !child) {
		write_file(path, write_mb, written);
		return 0;
	}
	getrusage(RUSAGE_SELF, &usage);
	clock_gettime(CLOCK_MONOTONIC, &now);
	end = now.tv_sec + (time_t)seconds;
	do {
		uint64_t key = 1 + next_random(&state) % objects;

		if (look_up(table, slots, key)->key != key) {
			fprintf(stderr, "server: key %lu is lost\n", (unsigned long)key);
			return 1;
		}
		gets++;
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec < end);
	report(gets, "gets");
	report(*written, "mib-written");
	report_usage(&usage);
	if (child) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	return 0;
}
