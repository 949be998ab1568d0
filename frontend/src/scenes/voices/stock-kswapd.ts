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
import { indexName, isMet } from './zone';

type Stock = EventOf<'mms_kswapd'>;
type Wake = EventOf<'kswapd_wake'>;

/** In `balanced`: the kernel did not ask, or nobody saw it. */
const NOT_ASKED = 255;
/** mm/internal.h */
const MAX_RECLAIM_RETRIES = 16;

const isUsed = (event: Stock, index: number) => (event.managed[index] ?? 0) > 0;

function verdictIn({ woke, asleep, failures }: Stock): Wake['verdict'] {
  if (woke === 1) return 'woken';
  if (asleep === 0) return 'awake';
  return failures >= MAX_RECLAIM_RETRIES ? 'hopeless' : 'balanced';
}

/** Zones whose mark is looked at, lowest first: up to the first that meets it, all where kswapd was woken. */
function lookedAt(event: Stock): number[] {
  const { nid, order, highest, asleep, woke } = event;
  const looks = (asleep === 1 || woke === 1) && isUsed(event, event.zone - nid * 8);
  const all = event.managed.flatMap((pages, i) => (looks && i <= highest && pages > 0 ? [i] : []));
  const met = all.findIndex((i) => isMet(checkOf(event, i)));
  return met < 0 || woke === 1 || order > 0 ? all : all.slice(0, met + 1);
}

function checkOf({ free, unusable, high, boost, reserve, order }: Stock, i: number) {
  const at = (of: readonly number[]) => of[i] ?? 0;
  return {
    free: at(free),
    unusable: at(unusable) + 2 ** order - 1,
    mark: at(high) + at(boost),
    reserve: at(reserve),
  };
}

/** The same as an event of the patched kernel. */
export function wakeOf(event: Stock): Wake {
  const zones = lookedAt(event);
  const checks = zones.map((i) => checkOf(event, i));
  const { nid, highest } = event;
  return {
    ...event,
    kind: 'kswapd_wake',
    // By name: of a run's events only what is asked for is read, and nothing is their own.
    nid,
    mark: 'high',
    boosted: Number(event.boost.some((pages, i) => i <= highest && pages > 0)),
    visits: zones.length,
    visit_zone: zones.map((i) => nid * 8 + i),
    visit_flags: zones.map(() => 0),
    visit_free: checks.map((check) => check.free),
    visit_unusable: checks.map((check) => check.unusable),
    visit_mark: checks.map((check) => check.mark),
    visit_reserve: checks.map((check) => check.reserve),
    verdict: verdictIn(event),
  };
}

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
  say: (event, names) => kswapdWake.say(wakeOf(event), names),
  heading: (event, names) => kswapdWake.heading(wakeOf(event), names),
  sentences: (event, names) => [
    ...kswapdWake.sentences(wakeOf(event), names),
    ...answer(event),
    readAgain(event.ns, moves(event)),
  ],
  terms: (event, names) => kswapdWake.terms(wakeOf(event), names),
  cell: (event, names) => kswapdWake.cell(wakeOf(event), names),
  era: () => ERAS.wake_mark.high,
  expected: ({ woke }, { value }) => {
    const verdict = ENUMS.wake_verdict[value];
    if (verdict === undefined || (verdict === 'woken') === (woke === 1)) return null;
    return verdict === 'woken' ? msg`woken` : msg`not woken`;
  },
};
