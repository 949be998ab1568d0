/* SPDX-License-Identifier: Apache-2.0 */
/*
 * snapshot: print counters of the kernel, one line each, as the tracer takes them for a capture:
 *     stat VALUE NAME
 *
 *     snapshot PATTERN...
 *
 * A name is a file and a counter in it, and a pattern is one of the shell over names:
 *     vmstat/pgalloc_*                   /proc/vmstat
 *     node0/vmstat/workingset_*          /sys/devices/system/node/node0/vmstat
 *     node0/numastat/numa_hit            /sys/devices/system/node/node0/numastat
 *     node0/zoneinfo/DMA32/nr_free_pages, node0/zoneinfo/Normal/numa_hit      /proc/zoneinfo
 *     interrupts/disk0-q1                /proc/interrupts, all CPUs together
 *     swaps/disk0/used                   /proc/swaps, KiB
 *     block/disk0/write_sectors          /sys/block/DISK/stat: reads, read_sectors, writes, write_sectors
 * The disks of the last two go by the names that files of /run/devices give them.
 * The interrupts of an NVMe controller are named by its serial, since its number changes from boot
 * to boot. A queue that is polled has no interrupt and is not there.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char **patterns;

static void show(const char *name, unsigned long long value)
{
	for (char **pattern = patterns; *pattern; pattern++) {
		if (!fnmatch(*pattern, name, 0)) {
			printf("stat %llu %s\n", value, name);
			return;
		}
	}
}

/* Lines of a word and a number. */
static void show_pairs(const char *path, const char *prefix)
{
	char line[256], word[128], name[256];
	unsigned long long value;
	FILE *file = fopen(path, "r");

	if (!file)
		return;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%127s %llu", word, &value) == 2) {
			snprintf(name, sizeof(name), "%s/%.100s", prefix, word);
			show(name, value);
		}
	}
	fclose(file);
}

static void show_zones(void)
{
	char line[256], zone[64], word[64], prefix[96] = "", name[192];
	unsigned long long value;
	unsigned int node;
	FILE *file = fopen("/proc/zoneinfo", "r");
	/* Between the name of a zone and its own counters, a node's first zone has the node's. */
	int own = 0;

	if (!file)
		return;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "Node %u, zone %63s", &node, zone) == 2) {
			snprintf(prefix, sizeof(prefix), "node%u/zoneinfo/%s", node, zone);
			own = 0;
		} else if (strstr(line, "pages free")) {
			own = 1;
		} else if (strstr(line, "pagesets")) {
			own = 0;
		} else if (own && sscanf(line, "%63s %llu", word, &value) == 2) {
			snprintf(name, sizeof(name), "%s/%.60s", prefix, word);
			show(name, value);
		}
	}
	fclose(file);
}

/* nvme1q2 becomes SERIAL-q2. */
static void use_serial(char *name, size_t size)
{
	char path[96], serial[64], queue[32];
	unsigned int controller;
	FILE *file;

	if (sscanf(name, "nvme%uq%31s", &controller, queue) != 2)
		return;
	snprintf(path, sizeof(path), "/sys/class/nvme/nvme%u/serial", controller);
	file = fopen(path, "r");
	if (!file)
		return;
	if (fscanf(file, "%63s", serial) == 1)
		snprintf(name, size, "%s-q%s", serial, queue);
	fclose(file);
}

static void show_interrupts(void)
{
	static char line[4096];
	FILE *file = fopen("/proc/interrupts", "r");

	if (!file)
		return;
	while (fgets(line, sizeof(line), file)) {
		char *at = strchr(line, ':'), *last, name[128], full[160];
		unsigned long long sum = 0;

		if (!at)
			continue;
		for (at++;; ) {
			char *end;
			unsigned long long value = strtoull(at, &end, 10);

			/* Numbers by CPU, then words; one of these may begin with a digit. */
			if (end == at || !isspace((unsigned char)*end))
				break;
			sum += value;
			at = end;
		}
		line[strcspn(line, "\n")] = 0;
		last = strrchr(at, ' ');
		if (isdigit((unsigned char)line[strspn(line, " ")]) && last && last[1]) {
			snprintf(name, sizeof(name), "%.100s", last + 1);
			use_serial(name, sizeof(name));
		} else {
			/* Not of a device: "LOC:  12  34  Local timer interrupts" */
			snprintf(name, sizeof(name), "%.*s", (int)strcspn(line + strspn(line, " "), ":"),
				 line + strspn(line, " "));
		}
		snprintf(full, sizeof(full), "interrupts/%s", name);
		show(full, sum);
	}
	fclose(file);
}

static void show_swap(const char *name, const char *device)
{
	char line[256], path[128], full[160];
	unsigned long long used;
	FILE *file = fopen("/proc/swaps", "r");

	if (!file)
		return;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%127s %*s %*s %llu", path, &used) == 2 && !strcmp(path, device)) {
			snprintf(full, sizeof(full), "swaps/%.100s/used", name);
			show(full, used);
		}
	}
	fclose(file);
}

/* The lab leaves the path of each disk in a file with the name that the experiment gave it. */
static void show_disks(void)
{
	static const char *const words[] = { "reads", "read_sectors", "writes", "write_sectors" };
	DIR *folder = opendir("/run/devices");
	struct dirent *entry;

	while (folder && (entry = readdir(folder))) {
		unsigned long long values[4];
		char path[300], device[64];
		FILE *file;
		int found;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/run/devices/%.200s", entry->d_name);
		file = fopen(path, "r");
		found = file ? fscanf(file, "%63s", device) : 0;
		if (file)
			fclose(file);
		if (found != 1 || strncmp(device, "/dev/", 5))
			continue;
		show_swap(entry->d_name, device);
		snprintf(path, sizeof(path), "/sys/block/%s/stat", device + 5);
		/* Reads, merged, sectors, ms; then the same of writes. */
		file = fopen(path, "r");
		found = file ? fscanf(file, "%llu %*u %llu %*u %llu %*u %llu", &values[0], &values[1],
				      &values[2], &values[3]) : 0;
		if (file)
			fclose(file);
		if (found != 4)
			continue;
		for (int i = 0; i < 4; i++) {
			char full[300];

			snprintf(full, sizeof(full), "block/%.200s/%s", entry->d_name, words[i]);
			show(full, values[i]);
		}
	}
	if (folder)
		closedir(folder);
}

int main(int argc, char **argv)
{
	(void)argc;
	patterns = argv + 1;
	show_pairs("/proc/vmstat", "vmstat");
	for (int node = 0; node < 64; node++) {
		static const char *const files[] = { "vmstat", "numastat" };

		for (int i = 0; i < 2; i++) {
			char path[96], prefix[64];

			snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/%s", node,
				 files[i]);
			snprintf(prefix, sizeof(prefix), "node%d/%s", node, files[i]);
			show_pairs(path, prefix);
		}
	}
	show_zones();
	show_interrupts();
	show_disks();
	return fflush(stdout) ? 1 : 0;
}
