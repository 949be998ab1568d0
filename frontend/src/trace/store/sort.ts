/**
 * Rows put in order of time. Traces are all but sorted, so this merges the runs they consist of: a text in
 * order costs one look at each row, rows of one time keep the order of the text.
 */
import type { Numbers, TextColumn } from './store';

export function isSorted(ts: Float64Array): boolean {
  for (let i = 1; i < ts.length; i++) if ((ts[i] ?? 0) < (ts[i - 1] ?? 0)) return false;
  return true;
}

/** Row numbers in order of time. Takes 8 bytes a row while it works. */
export function orderOf(ts: Float64Array): Uint32Array {
  const rows = ts.length;
  let from = new Uint32Array(rows);
  for (let i = 0; i < rows; i++) from[i] = i;
  let runs = [0];
  for (let i = 1; i < rows; i++) if ((ts[i] ?? 0) < (ts[i - 1] ?? 0)) runs.push(i);
  let to = new Uint32Array(runs.length > 1 ? rows : 0);
  while (runs.length > 1) {
    const merged: number[] = [];
    for (let r = 0; r < runs.length; r += 2) {
      const [first, middle, end] = [runs[r] ?? 0, runs[r + 1] ?? rows, runs[r + 2] ?? rows];
      merge(ts, from, to, first, middle, end);
      merged.push(first);
    }
    [from, to] = [to, from];
    runs = merged;
  }
  return from;
}

function merge(
  ts: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  first: number,
  middle: number,
  end: number,
): void {
  let [a, b] = [first, middle];
  for (let at = first; at < end; at++) {
    const [x, y] = [from[a] ?? 0, from[b] ?? 0];
    const left = a < middle && (b >= end || (ts[x] ?? 0) <= (ts[y] ?? 0));
    to[at] = left ? x : y;
    if (left) a++;
    else b++;
  }
}

/** Rows of a column in that order, all of them or some. */
export function reordered<A extends Numbers>(values: A, order: Uint32Array, lanes = 1): A {
  const sorted = values.slice(0, order.length * lanes) as A;
  for (let i = 0; i < order.length; i++) {
    const row = order[i] ?? 0;
    for (let lane = 0; lane < lanes; lane++) {
      const value = values[row * lanes + lane];
      if (value !== undefined) sorted[i * lanes + lane] = value;
    }
  }
  return sorted;
}

export function reorderedText({ places, heap }: TextColumn, order: Uint32Array): TextColumn {
  let bytes = 0;
  for (const row of order) bytes += (places[row + 1] ?? 0) - (places[row] ?? 0);
  const sorted = { places: new Uint32Array(order.length + 1), heap: new Uint8Array(bytes) };
  let at = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i] ?? 0;
    const text = heap.subarray(places[row], places[row + 1]);
    sorted.heap.set(text, at);
    at += text.length;
    sorted.places[i + 1] = at;
  }
  return sorted;
}
