/**
 * How long kswapd of each node was awake, by what it tells of itself (mm/vmscan.c:kswapd() and
 * kswapd_try_to_sleep(), 6.12). docs/timeline.md has the definition in words.
 *
 * It tells a wake-up each time that it goes to work: also when it had only napped, for HZ/10 at most, or had not slept
 * at all. It tells a sleep when it goes to sleep until somebody wakes it; thawed after a freeze, it may do so without a
 * wake-up before. It runs on CPUs of its own node, so what is missing of others is nothing of it.
 *
 * A patched kernel tells when it joins its queue and when it leaves it again: also where it only looks whether it may
 * sleep, and between its short wait and the one until it is woken.
 */
import { columnOf, kindNamed, UNKNOWN_CPU } from '../store/lookup';
import type { TraceReportStruct } from '../gen/tables';
import type { KindColumns, TraceStore } from '../store/store';
import type { Missing } from './gaps';
import { wokenAt } from './wakes';

/** Why nothing can be said of any node: the other kind of event is not recorded, or what the clock counts is no time. */
export type NoDuty = 'wake-up' | 'sleep' | 'time';

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
  why: NoDuty | null;
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
  why: NoDuty | null;
}

/** How the reading takes what `ts` holds. */
type Clock = Pick<TraceReportStruct, 'clock'>;

export function dutyOf(store: TraceStore, clock: Clock, missing: Missing): Duty {
  const { nodes, why } = kswapds(store, clock, missing);
  return {
    why,
    nodes: nodes.map(({ nid, wakes, ...of }) => {
      const [awake, unknown] = [lengthOf(of.awake), lengthOf(of.unknown)];
      const known = store.span - unknown;
      return { nid, wakes, awake, known, unknown, share: known > 0 ? awake / known : null };
    }),
  };
}

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((all, { from, to }) => all + to - from, 0);

/** What a kswapd tells of itself: it goes to work, or to sleep. */
export interface Change {
  ts: number;
  line: number;
  wakes: boolean;
}

interface Node {
  /** In order. */
  changes: Change[];
  /** On which it had an event; null: the text has none. */
  cpus: Set<number | null>;
}

/** Of a row: whether it wakes up; null where the line does not tell. */
type Tells = (row: number) => boolean | null;

const STOCK = ['mm_vmscan_kswapd_wake', 'mm_vmscan_kswapd_sleep'] as const;
const WAIT = 'kswapd_wait';

function tellingOf({ name, ...kind }: KindColumns): Tells {
  if (name !== WAIT) return () => name === STOCK[0];
  const waiting = columnOf({ name, ...kind }, 'waiting');
  return (row) => {
    const value = waiting(row);
    return value === null ? null : value === 0;
  };
}

/** Of each node. What a patched kernel tells counts alone: nothing tells more. */
export function kswapdChanges(store: TraceStore, missing: Missing): Map<number, Node> {
  const byNode = new Map<number, Node>();
  const own = kindNamed(store, WAIT);
  for (const kind of own ? [own] : STOCK.flatMap((name) => kindNamed(store, name) ?? [])) {
    const [nid, tells] = [columnOf(kind, 'nid'), tellingOf(kind)];
    for (let row = 0; row < kind.rows; row++) {
      const [key, wakes] = [nid(row), tells(row)];
      if (key === null || wakes === null) continue;
      const node = byNode.get(key) ?? { changes: [], cpus: new Set() };
      if (node.changes.length === 0) byNode.set(key, node);
      node.changes.push({ ts: kind.ts[row] ?? 0, line: kind.line[row] ?? 0, wakes });
      const cpu = kind.cpu[row] ?? UNKNOWN_CPU;
      node.cpus.add(cpu === UNKNOWN_CPU ? null : cpu);
    }
  }
  for (const node of byNode.values()) node.changes.sort((a, b) => a.ts - b.ts || a.line - b.line);
  if (own)
    for (const [nid, woken] of wokenAt(store)) {
      const node = byNode.get(nid);
      if (node) node.changes = sleepsOf(node.changes, woken, missing);
    }
  return byNode;
}

/** HZ / 10, which the short wait takes at least, less some ticks. */
export const SHORT_WAIT = 80e6;
/** Two waits that are closer than this are one: nothing is reclaimed in less. */
const APART = 2e6;

/** Without the waits that were none: kswapd only looked whether it may sleep, or went on from the short one to the other. */
function sleepsOf(changes: readonly Change[], woken: readonly number[], { gaps }: Missing): Change[] {
  let at = 0;
  /** Times rise from call to call. */
  const isWoken = (from: number, to: number): boolean => {
    while ((woken[at] ?? Infinity) < from) at++;
    return (woken[at] ?? Infinity) <= to || gaps.some((gap) => gap.from < to && from < gap.to);
  };
  const found: (Change & { alone?: boolean })[] = [];
  for (let i = 0; i < changes.length; i++) {
    const [sleep, next] = [changes[i], changes[i + 1]];
    if (!sleep) break;
    if (sleep.wakes) {
      found.push(sleep);
      continue;
    }
    const wake = next?.wakes ? next : null;
    if (wake) i++;
    const alone = wake !== null && !isWoken(sleep.ts, wake.ts);
    if (alone && wake.ts - sleep.ts < SHORT_WAIT) continue;
    const last = found.at(-1);
    if (last?.alone && sleep.ts - last.ts < APART) found.pop();
    else found.push(sleep);
    if (wake) found.push({ ...wake, alone });
  }
  return found;
}

export function kswapds(store: TraceStore, { clock }: Clock, missing: Missing): Kswapds {
  const byNode = kswapdChanges(store, missing);
  if (byNode.size === 0) return { nodes: [], why: null };
  const recorded = new Set([...byNode.values()].flatMap(({ changes }) => changes.map(({ wakes }) => wakes)));
  if (recorded.size === 1 && !kindNamed(store, WAIT))
    return { nodes: [], why: recorded.has(true) ? 'sleep' : 'wake-up' };
  if (clock === 'counter' || clock === 'none') return { nodes: [], why: 'time' };
  return {
    nodes: [...byNode]
      .sort(([a], [b]) => a - b)
      .map(([nid, node]) => kswapdOf(nid, node, missing, store.span)),
    why: null,
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
  const found = new Found();
  let [next, begin, wakes] = [0, 0, 0];
  /** Its last change, before what is known. */
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

/** What it did before its first event of a stretch that is whole until `to`; `last`: its change before that. */
function before(first: Change | undefined, last: Change | undefined, to: number): State {
  if (!first || first.ts > to) return 'unknown';
  if (!first.wakes) return 'awake';
  return last?.wakes ? 'unknown' : 'asleep';
}
