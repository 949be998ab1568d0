/**
 * Which end belongs to which beginning, of what two kinds of event tell: docs/numbers.md has the definition in words.
 * What has no other half stays alone: it is counted, and how long it took is not known.
 */
import type { Work } from '../../core/work/work';
import { columnOf, kindNamed, UNKNOWN_CPU, UNKNOWN_PID } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';
import type { TraceKindName } from '../gen/tables';
import type { Missing } from './gaps';

export interface PairSort {
  begin: TraceKindName;
  end: TraceKindName;
  /** Fields that both name alike; none: a task has one at a time. */
  by: readonly string[];
}

export const REQUESTS: PairSort = {
  begin: 'block_rq_issue',
  end: 'block_rq_complete',
  by: ['dev', 'sector'],
};
export const COMMANDS: PairSort = {
  begin: 'nvme_setup_cmd',
  end: 'nvme_complete_rq',
  by: ['ctrl_id', 'qid', 'cmdid'],
};

export interface Pairs {
  /** By row of the end: the row of its beginning, or -1. */
  beginOf: Int32Array;
  /** By row of the beginning: nothing ended it, and nothing is missing of its CPU since. */
  open: Uint8Array;
}

export interface PairedKinds extends Pairs {
  begin: KindColumns | null;
  end: KindColumns | null;
}

const NONE = -1;
/** Rows between two pauses. */
const PAUSE = 1 << 12;

/** Null where the capture has neither. */
export function* pairsIn(store: TraceStore, sort: PairSort, missing: Missing): Work<PairedKinds | null> {
  const [begin, end] = [kindNamed(store, sort.begin), kindNamed(store, sort.end)];
  if (!begin && !end) return null;
  const beginOf = new Int32Array(end?.rows ?? 0).fill(NONE);
  const open = new Uint8Array(begin?.rows ?? 0);
  const found = { begin, end, beginOf, open };
  if (!begin) return found;
  const lost = new Losses(missing);
  const begun = new Begun(begin, sort.by);
  const ended = end && new Begun(end, sort.by);
  for (let i = 0, j = 0; i < begin.rows || (end && j < end.rows);) {
    if ((i + j) % PAUSE === 0) yield;
    if (i < begin.rows && (!end || j >= end.rows || !isBefore(end, j, begin, i))) {
      begun.open(i);
      i++;
      continue;
    }
    if (!end || !ended) break;
    const row = begun.close(ended, j);
    if (row !== NONE && !lost.between(begin, row, end, j)) beginOf[j] = row;
    j++;
  }
  for (const row of begun.left()) if (!lost.since(begin, row)) open[row] = 1;
  return found;
}

/** In the order of time; at one time in that of the text. */
function isBefore(a: KindColumns, i: number, b: KindColumns, j: number): boolean {
  const [s, t] = [a.ts[i] ?? 0, b.ts[j] ?? 0];
  return s < t || (s === t && (a.line[i] ?? 0) < (b.line[j] ?? 0));
}

/** What is open, by what tells it apart. Two maps, one in the other: numbers are found sooner than texts. */
class Begun {
  readonly #rows = new Map<number, Map<number, number>>();
  readonly #outer: (row: number) => number | null;
  readonly #inner: (row: number) => number | null;

  constructor(kind: KindColumns, by: readonly string[]) {
    const fields = by.map((name) => columnOf(kind, name));
    const [last, others] = [fields.at(-1), fields.slice(0, -1)];
    this.#inner =
      last ??
      ((row) => {
        const pid = kind.pid[row] ?? UNKNOWN_PID;
        return pid === UNKNOWN_PID ? null : pid;
      });
    this.#outer = (row) => {
      let key = 0;
      for (const field of others) {
        const value = field(row);
        if (value === null) return null;
        key = key * 0x10000 + value;
      }
      return key;
    };
  }

  /** What began before it under the same name has no end. */
  open(row: number): void {
    const [a, b] = [this.#outer(row), this.#inner(row)];
    if (a === null || b === null) return;
    const of = this.#rows.get(a);
    if (of) of.set(b, row);
    else this.#rows.set(a, new Map([[b, row]]));
  }

  /** The row that a row of another kind ends. */
  close(other: Begun, row: number): number {
    const [a, b] = [other.#outer(row), other.#inner(row)];
    if (a === null || b === null) return NONE;
    const of = this.#rows.get(a);
    const found = of?.get(b);
    if (found === undefined) return NONE;
    of?.delete(b);
    return found;
  }

  *left(): Generator<number> {
    for (const of of this.#rows.values()) yield* of.values();
  }
}

/** Whether events are missing between two. */
class Losses {
  readonly #gaps: Missing['gaps'];
  /** The earliest beginning of a gap and those behind it. */
  readonly #earliest: Float64Array;

  constructor({ gaps }: Missing) {
    this.#gaps = gaps;
    this.#earliest = new Float64Array(gaps.length);
    let earliest = Infinity;
    for (let i = gaps.length - 1; i >= 0; i--) {
      earliest = Math.min(earliest, gaps[i]?.from ?? 0);
      this.#earliest[i] = earliest;
    }
  }

  between(a: KindColumns, i: number, b: KindColumns, j: number): boolean {
    return this.#any(a.ts[i] ?? 0, b.ts[j] ?? 0, [cpuOf(a, i), cpuOf(b, j)]);
  }

  since(a: KindColumns, i: number): boolean {
    return this.#any(a.ts[i] ?? 0, Infinity, [cpuOf(a, i)]);
  }

  /** Of one of these CPUs, or of all. */
  #any(from: number, to: number, cpus: readonly number[]): boolean {
    let [low, high] = [0, this.#gaps.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#gaps[middle]?.to ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    for (let gap = this.#gaps[low]; gap && (this.#earliest[low] ?? 0) < to; gap = this.#gaps[++low]) {
      const { cpu } = gap;
      const own = cpu === null || cpus.includes(cpu) || cpus.includes(UNKNOWN_CPU);
      if (own && gap.from < to) return true;
    }
    return false;
  }
}

const cpuOf = (kind: KindColumns, row: number): number => kind.cpu[row] ?? UNKNOWN_CPU;

/** How long each took whose two halves are there, by row of the end. */
export function timesOf({ begin, end, beginOf }: PairedKinds): Float64Array {
  return Float64Array.from(beginOf, (from, row) =>
    from === NONE ? NaN : (end?.ts[row] ?? 0) - (begin?.ts[from] ?? 0),
  );
}
