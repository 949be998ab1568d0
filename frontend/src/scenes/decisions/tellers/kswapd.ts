/** mm/vmscan.c:wakeup_kswapd(): shall kswapd of a node wake up? Document 002, first patch. */
import { ENUM_DOCS, type WakeVerdictName } from '../../../core/gen/tables';
import { count } from '../../text';
import type { EventOf, Teller } from './teller';
import { arithmetic, indexName, readings, zoneName } from '../../zone-words/zone';

type Wake = EventOf<'kswapd_wake'>;

const LEADS: Readonly<Record<WakeVerdictName, string>> = {
  woken: 'Woken',
  awake: 'Not woken',
  hopeless: 'Not woken',
  balanced: 'Not woken',
};

/** The check that decided: the last one made. */
function decisive(event: Wake): string {
  const last = readings(event).at(-1);
  return last ? `${indexName(last.zone % 8)}: ${arithmetic(last)}` : '';
}

function because(event: Wake): string {
  switch (event.verdict) {
    case 'woken':
      return decisive(event) || (event.boosted === 1 ? 'a zone is boosted' : 'no zone was checked');
    case 'awake':
      return 'it runs already';
    case 'hopeless':
      return `it failed ${count(event.failures, 'time')} in a row`;
    case 'balanced':
      return decisive(event);
  }
}

export const kswapdWake: Teller<'kswapd_wake'> = {
  subject: 'kswapd',
  say: (event) => {
    const boosted = event.verdict === 'woken' && event.boosted === 1 ? ', but a zone is boosted' : '';
    return { lead: `${LEADS[event.verdict]}, node ${event.nid}`, rest: because(event) + boosted };
  },
  why: (event) => [
    `An allocation of order ${event.order} passes ${zoneName(event.zone)} and asks whether kswapd of node ${event.nid} shall wake up.`,
    event.asleep === 1 ? 'kswapd sleeps.' : 'kswapd does not sleep.',
    ...(event.failures > 0
      ? [`It failed ${count(event.failures, 'time')} in a row to reclaim anything.`]
      : []),
    `vm.kswapd_wake_mark is ${event.mark}: ${ENUM_DOCS.wake_mark[event.mark] ?? ''}.`,
    ...readings(event).map((reading) => {
      const name = zoneName(reading.zone);
      return `N${name.slice(1)}: ${arithmetic(reading)}.`;
    }),
    ...(event.boosted === 1 ? ['A zone has a watermark boost: that alone is a reason to wake it.'] : []),
    `So it is ${event.verdict === 'woken' ? 'woken' : `not woken: ${ENUM_DOCS.wake_verdict[event.verdict] ?? ''}`}.`,
  ],
  cell: ({ verdict, nid }) =>
    verdict === 'woken'
      ? { letter: 'W', node: nid, name: `kswapd of node ${nid} woken`, key: `woken ${nid}` }
      : { letter: '·', node: nid, name: `kswapd of node ${nid} not woken`, key: `${verdict} ${nid}` },
  era: ({ mark }) =>
    mark === 'high'
      ? { words: 'from 3.12', from: 3.12, to: null }
      : { words: 'before 3.12', from: null, to: 3.11 },
};
