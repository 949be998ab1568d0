/** What was observed of reclaim where no decision is told: sentences, each from the event's own numbers. Pure. */
import { ENUM_DOCS } from '../../core/gen/tables';
import { grouped as n } from '../../core/number';
import { clean, count } from '../text';
import { time } from '../swap-in-words/read';
import { timeWords } from './age';
import type { Seen } from './facts';
import type { Sentence } from './words';

const lasting = (ns: number) => (ns < 1e6 ? time(ns) : timeWords(ns / 1e9));

/** What happened, without a full stop. */
export function seenWords(seen: Seen): string {
  if (seen.kind === 'direct_reclaim') {
    const name = clean(seen.comm);
    const who = name === '' ? 'a task' : `the task ${name}`;
    return `${who} reclaims by itself for ${lasting(seen.lat)} and gets ${count(seen.reclaimed, 'page')}`;
  }
  const after =
    seen.ran > 0 ? ` after ${lasting(seen.ran)}, with ${count(seen.reclaimed, 'page')} reclaimed` : '';
  return `on node ${seen.nid} kswapd goes to sleep${after}`;
}

export function seenSentences(seen: Seen): Sentence[] {
  const looked = {
    n: '1',
    text:
      seen.scanned > 0
        ? `It looked at ${count(seen.scanned, 'page')} and reclaimed ${n(seen.reclaimed)} of them.`
        : 'It looked at no page that this capture tells of.',
  };
  if (seen.kind === 'direct_reclaim') return [looked];
  const woke = {
    n: '+',
    text:
      seen.ran > 0
        ? `It had been awake for ${lasting(seen.ran)}.`
        : 'When it woke up is not in this capture.',
  };
  return [looked, woke, { n: '+', text: `Why it may sleep: ${ENUM_DOCS.kswapd_why[seen.why] ?? ''}.` }];
}
