/**
 * mm/vmscan.c:wakeup_kswapd() of an unpatched kernel (mms_kswapd): what a probe read before it decided, worded as any wake-up
 * is, and what the same fields held afterwards.
 */
import { amount, msg, type Message } from '../../core/message';
import { ERAS } from '../../core/gen/eras';
import { ENUMS } from '../../core/gen/tables';
import { kswapdWake } from './kswapd';
import type { Sentence } from '../narration';
import { note, readAgain } from './stock';
import type { EventOf, Voice } from './voice';
import { indexName } from './zone';

type Stock = EventOf<'mms_kswapd'>;

/** In `balanced`: the kernel did not ask, or nobody saw it. */
const NOT_ASKED = 255;

const isUsed = (event: Stock, index: number) => (event.managed[index] ?? 0) > 0;

const state = (asleep: number) => (asleep === 1 ? 'asleep' : 'awake');

/** What the two readings have otherwise. */
function moves(event: Stock): Message[] {
  const { asleep, asleep2, failures, failures2, woke } = event;
  const pages = (name: string, before: readonly number[], after: readonly number[]) =>
    before.flatMap((old, i) =>
      isUsed(event, i) && old !== after[i]
        ? [msg`${name} of ${indexName(i)} ${old}, then ${after[i] ?? 0}`]
        : [],
    );
  return [
    ...(asleep === asleep2 || woke === 1
      ? []
      : [msg`kswapd${event.nid} ${state(asleep)}, then ${state(asleep2)}`]),
    ...(failures === failures2 ? [] : [msg`failures ${failures}, then ${failures2}`]),
    ...pages('free pages', event.free, event.free2),
    ...pages('boost', event.boost, event.boost2),
  ];
}

function answer({ balanced, order }: Stock): Sentence[] {
  const block = order > 0 ? msg` It looked for a block of ${amount(2 ** order, 'page')}, too.` : '';
  if (balanced === NOT_ASKED) return [];
  return [
    note(
      msg`The kernel’s own answer, by pgdat_balanced(): ${balanced === 1 ? 'balanced' : 'not balanced'}.${block}`,
    ),
  ];
}

export const stockKswapd: Voice<'mms_kswapd'> = {
  subject: 'kswapd',
  place: () => 'mm/vmscan.c:wakeup_kswapd()',
  say: (event, names) => kswapdWake.say(event.counterpart, names),
  heading: (event, names) => kswapdWake.heading(event.counterpart, names),
  sentences: (event, names) => [
    ...kswapdWake.sentences(event.counterpart, names),
    ...answer(event),
    readAgain(event.ns, moves(event)),
  ],
  terms: (event, names) => kswapdWake.terms(event.counterpart, names),
  cell: (event, names) => kswapdWake.cell(event.counterpart, names),
  era: () => ERAS.wake_mark.high,
  expected: ({ woke }, { value }) => {
    const verdict = ENUMS.wake_verdict[value];
    if (verdict === undefined || (verdict === 'woken') === (woke === 1)) return null;
    return verdict === 'woken' ? msg`woken` : msg`not woken`;
  },
};
