/* SPDX-License-Identifier: Apache-2.0 */
/* The module's linear memory, from the end of its static data on. */
#include "arena.h"

#define PAGE 65536u
#define GROW_BY 8u

extern u8 __heap_base;

u8 *mms_memory_base(void)
{
	return &__heap_base;
}

static bool grow(size_t pages)
{
	return __builtin_wasm_memory_grow(0, pages) != SIZE_MAX;
}

/* Each growth costs the host a call into its system: a log that grows by a little takes an eighth more at a time. */
bool mms_memory_reach(size_t bytes)
{
	size_t end = (size_t)&__heap_base;
	size_t have = __builtin_wasm_memory_size(0);
	size_t need;

	if (bytes > SIZE_MAX - end - PAGE)
		return false;
	need = (end + bytes + PAGE - 1) / PAGE;
	if (need <= have)
		return true;
	return grow(MMS_MAX(need, have + have / GROW_BY) - have) || grow(need - have);
}
