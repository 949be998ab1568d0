/** Zones by number: node * 8 + index within the node (events.def: `zone`). */
import { ENUMS, type ArchName } from './gen/tables';

/** include/linux/mmzone.h: enum zone_type (6.12), by index, as each architecture has it. */
const NAMES: Readonly<Record<ArchName, readonly string[]>> = {
  x86_64: ['DMA', 'DMA32', 'Normal', 'Movable', 'Device'],
  i386: ['DMA', 'Normal', 'HighMem', 'Movable'],
};

export const nodeOfZone = (zone: number): number => Math.floor(zone / 8);

/** The architecture that a manifest names; where it names none that is known, x86-64, as in the core. */
export const archOf = (name: unknown): ArchName =>
  Object.values(ENUMS.arch).find((known) => known === name) ?? 'x86_64';

let current: ArchName = 'x86_64';

/** Zones are named as this architecture has them while `work` runs: voices know an event, not whose it is. */
export function withArch<T>(arch: ArchName | undefined, work: () => T): T {
  const before = current;
  current = arch ?? 'x86_64';
  try {
    return work();
  } finally {
    current = before;
  }
}

/** Of an index within a node. */
export const zoneIndexName = (index: number, arch: ArchName = current): string =>
  NAMES[arch][index] ?? `zone ${index}`;

/** Without its node. */
export const zoneName = (zone: number, arch: ArchName = current): string => zoneIndexName(zone % 8, arch);
