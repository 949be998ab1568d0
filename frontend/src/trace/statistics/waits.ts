/**
 * What tasks waited for: memory that they reclaimed by themselves, compaction, throttling; for how long, and which
 * task. docs/numbers.md has the definitions in words.
 */
import { percentilesOf, type Percentiles } from '../../core/percentile';
import type { Work } from '../../core/work/work';
import { columnOf, kindNamed, UNKNOWN_PID } from '../store/lookup';
import type { KindColumns, TraceStore } from '../store/store';
import type { Missing } from './gaps';
import { pairsIn, timesOf, type PairSort } from './pairs';

interface WaitSort extends PairSort {
  name: string;
  /** A field of its end: pages. */
  got?: string;
}

/** Tells a task's own apart from nothing else: it has one at a time. */
const TASK = { by: [] };
const RECLAIMED = 'nr_reclaimed';
export const DIRECT_RECLAIM = {
  ...TASK,
  name: 'direct reclaim',
  begin: 'mm_vmscan_direct_reclaim_begin',
  end: 'mm_vmscan_direct_reclaim_end',
  got: RECLAIMED,
} as const satisfies WaitSort;

export const WAITS = [
  DIRECT_RECLAIM,
  {
    ...TASK,
    name: 'cgroup reclaim',
    begin: 'mm_vmscan_memcg_reclaim_begin',
    end: 'mm_vmscan_memcg_reclaim_end',
    got: RECLAIMED,
  },
  {
    ...TASK,
    name: 'node reclaim',
    begin: 'mm_vmscan_node_reclaim_begin',
    end: 'mm_vmscan_node_reclaim_end',
    got: RECLAIMED,
  },
  { ...TASK, name: 'compaction', begin: 'mm_compaction_begin', end: 'mm_compaction_end' },
] as const satisfies readonly WaitSort[];

/** Of this a single event tells how long it was. */
export const THROTTLED = {
  name: 'throttling',
  kind: 'mm_vmscan_throttled',
  waited: 'usect_delayed',
} as const;

export type WaitName = (typeof WAITS)[number]['name'] | typeof THROTTLED.name;

/** ns, or what the clock counts. */
export interface Held extends Percentiles {
  n: number;
  longest: number;
}

export interface Wait {
  name: WaitName;
  /** Beginnings without an end, and ends without a beginning: how long these took is not known. */
  unended: number;
  unbegun: number;
  /** Those from beginning to end; null where there are none. */
  held: Held | null;
  /** Pages that these got, and that ends without a beginning have; null where that is not known. */
  got: number | null;
  gotUnbegun: number | null;
  /** Who waited longest in all comes first. */
  tasks: TaskWait[];
}

interface TaskWait extends Held {
  pid: number;
  comm: string;
  /** Together. */
  waited: number;
}

/** Of each that the capture has an event of. */
export function* waitsIn(store: TraceStore, missing: Missing): Work<Wait[]> {
  const found: Wait[] = [];
  for (const sort of WAITS) {
    const pairs = yield* pairsIn(store, sort, missing);
    if (!pairs) continue;
    const { begin, end } = pairs;
    const times = timesOf(pairs);
    const n = times.reduce((sum, t) => sum + (Number.isNaN(t) ? 0 : 1), 0);
    const got = (of: (t: number) => boolean) =>
      end && 'got' in sort ? pagesOf(end, sort.got, (row) => of(times[row] ?? NaN)) : null;
    found.push({
      name: sort.name,
      unended: (begin?.rows ?? 0) - n,
      unbegun: (end?.rows ?? 0) - n,
      ...(end ? heldIn(store, end, times) : { held: null, tasks: [] }),
      got: n > 0 ? got((t) => !Number.isNaN(t)) : null,
      gotUnbegun: n < (end?.rows ?? 0) ? got(Number.isNaN) : null,
    });
  }
  const throttled = kindNamed(store, THROTTLED.kind);
  if (throttled) {
    const us = columnOf(throttled, THROTTLED.waited);
    const times = Float64Array.from({ length: throttled.rows }, (_, row) => 1000 * (us(row) ?? NaN));
    const unknown = times.reduce((sum, t) => sum + (Number.isNaN(t) ? 1 : 0), 0);
    const rest = { unended: 0, unbegun: unknown, got: null, gotUnbegun: null };
    found.push({ name: THROTTLED.name, ...heldIn(store, throttled, times), ...rest });
  }
  return found;
}

function pagesOf(kind: KindColumns, field: string, of: (row: number) => boolean): number | null {
  const column = columnOf(kind, field);
  let sum = 0;
  for (let row = 0; row < kind.rows; row++) {
    if (!of(row)) continue;
    const pages = column(row);
    if (pages === null) return null;
    sum += pages;
  }
  return sum;
}

/** `times`: by row; NaN where it is not known. */
function heldIn(store: TraceStore, kind: KindColumns, times: Float64Array): Pick<Wait, 'held' | 'tasks'> {
  const byTask = new Map<string, { pid: number; comm: string; times: number[] }>();
  for (const [row, t] of times.entries()) {
    if (Number.isNaN(t)) continue;
    const [pid, comm] = [kind.pid[row] ?? UNKNOWN_PID, store.names[kind.comm[row] ?? 0] ?? ''];
    const key = `${pid} ${comm}`;
    const of = byTask.get(key) ?? { pid, comm, times: [] };
    if (of.times.length === 0) byTask.set(key, of);
    of.times.push(t);
  }
  const all = Float64Array.from(times.filter((t) => !Number.isNaN(t)));
  const tasks = [...byTask.values()].flatMap(({ pid, comm, times: own }) => {
    const held = heldOf(Float64Array.from(own));
    return held ? [{ pid, comm, ...held, waited: own.reduce((sum, t) => sum + t, 0) }] : [];
  });
  tasks.sort((a, b) => b.waited - a.waited || a.pid - b.pid || a.comm.localeCompare(b.comm));
  return { held: heldOf(all), tasks };
}

/** Changes the order of the values. */
export function heldOf(times: Float64Array): Held | null {
  if (times.length === 0) return null;
  const longest = times.reduce((most, t) => Math.max(most, t), 0);
  return { n: times.length, ...percentilesOf(times), longest };
}
