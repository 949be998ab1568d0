/**
 * What went on between events: kswapd of a node was awake, a task had to reclaim by itself, requests were at a disk.
 * Of an end without a beginning nothing is known: buffers of some CPUs reach back further than those of others. Of
 * kswapd it is known where none of its events is missing. What has not ended goes on to the end of the capture.
 */
import type { Kswapd, Kswapds } from '../../../trace/statistics/kswapd';
import type { KindColumns, TraceStore } from '../../../trace/store/store';
import type { TraceKindName } from '../../../trace/gen/tables';
import { numbersOf } from '../events/column-reader';
import { Concurrency } from './concurrency';
import { latencies } from '../events/measure';
import { ActivitySpans, type ActivitySpanList } from './activity-spans';
import type { Rows } from '../events/track-rows';

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

/** How long something went on, of the time that is known of it. */
export class Known {
  readonly #going: Concurrency;
  readonly #unknown: Concurrency;

  constructor({ awake, unknown }: Pick<Kswapd, 'awake' | 'unknown'>) {
    [this.#going, this.#unknown] = [awake, unknown].map(
      (all) => new Concurrency({ from: all.map(({ from }) => from), to: all.map(({ to }) => to) }),
    ) as [Concurrency, Concurrency];
  }

  /** Of a stretch: ns that it is known to have gone on, and ns of which nothing is known. */
  time(from: number, to: number): { going: number; unknown: number } {
    return { going: this.#going.time(from, to), unknown: this.#unknown.time(from, to) };
  }

  /** 0 to 1; null where nothing is known. */
  share(from: number, to: number): number | null {
    const { going, unknown } = this.time(from, to);
    const known = to - from - unknown;
    return known >= 1 ? going / known : null;
  }
}

/** Gives the spans that a track's events tell of. What all tracks need is made once. */
export function spanner(
  store: TraceStore,
  { nodes }: Kswapds,
): (activity: Activity, rows: Rows, key: number) => ActivitySpans {
  let times: ReturnType<typeof latencies> | null = null;
  const got = (activity: Activity) =>
    store.kinds.map((kind) =>
      activity.got !== undefined && kind.name === activity.end ? numbersOf(kind, [activity.got]) : null,
    );
  return (activity, rows, key) => {
    const kswapd = activity.by === 'node' ? nodes.find(({ nid }) => nid === key) : undefined;
    const begun = (t: number, after: number) =>
      kswapd?.awake.find(({ from, to }) => to === t && from >= after)?.from;
    const found =
      activity.by === 'device'
        ? ofRequests((times ??= latencies(store)), rows)
        : ofPairs(store, activity, rows, begun);
    return new ActivitySpans(found, rows, store.span, got(activity));
  };
}

/** Of a node there is one kswapd; of a task's name there may be several processes. `begun`: when what ends without a
 * beginning began after the last end, where that is known. */
function ofPairs(
  store: TraceStore,
  { begin, by }: Activity,
  rows: Rows,
  begun: (t: number, after: number) => number | undefined,
): ActivitySpanList {
  const found: ActivitySpanList = { from: [], ends: [] };
  const add = (from: number, end: number) => {
    found.from.push(from);
    found.ends.push(end);
  };
  const open = new Map<number, number>();
  let ended = 0;
  for (let i = 0; i < rows.length; i++) {
    const kind: KindColumns | undefined = store.kinds[rows.kind(i)];
    const pid = by === 'task' ? (kind?.pid[rows.row(i)] ?? 0) : 0;
    const t = rows.ts(i);
    const since = open.get(pid);
    if (kind?.name === begin) {
      if (since === undefined) open.set(pid, t);
    } else {
      const from = since ?? begun(t, ended);
      if (from !== undefined) add(from, i);
      open.delete(pid);
      ended = t;
    }
  }
  for (const from of open.values()) add(from, rows.length);
  return found;
}

/** Requests whose issue and completion are both there, paired by what both name. */
function ofRequests(times: ReturnType<typeof latencies>, rows: Rows): ActivitySpanList {
  const found: ActivitySpanList = { from: [], ends: [] };
  for (let i = 0; i < rows.length; i++) {
    const took = times[rows.kind(i)]?.(rows.row(i)) ?? NaN;
    if (Number.isNaN(took)) continue;
    found.from.push(rows.ts(i) - took);
    found.ends.push(i);
  }
  return found;
}
