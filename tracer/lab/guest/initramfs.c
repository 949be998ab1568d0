/* SPDX-License-Identifier: Apache-2.0 */
/*
 * initramfs: first process of a guest whose kernel has its drivers as modules (Debian's).
 *
 * Loads the files that /modules names, in that order, waits for the root disk, and goes on with
 * /init.sh there as if it had been there from the start.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROOT "/dev/vda"

static void say(const char *what, const char *name)
{
	printf("lab: initramfs: %s %s: %s\n", what, name, strerror(errno));
	fflush(stdout);
}

static void load(const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || (syscall(SYS_finit_module, fd, "", 0) && errno != EEXIST))
		say("module", name);
	if (fd >= 0)
		close(fd);
}

int main(void)
{
	char line[128];
	FILE *list = fopen("/modules", "r");

	while (list && fgets(line, sizeof(line), list)) {
		line[strcspn(line, "\n")] = 0;
		load(line);
	}
	mkdir("/dev", 0755);
	mkdir("/root", 0755);
	if (mount("dev", "/dev", "devtmpfs", 0, NULL) && errno != EBUSY)
		say("mount", "/dev");
	for (int tries = 0; tries < 600 && access(ROOT, F_OK); tries++)
		usleep(100000);
	if (mount(ROOT, "/root", "ext4", MS_RDONLY, NULL) ||
	    mount("/dev", "/root/dev", NULL, MS_MOVE, NULL) ||
	    chdir("/root") || mount(".", "/", NULL, MS_MOVE, NULL) || chroot("."))
		say("mount", ROOT);
	else
		execl("/init.sh", "/init.sh", (char *)NULL);
	say("start", "/init.sh");
	return 1;
}
