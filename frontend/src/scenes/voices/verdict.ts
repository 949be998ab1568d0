/** What the checker found about one decision, both of its checks in one: the same words wherever it stands. */
import type { EventOf, VerdictKind } from '../../core/types';
import { MODES } from '../../core/gen/modes';
import type { EventKind, VerdictStruct } from '../../core/gen/tables';
import { msg } from '../../core/message';
import type { SourceInfo } from '../scene';
import type { KernelFunction, Verdict } from '../narration';
import type { Names } from './names';
import { meaningOf, functionOf, type Voice } from './voice';

/**
 * Different before incomplete before same: a decision is the same only when no check says otherwise. Not every
 * decision has a state to be replayed from. `found` is null until the source has been checked.
 */
export function kindOf(found: VerdictStruct | null): VerdictKind {
  const given = found ? [found.check, found.replay_check] : [];
  return (
    (['different', 'incomplete', 'raced', 'not_modelled', 'same'] as const).find((kind) =>
      given.includes(kind),
    ) ?? 'unchecked'
  );
}

/** A kind may belong to two policies; then its mode tells which. Of an unpatched kernel's slot it is its only rule. */
function policyOf(event: EventOf<EventKind>): string {
  if (event.kind === 'mms_slot') return event.nid < 0 ? 'swap_round_robin' : 'swap_by_node';
  const mode = 'mode' in event ? event.mode : null;
  return MODES.find(({ name }) => name === mode)?.policy ?? event.kind;
}

export function verdictOf<K extends EventKind>(
  { expected }: Pick<Voice<K>, 'expected'>,
  event: EventOf<K>,
  found: VerdictStruct | null,
  names: Names,
): Verdict {
  const kind = kindOf(found);
  const of = policyOf(event);
  if (!found || kind === 'same' || kind === 'unchecked') {
    const alone = kind === 'same' && found?.replay_check === 'stateless';
    return { kind, of, detail: alone ? meaningOf('check', 'stateless') : null };
  }
  // The event alone comes first: it is exact whatever else happened.
  const replayed = found.check !== kind;
  const why = replayed ? found.replay_why : found.why;
  // A verdict carries what one of its checks expected: the stateless one's, unless that says same.
  const known = (kind === 'different' || kind === 'raced') && (!replayed || found.check === 'same');
  const wanted = known ? expected?.(event, { why, value: found.expected, replayed }, names) : null;
  const reason = meaningOf('check_why', why);
  const words = wanted ? msg`${reason}, expected ${wanted}` : reason;
  return { kind, of, detail: replayed ? msg`${words} (from the events before it)` : words };
}

/** Where an event was decided, and what the checker says of it. A model's own decisions are not checked. */
export function functionAt<K extends EventKind>(
  { provenance }: Pick<SourceInfo, 'provenance'>,
  voice: Voice<K>,
  event: EventOf<K>,
  found: VerdictStruct | null,
  names: Names,
): KernelFunction {
  const fn = functionOf(voice, event);
  return provenance === 'kernel' ? { fn, verdict: verdictOf(voice, event, found, names) } : { fn };
}
