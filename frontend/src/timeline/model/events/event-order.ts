/**
 * All events of a capture in order of time: event `i` is row `row[i]` of kind `kind[i]` of the store.
 * Events of the same time keep the order of their lines. 13 bytes an event; 14 where there are more than 256 kinds.
 */
import type { TraceStore } from '../../../trace/store/store';
import { pauseWork, PORTION, type WorkProgress } from '../../../core/work/progress';

export interface Order {
  readonly length: number;
  /** ns since the store's base. */
  readonly ts: Float64Array;
  /** Place in `store.kinds`. */
  readonly kind: Uint8Array | Uint16Array;
  readonly row: Uint32Array;
}

/** Merges the kinds, each in order already, with a heap of their next rows. */
export async function orderOf(store: TraceStore, pulse: WorkProgress): Promise<Order> {
  const { kinds } = store;
  const length = kinds.reduce((n, k) => n + k.rows, 0);
  const ts = new Float64Array(length);
  const kind = kinds.length <= 256 ? new Uint8Array(length) : new Uint16Array(length);
  const row = new Uint32Array(length);
  const next = new Uint32Array(kinds.length);
  const time = (k: number) => kinds[k]?.ts[next[k] ?? 0] ?? Infinity;
  const line = (k: number) => kinds[k]?.line[next[k] ?? 0] ?? Infinity;
  const before = (a: number, b: number) => {
    const [ta, tb] = [time(a), time(b)];
    return ta < tb || (ta === tb && line(a) < line(b));
  };
  const heap = kinds.map((_, k) => k).filter((k) => (kinds[k]?.rows ?? 0) > 0);
  const sink = (from: number) => {
    for (let at = from; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && before(heap[child] ?? 0, heap[least] ?? 0)) least = child;
      }
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least] ?? 0, heap[at] ?? 0];
      at = least;
    }
  };
  for (let at = heap.length >> 1; at >= 0; at--) sink(at);
  for (let i = 0; i < length; i++) {
    if (i % PORTION === PORTION - 1) await pauseWork(pulse, i / length);
    const k = heap[0] ?? 0;
    ts[i] = time(k);
    kind[i] = k;
    row[i] = next[k] ?? 0;
    next[k] = (next[k] ?? 0) + 1;
    if ((next[k] ?? 0) >= (kinds[k]?.rows ?? 0)) {
      const last = heap.pop() ?? 0;
      if (heap.length > 0) heap[0] = last;
    }
    if (heap.length > 1) sink(0);
  }
  return { length, ts, kind, row };
}
