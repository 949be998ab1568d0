/** Every kind of decision that has sentences of its own; others are told by their fields. */
import type { EventRecord } from '../../../core/contract';
import { KINDS, type EventKind } from '../../../core/gen/tables';
import { interleave, interleaveVma } from './interleave';
import { kswapdWake } from './kswapd';
import { swapIn, swapRa } from './swap-in';
import { swapSelect } from './swap-select';
import { ALWAYS, type Teller } from './teller';
import { zoneBatch, zoneSelect } from './zones';

const TELLERS: { readonly [K in EventKind]?: Teller<K> } = {
  swap_select: swapSelect,
  swap_ra: swapRa,
  swap_in: swapIn,
  zone_select: zoneSelect,
  zone_batch: zoneBatch,
  kswapd_wake: kswapdWake,
  interleave,
  interleave_vma: interleaveVma,
};

/** Fields of the first few, for a kind that this page has no sentences for. */
const FEW = 4;

function plain(event: EventRecord): string {
  const values = event as unknown as Readonly<Record<string, unknown>>;
  return KINDS[event.kind].fields
    .slice(0, FEW)
    .map(({ name }) => `${name} ${String(values[name])}`)
    .join(', ');
}

const UNKNOWN: Teller<EventKind> = {
  subject: 'Decision',
  say: (event) => ({ lead: event.kind, rest: plain(event) }),
  why: (event) => [KINDS[event.kind].doc],
  cell: (event) => ({ letter: '?', node: -1, name: plain(event) }),
  era: () => ALWAYS,
};

/** The teller of an event's kind, which takes events of that kind only. */
export function tellerOf(event: EventRecord): Teller<EventKind> {
  return (TELLERS[event.kind] as Teller<EventKind> | undefined) ?? UNKNOWN;
}

/** What a kind decides, in two or three words. */
export function subjectOf(kind: string): string {
  const teller = Object.entries(TELLERS).find(([name]) => name === kind)?.[1];
  return teller?.subject ?? kind;
}

/** The kernel function that decides, from the table's note on where the event comes from. */
export function whereOf(kind: EventKind): string {
  return KINDS[kind].from.replace(/, mm_\w+ tracepoint.*$/, '').replace(/^.*?tracepoint; /, '');
}
