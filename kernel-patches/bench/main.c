// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c: how many instructions a page fault, an allocation, a page swapped out and one swapped in take. It is the
 * guest's only process. Under QEMU's -icount shift=0 an instruction takes 1 ns of the guest's time, and the time stamp
 * counter counts such nanoseconds: what is printed are instructions, the same but for a few in every run, and no times.
 *
 * Each operation is done SAMPLES times and the median taken, so that interrupts that come in between do not count.
 * What reading the counter takes is taken off. On the guest's console: `cost OPERATION INSTRUCTIONS`.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096ul
#define SAMPLES 2001u
#define PIPE_PAGES 16u
#define SWAP_MIB 64ul
#define ZRAM "/dev/zram0"

static uint64_t samples[SAMPLES];

static void die(const char *what)
{
	perror(what);
	reboot(RB_POWER_OFF);
	exit(1);
}

static inline uint64_t now(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high)::"memory");
	return (uint64_t)high << 32 | low;
}

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static uint64_t median(void)
{
	qsort(samples, SAMPLES, sizeof(samples[0]), by_size);
	return samples[SAMPLES / 2];
}

static uint64_t empty;

static void print(const char *operation)
{
	printf("cost %s %llu\n", operation, (unsigned long long)(median() - empty));
	fflush(stdout);
}

static uint8_t *map(void)
{
	uint8_t *memory = mmap(NULL, SAMPLES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED || madvise(memory, SAMPLES * PAGE, MADV_NOHUGEPAGE))
		die("mmap");
	return memory;
}

/* The first touch of a page, each time. The page tables are there: a page of each was touched before. */
static void faults(const char *operation)
{
	uint8_t *memory = map();

	for (unsigned i = 0; i < SAMPLES; i += 64)
		memory[i * PAGE] = 1;
	if (madvise(memory, SAMPLES * PAGE, MADV_DONTNEED))
		die("madvise");
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = now();

		((volatile uint8_t *)memory)[i * PAGE] = 1;
		samples[i] = now() - start;
	}
	print(operation);
	munmap(memory, SAMPLES * PAGE);
}

/* A page written to a pipe, which the kernel allocates for it. */
static void allocations(const char *operation)
{
	static char page[PAGE];
	int ends[2];

	if (pipe(ends))
		die("pipe");
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = now();

		if (write(ends[1], page, PAGE) != PAGE)
			die("write");
		samples[i] = now() - start;
		if (i % PIPE_PAGES == PIPE_PAGES - 1)
			for (unsigned k = 0; k < PIPE_PAGES; k++)
				if (read(ends[0], page, PAGE) != PAGE)
					die("read");
	}
	print(operation);
	close(ends[0]);
	close(ends[1]);
}

static void put(const char *path, const char *text)
{
	int file = open(path, O_WRONLY);

	if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
		die(path);
	close(file);
}

/* What mkswap(8) writes: version, last page, and the word at the end of the first page. */
static void swap_on(void)
{
	static char page[PAGE];
	uint32_t *header = (uint32_t *)(void *)(page + 1024);
	char size[32];
	int disk;

	snprintf(size, sizeof(size), "%luM", SWAP_MIB);
	put("/sys/block/zram0/disksize", size);
	header[0] = 1;
	header[1] = (SWAP_MIB << 8) - 1;
	memcpy(page + PAGE - 10, "SWAPSPACE2", 10);
	disk = open(ZRAM, O_WRONLY);
	if (disk < 0 || write(disk, page, PAGE) != PAGE || fsync(disk))
		die(ZRAM);
	close(disk);
	if (swapon(ZRAM, 0))
		die("swapon");
}

/* Pages go out one by one, and come back one by one in the same order. No two are alike; each is easily compressed. */
static void swaps(const char *out, const char *in)
{
	uint8_t *memory = map();

	for (unsigned i = 0; i < SAMPLES; i++)
		for (unsigned k = 0; k < PAGE / 8; k++)
			((uint64_t *)(void *)(memory + i * PAGE))[k] = i + 1;
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = now();

		if (madvise(memory + i * PAGE, PAGE, MADV_PAGEOUT))
			die("madvise");
		samples[i] = now() - start;
	}
	print(out);
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = now();

		if (((volatile uint64_t *)(void *)memory)[i * PAGE / 8] != i + 1)
			die("not the page that was swapped out");
		samples[i] = now() - start;
	}
	print(in);
	munmap(memory, SAMPLES * PAGE);
}

int main(void)
{
	unsigned long both = 3;

	if (mount("proc", "/proc", "proc", 0, NULL) || mount("sys", "/sys", "sysfs", 0, NULL))
		die("mount");
	setvbuf(stdout, NULL, _IONBF, 0);
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t start = now();

		samples[i] = now() - start;
	}
	empty = median();
	faults("fault");
	allocations("allocation");
	if (syscall(SYS_set_mempolicy, MPOL_INTERLEAVE, &both, 64))
		die("set_mempolicy");
	allocations("allocation-interleaved");
	if (syscall(SYS_set_mempolicy, MPOL_DEFAULT, NULL, 0))
		die("set_mempolicy");
	swap_on();
	put("/proc/sys/vm/page-cluster", "0");
	swaps("swap-out", "swap-in");
	printf("cost end 0\n");
	reboot(RB_POWER_OFF);
	return 0;
}
