/** Zones by number: node * 8 + index within the node (events.def: `zone`). */

/** include/linux/mmzone.h: enum zone_type of x86-64 (6.12), by index. */
const NAMES = ['DMA', 'DMA32', 'Normal', 'Movable', 'Device'] as const;

export const nodeOfZone = (zone: number): number => Math.floor(zone / 8);

/** Of an index within a node. */
export const zoneIndexName = (index: number): string => NAMES[index] ?? `zone ${index}`;

/** Without its node. */
export const zoneName = (zone: number): string => zoneIndexName(zone % 8);
