/**
 * A run as if, made with each variant of what is assumed: the numbers that its scene draws (`Decision.vary`), from the
 * least to the most at every decision of the run that is shown.
 */
import type { Decision, SetNumber } from '../decision';
import type { ParamValues } from '../params';
import type { Session } from '../session';

export interface Band {
  /** How many runs it is from. */
  runs: number;
  /** In no number, at no decision, do they differ. */
  alike: boolean;
}

/** By number of the scene, least and most; null where none of the runs tells of it. */
export type Ranges = readonly (readonly [least: number, most: number] | null)[];

/** What is asked of a capture, once for each variant. */
export type BandVariants = readonly ParamValues[];

export type Column = Float64Array<ArrayBuffer>;

/** Not known at this decision: what was known before stays. */
const STAYS = -Infinity;

/** A run's numbers, by decision from 1; index 0 is before the first. */
export function numbersOf(
  session: Session,
  indexes: Uint32Array,
  vary: NonNullable<Decision['variation']>,
): Column[] {
  const numbers: Column[] = [];
  const tell: SetNumber = (k, number, value) => {
    const column = (numbers[number] ??= new Float64Array(indexes.length + 1).fill(STAYS));
    column[k] = value;
  };
  const read = vary();
  for (let i = 0, k = 0; i < session.events; i++) {
    if (i === indexes[k]) k++;
    read(session.glance(i), k, tell);
  }
  numbers.forEach((column) => {
    let last = NaN;
    column.forEach((value, k) => {
      if (value === STAYS) column[k] = last;
      else last = value;
    });
  });
  return numbers;
}

/** Decisions of each kind by the line of the record that asked, in order, from 1. */
class Asked {
  readonly #at = new Map<string, number[]>();
  readonly #keys: string[];

  constructor(session: Session, indexes: Uint32Array) {
    this.#keys = Array.from(
      indexes,
      (index) => `${session.kindOf(index) ?? ''} ${session.glance(index).line}`,
    );
    this.#keys.forEach((key, i) => {
      const known = this.#at.get(key);
      if (known) known.push(i + 1);
      else this.#at.set(key, [i + 1]);
    });
  }

  /** Of this run's decisions, in order, those that stand for another's; one that was cut in several ends with the last. */
  in(other: Asked): Uint32Array {
    const seen = new Map<string, number>();
    let last = 0;
    return Uint32Array.from(this.#keys, (key) => {
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      const there = other.#at.get(key);
      const behind = (this.#at.get(key)?.length ?? 1) - nth;
      if (there) last = there[Math.max(0, there.length - behind)] ?? last;
      return last;
    });
  }
}

export class BandBuilder {
  readonly #reader: Pick<Decision, 'kinds' | 'variation'>;
  readonly #asked: Asked;
  readonly #decisions: number;
  readonly #least: Column[] = [];
  readonly #most: Column[] = [];
  #runs = 0;
  #alike = true;

  /** `session`: the run that is shown; `indexes`: its decisions. */
  constructor(session: Session, indexes: Uint32Array, reader: Pick<Decision, 'kinds' | 'variation'>) {
    this.#reader = reader;
    this.#asked = new Asked(session, indexes);
    this.#decisions = indexes.length;
  }

  /** One more run. */
  add(session: Session): void {
    this.#runs++;
    const { kinds, variation: vary } = this.#reader;
    if (!vary) return;
    const indexes = session.decisionsOf(kinds);
    const at = this.#asked.in(new Asked(session, indexes));
    numbersOf(session, indexes, vary).forEach((values, number) => {
      const least = (this.#least[number] ??= new Float64Array(this.#decisions).fill(NaN));
      const most = (this.#most[number] ??= new Float64Array(this.#decisions).fill(NaN));
      at.forEach((k, i) => {
        const value = values[k] ?? NaN;
        if (Number.isNaN(value)) return;
        const [a = NaN, b = NaN] = [least[i], most[i]];
        least[i] = Number.isNaN(a) ? value : Math.min(a, value);
        most[i] = Number.isNaN(b) ? value : Math.max(b, value);
        if (!Number.isNaN(a) && a !== value) this.#alike = false;
      });
    });
  }

  /** At decision k. */
  at(k: number): Ranges | null {
    if (k < 1 || k > this.#decisions) return null;
    return Array.from(this.#least, (column: Column | undefined, number) => {
      const [least, most] = [column?.[k - 1] ?? NaN, this.#most[number]?.[k - 1] ?? NaN];
      return Number.isNaN(least) ? null : ([least, most] as const);
    });
  }

  band(): Band {
    return { runs: this.#runs, alike: this.#alike };
  }
}

/** Where it has a width. */
export function widthOf(range: Ranges[number] | undefined): readonly [least: number, most: number] | null {
  return range && range[0] < range[1] ? range : null;
}
