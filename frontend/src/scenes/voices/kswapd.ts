/** mm/vmscan.c: shall kswapd of a node wake up (document 002, first patch), and what reclaim did, seen from outside. */
import { denial, ifComplete } from '../../core/coverage';
import { EVERYTHING } from '../../core/model-coverage';
import { ERAS } from '../../core/gen/eras';
import { ENUMS, type WakeMarkName, type WakeVerdictName } from '../../core/gen/tables';
import { amount, msg, NOTHING, type Message } from '../../core/message';
import { clean, time, timePhrase } from '../phrases';
import type { Sentence } from '../narration';
import { ALWAYS, meaningOf, type EventOf, type Voice } from './voice';
import type { Names } from './names';
import { comparison, indexName, readings, zoneOf } from './zone';

type Wake = EventOf<'kswapd_wake'>;

/** The watermark that a check compares with. */
const MARK: Readonly<Record<WakeMarkName, string>> = { high: 'high', low: 'low', zone: 'high' };

export const NOT_WOKEN: Readonly<Record<Exclude<WakeVerdictName, 'woken'>, Message>> = {
  awake: msg`it runs already`,
  hopeless: msg`it failed too often`,
  balanced: msg`the mark is met`,
};

function because(event: Wake): Message {
  const { verdict, failures, boosted } = event;
  if (verdict === 'awake') return NOT_WOKEN.awake;
  if (verdict === 'hopeless') return msg`it failed ${amount(failures, 'time')} in a row`;
  // The check that decided: the last one made.
  const last = readings(event).at(-1);
  const read = last && msg`${indexName(last.zone % 8)}: ${comparison(last, MARK[event.mark])}`;
  if (verdict === 'woken' && boosted === 1)
    return read ? msg`${read}, but a zone is boosted` : msg`a zone is boosted`;
  return read ?? msg`no zone was checked`;
}

/** What follows from the checks. */
function outcome({ nid, verdict, boosted, failures }: Wake): Message {
  const who = `kswapd${nid}`;
  switch (verdict) {
    case 'woken':
      return boosted === 1
        ? msg`So ${who} is woken: a zone has a watermark boost.`
        : msg`So ${who} is woken.`;
    case 'awake':
      return msg`${who} runs already, so no mark is looked at.`;
    case 'hopeless':
      return msg`${who} failed ${amount(failures, 'time')} in a row, so it is not woken.`;
    case 'balanced':
      return msg`So ${who} is not woken.`;
  }
}

function verdictWords(verdict: WakeVerdictName | undefined): Message | null {
  if (!verdict) return null;
  return verdict === 'woken' ? msg`woken` : msg`not woken, as ${NOT_WOKEN[verdict]}`;
}

export const kswapdWake: Voice<'kswapd_wake'> = {
  subject: 'kswapd',
  say: (event) => ({
    lead: event.verdict === 'woken' ? msg`woken, node ${event.nid}` : msg`not woken, node ${event.nid}`,
    rest: because(event),
  }),
  heading: ({ nid, verdict }) =>
    verdict === 'woken' ? msg`Why is kswapd${nid} woken?` : msg`Why is kswapd${nid} not woken?`,
  sentences: (event) => [
    ...readings(event).map((reading, i) => ({
      n: i + 1,
      words: msg`${zoneOf(reading.zone)}: ${comparison(reading, MARK[event.mark])}.`,
      of: [`zone:${reading.zone}` as const],
    })),
    { n: null, words: outcome(event) },
    {
      n: null,
      words: msg`Asked for ${zoneOf(event.zone)}; the allocation may use zones up to ${indexName(event.highest)}. The rule: wake it, ${meaningOf('wake_mark', event.mark)}.`,
    },
  ],
  terms: () => ['watermarks', 'lowmem_reserve'],
  cell: ({ verdict, nid }) =>
    verdict === 'woken'
      ? {
          letter: 'K',
          node: nid,
          name: `kswapd${nid} woken`,
          key: `woken ${nid}`,
          moment: `kswapd${nid} is woken`,
        }
      : { letter: 'k', node: nid, name: `kswapd${nid} not woken`, key: `${verdict} ${nid}` },
  era: ({ mark }) => ERAS.wake_mark[mark],
  otherwise: (_, { choice }) => verdictWords(ENUMS.wake_verdict[choice]) ?? msg`otherwise`,
  expected: (event, { why, value }) => {
    if (why === 'visit') return value < 0 ? null : zoneOf(value);
    const verdict = why === 'wake' ? ENUMS.wake_verdict[value] : undefined;
    return verdict === event.verdict ? null : verdictWords(verdict);
  },
};

const lasting = (ns: number) => (ns < 1e6 ? time(ns) : timePhrase(ns / 1e9));

/** A stock kernel tells of pages in events of their own, of which the observations are sums. */
const SCANS = ['mm_vmscan_lru_shrink_inactive'] as const;

/** What reclaim looked at, and what it got. */
export function looked(
  { scanned, reclaimed }: { scanned: number; reclaimed: number },
  names: Names,
): Sentence {
  const { coverage = EVERYTHING } = names;
  if (scanned > 0)
    return { n: 1, words: msg`It looked at ${amount(scanned, 'page')} and reclaimed ${reclaimed} of them.` };
  const words =
    reclaimed > 0
      ? denial(
          coverage,
          SCANS,
          msg`It reclaimed ${amount(reclaimed, 'page')}, more than the events say it looked at`,
          msg`It reclaimed ${amount(reclaimed, 'page')}. How many it looked at`,
        )
      : denial(
          coverage,
          SCANS,
          msg`It looked at no page that this capture tells of`,
          msg`How many pages it looked at`,
        );
  return { n: 1, words: msg`${words}.` };
}

/** Seen where a kernel tells no decision, as is the next one. */
export const kswapdSleep: Voice<'kswapd_sleep'> = {
  subject: 'kswapd sleeps',
  place: () => 'mm/vmscan.c:kswapd_try_to_sleep()',
  say: ({ nid, ran, reclaimed }, { coverage = EVERYTHING }) => {
    const reclaimedToo = msg`, with ${amount(reclaimed, 'page')} reclaimed`;
    const pages = reclaimed > 0 ? reclaimedToo : ifComplete(coverage, SCANS, reclaimedToo, NOTHING);
    return {
      lead: msg`on node ${nid} kswapd goes to sleep`,
      rest: ran > 0 ? msg`after ${lasting(ran)}${pages}` : NOTHING,
    };
  },
  heading: ({ nid }) => msg`What did kswapd${nid} do?`,
  sentences: (event, names) => [
    looked(event, names),
    {
      n: null,
      words:
        event.ran > 0
          ? msg`It had been awake for ${lasting(event.ran)}.`
          : event.scanned > 0
            ? msg`When it woke up is not in this capture: it may have looked at more.`
            : msg`When it woke up is not in this capture.`,
    },
    { n: null, words: msg`Why it may sleep: ${meaningOf('kswapd_why', event.why)}.` },
  ],
  terms: () => ['watermarks'],
  cell: ({ nid }) => ({ letter: 'z', node: nid, name: `kswapd${nid} sleeps` }),
  era: () => ALWAYS,
};

export const directReclaim: Voice<'direct_reclaim'> = {
  subject: 'Direct reclaim',
  place: () => 'mm/vmscan.c:try_to_free_pages()',
  say: ({ comm, lat, reclaimed }) => ({
    lead:
      clean(comm) === '' ? msg`a task reclaims by itself` : msg`the task ${clean(comm)} reclaims by itself`,
    rest: msg`for ${lasting(lat)} and gets ${amount(reclaimed, 'page')}`,
  }),
  heading: () => msg`What did the task do?`,
  sentences: (event, names) => [looked(event, names)],
  terms: () => ['slow path', 'watermarks'],
  cell: ({ nid }) => ({
    letter: 'd',
    node: nid,
    name: nid < 0 ? 'direct reclaim' : `direct reclaim, node ${nid}`,
  }),
  era: () => ALWAYS,
};
