/**
 * One walk of mm/swapfile.c:get_swap_pages() as numbered steps. A drawing sets a disc for each step, and there is
 * a sentence for each, so both carry the same numbers.
 */
import type { Entity } from '../../core/key';
import type { SwapSelect } from '../../core/types';
import { ENUMS, type RuleName, type VerdictName, type WalkEndName } from '../../core/gen/tables';

/** Set in a verdict lane when the device behind had left the list meanwhile (events.def). */
const NEXT_LEFT = 0x10;

/** Key of a device promoted on the list of its own node (mm/swapfile.c:setup_swap_info()). */
const PROMOTED = 1;

/** A decision as it is worded and drawn. */
export type Walked = SwapSelect & {
  /** An unpatched kernel went on in the cluster that the CPU had, and looked at no list. */
  fromCluster?: boolean;
};

/** A device on a list, with the key it has there. */
export interface Entry {
  type: number;
  key: number;
}

/** A device with an automatic priority counts as 1 on the list of the node it sits on, under rule node. */
export function isPromoted(rule: RuleName, prio: number, key: number | null): boolean {
  return rule === 'node' && prio < 0 && key === PROMOTED;
}

/** One device tried. */
export interface Visit {
  type: number;
  /** Its key on the list; null if the snapshot does not hold it. */
  key: number | null;
  verdict: VerdictName | null;
  /** The next device had left the list while this one was tried. */
  nextLeft: boolean;
  /**
   * The requeue before the try: how many of its equals it moved behind. 0: it stayed where it was.
   * Null if it is not known: the snapshot does not hold the device.
   */
  behind: number | null;
  /** The device it now stands behind; null when it stayed. */
  after: number | null;
}

export type StepKind = 'list' | 'first' | 'requeue' | 'outcome' | 'visit' | 'more' | 'end';

export interface WalkStep {
  /** Number of the disc, from 1. */
  n: number;
  kind: StepKind;
  /** Index into `visits`, for first, requeue, outcome and visit. */
  visit: number;
}

export interface Walk {
  visits: Visit[];
  /** Devices tried beyond those the event has lanes for. */
  more: number;
  end: WalkEndName;
  steps: WalkStep[];
  /** Index of the visit that gave slots; -1: none did. */
  took: number;
  fromCluster: boolean;
}

/** lib/plist.c:plist_requeue(): behind its equals. Changes `list`; returns what moved. */
function requeue(list: Entry[], type: number): Pick<Visit, 'behind' | 'after'> {
  const at = list.findIndex((e) => e.type === type);
  const entry = list[at];
  if (!entry) return { behind: null, after: null };
  let last = at;
  while (list[last + 1]?.key === entry.key) last++;
  const after = last > at ? (list[last]?.type ?? null) : null;
  list.splice(at, 1);
  list.splice(last, 0, entry);
  return { behind: last - at, after };
}

function visitsOf(event: Walked): Visit[] {
  const list: Entry[] = event.list_type.map((type, i) => ({ type, key: event.list_prio[i] ?? 0 }));
  return event.visit_type.map((type, i) => {
    const lane = event.visit_verdict[i] ?? 0;
    const key = list.find((e) => e.type === type)?.key ?? null;
    const verdict = ENUMS.verdict[lane & (NEXT_LEFT - 1)] ?? null;
    const moved = event.fromCluster ? { behind: null, after: null } : requeue(list, type);
    if (verdict === 'full' || verdict === 'notwritable' || verdict === 'gone') {
      const at = list.findIndex((e) => e.type === type);
      if (at >= 0) list.splice(at, 1);
    }
    return { type, key, verdict, nextLeft: (lane & NEXT_LEFT) !== 0, ...moved };
  });
}

function stepsOf(visits: readonly Visit[], more: number, end: WalkEndName): WalkStep[] {
  const kinds: [StepKind, number][] = [['list', -1]];
  visits.forEach((_, i) => {
    if (i === 0) kinds.push(['first', 0], ['requeue', 0], ['outcome', 0]);
    else kinds.push(['visit', i]);
  });
  if (more > 0) kinds.push(['more', -1]);
  // A walk that took, restarted or gave up a large folio says so where it happened.
  if (visits.length === 0 || more > 0 || end === 'none') kinds.push(['end', -1]);
  return kinds.map(([kind, visit], i) => ({ n: i + 1, kind, visit }));
}

/** What a step is about: who asks, or the device that is tried. */
export function aboutOf({ nid }: SwapSelect, { visits }: Walk, step: WalkStep): Entity | undefined {
  const type = visits[step.visit]?.type;
  return type !== undefined ? `device:${type}` : step.kind === 'list' ? `node:${nid}` : undefined;
}

export function walkOf(event: Walked): Walk {
  const visits = visitsOf(event);
  const more = Math.max(event.visits - visits.length, 0);
  const took = visits.findIndex((v) => v.verdict === 'took');
  const fromCluster = event.fromCluster ?? false;
  const steps = fromCluster ? CLUSTER_STEPS : stepsOf(visits, more, event.end);
  return { visits, more, end: event.end, steps, took, fromCluster };
}

/** What the CPU has, and what it gives. */
const CLUSTER_STEPS: WalkStep[] = [
  { n: 1, kind: 'list', visit: -1 },
  { n: 2, kind: 'outcome', visit: 0 },
];
