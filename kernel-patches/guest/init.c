// SPDX-License-Identifier: GPL-2.0-only
/*
 * init.c - the only program of the guest that runs in a page.
 *
 * Static, without a libc (tools/include/nolibc of the kernel's own sources). It has two voices:
 *
 *   the console (ttyS0)    a command a line in; its output, then a line "= ok" or "= WHY" out; the kernel's log
 *   a ring in memory       the kernel's trace, in the binary pages of trace_pipe_raw, for whoever runs the guest
 *
 * The ring lies above what mem= leaves to the kernel: struct ring at RING_AT, data behind it. Each page in it stands
 * behind a number: its bytes. Who reads moves `tail`; the writer waits when there is no room, so the trace loses
 * events before the ring does, and says how many.
 *
 * Commands are those that a person would type at a small machine; `help` lists them.
 */
#include "nolibc.h"

#define TRACING "/sys/kernel/tracing/"
#define RING_MAGIC 0x52534d4du /* "MMSR" */
#define RING_HEAD 4096
#define PAGE 4096
#define WORDS 16

struct ring {
	unsigned int magic;
	unsigned int size; /* bytes of data */
	unsigned int head; /* bytes ever written, modulo 2^32 */
	unsigned int tail; /* bytes ever read */
	unsigned int waits; /* how often the writer found no room */
};

static char line[1024], buf[65536];
static struct ring *ring;

/* What the trace tells. The task events give a name to each pid. */
static const char *const events[] = {
	"swap/mm_swap_select", "swap/mm_swap_list", "swap/mm_swap_free", "swap/mm_swap_ra", "swap/mm_swap_in",
	"swap/mm_swap_in_done", "mempolicy/mm_interleave", "mempolicy/mm_interleave_vma",
	"mempolicy/mm_interleave_page", "mempolicy/mm_mempolicy", "kmem/mm_zone_select", "kmem/mm_zone_batch",
	"kmem/mm_zone_marks", "vmscan/mm_kswapd_wake", "vmscan/mm_kswapd_wait", "task/task_newtask",
	"task/task_rename", NULL
};

static const struct { int number; const char *text; } reasons[] = {
	{ EPERM, "Operation not permitted" }, { ENOENT, "No such file or directory" }, { EINTR, "Interrupted" },
	{ EIO, "Input/output error" }, { ENOMEM, "Cannot allocate memory" }, { EACCES, "Permission denied" },
	{ EBUSY, "Device or resource busy" }, { EEXIST, "File exists" }, { ENODEV, "No such device" },
	{ ENOTDIR, "Not a directory" }, { EISDIR, "Is a directory" }, { EINVAL, "Invalid argument" },
	{ ENOSPC, "No space left on device" }, { ERANGE, "Numerical result out of range" },
	{ ESRCH, "No such process" }, { ECHILD, "No child processes" }, { EFAULT, "Bad address" },
};

/* Why the command at hand failed; NULL: it did not. */
static const char *failure;

static int fail(const char *why)
{
	failure = why;
	return -1;
}

static int fail_errno(void)
{
	static char other[16] = "errno ";

	for (unsigned int i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		if (reasons[i].number == errno)
			return fail(reasons[i].text);
	itoa_r(errno, other + 6);
	return fail(other);
}

/* --- files ----------------------------------------------------------------- */

static int put(const char *path, const char *text, int length)
{
	int fd = open(path, O_WRONLY | O_TRUNC), n;

	if (fd < 0)
		return fail_errno();
	n = write(fd, text, length);
	if (n != length)
		n = n < 0 ? fail_errno() : fail("not all of it was taken");
	close(fd);
	return n < 0 ? -1 : 0;
}

static int put_text(const char *path, const char *text)
{
	return put(path, text, strlen(text));
}

static int cat(const char *path)
{
	int fd = open(path, O_RDONLY), n;

	if (fd < 0)
		return fail_errno();
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		write(1, buf, n);
	close(fd);
	return n < 0 ? fail_errno() : 0;
}

struct dirent64 {
	uint64_t ino, off;
	unsigned short length;
	unsigned char type;
	char name[];
};

/* Calls `each` for the names in a folder, but those that begin with a dot. */
static int folder(const char *path, void (*each)(const char *name))
{
	static char entries[4096];
	int fd = open(path, O_RDONLY | O_DIRECTORY), n;

	if (fd < 0)
		return fail_errno();
	while ((n = my_syscall3(__NR_getdents64, fd, entries, sizeof(entries))) > 0)
		for (int at = 0; at < n; at += ((struct dirent64 *)(entries + at))->length) {
			const char *name = ((struct dirent64 *)(entries + at))->name;

			if (*name != '.')
				each(name);
		}
	close(fd);
	return 0;
}

static void print_name(const char *name)
{
	printf("%s\n", name);
}

/* "42 kswapd0", for each task. */
static void print_task(const char *pid)
{
	static char path[64];
	int fd, n;

	if (*pid < '0' || *pid > '9')
		return;
	strlcpy(path, "/proc/", sizeof(path));
	strlcat(path, pid, sizeof(path));
	strlcat(path, "/comm", sizeof(path));
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return; /* it has ended */
	n = read(fd, path, sizeof(path) - 1);
	close(fd);
	path[n > 0 ? n : 0] = 0;
	printf("%s %s", pid, path);
}

/* --- the trace --------------------------------------------------------------- */

static void to_ring(const char *from, unsigned int n)
{
	char *data = (char *)ring + RING_HEAD;

	while (ring->head - *(volatile unsigned int *)&ring->tail + n > ring->size) {
		struct timespec pause = { 0, 2000000 };

		my_syscall2(__NR_nanosleep, &pause, NULL);
		ring->waits++;
	}
	for (unsigned int at = 0, part; at < n; at += part) {
		unsigned int place = (ring->head + at) % ring->size;

		part = ring->size - place < n - at ? ring->size - place : n - at;
		memcpy(data + place, from + at, part);
	}
	*(volatile unsigned int *)&ring->head += n;
}

static void scheduled_as(int policy, int priority)
{
	my_syscall3(__NR_sched_setscheduler, 0, policy, &priority);
}

/* Copies pages of the trace into the ring, for ever. It allocates nothing and no other task comes before it. */
static void pump(void)
{
	int n, fd;
	static char page[sizeof(unsigned int) + PAGE];

	my_syscall5(__NR_prctl, 15 /* PR_SET_NAME */, "pump", 0, 0, 0);
	my_syscall1(__NR_mlockall, 1 /* MCL_CURRENT */);
	scheduled_as(1 /* SCHED_FIFO */, 1);
	fd = open(TRACING "per_cpu/cpu0/trace_pipe_raw", O_RDONLY);
	for (;;) {
		n = read(fd, page + sizeof(unsigned int), PAGE);
		if (n <= 0) {
			struct timespec pause = { 0, 2000000 };

			my_syscall2(__NR_nanosleep, &pause, NULL);
			continue;
		}
		memcpy(page, &n, sizeof(n));
		to_ring(page, sizeof(n) + n);
	}
}

static int event_file(const char *event, const char *file, const char *text)
{
	static char path[128];

	strlcpy(path, TRACING "events/", sizeof(path));
	strlcat(path, event, sizeof(path));
	strlcat(path, file, sizeof(path));
	return text ? put_text(path, text) : cat(path);
}

/* The trace tells all but what its own reader does. */
static void trace_begin(int reader)
{
	char filter[40] = "common_pid != ";

	itoa_r(reader, filter + strlen(filter));
	put_text(TRACING "buffer_size_kb", "4096");
	put_text(TRACING "trace_clock", "boot");
	for (int i = 0; events[i]; i++) {
		if (strncmp(events[i], "task/", 5))
			event_file(events[i], "/filter", filter);
		event_file(events[i], "/enable", "1");
	}
}

/* --- workloads --------------------------------------------------------------- */

static int policy_mode;
static unsigned long policy_nodes;

static void begin_as(const char *name)
{
	my_syscall5(__NR_prctl, 15 /* PR_SET_NAME */, name, 0, 0, 0);
	if (policy_mode && my_syscall3(__NR_set_mempolicy, policy_mode, &policy_nodes, 8 * sizeof(policy_nodes))) {
		printf("set_mempolicy: refused\n");
		exit(1);
	}
}

/* Writes to so much memory, so often; each page holds its own number and something that does not compress. */
static void eat(unsigned int mib, unsigned int passes)
{
	unsigned int pages = mib * 256, seed = 1;
	char *at;

	begin_as("eat");
	at = mmap(NULL, pages * (size_t)PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED) {
		printf("eat: no address space for %u MiB\n", mib);
		exit(1);
	}
	for (unsigned int pass = 0; pass < passes; pass++)
		for (unsigned int page = 0; page < pages; page++) {
			unsigned int *word = (unsigned int *)(at + (size_t)page * PAGE);

			if (pass && word[0] != page)
				printf("eat: page %u holds %u\n", page, word[0]);
			word[0] = page;
			for (int i = 1; i <= 32; i++) {
				seed = seed * 1664525u + 1013904223u;
				word[i * 31] = seed;
			}
		}
	exit(0);
}

/* Leaves zeros in so much memory: the saved state of a machine is packed. */
static void zero(unsigned int mib)
{
	char *at = mmap(NULL, mib * (size_t)(1 << 20), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (unsigned int page = 0; at != MAP_FAILED && page < mib * 256; page++)
		*(volatile char *)(at + (size_t)page * PAGE) = 0;
	exit(at == MAP_FAILED);
}

/* Reads so much of a disk through the page cache, so often. */
static void read_disk(const char *path, unsigned int mib, unsigned int passes)
{
	static char page[16 * PAGE];

	begin_as("read");
	for (unsigned int pass = 0; pass < passes; pass++) {
		int fd = open(path, O_RDONLY), n = 0;

		if (fd < 0) {
			printf("read: %s cannot be opened\n", path);
			exit(1);
		}
		for (unsigned int at = 0; at < mib * 16 && (n = read(fd, page, sizeof(page))) > 0; at++)
			;
		close(fd);
	}
	exit(0);
}

/* --- commands ---------------------------------------------------------------- */

struct words {
	int n;
	char *word[WORDS];
	const char *to; /* behind `>` */
	int background;
};

static int number(const char *text, unsigned int least, unsigned int most, unsigned int *value)
{
	unsigned int n = 0;

	if (!text || !*text)
		return fail("a number is missing");
	for (; *text; text++) {
		if (*text < '0' || *text > '9' || n > most)
			return fail("not a number in its range");
		n = n * 10 + (*text - '0');
	}
	if (n < least || n > most)
		return fail("not a number in its range");
	*value = n;
	return 0;
}

/* "0,2": bits of nodes */
static int node_mask(const char *text, unsigned long *mask)
{
	*mask = 0;
	for (; *text; text++) {
		if (*text == ',')
			continue;
		if (*text < '0' || *text > '7')
			return fail("nodes are numbers from 0 to 7, with commas");
		*mask |= 1ul << (*text - '0');
	}
	return *mask ? 0 : fail("nodes are missing");
}

/* 0: the child, whose work follows. Else the parent's part is done. */
static int started(const struct words *w)
{
	int pid = fork(), status = 0;

	if (pid <= 0)
		return pid ? fail_errno() : 0;
	if (w->background) {
		printf("[%d]\n", pid);
		return 1;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status & 0x7f)
		return fail((status & 0x7f) == 9 ? "Killed" : "ended by a signal");
	return status ? fail("ended with an error") : 1;
}

static int do_eat(const struct words *w)
{
	unsigned int mib, passes = 1;

	if (number(w->word[1], 1, 2048, &mib) || (w->n > 2 && number(w->word[2], 1, 1000000, &passes)))
		return -1;
	if (!started(w))
		eat(mib, passes);
	return failure ? -1 : 0;
}

static int do_zero(const struct words *w)
{
	unsigned int mib;

	if (number(w->word[1], 1, 2048, &mib))
		return -1;
	if (!started(w))
		zero(mib);
	return failure ? -1 : 0;
}

static int do_read(const struct words *w)
{
	unsigned int mib, passes = 1;

	if (w->n < 3)
		return fail("read DISK MIB [TIMES]");
	if (number(w->word[2], 1, 2048, &mib) || (w->n > 3 && number(w->word[3], 1, 1000000, &passes)))
		return -1;
	if (!started(w))
		read_disk(w->word[1], mib, passes);
	return failure ? -1 : 0;
}

/* What tasks that are started from here on are placed by. */
static int do_policy(const struct words *w)
{
	static const struct { const char *name; int mode; } modes[] = {
		{ "default", 0 }, { "bind", 2 }, { "interleave", 3 }, { "weighted-interleave", 6 },
	};

	for (unsigned int i = 0; w->n > 1 && i < sizeof(modes) / sizeof(*modes); i++) {
		if (strcmp(w->word[1], modes[i].name))
			continue;
		policy_mode = modes[i].mode;
		policy_nodes = 0;
		return policy_mode ? node_mask(w->n > 2 ? w->word[2] : "", &policy_nodes) : 0;
	}
	return fail("policy default, or bind, interleave or weighted-interleave and NODES");
}

/* Says it in the trace, too: nothing else may run between the two. */
static int do_node(const struct words *w)
{
	static char said[40];

	if (w->n != 2)
		return fail("node NUMBER");
	scheduled_as(1 /* SCHED_FIFO */, 1);
	if (!put_text("/sys/module/mempolicy/parameters/node_of_cpu", w->word[1])) {
		strlcpy(said, "cpu on node ", sizeof(said));
		strlcat(said, w->word[1], sizeof(said));
		put_text(TRACING "trace_marker", said);
	}
	scheduled_as(0 /* SCHED_OTHER */, 0);
	return failure ? -1 : 0;
}

static int do_echo(const struct words *w)
{
	static char text[512];

	text[0] = 0;
	for (int i = 1; i < w->n; i++) {
		if (i > 1)
			strlcat(text, " ", sizeof(text));
		strlcat(text, w->word[i], sizeof(text));
	}
	if (w->to)
		return put_text(w->to, text);
	printf("%s\n", text);
	return 0;
}

static int do_cat(const struct words *w)
{
	for (int i = 1; i < w->n; i++)
		if (cat(w->word[i]))
			return -1;
	return w->n > 1 ? 0 : fail("cat FILE");
}

static int do_ls(const struct words *w)
{
	return folder(w->n > 1 ? w->word[1] : "/", print_name);
}

static int do_ps(const struct words *w)
{
	(void)w;
	return folder("/proc", print_task);
}

/* The header that swapon looks for, in the disk's first page. */
static int do_mkswap(const struct words *w)
{
	uint64_t bytes = 0;
	unsigned int *word = (unsigned int *)(buf + 1024), mib = 0;
	int fd, n;

	if (w->n < 2)
		return fail("mkswap DISK [MIB]");
	if (w->n > 2 && number(w->word[2], 1, 4095, &mib))
		return -1;
	fd = open(w->word[1], O_RDWR);
	if (fd < 0)
		return fail_errno();
	if (mib)
		bytes = (uint64_t)mib << 20;
	else if (ioctl(fd, 0x80041272 /* BLKGETSIZE64 */, &bytes) < 0)
		bytes = 0;
	memset(buf, 0, PAGE);
	word[0] = 1;
	word[1] = bytes / PAGE - 1;
	memcpy(buf + PAGE - 10, "SWAPSPACE2", 10);
	n = bytes < 10 * PAGE ? fail("the disk has no size") : write(fd, buf, PAGE);
	if (n >= 0 && n != PAGE)
		n = fail("the disk has no room for a header");
	else if (n < 0 && !failure)
		fail_errno();
	my_syscall1(__NR_fsync, fd);
	close(fd);
	return n < 0 ? -1 : 0;
}

static int do_swapon(const struct words *w)
{
	unsigned int priority = 0;
	int flags = 0;

	if (w->n != 2 && !(w->n == 4 && !strcmp(w->word[1], "-p")))
		return fail("swapon [-p PRIORITY] DISK");
	if (w->n == 4) {
		if (number(w->word[2], 0, 32767, &priority))
			return -1;
		flags = 0x8000 | (int)priority;
	}
	errno = -(int)my_syscall2(__NR_swapon, w->word[w->n - 1], flags);
	return errno ? fail_errno() : 0;
}

static int do_swapoff(const struct words *w)
{
	if (w->n != 2)
		return fail("swapoff DISK");
	errno = -(int)my_syscall1(__NR_swapoff, w->word[1]);
	return errno ? fail_errno() : 0;
}

static int do_kill(const struct words *w)
{
	unsigned int pid;

	if (w->n != 2 || number(w->word[1], 2, 65535, &pid))
		return fail("kill PID");
	return kill(pid, 9) ? fail_errno() : 0;
}

static int do_mark(const struct words *w)
{
	struct words marked = *w;

	marked.to = TRACING "trace_marker";
	return do_echo(&marked);
}

/* The kernel's log: among much else it tells the order in which nodes fall back. */
static int do_dmesg(const struct words *w)
{
	int n = my_syscall3(__NR_syslog, 3, buf, sizeof(buf));

	(void)w;
	if (n > 0)
		write(1, buf, n);
	return 0;
}

/* What a reader of the trace has to know of the records in it. */
static int do_formats(const struct words *w)
{
	(void)w;
	if (cat(TRACING "events/header_page"))
		return -1;
	for (int i = 0; events[i]; i++)
		if (event_file(events[i], "/format", NULL))
			return -1;
	return event_file("ftrace/print", "/format", NULL);
}

static int do_poweroff(const struct words *w)
{
	(void)w;
	return reboot(LINUX_REBOOT_CMD_POWER_OFF);
}

static int do_help(const struct words *w);

static const struct {
	const char *name;
	int (*run)(const struct words *w);
	const char *what;
} commands[] = {
	{ "echo", do_echo, "echo WORDS > FILE             write to a file, as to a sysctl" },
	{ "cat", do_cat, "cat FILE" },
	{ "ls", do_ls, "ls [FOLDER]" },
	{ "ps", do_ps, "ps                            tasks" },
	{ "kill", do_kill, "kill PID" },
	{ "dmesg", do_dmesg, "dmesg                         the kernel's log" },
	{ "eat", do_eat, "eat MIB [TIMES] [&]           a task that writes to so much memory" },
	{ "read", do_read, "read DISK MIB [TIMES] [&]     a task that reads through the page cache" },
	{ "zero", do_zero, "zero MIB                      leave zeros in free memory" },
	{ "policy", do_policy, "policy interleave 0,1         how memory of tasks started from here on is placed" },
	{ "node", do_node, "node NUMBER                   let the CPU belong to this node" },
	{ "mkswap", do_mkswap, "mkswap DISK [MIB]" },
	{ "swapon", do_swapon, "swapon [-p PRIORITY] DISK" },
	{ "swapoff", do_swapoff, "swapoff DISK" },
	{ "mark", do_mark, "mark WORDS                    a mark in the trace" },
	{ "formats", do_formats, "formats                       fields of the trace's records" },
	{ "poweroff", do_poweroff, "poweroff" },
	{ "help", do_help, "help" },
};

static int do_help(const struct words *w)
{
	(void)w;
	for (unsigned int i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		printf("%s\n", commands[i].what);
	return 0;
}

static struct words words_of(char *at)
{
	struct words w = { 0 };
	int file = 0;

	for (;;) {
		char *begin;

		while (*at == ' ' || *at == '\t')
			*at++ = 0;
		if (!*at)
			return w;
		begin = at;
		while (*at && *at != ' ' && *at != '\t' && *at != '>' && *at != '&')
			at++;
		if (at > begin && file)
			w.to = begin;
		else if (at > begin && w.n < WORDS)
			w.word[w.n++] = begin;
		if (*at == '>')
			file = 1;
		if (*at == '&')
			w.background = 1;
		if (*at == '>' || *at == '&')
			*at++ = 0;
	}
}

static void command(void)
{
	struct words w = words_of(line);
	int pid, status;

	failure = NULL;
	if (w.n) {
		unsigned int i = 0, all = sizeof(commands) / sizeof(*commands);

		while (i < all && strcmp(commands[i].name, w.word[0]))
			i++;
		if (i == all)
			fail("no such command: help lists them");
		else if (w.to && commands[i].run != do_echo)
			fail("only echo writes to a file");
		else
			commands[i].run(&w);
	}
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
		printf("[%d] %s\n", pid, status ? "failed" : "done");
	printf("= %s\n", failure ? failure : "ok");
}

/* --- boot ---------------------------------------------------------------------- */

static void mounts(void)
{
	static const char *const all[][2] = {
		{ "/proc", "proc" }, { "/sys", "sysfs" }, { "/dev", "devtmpfs" }, { "/sys/kernel/tracing", "tracefs" },
	};

	for (unsigned int i = 0; i < sizeof(all) / sizeof(*all); i++) {
		mkdir(all[i][0], 0755);
		mount("none", all[i][0], all[i][1], 0, NULL);
	}
}

/* Lines as they are: what is typed is not sent back. */
static void console(void)
{
	struct { unsigned int in, out, control, local; unsigned char discipline, cc[19]; } tty;
	int fd = open("/dev/console", O_RDWR);

	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	if (!ioctl(0, 0x5401 /* TCGETS */, &tty)) {
		tty.local &= ~8u; /* ECHO */
		ioctl(0, 0x5402 /* TCSETS */, &tty);
	}
}

static const char *from_command_line(char **environment, const char *name)
{
	unsigned int n = strlen(name);

	for (; *environment; environment++)
		if (!strncmp(*environment, name, n))
			return *environment + n;
	return NULL;
}

/* 0: there is a ring. The kernel's command line says where, in MiB. */
static int ring_begin(char **environment)
{
	const char *place = from_command_line(environment, "ring_at="), *size = from_command_line(environment, "ring_mib=");
	unsigned int at, mib = 4;
	int fd;

	if (!place || number(place, 16, 4000, &at) || (size && number(size, 1, 64, &mib)))
		return -1;
	fd = open("/dev/mem", O_RDWR | O_SYNC);
	if (fd < 0)
		return -1;
	ring = mmap(NULL, mib << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(at << 20));
	close(fd);
	if (ring == MAP_FAILED)
		return -1;
	memset(ring, 0, sizeof(*ring));
	ring->size = (mib << 20) - RING_HEAD;
	ring->magic = RING_MAGIC;
	return 0;
}

int main(int argc, char **argv, char **environment)
{
	unsigned int n = 0;
	char c;

	(void)argc;
	(void)argv;
	mounts();
	console();
	my_syscall1(__NR_mlockall, 1 /* MCL_CURRENT */);
	if (ring_begin(environment)) {
		printf("= no ring: ring_at= is missing or wrong\n");
	} else {
		int pid = fork();

		if (!pid)
			pump();
		trace_begin(pid);
		printf("= ready\n");
	}
	for (;;) {
		if (read(0, &c, 1) != 1)
			continue;
		if (c != '\n' && c != '\r') {
			if (n < sizeof(line) - 1)
				line[n++] = c;
			continue;
		}
		line[n] = 0;
		n = 0;
		command();
	}
}
