/**
 * How much of what reclaim looked at it got: pages reclaimed over pages scanned, from every batch off an
 * inactive list (mm/vmscan.c:shrink_inactive_list()), by node and by who reclaimed; and how long tasks were
 * held up in direct reclaim.
 */
import { columnOf, kindNamed } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';

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

export interface DirectReclaim {
  /** Times a task began to reclaim by itself, and those of which the end is known. */
  begun: number;
  done: number;
  /** Pages. */
  reclaimed: number;
  /** ns held up: half of them no longer than, the longest. */
  median: number;
  longest: number;
}

/** Null where the capture has no such event. */
export function directReclaim(store: TraceStore): DirectReclaim | null {
  const begin = kindNamed(store, 'mm_vmscan_direct_reclaim_begin');
  const end = kindNamed(store, 'mm_vmscan_direct_reclaim_end');
  if (!begin && !end) return null;
  const times: number[] = [];
  let reclaimed = 0;
  if (end) {
    const got = columnOf(end, 'nr_reclaimed');
    for (let row = 0; row < end.rows; row++) reclaimed += got(row) ?? 0;
    if (begin) times.push(...heldUp(begin, end));
  }
  times.sort((a, b) => a - b);
  return {
    begun: begin?.rows ?? 0,
    done: times.length,
    reclaimed,
    median: times[Math.floor(times.length / 2)] ?? 0,
    longest: times.at(-1) ?? 0,
  };
}

/** From each task's begin to the end that follows it. */
function heldUp(begin: KindColumns, end: KindColumns): number[] {
  const open = new Map<number, number>();
  const times: number[] = [];
  for (let i = 0, j = 0; i < begin.rows || j < end.rows;) {
    const begins = i < begin.rows && (j >= end.rows || (begin.ts[i] ?? 0) <= (end.ts[j] ?? 0));
    if (begins) {
      open.set(begin.pid[i] ?? 0, begin.ts[i] ?? 0);
      i++;
      continue;
    }
    const pid = end.pid[j] ?? 0;
    const since = open.get(pid);
    if (since !== undefined) times.push((end.ts[j] ?? 0) - since);
    open.delete(pid);
    j++;
  }
  return times;
}
