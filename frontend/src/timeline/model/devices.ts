/** Numbers of disks as the kernel writes them. trace.def: dev is major << 20 | minor. */
export const deviceName = (dev: number): string => `${dev >>> 20}:${dev & 0xfffff}`;

/** Zones by index within their node (mm.h: enum zone_type on x86-64, without the ones it lacks). */
const ZONES = ['DMA', 'DMA32', 'Normal', 'Movable', 'Device'];

/** events.def: `zone` is node number * 8 + index. */
export const zoneName = (zone: number): string =>
  `node ${zone >> 3} ${ZONES[zone & 7] ?? `zone ${zone & 7}`}`;
