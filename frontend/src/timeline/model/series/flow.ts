/**
 * How much of something the events of a track tell of: pages that reclaim looked at and got, bytes that went to a disk or
 * came from it. Of any stretch at the cost of two searches.
 */
import type { TraceKindName } from '../../../trace/gen/tables';
import { WAYS } from '../../../trace/statistics/disks';
import type { KindColumns, TraceStore } from '../../../trace/store/store';
import { Blocks } from './blocks';
import { isText, numbersOf, readerOf, textAt, type Reader } from '../events/column-reader';
import { TimeIndex, type Rows } from '../events/track-rows';

/** One sort of it. A track is of one sort, for one node or disk. */
export interface FlowSort {
  /** The kinds that tell of it; of those that the capture has only the first counts. */
  kinds: readonly TraceKindName[];
  by: 'node' | 'device';
  /** What comes of an event; null where its kind lacks a field. NaN: nothing of this sort. */
  amounts: (kind: KindColumns, store: TraceStore) => Amounts | null;
  unit: FlowUnit;
  title: (name: string) => string;
}

export type FlowUnit = 'pages' | 'bytes';

export interface Amounts {
  all: Reader;
  /** The part of it that was got. */
  got?: Reader;
}

const SECTOR = 512;

export const FLOWS: readonly FlowSort[] = [
  {
    kinds: ['mm_vmscan_lru_shrink_inactive'],
    by: 'node',
    amounts: (kind) => {
      const [all, got] = [numbersOf(kind, ['nr_scanned']), numbersOf(kind, ['nr_reclaimed'])];
      return all && got && { all, got };
    },
    unit: 'pages',
    title: (name) => `${name} reclaimed`,
  },
  ...(['written', 'read'] as const).map((way): FlowSort => ({
    kinds: ['block_rq_complete', 'block_rq'],
    by: 'device',
    amounts: (kind, store) => bytes(kind, store, WAYS[way]),
    unit: 'bytes',
    title: (name) => `${name} ${way}`,
  })),
];

function bytes(kind: KindColumns, store: TraceStore, way: RegExp): Amounts | null {
  const sectors = numbersOf(kind, ['nr_sector', 'sectors']);
  const rwbs = kind.fields.find(({ name }) => name === 'rwbs');
  if (!sectors || !rwbs) return null;
  const { values } = rwbs;
  if (isText(values)) {
    return { all: (row) => (way.test(textAt(values, row)) ? SECTOR * sectors(row) : NaN) };
  }
  const name = readerOf(rwbs);
  const ours = store.names.map((text) => way.test(text));
  return name && { all: (row) => (ours[name(row)] ? SECTOR * sectors(row) : NaN) };
}

export interface FlowSum {
  all: number;
  /** Null where nobody tells which part was got. */
  got: number | null;
}

export class Flow {
  readonly unit: FlowUnit;
  readonly blocks: readonly Blocks[];
  readonly #index: TimeIndex;

  /** `amounts`: by place of a kind in the store. */
  constructor(rows: Rows, unit: FlowUnit, amounts: readonly (Amounts | null)[]) {
    this.unit = unit;
    this.#index = new TimeIndex(rows);
    const of = (pick: (a: Amounts) => Reader | null) =>
      new Blocks(rows, { values: amounts.map((a) => a && pick(a)) });
    this.blocks = [of((a) => a.all)];
    if (amounts.some((a) => a?.got)) this.blocks = [...this.blocks, of((a) => a.got ?? null)];
  }

  /** Of the events from one time up to, but not at, another. */
  over(from: number, to: number): FlowSum {
    const [a, b] = [this.#index.rank(from), this.#index.rank(to)];
    const [all, got] = this.blocks.map((blocks) => blocks.over(a, b).sum);
    return { all: all ?? 0, got: got ?? null };
  }
}
