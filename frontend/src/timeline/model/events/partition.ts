/**
 * Events split into tracks by a number that each has, or has not. A split is one list of places in the order of
 * time, 4 bytes for each event that belongs to a track of it.
 */
import { UNKNOWN_PID } from '../../../trace/store/lookup';
import type { KindColumns, TraceStore } from '../../../trace/store/store';
import type { Reader } from './column-reader';
import type { Order } from './event-order';
import { pauseWork, PORTION, type WorkProgress } from '../../../core/work/progress';
import { PickedRows, type Rows } from './track-rows';

/** Of one number. */
export interface PartitionTrack<G> {
  group: G;
  /** What the track has in common. */
  key: number;
  name: string;
  node: number | null;
  rows: Rows;
  /** Of a task: the processes with its name. */
  pids?: Pids;
}

/** Processes that share a track: how many, and the number of the only one. */
export interface Pids {
  count: number;
  /** Null where there are several, or none that the text tells. */
  only: number | null;
}

/** Number of the track of a row, any number from 0; below 0 or NaN: none. */
export type Key = Reader;

export interface Partition<G> {
  group: G;
  /** Several, where an event may belong to more than one track; each of them once. */
  keys: (kind: KindColumns) => Key | readonly Key[] | null;
  name: (key: number) => string;
  node: (key: number) => number | null;
  /** The busiest first, and with the processes of each; by number otherwise. */
  tasks?: boolean;
}

class Processes {
  readonly #pids = new Set<number>();
  /** Neighbours in time are mostly of one. */
  #last = UNKNOWN_PID;

  add(pid = UNKNOWN_PID): void {
    if (pid === this.#last || pid === UNKNOWN_PID) return;
    this.#last = pid;
    this.#pids.add(pid);
  }

  pids(): Pids {
    const [first = null] = this.#pids;
    return { count: this.#pids.size, only: this.#pids.size === 1 ? first : null };
  }
}

/** A counting sort: how many of each key, then every place into its key's part of one list. */
export async function partsOf<G>(
  split: Partition<G>,
  store: TraceStore,
  order: Order,
  pulse: WorkProgress,
): Promise<PartitionTrack<G>[]> {
  const keys = store.kinds.map((kind) => [split.keys(kind) ?? []].flat());
  if (keys.every((all) => all.length === 0)) return [];
  const numbers = new Map<number, number>();
  const found: number[] = [];
  const counts: number[] = [];
  let [lastKey, lastNumber] = [-1, -1];
  /** Neighbours in time often share their key. */
  const numberOf = (i: number, of: Key): number => {
    const key = of(order.row[i] ?? 0);
    if (!(key >= 0)) return -1;
    if (key === lastKey) return lastNumber;
    let number = numbers.get(key);
    if (number === undefined) {
      number = found.length;
      numbers.set(key, number);
      found.push(key);
      counts.push(0);
    }
    [lastKey, lastNumber] = [key, number];
    return number;
  };
  for (let i = 0; i < order.length; i++) {
    if (i % PORTION === PORTION - 1) await pauseWork(pulse, i / order.length / 2);
    for (const key of keys[order.kind[i] ?? 0] ?? []) {
      const number = numberOf(i, key);
      if (number >= 0) counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  const starts = new Uint32Array(found.length + 1);
  counts.forEach((count, number) => (starts[number + 1] = (starts[number] ?? 0) + count));
  const places = new Uint32Array(starts[found.length] ?? 0);
  const next = starts.slice();
  const processes = split.tasks ? found.map(() => new Processes()) : [];
  for (let i = 0; i < order.length; i++) {
    if (i % PORTION === PORTION - 1) await pauseWork(pulse, 0.5 + i / order.length / 2);
    for (const key of keys[order.kind[i] ?? 0] ?? []) {
      const number = numberOf(i, key);
      if (number < 0) continue;
      processes[number]?.add(store.kinds[order.kind[i] ?? 0]?.pid[order.row[i] ?? 0]);
      places[next[number] ?? 0] = i;
      next[number] = (next[number] ?? 0) + 1;
    }
  }
  return found
    .map((key, number) => ({ key, count: counts[number] ?? 0, number }))
    .sort((a, b) => (split.tasks ? b.count - a.count : a.key - b.key))
    .map(({ key, number }) => ({
      group: split.group,
      key,
      name: split.name(key),
      node: split.node(key),
      rows: new PickedRows(order, places.subarray(starts[number], starts[number + 1])),
      ...(processes[number] ? { pids: processes[number].pids() } : {}),
    }));
}
