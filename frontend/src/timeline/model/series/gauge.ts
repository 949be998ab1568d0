/**
 * Something that changes by steps over time, such as the free pages of a zone: its mean and least over any stretch, or its
 * mean and most. It keeps so many steps at most; where there were more, several are one whose mean and least are theirs.
 * 24 bytes for each.
 */
import { rankIn } from '../events/track-rows';

const STEPS_MOST = 2 ** 20;
/** Steps looked at together. */
const BLOCK = 64;

export interface Changes {
  readonly length: number;
  /** ns of the i-th, in order. */
  ts: (i: number) => number;
  /** By how much. */
  by: (i: number) => number;
}

export class Gauge {
  readonly from: number;
  readonly to: number;
  readonly least: number;
  readonly most: number;
  /** Of each step: its beginning; ns times the quantity until then; its least, or, below zero, its most. */
  readonly #ts: Float64Array;
  readonly #sum: Float64Array;
  readonly #least: Float64Array;
  readonly #leastOfBlock: Float64Array;
  readonly #total: number;
  readonly #sign: 1 | -1;

  /** It is `value` at `from`, and is known until `to`. */
  constructor(
    from: number,
    to: number,
    value: number,
    changes: Changes,
    extreme: 'least' | 'most' = 'least',
    stepsMost = STEPS_MOST,
  ) {
    [this.from, this.to] = [from, to];
    this.#sign = extreme === 'most' ? -1 : 1;
    const stride = Math.ceil((changes.length + 1) / stepsMost);
    const steps = Math.ceil((changes.length + 1) / stride);
    this.#ts = new Float64Array(steps);
    this.#sum = new Float64Array(steps);
    this.#least = new Float64Array(steps).fill(Infinity);
    this.#leastOfBlock = new Float64Array(Math.ceil(steps / BLOCK)).fill(Infinity);
    let [now, since, sum, least, most] = [value, from, 0, value, value];
    for (let i = 0; i <= changes.length; i++) {
      if (i > 0) {
        const t = changes.ts(i - 1);
        sum += now * (t - since);
        now += changes.by(i - 1);
        since = t;
      }
      least = Math.min(least, now);
      most = Math.max(most, now);
      const step = Math.floor(i / stride);
      if (i % stride === 0) [this.#ts[step], this.#sum[step]] = [since, sum];
      this.#least[step] = Math.min(this.#least[step] ?? Infinity, this.#sign * now);
      const block = Math.floor(step / BLOCK);
      this.#leastOfBlock[block] = Math.min(this.#leastOfBlock[block] ?? Infinity, this.#sign * now);
    }
    this.#total = sum + now * (to - since);
    [this.least, this.most] = [least, most];
  }

  /** Over what is known of a stretch; null where nothing is. */
  mean(from: number, to: number): number | null {
    const [a, b] = [Math.max(from, this.from), Math.min(to, this.to)];
    return b > a ? (this.#until(b) - this.#until(a)) / (b - a) : null;
  }

  /** The least, or the most, as it was made for. */
  extremeIn(from: number, to: number): number | null {
    const [a, b] = [Math.max(from, this.from), Math.min(to, this.to)];
    if (!(b > a)) return null;
    let least = Infinity;
    const end = rankIn(this.#ts, b);
    for (let i = Math.max(0, rankIn(this.#ts, a + 1) - 1); i < end;) {
      const whole = i % BLOCK === 0 && i + BLOCK <= end;
      const here = whole ? this.#leastOfBlock[i / BLOCK] : this.#least[i];
      least = Math.min(least, here ?? Infinity);
      i += whole ? BLOCK : 1;
    }
    return this.#sign * least;
  }

  #until(t: number): number {
    const i = Math.max(0, rankIn(this.#ts, t) - 1);
    const [begin, sum] = [this.#ts[i] ?? 0, this.#sum[i] ?? 0];
    const [end, after] =
      i + 1 < this.#ts.length ? [this.#ts[i + 1] ?? 0, this.#sum[i + 1] ?? 0] : [this.to, this.#total];
    return end > begin ? sum + ((after - sum) * (t - begin)) / (end - begin) : sum;
  }
}
