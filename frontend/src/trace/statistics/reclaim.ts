/**
 * How much of what reclaim looked at it got: pages reclaimed over pages scanned, from every batch off an
 * inactive list (mm/vmscan.c:shrink_inactive_list()), by node and by who reclaimed.
 */
import { columnOf, kindNamed } from '../store/lookup';
import type { TraceStore } from '../store/store';

export interface Efficiency {
  nid: number;
  by: 'kswapd' | 'tasks';
  batches: number;
  /** Pages. */
  scanned: number;
  reclaimed: number;
  /** 0 to 1; null where nothing was scanned. */
  share: number | null;
}

export function reclaimEfficiency(store: TraceStore): Efficiency[] {
  const kind = kindNamed(store, 'mm_vmscan_lru_shrink_inactive');
  if (!kind) return [];
  const [nid, scanned, reclaimed] = ['nid', 'nr_scanned', 'nr_reclaimed'].map((name) => columnOf(kind, name));
  const kswapd = store.names.map((name) => /^kswapd\d/.test(name));
  const found = new Map<number, Efficiency>();
  for (let row = 0; row < kind.rows; row++) {
    const node = nid?.(row) ?? null;
    if (node === null) continue;
    const by = kswapd[kind.comm[row] ?? 0] ? 'kswapd' : 'tasks';
    const key = 2 * node + (by === 'kswapd' ? 1 : 0);
    const sum = found.get(key) ?? { nid: node, by, batches: 0, scanned: 0, reclaimed: 0, share: null };
    sum.batches++;
    sum.scanned += scanned?.(row) ?? 0;
    sum.reclaimed += reclaimed?.(row) ?? 0;
    found.set(key, sum);
  }
  return [...found.values()]
    .map((sum) => ({ ...sum, share: sum.scanned > 0 ? sum.reclaimed / sum.scanned : null }))
    .sort((a, b) => a.nid - b.nid || a.by.localeCompare(b.by));
}
