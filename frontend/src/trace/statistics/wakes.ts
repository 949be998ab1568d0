/**
 * What became of each wakeup_kswapd() of a patched kernel, and for whom it woke kswapd: docs/numbers.md has the
 * definitions in words.
 */
import { ENUMS, type WakeVerdictName } from '../../core/gen/tables';
import { columnOf, kindNamed } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';

export const WOKEN = 0;

export interface Wakes extends Record<WakeVerdictName, number> {
  nid: number;
  asked: number;
  /** Tasks for which it was woken, most often first. */
  by: { comm: string; n: number }[];
}

export const WAKE = 'kswapd_wake';

export function wakesOf(store: TraceStore): Wakes[] {
  const kind = kindNamed(store, WAKE);
  if (!kind) return [];
  const [nid, verdict] = [columnOf(kind, 'nid'), columnOf(kind, 'verdict')];
  const found = new Map<number, Wakes>();
  const tasks = new Map<number, Map<number, number>>();
  for (let row = 0; row < kind.rows; row++) {
    const [node, what] = [nid(row), verdict(row)];
    const name = ENUMS.wake_verdict[what ?? -1];
    if (node === null || name === undefined) continue;
    const of = found.get(node) ?? {
      nid: node,
      asked: 0,
      woken: 0,
      awake: 0,
      hopeless: 0,
      balanced: 0,
      by: [],
    };
    if (of.asked === 0) found.set(node, of);
    of.asked++;
    of[name]++;
    if (what !== WOKEN) continue;
    const [own, comm] = [tasks.get(node) ?? new Map<number, number>(), kind.comm[row] ?? 0];
    if (own.size === 0) tasks.set(node, own);
    own.set(comm, (own.get(comm) ?? 0) + 1);
  }
  return [...found.values()]
    .sort((a, b) => a.nid - b.nid)
    .map((of) => ({
      ...of,
      by: [...(tasks.get(of.nid) ?? [])]
        .map(([comm, n]) => ({ comm: store.names[comm] ?? '', n }))
        .sort((a, b) => b.n - a.n || a.comm.localeCompare(b.comm)),
    }));
}

/** When a kswapd was woken, by node, in order; no nodes where that is not recorded. */
export function wokenAt(store: TraceStore): Map<number, number[]> {
  const kind = kindNamed(store, WAKE);
  if (!kind) return new Map();
  const verdict = columnOf(kind, 'verdict');
  const rows = byNode(kind, columnOf(kind, 'nid'), (row) => row);
  return new Map(
    Array.from(rows, ([node, of]) => [
      node,
      of.filter((row) => verdict(row) === WOKEN).map((row) => kind.ts[row] ?? 0),
    ]),
  );
}

/** What is made of each row, by its node; rows without one are left out. */
export function byNode<T>(
  { rows }: KindColumns,
  nid: (row: number) => number | null,
  of: (row: number) => T,
): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (let row = 0; row < rows; row++) {
    const node = nid(row);
    if (node === null) continue;
    const all = found.get(node) ?? [];
    if (all.length === 0) found.set(node, all);
    all.push(of(row));
  }
  return found;
}
