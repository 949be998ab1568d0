/* SPDX-License-Identifier: Apache-2.0 */
#include "suite.h"
#include "fixture.h"
#include "zone_world.h"

/* A world whose walks fit an event, in which a few dozen allocations were made. */
char *fixture_zone(u64 number, size_t *len)
{
	static struct zone_world world;

	do
		zone_world_begin(&world, number, (u8)(number % 3), (u8)(number / 3 % 3));
	while (world.list[0].n > MMS_VISIT_LANES && (number += 6 * 1000));
	for (u32 i = 0; i < 40; i++)
		zone_world_step(&world);
	return zone_world_write(&world, len);
}
