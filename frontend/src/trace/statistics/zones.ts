/** Free pages beside the watermarks of each zone, from /proc/zoneinfo: in the capture or added to it. */
import { nodeOfZone, zoneName } from '../../core/zone';
import type { TraceStore } from '../store/store';
import { columnOf, kindNamed } from '../store/lookup';
import { procValuesOf } from './proc-values';

export interface Zone {
  nid: number;
  name: string;
  /** Pages. */
  managed: number;
  free: number;
  min: number;
  low: number;
  high: number;
  /** Numbers of its page frames: from the first, so many. Null where the file does not tell. */
  span: { from: number; pages: number } | null;
}

export const titleOf = ({ nid, name }: Pick<Zone, 'nid' | 'name'>): string => `node ${nid} ${name}`;

const ZONEINFO = /^node(\d+)\/zoneinfo\/(\w+)\/(\w+)$/;

/** Pages that the allocator gave as it was asked: they only ever become more. */
const EVER_MORE = 'numa_hit';

/** The last that is known of each zone: of several files the one read last, whichever was added first. */
export function zones(stores: readonly TraceStore[]): Zone[] {
  const found = new Map<number, Zone>();
  const files = stores.map((store) => {
    const of = new Map<string, number>();
    let given = 0;
    for (const [name, value] of procValuesOf(store)) {
      const [, nid, zone, what] = ZONEINFO.exec(name) ?? [];
      if (what === EVER_MORE) given += value;
      if (what === 'start_pfn' || what === 'spanned') of.set(`${nid} ${zone} ${what}`, value);
    }
    return { store, of, given };
  });
  for (const { store, of } of files.sort((a, b) => a.given - b.given)) {
    const kind = kindNamed(store, 'zone');
    if (!kind) continue;
    const get = (name: string) => columnOf(kind, name);
    const [zone, managed, free] = [get('zone'), get('managed'), get('free')];
    const [min, low, high] = [get('min'), get('low'), get('high')];
    for (let row = 0; row < kind.rows; row++) {
      const number = zone(row);
      if (number === null) continue;
      const [nid, name] = [nodeOfZone(number), zoneName(number)];
      const [from, pages] = [of.get(`${nid} ${name} start_pfn`), of.get(`${nid} ${name} spanned`)];
      found.set(number, {
        nid,
        name,
        managed: managed(row) ?? 0,
        free: free(row) ?? 0,
        min: min(row) ?? 0,
        low: low(row) ?? 0,
        high: high(row) ?? 0,
        span: from === undefined || pages === undefined ? null : { from, pages },
      });
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, zone]) => zone);
}
