/** Every kind of event that has words of its own; others are described by their fields. */
import type { EventRecord } from '../../core/types';
import { KINDS } from '../../core/gen/kinds';
import type { EventKind } from '../../core/gen/tables';
import { msg, plain } from '../../core/message';
import { interleave, interleaveVma } from './interleave';
import { directReclaim, kswapdSleep, kswapdWake } from './kswapd';
import { swapIn, swapRa } from './swap-in';
import { swapSelect } from './swap-select';
import { stockIl } from './stock-interleave';
import { stockKswapd } from './stock-kswapd';
import { stockRa } from './stock-swap-in';
import { stockSlot } from './stock-slot';
import { ALWAYS, type Voice } from './voice';
import { zoneBatch, zoneSelect } from './zones';

const VOICES: { readonly [K in EventKind]?: Voice<K> } = {
  swap_select: swapSelect,
  swap_ra: swapRa,
  swap_in: swapIn,
  zone_select: zoneSelect,
  zone_batch: zoneBatch,
  kswapd_wake: kswapdWake,
  kswapd_sleep: kswapdSleep,
  direct_reclaim: directReclaim,
  interleave,
  interleave_vma: interleaveVma,
  mms_slot: stockSlot,
  mms_kswapd: stockKswapd,
  mms_ra: stockRa,
  mms_il: stockIl,
};

/** Fields of the first few, for a kind that has no words. */
const FEW = 4;

function fields(event: EventRecord): string {
  const values = event as unknown as Readonly<Record<string, unknown>>;
  return KINDS[event.kind].fields
    .slice(0, FEW)
    .map(({ name }) => `${name} ${String(values[name])}`)
    .join(', ');
}

const UNKNOWN: Voice<EventKind> = {
  subject: 'Decision',
  say: (event) => ({ lead: plain(event.kind), rest: plain(fields(event)) }),
  heading: (event) => msg`Why this ${event.kind}?`,
  sentences: (event) => [{ n: 1, words: plain(KINDS[event.kind].doc) }],
  terms: () => [],
  cell: (event) => ({ letter: '?', node: -1, name: fields(event) }),
  era: () => ALWAYS,
};

/** The voice of an event's kind, which takes events of that kind only. */
export function voiceOf({ kind }: Pick<EventRecord, 'kind'>): Voice<EventKind> {
  return (VOICES[kind] as Voice<EventKind> | undefined) ?? UNKNOWN;
}

/** What a kind decides, in two or three words. */
export function subjectOf(kind: string): string {
  return Object.entries(VOICES).find(([name]) => name === kind)?.[1].subject ?? kind;
}
