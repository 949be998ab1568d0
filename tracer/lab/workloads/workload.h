/* SPDX-License-Identifier: Apache-2.0 */
/*
 * workload.h: what the programs of this folder share: options, where to run, memory policies,
 * numbers that look random, and counters for the tracer.
 *
 * Every program has these options besides its own:
 *     --name NAME     its own name from then on, as in /proc/PID/comm
 *     --node N        run on the CPUs of node N
 *     --cgroup DIR    join that cgroup
 *     --seed N        other numbers
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096UL
#define MARKS "/run/marks"
#ifndef MPOL_WEIGHTED_INTERLEAVE
#define MPOL_WEIGHTED_INTERLEAVE 6	/* since Linux 6.9 */
#endif

enum option_kind { FLAG, NUMBER, TEXT };

struct option_row {
	const char *name;
	enum option_kind kind;
	void *to;	/* int for FLAG, unsigned long for NUMBER, const char * for TEXT */
};

static const char *program, *my_name, *my_cgroup;
static unsigned long my_node = -1UL, my_seed = 1;

static void die(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program, what, strerror(errno));
	exit(1);
}

static void run_on_node(unsigned long node)
{
	char path[64];
	FILE *list;
	cpu_set_t set;
	int first, last;

	snprintf(path, sizeof(path), "/sys/devices/system/node/node%lu/cpulist", node);
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

static void take_option(const struct option_row *row, const char *value)
{
	char *end;

	if (row->kind == TEXT) {
		*(const char **)row->to = value;
	} else {
		*(unsigned long *)row->to = strtoul(value, &end, 10);
		if (end == value || *end) {
			fprintf(stderr, "%s: --%s needs a number\n", program, row->name);
			exit(2);
		}
	}
}

/* Read the options of a program (a table that ends with a row of zeros), then be what they say. */
static void begin(int argc, char **argv, const struct option_row *rows)
{
	const struct option_row shared[] = {
		{ "name", TEXT, &my_name }, { "node", NUMBER, &my_node },
		{ "cgroup", TEXT, &my_cgroup }, { "seed", NUMBER, &my_seed }, { 0 }
	};

	program = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
	my_name = program;
	for (int i = 1; i < argc; i++) {
		const struct option_row *found = NULL, *row;

		for (row = rows; row->name && !found; row++)
			if (!strncmp(argv[i], "--", 2) && !strcmp(argv[i] + 2, row->name))
				found = row;
		for (row = shared; row->name && !found; row++)
			if (!strncmp(argv[i], "--", 2) && !strcmp(argv[i] + 2, row->name))
				found = row;
		if (!found || (found->kind != FLAG && i + 1 == argc)) {
			fprintf(stderr, "%s: unknown option %s\n", program, argv[i]);
			exit(2);
		}
		if (found->kind == FLAG)
			*(int *)found->to = 1;
		else
			take_option(found, argv[++i]);
	}
	prctl(PR_SET_NAME, my_name);
	if (my_node != -1UL)
		run_on_node(my_node);
	if (my_cgroup)
		join_cgroup(my_cgroup);
}

/* Seeds that are neighbours give states far apart, and none is zero. */
static inline uint64_t first_random(unsigned long seed)
{
	return (seed + 1) * 0x9e3779b97f4a7c15ULL;
}

static inline uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Bit mask of a list of nodes such as 0,1. */
static inline unsigned long node_mask(const char *list)
{
	unsigned long mask = 0;
	char *end;

	for (const char *at = list; *at; at = *end ? end + 1 : end) {
		unsigned long node = strtoul(at, &end, 10);

		if (end == at || (*end && *end != ',') || node >= 64) {
			fprintf(stderr, "%s: no list of nodes: %s\n", program, list);
			exit(2);
		}
		mask |= 1UL << node;
	}
	return mask;
}

/* Number of a memory policy. */
static inline int policy_number(const char *policy)
{
	static const struct { const char *name; int number; } names[] = {
		{ "none", MPOL_DEFAULT }, { "bind", MPOL_BIND }, { "interleave", MPOL_INTERLEAVE },
		{ "weighted", MPOL_WEIGHTED_INTERLEAVE }, { "preferred", MPOL_PREFERRED },
		{ "preferred-many", MPOL_PREFERRED_MANY }, { "local", MPOL_LOCAL },
	};

	for (unsigned long i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(policy, names[i].name))
			return names[i].number;
	fprintf(stderr, "%s: no memory policy: %s\n", program, policy);
	exit(2);
}

static inline void set_policy(const char *policy, const char *nodes)
{
	int number = policy_number(policy);
	unsigned long mask = number == MPOL_DEFAULT || number == MPOL_LOCAL ? 0 : node_mask(nodes);

	if (syscall(SYS_set_mempolicy, number, mask ? &mask : NULL, mask ? 64UL : 0UL))
		die("set_mempolicy");
}

/* For the step `filled`: leave a file. */
static inline void report_filled(void)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/run/filled.%d", getpid());
	file = fopen(path, "w");
	if (!file || fclose(file))
		die(path);
}

/* A counter for the capture, called NAME/what; nowhere when nobody traces. */
__attribute__((format(printf, 2, 3)))
static void report(unsigned long value, const char *what, ...)
{
	char line[192];
	va_list list;
	int used, fd = open(MARKS, O_WRONLY | O_NONBLOCK);

	if (fd < 0)
		return;
	used = snprintf(line, sizeof(line), "stat %lu %s/", value, my_name);
	va_start(list, what);
	used += vsnprintf(line + used, sizeof(line) - 1 - used, what, list);
	va_end(list);
	if (used < (int)sizeof(line) - 1) {
		line[used++] = '\n';
		if (write(fd, line, used) != used)
			die(MARKS);
	}
	close(fd);
}

/* Report what all threads of this process cost since `before`, which is updated. */
static inline void report_usage(struct rusage *before)
{
	struct rusage now;

	getrusage(RUSAGE_SELF, &now);
	report(now.ru_majflt - before->ru_majflt, "major-faults");
	report(now.ru_minflt - before->ru_minflt, "minor-faults");
	report(now.ru_nvcsw - before->ru_nvcsw, "voluntary-switches");
	report(now.ru_nivcsw - before->ru_nivcsw, "involuntary-switches");
	*before = now;
}

#endif
