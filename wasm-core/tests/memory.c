/* SPDX-License-Identifier: Apache-2.0 */
/* The arena's region in a native process: address space is reserved once, and opened as it is reached, so
 * that a stray pointer beyond it faults. */
#include <sys/mman.h>

#include "base/arena.h"

#define RESERVED ((size_t)2 << 30)
#define CHUNK ((size_t)1 << 20)

static u8 *region;
static size_t opened;

u8 *mms_memory_base(void)
{
	if (!region)
		region = mmap(NULL, RESERVED, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return region;
}

bool mms_memory_reach(size_t bytes)
{
	size_t end = (bytes + CHUNK - 1) / CHUNK * CHUNK;

	if (end <= opened)
		return true;
	if (end > RESERVED || mprotect(region + opened, end - opened, PROT_READ | PROT_WRITE))
		return false;
	opened = end;
	return true;
}
