/* SPDX-License-Identifier: Apache-2.0 */
/* The module's linear memory, from the end of its static data on. */
#include "arena.h"

#define PAGE 65536u

extern u8 __heap_base;

u8 *mms_memory_base(void)
{
	return &__heap_base;
}

bool mms_memory_reach(size_t bytes)
{
	size_t end = (size_t)&__heap_base;
	size_t have = __builtin_wasm_memory_size(0);
	size_t need;

	if (bytes > SIZE_MAX - end - PAGE)
		return false;
	need = (end + bytes + PAGE - 1) / PAGE;
	return need <= have || __builtin_wasm_memory_grow(0, need - have) != SIZE_MAX;
}
