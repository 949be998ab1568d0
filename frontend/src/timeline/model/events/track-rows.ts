/** The events of a track, in order of time, and how to find one by its time. */
import type { KindColumns } from '../../../trace/store/store';
import type { Order } from './event-order';

export interface Rows {
  readonly length: number;
  /** ns since the store's base; `i` is from 0 to length - 1. */
  ts: (i: number) => number;
  /** Place of its kind in `store.kinds`, and its row there. */
  kind: (i: number) => number;
  row: (i: number) => number;
}

/** Some of all events, by their place in the order. */
export class PickedRows implements Rows {
  readonly length: number;
  readonly #order: Order;
  readonly #places: Uint32Array;

  constructor(order: Order, places: Uint32Array) {
    this.length = places.length;
    this.#order = order;
    this.#places = places;
  }

  ts(i: number): number {
    return this.#order.ts[this.#places[i] ?? 0] ?? NaN;
  }
  kind(i: number): number {
    return this.#order.kind[this.#places[i] ?? 0] ?? 0;
  }
  row(i: number): number {
    return this.#order.row[this.#places[i] ?? 0] ?? 0;
  }
}

/** One kind as a whole: needs no list of its own. */
export class KindRows implements Rows {
  readonly length: number;
  readonly #columns: KindColumns;
  readonly #kind: number;

  constructor(columns: KindColumns, kind: number) {
    this.length = columns.rows;
    this.#columns = columns;
    this.#kind = kind;
  }

  ts(i: number): number {
    return this.#columns.ts[i] ?? NaN;
  }
  kind(): number {
    return this.#kind;
  }
  row(i: number): number {
    return i;
  }
}

/** All events. */
export class AllRows implements Rows {
  readonly length: number;
  readonly #order: Order;

  constructor(order: Order) {
    this.length = order.length;
    this.#order = order;
  }

  ts(i: number): number {
    return this.#order.ts[i] ?? NaN;
  }
  kind(i: number): number {
    return this.#order.kind[i] ?? 0;
  }
  row(i: number): number {
    return this.#order.row[i] ?? 0;
  }
}

/** How many rows come before time `t`, looked for from `low` to `high`. */
export function rank(rows: Rows, t: number, low = 0, high = rows.length): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (rows.ts(middle) < t) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many of these times, which are in order, come before `t`. */
export function rankIn(ts: Float64Array, t: number): number {
  let [from, to] = [0, ts.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ts[middle] ?? 0) < t) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Place of an event in the order, by kind and row; -1 where there is none such. */
export function placeOf(order: Order, kind: number, row: number, ts: number): number {
  const all = new AllRows(order);
  for (let i = rank(all, ts); i < order.length && order.ts[i] === ts; i++) {
    if (order.kind[i] === kind && order.row[i] === row) return i;
  }
  return -1;
}

/** Every 64th time of a track side by side: most steps of a search stay within few cache lines. */
export class TimeIndex {
  readonly #rows: Rows;
  readonly #every: Float64Array;

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#every = new Float64Array(Math.ceil(rows.length / 64));
    for (let i = 0; i < this.#every.length; i++) this.#every[i] = rows.ts(i * 64);
  }

  rank(t: number): number {
    const from = rankIn(this.#every, t);
    const last = Math.min(this.#rows.length, from * 64);
    return rank(this.#rows, t, Math.max(0, (from - 1) * 64), last);
  }
}
