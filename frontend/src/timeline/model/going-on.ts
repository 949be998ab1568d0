/**
 * What went on between events: kswapd of a node was awake, a task had to reclaim by itself, requests were at a disk.
 * Of an end without a beginning nothing is known: buffers of some CPUs reach back further than those of others. What has
 * not ended goes on to the end of the capture.
 */
import type { KindColumns, TraceStore } from '../../trace/store';
import type { TraceKindName } from '../../trace/gen/tables';
import { numbersOf } from './columns';
import { latencies } from './measure';
import { Spans, type Spanning } from './spans';
import type { Rows } from './rows';

/** One sort of it. A track is of one sort, for one node, task or disk. */
export interface Activity {
  begin: TraceKindName;
  end: TraceKindName;
  /** What tracks are told apart by. */
  by: 'node' | 'task' | 'device';
  /** Of a node's number, or of the name of a task or a disk. */
  title: (name: string, key: number) => string;
  /** A field of its end that tells what it got. */
  got?: string;
}

export const ACTIVITIES: readonly Activity[] = [
  {
    begin: 'mm_vmscan_kswapd_wake',
    end: 'mm_vmscan_kswapd_sleep',
    by: 'node',
    title: (_, nid) => `kswapd${nid} awake`,
  },
  {
    begin: 'mm_vmscan_direct_reclaim_begin',
    end: 'mm_vmscan_direct_reclaim_end',
    by: 'task',
    title: (name) => name,
    got: 'nr_reclaimed',
  },
  {
    begin: 'block_rq_issue',
    end: 'block_rq_complete',
    by: 'device',
    title: (name) => `${name} in flight`,
  },
];

/** Gives the spans that a track's events tell of. What all tracks need is made once. */
export function spanner(store: TraceStore): (activity: Activity, rows: Rows) => Spans {
  let times: ReturnType<typeof latencies> | null = null;
  const got = (activity: Activity) =>
    store.kinds.map((kind) =>
      activity.got !== undefined && kind.name === activity.end ? numbersOf(kind, [activity.got]) : null,
    );
  return (activity, rows) => {
    const found =
      activity.by === 'device'
        ? ofRequests((times ??= latencies(store)), rows)
        : ofPairs(store, activity, rows);
    return new Spans(found, rows, store.span, got(activity));
  };
}

/** Of a node there is one kswapd; of a task's name there may be several processes. */
function ofPairs(store: TraceStore, { begin, by }: Activity, rows: Rows): Spanning {
  const found: Spanning = { from: [], ends: [] };
  const add = (from: number, end: number) => {
    found.from.push(from);
    found.ends.push(end);
  };
  const open = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) {
    const kind: KindColumns | undefined = store.kinds[rows.kind(i)];
    const pid = by === 'task' ? (kind?.pid[rows.row(i)] ?? 0) : 0;
    const t = rows.ts(i);
    const since = open.get(pid);
    if (kind?.name === begin) {
      if (since === undefined) open.set(pid, t);
    } else {
      if (since !== undefined) add(since, i);
      open.delete(pid);
    }
  }
  for (const from of open.values()) add(from, rows.length);
  return found;
}

/** Requests whose issue and completion are both there, paired by what both name. */
function ofRequests(times: ReturnType<typeof latencies>, rows: Rows): Spanning {
  const found: Spanning = { from: [], ends: [] };
  for (let i = 0; i < rows.length; i++) {
    const took = times[rows.kind(i)]?.(rows.row(i)) ?? NaN;
    if (Number.isNaN(took)) continue;
    found.from.push(rows.ts(i) - took);
    found.ends.push(i);
  }
  return found;
}
