/**
 * Number, minimum, maximum and sum of a measure over any range of a track's rows, in a time that grows with
 * the logarithm of its length: sums over 16 rows, over 16 of those, and so on. 1.9 bytes a row.
 */
import type { Measure } from '../events/measure';
import type { Rows } from '../events/track-rows';

const FAN = 16;

export interface Summary {
  /** Rows that have the measure. */
  n: number;
  /** Infinity and -Infinity when there is none. */
  min: number;
  max: number;
  sum: number;
}

export const nothing = (): Summary => ({ n: 0, min: Infinity, max: -Infinity, sum: 0 });

interface Level {
  n: Uint32Array;
  min: Float64Array;
  max: Float64Array;
  sum: Float64Array;
}

export class Blocks {
  readonly #rows: Rows;
  readonly #measure: Pick<Measure, 'values'>;
  readonly #levels: Level[] = [];

  constructor(rows: Rows, measure: Pick<Measure, 'values'>) {
    this.#rows = rows;
    this.#measure = measure;
    for (let length = rows.length, below: Level | null = null; length > 1;) {
      const many = Math.ceil(length / FAN);
      const level: Level = {
        n: new Uint32Array(many),
        min: new Float64Array(many),
        max: new Float64Array(many),
        sum: new Float64Array(many),
      };
      for (let b = 0; b < many; b++) {
        const into = nothing();
        const end = Math.min(length, (b + 1) * FAN);
        if (below) addLevel(below, b * FAN, end, into);
        else this.#add(b * FAN, end, into);
        level.n[b] = into.n;
        level.min[b] = into.min;
        level.max[b] = into.max;
        level.sum[b] = into.sum;
      }
      this.#levels.push(level);
      below = level;
      length = many;
    }
  }

  value(i: number): number {
    return this.#measure.values[this.#rows.kind(i)]?.(this.#rows.row(i)) ?? NaN;
  }

  /** Of the rows from `from` up to, but not including, `to`. */
  over(from: number, to: number, into: Summary = nothing()): Summary {
    let [a, b] = [from, to];
    for (let level = -1; a < b; level++) {
      const above = this.#levels[level + 1];
      const whole = above ? [Math.ceil(a / FAN) * FAN, Math.floor(b / FAN) * FAN] : [b, b];
      const [start = b, end = b] = whole;
      const below = this.#levels[level];
      const take = (x: number, y: number) => {
        if (below) addLevel(below, x, y, into);
        else this.#add(x, y, into);
      };
      if (start >= end) {
        take(a, b);
        break;
      }
      take(a, start);
      take(end, b);
      [a, b] = [start / FAN, end / FAN];
    }
    return into;
  }

  #add(from: number, to: number, into: Summary): void {
    for (let i = from; i < to; i++) {
      const value = this.value(i);
      if (Number.isNaN(value)) continue;
      into.n++;
      into.sum += value;
      if (value < into.min) into.min = value;
      if (value > into.max) into.max = value;
    }
  }
}

function addLevel(level: Level, from: number, to: number, into: Summary): void {
  for (let b = from; b < to; b++) {
    const n = level.n[b] ?? 0;
    if (n === 0) continue;
    into.n += n;
    into.sum += level.sum[b] ?? 0;
    const [min, max] = [level.min[b] ?? Infinity, level.max[b] ?? -Infinity];
    if (min < into.min) into.min = min;
    if (max > into.max) into.max = max;
  }
}
