/** Free pages beside the watermarks of each zone, from /proc/zoneinfo: in the capture or added to it. */
import { columnOf, kindNamed } from '../find';
import type { TraceStore } from '../store';

/** By `zone` of events.def: node * 8 + index. */
const ZONES = ['DMA', 'DMA32', 'Normal', 'Movable'];

export interface Zone {
  nid: number;
  name: string;
  /** Pages. */
  managed: number;
  free: number;
  min: number;
  low: number;
  high: number;
}

/** The last that is known of each zone; later stores override earlier ones. */
export function zones(stores: readonly Pick<TraceStore, 'kinds'>[]): Zone[] {
  const found = new Map<number, Zone>();
  for (const store of stores) {
    const kind = kindNamed(store, 'zone');
    if (!kind) continue;
    const get = (name: string) => columnOf(kind, name);
    const [zone, managed, free] = [get('zone'), get('managed'), get('free')];
    const [min, low, high] = [get('min'), get('low'), get('high')];
    for (let row = 0; row < kind.rows; row++) {
      const number = zone(row);
      if (number === null) continue;
      found.set(number, {
        nid: number >> 3,
        name: ZONES[number & 7] ?? `zone ${number & 7}`,
        managed: managed(row) ?? 0,
        free: free(row) ?? 0,
        min: min(row) ?? 0,
        low: low(row) ?? 0,
        high: high(row) ?? 0,
      });
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, zone]) => zone);
}
