/**
 * Each of what began and ended on a track: 12 bytes each, in order of their ends. `Level` tells how many go on at a
 * time; this tells which.
 */
import type { Intervals } from './concurrency';
import type { Reader } from '../events/column-reader';
import type { Rows } from '../events/track-rows';

export interface ActivitySpanList {
  /** ns; when each began. */
  from: number[];
  /** The row of the track that ended it; as many as there are rows: it did not end. */
  ends: number[];
}

export interface StoredSpan {
  /** ns. */
  from: number;
  to: number;
  /** Its place, in order of ends. */
  at: number;
  /** The row of the track that ended it; null: it did not end. */
  end: number | null;
  /** What it got, where that is known. */
  got: number | null;
}

export class ActivitySpans {
  readonly #from: Float64Array;
  readonly #ends: Uint32Array;
  readonly #rows: Rows;
  readonly #span: number;
  readonly #got: readonly (Reader | null)[];
  /** ns of the longest. */
  readonly #longest: number;

  /** `span`: ns of the capture, where those end that have no end. */
  constructor({ from, ends }: ActivitySpanList, rows: Rows, span: number, got: readonly (Reader | null)[]) {
    this.#from = Float64Array.from(from);
    this.#ends = Uint32Array.from(ends);
    this.#rows = rows;
    this.#span = span;
    this.#got = got;
    let longest = 0;
    for (let i = 0; i < from.length; i++) longest = Math.max(longest, this.#to(i) - (from[i] ?? 0));
    this.#longest = longest;
  }

  get length(): number {
    return this.#ends.length;
  }

  /** For `Level`. */
  stretches(): Intervals {
    return { from: Array.from(this.#from), to: Array.from(this.#ends, (_, i) => this.#to(i)) };
  }

  /** Null beyond either end. */
  at(at: number): StoredSpan | null {
    if (at < 0 || at >= this.length) return null;
    const row = this.#ends[at] ?? 0;
    const end = row < this.#rows.length ? row : null;
    const got = end === null ? null : (this.#got[this.#rows.kind(end)]?.(this.#rows.row(end)) ?? null);
    return { from: this.#from[at] ?? 0, to: this.#to(at), at, end, got };
  }

  /** How many have ended before `t`. */
  rank(t: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#to(middle) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Those of which a part lies in a stretch; null where there are more than `most`, or too many to look through. */
  within(t0: number, t1: number, most: number): StoredSpan[] | null {
    const found: StoredSpan[] = [];
    const first = this.rank(t0);
    for (let i = first; i < this.length && this.#to(i) - this.#longest <= t1; i++) {
      if (i - first > LOOKED) return null;
      if ((this.#from[i] ?? 0) > t1) continue;
      const span = found.length < most ? this.at(i) : null;
      if (!span) return null;
      found.push(span);
    }
    return found;
  }

  #to(i: number): number {
    const end = this.#ends[i] ?? 0;
    return end < this.#rows.length ? this.#rows.ts(end) : this.#span;
  }
}

/** So many are looked at for those that lie in a stretch. */
const LOOKED = 5000;
