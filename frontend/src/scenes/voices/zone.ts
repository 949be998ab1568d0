/** Zones by name, and what a check of their marks read, in words. */
import type { EventOf } from '../../core/types';
import { ENUMS } from '../../core/gen/tables';
import { msg, type Message } from '../../core/message';
import { nodeOfZone, zoneIndexName, zoneName } from '../../core/zone';

/** One letter for each: DMA32 is by far the more frequent D. */
const LETTERS: Readonly<Record<string, string>> = {
  DMA: 'A',
  DMA32: 'D',
  Normal: 'N',
  HighMem: 'H',
  Movable: 'M',
  Device: 'V',
};

export const nodeOf = nodeOfZone;
export const indexName = zoneIndexName;
/** "Normal of node 0" */
export const zoneOf = (zone: number): Message => msg`${zoneName(zone)} of node ${nodeOf(zone)}`;

/** Node and zone in two characters: "0N" is Normal of node 0, "0D" DMA32, "0A" DMA. */
export const shortName = (zone: number) => `${nodeOf(zone)}${LETTERS[zoneName(zone)] ?? '?'}`;

interface Check {
  free: number;
  unusable: number;
  mark: number;
  reserve: number;
}

/** What one visit of a walk read. */
export interface Reading {
  zone: number;
  flags: number;
  /** Null where the event has no room for what this visit read. */
  check: Check | null;
}

export function readings(event: EventOf<'zone_select'> | EventOf<'kswapd_wake'>): Reading[] {
  return event.visit_zone.map((zone, i) => {
    const [free, unusable, mark, reserve] = [
      event.visit_free[i],
      event.visit_unusable[i],
      event.visit_mark[i],
      event.visit_reserve[i],
    ];
    const known = free !== undefined && unusable !== undefined && mark !== undefined && reserve !== undefined;
    return {
      zone,
      flags: event.visit_flags[i] ?? 0,
      check: known ? { free, unusable, mark, reserve } : null,
    };
  });
}

/** Are there more pages than mark and reserve ask for? */
export const isMet = ({ free, unusable, mark, reserve }: Check) => free - unusable > mark + reserve;

/** "1,122 free is not above low 218 + reserve 904". */
export function comparison({ check, flags }: Reading, markName: string): Message {
  if (!check) return msg`what was read is not recorded`;
  const { free, unusable, mark, reserve } = check;
  const left = unusable === 0 ? msg`${free} free` : msg`${free} free, ${free - unusable} of them usable,`;
  const name = has(ENUMS.zone_bit, flags, 'unboosted') ? msg`unboosted ${markName}` : markName;
  const bar = reserve === 0 ? msg`${name} (${mark})` : msg`${name} ${mark} + reserve ${reserve}`;
  return isMet(check) ? msg`${left} is above ${bar}` : msg`${left} is not above ${bar}`;
}

/** Is the bit of a list of enums.def set that has this name? */
export function has<N extends string>(
  list: Readonly<Partial<Record<number, N>>>,
  word: number,
  name: N,
): boolean {
  return Object.entries(list).some(([value, other]) => other === name && (word & Number(value)) !== 0);
}
