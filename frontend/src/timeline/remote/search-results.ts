/** Events that the server found, when each was and which: drawn and stepped along here. */
import type { EventId, Strokes } from '../model/timeline-capture';
import type { Span } from '../model/time/span';
import type { Statistics } from '../model/statistics';
import { BINS, tileSpan, type Tile } from '../model/series/tiles';

/** The server's answer: see the README of the backend. */
interface Heading {
  more: boolean;
  kinds: { name: string; events: number }[];
}

export class SearchResults {
  readonly #ts: Float64Array;
  readonly #kind: Uint16Array;
  readonly #row: Uint32Array;
  readonly #names: readonly string[];

  private constructor(names: readonly string[], ts: Float64Array, kind: Uint16Array, row: Uint32Array) {
    this.#names = names;
    this.#ts = ts;
    this.#kind = kind;
    this.#row = row;
  }

  /** In the order of time, then of the kinds; null where there are more than the server tells. */
  static read(answer: ArrayBuffer, names: readonly string[]): SearchResults | null {
    const length = new DataView(answer).getUint32(0, true);
    const { more, kinds } = JSON.parse(
      new TextDecoder().decode(new Uint8Array(answer, 4, length)),
    ) as Heading;
    if (more) return null;
    const all = kinds.reduce((sum, { events }) => sum + events, 0);
    const [ts, kind, row] = [new Float64Array(all), new Uint16Array(all), new Uint32Array(all)];
    let [at, to] = [4 + length, 0];
    for (const { name, events } of kinds) {
      ts.set(new Float64Array(answer, at, events), to);
      row.set(new Float64Array(answer, at + 8 * events, events), to);
      kind.fill(names.indexOf(name), to, to + events);
      at += 16 * events;
      to += events;
    }
    const order = Uint32Array.from(ts, (_, i) => i).sort(
      (a, b) =>
        (ts[a] ?? 0) - (ts[b] ?? 0) || (kind[a] ?? 0) - (kind[b] ?? 0) || (row[a] ?? 0) - (row[b] ?? 0),
    );
    return new SearchResults(
      names,
      Float64Array.from(order, (i) => ts[i] ?? 0),
      Uint16Array.from(order, (i) => kind[i] ?? 0),
      Uint32Array.from(order, (i) => row[i] ?? 0),
    );
  }

  get length(): number {
    return this.#ts.length;
  }

  /** How many come before a time. */
  rank(t: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ts[middle] ?? 0) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(i: number): (EventId & { ts: number }) | null {
    const ts = this.#ts[i];
    return ts === undefined ? null : { kind: this.#kind[i] ?? 0, row: this.#row[i] ?? 0, ts };
  }

  #place({ kind, row }: EventId, ts: number): number | null {
    for (let i = this.rank(ts); this.#ts[i] === ts; i++)
      if (this.#kind[i] === kind && this.#row[i] === row) return i;
    return null;
  }

  /** The next one from a time, or behind an event. */
  step(from: number, id: EventId | null, by: 1 | -1): (EventId & { ts: number }) | null {
    const on = id && this.#place(id, from);
    return this.at(on !== null ? on + by : by > 0 ? this.rank(from) : this.rank(from + 1) - 1);
  }

  tile(level: number, number: number): Tile {
    const [begin, width] = [number * tileSpan(level), 2 ** level];
    const rows = new Uint32Array(BINS + 1);
    const first = this.rank(begin);
    for (let bin = 1; bin <= BINS; bin++) rows[bin] = this.rank(begin + bin * width) - first;
    return { rows, n: null, min: null, max: null, mean: null, sums: [] };
  }

  strokes({ t0, t1 }: Span): Strokes {
    const first = this.rank(t0);
    return {
      length: this.rank(t1) - first,
      ts: (i) => this.#ts[first + i] ?? NaN,
      name: (i) => this.#names[this.#kind[first + i] ?? 0] ?? '',
    };
  }

  /** The nearest of those around a time, and how many they are. */
  near(t: number, within: number): { nearest: EventId | null; count: number } {
    const [first, last] = [this.rank(t - within), this.rank(t + within)];
    let nearest: (EventId & { ts: number }) | null = null;
    for (let i = first; i < last; i++) {
      const event = this.at(i);
      if (event && (nearest === null || Math.abs(event.ts - t) <= Math.abs(nearest.ts - t))) nearest = event;
    }
    return { nearest, count: last - first };
  }

  /** How many are in a stretch, and some of them. */
  between(t0: number, t1: number, skip: number, most: number): { total: number; some: EventId[] } {
    const [first, last] = [this.rank(t0), this.rank(t1)];
    const from = first + skip;
    const some = Array.from({ length: Math.max(0, Math.min(last - from, most)) }, (_, i) =>
      this.at(from + i),
    );
    return { total: Math.max(0, last - first), some: some.filter((event) => event !== null) };
  }

  /** Without the measure, which they do not tell. */
  statistics(from: number, to: number): Statistics {
    const [first, last] = [this.rank(from), this.rank(to)];
    const counts = new Uint32Array(this.#names.length);
    for (const kind of this.#kind.subarray(first, last)) counts[kind] = (counts[kind] ?? 0) + 1;
    const kinds = this.#names
      .map((name, i) => ({ name, count: counts[i] ?? 0, spread: null }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
    const [span, count] = [to - from, Math.max(0, last - first)];
    return { span, count, perSecond: span > 0 ? (count / span) * 1e9 : NaN, kinds, spread: null };
  }
}
