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
};

/** What was asked for; null where nothing says so. */
function askedOf(session: Session, index: number): string | null {
  const event = session.glance(index);
  const asks = ASKS[event.kind] as ((event: EventRecord) => readonly (number | string)[]) | undefined;
  return asks ? `${event.kind} ${asks(event).join(' ')}` : null;
}

/** The first decision, from 1, that two runs are not asked alike; null where all are, in both. */
export function partingOf(
  [a, inA]: readonly [Session, Uint32Array],
  [b, inB]: readonly [Session, Uint32Array],
): number | null {
  const both = Math.min(inA.length, inB.length);
  for (let i = 0; i < both; i++) {
    const asked = askedOf(a, inA[i] ?? 0);
    if (asked === null || asked !== askedOf(b, inB[i] ?? 0)) return i + 1;
  }
  return inA.length === inB.length ? null : both + 1;
}

/** Can runs with these decisions be compared so? */
export const isComparable = (session: Session, indexes: Uint32Array): boolean =>
  indexes.length > 0 && askedOf(session, indexes[0] ?? 0) !== null;
