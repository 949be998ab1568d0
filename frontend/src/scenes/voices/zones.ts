/** mm/page_alloc.c: the walk along the zonelist, and the zones' batches. Document 002. */
import { ERAS } from '../../core/gen/eras';
import {
  ENUMS,
  type ZonePolicyName,
  type ZoneVerdictName,
  type ZoneWalkEndName,
} from '../../core/gen/tables';
import {
  amount,
  capital,
  isNothing,
  joined,
  listed,
  msg,
  NOTHING,
  plain,
  textOf,
  type Message,
} from '../../core/message';
import type { TermName } from '../terms';
import type { Sentence } from '../narration';
import { meaningOf, type EventOf, type Voice } from './voice';
import { comparison, has, indexName, isMet, nodeOf, readings, shortName, zoneOf, type Reading } from './zone';

type Select = EventOf<'zone_select'>;

export function zoneTerms(mode: ZonePolicyName): readonly TermName[] {
  const batches = mode === 'preferred' ? [] : (['alloc_batch', 'slow path'] as const);
  return ['zone', 'zonelist', 'watermarks', 'lowmem_reserve', ...batches];
}

/** Verdicts that come after a watermark was looked at; the others come before. */
const CHECKED: ReadonlySet<ZoneVerdictName> = new Set<ZoneVerdictName>([
  'took',
  'wmark',
  'noscan',
  'unreclaimable',
  'low',
  'empty',
]);

const VERDICTS: Readonly<Record<ZoneVerdictName, Message>> = {
  took: msg`gave the page`,
  cpuset: msg`not in the cpuset`,
  batch: msg`batch used up`,
  remote: msg`not local`,
  dirty: msg`over its dirty limit`,
  retry: msg`not local, start over`,
  wmark: msg`below its mark`,
  noscan: msg`below its mark, not scanned`,
  unreclaimable: msg`below its mark, nothing to reclaim`,
  low: msg`below its mark after reclaim`,
  empty: msg`above its mark, but empty`,
};

/** What was tried when the mark was not met, or why the zone gave nothing though it was. */
const THEN: Readonly<Partial<Record<ZoneVerdictName, Message>>> = {
  noscan: msg`, and node_reclaim() did not scan`,
  unreclaimable: msg`, and node_reclaim() found nothing to reclaim`,
  low: msg`, not even after node_reclaim()`,
  empty: msg`, but no page could be taken`,
};

export const verdictAt = (event: Select, i: number): ZoneVerdictName =>
  ENUMS.zone_verdict[event.visit_verdict[i] ?? -1] ?? 'empty';

/** ALLOC_NO_WATERMARKS: the walk compares with nothing. */
export const noMarks = ({ flags }: Select) => has(ENUMS.alloc_flag, flags, 'no_watermarks');

/** The mark a visit compared with. */
export function markOf({ flags }: Select, reading: Reading): string {
  if (has(ENUMS.zone_bit, reading.flags, 'at_high')) return 'high';
  return ['min', 'low', 'high'][flags & 3] ?? 'min';
}

/** The free pages would do, yet the zone is passed over: no free block is as large as asked for. */
export const lacksBlock = ({ order }: Select, { check }: Reading) =>
  order > 0 && check !== null && isMet(check);

function skipped(event: Select, i: number, reading: Reading): Message {
  const verdict = verdictAt(event, i);
  if (verdict === 'retry') return msg`not local: start over and mix page block types instead`;
  if (verdict === 'batch') {
    const left = event.visit_batch[i] ?? 0;
    return left === 0 ? msg`${VERDICTS.batch}, skip` : msg`${VERDICTS.batch} (${left}), skip`;
  }
  if (!CHECKED.has(verdict) || noMarks(event)) return msg`${VERDICTS[verdict]}, skip`;
  const compared = comparison(reading, markOf(event, reading));
  return lacksBlock(event, reading)
    ? msg`${compared}, but no block of ${amount(2 ** event.order, 'page')} is free: skip`
    : msg`${compared}${THEN[verdict] ?? NOTHING}: skip`;
}

function visit(event: Select, i: number, reading: Reading): Message {
  if (verdictAt(event, i) !== 'took') return skipped(event, i, reading);
  if (noMarks(event)) return msg`no mark is asked for: take`;
  const compared = comparison(reading, markOf(event, reading));
  return event.mode !== 'preferred' && has(ENUMS.alloc_flag, event.flags, 'fair')
    ? msg`batch ${event.visit_batch[i] ?? 0} left, and ${compared}: take`
    : msg`${compared}: take`;
}

/** Its batch is used up, to the last page: nothing else is to be said of the visit. */
const isUsedUp = (event: Select, i: number) =>
  verdictAt(event, i) === 'batch' && (event.visit_batch[i] ?? 0) === 0;

/** A sentence for each zone that was looked at; zones of one node whose batches are used up share theirs. */
function visited(event: Select): Sentence[] {
  const runs: Reading[][] = [];
  for (const [i, reading] of readings(event).entries()) {
    const run = runs.at(-1);
    const [last] = run ?? [];
    const goes = isUsedUp(event, i) && i > 0 && isUsedUp(event, i - 1);
    if (run && last && goes && nodeOf(last.zone) === nodeOf(reading.zone)) run.push(reading);
    else runs.push([reading]);
  }
  let n = 0;
  return runs.flatMap((run) => {
    const last = run.at(-1);
    if (!last) return [];
    const first = n + 1;
    n += run.length;
    const before = run.slice(0, -1).map(({ zone }) => plain(indexName(zone % 8)));
    const words = msg`${listed([...before, zoneOf(last.zone)])}: ${visit(event, n - 1, last)}.`;
    const of = run.map(({ zone }) => `zone:${zone}` as const);
    return [run.length > 1 ? { n: first, to: n, words, of } : { n: first, words, of }];
  });
}

/** Zones passed over before the one that was chosen, shortly. */
function passed(event: Select): Message {
  const [first, ...more] = readings(event).flatMap(({ zone }, i) => {
    const verdict = verdictAt(event, i);
    const same = event.zone >= 0 && nodeOf(event.zone) === nodeOf(zone);
    const name = same ? indexName(zone % 8) : zoneOf(zone);
    return verdict === 'took' ? [] : [msg`${name} ${VERDICTS[verdict]}`];
  });
  if (first === undefined) return NOTHING;
  return more.length === 0 ? first : msg`${first}, and ${more.length} more passed over`;
}

/** A walk without a preferred zone says so by this number. */
const NO_ZONE = 255;

interface End {
  short: Message;
  whole: Message;
}

const ENDS: Readonly<Record<ZoneWalkEndName, End>> = {
  took: { short: msg`no zone`, whole: msg`The walk took a page, yet names no zone.` },
  none: { short: msg`no zone`, whole: msg`No zone is left: this walk gives no page.` },
  fragment: {
    short: msg`start over, mixing block types`,
    whole: msg`So the walk starts over, and may mix page block types (without ALLOC_NOFRAGMENT).`,
  },
  fair: {
    short: msg`start over with new batches`,
    whole: msg`So the batches of the preferred node are set anew, and the walk starts over without them.`,
  },
};

const isAgain = (end: ZoneWalkEndName) => end === 'fragment' || end === 'fair';

const noted = (all: readonly (Message | false)[]): Sentence[] =>
  all.flatMap((words) => (words === false ? [] : [{ n: null, words }]));

/** Zones that were looked at and that the event has no lanes for. */
function beyond({ visits, visit_zone, zone }: Select): Sentence[] {
  const unread = visits - visit_zone.length;
  if (unread <= 0) return [];
  const took = zone >= 0;
  const more = took ? unread - 1 : unread;
  const words = msg`${amount(more, 'more zone')} ${more === 1 ? 'was' : 'were'} looked at`;
  return [
    // It is known, since it gave the page.
    ...(took ? [{ n: visits, words: msg`${zoneOf(zone)}: take. What was read is not recorded.` }] : []),
    ...noted([
      more > 0 &&
        msg`${took ? msg`${words} before it` : words}; the event holds the first ${visit_zone.length}.`,
    ]),
  ];
}

export const zoneSelect: Voice<'zone_select'> = {
  subject: 'Zone',
  say: (event) => {
    const took = readings(event).find((_, i) => verdictAt(event, i) === 'took');
    const check =
      took && (noMarks(event) ? msg`no mark is asked for` : comparison(took, markOf(event, took)));
    const rest = joined([check ?? NOTHING, passed(event)], '; ');
    return {
      lead: event.zone >= 0 ? zoneOf(event.zone) : ENDS[event.end].short,
      rest: isNothing(rest) ? msg`no zone was looked at` : rest,
    };
  },
  heading: ({ zone, end }) => {
    if (zone >= 0) return msg`Why ${zoneOf(zone)}?`;
    return isAgain(end) ? msg`Why start over?` : msg`Why no zone?`;
  },
  sentences: (event) => {
    const { zone, end, order, pass, mode, batch } = event;
    return [
      ...visited(event),
      ...beyond(event),
      ...noted([
        (end !== 'took' || zone < 0) && ENDS[end].whole,
        order > 0 && msg`A block of ${amount(2 ** order, 'page')} (order ${order}) is asked for.`,
        pass > 0 && msg`This is walk ${pass + 1} of the same call: the one before started over.`,
        zone >= 0 && mode !== 'preferred' && msg`Charged for the page, its batch is ${batch}.`,
      ]),
    ];
  },
  terms: (event) => {
    const unused = new Set<TermName>([
      ...(readings(event).some(({ check }) => check?.reserve !== 0) ? [] : (['lowmem_reserve'] as const)),
      ...(event.pass > 0 || event.end !== 'took' ? [] : (['slow path'] as const)),
    ]);
    return zoneTerms(event.mode).filter((term) => !unused.has(term));
  },
  cell: ({ zone, end }) => {
    if (zone >= 0)
      return {
        letter: shortName(zone),
        node: nodeOf(zone),
        name: textOf(zoneOf(zone)),
        key: `zone ${zone}`,
        place: zone,
      };
    return isAgain(end)
      ? { letter: '\u21ba', node: -1, name: 'start over' }
      : { letter: '\u2013', node: -1, name: 'no zone' };
  },
  era: ({ mode }) => ERAS.zone_policy[mode],
  otherwise: (_, { choice: zone, end }) => {
    if (zone >= 0) return zoneOf(zone);
    const ended = ENUMS.zone_walk_end[end];
    return ended && isAgain(ended) ? msg`start over` : msg`no zone`;
  },
  expected: (event, { why, value }) => {
    switch (why) {
      case 'zone':
        if (value === event.zone) return null;
        return value < 0 ? msg`no zone` : zoneOf(value);
      case 'zonelist':
        return value >= 0 && value < NO_ZONE ? zoneOf(value) : null;
      case 'end':
        return meaningOf('zone_walk_end', ENUMS.zone_walk_end[value] ?? '');
      case 'batch_charge':
        return value === 0 ? amount(value, 'page') : msg`at most ${amount(value, 'page')}`;
      case 'visit':
      case 'watermark': {
        // The verdict that was due, or else the number of the very zone that was visited, or 0 for nothing.
        const verdict = event.visit_zone.includes(value) ? undefined : ENUMS.zone_verdict[value];
        return value > 0 && verdict ? VERDICTS[verdict] : null;
      }
      default:
        return null;
    }
  },
};

export const zoneBatch: Voice<'zone_batch'> = {
  subject: 'Batch',
  place: () => 'mm/page_alloc.c:reset_alloc_batch()',
  say: ({ zone, old, new: now, reason }) => ({
    lead: msg`batch of ${zoneOf(zone)}`,
    rest: msg`from ${old} to ${now}: ${meaningOf('batch_reason', reason)}`,
  }),
  heading: ({ zone }) => msg`Why a new batch for ${zoneOf(zone)}?`,
  sentences: ({ zone, old, new: now, high, low, reason }) => [
    { n: 1, words: msg`${zoneOf(zone)}: ${old} was left, now ${amount(now, 'page')}.`, of: [`zone:${zone}`] },
    ...noted([
      msg`${capital(meaningOf('batch_reason', reason))}.`,
      msg`A batch is the distance between the marks: high ${high} less low ${low}.`,
    ]),
  ],
  terms: () => ['alloc_batch', 'slow path', 'watermarks'],
  cell: ({ zone }) => ({
    letter: '=',
    node: nodeOf(zone),
    name: `new batch, ${textOf(zoneOf(zone))}`,
    key: `batch ${zone}`,
  }),
  era: ({ mode }) => ERAS.zone_policy[mode],
  otherwise: (_, { choice: pages }) => (pages < 0 ? msg`not set anew` : amount(pages, 'page')),
  // Else it is the reason that does not fit, and the number is that of the policy.
  expected: ({ high, low }, { why, value }) =>
    why === 'batch_charge' && value === high - low ? amount(value, 'page') : null,
};
