/**
 * Is it the same demand? What each decision was asked for, by whom, apart from what was decided: two runs of a model have
 * the same demand for as long as these agree one by one. The same seed alone does not make it so.
 */
import type { EventRecord } from '../../../core/types';
import type { EventKind } from '../../../core/gen/tables';
import type { Session } from '../../../core/session';

type Asks = { [K in EventKind]?: (event: Extract<EventRecord, { kind: K }>) => readonly (number | string)[] };

/** Kinds that are left out ask for nothing that would be the same in another run: which zones are walked follows from what is free. */
const ASKS: Asks = {
  swap_select: (e) => [e.pid, e.nid, e.goal, e.order, e.pass],
  interleave: (e) => [e.pid, e.caller, e.mode, e.nodes],
  interleave_vma: (e) => [e.pid, e.mode, e.nodes, e.ilx],
  swap_ra: (e) => [e.pid, e.type, e.cur],
  zone_select: (e) => [e.pid, e.gfp, e.order, e.list, e.nodes],
};

/**
 * Asked for by a clock, whatever comes of it: tasks that read at a rate of so many pages. Who of two tasks comes first
 * within a millisecond is no difference in what is asked.
 */
const CLOCKED: ReadonlySet<EventKind> = new Set<EventKind>(['zone_select']);
const SAME_NS = 1_000_000;
/** Walks that far from its place a task's own is looked for. */
const NEAR = 64;

/**
 * Decisions that stand for what is asked for, of a model's run. A page of a zone is asked for once, however often its zonelist
 * is walked, batches are set anew and kswapd is woken on the way: the walk that gave it counts.
 */
export function asksOf(session: Session, kinds: readonly EventKind[] | null): Uint32Array<ArrayBuffer> {
  const all = session.decisionsOf(kinds);
  if (kinds?.includes('zone_select') !== true) return all;
  return all.filter((index) => {
    const event = session.glance(index);
    return event.kind === 'zone_select' && event.end === 'took';
  });
}

/** What was asked for; null where nothing says so. */
function askedOf(session: Session, index: number): string | null {
  const event = session.glance(index);
  const asks = ASKS[event.kind] as ((event: EventRecord) => readonly (number | string)[]) | undefined;
  return asks ? `${event.kind} ${asks(event).join(' ')}` : null;
}

/** Two runs as far as they are asked alike. */
export interface Alike {
  /** The first decision, from 1, that they are not; null where all are, in both. */
  parts: number | null;
  /** Of the second run, the decision, from 1, that is asked what each of the first is, up to there. */
  own: Uint32Array<ArrayBuffer>;
}

/** Where `asked` is found in `there`, the nearest first; -1: nowhere near. */
function nearest(there: readonly (string | null)[], i: number, asked: string): number {
  for (let far = 0; far < NEAR; far++) {
    if (there[i - far] === asked) return i - far;
    if (there[i + far] === asked) return i + far;
  }
  return -1;
}

export function alikeOf(
  [a, inA]: readonly [Session, Uint32Array],
  [b, inB]: readonly [Session, Uint32Array],
): Alike {
  const both = Math.min(inA.length, inB.length);
  const own = new Uint32Array(inA.length);
  const clocked = inA.length > 0 && CLOCKED.has(a.glance(inA[0] ?? 0).kind);
  const there = clocked ? Array.from(inB, (index) => askedOf(b, index)) : [];
  const till = (i: number): Alike => ({ parts: i + 1, own: own.slice(0, i) });
  for (let i = 0; i < both; i++) {
    const [one, two] = [inA[i] ?? 0, inB[i] ?? 0];
    const asked = askedOf(a, one);
    if (asked === null) return till(i);
    if (clocked && Math.abs(a.glance(one).ts - b.glance(two).ts) > SAME_NS) return till(i);
    const at = clocked ? nearest(there, i, asked) : asked === askedOf(b, two) ? i : -1;
    if (at < 0) return till(i);
    own[i] = at + 1;
  }
  return inA.length === inB.length ? { parts: null, own } : till(both);
}

/** Can runs with these decisions be compared so? */
export const isComparable = (session: Session, indexes: Uint32Array): boolean =>
  indexes.length > 0 && askedOf(session, indexes[0] ?? 0) !== null;
