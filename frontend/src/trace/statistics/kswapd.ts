/**
 * How long kswapd of each node was awake, by what it tells of itself (mm/vmscan.c:kswapd() and
 * kswapd_try_to_sleep(), 6.12). docs/timeline.md has the definition in words.
 *
 * It tells a wake-up each time that it goes to work: also when it had only napped, for HZ/10 at most, or had not slept
 * at all. It tells a sleep when it goes to sleep until somebody wakes it; thawed after a freeze, it may do so without a
 * wake-up before. It runs on CPUs of its own node, so what is missing of others is nothing of it.
 */
import { columnOf, kindNamed, UNTOLD_CPU } from '../store/lookup';
import type { TraceReportStruct } from '../gen/tables';
import type { TraceStore } from '../store/store';
import type { Missing } from './gaps';

/** Why nothing can be said of any node: the other kind of event is not recorded, or what the clock counts is no time. */
export type Untold = 'wake-up' | 'sleep' | 'time';

export interface Stretch {
  /** ns since the store's base. */
  from: number;
  to: number;
}

/** What is known of the kswapd of a node. */
export interface Kswapd {
  nid: number;
  /** In order, apart from each other. In what is neither, it slept. */
  awake: readonly Stretch[];
  unknown: readonly Stretch[];
  /** Times that it is known to have woken up from sleep. */
  wakes: number;
}

export interface Kswapds {
  nodes: readonly Kswapd[];
  untold: Untold | null;
}

export interface NodeDuty {
  nid: number;
  wakes: number;
  /** What `ts` counts: awake, of what is known, beside what is not. */
  awake: number;
  known: number;
  unknown: number;
  /** Awake of what is known, 0 to 1; null where nothing is. */
  share: number | null;
}

export interface Duty {
  nodes: readonly NodeDuty[];
  untold: Untold | null;
}

/** How the reading takes what `ts` holds. */
type Clock = Pick<TraceReportStruct, 'clock'>;

export function dutyOf(store: TraceStore, clock: Clock, missing: Missing): Duty {
  const { nodes, untold } = kswapds(store, clock, missing);
  return {
    untold,
    nodes: nodes.map(({ nid, wakes, ...of }) => {
      const [awake, unknown] = [lengthOf(of.awake), lengthOf(of.unknown)];
      const known = store.span - unknown;
      return { nid, wakes, awake, known, unknown, share: known > 0 ? awake / known : null };
    }),
  };
}

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((all, { from, to }) => all + to - from, 0);

interface Change {
  ts: number;
  line: number;
  wakes: boolean;
}

interface Node {
  changes: Change[];
  /** On which it told something; null: the text tells none. */
  cpus: Set<number | null>;
}

const KINDS = [
  ['mm_vmscan_kswapd_wake', true],
  ['mm_vmscan_kswapd_sleep', false],
] as const;

export function kswapds(store: TraceStore, { clock }: Clock, missing: Missing): Kswapds {
  const byNode = new Map<number, Node>();
  const recorded = new Set<boolean>();
  for (const [name, wakes] of KINDS) {
    const kind = kindNamed(store, name);
    if (!kind) continue;
    const nid = columnOf(kind, 'nid');
    for (let row = 0; row < kind.rows; row++) {
      const key = nid(row);
      if (key === null) continue;
      recorded.add(wakes);
      const node = byNode.get(key) ?? { changes: [], cpus: new Set() };
      if (node.changes.length === 0) byNode.set(key, node);
      node.changes.push({ ts: kind.ts[row] ?? 0, line: kind.line[row] ?? 0, wakes });
      const cpu = kind.cpu[row] ?? UNTOLD_CPU;
      node.cpus.add(cpu === UNTOLD_CPU ? null : cpu);
    }
  }
  if (byNode.size === 0) return { nodes: [], untold: null };
  if (recorded.size < KINDS.length) return { nodes: [], untold: recorded.has(true) ? 'sleep' : 'wake-up' };
  if (clock === 'counter' || clock === 'none') return { nodes: [], untold: 'time' };
  return {
    nodes: [...byNode]
      .sort(([a], [b]) => a - b)
      .map(([nid, node]) => kswapdOf(nid, node, missing, store.span)),
    untold: null,
  };
}

/** Where something of these CPUs may be missing, in order and apart from each other. */
function holesOf({ gaps, begins }: Missing, cpus: ReadonlySet<number | null>): Stretch[] {
  const of = (cpu: number | null) => cpu === null || cpus.has(null) || cpus.has(cpu);
  const all = [
    ...gaps.filter(({ cpu }) => of(cpu)),
    ...[...begins].filter(([cpu]) => of(cpu)).map(([, to]) => ({ from: 0, to })),
  ];
  const holes: Stretch[] = [];
  for (const { from, to } of all.sort((a, b) => a.from - b.from)) {
    const last = holes.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (to > from) holes.push({ from, to });
  }
  return holes;
}

/** What it did up to its next event. */
type State = 'awake' | 'asleep' | 'unknown';

class Found {
  readonly awake: Stretch[] = [];
  readonly unknown: Stretch[] = [];

  add(state: State, from: number, to: number): void {
    if (state === 'asleep' || to <= from) return;
    const last = this[state].at(-1);
    if (last?.to === from) last.to = to;
    else this[state].push({ from, to });
  }
}

function kswapdOf(nid: number, { changes, cpus }: Node, missing: Missing, span: number): Kswapd {
  changes.sort((a, b) => a.ts - b.ts || a.line - b.line);
  const found = new Found();
  let [next, begin, wakes] = [0, 0, 0];
  /** What it told last, before what is known. */
  let last: Change | undefined;
  const ends = { from: span, to: span };
  for (const hole of [...holesOf(missing, cpus), ends]) {
    while ((changes[next]?.ts ?? Infinity) < begin) last = changes[next++];
    let [state, since] = [before(changes[next], last, hole.from), begin];
    const whole = hole.from > begin;
    for (let change = changes[next]; whole && change && change.ts <= hole.from; change = changes[++next]) {
      last = change;
      if (change.wakes && state === 'awake') continue;
      if (change.wakes && state === 'asleep') wakes++;
      // Between two sleeps it was awake, nobody knows since when.
      found.add(!change.wakes && state === 'asleep' ? 'unknown' : state, since, change.ts);
      [state, since] = [change.wakes ? 'awake' : 'asleep', change.ts];
    }
    found.add(state, since, hole.from);
    found.add('unknown', hole.from, hole.to);
    begin = hole.to;
  }
  return { nid, wakes, awake: found.awake, unknown: found.unknown };
}

/** What it did before its first event of a stretch that is whole until `to`; `last`: what it told before. */
function before(first: Change | undefined, last: Change | undefined, to: number): State {
  if (!first || first.ts > to) return 'unknown';
  if (!first.wakes) return 'awake';
  return last?.wakes ? 'unknown' : 'asleep';
}
