/**
 * How many of something go on at a time: kswapd awake, a task in direct reclaim, requests at a disk. It changes at
 * the times that are kept, 20 bytes each; the mean over any stretch costs two searches.
 */
import { rankIn } from '../events/track-rows';

export interface Intervals {
  /** ns; the n-th begins and ends so, neither in order. */
  from: number[];
  to: number[];
}

export class Concurrency {
  /** Times of changes, in order; how many go on from each on; what came to pass before it, in ns times how many. */
  readonly #ts: Float64Array;
  readonly #after: Uint32Array;
  readonly #sum: Float64Array;
  /** The most at a time. */
  readonly most: number;

  /** None of them is shorter than 0 ns. */
  constructor({ from, to }: Readonly<Intervals>) {
    const begins = Float64Array.from(from).sort();
    const ends = Float64Array.from(to).sort();
    const n = from.length;
    this.#ts = new Float64Array(2 * n);
    this.#after = new Uint32Array(2 * n);
    this.#sum = new Float64Array(2 * n);
    let [level, most, b, e] = [0, 0, 0, 0];
    for (let i = 0; i < 2 * n; i++) {
      // What begins when something else ends goes on after it.
      const isEnd = b === n || (ends[e] ?? 0) <= (begins[b] ?? 0);
      const early = isEnd && level === 0;
      const t = (isEnd && !early ? ends[e] : begins[b]) ?? 0;
      const before = i > 0 ? (this.#sum[i - 1] ?? 0) + level * (t - (this.#ts[i - 1] ?? 0)) : 0;
      if (isEnd && !early) {
        level--;
        e++;
      } else {
        level++;
        b++;
      }
      most = Math.max(most, level);
      this.#ts[i] = t;
      this.#after[i] = level;
      this.#sum[i] = before;
    }
    this.most = most;
  }

  /** Changes before time `t`. */
  rank(t: number): number {
    return rankIn(this.#ts, t);
  }

  /** A change by its number: when, and how many go on from then. */
  change(i: number): { t: number; level: number } {
    return { t: this.#ts[i] ?? Infinity, level: this.#after[i] ?? 0 };
  }

  /** How many go on at a time on average, from one time to another. */
  mean(from: number, to: number): number {
    return to > from ? this.time(from, to) / (to - from) : 0;
  }

  /** ns that came to pass from one time to another, times how many. */
  time(from: number, to: number): number {
    return this.#until(to) - this.#until(from);
  }

  #until(t: number): number {
    const i = this.rank(t) - 1;
    if (i < 0) return 0;
    return (this.#sum[i] ?? 0) + (this.#after[i] ?? 0) * (t - (this.#ts[i] ?? 0));
  }
}
