/**
 * A run as if, made with each variant of what is assumed: pages in use on each swap device, from the least to the most,
 * at every decision of the run that is shown; and what its measures come to.
 */
import type { ParamValues } from './params';
import type { Measured, Session } from './session';

export interface Band {
  /** How many runs it is from. */
  runs: number;
  measures: readonly BandMeasure[];
}

export type BandMeasure = Pick<Measured, 'measure' | 'part'> & { least: string; most: string };

/** By device of the record, least and most; null where none of the runs tells of it. */
export type InUse = readonly (readonly [least: number, most: number] | null)[];

/** By decision: pages in use on each device behind it. */
interface Usage {
  /** Which decision stands for the decision at a line of the record; the last, where it was cut in several. */
  at: Map<number, number>;
  used: number[][];
}

function usageOf(session: Session): Usage {
  const at = new Map<number, number>();
  const used: number[][] = [];
  const now: number[] = [];
  for (let i = 0; i < session.events; i++) {
    const event = session.glance(i);
    if (event.kind === 'swap_select' && event.type >= 0) {
      now[event.type] = (now[event.type] ?? 0) + event.ret * 2 ** event.order;
    } else if (event.kind === 'swap_free' && event.type >= 0) {
      now[event.type] = Math.max(0, (now[event.type] ?? 0) - event.n);
    } else if (event.kind === 'swap_list' && event.type >= 0 && event.reason === 'swapon') {
      now[event.type] = event.used;
    }
    if (event.kind !== 'swap_select') continue;
    at.set(event.line, used.length);
    used.push([...now]);
  }
  return { at, used };
}

/** `lines`: of the record, by decision of the run that is shown. */
export class BandMaker {
  readonly #lines: Float64Array;
  readonly #inUse: ([number, number] | null)[][];
  readonly #measures = new Map<string, { of: Measured; least: Measured; most: Measured; runs: number }>();
  #runs = 0;

  constructor(lines: Float64Array) {
    this.#lines = lines;
    this.#inUse = Array.from(lines, () => []);
  }

  /** One more run. */
  add(session: Session): void {
    const { at, used } = usageOf(session);
    let last: number[] = [];
    this.#lines.forEach((line, i) => {
      const found = at.get(line);
      if (found !== undefined) last = used[found] ?? last;
      const here = this.#inUse[i] ?? [];
      last.forEach((pages, type) => {
        const [least, most] = here[type] ?? [pages, pages];
        here[type] = [Math.min(least, pages), Math.max(most, pages)];
      });
    });
    for (const measured of session.measure()) {
      const key = [measured.measure, measured.part].join(' ');
      const known = this.#measures.get(key) ?? { of: measured, least: measured, most: measured, runs: 0 };
      if (Number(measured.text) < Number(known.least.text)) known.least = measured;
      if (Number(measured.text) > Number(known.most.text)) known.most = measured;
      known.runs++;
      this.#measures.set(key, known);
    }
    this.#runs++;
  }

  /** At decision k. */
  inUse(k: number): InUse | null {
    return this.#inUse[k - 1] ?? null;
  }

  band(): Band {
    const all = [...this.#measures.values()].filter(({ runs }) => runs === this.#runs);
    return {
      runs: this.#runs,
      measures: all.map(({ of, least, most }) => ({
        measure: of.measure,
        part: of.part,
        least: least.text,
        most: most.text,
      })),
    };
  }
}

/** What is asked of a capture, once for each variant. */
export type Asks = readonly ParamValues[];
