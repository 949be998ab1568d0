/* SPDX-License-Identifier: Apache-2.0 */
/*
 * eater: take memory page by page and say after how many kswapd was woken, and a task reclaimed for itself.
 *
 *     eater [--step N] [--until EVENT] [--policy P --nodes LIST] [--pipes N]
 *           [options of workload.h]
 *
 * Prints /proc/zoneinfo as it was before the first page, then a line for the first change of each of two
 * counters of /proc/vmstat, which are read after every N pages (16):
 *
 *     eater kswapd pages=N tables=N freed=N       pageoutrun: kswapd has been woken and looks at a node; or before
 *                                                 that, where mm_vmscan_wakeup_kswapd stops tracing: it is woken
 *     eater reclaim pages=N tables=N freed=N      allocstall: a task reclaims for itself
 *
 * pages: touched by it; tables: pages of page tables since the beginning, which the same requests give;
 * freed: pages that kswapd has given back until then. It ends at EVENT: kswapd, reclaim (the default),
 * boost (a zone's watermark is boosted, or else reclaim; /proc/zoneinfo of that moment is printed instead) or never.
 * It says nothing while it takes memory, as that would take some, too.
 *
 * For what is not a page of a task, before that and without a word, as the first to be killed:
 *     --pipes N      pages of the kernel's that cannot be moved, until N are free in all or it is killed; then every
 *                    other one is given back, so that what is free lies in single pages
 */
#include "workload.h"

#define PIPES_MOST 200000
#define TEXT_MOST (1UL << 20)

static const char *const counted[] = { "pageoutrun ", "allocstall", "nr_page_table_pages ",
				       "pgsteal_kswapd ", "nr_slab_reclaimable " };
enum { PAGEOUTRUN, ALLOCSTALL, TABLES, STOLEN, SLAB, COUNTERS };

struct counters {
	unsigned long value[COUNTERS];
};

#define TRACING "/sys/kernel/tracing/tracing_on"

static int vmstat = -1, zoneinfo = -1, tracing = -1;

/* The whole file, in a buffer that is there already. */
static size_t read_all(int fd, char *text)
{
	size_t used = 0;
	ssize_t got;

	while (used < TEXT_MOST - 1 && (got = pread(fd, text + used, TEXT_MOST - 1 - used, (off_t)used)) > 0)
		used += (size_t)got;
	text[used] = 0;
	return used;
}

/* Each is the sum of the lines that begin so: allocstall has one for each zone. */
static struct counters read_counters(char *text)
{
	struct counters now = { 0 };

	read_all(vmstat, text);
	for (char *line = text; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		for (int i = 0; i < COUNTERS; i++)
			if (!strncmp(line, counted[i], strlen(counted[i])) && strchr(line, ' '))
				now.value[i] += strtoul(strchr(line, ' '), NULL, 10);
	}
	return now;
}

static int boosted(const char *text)
{
	for (const char *at = text; (at = strstr(at, "boost ")); at++)
		if (strtoul(at + 6, NULL, 10))
			return 1;
	return 0;
}

static void say(const char *what, unsigned long pages, struct counters now, struct counters first)
{
	unsigned long slab = now.value[SLAB] < first.value[SLAB] ? first.value[SLAB] - now.value[SLAB] : 0;

	printf("eater %s pages=%lu tables=%ld freed=%lu\n", what, pages,
		(long)(now.value[TABLES] - first.value[TABLES]), now.value[STOLEN] - first.value[STOLEN] + slab);
}

/* The trigger of its tracepoint has stopped tracing. */
static int woken(void)
{
	char on = '1';

	return tracing >= 0 && pread(tracing, &on, 1, 0) == 1 && on == '0';
}

static unsigned long free_pages(void)
{
	return (unsigned long)sysconf(_SC_AVPHYS_PAGES);
}

/* Pipes of one page each. */
static void hold_pipes(unsigned long left)
{
	static int ends[PIPES_MOST];
	static char page[PAGE];
	struct rlimit files = { 2 * PIPES_MOST + 64, 2 * PIPES_MOST + 64 };
	int held = 0;

	if (setrlimit(RLIMIT_NOFILE, &files))
		die("setrlimit");
	while (held < PIPES_MOST && free_pages() > left) {
		int both[2];

		if (pipe(both) || write(both[1], page, PAGE) != (ssize_t)PAGE)
			break;
		close(both[1]);
		ends[held++] = both[0];
	}
	for (int i = 0; i < held; i += 2)
		close(ends[i]);
}

static void be_first(void)
{
	FILE *score = fopen("/proc/self/oom_score_adj", "w");

	if (!score || fprintf(score, "1000\n") < 0 || fclose(score))
		die("oom_score_adj");
}

int main(int argc, char **argv)
{
	const char *until = "reclaim", *policy = NULL, *nodes = "0";
	unsigned long step = 16, pages = 0, kswapd = 0, reclaim = 0, most, pipes = 0;
	struct counters first, now, at_kswapd = { 0 }, at_reclaim = { 0 };
	size_t used;
	char *before, *text;
	uint8_t *memory;

	begin(argc, argv, (const struct option_row[]){
		{ "step", NUMBER, &step }, { "until", TEXT, &until }, { "policy", TEXT, &policy },
		{ "nodes", TEXT, &nodes }, { "pipes", NUMBER, &pipes },
		{ 0 } });
	if (pipes) {
		be_first();
		hold_pipes(pipes);
		return 0;
	}
	vmstat = open("/proc/vmstat", O_RDONLY);
	zoneinfo = open("/proc/zoneinfo", O_RDONLY);
	tracing = open(TRACING, O_RDONLY);
	if (woken()) /* nobody has turned it on */
		tracing = -1;
	most = (unsigned long)sysconf(_SC_PHYS_PAGES) * 2;
	before = mmap(NULL, TEXT_MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	text = mmap(NULL, TEXT_MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	memory = mmap(NULL, most * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (vmstat < 0 || zoneinfo < 0 || before == MAP_FAILED || text == MAP_FAILED || memory == MAP_FAILED)
		die("begin");
	/* Pages of 4 KiB, one by one. */
	madvise(memory, most * PAGE, MADV_NOHUGEPAGE);
	if (policy)
		set_policy(policy, nodes);
	read_counters(text);
	used = read_all(zoneinfo, before);
	first = read_counters(text);
	while (pages < most && !(reclaim && strcmp(until, "never"))) {
		for (unsigned long i = 0; i < step && pages < most; i++)
			memory[pages++ * PAGE] = 1;
		if (!strcmp(until, "boost")) {
			used = read_all(zoneinfo, before);
			if (boosted(before))
				break;
		}
		now = read_counters(text);
		if (!kswapd && (woken() || now.value[PAGEOUTRUN] != first.value[PAGEOUTRUN])) {
			kswapd = pages;
			at_kswapd = now;
			if (!strcmp(until, "kswapd"))
				break;
		}
		if (!reclaim && now.value[ALLOCSTALL] != first.value[ALLOCSTALL]) {
			reclaim = pages;
			at_reclaim = now;
		}
	}
	munmap(memory, most * PAGE);
	report(pages, "pages-eaten");
	fwrite(before, 1, used, stdout);
	if (!strcmp(until, "boost"))
		return 0;
	if (kswapd)
		say("kswapd", kswapd, at_kswapd, first);
	if (reclaim)
		say("reclaim", reclaim, at_reclaim, first);
	return 0;
}
