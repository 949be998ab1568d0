/**
 * How much of something the events of a track tell of: pages that reclaim looked at and got, bytes that went to a disk or
 * came from it. Of any stretch at the cost of two searches.
 */
import type { TraceKindName } from '../../../trace/gen/tables';
import { WAYS } from '../../../trace/statistics/disks';
import { nodeOfZone } from '../../../core/zone';
import { dealReader } from '../../../trace/statistics/interleave';
import { walkReader } from '../../../trace/statistics/zone-walks';
import { slotReader } from '../../../trace/statistics/slots';
import { WOKEN } from '../../../trace/statistics/wakes';
import type { KindColumns, TraceStore } from '../../../trace/store/store';
import { Blocks } from './blocks';
import { isText, numbersOf, readerOf, textAt, type Reader } from '../events/column-reader';
import type { Key } from '../events/partition';
import { TimeIndex, type Rows } from '../events/track-rows';

/** One sort of it. A track is of one sort, for one node, zone, disk or swap device. */
interface FlowSort {
  /** The kinds that tell of it; of those that the capture has only the first counts. */
  kinds: readonly TraceKindName[];
  by: 'node' | 'zone' | 'swap' | 'device';
  /** Which tracks an event belongs to, where its fields do not name them alone. */
  keys?: (kind: KindColumns) => Key | readonly Key[] | null;
  /** What comes of an event for a track; null where its kind lacks a field. NaN: nothing of this sort. */
  amounts: (kind: KindColumns, store: TraceStore, key: number) => Amounts | null;
  unit: FlowUnit;
  /** Where a part was got. */
  words?: FlowWords;
  title: (name: string, key: number) => string;
  /** What its tracks tell, whichever node or disk they are of. */
  tells: string;
}

export type FlowUnit = 'pages' | 'bytes' | 'slots' | 'calls' | 'resets';

/** What a copied table calls all of it, and the part that was got. */
export interface FlowWords {
  all: string;
  got: string;
}

interface Amounts {
  all: Reader;
  /** The part of it that was got. */
  got?: Reader;
}

const SECTOR = 512;

export const FLOWS: readonly FlowSort[] = [
  {
    kinds: ['kswapd_wake'],
    by: 'node',
    amounts: (kind) => {
      const verdict = numbersOf(kind, ['verdict']);
      return verdict && { all: () => 1, got: (row) => (verdict(row) === WOKEN ? 1 : 0) };
    },
    unit: 'calls',
    words: { all: 'calls', got: 'woken by calls' },
    title: (_, nid) => `kswapd${nid} woken`,
    tells: 'which calls woke kswapd',
  },
  {
    kinds: ['mm_vmscan_lru_shrink_inactive'],
    by: 'node',
    amounts: (kind) => {
      const [all, got] = [numbersOf(kind, ['nr_scanned']), numbersOf(kind, ['nr_reclaimed'])];
      return all && got && { all, got };
    },
    unit: 'pages',
    words: { all: 'scanned', got: 'got of scanned' },
    title: (name) => `${name} reclaimed`,
    tells: 'pages reclaimed of those scanned',
  },
  {
    kinds: ['zone_select'],
    by: 'zone',
    keys: (kind) => {
      const walk = walkReader(kind);
      if (!walk) return null;
      const seen = walk.visits.map(
        (zone): Key =>
          (row) =>
            zone(row) ?? NaN,
      );
      // Beyond the lanes the one that gave the page is known.
      const unseen: Key = (row) =>
        walk.visits.some((zone) => zone(row) === walk.zone(row)) ? NaN : walk.zone(row);
      return [...seen, unseen];
    },
    amounts: (kind, _, zone) => {
      const walk = walkReader(kind);
      return walk && { all: walk.pages, got: (row) => (walk.zone(row) === zone ? walk.pages(row) : 0) };
    },
    unit: 'pages',
    words: { all: 'asked for', got: 'gave of asked for' },
    title: (name) => `${name} gave`,
    tells: 'pages that each zone gave',
  },
  {
    kinds: ['zone_batch'],
    by: 'node',
    keys: (kind) => {
      const zone = kind.name === 'zone_batch' ? numbersOf(kind, ['zone']) : null;
      return zone && ((row) => nodeOfZone(zone(row)));
    },
    amounts: () => ({ all: () => 1 }),
    unit: 'resets',
    title: (name) => `${name} batches reset`,
    tells: 'batches reset on each node',
  },
  {
    kinds: ['interleave_page'],
    by: 'node',
    amounts: (kind) => {
      const deal = dealReader(kind);
      return deal && { all: deal.pages, got: deal.landed };
    },
    unit: 'pages',
    words: { all: 'dealt', got: 'landed of dealt' },
    title: (name) => `${name} dealt`,
    tells: 'pages dealt to each node',
  },
  ...(['swap_select', 'swap_free'] as const).map((name): FlowSort => ({
    kinds: [name],
    by: 'swap',
    amounts: (kind) => {
      const slots = slotReader(kind);
      return slots && { all: name === 'swap_select' ? slots.taken : slots.freed };
    },
    unit: 'slots',
    title: (device) => `${device} ${name === 'swap_select' ? 'gave' : 'got back'}`,
    tells: name === 'swap_select' ? 'slots that each device gave' : 'slots got back',
  })),
  ...(['written', 'read'] as const).map((way): FlowSort => ({
    kinds: ['block_rq_complete', 'block_rq'],
    by: 'device',
    amounts: (kind, store) => bytes(kind, store, WAYS[way]),
    unit: 'bytes',
    title: (name) => `${name} ${way}`,
    tells: `bytes ${way}`,
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
  readonly sort: Pick<FlowSort, 'unit' | 'words'>;
  readonly blocks: readonly Blocks[];
  readonly #index: TimeIndex;

  /** `amounts`: by place of a kind in the store. */
  constructor(rows: Rows, sort: Pick<FlowSort, 'unit' | 'words'>, amounts: readonly (Amounts | null)[]) {
    this.sort = sort;
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
