/** Zones by name, and what a watermark check read, in words. */
import type { EventOf } from '../../core/contract';
import { ENUMS, type ZoneBitName } from '../../core/gen/tables';
import { grouped as n } from '../../core/number';

/** include/linux/mmzone.h: enum zone_type, by index. */
const ZONES = ['DMA', 'DMA32', 'Normal', 'Movable', 'Device'] as const;

/** Zone numbers are nid * 8 + index. */
export const nodeOf = (zone: number) => Math.floor(zone / 8);
export const indexName = (index: number) => ZONES[index] ?? `zone ${index}`;
export const zoneName = (zone: number) => `node ${nodeOf(zone)} ${indexName(zone % 8)}`;
export const zoneLetter = (zone: number) => (zone % 8 === 1 ? '32' : indexName(zone % 8).slice(0, 1));

/** What one visit of a walk read. */
export interface Reading {
  zone: number;
  flags: number;
  /** Null where the event has no room for what this visit read. */
  check: { free: number; unusable: number; mark: number; reserve: number } | null;
}

type Walk = EventOf<'zone_select'> | EventOf<'kswapd_wake'>;

export function readings(event: Walk): Reading[] {
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

/** The comparison itself: what is free for this allocation, against mark and reserve. `which` stands before the mark. */
export function arithmetic({ check }: Reading, which = ''): string {
  if (!check) return 'not recorded';
  const { free, unusable, mark, reserve } = check;
  const usable = free - unusable;
  const left = unusable === 0 ? `${n(free)} free` : `${n(free)} free − ${n(unusable)} = ${n(usable)}`;
  const bar = reserve === 0 ? n(mark) : `${n(mark)} + ${n(reserve)} = ${n(mark + reserve)}`;
  return `${left} ${usable > mark + reserve ? 'above' : 'not above'} ${which}${bar}`;
}

/** Is a bit of the list zone_bit set? */
export function has(flags: number, bit: ZoneBitName): boolean {
  return Object.entries(ENUMS.zone_bit).some(
    ([value, name]) => name === bit && (flags & Number(value)) !== 0,
  );
}

/** Names of the bits of a word that are set, as a list of enums.def has them; '' for none. */
export function bitNames(list: 'zone_bit' | 'alloc_flag', word: number): string {
  return Object.entries(ENUMS[list])
    .filter(([value]) => Number(value) > 2 || list === 'zone_bit')
    .flatMap(([value, name]) => ((word & Number(value)) === 0 ? [] : [name]))
    .join(', ');
}
