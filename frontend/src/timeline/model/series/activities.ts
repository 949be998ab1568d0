/**
 * What went on between events: kswapd of a node was awake, a task had to reclaim by itself, requests were at a disk.
 * Of an end without a beginning nothing is known: buffers of some CPUs reach back further than those of others. Of
 * kswapd it is known where none of its events is missing. What has not ended goes on to the end of the capture.
 */
import { kswapdChanges, type Change, type Kswapd, type Kswapds } from '../../../trace/statistics/kswapd';
import { atOnce } from '../../../core/work/work';
import type { Missing } from '../../../trace/statistics/gaps';
import { pairsIn, REQUESTS, type PairedKinds } from '../../../trace/statistics/pairs';
import type { TraceStore } from '../../../trace/store/store';
import type { TraceKindName } from '../../../trace/gen/tables';
import { readPhrase } from '../../../trace/statistics/swap-reads';
import { numbersOf } from '../events/column-reader';
import { Concurrency } from './concurrency';
import { ActivitySpans, type ActivitySpanList } from './activity-spans';
import type { Rows } from '../events/track-rows';

/** One sort of it. A track is of one sort, for one node, task, disk or swap device. */
export interface Activity {
  begin: TraceKindName;
  end: TraceKindName;
  /** What makes a track of its own. */
  by: 'node' | 'task' | 'swap' | 'device';
  /** Of a node's number, or of the name of a task or a disk; and of its mode. */
  title: (name: string, key: number, mode: number) => string;
  /** What its tracks tell, whichever node or task they are of. */
  tells: string;
  /** A field of events that tells tracks apart, too, by a number below `MODES`. */
  mode?: string;
  /** A field of its end that tells how long it took: no beginning is asked for. */
  took?: string;
  /** A field of its end that tells what it got. */
  got?: string;
}

export const ACTIVITIES: readonly Activity[] = [
  {
    begin: 'mm_vmscan_kswapd_wake',
    end: 'mm_vmscan_kswapd_sleep',
    by: 'node',
    title: (_, nid) => `kswapd${nid} awake`,
    tells: 'when kswapd was awake',
  },
  {
    begin: 'kswapd_wait',
    end: 'kswapd_wait',
    by: 'node',
    title: (_, nid) => `kswapd${nid} awake`,
    tells: 'when kswapd was awake',
  },
  {
    begin: 'mm_vmscan_direct_reclaim_begin',
    end: 'mm_vmscan_direct_reclaim_end',
    by: 'task',
    title: (name) => name,
    tells: 'which tasks reclaimed',
    got: 'nr_reclaimed',
  },
  {
    begin: 'block_rq_issue',
    end: 'block_rq_complete',
    by: 'device',
    title: (name) => `${name} in flight`,
    tells: 'requests in flight',
  },
  {
    begin: 'swap_in',
    end: 'swap_in_done',
    by: 'swap',
    mode: 'how',
    took: 'lat',
    title: (name, _, how) => `${name} read: ${readPhrase(how)}`,
    tells: 'reads from swap going on',
  },
];

/** More than a field has that tells tracks apart. */
export const MODES = 16;

/** How long something went on, of the time that is known of it. */
export class Known {
  readonly #going: Concurrency;
  readonly #unknown: Concurrency;

  constructor({ awake, unknown }: Pick<Kswapd, 'awake' | 'unknown'>) {
    [this.#going, this.#unknown] = [awake, unknown].map(
      (all) => new Concurrency({ from: all.map(({ from }) => from), to: all.map(({ to }) => to) }),
    ) as [Concurrency, Concurrency];
  }

  /** Of a stretch: ns that it is known to have gone on, and ns that are unknown. */
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
  missing: Missing,
  { nodes }: Kswapds,
): (activity: Activity, rows: Rows, key: number) => ActivitySpans {
  const pairs = new Map<Activity, PairedKinds | null>();
  const pairsOf = (activity: Activity) => {
    const known = pairs.get(activity);
    if (known !== undefined) return known;
    const found = atOnce(pairsIn(store, { ...activity, by: KEYS[activity.by] }, missing));
    pairs.set(activity, found);
    return found;
  };
  const changes = kswapdChanges(store, missing);
  const got = (activity: Activity) =>
    store.kinds.map((kind) =>
      activity.got !== undefined && kind.name === activity.end ? numbersOf(kind, [activity.got]) : null,
    );
  return (activity, rows, key) => {
    const kswapd = activity.by === 'node' ? nodes.find(({ nid }) => nid === key) : undefined;
    const begun = (t: number, after: number) =>
      kswapd?.awake.find(({ from, to }) => to === t && from >= after)?.from;
    const found = activity.took
      ? ofEnds(store, activity, activity.took, rows)
      : activity.by === 'node'
        ? ofNode(store, changes.get(key)?.changes ?? [], rows, begun)
        : ofPairs(store, pairsOf(activity), rows, activity.by === 'task');
    return new ActivitySpans(found, rows, store.span, got(activity));
  };
}

/** What tells apart what goes on side by side; of a task there is one. */
const KEYS = { node: [], task: [], swap: [], device: REQUESTS.by } as const;

/** `begun`: when what ends without a beginning began after the last end, where that is known. */
function ofNode(
  store: TraceStore,
  changes: readonly Change[],
  rows: Rows,
  begun: (t: number, after: number) => number | undefined,
): ActivitySpanList {
  const found: ActivitySpanList = { from: [], ends: [] };
  const wakes = new Map(changes.map((change) => [change.line, change.wakes]));
  let since: number | undefined;
  let ended = 0;
  for (let i = 0; i < rows.length; i++) {
    const t = rows.ts(i);
    const wakesUp = wakes.get(store.kinds[rows.kind(i)]?.line[rows.row(i)] ?? -1);
    if (wakesUp === undefined) continue;
    if (wakesUp) {
      since ??= t;
      continue;
    }
    add(found, since ?? begun(t, ended), i);
    since = undefined;
    ended = t;
  }
  add(found, since, rows.length);
  return found;
}

/** `unended`: those that nothing has ended go on to the end of the capture. */
function ofPairs(
  store: TraceStore,
  pairs: PairedKinds | null,
  rows: Rows,
  unended: boolean,
): ActivitySpanList {
  const found: ActivitySpanList = { from: [], ends: [] };
  if (!pairs?.begin || !pairs.end) return found;
  const { begin, end, beginOf, open } = pairs;
  const left: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const [kind, row] = [store.kinds[rows.kind(i)], rows.row(i)];
    if (kind === end) add(found, begin.ts[beginOf[row] ?? -1], i);
    else if (unended && kind === begin && open[row]) left.push(rows.ts(i));
  }
  for (const from of left) add(found, from, rows.length);
  return found;
}

/** Of ends that have how long it took. */
function ofEnds(store: TraceStore, { end }: Activity, took: string, rows: Rows): ActivitySpanList {
  const found: ActivitySpanList = { from: [], ends: [] };
  const times = store.kinds.map((kind) => (kind.name === end ? numbersOf(kind, [took]) : null));
  for (let i = 0; i < rows.length; i++) {
    const time = times[rows.kind(i)]?.(rows.row(i)) ?? NaN;
    if (!Number.isNaN(time)) add(found, Math.max(0, rows.ts(i) - time), i);
  }
  return found;
}

function add({ from, ends }: ActivitySpanList, since: number | undefined, end: number): void {
  if (since === undefined) return;
  from.push(since);
  ends.push(end);
}
