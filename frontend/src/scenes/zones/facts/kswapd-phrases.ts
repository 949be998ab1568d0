/** Whether kswapd of a node sleeps, and why, in as many words as there is room for. Pure. */
import { denialLabels, isRecorded } from '../../../core/coverage';
import { indexName } from '../../voices/zone';
import type { Facts, Node } from './facts';

/** kswapd was not asked to wake up though its zone is below the mark where reclaim would end. */
export function isMissed(facts: Facts, { kswapd }: Node): boolean {
  if (kswapd?.awake !== false || kswapd.mark !== 'low' || kswapd.verdict !== 'balanced') return false;
  const zone = facts.byId.get(kswapd.zone);
  return zone?.marks != null && zone.free !== null && zone.free <= zone.marks.high;
}

/** What follows the word "asleep" or "awake", the longest first; the first names mark and zone index. */
function reasons(facts: Facts, node: Node): readonly string[] {
  const { kswapd } = node;
  // No check was recorded: only whether it is awake is known.
  if (!kswapd || kswapd.asked === 0) return [];
  const { awake, mark, verdict } = kswapd;
  const zone = indexName((kswapd.zone < 0 ? kswapd.highest : kswapd.zone) % 8, facts.arch);
  // Under the marks other than `high` the zone asked for is looked at, alone.
  const bar = mark === 'low' ? 'low' : 'high';
  if (awake) {
    return mark === 'high'
      ? [`no zone up to ${indexName(kswapd.highest, facts.arch)} above high`, 'none above high', 'below high']
      : [`${zone} not above ${bar}`, `below ${bar}`];
  }
  if (isMissed(facts, node)) return [`missed: ${zone} above low, not high`, 'missed: below high', 'missed'];
  switch (verdict) {
    case 'balanced':
      return mark === 'high'
        ? [`a zone up to ${indexName(kswapd.highest, facts.arch)} above high`, 'one above high', 'at high']
        : [`${zone} above ${bar}`, `above ${bar}`];
    case 'hopeless':
      return ['it failed too often', 'hopeless'];
    default:
      return ['its work is done', 'done'];
  }
}

/** What stands where it is not known whether it sleeps. A check of the marks says so, and so do its own events. */
function unknown({ asif, coverage }: Facts, kswapd: Node['kswapd']): readonly string[] {
  if (asif) return ['not known'];
  if (!isStock(coverage))
    return kswapd
      ? ['not known']
      : denialLabels(coverage, [askedBy(coverage)], ['nobody asked'], 'who asked');
  return OWN.some((kind) => isRecorded(coverage, kind))
    ? ['not known so far']
    : denialLabels(coverage, OWN, [], 'awake or asleep');
}

/** What it tells itself. */
const OWN = ['kswapd_woke', 'kswapd_sleep'] as const;

/** What stands where nobody was seen to ask for it so far. */
export function checkLabels({ coverage, asif }: Facts): readonly string[] {
  if (asif) return ['not known'];
  return isStock(coverage)
    ? denialLabels(coverage, ['kswapd_waker'], ['not woken so far'], 'who woke it')
    : denialLabels(coverage, [askedBy(coverage)], ['nobody asked'], 'who asked');
}

/** A probe of an unpatched kernel tells of requests: of so many in a second, and the others it counts. */
export const isProbed = ({ has }: Facts['coverage']): boolean => has.includes('mms_kswapd');

/** The kind that tells of requests, declined ones too. */
const askedBy = (coverage: Facts['coverage']) => (isProbed(coverage) ? 'mms_kswapd' : 'kswapd_wake');

/** A stock kernel tells of wake-ups, not of requests that it declines. */
export const isStock = (coverage: Facts['coverage']): boolean =>
  coverage.by === 'tracepoints' && !isRecorded(coverage, askedBy(coverage));

/** The state, and the rest of the sentence; pairs, the longest first. */
export function kswapdPhrases(
  facts: Facts,
  node: Node,
): readonly (readonly [state: string, reason: string])[] {
  const name = `kswapd${node.nid}`;
  const { kswapd } = node;
  if (typeof kswapd?.awake !== 'boolean') {
    const words = unknown(facts, kswapd);
    return [
      ...words.map((asked) => [name, `: ${asked}`] as const),
      ...words.map((asked) => ['', asked] as const),
      ['', ''],
    ];
  }
  const state = kswapd.awake ? 'awake' : 'asleep';
  const why = reasons(facts, node);
  return [
    ...why.map((reason) => [`${name} ${state}`, `, ${reason}`] as const),
    // The plate before it has the number too.
    ...why.slice(1).map((reason) => [state, `, ${reason}`] as const),
    [`${name} ${state}`, ''],
    [state, ''],
    ['', ''],
  ];
}
